use crate::model::lifecycle::Current;
use crate::rules::shoot::versions;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/inactive-kubernetes-version",
    Admission,
    Error,
    Fault,
    "A Kubernetes version that is expired or not yet available."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    (state, at): (Current<'_>, Span),
    supported: &[&str],
    preview: &[&str],
) -> Option<Report> {
    let version = view
        .offer()
        .and_then(|offer| offer.kubernetes(fault.value))?;
    let new = if view.old.is_some() {
        "worker pool"
    } else {
        "Shoot"
    };
    let message = format!(
        "Kubernetes version {} of {} {}, so no new {new} can have it",
        words::quoted(fault.value),
        view.profile_name(),
        versions::state(state, Some(version), view.settings.now)
    );
    let mut help = versions::would_do(supported, preview);
    if view.old.is_none() {
        help.push_str(
            "; a Shoot that has the version already keeps it: pass the stored object with `--old`",
        );
    }
    let report = ShootView::report(fault, message).help(help);
    let report = view.in_profile(report, at, format!("{state} here"));
    Some(report)
}
