//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition::{self, Repeated};
use crate::rules::{Check, Part, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/duplicate-name`
pub static RULE: Rule = Rule {
    name: "cloudprofile/duplicate-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A machine type, volume type, region or zone that is listed twice.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/duplicate-name.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let profile = view.profile;
    if !view.part.has_all_lists() {
        return;
    }
    let spec = view.spec();
    let machine_types = spec.field("machineTypes");
    for repeated in repetition::find(profile.machine_types.iter().map(|machine_type| machine_type.name)) {
        let path = machine_types.index(repeated.index);
        reporter.report(report("machine type", &repeated, &path).help("remove one of the two, or rename it"));
    }
    let volume_types = spec.field("volumeTypes");
    // The server looks no further after the first.
    for repeated in repetition::find(profile.volume_types.iter().map(|volume_type| volume_type.name)).iter().take(1) {
        let rest = profile.volume_types.len() - repeated.index - 1;
        let unseen = if rest == 0 { String::new() } else { format!("; the {rest} volume types after it are checked only then") };
        let path = volume_types.index(repeated.index);
        reporter.report(report("volume type", repeated, &path).help(format!("remove one of the two, or rename it{unseen}")));
    }
    if !matches!(view.part, Part::CloudProfile) {
        return;
    }
    let regions = spec.field("regions");
    // Regions and zones without a name are only that; without a name, they are not compared.
    for repeated in repetition::find(profile.regions.iter().map(|region| region.name)).iter().filter(is_named) {
        let path = regions.index(repeated.index);
        reporter.report(report("region", repeated, &path).help("bring the zones of both together in one entry"));
    }
    for (index, region) in profile.regions.iter().enumerate() {
        let path = regions.index(index);
        let zones = path.field("zones");
        for repeated in repetition::find(region.zones.iter().map(|zone| zone.name)).iter().filter(is_named) {
            let path = zones.index(repeated.index);
            reporter.report(report("zone", repeated, &path).help("keep one entry; in it, list what is unavailable in that zone"));
        }
    }
}

fn is_named(repeated: &&Repeated<'_>) -> bool {
    !repeated.name.is_empty()
}

fn report(what: &str, repeated: &Repeated<'_>, path: &Path<'_>) -> Report {
    let name = repeated.name;
    let message = if name.is_empty() {
        format!("a second {what} without a name counts as listed twice")
    } else {
        format!("{what} `{}` is listed twice, and look-ups by name find only one of the two", *name)
    };
    Report::new(name.span, path.field("name"), message)
        .error(ErrorType::Duplicate)
        .value(*name)
        .also(repeated.first.span, "first listed here")
}
