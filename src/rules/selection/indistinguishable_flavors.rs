use std::collections::BTreeMap;

use crate::capability::Row;
use crate::matching::Version;
use crate::rules::{ProfileView, Report, Reporter};

use super::kinds::Kinds;
use super::{names, ties};

rule!(
    "selection/indistinguishable-flavors",
    Selection,
    Error,
    Effective(check),
    "Flavors of an image version with the same values that no machine type gets today."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view) else {
        return;
    };
    let mut found: BTreeMap<&Row<'_>, Vec<(&Version<'_, '_>, Vec<usize>)>> = BTreeMap::new();
    for kind in kinds.versions() {
        let equal = ties::equal(kind.first);
        if equal.is_empty() {
            continue;
        }
        let hit = ties::hit(&kinds, kind);
        for group in equal {
            let sound = |flavor: &usize| kinds.is_sound_flavor(kind.first, *flavor);
            // Flavors that a machine type meets are reported as ambiguous.
            if hit
                .keys()
                .any(|hit| hit.iter().any(|index| group.contains(index)))
                || !group.iter().all(sound)
            {
                continue;
            }
            let Some(row) = group
                .first()
                .and_then(|index| kind.first.flavors.get(*index))
            else {
                continue;
            };
            found
                .entry(row)
                .or_default()
                .extend(kind.all.iter().map(|version| (*version, group.clone())));
        }
    }
    for mut found in found.into_values() {
        found.sort_by_key(|(version, _)| version.version.at());
        let versions: Vec<_> = found.iter().map(|(version, _)| *version).collect();
        if let Some((version, group)) = found.first() {
            reporter.report(report(view, version, group, &versions));
        }
    }
}

fn report(
    view: &ProfileView<'_>,
    version: &Version<'_, '_>,
    group: &[usize],
    versions: &[&Version<'_, '_>],
) -> Report {
    let (first, last) = (
        group.first().copied().unwrap_or_default(),
        group.last().copied().unwrap_or_default(),
    );
    let message = format!(
        "{} of {} have the same values: no machine type matches them today, but the first one \
         that does matches all. Its worker pools then fail at run time",
        names::flavors(group),
        names::versions(versions),
    );
    Report::new(
        names::flavor_span(version, last),
        names::flavor_path(version, last),
        message,
    )
    .also(
        names::flavor_span(version, first),
        "has the same values after defaulting",
    )
    .also(
        view.profile.machine_capabilities.span,
        "no value of the vocabulary tells them apart",
    )
    .help(
        "name the capability in which the image artifacts differ, or keep one flavor; a \
         capability that you leave out counts as all its values",
    )
}
