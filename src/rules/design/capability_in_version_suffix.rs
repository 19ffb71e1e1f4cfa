use std::collections::{BTreeMap, BTreeSet};

use crate::capability;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::FieldPath;
use crate::model::version::Version;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "design/capability-in-version-suffix",
    Design,
    Note,
    CloudProfile(check),
    "An image version whose suffix names a hardware trait.",
    Part
);

/// How many versions a message names.
const NAMED: usize = 3;

/// The versions of an image with such suffixes.
struct Found<'a> {
    path: FieldPath,
    versions: Vec<&'a MachineImageVersion<'a>>,
    traits: BTreeSet<String>,
}

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let values: BTreeSet<String> = view
        .vocabulary
        .definitions()
        .iter()
        .flat_map(|definition| {
            definition
                .values
                .iter()
                .map(|value| value.value.to_ascii_lowercase())
        })
        .filter(|value| value.len() > 1 && value.bytes().any(|b| b.is_ascii_alphabetic()))
        .collect();
    let mut found: BTreeMap<&str, Found<'_>> = BTreeMap::new();
    walk::image_versions(view.profile, |path, image, version| {
        let traits: Vec<String> = Version::parse(*version.version())
            .map_or_else(Vec::new, |parsed| traits(parsed.pre, &values));
        if !traits.is_empty() {
            let new = || Found {
                path: path.field("version").into(),
                versions: Vec::new(),
                traits: BTreeSet::new(),
            };
            let found = found.entry(image).or_insert_with(new);
            found.versions.push(version);
            found.traits.extend(traits);
        }
    });
    for (image, found) in found {
        if let Some(report) = report(view, image, &found) {
            reporter.report(report);
        }
    }
}

/// The parts of a pre-release that name traits.
fn traits(pre: &str, values: &BTreeSet<String>) -> Vec<String> {
    let parts = capability::traits::words(pre);
    parts
        .filter(|part| capability::traits::is_trait(part, values))
        .collect()
}

fn report(view: &ProfileView<'_>, image: &str, found: &Found<'_>) -> Option<Report> {
    let first = found.versions.first()?;
    let traits = words::all(found.traits.iter().map(String::as_str));
    let message = format!(
        "image {} has {traits} in the suffix of version{} {}: Gardener reads it as a pre-release. \
         Defaults and automatic updates move worker pools between versions with and without it",
        words::quoted(image),
        if found.versions.len() == 1 { "" } else { "s" },
        words::some(
            found.versions.iter().map(|version| *version.version()),
            NAMED
        ),
    );
    let help = if view.vocabulary.is_empty() {
        format!(
            "define a capability in `spec.machineCapabilities` with the values {traits}, and make \
             the versions flavors of one version without suffix"
        )
    } else {
        "make the versions flavors of one version without suffix; the capability says which \
         machine types each flavor fits"
            .to_owned()
    };
    let mut report = Report::new(first.version().span, &found.path, message)
        .value(*first.version())
        .help(help);
    if let Some(second) = found.versions.get(1) {
        report = report.also(second.version().span, "and here");
    }
    Some(report)
}
