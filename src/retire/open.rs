//! Who else may use the entry: objects of which no file tells, and Shoots whose NamespacedCloudProfile
//! is not among the files.

use std::collections::BTreeSet;

use crate::landscape::{Item, Landscape};
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::resolution::references::{Profiles, shoots_near};
use crate::source::Sources;
use crate::uses::hidden::{self, Asked};
use crate::uses::strays::may_be_parent;
use crate::uses::{Key, Uses, What};

/// The first value of each object that decides and that no file tells, in the order of the texts.
pub(super) fn untold<'a>(
    landscape: &'a Landscape<'a>,
    profile: &'a Item<'a>,
    entry: Key<'_>,
    sources: &Sources,
) -> Vec<(&'a Item<'a>, FieldPath)> {
    let (items, asked) = (&landscape.items, Asked::of(entry.what));
    let index = Profiles::new(items.iter(), sources);
    let profile_of = |item: &Item<'a>| items.get(index.referred_by(item)?);
    let of = |item| Some((item, hidden::of_user(item, profile, &asked, profile_of)?));
    items.iter().filter_map(of).collect()
}

/// The Shoots of missing NamespacedCloudProfiles that may be those of the profile, and list versions
/// of it. What these say of machine types is their own: there, only Shoots count that name it.
pub(super) fn strays<'a>(
    uses: &Uses<'a>,
    (profile, items): (&Item<'a>, &[&'a Item<'a>]),
    entry: Key<'_>,
    sources: &Sources,
) -> Vec<&'a Item<'a>> {
    let kind = ObjectKind::NamespacedCloudProfile.as_str();
    let address = |item: &Item<'a>| std::ptr::from_ref(item).addr();
    let dangling = uses.dangling.iter().filter(|of| of.kind == kind);
    let dangling: BTreeSet<usize> = dangling.map(|of| address(of.item)).collect();
    if dangling.is_empty() {
        return Vec::new();
    }
    let names_it = |item: &Item<'_>| {
        let shoot = item.shoot();
        let mut workers = shoot.iter().flat_map(|shoot| shoot.workers.iter());
        workers.any(|worker| *worker.machine_type == entry.name)
    };
    shoots_near(profile, items, sources)
        .filter(|shoot| dangling.contains(&address(shoot)) && may_be_parent(profile, shoot))
        .filter(|shoot| entry.what != What::MachineType || names_it(shoot))
        .collect()
}
