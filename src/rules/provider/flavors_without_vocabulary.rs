use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report};

use super::names;

rule!(
    "provider/flavors-without-vocabulary",
    Provider,
    Error,
    ProviderFault,
    "Flavors in `providerConfig` of a profile that defines no capabilities."
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let legacy = match view.provided.provider.fields.in_region {
        Some(_) => "`regions`",
        None => "the artifact",
    };
    let report = |definer: String| {
        let message = format!(
            "{} has `capabilityFlavors` in `providerConfig`, but {definer} no capabilities to \
             choose between them",
            names::version(of)
        );
        names::report(view, fault, message)
    };
    match view.parent {
        Some(_) => report(format!("the parent {} defines", names::parent(view))).help(format!(
            "write {legacy} directly at the version: the parent is in the legacy format"
        )),
        None => report("`spec.machineCapabilities` defines".to_owned())
            .help(format!(
                "define every capability in `spec.machineCapabilities`, or write {legacy} \
                 directly at the version"
            ))
            .needs("spec.machineCapabilities"),
    }
}
