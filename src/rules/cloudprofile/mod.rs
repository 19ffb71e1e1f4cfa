//! Rules of the group `cloudprofile`: a module and a line in the list for each, and what several of
//! them share.

pub(in crate::rules) mod bastion;
mod labels;
mod names;
pub(in crate::rules) mod repetition;

mod ambiguous_storage;
mod bad_container_runtime;
mod duplicate_cri;
mod duplicate_image;
mod duplicate_name;
mod duplicate_version;
mod empty_bastion;
mod equivalent_versions;
mod in_place_without_minimum;
mod in_use;
mod malformed_ca_bundle;
mod malformed_image_version;
mod malformed_in_place_minimum;
mod malformed_kubelet_constraint;
mod malformed_kubernetes_version;
mod malformed_name;
mod malformed_region_label;
mod malformed_seed_selector;
mod missing_architecture;
mod missing_image_versions;
mod missing_kubernetes_versions;
mod missing_machine_images;
mod missing_machine_types;
mod missing_name;
mod missing_regions;
mod missing_type;
mod negative_quantity;
mod non_positive_node_limit;
mod undetermined_latest_version;
mod unknown_bastion_image;
mod unknown_bastion_machine_type;
mod unknown_update_strategy;
mod unsupported_cri;
mod unusable_bastion_image;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &missing_type::RULE,
    &missing_kubernetes_versions::RULE,
    &malformed_kubernetes_version::RULE,
    &undetermined_latest_version::RULE,
    &duplicate_version::RULE,
    &missing_machine_images::RULE,
    &missing_image_versions::RULE,
    &duplicate_image::RULE,
    &missing_name::RULE,
    &malformed_name::RULE,
    &duplicate_name::RULE,
    &unknown_update_strategy::RULE,
    &malformed_image_version::RULE,
    &malformed_in_place_minimum::RULE,
    &malformed_kubelet_constraint::RULE,
    &duplicate_cri::RULE,
    &unsupported_cri::RULE,
    &bad_container_runtime::RULE,
    &missing_architecture::RULE,
    &missing_machine_types::RULE,
    &negative_quantity::RULE,
    &ambiguous_storage::RULE,
    &missing_regions::RULE,
    &malformed_region_label::RULE,
    &malformed_seed_selector::RULE,
    &non_positive_node_limit::RULE,
    &empty_bastion::RULE,
    &unknown_bastion_machine_type::RULE,
    &unknown_bastion_image::RULE,
    &unusable_bastion_image::RULE,
    &malformed_ca_bundle::RULE,
    &equivalent_versions::RULE,
    &in_place_without_minimum::RULE,
    &in_use::RULE,
];
