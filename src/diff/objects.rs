//! The objects of both sides in pairs, and the comparison of each profile.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Vocabulary;
use crate::config::Settings;
use crate::diff::{ChangedObject, Lost, State};
use crate::impact::{self, Impact, PoolUse, Side, User};
use crate::landscape::pairing::{Ambiguous, Key, Pairing, Standing};
use crate::landscape::{Body, Item, Landscape};
use crate::matching::Matcher;
use crate::model::natural::natural_all;
use crate::model::object::ObjectKind;
use crate::model::time::Time;
use crate::resolution::parents::{Parents, namespaced};
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::source::{FileId, Sources};
use crate::threads;
use crate::uses::{Dangling, ProfileUses, Uses, collect};

use crate::diff::families;
use crate::diff::shoots::{self, OneSide};
use crate::diff::unreadable::Hidden;

/// An object of both sides, or of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub state: State,
    pub old: Option<&'a Item<'a>>,
    pub new: Option<&'a Item<'a>>,
    /// It is among what was asked for, and no mere context.
    pub asked: bool,
}

impl Pair<'_> {
    /// Whether one side has it alone only because the other cannot be read.
    pub fn may_be_hidden(&self, before: &Hidden, after: &Hidden) -> bool {
        let among = |hidden: &Hidden, item: Option<&Item<'_>>| {
            item.is_some_and(|item| {
                let (kind, namespace, name) = item.key();
                hidden.may_hold(kind, namespace, name)
            })
        };
        match self.state {
            State::Removed => among(after, self.old),
            State::Added => among(before, self.new),
            State::Changed | State::Renamed | State::Same => false,
        }
    }
}

/// All objects of both sides, in the order of their names, and those whose pairs are unknown.
/// `files`: each side is one file; then the only objects of a kind on both sides are a pair,
/// whatever their names. `asked`: whether the user asks about a file.
pub(super) fn pairs<'a>(
    old: &'a Landscape<'a>,
    new: &'a Landscape<'a>,
    files: bool,
    asked: impl Fn(FileId) -> bool,
) -> (Vec<Pair<'a>>, Vec<Ambiguous<'a>>) {
    let Pairing { pairs, ambiguous } = Pairing::new(old, new);
    let of = |(old, new): (Option<&'a Item<'a>>, Option<&'a Item<'a>>)| {
        let state = match (old, new) {
            (Some(old), Some(new)) if old.says_the_same(new) => State::Same,
            (Some(_), Some(_)) => State::Changed,
            (_, None) => State::Removed,
            (None, _) => State::Added,
        };
        Pair {
            state,
            old,
            new,
            asked: [old, new]
                .into_iter()
                .flatten()
                .any(|item| asked(item.file)),
        }
    };
    let mut all: Vec<Pair<'a>> = pairs.into_iter().map(of).collect();
    if files {
        of_other_names(old, new, &mut all);
    }
    (all, ambiguous)
}

/// Pairs the only objects of a kind where their names differ.
fn of_other_names<'a>(old: &'a Landscape<'a>, new: &'a Landscape<'a>, all: &mut Vec<Pair<'a>>) {
    for kind in ObjectKind::ALL {
        if let (Some(before), Some(after)) = (old.only(kind), new.only(kind))
            && before.key() != after.key()
        {
            let is = |of: Option<&Item<'_>>| of.is_some_and(|item| item.object.kind == kind);
            all.retain(|pair| !is(pair.old) && !is(pair.new));
            all.push(Pair {
                state: State::Renamed,
                old: Some(before),
                new: Some(after),
                asked: true,
            });
            all.sort_by(|a, b| {
                let key = |pair: &Pair<'a>| pair.new.or(pair.old).map(Item::key);
                key(a).cmp(&key(b))
            });
        }
    }
}

pub(super) struct Landscapes<'a> {
    pub old: &'a Landscape<'a>,
    pub new: &'a Landscape<'a>,
    pub context: &'a Landscape<'a>,
    /// The parents of both sides.
    pub parents: [Parents<'a>; 2],
    pub nothing: &'a Landscape<'a>,
    pub sources: &'a Sources,
    pub settings: &'a Settings,
}

