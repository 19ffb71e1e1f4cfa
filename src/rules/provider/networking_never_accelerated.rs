use crate::model::path::FieldPath;
use crate::provider::azure::NETWORKING;
use crate::provider::config::Version;
use crate::rules::provider::entry_path;
use crate::rules::{ProvidedView, Report, Reporter, words};
use crate::source::Span;

rule!(
    "provider/networking-never-accelerated",
    Design,
    Warning,
    Provided(check),
    "Accelerated networking in `providerConfig` that a vocabulary without its capability turns \
     off."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    let decides = view
        .provided
        .provider
        .lookup
        .vocabulary
        .iter()
        .any(|(name, _)| *name == NETWORKING);
    if !decides || view.vocabulary.is_empty() || view.vocabulary.get(NETWORKING).is_some() {
        return;
    }
    let accelerated = |version: &Version<'_>| version.accelerated_networking.value == Some(true);
    let images = part.config.images.iter().enumerate();
    let mut versions = images.flat_map(|(at, image)| {
        image
            .versions
            .iter()
            .enumerate()
            .map(move |(index, version)| (at, index, version))
    });
    let of_version =
        versions
            .find(|(_, _, version)| accelerated(version))
            .map(|(at, index, version)| {
                (
                    version.accelerated_networking.span,
                    entry_path(at, index).field("acceleratedNetworking"),
                )
            });
    let types = part.config.machine_types.iter().enumerate();
    let of_type = || {
        types
            .clone()
            .find(|(_, of)| of.accelerated_networking.value == Some(true))
            .map(|(index, of)| {
                (
                    of.accelerated_networking.span,
                    FieldPath::from("spec.providerConfig.machineTypes")
                        .index(index)
                        .field("acceleratedNetworking"),
                )
            })
    };
    let first: Option<(Span, FieldPath)> = of_version.or_else(of_type);
    let Some((span, path)) = first else { return };
    let message = format!(
        "this entry asks for accelerated networking, but `spec.machineCapabilities` does not \
         define {}: the {} extension then never turns it on",
        words::quoted(NETWORKING),
        view.title()
    );
    let report = Report::new(span, path, message)
        .help(format!(
            "define `{{name: {NETWORKING}, values: [accelerated, basic]}}`, and set `[basic]` on \
             machine types without it"
        ))
        .also(
            view.whole.machine_capabilities.span,
            "the capability is missing here",
        );
    reporter.report(report);
}
