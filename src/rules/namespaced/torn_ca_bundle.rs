use crate::merge;
use crate::rules::{AdmissionView, Report, Reporter};

rule!(
    "namespaced/torn-ca-bundle",
    Design,
    Warning,
    Admission(check),
    "A CA bundle that runs into that of the parent, which has no final line end."
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
