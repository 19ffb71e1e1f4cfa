//! The arguments of `cpcap render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::OperationArg;
use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};
use crate::resolution::rendered::Shape;

/// Print NamespacedCloudProfiles merged into their parents.
///
/// Prints each object as the server stores it, with the `status.cloudProfileSpec` that the
/// controller writes. That has the parent first, then the additions, with architectures filled in,
/// and quantities and times in canonical form. cpcap merges `providerConfig` like the provider
/// extension, or leaves it out if it does not know the provider.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct RenderArgs {
    /// Files, directories or globs with NamespacedCloudProfiles, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Files with the parents, if they are elsewhere: a file, directory or glob.
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

    /// Form of the output; each object becomes a document.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: RenderFormat,
    /// What to print of each object.
    #[arg(
        long = "as",
        value_name = "SHAPE",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub shape: ShapeArg,
    /// Add a comment to each entry of the merged lists with its source: `parent`, `child`, `both`,
    /// or computed.
    #[arg(long, help_heading = "Output")]
    pub provenance: bool,
    /// Show, for people, what the objects change in their parents, by name.
    #[arg(long, conflicts_with_all = ["format", "shape", "provenance"], help_heading = "Output")]
    pub diff: bool,
    /// When to use colours, which only --diff has. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are
    /// honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show errors only on standard error, without notes.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// Render a create (which first drops inactive versions) or an update.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The stored objects that the inputs replace: cpcap first drops inactive versions that they do
    /// not have.
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with = "operation",
        help_heading = "Server"
    )]
    pub old: Vec<PathBuf>,
    /// The clock, which decides which versions are inactive: a day, an RFC 3339 time, or a span
    /// from now such as 90d. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub now: Option<When>,
}

/// A format of `render`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RenderFormat {
    /// YAML, which kubectl reads as it is meant.
    #[default]
    Yaml,
    /// JSON.
    Json,
}

/// What `render` prints of each object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ShapeArg {
    /// The whole NamespacedCloudProfile with its status, as `kubectl get` shows it.
    #[default]
    Object,
    /// Only the status.
    Status,
    /// A CloudProfile with the merged spec, for commands that take one.
    Cloudprofile,
}

impl From<ShapeArg> for Shape {
    fn from(shape: ShapeArg) -> Self {
        match shape {
            ShapeArg::Object => Self::Object,
            ShapeArg::Status => Self::Status,
            ShapeArg::Cloudprofile => Self::CloudProfile,
        }
    }
}

const EXAMPLES: &str = "Without --old and --operation create, cpcap takes the objects as written at any time.

Exit codes: 0 success; 1 success, but the server would refuse some of the objects (`cpcap lint` says why); 2 cpcap could not read or find an object or its parent, and printed the others.

Examples:
  cpcap render --with landscape/ project.yaml
  cpcap render --with landscape/ --provenance project.yaml    whose is each entry?
  cpcap render --with landscape/ --diff project.yaml          what does it change?
  cpcap render --with landscape/ --as cloudprofile project.yaml | cpcap match -m m5.large -p -";
