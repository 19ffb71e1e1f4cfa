//! See the page.

use crate::finding::{Origin, Severity};
use crate::merge;
use crate::rules::{AdmissionView, Check, Report, Reporter, Rule, Scope};

/// `namespaced/torn-ca-bundle`
pub static RULE: Rule = Rule {
    name: "namespaced/torn-ca-bundle",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "A CA bundle that runs into that of the parent, which has no final line end.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/torn-ca-bundle.md"),
    check: Check::Admission(check),
};

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let (parent, own) = (
        family.parent.profile.ca_bundle,
        view.own.child.spec.ca_bundle,
    );
    let (Some(before), Some(added)) = (*parent, *own) else {
        return;
    };
    if !merge::run_together(before, added) {
        return;
    }
    let message = "this bundle is put directly behind the parent's, which has no final line end: \
        the last line of that and the first line of this one become one, and no machine can read \
        the certificates there";
    reporter.report(
        Report::new(own.span, "spec.caBundle", message)
            .also(parent.span, "the bundle without a final line end")
            .help(
                "begin this bundle with an empty line, or have the parent's written behind \
                `caBundle: |` instead of `|-`",
            ),
    );
}
