use crate::finding::ErrorType;
use crate::model::name::qualified_name_faults;
use crate::rules::metadata::is_judged;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/malformed-finalizer",
    Static,
    Error,
    Object(check),
    "A finalizer that is not a qualified name.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    for finalizer in view.item.object.meta.more().finalizers.iter() {
        for fault in qualified_name_faults(finalizer.value) {
            let message = if finalizer.value.is_empty() {
                format!("the finalizer {fault}")
            } else {
                format!("the finalizer `{}` {fault}", finalizer.value)
            };
            reporter.report(
                Report::new(
                    finalizer.span,
                    "metadata.finalizers",
                    format!(
                        "{message}: the server \
                    refuses the object"
                    ),
                )
                .error(ErrorType::Invalid)
                .value(finalizer.value)
                .help(
                    "controllers set finalizers, so they rarely belong in a file; remove it, or \
                     write its name as `prefix/name`",
                ),
            );
        }
    }
}
