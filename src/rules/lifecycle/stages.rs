//! Facts about classifications and stages that several rules need.

use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::{ProfileView, walk};

/// The classifications that can be written, in order.
pub(super) const WRITABLE: [&str; 4] = ["preview", "supported", "deprecated", "expired"];

/// Whether a classification can be written.
pub(super) fn writable(word: &str) -> bool {
    WRITABLE.contains(&word)
}

/// The versions whose life cycle the server judges: without the feature gate it looks no further at
/// one that has a `lifecycle`.
pub(super) fn judged<'a>(
    view: &ProfileView<'a>,
    mut visit: impl FnMut(&Path<'_>, walk::Owner<'a>, &'a ExpirableVersion<'a>),
) {
    let gate = view.settings.gates.lifecycle;
    walk::expirable_versions(view, |path, owner, version| {
        if gate || version.stages().is_empty() {
            visit(path, owner, version);
        }
    });
}
