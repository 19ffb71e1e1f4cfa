//! The entries that an update of a profile removes or claims although others use them: the server
//! refuses it, and names the first of them (`docs/gardener/changes.md#in-use`). Here every user is
//! named. Typed reasons only: nothing here reports.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::ARCHITECTURE;
use crate::landscape::{Body, Item};
use crate::model::cloudprofile::{
    Capabilities, CloudProfile, ExpirableVersion, MachineImageVersion,
};
use crate::model::lifecycle::Classification;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::source::Span;
use crate::uses::stored::{InFull, is_completed, is_no_version};
use crate::uses::{ProfileUses, ShootOf};

/// Something that an update cannot take away or claim, and the one who uses it.
#[derive(Clone, Debug)]
pub struct InUse<'a> {
    /// The change that the server refuses.
    pub what: What<'a>,
    /// Its bytes: in the stored object for what goes, in the new one for what comes.
    pub at: Span,
    /// The NamespacedCloudProfile or Shoot that uses it.
    pub user: &'a Item<'a>,
    /// Where that says so, in its own text.
    pub used_at: Span,
    /// The worker pool of a Shoot, where one is concerned.
    pub pool: Option<&'a str>,
    /// The text of the user where it is only the beginning of the version that the server stored.
    pub written: Option<&'a str>,
}

/// A change that the server refuses in an update.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What<'a> {
    /// Remove a version of Kubernetes from the profile.
    KubernetesVersion(&'a str),
    /// Remove an image with all its versions.
    Image(&'a str),
    /// Add an image that a NamespacedCloudProfile defines.
    ImageAdded(&'a str),
    /// Remove a version of an image.
    ImageVersion {
        /// The name of the image.
        image: &'a str,
        /// The version that the update removes.
        version: &'a str,
    },
    /// Remove values of a capability.
    Capability {
        /// The name of the capability.
        name: &'a str,
        /// The values that are used, sorted.
        values: Vec<&'a str>,
    },
    /// Remove a machine type under a worker pool while the profile has a vocabulary. The server
    /// takes that, and fails on every update of the Shoot from then on, since admission asks for
    /// the capabilities of the type (`docs/gardener/shoot.md#admission-of-updates`).
    MachineType(&'a str),
    /// Set the limit of nodes below what a Shoot has at least.
    Limit {
        /// The limit of nodes that the update sets.
        limit: i64,
        /// The sum of the minimums of the pools.
        nodes: i64,
    },
}

/// The changes that the server refuses in an update of a CloudProfile. `uses`: who refers to it, as
/// far as is known; `in_full`: the versions that the server stores for Shoots that name their
/// beginning.
#[must_use]
pub fn of_cloud_profile<'a>(
    old: &CloudProfile<'a>,
    new: &CloudProfile<'a>,
    uses: &ProfileUses<'a>,
    in_full: &InFull<'a>,
) -> Vec<InUse<'a>> {
    let change = Change::new(old, new, !new.machine_capabilities.is_empty());
    let mut found = Vec::new();
    let children: Vec<(&'a Item<'a>, &'a NamespacedCloudProfile<'a>)> = uses
        .children
        .iter()
        .filter(|item| !item.object.meta.is_deleted())
        .filter_map(|item| Some((*item, child(item)?)))
        .collect();
    change.children(&children, &mut found);
    change.capabilities(&children, old, new, &mut found);
    // A child's own entry stays for its Shoots.
    let lacks = |through: Option<&Item<'_>>, name: &str| {
        let types = through
            .and_then(child)
            .map(|child| &child.spec.machine_types);
        types.is_none_or(|types| !types.iter().any(|of| *of.name == name))
    };
    let goes = Goes {
        kubernetes: &|_| true,
        image: &|_, _| true,
        machine_type: &lacks,
    };
    change.shoots(&uses.shoots, in_full, &goes, &mut found);
    found
}

