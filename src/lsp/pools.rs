//! The worker pool of a Shoot that stands at a position, and what `cpcap resolve` says of it.

use super::View;
use super::fields::Level;
use crate::landscape::{Item, ReadFile};
use crate::resolution::usable::Usable;
use crate::resolve::{ShootView, resolve_one};
use crate::source::Span;
use crate::yaml::{NodeId, Value};

/// The worker pool that leads to a position, by its place in the list, and its map.
pub(super) fn pool(item: &Item<'_>, levels: &[Level]) -> Option<(usize, NodeId)> {
    let is_list = |level: &Level| level.field.is_some_and(|of| of.field.name == "workers");
    let at = levels.iter().position(is_list)?;
    let pool = levels.get(at + 1)?.node;
    let items = item.document.tree.items(levels[at].node);
    Some((items.iter().position(|of| *of == pool)?, pool))
}

/// The bytes of the name of a worker pool.
pub(super) fn name(item: &Item<'_>, pool: NodeId) -> Option<Span> {
    let tree = &item.document.tree;
    let name = tree.get(pool, "name")?.value;
    matches!(tree.value(name), Value::String(_)).then(|| tree.span(name))
}

/// Asks what the server makes of a Shoot. `judged`: also whether it admits the Shoot.
pub(super) fn resolved<'v, T>(
    view: &View<'v>,
    item: &'v Item<'v>,
    profile: &Usable<'v>,
    judged: bool,
    tell: impl FnOnce(&ShootView<'_>) -> T,
) -> Option<T> {
    let others: Vec<&ReadFile<'_>> = view
        .files
        .iter()
        .filter(|file| file.file != view.file.file)
        .collect();
    let files: [&[&ReadFile<'_>]; 2] = [&[view.file], &others];
    let files = judged.then_some(files);
    resolve_one(item, profile, view.sources, files, view.settings, tell)
}
