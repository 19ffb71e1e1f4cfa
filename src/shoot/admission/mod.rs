//! Admission: what the server says of a Shoot against its profile
//! (`docs/gardener/shoot.md#admission-against-the-profile`,
//! `docs/gardener/shoot.md#admission-of-updates`).

mod image;
mod machine;
mod pool;

use std::collections::BTreeSet;

use crate::finding::ErrorType::{Forbidden, Invalid, NotSupported};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::cursor::Spanned;
use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::model::shoot::{Kubelet, ProviderConfig, Shoot, Worker};
use crate::model::version::Version;
use crate::shoot::fault::{Faults, Reason, Unjudged};
use crate::shoot::offer::Offer;
use crate::shoot::request::Stored;

/// The objects that the webhook judges a Shoot against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'o, 'a> {
    pub offer: &'o Offer<'a>,
    /// The stored object, after its own defaulting.
    pub old: Option<&'o Stored<'a>>,
}

/// Maximum number of fitting values in a message: nobody reads more.
const MOST_LISTED: usize = 101;
/// The version of the API that never leaves the server.
const INTERNAL: &str = "__internal";

/// Judges a Shoot by its profile.
///
/// # Errors
/// What ends it before the worker pools.
pub(super) fn validate<'a>(
    shoot: &Shoot<'a>,
    context: Context<'_, 'a>,
    faults: &mut Faults<'a>,
) -> Result<(), Unjudged> {
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    control_plane(shoot, context, faults);
    region(shoot, context, faults);
    if !shoot.control_plane_zones.is_empty()
        && context
            .old
            .is_none_or(|old| old.shoot.control_plane_zones.is_empty())
    {
        let allowed = context.offer.profile().allow_zone_pinning;
        if allowed.value != Some(true) {
            let path = spec.field("controlPlane");
            faults.at(
                Forbidden,
                &path.field("zones"),
                shoot.control_plane_zones.span,
                Reason::ZonePinning(allowed.span),
            );
        }
    }
    let config = &shoot.provider;
    internal(
        config.infrastructure_config.as_deref(),
        &provider.field("infrastructureConfig"),
        faults,
    );
    internal(
        config.control_plane_config.as_deref(),
        &provider.field("controlPlaneConfig"),
        faults,
    );
    internal(
        shoot.networking_config.as_deref(),
        &spec.field("networking").field("providerConfig"),
        faults,
    );
    node_limit(shoot, context, &list, faults);
    for (index, worker) in shoot.workers.iter().enumerate() {
        faults.worker = Some(index);
        pool_configs(worker, &list.index(index), faults);
    }
    faults.worker = None;
    let profile_type = context.offer.profile().provider_type;
    if *config.provider_type != *profile_type {
        let reason = Reason::ProviderType {
            profile: *profile_type,
            at: profile_type.span,
        };
        faults.add(
            Invalid,
            &provider.field("type"),
            config.provider_type,
            reason,
        );
        return Err(Unjudged::ProviderType);
    }
    if Version::parse(*shoot.kubernetes_version).is_none() {
        let path = spec.field("kubernetes");
        faults.add(
            Invalid,
            &path.field("version"),
            shoot.kubernetes_version,
            Reason::UnreadableControlPlane,
        );
        return Err(Unjudged::KubernetesVersion);
    }
    pools(shoot, context, faults);
    Ok(())
}

/// Judges the worker pools of a Shoot, one by one.
pub(super) fn pools<'a>(shoot: &Shoot<'a>, context: Context<'_, 'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    // The kubelet settings of the last pool that has some, else the Shoot's.
    let mut kubelet = shoot.kubelet.as_deref();
    for (index, worker) in shoot.workers.iter().enumerate() {
        faults.worker = Some(index);
        let old = context.old.and_then(|old| old.worker(*worker.name));
        kubelet = worker
            .kubernetes
            .as_ref()
            .and_then(|kubernetes| kubernetes.kubelet.as_ref())
            .or(kubelet);
        pool::Pool {
            shoot,
            worker,
            old,
            kubelet,
            context,
        }
        .judge(&list.index(index), faults);
    }
    faults.worker = None;
}

/// Judges one worker pool by itself. `unchanged`: on an update that leaves it as it is stored; else
/// as a new one. `kubelet`: the settings that count for it.
pub(super) fn pool_alone<'a>(
    stored: &Stored<'a>,
    (worker, kubelet): (&Worker<'a>, Option<&Kubelet>),
    offer: &Offer<'a>,
    unchanged: bool,
    faults: &mut Faults<'a>,
) {
    let (spec, shoot) = (Path::new("spec"), &stored.shoot);
    let provider = spec.field("provider");
    let context = Context {
        offer,
        old: unchanged.then_some(stored),
    };
    let old = unchanged.then_some(worker);
    pool::Pool {
        shoot,
        worker,
        old,
        kubelet,
        context,
    }
    .judge(&provider.field("workers"), faults);
}

