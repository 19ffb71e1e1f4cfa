//! The names of what profiles list and of what Shoots use.

use crate::landscape::Item;
use crate::model::cloudprofile::{CloudProfile, MachineImage};
use crate::model::path::FieldPath;
use crate::model::shoot::{Shoot, Worker};
use crate::uses::{Key, What};

/// Everything that a profile lists.
pub(super) fn keys<'a>(spec: &'a CloudProfile<'a>) -> impl Iterator<Item = Key<'a>> {
    let key = |what, name| Key {
        what,
        image: "",
        name,
    };
    let kubernetes = spec
        .kubernetes_versions
        .iter()
        .map(|version| of_kubernetes(*version.version));
    let images = spec
        .machine_images
        .iter()
        .map(move |image| key(What::MachineImage, *image.name));
    let versions = spec.machine_images.iter().flat_map(|image| {
        image
            .versions
            .iter()
            .map(|version| of_image(image, *version.version()))
    });
    let machine_types = spec
        .machine_types
        .iter()
        .map(move |of| key(What::MachineType, *of.name));
    let volume_types = spec
        .volume_types
        .iter()
        .map(move |of| key(What::VolumeType, *of.name));
    kubernetes
        .chain(images)
        .chain(versions)
        .chain(machine_types)
        .chain(volume_types)
}

pub(super) fn of_kubernetes(name: &str) -> Key<'_> {
    Key {
        what: What::KubernetesVersion,
        image: "",
        name,
    }
}

pub(super) fn of_image<'a>(image: &MachineImage<'a>, name: &'a str) -> Key<'a> {
    Key {
        what: What::ImageVersion,
        image: *image.name,
        name,
    }
}

/// The entries that a Shoot and its worker pools use, with the pool and its position. A name that
/// could not be read, such as a marker of a template, is none.
pub(super) fn references<'a>(
    item: &Item<'_>,
    shoot: &Shoot<'a>,
) -> Vec<(Key<'a>, Option<&'a str>, Option<usize>)> {
    let mut all = vec![(
        Key {
            what: What::KubernetesVersion,
            image: "",
            name: *shoot.kubernetes_version,
        },
        None,
        None,
    )];
    for (position, worker) in shoot.workers.iter().enumerate() {
        all.extend(of_worker(worker).map(|key| (key, Some(*worker.name), Some(position))));
    }
    let is_read = |what, pool| item.unread.is_empty() || !item.unread.hides(&path(what, pool));
    all.retain(|(key, _, position)| !key.name.is_empty() && is_read(key.what, *position));
    all
}

/// Where a Shoot names an entry. `pool`: the position of the worker pool.
fn path(what: What, pool: Option<usize>) -> FieldPath {
    let Some(at) = pool else {
        return FieldPath::from("spec.kubernetes.version");
    };
    let pool = FieldPath::from("spec.provider.workers").index(at);
    match what {
        What::KubernetesVersion => pool.field("kubernetes").field("version"),
        What::MachineImage => pool.field("machine").field("image").field("name"),
        What::ImageVersion => pool.field("machine").field("image").field("version"),
        What::MachineType => pool.field("machine").field("type"),
        What::VolumeType => pool.field("volume").field("type"),
    }
}

fn of_worker<'a>(worker: &Worker<'a>) -> impl Iterator<Item = Key<'a>> {
    let key = |what, name: Option<&'a str>| Key {
        what,
        image: "",
        name: name.unwrap_or_default(),
    };
    let image = worker.image.map(|image| *image.name);
    let version = worker.image.and_then(|image| *image.version);
    [
        key(
            What::KubernetesVersion,
            worker.kubernetes_version().map(|version| *version),
        ),
        key(What::MachineImage, image),
        Key {
            what: What::ImageVersion,
            image: image.unwrap_or_default(),
            name: version.unwrap_or_default(),
        },
        key(What::MachineType, Some(*worker.machine_type)),
        key(
            What::VolumeType,
            worker.volume_type().map(|volume_type| *volume_type),
        ),
    ]
    .into_iter()
}
