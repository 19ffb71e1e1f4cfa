//! The moves of a Shoot's versions in maintenance, with their reasons
//! (`docs/gardener/maintenance.md`). Pure functions of the Shoot, its profile and *now*; nothing
//! here prints or judges.

mod choose;
mod cluster;
mod image;
mod kinds;
mod kubernetes;
mod stuck;
mod sweep;
mod timeline;
mod ways;
mod withdrawn;

use std::collections::BTreeMap;

use crate::capability::Demand;
use crate::matching::{self, Machine, Matcher};
use crate::model::constraint::Constraint;
use crate::model::lifecycle::Current;
use crate::model::normalised;
use crate::model::time::Time;
use crate::model::version::Version;

pub use image::{Filter, ImageStep, ImagesFault, InPlaceFault, Removed};
pub use kinds::Plans;
pub use kubernetes::KubernetesStep;
pub use stuck::{Stuck, StuckOn, Transition};
pub use timeline::{Window, just_after};
pub use ways::Way;
pub use withdrawn::{Only, Withdrawn};

/// The container runtime interface of a pool that names none.
pub const DEFAULT_CRI: &str = "containerd";

/// A Shoot as far as maintenance looks at it, as stored: with everything defaulted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cluster<'t> {
    /// The Kubernetes version of the control plane.
    pub kubernetes: &'t str,
    /// The parts that maintenance moves before it must.
    pub auto_update: AutoUpdate,
    pub pools: Vec<Pool<'t>>,
}

/// The parts that move to better versions although nothing forces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AutoUpdate {
    pub kubernetes: bool,
    pub images: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool<'t> {
    pub name: &'t str,
    pub machine_type: &'t str,
    pub architecture: &'t str,
    /// Its image; a Shoot that is stored always has one.
    pub image: Option<PoolImage<'t>>,
    pub cri: &'t str,
    pub container_runtimes: Vec<&'t str>,
    /// Whether its machines are updated in place.
    pub in_place: bool,
    pub kubernetes: Option<&'t str>,
    /// The demand on its image, in the preview of worker capabilities.
    pub demand: Demand,
}

/// The image of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PoolImage<'t> {
    pub name: &'t str,
    pub version: &'t str,
}

/// The outcome of a maintenance window for a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<'t> {
    Stays(Stay),
    Moves(Move<'t>),
    /// It must move and cannot.
    Fails {
        cause: Cause<'t>,
        fault: Fault,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// Nothing forces it to move, and automatic updates are off.
    NotAsked,
    /// There is no better version.
    UpToDate,
    /// The pool has no version of its own.
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move<'t> {
    pub to: &'t str,
    /// How that is classified now; unknown for the control plane's version that a pool gets where
    /// the profile does not list it.
    pub state: Option<Current<'t>>,
    /// Position of the new version: among the Kubernetes versions, or in `Matcher::versions`.
    pub index: Option<usize>,
    pub cause: Cause<'t>,
    pub how: How,
}

/// Why a version is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause<'t> {
    /// The server does not know the version, so maintenance forces a move.
    Missing(Absence<'t>),
    /// The version is expired, so maintenance forces the move.
    Expired,
    Automatic,
}

/// Why a version does not exist for the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absence<'t> {
    /// The profile does not list it.
    Unlisted,
    /// The profile writes the name of the image so, in another case.
    OtherCase(&'t str),
    /// The profile lists it, and this filter removes it.
    Filtered(Filter<'t>),
}

/// How a version was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A better version is within reach.
    Automatic(Reach),
    /// By force, as the best of the next minor or major that has any.
    Forced(Next),
    /// It is the control plane's: no worker pool goes above it.
    Capped,
}

/// How far an automatic choice reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Force leads to the patch versions of the same minor.
    Minor,
    /// Force leads to any version of the same major.
    Major,
    Everything,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Force leads to the next minor of the same major.
    Minor,
    Major,
}

/// How an image is updated: the `updateStrategy` of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// `patch`
    Patch,
    /// `minor`
    Minor,
    /// `major`, and whatever else is written.
    Major,
}

/// Why a version that must move cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The strategy `patch` forces a pool only to a higher minor of the same major, and there is
    /// none.
    NoHigherMinor,
    /// The strategy `minor` forces a pool only to a higher major, and there is none.
    NoHigherMajor,
    /// The strategy `major` forces nothing.
    CannotForce,
    /// There is no Kubernetes version of the next minor.
    NoNextMinor,
    /// The version in use is not a version number.
    NotAVersion,
}

