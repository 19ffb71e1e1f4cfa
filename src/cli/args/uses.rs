//! The arguments of `cpcap uses`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::InputArgs;
use crate::cli::io::ColorChoice;
use crate::table::uses::Filter;

/// List who uses what of a profile, and what nobody uses.
///
/// For each CloudProfile and NamespacedCloudProfile in the given files, lists which
/// NamespacedCloudProfiles, Shoots and worker pools use which Kubernetes versions, image versions,
/// machine types and volume types. A Shoot of a NamespacedCloudProfile counts for the parent, too.
/// cpcap knows only the given files: objects elsewhere may use more.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct UsesArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// Only entries in use.
    #[arg(long, conflicts_with = "unused", help_heading = "Filters")]
    pub used: bool,
    /// Only entries that the given files do not use.
    #[arg(long, help_heading = "Filters")]
    pub unused: bool,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: UsesFormat,
    /// Name every user and entry; csv and json always do.
    #[arg(long, help_heading = "Output")]
    pub expand: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show the list only, without the closing sentence.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// More users and parents: files, directories or globs whose own profiles cpcap does not list.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
}

const EXAMPLES: &str =
    "Exit codes: 0 success; 2 there is no profile, or cpcap could not do its work.

Examples:
  cpcap uses landscape/
  cpcap uses --unused profile.yaml --with landscape/     what can go?
  cpcap uses --format csv landscape/ > uses.csv
  kubectl get cloudprofiles,namespacedcloudprofiles,shoots -A -o yaml | cpcap uses -";

/// The form of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum UsesFormat {
    /// A table that fits the terminal.
    #[default]
    Table,
    /// A Markdown table.
    Markdown,
    /// Comma-separated values: one line for each use, and one for each entry without.
    Csv,
    /// JSON; its schema is printed by `cpcap schema uses`.
    Json,
}

impl UsesArgs {
    pub fn filter(&self) -> Filter {
        match (self.used, self.unused) {
            (true, _) => Filter::Used,
            (false, true) => Filter::Unused,
            (false, false) => Filter::All,
        }
    }
}
