//! The arguments of `cpcap migrate`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};
use crate::migrate::{Axis, Given, Step};

/// Rewrite legacy CloudProfiles into the format of capabilities, with proof.
///
/// The vocabulary gets the architectures in use. Image versions and entries of `providerConfig` get
/// flavors, and machine types get capabilities if they differ. Everything else in the files stays
/// as it is. cpcap compares the artifact of each machine type, image version and region with the
/// one before. It checks the result as an update of the original and as a new object. It prints
/// this proof on standard error. It writes nothing if something differs or is an error.
///
/// The legacy fields stay, because they agree with the capabilities; --drop-legacy removes them.
/// cpcap completes a partly migrated profile, and does not change a migrated one. It migrates
/// NamespacedCloudProfiles after their parents, which may also stand in files given with --with. It
/// says what the worker pools of Shoots get before and after, if that is not the same.
///
/// --stage stops after a step, so that a landscape can take one step at a time. Each stage is an
/// update that the server accepts on top of the stage before it.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct MigrateArgs {
    /// Files, directories or globs with CloudProfiles and NamespacedCloudProfiles, or `-` for
    /// standard input.
    #[arg(value_name = "PROFILE", required = true)]
    pub paths: Vec<PathBuf>,
    /// A further capability, its preferred value first. Repeatable.
    #[arg(long, value_name = "NAME=VALUE,VALUE", value_parser = Axis::parse, help_heading = "Migration")]
    pub capability: Vec<Axis>,
    /// Which machine types have which values of a capability. Machine types that no glob names have all
    /// values. Repeatable.
    #[arg(long, value_name = "NAME=VALUE:GLOB", value_parser = Given::parse, help_heading = "Migration")]
    pub set: Vec<Given>,
    /// Take the capabilities that cpcap suggests, or only that of this name. Repeatable.
    #[arg(
        long,
        value_name = "NAME",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Append,
        help_heading = "Migration"
    )]
    pub suggested: Option<Vec<String>>,
    /// Remove the legacy fields `architecture` and `architectures`.
    #[arg(long, help_heading = "Migration")]
    pub drop_legacy: bool,
    /// Stop after this step.
    #[arg(
        long,
        value_enum,
        value_name = "STEP",
        conflicts_with = "drop_legacy",
        help_heading = "Migration"
    )]
    pub stage: Option<StageArg>,
    /// Print or write profiles even if their proof fails.
    #[arg(long, help_heading = "Migration")]
    pub force: bool,
    /// Files, directories or globs with the parents of NamespacedCloudProfiles, and with Shoots;
    /// they do not change. Repeatable.
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

    /// Print the changes as a unified diff.
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
    /// Show the proof only where it fails.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
}

/// A step of a migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StageArg {
    /// The profile gets its vocabulary.
    Vocabulary,
    /// Machine types get capabilities.
    MachineTypes,
    /// Image versions get flavors.
    Images,
    /// The entries of `providerConfig` get flavors.
    Provider,
    /// The legacy fields go.
    Finish,
}

impl From<StageArg> for Step {
    fn from(stage: StageArg) -> Self {
        match stage {
            StageArg::Vocabulary => Self::Vocabulary,
            StageArg::MachineTypes => Self::MachineTypes,
            StageArg::Images => Self::Images,
            StageArg::Provider => Self::Provider,
            StageArg::Finish => Self::Finish,
        }
    }
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
  cpcap migrate --write --drop-legacy profile.yaml
  cpcap migrate --stage vocabulary profile.yaml      the first of five pull requests
  cpcap migrate --write projects/ --with profiles/   children of migrated profiles
  cpcap migrate --diff profiles/ --with shoots/      with what the worker pools get";
