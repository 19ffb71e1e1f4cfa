use std::collections::BTreeSet;

use crate::capability::architecture;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/incomplete-architectures",
    Documented,
    Warning,
    Effective(check),
    "An image version whose `architectures` name only part of those of its flavors."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::image_versions(view, |path, image, version| {
        let listed: BTreeSet<&str> = version
            .architectures
            .iter()
            .map(|value| value.value)
            .collect();
        let named: BTreeSet<&str> = architecture::of_flavors(version, view.vocabulary)
            .iter()
            .map(|value| value.value)
            .collect();
        // The server refuses architectures beyond those of the flavors.
        if listed.is_empty() || version.capability_flavors.is_empty() || !listed.is_subset(&named) {
            return;
        }
        let missing: Vec<&str> = named.difference(&listed).copied().collect();
        let [first, ..] = missing.as_slice() else {
            return;
        };
        let message = format!(
            "`architectures` of version {} of image {} lack {}, which its flavors name: the \
             server accepts it, but clients that read the legacy field miss {}",
            words::quoted(*version.version()),
            words::quoted(image),
            words::all(missing.iter().copied()),
            words::quoted(first)
        );
        reporter.report(
            Report::new(
                version.architectures.span,
                path.field("architectures"),
                message,
            )
            .also(version.capability_flavors.span, "the flavors")
            .help(
                "remove `architectures`, which the server fills in itself, or list all \
                 architectures that the flavors name",
            ),
        );
    });
}