/// The changes that the server refuses in an update of a NamespacedCloudProfile. `parent`: the spec
/// of its parent; without one it counts as empty.
#[must_use]
pub fn of_namespaced<'a>(
    old: &CloudProfile<'a>,
    new: &CloudProfile<'a>,
    parent: Option<&CloudProfile<'_>>,
    uses: &ProfileUses<'a>,
    in_full: &InFull<'a>,
    now: Time,
) -> Vec<InUse<'a>> {
    let mut kubernetes: BTreeMap<&str, bool> = BTreeMap::new();
    let mut images: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    let expired =
        |version: &ExpirableVersion<'_>| version.classification_at(now) == Classification::Expired;
    if let Some(parent) = parent {
        kubernetes.extend(
            parent
                .kubernetes_versions
                .iter()
                .map(|version| (*version.version, expired(version))),
        );
        for image in parent.machine_images.iter() {
            images.extend(image.versions.iter().map(|version| {
                (
                    (*image.name, *version.version()),
                    expired(&version.expirable),
                )
            }));
        }
    }
    let mut found = Vec::new();
    // An override may go where the parent's version does without it.
    let of_kubernetes = |version: &str| kubernetes.get(version) == Some(&true);
    let of_image =
        |image: &str, version: &str| images.get(&(image, version)).copied().unwrap_or(true);
    let of_type = |_: Option<&Item<'_>>, name: &str| {
        let types = parent.map(|parent| &parent.machine_types);
        types.is_none_or(|types| !types.iter().any(|of| *of.name == name))
    };
    let asks = parent.is_some_and(|parent| !parent.machine_capabilities.is_empty());
    let goes = Goes {
        kubernetes: &of_kubernetes,
        image: &of_image,
        machine_type: &of_type,
    };
    Change::new(old, new, asks).shoots(&uses.shoots, in_full, &goes, &mut found);
    found
}

/// Whether an update depends on what Shoots use: versions go, machine types do while there is a
/// vocabulary, or there is another limit.
#[must_use]
pub fn asks_shoots(old: &CloudProfile<'_>, new: &CloudProfile<'_>, vocabulary: bool) -> bool {
    Change::new(old, new, vocabulary).asks_shoots()
}

/// Whether something that goes is gone for Shoots, and does not come from elsewhere.
struct Goes<'g> {
    kubernetes: &'g dyn Fn(&str) -> bool,
    image: &'g dyn Fn(&str, &str) -> bool,
    /// By the child that the Shoot refers to, and name.
    machine_type: &'g dyn Fn(Option<&Item<'_>>, &str) -> bool,
}

/// The versions that an update takes away, and where they stand in the stored object.
#[derive(Debug)]
pub struct Gone<'a> {
    /// The Kubernetes versions.
    pub kubernetes: BTreeMap<&'a str, Span>,
    /// The versions of images, by image and version.
    pub images: BTreeMap<(&'a str, &'a str), Span>,
}

impl<'a> Gone<'a> {
    /// Those that one profile has, and another has not. A version in preview has nobody who does not
    /// name it.
    #[must_use]
    pub fn new(old: &CloudProfile<'a>, new: &CloudProfile<'a>, now: Time) -> Self {
        let change = Change::new(old, new, false);
        let (mut kubernetes, mut images) = (change.kubernetes, change.versions);
        let is_preview = |version: &ExpirableVersion<'_>| {
            version.classification_at(now) == Classification::Preview
        };
        for version in old.kubernetes_versions.iter().filter(|of| is_preview(of)) {
            kubernetes.remove(*version.version);
        }
        for image in old.machine_images.iter() {
            for of in image.versions.iter().filter(|of| is_preview(&of.expirable)) {
                images.remove(&(*image.name, *of.version()));
            }
        }
        Self { kubernetes, images }
    }
}

/// Whether a pool may have a version of an image stored without naming it: it leaves that open, and
/// got one when it was created. A version that its profile `lists` is whole, however it looks.
#[must_use]
pub fn may_have(
    worker: &Worker<'_>,
    (image, version): (&str, &str),
    lists: impl Fn(&str, &str) -> bool,
) -> bool {
    worker.image.is_none_or(|of| {
        let written = (*of.version).unwrap_or_default();
        (of.name.is_empty() || *of.name == image)
            && leaves_open(written, version)
            && !lists(image, written)
    })
}

