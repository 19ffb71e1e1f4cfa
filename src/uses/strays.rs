//! Shoots whose NamespacedCloudProfile is not among the inputs: a CloudProfile may be the parent of
//! that, and they may use what they name of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::landscape::{Body, Item};
use crate::model::object::ObjectKind;
use crate::model::shoot::Worker;
use crate::resolution::references::{Profiles, nearest_file, shoots_near};
use crate::source::{FileId, Sources};
use crate::uses::keys::references;
use crate::uses::{Entry, Key, Presence, ProfileUses, Uses, What, in_use};

/// The Shoots whose missing NamespacedCloudProfile may be one of a profile: near that, of its provider
/// type, and not in deletion.
#[must_use]
pub fn near<'a>(
    profile: &Item<'a>,
    items: &[&'a Item<'a>],
    index: &Profiles<'a>,
    sources: &Sources,
) -> Vec<&'a Item<'a>> {
    if profile.object.kind != ObjectKind::CloudProfile {
        return Vec::new();
    }
    let is_stray = |shoot: &&'a Item<'a>| {
        let Body::Shoot(of) = &shoot.body else {
            return false;
        };
        let kind = of.and_then(|reference| reference.object_kind());
        kind == Some(ObjectKind::NamespacedCloudProfile)
            && !shoot.object.meta.is_deleted()
            && index.referred_by(shoot).is_none()
            && may_have_type(profile, provider_type(shoot))
    };
    shoots_near(profile, items, sources)
        .filter(is_stray)
        .collect()
}

/// Whether a CloudProfile may have this provider type, which is that of its NamespacedCloudProfiles,
/// too. An empty one is not known.
fn may_have_type(profile: &Item<'_>, provider_type: &str) -> bool {
    let own = profile
        .body
        .profile()
        .map_or("", |spec| *spec.provider_type);
    let is_known = profile.unread.is_empty() && !own.is_empty() && !provider_type.is_empty();
    !is_known || own == provider_type
}

/// The provider type of a Shoot; empty where it is not known.
fn provider_type<'a>(shoot: &Item<'a>) -> &'a str {
    let provider = shoot.cursor().field("spec").field("provider");
    match shoot.unread.is_empty() {
        true => *provider.field("type").string(),
        false => "",
    }
}

/// What Shoots use, or may have without naming it. Many Shoots ask for the same.
#[derive(Default)]
struct Asks<'a> {
    named: BTreeSet<Key<'a>>,
    /// The written Kubernetes versions of those that leave some open.
    kubernetes: BTreeSet<&'a str>,
    /// The written images and versions of pools that leave some open.
    images: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Asks<'a> {
    fn add(&mut self, item: &Item<'a>) {
        let Some(shoot) = item.shoot() else {
            return;
        };
        let named = references(item, &shoot).into_iter();
        self.named.extend(named.map(|(key, ..)| key));
        if in_use::names_all(&shoot) {
            return;
        }
        self.kubernetes.insert(*shoot.kubernetes_version);
        let own = shoot.workers.iter().filter_map(Worker::kubernetes_version);
        let own = own.map(|version| *version);
        self.kubernetes.extend(own.filter(|own| !own.is_empty()));
        self.images.extend(shoot.workers.iter().map(|worker| {
            worker.image.map_or(("", ""), |image| {
                (*image.name, image.version.unwrap_or_default())
            })
        }));
    }

    fn take(&mut self, other: &Self) {
        self.named.extend(&other.named);
        self.kubernetes.extend(&other.kubernetes);
        self.images.extend(&other.images);
    }

    fn concern(&self, entry: &Entry<'a>, profile: &ProfileUses<'a>) -> bool {
        let Key { what, image, name } = entry.key;
        let may_be_given = |of: &(&'a str, &'a str)| {
            let (of_image, written) = *of;
            let lists = profile.lists(Key {
                name: written,
                ..entry.key
            });
            (of_image.is_empty() || of_image == image)
                && !lists
                && in_use::leaves_open(written, name)
        };
        let is_open = || match what {
            What::KubernetesVersion => {
                let mut all = self.kubernetes.iter();
                all.any(|written| in_use::leaves_open(written, name))
            }
            What::ImageVersion => self.images.iter().any(may_be_given),
            What::MachineImage => self.images.iter().any(|(image, _)| image.is_empty()),
            What::MachineType | What::VolumeType => false,
        };
        self.named.contains(&entry.key) || !entry.is_preview && is_open()
    }
}

impl<'a> Uses<'a> {
    /// Marks what Shoots may use whose NamespacedCloudProfile is not among the inputs. Only who shows
    /// it needs to ask.
    pub fn mark_strays(&mut self, sources: &Sources) {
        let mut groups: BTreeMap<(FileId, &'a str), Asks<'a>> = BTreeMap::new();
        let kind = ObjectKind::NamespacedCloudProfile.as_str();
        let strays = self.dangling.iter().filter(|of| of.kind == kind);
        let strays = strays.map(|of| of.item);
        for shoot in strays.filter(|shoot| !shoot.object.meta.is_deleted()) {
            let group = groups.entry((shoot.home, provider_type(shoot)));
            group.or_default().add(shoot);
        }
        if groups.is_empty() {
            return;
        }
        // A NamespacedCloudProfile, of which there may be thousands, is no parent.
        let is_parent = |of: &&mut ProfileUses<'a>| of.parent.is_none();
        let mut parents: Vec<_> = self.profiles.iter_mut().filter(is_parent).collect();
        let all: Vec<&'a Item<'a>> = parents.iter().map(|of| of.item).collect();
        for profile in &mut parents {
            let item = profile.item;
            let namesakes = all.iter().filter(|of| of.key() == item.key());
            let homes: Vec<FileId> = namesakes.map(|of| of.home).collect();
            let is_near = |home| nearest_file(home, &homes, sources) == Some(item.home);
            let mut asks = Asks::default();
            for ((home, provider_type), of_group) in &groups {
                if may_have_type(item, provider_type) && is_near(*home) {
                    profile.may_have_child = true;
                    asks.take(of_group);
                }
            }
            let entries = profile.entries.iter().enumerate();
            let open = entries.filter(|(_, entry)| {
                entry.presence == Presence::Listed && asks.concern(entry, profile)
            });
            let open: Vec<usize> = open.map(|(at, _)| at).collect();
            for at in open {
                if let Some(entry) = profile.entries.get_mut(at) {
                    entry.may_be_used_by_child = true;
                }
            }
        }
    }
}
