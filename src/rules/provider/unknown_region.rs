use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Severity;
use crate::model::cursor::Spanned;
use crate::model::near::is_place_slip;
use crate::model::path::FieldPath;
use crate::rules::provider::{entry_path, region_mapping, region_setting};
use crate::rules::{ProvidedView, Report, Reporter, edit, words};
use crate::source::Span;
use crate::yaml::is_same;

rule!(
    "provider/unknown-region",
    Design,
    Warning,
    Provided(check),
    "An artifact or a setting for a region that the profile does not have."
);

/// Maximum number of regions named.
const NAMED: usize = 5;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    let known: BTreeSet<&str> = view
        .whole
        .regions
        .iter()
        .map(|region| *region.name)
        .collect();
    if known.is_empty() {
        return;
    }
    // Each name once, with where it stands first and how often.
    let mut found: Vec<(&str, Found)> = Vec::new();
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    // Lists mostly name the same regions in the same order.
    let mut next = 0;
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            for (place, mapping) in region_mapping::all(version) {
                let name = *mapping.name;
                let expected = found.get(next).filter(|(known, _)| is_same(known, name));
                let position = match expected {
                    Some(_) => next,
                    None => *positions.entry(name).or_insert_with(|| {
                        let of_name = Found {
                            span: mapping.name.span,
                            path: place.below(entry_path(at, index)).field("name"),
                            count: 0,
                        };
                        found.push((name, of_name));
                        found.len() - 1
                    }),
                };
                if let Some((_, of_name)) = found.get_mut(position) {
                    of_name.count += 1;
                }
                next = (position + 1) % found.len();
            }
        }
    }
    let mapped: BTreeMap<&str, Found> = found.into_iter().collect();
    misspelt_settings(view, reporter);
    let names: BTreeSet<&str> = mapped.keys().copied().collect();
    let mut foreign = Vec::new();
    for (name, found) in mapped
        .into_iter()
        .filter(|(name, _)| !name.is_empty() && !known.contains(name))
    {
        match meant(name, &known, &names) {
            Some(near) => reporter.report(misspelt_mapping(view, name, near, &found)),
            None => foreign.push((name, found)),
        }
    }
    // Artifacts are often listed for all regions of a cloud: that is no mistake, and worth one
    // line.
    foreign.sort_by_key(|(_, found)| found.span);
    if let Some((name, first)) = foreign.first() {
        let entries: usize = foreign.iter().map(|(_, found)| found.count).sum();
        let names = words::some(foreign.iter().map(|(name, _)| *name), NAMED);
        let (plural, verb) = if foreign.len() == 1 {
            ("", "is")
        } else {
            ("s", "are")
        };
        let message = format!(
            "region{plural} {names} {verb} not in `spec.regions`: no worker can get {}",
            if entries == 1 {
                "this artifact".to_owned()
            } else {
                format!(
                    "the {entries} artifacts for {}",
                    if foreign.len() == 1 { "it" } else { "them" }
                )
            }
        );
        let report = Report::new(first.span, &first.path, message)
            .value(name)
            .severity(Severity::Note);
        reporter.report(
            report
                .help("remove the entries if nobody will ever need them")
                .also(view.whole.regions.span, "the regions of the profile"),
        );
    }
}

/// The region that a name was meant to be. Regions are called alike: only one that has no entry of
/// its own.
fn meant<'n>(name: &str, known: &BTreeSet<&'n str>, mapped: &BTreeSet<&str>) -> Option<&'n str> {
    let same = known
        .iter()
        .find(|region| region.eq_ignore_ascii_case(name))
        .copied();
    same.or_else(|| {
        words::near(
            name,
            known
                .iter()
                .copied()
                .filter(|region| !mapped.contains(region)),
        )
    })
}

/// The names in a list of settings that are slips, with the regions that were meant.
pub(super) fn misspelt<'a>(
    view: &ProvidedView<'a>,
    list: &region_setting::List<'a>,
) -> BTreeMap<&'a str, &'a str> {
    let known: BTreeSet<&str> = view
        .whole
        .regions
        .iter()
        .map(|region| *region.name)
        .collect();
    let named: BTreeSet<&str> = list
        .entries
        .iter()
        .map(|(_, region)| region.value)
        .collect();
    let unknown = named.iter().copied().filter(|name| !known.contains(name));
    unknown
        .filter_map(|name| {
            Some((
                name,
                meant(name, &known, &named).filter(|near| is_place_slip(name, near))?,
            ))
        })
        .collect()
}

/// Settings by region: each list may be for all regions of a cloud, so only what is surely a slip
/// is a mistake.
fn misspelt_settings(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for list in region_setting::lists(view) {
        let slips = misspelt(view, &list);
        for (index, region) in &list.entries {
            let name = region.value;
            let Some(near) = slips.get(name).copied() else {
                continue;
            };
            let why = if near.eq_ignore_ascii_case(name) {
                "differs from the profile's only in case"
            } else {
                "is not in `spec.regions`"
            };
            let message = format!(
                "region {} of `{}` {why}: the extension compares names exactly, so the entry \
                 matches no region of the profile",
                words::quoted(name),
                list.name
            );
            let report = Report::new(
                region.span,
                list.path.clone().index(*index).field("region"),
                message,
            )
            .value(name)
            .help(format!(
                "{}remove the entry, or add the region to the profile",
                words::did_you_mean(Some(near))
            ));
            let report = edit::write_instead(report, view.item.text, *region, Some(near));
            reporter.report(beside(view, report, near));
        }
    }
}

/// With the region of the profile that was meant.
fn beside(view: &ProvidedView<'_>, report: Report, near: &str) -> Report {
    match view
        .whole
        .regions
        .iter()
        .find(|region| *region.name == near)
    {
        Some(region) => report.also(region.name.span, "the region of the profile"),
        None => report,
    }
}

/// The first place of an unknown name, and their number.
struct Found {
    span: Span,
    path: FieldPath,
    count: usize,
}

fn misspelt_mapping(view: &ProvidedView<'_>, name: &str, near: &str, found: &Found) -> Report {
    let more = if found.count > 1 {
        format!(", {} times in `providerConfig`,", found.count)
    } else {
        String::new()
    };
    let message = if near.eq_ignore_ascii_case(name) {
        format!(
            "region {}{more} differs from the profile's {} only in case: the extension compares \
             names exactly and does not find this artifact",
            words::quoted(name),
            words::quoted(near)
        )
    } else {
        format!(
            "region {}{more} is not in `spec.regions`: no worker can get this artifact",
            words::quoted(name)
        )
    };
    let report = Report::new(found.span, &found.path, message)
        .value(name)
        .help(format!(
            "{}remove the entry, or add the region to the profile",
            words::did_you_mean(Some(near))
        ));
    let report = if found.count == 1 {
        let name = Spanned::new(name, found.span);
        edit::write_instead(report, view.item.text, name, Some(near))
    } else {
        report
    };
    beside(view, report, near)
}
