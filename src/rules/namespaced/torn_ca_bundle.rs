use crate::merge;
use crate::rules::{AdmissionView, Report, Reporter};

rule!(
    "namespaced/torn-ca-bundle",
    Design,
    Warning,
    Admission(check),
    "A CA bundle that continues the last line of the parent's, which has no final newline."
);

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
    let message = "the server appends this bundle to the parent's, which has no final newline: \
        the last line of one and the first line of the other become one. No machine can read the \
        certificates there";
    reporter.report(
        Report::new(own.span, "spec.caBundle", message)
            .also(parent.span, "the bundle without a final newline")
            .help(
                "begin this bundle with an empty line, or write the parent's with `caBundle: |` \
                 instead of `|-`",
            ),
    );
}
