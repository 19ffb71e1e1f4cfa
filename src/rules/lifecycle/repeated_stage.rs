//! See the page.

use std::collections::BTreeMap;

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, words};

use super::stages::judged;

/// `lifecycle/repeated-stage`
pub static RULE: Rule = Rule {
    name: "lifecycle/repeated-stage",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A lifecycle with two stages of one classification.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/lifecycle/repeated-stage.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        let mut first = BTreeMap::new();
        for (k, stage) in version.stages().iter().enumerate() {
            let word = stage.classification;
            let (earlier, at) = *first.entry(*word).or_insert((k, word.span));
            if earlier == k {
                continue;
            }
            reporter.report(
                Report::new(
                    word.span,
                    lifecycle.index(k).field("classification"),
                    format!(
                        "the lifecycle of {} has two stages {}, but a version goes through each \
                         classification once",
                        owner.version(*version.version),
                        words::quoted(*word)
                    ),
                )
                .error(ErrorType::Duplicate)
                .value(*word)
                .also(at, "first here")
                .help("keep one of them"),
            );
        }
    });
}
