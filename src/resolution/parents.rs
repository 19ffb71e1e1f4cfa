//! References resolved: the parent of a NamespacedCloudProfile, and what the two become together.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Vocabulary;
use crate::config::{Operation, ProviderRules, Settings};
use crate::effective;
use crate::landscape::unread::Unread;
use crate::landscape::{Body, Item, Landscape};
use crate::merge::{self, Before, Dropped, Merged};
use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Cursor;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::time::Time;
use crate::resolution::provided::{self, Provided};
use crate::source::{FileId, Sources};

/// A CloudProfile that is the parent of some NamespacedCloudProfile: as stored, with all its spans
/// marked as those of another text.
#[derive(Debug)]
pub struct Parent<'a> {
    /// The CloudProfile as it was read.
    pub item: &'a Item<'a>,
    /// The profile as its file has it.
    pub written: CloudProfile<'a>,
    /// The profile as the server stores it: defaulted and canonicalised.
    pub profile: CloudProfile<'a>,
    /// The capabilities that `profile` defines.
    pub vocabulary: Vocabulary<'a>,
    /// Its `providerConfig`, where an extension looks at it.
    pub provided: Option<Provided<'a>>,
}

impl<'a> Parent<'a> {
    /// The parent that this object is; `None` if it is not a CloudProfile. No extension looks at
    /// it.
    #[must_use]
    pub fn new(item: &'a Item<'a>) -> Option<Self> {
        Self::with_provider(item, &ProviderRules::Off)
    }

    /// The paths of the parent that cpcap could not read.
    #[must_use]
    pub fn unread(&self) -> Unread {
        provided::unread(self.item, self.provided.as_ref())
    }

    /// The parent that this object is; `None` if it is not a CloudProfile.
    #[must_use]
    pub fn with_provider(item: &'a Item<'a>, rules: &ProviderRules) -> Option<Self> {
        let Body::CloudProfile(_) = item.body else {
            return None;
        };
        let object = Cursor::new(&item.document.tree, item.text, item.object.node).elsewhere();
        let written = CloudProfile::read(object);
        let provided = Provided::at(object, *written.provider_type, rules);
        let mut mutated = written.clone();
        if let Some(provided) = &provided {
            provided.mutate(&mut mutated);
        }
        let profile = effective::stored(&mutated);
        let vocabulary = Vocabulary::new(&profile.machine_capabilities);
        Some(Self {
            item,
            written,
            profile,
            vocabulary,
            provided,
        })
    }
}

/// The parents that the NamespacedCloudProfiles of a run name.
#[derive(Debug, Default)]
pub struct Parents<'a> {
    by_name: BTreeMap<&'a str, Vec<Parent<'a>>>,
    /// The first CloudProfile of each name, whether one names it or not.
    profiles: BTreeMap<&'a str, &'a Item<'a>>,
    /// Whose extensions look at the profiles of the run.
    pub rules: ProviderRules,
}

/// The parent that is meant, and how many others have its name.
#[derive(Clone, Copy, Debug)]
pub struct Found<'p, 'a> {
    /// The parent whose file is nearest.
    pub parent: &'p Parent<'a>,
    /// Whether another one is as near.
    pub tied: bool,
    /// All of that name, in the order of the inputs.
    pub candidates: &'p [Parent<'a>],
}

impl<'a> Parents<'a> {
    /// Finds what the objects of the landscapes name in all of them.
    #[must_use]
    pub fn new(
        landscape: &'a Landscape<'a>,
        context: &'a Landscape<'a>,
        rules: &ProviderRules,
    ) -> Self {
        let items = || landscape.items.iter().chain(&context.items);
        let all = landscape.all().into_iter().chain(&context.items);
        let named: BTreeSet<&str> = all
            .filter_map(|item| Some(*namespaced(item)?.parent.name))
            .collect();
        let mut by_name: BTreeMap<&str, Vec<Parent<'_>>> = BTreeMap::new();
        let mut profiles = BTreeMap::new();
        for item in items() {
            let name = *item.object.meta.name;
            if matches!(item.body, Body::CloudProfile(_)) {
                profiles.entry(name).or_insert(item);
            }
            if !name.is_empty()
                && named.contains(name)
                && let Some(parent) = Parent::with_provider(item, rules)
            {
                by_name.entry(name).or_default().push(parent);
            }
        }
        Self {
            by_name,
            profiles,
            rules: rules.clone(),
        }
    }

