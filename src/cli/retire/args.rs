//! The arguments of `cpcap retire`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};

/// Plan how a version or a machine type leaves a profile.
///
/// Shows who uses the entry, the first edit of the profile, and the order of the edits that the
/// server accepts. Shows what maintenance does to each Shoot after the first edit, and when. A
/// version gets an expiration date that leaves its users the time of --notice. After that date,
/// cpcap says whether you can remove the version, or who still uses it.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
#[command(override_usage = "cpcap retire [OPTIONS] -p <FILE> <WHAT> <NAME>...")]
pub(in crate::cli) struct RetireArgs {
    /// The list that has the entry.
    #[arg(value_enum, value_name = "WHAT")]
    pub what: WhatArg,
    /// The version for `kubernetes`, the image and the version for `image`, the machine type for
    /// `machine-type`.
    #[arg(value_name = "NAME", required = true, num_args = 1..=2)]
    pub names: Vec<String>,

    /// Files, directories or globs with the CloudProfile, or `-` for standard input. Repeatable.
    #[arg(
        long = "profile",
        short = 'p',
        value_name = "FILE",
        required = true,
        help_heading = "Input"
    )]
    pub profiles: Vec<PathBuf>,
    /// The name of the CloudProfile, where several in the files list the entry.
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub profile_name: Option<String>,
    /// Files, directories or globs with the NamespacedCloudProfiles and Shoots of the landscape.
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

    /// The time that users of a version get: a span from now such as 90d, or a day. An expiration
    /// date in the profile stays unless you give --notice. [default: 90d]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Time")]
    pub notice: Option<When>,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Time")]
    pub now: Option<When>,

    /// Make the edit that is due: the first one, or the removal if nobody uses the entry. The removal
    /// from NamespacedCloudProfiles changes their files, also those of --with. Removes no entry without
    /// which maintenance fails for others. Names each changed file on standard error.
    #[arg(long, conflicts_with_all = ["format", "diff"], help_heading = "Output")]
    pub write: bool,
    /// Print the edit that is due as a unified diff.
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
    pub format: RetireFormat,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show the steps and the table only, without the other versions. With --write, do not name the
    /// changed files.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
}

/// The list that has an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum WhatArg {
    /// A Kubernetes version.
    Kubernetes,
    /// A version of a machine image.
    Image,
    /// A machine type.
    MachineType,
}

/// A format of `retire`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RetireFormat {
    /// Steps and a table for people.
    #[default]
    Table,
    /// The same as Markdown.
    Markdown,
    /// JSON; its schema is printed by `cpcap schema retire`.
    Json,
}

const EXAMPLES: &str = "\
Exit codes: 0 success; 1 the server refuses the profile with the edit that is due, also for errors that it has already, or a Shoot cannot move away; 2 cpcap could not read some objects, or no CloudProfile lists the entry.

Examples:
  cpcap retire kubernetes 1.31.14 --profile profile.yaml --with landscape/
  cpcap retire image gardenlinux 1592.2.0 -p profile.yaml --notice 30d --write
  cpcap retire machine-type m5.large -p profile.yaml --with shoots/ -f markdown";
