//! `cpcap` checks Gardener `CloudProfile`s, `NamespacedCloudProfile`s and `Shoot`s offline.
//! The rooms of this library and the way data flows through them are described in `docs/design.md`.

pub mod capability;
pub mod cli;
pub mod config;
pub mod diff;
pub mod editor;
pub mod effective;
pub mod finding;
pub mod fix;
pub mod impact;
pub mod landscape;
pub mod lint;
pub mod maintenance;
pub mod matching;
pub mod merge;
pub mod model;
pub mod output;
pub mod provider;
pub mod report;
pub mod resolution;
pub mod rules;
pub mod shoot;
pub mod source;
pub mod suppress;
pub mod table;
pub mod threads;
pub mod uses;
pub mod words;
pub mod yaml;

/// Where a rule's page is published, for builds that name a place (`CPCAP_DOCS_URL` at compile time); pages are always
/// at hand with `cpcap explain`.
#[must_use]
pub fn docs_url(rule: &str) -> Option<String> {
    option_env!("CPCAP_DOCS_URL").map(|base| format!("{}/{rule}", base.trim_end_matches('/')))
}
