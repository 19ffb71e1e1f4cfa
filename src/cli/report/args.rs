//! The arguments of `cpcap report`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::flags::{InputArgs, OperationArg};
use crate::cli::settings::args::SettingsArgs;
use crate::cli::values::{self, When};

/// Write a page for each profile, and an index of them, into a directory.
///
/// A page has the findings of `cpcap lint` about its profile, the tables of `cpcap table` with
/// filters and reasons, and the calendar of `cpcap maintain`. The index says of each profile
/// whether the server refuses it, as far as that is known, and whether it is risky or clean. All
/// files are HTML that asks no server for anything. cpcap writes only into a directory that is new,
/// empty, or of its own earlier report.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ReportArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// The directory for the pages.
    #[arg(
        long,
        short = 'o',
        value_name = "DIR",
        required = true,
        help_heading = "Output"
    )]
    pub output: PathBuf,
    /// Write pages without legends, and do not name the index on standard error.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// How the API server gets the objects.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Time")]
    pub now: Option<When>,
    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  cpcap report profiles/ -o site/
  cpcap report profiles/ --with parents/ --level note -o site/";