    /// `providerConfig` of a profile, where cpcap knows its provider, or that of its parent.
    #[must_use]
    pub fn provided(&self, item: &'a Item<'a>, sources: &Sources) -> Option<Provided<'a>> {
        let of = match &item.body {
            Body::CloudProfile(profile) => *profile.provider_type,
            Body::NamespacedCloudProfile(child) => {
                *self
                    .find(item, child, sources)?
                    .parent
                    .profile
                    .provider_type
            }
            Body::Shoot(_) => return None,
        };
        Provided::new(item, of, &self.rules)
    }

    /// All CloudProfiles by name; of several of one name the first.
    #[must_use]
    pub fn profiles(&self) -> &BTreeMap<&'a str, &'a Item<'a>> {
        &self.profiles
    }

    /// The parent of a NamespacedCloudProfile by name, whatever kind it says; of several, the one
    /// whose file is nearest, as `nearest` says.
    #[must_use]
    pub fn find(
        &self,
        item: &Item<'_>,
        child: &NamespacedCloudProfile<'_>,
        sources: &Sources,
    ) -> Option<Found<'_, 'a>> {
        let candidates = self.by_name.get(*child.parent.name)?;
        let Nearest {
            found: parent,
            as_near,
        } = nearest(
            item.home,
            candidates,
            |candidate| candidate.item.home,
            sources,
        )?;
        Some(Found {
            parent,
            tied: !as_near.is_empty(),
            candidates,
        })
    }
}

/// The nearest of several objects.
pub(super) struct Nearest<'c, T> {
    pub found: &'c T,
    /// The others that are as near.
    pub as_near: Vec<&'c T>,
}

/// The nearest of several objects that one of a file may mean: its file has the longest directory
/// in common, then the longest below the searched one, then the fewest directories between, then is
/// the same file, then comes first. A landscape has no other mark of its extent.
pub(super) fn nearest<'c, T>(
    from: FileId,
    candidates: &'c [T],
    file: impl Fn(&T) -> FileId,
    sources: &Sources,
) -> Option<Nearest<'c, T>> {
    let (first, others) = candidates.split_first()?;
    let mut best = Nearest {
        found: first,
        as_near: Vec::new(),
    };
    if others.is_empty() {
        return Some(best);
    }
    let own = sources.get(from);
    let distance = |candidate: &T| {
        let nearness = own.nearness(sources.get(file(candidate)));
        (nearness, file(candidate) == from)
    };
    let mut least = distance(first);
    for candidate in others {
        let distance = distance(candidate);
        match distance.cmp(&least) {
            Ordering::Greater => {
                (least, best.found) = (distance, candidate);
                best.as_near.clear();
            }
            Ordering::Equal => best.as_near.push(candidate),
            Ordering::Less => {}
        }
    }
    Some(best)
}

/// The NamespacedCloudProfile that an object is.
#[must_use]
pub fn namespaced<'i, 't>(item: &'i Item<'t>) -> Option<&'i NamespacedCloudProfile<'t>> {
    match &item.body {
        Body::NamespacedCloudProfile(profile) => Some(profile),
        Body::CloudProfile(_) | Body::Shoot(_) => None,
    }
}

/// A NamespacedCloudProfile as the server prepares it by itself.
#[derive(Debug)]
pub struct Prepared<'a> {
    /// The profile after defaulting and preparation.
    pub profile: CloudProfile<'a>,
    /// The versions that preparation drops.
    pub dropped: Dropped,
}

impl<'a> Prepared<'a> {
    /// Prepares a NamespacedCloudProfile, as its mutating webhooks leave it.
    #[must_use]
    pub fn new(mut profile: CloudProfile<'a>, before: Before<'_, '_>, now: Time) -> Self {
        merge::default(&mut profile);
        let dropped = Dropped::of_namespaced(&profile, before, now);
        dropped.take_from(&mut profile);
        Self { profile, dropped }
    }

    /// The same for the operation of a run. `old`: the stored profile, as written.
    #[must_use]
    pub fn for_run(
        profile: CloudProfile<'a>,
        old: Option<&CloudProfile<'a>>,
        settings: &Settings,
    ) -> (Self, Option<CloudProfile<'a>>) {
        let old = old
            .filter(|_| settings.operation == Operation::Update)
            .cloned()
            .map(|mut old| {
                merge::default(&mut old);
                old
            });
        let before = match (settings.operation, &old) {
            (Operation::Create, _) => Before::Nothing,
            (Operation::Update, Some(old)) => Before::Stored(old),
            (Operation::Update, None) => Before::Unknown,
        };
        (Self::new(profile, before, settings.now), old)
    }

    /// The same in the format of a parent, and merged into it.
    #[must_use]
    pub fn merge(&self, parent: &Parent<'a>) -> Together<'a> {
        Together::new(&self.profile, parent)
    }
}

/// A NamespacedCloudProfile together with its parent.
#[derive(Debug)]
pub struct Together<'a> {
    /// The NamespacedCloudProfile, prepared, in the format of the parent.
    pub uniform: CloudProfile<'a>,
    /// The parent with the NamespacedCloudProfile merged into it.
    pub merged: Merged<'a>,
}

impl<'a> Together<'a> {
    /// Brings a NamespacedCloudProfile into the format of its parent, and merges the two.
    #[must_use]
    pub fn new(child: &CloudProfile<'a>, parent: &Parent<'a>) -> Self {
        let mut uniform = child.clone();
        merge::uniform(&mut uniform, &parent.vocabulary);
        let merged = merge::merge(&parent.profile, &uniform);
        Self { uniform, merged }
    }
}
