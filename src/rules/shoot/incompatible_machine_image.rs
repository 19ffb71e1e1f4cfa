use crate::capability::Demand;
use crate::rules::selection::names;
use crate::rules::shoot::images;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/incompatible-machine-image",
    Admission,
    Error,
    Fault,
    "An image version whose capabilities do not fit the machine type of the pool."
);

/// How many flavors a message explains.
const MOST_FLAVORS: usize = 3;

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    machine: usize,
    version: usize,
) -> Option<Report> {
    let offer = view.offer()?;
    let (machine, version) = (offer.machine_at(machine), offer.version_at(version));
    let worker = view.worker(fault)?;
    let demand = Demand::of(worker, *view.judged.shoot.provider.provider_type);
    let reasons = offer.matcher.reasons_for(machine, version, demand);
    let flavors: Vec<String> = reasons
        .flavors
        .iter()
        .enumerate()
        .take(MOST_FLAVORS)
        .map(|(index, clashes)| format!("{}: {}", names::flavor(index), names::clashes(clashes)))
        .collect();
    let more = match reasons.flavors.len() - flavors.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let message = format!(
        "version {} of image {} does not fit machine type {} of {} by its capabilities: {}{more}",
        words::quoted(fault.value),
        words::quoted(*version.image.name),
        words::quoted(*machine.machine_type.name),
        view.pool(fault),
        flavors.join("; ")
    );
    let fit: Vec<String> = images::that_fit(view, fault, version.image_index)
        .take(6)
        .collect();
    let help = if fit.is_empty() {
        "no version of the image fits this machine type: choose another image or machine type"
            .to_owned()
    } else {
        format!(
            "these versions fit: {}",
            words::some(fit.iter().map(String::as_str), 5)
        )
    };
    let mut report = view.in_profile(
        ShootView::report(fault, message).help(help),
        machine.machine_type.name.span,
        "the machine type",
    );
    if let Some(clash) = reasons.flavors.first().and_then(|clashes| clashes.first()) {
        report = view.in_profile(
            report,
            clash.machine.span,
            format!("its values of {}", words::quoted(clash.capability)),
        );
        report = view.in_profile(report, clash.flavor.span, "the values of the flavor");
    }
    Some(report)
}
