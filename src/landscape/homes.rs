//! The objects of the context that compared objects replace, and the landscapes of compared files:
//! two files of a profile may be anywhere, and still mean the profile of one landscape.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::landscape::pairing::Key;
use crate::landscape::{Item, Landscape};
use crate::model::object::ObjectKind;
use crate::source::{FileId, Source};

/// The texts where those of others count as standing.
pub type Homes = BTreeMap<FileId, FileId>;

/// The objects of one name that are compared: the old ones and the new ones.
type Sides<'l, 't> = [Vec<&'l Item<'t>>; 2];

impl<'t> Landscape<'t> {
    /// Forgets the objects of this context that are the ones compared, and says where files that
    /// were named count as standing.
    ///
    /// Those are the ones of the same name in the same file or, where there is none, in the same
    /// place below the directories that were searched for both. Where there is none of these, it is the only one
    /// that says the same as the old or the new one, unless a search that found it would also come
    /// to these, or others of the context stand nearer to these: then it is another landscape's.
    pub fn give_way(&mut self, old: &Landscape<'_>, new: &Landscape<'_>) -> Homes {
        let mut by_key: BTreeMap<Key<'_>, Sides<'_, '_>> = BTreeMap::new();
        for (side, landscape) in [old, new].into_iter().enumerate() {
            for item in &landscape.items {
                by_key.entry(item.key()).or_default()[side].push(item);
            }
        }
        let mut of_context: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
        for (at, item) in self.items.iter().enumerate() {
            if by_key.contains_key(&item.key()) {
                of_context.entry(item.key()).or_default().push(at);
            }
        }
        // Many users stand in one file.
        let users: BTreeMap<FileId, &Source> =
            self.users().map(|user| (user.file, user.source)).collect();
        let (mut gone, mut homes) = (BTreeSet::new(), Homes::new());
        for (key, at) in &of_context {
            let Some(sides) = by_key.get(key) else {
                continue;
            };
            let those = |is: &dyn Fn(&Source) -> bool| -> Vec<usize> {
                let is = |at: &usize| is(self.items[*at].source);
                at.iter().copied().filter(is).collect()
            };
            let mut same = those(&|source| is_their_file(source, sides));
            if same.is_empty() {
                same = those(&|source| is_their_place(source, sides));
            }
            if !same.is_empty() {
                gone.extend(same);
            } else if let Some(only) = self.copy_of(sides, at, &users) {
                gone.insert(only);
                let file = self.items[only].file;
                for item in sides.iter().flatten() {
                    if !item.source.was_searched() {
                        homes.entry(item.file).or_insert(file);
                    }
                }
            }
        }
        if homes.is_empty()
            && let (Some(old), Some(new)) = (old.named_text(), new.named_text())
        {
            homes.extend(self.common_home(old, new));
        }
        self.keep(|at, _| !gone.contains(&at));
        homes
    }

    /// The only one of some objects that is a copy of what is compared.
    fn copy_of(
        &self,
        sides: &Sides<'_, '_>,
        among: &[usize],
        users: &BTreeMap<FileId, &Source>,
    ) -> Option<usize> {
        if sides.iter().any(|side| side.len() > 1) {
            return None;
        }
        let others = || sides.iter().flatten();
        let mut alike = among.iter().copied().filter(|at| {
            let item = &self.items[*at];
            others().any(|other| other.says_the_same(item))
        });
        let only = alike.next().filter(|_| alike.next().is_none())?;
        let source = self.items[only].source;
        let apart = others().any(|other| source.is_searched_with(other.source));
        let lives_elsewhere = || {
            users.values().any(|user| {
                let there = user.nearness(source);
                others().any(|other| user.nearness(other.source) > there)
            })
        };
        (!apart && !lives_elsewhere()).then_some(only)
    }

    /// Of two versions of a file the one to which more of the context is nearer: there both count
    /// as standing.
    fn common_home(
        &self,
        old: (FileId, &Source),
        new: (FileId, &Source),
    ) -> Option<(FileId, FileId)> {
        let nearer = |one: &Source, other: &Source| {
            let is_nearer =
                |user: &&Item<'_>| user.source.nearness(one) > user.source.nearness(other);
            self.users().filter(is_nearer).count()
        };
        match nearer(old.1, new.1).cmp(&nearer(new.1, old.1)) {
            Ordering::Greater => Some((new.0, old.0)),
            Ordering::Less => Some((old.0, new.0)),
            Ordering::Equal => None,
        }
    }

    /// The objects that refer to profiles.
    fn users(&self) -> impl Iterator<Item = &Item<'t>> {
        self.items
            .iter()
            .filter(|item| item.object.kind != ObjectKind::CloudProfile)
    }

    /// The only text, if all objects stand in one that was named.
    fn named_text(&self) -> Option<(FileId, &Source)> {
        let first = self.items.first()?;
        let all = self.items.iter().all(|item| item.file == first.file);
        (all && !first.source.was_searched()).then_some((first.file, first.source))
    }

    /// Lets objects count as standing elsewhere.
    pub fn settle(&mut self, homes: &Homes) {
        for item in self.items.iter_mut().chain(&mut self.superseded) {
            item.home = homes.get(&item.file).copied().unwrap_or(item.home);
        }
    }
}

/// Whether one of the objects that are compared stands in this file.
fn is_their_file(source: &Source, sides: &Sides<'_, '_>) -> bool {
    let mut others = sides.iter().flatten();
    others.any(|other| other.source.path() == source.path())
}

/// Whether one of them is in the same place, below another directory that was searched. A file that
/// somebody named has no such place, however its name is written.
fn is_their_place(source: &Source, sides: &Sides<'_, '_>) -> bool {
    let others = || sides.iter().flatten();
    let is_alike = |other: &Source| other.was_searched() && other.place() == source.place();
    source.was_searched()
        && others().any(|other| is_alike(other.source))
        && !others().any(|other| source.is_searched_with(other.source))
}
