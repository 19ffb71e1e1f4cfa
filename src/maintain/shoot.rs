//! What maintenance does to a Shoot.

use crate::capability::Selected;
use crate::landscape::Item;
use crate::maintain::{
    Artifact, Automatic, Candidate, FilterAnswer, Kind, Missing, Place, ShootAnswer, Side, Step,
    VersionAnswer, VersionOf, WindowAnswer, artifact,
};
use crate::maintenance::{
    Absence, Cause, Cluster, Filter, How, ImagesFault, InPlaceFault, KubernetesStep, Maintenance,
    Move, Next, Outcome, Pool, Reach, Removed, Stay, Strategy, Window,
};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::provider::lookup;
use crate::resolution::prepared::Prepared;
use crate::source::Sources;
use crate::words::maintenance::{self, InPool, end, no_way, since};
use crate::words::{Names, artifacts, day};

/// The windows of a question.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// When the first one is.
    pub start: Time,
    /// Until when later ones matter; none: they do not.
    pub until: Option<Time>,
    /// Whether windows follow each other until nothing moves.
    pub settle: bool,
    /// Whether to give the reason for every version that maintenance does not choose; else only
    /// where a window fails.
    pub explain: bool,
}

/// The windows of a Shoot. `stored`: the same as the server stores it; `profile`: its profile.
#[must_use]
pub fn shoot<'v>(
    item: &'v Item<'v>,
    stored: &Shoot<'v>,
    profile: &'v Prepared<'v>,
    asked: Asked,
    sources: &'v Sources,
) -> ShootAnswer<'v> {
    let (maintenance, cluster, start) = (&profile.maintenance, Cluster::new(stored), asked.start);
    let (windows_are, windows) = match (asked.until, asked.settle) {
        (None, false) => (Kind::Next, maintenance.timeline(&cluster, start, start)),
        (None, true) => (Kind::Settled, maintenance.settle(&cluster, start)),
        (Some(until), false) => (Kind::Timeline, maintenance.timeline(&cluster, start, until)),
        (Some(until), true) => (
            Kind::Settled,
            maintenance.settle_over(&cluster, start, until),
        ),
    };
    let teller = Teller {
        maintenance,
        artifact: artifact(profile, stored),
        explain: asked.explain,
    };
    let meta = &item.object.meta;
    ShootAnswer {
        namespace: Some(*meta.namespace).filter(|namespace| !namespace.is_empty()),
        name: *meta.name,
        place: Place::of(item, sources),
        profile: profile.usable.name(),
        auto_update: Automatic {
            kubernetes_version: cluster.auto_update.kubernetes,
            machine_image_version: cluster.auto_update.images,
        },
        windows_are,
        windows: windows.iter().map(|window| teller.window(window)).collect(),
        profile_place: Place::of(profile.usable.item, sources),
        has_pools: !cluster.pools.is_empty(),
        later: windows
            .last()
            .and_then(|last| maintenance.next_news(&last.cluster.after(&last.plan), last.at)),
    }
}

/// The context in which a form writes the answers about a Shoot.
struct Teller<'v> {
    maintenance: &'v Maintenance<'v, 'v, 'v>,
    /// The look-up of artifacts, where the provider is known.
    artifact: Option<Artifact<'v>>,
    explain: bool,
}

