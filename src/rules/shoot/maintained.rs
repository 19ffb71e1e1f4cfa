//! What rules share that speak of the next maintenance window: which version is meant, where it stands, and why it moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::maintenance::{Absence, Aside, Cause, Fault, Filter, InPlaceFault, Outcome, Pool, Removed};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::shoot::versions;
use crate::rules::shoot::view::Planned;
use crate::rules::{Report, ShootView, words};
use crate::source::Span;

/// So many versions of a reason are named before the rest is counted.
const NAMED: usize = 3;

/// A version of a Shoot in the next window.
pub(super) struct Moving<'v, 'a> {
    view: &'v ShootView<'a>,
    planned: &'v Planned<'a>,
    /// The position of the pool; none for the control plane.
    pub pool: Option<usize>,
    /// The name of its image; none for a Kubernetes version.
    pub image: Option<&'a str>,
    /// The version.
    pub version: &'a str,
    /// Its position in its list, where the profile has it.
    pub index: Option<usize>,
    /// What becomes of it.
    pub outcome: &'v Outcome<'a>,
}

/// The versions that the next window touches, and of which the server does not already refuse something.
pub(super) fn moving<'v, 'a>(view: &'v ShootView<'a>) -> Vec<Moving<'v, 'a>> {
    let Some(planned) = view.planned() else { return Vec::new() };
    let (cluster, plan) = (&planned.cluster, &planned.plan);
    let refused: BTreeSet<usize> = view.faults().filter_map(|fault| fault.worker).collect();
    let mut all = Vec::new();
    if !view.faults().any(|fault| fault.path.starts_with("spec.kubernetes")) {
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
    for (at, pool) in cluster.pools.iter().enumerate().filter(|(at, _)| !refused.contains(at)) {
        if let (Some(image), Some(step)) = (pool.image, plan.images.as_ref().ok().and_then(|steps| steps.get(at))) {
            let (index, outcome) = (step.current, &step.outcome);
            all.push(Moving { view, planned, pool: Some(at), image: Some(image.name), version: image.version, index, outcome });
        }
        if let (Some(version), Some(step)) = (pool.kubernetes, plan.workers_kubernetes.get(at)) {
            let (index, outcome) = (step.current, &step.outcome);
            all.push(Moving { view, planned, pool: Some(at), image: None, version, index, outcome });
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
            return Report::new(shoot.kubernetes_version.span, spec.field("kubernetes").field("version"), message).value(self.version);
        };
        let (provider, worker) = (spec.field("provider"), &shoot.workers[at]);
        let list = provider.field("workers");
        let path = list.index(at);
        let report = if self.image.is_some() {
            let span = worker.image.map_or(worker.at, |image| image.version.span);
            Report::new(span, path.field("machine").field("image").field("version"), message)
        } else {
            let span = worker.kubernetes.as_ref().map_or(worker.at, |kubernetes| kubernetes.version.span);
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
        self.pool().map_or_else(|| "the control plane".to_owned(), |pool| format!("pool {}", words::quoted(pool.name)))
    }

    /// `` `1592.1.0` of image `gardenlinux` ``, `` Kubernetes `1.33.1` ``
    pub fn version(&self) -> String {
        match self.image {
            Some(image) => format!("version {} of image {}", words::quoted(self.version), words::quoted(image)),
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
            Some(_) => matcher.versions().get(index?).map(|version| &version.version.expirable),
            None => matcher.profile().kubernetes_versions.get(index?),
        }
    }

    /// Whether the Shoot has automatic updates of such versions.
    pub fn is_automatic(&self) -> bool {
        let auto_update = self.planned.cluster.auto_update;
        if self.image.is_some() { auto_update.images } else { auto_update.kubernetes }
    }

    /// Why the version is to move: a clause about it.
    pub fn because(&self, cause: &Cause<'_>) -> String {
        match cause {
            Cause::Automatic => "automatic updates are on".to_owned(),
            Cause::Expired => {
                let since = self.listed(self.index).map_or_else(String::new, |listed| versions::since(listed, self.view.settings.now));
                format!("it is expired{since}")
            }
            Cause::Missing(Absence::Unlisted) => format!("{} does not list it", self.view.profile_name()),
            Cause::Missing(Absence::OtherCase(name)) => {
                format!("the profile writes the image {}, so that none of its versions exists for the pool", words::quoted(name))
            }
            Cause::Missing(Absence::Filtered(filter)) => format!("it counts as missing, because it {}", self.filtered(filter)),
        }
    }

    /// What a filter says of a version: the rest of a sentence that begins with it.
    pub fn filtered(&self, filter: &Filter<'_>) -> String {
        let Some(pool) = self.pool() else { return String::new() };
        match filter {
            Filter::Architecture(has) if has.is_empty() => {
                format!("does not support {}, nor anything else", words::quoted(pool.architecture))
            }
            Filter::Architecture(has) => {
                format!("does not support {}, only {}", words::quoted(pool.architecture), words::all(has.iter().copied()))
            }
            Filter::Capabilities => format!("has no flavor that fits machine type {}", words::quoted(pool.machine_type)),
            Filter::Cri => format!("does not list {}", words::quoted(pool.cri)),
            Filter::ContainerRuntimes(lacking) => {
                format!("lists {} without {}", words::quoted(pool.cri), words::all(lacking.iter().copied()))
            }
            Filter::Kubelet(constraint) => {
                let kubelet = pool.kubernetes.unwrap_or(self.planned.cluster.kubernetes);
                format!("admits only kubelets {}, not {}", words::quoted(constraint), words::quoted(kubelet))
            }
            Filter::InPlace(InPlaceFault::Unsupported) => "does not support in-place updates".to_owned(),
            Filter::InPlace(InPlaceFault::NoMinimum) => "has no `minVersionForUpdate`".to_owned(),
            Filter::InPlace(InPlaceFault::BelowMinimum(minimum)) => {
                format!("can be reached in place only from {} on", words::quoted(minimum))
            }
        }
    }

    /// What keeps each version of the image from being chosen, those together that the same does: `` `a` and `b`: in preview ``.
    pub fn candidates(&self) -> Vec<String> {
        let (Some(maintenance), Some(pool)) = (self.view.maintenance, self.pool()) else { return Vec::new() };
        let step = self.planned.plan.images.as_ref().ok().and_then(|steps| steps.get(self.pool?));
        let Some(step) = step.filter(|_| self.image.is_some()) else { return Vec::new() };
        let mut order: Vec<(String, Vec<&str>)> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (index, removed) in maintenance.explain(pool, &self.planned.cluster, step, self.view.settings.now) {
            if Some(index) == self.index {
                continue;
            }
            let reason = match removed {
                Some(Removed::By(filter)) => self.filtered(&filter),
                Some(Removed::Aside(Aside::Current)) => "is equal".to_owned(),
                Some(Removed::Aside(Aside::Lower)) => "is lower".to_owned(),
                Some(Removed::Aside(Aside::Preview)) => "is in preview".to_owned(),
                Some(Removed::Aside(Aside::Expired)) => "is expired".to_owned(),
                Some(Removed::Aside(Aside::Beyond(_))) => format!("is out of reach of strategy `{}`", step.strategy.as_str()),
                None => continue,
            };
            let at = *known.entry(reason.clone()).or_insert_with(|| {
                order.push((reason, Vec::new()));
                order.len() - 1
            });
            order[at].1.push(maintenance.matcher().versions()[index].version.version().value);
        }
        let line = |(reason, versions): (String, Vec<&str>)| {
            let each = if versions.len() > 1 { "each " } else { "" };
            format!("{}: {each}{reason}", words::some(versions, NAMED))
        };
        order.into_iter().map(line).collect()
    }
}

/// Why a version that must move cannot: a clause, and what would help.
pub(super) fn no_way(fault: Fault) -> (&'static str, &'static str) {
    match fault {
        Fault::NoHigherMinor => (
            "there is no patch version, nor a higher minor of its major to force it to",
            "add a higher version of its major to the profile",
        ),
        Fault::NoHigherMajor => (
            "there is no higher version of its major, nor a higher major to force it to",
            "add a higher version to the profile, or change the pool",
        ),
        Fault::CannotForce => (
            "no higher version fits, while the update strategy `major` forces nothing",
            "add a higher version that fits the pool to the profile, or change the pool",
        ),
        Fault::NoNextMinor => (
            "there is no patch version, nor one of the next minor to force it to",
            "add a patch version, or one of the next minor, to the profile",
        ),
        Fault::NotAVersion => ("it is no version that could be compared", "give it a version of the profile"),
    }
}
