//! Findings about a profile that Shoots refer to.

use crate::landscape::{Body, Item};
use crate::model::path::Path;
use crate::rules::{Report, Reporter, UsedView, words};
use crate::source::Place;

/// Maximum number of Shoots named and shown.
const SHOWN: usize = 3;

/// Says which Shoots keep a profile from being deleted.
pub(super) fn check(view: &UsedView<'_>, reporter: &mut Reporter<'_>) {
    let shoots = view.shoots;
    if shoots.is_empty() {
        return;
    }
    let meta = &view.item.object.meta;
    let kind = view.item.object.kind.as_str();
    let several = words::of_several_texts(
        shoots
            .iter()
            .map(|shoot| (shoot.object.qualified(), shoot.file)),
    );
    let one = |shoot: &&Item<'_>| {
        let name = shoot.object.qualified();
        let file = if several.contains(&name) {
            format!(" in {}", shoot.source.name())
        } else {
            String::new()
        };
        words::quoted(&name) + &file
    };
    let names: Vec<String> = shoots.iter().take(SHOWN).map(one).collect();
    let more = if shoots.len() > SHOWN {
        format!(" and {} more", shoots.len() - SHOWN)
    } else {
        String::new()
    };
    let refer = if shoots.len() == 1 {
        "the Shoot"
    } else {
        "the Shoots"
    };
    let message = format!(
        "{refer} {}{more} {} to this {kind}: if you delete it, its finalizer keeps it, marked as \
         deleted, until no Shoot does",
        if more.is_empty() {
            words::and(&names)
        } else {
            names.join(", ")
        },
        if shoots.len() == 1 { "refers" } else { "refer" }
    );
    let metadata = Path::new("metadata");
    let mut report = Report::new(meta.name.span, metadata.field("name"), message).help(
        "before you delete it, move these Shoots to another profile of the family; `cpcap uses` \
         lists what they use",
    );
    for shoot in shoots.iter().take(SHOWN) {
        report = report.also_in(
            Place {
                file: shoot.file,
                span: reference(shoot),
            },
            "used here",
        );
    }
    reporter.report(report);
}

/// The place at which a Shoot names its profile.
fn reference(shoot: &Item<'_>) -> crate::source::Span {
    let reference = match &shoot.body {
        Body::Shoot(profile) => profile.map(|profile| profile.name.span),
        Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
    };
    reference.unwrap_or(shoot.object.meta.name.span)
}
