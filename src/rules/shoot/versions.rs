//! The words of the group for versions: the end of one, and the versions that fit.

use crate::model::cloudprofile::ExpirableVersion;
use crate::model::time::Time;
use crate::rules::words;

/// ` since 2026-01-31`, where a date in the past made it what it is.
pub(in crate::rules) fn since(version: &ExpirableVersion<'_>, now: Time) -> String {
    words::maintenance::since(version, now)
        .map_or_else(String::new, |time| format!(" since {}", time.date()))
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
