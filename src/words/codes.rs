//! Stable words of typed values, for JSON, its schemas and spreadsheets: each once.

use crate::impact::{self, Kind, List, Refusal};
use crate::maintenance::{
    Absence, Aside, Cause, Fault, Filter, How, ImagesFault, Next, Reach, Stay,
};
use crate::matching::{
    By, DefaultFault, NoBastion, Passed, TieBreak, Unfit, ValuesOrigin, Verdict,
};
use crate::shoot::FillRule;
use crate::uses::{Presence, Relation, What};

/// Gives the values of a type their words.
macro_rules! codes {
    ($of:ty { $($value:pat => $word:literal),+ $(,)? }) => {
        impl $of {
            /// All words, in the order of the schemas.
            #[allow(dead_code, reason = "not every schema lists its words")]
            pub(crate) const CODES: &'static [&'static str] = &[$($word),+];

            /// The word for it, in JSON and spreadsheets.
            pub(crate) fn code(&self) -> &'static str {
                match self {
                    $($value => $word,)+
                }
            }
        }

        impl serde::Serialize for $of {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.code())
            }
        }
    };
}

pub(crate) use codes;

codes!(Cause<'_> { Self::Missing(_) => "missing", Self::Expired => "expired", Self::Automatic => "automatic" });
codes!(How {
    Self::Automatic(Reach::Minor) => "patch",
    Self::Automatic(Reach::Major) => "withinMajor",
    Self::Automatic(Reach::Everything) => "highest",
    Self::Forced(Next::Minor) => "nextMinor",
    Self::Forced(Next::Major) => "nextMajor",
    Self::Capped => "controlPlane",
});
codes!(Fault {
    Self::NoHigherMinor => "noHigherMinor",
    Self::NoHigherMajor => "noHigherMajor",
    Self::CannotForce => "cannotForce",
    Self::NoNextMinor => "noNextMinor",
    Self::NotAVersion => "notAVersion",
});
codes!(ImagesFault { Self::UnknownMachineType(_) => "unknownMachineType", Self::UnknownImage(_) => "unknownImage" });
codes!(Absence<'_> { Self::Unlisted => "unlisted", Self::OtherCase(_) => "otherCase", Self::Filtered(_) => "filtered" });
// Answers leave the last one out.
codes!(Stay { Self::NotAsked => "autoUpdateOff", Self::UpToDate => "upToDate", Self::Nothing => "noVersion" });
codes!(Filter<'_> {
    Self::Architecture(_) => "architecture",
    Self::Capabilities => "capabilities",
    Self::Cri => "cri",
    Self::ContainerRuntimes(_) => "containerRuntimes",
    Self::Kubelet(_) => "kubelet",
    Self::InPlace(_) => "inPlace",
});
codes!(Aside {
    Self::Current => "current",
    Self::Lower => "lower",
    Self::Preview => "preview",
    Self::Expired => "expired",
    Self::Beyond(_) => "beyondStrategy",
});
codes!(What {
    Self::KubernetesVersion => "kubernetesVersion",
    Self::MachineImage => "machineImage",
    Self::ImageVersion => "imageVersion",
    Self::MachineType => "machineType",
    Self::VolumeType => "volumeType",
});
codes!(Presence { Self::Listed => "listed", Self::Missing => "missing", Self::Prefix => "prefix" });
codes!(Relation { Self::Adjusts => "adjusts", Self::Extends => "extends", Self::Replaces => "replaces" });
codes!(Kind {
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
});
codes!(impact::Cause {
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
});
codes!(List {
    Self::KubernetesVersion => "kubernetesVersion",
    Self::MachineImage => "machineImage",
    Self::ImageVersion => "imageVersion",
    Self::MachineType => "machineType",
    Self::VolumeType => "volumeType",
    Self::Region => "region",
    Self::Zone => "zone",
    Self::Limit => "limit",
    Self::Capability => "capability",
    Self::WorkerPool => "workerPool",
    Self::Profile => "profile",
    Self::Architecture => "architecture",
    Self::AutoUpdate => "autoUpdate",
    Self::Volume => "volume",
    Self::AccessRestriction => "accessRestriction",
    Self::Setting => "setting",
});
codes!(Refusal { Self::NewPools => "newPools", Self::EveryUpdate => "everyUpdate", Self::Webhook => "webhook", Self::Change => "change" });
codes!(FillRule {
    Self::Fixed => "fixed",
    Self::HighestSupported => "highestSupported",
    Self::OfMachineType => "machineType",
    Self::DefaultArchitecture => "defaultArchitecture",
    Self::FirstImage => "firstImage",
    Self::HighestVersion { only_deprecated: false } => "highestVersion",
    Self::HighestVersion { only_deprecated: true } => "highestDeprecatedVersion",
});
codes!(Verdict {
    Self::Fits => "fits",
    Self::Incompatible => "incompatible",
    Self::UnknownArchitecture => "unknownArchitecture",
    Self::OtherArchitecture => "otherArchitecture",
});
codes!(ValuesOrigin { Self::Written => "written", Self::Defaulted => "defaulted", Self::Converted => "converted" });
codes!(TieBreak { Self::Preferred => "preferred", Self::Breadth => "breadth" });
codes!(DefaultFault {
    Self::NoImages => "noImages",
    Self::NoSuchImage => "noSuchImage",
    Self::NoImageFits => "noImageFits",
    Self::NotAVersion => "notAVersion",
    Self::NoCandidate { preview: 0, .. } => "noCandidate",
    Self::NoCandidate { .. } => "onlyPreview",
});
codes!(By {
    Self::Name => "name",
    Self::FirstUsable => "firstUsable",
    Self::FewestCpus => "fewestCpus",
    Self::FirstFitting => "firstFitting",
    Self::Highest => "highest",
});
codes!(NoBastion<'_> {
    Self::UnknownMachineType(_) => "unknownMachineType",
    Self::NoArchitecture => "noArchitecture",
    Self::NoMachineType => "noMachineType",
    Self::UnknownImage(_) => "unknownImage",
    Self::NoImage => "noImage",
    Self::UnknownVersion(_) => "unknownVersion",
    Self::UnsupportedVersion(_) => "unsupportedVersion",
    Self::NoVersion => "noVersion",
});
codes!(Passed {
    Self::Unusable => "unusable",
    Self::NoArchitecture => "noArchitecture",
    Self::NotSmaller => "notSmaller",
    Self::NotWanted => "notWanted",
    Self::Replaced => "replaced",
});
codes!(Unfit<'_> {
    Self::Classified(_) => "unsupported",
    Self::Verdict(Verdict::Fits | Verdict::Incompatible) => "incompatible",
    Self::Verdict(Verdict::UnknownArchitecture) => "unknownArchitecture",
    Self::Verdict(Verdict::OtherArchitecture) => "otherArchitecture",
    Self::NotAVersion => "notAVersion",
});
