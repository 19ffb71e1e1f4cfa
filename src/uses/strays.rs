//! Shoots whose NamespacedCloudProfile is not among the inputs: a CloudProfile may be the parent of
//! that, and they may use what they name of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::landscape::{Body, Item};
use crate::model::object::ObjectKind;
use crate::model::shoot::Worker;
use crate::resolution::references::nearest_file;
use crate::source::{FileId, Sources};
use crate::uses::keys::references;
use crate::uses::{Entry, Key, Presence, ProfileUses, Uses, What, in_use};

/// Whether a profile may be the parent of the missing NamespacedCloudProfile of a Shoot, by what both
/// say: a NamespacedCloudProfile has the provider type of its parent.
#[must_use]
pub fn may_be_parent(profile: &Item<'_>, shoot: &Item<'_>) -> bool {
    let Body::CloudProfile(spec) = &profile.body else {
        return false;
    };
    let (of_profile, of_shoot) = (*spec.provider_type, provider_type(shoot));
    let may_differ = of_shoot.is_empty() || of_profile.is_empty() || !profile.unread.is_empty();
    !shoot.object.meta.is_deleted() && (may_differ || of_shoot == of_profile)
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
        let mut groups: BTreeMap<(FileId, &'a str), (&'a Item<'a>, Asks<'a>)> = BTreeMap::new();
        let kind = ObjectKind::NamespacedCloudProfile.as_str();
        let strays = self.dangling.iter().filter(|of| of.kind == kind);
        for item in strays.map(|of| of.item) {
            if !item.object.meta.is_deleted() {
                let group = groups.entry((item.home, provider_type(item)));
                let (_, asks) = group.or_insert_with(|| (item, Asks::default()));
                asks.add(item);
            }
        }
        if groups.is_empty() {
            return;
        }
        let homes: Vec<_> = self.profiles.iter().map(|of| of.item).collect();
        for profile in &mut self.profiles {
            let item = profile.item;
            let others = homes.iter().filter(|of| of.key() == item.key());
            let near: Vec<FileId> = std::iter::once(item.home)
                .chain(others.map(|of| of.home))
                .collect();
            let is_near = |home| nearest_file(home, &near, sources) == Some(item.home);
            let mut all = Asks::default();
            for ((home, _), (first, asks)) in &groups {
                if may_be_parent(item, first) && is_near(*home) {
                    profile.may_have_child = true;
                    all.take(asks);
                }
            }
            let entries = profile.entries.iter().enumerate();
            let open = entries.filter(|(_, entry)| {
                entry.presence == Presence::Listed && all.concern(entry, profile)
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
