//! The answers of `cpcap maintain`: what windows do to a Shoot, and what a profile alone says. One file a form; the answers come from
//! `maintenance`.

mod csv;
mod json;
mod markdown;
mod text;
mod words;

use crate::capability::Selected;
use crate::maintenance::{Cluster, ImagesFault, Maintenance, Outcome, Pool, Removed, Strategy, Stuck, Transition, Window};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::time::Time;
use crate::resolution::usable::ProfileName;
use crate::words::artifacts::Missing;
use crate::words::codes::codes;

pub use csv::{profiles as profiles_csv, shoots as shoots_csv};
pub use json::{MaintainReport, SCHEMA_VERSION, profiles as profiles_json, shoots as shoots_json};
pub(crate) use markdown::{profiles as profiles_markdown, shoots as shoots_markdown};
pub(crate) use text::{profiles as profiles_text, shoots as shoots_text};

/// Where an object stands.
#[derive(Clone, Copy, Debug)]
pub struct Place<'v> {
    /// The file.
    pub file: &'v str,
    /// The position of the document in the file.
    pub document: usize,
}

/// Names the provider's artifact that a pool gets of an image version, or says why it gets none; by position of the pool, and in
/// `Matcher::versions`.
pub type Artifact<'v> = Box<dyn Fn(usize, usize) -> Result<String, Missing> + 'v>;

/// Which windows a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The next one.
    Next,
    /// One at the start and one at every date that changes the answer, each for the Shoot as it is.
    Timeline,
    /// One after the other, until nothing moves.
    Settled,
}

codes!(Kind { Self::Next => "next", Self::Timeline => "timeline", Self::Settled => "settled" });

/// A Shoot, and what windows do to it.
pub struct ShootView<'v, 'm, 'a, 't> {
    /// The namespace.
    pub namespace: &'v str,
    /// The name.
    pub name: &'v str,
    /// Where it stands.
    pub place: Place<'v>,
    /// The profile.
    pub profile: ProfileName<'v>,
    /// Where the profile stands.
    pub profile_place: Place<'v>,
    /// The profile, prepared.
    pub maintenance: &'v Maintenance<'m, 'a, 't>,
    /// The Shoot as it is.
    pub cluster: Cluster<'t>,
    /// Which windows these are.
    pub kind: Kind,
    /// The windows.
    pub windows: Vec<Window<'t>>,
    /// Names artifacts, where somebody can.
    pub artifact: Option<Artifact<'v>>,
}

/// A profile alone.
pub struct ProfileView<'v, 'm, 'a, 't> {
    /// The profile.
    pub name: ProfileName<'v>,
    /// Where it stands.
    pub place: Place<'v>,
    /// The same, prepared.
    pub maintenance: &'v Maintenance<'m, 'a, 't>,
    /// *Now*.
    pub now: Time,
    /// The range of time in which versions change, both ends included; `Time::MIN` and `Time::MAX` where it is open.
    pub range: (Time, Time),
    /// The changes of its versions.
    pub transitions: Vec<Transition<'t>>,
    /// The versions that would get stuck.
    pub stuck: Vec<Stuck<'t>>,
}

/// A version of a Shoot in a window.
struct Row<'w, 't> {
    /// The window.
    window: &'w Window<'t>,
    /// The worker pool; none for the control plane.
    pool: Option<&'w Pool<'t>>,
    /// Its position.
    at: Option<usize>,
    /// Whose version it is.
    what: What<'t>,
    /// The version before.
    version: &'t str,
    /// Its position in its list, where the profile has it.
    index: Option<usize>,
    /// What becomes of it; an error where the images of all pools are left alone.
    outcome: Result<&'w Outcome<'t>, ImagesFault>,
}

/// Whose version it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What<'t> {
    /// Kubernetes.
    Kubernetes,
    /// An image, and how it is updated; not known of an image that the profile does not have.
    Image(&'t str, Option<Strategy>),
}

