//! Rules of the group `metadata`: a module and a line in the list for each.

mod annotations_too_long;
mod malformed_annotation;
mod malformed_finalizer;
mod malformed_label;
mod malformed_name;
mod malformed_namespace;
mod malformed_owner_reference;
mod missing_name;
mod missing_namespace;
mod repeated_object;
mod unexpected_namespace;

use crate::config::Operation;
use crate::finding::Edit;
use crate::model::object::ObjectKind;
use crate::rules::{ObjectView, Report, Reporter, Rule, rewrite};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &missing_name::RULE,
    &malformed_name::RULE,
    &missing_namespace::RULE,
    &malformed_namespace::RULE,
    &unexpected_namespace::RULE,
    &malformed_label::RULE,
    &malformed_annotation::RULE,
    &annotations_too_long::RULE,
    &malformed_finalizer::RULE,
    &malformed_owner_reference::RULE,
    &repeated_object::RULE,
];

/// How the keys of labels and annotations are written.
const KEY_HELP: &str = "write `name` or `prefix/name`: a name of at most 63 letters, digits, `-`, \
    `_` and `.` with a letter or digit at both ends. The prefix is a lower-case DNS subdomain";

/// Whether the metadata of an object are judged. Of a Shoot, cpcap judges only what depends on its
/// profile.
fn is_judged(view: &ObjectView<'_>) -> bool {
    view.item.object.kind != ObjectKind::Shoot
}

/// Reports what the server checks once more on an update, and then reports twice.
fn repeat(view: &ObjectView<'_>, reporter: &mut Reporter<'_>, report: Report) {
    if view.old.is_some() && view.settings.operation == Operation::Update {
        reporter.report(report.clone());
    }
    reporter.report(report);
}

/// The removal of a field of the metadata, where it has a line of its own.
fn removal(view: &ObjectView<'_>, name: &str) -> Option<Edit> {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let meta = tree.get(view.item.object.node, "metadata")?.value;
    let entry = tree.get(meta, name)?;
    rewrite::remove(tree, text, tree.target(meta), entry.key, entry.value)
}
