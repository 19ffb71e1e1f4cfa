//! The provider's artifacts of machine types and image versions that both revisions have, by region.

use crate::impact::pairs::{Machines, answer, causes};
use crate::impact::side::version_text;
use crate::impact::{Cause, Impact, Kind, Side};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cursor::Spanned;
use crate::provider::lookup::{Catalog, Offers};
use crate::source::Span;

/// What names an artifact, with where it stands; none where there is none.
type Answer<'a> = Option<(Vec<(&'static str, Spanned<&'a str>)>, Span)>;

pub(super) fn compare<'a>(old: &Side<'a>, new: &Side<'a>, machines: &[Machines<'a>], vocabulary: &[Cause], found: &mut Vec<Impact<'a>>) {
    let (Some(before), Some(after)) = (&old.catalog, &new.catalog) else { return };
    let known: Vec<&'a str> = old.usable.profile.regions.iter().map(|region| *region.name).collect();
    let regional = before.is_regional() || after.is_regional();
    let in_both = new.usable.profile.regions.iter().map(|region| *region.name).filter(|name| known.contains(name));
    let regions: Vec<&'a str> = if regional { in_both.collect() } else { vec![""] };
    for (&(image, version), at) in &new.versions {
        let Some(at_before) = old.versions.get(&(image, version)) else { continue };
        let [offered, offers] = [before, after].map(|catalog| catalog.offers(image, version, &regions));
        for machine in machines {
            let (a, b) = (&old.matcher.machines()[machine.old], &new.matcher.machines()[machine.new]);
            let fits = |side: &Side<'a>, machine, at: usize| side.matcher.answer(machine, &side.matcher.versions()[at]).compatible;
            // What stops or starts to fit is told as that.
            if !fits(old, a, *at_before) || !fits(new, b, *at) {
                continue;
            }
            let (was, is) = (answers(before, &offered, a, &regions), answers(after, &offers, b, &regions));
            let mut groups: Vec<(&Answer<'a>, &Answer<'a>, Vec<&'a str>)> = Vec::new();
            for ((was, is), region) in was.iter().zip(&is).zip(&regions).filter(|((was, is), _)| !same(was, is)) {
                match groups.iter_mut().find(|group| same(group.0, was) && same(group.1, is)) {
                    Some(group) => group.2.push(region),
                    None => groups.push((was, is, vec![region])),
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
                impact.images = vec![(image, version)];
                impact.regions = if regional { regions } else { Vec::new() };
                (impact.before, impact.after) = (was.as_ref().map(|was| name(&was.0)), is.as_ref().map(|is| name(&is.0)));
                impact.old = old.place(was.as_ref().map_or(Span::default(), |was| was.1));
                impact.new = new.place(is.as_ref().map_or(Span::default(), |is| is.1));
                found.push(impact);
            }
        }
    }
}

/// One answer for each region.
fn answers<'a>(
    catalog: &Catalog<'a, 'a>,
    offers: &Offers<'_, 'a, 'a, 'a>,
    machine: &crate::matching::Machine<'a, 'a>,
    regions: &[&str],
) -> Vec<Answer<'a>> {
    let mut all = vec![None; regions.len()];
    let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
    offers.of(machine.machine_type, architecture, |at, found| {
        if let (Some(answer), Ok(flavor)) = (all.get_mut(at), found) {
            *answer = Some((catalog.names(flavor), flavor.at));
        }
    });
    all
}

fn same(a: &Answer<'_>, b: &Answer<'_>) -> bool {
    match (a, b) {
        (Some((a, _)), Some((b, _))) => a.iter().map(|(field, value)| (field, **value)).eq(b.iter().map(|(field, value)| (field, **value))),
        (None, None) => true,
        _ => false,
    }
}

/// The fields that name an artifact, with what they say.
pub(super) fn name(fields: &[(&'static str, Spanned<&str>)]) -> String {
    fields.iter().map(|(field, value)| format!("{field} {}", **value)).collect::<Vec<_>>().join(", ")
}
