//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::name::annotation_key_faults;
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
        for fault in annotation_key_faults(key.value) {
            let report = Report::new(
                key.span,
                "metadata.annotations",
                format!(
                    "the key `{}` {fault}, so it cannot be that of an annotation",
                    key.value
                ),
            )
            .error(ErrorType::Invalid)
            .value(key.value)
            .help(KEY_HELP);
            repeat(view, reporter, report);
        }
    }
}
