//! Static validation: what the server says of a Shoot by itself
//! (`docs/gardener/shoot.md#static-validation`).

mod counts;
mod pool;
mod settings;
mod system;
mod update;

pub(super) use pool::ARCHITECTURES;

use std::collections::BTreeMap;

use crate::config::Gates;
use crate::finding::ErrorType::{Duplicate, Forbidden, Invalid, Required};
use crate::model::name::label_faults;
use crate::model::path::Path;
use crate::model::shoot::Shoot;
use crate::shoot::fault::{Faults, Missing, NameKind, Reason, Twice};
use crate::shoot::reference;
use crate::shoot::request::Stored;

/// The context of static validation beside the Shoot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'o, 'a> {
    /// The stored object, after its own defaulting.
    pub old: Option<&'o Stored<'a>>,
    pub gates: Gates,
    /// Whether the mutator has filled in what it can; without the profile the missing values are
    /// unknown.
    pub filled: bool,
}

pub(super) fn validate<'a>(shoot: &Shoot<'a>, context: Context<'_, 'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    if context.filled || shoot.profile().is_none() {
        reference::validate(shoot, context.old.is_some(), faults);
    }
    if shoot.region.is_empty() {
        faults.at(
            Required,
            &spec.field("region"),
            shoot.region.span,
            Reason::Missing(Missing::Region),
        );
    }
    if shoot.kubernetes_version.is_empty() && context.filled {
        let path = spec.field("kubernetes");
        faults.at(
            Required,
            &path.field("version"),
            shoot.kubernetes_version.span,
            Reason::Missing(Missing::KubernetesVersion),
        );
    }
    provider(shoot, faults);
    workers(shoot, context, faults);
    if let Some(old) = context.old {
        update::validate(shoot, old, context, faults);
    }
}

fn provider<'a>(shoot: &Shoot<'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let path = spec.field("provider");
    let provider = &shoot.provider;
    let of_type = path.field("type");
    if provider.provider_type.is_empty() {
        faults.at(
            Required,
            &of_type,
            provider.provider_type.span,
            Reason::Missing(Missing::ProviderType),
        );
    } else {
        for fault in label_faults(*provider.provider_type) {
            faults.add(
                Invalid,
                &of_type,
                provider.provider_type,
                Reason::Name(NameKind::ProviderType, fault),
            );
        }
    }
    if shoot.workers.is_empty() {
        let settings = [
            (
                "infrastructureConfig",
                provider
                    .infrastructure_config
                    .as_ref()
                    .map(|config| config.at),
            ),
            (
                "controlPlaneConfig",
                provider
                    .control_plane_config
                    .as_ref()
                    .map(|config| config.at),
            ),
            ("workersSettings", provider.workers_settings),
        ];
        for (name, at) in settings {
            if let Some(at) = at {
                faults.at(Forbidden, &path.field(name), at, Reason::Workerless(name));
            }
        }
    }
}

fn workers<'a>(shoot: &Shoot<'a>, context: Context<'_, 'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    let mut seen = BTreeMap::new();
    for (index, worker) in shoot.workers.iter().enumerate() {
        faults.worker = Some(index);
        let path = list.index(index);
        pool::validate(shoot, worker, context, &path, faults);
        if let Some(first) = seen.get(*worker.name) {
            faults.add(
                Duplicate,
                &path.field("name"),
                worker.name,
                Reason::Duplicate(Twice::Worker, *first),
            );
        } else {
            seen.insert(*worker.name, worker.name.span);
        }
    }
    faults.worker = None;
    system::validate(shoot, &list, faults);
}
