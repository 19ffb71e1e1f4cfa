use crate::landscape::{Other, OtherKind};
use crate::model::object::API_VERSION;
use crate::rules::{Report, Reporter};

rule!(
    "schema/missing-kind",
    Input,
    Error,
    Other(check),
    "A document that looks like one of the three kinds but does not name its kind."
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    // A field in unreadable bytes may not be missing.
    if other.document.incomplete || !other.document.readable() {
        return;
    }
    let foreign = match &other.what {
        OtherKind::Foreign(foreign) if foreign.looks_like_ours || foreign.is_fragment => foreign,
        OtherKind::List(span) => {
            let message = "the document is a list, which has no `apiVersion` and no `kind`: \
                kubectl refuses it; cpcap still checks its objects";
            let help = "put each object into its own document, or write `apiVersion: v1`, `kind: \
                List`, and the list below `items`";
            return reporter.report(Report::new(*span, "", message).help(help));
        }
        OtherKind::Foreign(_) | OtherKind::Unknown(_) => return,
    };
    // It says what it is, and has a rule of its own.
    if foreign.list.is_some() {
        return;
    }
    match foreign.no_text {
        // The reader has reported the reason.
        Some((_, None)) => return,
        Some((name, Some(span))) => {
            let message = format!(
                "`{name}` is not text, so the kind of this object is unknown: cpcap skipped it, \
                 and kubectl refuses it"
            );
            return reporter.report(Report::new(span, name, message).help(format!(
                "write the text without brackets, such as `apiVersion: {API_VERSION}`"
            )));
        }
        None => {}
    }
    let missing = match (*foreign.api_version, foreign.kind) {
        (None, None) => "neither `apiVersion` nor `kind`",
        (None, _) => "no `apiVersion`",
        _ => "no `kind`",
    };
    if !foreign.looks_like_ours {
        let message =
            format!("this document has {missing}, so cpcap skipped it and kubectl refuses it");
        return reporter
            .report(Report::new(foreign.at, "", message).help(
                "if it belongs to the object before it, remove the line `---` between them",
            ));
    }
    let example = if foreign.kind.is_some() {
        String::new()
    } else {
        " and `kind: CloudProfile`, `NamespacedCloudProfile` or `Shoot`".to_owned()
    };
    reporter.report(
        Report::new(
            foreign.at,
            "",
            format!(
                "this looks like a profile or a Shoot, but has {missing}, so cpcap skipped it and \
                 kubectl refuses it"
            ),
        )
        .help(format!("write `apiVersion: {API_VERSION}`{example}")),
    );
}