fn control_plane<'a>(shoot: &Shoot<'a>, context: Context<'_, 'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let path = spec.field("kubernetes");
    let version = shoot.kubernetes_version;
    let old = context.old.map(|old| *old.shoot.kubernetes_version);
    if old != Some(*version) {
        kubernetes(
            version,
            old.is_some(),
            context.offer,
            &path.field("version"),
            faults,
        );
    }
}

/// `any`: any version of the profile will do, also an inactive one.
fn kubernetes<'a>(
    version: Spanned<&'a str>,
    any: bool,
    offer: &Offer<'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let known = offer.kubernetes(*version);
    let state = known.map(|known| known.classification_at(offer.now));
    if state.is_some_and(|state| any || state.is_active()) {
        return;
    }
    let listed: Vec<&ExpirableVersion<'a>> = if any {
        offer.profile().kubernetes_versions.iter().collect()
    } else {
        offer.active_kubernetes().to_vec()
    };
    let is_preview = |version: &&&ExpirableVersion<'a>| {
        *version.classification == Some(Classification::Preview.as_str())
    };
    let reason = Reason::KubernetesVersion {
        state: state.zip(known.map(|known| known.version.span)),
        supported: listed.iter().map(|version| *version.version).collect(),
        preview: listed
            .iter()
            .filter(is_preview)
            .map(|version| *version.version)
            .collect(),
        any,
    };
    faults.add(NotSupported, path, version, reason);
}

fn region<'a>(shoot: &Shoot<'a>, context: Context<'_, 'a>, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let path = spec.field("region");
    let (offer, name) = (context.offer, shoot.region);
    let known = offer.region(*name);
    // On create static validation alone says that there is none.
    if known.is_none()
        && context
            .old
            .map_or(!name.is_empty(), |old| *old.shoot.region != *name)
    {
        let regions = offer
            .profile()
            .regions
            .iter()
            .map(|region| *region.name)
            .collect();
        faults.add(NotSupported, &path, name, Reason::UnknownRegion(regions));
    }
    let names = |shoot: &Shoot<'a>| {
        shoot
            .access_restrictions
            .iter()
            .map(|name| name.value)
            .collect::<BTreeSet<_>>()
    };
    if context
        .old
        .map_or_else(BTreeSet::new, |old| names(&old.shoot))
        == names(shoot)
    {
        return;
    }
    let Some(region) = known else {
        return faults.add(Invalid, &path, name, Reason::RestrictionsWithoutRegion);
    };
    let list = spec.field("accessRestrictions");
    for (index, restriction) in shoot.access_restrictions.iter().enumerate() {
        let offered = &region.access_restrictions;
        if !offered
            .iter()
            .any(|offered| offered.value == restriction.value)
        {
            let offered = offered.iter().map(|offered| offered.value).collect();
            faults.add(
                NotSupported,
                &list.index(index),
                *restriction,
                Reason::UnknownRestriction(offered),
            );
        }
    }
}

/// The parts of a pool that must not be of the internal version, whatever else is wrong.
fn pool_configs<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    internal(
        worker.provider_config.as_deref(),
        &path.field("providerConfig"),
        faults,
    );
    internal(
        worker.image_config.as_deref(),
        &path.field("machine").field("image").field("providerConfig"),
        faults,
    );
    if let Some(cri) = &worker.cri {
        let path = path.field("cri");
        let list = path.field("containerRuntimes");
        for (index, runtime) in cri.container_runtimes.iter().enumerate() {
            internal(
                runtime.provider_config.as_ref(),
                &list.index(index).field("providerConfig"),
                faults,
            );
        }
    }
}

fn internal<'a>(config: Option<&ProviderConfig<'a>>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let Some(config) = config else { return };
    let version = config
        .api_version
        .rsplit_once('/')
        .map_or(*config.api_version, |(_, version)| version);
    if version == INTERNAL {
        faults.add(Invalid, path, config.api_version, Reason::InternalConfig);
    }
}

fn node_limit<'a>(
    shoot: &Shoot<'a>,
    context: Context<'_, 'a>,
    list: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let limit = context.offer.profile().max_nodes_total;
    let minimum = least_nodes(shoot);
    if let Some(most) = limit.value.filter(|most| minimum > *most) {
        faults.at(
            Forbidden,
            list,
            shoot.workers.span,
            Reason::NodeLimit {
                minimum,
                limit: most,
                at: limit.span,
            },
        );
    }
}

/// How many nodes a Shoot has at least.
#[must_use]
pub fn least_nodes(shoot: &Shoot<'_>) -> i64 {
    shoot.workers.iter().fold(0, |sum: i64, worker| {
        sum.saturating_add(worker.minimum.unwrap_or(0))
    })
}

/// The Kubernetes version of a pool: its own, else the control plane's.
fn kubelet_version<'a>(shoot: &Shoot<'a>, worker: &Worker<'a>) -> Spanned<&'a str> {
    worker
        .kubernetes_version()
        .unwrap_or(shoot.kubernetes_version)
}
