//! The flavors of an image version at a position, in the core part or in `providerConfig`.

use super::View;
use super::blocks::{LOOK, block};
use super::fields::Level;
use crate::landscape::Item;
use crate::matching::Matcher;
use crate::model::cloudprofile::capabilities;
use crate::model::cursor::Cursor;
use crate::table::matching as table;
use crate::yaml::{NodeId, Value};

/// Maximum number of flavors described at once.
const SHOWN: usize = 4;

/// What becomes of the flavor that a position is in; of all of a list at its key.
pub(super) fn told<'v>(view: &View<'v>, item: &'v Item<'v>, levels: &[Level]) -> Option<String> {
    let tree = &item.document.tree;
    let named = |level: &Level, name: &str| level.field.is_some_and(|of| of.field.name == name);
    let list = levels
        .iter()
        .rposition(|level| named(level, "capabilityFlavors"))?;
    let map_in = |name: &str| {
        let at = levels[..list]
            .iter()
            .rposition(|level| named(level, name))?;
        Some(levels.get(at + 1)?.node)
    };
    let text = |map: NodeId, name: &str| match tree.value(tree.get(map, name)?.value) {
        Value::String(text) => Some(text),
        _ => None,
    };
    let image = text(map_in("machineImages")?, "name")?;
    let version = text(map_in("versions")?, "version")?;
    let in_config = levels[..list]
        .iter()
        .any(|level| named(level, "providerConfig"));
    let flavors = tree.items(levels[list].node);
    let only = levels.get(list + 1).map(|level| level.node);
    view.with_profile(item, |profile| {
        let matcher = Matcher::new(&profile.profile);
        let at = matcher
            .versions()
            .iter()
            .position(|of| *of.image.name == image && *of.version.version() == version)?;
        let of = &matcher.versions()[at];
        let asked = flavors
            .iter()
            .enumerate()
            .filter(|(_, node)| only.is_none_or(|only| only == **node));
        let told: Vec<String> = asked
            .filter_map(|(near, node)| {
                let own = Cursor::new(tree, item.text, *node);
                let own = if in_config {
                    own.field("capabilities")
                } else {
                    own
                };
                let row = matcher.layout().row(&capabilities(own));
                let flavor = matcher.flavor_with(of, &row, near)?;
                Some(block(&table::flavor(&matcher, at, flavor, LOOK)))
            })
            .take(SHOWN)
            .collect();
        (!told.is_empty()).then(|| told.join("\n\n"))
    })?
}
