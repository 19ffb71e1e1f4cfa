//! The machine image of a worker pool: the filters, and the choice among what passes them.

use crate::maintenance::choose::{self, Candidate, InUse};
use crate::maintenance::{
    Absence, Aside, Cause, Cluster, Fault, How, Kubelet, Maintenance, Move, Outcome, Pool,
    PoolImage, Stay, Strategy,
};
use crate::matching::{self, Machine};
use crate::model::constraint::Operator;
use crate::model::lifecycle::Classification;
use crate::model::normalised::Comparison;
use crate::model::time::Time;
use crate::model::version::Version;

/// The next step for the image of a worker pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageStep<'t> {
    /// Position of the image in the profile; none for a pool without an image.
    pub image: Option<usize>,
    /// How the profile has it updated.
    pub strategy: Strategy,
    /// Position in `Matcher::versions` of the version in use, where the profile lists it, whether
    /// it passes the filters or not.
    pub current: Option<usize>,
    pub outcome: Outcome<'t>,
}

/// Why the images of all pools stay as they are, whatever happens to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImagesFault {
    /// The profile has no machine type as this pool's, by position.
    UnknownMachineType(usize),
    /// The profile has no image as this pool's, by position.
    UnknownImage(usize),
}

/// The filter that removes a version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filter<'t> {
    /// It does not support the pool's architecture, only these.
    Architecture(Vec<&'t str>),
    /// Its flavors are incompatible with the capabilities of the machine type.
    Capabilities,
    /// It does not list the pool's container runtime interface.
    Cri,
    /// It lists that without these container runtimes of the pool.
    ContainerRuntimes(Vec<&'t str>),
    /// The kubelet does not meet this constraint.
    Kubelet(&'t str),
    /// The pool is updated in place.
    InPlace(InPlaceFault<'t>),
}

/// Why a version is none for a pool that is updated in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InPlaceFault<'t> {
    /// It does not support that.
    Unsupported,
    /// It does not say from which version on it can be reached.
    NoMinimum,
    /// It can be reached only from this version on.
    BelowMinimum(&'t str),
}

impl<'m, 'a, 't> Maintenance<'m, 'a, 't> {
    /// Plans the image of a pool; `at`: the position of the pool.
    pub(super) fn image(
        &self,
        at: usize,
        pool: &Pool<'t>,
        cluster: &Cluster<'t>,
        now: Time,
    ) -> Result<ImageStep<'t>, ImagesFault> {
        let machine = self
            .machine(pool.machine_type)
            .ok_or(ImagesFault::UnknownMachineType(at))?;
        let Some(in_use) = pool.image else {
            return Ok(ImageStep {
                image: None,
                strategy: Strategy::Major,
                current: None,
                outcome: Outcome::Stays(Stay::Nothing),
            });
        };
        let images = &self.matcher.profile().machine_images;
        let image = images
            .iter()
            .position(|image| same_name(*image.name, in_use.name))
            .ok_or(ImagesFault::UnknownImage(at))?;
        let strategy = Strategy::of(*images[image].update_strategy);
        let current = self
            .matcher
            .range_of(image)
            .find(|index| self.text(*index) == in_use.version);
        let kubelet = Version::parse(pool.kubernetes.unwrap_or(cluster.kubernetes));
        let at_most = Comparison::new(Operator::LessEqual, in_use.version);
        let filter =
            |index: usize| self.filter(index, machine, pool, (in_use, &at_most), kubelet.as_ref());
        let exists = *images[image].name == in_use.name;
        let absence = match current.map(filter) {
            _ if !exists => Some(Absence::OtherCase(*images[image].name)),
            None => Some(Absence::Unlisted),
            Some(Some(filter)) => Some(Absence::Filtered(filter)),
            Some(None) => None,
        };
        let expired = current
            .is_some_and(|current| self.matcher.current(current, now) == Classification::Expired);
        let cause = match absence {
            Some(absence) => Some(Cause::Missing(absence)),
            None if expired => Some(Cause::Expired),
            None if cluster.auto_update.images => Some(Cause::Automatic),
            None => None,
        };
        let passed = |above: Option<&Version<'_>>| -> Vec<Candidate<'t>> {
            let range = self.matcher.range_of(image);
            let higher = |index: &usize| {
                above.is_none_or(|above| self.numbers[*index].is_some_and(|number| number > *above))
            };
            range
                .filter(|index| higher(index) && filter(*index).is_none())
                .filter_map(|index| self.candidate(index, now))
                .collect()
        };
        let outcome = match (cause, InUse::parse(in_use.version)) {
            (None, _) => Outcome::Stays(Stay::NotAsked),
            (Some(cause), None) => Outcome::Fails {
                cause,
                fault: Fault::NotAVersion,
            },
            (Some(cause), Some(in_use)) => choose(passed, &in_use, strategy, cause),
        };
        Ok(ImageStep {
            image: Some(image),
            strategy,
            current,
            outcome,
        })
    }

    pub(super) fn text(&self, index: usize) -> &'t str {
        self.matcher.versions()[index].version.version().value
    }

    /// The version as a candidate. Text that is not a version is never one; the server admits no
    /// profile with such.
    fn candidate(&self, index: usize, now: Time) -> Option<Candidate<'t>> {
        let number = self.numbers[index]?;
        Some(Candidate {
            index,
            text: self.text(index),
            number,
            state: self.matcher.current(index, now),
        })
    }

    /// The first filter that removes a version for a pool. `machine`: its machine type; `in_use`:
    /// its image; `at_most`: what is not above the version of that; `kubelet`: its Kubernetes
    /// version.
    pub(super) fn filter(
        &self,
        index: usize,
        machine: &Machine<'a, 't>,
        pool: &Pool<'t>,
        (in_use, at_most): (PoolImage<'_>, &Comparison),
        kubelet: Option<&Version<'_>>,
    ) -> Option<Filter<'t>> {
        let listed: &matching::Version<'a, 't> = &self.matcher.versions()[index];
        let version = listed.version;
        if !listed.architectures.contains(&pool.architecture) {
            return Some(Filter::Architecture(listed.architectures.clone()));
        }
        if !self.matcher.vocabulary().is_empty()
            && !self
                .matcher
                .answer_for(machine, listed, pool.demand)
                .compatible
        {
            return Some(Filter::Capabilities);
        }
        let lacks = |cri: &crate::model::cloudprofile::Cri<'t>| -> Vec<&'t str> {
            let has = |wanted: &&'t str| {
                cri.container_runtimes
                    .iter()
                    .any(|listed| listed.value == *wanted)
            };
            pool.container_runtimes
                .iter()
                .copied()
                .filter(|wanted| !has(wanted))
                .collect()
        };
        // The one of several that lacks least.
        match version
            .cri
            .iter()
            .filter(|cri| *cri.name == pool.cri)
            .map(lacks)
            .min_by_key(Vec::len)
        {
            None => return Some(Filter::Cri),
            Some(lacking) if !lacking.is_empty() => {
                return Some(Filter::ContainerRuntimes(lacking));
            }
            Some(_) => {}
        }
        if !kubelet.map_or(matches!(self.constraints[index], Kubelet::Any), |kubelet| {
            self.admits(index, kubelet)
        }) {
            return Some(Filter::Kubelet(
                version.kubelet_version_constraint.unwrap_or_default(),
            ));
        }
        if pool.in_place {
            self.in_place(index, in_use.version, at_most)
                .map(Filter::InPlace)
        } else {
            None
        }
    }

    /// Whether a version admits a kubelet.
    pub(super) fn admits(&self, index: usize, kubelet: &Version<'_>) -> bool {
        match &self.constraints[index] {
            Kubelet::Any => true,
            Kubelet::Constraint(constraint) => constraint.check(kubelet),
            Kubelet::Unreadable => false,
        }
    }

    fn in_place(
        &self,
        index: usize,
        in_use: &str,
        at_most: &Comparison,
    ) -> Option<InPlaceFault<'t>> {
        let updates = self.matcher.versions()[index]
            .version
            .in_place_updates
            .as_ref();
        let Some(updates) = updates.filter(|updates| updates.supported.value == Some(true)) else {
            return Some(InPlaceFault::Unsupported);
        };
        if self.text(index) == in_use {
            return None;
        }
        let Some(minimum) = *updates.min_version_for_update else {
            return Some(InPlaceFault::NoMinimum);
        };
        let reached = self.minimums[index].is_some_and(|minimum| at_most.admits(&minimum));
        (!reached).then_some(InPlaceFault::BelowMinimum(minimum))
    }

    /// For each version of the image, the reason why maintenance does not choose it for a pool
    /// automatically. The chosen version has none, and so may others. Empty for a pool whose
    /// machine type or image is unknown.
    #[must_use]
    pub fn explain(
        &self,
        pool: &Pool<'t>,
        cluster: &Cluster<'t>,
        step: &ImageStep<'t>,
        now: Time,
    ) -> Vec<(usize, Option<Removed<'t>>)> {
        let (Some(machine), Some(in_use), Some(image)) =
            (self.machine(pool.machine_type), pool.image, step.image)
        else {
            return Vec::new();
        };
        let kubelet = Version::parse(pool.kubernetes.unwrap_or(cluster.kubernetes));
        let number = InUse::parse(in_use.version);
        let at_most = Comparison::new(Operator::LessEqual, in_use.version);
        let removed = |index: usize| {
            if let Some(filter) =
                self.filter(index, machine, pool, (in_use, &at_most), kubelet.as_ref())
            {
                return Some(Removed::By(filter));
            }
            let candidate = self.candidate(index, now)?;
            choose::aside(&candidate, number.as_ref()?, step.strategy.reach()).map(Removed::Aside)
        };
        self.matcher
            .range_of(image)
            .map(|index| (index, removed(index)))
            .collect()
    }
}

