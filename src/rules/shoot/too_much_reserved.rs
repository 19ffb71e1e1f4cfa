use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/too-much-reserved",
    Admission,
    Error,
    Fault,
    "Kubelet settings that reserve a whole machine."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    what: &str,
    reserved: Option<&str>,
    machine: &str,
    at: Span,
) -> Option<Report> {
    let worker = view.worker(fault)?;
    let reserved = reserved.map_or_else(|| "nothing".to_owned(), words::quoted);
    let message = format!(
        "{} reserves {reserved} of its {what}, but machine type {} has {}: nothing is left for pods",
        view.pool(fault),
        words::quoted(*worker.machine_type),
        words::quoted(machine)
    );
    let help = "reserve less under `kubelet.kubeReserved`, or choose a larger machine type; a \
        pool without kubelet settings takes those of an earlier pool";
    Some(view.in_profile(
        ShootView::report(fault, message).help(help),
        at,
        format!("its {what}"),
    ))
}
