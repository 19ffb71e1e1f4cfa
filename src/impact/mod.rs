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

use crate::source::Place;

pub use shoots::{OfShoot, compare as compare_shoots};
pub use side::Side;
pub use united::United;
pub use users::{PoolUse, User};

use crate::maintenance::Fault;
use crate::model::time::Time;
use crate::provider::lookup::NoArtifact;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Worker pools that nothing can run any more, or that the server refuses from now on.
    Impossible,
    /// An image version that loses the artifact that a machine type got.
    NoArtifact,
    /// An image version stops fitting a machine type.
    Incompatible,
    /// Something is no longer listed.
    Removed,
    /// Another flavor of an image version is selected.
    Flavor,
    /// Another artifact of the provider is used.
    Artifact,
    /// A Shoot that names no version gets another one.
    Default,
    /// A Shoot itself asks for something else, or an entry of the profile has other properties.
    Changed,
    /// Maintenance moves pools to another version, moves them or not, or can do nothing for them.
    Maintenance,
    /// A version expires, and some pools have no target then.
    Stuck,
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
    /// Shoots with such a pool, by a webhook of the extension of this provider.
    Webhook(&'static str),
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impact<'a> {
    pub kind: Kind,
    /// Why; the first is the most likely.
    pub causes: Vec<Cause>,
    /// The entry that came, went or changed: its list, and its name (`image version` for a version
    /// of an image, `region zone` for a zone).
    pub entry: Option<(List, String)>,
    pub machine_types: Vec<&'a str>,
    pub volume_types: Vec<&'a str>,
    /// The image versions concerned; each with each machine type. The version is empty where the
    /// image as a whole is meant.
    pub images: Vec<(&'a str, &'a str)>,
    /// The regions concerned; empty: wherever.
    pub regions: Vec<&'a str>,
    /// The replaced artifacts, in the order of `images`: each with each machine type.
    pub artifacts: Vec<Moved<'a>>,
    /// The old value; none: nothing.
    pub before: Option<String>,
    /// The new value; none: nothing.
    pub after: Option<String>,
    /// Where it stands in the old text.
    pub old: Option<Place>,
    /// Where it stands in the new text.
    pub new: Option<Place>,
    /// Why a version that gets stuck has no way on.
    pub fault: Option<Fault>,
    /// Only pools that are updated in place get stuck.
    pub in_place: bool,
    /// Only pools with these Kubernetes versions get stuck; empty: whatever they have.
    pub kubernetes: Vec<&'a str>,
    pub refusal: Option<Refusal>,
    /// The entry is no longer listed: of what becomes impossible, that is why.
    pub gone: bool,
    /// Why there is no artifact any more, or none for the version that maintenance moves pools to.
    pub no_artifact: Option<NoArtifact>,
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

    /// The word used in every output and flag.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Impossible => "impossible",
            Self::NoArtifact => "noArtifact",
            Self::Incompatible => "incompatible",
            Self::Removed => "removed",
            Self::Flavor => "flavor",
            Self::Artifact => "artifact",
            Self::Default => "default",
            Self::Changed => "changed",
            Self::Maintenance => "maintenance",
            Self::Stuck => "stuck",
            Self::Classification => "classification",
            Self::Format => "format",
            Self::Vocabulary => "vocabulary",
            Self::Compatible => "compatible",
            Self::Added => "added",
        }
    }
}

impl Cause {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FirstMigration => "firstMigration",
            Self::BackToLegacy => "backToLegacy",
            Self::ReorderedVocabulary => "reorderedVocabulary",
            Self::RemovedValue => "removedValue",
            Self::AddedValue => "addedValue",
            Self::ChangedFlavors => "changedFlavors",
            Self::ChangedMachineType => "changedMachineType",
            Self::ChangedProviderPart => "changedProviderPart",
            Self::ChangedParent => "changedParent",
            Self::NotUsable => "notUsable",
            Self::RemovedZone => "removedZone",
            Self::UnavailableInZone => "unavailableInZone",
            Self::MinimumVolumeSize => "minimumVolumeSize",
            Self::KubeletConstraint => "kubeletConstraint",
            Self::ReservedResources => "reservedResources",
            Self::ChangedLists => "changedLists",
            Self::ChangedEntry => "changedEntry",
            Self::ChangedDates => "changedDates",
            Self::ChangedStrategy => "changedStrategy",
            Self::ChangedConditions => "changedConditions",
            Self::ChangedShoot => "changedShoot",
            Self::ChangedProfile => "changedProfile",
        }
    }
}

impl<'a> Impact<'a> {
    fn new(kind: Kind, causes: Vec<Cause>) -> Self {
        Self {
            kind,
            causes,
            entry: None,
            machine_types: Vec::new(),
            volume_types: Vec::new(),
            images: Vec::new(),
            regions: Vec::new(),
            artifacts: Vec::new(),
            before: None,
            after: None,
            old: None,
            new: None,
            fault: None,
            in_place: false,
            kubernetes: Vec::new(),
            refusal: None,
            gone: false,
            no_artifact: None,
            pools: Vec::new(),
        }
    }
}

impl<'a> Impact<'a> {
    /// Whether the server fails on every update of a Shoot with such a pool, instead of refusing
    /// it: a machine type goes while it compares capabilities.
    #[must_use]
    pub fn fails_updates(&self) -> bool {
        self.kind == Kind::Impossible
            && self.gone
            && self.refusal == Some(Refusal::EveryUpdate)
            && matches!(self.entry, Some((List::MachineType, _)))
    }

    /// A profile that is gone although objects refer to it.
    #[must_use]
    pub fn gone(old: Place, pools: Vec<PoolUse<'a>>) -> Self {
        Self {
            old: Some(old),
            pools,
            ..Self::new(Kind::Removed, vec![Cause::ChangedLists])
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
