//! The answer of the server to the whole change, and the reasons why it is open.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::objects::Pair;
use crate::diff::{ChangedObject, Diff, State};
use crate::finding::Subject;
use crate::landscape::pairing::{Rivals, Standing};
use crate::landscape::{Body, Item, Landscape};
use crate::model::cloudprofile::CloudProfile;
use crate::resolution::references::{Profiles, nearest_file};
use crate::source::{FileId, Place, Sources};
use crate::uses::in_use;

/// The answer of the server, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It would accept the change.
    Accepted,
    /// It would refuse something, something is removed that is in use, or it fails from then on.
    Refused,
    /// The change has no refusal, but something that decides is unknown.
    NotKnown,
}

/// Something that decides and is not known.
#[derive(Clone, Debug)]
pub enum Open {
    /// The pairs of objects of one name are unknown.
    Pairing(Rivals),
    /// Something goes that a Shoot may use, and there is none among the files of its landscape.
    NoShoots {
        /// The profile that loses something.
        subject: Subject,
        /// The name of the profile in its file.
        place: Place,
        /// There was one, and the change removes it.
        removed: bool,
    },
    /// Versions of images go that worker pools may have stored which name none.
    UnnamedVersions {
        /// The profile that loses the versions.
        subject: Subject,
        /// The versions, with their images.
        versions: Vec<String>,
        /// The places of the versions in the old profile.
        places: Vec<Place>,
        /// The places of the worker pools that name no version.
        users: Vec<Place>,
    },
    /// Several profiles of one name are equally near to those who refer to it.
    Reference {
        /// The name of the profiles.
        subject: Subject,
        /// The places of these profiles.
        profiles: Vec<Place>,
        /// The users that refer to one of them.
        users: Vec<Place>,
    },
}

impl Diff<'_> {
    /// The answer of the server to the whole change. All forms of the answer ask this.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let breaks = |object: &ChangedObject<'_>| {
            object.is_removed_in_use() || object.broken_pools().next().is_some()
        };
        if !self.refused.is_empty() || self.objects.iter().any(breaks) {
            Verdict::Refused
        } else if !self.unreadable.is_empty() || !self.unchecked.is_empty() || !self.open.is_empty()
        {
            Verdict::NotKnown
        } else {
            Verdict::Accepted
        }
    }
}

/// The open questions about these objects, which are those of both sides and of the context.
pub(super) fn open<'a>(
    all: &[Pair<'a>],
    [old, new]: [&'a Landscape<'a>; 2],
    context: &'a Landscape<'a>,
    sources: &'a Sources,
) -> Vec<Open> {
    let mut open = Vec::new();
    let items_of = |side: &'a Landscape<'a>| -> Vec<&'a Item<'a>> {
        side.items.iter().chain(&context.items).collect()
    };
    let (before, items) = (items_of(old), items_of(new));
    for pair in all.iter().filter(|pair| pair.asked && takes_away(pair)) {
        let Some(item) = pair
            .new
            .or(pair.old)
            .filter(|item| !has_shoots(item, &items, sources))
        else {
            continue;
        };
        open.push(Open::NoShoots {
            subject: (*item.subject).clone(),
            place: item.name_at(),
            removed: pair
                .old
                .is_some_and(|old| has_shoots(old, &before, sources)),
        });
    }
    let changes = |pair: &&Pair<'a>| pair.asked && pair.state != State::Same;
    let changed: BTreeMap<Standing<'a>, &'a Item<'a>> = all
        .iter()
        .filter(changes)
        .filter_map(|pair| pair.new)
        .map(|item| (item.standing(), item))
        .collect();
    let index = Profiles::new(items.iter().copied(), sources);
    open.extend(unnamed_versions(all, &items, &index));
    let mut tied: BTreeMap<Vec<usize>, Vec<Place>> = BTreeMap::new();
    for item in &items {
        let namesakes: Vec<usize> = index.namesakes(item).collect();
        let concerned = |at: &usize| {
            items
                .get(*at)
                .is_some_and(|item| changed.contains_key(&item.standing()))
        };
        if namesakes.iter().any(concerned) && index.is_tied(item) {
            tied.entry(namesakes).or_default().push(item.name_at());
        }
    }
    for (profiles, users) in tied {
        let profiles: Vec<&Item<'_>> = profiles
            .iter()
            .filter_map(|at| items.get(*at).copied())
            .collect();
        let subject = profiles
            .first()
            .map(|item| (*item.subject).clone())
            .unwrap_or_default();
        open.push(Open::Reference {
            subject,
            profiles: profiles.iter().map(|item| item.name_at()).collect(),
            users,
        });
    }
    open
}

