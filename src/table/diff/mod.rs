//! What a change does, as `cpcap diff` tells it. One file a form; the answers come from `impact`
//! and from the rules.

mod json;
mod markdown;
mod text;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::{ChangedObject, Open, Verdict};
use crate::finding::Finding;
use crate::impact::{Cause, Impact, Kind};
use crate::output::Document;
use crate::source::{Place, Sources};

pub use json::{DiffReport, SCHEMA_VERSION, write as write_json};
pub use markdown::{LIMIT, markdown};

/// What the rules say.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'v> {
    /// Documents that cannot be read, so that nothing of them is compared.
    pub unreadable: &'v [&'v Finding],
    /// What the server refuses, first what others must do first.
    pub refused: &'v [&'v Finding],
    /// What the server may refuse, and could not be checked.
    pub unchecked: &'v [&'v Finding],
    /// What else keeps the verdict from being known.
    pub open: &'v [Open],
    /// What else the rules say of the change.
    pub notes: &'v [&'v Finding],
}

/// How the run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing fails it.
    Fine,
    /// The server would refuse something, something that is removed is in use, or there is impact
    /// of a kind that was denied.
    Denied,
    /// Something could not be read.
    Failed,
}

/// What is told.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub objects: &'v [ChangedObject<'v>],
    /// What the rules say.
    pub findings: Findings<'v>,
    /// The kinds of impact that there are and that fail the run.
    pub denied: &'v BTreeSet<Kind>,
    /// What the server would say.
    pub verdict: Verdict,
    /// How the run ends.
    pub end: End,
    /// The texts.
    pub sources: &'v Sources,
}

impl<'v> View<'v> {
    /// The text for a terminal. `expand`: everything that is concerned is named, instead of some.
    pub(crate) fn text(self, expand: bool) -> Document {
        text::document(self, expand)
    }

    /// How often there is each kind of impact, over all objects.
    fn counts(&self) -> BTreeMap<Kind, usize> {
        counts(self.objects.iter().flat_map(|object| &object.impacts))
    }

    /// How many Shoots and how many of their worker pools are concerned, over all objects, each
    /// once.
    fn concerned(&self) -> (usize, usize) {
        let pools = || {
            self.objects
                .iter()
                .flat_map(|object| &object.impacts)
                .flat_map(|impact| &impact.pools)
        };
        let shoots: BTreeSet<(&str, &str)> = pools().map(|of| (of.namespace, of.shoot)).collect();
        let named: BTreeSet<(&str, &str, &str)> = pools()
            .filter(|of| !of.pool.is_empty())
            .map(|of| (of.namespace, of.shoot, of.pool))
            .collect();
        (shoots.len(), named.len())
    }

    /// What the refusals tell of: what is gone, or where it would be wrong.
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
        *counts.entry(impact.kind).or_default() += 1;
    }
    counts
}

/// The impacts of an object by their first cause.
fn by_cause<'o>(object: &'o ChangedObject<'_>) -> BTreeMap<Option<Cause>, Vec<&'o Impact<'o>>> {
    let mut groups: BTreeMap<Option<Cause>, Vec<&'o Impact<'o>>> = BTreeMap::new();
    for impact in &object.impacts {
        groups
            .entry(impact.causes.first().copied())
            .or_default()
            .push(impact);
    }
    groups
}
