//! Rules of the group `change`: a module and a line in the list for each.

mod ambiguous_object;
mod claimed_image;
mod dropped_vocabulary;
mod first_migration;
mod immutable_metadata;
mod limit_below_nodes;
mod lowered_node_limit;
mod machine_type_in_use;
mod made_unavailable;
mod removed_in_use;
mod users;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &ambiguous_object::RULE,
    &immutable_metadata::RULE,
    &lowered_node_limit::RULE,
    &made_unavailable::RULE,
    &removed_in_use::RULE,
    &claimed_image::RULE,
    &limit_below_nodes::RULE,
    &machine_type_in_use::RULE,
    &dropped_vocabulary::RULE,
    &first_migration::RULE,
];

/// The rules with a role: all of them.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[
    // `diff` reports these itself: removed machine types by worker pools, and uncompared parts in
    // the verdict.
    (
        Role::Update,
        &[&ambiguous_object::RULE, &machine_type_in_use::RULE],
    ),
    (
        Role::Change,
        &[
            &immutable_metadata::RULE,
            &lowered_node_limit::RULE,
            &made_unavailable::RULE,
            &removed_in_use::RULE,
            &claimed_image::RULE,
            &limit_below_nodes::RULE,
            &dropped_vocabulary::RULE,
            &first_migration::RULE,
        ],
    ),
];
