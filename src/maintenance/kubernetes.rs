//! Kubernetes versions: the control plane's, and those that worker pools have of their own.

use crate::maintenance::choose::{Candidate, InUse, automatic, next_minor};
use crate::maintenance::{
    Absence, Cause, Fault, How, Maintenance, Move, Next, Outcome, Reach, Stay,
};
use crate::model::constraint::Operator;
use crate::model::lifecycle::Classification;
use crate::model::normalised::{Comparison, normalised, number};
use crate::model::time::Time;
use crate::model::version::Version;

/// The next step for a Kubernetes version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubernetesStep<'t> {
    /// Position of the version in use among the profile's.
    pub current: Option<usize>,
    pub outcome: Outcome<'t>,
}

impl<'t> Maintenance<'_, '_, 't> {
    /// Plans a Kubernetes version by itself.
    pub(super) fn kubernetes(
        &self,
        version: &'t str,
        auto_update: bool,
        now: Time,
    ) -> KubernetesStep<'t> {
        let listed = &self.matcher.profile().kubernetes_versions;
        let current = self.listed_kubernetes(version);
        let cause = match current.and_then(|current| listed.get(current)) {
            None => Cause::Missing(Absence::Unlisted),
            Some(current) if current.classification_at(now) == Classification::Expired => {
                Cause::Expired
            }
            Some(_) if auto_update => Cause::Automatic,
            Some(_) => {
                return KubernetesStep {
                    current,
                    outcome: Outcome::Stays(Stay::NotAsked),
                };
            }
        };
        let outcome = match InUse::parse(version) {
            None => Outcome::Fails {
                cause,
                fault: Fault::NotAVersion,
            },
            Some(in_use) => choose(&self.kubernetes_candidates(now), &in_use, cause),
        };
        KubernetesStep { current, outcome }
    }

    /// The position of a Kubernetes version in the profile, however both write it.
    pub(super) fn listed_kubernetes(&self, version: &str) -> Option<usize> {
        let complete = normalised(version).split('.').count() == 3;
        if let Some(number) = number(version).filter(|_| complete) {
            return self.kubernetes_by_number.get(&number).copied();
        }
        let same = Comparison::new(Operator::Exact, version);
        self.kubernetes
            .iter()
            .position(|number| number.is_some_and(|number| same.admits(&number)))
    }

    fn kubernetes_candidates(&self, now: Time) -> Vec<Candidate<'t>> {
        let listed = self
            .matcher
            .profile()
            .kubernetes_versions
            .iter()
            .zip(&self.kubernetes_numbers)
            .enumerate();
        listed
            .filter_map(|(index, (listed, number))| {
                Some(Candidate {
                    index,
                    text: *listed.version,
                    number: (*number)?,
                    state: listed.classification_at(now),
                })
            })
            .collect()
    }

    /// Plans the version of a worker pool, next to the new version of the control plane.
    pub(super) fn worker_kubernetes(
        &self,
        version: Option<&'t str>,
        control_plane: &'t str,
        auto_update: bool,
        now: Time,
    ) -> KubernetesStep<'t> {
        let Some(version) = version else {
            return KubernetesStep {
                current: None,
                outcome: Outcome::Stays(Stay::Nothing),
            };
        };
        let mut step = self.kubernetes(version, auto_update, now);
        if let Outcome::Moves(to) = &mut step.outcome
            && let (Some(wanted), Some(limit)) =
                (Version::parse(to.to), Version::parse(control_plane))
            && wanted > limit
        {
            let listed = &self.matcher.profile().kubernetes_versions;
            to.index = listed
                .iter()
                .position(|listed| *listed.version == control_plane);
            to.state = to
                .index
                .and_then(|index| listed.get(index))
                .map(|listed| listed.classification_at(now));
            to.to = control_plane;
            to.how = How::Capped;
        }
        step
    }
}

fn choose<'t>(candidates: &[Candidate<'t>], in_use: &InUse<'_>, cause: Cause<'t>) -> Outcome<'t> {
    let chosen = |to: &Candidate<'t>, cause, how| {
        Outcome::Moves(Move {
            to: to.text,
            state: Some(to.state),
            index: Some(to.index),
            cause,
            how,
        })
    };
    if let Some(to) = automatic(candidates, in_use, Reach::Minor) {
        return chosen(to, cause, How::Automatic(Reach::Minor));
    }
    if !cause.forces() {
        return Outcome::Stays(Stay::UpToDate);
    }
    match next_minor(candidates, in_use) {
        Some(to) => chosen(to, cause, How::Forced(Next::Minor)),
        None => Outcome::Fails {
            cause,
            fault: Fault::NoNextMinor,
        },
    }
}
