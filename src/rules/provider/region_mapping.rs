//! The region mappings of a version, in both formats, with where each stands. Paths are rendered
//! only for a finding.

use std::fmt;

use crate::provider::config::{RegionMapping, Version};

/// Where a region mapping stands below its version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The flavor, by position; none in the legacy format.
    pub(super) flavor: Option<usize>,
    /// The position in the list.
    pub(super) index: usize,
}

/// `regions[0]`, `capabilityFlavors[1].regions[0]`
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(flavor) = self.flavor {
            write!(f, "capabilityFlavors[{flavor}].")?;
        }
        write!(f, "regions[{}]", self.index)
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