/// Whether there are Shoots in the landscape of a profile, whatever they refer to: those that are no
/// nearer to another one of its name.
fn has_shoots<'a>(profile: &Item<'a>, items: &[&'a Item<'a>], sources: &Sources) -> bool {
    let is_other =
        |item: &&&Item<'_>| item.key() == profile.key() && item.standing() != profile.standing();
    let others = items.iter().filter(is_other).map(|item| item.home);
    let all: Vec<FileId> = std::iter::once(profile.home).chain(others).collect();
    let is_near = |shoot: &&Item<'_>| nearest_file(shoot.home, &all, sources) == Some(profile.home);
    let mut shoots = items
        .iter()
        .filter(|item| matches!(item.body, Body::Shoot(_)));
    shoots.any(is_near)
}

/// The versions of images that go, and the pools of stored Shoots that may have them.
fn unnamed_versions<'a>(
    all: &[Pair<'a>],
    items: &[&'a Item<'a>],
    index: &Profiles<'a>,
) -> Vec<Open> {
    let profile_of = |item: &'a Item<'a>| items.get(index.referred_by(item)?).copied();
    let new: BTreeSet<Standing<'a>> = all
        .iter()
        .filter(|pair| pair.state == State::Added)
        .filter_map(|pair| Some(pair.new?.standing()))
        .collect();
    let mut open = Vec::new();
    let changed = |pair: &&Pair<'a>| pair.asked && pair.state == State::Changed;
    for pair in all.iter().filter(changed) {
        let (Some(old), Some(item)) = (pair.old, pair.new) else {
            continue;
        };
        let (Some(before), Some(after)) = (spec(old), spec(item)) else {
            continue;
        };
        let mut gone = in_use::versions_that_go(before, after);
        // The parent still has an entry that a child no longer overrides.
        if let Some(parent) = profile_of(item).and_then(spec) {
            gone.retain(|(image, version), _| !lists(parent, image, version));
        }
        if gone.is_empty() {
            continue;
        }
        let is_of = |shoot: &'a Item<'a>| {
            let profile = profile_of(shoot);
            [profile, profile.and_then(profile_of)]
                .into_iter()
                .flatten()
                .any(|profile| profile.standing() == item.standing())
        };
        let (mut versions, mut users) = (BTreeMap::new(), Vec::new());
        let stored = |shoot: &&&'a Item<'a>| {
            !shoot.object.meta.is_deleted() && !new.contains(&shoot.standing()) && is_of(shoot)
        };
        for shoot in items.iter().filter(stored) {
            let Body::Shoot(spec) = &shoot.body else {
                continue;
            };
            for worker in spec.workers.iter() {
                let mut may = gone
                    .iter()
                    .filter(|((image, _), _)| in_use::may_have(worker, image))
                    .peekable();
                if may.peek().is_some() {
                    users.push(Place {
                        file: shoot.file,
                        span: worker.name.span,
                    });
                    versions.extend(may);
                }
            }
        }
        if !users.is_empty() {
            open.push(Open::UnnamedVersions {
                subject: (*item.subject).clone(),
                versions: versions
                    .keys()
                    .map(|(image, version)| format!("{version} of image {image}"))
                    .collect(),
                places: versions
                    .values()
                    .map(|span| Place {
                        file: old.file,
                        span: *span,
                    })
                    .collect(),
                users,
            });
        }
    }
    open
}

fn lists(profile: &CloudProfile<'_>, image: &str, version: &str) -> bool {
    profile.machine_images.iter().any(|of| {
        *of.name == image
            && of
                .versions
                .iter()
                .any(|listed| *listed.version() == version)
    })
}

/// Whether something goes that a Shoot may use.
fn takes_away(pair: &Pair<'_>) -> bool {
    let is_child = |item: &Item<'_>| matches!(item.body, Body::NamespacedCloudProfile(_));
    match (pair.state, pair.old.and_then(spec), pair.new.and_then(spec)) {
        (State::Removed, Some(_), _) => true,
        (State::Changed, Some(old), Some(new)) => {
            // The vocabulary of a child is that of its parent, which may have one.
            let vocabulary = !new.machine_capabilities.is_empty() || pair.new.is_some_and(is_child);
            in_use::asks_shoots(old, new, vocabulary)
        }
        _ => false,
    }
}

fn spec<'i, 'a>(item: &'i Item<'a>) -> Option<&'i CloudProfile<'a>> {
    match &item.body {
        Body::CloudProfile(profile) => Some(profile),
        Body::NamespacedCloudProfile(child) => Some(&child.spec),
        Body::Shoot(_) => None,
    }
}
