use std::collections::BTreeMap;

use crate::config::Operation;
use crate::effective::{Dropped, dropped_on_create};
use crate::finding::Severity;
use crate::model::path::{FieldPath, Path};
use crate::rules::shoot::versions;
use crate::rules::walk::Owner;
use crate::rules::{ProfileView, Report, Reporter, words};
use crate::source::Span;

rule!(
    "lifecycle/dropped-on-create",
    Time,
    Note,
    CloudProfile(check),
    "An inactive version that the server silently drops when the CloudProfile is created.",
    Part
);

/// How many versions a message names.
const NAMED: usize = 3;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let dropped = dropped_on_create(view.written, view.settings.now);
    let mut lists: BTreeMap<Option<usize>, Vec<&Dropped<'_>>> = BTreeMap::new();
    for version in &dropped {
        lists
            .entry(version.image.map(|_| version.image_index))
            .or_default()
            .push(version);
    }
    for (image, dropped) in &lists {
        // A stored object is not created. A text that breaks off may have more versions. And a
        // created object already lacks these versions, which the server's own rules report.
        let decided = view.old.is_some() || view.settings.operation == Operation::Create;
        if !decided && !view.item.document.incomplete {
            emptied(view, *image, dropped, reporter);
        }
    }
    for version in &dropped {
        reporter.report(report(view, version));
    }
}

fn report(view: &ProfileView<'_>, dropped: &Dropped<'_>) -> Report {
    let spec = Path::new("spec");
    let (kubernetes, images) = (spec.field("kubernetes"), spec.field("machineImages"));
    let image = images.index(dropped.image_index);
    let list = if dropped.image.is_some() {
        image.field("versions")
    } else {
        kubernetes.field("versions")
    };
    let what = dropped
        .image
        .map_or(Owner::Kubernetes, Owner::Image)
        .version(*dropped.version);
    let state = dropped.classification.as_str();
    let listed = match dropped.image {
        None => view.written.kubernetes_versions.get(dropped.version_index),
        Some(_) => {
            let image = view.written.machine_images.get(dropped.image_index);
            image
                .and_then(|image| image.versions.get(dropped.version_index))
                .map(|version| &version.expirable)
        }
    };
    let is = versions::state(state, listed, view.settings.now);
    let message = match view.settings.operation {
        Operation::Create => format!("{what} {is}: this create drops it silently"),
        Operation::Update => {
            format!("{what} {is}: a create drops it silently, an update keeps it")
        }
    };
    Report::new(
        dropped.version.span,
        list.index(dropped.version_index),
        message,
    )
    .value(*dropped.version)
    .also(dropped.because, format!("makes it {state}"))
    .help(
        "remove the version or extend its life before you create a new landscape from this file; \
         an existing CloudProfile needs no change",
    )
}

/// A list that a create empties, and then refuses.
fn emptied(
    view: &ProfileView<'_>,
    image: Option<usize>,
    dropped: &[&Dropped<'_>],
    reporter: &mut Reporter<'_>,
) {
    let spec = Path::new("spec");
    let (kubernetes, images) = (spec.field("kubernetes"), spec.field("machineImages"));
    let (path, span, count, what): (FieldPath, Span, usize, String) = match image {
        None => {
            let list = &view.written.kubernetes_versions;
            (
                kubernetes.field("versions").into(),
                list.span,
                list.len(),
                "Kubernetes".to_owned(),
            )
        }
        Some(index) => {
            let Some(image) = view.written.machine_images.get(index) else {
                return;
            };
            let path = images.index(index).field("versions").into();
            (
                path,
                image.versions.span,
                image.versions.len(),
                format!("image {}", words::quoted(*image.name)),
            )
        }
    };
    if dropped.len() < count {
        return;
    }
    let names = words::some(dropped.iter().map(|dropped| *dropped.version), NAMED);
    let now = view.settings.now.date();
    let message = format!(
        "no version of {what} is active on {now}: a create drops {names} and then fails because \
         none is left"
    );
    reporter.report(
        Report::new(span, path, message)
            .severity(Severity::Error)
            .help(
                "add an active version; if the CloudProfile exists already, pass it with `--old`: \
                 an update keeps its versions",
            ),
    );
}
