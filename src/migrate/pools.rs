//! What the worker pools of Shoots get before and after a migration.

use std::collections::{BTreeMap, BTreeSet};

use super::units::Texts;
use crate::capability::Demand;
use crate::config::{Preview, Settings};
use crate::landscape::{Input, Item, Landscape, ReadFile, read};
use crate::model::shoot::{Shoot, Worker};
use crate::resolution::parents::Parents;
use crate::resolution::prepared::Prepared;
use crate::resolution::referred::Referred;
use crate::resolution::usable::DECISIVE;
use crate::source::{FileId, Sources};
use crate::words::{self, artifacts};

/// The worker pools of all Shoots of the profiles in a run.
#[derive(Debug)]
pub struct Pools {
    /// How many Shoots were compared.
    pub shoots: usize,
    /// How many worker pools they have.
    pub pools: usize,
    /// Those that get something else.
    pub changes: Vec<PoolChange>,
    /// The Shoots that cannot be judged, as sentences name them.
    pub unjudged: Vec<String>,
}

/// A worker pool that gets something else.
#[derive(Debug)]
pub struct PoolChange {
    /// The file of the Shoot.
    pub file: String,
    /// The position of its document.
    pub document: usize,
    pub namespace: String,
    pub shoot: String,
    pub pool: String,
    pub before: Got,
    pub after: Got,
}

/// What a worker pool gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// Its image, and the version of that.
    pub image: String,
    pub version: String,
    /// The artifact, or why there is none; nothing where cpcap does not know the provider.
    pub artifact: Option<Result<String, String>>,
    /// Whether the server refuses the pool in a new Shoot.
    pub is_refused: bool,
}

impl Pools {
    /// Whether no pool gets anything else but what it lacked.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.changes.iter().all(PoolChange::fixes)
    }
}

impl Got {
    /// Whether it is the same. Why there is nothing says each format in words of its own.
    fn is_same(&self, other: &Self) -> bool {
        fn artifact(of: &Got) -> Option<Option<&String>> {
            Some(of.artifact.as_ref()?.as_ref().ok())
        }
        (&self.image, &self.version, self.is_refused, artifact(self))
            == (
                &other.image,
                &other.version,
                other.is_refused,
                artifact(other),
            )
    }
}

impl PoolChange {
    /// Whether the pool got nothing, and gets something now. Another artifact is never a fix.
    #[must_use]
    pub fn fixes(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        if matches!(before.artifact, Some(Err(_))) {
            return !after.is_refused && matches!(after.artifact, Some(Ok(_)));
        }
        // The same as before, which new Shoots may use now, too.
        let of_a_new_shoot = Got {
            is_refused: false,
            ..before.clone()
        };
        before.is_refused && of_a_new_shoot.is_same(after)
    }
}

/// The Shoots of a text that is read, and what they get.
type Found = BTreeMap<(FileId, usize), Option<Vec<(String, Got)>>>;

/// Compares the pools of all Shoots among the texts. `after`: the texts of the inputs afterwards.
pub(super) fn pools(texts: Texts<'_>, after: &[String], settings: &Settings) -> Option<Pools> {
    let own = |input: &Input| texts.sources.get(input.file).text();
    if texts
        .inputs
        .iter()
        .zip(after)
        .all(|(input, text)| own(input) == text)
    {
        return None;
    }
    let context = read(texts.sources, texts.context);
    let before = read(texts.sources, texts.inputs);
    let all = || before.iter().chain(&context);
    let has_shoots = |file: &ReadFile<'_>| file.text.contains("Shoot");
    if !all().any(has_shoots) {
        return None;
    }
    let mut sources = texts.sources.clone();
    let mut files = BTreeMap::new();
    let inputs: Vec<Input> = texts
        .inputs
        .iter()
        .zip(after)
        .map(|(input, text)| {
            let file = sources.add(texts.sources.get(input.file).with_text(text));
            files.insert(file, input.file);
            Input { file, ..*input }
        })
        .collect();
    let new = read(&sources, &inputs);
    let was = found(all(), texts.sources, settings);
    let is: Found = found(new.iter().chain(&context), &sources, settings)
        .into_iter()
        .map(|((file, at), got)| ((files.get(&file).copied().unwrap_or(file), at), got))
        .collect();
    let landscape = Landscape::with_preview(all(), Preview::default());
    let mut positions = BTreeMap::new();
    let mut pools = Pools {
        shoots: 0,
        pools: 0,
        changes: Vec::new(),
        unjudged: Vec::new(),
    };
    for item in &landscape.items {
        let position: &mut usize = positions.entry(item.file).or_default();
        let key = (item.file, *position);
        *position += 1;
        let (Some(was), Some(is)) = (was.get(&key), is.get(&key)) else {
            continue;
        };
        let (Some(was), Some(is)) = (was, is) else {
            pools.unjudged.push(words::object(item));
            continue;
        };
        pools.shoots += 1;
        pools.pools += was.len();
        let meta = &item.object.meta;
        let changed = was.iter().zip(is).filter(|((_, a), (_, b))| !a.is_same(b));
        pools
            .changes
            .extend(changed.map(|((pool, before), (_, after))| PoolChange {
                file: texts.sources.get(item.file).name().to_owned(),
                document: item.document.index,
                namespace: (*meta.namespace).to_owned(),
                shoot: (*meta.name).to_owned(),
                pool: pool.clone(),
                before: before.clone(),
                after: after.clone(),
            }));
    }
    (pools.shoots + pools.unjudged.len() > 0).then_some(pools)
}

