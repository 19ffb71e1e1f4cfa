//! The answer of the server to the whole change, and the reasons why it is open.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::objects::{Landscapes, Pair};
use crate::diff::removed;
use crate::diff::{ChangedObject, Diff, State};
use crate::finding::Subject;
use crate::landscape::pairing::{Ambiguous, Rivals, Standing};
use crate::landscape::{Body, Item, Landscape};
use crate::model::cloudprofile::CloudProfile;
use crate::model::object::qualified;
use crate::model::shoot::Shoot;
use crate::resolution::references::{Profiles, has_shoots, refers};
use crate::resolution::tied::Ties;
use crate::resolution::usable::Usable;
use crate::source::{Place, Span};
use crate::uses::in_use::{self, Gone};
use crate::uses::stored::InFull;
use crate::uses::strays;

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
pub struct Open {
    /// What is not known.
    pub why: Why,
    /// The profile that loses something, or the name that several have.
    pub subject: Subject,
    /// The names of the objects in their files, or the versions that go.
    pub places: Vec<Place>,
    /// The users: their names in their files, or their worker pools, or what could not be read of
    /// them.
    pub users: Vec<Place>,
}

/// Why something is not known.
#[derive(Clone, Debug)]
pub enum Why {
    /// The pairs of objects of one name are unknown.
    Pairing(Rivals),
    /// Several profiles of one name are equally near to those who refer to it.
    Reference,
    /// Something goes, and the profiles of some Shoots are not among the files: they may use it. The
    /// missing profiles, by namespace and name.
    MissingProfiles(Vec<String>),
    /// Something goes that a Shoot may use, and there is none among the files of its landscape.
    NoShoots {
        /// There was one, and the change removes it.
        removed: bool,
        /// There are some, and their directories assign them to other profiles of this name.
        elsewhere: bool,
    },
    /// Something goes, and the change also removes those who use it: the server accepts the one only
    /// after the other.
    RemovedUsers,
    /// Versions go that Shoots or worker pools may have stored without naming them.
    UnnamedVersions {
        /// The versions, with what they are.
        versions: Vec<String>,
        /// Worker pools leave the version open, not whole Shoots.
        by_pools: bool,
    },
    /// cpcap could not read values that decide: their paths, with their objects.
    Unreadable(Vec<String>),
}

impl Open {
    pub(super) fn pairing(of: &Ambiguous<'_>) -> Self {
        let rivals = Rivals::new(of);
        Self {
            subject: rivals.subject.clone(),
            places: [&rivals.old[..], &rivals.new, rivals.beside.as_slice()].concat(),
            users: Vec::new(),
            why: Why::Pairing(rivals),
        }
    }
}

impl Open {
    /// Whether all that it is about stands in one file.
    #[must_use]
    pub fn is_in_one_file(&self) -> bool {
        let mut two = self.places.windows(2);
        two.all(|two| two[0].file == two[1].file)
    }
}

