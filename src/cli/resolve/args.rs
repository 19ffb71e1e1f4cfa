//! The arguments of `cpcap resolve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, OperationArg, PreviewArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};

/// Show what the server makes of Shoots: version, image and flavor of every worker pool.
///
/// Shows for each pool of the Shoots in the given files the Kubernetes version, architecture, image
/// and version after defaulting. Names the rule by which the server fills in missing values. Also
/// shows the flavor that the pool gets, and whether the server admits it.
///
/// It checks the parts of a Shoot that depend on its profile: the reference to it, worker pools,
/// versions, region and zones. It only decodes all other parts, such as networking and add-ons.
///
/// With --write it prints the Shoots themselves with all defaults filled in, comments included. It
/// changes no file.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct ResolveArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input, with Shoots and maybe their profiles.
    #[arg(value_name = "SHOOT", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// Files with profiles: a file, directory or glob. Repeatable.
    #[arg(
        long = "profile",
        short = 'p',
        value_name = "FILE",
        help_heading = "Input"
    )]
    pub profiles: Vec<PathBuf>,
    /// Files that cpcap reads but does not list, such as profiles and their parents: a file,
    /// directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which feature gates the server has.
    #[command(flatten)]
    pub gates: GateArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,
    /// The previews to take as part of Gardener.
    #[command(flatten)]
    pub preview: PreviewArgs,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Input")]
    pub now: Option<When>,
    /// Check the Shoots as new or as existing objects.
    #[arg(long, value_enum, default_value_t, help_heading = "Input")]
    pub operation: OperationArg,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: ResolveFormat,
    /// Print the Shoots to standard output with all defaults of the server filled in; files do not
    /// change.
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub write: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show pools and refusals only: no rules of the server, no legend.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
}

const EXAMPLES: &str = "cpcap finds the profile of a Shoot by name among all files; if there are several, it takes the one in the nearest directory. It merges a NamespacedCloudProfile into its parent.

Exit codes: 0 the server admits all Shoots; 1 it refuses some; 2 there is no Shoot, its profile is not among the files, or cpcap could not do its work.

Examples:
  cpcap resolve shoot.yaml --profile profile.yaml
  cpcap resolve shoots/ --with landscape/ --format csv > pools.csv
  cpcap resolve shoot.yaml --profile profile.yaml --write > resolved.yaml
  cpcap resolve shoot.yaml -p profile.yaml --now 2027-01-01T00:00:00Z    what will it get then?";

/// The form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ResolveFormat {
    /// Tables and sentences, for people.
    #[default]
    Table,
    /// Markdown tables.
    Markdown,
    /// Comma-separated values: one line for each worker pool.
    Csv,
    /// JSON; its schema is printed by `cpcap schema resolve`.
    Json,
}
