//! The profiles that Shoots refer to, for judging single profiles. `uses` answers which entries
//! they use.

use std::collections::BTreeMap;

use crate::landscape::{Body, Item, Landscape};
use crate::model::path::FieldPath;
use crate::resolution::references::Profiles;
use crate::source::{FileId, Sources};

/// Where an object stands: file, document, path in a list.
type Place<'a> = (FileId, usize, &'a FieldPath);

/// The Shoots of a run by the profile that they refer to.
#[derive(Debug, Default)]
pub struct Dependents<'a> {
    shoots: BTreeMap<Place<'a>, Vec<&'a Item<'a>>>,
}

impl<'a> Dependents<'a> {
    /// Finds the profiles of all Shoots. Of `context` only the Shoots matter.
    #[must_use]
    pub fn new(
        landscape: &'a Landscape<'a>,
        context: &'a Landscape<'a>,
        sources: &'a Sources,
    ) -> Self {
        let mut shoots: BTreeMap<Place<'a>, Vec<&'a Item<'a>>> = BTreeMap::new();
        let items: Vec<&'a Item<'a>> = landscape.items.iter().chain(&context.items).collect();
        let is_shoot = |item: &&&'a Item<'a>| matches!(item.body, Body::Shoot(_));
        if items.iter().any(|item| is_shoot(&item)) {
            let index = Profiles::new(items.iter().copied(), sources);
            for shoot in items.iter().filter(is_shoot) {
                if let Some(profile) = index.referred_by(shoot).and_then(|at| items.get(at)) {
                    shoots.entry(place(profile)).or_default().push(shoot);
                }
            }
        }
        Self { shoots }
    }

    /// The Shoots that refer to a profile itself, in the order of the inputs.
    #[must_use]
    pub fn shoots_of(&self, profile: &'a Item<'a>) -> &[&'a Item<'a>] {
        self.shoots.get(&place(profile)).map_or(&[], Vec::as_slice)
    }
}

fn place<'a>(item: &'a Item<'a>) -> Place<'a> {
    (item.file, item.document.index, &item.object.prefix)
}
