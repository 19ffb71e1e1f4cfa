//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::metadata::is_judged;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/missing-name`
pub static RULE: Rule = Rule {
    name: "metadata/missing-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An object without a name.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/metadata/missing-name.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let meta = &view.item.object.meta;
    if !is_judged(view) || !meta.name.is_empty() {
        return;
    }
    let kind = view.item.object.kind.as_str();
    let report = if meta.generate_name.is_empty() {
        Report::new(
            meta.name.span,
            "metadata.name",
            format!("the {kind} has no name: the server refuses it, and nothing could refer to it"),
        )
        .help("set `metadata.name`")
    } else {
        Report::new(
            meta.name.span,
            "metadata.name",
            format!(
                "the {kind} has no name: `generateName` is filled in only for a bare create \
                request, and `kubectl apply` needs a name"
            ),
        )
        .also(meta.generate_name.span, "no name by itself")
        .help("set `metadata.name` instead of `generateName`")
    };
    reporter.report(report.error(ErrorType::Required));
}
