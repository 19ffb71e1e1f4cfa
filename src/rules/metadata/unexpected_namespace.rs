use crate::finding::ErrorType;
use crate::rules::metadata::removal;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/unexpected-namespace",
    Static,
    Error,
    Object(check),
    "A CloudProfile with a namespace.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let object = &view.item.object;
    let namespace = object.meta.namespace;
    if object.kind.namespaced() || namespace.is_empty() {
        return;
    }
    let report = Report::new(
        namespace.span,
        "metadata.namespace",
        "a CloudProfile belongs to the whole landscape, so it has no namespace",
    )
    .error(ErrorType::Forbidden)
    .value(*namespace)
    .help(
        "remove the namespace, or write a NamespacedCloudProfile if the profile is for one project",
    );
    reporter.report(match removal(view, "namespace") {
        Some(edit) => report.unsafe_fix("remove the namespace", vec![edit]),
        None => report,
    });
}
