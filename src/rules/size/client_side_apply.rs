use crate::model::cursor::Cursor;
use crate::rules::{ObjectView, Report, Reporter};

use super::measure::{Bytes, LIMIT, Measured, is_small};

rule!(
    "size/client-side-apply",
    Size,
    Note,
    Object(check),
    "An object that is too large for `kubectl apply` without `--server-side`."
);

/// The limit for all annotations of an object together, in bytes of keys and values.
const ANNOTATIONS_LIMIT: u64 = 256 * 1024;
/// The annotation in which kubectl keeps what it applied last.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    // The annotations are in the object, so they count twice.
    if is_small(view.item, ANNOTATIONS_LIMIT / 2 - 1024) {
        return;
    }
    let size = view.item.size();
    let needed = needed(view, size);
    // `size/too-large` reports objects that the server cannot store at all.
    if needed <= ANNOTATIONS_LIMIT || size > LIMIT {
        return;
    }
    let measured = Measured::new(view.item);
    let message = format!(
        "client-side `kubectl apply` fails: it keeps a copy of the object in an annotation, and \
         annotations would take {}, more than the {} allowed{}",
        Bytes(needed),
        Bytes(ANNOTATIONS_LIMIT),
        measured.most()
    );
    reporter.report(
        Report::new(measured.at(), measured.field(), message)
            .value(needed)
            .help(
                "use `kubectl apply --server-side`, or `kubectl create` and `kubectl replace`, \
                 which keep no copy; the object itself is small enough",
            ),
    );
}

/// The size of the annotations after an apply: the others, and the copy, which leaves an earlier
/// copy out.
fn needed(view: &ObjectView<'_>, size: u64) -> u64 {
    let tree = &view.item.document.tree;
    let mut needed = size + LAST_APPLIED.len() as u64 + 1;
    for (key, value) in view.item.object.meta.more().annotations.iter() {
        if **key == LAST_APPLIED {
            let copy = Cursor::new(tree, view.item.text, view.item.object.node)
                .field("metadata")
                .field("annotations")
                .field(LAST_APPLIED);
            let earlier =
                copy.node().map_or(0, |node| view.item.size_of(node)) + key.len() as u64 + 3;
            needed = needed.saturating_sub(earlier);
        } else {
            needed += (key.len() + value.len()) as u64;
        }
    }
    needed
}
