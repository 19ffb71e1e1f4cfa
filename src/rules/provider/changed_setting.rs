use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/changed-setting",
    Provider,
    Error,
    Provided(check),
    "An update of `providerConfig` that changes an immutable setting.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let report = |message: String| names::report(view, fault, message);
        reporter.report(match fault.what {
            What::IsolationRemoved { partition } => report(format!(
                "the update removes the network isolation of partition {}, which clusters there \
                 may need",
                words::quoted(partition)
            ))
            .value(partition)
            .help("keep it as stored"),
            What::CountChanged { list, old, new } => report(format!(
                "`{list}` had {old} entries and has {new}: an update must not make \
                    it longer or shorter"
            ))
            .value(new)
            .help("keep the stored number of entries"),
            What::Changed { old, new } => report(format!(
                "{} was {} in the stored object, and must not change",
                words::quoted(new),
                words::quoted(old)
            ))
            .value(new)
            .help(format!("keep {}", words::quoted(old))),
            _ => continue,
        });
    }
}
