//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

use super::measure::{Bytes, LIMIT, Measured};

/// `size/near-limit`
pub static RULE: Rule = Rule {
    name: "size/near-limit",
    origin: Origin::Size,
    severity: Severity::Warning,
    summary: "An object that is nearly too large to be stored.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/size/near-limit.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let size = view.item.size();
    // From 80 % on.
    if size > LIMIT || size * 5 < LIMIT * 4 {
        return;
    }
    let measured = Measured::new(view.item);
    let message = format!(
        "the object takes {} ({} bytes) as compact JSON, {} % of the {} that etcd stores{}",
        Bytes(size),
        size,
        size * 100 / LIMIT,
        Bytes(LIMIT),
        measured.most()
    );
    reporter.report(
        Report::new(measured.at(), measured.field(), message)
            .value(size)
            .help(super::measure::HELP),
    );
}
