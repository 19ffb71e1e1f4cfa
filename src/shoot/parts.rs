//! The parts of a profile that a refusal depends on: what is left to say of a Shoot whose profile
//! cpcap could not read in full.

use crate::model::shoot::Shoot;
use crate::shoot::fault::Reason;

const CAPABILITIES: &str = "spec.machineCapabilities";
const IMAGES: &str = "spec.machineImages";
const KUBERNETES: &str = "spec.kubernetes";
const MACHINES: &str = "spec.machineTypes";
const REGIONS: &str = "spec.regions";
const VOLUMES: &str = "spec.volumeTypes";

/// What decides which image a pool gets.
pub const OF_IMAGES: &[&str] = &[IMAGES, MACHINES, CAPABILITIES];

/// Takes back what was filled in from parts of a profile that could not be read. `is_read`: whether
/// it could read these paths.
pub fn take_back<'a>(
    stored: &mut Shoot<'a>,
    written: &Shoot<'a>,
    is_read: impl Fn(&[&'static str]) -> bool,
) {
    let (kubernetes, architecture, image) = (
        is_read(&[KUBERNETES]),
        is_read(&[MACHINES, CAPABILITIES]),
        is_read(OF_IMAGES),
    );
    if !kubernetes {
        stored.kubernetes_version = written.kubernetes_version;
    }
    for (worker, written) in stored.workers.value.iter_mut().zip(written.workers.iter()) {
        if !kubernetes {
            worker.kubernetes = written.kubernetes.clone();
        }
        if !architecture {
            worker.architecture = written.architecture;
        }
        if !image {
            worker.image = written.image;
        }
    }
}

impl Reason<'_> {
    /// The paths of a profile that decide about it; none for what is known without a profile, or
    /// only with all of it.
    #[must_use]
    pub fn parts(&self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::NoKubernetesVersion { .. }
            | Self::KubernetesVersion { .. }
            | Self::UnreadableControlPlane => &[KUBERNETES],
            // An image may be filled in.
            Self::NoImage(_)
            | Self::UnknownImage { .. }
            | Self::UnfitImage { .. }
            | Self::IncompatibleImage { .. }
            | Self::UnsupportedCri { .. }
            | Self::UnsupportedRuntime { .. } => OF_IMAGES,
            Self::KubeletConstraint { .. } => &[IMAGES, MACHINES, CAPABILITIES, KUBERNETES],
            Self::UnknownRegion(_)
            | Self::RestrictionsWithoutRegion
            | Self::UnknownRestriction(_)
            | Self::UnknownZone { .. } => &[REGIONS],
            Self::ZonePinning(_) => &["spec.controlPlane"],
            Self::ProviderType { .. } => &["spec.type"],
            Self::NodeLimit { .. } => &["spec.limits"],
            Self::UnknownMachineType(_) | Self::LostMachineType | Self::UnfitMachineType(_) => {
                &[MACHINES, REGIONS, CAPABILITIES]
            }
            Self::UnknownVolumeType(_) | Self::UnfitVolumeType { .. } => &[VOLUMES, REGIONS],
            Self::VolumeTooSmall { .. } => &[VOLUMES, MACHINES],
            Self::Reserved { .. } => &[MACHINES],
            Self::InternalConfig | Self::RepeatedZone(_) => &[],
            Self::Reference(_)
            | Self::NoProfile { .. }
            | Self::Missing(_)
            | Self::RetiredProfileName
            | Self::Name(..)
            | Self::NameTooLong(..)
            | Self::Duplicate(..)
            | Self::Workerless(_)
            | Self::UnknownWord { .. }
            | Self::InPlaceDisabled
            | Self::NegativeCount(_)
            | Self::MaximumBelowMinimum { .. }
            | Self::Budget(..)
            | Self::LabelKey(..)
            | Self::LabelValue(_)
            | Self::AnnotationsTooLong(_)
            | Self::ReservedTaint
            | Self::UnreadableVersion
            | Self::Skew { .. }
            | Self::VolumeSize
            | Self::UnknownDataVolume(_)
            | Self::CaBundle(_)
            | Self::OutOfRange { .. }
            | Self::NeedsInPlace(_)
            | Self::Sysctl(_)
            | Self::NoSystemComponents
            | Self::TooFewNodes { .. }
            | Self::Immutable { .. }
            | Self::WorkersComeOrGo { .. }
            | Self::KubernetesStep { .. }
            | Self::ImageStep { .. }
            | Self::ImageStepUnreadable { .. }
            | Self::Move(_)
            | Self::NoArtifact { .. }
            | Self::Webhook(_) => return None,
        })
    }
}
