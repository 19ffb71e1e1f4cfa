use crate::finding::ErrorType;
use crate::rules::metadata::is_judged;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/missing-name",
    Static,
    Error,
    Object(check),
    "A profile without a name."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let meta = &view.item.object.meta;
    if !is_judged(view) || !meta.name.is_empty() {
        return;
    }
    let kind = view.item.object.kind.as_str();
    let report = if meta.more().generate_name.is_empty() {
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
                "the {kind} has no name: the server uses `generateName` only for a bare create \
                 request, and `kubectl apply` needs a name"
            ),
        )
        .also(meta.more().generate_name.span, "not a name")
        .help("set `metadata.name` instead of `generateName`")
    };
    reporter.report(report.error(ErrorType::Required));
}
