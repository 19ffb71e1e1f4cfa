//! The effects of a profile's change on its users, beyond what the server refuses
//! (`docs/gardener/changes.md#what-a-change-does-beyond`): compared by name, never by position.
//! Values with causes and places; nothing here prints or judges.

mod artifacts;
mod causes;
mod entries;
mod pairs;
mod pools;
mod properties;
mod refused;
mod shoots;
mod side;
mod stuck;
mod united;
mod users;

use std::borrow::Cow;
use std::fmt;

use crate::source::Place;

pub(crate) use entries::stages;
pub use shoots::{OfShoot, compare as compare_shoots};
pub use side::Side;
pub use united::United;
pub use users::{PoolUse, User};

use crate::maintenance::Fault;
use crate::model::time::Time;
use crate::provider::lookup::Missing;

/// What becomes different, with what belongs to that alone; the worst first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// Worker pools that nothing can run any more, or that the server refuses from now on.
    Impossible {
        refusal: Option<Refusal>,
        /// The entry is no longer listed: that is why.
        gone: bool,
    },
    /// An image version that loses the artifact that a machine type got.
    NoArtifact(Missing, Vec<Moved<'a>>),
    /// An image version stops fitting a machine type.
    Incompatible,
    /// Something is no longer listed.
    Removed,
    /// Another flavor of an image version is selected.
    Flavor,
    /// Another artifact of the provider is used; in the order of `images`, each with each machine
    /// type.
    Artifact(Vec<Moved<'a>>),
    /// A Shoot that names no version gets another one.
    Default,
    /// A Shoot itself asks for something else, or an entry of the profile has other properties.
    Changed,
    /// Maintenance moves pools to another version, moves them or not, or can do nothing for them;
    /// and whether there is no artifact for the version that it moves them to.
    Maintenance(Option<Missing>),
    /// A version expires, and some pools have no target then.
    Stuck(Stuck<'a>),
    /// A version is classified otherwise, now or later.
    Classification,
    /// The format of the profile: it gets its first vocabulary, or loses it.
    Format,
    Vocabulary,
    /// An image version starts to fit a machine type.
    Compatible,
    /// Something is listed that was not.
    Added,
}

/// Pools without a target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stuck<'a> {
    /// Why there is no way on.
    pub fault: Fault,
    /// Only pools that are updated in place get stuck.
    pub in_place: bool,
    /// Only pools with these Kubernetes versions get stuck; empty: whatever they have.
    pub kubernetes: Vec<&'a str>,
}

/// The variants of [`What`], the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Impossible,
    NoArtifact,
    Incompatible,
    Removed,
    Flavor,
    Artifact,
    Default,
    Changed,
    Maintenance,
    Stuck,
    Classification,
    Format,
    Vocabulary,
    Compatible,
    Added,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The profile gets its first vocabulary: the server converts it.
    FirstMigration,
    /// The profile loses its vocabulary.
    BackToLegacy,
    /// The vocabulary has the same values in another order.
    ReorderedVocabulary,
    /// The vocabulary lost a value.
    RemovedValue,
    /// The vocabulary has a new value.
    AddedValue,
    /// The flavors of the image version, or its architectures.
    ChangedFlavors,
    /// The capabilities of the machine type, or its architecture.
    ChangedMachineType,
    /// The `providerConfig` changes.
    ChangedProviderPart,
    /// The entries of the parent of a NamespacedCloudProfile.
    ChangedParent,
    /// A machine type or volume type is no longer usable.
    NotUsable,
    /// A zone is no longer listed.
    RemovedZone,
    /// A zone no longer offers a machine type or volume type.
    UnavailableInZone,
    MinimumVolumeSize,
    /// An image version asks for other kubelets.
    KubeletConstraint,
    /// The kubelet reserves all that the machine type has.
    ReservedResources,
    /// The listed entries, or their order.
    ChangedLists,
    /// Other fields of an entry.
    ChangedEntry,
    ChangedDates,
    /// How an image is updated: its `updateStrategy`.
    ChangedStrategy,
    /// The conditions of an image version for pools beside its flavors: their CRI, their kubelet,
    /// where updates in place start.
    ChangedConditions,
    ChangedShoot,
    /// The profile of the Shoot, for reasons that lie in the profile.
    ChangedProfile,
}

