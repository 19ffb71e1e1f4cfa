use std::collections::BTreeSet;

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::FieldPath;
use crate::provider::fault::What;
use crate::rules::provider::{region_setting, unknown_region};
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/unused-setting",
    Design,
    Note,
    Provided(check),
    "A setting of `providerConfig` for a region, a zone or a machine type that the \
        profile does not have."
);

/// Maximum number of names shown.
const NAMED: usize = 5;

/// Lists whose entries have the name of something in the profile.
const NAMED_LISTS: [(&str, Thing); 4] = [
    ("regions", Thing::Region),
    ("regionConfigs", Thing::Region),
    ("machineTypes", Thing::MachineType),
    ("machineTypeOptions", Thing::MachineType),
];

#[derive(Clone, Copy)]
enum Thing {
    Region,
    Zone,
    MachineType,
}

impl Thing {
    fn called(self) -> &'static str {
        match self {
            Self::Region => "region",
            Self::Zone => "zone",
            Self::MachineType => "machine type",
        }
    }

    fn list(self) -> &'static str {
        match self {
            Self::Region => "spec.regions",
            Self::Zone => "spec.regions[].zones",
            Self::MachineType => "spec.machineTypes",
        }
    }

    fn known<'a>(self, view: &ProvidedView<'a>) -> BTreeSet<&'a str> {
        match self {
            Self::Region => view
                .whole
                .regions
                .iter()
                .map(|region| *region.name)
                .collect(),
            Self::Zone => view
                .whole
                .regions
                .iter()
                .flat_map(|region| region.zones.iter())
                .map(|zone| *zone.name)
                .collect(),
            Self::MachineType => view.whole.machine_types.iter().map(|of| *of.name).collect(),
        }
    }
}

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = view
        .provided
        .part
        .as_ref()
        .filter(|part| view.parent.is_none() && !part.is_foreign())
    else {
        return;
    };
    for list in region_setting::lists(view) {
        let misspelt = unknown_region::misspelt(view, &list);
        let entries: Vec<_> = list
            .entries
            .iter()
            .map(|(at, region)| (list.path.clone().index(*at).field("region"), *region))
            .collect();
        let entries = entries
            .into_iter()
            .filter(|(_, region)| !misspelt.contains_key(region.value))
            .collect();
        report(view, list.name, Thing::Region, entries, reporter);
    }
    // Some extensions insist on the machine types themselves.
    let refused = view
        .faults_of(|fault| matches!(fault.what, What::MachineTypeNotInProfile(_)))
        .next()
        .is_some();
    for (field, thing) in NAMED_LISTS {
        if refused && matches!(thing, Thing::MachineType) {
            continue;
        }
        let path = FieldPath::from("spec.providerConfig").field(field);
        report(
            view,
            field,
            thing,
            names(part.cursor.field(field), &path),
            reporter,
        );
    }
    let zones = part
        .cursor
        .field("regions")
        .list(|region| region.field("zones"));
    let zones = zones.iter().enumerate().flat_map(|(at, zones)| {
        let region = FieldPath::from("spec.providerConfig.regions").index(at);
        names(*zones, &region.field("zones"))
    });
    report(
        view,
        "regions[].zones",
        Thing::Zone,
        zones.collect(),
        reporter,
    );
}

/// The names in a list, with their paths.
fn names<'t>(list: Cursor<'t>, path: &FieldPath) -> Vec<(FieldPath, Spanned<&'t str>)> {
    let names = list.list(|entry| entry.field("name").string());
    names
        .iter()
        .enumerate()
        .map(|(at, name)| (path.clone().index(at).field("name"), *name))
        .collect()
}

/// One finding a list: settings are often listed for all of a cloud.
fn report(
    view: &ProvidedView<'_>,
    list: &str,
    thing: Thing,
    entries: Vec<(FieldPath, Spanned<&str>)>,
    reporter: &mut Reporter<'_>,
) {
    let known = thing.known(view);
    let unused: Vec<_> = entries
        .into_iter()
        .filter(|(_, name)| !name.is_empty() && !known.contains(name.value))
        .collect();
    let Some((path, first)) = unused.first().filter(|_| !known.is_empty()) else {
        return;
    };
    let names: BTreeSet<&str> = unused.iter().map(|(_, name)| name.value).collect();
    let (plural, verb) = if names.len() == 1 {
        ("", "is")
    } else {
        ("s", "are")
    };
    let entry = match list {
        "floatingPools" => "no Shoot can use the floating pool",
        _ => "nobody needs the setting",
    };
    let message = format!(
        "{}{plural} {} in `{list}` {verb} not among `{}`: {entry}{}",
        thing.called(),
        words::some(names.iter().copied(), NAMED),
        thing.list(),
        if unused.len() == 1 { "" } else { "s" }
    );
    reporter.report(
        Report::new(first.span, path, message)
            .value(first.value)
            .help("remove it if nobody needs it, or add it to the profile"),
    );
}
