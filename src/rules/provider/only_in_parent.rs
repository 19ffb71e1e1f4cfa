use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/only-in-parent",
    Provider,
    Error,
    Provided(check),
    "A setting in `providerConfig` of a NamespacedCloudProfile that only a CloudProfile \
        may have.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let parent = view
        .parent
        .map_or("", |parent| *parent.item.object.meta.name);
    for fault in faults(view, &RULE) {
        let (what, help) = match &fault.what {
            What::OnlyInParent { field } => (words::quoted(field), "remove it here".to_owned()),
            What::OnlyImages { fields, allowed } => {
                let allowed = ["machineImages"].iter().chain(*allowed).copied();
                (
                    words::all(fields.iter().copied()),
                    format!("remove everything but {} here", words::all(allowed)),
                )
            }
            _ => continue,
        };
        let message = format!(
            "{} takes {what} only from the parent {}: a NamespacedCloudProfile must not set it",
            names::extension(view),
            words::quoted(parent)
        );
        reporter.report(names::report(view, fault, message).help(help));
    }
}