/// A version of a Shoot in a window.
struct Row<'w, 'v> {
    window: &'w Window<'v>,
    /// The worker pool and its position; none for the control plane.
    pool: Option<(usize, &'w Pool<'v>)>,
    what: What<'v>,
    version: &'v str,
    /// Its position in its list, where the profile has it.
    index: Option<usize>,
    /// The outcome; an error where maintenance leaves the images of all pools alone.
    outcome: Result<&'w Outcome<'v>, ImagesFault>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What<'t> {
    Kubernetes,
    /// An image, and how it is updated; not known of an image that the profile does not have.
    Image(&'t str, Option<Strategy>),
}

impl<'v> Teller<'v> {
    fn window(&self, window: &Window<'v>) -> WindowAnswer<'v> {
        let pools = &window.cluster.pools;
        let nth = |row: &Row<'_, 'v>| {
            row.pool.map_or(1, |(at, pool)| {
                let before = pools.iter().take(at);
                1 + before.filter(|other| other.name == pool.name).count()
            })
        };
        let versions = rows(window)
            .iter()
            .map(|row| VersionAnswer {
                nth: nth(row),
                ..self.version(row)
            })
            .collect();
        WindowAnswer {
            date: window.date,
            at: window.at,
            fails: window.plan.fails(),
            versions,
        }
    }

    fn version(&self, row: &Row<'_, 'v>) -> VersionAnswer<'v> {
        let (image, strategy) = match row.what {
            What::Kubernetes => (None, None),
            What::Image(name, strategy) => (Some(name), strategy.map(Strategy::as_str)),
        };
        let (outcome, stays, fault) = match row.outcome {
            Err(fault) => (Step::Fails, None, Some(fault.code())),
            Ok(Outcome::Fails { fault, .. }) => (Step::Fails, None, Some(fault.code())),
            Ok(Outcome::Stays(Stay::Nothing)) => (Step::Stays, None, None),
            Ok(Outcome::Stays(why)) => (Step::Stays, Some(*why), None),
            Ok(Outcome::Moves(to)) if to.cause.forces() => (Step::Forced, None, None),
            Ok(Outcome::Moves(_)) => (Step::Automatic, None, None),
        };
        let cause = row.outcome.ok().and_then(|outcome| outcome.cause());
        let to = row.outcome.ok().and_then(|outcome| outcome.moves());
        let nothing = to.and_then(|to| {
            self.artifact(row, to.index)?
                .err()
                .filter(lookup::Missing::is_certain)
        });
        VersionAnswer {
            what: match row.what {
                What::Kubernetes => VersionOf::Kubernetes,
                What::Image(..) => VersionOf::Image,
            },
            pool: row.pool.map(|(_, pool)| pool.name),
            image,
            strategy,
            before: self.side(row, row.version, row.index),
            after: to.map(|to| self.side(row, to.to, to.index)),
            outcome,
            stays,
            cause: cause.cloned(),
            missing: if let Some(Cause::Missing(absence)) = cause {
                Some(missing(absence))
            } else {
                None
            },
            chosen: to.map(|to| to.how),
            fault,
            reason: self.why(row, nothing.as_ref()),
            candidates: if self.explain || fault.is_some() {
                self.candidates(row)
            } else {
                Vec::new()
            },
            becomes: row.outcome.cloned(),
            moves_to_nothing: nothing.is_some(),
            nth: 1,
        }
    }