/// Whether a Shoot may have a Kubernetes version stored without naming it. Those of its pools do not
/// count where the server asks who uses one (`docs/gardener/changes.md#in-use`).
#[must_use]
pub fn may_have_kubernetes(shoot: &Shoot<'_>, version: &str) -> bool {
    leaves_open(*shoot.kubernetes_version, version)
}

/// Whether a Shoot or one of its pools may.
#[must_use]
pub fn may_run(shoot: &Shoot<'_>, version: &str) -> bool {
    let of_pools = shoot.workers.iter().filter_map(Worker::kubernetes_version);
    let mut of_pools = of_pools.filter(|written| !written.is_empty());
    may_have_kubernetes(shoot, version) || of_pools.any(|written| leaves_open(*written, version))
}

/// Whether somebody who writes one version may have another stored: no version, or one of other than
/// three parts, is completed when the Shoot is written, and no file shows how. Only the first part
/// counts then, or both of two (shoot.md, "Defaulting by the mutator").
pub(super) fn leaves_open(written: &str, version: &str) -> bool {
    let [written, version] = [written, version].map(|of| of.strip_prefix('v').unwrap_or(of));
    let both_of_two = written.split('.').count() == 2;
    let looked_at = if both_of_two { 2 } else { 1 };
    let mut both = written.split('.').zip(version.split('.')).take(looked_at);
    // Of what is no version, no file tells what is stored: that is said of it alone.
    is_completed(written)
        && !is_no_version(written)
        && both.all(|(part, of)| part.is_empty() || part == of)
}

/// Whether a Shoot and its pools name all of their versions in full. Nearly all Shoots do.
#[must_use]
pub fn names_all(shoot: &Shoot<'_>) -> bool {
    let has_image = |worker: &Worker<'_>| {
        let version = worker.image.and_then(|image| *image.version);
        version.is_some_and(|version| !is_completed(version))
    };
    !is_completed(*shoot.kubernetes_version)
        && shoot.workers.iter().all(|worker| {
            let own = worker.kubernetes_version();
            has_image(worker) && own.is_none_or(|own| own.is_empty() || !is_completed(*own))
        })
}

/// The removed and the added entries.
struct Change<'a> {
    kubernetes: BTreeMap<&'a str, Span>,
    images: BTreeMap<&'a str, Span>,
    added_images: BTreeMap<&'a str, Span>,
    versions: BTreeMap<(&'a str, &'a str), Span>,
    /// Those of a profile with a vocabulary.
    machine_types: BTreeMap<&'a str, Span>,
    limit: Option<(i64, Span)>,
}