/// An object to report.
pub(super) struct Job<'a> {
    pair: Pair<'a>,
    item: &'a Item<'a>,
    /// The Shoots that refer to it on both sides.
    users: Vec<User<'a>>,
    /// The users that refer to it, or to the object that it was compared with, although that is
    /// gone.
    lost: Lost<'a>,
    /// Another object of its side has its kind and name.
    has_namesake: bool,
    /// Both revisions, where it is a profile that both have.
    profiles: Option<(Usable<'a>, Usable<'a>)>,
    /// The new profile has image versions without flavors that its vocabulary asks for.
    lacks_flavors: bool,
}

/// The matchers of both revisions.
pub(super) type Matchers<'a> = Option<(Matcher<'a, 'a>, Matcher<'a, 'a>)>;

impl<'a> Landscapes<'a> {
    /// The objects that change, and those whose parent does.
    pub fn jobs(&self, all: &[Pair<'a>]) -> Vec<Job<'a>> {
        let [old, new] = &self.parents;
        let uses = collect(self.new, self.context, self.sources);
        let by_place: BTreeMap<Standing<'a>, &ProfileUses<'a>> = uses
            .profiles
            .iter()
            .map(|uses| (uses.item.standing(), uses))
            .collect();
        let pairs: BTreeMap<Standing<'a>, &Pair<'a>> = all
            .iter()
            .filter_map(|pair| Some((pair.new.or(pair.old)?.standing(), pair)))
            .collect();
        let is_gone =
            |pair: &&Pair<'_>| matches!(pair.state, State::Removed | State::Renamed) && pair.asked;
        let before = all
            .iter()
            .any(|pair| is_gone(&pair))
            .then(|| Before::new(collect(self.old, self.context, self.sources), all));
        let namesakes: BTreeSet<Key<'a>> = [self.old, self.new]
            .into_iter()
            .flat_map(|side| namesakes(side.items.iter().chain(&self.context.items)))
            .collect();
        let mut jobs = Vec::new();
        let mut through: BTreeSet<Standing<'a>> = BTreeSet::new();
        let job = |pair: Pair<'a>| -> Option<Job<'a>> {
            let item = pair.new.or(pair.old)?;
            let shoots = by_place
                .get(&item.standing())
                .into_iter()
                .flat_map(|uses| &uses.shoots)
                .filter(|shoot| shoot.through.is_none());
            let users = shoots
                .filter(|_| pair.state != State::Renamed)
                .filter_map(|shoot| user(shoot.item, pairs.get(&shoot.item.standing())));
            let usable =
                |item, parents| Usable::new(item, parents, self.sources).and_then(Result::ok);
            let profiles = match (pair.old, pair.new) {
                (Some(before), Some(after)) => usable(before, old).zip(usable(after, new)),
                _ => None,
            };
            let lacks_flavors = profiles
                .as_ref()
                .is_some_and(|(_, after): &(_, Usable<'a>)| {
                    let written = after.written(new, self.sources);
                    Vocabulary::new(&written.machine_capabilities).lacking(&written.machine_images)
                        > 0
                });
            let gone = pair.old.filter(|_| is_gone(&&pair)).zip(before.as_ref());
            let lost = gone
                .map(|(old, before)| before.lost(old, &uses))
                .unwrap_or_default();
            Some(Job {
                pair,
                item,
                users: users.collect(),
                lost,
                has_namesake: namesakes.contains(&item.key()),
                profiles,
                lacks_flavors,
            })
        };
        for pair in all
            .iter()
            .filter(|pair| pair.asked && pair.state != State::Same)
        {
            jobs.extend(job(*pair));
            if let Some(uses) = pair
                .new
                .filter(|_| pair.state == State::Changed)
                .and_then(|item| by_place.get(&item.standing()))
            {
                through.extend(uses.children.iter().map(|child| child.standing()));
            }
        }
        for (child, uses) in through
            .iter()
            .filter_map(|child| Some((child, by_place.get(child)?)))
        {
            let pair = match pairs.get(child) {
                Some(pair) => **pair,
                None => Pair {
                    state: State::Same,
                    old: Some(uses.item),
                    new: Some(uses.item),
                    asked: false,
                },
            };
            // An object that changes itself has its own entry; one that adds nothing and has no
            // Shoots needs none.
            let tells = !families::own(uses.item).is_empty() || !uses.shoots.is_empty();
            if pair.state == State::Same && tells {
                jobs.extend(job(pair));
            }
        }
        jobs
    }

    /// The profiles of the Shoots of both sides, where a Shoot changes itself.
    pub fn of_shoots(&self, all: &[Pair<'a>]) -> Option<[Referred<'a>; 2]> {
        let changes =
            |pair: &&Pair<'_>| pair.asked && matches!(pair.state, State::Changed | State::Renamed);
        all.iter().filter(changes).find(|pair| {
            pair.new
                .is_some_and(|item| item.object.kind == ObjectKind::Shoot)
        })?;
        let [old, new] = &self.parents;
        Some([(self.old, old), (self.new, new)].map(|(side, parents)| {
            Referred::new(side, self.context, self.nothing, parents, self.sources)
        }))
    }

    pub fn compare<'m>(
        &self,
        jobs: &'m [Job<'m>],
        matchers: &'m [Matchers<'m>],
        shoots: Option<&[OneSide<'m>; 2]>,
    ) -> Vec<ChangedObject<'m>> {
        let jobs: Vec<_> = jobs.iter().zip(matchers).collect();
        let now = self.settings.now;
        let views = |jobs: &[(&'m Job<'m>, &'m Matchers<'m>)]| {
            jobs.iter()
                .filter_map(|(job, fits)| view(job, fits, shoots, now))
                .collect::<Vec<_>>()
        };
        let views = threads::each(&jobs, threads::MOST, 1, views, &mut |_, _| {})
            .into_iter()
            .flatten()
            .collect();
        families::unite(views, |child| {
            let found = self.parents[1].find(child, namespaced(child)?, self.sources)?;
            Some(found.parent.item.standing())
        })
    }
}

