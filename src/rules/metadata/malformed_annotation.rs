//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::name::qualified_name_faults;
use crate::rules::metadata::{KEY_HELP, is_judged, repeat};
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/malformed-annotation`
pub static RULE: Rule = Rule {
    name: "metadata/malformed-annotation",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An annotation whose key is no qualified name.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/metadata/malformed-annotation.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    for (key, _) in view.item.object.meta.annotations.iter() {
        // Here the case of the prefix does not matter.
        for fault in qualified_name_faults(&lower(key.value)) {
            let report = Report::new(
                key.span,
                "metadata.annotations",
                format!("the key `{}` {fault}, so it cannot be that of an annotation", key.value),
            )
            .error(ErrorType::Invalid)
            .value(key.value)
            .help(KEY_HELP);
            repeat(view, reporter, report);
        }
    }
}

/// In lower case as Go has it: one character for one, where Unicode has two for `İ`.
fn lower(key: &str) -> String {
    key.replace('\u{130}', "i").to_lowercase()
}
