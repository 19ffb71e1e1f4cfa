//! The provider's artifacts of machine types and image versions that both revisions have, by
//! region.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::causes;
use crate::impact::pairs::{Machines, is_own};
use crate::impact::side::{answer, version_key};
use crate::impact::{Cause, Impact, Moved, Side, What};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cursor::Spanned;
use crate::provider::lookup::{Catalog, Missing, NoArtifact, Offers};
use crate::source::{Place, Span};

/// What a machine gets, with its places; or the reason why there is none.
type Answer<'a> = Result<(Vec<(&'static str, Spanned<&'a str>)>, Span), NoArtifact>;

/// How the artifacts of an image version change for machine types: by region, and where that stands
/// on both sides.
struct Change<'a> {
    moves: Vec<Moved<'a>>,
    places: (Option<Place>, Option<Place>),
    /// Why there is none any more; in all of the regions for the same reason.
    lost: Option<Missing>,
}

impl Change<'_> {
    fn code(&self) -> Option<&'static str> {
        self.lost.as_ref().map(|lost| lost.why.code())
    }
}

/// The position of the image version, whether the profile itself brings it, why nothing is left of
/// it, and the causes.
type FollowKey = (usize, bool, Option<&'static str>, Vec<Cause>);

#[derive(Default)]
struct Told<'a> {
    /// Reports another flavor: all image versions of machine types, by their position, whether the
    /// profile itself lists the versions, and the causes.
    by_flavor: BTreeMap<FollowKey, Impact<'a>>,
    /// Reports changes of `providerConfig`: all machine types of an image version for which it
    /// changes alike.
    by_part: Vec<Impact<'a>>,
}

pub(super) fn compare<'a>(
    old: &Side<'a>,
    new: &Side<'a>,
    machines: &[Machines<'a>],
    vocabulary: &[Cause],
    found: &mut Vec<Impact<'a>>,
) {
    let (Some(before), Some(after)) = (&old.catalog, &new.catalog) else {
        return;
    };
    let known: Vec<&'a str> = old
        .usable
        .profile
        .regions
        .iter()
        .map(|region| *region.name)
        .collect();
    let regional = before.is_regional() || after.is_regional();
    let in_both = new
        .usable
        .profile
        .regions
        .iter()
        .map(|region| *region.name)
        .filter(|name| known.contains(name));
    let regions: Vec<&'a str> = if regional {
        in_both.collect()
    } else {
        vec![""]
    };
    let mut told = Told::default();
    for (&(image, version), at) in &new.versions {
        let Some(at_before) = old.versions.get(&(image, version)) else {
            continue;
        };
        let [offered, offers] =
            [before, after].map(|catalog| catalog.offers(image, version, &regions));
        let [text, text_before] = [(new, *at), (old, *at_before)]
            .map(|(side, at)| version_key(side.matcher.versions()[at].version));
        let own = is_own(new.matcher.versions()[*at].version);
        let version_at = new.place(new.matcher.versions()[*at].version.version().span);
        // Machine types for which `providerConfig` changes alike.
        let mut alike: BTreeMap<(Vec<Moved<'a>>, Option<&'static str>, bool), usize> =
            BTreeMap::new();
        for (position, machine) in machines.iter().enumerate() {
            let (a, b) = (
                &old.matcher.machines()[machine.old],
                &new.matcher.machines()[machine.new],
            );
            let fits = |side: &Side<'a>, machine, at: usize| {
                side.matcher
                    .answer(machine, &side.matcher.versions()[at])
                    .compatible
            };
            // Other impacts report that a version starts or stops to fit.
            if !fits(old, a, *at_before) || !fits(new, b, *at) {
                continue;
            }
            let (was, is) = (
                answers((old, before), &offered, a, &regions),
                answers((new, after), &offers, b, &regions),
            );
            // The artifact follows the flavor where another one wins.
            let mut why = None;
            for change in changed((old, &was), (new, &is), &regions, version_at) {
                let why = why.get_or_insert_with(|| {
                    let follows =
                        answer(old, machine.old, *at_before) != answer(new, machine.new, *at);
                    if follows {
                        causes(machine.changed, text != text_before, vocabulary)
                    } else {
                        Vec::new()
                    }
                });
                let key = (change.moves.clone(), change.code(), machine.own);
                if !why.is_empty() {
                    told.follows(
                        (position, own, change.code(), why.clone()),
                        machine,
                        (image, version),
                        change,
                    );
                } else if let Some(at) = alike.get(&key) {
                    told.by_part[*at]
                        .machine_types
                        .extend(machine.names.iter().copied());
                } else {
                    alike.insert(key, told.by_part.len());
                    told.by_part.push(impact(
                        vec![Cause::ChangedProviderPart],
                        machine,
                        (image, version),
                        change,
                    ));
                }
            }
        }
    }
    for mut impact in told.by_flavor.into_values().chain(told.by_part) {
        let concerned: BTreeSet<&str> = impact.moves().iter().map(|moved| moved.region).collect();
        impact.regions = regions
            .iter()
            .copied()
            .filter(|region| regional && concerned.contains(region))
            .collect();
        found.push(impact);
    }
}

