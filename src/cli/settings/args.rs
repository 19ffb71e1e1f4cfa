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
    /// Show findings from this severity on. cpcap always shows those that fail a run (--deny) and
    /// those of selected rules (--select), and counts the others. [default: warning]
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Rules")]
    pub level: Option<Level>,
    /// Only these rules or groups, or `all`; the more specific of --select and --ignore wins.
    /// Repeatable, or with commas.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub select: Vec<String>,
    /// Not these rules or groups. Repeatable, or with commas.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub ignore: Vec<String>,
    /// Give the findings of a rule or group another severity. Repeatable, or with commas.
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = values::severity, help_heading = "Rules")]
    pub severity: Vec<(String, Severity)>,
    /// Accept the findings in this file as long as they exist; --write-baseline writes it.
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub baseline: Option<PathBuf>,

    /// Which feature gates the server has.
    #[command(flatten)]
    pub gates: GateArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,

    /// Files that cpcap reads but does not check, such as the parent of a NamespacedCloudProfile: a
    /// file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
}

/// Which feature gates the server has.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct GateArgs {
    /// Set a feature gate of the API server. Repeatable, or with commas.
    #[arg(long = "feature-gate", value_name = "NAME=BOOL", value_delimiter = ',', value_parser = values::gate, help_heading = "Server")]
    pub feature_gates: Vec<(String, bool)>,
    /// Use the default feature gates of this version of Gardener. [default: 1.150]
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
