use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/internal-provider-config",
    Admission,
    Error,
    Fault,
    "A `providerConfig` with the internal version of an API."
);

pub(in crate::rules) fn report(fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} is a version for the server's internal use only",
        words::quoted(fault.value)
    );

    ShootView::report(fault, message)
        .help("write a version that the provider extension publishes, such as `v1alpha1`")
}
