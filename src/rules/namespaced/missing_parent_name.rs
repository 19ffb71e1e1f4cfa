use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{NamespacedView, Report, Reporter};

rule!(
    "namespaced/missing-parent-name",
    Static,
    Error,
    Namespaced(check),
    "A NamespacedCloudProfile that does not say which CloudProfile it adds to."
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let name = view.child.parent.name;
    if !name.is_empty() {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    reporter.report(
        Report::new(
            name.span,
            parent.field("name"),
            "the parent has no name, so nobody knows which CloudProfile this one adds to",
        )
        .error(ErrorType::Required)
        .help("set `spec.parent.name` to the name of the CloudProfile"),
    );
}
