//! What the server makes of Shoots: the values that it fills in, the version, flavor and artifact of
//! each worker pool, and whether it admits them. Reads no files and prints nothing.

mod ask;
mod write;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::capability::{Demand, Selected};
use crate::finding::{ErrorType, Finding};
use crate::landscape::Item;
use crate::maintain::{Artifact, Place};
use crate::model::lifecycle::Current;
use crate::model::path::FieldPath;
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::provider::lookup::Missing;
use crate::resolution::prepared::Unanswered;
use crate::resolution::usable::ProfileName;
use crate::shoot::{FillRule, Filled, Judged, Offer, Unjudged};
use crate::yaml::Step;

pub(crate) use ask::resolve_one;
pub use ask::{Resolved, resolve};
pub use write::NotWritten;

/// A Shoot, as the server makes it.
#[derive(Debug)]
pub struct ShootView<'v> {
    /// The Shoot as it was read.
    pub item: &'v Item<'v>,
    /// What cpcap could not read of its profile, so that the answer is not whole.
    pub unread: Option<Unanswered<'v>>,
    /// Its namespace.
    pub namespace: &'v str,
    /// Its name.
    pub name: &'v str,
    /// Where it stands.
    pub place: Place<'v>,
    /// Its profile.
    pub profile: ProfileName<'v>,
    /// Where its profile stands.
    pub profile_place: Place<'v>,
    /// The time that decides which versions are active.
    pub now: Time,
    /// The Kubernetes version of the control plane.
    pub kubernetes: Value<'v>,
    /// Its worker pools, in their order.
    pub pools: Vec<PoolView<'v>>,
    /// The values that the server fills in.
    pub filled: Vec<Filled<'v>>,
    /// Whether the server admits the Shoot.
    pub admitted: Admitted,
    /// Why the server refuses the Shoot.
    pub refusals: Vec<Refusal>,
    /// Their positions by pool.
    by_pool: BTreeMap<Option<usize>, Vec<usize>>,
}

/// A value, and the rule by which the server filled it in.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonValue")]
pub struct Value<'v> {
    /// The value.
    pub value: &'v str,
    /// The rule; left out where the value stands in the Shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = FillRule::CODES))]
    pub rule: Option<FillRule>,
}

/// The rules by which values of worker pools and of the Shoot were filled in, by field.
struct Rules(BTreeMap<(Option<usize>, String), FillRule>);

impl Rules {
    fn new(filled: &[Filled<'_>]) -> Self {
        let rules = filled.iter().map(|of| ((of.worker, path(of)), of.rule));
        Self(rules.collect())
    }

    /// A value of a worker pool, or of the Shoot. `field`: the path after the pool, or after `spec`.
    fn of<'v>(&self, pool: Option<usize>, field: &str, value: &'v str) -> Value<'v> {
        let rule = self.0.get(&(pool, field.to_owned())).copied();
        Value { value, rule }
    }
}

/// The path of the Kubernetes version of a Shoot or a worker pool.
const KUBERNETES: &str = "kubernetes.version";

/// A worker pool, as the server makes it.
#[derive(Debug)]
pub struct PoolView<'v> {
    /// Its name.
    pub name: &'v str,
    /// Its Kubernetes version: its own, or the control plane's.
    pub kubernetes: Value<'v>,
    /// Whether it is its own.
    pub own_kubernetes: bool,
    /// Its machine type.
    pub machine_type: &'v str,
    /// The architecture of its machines.
    pub architecture: Value<'v>,
    /// The name of its image.
    pub image: Value<'v>,
    /// The version of its image.
    pub version: Value<'v>,
    /// How the version is classified now; none where the profile does not list it.
    pub classification: Option<Current<'v>>,
    /// The flavor that the pool gets; none where flavors play no part.
    pub flavor: Option<&'v Selected>,
    /// The provider's artifact, or the reason why there is none; nothing where that is unknown.
    pub artifact: Option<Result<String, Missing>>,
    /// Whether the server admits it.
    pub admitted: Admitted,
}

/// Whether the server admits a worker pool, or a Shoot as far as that depends on its profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// It was judged, and nothing of it is refused.
    Yes,
    /// Something of it is refused.
    No,
    /// It is not known.
    Unknown(Unknown),
}

/// Why it is not known whether the server admits something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Judging ends before worker pools.
    Unjudged(Unjudged),
    /// A fault without a finding, because cpcap could not read something else, or a comment
    /// silences it.
    Unsaid,
    /// Some worker pools are not known.
    Pools,
    /// cpcap could not read everything of the profile.
    Unread,
    /// The Shoot or its profile is one of several in a file, and it is not known which one stays.
    Copies,
}