/// What all Shoots get whose profile is among the files; none of a Shoot that cannot be judged.
fn found<'f>(
    files: impl Iterator<Item = &'f ReadFile<'f>>,
    sources: &Sources,
    settings: &Settings,
) -> Found {
    let (landscape, nothing) = (
        Landscape::with_preview(files, Preview::default()),
        Landscape::default(),
    );
    let parents = Parents::new(&landscape, &nothing, &settings.provider_rules);
    let referred = Referred::new(&landscape, &nothing, &nothing, &parents, sources);
    let matchers = referred.matchers(Preview::default());
    let prepared = Prepared::all(&matchers, settings.now);
    let mut found = Found::new();
    let mut positions: BTreeMap<FileId, usize> = BTreeMap::new();
    for item in &landscape.items {
        let position = positions.entry(item.file).or_default();
        let key = (item.file, *position);
        *position += 1;
        let Some((at, profile)) = referred.of(item) else {
            continue;
        };
        let Some(shoot) = item.shoot() else {
            continue;
        };
        let is_read = profile
            .as_ref()
            .is_ok_and(|of| of.unread(DECISIVE).is_none())
            && item.unread.is_empty();
        let profile = prepared.get(&at).filter(|_| is_read);
        found.insert(key, profile.map(|profile| of_shoot(item, &shoot, profile)));
    }
    found
}

fn of_shoot<'v>(item: &Item<'v>, shoot: &Shoot<'v>, profile: &Prepared<'v>) -> Vec<(String, Got)> {
    let in_deletion = item.object.meta.is_deleted();
    let judged = profile.judged(shoot, false, in_deletion);
    let refused: BTreeSet<usize> = judged
        .faults()
        .filter(|fault| fault.error.is_some())
        .filter_map(|fault| fault.worker)
        .collect();
    let stored = &judged.shoot;
    let pools = stored.workers.iter().enumerate();
    pools
        .map(|(at, worker)| {
            let got = of_pool(stored, worker, profile, refused.contains(&at));
            ((*worker.name).to_owned(), got)
        })
        .collect()
}

fn of_pool<'v>(
    shoot: &Shoot<'v>,
    worker: &Worker<'v>,
    profile: &Prepared<'v>,
    is_refused: bool,
) -> Got {
    let (image, version) = worker.image.as_ref().map_or(("", ""), |image| {
        (*image.name, image.version.unwrap_or_default())
    });
    let found = profile.catalog.as_ref().map(|catalog| {
        let demand = Demand::of(worker, *shoot.provider.provider_type);
        let architecture = worker.architecture.unwrap_or_default();
        let machine_type = *worker.machine_type;
        catalog.find_for(
            (image, version),
            *shoot.region,
            machine_type,
            architecture,
            demand,
        )
    });
    let usable = profile.usable;
    let accelerates = |artifact: &_| {
        let types = usable.profile.machine_types.iter();
        let mut types = types.filter(|of| *of.name == *worker.machine_type);
        let given = usable.artifacts.as_ref().zip(types.next());
        given.is_some_and(|(given, of)| given.accelerates(&usable.profile, of, artifact))
    };
    Got {
        image: image.to_owned(),
        version: version.to_owned(),
        artifact: found.map(|found| match found {
            Ok(artifact) if accelerates(&artifact) => Ok(format!(
                "{}, accelerated networking",
                artifacts::name(&artifact)
            )),
            Ok(artifact) => Ok(artifacts::name(&artifact)),
            Err(why) => Err(artifacts::reason(&why.why)),
        }),
        is_refused,
    }
}
