//! The users of a profile: Shoots and their worker pools.

use crate::impact::Side;
use crate::landscape::Item;
use crate::model::shoot::Shoot;
use crate::shoot::{Known, Stored, stored};
use crate::source::Place;

/// A worker pool of a Shoot; without a name, the Shoot as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse<'a> {
    pub namespace: &'a str,
    pub shoot: &'a str,
    pub pool: &'a str,
    /// The region of the Shoot; empty where that does not matter.
    pub region: &'a str,
    /// Where the name of the Shoot stands: two landscapes may have Shoots of one name.
    pub at: Place,
}

impl<'a> PoolUse<'a> {
    /// A Shoot as a whole.
    #[must_use]
    pub fn whole(shoot: &'a Item<'a>) -> Self {
        let region = Shoot::region_of(shoot.cursor());
        let meta = &shoot.object.meta;
        Self {
            namespace: *meta.namespace,
            shoot: *meta.name,
            pool: "",
            region,
            at: shoot.name_at(),
        }
    }
}

/// A Shoot that refers to a profile on both sides.
#[derive(Clone, Copy, Debug)]
pub struct User<'a> {
    /// The Shoot on the old side.
    pub old: &'a Item<'a>,
    /// The Shoot on the new side.
    pub new: &'a Item<'a>,
    /// Whether the Shoot changes itself. Then only pools of both sides are reported here, and the
    /// rest with the Shoot.
    pub changed: bool,
}

impl<'a> User<'a> {
    /// The Shoot on both sides, as the server would store it; on the new one only where it changes.
    pub(super) fn stored(
        &self,
        old: &Side<'a>,
        new: &Side<'a>,
    ) -> Option<(Stored<'a>, Option<Stored<'a>>)> {
        let of = |item: &'a Item<'a>, side: &Side<'a>| {
            Some(stored(&item.shoot()?, Known::Offer(&side.offer)))
        };
        let before = of(self.old, old)?;
        Some((
            before,
            if self.changed {
                of(self.new, new)
            } else {
                None
            },
        ))
    }
}
