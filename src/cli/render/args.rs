//! The arguments of `cpcap render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::OperationArg;
use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::values::{self, When};
use crate::resolution::rendered::Shape;

/// Print NamespacedCloudProfiles merged into their parents.
///
/// Prints each object as it is stored, with the `status.cloudProfileSpec` that the controller
/// writes: parent first, then additions, architectures filled in, quantities and times in canonical
/// form. `providerConfig` is merged as the provider extension does it; of a provider that cpcap
/// does not know it is left out.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct RenderArgs {
    /// Files, directories or globs with NamespacedCloudProfiles, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Files with the parents, where they are elsewhere: a file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,

    /// Form of the output; of several objects, several documents.
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
    /// Say behind each entry of the merged lists whose it is, as a comment: `parent`, `child`,
    /// `both`, and what was computed.
    #[arg(long, help_heading = "Output")]
    pub provenance: bool,
    /// Say, for people, what the objects change of their parents, by name.
    #[arg(long, conflicts_with_all = ["format", "shape", "provenance"], help_heading = "Output")]
    pub diff: bool,
    /// When to use colours, which only --diff has. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are
    /// honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,

    /// Render as if the objects were created (inactive versions are dropped first) or updated.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The stored objects that the inputs replace: inactive versions that they do not have are
    /// dropped first.
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

const EXAMPLES: &str = "\
Without --old and --operation create the objects are taken as written, whatever the clock says.

Exit codes: 0 everything was rendered; 1 so it was, but the server would refuse some of the objects (`cpcap lint` says why); \
2 an object or its parent could not be read or found: the others are printed all the same.

Examples:
  cpcap render --with landscape/ project.yaml
  cpcap render --with landscape/ --provenance project.yaml    whose is each entry?
  cpcap render --with landscape/ --diff project.yaml          what does it change?
  cpcap render --with landscape/ --as cloudprofile project.yaml | cpcap match -m m5.large -p -";