impl Diff<'_> {
    /// The answer of the server to the whole change. All forms of the answer ask this.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let breaks = |object: &ChangedObject<'_>| {
            object.is_removed_in_use() || object.broken().next().is_some()
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
pub(super) fn open<'a>(all: &[Pair<'a>], landscapes: &Landscapes<'a>) -> Vec<Open> {
    let (context, sources) = (landscapes.context, landscapes.sources);
    let mut open = Vec::new();
    let items_of = |side: &'a Landscape<'a>| -> Vec<&'a Item<'a>> {
        side.items.iter().chain(&context.items).collect()
    };
    let (before, items) = (items_of(landscapes.old), items_of(landscapes.new));
    let [index_before, index] =
        [&before, &items].map(|items| Profiles::new(items.iter().copied(), sources));
    let removed = removed::Removed::new(all, landscapes);
    for pair in all.iter().filter(|pair| pair.asked && takes_away(pair)) {
        let Some(item) = pair.new.or(pair.old) else {
            continue;
        };
        let of = |why, users| Open {
            why,
            subject: (**item.subject()).clone(),
            places: vec![item.name_at()],
            users,
        };
        let missing = strays::near(item, &items, &index, sources);
        if !missing.is_empty() {
            let profiles = missing.iter().filter_map(|shoot| profile_of(shoot));
            let profiles: BTreeSet<String> = profiles.collect();
            open.push(of(
                Why::MissingProfiles(profiles.into_iter().collect()),
                missing.iter().map(|shoot| shoot.name_at()).collect(),
            ));
        }
        if has_shoots(item, &items, &index, sources) {
            let users = removed.users_of(pair);
            if !users.is_empty() {
                open.push(of(Why::RemovedUsers, users));
            }
        } else {
            let why = Why::NoShoots {
                removed: pair
                    .old
                    .is_some_and(|old| has_shoots(old, &before, &index_before, sources)),
                elsewhere: items.iter().any(|shoot| refers(shoot, item)),
            };
            open.push(of(why, Vec::new()));
        }
    }
    let changes = |pair: &&Pair<'a>| pair.asked && pair.state != State::Same;
    let changed: BTreeMap<Standing<'a>, &'a Item<'a>> = all
        .iter()
        .filter(changes)
        .filter_map(|pair| pair.new)
        .map(|item| (item.standing(), item))
        .collect();
    open.extend(unnamed_versions(all, (&items, &index), landscapes));
    for tie in Ties::new(landscapes.new, context, sources).all {
        let is_changed = |item: &&Item<'_>| changed.contains_key(&item.standing());
        let namesakes = tie.users.first().map(|user| index.namesakes(user));
        let mut namesakes = namesakes
            .into_iter()
            .flatten()
            .filter_map(|at| items.get(at));
        let any = namesakes.any(is_changed);
        let users = tie.users.iter().filter(|user| any || is_changed(user));
        let users: Vec<Place> = users.map(|user| user.name_at()).collect();
        if users.is_empty() {
            continue;
        }
        open.push(Open {
            why: Why::Reference,
            subject: tie
                .profiles
                .first()
                .map(|item| (**item.subject()).clone())
                .unwrap_or_default(),
            places: tie.profiles.iter().map(|item| item.name_at()).collect(),
            users,
        });
    }
    open
}

/// The NamespacedCloudProfile of a Shoot: `garden-a/own`
fn profile_of(shoot: &Item<'_>) -> Option<String> {
    let Body::Shoot(of) = &shoot.body else {
        return None;
    };
    let name = *(*of)?.name;
    Some(qualified(shoot.object.namespace(), name))
}

