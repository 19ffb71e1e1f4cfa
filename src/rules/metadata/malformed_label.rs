use crate::finding::ErrorType;
use crate::model::name::{label_value_faults, qualified_name_faults};
use crate::rules::metadata::{KEY_HELP, is_judged, repeat};
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/malformed-label",
    Static,
    Error,
    Object(check),
    "A label whose key is not a qualified name, or whose value is not a valid label value.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    for (key, value) in view.item.object.meta.more().labels.iter() {
        for fault in qualified_name_faults(key.value) {
            let report = Report::new(
                key.span,
                "metadata.labels",
                format!(
                    "the key `{}` {fault}, so it cannot be the key of a label",
                    key.value
                ),
            )
            .error(ErrorType::Invalid)
            .value(key.value)
            .help(KEY_HELP);
            repeat(view, reporter, report);
        }
        for fault in label_value_faults(value.value) {
            let report = Report::new(
                value.span,
                "metadata.labels",
                format!(
                    "`{}` {fault}, so it \
                cannot be the value of a label",
                    value.value
                ),
            )
            .error(ErrorType::Invalid)
            .value(value.value)
            .help(
                "use at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both \
                 ends; put other text into an annotation",
            );
            repeat(view, reporter, report);
        }
    }
}
