//! Worker pools of known Shoots: those that can no longer run as they are, those that get something
//! else, and the changes of the next maintenance window. Equal pools are compared once.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::{Choice, causes};
use crate::impact::properties::PROVIDER_TYPE;
use crate::impact::refused::Refused;
use crate::impact::side::{machine_key, version_key};
use crate::impact::united::United;
use crate::impact::users::{PoolUse, User};
use crate::impact::{Cause, Entry, Impact, Kind, List, Refusal, Side, What};
use crate::maintenance::{Cluster, ImageStep, ImagesFault, Outcome, Plan, Pool};
use crate::model::shoot::Worker;
use crate::provider::lookup::Missing;
use crate::shoot::{PoolAlone, PoolKey, Stored};

/// A pool that runs a machine type with a version of an image.
struct Runs<'a> {
    user: PoolUse<'a>,
    /// Whether it is updated in place.
    in_place: bool,
    kubernetes: &'a str,
}

/// The pools that use something.
#[derive(Default)]
struct Uses<'a> {
    /// A machine type with a version of an image.
    pairs: BTreeMap<(&'a str, &'a str, &'a str), Vec<Runs<'a>>>,
    volume_types: BTreeMap<&'a str, Vec<PoolUse<'a>>>,
    regions: BTreeMap<&'a str, Vec<PoolUse<'a>>>,
    /// The key is `region zone`.
    zones: BTreeMap<(&'a str, &'a str), Vec<PoolUse<'a>>>,
    /// The Shoots of a Kubernetes version, and the pools that have one of their own.
    kubernetes: BTreeMap<&'a str, Vec<PoolUse<'a>>>,
    /// The Shoots with an access restriction, by `region restriction`.
    restrictions: BTreeMap<(&'a str, &'a str), Vec<PoolUse<'a>>>,
    /// The Shoots that choose the zones of their control planes.
    pinned: Vec<PoolUse<'a>>,
    /// The Shoots of the provider type that the old revision has and the new one does not.
    mistyped: Vec<PoolUse<'a>>,
}

impl<'a> Uses<'a> {
    /// Adds a pool of a Shoot with this Kubernetes version.
    fn add(
        &mut self,
        pool: &Pool<'a>,
        worker: &Worker<'a>,
        user: PoolUse<'a>,
        kubernetes: &'a str,
    ) {
        let (machine_type, (image, version)) = runs(pool);
        let runs = Runs {
            user,
            in_place: pool.in_place,
            kubernetes: pool.kubernetes.unwrap_or(kubernetes),
        };
        self.pairs
            .entry((machine_type, image, version))
            .or_default()
            .push(runs);
        if let Some(own) = pool.kubernetes.filter(|own| *own != kubernetes) {
            self.kubernetes.entry(own).or_default().push(user);
        }
        if let Some(volume_type) = worker.volume_type() {
            self.volume_types
                .entry(*volume_type)
                .or_default()
                .push(user);
        }
        self.regions.entry(user.region).or_default().push(user);
        for zone in worker.zones.iter() {
            self.zones
                .entry((user.region, zone.value))
                .or_default()
                .push(user);
        }
    }
}

