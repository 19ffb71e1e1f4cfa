//! Rules of the group `change`: a module and a line in the list for each.

mod claimed_image;
mod dropped_vocabulary;
mod first_migration;
mod immutable_metadata;
mod limit_below_nodes;
mod lowered_node_limit;
mod made_unavailable;
mod removed_in_use;
mod users;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &immutable_metadata::RULE,
    &lowered_node_limit::RULE,
    &made_unavailable::RULE,
    &removed_in_use::RULE,
    &claimed_image::RULE,
    &limit_below_nodes::RULE,
    &dropped_vocabulary::RULE,
    &first_migration::RULE,
];

/// Those that have a role: all.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(Role::Change, RULES)];