    fn side(&self, row: &Row<'_, 'v>, version: &'v str, index: Option<usize>) -> Side<'v> {
        let listed = index.and_then(|index| self.listed(row.what, index));
        let (artifact, no_artifact) = match self.artifact(row, index) {
            None => (None, None),
            Some(Ok(name)) => (Some(name), None),
            Some(Err(missing)) => (None, Some(artifacts::reason(&missing.why))),
        };
        let (flavor, tied) = self
            .flavor(row, index)
            .map_or((None, &[][..]), Selected::parts);
        let classification = listed.map(|listed| listed.classification_at(row.window.at).as_str());
        Side {
            version,
            classification,
            flavor,
            tied_flavors: tied.to_vec(),
            artifact,
            no_artifact,
        }
    }

    /// The version of a list at a position.
    fn listed(&self, what: What<'_>, index: usize) -> Option<&'v ExpirableVersion<'v>> {
        let matcher = self.maintenance.matcher();
        match what {
            What::Kubernetes => matcher.profile().kubernetes_versions.get(index),
            What::Image(..) => matcher
                .versions()
                .get(index)
                .map(|version| &version.version.expirable),
        }
    }

    /// The flavor that a pool gets of an image version; nothing where flavors play no part.
    fn flavor(&self, row: &Row<'_, '_>, index: Option<usize>) -> Option<&Selected> {
        let matcher = self.maintenance.matcher();
        let version = matcher.versions().get(index?)?;
        let (_, pool) = row.pool.filter(|_| row.what != What::Kubernetes)?;
        let machine = self.maintenance.machine(pool.machine_type)?;
        let plays = !matcher.vocabulary().is_empty() && !version.flavors.is_empty();
        plays.then(|| &matcher.answer_for(machine, version, pool.demand).selected)
    }

    /// The provider's artifact that the pool of a row gets of an image version, or why it gets
    /// none.
    fn artifact(
        &self,
        row: &Row<'_, '_>,
        index: Option<usize>,
    ) -> Option<Result<String, lookup::Missing>> {
        let artifact = self
            .artifact
            .as_ref()
            .filter(|_| row.what != What::Kubernetes)?;
        Some(artifact(row.pool?.0, index?))
    }

    /// The versions of the image of a row, and what keeps each from being chosen automatically.
    fn candidates(&self, row: &Row<'_, 'v>) -> Vec<Candidate<'v>> {
        let (What::Image(_, Some(strategy)), Some((at, pool)), Ok(steps)) =
            (row.what, row.pool, &row.window.plan.images)
        else {
            return Vec::new();
        };
        let moves = row.outcome.is_ok_and(|outcome| outcome.moves().is_some());
        let candidate = |(index, removed): (usize, Option<Removed<'v>>)| {
            let version = &self.maintenance.matcher().versions()[index].version;
            let (removed_by, values, message) = match &removed {
                None if moves => ("candidate", Vec::new(), "may be chosen".to_owned()),
                None => ("candidate", Vec::new(), "passes every filter".to_owned()),
                Some(removed) => {
                    let message =
                        in_pool(row).kept_back(removed, row.index == Some(index), strategy);
                    match removed {
                        Removed::By(filter) => (filter.code(), values(filter), message),
                        Removed::Aside(aside) => (aside.code(), Vec::new(), message),
                    }
                }
            };
            let classification = version.expirable.classification_at(row.window.at).as_str();
            Candidate {
                version: *version.version(),
                classification,
                removed_by,
                values,
                message,
            }
        };
        self.maintenance
            .explain(pool, &row.window.cluster, &steps[at], row.window.at)
            .into_iter()
            .map(candidate)
            .collect()
    }

    /// The reason for the outcome of a version: one sentence without an end. `nothing`: the reason
    /// why it moves to one without an artifact for the pool.
    fn why(&self, row: &Row<'_, '_>, nothing: Option<&lookup::Missing>) -> String {
        let outcome = match row.outcome {
            Err(fault) => return blocked(row.window, fault),
            Ok(outcome) => outcome,
        };
        let why = match outcome {
            Outcome::Stays(Stay::Nothing) => String::new(),
            Outcome::Stays(Stay::NotAsked) => "automatic updates are off".to_owned(),
            Outcome::Stays(Stay::UpToDate) => format!("no better version {}", within(row.what)),
            Outcome::Moves(to) if to.cause.forces() => {
                format!("{}; {}", self.because(row, &to.cause), self.chosen(row, to))
            }
            Outcome::Moves(to) => self.chosen(row, to),
            Outcome::Fails { cause, fault } => format!(
                "{}, and {}",
                self.because(row, cause),
                no_way(*fault, Names::Plain)
            ),
        };
        let nothing = nothing.map(|missing| {
            format!(
                "; without an artifact: {}",
                artifacts::means(missing.webhook)
            )
        });
        why + &nothing.unwrap_or_default()
    }

    /// The reason that forces a version to move.
    fn because(&self, row: &Row<'_, '_>, cause: &Cause<'_>) -> String {
        let since = row
            .index
            .and_then(|index| since(self.listed(row.what, index)?, row.window.at));
        maintenance::because(cause, since, "the profile", &in_pool(row))
    }

