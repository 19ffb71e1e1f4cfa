//! Rules of the group `size`: a module and a line in the list for each.

mod client_side_apply;
mod large_status;
pub(super) mod measure;
mod near_limit;
mod too_large;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &too_large::RULE,
    &near_limit::RULE,
    &client_side_apply::RULE,
    &large_status::RULE,
];