impl<'a> Change<'a> {
    /// `vocabulary`: whether admission compares capabilities by the new profile.
    fn new(old: &CloudProfile<'a>, new: &CloudProfile<'a>, vocabulary: bool) -> Self {
        let kubernetes = |of: &CloudProfile<'a>| -> BTreeMap<&'a str, Span> {
            of.kubernetes_versions
                .iter()
                .map(|version| (*version.version, version.version.span))
                .collect()
        };
        let images = |of: &CloudProfile<'a>| -> BTreeMap<&'a str, Span> {
            of.machine_images
                .iter()
                .map(|image| (*image.name, image.name.span))
                .collect()
        };
        let versions = |of: &CloudProfile<'a>| -> BTreeMap<(&'a str, &'a str), Span> {
            let versions = of.machine_images.iter().flat_map(|image| {
                let name = *image.name;
                image
                    .versions
                    .iter()
                    .map(move |version| ((name, *version.version()), version.version().span))
            });
            versions.collect()
        };
        let machine_types = |of: &CloudProfile<'a>| -> BTreeMap<&'a str, Span> {
            of.machine_types
                .iter()
                .map(|of| (*of.name, of.name.span))
                .collect()
        };
        let limit = new.max_nodes_total;
        Self {
            kubernetes: without(kubernetes(old), &kubernetes(new)),
            images: without(images(old), &images(new)),
            added_images: without(images(new), &images(old)),
            versions: without(versions(old), &versions(new)),
            machine_types: if vocabulary {
                without(machine_types(old), &machine_types(new))
            } else {
                BTreeMap::new()
            },
            limit: limit
                .value
                .filter(|_| limit.value != old.max_nodes_total.value)
                .map(|nodes| (nodes, limit.span)),
        }
    }

    fn asks_shoots(&self) -> bool {
        !self.kubernetes.is_empty()
            || !self.versions.is_empty()
            || !self.machine_types.is_empty()
            || self.limit.is_some()
    }

    fn children(
        &self,
        children: &[(&'a Item<'a>, &'a NamespacedCloudProfile<'a>)],
        found: &mut Vec<InUse<'a>>,
    ) {
        for (item, child) in children {
            let mut add = |what, at: &Span, used_at| {
                found.push(InUse {
                    what,
                    at: *at,
                    user: item,
                    used_at,
                    pool: None,
                    written: None,
                });
            };
            let mut seen = BTreeSet::new();
            for version in child
                .spec
                .kubernetes_versions
                .iter()
                .map(|version| version.version)
            {
                if let Some(at) = self.kubernetes.get(*version)
                    && seen.insert(*version)
                {
                    add(What::KubernetesVersion(*version), at, version.span);
                }
            }
            let (mut seen, mut seen_versions) = (BTreeSet::new(), BTreeSet::new());
            for image in child.spec.machine_images.iter() {
                let name = *image.name;
                if seen.insert(name) {
                    if let Some(at) = self.images.get(name) {
                        add(What::Image(name), at, image.name.span);
                    }
                    if let Some(at) = self.added_images.get(name) {
                        add(What::ImageAdded(name), at, image.name.span);
                    }
                }
                for version in image.versions.iter().map(MachineImageVersion::version) {
                    if let Some(at) = self.versions.get(&(name, *version))
                        && seen_versions.insert((name, *version))
                    {
                        add(
                            What::ImageVersion {
                                image: name,
                                version: *version,
                            },
                            at,
                            version.span,
                        );
                    }
                }
            }
        }
    }

    fn capabilities(
        &self,
        children: &[(&'a Item<'a>, &'a NamespacedCloudProfile<'a>)],
        old: &CloudProfile<'a>,
        new: &CloudProfile<'a>,
        found: &mut Vec<InUse<'a>>,
    ) {
        let removed = removed_values(old, new);
        // The server only compares where a child names more than architectures.
        let beyond = |(_, child): &(_, &'a NamespacedCloudProfile<'a>)| {
            named(child).any(|entry| *entry.name != ARCHITECTURE)
        };
        if removed.is_empty() || !children.iter().any(beyond) {
            return;
        }
        for (item, child) in children {
            let mut lost: BTreeMap<&'a str, (Span, BTreeSet<&'a str>)> = BTreeMap::new();
            for entry in named(child) {
                let Some((_, gone)) = removed.get(*entry.name) else {
                    continue;
                };
                for value in entry
                    .values
                    .iter()
                    .filter(|value| gone.contains(value.value))
                {
                    lost.entry(*entry.name)
                        .or_insert_with(|| (value.span, BTreeSet::new()))
                        .1
                        .insert(value.value);
                }
            }
            for (name, (used_at, values)) in lost {
                let at = removed.get(name).map_or_else(Span::default, |(at, _)| *at);
                let what = What::Capability {
                    name,
                    values: values.into_iter().collect(),
                };
                found.push(InUse {
                    what,
                    at,
                    user: item,
                    used_at,
                    pool: None,
                    written: None,
                });
            }
        }
    }

    /// `kubernetes` and `image`: whether a version that goes is missed.
    fn shoots(
        &self,
        shoots: &[ShootOf<'a>],
        in_full: &InFull<'a>,
        goes: &Goes<'_>,
        found: &mut Vec<InUse<'a>>,
    ) {
        if !self.asks_shoots() {
            return;
        }
        let stays = |item: &Item<'_>| !item.object.meta.is_deleted();
        // A child in deletion has no users.
        let all = shoots
            .iter()
            .filter(|shoot| stays(shoot.item) && shoot.through.is_none_or(stays));
        for (item, through) in all.map(|shoot| (shoot.item, shoot.through)) {
            let Some(shoot) = item.shoot() else { continue };
            let mut add = |what, at, used_at, pool, written| {
                found.push(InUse {
                    what,
                    at,
                    user: item,
                    used_at,
                    pool,
                    written,
                });
            };
            let full = in_full.of(item);
            let (written, span) = (*shoot.kubernetes_version, shoot.kubernetes_version.span);
            let found = match full.and_then(|full| full.kubernetes.as_deref()) {
                Some(full) => self
                    .kubernetes
                    .iter()
                    .find(|(version, _)| **version == full),
                None => self.kubernetes.get_key_value(written),
            };
            if let Some((version, at)) = found
                && (goes.kubernetes)(version)
            {
                add(
                    What::KubernetesVersion(version),
                    *at,
                    span,
                    None,
                    (*version != written).then_some(written),
                );
            }
            for (position, worker) in shoot.workers.iter().enumerate() {
                let named = *worker.machine_type;
                if let Some((name, at)) = self.machine_types.get_key_value(named)
                    && (goes.machine_type)(through, name)
                {
                    let (what, used_at) = (What::MachineType(name), worker.machine_type.span);
                    add(what, *at, used_at, Some(*worker.name), None);
                }
                let Some(used) = worker.image else { continue };
                let (name, written) = (*used.name, used.version.unwrap_or_default());
                let found = match full.and_then(|full| full.images.get(&position)) {
                    Some((image, full)) => self
                        .versions
                        .iter()
                        .find(|(of, _)| **of == (image.as_str(), full.as_str())),
                    None => self.versions.get_key_value(&(name, written)),
                };
                if let Some(((image_name, version), at)) = found
                    && (goes.image)(image_name, version)
                {
                    let what = What::ImageVersion {
                        image: image_name,
                        version,
                    };
                    add(
                        what,
                        *at,
                        used.version.span,
                        Some(*worker.name),
                        (*version != written).then_some(written),
                    );
                }
            }
            if let Some((limit, at)) = self.limit {
                let nodes = shoot.workers.iter().fold(0_i64, |sum, worker| {
                    sum.saturating_add(worker.minimum.unwrap_or_default())
                });
                if nodes > limit {
                    add(
                        What::Limit { limit, nodes },
                        at,
                        shoot.workers.span,
                        None,
                        None,
                    );
                }
            }
        }
    }
}

