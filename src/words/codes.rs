//! Stable words of typed values, for JSON, its schemas and spreadsheets: each once.

use crate::impact::{List, Refusal};
use crate::maintenance::{Aside, Cause, Fault, Filter, How, Next, Reach};
use crate::matching::{DefaultFault, TieBreak, ValuesOrigin, Verdict};
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
codes!(Refusal { Self::NewPools => "newPools", Self::EveryUpdate => "everyUpdate", Self::Webhook(_) => "webhook", Self::Change => "change" });
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
