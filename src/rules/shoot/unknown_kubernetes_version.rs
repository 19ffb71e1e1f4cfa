use crate::rules::shoot::versions;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-kubernetes-version",
    Admission,
    Error,
    Fault,
    "A Kubernetes version that the profile does not have."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    supported: &[&str],
    preview: &[&str],
) -> Report {
    let of = if fault.worker.is_some() {
        format!(" of {}", view.pool(fault))
    } else {
        String::new()
    };
    let message = format!(
        "{} does not have the Kubernetes version {}{of}",
        view.profile_name(),
        words::quoted(fault.value)
    );
    let meant = words::only_near(fault.value, supported.iter().copied());
    let help = versions::would_do(supported, preview);
    let report =
        ShootView::report(fault, message).help(format!("{}{help}", words::did_you_mean(meant)));
    view.meant(report, fault, meant)
}

pub(in crate::rules) fn unreadable(fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} is not a version, so cpcap did not check the worker pools",
        words::quoted(fault.value)
    );
    ShootView::report(fault, message).help("write a full version, such as `1.33.1`")
}
