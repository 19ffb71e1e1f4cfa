//! Worker pools of the Shoots that are known: which can no longer run as they are, which get something else, and what the next
//! maintenance window does differently. Pools that are alike are asked about once.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::Choice;
use crate::impact::pairs::causes;
use crate::impact::side::{machine_text, version_text};
use crate::impact::united::United;
use crate::impact::{Cause, Impact, Kind, List, Side};
use crate::landscape::{Body, Item};
use crate::maintenance::{AutoUpdate, Cluster, Outcome, Plan, Pool};
use crate::shoot::{Known, stored};

/// A worker pool of a Shoot; without a name, the Shoot as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse<'a> {
    /// Namespace of the Shoot.
    pub namespace: &'a str,
    /// Name of the Shoot.
    pub shoot: &'a str,
    /// The pool.
    pub pool: &'a str,
}

/// A Shoot that refers to a profile on both sides.
#[derive(Clone, Copy, Debug)]
pub struct User<'a> {
    /// The Shoot on the old side.
    pub old: &'a Item<'a>,
    /// The Shoot on the new side.
    pub new: &'a Item<'a>,
    /// Whether it changes itself. Then of its pools only what both have is told here, and the rest of the Shoot.
    pub changed: bool,
}

impl<'a> User<'a> {
    fn region(&self) -> &'a str {
        match &self.new.body {
            Body::Shoot(shoot) => *shoot.region,
            Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => "",
        }
    }

    /// The Shoot on both sides, as the server would store it.
    fn clusters(&self, old: &Side<'a>, new: &Side<'a>) -> Option<(Cluster<'a>, Option<Cluster<'a>>)> {
        let of = |item: &'a Item<'a>, side: &Side<'a>| match &item.body {
            Body::Shoot(shoot) => Some(Cluster::new(&stored(shoot, Known::Offer(&side.offer)).shoot)),
            Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
        };
        let before = of(self.old, old)?;
        Some((before, if self.changed { of(self.new, new) } else { None }))
    }
}

/// The pools that run a machine type with a version of an image, each with its region.
type ByUse<'a> = BTreeMap<(&'a str, &'a str, &'a str), Vec<(PoolUse<'a>, &'a str)>>;

/// Pools that are alike, and those who have them.
struct Alike<'a> {
    cluster: Cluster<'a>,
    users: Vec<PoolUse<'a>>,
}

pub(super) fn compare<'a>(choice: Choice<'_, 'a>, users: &[User<'a>], found: &mut Vec<Impact<'a>>) {
    let mut alike: BTreeMap<String, Alike<'a>> = BTreeMap::new();
    // Which pools run a machine type and an image version.
    let mut by_use: ByUse<'a> = BTreeMap::new();
    let mut of_kubernetes: BTreeMap<&'a str, Vec<PoolUse<'a>>> = BTreeMap::new();
    for user in users.iter().filter(|user| !user.new.object.meta.is_deleted()) {
        let Some((cluster, changed)) = user.clusters(choice.old, choice.new) else { continue };
        let region = user.region();
        let meta = &user.new.object.meta;
        let whole = PoolUse { namespace: *meta.namespace, shoot: *meta.name, pool: "" };
        if changed.as_ref().is_none_or(|changed| changed.kubernetes == cluster.kubernetes) {
            of_kubernetes.entry(cluster.kubernetes).or_default().push(whole);
        }
        let auto = cluster.auto_update;
        let mut add = |key: String, cluster: Cluster<'a>, user| {
            alike.entry(key).or_insert_with(|| Alike { cluster, users: Vec::new() }).users.push(user);
        };
        if changed.is_none() {
            let control_plane = Cluster { kubernetes: cluster.kubernetes, auto_update: auto, pools: Vec::new() };
            add(format!("{} {}", cluster.kubernetes, auto.kubernetes), control_plane, whole);
        }
        for pool in &cluster.pools {
            let of_pool = PoolUse { pool: pool.name, ..whole };
            let runs = |pool: &Pool<'a>| (pool.machine_type, pool.image.map_or(("", ""), |image| (image.name, image.version)));
            if let Some(changed) = &changed {
                let still = changed.pools.iter().any(|of| of.name == pool.name && runs(of) == runs(pool));
                if !still {
                    continue;
                }
            }
            let (machine_type, (image, version)) = runs(pool);
            by_use.entry((machine_type, image, version)).or_default().push((of_pool, region));
            if changed.is_none() {
                let one = Cluster { kubernetes: cluster.kubernetes, auto_update: auto, pools: vec![Pool { name: "", ..pool.clone() }] };
                add(key(pool, cluster.kubernetes, auto), one, of_pool);
            }
        }
    }
    concerned(found, &by_use, &of_kubernetes);
    let mut united = United::default();
    for group in alike.values() {
        for impact in impossible(choice, group).into_iter().chain(maintenance(choice, group)) {
            united.add(impact);
        }
    }
    found.extend(united.done());
}

