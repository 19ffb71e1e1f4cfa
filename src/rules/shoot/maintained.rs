//! The common part of rules about the next maintenance window: the version, its place, and the
//! reason of its move.

use std::collections::BTreeSet;

use crate::maintenance::{Cause, Fault, Filter, Outcome, Pool};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::shoot::view::Planned;
use crate::rules::{Report, ShootView, words};
use crate::source::Span;
use crate::words::Names;
use crate::words::maintenance::{self, InPool};

/// Maximum number of versions of a reason named before the rest is counted.
const NAMED: usize = 3;

/// A version of a Shoot in the next window.
pub(super) struct Moving<'v, 'a> {
    view: &'v ShootView<'a>,
    planned: &'v Planned<'a>,
    /// The position of the pool; none for the control plane.
    pub pool: Option<usize>,
    /// The name of its image; none for a Kubernetes version.
    pub image: Option<&'a str>,
    pub version: &'a str,
    /// Its position in its list, where the profile has it.
    pub index: Option<usize>,
    pub outcome: &'v Outcome<'a>,
}

/// The versions that the next window touches, without those that the server already refuses.
pub(super) fn moving<'v, 'a>(view: &'v ShootView<'a>) -> Vec<Moving<'v, 'a>> {
    let Some(planned) = &view.planned else {
        return Vec::new();
    };
    let (cluster, plan) = (&planned.cluster, &planned.plan);
    let refused: BTreeSet<usize> = view.faults().filter_map(|fault| fault.worker).collect();
    let mut all = Vec::new();
    if !view
        .faults()
        .any(|fault| fault.path.after(["spec", "kubernetes"]).is_some())
    {
        let step = &plan.kubernetes;
        all.push(Moving {
            view,
            planned,
            pool: None,
            image: None,
            version: cluster.kubernetes,
            index: step.current,
            outcome: &step.outcome,
        });
    }
    for (at, pool) in cluster
        .pools
        .iter()
        .enumerate()
        .filter(|(at, _)| !refused.contains(at))
    {
        if let (Some(image), Some(step)) = (
            pool.image,
            plan.images.as_ref().ok().and_then(|steps| steps.get(at)),
        ) {
            let (index, outcome) = (step.current, &step.outcome);
            all.push(Moving {
                view,
                planned,
                pool: Some(at),
                image: Some(image.name),
                version: image.version,
                index,
                outcome,
            });
        }
        if let (Some(version), Some(step)) = (pool.kubernetes, plan.workers_kubernetes.get(at)) {
            let (index, outcome) = (step.current, &step.outcome);
            all.push(Moving {
                view,
                planned,
                pool: Some(at),
                image: None,
                version,
                index,
                outcome,
            });
        }
    }
    all.retain(|moving| moving.outcome.cause().is_some());
    all
}

