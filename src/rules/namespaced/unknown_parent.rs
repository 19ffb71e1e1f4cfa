//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Check, Report, Reporter, Rule, Scope, words};

/// `namespaced/unknown-parent`
pub static RULE: Rule = Rule {
    name: "namespaced/unknown-parent",
    // Not the server's word: the landscape may well have the parent.
    origin: Origin::Input,
    severity: Severity::Warning,
    summary: "A NamespacedCloudProfile whose parent is not among the files.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/unknown-parent.md"),
    check: Check::Admission(check),
};

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let name = view.own.child.parent.name;
    // Without a name there is nothing to look for.
    if view.parent.is_some() || name.is_empty() {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    reporter.report(
        Report::new(
            name.span,
            parent.field("name"),
            format!(
                "the parent CloudProfile {} could not be found among the files, so it was not checked which of its versions may be overridden, \
                 what fits its vocabulary, and whether the merged result is valid",
                words::quoted(*name)
            ),
        )
        .value(*name)
        .help(format!("pass the file that holds the {} too, or give it as context: `--with FILE`", ObjectKind::CloudProfile.as_str())),
    );
}
