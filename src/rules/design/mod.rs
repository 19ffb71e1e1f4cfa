//! Rules of the group `design`: a module and a line in the list for each.

mod boolean_values;
mod capability_in_version_suffix;
mod heavy_flavors;
mod image_names_in_other_case;
mod redundant_all_values;
mod single_value_capability;
mod type_available_nowhere;
mod unknown_unavailable_type;
mod version_of_many_parts;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &boolean_values::RULE,
    &single_value_capability::RULE,
    &unknown_unavailable_type::RULE,
    &type_available_nowhere::RULE,
    &image_names_in_other_case::RULE,
    &capability_in_version_suffix::RULE,
    &version_of_many_parts::RULE,
    &redundant_all_values::RULE,
    &heavy_flavors::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(Role::Unused, &[&redundant_all_values::RULE])];
