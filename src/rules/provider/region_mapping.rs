//! The region mappings of a version, in both formats, with where each stands. Paths are rendered
//! only for a finding.

use crate::model::path::FieldPath;
use crate::provider::config::{RegionMapping, Version};

/// The place of a region mapping below its version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The flavor, by position; none in the legacy format.
    pub(super) flavor: Option<usize>,
    /// The position in the list.
    pub(super) index: usize,
}

impl Place {
    /// The path of the mapping in a version of that path.
    pub(super) fn below(self, version: FieldPath) -> FieldPath {
        let of = match self.flavor {
            Some(flavor) => version.field("capabilityFlavors").index(flavor),
            None => version,
        };
        of.field("regions").index(self.index)
    }
}

/// All region mappings of a version.
pub(super) fn all<'v, 't>(
    version: &'v Version<'t>,
) -> impl Iterator<Item = (Place, &'v RegionMapping<'t>)> {
    version.region_lists().flat_map(|(flavor, list)| {
        list.iter()
            .enumerate()
            .map(move |(index, mapping)| (Place { flavor, index }, mapping))
    })
}
