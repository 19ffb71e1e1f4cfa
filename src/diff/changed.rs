//! An object of a change, with its effects.

use crate::impact::{Impact, Kind, List, PoolUse, Refusal};
use crate::landscape::Item;
use crate::model::object::ObjectKind;
use crate::resolution::usable::Usable;

/// The state of an object after the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Only the new side has it.
    Added,
    /// Only the old side has it.
    Removed,
    /// Both have it, and it says something else.
    Changed,
    /// Only the new side has it, and it is compared with the only object of its kind on the old
    /// side, which has another name.
    Renamed,
    /// It says the same; what changes is its parent.
    Same,
}

/// An object of a change, with its effects.
#[derive(Debug)]
pub struct ChangedObject<'a> {
    /// The object: the new one, or the old one where it is gone.
    pub item: &'a Item<'a>,
    /// Whether the object is new, gone, changed or the same.
    pub state: State,
    /// Both revisions as Shoots get them, where it is a profile that both sides have.
    pub profiles: Option<[&'a Usable<'a>; 2]>,
    /// Another object among the files has its kind and name, so that only its file tells it.
    pub has_namesake: bool,
    /// The object of another name that it was compared with.
    pub other: Option<&'a Item<'a>>,
    /// The users that refer to it although it is removed, or to the object that it was compared
    /// with.
    pub lost: Lost<'a>,
    /// Some of its image versions lack flavors that they must have where it is created.
    pub lacks_flavors: bool,
    /// The fields of a Shoot that change, and that cpcap does not judge.
    pub not_judged: Vec<String>,
    /// The effects of the change on those who use the object.
    pub impacts: Vec<Impact<'a>>,
}

/// The users that refer by name to a profile that is gone.
#[derive(Clone, Debug, Default)]
pub struct Lost<'a> {
    /// Shoots: as long as there are some, its finalizer keeps it.
    pub shoots: Vec<&'a Item<'a>>,
    /// NamespacedCloudProfiles, which lose their parent.
    pub children: Vec<&'a Item<'a>>,
}

impl<'a> Lost<'a> {
    /// Whether nobody refers to the profile.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shoots.is_empty() && self.children.is_empty()
    }

    /// The Shoots, then the NamespacedCloudProfiles.
    pub fn all(&self) -> impl Iterator<Item = &'a Item<'a>> {
        self.shoots.iter().chain(&self.children).copied()
    }
}

impl ChangedObject<'_> {
    /// The worker pools, and Shoots as a whole, whose every later update the server or a webhook
    /// refuses, and those among them that name a machine type that goes while it compares
    /// capabilities: there it fails.
    pub fn broken(&self) -> impl Iterator<Item = (&PoolUse<'_>, bool)> {
        let breaks = |impact: &&Impact<'_>| match impact.refusal() {
            Some(Refusal::EveryUpdate) => true,
            // A pool that maintenance moves has its artifact until then.
            Some(Refusal::Webhook) => impact.kind() == Kind::NoArtifact,
            Some(Refusal::NewPools | Refusal::Change) | None => false,
        };
        self.impacts.iter().filter(breaks).flat_map(|impact| {
            let fails = impact.fails_updates();
            impact.pools.iter().map(move |pool| (pool, fails))
        })
    }

    /// Whether the server's answer, or what follows, may depend on who uses the profile.
    pub(super) fn may_concern_users(&self) -> bool {
        let concerns = |impact: &Impact<'_>| match impact.kind() {
            Kind::Impossible
            | Kind::NoArtifact
            | Kind::Incompatible
            | Kind::Removed
            | Kind::Changed
            | Kind::Format
            | Kind::Vocabulary => true,
            // A NamespacedCloudProfile may define an image of this name.
            Kind::Added => impact.list() == Some(List::MachineImage),
            _ => false,
        };
        self.item.object.kind != ObjectKind::Shoot
            && (self.state == State::Removed || self.impacts.iter().any(concerns))
    }

    /// Whether it is removed although a Shoot or NamespacedCloudProfile refers to it.
    #[must_use]
    pub fn is_removed_in_use(&self) -> bool {
        self.state == State::Removed && !self.lost.is_empty()
    }
}