fn without<K: Ord>(mut of: BTreeMap<K, Span>, others: &BTreeMap<K, Span>) -> BTreeMap<K, Span> {
    of.retain(|key, _| !others.contains_key(key));
    of
}

/// The values that go, by capability, with the place of their old definition.
fn removed_values<'a>(
    old: &CloudProfile<'a>,
    new: &CloudProfile<'a>,
) -> BTreeMap<&'a str, (Span, BTreeSet<&'a str>)> {
    let mut removed: BTreeMap<&'a str, (Span, BTreeSet<&'a str>)> = BTreeMap::new();
    for definition in old.machine_capabilities.iter() {
        let entry = removed
            .entry(*definition.name)
            .or_insert_with(|| (definition.name.span, BTreeSet::new()));
        entry
            .1
            .extend(definition.values.iter().map(|value| value.value));
    }
    for definition in new.machine_capabilities.iter() {
        if let Some((_, values)) = removed.get_mut(*definition.name) {
            for value in definition.values.iter() {
                values.remove(value.value);
            }
        }
    }
    removed.retain(|_, (_, values)| !values.is_empty());
    removed
}

/// The capabilities that a NamespacedCloudProfile names in flavors and machine types, as written.
fn named<'a>(
    child: &'a NamespacedCloudProfile<'a>,
) -> impl Iterator<Item = &'a crate::model::cloudprofile::Capability<'a>> {
    let versions = child
        .spec
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter());
    let flavors = versions
        .flat_map(|version| version.capability_flavors.iter())
        .map(|flavor| &flavor.capabilities);
    let types = child
        .spec
        .machine_types
        .iter()
        .map(|machine_type| &machine_type.capabilities.value);
    flavors
        .chain(types)
        .flat_map(|capabilities: &Capabilities<'a>| capabilities.iter())
}

fn child<'a>(item: &'a Item<'a>) -> Option<&'a NamespacedCloudProfile<'a>> {
    match &item.body {
        Body::NamespacedCloudProfile(child) => Some(child),
        Body::CloudProfile(_) | Body::Shoot(_) => None,
    }
}