pub(super) fn compare<'a>(choice: Choice<'_, 'a>, users: &[User<'a>], found: &mut Vec<Impact<'a>>) {
    // Pools that are alike, and those who have them.
    let mut alike: BTreeMap<Cluster<'a>, Vec<PoolUse<'a>>> = BTreeMap::new();
    let (mut uses, mut refused) = (Uses::default(), Refused::new(choice));
    for user in users
        .iter()
        .filter(|user| !user.new.object.meta.is_deleted())
    {
        let Some((stored, changed)) = user.stored(choice.old, choice.new) else {
            continue;
        };
        let cluster = Cluster::new(&stored.shoot);
        let whole = PoolUse::whole(user.new);
        if changed
            .as_ref()
            .is_none_or(|changed| *changed.shoot.kubernetes_version == cluster.kubernetes)
        {
            uses.kubernetes
                .entry(cluster.kubernetes)
                .or_default()
                .push(whole);
        }
        for restriction in stored.shoot.access_restrictions.iter() {
            let key = (*stored.shoot.region, restriction.value);
            uses.restrictions.entry(key).or_default().push(whole);
        }
        if !stored.shoot.control_plane_zones.is_empty() {
            uses.pinned.push(whole);
        }
        let [was, is] = [choice.old, choice.new].map(|side| *side.usable.profile.provider_type);
        let stays = |of: &Stored<'a>| *of.shoot.provider.provider_type == was;
        if was != is && stays(&stored) && changed.as_ref().is_none_or(stays) {
            uses.mistyped.push(whole);
        }
        let mut add = |pools: Vec<Pool<'a>>, user| {
            let one = Cluster { pools, ..cluster };
            alike.entry(one).or_default().push(user);
        };
        if changed.is_none() {
            add(Vec::new(), whole);
        }
        let pools_changed: Option<BTreeMap<&str, (Pool<'a>, PoolKey<'a>)>> =
            changed.as_ref().map(|changed| {
                let pools = Cluster::new(&changed.shoot)
                    .pools
                    .into_iter()
                    .zip(PoolAlone::all(changed));
                pools
                    .map(|(pool, alone)| (pool.name, (pool, alone.key())))
                    .collect()
            });
        for (pool, alone) in cluster.pools.iter().zip(PoolAlone::all(&stored)) {
            let of_pool = PoolUse {
                pool: pool.name,
                ..whole
            };
            let asks = alone.key();
            let mut same = true;
            if let Some(changed) = &pools_changed {
                let Some((_, asks_after)) = changed
                    .get(pool.name)
                    .filter(|(after, _)| runs(after) == runs(pool))
                else {
                    continue;
                };
                same = *asks_after == asks;
            }
            uses.add(pool, alone.worker, of_pool, cluster.kubernetes);
            if same {
                refused.add(asks, alone, of_pool);
            }
            if changed.is_none() {
                let nameless = Pool {
                    name: "",
                    ..pool.clone()
                };
                add(vec![nameless], of_pool);
            }
        }
    }
    concerned(found, &uses);
    let mut united = United::default();
    for (cluster, users) in &alike {
        let pool = cluster.pools.first();
        pool.and_then(|pool| impossible(choice, pool, users))
            .into_iter()
            .chain(maintenance(choice, cluster, users))
            .for_each(|impact| united.add(impact));
    }
    refused.done(&mut united);
    found.extend(united.done());
}

/// Machine type, image and version.
fn runs<'a>(pool: &Pool<'a>) -> (&'a str, (&'a str, &'a str)) {
    (
        pool.machine_type,
        pool.image
            .map_or(("", ""), |image| (image.name, image.version)),
    )
}

/// Adds to what was found the pools that run it.
fn concerned<'a>(found: &mut [Impact<'a>], uses: &Uses<'a>) {
    let mut by_version: BTreeMap<(&str, &str), Vec<PoolUse<'a>>> = BTreeMap::new();
    let mut by_type: BTreeMap<&str, Vec<PoolUse<'a>>> = BTreeMap::new();
    for ((machine_type, image, version), users) in &uses.pairs {
        let users = || users.iter().map(|runs| runs.user);
        by_version
            .entry((image, version))
            .or_default()
            .extend(users());
        by_type.entry(machine_type).or_default().extend(users());
    }
    for impact in found {
        let name = impact.entry.as_ref().map_or("", |entry| &entry.name);
        let within = (impact.entry.as_ref().map_or("", |entry| entry.of), name);
        let users: Option<Vec<PoolUse<'a>>> = match (impact.kind(), impact.list()) {
            (Kind::Artifact | Kind::NoArtifact, _) => Some(of_artifacts(impact, uses)),
            (Kind::Incompatible | Kind::Compatible | Kind::Flavor, _)
            | (Kind::Stuck, Some(List::ImageVersion)) => {
                let pairs = impact.machine_types.iter().flat_map(|of| {
                    impact
                        .images
                        .iter()
                        .map(move |(image, version)| (*of, *image, *version))
                });
                // Versions get stuck for pools with some Kubernetes versions only, or that are
                // updated in place.
                let concerns = |runs: &&Runs<'a>| {
                    impact.stuck().is_none_or(|of| {
                        (runs.in_place || !of.in_place)
                            && (of.kubernetes.is_empty()
                                || of.kubernetes.contains(&runs.kubernetes))
                    })
                };
                Some(
                    pairs
                        .filter_map(|pair| uses.pairs.get(&pair))
                        .flatten()
                        .filter(concerns)
                        .map(|runs| runs.user)
                        .collect(),
                )
            }
            (Kind::Removed | Kind::Classification | Kind::Stuck, Some(List::KubernetesVersion)) => {
                uses.kubernetes.get(name).cloned()
            }
            (Kind::Removed | Kind::Classification, Some(List::ImageVersion)) => impact
                .images
                .first()
                .and_then(|of| by_version.get(of))
                .cloned(),
            (Kind::Removed | Kind::Changed, Some(List::MachineType)) => by_type.get(name).cloned(),
            (Kind::Removed | Kind::Changed, Some(List::VolumeType)) => {
                uses.volume_types.get(name).cloned()
            }
            (Kind::Removed, Some(List::Region)) => uses.regions.get(name).cloned(),
            (Kind::Removed, Some(List::Zone)) => uses.zones.get(&within).cloned(),
            (Kind::Removed, Some(List::AccessRestriction)) => {
                uses.restrictions.get(&within).cloned()
            }
            (Kind::Changed, Some(List::Setting)) if name == PROVIDER_TYPE => {
                if !uses.mistyped.is_empty() {
                    impact.what = What::Impossible {
                        refusal: Some(Refusal::EveryUpdate),
                        gone: false,
                    };
                }
                Some(uses.mistyped.clone())
            }
            (Kind::Changed, Some(List::Setting)) => Some(uses.pinned.clone()),
            _ => continue,
        };
        impact.pools = users.unwrap_or_default();
    }
}

