//! Rules of the group `selection`: a module and a line in the list for each.

mod ambiguous_flavors;
mod bastion_fails;
mod dead_vocabulary;
mod default_image_fails;
mod documented_tie_break_differs;
mod duel;
mod indistinguishable_flavors;
mod kinds;
mod machine_type_without_image;
mod machine_type_without_supported_image;
mod named_values;
pub(super) mod names;
mod nearest;
mod preference_of_absent_value;
mod preference_only_value;
mod ties;
mod unavailable_bastion_machine_type;
mod unreachable_flavor;
mod unreached;
mod version_without_machine_type;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &ambiguous_flavors::RULE,
    &indistinguishable_flavors::RULE,
    &unreachable_flavor::RULE,
    &machine_type_without_image::RULE,
    &machine_type_without_supported_image::RULE,
    &version_without_machine_type::RULE,
    &documented_tie_break_differs::RULE,
    &preference_of_absent_value::RULE,
    &dead_vocabulary::RULE,
    &preference_only_value::RULE,
    &default_image_fails::RULE,
    &bastion_fails::RULE,
    &unavailable_bastion_machine_type::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(
    Role::Unused,
    &[&unreachable_flavor::RULE, &dead_vocabulary::RULE],
)];
