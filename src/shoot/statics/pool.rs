//! One worker pool by itself: its name, machine, Kubernetes version, volumes and container
//! runtimes.

use std::collections::BTreeMap;

use crate::finding::ErrorType::{Duplicate, Forbidden, Invalid, NotSupported, Required, TooLong};
use crate::model::constraint::Operator;
use crate::model::cursor::Spanned;
use crate::model::name::label_faults;
use crate::model::normalised::cmp_normalised;
use crate::model::path::Path;
use crate::model::shoot::{Shoot, UpdateStrategy, Volume, Worker};
use crate::model::version::Version;
use crate::shoot::defaults::CONTAINERD;
use crate::shoot::fault::{Faults, Missing, NameKind, Reason, Twice, Word};
use crate::shoot::statics::{Context, counts, settings};

/// The architectures that pools can have.
pub(in crate::shoot) static ARCHITECTURES: &[&str] = &["amd64", "arm64"];
static STRATEGIES: [&str; 3] = [
    UpdateStrategy::AutoRolling.as_str(),
    UpdateStrategy::AutoInPlace.as_str(),
    UpdateStrategy::ManualInPlace.as_str(),
];
static CRIS: [&str; 1] = [CONTAINERD];
/// The longest name of a pool or volume, in bytes.
const MOST_NAME: usize = 15;

pub(super) fn validate<'a>(
    shoot: &Shoot<'a>,
    worker: &Worker<'a>,
    context: Context<'_, 'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    name(NameKind::Worker, worker.name, &path.field("name"), faults);
    machine(worker, context, path, faults);
    counts::validate(worker, path, faults);
    strategy(worker, context, path, faults);
    settings::validate(worker, path, faults);
    if context.filled {
        kubernetes(shoot, worker, path, faults);
    }
    volumes(worker, path, faults);
    cri(worker, path, faults);
}

fn name<'a>(kind: NameKind, name: Spanned<&'a str>, path: &Path<'_>, faults: &mut Faults<'a>) {
    for fault in label_faults(*name) {
        faults.add(Invalid, path, name, Reason::Name(kind, fault));
    }
    if name.len() > MOST_NAME {
        faults.add(TooLong, path, name, Reason::NameTooLong(kind, MOST_NAME));
    }
}

fn machine<'a>(
    worker: &Worker<'a>,
    context: Context<'_, 'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let path = path.field("machine");
    if worker.machine_type.is_empty() {
        faults.at(
            Required,
            &path.field("type"),
            worker.machine_type.span,
            Reason::Missing(Missing::MachineType),
        );
    }
    if let Some(architecture) = worker
        .architecture
        .value
        .filter(|name| !ARCHITECTURES.contains(name))
    {
        let architecture = Spanned::new(architecture, worker.architecture.span);
        let reason = Reason::UnknownWord {
            what: Word::Architecture,
            supported: ARCHITECTURES,
        };
        faults.add(
            NotSupported,
            &path.field("architecture"),
            architecture,
            reason,
        );
    }
    // The mutator fills an image in where it can.
    if !context.filled {
        return;
    }
    let path = path.field("image");
    let Some(image) = worker.image else {
        return faults.at(Required, &path, worker.at, Reason::Missing(Missing::Image));
    };
    if image.name.is_empty() {
        faults.at(
            Required,
            &path.field("name"),
            image.name.span,
            Reason::Missing(Missing::ImageName),
        );
    }
    if image.version.is_none_or(str::is_empty) {
        faults.at(
            Required,
            &path.field("version"),
            image.version.span,
            Reason::Missing(Missing::ImageVersion),
        );
    }
}

fn strategy<'a>(
    worker: &Worker<'a>,
    context: Context<'_, 'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let path = path.field("updateStrategy");
    let written = Spanned::new(
        worker.update_strategy.unwrap_or_default(),
        worker.update_strategy.span,
    );
    if worker.strategy().is_none() {
        let reason = Reason::UnknownWord {
            what: Word::UpdateStrategy,
            supported: &STRATEGIES,
        };
        faults.add(NotSupported, &path, written, reason);
    }
    // On update only pools that are new matter, and none where the Shoot had no pools at all.
    let is_new = context
        .old
        .is_none_or(|old| !old.shoot.workers.is_empty() && old.worker(*worker.name).is_none());
    if worker.is_in_place() && !context.gates.in_place && is_new {
        faults.add(Invalid, &path, written, Reason::InPlaceDisabled);
    }
}