/// The pools whose artifact is replaced, which depends on their region.
fn of_artifacts<'a>(impact: &Impact<'a>, uses: &Uses<'a>) -> Vec<PoolUse<'a>> {
    let mut users = Vec::new();
    for moves in impact.moves().chunk_by(|a, b| a.image == b.image) {
        let Some((image, version)) = moves
            .first()
            .and_then(|moved| impact.images.get(moved.image))
        else {
            continue;
        };
        let regions: BTreeSet<&str> = moves.iter().map(|moved| moved.region).collect();
        let concerns = |region: &str| regions.contains(region) || regions.contains("");
        let of_types = impact
            .machine_types
            .iter()
            .filter_map(|of| uses.pairs.get(&(*of, *image, *version)));
        users.extend(
            of_types
                .flatten()
                .map(|runs| runs.user)
                .filter(|user| concerns(user.region)),
        );
    }
    users
}

/// Pools that could be created before and cannot any more.
fn impossible<'a>(
    choice: Choice<'_, 'a>,
    pool: &Pool<'a>,
    users: &[PoolUse<'a>],
) -> Option<Impact<'a>> {
    let Choice { old, new, .. } = choice;
    let image = pool.image?;
    let runs = |side: &Side<'a>| {
        let machine = &side.matcher.machines()[*side.machines.get(pool.machine_type)?];
        let version = &side.matcher.versions()[*side.versions.get(&(image.name, image.version))?];
        (side.matcher.answer(machine, version).compatible
            && version.architectures.contains(&pool.architecture))
        .then_some((machine, version))
    };
    let (machine, version) = runs(old)?;
    if runs(new).is_some() {
        return None;
    }
    let after = new
        .machines
        .get(pool.machine_type)
        .zip(new.versions.get(&(image.name, image.version)));
    let causes = after.map_or_else(
        || vec![Cause::ChangedLists],
        |(a, b)| {
            let (machine_after, after) = (&new.matcher.machines()[*a], &new.matcher.versions()[*b]);
            causes(
                machine_key(machine.machine_type) != machine_key(machine_after.machine_type),
                version_key(version.version) != version_key(after.version),
                choice.vocabulary,
            )
        },
    );
    let listed = after.is_some();
    let gone = !new.machines.contains_key(pool.machine_type);
    // On every update admission asks about capabilities, for which it needs the machine type
    // (`docs/gardener/shoot.md#admission-of-updates`).
    let asked = !new.matcher.vocabulary().is_empty();
    let fits = after.is_some_and(|(a, b)| {
        new.matcher
            .answer(&new.matcher.machines()[*a], &new.matcher.versions()[*b])
            .compatible
    });
    let every = asked && (gone || listed && !fits);
    // The server does not let an image version go that is in use.
    let refusal = (listed || gone).then_some(if every {
        Refusal::EveryUpdate
    } else {
        Refusal::NewPools
    });
    let what = What::Impossible {
        refusal,
        gone: !listed,
    };
    let mut impact = Impact::new(what, causes);
    impact.machine_types.push(pool.machine_type);
    impact.images.push((image.name, image.version));
    impact.entry = (!listed).then(|| {
        if gone {
            Entry::new(List::MachineType, pool.machine_type)
        } else {
            Entry::under(List::ImageVersion, image.name, image.version)
        }
    });
    impact.old = old.place(if gone {
        machine.machine_type.name.span
    } else {
        version.version.version().span
    });
    impact.pools.extend(users);
    Some(impact)
}