/// The names that several objects have.
fn namesakes<'a>(all: impl Iterator<Item = &'a Item<'a>>) -> BTreeSet<Key<'a>> {
    let (mut known, mut several) = (BTreeSet::new(), BTreeSet::new());
    for item in all {
        if !known.insert(item.key()) {
            several.insert(item.key());
        }
    }
    several
}

/// The change of one object; none where nothing changes.
fn view<'m>(
    job: &'m Job<'m>,
    matchers: &'m Matchers<'m>,
    shoots: Option<&[OneSide<'m>; 2]>,
    now: Time,
) -> Option<ChangedObject<'m>> {
    let mut impacts = Vec::new();
    if let (Some((before, after)), Some((fits_before, fits_after))) = (&job.profiles, matchers) {
        let (old, new) = (
            Side::new(before, fits_before, now),
            Side::new(after, fits_after, now),
        );
        impacts = impact::compare(&old, &new, &job.users, now);
    }
    if let (Some([old, new]), Some(before), Some(after)) = (shoots, job.pair.old, job.pair.new)
        && after.object.kind == ObjectKind::Shoot
    {
        impacts = shoots::compare(old, new, (before, after), now);
    }
    if job.pair.state == State::Removed && !job.lost.is_empty() {
        impacts.push(Impact::gone(
            job.item.name_at(),
            job.lost
                .shoots
                .iter()
                .map(|shoot| PoolUse::whole(shoot))
                .collect(),
        ));
    }
    let other = job.pair.old.filter(|_| job.pair.state == State::Renamed);
    (job.pair.state != State::Same || !impacts.is_empty()).then_some(ChangedObject {
        item: job.item,
        state: job.pair.state,
        profiles: job.profiles.as_ref().map(|(before, after)| [before, after]),
        has_namesake: job.has_namesake,
        other,
        not_judged: match (job.pair.old, job.pair.new) {
            (Some(before), Some(after)) => shoots::not_judged(before, after),
            _ => Vec::new(),
        },
        lost: job.lost.clone(),
        lacks_flavors: job.lacks_flavors,
        impacts,
    })
}

