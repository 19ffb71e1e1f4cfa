//! Rules of the group `lifecycle`: a module and a line in the list for each.

mod dropped_on_create;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[&dropped_on_create::RULE];
