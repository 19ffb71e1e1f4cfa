use crate::landscape::{Other, OtherKind};
use crate::model::near::near;
use crate::model::object::{API_VERSION, OTHER_KINDS, ObjectKind};
use crate::rules::{Report, Reporter};
use crate::rules::{literal, words};
use crate::yaml;

rule!(
    "schema/unknown-kind",
    Decode,
    Error,
    Other(check),
    "An object of `core.gardener.cloud/v1beta1` with a kind that does not exist.",
    Part
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Unknown(unknown) = &other.what else {
        return;
    };
    if !unknown.known_version {
        return;
    }
    let kind = *unknown.kind;
    let ours = || ObjectKind::ALL.into_iter().map(ObjectKind::as_str);
    let known = || ours().chain(OTHER_KINDS.iter().copied());
    let names = words::all(ours());
    // Another finding tells of the template.
    let is_marker = yaml::template(kind).is_some();
    if is_marker || kind.is_empty() && !other.document.readable() {
        return;
    }
    if kind.is_empty() {
        reporter.report(
            Report::new(
                unknown.kind.span,
                "kind",
                format!("this object of {API_VERSION} has no kind, so nobody knows what it is"),
            )
            .help(format!("add `kind`; cpcap checks {names}")),
        );
        return;
    }
    let message = format!(
        "{API_VERSION} has no kind `{kind}`: the server refuses the object, and cpcap did not \
         check it"
    );
    let report = Report::new(unknown.kind.span, "kind", message).value(kind);
    reporter.report(match near(kind, known()) {
        Some(meant) => {
            let report = report.help(format!("did you mean `{meant}`? cpcap checks {names}"));
            match literal::replace(other.text, unknown.kind, meant) {
                Some(edit) => report.unsafe_fix(format!("write `{meant}`"), vec![edit]),
                None => report,
            }
        }
        None => report.help(format!("cpcap checks {names}")),
    });
}
