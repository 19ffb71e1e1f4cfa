//! Rules of the group `lifecycle`: a module and a line in the list for each.

mod deprecated_above_supported;
mod disabled_gate;
mod disordered_stages;
mod disordered_start_times;
mod dropped_on_create;
mod expiring_latest_version;
mod missing_start_time;
mod mixed_lifecycle;
mod no_lasting_version;
mod repeated_stage;
mod several_effectively_supported;
mod several_supported;
mod stages;
mod unknown_classification;
mod written_expired;

use crate::rules::{Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &disabled_gate::RULE,
    &unknown_classification::RULE,
    &written_expired::RULE,
    &mixed_lifecycle::RULE,
    &repeated_stage::RULE,
    &disordered_stages::RULE,
    &missing_start_time::RULE,
    &disordered_start_times::RULE,
    &several_supported::RULE,
    &expiring_latest_version::RULE,
    &several_effectively_supported::RULE,
    &no_lasting_version::RULE,
    &deprecated_above_supported::RULE,
    &dropped_on_create::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[
    (Role::Dropped, &[&dropped_on_create::RULE]),
    (Role::Withdrawal, &[&deprecated_above_supported::RULE]),
];
