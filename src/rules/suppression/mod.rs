//! Rules of the group `suppression`: a module and a line in the list for each.

mod malformed_comment;
mod missing_reason;
mod outdated_baseline;
mod unused;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unused::RULE,
    &malformed_comment::RULE,
    &missing_reason::RULE,
    &outdated_baseline::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(Role::Unused, &[&unused::RULE])];
