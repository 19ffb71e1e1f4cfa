//! Versions that expire without a way on for somebody, whether or not a Shoot runs them: which are new, and which no longer are.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::Choice;
use crate::impact::{Cause, Impact, Kind, List, Side};
use crate::maintenance::{Fault, StuckOn};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::time::Time;

/// The version (the image of a Kubernetes version is empty), why there is no way on, and whether only pools that are updated in place
/// have none.
type Key<'a> = (List, &'a str, &'a str, Fault, bool);

/// From when on, and for pools of which machine types.
struct Told<'a> {
    date: Option<Time>,
    machines: BTreeSet<&'a str>,
}

pub(super) fn compare<'a>(choice: Choice<'_, 'a>, found: &mut Vec<Impact<'a>>) {
    let (old, new) = (choice.old, choice.new);
    let (before, after) = (told(old, choice.now), told(new, choice.now));
    let keys: BTreeSet<&Key<'a>> = before.keys().chain(after.keys()).collect();
    let mut others: BTreeMap<(List, &'a str, Option<&'a str>), Vec<Cause>> = BTreeMap::new();
    for key in keys {
        let (list, image, version, fault, in_place) = *key;
        let (listed_before, listed) = (listed(old, list, image, version), listed(new, list, image, version));
        // One that is gone is told as that.
        let Some(listed) = listed else { continue };
        let (was, is) = (before.get(key), after.get(key));
        let new_version = listed_before.is_none();
        // A machine type that came or went says nothing of the version.
        let in_both = |name: &&'a str| new_version || (old.machines.contains_key(name) && new.machines.contains_key(name));
        let machines =
            |of: Option<&Told<'a>>| -> BTreeSet<&'a str> { of.iter().flat_map(|of| of.machines.iter().copied()).filter(in_both).collect() };
        let (types_before, types) = (machines(was), machines(is));
        let date = |of: Option<&Told<'a>>, types: &BTreeSet<&'a str>| {
            let concerns = list == List::KubernetesVersion || !types.is_empty();
            of.filter(|_| concerns).map(|of| of.date.map_or_else(|| "now".to_owned(), |date| date.to_string()))
        };
        let (date_before, date_after) = (date(was, &types_before), date(is, &types));
        if (&date_before, &types_before) == (&date_after, &types) {
            continue;
        }
        let concerned: Vec<&'a str> = if date_before == date_after && types.difference(&types_before).next().is_some() {
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
            // Of the others it is asked once for all: there can be many.
            let of = (list, image, concerned.first().copied());
            others
                .entry(of)
                .or_insert_with(|| match list {
                    List::ImageVersion => choice.of_maintenance(image, of.2, &[]),
                    _ => choice.of_kubernetes(&[]),
                })
                .clone()
        };
        let mut impact = Impact::new(Kind::Stuck, causes);
        impact.fault = Some(fault);
        impact.in_place = in_place;
        impact.machine_types = concerned;
        if list == List::ImageVersion {
            impact.images.push((image, version));
        }
        let name = if image.is_empty() { version.to_owned() } else { format!("{image} {version}") };
        impact.entry = Some((list, name));
        (impact.before, impact.after) = (date_before, date_after);
        (impact.old, impact.new) = (listed_before.and_then(|of| old.place(of.version.span)), new.place(listed.version.span));
        found.push(impact);
    }
}

/// The version on a side, where that has it.
fn listed<'a>(side: &Side<'a>, list: List, image: &'a str, version: &'a str) -> Option<&'a ExpirableVersion<'a>> {
    match list {
        List::ImageVersion => side.versions.get(&(image, version)).map(|at| &side.matcher.versions()[*at].version.expirable),
        _ => side.kubernetes.get(version).copied(),
    }
}

/// When a version changes its classification.
fn life(of: &ExpirableVersion<'_>) -> Vec<Time> {
    of.transitions().into_iter().map(|(date, _)| date).collect()
}

fn told<'a>(side: &Side<'a>, now: Time) -> BTreeMap<Key<'a>, Told<'a>> {
    let mut all: BTreeMap<Key<'a>, Told<'a>> = BTreeMap::new();
    for stuck in side.maintenance.stuck(now, Time::MAX) {
        let (key, machines) = match stuck.on {
            StuckOn::Kubernetes(at) => {
                let Some(version) = side.usable.profile.kubernetes_versions.get(at) else { continue };
                ((List::KubernetesVersion, "", *version.version, stuck.fault, false), Vec::new())
            }
            StuckOn::Image { version, machines, in_place, .. } => {
                let version = &side.matcher.versions()[version];
                ((List::ImageVersion, *version.image.name, *version.version.version(), stuck.fault, in_place), machines)
            }
        };
        let told = all.entry(key).or_insert_with(|| Told { date: stuck.date, machines: BTreeSet::new() });
        told.machines.extend(machines.into_iter().map(|at| *side.matcher.machines()[at].machine_type.name));
    }
    all
}
