//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, words};

use super::stages::judged;

/// `lifecycle/missing-start-time`
pub static RULE: Rule = Rule {
    name: "lifecycle/missing-start-time",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A later stage of a lifecycle without a start time.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/lifecycle/missing-start-time.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        for (k, stage) in version
            .stages()
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, stage)| !stage.start_time.is_set())
        {
            reporter.report(
                Report::new(
                    stage.at,
                    lifecycle.index(k),
                    format!(
                        "stage {} of {} has no `startTime`: it would have begun already and cover \
                         every stage before it",
                        words::quoted(*stage.classification),
                        owner.version(*version.version)
                    ),
                )
                .error(ErrorType::Required)
                .help("set `startTime`; only the first stage may leave it out"),
            );
        }
    });
}
