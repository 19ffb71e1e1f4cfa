//! The arguments of `cpcap verbs`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::InputArgs;
use crate::cli::io::ColorChoice;
use crate::cli::values;
use crate::table::verbs::Subject;

/// Print the custom verbs that a user needs to apply NamespacedCloudProfiles.
///
/// A user who sets or changes `spec.kubernetes`, `spec.machineImages` or `spec.providerConfig`
/// needs a custom verb on `namespacedcloudprofiles`, in addition to the right to create or update
/// them.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct VerbsArgs {
    /// Files, directories or globs with NamespacedCloudProfiles, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The stored objects that the inputs replace: only changes need a verb. An object without a
    /// stored one is new.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub old: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: VerbsFormat,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show the verbs only, without the note on their spelling.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// Print a Role and a RoleBinding for each namespace that grant the verbs, as YAML.
    #[arg(long, conflicts_with = "format", help_heading = "RBAC")]
    pub rbac: bool,
    /// Name of the Roles and RoleBindings.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "modify-namespacedcloudprofiles",
        requires = "rbac",
        help_heading = "RBAC"
    )]
    pub role_name: String,
    /// Grant to a user. Repeatable, like the next two; without any of them the subject is a
    /// placeholder.
    #[arg(long = "user", value_name = "NAME", value_parser = values::user, requires = "rbac", help_heading = "RBAC")]
    pub users: Vec<Subject>,
    /// Grant to a group.
    #[arg(long = "group", value_name = "NAME", value_parser = values::group, requires = "rbac", help_heading = "RBAC")]
    pub groups: Vec<Subject>,
    /// Grant to a service account.
    #[arg(
        long = "service-account",
        value_name = "NAMESPACE:NAME",
        value_parser = values::service_account,
        requires = "rbac",
        help_heading = "RBAC"
    )]
    pub service_accounts: Vec<Subject>,
}

/// A format of `verbs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum VerbsFormat {
    /// A table for people.
    #[default]
    Table,
    /// JSON; its schema is printed by `cpcap schema verbs`.
    Json,
}

const EXAMPLES: &str = "The server compares verbs exactly: GEP-25 writes one of them modify-spec-machineImages, but the server checks modify-spec-machineimages.

Exit codes: 0 success; 2 cpcap could not read some objects, or there is none.

Examples:
  cpcap verbs project.yaml
  cpcap verbs --old stored.yaml project.yaml        what does the update need?
  cpcap verbs --rbac --service-account garden-project:deployer project.yaml | kubectl apply -f -";
