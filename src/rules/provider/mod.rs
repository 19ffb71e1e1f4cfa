//! Rules of the group `provider`: a module and a line in the list for each.

pub mod view;

mod ambiguous_artifacts;
mod flavor_without_architecture;
mod ignored_architecture;
mod no_artifact;
mod overwritten_flavors;
mod repeated_entry;
mod unknown_region;
mod unused_entry;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &overwritten_flavors::RULE,
    &no_artifact::RULE,
    &ambiguous_artifacts::RULE,
    &flavor_without_architecture::RULE,
    &unknown_region::RULE,
    &unused_entry::RULE,
    &repeated_entry::RULE,
    &ignored_architecture::RULE,
];

/// How many look-ups a rule may take: far more than people write.
const COMPARISONS: usize = 5_000_000;

/// The path of an image of the provider part.
fn image_path(image: usize) -> String {
    format!("spec.providerConfig.machineImages[{image}]")
}

/// The path of a version of the provider part.
fn entry_path(image: usize, version: usize) -> String {
    format!("{}.versions[{version}]", image_path(image))
}