/// The reason why maintenance does not choose a version automatically.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Removed<'t> {
    By(Filter<'t>),
    Aside(Aside),
}

/// Whether two names of images are one to maintenance.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

/// `passed`: the versions that pass the filters, or of these the ones above some version: no other
/// can be chosen automatically.
fn choose<'t>(
    passed: impl Fn(Option<&Version<'_>>) -> Vec<Candidate<'t>>,
    in_use: &InUse<'_>,
    strategy: Strategy,
    cause: Cause<'t>,
) -> Outcome<'t> {
    let automatic = || {
        let above = passed(Some(&in_use.number));
        strategy.reaches().find_map(|reach| {
            Some((
                *choose::automatic(&above, in_use, reach)?,
                How::Automatic(reach),
            ))
        })
    };
    let forced = || {
        let (next, fault) = strategy.forces()?;
        choose::forced(&passed(None), in_use, next)
            .map(|to| (*to, How::Forced(next)))
            .ok_or(fault)
    };
    let found = match automatic() {
        Some(found) => Ok(found),
        None if !cause.forces() => return Outcome::Stays(Stay::UpToDate),
        None => forced(),
    };
    match found {
        Ok((to, how)) => Outcome::Moves(Move {
            to: to.text,
            state: Some(to.state),
            index: Some(to.index),
            cause,
            how,
        }),
        Err(fault) => Outcome::Fails { cause, fault },
    }
}
