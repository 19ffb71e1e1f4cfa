//! Where an entry of a profile is defined, and where it is used.

use lsp_types::{Location, Range};

use super::mentions::{Mention, mentions};
use super::names::Names;
use super::{Positions, View};
use crate::landscape::Item;
use crate::source::FileId;

impl<'v> View<'v> {
    /// The name of an entry at a byte, with its object.
    pub(super) fn mention_at(&self, byte: u32) -> Option<(Mention<'v>, &'v Item<'v>)> {
        self.items.iter().find_map(|item| {
            let mut all = mentions(item).into_iter();
            let mention = all.find(|of| of.span.start <= byte && byte <= of.span.end)?;
            Some((mention, *item))
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
    let Some((mention, item)) = view.mention_at(byte) else {
        return Vec::new();
    };
    let uses = view.uses();
    let thing = mention.meant(item, &uses);
    let mut found = Vec::new();
    for item in view.definers(item) {
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
    let Some((mention, item)) = view.mention_at(byte) else {
        return Vec::new();
    };
    let uses = view.uses();
    let (thing, definers) = (mention.meant(item, &uses), view.definers(item));
    let is_definer = |item: &Item<'_>| {
        let mut all = definers.iter();
        all.any(|of| std::ptr::eq(*of, item))
    };
    let mut found = Vec::new();
    for item in view.all() {
        if !view.definers(item).into_iter().any(is_definer) {
            continue;
        }
        let is_meant = |mention: &Mention<'_>| {
            mention.meant(item, &uses) == thing && (declared || !mention.defines)
        };
        let all = mentions(item).into_iter().filter(is_meant);
        found.extend(all.filter_map(|mention| view.location(item.file, &mention, names)));
    }
    found
}

/// The places of the open text that mean the same entry as a byte.
#[must_use]
pub fn highlights(view: &View<'_>, byte: u32) -> Vec<Range> {
    let Some((mention, item)) = view.mention_at(byte) else {
        return Vec::new();
    };
    let uses = view.uses();
    let thing = mention.meant(item, &uses);
    let all = view.items.iter();
    let all = all.flat_map(|item| mentions(item).into_iter().map(move |of| (*item, of)));
    all.filter(|(item, mention)| mention.meant(item, &uses) == thing)
        .map(|(_, mention)| view.positions.range(mention.span))
        .collect()
}
