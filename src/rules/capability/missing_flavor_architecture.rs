use crate::capability::{ARCHITECTURE, written};
use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/missing-flavor-architecture",
    Static,
    Error,
    Spec(check),
    "A flavor without an architecture, although the vocabulary has several."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(definition) = view
        .vocabulary
        .get(ARCHITECTURE)
        .filter(|definition| definition.values.len() > 1)
    else {
        return;
    };
    walk::flavors(view, |path, flavor| {
        if view.refused.touches(path) || !written(&flavor.capabilities, ARCHITECTURE).is_empty() {
            return;
        }
        // The key may be there with an empty list.
        let key = flavor
            .capabilities
            .iter()
            .find(|capability| *capability.name == ARCHITECTURE);
        reporter.report(
            Report::new(
                key.map_or(flavor.at, |key| key.values.span),
                path.field(ARCHITECTURE),
                "must specify one architecture explicitly as multiple architectures are defined \
                 in spec.machineCapabilities: an image artifact runs on one of them only",
            )
            .error(ErrorType::Required)
            .also(
                definition.values_at,
                "several architectures are defined here",
            )
            .help(format!(
                "add `architecture` with one of {} to this flavor",
                words::all(definition.values.iter().map(|value| value.value))
            )),
        );
    });
}