fn kubernetes<'a>(
    shoot: &Shoot<'a>,
    worker: &Worker<'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let Some(own) = worker.kubernetes_version() else {
        return;
    };
    let path = path.field("kubernetes");
    let path = path.field("version");
    let control_plane = shoot.kubernetes_version;
    let Some(number) = Version::parse(*own) else {
        return faults.add(Invalid, &path, own, Reason::UnreadableVersion);
    };
    let skew = |above| Reason::Skew {
        control_plane: *control_plane,
        at: control_plane.span,
        above,
    };
    match cmp_normalised(*own, Operator::Greater, *control_plane) {
        Some(true) => faults.add(Forbidden, &path, own, skew(true)),
        Some(false) => {}
        None => faults.add(Invalid, &path, own, Reason::UnreadableVersion),
    }
    let too_new = format!("{}.{}.0", number.major, number.minor.saturating_add(4));
    match cmp_normalised(*control_plane, Operator::GreaterEqual, &too_new) {
        Some(true) => faults.add(Forbidden, &path, own, skew(false)),
        Some(false) => {}
        None => faults.add(Invalid, &path, own, Reason::UnreadableVersion),
    }
}

fn volumes<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    if let Some(root) = &worker.volume {
        let path = path.field("volume");
        if let Some(name) = root.name.value {
            volume_name(
                NameKind::Volume,
                Spanned::new(name, root.name.span),
                &path,
                faults,
            );
        }
        volume_size(root, &path, faults);
    } else if let Some(first) = worker.data_volumes.first() {
        faults.at(
            Required,
            &path.field("volume"),
            first.at,
            Reason::Missing(Missing::Volume),
        );
    }
    let list = path.field("dataVolumes");
    let mut seen = BTreeMap::new();
    for (index, volume) in worker.data_volumes.iter().enumerate() {
        let path = list.index(index);
        let name = Spanned::new(volume.name.unwrap_or_default(), volume.name.span);
        volume_name(NameKind::Volume, name, &path, faults);
        volume_size(volume, &path, faults);
        if let Some(first) = seen.get(*name) {
            faults.add(
                Duplicate,
                &path.field("name"),
                name,
                Reason::Duplicate(Twice::DataVolume, *first),
            );
        } else {
            seen.insert(*name, name.span);
        }
    }
    if let Some(wanted) = worker
        .kubelet_data_volume
        .value
        .filter(|wanted| !seen.contains_key(wanted))
    {
        let wanted = Spanned::new(wanted, worker.kubelet_data_volume.span);
        faults.add(
            Invalid,
            &path.field("kubeletDataVolumeName"),
            wanted,
            Reason::UnknownDataVolume(seen.into_keys().collect()),
        );
    }
}

fn volume_name<'a>(
    kind: NameKind,
    written: Spanned<&'a str>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let path = path.field("name");
    if written.is_empty() {
        return faults.at(
            Required,
            &path,
            written.span,
            Reason::Missing(Missing::VolumeName),
        );
    }
    name(kind, written, &path, faults);
}

fn volume_size<'a>(volume: &Volume<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let number = volume.size.strip_suffix("Gi").unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        faults.add(
            Invalid,
            &path.field("size"),
            volume.size,
            Reason::VolumeSize,
        );
    }
}

fn cri<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let Some(cri) = &worker.cri else { return };
    let path = path.field("cri");
    if !CRIS.contains(&*cri.name) {
        faults.add(
            NotSupported,
            &path.field("name"),
            cri.name,
            Reason::UnknownWord {
                what: Word::Cri,
                supported: &CRIS,
            },
        );
    }
    // The server spells the field so.
    let list = path.field("containerruntimes");
    let mut seen = BTreeMap::new();
    for (index, runtime) in cri.container_runtimes.iter().enumerate() {
        let path = list.index(index);
        let path = path.field("type");
        let name = runtime.runtime_type;
        if name.is_empty() {
            faults.at(
                Required,
                &path,
                name.span,
                Reason::Missing(Missing::RuntimeType),
            );
        }
        if let Some(first) = seen.get(*name) {
            faults.add(
                Duplicate,
                &path,
                name,
                Reason::Duplicate(Twice::Runtime, *first),
            );
        } else {
            seen.insert(*name, name.span);
        }
    }
}
