use crate::finding::Severity;
use crate::landscape::{Other, OtherKind};
use crate::model::object::ListFault;
use crate::rules::{Report, Reporter};
use crate::yaml;

rule!(
    "schema/malformed-list",
    Input,
    Error,
    Other(check),
    "A list with objects that cpcap cannot check."
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Foreign(foreign) = &other.what else {
        return;
    };
    let Some((fault, span)) = foreign.list else {
        return;
    };
    let text = other.text.get(span.range()).unwrap_or_default();
    let is_marker = yaml::template(text).is_some();
    // Another finding tells of the template.
    let is_open = foreign
        .kind
        .is_some_and(|kind| yaml::template(kind).is_some());
    if fault == ListFault::NoList && is_open {
        return;
    }
    let report = match fault {
        ListFault::NoItems => Report::new(
            span,
            "items",
            "`items` is not a list, so kubectl refuses the document, and cpcap checked none of its \
             objects",
        )
        .help("begin each object below `items` with `- `"),
        ListFault::OtherItems => Report::new(
            span,
            "items",
            "the key of the objects is `items`: kubectl does not find them here, and cpcap checked \
             none",
        )
        .help("write `items:`"),
        ListFault::NoObject => Report::new(
            span,
            "",
            "this item of the list is not an object, so kubectl refuses the list, and cpcap did \
             not check the item",
        )
        .help(if is_marker {
            "render the template first, and check the result"
        } else {
            "write the object here, or remove the item"
        }),
        ListFault::NoList => Report::new(
            span,
            "",
            "this looks like a list of objects, but its `apiVersion` and `kind` do not say so: \
             kubectl refuses the document, and cpcap checked none of its objects",
        )
        .help("write `apiVersion: v1` and `kind: List`"),
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
