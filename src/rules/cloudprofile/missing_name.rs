//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::cloudprofile::names;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/missing-name`
pub static RULE: Rule = Rule {
    name: "cloudprofile/missing-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An element of a list that has no name.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/cloudprofile/missing-name.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    names::visit(view, |of, name, path| {
        if name.is_empty() {
            let message = format!("the {} is missing, so {}", of.what(), of.purpose());
            let report = Report::new(name.span, path, message).error(ErrorType::Required);
            reporter.report(report.help(format!("set `{}`, or remove the entry", of.field())));
        }
    });
}
