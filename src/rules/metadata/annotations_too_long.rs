use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::rules::metadata::{is_judged, repeat};
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/annotations-too-long",
    Static,
    Error,
    Object(check),
    "Annotations of more than 256 KiB."
);

/// All keys and values together, in bytes.
const MOST: usize = 256 << 10;
/// The annotation that client-side apply writes: a copy of the whole object.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let annotations = &view.item.object.meta.more().annotations;
    let size = |(key, value): &(Spanned<&str>, Spanned<&str>)| key.len() + value.len();
    let total: usize = annotations.iter().map(size).sum();
    if !is_judged(view) || total <= MOST {
        return;
    }
    let mut report = Report::new(
        annotations.span,
        "metadata.annotations",
        format!(
            "the annotations have {total} bytes, but the server allows {MOST} for all annotations \
             of an object"
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
