//! Remarks within a text: how long it is until a date, and who uses an entry.

use std::collections::BTreeMap;

use lsp_types::{CodeLens, Command, InlayHint, InlayHintLabel, Range};

use super::View;
use super::mentions::{Thing, mentions};
use crate::landscape::Body;
use crate::model::time::Time;
use crate::uses::{Key, What, collect};
use crate::words::count;

const SECONDS_PER_DAY: i64 = 86_400;

/// The dates of versions in a part of the open text, in words.
#[must_use]
pub fn hints(view: &View<'_>, range: Range) -> Vec<InlayHint> {
    let span = view.positions.span(range);
    let mut found = Vec::new();
    for profile in view.items.iter().filter_map(|item| item.body.profile()) {
        let images = profile.machine_images.iter();
        let of_images = images.flat_map(|image| image.versions.iter().map(|of| &of.expirable));
        for version in profile.kubernetes_versions.iter().chain(of_images) {
            let stages = version.stages().iter().map(|stage| &stage.start_time);
            for date in std::iter::once(&version.expiration_date).chain(stages) {
                let Some(time) = date.time() else {
                    continue;
                };
                if date.span.start > span.end || span.start > date.span.end {
                    continue;
                }
                found.push(InlayHint {
                    position: view.positions.position(date.span.end),
                    label: InlayHintLabel::String(distance(time, view.settings.now)),
                    kind: None,
                    text_edits: None,
                    tooltip: None,
                    padding_left: Some(true),
                    padding_right: None,
                    data: None,
                });
            }
        }
    }
    found.sort_by_key(|hint| (hint.position.line, hint.position.character));
    found
}

/// `in 34 days`
fn distance(to: Time, now: Time) -> String {
    let day = |time: Time| time.unix().div_euclid(SECONDS_PER_DAY);
    let days = day(to) - day(now);
    let number = |days: i64| count(usize::try_from(days).unwrap_or(usize::MAX), "day");
    match days {
        0 => "today".to_owned(),
        1.. => format!("in {}", number(days)),
        _ => format!("{} ago", number(-days)),
    }
}

/// For each entry of the profiles of the open text how many Shoots use it, where any is known to.
#[must_use]
pub fn lenses(view: &View<'_>) -> Vec<CodeLens> {
    let [own, around] = view.landscapes();
    let uses = collect(own, around, view.sources);
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
                (named(entry.key), shoots.len())
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

fn named(key: Key<'_>) -> Thing<'_> {
    match key.what {
        What::KubernetesVersion => Thing::KubernetesVersion(key.name),
        What::MachineImage => Thing::Image(key.name),
        What::ImageVersion => Thing::ImageVersion(key.image, key.name),
        What::MachineType => Thing::MachineType(key.name),
        What::VolumeType => Thing::VolumeType(key.name),
    }
}
