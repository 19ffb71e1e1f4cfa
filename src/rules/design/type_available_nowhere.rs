use crate::model::cloudprofile::Zone;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{Part, ProfileView, Report, Reporter, words};

rule!(
    "design/type-available-nowhere",
    Design,
    Warning,
    Effective(check),
    "A machine type or volume type that every zone of every region calls unavailable."
);

type Unavailable<'z, 't> = &'z [Spanned<&'t str>];

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let profile = view.profile;
    // A region without zones has no list of what it lacks.
    if profile.regions.is_empty() || profile.regions.iter().any(|region| region.zones.is_empty()) {
        return;
    }
    let zones: Vec<&Zone<'_>> = profile
        .regions
        .iter()
        .flat_map(|region| region.zones.iter())
        .collect();
    let spec = Path::new("spec");
    let (machines, volumes) = (spec.field("machineTypes"), spec.field("volumeTypes"));
    let zone = match view.part {
        Part::Merged => {
            "ask the owner of the parent to remove it from the list of a zone that \
            has it"
        }
        _ => "remove it from the list of a zone that has it",
    };
    let machine_types = profile
        .machine_types
        .iter()
        .enumerate()
        .filter(|(_, of)| *of.usable != Some(false));
    for (index, of) in machine_types {
        let unavailable = zones.iter().map(|zone| &zone.unavailable_machine_types[..]);
        nowhere(
            ("machine type", zone),
            of.name,
            &machines.index(index),
            unavailable,
            reporter,
        );
    }
    let volume_types = profile
        .volume_types
        .iter()
        .enumerate()
        .filter(|(_, of)| *of.usable != Some(false));
    for (index, of) in volume_types {
        let unavailable = zones.iter().map(|zone| &zone.unavailable_volume_types[..]);
        nowhere(
            ("volume type", zone),
            of.name,
            &volumes.index(index),
            unavailable,
            reporter,
        );
    }
}

fn nowhere<'z, 't: 'z>(
    (what, zone): (&str, &str),
    name: Spanned<&str>,
    path: &Path<'_>,
    zones: impl Iterator<Item = Unavailable<'z, 't>>,
    reporter: &mut Reporter<'_>,
) {
    let entries: Option<Vec<_>> = zones
        .map(|unavailable| unavailable.iter().find(|entry| entry.value == name.value))
        .collect();
    let Some([first, ..]) = entries.as_deref() else {
        return;
    };
    let message = format!(
        "{what} {} is not available anywhere: every zone of every region calls it unavailable",
        words::quoted(name.value)
    );
    reporter.report(
        Report::new(name.span, path.field("name"), message)
            .value(name.value)
            .also(first.span, "one of the zones")
            .help(format!("remove the {what}, set `usable: false`, or {zone}")),
    );
}
