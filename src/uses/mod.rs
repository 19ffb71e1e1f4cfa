//! The users of a profile's entries: NamespacedCloudProfiles that adjust it, and Shoots and worker
//! pools that run on it. Only the objects of a run are known. Pure: nothing here judges.

mod collect;
pub mod dependents;
pub mod hidden;
pub mod in_use;
mod keys;
pub mod stored;
pub mod strays;

use std::collections::{HashMap, HashSet};

use crate::landscape::Item;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::path::FieldPath;

pub use collect::{collect, collect_in_full};

/// The uses of all profiles of a run, as far as they are known.
#[derive(Debug, Default)]
pub struct Uses<'a> {
    /// The profiles, in the order of the inputs.
    pub profiles: Vec<ProfileUses<'a>>,
    /// The objects that refer to a profile which is not among the inputs.
    pub dangling: Vec<Dangling<'a>>,
    /// How many NamespacedCloudProfiles are known.
    pub children: usize,
    /// How many Shoots are known.
    pub shoots: usize,
    /// The versions that the server stores where Shoots name only their beginning.
    pub in_full: stored::InFull<'a>,
}

/// A CloudProfile or NamespacedCloudProfile, and who uses what of it.
#[derive(Debug)]
pub struct ProfileUses<'a> {
    /// The profile as it was read.
    pub item: &'a Item<'a>,
    /// The name of the parent of a NamespacedCloudProfile.
    pub parent: Option<&'a str>,
    /// Whether it was asked for, and not only read for context.
    pub asked: bool,
    /// The NamespacedCloudProfiles of this parent.
    pub children: Vec<&'a Item<'a>>,
    /// The Shoots that refer to it, or to one of its children.
    pub shoots: Vec<ShootOf<'a>>,
    /// Whether objects may refer to it that cpcap could not read.
    pub hides_users: bool,
    /// Whether it may be the parent of a NamespacedCloudProfile that is not among the inputs, and that a
    /// Shoot refers to: [`Uses::mark_strays`] finds out.
    pub may_have_child: bool,
    /// The entries that it lists, in the order of its text, then those that it lacks.
    pub entries: Vec<Entry<'a>>,
    /// Their positions. Its order reaches no output.
    by_key: HashMap<Key<'a>, usize>,
}

/// A Shoot of a profile.
#[derive(Clone, Copy, Debug)]
pub struct ShootOf<'a> {
    /// The Shoot as it was read.
    pub item: &'a Item<'a>,
    /// The child of the profile that the Shoot refers to; none where it refers to the profile
    /// itself.
    pub through: Option<&'a Item<'a>>,
}

/// An object whose profile is not among the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Dangling<'a> {
    /// The Shoot or NamespacedCloudProfile that refers to nothing.
    pub item: &'a Item<'a>,
    /// The kind that it refers to, as written.
    pub kind: &'a str,
    /// The name that it refers to.
    pub name: &'a str,
}

/// The lists of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The list at `spec.kubernetes.versions`.
    KubernetesVersion,
    /// The list at `spec.machineImages`.
    MachineImage,
    /// The lists at `spec.machineImages[].versions`.
    ImageVersion,
    /// The list at `spec.machineTypes`.
    MachineType,
    /// The list at `spec.volumeTypes`.
    VolumeType,
}

impl What {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] = [
        Self::KubernetesVersion,
        Self::MachineImage,
        Self::ImageVersion,
        Self::MachineType,
        Self::VolumeType,
    ];
}

/// The name of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<'a> {
    /// The list that has the entry.
    pub what: What,
    /// The image of an image version; else empty.
    pub image: &'a str,
    /// The name or version of the entry.
    pub name: &'a str,
}

/// An entry that a profile lists, or that a user has although the profile does not.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The list and the name of the entry.
    pub key: Key<'a>,
    /// Whether the profile lists it.
    pub presence: Presence,
    /// The users: NamespacedCloudProfiles, then Shoots, in the order of the inputs.
    pub users: Vec<User<'a>>,
    /// Shoots or worker pools that name no version, or only its beginning, may have it: no file
    /// shows what they got.
    pub may_be_used: bool,
    /// A Shoot names it, or may have it, whose NamespacedCloudProfile is not among the inputs: this
    /// profile may be the parent of that. [`Uses::mark_strays`] finds out.
    pub may_be_used_by_child: bool,
    /// What cpcap could not read may use it.
    pub is_hidden: bool,
    /// A version in preview: the server gives it only to those who name it.
    is_preview: bool,
}

/// Whether a profile lists what is used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The profile lists the entry.
    Listed,
    /// The profile does not list it.
    Missing,
    /// It does not, but the version is only the beginning of one: the server takes a listed one
    /// when the Shoot is written.
    Prefix,
}

