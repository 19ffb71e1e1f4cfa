use std::collections::BTreeSet;

use crate::finding::ErrorType;
use crate::model::cloudprofile::Zone;
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition::{self, Repeated};
use crate::rules::{Part, ProfileView, Report, Reporter, removal};

rule!(
    "cloudprofile/duplicate-name",
    Static,
    Error,
    Spec(check),
    "A machine type, volume type, region or zone that is listed twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let profile = view.profile;
    if !view.part.has_all_lists() {
        return;
    }
    let spec = view.spec();
    let machine_types = spec.field("machineTypes");
    for repeated in repetition::find(
        profile
            .machine_types
            .iter()
            .map(|machine_type| machine_type.name),
    ) {
        let path = machine_types.index(repeated.index);
        reporter.report(
            report(view, "machine type", &repeated, &path)
                .help("remove one of the two, or rename it"),
        );
    }
    let volume_types = spec.field("volumeTypes");
    // The server looks no further after the first.
    for repeated in repetition::find(
        profile
            .volume_types
            .iter()
            .map(|volume_type| volume_type.name),
    )
    .iter()
    .take(1)
    {
        let rest = profile.volume_types.len() - repeated.index - 1;
        let unseen = if rest == 0 {
            String::new()
        } else {
            format!("; the {rest} volume types after it are checked only then")
        };
        let path = volume_types.index(repeated.index);
        reporter.report(
            report(view, "volume type", repeated, &path)
                .help(format!("remove one of the two, or rename it{unseen}")),
        );
    }
    if !matches!(view.part, Part::CloudProfile) {
        return;
    }
    let regions = spec.field("regions");
    let without_zones: BTreeSet<&str> = profile
        .regions
        .iter()
        .filter(|region| region.zones.is_empty())
        .map(|region| *region.name)
        .collect();
    // Regions and zones without a name are only that; without a name, they are not compared.
    for repeated in repetition::find(profile.regions.iter().map(|region| region.name))
        .iter()
        .filter(is_named)
    {
        let path = regions.index(repeated.index);
        let help = if without_zones.contains(repeated.name.value) {
            "remove one of the two, or rename it"
        } else {
            "merge the zones of both into one entry"
        };
        reporter.report(report(view, "region", repeated, &path).help(help));
    }
    for (index, region) in profile.regions.iter().enumerate() {
        let path = regions.index(index);
        let zones = path.field("zones");
        let lacks = |zone: &&Zone<'_>| {
            !zone.unavailable_machine_types.is_empty() || !zone.unavailable_volume_types.is_empty()
        };
        let limited: BTreeSet<&str> = region
            .zones
            .iter()
            .filter(lacks)
            .map(|zone| *zone.name)
            .collect();
        for repeated in repetition::find(region.zones.iter().map(|zone| zone.name))
            .iter()
            .filter(is_named)
        {
            let path = zones.index(repeated.index);
            let help = match limited.contains(repeated.name.value) {
                true => {
                    "keep one entry, and list in it everything that is unavailable in that zone"
                }
                false => "remove one of the two, or rename it",
            };
            reporter.report(report(view, "zone", repeated, &path).help(help));
        }
    }
}

fn is_named(repeated: &&Repeated<'_>) -> bool {
    !repeated.name.is_empty()
}

fn report(view: &ProfileView<'_>, what: &str, repeated: &Repeated<'_>, path: &Path<'_>) -> Report {
    let name = repeated.name;
    let message = if name.is_empty() {
        format!("a second {what} without a name counts as listed twice")
    } else {
        format!(
            "{what} `{}` is listed twice, and look-ups by name find only one of the two",
            *name
        )
    };
    let report = Report::new(name.span, path.field("name"), message)
        .error(ErrorType::Duplicate)
        .value(*name)
        .also(repeated.first.span, "first listed here");
    removal::without_repetition(report, view.item, path, name.span)
}
