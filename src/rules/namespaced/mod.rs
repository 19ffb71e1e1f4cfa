//! Rules of the group `namespaced`: a module and a line in the list for each, and what the server's
//! admission finds.

pub mod admission;
pub mod kubernetes;
pub mod overrides;
mod same;
pub mod view;

mod ambiguous_parent;
mod changed_override;
mod changed_parent;
mod changed_update_strategy;
mod classified_kubernetes_version;
mod dropped_on_create;
mod expired_override;
mod image_name_in_other_case;
mod in_use;
mod lost_capabilities;
mod missing_architectures;
mod missing_cri;
mod missing_expiration_date;
mod missing_parent_name;
mod missing_update_strategy;
mod overridden_field;
mod override_without_effect;
mod required_verbs;
mod respelt_version;
mod shadowed_entry;
mod torn_ca_bundle;
mod unknown_kubernetes_version;
mod unknown_parent;
mod unsupported_parent_kind;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unsupported_parent_kind::RULE,
    &missing_parent_name::RULE,
    &classified_kubernetes_version::RULE,
    &changed_parent::RULE,
    &unknown_parent::RULE,
    &ambiguous_parent::RULE,
    &unknown_kubernetes_version::RULE,
    &missing_expiration_date::RULE,
    &expired_override::RULE,
    &changed_update_strategy::RULE,
    &changed_override::RULE,
    &overridden_field::RULE,
    &missing_cri::RULE,
    &missing_architectures::RULE,
    &missing_update_strategy::RULE,
    &shadowed_entry::RULE,
    &override_without_effect::RULE,
    &respelt_version::RULE,
    &lost_capabilities::RULE,
    &image_name_in_other_case::RULE,
    &torn_ca_bundle::RULE,
    &dropped_on_create::RULE,
    &required_verbs::RULE,
    &in_use::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[
    (
        Role::Update,
        &[
            &changed_parent::RULE,
            &changed_update_strategy::RULE,
            &changed_override::RULE,
        ],
    ),
    (Role::Unchecked, &[&unknown_parent::RULE]),
    (Role::Dropped, &[&dropped_on_create::RULE]),
    (Role::Shadow, &[&shadowed_entry::RULE]),
    (Role::Unused, &[&override_without_effect::RULE]),
];
