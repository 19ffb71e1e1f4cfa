//! Rules of the group `provider`: a module and a line in the list for each.

pub mod view;

use crate::rules::Rule;

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[];
