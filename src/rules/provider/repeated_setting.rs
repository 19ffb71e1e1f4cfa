use crate::provider::fault::{Fault, What};
use crate::rules::{ProvidedView, Report, Reporter, words};

use super::{faults, names};

rule!(
    "provider/repeated-setting",
    Provider,
    Error,
    Provided(check),
    "Something that `providerConfig` sets twice, but may set only once.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        // Some paths end in the list.
        let name = fault.field.last_name();
        let of_entry = matches!(name, "name" | "region" | "version");
        let renamed = if of_entry {
            format!(", or give this one another `{name}`")
        } else {
            String::new()
        };
        reporter.report(match fault.what {
            What::Repeated { value, first } => {
                report(view, fault, value, &renamed).also(first, "first here")
            }
            What::RepeatedVersion(value) => report(view, fault, value, &renamed),
            What::SeveralDefaults { of, first } => {
                let message = format!(
                    "several load balancer classes are the {of} one, by purpose or name: {} takes \
                     one",
                    names::extension(view)
                );
                names::report(view, fault, message)
                    .help(format!("keep one {of} class"))
                    .also(first, "the first one")
            }
            _ => continue,
        });
    }
}

fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, value: &str, renamed: &str) -> Report {
    let message = format!(
        "this is the second entry for {}: {} takes each once",
        words::quoted(value),
        names::extension(view)
    );
    names::report(view, fault, message)
        .value(value)
        .help(format!("remove one of the two entries{renamed}"))
}