/// A user of an entry.
#[derive(Clone, Copy, Debug)]
pub struct User<'a> {
    /// The NamespacedCloudProfile or Shoot that uses the entry.
    pub item: &'a Item<'a>,
    /// How it uses the entry.
    pub how: How<'a>,
    /// The text of the user where it is only the beginning of the version that the server stores.
    pub written: Option<&'a str>,
}

/// How a NamespacedCloudProfile or Shoot uses an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How<'a> {
    /// By a NamespacedCloudProfile of this parent.
    Child(Relation),
    /// A Shoot names the entry.
    Shoot {
        /// The worker pool; none for the Shoot as a whole.
        pool: Option<&'a str>,
        /// Whether the Shoot refers to a child of the profile, not to the profile itself.
        through_child: bool,
    },
}

/// What uses an entry where a Shoot as a whole does, for people.
pub const CONTROL_PLANE: &str = "control plane";

/// The relation of a NamespacedCloudProfile to an entry of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It gives it another expiration date or update strategy.
    Adjusts,
    /// It adds versions to the image.
    Extends,
    /// Its own entry wins whole.
    Replaces,
}

impl<'a> Uses<'a> {
    /// Who uses a profile.
    #[must_use]
    pub fn of(&self, profile: &Item<'_>) -> Option<&ProfileUses<'a>> {
        let mut all = self.profiles.iter();
        all.find(|uses| uses.item.standing() == profile.standing())
    }
}

impl Entry<'_> {
    /// Whether more may use it than is known.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.may_be_used || self.may_be_used_by_child || self.is_hidden
    }

    /// How many objects use it: a Shoot counts once, whether its control plane or its pools do.
    #[must_use]
    pub fn objects(&self) -> usize {
        let objects = self.users.iter().map(|user| std::ptr::from_ref(user.item));
        objects.collect::<HashSet<_>>().len()
    }
}

impl<'a> ProfileUses<'a> {
    /// The entry of that name, where the profile lists it.
    #[must_use]
    pub fn listed(&self, key: Key<'a>) -> Option<&Entry<'a>> {
        self.by_key
            .get(&key)
            .and_then(|at| self.entries.get(*at))
            .filter(|entry| entry.presence == Presence::Listed)
    }

    /// Says of it and of each entry that what cpcap could not read may use it.
    fn hide(&mut self) {
        self.hides_users = true;
        self.entries
            .iter_mut()
            .for_each(|entry| entry.is_hidden = true);
    }

    fn lists(&self, key: Key<'a>) -> bool {
        self.listed(key).is_some()
    }

    /// The entry of that name; a new one where there is none.
    fn entry(&mut self, key: Key<'a>, presence: Presence) -> Option<&mut Entry<'a>> {
        let next = self.entries.len();
        let at = *self.by_key.entry(key).or_insert(next);
        if at == next {
            self.entries.push(Entry {
                key,
                presence,
                users: Vec::new(),
                may_be_used: false,
                may_be_used_by_child: false,
                is_hidden: false,
                is_preview: false,
            });
        }
        self.entries.get_mut(at)
    }
}

/// `Kubernetes version 1.31.4`, the way in which sentences name an entry.
#[must_use]
pub fn title(entry: Key<'_>) -> String {
    match entry.what {
        What::KubernetesVersion => format!("Kubernetes version `{}`", entry.name),
        What::MachineImage => format!("image `{}`", entry.name),
        What::ImageVersion => format!("version `{}` of image `{}`", entry.name, entry.image),
        What::MachineType => format!("machine type `{}`", entry.name),
        What::VolumeType => format!("volume type `{}`", entry.name),
    }
}

/// Whether a profile may list an entry that it is not known to list, since cpcap could not read all
/// of that list.
#[must_use]
pub fn may_list(item: &Item<'_>, entry: Key<'_>) -> bool {
    let list = match entry.what {
        What::KubernetesVersion => "spec.kubernetes.versions",
        What::MachineImage | What::ImageVersion => "spec.machineImages",
        What::MachineType => "spec.machineTypes",
        What::VolumeType => "spec.volumeTypes",
    };
    item.unread.is_incomplete() || item.unread.hides(&FieldPath::from(list))
}

/// The versions of the list in which an entry stands.
#[must_use]
pub fn versions<'p, 't>(
    spec: &'p CloudProfile<'t>,
    entry: Key<'_>,
) -> Box<dyn Iterator<Item = &'p ExpirableVersion<'t>> + 'p> {
    match entry.what {
        What::KubernetesVersion => Box::new(spec.kubernetes_versions.iter()),
        What::ImageVersion => {
            let image = entry.image.to_owned();
            Box::new(
                spec.machine_images
                    .iter()
                    .filter(move |known| *known.name == image)
                    .flat_map(|image| image.versions.iter().map(|version| &version.expirable)),
            )
        }
        What::MachineImage | What::MachineType | What::VolumeType => Box::new(std::iter::empty()),
    }
}
