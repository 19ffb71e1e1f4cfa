//! The arguments of `cpcap migrate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::values::{self, When};

/// Rewrite legacy CloudProfiles into the format of capabilities, with proof.
///
/// The vocabulary gets the architectures in use; image versions get flavors, entries of the
/// `providerConfig` the format of flavors, and machine types capabilities where they differ. All else
/// in the files stays as it was written. For each machine type, image version and region the
/// artifact is compared with that of before; the result is checked as an update of the original and
/// as a new object. What was compared is printed on standard error. Where something differs or is
/// an error, nothing is written.
///
/// The legacy fields may stay, as they agree with the capabilities, or go with --drop-legacy. A
/// profile that is migrated in part is completed; one that is migrated stays as it is.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct MigrateArgs {
    /// Files, directories or globs with CloudProfiles, or `-` for standard input.
    #[arg(value_name = "PROFILE", required = true)]
    pub paths: Vec<PathBuf>,
    /// Take out the legacy fields `architecture` and `architectures`.
    #[arg(long, help_heading = "Migration")]
    pub drop_legacy: bool,
    /// Print or write also what the proof does not hold for.
    #[arg(long, help_heading = "Migration")]
    pub force: bool,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Input")]
    pub now: Option<When>,

    /// Print what changes as a unified diff.
    #[arg(long, help_heading = "Output")]
    pub diff: bool,
    /// Change the files.
    #[arg(long, conflicts_with_all = ["diff", "format"], help_heading = "Output")]
    pub write: bool,
    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        conflicts_with = "diff",
        help_heading = "Output"
    )]
    pub format: MigrateFormat,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
}

/// A format of `migrate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MigrateFormat {
    /// The migrated text.
    #[default]
    Yaml,
    /// The plan and the proof as JSON; its schema is printed by `cpcap schema migrate`.
    Json,
}

const EXAMPLES: &str = "\
Exit codes: 0 all profiles are migrated, with proof; 1 the proof of some does not hold; 2 some cannot be migrated or read.

Examples:
  cpcap migrate profile.yaml > migrated.yaml
  cpcap migrate --diff profiles/
  cpcap migrate --write --drop-legacy profile.yaml";
