//! The arguments of `cpcap add`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};

/// Add a version to a profile, like another one.
///
/// Copies the entries of the other version in the lists of the profile and of `providerConfig`, with
/// all flavors, architectures and regions. The copies have no artifacts: cpcap names the places to
/// fill in, and `cpcap lint` reports them until you do. Shows which flavor each machine type gets,
/// whose default changes, and whom maintenance moves. The new version gets no expiration date.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
#[command(override_usage = "cpcap add -p <FILE> --like <VERSION> <WHAT> <NAME>...")]
pub(in crate::cli) struct AddArgs {
    /// The list that gets the version.
    #[arg(value_enum, value_name = "WHAT")]
    pub what: AddWhat,
    /// The version for `kubernetes`, the image and the version for `image`.
    #[arg(value_name = "NAME", required = true, num_args = 1..=2)]
    pub names: Vec<String>,
    /// The version that the new one is like.
    #[arg(long, value_name = "VERSION")]
    pub like: String,
    /// The classification of the new version. [default: preview if the other version is in preview,
    /// and otherwise supported]
    #[arg(long, value_enum, value_name = "WORD")]
    pub classification: Option<NewClassification>,

    /// Files, directories or globs with the profile, or `-` for standard input. Repeatable.
    #[arg(
        long = "profile",
        short = 'p',
        value_name = "FILE",
        required = true,
        help_heading = "Input"
    )]
    pub profiles: Vec<PathBuf>,
    /// The name of the profile (or NAMESPACE/NAME), where several in the files list the other version.
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub profile_name: Option<String>,
    /// Files, directories or globs with the parents and users of the profile.
    /// Repeatable.
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

    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Input")]
    pub now: Option<When>,

    /// Change the file of the profile.
    #[arg(long, conflicts_with_all = ["format", "diff"], help_heading = "Output")]
    pub write: bool,
    /// Print the change as a unified diff.
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub diff: bool,
    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: AddFormat,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show the answer only, without the count of the changes.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
}

/// The list that gets a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum AddWhat {
    /// A Kubernetes version.
    Kubernetes,
    /// A version of a machine image.
    Image,
}

/// How a new version is classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum NewClassification {
    /// To be tried: it is no default, and maintenance moves nobody to it.
    Preview,
    /// For everybody.
    Supported,
}

/// A format of `add`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum AddFormat {
    /// Tables and the change for people.
    #[default]
    Table,
    /// The same as Markdown.
    Markdown,
    /// JSON; its schema is printed by `cpcap schema add`.
    Json,
}

const EXAMPLES: &str = "\
Exit codes: 0 success; 1 the server refuses the profile with the version, or the version brings an error to it, even with all artifacts; 2 cpcap could not read some files, or cannot add the version.

Examples:
  cpcap add image gardenlinux 1877.3.0 --like 1877.2.0 -p profile.yaml --with landscape/
  cpcap add image gardenlinux 1877.3.0 --like 1877.2.0 -p profile.yaml --write
  cpcap add kubernetes 1.34.1 --like 1.33.4 -p profile.yaml --classification preview --diff";
