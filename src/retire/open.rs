//! The values by which an object may use the entry, and that cpcap could not read.

use crate::landscape::{Item, Landscape};
use crate::model::path::FieldPath;
use crate::resolution::references::Profiles;
use crate::source::Sources;
use crate::uses::Key;
use crate::uses::hidden::{self, Asked};

/// The first such value of each object, in the order of the texts.
pub(super) fn unread<'a>(
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
