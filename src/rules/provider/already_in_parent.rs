use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::compared::Compared;
use super::{faults, names};

rule!(
    "provider/already-in-parent",
    Provider,
    Error,
    Provided(check),
    "An entry in `providerConfig` of a NamespacedCloudProfile that the parent has already.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let mut compared = None;
    let parent = view
        .parent
        .map_or("", |parent| *parent.item.object.meta.name);
    for fault in faults(view, &RULE) {
        let (message, help, other) = match fault.what {
            What::InParent(of) => {
                let compared = compared.get_or_insert_with(|| Compared::new(view));
                let message = format!(
                    "the parent {1} has {0} and maps it: a NamespacedCloudProfile maps only what \
                     it adds",
                    names::version(of),
                    words::quoted(parent)
                );
                let help = "remove the entry; another expiration date needs no mapping";
                (
                    message,
                    help,
                    compared.parent(of).map(|version| version.version().span),
                )
            }
            What::MachineTypeInParent(name) => {
                let types = view
                    .parent
                    .map_or(&[][..], |parent| &parent.profile.machine_types);
                let message = format!(
                    "the parent {1} has machine type {0}",
                    words::quoted(name),
                    words::quoted(parent)
                );
                let other = types
                    .iter()
                    .find(|machine_type| *machine_type.name == name)
                    .map(|machine_type| machine_type.name.span);
                (
                    message,
                    "remove the entry: here only machine types that are added have settings",
                    other,
                )
            }
            _ => continue,
        };
        let report = names::report(view, fault, message).help(help);
        reporter.report(match other {
            Some(span) => report.also(span, "in the parent"),
            None => report,
        });
    }
}
