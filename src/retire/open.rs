//! Who else may use the entry: objects of which no file tells, and Shoots whose NamespacedCloudProfile
//! is not among the files.

use crate::landscape::Item;
use crate::model::path::FieldPath;
use crate::resolution::references::Profiles;
use crate::source::Sources;
use crate::uses::hidden::{self, Asked};
use crate::uses::strays::near;
use crate::uses::{Key, What};

/// Who may use the entry of a profile, among all objects.
#[derive(Clone, Copy)]
pub(super) struct Among<'i, 'a> {
    pub profile: &'a Item<'a>,
    pub entry: Key<'i>,
    pub items: &'i [&'a Item<'a>],
    pub index: &'i Profiles<'a>,
}

impl<'a> Among<'_, 'a> {
    /// The first value of each object that decides and that no file tells, in the order of the texts.
    pub fn untold(self) -> Vec<(&'a Item<'a>, FieldPath)> {
        let asked = Asked::of(self.entry.what);
        let profile_of = |item: &Item<'a>| self.items.get(self.index.referred_by(item)?).copied();
        let value = |item| hidden::of_user(item, self.profile, &asked, profile_of);
        let all = self.items.iter().copied();
        all.filter_map(|item| Some((item, value(item)?))).collect()
    }

    /// The Shoots of missing NamespacedCloudProfiles that may be those of the profile, and list
    /// versions of it. What these say of machine types is their own: there, only Shoots count that
    /// name it.
    pub fn strays(self, sources: &Sources) -> Vec<&'a Item<'a>> {
        let names_it = |item: &Item<'_>| {
            let shoot = item.shoot();
            let mut workers = shoot.iter().flat_map(|shoot| shoot.workers.iter());
            workers.any(|worker| *worker.machine_type == self.entry.name)
        };
        let mut all = near(self.profile, self.items, self.index, sources);
        all.retain(|shoot| self.entry.what != What::MachineType || names_it(shoot));
        all
    }
}
