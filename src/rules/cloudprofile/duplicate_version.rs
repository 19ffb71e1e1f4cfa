use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::finding::ErrorType;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::version::is_kubernetes_version;
use crate::rules::cloudprofile::repetition;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/duplicate-version",
    Static,
    Error,
    Spec(check),
    "A version that is listed twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = view.spec();
    if view.part.has_all_lists() {
        kubernetes(view, &spec, reporter);
    }
    images(view, &spec, reporter);
}

fn kubernetes(view: &ProfileView<'_>, spec: &Path<'_>, reporter: &mut Reporter<'_>) {
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    let versions = view
        .profile
        .kubernetes_versions
        .iter()
        .map(|version| version.version);
    // A malformed version is reported for that alone.
    for repeated in repetition::find(versions)
        .into_iter()
        .filter(|repeated| is_kubernetes_version(*repeated.name))
    {
        let message = format!(
            "Kubernetes version `{}` is listed twice, and only one of the two life cycles can \
             apply",
            *repeated.name
        );
        reporter.report(
            Report::new(
                repeated.name.span,
                list.index(repeated.index).field("version"),
                message,
            )
            .error(ErrorType::Duplicate)
            .value(*repeated.name)
            .also(repeated.first.span, "first listed here")
            .help(
                "keep the entry with the intended classification and dates, and remove the other",
            ),
        );
    }
}

/// The text `<image>-<version>` identifies an image version to the server, over all images; for
/// additions of a NamespacedCloudProfile, only within each.
fn images(view: &ProfileView<'_>, spec: &Path<'_>, reporter: &mut Reporter<'_>) {
    let list = spec.field("machineImages");
    let mut seen: BTreeMap<String, (&str, Spanned<&str>)> = BTreeMap::new();
    let judged = |i: &usize| view.part.has_all_lists() || view.part.judges_image(*i);
    for (i, image) in view
        .profile
        .machine_images
        .iter()
        .enumerate()
        .filter(|(i, _)| judged(i))
    {
        if !view.part.has_all_lists() {
            seen.clear();
        }
        let path = list.index(i);
        let versions = path.field("versions");
        for (j, version) in image
            .versions
            .iter()
            .map(MachineImageVersion::version)
            .enumerate()
        {
            match seen.entry(format!("{}-{}", *image.name, *version)) {
                Entry::Vacant(entry) => _ = entry.insert((*image.name, version)),
                Entry::Occupied(entry) => {
                    let (first_image, first) = *entry.get();
                    let (message, help) = explain(entry.key(), first_image, *image.name, *version);
                    reporter.report(
                        Report::new(version.span, versions.index(j), message)
                            .error(ErrorType::Duplicate)
                            .value(entry.key())
                            .also(first.span, "first listed here")
                            .help(help),
                    );
                }
            }
        }
    }
}

fn explain(key: &str, first_image: &str, image: &str, version: &str) -> (String, &'static str) {
    if first_image == image {
        let what = if version.is_empty() {
            "an entry without a version".to_owned()
        } else {
            format!("version `{version}`")
        };
        return (
            format!(
                "{what} is listed twice for machine image `{image}`, and look-ups find only one \
                 of the two"
            ),
            "keep one entry, and merge both into it",
        );
    }
    (
        format!(
            "version `{version}` of machine image `{image}` collides with one of `{first_image}`: \
             the server joins image and version into the same text for both, `{key}`"
        ),
        "rename one of the two images, or one of the two versions",
    )
}
