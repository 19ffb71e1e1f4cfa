use std::collections::BTreeMap;

use crate::matching::{Machine, Version};
use crate::model::lifecycle::{Classification, Current};
use crate::rules::{ProfileView, Report, Reporter, words};

use super::kinds::Kinds;
use super::names;

rule!(
    "selection/machine-type-without-supported-image",
    Selection,
    Note,
    Effective(check),
    "A machine type for which no image version is in state `supported`."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view).filter(Kinds::are_complete) else {
        return;
    };
    // Position of each kind of version, and whether one of it is supported.
    let supported: Vec<bool> = kinds
        .versions()
        .iter()
        .map(|kind| {
            kind.all
                .iter()
                .any(|version| state(view, version) == Classification::Supported)
        })
        .collect();
    let mut found: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for machine in kinds.machines() {
        let fitting = kinds.versions().iter().enumerate();
        let fitting = fitting.filter(|(_, version)| {
            kinds
                .matcher
                .answer_of_classes(machine.class, version.class)
                .compatible
        });
        let fitting: Vec<usize> = fitting.map(|(index, _)| index).collect();
        if !fitting.is_empty()
            && !fitting
                .iter()
                .any(|index| supported.get(*index) == Some(&true))
        {
            found.entry(fitting).or_default().push(machine.class);
        }
    }
    for (fitting, classes) in found {
        let versions = fitting
            .iter()
            .filter_map(|index| kinds.versions().get(*index))
            .flat_map(|kind| kind.all.iter().copied());
        let versions: Vec<_> = versions.collect();
        // Nearest to supported.
        let best = versions
            .iter()
            .min_by_key(|version| match state(view, version).rank() {
                Classification::Deprecated => 0,
                Classification::Preview => 1,
                _ => 2,
            });
        let machines = kinds.machines_of(&classes);
        // A machine type of the parent lacks an image because of the child, or already in the
        // parent, which reports it.
        let inherited = |machine: &&Machine<'_, '_>| machine.machine_type.name.span.is_elsewhere();
        if machines.iter().any(inherited)
            && versions
                .iter()
                .all(|version| state_span(version).is_elsewhere())
        {
            continue;
        }
        if let (Some(version), Some(machine)) = (best, machines.first()) {
            let report = report(
                &kinds,
                &machines,
                machine,
                &versions,
                version,
                state(view, version).as_str(),
            );
            reporter
                .report(report.also(state_span(version), format!("is {}", state(view, version))));
        }
    }
}

fn report(
    kinds: &Kinds<'_>,
    machines: &[&Machine<'_, '_>],
    machine: &Machine<'_, '_>,
    versions: &[&Version<'_, '_>],
    best: &Version<'_, '_>,
    state: &str,
) -> Report {
    let consequence = match state {
        "deprecated" => "; new worker pools can only start on a version that users should leave",
        "preview" => {
            "; the server refuses a Shoot that names no version, because preview is never a \
             default"
        }
        _ => "",
    };
    let of = if versions.len() == 1 {
        String::new()
    } else {
        format!(" of {} that fit", versions.len())
    };
    let message = format!(
        "no image version that fits {} is in state `supported`: the best{of} is {}, which is \
         {}{consequence}",
        names::machine_types(machines),
        names::versions(&[best]),
        words::quoted(state),
    );
    Report::new(
        machine.machine_type.name.span,
        names::machine_path(machine, kinds.matcher.machines()),
        message,
    )
    .help(
        "offer a supported image version with a flavor for these machine types, or set `usable: \
         false` on them to retire them",
    )
}

fn state<'t>(view: &ProfileView<'_>, version: &Version<'_, 't>) -> Current<'t> {
    version
        .version
        .expirable
        .classification_at(view.settings.now)
}

fn state_span(version: &Version<'_, '_>) -> crate::source::Span {
    version.version.expirable.because()
}
