//! The refusals of a Shoot: place, type and reason.

use crate::finding::ErrorType;
use crate::matching::DefaultFault;
use crate::model::cursor::Spanned;
use crate::model::lifecycle::Current;
use crate::model::name::NameFault;
use crate::model::path::{FieldPath, Path};
use crate::model::pem::CertificateFault;
use crate::provider::lookup::NoArtifact;
use crate::provider::shoots;
use crate::source::Span;

/// Something that the server refuses.
#[derive(Clone, Debug)]
pub struct Fault<'a> {
    /// The path, as the API server prints it.
    pub path: FieldPath,
    /// The bytes in the Shoot.
    pub span: Span,
    /// The error; none where the server refuses the whole object without a field path, or admits
    /// it.
    pub error: Option<ErrorType>,
    pub value: &'a str,
    /// The worker pool, by position.
    pub worker: Option<usize>,
    pub reason: Reason<'a>,
}

/// Why the server refuses something.
#[derive(Clone, Debug)]
pub enum Reason<'a> {
    // The mutator.
    /// The reference to the profile cannot be followed.
    Reference(ReferenceFault),
    /// No Kubernetes version can be filled in.
    NoKubernetesVersion {
        /// Whether the text is not the beginning of a version.
        malformed: bool,
    },
    /// No machine image can be filled in.
    NoImage(DefaultFault),

    // Static validation.
    /// No reference to a profile.
    NoProfile {
        /// There is a `cloudProfileName`, which no longer counts.
        retired: bool,
    },
    Missing(Missing),
    /// A `cloudProfileName` from Kubernetes 1.34 on.
    RetiredProfileName,
    Name(NameKind, NameFault),
    /// A name is longer than this kind may be.
    NameTooLong(NameKind, usize),
    /// A name stands twice; where it stands first.
    Duplicate(Twice, Span),
    /// A setting that makes sense only with workers.
    Workerless(&'static str),
    /// A word outside a closed list.
    UnknownWord {
        what: Word,
        /// The words that there are.
        supported: &'static [&'static str],
    },
    /// An in-place strategy while the feature gate is off.
    InPlaceDisabled,
    /// `minimum` or `maximum` is negative.
    NegativeCount(&'static str),
    /// `maximum` is below `minimum`.
    MaximumBelowMinimum {
        minimum: i64,
        at: Span,
    },
    /// `maxSurge` or `maxUnavailable`.
    Budget(&'static str, BudgetFault),
    /// A label's or annotation's key.
    LabelKey(&'static str, NameFault),
    LabelValue(NameFault),
    /// Annotations of too many bytes.
    AnnotationsTooLong(usize),
    /// A taint key that Gardener sets itself.
    ReservedTaint,
    /// A Kubernetes version that cannot be read, so that it cannot be compared with this one.
    UnreadableVersion,
    /// A pool's Kubernetes version above that of the control plane, or too far below.
    Skew {
        control_plane: &'a str,
        at: Span,
        /// Whether the pool is above it.
        above: bool,
    },
    /// A volume's size is not `<number>Gi`.
    VolumeSize,
    /// `kubeletDataVolumeName` names none of the data volumes.
    UnknownDataVolume(Vec<&'a str>),
    /// A CA bundle without a certificate.
    CaBundle(CertificateFault),
    /// A number or duration outside its range.
    OutOfRange {
        name: &'static str,
        range: Range,
    },
    /// A setting for in-place updates on a pool that has none.
    NeedsInPlace(&'static str),
    Sysctl(SysctlFault),
    /// No pool may run system components.
    NoSystemComponents,
    /// No pool of a set of zones can have a node in each of its zones.
    TooFewNodes {
        /// How many zones the last pool of the group lists.
        zones: usize,
        /// The names of the pools.
        pools: Vec<&'a str>,
    },

    // Updates.
    /// A field that may not change.
    Immutable {
        name: &'static str,
        old: String,
        why: ImmutableWhy,
        /// Where it stands in the stored object.
        old_at: Span,
    },
    /// Workers come or go: from some to none, or back.
    WorkersComeOrGo {
        /// Whether the new object has workers.
        now: bool,
        /// The mutator fails before static validation.
        mutator: bool,
    },
    /// A Kubernetes version goes down, or up by more than one minor.
    KubernetesStep {
        old: &'a str,
        down: bool,
        /// The pool follows the control plane.
        follows: bool,
    },
    /// The image version of an in-place pool goes down.
    ImageStep {
        old: &'a str,
    },
    /// The image versions of an in-place pool cannot be compared.
    ImageStepUnreadable {
        old: Option<&'a str>,
    },

    // Admission.
    /// Another profile that the Shoot may not move to.
    Move(MoveFault<'a>),
    /// A Kubernetes version that the profile does not have, or not any more.
    KubernetesVersion {
        /// Its state in the profile and its place there; none where the profile lacks it.
        state: Option<(Current<'a>, Span)>,
        /// The versions that would do.
        supported: Vec<&'a str>,
        /// The ones of these that are in preview.
        preview: Vec<&'a str>,
        /// Any version of the profile would do.
        any: bool,
    },
    /// The Kubernetes version of the control plane cannot be read.
    UnreadableControlPlane,
    /// The profile lacks the region; with access restrictions the server reports that twice.
    UnknownRegion(Vec<&'a str>),
    /// The region, which is looked up for access restrictions, is unknown.
    RestrictionsWithoutRegion,
    /// The region does not have the access restriction.
    UnknownRestriction(Vec<&'a str>),
    /// Control plane zones may not be chosen.
    ZonePinning(Span),
    /// Another provider than the profile's.
    ProviderType {
        profile: &'a str,
        at: Span,
    },
    /// A `providerConfig` of the internal version.
    InternalConfig,
    /// More nodes at least than the profile allows at most.
    NodeLimit {
        /// The sum of the minimums.
        minimum: i64,
        limit: i64,
        /// Its bytes in the profile.
        at: Span,
    },
    /// The profile lacks the machine type.
    UnknownMachineType(Vec<&'a str>),
    /// The profile does not have the machine type of a pool that stays as it is any more, and
    /// compares capabilities: the server fails.
    LostMachineType,
    /// The machine type cannot be used by the pool.
    UnfitMachineType(Vec<MachineTypeCause<'a>>),
    /// The profile lacks the image version.
    UnknownImage {
        image: &'a str,
        /// Whether the profile has the image.
        known: bool,
        /// The versions of it that would do.
        supported: Vec<&'a str>,
    },
    /// The image version cannot be used by the pool.
    UnfitImage {
        /// The version, by its position in the matcher.
        version: usize,
        causes: Vec<ImageCause<'a>>,
    },
    /// The capabilities of machine type and image version do not fit.
    IncompatibleImage {
        /// The machine type, by its position in the matcher.
        machine: usize,
        /// The version, by its position in the matcher.
        version: usize,
    },
    /// The image version does not have the container runtime interface.
    UnsupportedCri {
        /// The version, by its position in the matcher.
        version: usize,
    },
    /// The image version does not have the container runtime.
    UnsupportedRuntime {
        /// The version, by its position in the matcher.
        version: usize,
        cri: &'a str,
    },
    /// The Kubernetes version does not meet the image's constraint.
    KubeletConstraint {
        /// The version, by its position in the matcher.
        version: usize,
        kubelet: &'a str,
        at: Span,
    },
    /// The profile lacks the volume type.
    UnknownVolumeType(Vec<&'a str>),
    /// The volume type cannot be used by the pool.
    UnfitVolumeType {
        /// The place of `usable: false`.
        unusable: Option<Span>,
        /// The zones that lack it, with the place that lists it as unavailable.
        zones: Vec<(&'a str, Span)>,
    },
    /// The volume is smaller than it may be.
    VolumeTooSmall {
        least: String,
        /// Its bytes in the profile.
        at: Span,
        /// Whether it is the machine type that asks for it.
        by_machine_type: bool,
    },
    /// The kubelet reserves the whole machine.
    Reserved {
        /// `cpu` or `memory`.
        what: &'static str,
        reserved: Option<String>,
        /// The amount that the machine type has.
        machine: String,
        /// The bytes of that in the profile.
        at: Span,
    },
    /// The region does not have the zone.
    UnknownZone {
        /// Whether the profile has the region.
        known_region: bool,
        zones: Vec<&'a str>,
    },
    RepeatedZone(Span),

    // The provider.
    /// A pool gets no artifact.
    NoArtifact {
        why: NoArtifact,
        /// Whether a webhook refuses the Shoot for it; if not, the server admits it.
        refused: bool,
    },
    /// The webhook of the extension refuses something else.
    Webhook(shoots::What<'a>),
}

/// Why a reference to a profile cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceFault {
    /// Both `cloudProfile` and `cloudProfileName`, on create.
    Both,
    /// The kind is not one of a profile.
    Kind,
    NoName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// `kubernetes.version`
    KubernetesVersion,
    Region,
    /// `provider.type`
    ProviderType,
    /// `machine.type`
    MachineType,
    /// `machine.image`
    Image,
    /// `machine.image.name`
    ImageName,
    /// `machine.image.version`
    ImageVersion,
    VolumeName,
    /// A root volume, where there are data volumes.
    Volume,
    /// The effect of a taint.
    TaintEffect,
    /// The type of a container runtime.
    RuntimeType,
    /// The value of a sysctl.
    SysctlValue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    ProviderType,
    Worker,
    Volume,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twice {
    Worker,
    DataVolume,
    /// A taint, by key and effect.
    Taint,
    Runtime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Architecture,
    UpdateStrategy,
    /// The effect of a taint.
    TaintEffect,
    Cri,
}

/// The fault of `maxSurge` or `maxUnavailable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetFault {
    /// Neither an integer that is not negative nor a percentage.
    Malformed,
    /// More than 100%.
    TooMuch,
    /// Set with a manual strategy.
    Manual,
    BothZero,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    NotNegative,
    /// At least -1.
    Priority,
    /// A number between 0 and 1, both included.
    Share,
    /// At most this: the maximum of the pool, or one less.
    AtMost {
        most: i64,
        /// The pool may run system components, so one machine must stay.
        less_one: bool,
    },
}

/// The fault of a sysctl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SysctlFault {
    Malformed,
    /// The key is too long.
    TooLong,
    /// A part of the key is too long.
    PartTooLong,
}

/// Why a field may not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImmutableWhy {
    /// Nothing of this kind may ever change.
    Always,
    /// A pool keeps to rolling or to in-place updates.
    Strategy,
    /// Updates in place keep the nodes, so their parts stay.
    InPlace,
}

/// Why a Shoot may not move to another profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault<'a> {
    /// The two are not of one family.
    Family {
        /// The kind of the old profile.
        kind: &'a str,
        old: &'a str,
    },
    /// The old one is a NamespacedCloudProfile that is not among the files, so its family is
    /// unknown.
    UnknownFamily { old: &'a str },
    /// The new profile lacks an image version that a pool has.
    Image {
        pool: &'a str,
        image: &'a str,
        version: &'a str,
    },
    /// The new profile lacks the machine type of a pool.
    MachineType {
        pool: &'a str,
        machine_type: &'a str,
    },
    /// The new profile lacks the volume type of a pool.
    VolumeType { pool: &'a str, volume_type: &'a str },
}

/// Why a pool cannot have a machine type.
#[derive(Clone, Debug)]
pub enum MachineTypeCause<'a> {
    /// Its architecture is another, or cannot be determined.
    Architecture {
        pool: &'a str,
        machine_type: Option<&'a str>,
        /// Where the machine type says so.
        at: Span,
    },
    /// It is not usable, by the field at this place.
    Unusable(Span),
    /// Zones lack it, by the fields at these places.
    Zones(Vec<(&'a str, Span)>),
}

/// Why a pool cannot have an image version.
#[derive(Clone, Debug)]
pub enum ImageCause<'a> {
    Inactive(Current<'a>),
    /// It does not support the pool's architecture.
    Architecture {
        pool: &'a str,
    },
    /// It does not support in-place updates.
    InPlace,
    /// Nodes of this version cannot be updated to it in place.
    MinVersion {
        /// The version that the pool has.
        current: Option<&'a str>,
        /// The least version that can be updated.
        least: Option<&'a str>,
    },
}

#[derive(Debug, Default)]
pub(super) struct Faults<'a> {
    pub(super) list: Vec<Fault<'a>>,
    /// The faults that the server does not report yet, because it ends a part of its judgement
    /// before.
    pub(super) later: Vec<Fault<'a>>,
    /// The pool that is being judged, by position.
    pub(super) worker: Option<usize>,
}

impl<'a> Faults<'a> {
    pub(super) fn add(
        &mut self,
        error: ErrorType,
        path: &Path<'_>,
        value: Spanned<&'a str>,
        reason: Reason<'a>,
    ) {
        let Spanned { value, span } = value;
        self.list.push(Fault {
            path: path.into(),
            span,
            error: Some(error),
            value,
            worker: self.worker,
            reason,
        });
    }

    /// Judges what stands after a point that ends the server's judgement.
    pub(super) fn behind(&mut self, judge: impl FnOnce(&mut Self)) {
        let mut behind = Self {
            worker: self.worker,
            ..Self::default()
        };
        judge(&mut behind);
        self.later.append(&mut behind.list);
    }

    /// Everything, in the order in which the server would come to it.
    pub(super) fn into_all(self) -> Vec<Fault<'a>> {
        let mut all = self.list;
        all.extend(self.later);
        all
    }

    /// About something that the server admits.
    pub(super) fn warn(&mut self, path: &Path<'_>, value: Spanned<&'a str>, reason: Reason<'a>) {
        let Spanned { value, span } = value;
        self.list.push(Fault {
            path: path.into(),
            span,
            error: None,
            value,
            worker: self.worker,
            reason,
        });
    }

    /// About something that has no text of its own.
    pub(super) fn at(&mut self, error: ErrorType, path: &Path<'_>, span: Span, reason: Reason<'a>) {
        self.add(error, path, Spanned::new("", span), reason);
    }

    /// A refusal without a field path; the path is where a person should look.
    pub(super) fn refuse(&mut self, path: &Path<'_>, span: Span, reason: Reason<'a>) {
        self.list.push(Fault {
            path: path.into(),
            span,
            error: None,
            value: "",
            worker: self.worker,
            reason,
        });
    }
}

/// The reason why the profile does not judge the worker pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// The profile is not known.
    Profile,
    /// The mutator refuses the Shoot.
    Mutator,
    /// The Shoot may not move to the profile.
    Move,
    /// The profile is of another provider type.
    ProviderType,
    /// The version of the control plane is none.
    KubernetesVersion,
}
