//! The regions that were asked for: where a machine type is available, and where something can be
//! started.

use crate::matching::without;
use crate::output::Document;
use crate::provider::lookup::InRegions;
use crate::table::matching::pen::{Mark, Pen, item};
use crate::table::matching::{ProfileView, artifacts};

/// The regions that count where no zone has a machine type.
pub(super) fn lacking<'t>(profile: &ProfileView<'_, '_, 't>, machine: usize) -> Vec<&'t str> {
    let name = *profile.matcher.machines()[machine].machine_type.name;
    without(profile.matcher.profile(), name)
        .map(|region| *region.name)
        .filter(|region| profile.regions.contains(region))
        .collect()
}

/// Whether what gets these artifacts can be started on a machine type in any of the regions that
/// count; where nothing is known of artifacts, they count as being there.
pub(super) fn start(
    profile: &ProfileView<'_, '_, '_>,
    machine: usize,
    answers: &[InRegions<'_, '_>],
) -> bool {
    // A profile without regions is refused for that; one without those that were asked for has
    // nothing there.
    if profile.regions.is_empty() && profile.in_regions {
        return false;
    }
    let lacking = lacking(profile, machine);
    let available = |regions: &[&str]| {
        regions.is_empty() || regions.iter().any(|region| !lacking.contains(region))
    };
    match profile.artifacts {
        Some(lookup) if lookup.undecodable.is_some() => false,
        Some(_) if !answers.is_empty() => answers
            .iter()
            .any(|answer| artifacts::may_exist(&answer.found) && available(&answer.regions)),
        _ => available(profile.regions),
    }
}

/// Why nothing can be started on a machine type in any of the regions that were asked for.
pub(super) fn nowhere(profile: &ProfileView<'_, '_, '_>, machine: usize) -> String {
    let (all, lacking) = (profile.regions, lacking(profile, machine));
    let names = all.join(", ");
    if all.is_empty() {
        "does not fit: the profile has no region that was asked for".to_owned()
    } else if lacking.len() == all.len() {
        format!("does not fit in {names}: the machine type is available in no zone there")
    } else if lacking.is_empty() {
        format!("does not fit in {names}: no artifact")
    } else {
        format!("does not fit in {names}: no artifact where the machine type is available")
    }
}

/// Says in which of the regions that were asked for a machine type is not available, where it is
/// in others.
pub(super) fn line(
    profile: &ProfileView<'_, '_, '_>,
    machine: usize,
    indent: usize,
    pen: Pen,
    out: &mut Document,
) {
    let lacking = lacking(profile, machine);
    if profile.in_regions && !lacking.is_empty() && lacking.len() < profile.regions.len() {
        let text = format!(
            "The machine type is available in no zone of {}.",
            pen.names(&lacking)
        );
        item(out, indent, Mark::No, &text);
    }
}
