//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::cursor::Spanned;
use crate::rules::metadata::{is_judged, repeat};
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/annotations-too-long`
pub static RULE: Rule = Rule {
    name: "metadata/annotations-too-long",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "Annotations of more than 256 KiB.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/metadata/annotations-too-long.md"),
    check: Check::Object(check),
};

/// All keys and values together, in bytes.
const MOST: usize = 256 << 10;
/// What client-side apply writes: a copy of the whole object.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let annotations = &view.item.object.meta.annotations;
    let size = |(key, value): &(Spanned<&str>, Spanned<&str>)| key.len() + value.len();
    let total: usize = annotations.iter().map(size).sum();
    if !is_judged(view) || total <= MOST {
        return;
    }
    let mut report = Report::new(
        annotations.span,
        "metadata.annotations",
        format!(
            "the annotations have {total} bytes, and the server allows {MOST} for all of an \
            object together"
        ),
    )
    .error(ErrorType::TooLong);
    if let Some(largest) = annotations.iter().max_by_key(|entry| size(entry)) {
        report = report
            .also(
                largest.0.span,
                format!("the largest, {} bytes", size(largest)),
            )
            .help(if largest.0.value == LAST_APPLIED {
                "use server-side apply (`kubectl apply --server-side`), which keeps no copy of the \
             object in this annotation, and remove it"
            } else {
                "keep large data in a ConfigMap or outside of the cluster"
            });
    }
    repeat(view, reporter, report);
}
