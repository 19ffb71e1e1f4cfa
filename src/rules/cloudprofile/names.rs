//! The names in a profile that must be there: what they name, and which of them the server
//! restricts in form.

use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{Part, ProfileView, walk};

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
    /// The noun before the name itself.
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

    /// The task that fails without it.
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
        if self == Self::VolumeClass {
            "class"
        } else {
            "name"
        }
    }

    /// Whether it must be an unprefixed qualified name.
    pub(super) fn is_restricted(self) -> bool {
        !matches!(self, Self::Region | Self::Zone)
    }
}

/// Shows every name that the server judges, with its path.
pub(super) fn visit<'a>(
    view: &ProfileView<'a>,
    mut see: impl FnMut(NameOf, Spanned<&'a str>, &Path<'_>),
) {
    walk::images(view, |path, image| {
        see(NameOf::MachineImage, image.name, &path.field("name"));
    });
    walk::machine_types(view, |path, machine_type| {
        see(NameOf::MachineType, machine_type.name, &path.field("name"));
    });
    let mut judged = 0;
    walk::judged_volume_types(view, |path, volume_type| {
        see(NameOf::VolumeType, volume_type.name, &path.field("name"));
        see(NameOf::VolumeClass, volume_type.class, &path.field("class"));
        judged += 1;
    });
    let spec = view.spec();
    // The name of the first repeated volume type is the last value that the server checks.
    if let Some(repeated) = view
        .profile
        .volume_types
        .get(judged)
        .filter(|_| view.part.has_all_lists())
    {
        see(
            NameOf::VolumeType,
            repeated.name,
            &spec.field("volumeTypes").index(judged).field("name"),
        );
    }
    if !matches!(view.part, Part::CloudProfile) {
        return;
    }
    let list = spec.field("regions");
    for (index, region) in view.profile.regions.iter().enumerate() {
        let path = list.index(index);
        see(NameOf::Region, region.name, &path.field("name"));
        let zones = path.field("zones");
        for (index, zone) in region.zones.iter().enumerate() {
            see(NameOf::Zone, zone.name, &zones.index(index).field("name"));
        }
    }
}
