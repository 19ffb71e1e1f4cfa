//! The configuration file: what it says, with the place of everything that it says, and what is
//! wrong with it. It is read like any other text, and leniently: every problem is collected.
//! Finding the file is the work of `cli`.

mod read;
mod schema;

use std::fmt;

use crate::config::ProviderRules;
use crate::finding::Severity;
use crate::model::cursor::Spanned;
use crate::source::Span;

pub use read::{KEYS, Words, read};
pub use schema::Schema;

/// The name of the file.
pub const NAME: &str = ".cpcap.yaml";

/// The content of a configuration file. The spans of lists and maps are those of their entries; of
/// what is not there, empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigFile {
    /// `select`, `ignore` and `severity` for all files.
    pub rules: RuleChoice,
    /// `deny`: the failing severity.
    pub deny: Option<Spanned<Severity>>,
    /// `level`: from which severity on findings are shown.
    pub level: Option<Spanned<Severity>>,
    /// `gardener-version`: the minor version of 1.x.
    pub gardener_minor: Option<Spanned<u64>>,
    /// `feature-gates`: names of gates, and whether each is on.
    pub feature_gates: Vec<Spanned<(String, bool)>>,
    /// `provider-rules`: which extensions look at the profiles.
    pub provider_rules: Option<Spanned<ProviderRules>>,
    /// `with`: paths relative to the file.
    pub with: Vec<Spanned<String>>,
    /// `exclude`: patterns of paths relative to the file.
    pub exclude: Vec<Spanned<String>>,
    /// `baseline`: a path relative to the file.
    pub baseline: Option<Spanned<String>>,
    /// `overrides`: choices for some files.
    pub overrides: Vec<Override>,
}

/// The rules that count, with their severities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleChoice {
    /// `select`: rule names, group names or `all`.
    pub select: Vec<Spanned<String>>,
    /// `ignore`: the same, for rules to switch off.
    pub ignore: Vec<Spanned<String>>,
    /// `severity`: selectors of rules, with the severity of each.
    pub severity: Vec<Spanned<(String, Severity)>>,
}

/// A choice for some files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Override {
    /// Patterns of paths relative to the file.
    pub paths: Vec<Spanned<String>>,
    /// The choice of rules for these files.
    pub rules: RuleChoice,
}

/// Something wrong with a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the key or value that is wrong.
    pub span: Span,
    /// The path to the value.
    pub field: String,
    /// The fault, with the reason.
    pub message: String,
    /// Advice, as an imperative.
    pub help: Option<String>,
}

impl fmt::Display for ProviderRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByType => "own",
            Self::Off => "off",
            Self::Always(name) => name,
        })
    }
}
