//! The updates of a run that other objects keep from being made.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::landscape::pairing::Stored;
use crate::landscape::{Body, Item, Landscape};
use crate::model::path::FieldPath;
use crate::model::time::Time;
use crate::resolution::parents::Parents;
use crate::resolution::tied::Ties;
use crate::resolution::usable::Usable;
use crate::rules::{self, Check, ReferencesView};
use crate::source::{FileId, Sources};
use crate::uses::in_use::{self, InUse};
use crate::uses::stored::InFull;
use crate::uses::{ProfileUses, ShootOf, collect};

/// The entries of stored profiles that go although others use them, by the place of the new object.
#[derive(Default)]
pub(super) struct References<'a> {
    by_place: ByPlace<'a>,
}

impl<'a> References<'a> {
    pub(super) fn new(
        [landscape, context, stored]: [&'a Landscape<'a>; 3],
        pairs: &Stored<'a>,
        parents: &Parents<'a>,
        ties: &Ties<'a>,
        sources: &'a Sources,
        now: Time,
    ) -> Self {
        let mut by_place = BTreeMap::new();
        // Users matter only where an entry may go.
        if stored
            .items
            .iter()
            .any(|item| item.body.profile().is_some())
        {
            // The profiles as they were: what replaces them plays no part in what is stored.
            let before = Parents::new(stored, context, &parents.rules);
            let old_of = |profile: &'a Item<'a>| pairs.of(profile).unwrap_or(profile);
            let uses = collect(landscape, context, sources);
            for uses in uses.profiles.iter().filter(|uses| uses.asked) {
                if let Some((old, found)) = in_use_of(
                    uses,
                    pairs.of(uses.item),
                    parents,
                    |uses| in_full(uses, old_of, &before, sources, now),
                    sources,
                    now,
                ) && !found.is_empty()
                {
                    by_place.insert(place(uses.item), (old, found));
                }
            }
        }
        if !ties.all.is_empty() {
            keep_certain(&mut by_place, ties);
        }
        Self { by_place }
    }

    pub(super) fn judge(&self, item: &'a Item<'a>, out: &mut Vec<Finding>) {
        let (Some((stored, in_use)), Some(profile)) =
            (self.by_place.get(&place(item)), item.body.profile())
        else {
            return;
        };
        let view = ReferencesView {
            profile,
            stored,
            in_use,
        };
        for rule in rules::all().filter(|rule| rule.applies(item.document.incomplete)) {
            if let Check::References(check) = rule.check {
                check(&view, &mut rule.reporter_of(item, out));
            }
        }
    }
}

/// What goes from a profile, by the places of the new objects.
type ByPlace<'a> = BTreeMap<(FileId, usize, &'a FieldPath), (&'a Item<'a>, Vec<InUse<'a>>)>;

/// Keeps of those who may mean several profiles only what each of these refuses.
fn keep_certain<'a>(by_place: &mut ByPlace<'a>, ties: &Ties<'a>) {
    let loses = |profile: &'a Item<'a>, of: &InUse<'a>| {
        let found = by_place.get(&place(profile)).map(|(_, found)| found);
        let is_it = |other: &InUse<'a>| other.what == of.what && std::ptr::eq(other.user, of.user);
        found.is_some_and(|found| found.iter().any(is_it))
    };
    let is_open = |of: &InUse<'a>| {
        let tie = ties.of_user(of.user);
        tie.is_some_and(|tie| !tie.profiles.iter().all(|profile| loses(profile, of)))
    };
    let open: Vec<Vec<bool>> = by_place
        .values()
        .map(|(_, found)| found.iter().map(is_open).collect())
        .collect();
    for ((_, found), open) in by_place.values_mut().zip(open) {
        let mut open = open.into_iter();
        found.retain(|_| !open.next().unwrap_or_default());
    }
    by_place.retain(|_, (_, found)| !found.is_empty());
}

fn in_use_of<'a>(
    uses: &ProfileUses<'a>,
    old: Option<&'a Item<'a>>,
    parents: &Parents<'a>,
    in_full: impl Fn(&ProfileUses<'a>) -> InFull<'a>,
    sources: &Sources,
    now: Time,
) -> Option<(&'a Item<'a>, Vec<InUse<'a>>)> {
    let old = old?;
    let (before, after) = (old.body.profile()?, uses.item.body.profile()?);
    let found = match &uses.item.body {
        Body::CloudProfile(_) => in_use::of_cloud_profile(before, after, uses, &in_full(uses)),
        Body::NamespacedCloudProfile(child) => {
            // Without its parent the fallback of a Shoot is unknown.
            let parent = parents.find(uses.item, child, sources)?.parent;
            in_use::of_namespaced(
                before,
                after,
                Some(&parent.profile),
                uses,
                &in_full(uses),
                now,
            )
        }
        Body::Shoot(_) => return None,
    };
    Some((old, found))
}

/// The versions that the server stored for the Shoots of a profile that name their beginning.
fn in_full<'a>(
    uses: &ProfileUses<'a>,
    old_of: impl Fn(&'a Item<'a>) -> &'a Item<'a>,
    before: &Parents<'a>,
    sources: &Sources,
    now: Time,
) -> InFull<'a> {
    let mut all = InFull::default();
    let mut add = |profile: &'a Item<'a>, through: Option<&'a Item<'a>>| {
        let is_through =
            |of: &&ShootOf<'a>| of.through.map(Item::standing) == through.map(Item::standing);
        if let Some(Ok(profile)) = Usable::new(old_of(profile), before, sources) {
            all.add(
                uses.shoots.iter().filter(is_through).map(|of| of.item),
                &profile,
                now,
            );
        }
    };
    add(uses.item, None);
    uses.children
        .iter()
        .for_each(|child| add(child, Some(child)));
    all
}

fn place<'a>(item: &'a Item<'a>) -> (FileId, usize, &'a FieldPath) {
    (item.file, item.document.index, &item.object.prefix)
}