/// The lists of a profile whose entries can come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// `kubernetes.versions`
    KubernetesVersion,
    /// `machineImages`
    MachineImage,
    /// `machineImages[].versions`
    ImageVersion,
    MachineType,
    /// `volumeTypes`
    VolumeType,
    Region,
    /// `regions[].zones`
    Zone,
    Limit,
    /// `machineCapabilities`
    Capability,
    /// The worker pools of a Shoot.
    WorkerPool,
    /// The profiles that a Shoot can refer to.
    Profile,
    /// The architectures that a worker pool can have.
    Architecture,
    /// The automatic updates of maintenance.
    AutoUpdate,
    /// The volumes of a worker pool.
    Volume,
    /// `regions[].accessRestrictions`
    AccessRestriction,
    /// A setting of the profile as a whole: `controlPlane.allowZonePinning`
    Setting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// New worker pools, and those that change in this; those that there are stay as they are.
    NewPools,
    /// Every update of a Shoot that has such a pool, until the pool changes.
    EveryUpdate,
    /// Shoots with such a pool, by a webhook of the extension of the provider.
    Webhook,
    /// The change itself, of the Shoot that has the pool.
    Change,
}

/// An artifact of an image version that another takes the place of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moved<'a> {
    /// The image version, by position in `Impact::images`.
    pub image: usize,
    /// The region; empty where the move holds in every region.
    pub region: &'a str,
    /// The old value; none: there was none.
    pub before: Option<String>,
    /// The new value; none: there is none.
    pub after: Option<String>,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry<'a> {
    pub list: List,
    /// The image of a version, the region of a zone or of an access restriction; else empty.
    pub of: &'a str,
    pub name: Cow<'a, str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impact<'a> {
    pub what: What<'a>,
    /// Why; the first is the most likely.
    pub causes: Vec<Cause>,
    /// The entry that came, went or changed.
    pub entry: Option<Entry<'a>>,
    pub machine_types: Vec<&'a str>,
    pub volume_types: Vec<&'a str>,
    /// The image versions concerned; each with each machine type. The version is empty where the
    /// image as a whole is meant.
    pub images: Vec<(&'a str, &'a str)>,
    /// The regions concerned; empty: wherever.
    pub regions: Vec<&'a str>,
    /// The old value; none: nothing.
    pub before: Option<String>,
    /// The new value; none: nothing.
    pub after: Option<String>,
    /// Where it stands in the old text.
    pub old: Option<Place>,
    /// Where it stands in the new text.
    pub new: Option<Place>,
    /// The worker pools concerned, of the Shoots that are known.
    pub pools: Vec<PoolUse<'a>>,
}

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Self; 15] = [
        Self::Impossible,
        Self::NoArtifact,
        Self::Incompatible,
        Self::Removed,
        Self::Flavor,
        Self::Artifact,
        Self::Default,
        Self::Changed,
        Self::Maintenance,
        Self::Stuck,
        Self::Classification,
        Self::Format,
        Self::Vocabulary,
        Self::Compatible,
        Self::Added,
    ];
}

impl<'a> Entry<'a> {
    pub(crate) fn new(list: List, name: impl Into<Cow<'a, str>>) -> Self {
        Self::under(list, "", name)
    }

    /// An entry of a list within `of`.
    pub(crate) fn under(list: List, of: &'a str, name: impl Into<Cow<'a, str>>) -> Self {
        Self {
            list,
            of,
            name: name.into(),
        }
    }
}

/// `image version` for a version of an image, `region zone` for a zone.
impl fmt::Display for Entry<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.of.is_empty() {
            write!(out, "{} ", self.of)?;
        }
        out.write_str(&self.name)
    }
}

