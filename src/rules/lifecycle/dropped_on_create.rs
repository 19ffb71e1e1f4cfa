use std::collections::BTreeMap;

use crate::config::Operation;
use crate::finding::Severity;
use crate::merge::{Dropped, DroppedVersion, version_list};
use crate::rules::shoot::versions;
use crate::rules::{ProfileView, Report, Reporter, words};

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
    let dropped = Dropped::on_create(view.written, view.settings.now);
    let dropped: Vec<DroppedVersion<'_, '_>> = dropped.versions_of(view.written).collect();
    let mut lists: BTreeMap<Option<usize>, Vec<&DroppedVersion<'_, '_>>> = BTreeMap::new();
    for version in &dropped {
        let image = version.image.map(|(at, _)| at);
        lists.entry(image).or_default().push(version);
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

fn report(view: &ProfileView<'_>, dropped: &DroppedVersion<'_, '_>) -> Report {
    let how = match view.settings.operation {
        Operation::Create => "this create drops it silently",
        Operation::Update => "a create drops it silently, an update keeps it",
    };
    versions::dropped(dropped, how, view.settings.now).help(
        "remove the version or extend its life before you create a new landscape from this file; \
         an existing CloudProfile needs no change",
    )
}

/// A list that a create empties, and then refuses.
fn emptied(
    view: &ProfileView<'_>,
    image: Option<usize>,
    dropped: &[&DroppedVersion<'_, '_>],
    reporter: &mut Reporter<'_>,
) {
    let (span, count, what) = match image {
        None => {
            let list = &view.written.kubernetes_versions;
            (list.span, list.len(), "Kubernetes".to_owned())
        }
        Some(index) => {
            let Some(image) = view.written.machine_images.get(index) else {
                return;
            };
            let list = &image.versions;
            let what = format!("image {}", words::quoted(*image.name));
            (list.span, list.len(), what)
        }
    };
    if dropped.len() < count {
        return;
    }
    let names = words::some(
        dropped.iter().map(|dropped| *dropped.version.version),
        NAMED,
    );
    let now = view.settings.now.date();
    let message = format!(
        "no version of {what} is active on {now}: a create drops {names} and then fails because \
         none is left"
    );
    reporter.report(
        Report::new(span, version_list(image), message)
            .severity(Severity::Error)
            .help(
                "add an active version; if the CloudProfile exists already, pass it with `--old`: \
                 an update keeps its versions",
            ),
    );
}
