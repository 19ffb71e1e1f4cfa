//! The lives of all versions of a profile, with what a profile alone says about maintenance, and the
//! differences between two revisions.

use std::collections::{BTreeMap, BTreeSet};

use crate::landscape::Item;
use crate::maintain::{ProfileAnswer, profile::profile};
use crate::maintenance::{Maintenance, Way};
use crate::matching::Matcher;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Current;
use crate::model::time::Time;
use crate::resolution::usable::Usable;
use crate::source::Sources;

/// A profile through time.
#[derive(Debug)]
pub(crate) struct Calendar<'v> {
    /// The profile as it was read.
    pub item: &'v Item<'v>,
    pub profile: ProfileAnswer<'v>,
    /// Its versions: Kubernetes first, then image by image, in the order of the profile.
    pub lives: Vec<Life<'v>>,
}

/// A version through time.
#[derive(Debug)]
pub(crate) struct Life<'v> {
    /// The image; none for Kubernetes.
    pub image: Option<&'v str>,
    pub version: &'v str,
    /// Its classification before all dates.
    pub first: Current<'v>,
    /// When it changes, and to what.
    pub changes: Vec<(Time, Current<'v>)>,
    /// When it expires, where that is to come and moves somebody.
    pub ends: Option<Time>,
    /// Where maintenance moves who runs it once it is expired.
    pub targets: Vec<Target<'v>>,
    /// What the change does to it, in a calendar of one of two revisions.
    pub fate: Option<Fate>,
}

/// What a change does to a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    /// Only the new revision lists it.
    Added,
    /// Only the old revision lists it.
    Removed,
    /// It has other classifications, or has them at other dates.
    Changed,
}

impl Fate {
    pub const ALL: [Self; 3] = [Self::Added, Self::Removed, Self::Changed];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

/// A version that maintenance moves to.
#[derive(Debug)]
pub(crate) struct Target<'v> {
    pub version: &'v str,
    /// The machine types of the pools that move there; none where these are all, and for Kubernetes.
    pub machine_types: Vec<&'v str>,
    /// The Kubernetes versions of these pools; empty: it does not matter.
    pub kubernetes: Vec<&'v str>,
}

/// The calendar of a profile. `range`: the time in which versions change, both ends included.
pub(crate) fn calendar<'v>(
    usable: &Usable<'v>,
    now: Time,
    range: (Time, Time),
    sources: &'v Sources,
) -> Calendar<'v> {
    let matcher = Matcher::new(&usable.profile);
    let maintenance = Maintenance::new(&matcher);
    let life = |image: Option<&'v str>, version: &ExpirableVersion<'v>, ways: Vec<Way<'v>>| Life {
        image,
        version: *version.version,
        first: version.classification_at(Time::MIN),
        changes: version.transitions(),
        ends: ways.first().and_then(|way| way.date),
        targets: ways.into_iter().map(|way| target(&matcher, &way)).collect(),
        fate: None,
    };
    let mut lives = Vec::new();
    let ways = maintenance.ways_of_kubernetes(now, range.1);
    for (version, way) in usable.profile.kubernetes_versions.iter().zip(ways) {
        lives.push(life(None, version, way.into_iter().collect()));
    }
    for (at, image) in usable.profile.machine_images.iter().enumerate() {
        let ways = maintenance.ways_of_image(at, now, range.1);
        for (position, ways) in matcher.range_of(at).zip(ways) {
            let version = &matcher.versions()[position].version.expirable;
            lives.push(life(Some(*image.name), version, ways));
        }
    }
    Calendar {
        item: usable.item,
        profile: profile(usable, &maintenance, now, range, sources),
        lives,
    }
}

/// Compares the calendars of two revisions: each keeps the lists in which a version or a date
/// differs. None where they say the same.
pub(crate) fn compare<'v>(
    mut old: Calendar<'v>,
    mut new: Calendar<'v>,
) -> Option<[Calendar<'v>; 2]> {
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    for (key, life) in old.numbered() {
        before.insert(key, (life.first, life.changes.clone()));
    }
    for (key, life) in new.numbered() {
        after.insert(key, (life.first, life.changes.clone()));
    }
    old.mark(&after, Fate::Removed);
    new.mark(&before, Fate::Added);
    let differ = |life: &&Life<'v>| life.fate.is_some();
    let lives = old.lives.iter().chain(&new.lives);
    let lists: BTreeSet<Option<&str>> = lives.filter(differ).map(|life| life.image).collect();
    old.keep(|life| lists.contains(&life.image));
    new.keep(|life| lists.contains(&life.image));
    (!lists.is_empty()).then_some([old, new])
}

/// A version: its image, its name, and how many before it have that name.
pub(crate) type Numbered<'v> = (Option<&'v str>, &'v str, usize);
type Stages<'v> = (Current<'v>, Vec<(Time, Current<'v>)>);

impl<'v> Calendar<'v> {
    /// Its versions with what tells each from the others.
    pub fn numbered(&self) -> Vec<(Numbered<'v>, &Life<'v>)> {
        let mut known: BTreeMap<(Option<&str>, &str), usize> = BTreeMap::new();
        let number = |life: &'_ Life<'v>| {
            let before = known.entry((life.image, life.version)).or_default();
            *before += 1;
            (life.image, life.version, *before - 1)
        };
        let keys: Vec<Numbered<'v>> = self.lives.iter().map(number).collect();
        keys.into_iter().zip(&self.lives).collect()
    }

    /// Marks the versions that differ from those of the other revision. `alone`: what becomes of
    /// those that it does not list.
    fn mark(&mut self, other: &BTreeMap<Numbered<'v>, Stages<'v>>, alone: Fate) {
        let fate = |(key, life): (Numbered<'v>, &Life<'v>)| match other.get(&key) {
            None => Some(alone),
            Some((first, changes)) if (*first, changes) == (life.first, &life.changes) => None,
            Some(_) => Some(Fate::Changed),
        };
        let fates: Vec<Option<Fate>> = self.numbered().into_iter().map(fate).collect();
        for (life, fate) in self.lives.iter_mut().zip(fates) {
            life.fate = fate;
        }
    }

    /// Drops all other versions, and what is said of them.
    pub fn keep(&mut self, kept: impl Fn(&Life<'v>) -> bool) {
        self.lives.retain(kept);
        let lives = self.lives.iter();
        let known: BTreeSet<_> = lives.map(|life| (life.image, life.version)).collect();
        let (transitions, stuck) = (&mut self.profile.transitions, &mut self.profile.stuck);
        transitions.retain(|of| known.contains(&(of.image, of.version)));
        stuck.retain(|of| known.contains(&(of.image, of.version)));
    }
}

fn target<'v>(matcher: &Matcher<'_, 'v>, way: &Way<'v>) -> Target<'v> {
    let usable = matcher
        .machines()
        .iter()
        .filter(|machine| machine.machine_type.usable.value != Some(false))
        .count();
    let all = way.machines.len() == usable;
    let named = way.machines.iter().filter(|_| !all);
    Target {
        version: way.to,
        machine_types: named
            .filter_map(|at| matcher.machines().get(*at))
            .map(|machine| *machine.machine_type.name)
            .collect(),
        kubernetes: way.kubernetes.clone(),
    }
}