/// The changes of the next window.
fn maintenance<'a>(
    choice: Choice<'_, 'a>,
    cluster: &Cluster<'a>,
    users: &[PoolUse<'a>],
) -> Vec<Impact<'a>> {
    let sides = [choice.old, choice.new];
    let Some(pool) = cluster.pools.first() else {
        return control_plane(choice, cluster, users).into_iter().collect();
    };
    let Some(image) = pool.image else {
        return Vec::new();
    };
    let [before, after] = sides.map(|side| side.maintenance.images(cluster, choice.now));
    let targets = [&before, &after].map(|images| {
        images
            .as_ref()
            .ok()?
            .first()
            .and_then(|step| target(&step.outcome))
    });
    let (was, is) = (image_window(&before), image_window(&after));
    // Whether there is an artifact where a pool moves to depends on its region.
    let mut by_artifact: BTreeMap<Option<&'static str>, Impact<'a>> = BTreeMap::new();
    let mut answers: BTreeMap<&'a str, (Option<Missing>, bool)> = BTreeMap::new();
    for user in users {
        let (missing, news) = answers.entry(user.region).or_insert_with(|| {
            let missing = |side: &Side<'a>, target: Option<&str>| {
                let (target, catalog) = target.zip(side.catalog.as_ref())?;
                let asked = (image.name, target);
                let found = catalog.find_for(
                    asked,
                    user.region,
                    pool.machine_type,
                    pool.architecture,
                    pool.demand,
                );
                found.err().filter(Missing::is_certain)
            };
            let misses = missing(choice.new, targets[1]);
            let news = was != is || misses.is_some() && missing(choice.old, targets[0]).is_none();
            (misses, news)
        });
        if !*news {
            continue;
        }
        let impact = by_artifact
            .entry(missing.as_ref().map(|missing| missing.why.code()))
            .or_insert_with(|| {
                let versions = std::iter::once(image.version).chain(targets.into_iter().flatten());
                let concerned: Vec<(&str, &str)> =
                    versions.map(|version| (image.name, version)).collect();
                let causes = if was == is {
                    vec![Cause::ChangedProviderPart]
                } else {
                    choice.of_maintenance(image.name, Some(pool.machine_type), &concerned)
                };
                let mut impact = Impact::new(What::Maintenance(missing.clone()), causes);
                impact.entry = Some(Entry::under(List::ImageVersion, image.name, image.version));
                (impact.before, impact.after) = (was.clone(), is.clone());
                if gone(choice, pool) {
                    // Whatever the image version, it is the machine type that keeps maintenance
                    // from choosing.
                    impact.entry = Some(Entry::new(List::MachineType, pool.machine_type));
                    impact.machine_types.push(pool.machine_type);
                    impact.images.push((image.name, image.version));
                }
                if missing.is_some() {
                    impact.new = targets[1].and_then(|target| {
                        let at = choice.new.versions.get(&(image.name, target))?;
                        choice
                            .new
                            .place(choice.new.matcher.versions()[*at].version.version().span)
                    });
                }
                impact
            });
        if missing.is_some() {
            impact.regions.push(user.region);
        }
        impact.pools.push(*user);
    }
    for impact in by_artifact.values_mut() {
        impact.regions.sort_unstable();
        impact.regions.dedup();
    }
    by_artifact.into_values().collect()
}

fn control_plane<'a>(
    choice: Choice<'_, 'a>,
    cluster: &Cluster<'a>,
    users: &[PoolUse<'a>],
) -> Option<Impact<'a>> {
    let [before, after] =
        [choice.old, choice.new].map(|side| side.maintenance.plan(cluster, choice.now));
    let (was, is, current) = (
        kubernetes_window(&before),
        kubernetes_window(&after),
        cluster.kubernetes,
    );
    if was == is {
        return None;
    }
    let targets = [
        target(&before.kubernetes.outcome),
        target(&after.kubernetes.outcome),
    ];
    let concerned: Vec<&str> = std::iter::once(current)
        .chain(targets.into_iter().flatten())
        .collect();
    let mut impact = Impact::new(What::Maintenance(None), choice.of_kubernetes(&concerned));
    impact.entry = Some(Entry::new(List::KubernetesVersion, current));
    (impact.before, impact.after) = (was, is);
    impact.pools.extend(users);
    Some(impact)
}

/// Whether the machine type of a pool is no longer listed.
fn gone(choice: Choice<'_, '_>, pool: &Pool<'_>) -> bool {
    choice.old.machines.contains_key(pool.machine_type)
        && !choice.new.machines.contains_key(pool.machine_type)
}

/// The outcome of a window for the control plane: the version that it moves to, `fails`, or
/// nothing.
pub(super) fn kubernetes_window(plan: &Plan<'_>) -> Option<String> {
    outcome(&plan.kubernetes.outcome)
}

/// The same for the image of the only pool.
pub(super) fn image_window(images: &Result<Vec<ImageStep<'_>>, ImagesFault>) -> Option<String> {
    match images {
        Ok(steps) => steps.first().and_then(|step| outcome(&step.outcome)),
        Err(_) => Some("fails".to_owned()),
    }
}

fn outcome(outcome: &Outcome<'_>) -> Option<String> {
    if outcome.fails() {
        Some("fails".to_owned())
    } else {
        target(outcome).map(str::to_owned)
    }
}

fn target<'t>(outcome: &Outcome<'t>) -> Option<&'t str> {
    outcome.moves().map(|to| to.to)
}