/// A Shoot that refers to a profile on the new side, if it did on the old side.
fn user<'a>(new: &'a Item<'a>, pair: Option<&&Pair<'a>>) -> Option<User<'a>> {
    let Some(pair) = pair else {
        return Some(User {
            old: new,
            new,
            changed: false,
        });
    };
    let old = pair.old?;
    let stays = pair.state != State::Renamed && refers_to(old) == refers_to(new);
    stays.then_some(User {
        old,
        new,
        changed: pair.state == State::Changed,
    })
}

/// Prepares both revisions of each.
pub(super) fn matchers<'m>(jobs: &'m [Job<'m>]) -> Vec<Matchers<'m>> {
    let both = |job: &'m Job<'m>| {
        job.profiles
            .as_ref()
            .map(|(before, after)| (Matcher::new(&before.profile), Matcher::new(&after.profile)))
    };
    jobs.iter().map(both).collect()
}

/// The users of the old side, and their fate.
struct Before<'a> {
    uses: Uses<'a>,
    /// The new objects by where the old ones stand; none where they are gone.
    now: BTreeMap<Standing<'a>, Option<&'a Item<'a>>>,
    /// Where the new objects stand that there were before.
    known: BTreeSet<Standing<'a>>,
}

impl<'a> Before<'a> {
    fn new(uses: Uses<'a>, all: &[Pair<'a>]) -> Self {
        let now = all
            .iter()
            .filter_map(|pair| Some((pair.old?.standing(), pair.new)))
            .collect();
        let known = all
            .iter()
            .filter(|pair| pair.old.is_some())
            .filter_map(|pair| Some(pair.new?.standing()))
            .collect();
        Self { uses, now, known }
    }

    /// The users that still refer to an object that is gone, whatever else has its name.
    fn lost(&self, old: &Item<'a>, after: &Uses<'a>) -> Lost<'a> {
        let (kind, meta) = (old.object.kind, &old.object.meta);
        let of_old = self
            .uses
            .profiles
            .iter()
            .find(|uses| uses.item.standing() == old.standing());
        let users = of_old.into_iter().flat_map(|uses| {
            let shoots = uses
                .shoots
                .iter()
                .filter(|shoot| shoot.through.is_none())
                .map(|shoot| shoot.item);
            uses.children.iter().copied().chain(shoots)
        });
        let stays = |user: &'a Item<'a>| match self.now.get(&user.standing()) {
            Some(now) => now.filter(|now| refers_to(now) == refers_to(user)),
            None => Some(user),
        };
        let mut all: Vec<&'a Item<'a>> = users.filter_map(stays).collect();
        // For new users there is no older reference.
        let refers = |dangling: &&Dangling<'a>| {
            let same = dangling.kind == kind.as_str()
                && dangling.name == *meta.name
                && !self.known.contains(&dangling.item.standing());
            same && (!kind.namespaced() || *dangling.item.object.meta.namespace == *meta.namespace)
        };
        all.extend(
            after
                .dangling
                .iter()
                .filter(refers)
                .map(|dangling| dangling.item),
        );
        all.sort_by(|a, b| {
            let (of_a, of_b) = (&a.object.meta, &b.object.meta);
            natural_all([*of_a.namespace, *of_a.name], [*of_b.namespace, *of_b.name])
                .then_with(|| a.standing().cmp(&b.standing()))
        });
        all.dedup_by_key(|item| item.standing());
        let (shoots, children) = all
            .into_iter()
            .partition(|item| item.object.kind == ObjectKind::Shoot);
        Lost { shoots, children }
    }
}

/// The profile or parent that an object refers to, by kind and name.
fn refers_to<'a>(item: &Item<'a>) -> Option<(Option<ObjectKind>, &'a str)> {
    match &item.body {
        Body::Shoot(profile) => profile.map(|reference| (reference.object_kind(), *reference.name)),
        Body::NamespacedCloudProfile(child) => {
            Some((Some(ObjectKind::CloudProfile), *child.parent.name))
        }
        Body::CloudProfile(_) => None,
    }
}
