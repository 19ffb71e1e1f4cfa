//! Worker pools of the Shoots that are known: which can no longer run as they are, which get something else, and what the next
//! maintenance window does differently. Pools that are alike are asked about once.

use std::collections::BTreeMap;

use crate::impact::{Cause, Impact, Kind, List, Side};
use crate::landscape::{Body, Item};
use crate::maintenance::{AutoUpdate, Cluster, Outcome, Pool};
use crate::model::time::Time;

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

/// Pools that are alike, and those who have them.
struct Alike<'a> {
    cluster: Cluster<'a>,
    users: Vec<PoolUse<'a>>,
}

pub(super) fn compare<'a>(old: &Side<'a>, new: &Side<'a>, shoots: &[&'a Item<'a>], now: Time, found: &mut Vec<Impact<'a>>) {
    let mut alike: BTreeMap<String, Alike<'a>> = BTreeMap::new();
    // Which pools run a machine type and an image version.
    let mut by_use: BTreeMap<(&'a str, &'a str, &'a str), Vec<PoolUse<'a>>> = BTreeMap::new();
    let mut of_kubernetes: BTreeMap<&'a str, Vec<PoolUse<'a>>> = BTreeMap::new();
    for item in shoots.iter().filter(|item| !item.object.meta.is_deleted()) {
        let Body::Shoot(shoot) = &item.body else { continue };
        let cluster = Cluster::new(shoot);
        let (namespace, name) = (*item.object.meta.namespace, *item.object.meta.name);
        let whole = PoolUse { namespace, shoot: name, pool: "" };
        of_kubernetes.entry(cluster.kubernetes).or_default().push(whole);
        let control_plane = Cluster { kubernetes: cluster.kubernetes, auto_update: cluster.auto_update, pools: Vec::new() };
        let auto = cluster.auto_update;
        let mut add = |key: String, cluster: Cluster<'a>, user| {
            alike.entry(key).or_insert_with(|| Alike { cluster, users: Vec::new() }).users.push(user);
        };
        add(format!("{} {}", cluster.kubernetes, auto.kubernetes), control_plane, whole);
        for pool in &cluster.pools {
            let user = PoolUse { namespace, shoot: name, pool: pool.name };
            let (image, version) = pool.image.map_or(("", ""), |image| (image.name, image.version));
            by_use.entry((pool.machine_type, image, version)).or_default().push(user);
            let one = Cluster { kubernetes: cluster.kubernetes, auto_update: auto, pools: vec![Pool { name: "", ..pool.clone() }] };
            add(key(pool, cluster.kubernetes, auto), one, user);
        }
    }
    concerned(found, &by_use, &of_kubernetes);
    for group in alike.values() {
        if let Some(impact) = impossible(old, new, group) {
            found.push(impact);
        }
        maintenance(old, new, group, now, found);
    }
}

fn key(pool: &Pool<'_>, kubernetes: &str, auto: AutoUpdate) -> String {
    let image = pool.image.map(|image| (image.name, image.version));
    format!(
        "{kubernetes} {:?} {} {} {image:?} {} {:?} {} {:?}",
        auto, pool.machine_type, pool.architecture, pool.cri, pool.container_runtimes, pool.in_place, pool.kubernetes
    )
}

/// Adds to what was found the pools that run it.
fn concerned<'a>(
    found: &mut [Impact<'a>],
    by_use: &BTreeMap<(&'a str, &'a str, &'a str), Vec<PoolUse<'a>>>,
    of_kubernetes: &BTreeMap<&'a str, Vec<PoolUse<'a>>>,
) {
    let mut by_version: BTreeMap<(&str, &str), Vec<PoolUse<'a>>> = BTreeMap::new();
    let mut by_type: BTreeMap<&str, Vec<PoolUse<'a>>> = BTreeMap::new();
    for ((machine_type, image, version), users) in by_use {
        by_version.entry((image, version)).or_default().extend(users);
        by_type.entry(machine_type).or_default().extend(users);
    }
    for impact in found {
        let users: Vec<PoolUse<'a>> = match (impact.kind, &impact.entry) {
            (Kind::Incompatible | Kind::Compatible | Kind::Flavor | Kind::Artifact, _) => {
                let pairs =
                    impact.machine_types.iter().flat_map(|of| impact.images.iter().map(move |(image, version)| (*of, *image, *version)));
                pairs.filter_map(|pair| by_use.get(&pair)).flatten().copied().collect()
            }
            (Kind::Removed | Kind::Classification, Some((List::KubernetesVersion, name))) => {
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

/// Pools that could be created before and cannot any more.
fn impossible<'a>(old: &Side<'a>, new: &Side<'a>, group: &Alike<'a>) -> Option<Impact<'a>> {
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
    let listed = new.machines.contains_key(pool.machine_type) && new.versions.contains_key(&(image.name, image.version));
    let cause = if listed { Cause::ChangedFlavors } else { Cause::ChangedLists };
    let mut impact = Impact::new(Kind::Impossible, vec![cause]);
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
fn maintenance<'a>(old: &Side<'a>, new: &Side<'a>, group: &Alike<'a>, now: Time, found: &mut Vec<Impact<'a>>) {
    let [before, after] = [old, new].map(|side| side.maintenance.plan(&group.cluster, now));
    let mut add = |was: Option<String>, is: Option<String>, list: List, name: String, causes: Vec<Cause>| {
        if was != is {
            let mut impact = Impact::new(Kind::Maintenance, causes);
            impact.entry = Some((list, name));
            (impact.before, impact.after) = (was, is);
            impact.pools.clone_from(&group.users);
            found.push(impact);
        }
    };
    let causes = || vec![Cause::ChangedLists];
    match group.cluster.pools.first() {
        None => {
            let [was, is] = [&before, &after].map(|plan| outcome(&plan.kubernetes.outcome));
            add(was, is, List::KubernetesVersion, group.cluster.kubernetes.to_owned(), causes());
        }
        Some(pool) => {
            let Some(image) = pool.image else { return };
            let [was, is] = [&before, &after].map(|plan| match &plan.images {
                Ok(steps) => steps.first().and_then(|step| outcome(&step.outcome)),
                Err(_) => Some("fails".to_owned()),
            });
            add(was, is, List::ImageVersion, format!("{} {}", image.name, image.version), causes());
        }
    }
}

/// The version that it moves to, `fails`, or nothing.
fn outcome(outcome: &Outcome<'_>) -> Option<String> {
    match outcome {
        Outcome::Stays(_) => None,
        Outcome::Moves(to) => Some(to.to.to_owned()),
        Outcome::Fails { .. } => Some("fails".to_owned()),
    }
}
