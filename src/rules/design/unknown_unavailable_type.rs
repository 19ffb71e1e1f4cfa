use std::collections::BTreeSet;

use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, words};

rule!(
    "design/unknown-unavailable-type",
    Design,
    Warning,
    CloudProfile(check),
    "A machine type or volume type that a zone calls unavailable and the profile does \
        not have."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let machines: BTreeSet<&str> = view
        .written
        .machine_types
        .iter()
        .map(|machine_type| *machine_type.name)
        .collect();
    let volumes: BTreeSet<&str> = view
        .written
        .volume_types
        .iter()
        .map(|volume_type| *volume_type.name)
        .collect();
    // Each name once: a type is mostly unavailable in several zones.
    let mut said = BTreeSet::new();
    let spec = Path::new("spec");
    let regions = spec.field("regions");
    for (index, region) in view.written.regions.iter().enumerate() {
        let path = regions.index(index);
        let zones = path.field("zones");
        for (index, zone) in region.zones.iter().enumerate() {
            let path = zones.index(index);
            let lists = [
                (
                    "machine type",
                    "unavailableMachineTypes",
                    &zone.unavailable_machine_types,
                    &machines,
                ),
                (
                    "volume type",
                    "unavailableVolumeTypes",
                    &zone.unavailable_volume_types,
                    &volumes,
                ),
            ];
            for (what, field, list, known) in lists {
                let path = path.field(field);
                for (index, name) in list
                    .iter()
                    .enumerate()
                    .filter(|(_, name)| !name.is_empty() && !known.contains(name.value))
                {
                    if said.insert((what, name.value)) {
                        let fresh = || {
                            known
                                .iter()
                                .copied()
                                .filter(|known| list.iter().all(|name| name.value != *known))
                        };
                        let path = path.index(index);
                        let report = report(what, *name, &path, *zone.name, fresh());
                        let meant = words::only_near(name.value, fresh());
                        let text = view.item.text;
                        reporter.report(edit::write_instead(report, text, *name, meant));
                    }
                }
            }
        }
    }
}

fn report<'a>(
    what: &str,
    name: Spanned<&str>,
    path: &Path<'_>,
    zone: &str,
    known: impl Iterator<Item = &'a str>,
) -> Report {
    let message = format!(
        "zone {} calls {what} {} unavailable, but the profile does not have it: if this is a \
         misspelling, Shoots that use the intended one there get no machines",
        words::quoted(zone),
        words::quoted(name.value)
    );
    let near = words::near(name.value, known);
    Report::new(
        name.span,
        path,
        message.replace(
            "get no machines",
            if what == "volume type" {
                "get no volumes"
            } else {
                "get no machines"
            },
        ),
    )
    .value(name.value)
    .help(format!(
        "{}name a {what} of the profile, or remove the entry",
        words::did_you_mean(near)
    ))
}
