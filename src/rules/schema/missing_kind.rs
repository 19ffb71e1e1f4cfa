use crate::landscape::{Other, OtherKind};
use crate::model::object::API_VERSION;
use crate::rules::{Report, Reporter};

rule!(
    "schema/missing-kind",
    Input,
    Error,
    Other(check),
    "A document that looks like one of the three kinds and does not say so."
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    // What the bytes could not tell may not be missing.
    if other.document.incomplete || !other.document.readable() {
        return;
    }
    let foreign = match &other.what {
        OtherKind::Foreign(foreign) if foreign.looks_like_ours || foreign.is_fragment => foreign,
        OtherKind::List(span) => {
            let message = "the document is a list, which has no `apiVersion` and no `kind`: \
                kubectl refuses it; its objects are judged all the same";
            let help = "give each object a document of its own, or write `apiVersion: v1`, `kind: \
                List`, and the list below `items`";
            return reporter.report(Report::new(*span, "", message).help(help));
        }
        OtherKind::Foreign(_) | OtherKind::Unknown(_) => return,
    };
    match foreign.no_text {
        // The reader has said why.
        Some((_, None)) => return,
        Some((name, Some(span))) => {
            let message = format!(
                "`{name}` is no text here, so nobody can tell what this is: it was skipped, and \
                 kubectl would refuse it"
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
            format!("this document has {missing}, so it was skipped and kubectl would refuse it");
        return reporter.report(
            Report::new(foreign.at, "", message).help(
                "if it belongs to the object before it, take the line `---` between them away",
            ),
        );
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
                "this looks like a profile or a Shoot, but has {missing}, so it was skipped \
                and kubectl would refuse it"
            ),
        )
        .help(format!("write `apiVersion: {API_VERSION}`{example}")),
    );
}
