use std::collections::{BTreeMap, BTreeSet};

use crate::provider::config::{ArchitectureAt, Version};
use crate::provider::lookup::Way;
use crate::provider::merge::{self, Lost};
use crate::rules::provider::entry_path;
use crate::rules::walk::Owner;
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/lost-in-merge",
    Design,
    Warning,
    Provided(check),
    "Artifacts of an image version that the merge of a child with its parent loses."
);

/// How many names a message shows.
const NAMED: usize = 3;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let mut versions: BTreeMap<(&str, &str, bool), Vec<Lost<'_, '_>>> = BTreeMap::new();
    for lost in own(view) {
        versions
            .entry((*lost.image.name, *lost.version.version, lost.kept.is_some()))
            .or_default()
            .push(lost);
    }
    versions
        .into_values()
        .for_each(|lost| reporter.report(of_child(view, &lost)));
    let mut images: BTreeMap<(&str, bool), Vec<Lost<'_, '_>>> = BTreeMap::new();
    for lost in of_parent(view) {
        images
            .entry((*lost.image.name, lost.kept.is_some()))
            .or_default()
            .push(lost);
    }
    for ((image, _), lost) in images {
        reporter.report(of_image(view, image, &lost));
    }
}

/// The versions of the object's own `providerConfig` that lose entries in the merge.
pub(super) fn versions<'a>(view: &ProvidedView<'a>) -> BTreeSet<(&'a str, &'a str)> {
    own(view)
        .into_iter()
        .map(|lost| (*lost.image.name, *lost.version.version))
        .collect()
}

/// The losses in the object's own `providerConfig`.
fn own<'a>(view: &ProvidedView<'a>) -> Vec<Lost<'a, 'a>> {
    match (&view.provided.part, merged_with(view)) {
        (Some(part), true) => merge::lost(view.provided.provider, &view.artifacts.config, part),
        _ => Vec::new(),
    }
}

/// The losses in the parent's `providerConfig`, of versions that Shoots can use.
fn of_parent<'a>(view: &ProvidedView<'a>) -> Vec<Lost<'a, 'a>> {
    let part = view
        .parent
        .and_then(|parent| parent.provided.as_ref()?.part.as_ref());
    let Some(part) = part.filter(|_| merged_with(view)) else {
        return Vec::new();
    };
    let mut lost = merge::lost(view.provided.provider, &view.artifacts.config, part);
    if !lost.is_empty() {
        let images = view.whole.machine_images.iter();
        let used: BTreeSet<(&str, &str)> = images
            .flat_map(|image| {
                image
                    .versions
                    .iter()
                    .map(|version| (*image.name, *version.version()))
            })
            .collect();
        lost.retain(|lost| used.contains(&(*lost.image.name, *lost.version.version)));
    }
    lost
}

/// Whether there are two parts that are merged.
fn merged_with(view: &ProvidedView<'_>) -> bool {
    let part = view
        .parent
        .and_then(|parent| parent.provided.as_ref()?.part.as_ref());
    part.is_some()
        && view.provided.part.is_some()
        && view.undecodable.is_none()
        && view.artifacts.undecodable.is_none()
}

/// The losses of a version for one reason.
fn of_child(view: &ProvidedView<'_>, all: &[Lost<'_, '_>]) -> Report {
    let lost = &all[0];
    let version = Owner::Image(*lost.image.name).version(*lost.version.version);
    let why = match lost.kept {
        Some(_) => {
            "the parent's `providerConfig` has the image too, so only the last of several entries \
             of a version stays"
        }
        None => "this `providerConfig` has the image twice, and only the last stays",
    };
    let (entries, whose) = if all.len() == 1 {
        ("this entry", "its")
    } else {
        ("these entries", "their")
    };
    let message = format!(
        "merging with the parent loses {entries} of {version}: {why}; Shoots that use this \
         NamespacedCloudProfile miss {whose} artifacts{}",
        architectures(view, all)
    );
    let (image, entry) = lost.position;
    let mut report = Report::new(lost.version.version.span, entry_path(image, entry), message)
        .value(*lost.version.version);
    for other in &all[1..] {
        report = report.also(other.version.version.span, "lost too");
    }
    stays(view, report, lost).help(match lost.kept {
        Some(_) => one_entry(view),
        None => "put all versions under one entry of the image",
    })
}

/// The losses of an image of the parent for one reason.
fn of_image(view: &ProvidedView<'_>, image: &str, lost: &[Lost<'_, '_>]) -> Report {
    let first = &lost[0];
    let names: BTreeSet<&str> = lost.iter().map(|lost| *lost.version.version).collect();
    let part = view.provided.part.as_ref();
    let own = part.and_then(|part| {
        part.config
            .images
            .iter()
            .enumerate()
            .find(|(_, own)| *own.name == image)
    });
    let why = match first.kept {
        Some(_) => {
            "this `providerConfig` has the image too, so only the last of several entries of a \
             version stays"
        }
        None => "the parent has the image twice, and only the last stays",
    };
    let message = format!(
        "merging loses entries of version{} {} of image {} of the parent: {why}; Shoots that use \
         this NamespacedCloudProfile miss their artifacts{}",
        if names.len() == 1 { "" } else { "s" },
        words::some(names.iter().copied(), NAMED),
        words::quoted(image),
        architectures(view, lost)
    );
    let report = match own {
        Some((index, own)) => Report::new(
            own.name.span,
            super::image_path(index).field("name"),
            message,
        )
        .value(image),
        None => Report::new(
            part.map_or(view.core.at, |part| part.config.at),
            "spec.providerConfig",
            message,
        ),
    };
    let report = stays(
        view,
        report.also(first.version.version.span, "lost, in the parent"),
        first,
    );
    report.help(match (first.kept, own) {
        (Some(_), _) => {
            "use an image name that the parent's `providerConfig` does not have, or put all \
             artifacts of a version into one entry of the parent"
        }
        (None, _) => "put all versions of the parent under one entry of the image",
    })
}

/// Shows what stays in the place of what is lost.
fn stays(view: &ProvidedView<'_>, report: Report, lost: &Lost<'_, '_>) -> Report {
    let image = || {
        view.artifacts
            .config
            .images
            .iter()
            .find(|image| image.name == lost.image.name)
    };
    match lost
        .kept
        .map(|kept| kept.version.span)
        .or_else(|| image().map(|image| image.name.span))
    {
        Some(span) => report.also(span, "stays"),
        None => report,
    }
}

/// The architectures of entries that state them at their versions.
fn architectures(view: &ProvidedView<'_>, lost: &[Lost<'_, '_>]) -> String {
    if view.provided.provider.fields.architecture != ArchitectureAt::Version {
        return String::new();
    }
    let versions = lost.iter().map(|lost| lost.version);
    let names: BTreeSet<&str> = versions
        .filter(|version| version.flavors.is_empty())
        .map(Version::architecture)
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" for {}", words::some(names, NAMED))
    }
}

/// How one entry says it all.
fn one_entry(view: &ProvidedView<'_>) -> &'static str {
    let provider = view.provided.provider;
    if !view.vocabulary.is_empty()
        && provider.lookup.is_by_flavor()
        && matches!(provider.lookup.way, Way::Flavors)
    {
        "put all artifacts of the version into the `capabilityFlavors` of one entry"
    } else if provider.fields.in_region.is_some() {
        "put all regions of the version into one entry"
    } else {
        "use a name for the image that the parent's `providerConfig` does not have, or keep one entry"
    }
}
