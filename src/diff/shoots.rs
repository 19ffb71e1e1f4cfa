//! The profiles of Shoots that change themselves, on both sides.

use std::collections::BTreeMap;

use crate::impact::{self, Impact, OfShoot, Side};
use crate::landscape::Item;
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
