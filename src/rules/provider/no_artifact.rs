use std::collections::{BTreeMap, BTreeSet};

use crate::matching::Version;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::FieldPath;
use crate::provider::fault::{Missing, What};
use crate::rules::provider::lost_in_merge;
use crate::rules::provider::offered::Offered;
use crate::rules::provider::unserved::{self, Cause};
use crate::rules::provider::{COMPARISONS, names};
use crate::rules::{ProvidedView, Report, Reporter, words};
use crate::source::Span;

rule!(
    "provider/no-artifact",
    Selection,
    Warning,
    Provided(check),
    "An image version that fits a machine type but has no artifact in `providerConfig`."
);

const NAMED: usize = 3;

/// Versions of one image without an artifact in the same regions, for the same machine types and
/// cause.
type Key<'a> = (usize, Vec<&'a str>, Vec<usize>, Cause);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    if view.undecodable.is_some() || view.provided.part.is_none() && view.parent.is_none() {
        return;
    }
    let catalog = view.artifacts.catalog(view.whole);
    if !view.provided.provider.lookup.is_known() {
        return;
    }
    let own: BTreeSet<Span> = view
        .core
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter())
        .map(MachineImageVersion::at)
        .collect();
    // Losses of the merge are reported where they occur.
    let mut refused = refused(view);
    refused.extend(lost_in_merge::versions(view));
    let offered = Offered::new(view);
    let mut left = COMPARISONS;
    let classes = unserved::classes(view);
    let mut found: BTreeMap<Key<'_>, Vec<&Version<'_, '_>>> = BTreeMap::new();
    for version in view.matcher.versions() {
        let active = version
            .version
            .expirable
            .classification_at(view.settings.now)
            .is_active();
        let of = (*version.image.name, *version.version.version());
        if !active
            || !own.contains(&version.version.at())
            || refused.contains(&of)
            || of.0.is_empty()
            || of.1.is_empty()
        {
            continue;
        }
        for ((regions, cause), classes) in
            unserved::find(view, &catalog, version, &offered, &classes, &mut left)
        {
            found
                .entry((version.image_index, regions, classes, cause))
                .or_default()
                .push(version);
        }
        if left == 0 {
            return;
        }
    }
    for ((_, regions, classes, cause), versions) in found {
        reporter.report(report(view, &regions, &classes, cause, &versions));
    }
}

/// The artifacts that the webhook itself reports as missing.
fn refused<'a>(view: &ProvidedView<'a>) -> BTreeSet<(&'a str, &'a str)> {
    let mut refused = BTreeSet::new();
    for fault in view.faults {
        match fault.what {
            What::UnmappedVersion(of)
            | What::UnmappedFlavor { of, .. }
            | What::UnmappedArchitecture { of, .. }
            | What::UnmappedRegion { of, .. }
            | What::NoFormat(of)
            | What::BothFormats(of)
            | What::Missing(Missing::Regions(of)) => _ = refused.insert((of.image, of.version)),
            What::Missing(Missing::Reference(_))
            | What::NotOneReference { .. }
            | What::ArtifactOutsideFlavors(_) => {
                let at = names::at(view, &fault.field);
                if let (Some(image), Some(version)) = (at.image, at.version) {
                    refused.insert((*image.name, *version.version));
                }
            }
            What::UnmappedImage(of) => {
                let image = view
                    .core
                    .machine_images
                    .iter()
                    .filter(|image| *image.name == of.image);
                refused.extend(
                    image
                        .flat_map(|image| image.versions.iter())
                        .map(|version| (of.image, *version.version())),
                );
            }
            _ => {}
        }
    }
    refused
}

