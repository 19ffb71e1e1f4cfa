//! Rules of the group `provider`: a module and a line in the list for each.

mod already_in_parent;
mod ambiguous_artifacts;
mod both_formats;
mod changed_setting;
mod compared;
mod conflicting_settings;
pub(super) mod disallowed_in_shoot;
mod excess_flavor;
mod flavor_without_architecture;
mod flavors_without_vocabulary;
mod ignored_architecture;
mod incomplete_entry;
mod lost_in_merge;
mod malformed_pattern;
mod malformed_setting;
mod missing_artifact;
mod missing_config;
mod missing_region;
mod names;
mod networking_never_accelerated;
pub mod no_artifact;
mod no_bastion_artifact;
mod not_in_child;
mod not_in_profile;
mod not_one_architecture;
mod offered;
mod only_in_parent;
mod overwritten_flavors;
pub mod refusals;
mod region_mapping;
mod region_setting;
mod region_without_setting;
mod repeated_entry;
mod repeated_setting;
mod shared_artifact;
mod unchecked_in_child;
mod unknown_architecture;
mod unknown_region;
mod unknown_type;
mod unlisted;
mod unmapped_flavor;
mod unmapped_image;
mod unmapped_version;
mod unregistered_capability;
mod unserved;
pub(super) mod unsupported_pool_setting;
mod unusable_zone;
mod unused_entry;
mod unused_setting;
pub(super) mod unwrapped_flavor;
pub mod view;
mod wrong_kind;

use crate::model::path::FieldPath;
use crate::rules::{Role, Rule};

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[
    (Role::Update, &[&changed_setting::RULE]),
    (Role::Unused, &[&unused_entry::RULE, &unused_setting::RULE]),
];

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unknown_type::RULE,
    &missing_config::RULE,
    &wrong_kind::RULE,
    &incomplete_entry::RULE,
    &missing_artifact::RULE,
    &both_formats::RULE,
    &flavors_without_vocabulary::RULE,
    &unwrapped_flavor::RULE,
    &unknown_architecture::RULE,
    &unregistered_capability::RULE,
    &not_one_architecture::RULE,
    &unmapped_image::RULE,
    &unmapped_version::RULE,
    &unmapped_flavor::RULE,
    &missing_region::RULE,
    &excess_flavor::RULE,
    &already_in_parent::RULE,
    &not_in_child::RULE,
    &only_in_parent::RULE,
    &not_in_profile::RULE,
    &unusable_zone::RULE,
    &malformed_setting::RULE,
    &repeated_setting::RULE,
    &conflicting_settings::RULE,
    &changed_setting::RULE,
    &overwritten_flavors::RULE,
    &no_artifact::RULE,
    &no_bastion_artifact::RULE,
    &ambiguous_artifacts::RULE,
    &shared_artifact::RULE,
    &flavor_without_architecture::RULE,
    &unknown_region::RULE,
    &region_without_setting::RULE,
    &malformed_pattern::RULE,
    &unused_entry::RULE,
    &unused_setting::RULE,
    &repeated_entry::RULE,
    &lost_in_merge::RULE,
    &unchecked_in_child::RULE,
    &ignored_architecture::RULE,
    &networking_never_accelerated::RULE,
    &disallowed_in_shoot::RULE,
    &unsupported_pool_setting::RULE,
];

/// How many look-ups a rule may take: far more than people write.
const COMPARISONS: usize = 30_000_000;

/// The path of an image of `providerConfig`.
fn image_path(image: usize) -> FieldPath {
    FieldPath::from("spec.providerConfig.machineImages").index(image)
}

/// The path of a version of `providerConfig`.
fn entry_path(image: usize, version: usize) -> FieldPath {
    image_path(image).field("versions").index(version)
}