    /// Why this version was chosen.
    fn chosen(&self, row: &Row<'_, '_>, to: &Move<'_>) -> String {
        let mut text = match to.how {
            How::Automatic(Reach::Minor) => "the highest patch version".to_owned(),
            How::Automatic(Reach::Major) => {
                "the highest version of its major, because no patch version is higher".to_owned()
            }
            How::Automatic(Reach::Everything) => {
                "the highest version, because no patch version is higher".to_owned()
            }
            How::Forced(Next::Minor) => "the highest of the next minor that has any".to_owned(),
            How::Forced(Next::Major) => "the highest of the next major that has any".to_owned(),
            How::Capped => "the control plane's, which no worker pool exceeds".to_owned(),
        };
        match to.state {
            Some(Current::Known(Classification::Deprecated)) => {
                text.push_str(match to.how {
                    How::Automatic(_) => "; deprecated, because there is no better one",
                    How::Forced(_) | How::Capped => "; deprecated",
                });
                let end = to
                    .index
                    .and_then(|index| end(self.listed(row.what, index)?, row.window.at));
                if let Some(end) = end {
                    text.push_str(&format!(", and expired after {}", day(end)));
                }
            }
            Some(Current::Known(Classification::Expired)) => {
                text.push_str("; expired itself, because there is no other target");
            }
            Some(Current::Known(Classification::Unavailable)) => {
                text.push_str("; not available yet, which maintenance accepts");
            }
            _ => {}
        }
        text
    }
}

/// The versions of the Shoot in a window: the control plane, then pool by pool.
fn rows<'w, 'v>(window: &'w Window<'v>) -> Vec<Row<'w, 'v>> {
    let (cluster, plan) = (&window.cluster, &window.plan);
    let kubernetes = |pool, version, step: &'w KubernetesStep<'v>| {
        let (what, index, outcome) = (What::Kubernetes, step.current, Ok(&step.outcome));
        Row {
            window,
            pool,
            what,
            version,
            index,
            outcome,
        }
    };
    let mut rows = vec![kubernetes(None, cluster.kubernetes, &plan.kubernetes)];
    for (at, pool) in cluster.pools.iter().enumerate() {
        if let Some(image) = pool.image {
            let step = plan.images.as_ref().map(|steps| &steps[at]);
            rows.push(Row {
                window,
                pool: Some((at, pool)),
                what: What::Image(image.name, step.ok().map(|step| step.strategy)),
                version: image.version,
                index: step.ok().and_then(|step| step.current),
                outcome: step.map(|step| &step.outcome).map_err(|fault| *fault),
            });
        }
        if let (Some(version), Some(step)) = (pool.kubernetes, plan.workers_kubernetes.get(at)) {
            rows.push(kubernetes(Some((at, pool)), version, step));
        }
    }
    rows
}

fn missing<'v>(absence: &Absence<'v>) -> Missing<'v> {
    let filter = match absence {
        Absence::Unlisted | Absence::OtherCase(_) => None,
        Absence::Filtered(filter) => Some(FilterAnswer {
            name: filter.code(),
            values: values(filter),
        }),
    };
    Missing {
        why: absence.code(),
        filter,
    }
}

fn values<'v>(filter: &Filter<'v>) -> Vec<&'v str> {
    match filter {
        Filter::Architecture(values) | Filter::ContainerRuntimes(values) => values.clone(),
        Filter::Kubelet(value) | Filter::InPlace(InPlaceFault::BelowMinimum(value)) => vec![value],
        Filter::Capabilities
        | Filter::Cri
        | Filter::InPlace(InPlaceFault::Unsupported | InPlaceFault::NoMinimum) => Vec::new(),
    }
}

/// How far automatic updates look.
fn within(what: What<'_>) -> &'static str {
    match what {
        What::Kubernetes | What::Image(_, Some(Strategy::Patch)) => "in its minor",
        What::Image(_, Some(Strategy::Minor)) => "in its major",
        What::Image(_, _) => "above it",
    }
}

fn in_pool<'w, 'v>(row: &Row<'w, 'v>) -> InPool<'w, 'v> {
    InPool {
        pool: row.pool.map(|(_, pool)| pool),
        kubernetes: row.window.cluster.kubernetes,
        names: Names::Plain,
    }
}

fn blocked(window: &Window<'_>, fault: ImagesFault) -> String {
    let (ImagesFault::UnknownMachineType(at) | ImagesFault::UnknownImage(at)) = fault;
    let Some(pool) = window.cluster.pools.get(at) else {
        return String::new();
    };
    let (thing, name) = match fault {
        ImagesFault::UnknownMachineType(_) => ("machine type", pool.machine_type),
        ImagesFault::UnknownImage(_) => ("image", pool.image.map_or("", |image| image.name)),
    };
    maintenance::blocked("the profile", thing, name, pool.name, Names::Plain)
}
