//! The names in a profile that must be there: what they name, and which of them the server restricts in form.

use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition;

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameOf {
    MachineImage,
    MachineType,
    VolumeType,
    VolumeClass,
    Region,
    Zone,
}

impl NameOf {
    /// What it is, before the name itself.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::MachineImage => "machine image name",
            Self::MachineType => "machine type name",
            Self::VolumeType => "volume type name",
            Self::VolumeClass => "volume class",
            Self::Region => "region name",
            Self::Zone => "zone name",
        }
    }

    /// What cannot be done without it.
    pub(super) fn purpose(self) -> &'static str {
        match self {
            Self::MachineImage => "no worker pool could choose the image",
            Self::MachineType => "no worker pool could choose the machine type",
            Self::VolumeType => "no worker pool could choose the volume type",
            Self::VolumeClass => "nobody knows what the infrastructure has to provide",
            Self::Region => "no cluster could be created in the region",
            Self::Zone => "no worker pool could use the zone",
        }
    }

    /// The field that holds it.
    pub(super) fn field(self) -> &'static str {
        if self == Self::VolumeClass { "class" } else { "name" }
    }

    /// Whether it must be an unprefixed qualified name.
    pub(super) fn is_restricted(self) -> bool {
        !matches!(self, Self::Region | Self::Zone)
    }
}

/// Shows every name that the server judges, with its path.
pub(super) fn visit<'t>(profile: &CloudProfile<'t>, mut see: impl FnMut(NameOf, Spanned<&'t str>, &Path<'_>)) {
    let spec = Path::new("spec");
    let list = spec.field("machineImages");
    for (index, image) in profile.machine_images.iter().enumerate() {
        see(NameOf::MachineImage, image.name, &list.index(index).field("name"));
    }
    let list = spec.field("machineTypes");
    for (index, machine_type) in profile.machine_types.iter().enumerate() {
        see(NameOf::MachineType, machine_type.name, &list.index(index).field("name"));
    }
    let list = spec.field("volumeTypes");
    let judged = repetition::judged_volume_types(profile).len();
    // Of the first repeated volume type, the name is the last thing that is looked at.
    for (index, volume_type) in profile.volume_types.iter().enumerate().take(judged + 1) {
        see(NameOf::VolumeType, volume_type.name, &list.index(index).field("name"));
        if index < judged {
            see(NameOf::VolumeClass, volume_type.class, &list.index(index).field("class"));
        }
    }
    let list = spec.field("regions");
    for (index, region) in profile.regions.iter().enumerate() {
        let path = list.index(index);
        see(NameOf::Region, region.name, &path.field("name"));
        let zones = path.field("zones");
        for (index, zone) in region.zones.iter().enumerate() {
            see(NameOf::Zone, zone.name, &zones.index(index).field("name"));
        }
    }
}
