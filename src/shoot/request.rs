//! A question to the server about a Shoot: its profile, the stored object, and the gates.

use std::collections::BTreeMap;

use crate::config::Gates;
use crate::model::shoot::{Shoot, Worker};
use crate::shoot::offer::Offer;

/// The profile that a Shoot refers to, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Known<'o, 'a> {
    /// The Shoot refers to nothing, or to what cannot exist.
    Nothing,
    /// The profile is not among the files, or cannot be used.
    Absent {
        /// The CloudProfile of its family, where that is known although it is not a CloudProfile.
        family: Option<&'a str>,
    },
    Offer(&'o Offer<'a>),
}

/// The context of a request beside the Shoot.
#[derive(Clone, Copy, Debug)]
pub struct Request<'o, 'a> {
    /// The profile of the new object.
    pub profile: Known<'o, 'a>,
    /// The stored object as written, and its profile.
    pub old: Option<(&'o Shoot<'a>, Known<'o, 'a>)>,
    /// Whether the object is certainly new.
    pub create: bool,
    pub gates: Gates,
}

/// A stored object after its own defaulting, as on create and by its own profile.
#[derive(Debug)]
pub struct Stored<'a> {
    pub shoot: Shoot<'a>,
    /// Whether the mutator is known to have admitted it. If not, it is taken as far as it got.
    pub admitted: bool,
    by_name: BTreeMap<&'a str, usize>,
}

impl<'a> Stored<'a> {
    pub(super) fn new(shoot: Shoot<'a>, admitted: bool) -> Self {
        let mut by_name = BTreeMap::new();
        for (at, worker) in shoot.workers.iter().enumerate() {
            by_name.entry(*worker.name).or_insert(at);
        }
        Self {
            shoot,
            admitted,
            by_name,
        }
    }

    /// The pool of that name; the first of several, as on the server.
    #[must_use]
    pub fn worker(&self, name: &str) -> Option<&Worker<'a>> {
        self.by_name
            .get(name)
            .and_then(|at| self.shoot.workers.get(*at))
    }
}
