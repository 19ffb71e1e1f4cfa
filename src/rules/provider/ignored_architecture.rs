use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::provider::config::ArchitectureAt;
use crate::rules::provider::{entry_path, region_mapping};
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/ignored-architecture",
    Design,
    Warning,
    Provided(check),
    "An architecture that look-ups of artifacts ignore.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let provider = view.provided.provider;
    if provider.lookup.direct.is_some()
        && provider.fields.in_region.is_some()
        && view.vocabulary.is_empty()
    {
        versions(view, reporter);
    }
    let Some(part) = view
        .provided
        .part
        .as_ref()
        .filter(|_| provider.adjust.is_some())
    else {
        return;
    };
    if provider.fields.architecture != ArchitectureAt::Region {
        return;
    }
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            for (place, region) in region_mapping::all(version) {
                // Decoding has dropped the text; its bytes are still there.
                let text = view
                    .item
                    .text
                    .get(region.architecture.span.range())
                    .unwrap_or_default();
                if region.architecture.is_some() || text.trim_matches(['"', '\'']) != "ignore" {
                    continue;
                }
                let (message, help) = if place.flavor.is_some() {
                    (
                        "the text `ignore` does not count as an architecture; the capabilities of \
                         a flavor name it",
                        "leave the field out",
                    )
                } else {
                    (
                        "the text `ignore` does not count as an architecture, so this artifact \
                         silently serves amd64",
                        "name the architecture, or leave the field out",
                    )
                };
                let report = Report::new(
                    region.architecture.span,
                    place.below(entry_path(at, index)).field("architecture"),
                    message,
                );
                reporter.report(report.value("ignore").help(help));
            }
        }
    }
}

/// The legacy format knows no architecture, and the first artifact of a region counts, whatever the
/// pool has.
fn versions(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for (at, image) in view.written.machine_images.iter().enumerate() {
        let path = images.index(at);
        let path = path.field("versions");
        for (index, version) in image.versions.iter().enumerate() {
            let others = |(_, architecture): &(usize, &Spanned<&str>)| {
                architecture.value != DEFAULT_ARCHITECTURE && !architecture.is_empty()
            };
            let Some((position, architecture)) =
                version.architectures.iter().enumerate().find(others)
            else {
                continue;
            };
            let path = path.index(index);
            let message = format!(
                "version {} of image {} is for {}, but without `machineCapabilities` the \
                 artifacts of {} are only for {DEFAULT_ARCHITECTURE}. A pool gets the first \
                 artifact of its region for any architecture",
                words::quoted(*version.version()),
                words::quoted(*image.name),
                words::quoted(architecture.value),
                view.title(),
            );
            let report = Report::new(
                architecture.span,
                path.field("architectures").index(position),
                message,
            );
            reporter.report(report.value(architecture.value).help(
                "remove it, or describe the artifacts with `machineCapabilities` and flavors",
            ));
        }
    }
}