/// Why a version that passes the filters is not chosen automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aside {
    /// It is in use, or equal to what is.
    Current,
    /// It is lower than the one in use.
    Lower,
    Preview,
    Expired,
    /// The strategy does not reach it.
    Beyond(Reach),
}

/// The plan of a maintenance window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<'t> {
    /// The machine images, pool by pool. If one cannot even be looked up, nothing happens to any.
    pub images: Result<Vec<ImageStep<'t>>, ImagesFault>,
    /// The control plane's Kubernetes version.
    pub kubernetes: KubernetesStep<'t>,
    /// The worker pools' own Kubernetes versions.
    pub workers_kubernetes: Vec<KubernetesStep<'t>>,
}

/// A profile prepared for questions about maintenance.
#[derive(Debug)]
pub struct Maintenance<'m, 'a, 't> {
    matcher: &'m Matcher<'a, 't>,
    /// The number of each version of the matcher; `None` if it is not a version number.
    numbers: Vec<Option<Version<'t>>>,
    /// For each version of the matcher the number, normalised, of the version that in-place updates
    /// to it start from; none where that is no version.
    minimums: Vec<Option<Version<'static>>>,
    /// The number of each Kubernetes version of the profile, normalised; `None` if it is not a
    /// version number.
    kubernetes: Vec<Option<Version<'static>>>,
    /// `spec.kubernetes.versions` as numbers, in the order of the profile.
    kubernetes_numbers: Vec<Option<Version<'t>>>,
    /// The first Kubernetes version of each number, normalised, by position.
    kubernetes_by_number: BTreeMap<Version<'static>, usize>,
    /// For each version of the matcher its constraint on the kubelet.
    constraints: Vec<Kubelet>,
    /// The first machine type of each name, by position.
    machines: BTreeMap<&'t str, usize>,
}

/// The constraint of a version on the kubelet.
#[derive(Debug)]
enum Kubelet {
    Any,
    Constraint(Constraint),
    /// It cannot be read: nothing meets it.
    Unreadable,
}

impl Strategy {
    /// The strategy that a word names.
    #[must_use]
    pub fn of(word: Option<&str>) -> Self {
        match word {
            Some("patch") => Self::Patch,
            Some("minor") => Self::Minor,
            _ => Self::Major,
        }
    }

    /// How far automatic updates reach, one after the other.
    fn reaches(self) -> impl Iterator<Item = Reach> {
        let wider = match self {
            Self::Patch => None,
            Self::Minor | Self::Major => Some(self.reach()),
        };
        std::iter::once(Reach::Minor).chain(wider)
    }

    /// Where force leads, and the fault where it finds nothing there; only a fault where nothing is
    /// forced.
    fn forces(self) -> Result<(Next, Fault), Fault> {
        match self {
            Self::Patch => Ok((Next::Minor, Fault::NoHigherMinor)),
            Self::Minor => Ok((Next::Major, Fault::NoHigherMajor)),
            Self::Major => Err(Fault::CannotForce),
        }
    }

    /// How far automatic updates reach in the end.
    #[must_use]
    pub fn reach(self) -> Reach {
        match self {
            Self::Patch => Reach::Minor,
            Self::Minor => Reach::Major,
            Self::Major => Reach::Everything,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl Cause<'_> {
    /// Whether the version has to move, whatever the Shoot says.
    #[must_use]
    pub fn forces(&self) -> bool {
        *self != Self::Automatic
    }
}

impl<'t> Outcome<'t> {
    /// The move, if there is one.
    #[must_use]
    pub fn moves(&self) -> Option<&Move<'t>> {
        match self {
            Self::Moves(to) => Some(to),
            Self::Stays(_) | Self::Fails { .. } => None,
        }
    }

    /// Why it is to move; none where it stays.
    #[must_use]
    pub fn cause(&self) -> Option<&Cause<'t>> {
        match self {
            Self::Moves(Move { cause, .. }) | Self::Fails { cause, .. } => Some(cause),
            Self::Stays(_) => None,
        }
    }

    /// Whether it must move and cannot.
    #[must_use]
    pub fn fails(&self) -> bool {
        matches!(self, Self::Fails { .. })
    }
}