fn key(pool: &Pool<'_>, kubernetes: &str, auto: AutoUpdate) -> String {
    let image = pool.image.map(|image| (image.name, image.version));
    format!(
        "{kubernetes} {:?} {} {} {image:?} {} {:?} {} {:?}",
        auto, pool.machine_type, pool.architecture, pool.cri, pool.container_runtimes, pool.in_place, pool.kubernetes
    )
}

/// Adds to what was found the pools that run it.
fn concerned<'a>(found: &mut [Impact<'a>], by_use: &ByUse<'a>, of_kubernetes: &BTreeMap<&'a str, Vec<PoolUse<'a>>>) {
    let mut by_version: BTreeMap<(&str, &str), Vec<PoolUse<'a>>> = BTreeMap::new();
    let mut by_type: BTreeMap<&str, Vec<PoolUse<'a>>> = BTreeMap::new();
    for ((machine_type, image, version), users) in by_use {
        by_version.entry((image, version)).or_default().extend(users.iter().map(|(user, _)| *user));
        by_type.entry(machine_type).or_default().extend(users.iter().map(|(user, _)| *user));
    }
    for impact in found {
        let users: Vec<PoolUse<'a>> = match (impact.kind, &impact.entry) {
            (Kind::Artifact, _) => of_artifacts(impact, by_use),
            (Kind::Incompatible | Kind::Compatible | Kind::Flavor, _) | (Kind::Stuck, Some((List::ImageVersion, _))) => {
                let pairs =
                    impact.machine_types.iter().flat_map(|of| impact.images.iter().map(move |(image, version)| (*of, *image, *version)));
                pairs.filter_map(|pair| by_use.get(&pair)).flatten().map(|(user, _)| *user).collect()
            }
            (Kind::Removed | Kind::Classification | Kind::Stuck, Some((List::KubernetesVersion, name))) => {
                of_kubernetes.get(name.as_str()).cloned().unwrap_or_default()
            }
            (Kind::Removed | Kind::Classification, Some((List::ImageVersion, _))) => {
                impact.images.first().and_then(|of| by_version.get(of)).cloned().unwrap_or_default()
            }
            (Kind::Removed, Some((List::MachineType, name))) => by_type.get(name.as_str()).cloned().unwrap_or_default(),
            _ => continue,
        };
        impact.pools = users;
    }
}

/// The pools whose artifact is replaced, which depends on their region.
fn of_artifacts<'a>(impact: &Impact<'a>, by_use: &ByUse<'a>) -> Vec<PoolUse<'a>> {
    let mut users = Vec::new();
    for moves in impact.artifacts.chunk_by(|a, b| a.image == b.image) {
        let Some((image, version)) = moves.first().and_then(|moved| impact.images.get(moved.image)) else { continue };
        let regions: BTreeSet<&str> = moves.iter().map(|moved| moved.region).collect();
        let concerns = |region: &str| regions.contains(region) || regions.contains("");
        let of_types = impact.machine_types.iter().filter_map(|of| by_use.get(&(*of, *image, *version)));
        users.extend(of_types.flatten().filter(|(_, region)| concerns(region)).map(|(user, _)| *user));
    }
    users
}

