use crate::finding::ErrorType;
use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::rules::{NamespacedView, Report, Reporter, edit};

rule!(
    "namespaced/unsupported-parent-kind",
    Static,
    Error,
    Namespaced(check),
    "A parent that is not a CloudProfile."
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let kind = view.child.parent.kind;
    let cloud_profile = ObjectKind::CloudProfile.as_str();
    if *kind == cloud_profile {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    let message = match *kind {
        "" => "the parent has no kind; it must be a CloudProfile".to_owned(),
        "NamespacedCloudProfile" => "a NamespacedCloudProfile adds to a CloudProfile, and not to \
            another NamespacedCloudProfile"
            .to_owned(),
        other => format!(
            "the parent has kind `{}`, but it must be a CloudProfile",
            other.escape_debug()
        ),
    };
    let report = Report::new(kind.span, parent.field("kind"), message)
        .error(ErrorType::NotSupported)
        .value(*kind)
        .help(format!("write `kind: {cloud_profile}`"));
    reporter.report(
        match edit::replace_name(view.item.text, kind.span, *kind, cloud_profile) {
            Some(edit) => report.unsafe_fix(format!("write `{cloud_profile}`"), vec![edit]),
            None => report,
        },
    );
}
