use crate::finding::ErrorType;
use crate::model::name::label_faults;
use crate::rules::metadata::is_judged;
use crate::rules::{ObjectView, Report, Reporter, literal};

rule!(
    "metadata/malformed-namespace",
    Static,
    Error,
    Object(check),
    "A namespace that is not a lower-case DNS label.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let namespace = view.item.object.meta.namespace;
    if !is_judged(view) || !view.item.object.kind.namespaced() || namespace.is_empty() {
        return;
    }
    for fault in label_faults(*namespace) {
        let report = Report::new(
            namespace.span,
            "metadata.namespace",
            format!(
                "`{}` {fault}, so no \
                namespace can have this name",
                *namespace
            ),
        )
        .error(ErrorType::Invalid)
        .value(*namespace)
        .help(
            "use the namespace of the project: at most 63 lower-case letters, digits and \
                     `-`, with a letter or digit at both ends",
        );
        let meant = namespace.to_lowercase();
        let edit = if label_faults(&meant).is_empty() {
            literal::replace(view.item.text, namespace, &meant)
        } else {
            None
        };
        reporter.report(match edit {
            Some(edit) => report.unsafe_fix("write it in lower case", vec![edit]),
            None => report,
        });
    }
}
