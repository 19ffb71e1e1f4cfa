//! The flavors that a look-up may choose among, made from the entries of `providerConfig` in
//! either format.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::capability::Rows;
use crate::model::cloudprofile::Capabilities;
use crate::provider::config::{Reference, RegionMapping, Version};
use crate::source::Span;
use crate::yaml::is_same;

/// A flavor that may be chosen.
#[derive(Clone, Debug)]
pub struct Candidate<'a, 't> {
    pub capabilities: Cow<'a, Capabilities<'t>>,
    /// The artifact of all regions.
    pub references: &'a [Reference<'t>],
    /// The artifact of the region; it counts before the others.
    pub region: Option<&'a RegionMapping<'t>>,
    /// `skipMarketplaceAgreement` of azure.
    pub skip_marketplace_agreement: Option<bool>,
    /// The position in `capabilityFlavors`; none in the legacy format.
    pub flavor: Option<usize>,
    pub at: Span,
}

impl<'a, 't> Candidate<'a, 't> {
    /// The number of its row.
    pub fn number(&self, rows: &mut Rows<'_, 'a, 't>) -> usize {
        match &self.capabilities {
            Cow::Borrowed(map) => rows.number(map),
            Cow::Owned(map) => rows.add(map),
        }
    }
}

/// The flavors of an entry in the new format, each with the artifact of the region; `without`: also
/// those that have none there.
pub fn flavors<'a, 't>(
    entry: &'a Version<'t>,
    region: Option<&str>,
    without: bool,
    out: &mut Vec<Candidate<'a, 't>>,
) {
    for (index, flavor) in entry.flavors.iter().enumerate() {
        let mapping = region.and_then(|region| last(&flavor.regions, region));
        if region.is_none() || mapping.is_some() || without && flavor.has_reference() {
            out.push(Candidate {
                capabilities: Cow::Borrowed(&flavor.capabilities.value),
                references: &flavor.references,
                region: mapping,
                skip_marketplace_agreement: flavor.skip_marketplace_agreement.value,
                flavor: Some(index),
                at: flavor.at,
            });
        }
    }
}

/// An entry in the legacy format as one flavor.
#[must_use]
pub fn legacy_format<'a, 't>(
    entry: &'a Version<'t>,
    capabilities: Capabilities<'t>,
    region: Option<&'a RegionMapping<'t>>,
) -> Candidate<'a, 't> {
    Candidate {
        capabilities: Cow::Owned(capabilities),
        references: &entry.references,
        region,
        skip_marketplace_agreement: entry.skip_marketplace_agreement.value,
        flavor: None,
        at: region.map_or(entry.at, |region| region.at),
    }
}

/// The mappings of a region in the legacy format, one for each architecture: the last.
#[must_use]
pub fn by_architecture<'a, 't>(
    entry: &'a Version<'t>,
    region: &str,
) -> BTreeMap<&'t str, &'a RegionMapping<'t>> {
    entry
        .regions
        .iter()
        .filter(|mapping| *mapping.name == region)
        .map(|mapping| (mapping.architecture(), mapping))
        .collect()
}

/// The last mapping of a region.
fn last<'a, 't>(regions: &'a [RegionMapping<'t>], region: &str) -> Option<&'a RegionMapping<'t>> {
    regions
        .iter()
        .rev()
        .find(|mapping| is_same(*mapping.name, region))
}
