use super::overrides::FaultKind;
use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};
use crate::source::Place;

rule!(
    "namespaced/changed-update-strategy",
    Admission,
    Error,
    Admission(check),
    "An update that changes the update strategy of an image of the parent."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let (Some(family), Some(stored)) = (&view.family, view.own.old) else {
        return;
    };
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for fault in &view.overrides {
        let FaultKind::UpdateStrategy { old } = fault.kind else {
            continue;
        };
        let Some(image) = family.new.uniform.machine_images.get(fault.image) else {
            continue;
        };
        let shown = |strategy: Option<&str>| {
            strategy
                .filter(|name| !name.is_empty())
                .map_or("none".to_owned(), words::quoted)
        };
        reporter.report(
            Report::new(
                image.update_strategy.span,
                images.index(fault.image).field("updateStrategy"),
                format!(
                    "the update strategy of image {} changes from {} to {}, but the parent has \
                     this image, so the strategy cannot change",
                    words::quoted(*image.name),
                    shown(old.value),
                    shown(image.update_strategy.value)
                ),
            )
            .error(ErrorType::Forbidden)
            .value(image.update_strategy.unwrap_or_default())
            .also_in(
                Place {
                    file: stored.item.file,
                    span: old.span,
                },
                "the stored one",
            )
            .help("keep the update strategy as stored"),
        );
    }
}
