//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::rules::{Check, NamespacedView, Report, Reporter, Rule, Scope, edit};

/// `namespaced/unsupported-parent-kind`
pub static RULE: Rule = Rule {
    name: "namespaced/unsupported-parent-kind",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A parent that is no CloudProfile.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/unsupported-parent-kind.md"),
    check: Check::Namespaced(check),
};

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let kind = view.child.parent.kind;
    let cloud_profile = ObjectKind::CloudProfile.as_str();
    if *kind == cloud_profile {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    let message = match *kind {
        "" => "the parent has no kind, and only a CloudProfile can be one".to_owned(),
        "NamespacedCloudProfile" => "a NamespacedCloudProfile adds to a CloudProfile, and not to \
            another NamespacedCloudProfile"
            .to_owned(),
        other => format!(
            "a parent of kind `{}` is not possible, only a CloudProfile",
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
