use crate::finding::ErrorType;
use crate::model::name::annotation_key_faults;
use crate::rules::metadata::{KEY_HELP, is_judged, repeat};
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/malformed-annotation",
    Static,
    Error,
    Object(check),
    "An annotation whose key is not a qualified name.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    for (key, _) in view.item.object.meta.more().annotations.iter() {
        for fault in annotation_key_faults(key.value) {
            let report = Report::new(
                key.span,
                "metadata.annotations",
                format!(
                    "the key `{}` {fault}, so it cannot be the key of an annotation",
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
