//! The refusals of the webhook for Shoots by the constraints of a profile
//! (`docs/gardener/providers/openstack.md#shoots`). Where its comparison is unknown, a value that
//! passes any possible one is accepted. An update never refuses an unchanged value.

use crate::finding::ErrorType;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::model::shape;
use crate::model::shoot::{ProviderConfig, Worker};
use crate::provider::openstack::PROVIDER;
use crate::provider::schema;
use crate::provider::shoots::{self, Faults, Request, What};

/// The policy that puts the machines of a server group close together.
const AFFINITY: &str = "affinity";
/// The settings of a load balancer class beside its name and purpose.
const CLASS_SETTINGS: [&str; 5] = [
    "floatingSubnetID",
    "floatingSubnetTags",
    "floatingSubnetName",
    "floatingNetworkID",
    "subnetID",
];

pub fn judge<'t>(request: &Request<'_, 't>, faults: &mut Faults<'t>) {
    let Some(part) = request.part else { return };
    let constraints = part.field("constraints");
    let old = request.old.map(|old| &old.provider);
    if let Some(config) = decoded(
        request.shoot.provider.infrastructure_config.as_deref(),
        "InfrastructureConfig",
    ) {
        let old = old
            .and_then(|old| old.infrastructure_config.as_deref())
            .map(|old| old.whole);
        floating_pool(request, (config, old), constraints, faults);
    }
    if let Some(config) = decoded(
        request.shoot.provider.control_plane_config.as_deref(),
        "ControlPlaneConfig",
    ) {
        let old = old
            .and_then(|old| old.control_plane_config.as_deref())
            .map(|old| old.whole);
        load_balancer_provider(request, (config, old), constraints, faults);
        load_balancer_classes(request, (config, old), constraints, faults);
    }
    let policies = part.field("serverGroupPolicies").list(Cursor::string);
    request.pools(|at, worker, path, old| server_group((at, worker, path), old, &policies, faults));
}

/// A part of a Shoot that the webhook decodes as this kind.
fn decoded<'t>(config: Option<&ProviderConfig<'t>>, kind: &str) -> Option<Cursor<'t>> {
    let config = config?;
    (*config.api_version == PROVIDER.api_version && *config.whole.field("kind").string() == kind)
        .then_some(config.whole)
}

/// A field, unless an update leaves it as it was.
fn changed<'t>(of: Cursor<'t>, old: Option<Cursor<'t>>, field: &str) -> Option<Cursor<'t>> {
    let value = of.field(field);
    (value.is_set() && !old.is_some_and(|old| old.field(field).same_as(value))).then_some(value)
}

/// Whether an entry is for a region: one that names none is for all.
fn is_for(entry: Cursor<'_>, region: &str) -> bool {
    let own = entry.field("region").string();
    own.is_empty() || *own == region
}

/// The floating pools that a Shoot in this region may use. The domain of its credentials is not
/// known, so each may be the right one.
fn pools<'t>(constraints: Cursor<'t>, region: &str) -> Spanned<Vec<Cursor<'t>>> {
    let mut pools = constraints.field("floatingPools").list(|pool| pool);
    // A pool without a constraint may be for all regions.
    pools.value.retain(|pool| {
        is_for(*pool, region) || pool.field("nonConstraining").boolean().value == Some(true)
    });
    pools
}

/// Whether the name of a floating pool may stand for several.
fn is_pattern(name: &str) -> bool {
    name.starts_with('~')
        || name.contains([
            '*', '?', '[', ']', '(', ')', '{', '}', '^', '$', '|', '+', '\\',
        ])
}

type Change<'t> = (Cursor<'t>, Option<Cursor<'t>>);

fn floating_pool<'t>(
    request: &Request<'_, 't>,
    (config, old): Change<'t>,
    constraints: Cursor<'t>,
    faults: &mut Faults<'t>,
) {
    let Some(name) = changed(config, old, "floatingPoolName")
        .map(Cursor::string)
        .filter(|name| !name.is_empty())
    else {
        return;
    };
    let pools = pools(constraints, *request.shoot.region);
    let matches = |pool: &Cursor<'t>| {
        let of_pool = pool.field("name").string();
        *of_pool == *name || is_pattern(*of_pool)
    };
    let none_at_all = constraints.field("floatingPools").list(|_| ()).is_empty();
    if none_at_all || is_pattern(*name) || pools.iter().any(matches) {
        return;
    }
    let allowed = pools
        .iter()
        .map(|pool| *pool.field("name").string())
        .collect();
    let what = What::NotAllowed {
        what: "floating pool",
        allowed,
        in_region: true,
        at: pools.span,
    };
    faults.refuse(
        None,
        &shoots::PROVIDER
            .field("infrastructureConfig")
            .field("floatingPoolName"),
        name,
        what,
    );
}

