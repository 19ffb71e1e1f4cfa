//! The profiles of Shoots that change themselves, on both sides, and what of a change nobody here
//! looks at.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::impact::{self, Impact, OfShoot, Side};
use crate::landscape::Item;
use crate::model::object::ObjectKind;
use crate::model::time::Time;
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

/// The fields of a Shoot that differ and are not judged.
pub(super) fn not_judged(old: &Item<'_>, new: &Item<'_>) -> Vec<String> {
    let mut found = Vec::new();
    if new.object.kind == ObjectKind::Shoot {
        let json = |item: &Item<'_>| item.document.tree.to_json(item.object.node);
        let (old, new) = (json(old), json(new));
        let mut path = Vec::new();
        differing(old.get("spec"), new.get("spec"), &mut path, &mut found);
    }
    found
}

fn differing<'j>(
    old: Option<&'j Json>,
    new: Option<&'j Json>,
    path: &mut Vec<&'j str>,
    found: &mut Vec<String>,
) {
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
