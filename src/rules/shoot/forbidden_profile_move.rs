//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::{MoveFault, Reason};

/// `shoot/forbidden-profile-move`
pub static RULE: Rule = Rule {
    name: "shoot/forbidden-profile-move",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "An update that moves a Shoot to a profile that it cannot move to.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/forbidden-profile-move.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let Reason::Move(why) = &fault.reason else { continue };
        let new = view.profile_name();
        let (message, help) = match why {
            MoveFault::Family { old } => (
                format!(
                    "a Shoot can only move between a CloudProfile and the NamespacedCloudProfiles that have it as parent, and {new} is not of the family of `{old}`"
                ),
                "stay within the family, or make a new Shoot",
            ),
            MoveFault::Image { pool, image } => (
                format!("the Shoot cannot move to {new}: it has no image version `{image}`, which pool {} uses", words::quoted(pool)),
                "add the version to the new profile first, or move the pool to a version that both have",
            ),
            MoveFault::MachineType { pool, machine_type } => (
                format!(
                    "the Shoot cannot move to {new}: it has no machine type {}, which pool {} uses",
                    words::quoted(machine_type),
                    words::quoted(pool)
                ),
                "add the machine type to the new profile first",
            ),
            MoveFault::VolumeType { pool, volume_type } => (
                format!(
                    "the Shoot cannot move to {new}: it has no volume type {}, which pool {} uses",
                    words::quoted(volume_type),
                    words::quoted(pool)
                ),
                "add the volume type to the new profile first",
            ),
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
