use crate::capability::ARCHITECTURE;
use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults_of_flavors, names};

rule!(
    "provider/not-one-architecture",
    Provider,
    Error,
    Provided(check),
    "A flavor of `providerConfig` that is not for exactly one architecture."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let architectures = view.vocabulary.architectures();
    for fault in faults_of_flavors(view, &RULE) {
        let What::NotOneArchitecture { count } = fault.what else {
            continue;
        };
        let says = match count {
            0 => "names no architecture".to_owned(),
            count => format!("names {count} architectures"),
        };
        let all = words::all(architectures.iter().map(|value| value.value));
        let message = format!(
            "a flavor{} {says}: a flavor is one artifact, so in a profile with {all} it must name \
             exactly one of them",
            names::at(view, &fault.field).of()
        );
        let help = if count == 0 {
            "add `architecture: [<the one of this artifact>]` to its `capabilities`"
        } else {
            "write one flavor for each architecture, otherwise identical, each with its own \
             artifact"
        };
        let mut report = names::report(view, fault, message).help(help);
        if let Some(definition) = view.vocabulary.get(ARCHITECTURE) {
            report = report.also(definition.name.span, "`architecture` is defined here");
        }
        reporter.report(report);
    }
}
