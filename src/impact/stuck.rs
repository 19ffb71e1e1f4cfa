//! Versions that expire without a target for some pools, whether or not a Shoot runs them: the new
//! ones, and those that are gone.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::{Choice, conditions};
use crate::impact::side::{machine_key, version_key};
use crate::impact::{Cause, Entry, Impact, List, Side, Stuck, What};
use crate::maintenance::{Fault, StuckOn};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Current;
use crate::model::time::Time;

/// The version (the image of a Kubernetes version is empty), why there is no way on, and whether
/// only pools that are updated in place have none.
type Key<'a> = (List, &'a str, &'a str, Fault, bool);

/// From when on, and for which pools.
struct Told<'a> {
    date: Option<Time>,
    pools: Vec<Pools<'a>>,
}

/// Pools by their Kubernetes versions (none: whatever they have) and machine types.
struct Pools<'a> {
    kubernetes: BTreeSet<&'a str>,
    machines: BTreeSet<&'a str>,
}

impl<'a> Told<'a> {
    /// The pools that can have a Kubernetes version.
    fn with(&self, kubernetes: &str) -> Vec<usize> {
        let has = |pools: &Pools<'_>| {
            pools.kubernetes.is_empty() || pools.kubernetes.contains(kubernetes)
        };
        self.pools
            .iter()
            .enumerate()
            .filter(|(_, pools)| has(pools))
            .map(|(at, _)| at)
            .collect()
    }
}

/// Kubernetes versions (none: all), and which of the pools before and after it is about.
type Part<'a> = (Vec<&'a str>, [Vec<usize>; 2]);

/// The Kubernetes versions that both revisions have, those together for which the same pools get
/// stuck.
fn parts<'a>(shared: &[&'a str], sides: [Option<&Told<'a>>; 2]) -> Vec<Part<'a>> {
    let all = |told: Option<&Told<'a>>| {
        told.map_or_else(Vec::new, |told| (0..told.pools.len()).collect())
    };
    if sides
        .iter()
        .flatten()
        .flat_map(|told| &told.pools)
        .all(|pools| pools.kubernetes.is_empty())
    {
        return vec![(Vec::new(), sides.map(all))];
    }
    let mut parts: BTreeMap<[Vec<usize>; 2], Vec<&'a str>> = BTreeMap::new();
    for name in shared {
        parts
            .entry(sides.map(|told| told.map_or_else(Vec::new, |told| told.with(name))))
            .or_default()
            .push(name);
    }
    let named = parts.len() > 1;
    parts
        .into_iter()
        .map(|(pools, names)| (if named { names } else { Vec::new() }, pools))
        .collect()
}

pub(super) fn compare<'a>(choice: Choice<'_, 'a>, found: &mut Vec<Impact<'a>>) {
    let (old, new) = (choice.old, choice.new);
    if unchanged(choice) {
        return;
    }
    let (before, after) = (told(old, choice.now), told(new, choice.now));
    let shared: Vec<&'a str> = new
        .kubernetes
        .keys()
        .filter(|name| old.kubernetes.contains_key(*name))
        .copied()
        .collect();
    let keys: BTreeSet<&Key<'a>> = before.keys().chain(after.keys()).collect();
    let mut others: BTreeMap<(List, &'a str, Option<&'a str>), Vec<Cause>> = BTreeMap::new();
    for key in keys {
        let (list, image, version, fault, in_place) = *key;
        let (listed_before, listed) = (
            listed(old, list, image, version),
            listed(new, list, image, version),
        );
        // A removed entry has an impact of its own.
        let Some(listed) = listed else { continue };
        let (was, is) = (before.get(key), after.get(key));
        let new_version = listed_before.is_none();
        // A machine type that came or went says nothing of the version.
        let in_both = |name: &&'a str| {
            new_version || (old.machines.contains_key(name) && new.machines.contains_key(name))
        };
        let machines = |of: Option<&Told<'a>>, pools: &[usize]| -> BTreeSet<&'a str> {
            let pools = pools.iter().filter_map(|at| of?.pools.get(*at));
            pools
                .flat_map(|pools| pools.machines.iter().copied())
                .filter(in_both)
                .collect()
        };
        for (kubernetes, [pools_before, pools]) in parts(&shared, [was, is]) {
            let (types_before, types) = (machines(was, &pools_before), machines(is, &pools));
            let date = |of: Option<&Told<'a>>, types: &BTreeSet<&'a str>| {
                let concerns = list == List::KubernetesVersion || !types.is_empty();
                of.filter(|_| concerns).map(|of| {
                    of.date
                        .map_or_else(|| "now".to_owned(), |date| date.to_string())
                })
            };
            let (date_before, date_after) = (date(was, &types_before), date(is, &types));
            if (&date_before, &types_before) == (&date_after, &types) {
                continue;
            }
            let concerned: Vec<&'a str> =
                if date_before == date_after && types.difference(&types_before).next().is_some() {
                    types.difference(&types_before).copied().collect()
                } else if date_after.is_some() {
                    types.into_iter().collect()
                } else {
                    types_before.into_iter().collect()
                };
            let other_life = listed_before.is_some_and(|before| life(before) != life(listed));
            let causes = if other_life {
                vec![Cause::ChangedDates]
            } else if new_version {
                vec![Cause::ChangedLists]
            } else {
                // One question stands for all others: there can be many.
                let of = (list, image, concerned.first().copied());
                others
                    .entry(of)
                    .or_insert_with(|| match list {
                        List::ImageVersion => choice.of_maintenance(image, of.2, &[]),
                        _ => choice.of_kubernetes(&[]),
                    })
                    .clone()
            };
            let what = What::Stuck(Stuck {
                fault,
                in_place,
                kubernetes,
            });
            let mut impact = Impact::new(what, causes);
            impact.machine_types = concerned;
            if list == List::ImageVersion {
                impact.images.push((image, version));
            }
            impact.entry = Some(Entry::under(list, image, version));
            (impact.before, impact.after) = (date_before, date_after);
            (impact.old, impact.new) = (
                listed_before.and_then(|of| old.place(of.version.span)),
                new.place(listed.version.span),
            );
            found.push(impact);
        }
    }
}

