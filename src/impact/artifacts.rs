//! The provider's artifacts of machine types and image versions that both revisions have, by region.

use crate::impact::pairs::{Machines, answer, causes};
use crate::impact::pools::artifact_name;
use crate::impact::side::version_text;
use crate::impact::{Cause, Impact, Kind, Side};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::provider::lookup::{Artifact, Catalog, InRegions};
use crate::source::Span;

/// What a region gets before and after, with the places.
type Answer = (Option<String>, Span);

pub(super) fn compare<'a>(old: &Side<'a>, new: &Side<'a>, machines: &[Machines<'a>], vocabulary: &[Cause], found: &mut Vec<Impact<'a>>) {
    let (Some(before), Some(after)) = (&old.catalog, &new.catalog) else { return };
    let known: Vec<&'a str> = old.usable.profile.regions.iter().map(|region| *region.name).collect();
    let regional = before.is_regional() || after.is_regional();
    let in_both = new.usable.profile.regions.iter().map(|region| *region.name).filter(|name| known.contains(name));
    let regions: Vec<&'a str> = if regional { in_both.collect() } else { Vec::new() };
    for machine in machines {
        for ((image, version), at) in &new.versions {
            let Some(at_before) = old.versions.get(&(*image, *version)) else { continue };
            let (a, b) = (&old.matcher.machines()[machine.old], &new.matcher.machines()[machine.new]);
            let fits = |side: &Side<'a>, machine, at: usize| side.matcher.answer(machine, &side.matcher.versions()[at]).compatible;
            // What stops or starts to fit is told as that.
            if !fits(old, a, *at_before) || !fits(new, b, *at) {
                continue;
            }
            let of = |catalog: &Catalog<'a, 'a>, machine: &crate::matching::Machine<'a, 'a>| {
                let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
                answers(&catalog.by_region(image, version, machine.machine_type, architecture, &regions), &regions)
            };
            let (was, is) = (of(before, a), of(after, b));
            let mut groups: Vec<(&Answer, &Answer, Vec<&'a str>)> = Vec::new();
            for (index, (was, is)) in was.iter().zip(&is).enumerate() {
                if was.0 == is.0 {
                    continue;
                }
                let region = regions.get(index).copied();
                match groups.iter_mut().find(|group| group.0.0 == was.0 && group.1.0 == is.0) {
                    Some(group) => group.2.extend(region),
                    None => groups.push((was, is, region.into_iter().collect())),
                }
            }
            if groups.is_empty() {
                continue;
            }
            // Where another flavor wins, the artifact follows it.
            let flavors = answer(old, machine.old, *at_before) != answer(new, machine.new, *at);
            let [text, text_before] = [(new, *at), (old, *at_before)].map(|(side, at)| version_text(side.matcher.versions()[at].version));
            let mut all = if flavors { causes(machine.changed, text != text_before, vocabulary) } else { Vec::new() };
            if all.is_empty() {
                all.push(Cause::ChangedProviderPart);
            }
            for (was, is, regions) in groups {
                let mut impact = Impact::new(Kind::Artifact, all.clone());
                impact.machine_types.clone_from(&machine.names);
                impact.images = vec![(*image, *version)];
                impact.regions = regions;
                (impact.before, impact.after) = (was.0.clone(), is.0.clone());
                impact.old = old.place(was.1);
                impact.new = new.place(is.1);
                found.push(impact);
            }
        }
    }
}

/// One answer for each region; one at all where there are no regions.
fn answers(found: &[InRegions<'_, '_>], regions: &[&str]) -> Vec<Answer> {
    let named = |found: &Result<Artifact<'_>, _>| match found {
        Ok(artifact) => (Some(artifact_name(artifact)), artifact.at),
        Err(_) => (None, Span::default()),
    };
    if regions.is_empty() {
        return found.iter().take(1).map(|one| named(&one.found)).collect();
    }
    let in_region = |region: &&str| found.iter().find(|one| one.regions.contains(region));
    regions.iter().map(|region| in_region(region).map_or((None, Span::default()), |one| named(&one.found))).collect()
}