impl Admitted {
    /// The answer for a worker pool; refusals of the Shoot as a whole do not count.
    fn of_pool(at: usize, judged: &Judged<'_>, refusals: &[Refusal]) -> Self {
        if refusals.iter().any(|refusal| refusal.pool == Some(at)) {
            Self::No
        } else if judged.faults().any(|fault| fault.worker == Some(at)) {
            Self::Unknown(Unknown::Unsaid)
        } else {
            judged
                .unjudged
                .map_or(Self::Yes, |why| Self::Unknown(Unknown::Unjudged(why)))
        }
    }

    fn of_shoot(pools: &[PoolView<'_>], judged: &Judged<'_>, refusals: &[Refusal]) -> Self {
        if !refusals.is_empty() {
            Self::No
        } else if judged.faults().next().is_some() {
            Self::Unknown(Unknown::Unsaid)
        } else if pools.iter().any(|pool| pool.admitted != Self::Yes) {
            Self::Unknown(Unknown::Pools)
        } else {
            Self::Yes
        }
    }
}

/// Why the server refuses a Shoot.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The worker pool concerned, by position.
    pub pool: Option<usize>,
    /// The rule that says so.
    pub rule: &'static str,
    /// The path as the API server prints it.
    pub field: FieldPath,
    /// The type of the server's error.
    pub error_type: Option<ErrorType>,
    /// The fault, and why it matters.
    pub message: String,
}

impl Refusal {
    /// The message of a finding; `prefix`: the path to the object in its list.
    fn new(finding: &Finding, prefix: &FieldPath) -> Self {
        let own = FieldPath::of(finding.field.below(prefix).unwrap_or_default());
        let pool = own
            .after(["spec", "provider", "workers"])
            .and_then(|below| below.first()?.position());
        Self {
            pool,
            rule: finding.rule,
            field: finding.field.clone(),
            error_type: finding.error_type,
            message: finding
                .says()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        }
    }
}

impl<'v> PoolView<'v> {
    /// The pools of a Shoot as the server stores it.
    fn all(
        stored: &Shoot<'v>,
        offer: &Offer<'v>,
        artifact: Option<&Artifact<'_>>,
        (judged, refusals): (&Judged<'_>, &[Refusal]),
        rules: &Rules,
    ) -> Vec<Self> {
        let pool = |(position, worker): (usize, &Worker<'v>)| {
            let (image, version) = worker.image.map_or(("", ""), |image| {
                (*image.name, image.version.unwrap_or_default())
            });
            let own = worker.kubernetes_version();
            let at = offer.version(image, version);
            let machine = offer
                .machine(*worker.machine_type)
                .map(|at| offer.machine_at(at));
            let flavor =
                machine
                    .zip(at.map(|at| offer.version_at(at)))
                    .and_then(|(machine, version)| {
                        let plays =
                            !offer.matcher.vocabulary().is_empty() && !version.flavors.is_empty();
                        plays.then(|| {
                            &offer
                                .matcher
                                .answer_for(
                                    machine,
                                    version,
                                    Demand::of(worker, *stored.provider.provider_type),
                                )
                                .selected
                        })
                    });
            let of = |field, value| rules.of(Some(position), field, value);
            Self {
                name: *worker.name,
                kubernetes: own.map_or_else(
                    || rules.of(None, KUBERNETES, *stored.kubernetes_version),
                    |own| of(KUBERNETES, *own),
                ),
                own_kubernetes: own.is_some(),
                machine_type: *worker.machine_type,
                architecture: of(
                    "machine.architecture",
                    worker.architecture.unwrap_or_default(),
                ),
                image: of("machine.image.name", image),
                version: of("machine.image.version", version),
                classification: at.map(|at| offer.matcher.current(at, offer.now)),
                flavor,
                artifact: artifact
                    .zip(at)
                    .map(|(artifact, at)| artifact(position, at)),
                admitted: Admitted::of_pool(position, judged, refusals),
            }
        };
        stored.workers.iter().enumerate().map(pool).collect()
    }
}

impl<'v> ShootView<'v> {
    /// The refusals that concern a pool, or the Shoot as a whole.
    pub(crate) fn refusals(&self, pool: Option<usize>) -> impl Iterator<Item = &Refusal> {
        self.by_pool
            .get(&pool)
            .into_iter()
            .flatten()
            .filter_map(|at| self.refusals.get(*at))
    }
}

/// The path of a filled field after its pool, or after `spec`.
fn path(filled: &Filled<'_>) -> String {
    let skipped = if filled.worker.is_some() { 4 } else { 1 };
    let name = |step: &Step| match step {
        Step::Key(name) => name.clone(),
        Step::Item(index) => index.to_string(),
    };
    filled
        .path
        .iter()
        .skip(skipped)
        .map(name)
        .collect::<Vec<_>>()
        .join(".")
}
