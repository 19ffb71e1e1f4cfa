use crate::finding::Severity;
use crate::landscape::{Other, OtherKind};
use crate::model::object::ListFault;
use crate::rules::{Report, Reporter};

rule!(
    "schema/malformed-list",
    Input,
    Error,
    Other(check),
    "A `kind: List` whose objects cpcap cannot check."
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Foreign(foreign) = &other.what else {
        return;
    };
    let Some((fault, span)) = foreign.list else {
        return;
    };
    let report = match fault {
        ListFault::NoItems => Report::new(
            span,
            "items",
            "`items` is not a list, so kubectl refuses the document, and cpcap checked none of its \
             objects",
        )
        .help("begin each object below `items` with `- `"),
        ListFault::Nested => Report::new(
            span,
            "items",
            "this list is an item of another one: cpcap checked none of its objects",
        )
        .severity(Severity::Warning)
        .help("put its items into the outer list"),
    };
    reporter.report(report);
}
