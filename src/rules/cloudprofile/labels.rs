//! Labels of Kubernetes where a profile holds them: every fault of a key or a value is an error of
//! its own.

use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::name::{label_value_faults, qualified_name_faults};
use crate::model::path::Path;
use crate::rules::{Report, Reporter};

/// Judges the key of a label.
pub(super) fn judge_key(key: Spanned<&str>, path: &Path<'_>, reporter: &mut Reporter<'_>) {
    for fault in qualified_name_faults(*key) {
        let message = if key.is_empty() {
            format!("a label key {fault}, so no object can carry it")
        } else {
            format!(
                "the label key `{}` {fault}, so no object can carry it",
                key.escape_debug()
            )
        };
        reporter.report(
            Report::new(key.span, path, message)
                .error(ErrorType::Invalid)
                .value(*key)
                .help(
                    "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit \
                    at both ends, and before it, if needed, a domain and `/`",
                ),
        );
    }
}

/// Judges the value of a label with this key.
pub(super) fn judge_value(
    key: Spanned<&str>,
    value: Spanned<&str>,
    path: &Path<'_>,
    reporter: &mut Reporter<'_>,
) {
    for fault in label_value_faults(*value) {
        let message = format!(
            "the value `{}` of label `{}` {fault}, so no object can carry it",
            value.escape_debug(),
            *key
        );
        reporter.report(
            Report::new(value.span, path, message)
                .error(ErrorType::Invalid)
                .value(*value)
                .help(
                    "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit \
                    at both ends, or leave it empty",
                ),
        );
    }
}