/// Whether nothing changes that maintenance looks at. That is found out much faster than what gets
/// stuck.
fn unchanged<'a>(choice: Choice<'_, 'a>) -> bool {
    let (old, new) = (choice.old, choice.new);
    let kubernetes = |side: &Side<'a>| -> Vec<(&'a str, Life<'a>)> {
        side.usable
            .profile
            .kubernetes_versions
            .iter()
            .map(|of| (*of.version, life(of)))
            .collect()
    };
    let machines = |side: &Side<'a>, other: &Side<'a>| -> Vec<_> {
        let in_both = side
            .machines
            .iter()
            .filter(|(name, _)| other.machines.contains_key(*name));
        let types = in_both.map(|(_, at)| side.matcher.machines()[*at].machine_type);
        types.map(|of| (of.usable.value, machine_key(of))).collect()
    };
    let images = |side: &Side<'a>| -> Vec<_> {
        let versions = side.matcher.versions().iter().map(|of| {
            let (image, version) = (of.image, of.version);
            (
                (*image.name, image.update_strategy.value),
                *version.version(),
                life(&version.expirable),
                conditions(version),
                version_key(version),
            )
        });
        versions.collect()
    };
    let lists = kubernetes(old) == kubernetes(new) && images(old) == images(new);
    lists && choice.vocabulary.is_empty() && machines(old, new) == machines(new, old)
}

/// The version on a side, where that has it.
fn listed<'a>(
    side: &Side<'a>,
    list: List,
    image: &'a str,
    version: &'a str,
) -> Option<&'a ExpirableVersion<'a>> {
    match list {
        List::ImageVersion => side
            .versions
            .get(&(image, version))
            .map(|at| &side.matcher.versions()[*at].version.expirable),
        _ => side.kubernetes.get(version).copied(),
    }
}

/// How a version is classified at first, and what that changes to.
type Life<'t> = (Current<'t>, Vec<(Time, Current<'t>)>);

fn life<'t>(of: &ExpirableVersion<'t>) -> Life<'t> {
    (of.classification_at(Time::MIN), of.transitions())
}

fn told<'a>(side: &Side<'a>, now: Time) -> BTreeMap<Key<'a>, Told<'a>> {
    let mut all: BTreeMap<Key<'a>, Told<'a>> = BTreeMap::new();
    for stuck in side.maintenance.stuck(now, Time::MAX) {
        let (key, pools) = match stuck.on {
            StuckOn::Kubernetes(at) => {
                let Some(version) = side.usable.profile.kubernetes_versions.get(at) else {
                    continue;
                };
                (
                    (
                        List::KubernetesVersion,
                        "",
                        *version.version,
                        stuck.fault,
                        false,
                    ),
                    Pools {
                        kubernetes: BTreeSet::new(),
                        machines: BTreeSet::new(),
                    },
                )
            }
            StuckOn::Image {
                version,
                machines,
                kubernetes,
                in_place,
            } => {
                let version = &side.matcher.versions()[version];
                let machines = machines
                    .into_iter()
                    .map(|at| *side.matcher.machines()[at].machine_type.name)
                    .collect();
                let pools = Pools {
                    kubernetes: kubernetes.into_iter().collect(),
                    machines,
                };
                (
                    (
                        List::ImageVersion,
                        *version.image.name,
                        *version.version.version(),
                        stuck.fault,
                        in_place,
                    ),
                    pools,
                )
            }
        };
        all.entry(key)
            .or_insert_with(|| Told {
                date: stuck.date,
                pools: Vec::new(),
            })
            .pools
            .push(pools);
    }
    all
}
