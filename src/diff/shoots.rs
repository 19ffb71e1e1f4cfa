//! The profiles of Shoots that change themselves, on both sides, and what of a change nobody here
//! looks at.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::impact::{self, Impact, OfShoot, Side};
use crate::landscape::Item;
use crate::model::object::ObjectKind;
use crate::model::time::Time;
use crate::provider;
use crate::resolution::referred::{Matchers, Referred};

/// The profiles of one side.
pub(super) struct OneSide<'m> {
    referred: &'m Referred<'m>,
    sides: BTreeMap<usize, Side<'m>>,
}

impl<'m> OneSide<'m> {
    pub fn new(referred: &'m Referred<'m>, matchers: &'m Matchers<'m, 'm>, now: Time) -> Self {
        let sides = matchers
            .iter()
            .map(|(at, (usable, matcher))| (*at, Side::new(usable, matcher, now)))
            .collect();
        Self { referred, sides }
    }

    fn of(&self, item: &'m Item<'m>) -> OfShoot<'_, 'm> {
        OfShoot {
            item,
            profile: self
                .referred
                .of(item)
                .and_then(|(at, _)| self.sides.get(&at)),
        }
    }
}

/// The effects of a change of a Shoot.
pub(super) fn compare<'m>(
    old: &OneSide<'m>,
    new: &OneSide<'m>,
    items: (&'m Item<'m>, &'m Item<'m>),
    now: Time,
) -> Vec<Impact<'m>> {
    impact::compare_shoots(old.of(items.0), new.of(items.1), now)
}

/// What of the `spec` of a Shoot is judged, or told; the rest is only decoded.
const JUDGED: &[&[&str]] = &[
    &["cloudProfile"],
    &["cloudProfileName"],
    &["region"],
    &["kubernetes", "version"],
    &["kubernetes", "kubelet", "kubeReserved"],
    &["accessRestrictions"],
    &["controlPlane", "zones"],
    &["maintenance", "autoUpdate"],
    &["provider", "type"],
    &["provider", "workers"],
    &["provider", "workersSettings"],
];

/// What of a worker pool is not judged.
const OF_POOL_NOT_JUDGED: &[&[&str]] = &[
    &["providerConfig"],
    &["controlPlane"],
    &["machine", "image", "providerConfig"],
    &["kubernetes", "kubelet"],
];
/// Some extensions judge it by the profile.
const WORKER_CONFIG: &str = "spec.provider.workers[].providerConfig";
/// What of the kubelet of a worker pool is judged.
const RESERVED: &str = "kubeReserved";

/// The fields of a Shoot that differ and are not judged.
pub(super) fn not_judged(old: &Item<'_>, new: &Item<'_>) -> Vec<String> {
    let mut found = Vec::new();
    if new.object.kind == ObjectKind::Shoot {
        let json = |item: &Item<'_>| item.document.tree.to_json(item.object.node);
        let (old, new) = (json(old), json(new));
        let mut path = Vec::new();
        differing(old.get("spec"), new.get("spec"), &mut path, &mut found);
        let provider = new.pointer("/spec/provider/type").and_then(Json::as_str);
        if provider
            .and_then(provider::find)
            .is_some_and(|of| of.shoots.is_some())
        {
            found.retain(|field| field != WORKER_CONFIG);
        }
    }
    found
}

fn differing<'j>(
    old: Option<&'j Json>,
    new: Option<&'j Json>,
    path: &mut Vec<&'j str>,
    found: &mut Vec<String>,
) {
    if path == &["provider", "workers"] {
        of_pools(old, new, found);
        return;
    }
    let is_judged = JUDGED.contains(&path.as_slice());
    if old == new || is_judged {
        return;
    }
    if !JUDGED.iter().any(|judged| judged.starts_with(path)) {
        found.push(format!("spec.{}", path.join(".")));
        return;
    }
    let fields = |side: Option<&'j Json>| side.and_then(Json::as_object).into_iter().flatten();
    let names: BTreeSet<&'j str> = fields(old)
        .chain(fields(new))
        .map(|(name, _)| name.as_str())
        .collect();
    for name in names {
        let of = |side: Option<&'j Json>| side.and_then(|side| side.get(name));
        path.push(name);
        differing(of(old), of(new), path, found);
        path.pop();
    }
}

/// The same of worker pools, which have names.
fn of_pools(old: Option<&Json>, new: Option<&Json>, found: &mut Vec<String>) {
    for pool in pools(new) {
        let before = pools(old)
            .iter()
            .find(|before| before.get("name") == pool.get("name"));
        for path in OF_POOL_NOT_JUDGED {
            let of = |pool: &Json| {
                let mut value = path
                    .iter()
                    .try_fold(pool, |value, name| value.get(name))?
                    .clone();
                if let (["kubernetes", ..], Some(fields)) = (path, value.as_object_mut()) {
                    fields.remove(RESERVED);
                }
                let says = value.as_object().is_none_or(|of| !of.is_empty());
                says.then_some(value)
            };
            let field = format!("spec.provider.workers[].{}", path.join("."));
            if before.and_then(of) != of(pool) && !found.contains(&field) {
                found.push(field);
            }
        }
    }
}

fn pools(side: Option<&Json>) -> &[Json] {
    side.and_then(Json::as_array).map_or(&[], Vec::as_slice)
}
