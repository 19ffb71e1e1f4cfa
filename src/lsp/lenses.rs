//! Remarks above the entries of a text: who uses them.

use std::collections::BTreeMap;

use lsp_types::{CodeLens, Command};

use super::View;
use super::mentions::{Thing, mentions};
use crate::landscape::Body;
use crate::words::count;

/// For each entry of the profiles of the open text how many Shoots use it, where any is known to.
#[must_use]
pub fn lenses(view: &View<'_>) -> Vec<CodeLens> {
    let uses = view.uses();
    let mut found = Vec::new();
    for item in &view.items {
        let Some(profile) = uses.profiles.iter().find(|of| std::ptr::eq(of.item, *item)) else {
            continue;
        };
        let counts: BTreeMap<_, usize> = profile
            .entries
            .iter()
            .map(|entry| {
                let is_shoot = |body: &Body<'_>| matches!(body, Body::Shoot(_));
                let mut shoots: Vec<*const _> = entry
                    .users
                    .iter()
                    .filter(|user| is_shoot(&user.item.body))
                    .map(|user| std::ptr::from_ref(user.item))
                    .collect();
                shoots.sort_unstable();
                shoots.dedup();
                (Thing::of(entry.key), shoots.len())
            })
            .collect();
        for mention in mentions(item).into_iter().filter(|of| of.defines) {
            let Some(shoots) = counts.get(&mention.thing).filter(|shoots| **shoots > 0) else {
                continue;
            };
            found.push(CodeLens {
                range: view.positions.range(mention.span),
                // There is nothing to do about it.
                command: Some(Command {
                    title: format!("used by {}", count(*shoots, "Shoot")),
                    command: String::new(),
                    arguments: None,
                }),
                data: None,
            });
        }
    }
    found
}