/// Whether something goes that users may have.
pub(super) fn take_away(all: &[Pair<'_>]) -> bool {
    all.iter().any(|pair| pair.asked && takes_away(pair))
}

/// The versions that go, and the stored Shoots that may have them without naming them.
fn unnamed_versions<'a>(
    all: &[Pair<'a>],
    (items, index): (&[&'a Item<'a>], &Profiles<'a>),
    landscapes: &Landscapes<'a>,
) -> Vec<Open> {
    let (sources, now) = (landscapes.sources, landscapes.settings.now);
    let profile_of = |item: &'a Item<'a>| items.get(index.referred_by(item)?).copied();
    let new: BTreeSet<Standing<'a>> = all
        .iter()
        .filter(|pair| pair.state == State::Added)
        .filter_map(|pair| Some(pair.new?.standing()))
        .collect();
    let mut open = Vec::new();
    let changed = |pair: &&Pair<'a>| pair.asked && pair.state == State::Changed;
    let mut by_profile: Option<BTreeMap<Standing<'a>, Vec<Stored<'a>>>> = None;
    for pair in all.iter().filter(changed) {
        let (Some(old), Some(item)) = (pair.old, pair.new) else {
            continue;
        };
        let (Some(before), Some(after)) = (old.body.profile(), item.body.profile()) else {
            continue;
        };
        let mut gone = Gone::new(before, after, now);
        // The parent still has an entry that a child no longer overrides.
        if let Some(parent) = profile_of(item).and_then(|item| item.body.profile()) {
            let offers = |version: &str| {
                let mut offered = parent.kubernetes_versions.iter();
                offered.any(|of| *of.version == version)
            };
            gone.kubernetes.retain(|version, _| !offers(version));
            gone.images
                .retain(|(image, version), _| !lists(parent, image, version));
        }
        if gone.kubernetes.is_empty() && gone.images.is_empty() {
            continue;
        }
        let by_profile = by_profile.get_or_insert_with(|| {
            let mut all: BTreeMap<_, Vec<Stored<'a>>> = BTreeMap::new();
            let stored = |shoot: &&&'a Item<'a>| {
                !shoot.object.meta.is_deleted() && !new.contains(&shoot.standing())
            };
            for shoot in items.iter().filter(stored) {
                let Some(spec) = shoot.shoot().filter(|spec| !in_use::names_all(spec)) else {
                    continue;
                };
                let Some(own) = profile_of(shoot) else {
                    continue;
                };
                let parent = profile_of(own);
                for profile in std::iter::once(own).chain(parent) {
                    let stored = Stored {
                        item: shoot,
                        spec: spec.clone(),
                        profiles: [Some(own), parent],
                    };
                    all.entry(profile.standing()).or_default().push(stored);
                }
            }
            all
        });
        let shoots = by_profile
            .get(&item.standing())
            .map_or(&[][..], Vec::as_slice);
        // What the server makes of a beginning now is in use already.
        let mut in_full = InFull::default();
        for of in shoots
            .chunk_by(|a, b| a.profiles[0].map(Item::standing) == b.profiles[0].map(Item::standing))
        {
            let own = of[0].profiles[0].filter(|own| own.standing() != item.standing());
            let old = own.unwrap_or(old);
            if let Some(Ok(profile)) = Usable::new(old, &landscapes.parents[0], sources) {
                in_full.add(of.iter().map(|of| of.item), &profile, now);
            }
        }
        let (mut kubernetes, mut images) = (Unnamed::default(), Unnamed::default());
        for Stored {
            item: shoot,
            spec,
            profiles,
        } in shoots
        {
            let full = in_full.of(shoot).cloned().unwrap_or_default();
            let at = |span| Place {
                file: shoot.file,
                span,
            };
            let may = gone.kubernetes.iter().filter(|(version, _)| {
                in_use::may_have_kubernetes(spec, version)
                    && full.kubernetes.as_deref() != Some(**version)
            });
            let may = may.map(|(version, span)| (format!("Kubernetes version {version}"), *span));
            kubernetes.add(shoot.name_at(), may);
            for (position, worker) in spec.workers.iter().enumerate() {
                let lists = |image: &str, version: &str| {
                    let others = profiles.iter().flatten().filter_map(|of| of.body.profile());
                    std::iter::once(before)
                        .chain(others)
                        .any(|profile| lists(profile, image, version))
                };
                let full = full.images.get(&position);
                let may = gone.images.iter().filter(|(of, _)| {
                    let is_it = |(image, full): &(String, String)| (&**image, &**full) == **of;
                    in_use::may_have(worker, **of, lists) && !full.is_some_and(is_it)
                });
                let named = |((image, version), span): (&(&str, &str), &Span)| {
                    (format!("version {version} of image {image}"), *span)
                };
                images.add(at(worker.name.span), may.map(named));
            }
        }
        for (of, by_pools) in [(kubernetes, false), (images, true)] {
            if of.users.is_empty() {
                continue;
            }
            let place = |span: &Span| Place {
                file: old.file,
                span: *span,
            };
            open.push(Open {
                subject: (**item.subject()).clone(),
                places: of.versions.values().map(place).collect(),
                users: of.users,
                why: Why::UnnamedVersions {
                    versions: of.versions.into_keys().collect(),
                    by_pools,
                },
            });
        }
    }
    open
}

/// A stored Shoot that leaves versions open.
struct Stored<'a> {
    item: &'a Item<'a>,
    spec: Shoot<'a>,
    /// Its profile, and the parent of that.
    profiles: [Option<&'a Item<'a>>; 2],
}

/// Versions that go, and who may have them without naming them.
#[derive(Default)]
struct Unnamed {
    /// Where they stand, by what they are called.
    versions: BTreeMap<String, Span>,
    users: Vec<Place>,
}

impl Unnamed {
    /// Adds somebody who may have some.
    fn add(&mut self, user: Place, versions: impl Iterator<Item = (String, Span)>) {
        let mut versions = versions.peekable();
        if versions.peek().is_some() {
            self.users.push(user);
            self.versions.extend(versions);
        }
    }
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
    match (
        pair.state,
        pair.old.and_then(|item| item.body.profile()),
        pair.new.and_then(|item| item.body.profile()),
    ) {
        (State::Removed, Some(_), _) => true,
        (State::Changed, Some(old), Some(new)) => {
            // The vocabulary of a child is that of its parent, which may have one.
            let vocabulary = !new.machine_capabilities.is_empty() || pair.new.is_some_and(is_child);
            // Admission asks about the provider type on every update of a Shoot.
            in_use::asks_shoots(old, new, vocabulary) || *old.provider_type != *new.provider_type
        }
        _ => false,
    }
}
