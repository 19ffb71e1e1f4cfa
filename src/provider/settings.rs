//! The settings of a `providerConfig` beside images that rules ask about.

use crate::finding::Severity;
use crate::model::path::FieldPath;

#[derive(Debug)]
pub struct Settings {
    /// The lists with an entry for each region.
    pub of_regions: &'static [OfRegions],
    /// The path of a list of objects whose `name` may be a pattern, below `providerConfig`.
    pub patterns: Option<&'static [&'static str]>,
    /// The fields of the text that a path of the webhook stands for, where the webhook spells them
    /// in its own way; none where it does not.
    pub in_text: fn(&FieldPath) -> Vec<FieldPath>,
}

/// A list with an entry for each region.
#[derive(Debug)]
pub struct OfRegions {
    pub name: &'static str,
    /// A field that holds for all regions that the list leaves out.
    pub otherwise: Option<&'static str>,
    /// The consequence for Shoots in a region that the list leaves out.
    pub lack: &'static str,
    pub severity: Severity,
}

impl Settings {
    /// Nothing of this.
    pub const NONE: Self = Self {
        of_regions: &[],
        patterns: None,
        in_text: |_| Vec::new(),
    };
}