impl<'a> Told<'a> {
    fn follows(
        &mut self,
        key: FollowKey,
        machine: &Machines<'a>,
        of: (&'a str, &'a str),
        change: Change<'a>,
    ) {
        match self.by_flavor.entry(key) {
            Entry::Vacant(entry) => {
                let why = entry.key().3.clone();
                entry.insert(impact(why, machine, of, change));
            }
            Entry::Occupied(mut entry) => {
                let impact = entry.get_mut();
                let image = impact.images.len();
                impact.images.push(of);
                let moves = change.moves.into_iter();
                if let Some(known) = impact.moves_mut() {
                    known.extend(moves.map(|moved| Moved { image, ..moved }));
                }
            }
        }
    }
}

fn impact<'a>(
    causes: Vec<Cause>,
    machine: &Machines<'a>,
    of: (&'a str, &'a str),
    change: Change<'a>,
) -> Impact<'a> {
    let what = match change.lost {
        Some(lost) => What::NoArtifact(lost, change.moves),
        None => What::Artifact(change.moves),
    };
    let mut impact = Impact::new(what, causes);
    impact.machine_types.clone_from(&machine.names);
    impact.images.push(of);
    (impact.old, impact.new) = change.places;
    impact
}

/// The differences region by region: other artifacts, and the lost ones for each reason. `version`:
/// where the new revision lists it.
fn changed<'a>(
    (old, was): (&Side<'a>, &[Answer<'a>]),
    (new, is): (&Side<'a>, &[Answer<'a>]),
    regions: &[&'a str],
    version: Option<Place>,
) -> Vec<Change<'a>> {
    let mut changes: BTreeMap<Option<&'static str>, Change<'a>> = BTreeMap::new();
    for ((was, is), region) in was
        .iter()
        .zip(is)
        .zip(regions)
        .filter(|((was, is), _)| !same(was, is))
    {
        let lost = is
            .as_ref()
            .err()
            .filter(|why| was.is_ok() && **why != NoArtifact::Elsewhere);
        let change = changes
            .entry(lost.map(NoArtifact::code))
            .or_insert_with(|| Change {
                moves: Vec::new(),
                places: (None, None),
                lost: lost
                    .cloned()
                    .zip(new.catalog.as_ref())
                    .map(|(why, catalog)| Missing::new(why, catalog.provider())),
            });
        let text = |of: &Answer<'a>| of.as_ref().ok().map(|of| name(&of.0));
        change.moves.push(Moved {
            image: 0,
            region,
            before: text(was),
            after: text(is),
        });
        // The first existing one counts.
        let place = |side: &Side<'a>, of: &Answer<'a>| {
            side.place(
                of.as_ref()
                    .map_or_else(NoArtifact::place, |of| Some(of.1))?,
            )
        };
        let at = place(new, is).or(version.filter(|_| lost.is_some()));
        change.places = (
            change.places.0.or_else(|| place(old, was)),
            change.places.1.or(at),
        );
    }
    changes.into_values().collect()
}

/// One answer for each region.
fn answers<'a>(
    (side, catalog): (&Side<'a>, &Catalog<'a, 'a>),
    offers: &Offers<'_, 'a, 'a, 'a>,
    machine: &crate::matching::Machine<'a, 'a>,
    regions: &[&str],
) -> Vec<Answer<'a>> {
    let mut all = vec![Err(NoArtifact::Elsewhere); regions.len()];
    let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
    offers.of(machine.machine_type, architecture, |at, found| {
        if let Some(answer) = all.get_mut(at) {
            *answer = found.map(|flavor| {
                let artifact = catalog.artifact(flavor);
                (side.gives(machine.machine_type, &artifact), flavor.at)
            });
        }
    });
    all
}

fn same(a: &Answer<'_>, b: &Answer<'_>) -> bool {
    match (a, b) {
        (Ok((a, _)), Ok((b, _))) => a
            .iter()
            .map(|(field, value)| (field, **value))
            .eq(b.iter().map(|(field, value)| (field, **value))),
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

/// The fields that name an artifact, with what they say.
pub(super) fn name(fields: &[(&'static str, Spanned<&str>)]) -> String {
    fields
        .iter()
        .map(|(field, value)| format!("{field} {}", **value))
        .collect::<Vec<_>>()
        .join(", ")
}
