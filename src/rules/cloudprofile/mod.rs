//! Rules of the group `cloudprofile`: a module and a line in the list for each.

mod missing_type;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[&missing_type::RULE];