fn load_balancer_provider<'t>(
    request: &Request<'_, 't>,
    (config, old): Change<'t>,
    constraints: Cursor<'t>,
    faults: &mut Faults<'t>,
) {
    let Some(name) = changed(config, old, "loadBalancerProvider")
        .map(Cursor::string)
        .filter(|name| !name.is_empty())
    else {
        return;
    };
    let providers = constraints
        .field("loadBalancerProviders")
        .list(|provider| provider);
    let here = providers
        .iter()
        .filter(|provider| is_for(**provider, *request.shoot.region));
    let allowed: Vec<&str> = here
        .map(|provider| *provider.field("name").string())
        .collect();
    if providers.is_empty() || allowed.contains(&*name) {
        return;
    }
    let what = What::NotAllowed {
        what: "load balancer provider",
        allowed,
        in_region: true,
        at: providers.span,
    };
    faults.refuse(
        None,
        &shoots::PROVIDER
            .field("controlPlaneConfig")
            .field("loadBalancerProvider"),
        name,
        what,
    );
}

fn load_balancer_classes<'t>(
    request: &Request<'_, 't>,
    (config, old): Change<'t>,
    constraints: Cursor<'t>,
    faults: &mut Faults<'t>,
) {
    let Some(classes) = changed(config, old, "loadBalancerClasses") else {
        return;
    };
    let pools = pools(constraints, *request.shoot.region);
    let known: Vec<Cursor<'_>> = pools
        .iter()
        .flat_map(|pool| pool.field("loadBalancerClasses").list(|class| class).value)
        .collect();
    // Without any class there is none to constrain.
    if known.is_empty() {
        return;
    }
    let path = shoots::PROVIDER.field("controlPlaneConfig");
    let path = path.field("loadBalancerClasses");
    for (index, class) in classes.list(|class| class).iter().enumerate() {
        let name = class.field("name").string();
        let same = |field: &&str, known: &Cursor<'t>| {
            *known.field(field).string() == *class.field(field).string()
        };
        let fits = |known: &Cursor<'t>| {
            same(&"name", known) || CLASS_SETTINGS.iter().all(|field| same(field, known))
        };
        if name.is_empty() || known.iter().any(fits) {
            continue;
        }
        let allowed = known
            .iter()
            .map(|class| *class.field("name").string())
            .collect();
        let what = What::NotAllowed {
            what: "load balancer class",
            allowed,
            in_region: true,
            at: pools.span,
        };
        faults.refuse(None, &path.index(index), name, what);
    }
}

fn server_group<'t>(
    (at, worker, path): (usize, &Worker<'t>, &Path<'_>),
    old: Option<&Worker<'t>>,
    policies: &Spanned<Vec<Spanned<&'t str>>>,
    faults: &mut Faults<'t>,
) {
    let Some(config) = decoded(worker.provider_config.as_deref(), "WorkerConfig") else {
        return;
    };
    let Some(node) = config
        .node()
        .filter(|_| config.field("serverGroup").is_set())
    else {
        return;
    };
    let stored = old
        .and_then(|old| old.provider_config.as_deref())
        .map(|old| old.whole.field("serverGroup").field("policy"));
    let policy = config.field("serverGroup").field("policy");
    let zones = |worker: &Worker<'_>| worker.zones.len();
    let kept = stored.is_some_and(|stored| stored.same_as(policy))
        && old.is_some_and(|old| zones(old) == zones(worker));
    if kept
        || !shape::check_at(config.tree(), node, &schema::OPENSTACK_WORKERCONFIG, path).is_empty()
    {
        return;
    }
    let policy = policy.string();
    let allowed = || policies.iter().map(|policy| policy.value).collect();
    let path = path.field("providerConfig");
    let path = path.field("serverGroup");
    let path = path.field("policy");
    if policy.is_empty() {
        faults.error(
            ErrorType::Invalid,
            at,
            &path,
            policy,
            What::NoPolicy {
                allowed: allowed(),
                at: policies.span,
            },
        );
    } else if !policies.iter().any(|allowed| allowed.value == *policy) {
        let what = What::NotAllowed {
            what: "server group policy",
            allowed: allowed(),
            in_region: false,
            at: policies.span,
        };
        faults.error(ErrorType::Invalid, at, &path, policy, what);
    } else if *policy == AFFINITY && zones(worker) > 1 {
        faults.error(
            ErrorType::Forbidden,
            at,
            &path,
            policy,
            What::SeveralZones(zones(worker)),
        );
    }
}
