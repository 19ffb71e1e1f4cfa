use crate::config::Operation;
use crate::merge::{Before, Dropped, DroppedVersion};
use crate::model::lifecycle::Classification;
use crate::model::path::FieldPath;
use crate::rules::shoot::versions;
use crate::rules::{NamespacedView, Report, Reporter, words};

rule!(
    "namespaced/dropped-on-create",
    Time,
    Note,
    Namespaced(check),
    "An entry that the server silently drops before it validates the object.",
    Part
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let written = &view.child.spec;
    // Without the stored object, an update may keep an entry that a create would drop.
    let known = view.old.is_some() || view.settings.operation == Operation::Create;
    let dropped = if known {
        view.prepared.dropped.clone()
    } else {
        Dropped::of_namespaced(written, Before::Nothing, view.settings.now)
    };
    for version in dropped.versions_of(written) {
        reporter.report(report(view, &version));
    }
    if view.item.document.incomplete {
        return;
    }
    for index in &dropped.images {
        let Some(image) = written
            .machine_images
            .get(*index)
            .filter(|image| image.versions.is_empty())
        else {
            continue;
        };
        reporter.report(
            Report::new(
                image.name.span,
                FieldPath::from("spec.machineImages").index(*index),
                format!(
                    "image {} has neither versions nor an update strategy: the server drops \
                    it silently",
                    words::quoted(*image.name)
                ),
            )
            .value(*image.name)
            .help("list versions, or remove the entry"),
        );
    }
}

fn report(view: &NamespacedView<'_>, dropped: &DroppedVersion<'_, '_>) -> Report {
    let state = dropped.version.classification_at(view.settings.now);
    let help = "set an `expirationDate` in the future, or remove the entry";
    let (how, help) = match (view.settings.operation, view.old.is_some()) {
        (Operation::Create, _) => ("this create drops it silently", help.to_owned()),
        (Operation::Update, true) => (
            "this update drops it silently because the stored object does not have it",
            help.to_owned(),
        ),
        (Operation::Update, false) if state == Classification::Expired => (
            "a create drops it silently; an update keeps it if the stored object has it, and \
             fails if the parent has the version and another date applies",
            format!("{help}; pass the stored object with `--old` to see which case applies"),
        ),
        (Operation::Update, false) => (
            "a create drops it silently, an update keeps it if the stored object has it",
            help.to_owned(),
        ),
    };
    versions::dropped(dropped, how, view.settings.now).help(help)
}
