//! The effects of a change, as `cpcap diff` prints them. One file for each form; the answers come
//! from `impact` and from the rules.

mod changes;
mod json;
mod markdown;
mod text;
mod told;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::{ChangedObject, Open, State, Verdict};
use crate::finding::Finding;
use crate::impact::{Cause, Impact, Kind};
use crate::output::Document;
use crate::source::{Place, Sources};
use crate::words::count;

pub use changes::Changes;
pub use json::{DiffReport, SCHEMA_VERSION, json};
pub use markdown::{LIMIT, markdown};
pub(crate) use told::{Difference, Pairs, Told, ToldFinding, ToldImpact, ToldObject};

#[derive(Clone, Copy, Debug)]
pub struct Findings<'v> {
    /// Documents that cannot be read, so that nothing of them is compared.
    pub unreadable: &'v [&'v Finding],
    /// The refusals of the server; first those that others must act on first.
    pub refused: &'v [&'v Finding],
    /// The refusals that cpcap could not check.
    pub unchecked: &'v [&'v Finding],
    /// Further reasons why the verdict is open.
    pub open: &'v [Open],
    /// Further findings about the change.
    pub notes: &'v [&'v Finding],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Fine,
    /// The server would refuse something, or all later updates of a Shoot, a removed profile is in
    /// use, or there is impact of a kind that was denied.
    Denied,
    /// Nothing tells which objects belong together.
    Unpaired,
    /// Something could not be read.
    Failed,
}

/// The extent of the text for a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Everything that is concerned is named, instead of some.
    pub expand: bool,
    /// Maximum number of impacts shown, and of findings of each sort.
    pub max_impacts: usize,
    /// Nothing but the impacts: the rest stands beside them.
    pub only_impacts: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub objects: &'v [ChangedObject<'v>],
    pub findings: Findings<'v>,
    /// The kinds of impact that there are and that fail the run.
    pub denied: &'v BTreeSet<Kind>,
    /// The answer of the server, as far as it is known.
    pub verdict: Verdict,
    pub end: End,
    pub sources: &'v Sources,
}

impl<'v> View<'v> {
    /// The text for a terminal.
    pub(crate) fn text(self, extent: Extent) -> Document {
        text::document(self, extent)
    }

    /// How often there is each kind of impact, over all objects.
    fn counts(&self) -> BTreeMap<Kind, usize> {
        counts(self.objects.iter().flat_map(|object| &object.impacts))
    }

    /// Who is concerned, over all objects.
    fn concerned(&self) -> Concerned {
        let pools = || {
            self.objects
                .iter()
                .flat_map(|object| &object.impacts)
                .flat_map(|impact| &impact.pools)
        };
        let shoots: BTreeSet<Place> = pools().map(|of| of.at).collect();
        let named: BTreeSet<(Place, &str)> = pools()
            .filter(|of| !of.pool.is_empty())
            .map(|of| (of.at, of.pool))
            .collect();
        let with_pools: BTreeSet<Place> = named.iter().map(|(shoot, _)| *shoot).collect();
        Concerned {
            shoots: shoots.len(),
            shoots_with_pools: with_pools.len(),
            pools: named.len(),
        }
    }

    /// All entries about the objects, the worst kinds first, for forms that cut it.
    fn entries(&self) -> Vec<Entry<'v>> {
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for (at, object) in self.objects.iter().enumerate() {
            entries.extend(object.impacts.iter().map(|impact| Entry {
                object: at,
                kind: impact.kind(),
                impact: Some(impact),
            }));
            if object.impacts.is_empty() {
                entries.push(Entry {
                    object: at,
                    kind: as_kind(object),
                    impact: None,
                });
            }
        }
        entries.sort_by_key(|entry| entry.kind);
        entries
    }

    /// The places of the refusals: the removed entry, or the value that is wrong.
    fn refused_places(&self) -> BTreeSet<Place> {
        self.findings
            .refused
            .iter()
            .flat_map(|finding| finding.related.first())
            .map(|label| label.place)
            .collect()
    }
}

fn counts<'i>(all: impl Iterator<Item = &'i Impact<'i>>) -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    for impact in all {
        *counts.entry(impact.kind()).or_default() += 1;
    }
    counts
}

/// How many are concerned, each counted once.
struct Concerned {
    /// Shoots: as a whole, or some of their worker pools.
    shoots: usize,
    /// The Shoots whose worker pools are concerned.
    shoots_with_pools: usize,
    pools: usize,
}

/// An entry to write about an object, by its position; an object without entries is written itself.
struct Entry<'v> {
    object: usize,
    kind: Kind,
    impact: Option<&'v Impact<'v>>,
}

/// How bad it is that an object came, went or changes without impact.
fn as_kind(object: &ChangedObject<'_>) -> Kind {
    match object.state {
        State::Removed => Kind::Removed,
        State::Changed | State::Renamed | State::Same => Kind::Changed,
        State::Added => Kind::Added,
    }
}

/// The number of entries that a form leaves out. `is_shown`: whether it shows anything of an
/// object.
fn left_out(rest: &[Entry<'_>], is_shown: impl Fn(usize) -> bool) -> String {
    let mut left_out = vec![words::kinds(&counts(
        rest.iter().filter_map(|entry| entry.impact),
    ))];
    let objects: BTreeSet<usize> = rest
        .iter()
        .map(|entry| entry.object)
        .filter(|object| !is_shown(*object))
        .collect();
    if !objects.is_empty() {
        left_out.push(format!("{} whole", count(objects.len(), "object")));
    }
    left_out.retain(|part| !part.is_empty());
    left_out.join("; ")
}

/// Impacts by their first cause.
fn by_cause<'o>(impacts: &[&'o Impact<'o>]) -> BTreeMap<Option<Cause>, Vec<&'o Impact<'o>>> {
    let mut groups: BTreeMap<Option<Cause>, Vec<&'o Impact<'o>>> = BTreeMap::new();
    for impact in impacts {
        groups
            .entry(impact.causes.first().copied())
            .or_default()
            .push(impact);
    }
    groups
}