fn report(
    view: &ProvidedView<'_>,
    regions: &[&str],
    classes: &[usize],
    cause: Cause,
    versions: &[&Version<'_, '_>],
) -> Report {
    let classes: BTreeSet<usize> = classes.iter().copied().collect();
    let machines = view
        .matcher
        .machines()
        .iter()
        .filter(|machine| classes.contains(&machine.class));
    let machines: Vec<&str> = machines
        .filter(|machine| machine.machine_type.usable.value != Some(false))
        .map(|machine| *machine.machine_type.name)
        .collect();
    let first = versions[0];
    let names = words::some(
        versions.iter().map(|version| *version.version.version()),
        NAMED,
    );
    let place = match regions {
        [""] => String::new(),
        several => format!(
            " in region{} {}",
            if several.len() == 1 { "" } else { "s" },
            words::some(several.iter().copied(), NAMED)
        ),
    };
    let it = if versions.len() == 1 { "it" } else { "them" };
    let why = match cause {
        Cause::Absent => format!("`providerConfig` does not have {it}"),
        Cause::Unnamed => words::artifacts::names_none(it),
        Cause::Region => format!("`providerConfig` has {it} in other regions only"),
        Cause::Incompatible if !view.artifacts.provider.lookup.is_by_flavor() => {
            "no entry of `providerConfig` is for their architecture".to_owned()
        }
        Cause::Incompatible => "no flavor of `providerConfig` fits".to_owned(),
        Cause::Nameless => if versions.len() == 1 {
            "its artifact has no name"
        } else {
            "their artifacts have no names"
        }
        .to_owned(),
        Cause::NoArchitecture => {
            "the entry of `providerConfig` names no architecture, so it serves no worker pool"
                .to_owned()
        }
    };
    // Another rule reports a flavor without an architecture, which the webhook lets pass.
    let refused = view.provided.provider.lookup.judges_shoots && cause != Cause::NoArchitecture;
    // The server does not admit a Shoot that the extension refuses.
    let fits = match (refused || !view.faults.is_empty(), versions.len()) {
        (false, 1) => "is admitted for",
        (false, _) => "are admitted for",
        (true, 1) => "fits",
        (true, _) => "fit",
    };
    let effect = match (refused, place.is_empty()) {
        (true, true) => "the webhook of the extension refuses every Shoot that combines them",
        (true, false) => {
            "the webhook of the extension refuses every Shoot there that combines them"
        }
        (false, true) => {
            "no machine can start, and a cluster that tries may hang when you delete it"
        }
        (false, false) => {
            "no machine can start there, and a cluster that tries may hang when you delete it"
        }
    };
    let message = format!(
        "version{} {names} of image {} {fits} machine type{} {}{place}, but {why}: {effect}",
        if versions.len() == 1 { "" } else { "s" },
        words::quoted(*first.image.name),
        if machines.len() == 1 { "" } else { "s" },
        words::some(machines.iter().copied(), NAMED),
    );
    // Positions are those of the profile that Shoots use.
    let spec = FieldPath::from(if view.parent.is_some() {
        "status.cloudProfileSpec"
    } else {
        "spec"
    });
    let images = spec.field("machineImages").index(first.image_index);
    let path = images.field("versions").index(first.version_index);
    let help = match cause {
        Cause::Region => {
            "add the artifact of the region; if there is none, mark the machine types as \
             unavailable there"
        }
        Cause::Absent => "add the version to `providerConfig`, or remove it here",
        Cause::Unnamed => "name its artifacts in `providerConfig`, or remove the version",
        Cause::Incompatible if !view.artifacts.provider.lookup.is_by_flavor() => {
            "add an artifact for the architecture of the machine type"
        }
        Cause::Incompatible => {
            "add an artifact with the capabilities of the machine type, or remove the flavor from \
             the profile"
        }
        Cause::Nameless => "name the artifact",
        Cause::NoArchitecture => "name the architecture in `providerConfig`",
    };
    let mut report = Report::new(first.version.version().span, path, message).help(help);
    let config = &view.artifacts.config;
    let entry = config
        .images
        .iter()
        .filter(|image| image.name == first.image.name)
        .flat_map(|image| image.versions.iter());
    if let Some(entry) = entry
        .into_iter()
        .find(|entry| *entry.version == *first.version.version())
    {
        report = report.also(entry.version.span, "its artifacts");
    }
    if let Some(region) = view
        .whole
        .regions
        .iter()
        .find(|region| regions.first() == Some(&*region.name))
    {
        report = report.also(region.name.span, "the region");
    }
    report
}
