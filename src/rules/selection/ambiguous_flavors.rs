use std::collections::BTreeMap;

use crate::capability::Row;
use crate::matching::{Machine, Version};
use crate::rules::{ProfileView, Report, Reporter};

use super::kinds::Kinds;
use super::{names, ties};

rule!(
    "selection/ambiguous-flavors",
    Selection,
    Error,
    Effective(check),
    "Flavors of an image version that are ambiguous for some machine type."
);

/// The versions that have these flavors, each with their positions.
type Found<'a> = Vec<(&'a Version<'a, 'a>, &'a [usize])>;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view) else {
        return;
    };
    let mut found: BTreeMap<(Vec<&Row<'_>>, Vec<usize>), Found<'_>> = BTreeMap::new();
    for kind in kinds.versions() {
        for (group, machines) in ties::hit(&kinds, kind) {
            if !group
                .iter()
                .all(|flavor| kinds.is_sound_flavor(kind.first, *flavor))
            {
                continue;
            }
            let rows = group
                .iter()
                .filter_map(|index| kind.first.flavors.get(*index))
                .collect();
            found
                .entry((rows, machines))
                .or_default()
                .extend(kind.all.iter().map(|version| (*version, group)));
        }
    }
    for ((_, machines), mut found) in found {
        found.sort_by_key(|(version, _)| version.version.at());
        let (Some((version, group)), machines) = (found.first(), kinds.machines_of(&machines))
        else {
            continue;
        };
        let versions: Vec<_> = found.iter().map(|(version, _)| *version).collect();
        reporter.report(report(view, version, group, &versions, &machines));
    }
}

fn report(
    view: &ProfileView<'_>,
    version: &Version<'_, '_>,
    group: &[usize],
    versions: &[&Version<'_, '_>],
    machines: &[&Machine<'_, '_>],
) -> Report {
    let (first, others) = group
        .split_first()
        .map_or((0, group), |(first, others)| (*first, others));
    let last = others.last().copied().unwrap_or(first);
    let message = format!(
        "{} of {} have the same values and both fit {}: selection cannot decide. Its worker pools \
         fail at run time with an error that no admission check reports",
        names::flavors(group),
        names::versions(versions),
        names::machine_types(machines),
    );
    let message = if group.len() == 2 {
        message
    } else {
        message.replacen(" and both fit ", " and all fit ", 1)
    };
    let message = if machines.len() == 1 {
        message
    } else {
        message.replacen(" its worker pools ", " their worker pools ", 1)
    };
    let mut report = Report::new(
        names::flavor_span(version, last),
        names::flavor_path(version, last),
        message,
    )
    .also(
        names::flavor_span(version, first),
        "has the same values after defaulting",
    )
    .help(
        "name the capability in which the image artifacts differ (define it in \
         `spec.machineCapabilities` if it is missing), or keep one flavor. The order of the \
         flavors does not matter",
    );
    if let Some(machine) = machines.first() {
        report = report.also(machine.machine_type.name.span, "fits both");
    }
    report.also(
        view.profile.machine_capabilities.span,
        "no value of the vocabulary tells them apart",
    )
}
