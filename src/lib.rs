//! `cpcap` checks Gardener `CloudProfile`s, `NamespacedCloudProfile`s and `Shoot`s offline.
//!
//! Texts become objects ([`landscape`]), references are resolved among them ([`resolution`]), and
//! each question is a function over what was read. None of them reads files, the clock or the
//! environment, prints, or panics on bad input:
//!
//! | question | answer |
//! | --- | --- |
//! | what the server would refuse, and what else is wrong | [`lint::lint`] |
//! | which of that can be fixed, and how | [`fix::fix`] |
//! | what a change does | [`diff::diff`] |
//! | which images fit which machine types | [`matching::ask`] |
//! | what the server makes of Shoots, and whether it admits them | [`resolve::resolve`] |
//! | what maintenance does to Shoots | [`maintain::shoots`] |
//! | what a profile alone says about maintenance | [`maintain::profiles`] |
//! | who uses what of a profile | [`uses::collect`] |
//! | how an entry leaves a profile | [`retire::retire`] |
//! | what a `NamespacedCloudProfile` becomes | [`resolution::rendered::render`] |
//!
//! The names above, and the types in their signatures, are what this library promises. Other
//! modules are public only as far as the binary and the tests need them, are left out of this
//! documentation, and change without notice. The order of the modules and the way data flows
//! through them are described in `docs/design.md`.

pub mod config;
pub mod diff;
pub mod effective;
pub mod finding;
pub mod fix;
pub mod landscape;
pub mod lint;
pub mod maintain;
pub mod matching;
pub mod resolution;
pub mod resolve;
pub mod retire;
pub mod source;
pub mod uses;

// Values that answers contain: their fields have the names of `docs/gardener` and `docs/output.md`,
// and a comment only where the name does not say it all.
#[allow(missing_docs)]
pub mod impact;
#[allow(missing_docs)]
pub mod maintenance;
#[allow(missing_docs)]
pub mod model;

// Not promised: a comment stands only where the name does not say it all.
#[doc(hidden)]
#[allow(missing_docs)]
pub mod add;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod capability;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod cli;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod editor;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod lsp;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod merge;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod migrate;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod output;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod page;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod provider;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod report;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod rules;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod shoot;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod suppress;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod table;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod words;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod yaml;

mod draft;
mod threads;

/// The page of a rule, for builds that name a place (`CPCAP_DOCS_URL` at compile time); `cpcap
/// explain` always has the pages.
#[must_use]
pub fn docs_url(rule: &str) -> Option<String> {
    option_env!("CPCAP_DOCS_URL").map(|base| format!("{}/{rule}", base.trim_end_matches('/')))
}
