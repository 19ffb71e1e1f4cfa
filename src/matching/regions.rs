//! The zones that have a machine type.

use crate::model::cloudprofile::{CloudProfile, Region};
use crate::model::cursor::Spanned;

/// The regions where no zone has a machine type. A region without zones does not count.
pub fn without<'p, 't>(
    profile: &'p CloudProfile<'t>,
    machine_type: &'p str,
) -> impl Iterator<Item = &'p Region<'t>> {
    profile.regions.iter().filter(move |region| {
        let lacks = |list: &[Spanned<&str>]| list.iter().any(|name| name.value == machine_type);
        !region.zones.is_empty()
            && region
                .zones
                .iter()
                .all(|zone| lacks(&zone.unavailable_machine_types))
    })
}
