use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::metadata::{is_judged, repeat};
use crate::rules::{ObjectView, Report, Reporter};
use crate::source::Span;

rule!(
    "metadata/malformed-owner-reference",
    Static,
    Error,
    Object(check),
    "An owner reference that lacks a part, or a second one that claims to be the \
        controller.",
    Part
);

const PATH: Path<'static> = Path::new("metadata");

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    let owners = PATH.field("ownerReferences");
    let mut controller: Option<Span> = None;
    for owner in view.item.object.meta.more().owner_references.iter() {
        let parts = [
            (
                "apiVersion",
                owner.api_version,
                has_version(*owner.api_version),
                "names no version",
            ),
            ("kind", owner.kind, !owner.kind.is_empty(), "is empty"),
            ("name", owner.name, !owner.name.is_empty(), "is empty"),
            ("uid", owner.uid, !owner.uid.is_empty(), "is empty"),
        ];
        for (field, part, good, fault) in parts {
            if !good {
                let report = Report::new(
                    part.span,
                    owners.field(field),
                    format!(
                        "the `{field}` \
                    of the owner reference {fault}, so nobody can find the owner"
                    ),
                )
                .error(ErrorType::Invalid)
                .value(*part)
                .help(
                    "controllers set owner references, so they rarely belong in a file; remove \
                     it, or set `apiVersion`, `kind`, `name` and `uid`",
                );
                repeat(view, reporter, report);
            }
        }
        if *owner.api_version == "v1" && *owner.kind == "Event" {
            let report = Report::new(
                owner.kind.span,
                owners,
                "an Event cannot own an object: the object would disappear with it within hours",
            )
            .error(ErrorType::Invalid)
            .help("remove the owner reference");
            repeat(view, reporter, report);
        }
        if *owner.controller == Some(true) {
            match controller {
                Some(first) => {
                    let report = Report::new(
                        owner.controller.span,
                        owners,
                        "two owner references claim to be the controller, and there can be only \
                         one",
                    )
                    .error(ErrorType::Invalid)
                    .also(first, "the first one")
                    .help("remove `controller: true` from all but one");
                    repeat(view, reporter, report);
                }
                None => controller = Some(owner.controller.span),
            }
        }
    }
}

/// Whether an `apiVersion` has a version: `v1`, `apps/v1`.
fn has_version(api_version: &str) -> bool {
    match api_version.split_once('/') {
        Some((_, version)) => !version.is_empty() && !version.contains('/'),
        None => !api_version.is_empty(),
    }
}
