//! Rules of the group `shoot`: a module and a line in the list for each, and their common words for
//! versions.

mod images;
mod maintained;
pub(super) mod versions;
pub mod view;

mod ambiguous_profile;
pub(super) mod bad_node_count;
pub(super) mod bad_profile_reference;
pub(super) mod bad_rollout_budget;
mod contradicting_profile_name;
mod deprecated_default_image;
pub(super) mod disabled_in_place_updates;
pub(super) mod duplicate_name;
mod failing_maintenance;
mod filtered_version_in_use;
pub(super) mod forbidden_profile_move;
pub(super) mod immutable_field;
pub(super) mod inactive_kubernetes_version;
pub(super) mod incompatible_machine_image;
mod inferred_architecture;
pub(super) mod internal_provider_config;
pub(super) mod kubernetes_skew;
pub(super) mod kubernetes_version_step;
pub(super) mod lowered_image_version;
mod maintained_onto_deprecated;
pub(super) mod malformed_ca_bundle;
pub(super) mod malformed_label;
pub(super) mod malformed_name;
pub(super) mod malformed_sysctl;
pub(super) mod malformed_volume;
pub(super) mod missing_profile;
pub(super) mod missing_value;
pub(super) mod no_artifact;
pub(super) mod no_default_image;
pub(super) mod no_room_for_system_components;
pub(super) mod node_limit_exceeded;
pub(super) mod other_provider_type;
pub(super) mod pinned_control_plane_zones;
pub(super) mod repeated_zone;
mod replaced_version;
pub(super) mod retired_profile_name;
pub(super) mod setting_out_of_range;
pub(super) mod too_much_reserved;
pub(super) mod unfit_image_version;
pub(super) mod unfit_machine_type;
pub(super) mod unfit_volume_type;
pub(super) mod unknown_access_restriction;
pub(super) mod unknown_image_version;
pub(super) mod unknown_kubernetes_version;
pub(super) mod unknown_machine_type;
mod unknown_profile;
pub(super) mod unknown_region;
pub(super) mod unknown_volume_type;
pub(super) mod unknown_zone;
pub(super) mod unmet_kubelet_constraint;
pub(super) mod unresolvable_kubernetes_version;
pub(super) mod unsupported_cri;
pub(super) mod unsupported_value;
pub(super) mod volume_too_small;
pub(super) mod workerless_setting;
pub(super) mod workers_come_or_go;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unknown_profile::RULE,
    &ambiguous_profile::RULE,
    &bad_profile_reference::RULE,
    &missing_profile::RULE,
    &contradicting_profile_name::RULE,
    &retired_profile_name::RULE,
    &unresolvable_kubernetes_version::RULE,
    &no_default_image::RULE,
    &missing_value::RULE,
    &malformed_name::RULE,
    &duplicate_name::RULE,
    &workerless_setting::RULE,
    &unsupported_value::RULE,
    &disabled_in_place_updates::RULE,
    &bad_node_count::RULE,
    &bad_rollout_budget::RULE,
    &malformed_label::RULE,
    &kubernetes_skew::RULE,
    &malformed_volume::RULE,
    &setting_out_of_range::RULE,
    &malformed_ca_bundle::RULE,
    &malformed_sysctl::RULE,
    &no_room_for_system_components::RULE,
    &immutable_field::RULE,
    &workers_come_or_go::RULE,
    &kubernetes_version_step::RULE,
    &lowered_image_version::RULE,
    &forbidden_profile_move::RULE,
    &unknown_kubernetes_version::RULE,
    &inactive_kubernetes_version::RULE,
    &unknown_region::RULE,
    &unknown_access_restriction::RULE,
    &pinned_control_plane_zones::RULE,
    &other_provider_type::RULE,
    &internal_provider_config::RULE,
    &node_limit_exceeded::RULE,
    &unknown_machine_type::RULE,
    &unfit_machine_type::RULE,
    &unknown_image_version::RULE,
    &unfit_image_version::RULE,
    &incompatible_machine_image::RULE,
    &unsupported_cri::RULE,
    &unmet_kubelet_constraint::RULE,
    &unknown_volume_type::RULE,
    &unfit_volume_type::RULE,
    &volume_too_small::RULE,
    &too_much_reserved::RULE,
    &unknown_zone::RULE,
    &repeated_zone::RULE,
    &no_artifact::RULE,
    &inferred_architecture::RULE,
    &deprecated_default_image::RULE,
    &replaced_version::RULE,
    &failing_maintenance::RULE,
    &filtered_version_in_use::RULE,
    &maintained_onto_deprecated::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[
    (
        Role::Update,
        &[
            &immutable_field::RULE,
            &workers_come_or_go::RULE,
            &kubernetes_version_step::RULE,
            &lowered_image_version::RULE,
            &forbidden_profile_move::RULE,
        ],
    ),
    (Role::Unchecked, &[&unknown_profile::RULE]),
];
