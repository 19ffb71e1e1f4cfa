use crate::config::Operation;
use crate::effective::because;
use crate::merge::{self, Before};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::rules::shoot::versions;
use crate::rules::walk::Owner;
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
    let hypothetical = || merge::prepare(&mut written.clone(), Before::Nothing, view.settings.now);
    let dropped = if known {
        view.prepared.dropped.clone()
    } else {
        hypothetical()
    };
    let spec = Path::new("spec");
    let (kubernetes, images) = (spec.field("kubernetes"), spec.field("machineImages"));
    let list = kubernetes.field("versions");
    for index in &dropped.kubernetes {
        if let Some(version) = written.kubernetes_versions.get(*index) {
            reporter.report(report(
                view,
                Owner::Kubernetes,
                version,
                &list.index(*index),
            ));
        }
    }
    for (image_index, index) in &dropped.versions {
        let Some(image) = written.machine_images.get(*image_index) else {
            continue;
        };
        let Some(version) = image.versions.get(*index) else {
            continue;
        };
        let path = images.index(*image_index);
        reporter.report(report(
            view,
            Owner::Image(*image.name),
            &version.expirable,
            &path.field("versions").index(*index),
        ));
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
                images.index(*index),
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

fn report(
    view: &NamespacedView<'_>,
    owner: Owner<'_>,
    version: &ExpirableVersion<'_>,
    path: &Path<'_>,
) -> Report {
    let state = version.classification_at(view.settings.now);
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
    let state = state.as_str();
    Report::new(
        version.version.span,
        path,
        format!(
            "{} {}: {how}",
            owner.version(*version.version),
            versions::state(state, Some(version), view.settings.now)
        ),
    )
    .value(*version.version)
    .also(because(version), format!("makes it {state}"))
    .help(help)
}
