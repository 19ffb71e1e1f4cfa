//! The words of the group for versions: the end of one, and the versions that fit.

use std::fmt::Display;

use crate::merge::DroppedVersion;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::time::Time;
use crate::rules::walk::Owner;
use crate::rules::{Report, words};

/// `has been expired since 2026-01-31`, where a date in the past brought the state, or `is expired`.
pub(in crate::rules) fn state(
    state: impl Display,
    version: Option<&ExpirableVersion<'_>>,
    now: Time,
) -> String {
    let since = version.and_then(|version| words::maintenance::since(version, now));
    since.map_or_else(
        || format!("is {state}"),
        |time| format!("has been {state} since {}", words::day(time)),
    )
}

/// A finding about a version that the server drops. `how`: a sentence about when it does.
pub(in crate::rules) fn dropped(of: &DroppedVersion<'_, '_>, how: &str, now: Time) -> Report {
    let (version, name) = (of.version, *of.version.version);
    let owner = of
        .image
        .map_or(Owner::Kubernetes, |(_, image)| Owner::Image(image));
    let is = version.classification_at(now).as_str();
    let message = format!(
        "{} {}: {how}",
        owner.version(name),
        state(is, Some(version), now)
    );
    Report::new(version.version.span, of.list().index(of.index), message)
        .value(name)
        .also(version.because(), format!("makes it {is}"))
}

/// The versions that would do, those in preview marked.
pub(super) fn would_do(supported: &[&str], preview: &[&str]) -> String {
    if supported.is_empty() {
        return "the profile has no version that fits".to_owned();
    }
    let shown: Vec<String> = supported
        .iter()
        .map(|name| {
            if preview.contains(name) {
                format!("{name} (preview)")
            } else {
                (*name).to_owned()
            }
        })
        .collect();
    format!(
        "these fit: {}",
        words::all(shown.iter().map(String::as_str))
    )
}
