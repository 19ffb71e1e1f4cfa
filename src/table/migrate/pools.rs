//! What the worker pools of Shoots get before and after a migration, as JSON and for people.

use schemars::JsonSchema;
use serde::Serialize;

use super::SHOWN;
use crate::migrate::{Got, PoolChange, Pools};
use crate::words::{self, count};

/// The worker pools of Shoots before and after a migration.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PoolsReport<'a> {
    /// How many Shoots were compared.
    pub shoots: usize,
    /// How many worker pools they have.
    pub pools: usize,
    /// The worker pools that get something else.
    pub changes: Vec<PoolReport<'a>>,
    /// The Shoots that cannot be judged.
    pub unjudged: &'a [String],
}

/// A worker pool that gets something else.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PoolReport<'a> {
    /// The file of the Shoot.
    pub file: &'a str,
    /// The position of its document in the file, from 0.
    pub document: usize,
    /// The namespace of the Shoot.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub namespace: &'a str,
    /// The name of the Shoot.
    pub shoot: &'a str,
    /// The name of the worker pool.
    pub pool: &'a str,
    /// What it gets before.
    pub before: GotReport<'a>,
    /// What it gets afterwards.
    pub after: GotReport<'a>,
}

/// What a worker pool gets.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GotReport<'a> {
    /// The image.
    pub image: &'a str,
    /// The version of the image.
    pub version: &'a str,
    /// The artifact; null: none, or cpcap does not know the provider.
    pub artifact: Option<&'a str>,
    /// Why there is no artifact, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_artifact: Option<&'a str>,
    /// Whether the server refuses the pool in a new Shoot.
    pub refused: bool,
}

impl<'a> PoolsReport<'a> {
    pub(super) fn new(pools: &'a Pools) -> Self {
        Self {
            shoots: pools.shoots,
            pools: pools.pools,
            changes: pools.changes.iter().map(PoolReport::new).collect(),
            unjudged: &pools.unjudged,
        }
    }
}

impl<'a> PoolReport<'a> {
    fn new(of: &'a PoolChange) -> Self {
        Self {
            file: &of.file,
            document: of.document,
            namespace: &of.namespace,
            shoot: &of.shoot,
            pool: &of.pool,
            before: GotReport::new(&of.before),
            after: GotReport::new(&of.after),
        }
    }
}

impl<'a> GotReport<'a> {
    fn new(got: &'a Got) -> Self {
        let found = got.artifact.as_ref().map(|found| found.as_deref());
        Self {
            image: &got.image,
            version: &got.version,
            artifact: found.and_then(Result::ok),
            no_artifact: found.and_then(Result::err).map(String::as_str),
            refused: got.is_refused,
        }
    }
}

/// The lines about worker pools for people.
#[must_use]
pub fn pool_lines(pools: &Pools) -> Vec<String> {
    let mut lines = Vec::new();
    if pools.shoots > 0 {
        lines.push(format!(
            "{} of {} compared; {}",
            count(pools.pools, "worker pool"),
            count(pools.shoots, "Shoot"),
            match pools.changes.len() {
                0 => "all get the same as before".to_owned(),
                1 => "1 gets something else".to_owned(),
                count => format!("{count} get something else"),
            }
        ));
    }
    lines.extend(pools.changes.iter().take(SHOWN).map(|of| {
        format!(
            "  worker pool {} of {}: {} before, {} now",
            words::quoted(&of.pool),
            words::shoot(&of.namespace, &of.shoot, &of.file, of.document),
            text(&of.before),
            text(&of.after)
        )
    }));
    lines.extend(super::more(pools.changes.len()));
    lines.extend(unjudged_line(pools));
    lines
}

/// The Shoots that the proof does not cover, for people.
#[must_use]
pub fn unjudged_line(pools: &Pools) -> Option<String> {
    let (all, more) = (
        pools.unjudged.len(),
        pools.unjudged.len().saturating_sub(SHOWN),
    );
    let of = pools.unjudged.iter().map(String::as_str).take(SHOWN);
    let mut line = format!(
        "{} cannot be judged: {}",
        count(all, "Shoot"),
        words::commas(&of.collect::<Vec<_>>())
    );
    if more > 0 {
        line.push_str(&format!(", and {more} more; --format json has all"));
    }
    (all > 0).then_some(line)
}

/// `linux 1.0.0 with ami a`
fn text(got: &Got) -> String {
    let artifact = match &got.artifact {
        Some(Ok(artifact)) => format!(" with {artifact}"),
        Some(Err(why)) => format!(" without artifact ({why})"),
        None => String::new(),
    };
    let refused = if got.is_refused {
        ", refused in new Shoots"
    } else {
        ""
    };
    format!("{} {}{artifact}{refused}", got.image, got.version)
}
