use crate::finding::ErrorType;
use crate::rules::metadata::is_judged;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/missing-namespace",
    Static,
    Error,
    Object(check),
    "A namespaced profile without a namespace."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let meta = &view.item.object.meta;
    if !is_judged(view) || !view.item.object.kind.namespaced() || !meta.namespace.is_empty() {
        return;
    }
    reporter.report(
        Report::new(
            meta.namespace.span,
            "metadata.namespace",
            format!(
                "the {} has no namespace, so it goes to the current namespace of kubectl, which \
                 may not be a project",
                view.item.object.kind.as_str()
            ),
        )
        .error(ErrorType::Required)
        .help("set `metadata.namespace` to the project's namespace, such as `garden-my-project`"),
    );
}