/// Pools that could be created before and cannot any more.
fn impossible<'a>(choice: Choice<'_, 'a>, group: &Alike<'a>) -> Option<Impact<'a>> {
    let Choice { old, new, .. } = choice;
    let pool = group.cluster.pools.first()?;
    let image = pool.image?;
    let runs = |side: &Side<'a>| {
        let machine = &side.matcher.machines()[*side.machines.get(pool.machine_type)?];
        let version = &side.matcher.versions()[*side.versions.get(&(image.name, image.version))?];
        (side.matcher.answer(machine, version).compatible && version.architectures.contains(&pool.architecture))
            .then_some((machine, version))
    };
    let (machine, version) = runs(old)?;
    if runs(new).is_some() {
        return None;
    }
    let after = new.machines.get(pool.machine_type).zip(new.versions.get(&(image.name, image.version)));
    let causes = after.map_or_else(
        || vec![Cause::ChangedLists],
        |(a, b)| {
            let texts = [machine.machine_type, new.matcher.machines()[*a].machine_type].map(machine_text);
            let versions = [version.version, new.matcher.versions()[*b].version].map(version_text);
            causes(texts[0] != texts[1], versions[0] != versions[1], choice.vocabulary)
        },
    );
    let listed = after.is_some();
    let mut impact = Impact::new(Kind::Impossible, causes);
    impact.machine_types.push(pool.machine_type);
    impact.images.push((image.name, image.version));
    let gone = !new.machines.contains_key(pool.machine_type);
    impact.entry = (!listed).then(|| {
        if gone {
            (List::MachineType, pool.machine_type.to_owned())
        } else {
            (List::ImageVersion, format!("{} {}", image.name, image.version))
        }
    });
    impact.old = old.place(if gone { machine.machine_type.name.span } else { version.version.version().span });
    impact.pools.clone_from(&group.users);
    Some(impact)
}

/// What the next window does differently.
fn maintenance<'a>(choice: Choice<'_, 'a>, group: &Alike<'a>) -> Option<Impact<'a>> {
    let [before, after] = [choice.old, choice.new].map(|side| side.maintenance.plan(&group.cluster, choice.now));
    let (was, is, entry, causes) = match group.cluster.pools.first() {
        None => {
            let (was, is, current) = (kubernetes_window(&before), kubernetes_window(&after), group.cluster.kubernetes);
            let targets = [target(&before.kubernetes.outcome), target(&after.kubernetes.outcome)];
            let concerned: Vec<&str> = std::iter::once(current).chain(targets.into_iter().flatten()).collect();
            let causes = if was == is { Vec::new() } else { choice.of_kubernetes(&concerned) };
            (was, is, (List::KubernetesVersion, current.to_owned()), causes)
        }
        Some(pool) => {
            let image = pool.image?;
            let targets = [&before, &after].map(|plan| plan.images.as_ref().ok()?.first().and_then(|step| target(&step.outcome)));
            let versions = std::iter::once(image.version).chain(targets.into_iter().flatten());
            let concerned: Vec<(&str, &str)> = versions.map(|version| (image.name, version)).collect();
            let (was, is) = (image_window(&before), image_window(&after));
            let causes = if was == is { Vec::new() } else { choice.of_maintenance(image.name, Some(pool.machine_type), &concerned) };
            (was, is, (List::ImageVersion, format!("{} {}", image.name, image.version)), causes)
        }
    };
    if was == is {
        return None;
    }
    let mut impact = Impact::new(Kind::Maintenance, causes);
    impact.entry = Some(entry);
    (impact.before, impact.after) = (was, is);
    impact.pools.clone_from(&group.users);
    if let Some(pool) = group.cluster.pools.first()
        && gone(choice, pool)
    {
        // Whatever the image version, it is the machine type that keeps maintenance from choosing.
        impact.entry = Some((List::MachineType, pool.machine_type.to_owned()));
        impact.machine_types.push(pool.machine_type);
        impact.images.extend(pool.image.map(|image| (image.name, image.version)));
    }
    Some(impact)
}

/// Whether the machine type of a pool is no longer listed.
fn gone(choice: Choice<'_, '_>, pool: &Pool<'_>) -> bool {
    choice.old.machines.contains_key(pool.machine_type) && !choice.new.machines.contains_key(pool.machine_type)
}

/// What a window does to the control plane: the version that it moves to, `fails`, or nothing.
pub(super) fn kubernetes_window(plan: &Plan<'_>) -> Option<String> {
    outcome(&plan.kubernetes.outcome)
}

/// The same for the image of the only pool.
pub(super) fn image_window(plan: &Plan<'_>) -> Option<String> {
    match &plan.images {
        Ok(steps) => steps.first().and_then(|step| outcome(&step.outcome)),
        Err(_) => Some("fails".to_owned()),
    }
}

fn outcome(outcome: &Outcome<'_>) -> Option<String> {
    if outcome.fails() { Some("fails".to_owned()) } else { target(outcome).map(str::to_owned) }
}

fn target<'t>(outcome: &Outcome<'t>) -> Option<&'t str> {
    outcome.moves().map(|to| to.to)
}