impl<'a> Moving<'_, 'a> {
    /// A report at the version.
    pub fn report(&self, message: String) -> Report {
        let spec = Path::new("spec");
        let shoot = &self.view.judged.shoot;
        let Some(at) = self.pool else {
            return Report::new(
                shoot.kubernetes_version.span,
                spec.field("kubernetes").field("version"),
                message,
            )
            .value(self.version);
        };
        let (provider, worker) = (spec.field("provider"), &shoot.workers[at]);
        let list = provider.field("workers");
        let path = list.index(at);
        let report = if self.image.is_some() {
            let span = worker.image.map_or(worker.at, |image| image.version.span);
            Report::new(
                span,
                path.field("machine").field("image").field("version"),
                message,
            )
        } else {
            let span = worker
                .kubernetes
                .as_ref()
                .map_or(worker.at, |kubernetes| kubernetes.version.span);
            Report::new(span, path.field("kubernetes").field("version"), message)
        };
        report.value(self.version)
    }

    /// Adds a place in the profile.
    pub fn in_profile(&self, report: Report, span: Span, text: &str) -> Report {
        self.view.in_profile(report, span, text)
    }

    /// `pool `a``, or the control plane.
    pub fn who(&self) -> String {
        self.pool().map_or_else(
            || "the control plane".to_owned(),
            |pool| format!("pool {}", words::quoted(pool.name)),
        )
    }

    /// `` `1592.1.0` of image `gardenlinux` ``, `` Kubernetes `1.33.1` ``
    pub fn version(&self) -> String {
        match self.image {
            Some(image) => format!(
                "version {} of image {}",
                words::quoted(self.version),
                words::quoted(image)
            ),
            None => format!("Kubernetes {}", words::quoted(self.version)),
        }
    }

    fn pool(&self) -> Option<&Pool<'a>> {
        self.planned.cluster.pools.get(self.pool?)
    }

    /// The version of the list at a position.
    pub fn listed(&self, index: Option<usize>) -> Option<&'a ExpirableVersion<'a>> {
        let matcher = self.view.maintenance?.matcher();
        match self.image {
            Some(_) => matcher
                .versions()
                .get(index?)
                .map(|version| &version.version.expirable),
            None => matcher.profile().kubernetes_versions.get(index?),
        }
    }

    /// Whether the Shoot has automatic updates of such versions.
    pub fn is_automatic(&self) -> bool {
        let auto_update = self.planned.cluster.auto_update;
        if self.image.is_some() {
            auto_update.images
        } else {
            auto_update.kubernetes
        }
    }

    /// Why the version is to move: a clause about it.
    pub fn because(&self, cause: &Cause<'_>) -> String {
        let since = self
            .listed(self.index)
            .and_then(|listed| maintenance::since(listed, self.view.settings.now));
        maintenance::because(cause, since, &self.view.profile_name(), &self.in_pool())
    }

    /// The effect of a filter on a version: the rest of a sentence that begins with the version.
    pub fn filtered(&self, filter: &Filter<'_>) -> String {
        self.in_pool().filtered(filter)
    }

    fn in_pool(&self) -> InPool<'_, 'a> {
        InPool {
            pool: self.pool(),
            kubernetes: self.planned.cluster.kubernetes,
            names: Names::Quoted,
        }
    }

    /// The obstacle of each version of the image, with versions of the same obstacle together: ``
    /// `a` and `b`: in preview ``.
    pub fn candidates(&self) -> Vec<String> {
        let (Some(prepared), Some(pool)) = (self.view.maintenance, self.pool()) else {
            return Vec::new();
        };
        let step = self
            .planned
            .plan
            .images
            .as_ref()
            .ok()
            .and_then(|steps| steps.get(self.pool?));
        let Some(step) = step.filter(|_| self.image.is_some()) else {
            return Vec::new();
        };
        let others = prepared
            .explain(pool, &self.planned.cluster, step, self.view.settings.now)
            .into_iter();
        let kept_back = others
            .filter(|(index, _)| Some(*index) != self.index)
            .filter_map(|(index, removed)| {
                let reason = self.in_pool().kept_back(&removed?, false, step.strategy);
                Some((
                    reason,
                    prepared.matcher().versions()[index].version.version().value,
                ))
            });
        let line = |(reason, versions): (String, Vec<&str>)| {
            let each = if versions.len() > 1 { "each " } else { "" };
            format!("{}: {each}{reason}", words::some(versions, NAMED))
        };
        words::alike(kept_back).into_iter().map(line).collect()
    }
}

/// A way out for a version that must move and cannot.
pub(super) fn way_out(fault: Fault) -> &'static str {
    match fault {
        Fault::NoHigherMinor => "add a higher version of its major to the profile",
        Fault::NoHigherMajor => "add a higher version to the profile, or change the pool",
        Fault::CannotForce => {
            "add a higher version that fits the pool to the profile, or change the pool"
        }
        Fault::NoNextMinor => "add a patch version, or one of the next minor, to the profile",
        Fault::NotAVersion => "give it a version of the profile",
    }
}
