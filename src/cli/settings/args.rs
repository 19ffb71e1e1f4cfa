//! The flags that choose settings; each wins over the configuration file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::ProviderArgs;
use crate::cli::values;
use crate::finding::Severity;

/// What counts, and for how much.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct SettingsArgs {
    /// Exit with 1 from this severity on. [default: error]
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Rules")]
    pub deny: Option<Level>,
    /// Show findings from this severity on. Those that fail a run (--deny) and those of selected
    /// rules (--select) are always shown; of all others there is a count. [default: warning]
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Rules")]
    pub level: Option<Level>,
    /// Only these rules or groups, or `all`; the more exact of --select and --ignore wins.
    /// Repeatable, or with commas.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub select: Vec<String>,
    /// Not these rules or groups. Repeatable, or with commas.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub ignore: Vec<String>,
    /// Give the findings of a rule or group another severity. Repeatable, or with commas.
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = values::severity, help_heading = "Rules")]
    pub severity: Vec<(String, Severity)>,
    /// Accept the findings that this file lists, until they go; --write-baseline writes it.
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub baseline: Option<PathBuf>,

    /// Which feature gates the server has.
    #[command(flatten)]
    pub gates: GateArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,

    /// Files that are read but not judged, such as the CloudProfile that a NamespacedCloudProfile
    /// adds to: a file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
}

/// Which feature gates the server has.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct GateArgs {
    /// Set a feature gate of the API server. Repeatable, or with commas.
    #[arg(long = "feature-gate", value_name = "NAME=BOOL", value_delimiter = ',', value_parser = values::gate, help_heading = "Server")]
    pub feature_gates: Vec<(String, bool)>,
    /// Take the feature gates that this version of Gardener has by default. [default: 1.150]
    #[arg(long, value_name = "VERSION", value_parser = crate::config::gardener_minor, help_heading = "Server")]
    pub gardener_version: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Level {
    /// Errors.
    Error,
    /// Errors and warnings.
    Warning,
    /// Everything.
    Note,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warning => Self::Warning,
            Level::Note => Self::Note,
        }
    }
}
