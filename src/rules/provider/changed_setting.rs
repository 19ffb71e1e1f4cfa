use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/changed-setting",
    Provider,
    Error,
    Provided(check),
    "An update of `providerConfig` that changes what may not change.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let report = |message: String| names::report(view, fault, message);
        reporter.report(match fault.what {
            What::IsolationRemoved { partition } => report(format!(
                "the update takes the network isolation of partition {} away, which clusters \
                 there may rely on",
                words::quoted(partition)
            ))
            .value(partition)
            .help("keep it as stored"),
            What::CountChanged { list, old, new } => report(format!(
                "`{list}` had {old} entries and has {new}: an update must not make \
                    it longer or shorter"
            ))
            .value(new)
            .help("keep as many as are stored"),
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