impl<'a> Impact<'a> {
    fn new(what: What<'a>, causes: Vec<Cause>) -> Self {
        Self {
            what,
            causes,
            entry: None,
            machine_types: Vec::new(),
            volume_types: Vec::new(),
            images: Vec::new(),
            regions: Vec::new(),
            before: None,
            after: None,
            old: None,
            new: None,
            pools: Vec::new(),
        }
    }

    /// The list of the entry.
    #[must_use]
    pub fn list(&self) -> Option<List> {
        self.entry.as_ref().map(|entry| entry.list)
    }

    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.what {
            What::Impossible { .. } => Kind::Impossible,
            What::NoArtifact(..) => Kind::NoArtifact,
            What::Incompatible => Kind::Incompatible,
            What::Removed => Kind::Removed,
            What::Flavor => Kind::Flavor,
            What::Artifact(_) => Kind::Artifact,
            What::Default => Kind::Default,
            What::Changed => Kind::Changed,
            What::Maintenance(_) => Kind::Maintenance,
            What::Stuck(_) => Kind::Stuck,
            What::Classification => Kind::Classification,
            What::Format => Kind::Format,
            What::Vocabulary => Kind::Vocabulary,
            What::Compatible => Kind::Compatible,
            What::Added => Kind::Added,
        }
    }

    /// Why there is no artifact any more, or none for the version that maintenance moves pools to.
    #[must_use]
    pub fn missing(&self) -> Option<&Missing> {
        match &self.what {
            What::NoArtifact(missing, _) | What::Maintenance(Some(missing)) => Some(missing),
            _ => None,
        }
    }

    /// What becomes refused.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        if let What::Impossible { refusal, .. } = self.what {
            return refusal;
        }
        self.missing()?.webhook.map(|_| Refusal::Webhook)
    }

    /// The artifacts that others take the place of.
    #[must_use]
    pub fn moves(&self) -> &[Moved<'a>] {
        match &self.what {
            What::NoArtifact(_, moves) | What::Artifact(moves) => moves,
            _ => &[],
        }
    }

    fn moves_mut(&mut self) -> Option<&mut Vec<Moved<'a>>> {
        match &mut self.what {
            What::NoArtifact(_, moves) | What::Artifact(moves) => Some(moves),
            _ => None,
        }
    }

    #[must_use]
    pub fn stuck(&self) -> Option<&Stuck<'a>> {
        match &self.what {
            What::Stuck(of) => Some(of),
            _ => None,
        }
    }

    /// Whether it is about an entry that is no longer listed, and makes worker pools impossible.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        matches!(self.what, What::Impossible { gone: true, .. })
    }

    /// Whether the server fails on every update of a Shoot with such a pool, instead of refusing
    /// it: a machine type goes while it compares capabilities.
    #[must_use]
    pub fn fails_updates(&self) -> bool {
        self.is_gone()
            && self.refusal() == Some(Refusal::EveryUpdate)
            && self.list() == Some(List::MachineType)
    }

    /// A profile that is gone although objects refer to it.
    #[must_use]
    pub fn gone(old: Place, pools: Vec<PoolUse<'a>>) -> Self {
        Self {
            old: Some(old),
            pools,
            ..Self::new(What::Removed, vec![Cause::ChangedLists])
        }
    }
}

/// The effects of a change of one profile. `users`: the Shoots that refer to it on both sides;
/// `now`: when it is applied.
#[must_use]
pub fn compare<'a>(
    old: &Side<'a>,
    new: &Side<'a>,
    users: &[User<'a>],
    now: Time,
) -> Vec<Impact<'a>> {
    let mut found = Vec::new();
    let vocabulary = side::vocabulary_causes(old, new);
    let choice = causes::Choice {
        old,
        new,
        vocabulary: &vocabulary,
        now,
    };
    entries::compare(old, new, &vocabulary, now, &mut found);
    properties::compare(old, new, &mut found);
    let machines = pairs::compare(choice, &mut found);
    artifacts::compare(old, new, &machines, &vocabulary, &mut found);
    stuck::compare(choice, &mut found);
    pools::compare(choice, users, &mut found);
    entries::reordered(old, new, &vocabulary, &mut found);
    united::tell_once(&mut found);
    united::sorted(&mut found);
    found
}