impl<'m, 'a, 't> Maintenance<'m, 'a, 't> {
    #[must_use]
    pub fn new(matcher: &'m Matcher<'a, 't>) -> Self {
        let numbers = matcher
            .versions()
            .iter()
            .map(|version| Version::parse(version.version.version().value))
            .collect();
        let minimum = |version: &matching::Version<'a, 't>| {
            let updates = version.version.in_place_updates.as_ref()?;
            normalised::number(updates.min_version_for_update.value?)
        };
        let minimums = matcher.versions().iter().map(minimum).collect();
        let kubernetes = matcher
            .profile()
            .kubernetes_versions
            .iter()
            .map(|listed| normalised::number(*listed.version))
            .collect();
        let kubernetes: Vec<Option<Version<'static>>> = kubernetes;
        let mut kubernetes_by_number = BTreeMap::new();
        for (at, number) in kubernetes.iter().enumerate() {
            if let Some(number) = number {
                kubernetes_by_number.entry(*number).or_insert(at);
            }
        }
        let constraint =
            |text: &str| Constraint::parse(text).map_or(Kubelet::Unreadable, Kubelet::Constraint);
        let constraints = matcher
            .versions()
            .iter()
            .map(|version| {
                version
                    .version
                    .kubelet_version_constraint
                    .map_or(Kubelet::Any, constraint)
            })
            .collect();
        let mut machines = BTreeMap::new();
        for (index, machine) in matcher.machines().iter().enumerate() {
            machines.entry(*machine.machine_type.name).or_insert(index);
        }
        let kubernetes_numbers = matcher
            .profile()
            .kubernetes_versions
            .iter()
            .map(|listed| Version::parse(*listed.version))
            .collect();
        Self {
            matcher,
            numbers,
            minimums,
            kubernetes,
            kubernetes_numbers,
            kubernetes_by_number,
            constraints,
            machines,
        }
    }

    #[must_use]
    pub fn matcher(&self) -> &'m Matcher<'a, 't> {
        self.matcher
    }

    /// The machine type of that name; the first of several.
    #[must_use]
    pub fn machine(&self, name: &str) -> Option<&'m Machine<'a, 't>> {
        self.machines
            .get(name)
            .map(|index| &self.matcher.machines()[*index])
    }

    /// Plans the images of the worker pools, as if the next window were now.
    ///
    /// # Errors
    /// Why all of them stay as they are.
    pub fn images(
        &self,
        cluster: &Cluster<'t>,
        now: Time,
    ) -> Result<Vec<ImageStep<'t>>, ImagesFault> {
        cluster
            .pools
            .iter()
            .enumerate()
            .map(|(at, pool)| self.image(at, pool, cluster, now))
            .collect()
    }

    /// Plans the next window as if it were now.
    #[must_use]
    pub fn plan(&self, cluster: &Cluster<'t>, now: Time) -> Plan<'t> {
        // Images come first: they see the kubelet versions of before.
        let images = self.images(cluster, now);
        let kubernetes = self.kubernetes(cluster.kubernetes, cluster.auto_update.kubernetes, now);
        let control_plane = kubernetes
            .outcome
            .moves()
            .map_or(cluster.kubernetes, |to| to.to);
        let worker = |pool: &Pool<'t>| {
            self.worker_kubernetes(
                pool.kubernetes,
                control_plane,
                cluster.auto_update.kubernetes,
                now,
            )
        };
        let workers_kubernetes = cluster.pools.iter().map(worker).collect();
        Plan {
            images,
            kubernetes,
            workers_kubernetes,
        }
    }
}

impl<'t> Plan<'t> {
    /// All outcomes for versions.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome<'t>> {
        let images = self.images.iter().flatten().map(|step| &step.outcome);
        let workers = self.workers_kubernetes.iter().map(|step| &step.outcome);
        images
            .chain(std::iter::once(&self.kubernetes.outcome))
            .chain(workers)
    }

    #[must_use]
    pub fn moves(&self) -> bool {
        self.outcomes().any(|outcome| outcome.moves().is_some())
    }

    #[must_use]
    pub fn fails(&self) -> bool {
        self.images.is_err() || self.outcomes().any(Outcome::fails)
    }

    /// Whether every version has the same outcome.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.images.as_ref().err() == other.images.as_ref().err()
            && self.outcomes().eq(other.outcomes())
    }
}

impl<'t> Cluster<'t> {
    /// The Shoot after a window.
    #[must_use]
    pub fn after(&self, plan: &Plan<'t>) -> Self {
        let mut after = self.clone();
        let to = |outcome: &Outcome<'t>| outcome.moves().map(|to| to.to);
        if let Some(to) = to(&plan.kubernetes.outcome) {
            after.kubernetes = to;
        }
        for (pool, step) in after.pools.iter_mut().zip(plan.images.iter().flatten()) {
            if let (Some(image), Some(to)) = (&mut pool.image, to(&step.outcome)) {
                image.version = to;
            }
        }
        for (pool, step) in after.pools.iter_mut().zip(&plan.workers_kubernetes) {
            pool.kubernetes = to(&step.outcome).or(pool.kubernetes);
        }
        after
    }
}
