use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/flavors-without-vocabulary",
    Provider,
    Error,
    Provided(check),
    "Flavors in `providerConfig` of a profile that defines no capabilities."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let legacy = match view.provided.provider.fields.in_region {
        Some(_) => "`regions`",
        None => "the artifact",
    };
    for fault in faults(view, &RULE) {
        let What::FlavorsWithoutVocabulary(of) = &fault.what else {
            continue;
        };
        let definer = match view.parent {
            Some(parent) => format!(
                "the parent {} defines",
                words::quoted(*parent.item.object.meta.name)
            ),
            None => "`spec.machineCapabilities` defines".to_owned(),
        };
        let message = format!(
            "{} has `capabilityFlavors` in `providerConfig`, but {definer} no capabilities to \
             choose between them",
            names::version(*of)
        );
        let help = match view.parent {
            Some(_) => format!(
                "write {legacy} directly at the version: the parent is in the legacy format"
            ),
            None => format!(
                "define every capability in `spec.machineCapabilities`, or write {legacy} \
                 directly at the version"
            ),
        };
        let report = names::report(view, fault, message).help(help);
        reporter.report(match view.parent {
            Some(_) => report,
            None => report.needs("spec.machineCapabilities"),
        });
    }
}
