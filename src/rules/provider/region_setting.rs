//! The settings of `providerConfig` that are for one region each: lists of objects with a
//! `region`, such as the fault domains of azure and the floating pools of openstack. Artifacts are
//! in `region_mapping`.

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::FieldPath;
use crate::rules::ProvidedView;

#[derive(Debug)]
pub(super) struct List<'t> {
    pub(super) name: &'t str,
    pub(super) path: FieldPath,
    /// The region of each entry that names one, with its position.
    pub(super) entries: Vec<(usize, Spanned<&'t str>)>,
}

/// All of them: in `providerConfig` itself, and in its `constraints`.
pub(super) fn lists<'t>(view: &ProvidedView<'t>) -> Vec<List<'t>> {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let part = Cursor::new(tree, text, view.item.object.node)
        .field("spec")
        .field("providerConfig");
    let mut all = Vec::new();
    for (path, map) in [
        ("spec.providerConfig", part),
        ("spec.providerConfig.constraints", part.field("constraints")),
    ] {
        for entry in map.node().into_iter().flat_map(|node| tree.entries(node)) {
            let name = tree.key(entry.key);
            let regions =
                Cursor::new(tree, text, entry.value).list(|entry| entry.field("region").string());
            let entries: Vec<_> = regions
                .iter()
                .copied()
                .enumerate()
                .filter(|(_, region)| !region.is_empty())
                .collect();
            if !entries.is_empty() {
                all.push(List {
                    name,
                    path: FieldPath::from(path).field(name),
                    entries,
                });
            }
        }
    }
    all
}
