//! Worker capabilities (GEP-54, a preview): what a worker pool asks of its image beside what its
//! machine type does. They are columns after those of the vocabulary, in which flavors that say
//! nothing have a default (`docs/gardener/shoot.md#worker-capabilities`).

use crate::model::cloudprofile::{Capabilities, Capability, CapabilityDefinition, CloudProfile};
use crate::model::cursor::Spanned;
use crate::model::shoot::Worker;
use crate::source::Span;

/// A capability that worker pools ask for.
#[derive(Debug, PartialEq, Eq)]
pub struct WorkerCapability {
    pub name: &'static str,
    /// The values, most preferred first: those that may be written.
    pub values: &'static [&'static str],
    /// The value of a flavor that leaves the capability out.
    pub by_default: &'static str,
    /// The type of the profiles that have it; none: all.
    pub provider: Option<&'static str>,
}

const BOOT_TYPE: &str = "gardener-bootType";
const UPDATE_TYPE: &str = "gardener-updateType";
const GPU_SUPPORT: &str = "gardener-gpuSupport";
const TRUSTED_LAUNCH: &str = "openstack-trustedLaunch";
/// The provider that has trusted launch.
const OPENSTACK: &str = "openstack";
/// No support, as the default of a flavor.
const NONE: &str = "none";

/// All of them, most significant first.
pub static WORKER_CAPABILITIES: [WorkerCapability; 4] = [
    WorkerCapability {
        name: BOOT_TYPE,
        values: &["secure", "standard"],
        by_default: "standard",
        provider: None,
    },
    WorkerCapability {
        name: UPDATE_TYPE,
        values: &["inPlace", "rolling"],
        by_default: "rolling",
        provider: None,
    },
    WorkerCapability {
        name: GPU_SUPPORT,
        values: &["nvidia", "amd", "intel", NONE],
        by_default: NONE,
        provider: None,
    },
    WorkerCapability {
        name: TRUSTED_LAUNCH,
        values: &["enabled"],
        by_default: NONE,
        provider: Some(OPENSTACK),
    },
];

/// The GPUs that `gpu` of a machine may name.
const GPUS: [&str; 3] = ["nvidia", "amd", "intel"];

/// The worker capability of that name in profiles of a type.
#[must_use]
pub fn worker_capability(name: &str, profile_type: &str) -> Option<&'static WorkerCapability> {
    of_type(profile_type).find(|capability| capability.name == name)
}

/// The worker capabilities in profiles of a type, most significant first.
pub fn of_type(profile_type: &str) -> impl Iterator<Item = &'static WorkerCapability> {
    WORKER_CAPABILITIES.iter().filter(move |capability| {
        capability
            .provider
            .is_none_or(|provider| provider == profile_type)
    })
}

/// Adds the worker capabilities to the vocabulary of a profile that has one; a legacy profile stays
/// as it is.
///
/// The default of a flavor is one of the values then, also where nobody may write it: so a flavor
/// that does not support something still fits pools that do not ask for it.
pub fn add_to(profile: &mut CloudProfile<'_>) {
    if profile.machine_capabilities.is_empty() {
        return;
    }
    let at = profile.machine_capabilities.span;
    let profile_type = *profile.provider_type;
    for capability in of_type(profile_type) {
        let default =
            Some(capability.by_default).filter(|value| !capability.values.contains(value));
        let values = capability.values.iter().copied().chain(default);
        // A capability of the profile itself keeps its rank and its values.
        let own = profile
            .machine_capabilities
            .value
            .iter_mut()
            .find(|definition| *definition.name == capability.name);
        if let Some(own) = own {
            own.by_default = Some(capability.by_default);
            let missing: Vec<&str> = values
                .filter(|value| own.values.iter().all(|known| known.value != *value))
                .collect();
            own.values
                .value
                .extend(missing.into_iter().map(|value| Spanned::new(value, at)));
            continue;
        }
        let values = values.map(|value| Spanned::new(value, at)).collect();
        profile
            .machine_capabilities
            .value
            .push(CapabilityDefinition {
                at,
                name: Spanned::new(capability.name, at),
                values: Spanned::new(values, at),
                by_default: Some(capability.by_default),
            });
    }
}

/// The capabilities that a worker pool asks of its image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Demand {
    /// It is to boot securely.
    pub secure_boot: bool,
    /// Its nodes are updated in place.
    pub in_place: bool,
    /// The kind of GPU: a known one, or `none` for another; nothing where the pool asks for none.
    pub gpu: Option<&'static str>,
    /// It is to launch trusted (openstack).
    pub trusted_launch: bool,
}

impl Demand {
    /// How many different ones there are.
    pub const COUNT: usize = 2 * 2 * 5 * 2;

    /// The demand of a worker pool. `provider_type`: that of its Shoot.
    #[must_use]
    pub fn of(worker: &Worker<'_>, provider_type: &str) -> Self {
        let trusted = |config: &crate::model::shoot::ProviderConfig<'_>| {
            config
                .whole
                .field("trustedLaunch")
                .field("enabled")
                .boolean()
                .value
                == Some(true)
        };
        Self {
            secure_boot: *worker.secure_boot == Some(true),
            in_place: worker.is_in_place(),
            gpu: worker.gpu.map(|kind| Self::gpu(*kind)),
            trusted_launch: provider_type == OPENSTACK
                && worker.provider_config.as_deref().is_some_and(trusted),
        }
    }

    /// The value that a kind of GPU asks for.
    #[must_use]
    pub fn gpu(kind: &str) -> &'static str {
        GPUS.into_iter()
            .find(|known| *known == kind)
            .unwrap_or(NONE)
    }

    /// Its values: one for each capability that it asks for.
    pub fn values(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let boot = (
            BOOT_TYPE,
            if self.secure_boot {
                "secure"
            } else {
                "standard"
            },
        );
        let update = (
            UPDATE_TYPE,
            if self.in_place { "inPlace" } else { "rolling" },
        );
        let gpu = self.gpu.map(|kind| (GPU_SUPPORT, kind));
        let trusted = self.trusted_launch.then_some((TRUSTED_LAUNCH, "enabled"));
        [boot, update].into_iter().chain(gpu).chain(trusted)
    }

    /// The value that it asks for in a capability.
    #[must_use]
    pub fn value(self, capability: &str) -> Option<&'static str> {
        self.values()
            .find(|(name, _)| *name == capability)
            .map(|(_, value)| value)
    }

    /// The same as a capability map, as if it were written.
    #[must_use]
    pub fn capabilities<'t>(self) -> Capabilities<'t> {
        let spanned = |text: &'static str| Spanned::new(text, Span::default());
        let capability = |(name, value)| Capability {
            name: spanned(name),
            values: Spanned::new(vec![spanned(value)], Span::default()),
        };
        self.values().map(capability).collect()
    }

    /// Its number, below `COUNT`.
    #[must_use]
    pub fn number(self) -> usize {
        let gpu = self.gpu.map_or(0, |kind| {
            1 + GPUS
                .iter()
                .position(|known| *known == kind)
                .unwrap_or(GPUS.len())
        });
        usize::from(self.secure_boot)
            + 2 * (usize::from(self.in_place) + 2 * (usize::from(self.trusted_launch) + 2 * gpu))
    }
}
