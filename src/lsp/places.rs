//! Where an entry of a profile is defined, and where it is used.

use lsp_types::{Location, Range};

use super::mentions::{Mention, Thing, mentions};
use super::names::Names;
use super::{Positions, View};
use crate::landscape::Item;
use crate::source::FileId;

impl<'v> View<'v> {
    /// The entry at a byte, with the objects that may define it: the profile and its parent.
    pub(super) fn entry_at(&self, byte: u32) -> Option<(Thing<'v>, Vec<&'v Item<'v>>)> {
        self.items.iter().find_map(|item| {
            let mention = mentions(item)
                .into_iter()
                .find(|of| of.span.start <= byte && byte <= of.span.end)?;
            Some((mention.thing, self.definers(item)))
        })
    }

    /// The objects whose entries an object refers to.
    pub(super) fn definers(&self, item: &'v Item<'v>) -> Vec<&'v Item<'v>> {
        self.with_profile(item, |profile| {
            std::iter::once(profile.item)
                .chain(profile.parent)
                .collect()
        })
        .unwrap_or_else(|| vec![item])
    }

    fn location(&self, file: FileId, mention: &Mention<'_>, names: &dyn Names) -> Option<Location> {
        let positions = Positions::new(self.sources.get(file), self.encoding);
        Some(Location::new(
            names.uri(file)?,
            positions.range(mention.span),
        ))
    }
}

/// Where the entry at a byte of the open text is defined: the profile comes before its parent.
#[must_use]
pub fn definitions(view: &View<'_>, byte: u32, names: &dyn Names) -> Vec<Location> {
    let Some((thing, definers)) = view.entry_at(byte) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in definers {
        let defines = |mention: &Mention<'_>| mention.defines && mention.thing == thing;
        let all = mentions(item).into_iter().filter(defines);
        found.extend(all.filter_map(|mention| view.location(item.file, &mention, names)));
    }
    found
}

/// Where the entry at a byte of the open text is used: in its profile, in the
/// NamespacedCloudProfiles and the Shoots of that. `declared`: also where it is defined.
#[must_use]
pub fn references(view: &View<'_>, byte: u32, declared: bool, names: &dyn Names) -> Vec<Location> {
    let Some((thing, definers)) = view.entry_at(byte) else {
        return Vec::new();
    };
    let is_definer = |item: &Item<'_>| {
        let mut all = definers.iter();
        all.any(|of| std::ptr::eq(*of, item))
    };
    let mut found = Vec::new();
    for item in view.all() {
        if !view.definers(item).into_iter().any(is_definer) {
            continue;
        }
        let is_meant =
            |mention: &Mention<'_>| mention.thing == thing && (declared || !mention.defines);
        let all = mentions(item).into_iter().filter(is_meant);
        found.extend(all.filter_map(|mention| view.location(item.file, &mention, names)));
    }
    found
}

/// The places of the open text that mean the same entry as a byte.
#[must_use]
pub fn highlights(view: &View<'_>, byte: u32) -> Vec<Range> {
    let Some((thing, _)) = view.entry_at(byte) else {
        return Vec::new();
    };
    let all = view.items.iter().flat_map(|item| mentions(item));
    all.filter(|mention| mention.thing == thing)
        .map(|mention| view.positions.range(mention.span))
        .collect()
}