impl<'t> ShootView<'_, '_, '_, 't> {
    /// Whether a window fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.windows.iter().any(|window| window.plan.fails())
    }

    /// The versions of the Shoot in a window: the control plane, then pool by pool.
    fn rows<'w>(&self, window: &'w Window<'t>) -> Vec<Row<'w, 't>> {
        let (cluster, plan) = (&window.cluster, &window.plan);
        let kubernetes = &plan.kubernetes;
        let mut rows = vec![Row {
            window,
            pool: None,
            at: None,
            what: What::Kubernetes,
            version: cluster.kubernetes,
            index: kubernetes.current,
            outcome: Ok(&kubernetes.outcome),
        }];
        for (at, pool) in cluster.pools.iter().enumerate() {
            if let Some(image) = pool.image {
                let step = plan.images.as_ref().map(|steps| &steps[at]);
                rows.push(Row {
                    window,
                    pool: Some(pool),
                    at: Some(at),
                    what: What::Image(image.name, step.ok().map(|step| step.strategy)),
                    version: image.version,
                    index: step.ok().and_then(|step| step.current),
                    outcome: step.map(|step| &step.outcome).map_err(|fault| *fault),
                });
            }
            if let (Some(version), Some(step)) = (pool.kubernetes, plan.workers_kubernetes.get(at)) {
                let outcome = Ok(&step.outcome);
                rows.push(Row { window, pool: Some(pool), at: Some(at), what: What::Kubernetes, version, index: step.current, outcome });
            }
        }
        rows
    }

    /// The rows of all windows that have news: all of the first one; later those that are not as in the one before, and of windows
    /// until nothing moves those that move or fail.
    fn news(&self) -> Vec<Row<'_, 't>> {
        let mut news: Vec<Row<'_, 't>> = Vec::new();
        let mut before: Vec<Row<'_, 't>> = Vec::new();
        for window in &self.windows {
            let rows = self.rows(window);
            for (at, row) in rows.iter().enumerate() {
                let same = before.get(at).is_some_and(|before| before.version == row.version && before.outcome == row.outcome);
                let idle = self.kind == Kind::Settled && !row.moves() && !row.fails();
                if before.is_empty() || !(same || idle) {
                    news.push(Row { ..*row });
                }
            }
            before = rows;
        }
        news
    }

    /// The version of a list at a position.
    fn listed(&self, what: What<'_>, index: usize) -> Option<&ExpirableVersion<'t>> {
        let matcher = self.maintenance.matcher();
        match what {
            What::Kubernetes => matcher.profile().kubernetes_versions.get(index),
            What::Image(..) => matcher.versions().get(index).map(|version| &version.version.expirable),
        }
    }

    /// The flavor that a pool gets of an image version; nothing where flavors play no part.
    fn flavor(&self, pool: Option<&Pool<'_>>, index: Option<usize>) -> Option<&Selected> {
        let matcher = self.maintenance.matcher();
        let version = matcher.versions().get(index?)?;
        let pool = pool?;
        let machine = self.maintenance.machine(pool.machine_type)?;
        let plays = !matcher.vocabulary().is_empty() && !version.flavors.is_empty();
        plays.then(|| &matcher.answer_for(machine, version, pool.demand).selected)
    }

    /// The provider's artifact that the pool of a row gets of an image version, or why it gets none.
    fn artifact(&self, row: &Row<'_, '_>, index: Option<usize>) -> Option<Result<String, Missing>> {
        let artifact = self.artifact.as_ref().filter(|_| matches!(row.what, What::Image(..)))?;
        Some(artifact(row.at?, index?))
    }

    /// Why a pool that moves gets no artifact of the version that it moves to.
    fn moves_to_nothing(&self, row: &Row<'_, '_>) -> Option<Missing> {
        self.artifact(row, row.index_after())?.err().filter(Missing::is_certain)
    }

    /// For each version of the image of a row, by position in `Matcher::versions`, what keeps it from being chosen automatically.
    fn candidates(&self, row: &Row<'_, 't>) -> Vec<(usize, Option<Removed<'t>>)> {
        let (What::Image(..), Some(pool), Some(at), Ok(steps)) = (row.what, row.pool, row.at, &row.window.plan.images) else {
            return Vec::new();
        };
        self.maintenance.explain(pool, &row.window.cluster, &steps[at], row.window.at)
    }
}

impl<'t> Row<'_, 't> {
    fn is_image(&self) -> bool {
        matches!(self.what, What::Image(..))
    }

    fn moves(&self) -> bool {
        self.outcome.is_ok_and(|outcome| outcome.moves().is_some())
    }

    fn fails(&self) -> bool {
        self.outcome.is_err() || self.outcome.is_ok_and(Outcome::fails)
    }

    /// The position of the version after the window.
    fn index_after(&self) -> Option<usize> {
        let to = self.outcome.ok()?.moves()?;
        to.index
    }

    /// The version after the window, where it moves.
    fn after(&self) -> Option<&'t str> {
        Some(self.outcome.ok()?.moves()?.to)
    }
}
