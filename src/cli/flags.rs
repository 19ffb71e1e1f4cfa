//! Flags that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::values;
use crate::config::{Operation, Preview, ProviderRules};

/// The name of standard input, unless another is given.
pub(super) const STDIN: &str = "<stdin>";

/// How inputs are collected.
#[derive(Clone, Debug, Args)]
pub(super) struct InputArgs {
    /// Name to show for standard input.
    #[arg(long, value_name = "NAME", default_value = STDIN, help_heading = "Input")]
    pub stdin_filename: String,
    /// Also read hidden folders and files that git ignores.
    #[arg(long, help_heading = "Input")]
    pub no_ignore: bool,
    /// Maximum size of a file.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = values::size, help_heading = "Input")]
    pub max_file_size: u64,
    /// Where further settings come from.
    #[command(flatten)]
    pub file: FileArgs,
}

/// Where further settings come from.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct FileArgs {
    /// The configuration file. [default: the nearest .cpcap.yaml upwards from the working
    /// directory]
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "no_config",
        help_heading = "Configuration"
    )]
    pub config: Option<PathBuf>,
    /// Read no configuration file.
    #[arg(long, help_heading = "Configuration")]
    pub no_config: bool,
}

/// Which extensions the landscape runs.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ProviderArgs {
    /// The provider whose rules check `providerConfig`, instead of `spec.type`; `off` checks
    /// nothing. [default: by `spec.type`]
    #[arg(long, value_name = "off|TYPE", value_parser = values::provider_rules, help_heading = "Server")]
    provider_rules: Option<ProviderRules>,
}

impl ProviderArgs {
    /// The value of the flag, if the user gives it.
    pub fn chosen(&self) -> Option<ProviderRules> {
        self.provider_rules.clone()
    }
}

/// The previews to take as part of Gardener.
#[derive(Debug, Args)]
pub(super) struct PreviewArgs {
    /// Enable a preview: what worker pools ask of their images in addition to machine types
    /// (GEP-54).
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Server"
    )]
    preview: Vec<PreviewName>,
}

/// A preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PreviewName {
    /// Worker capabilities (GEP-54): secure boot, the kind of updates, GPUs.
    WorkerCapabilities,
}

impl PreviewArgs {
    /// The previews that are on.
    pub fn chosen(&self) -> Preview {
        Preview {
            worker_capabilities: self.preview.contains(&PreviewName::WorkerCapabilities),
        }
    }
}

/// How the API server gets the objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum OperationArg {
    /// The objects are new.
    Create,
    /// The objects exist; Shoots are new without --old.
    #[default]
    Update,
}

impl From<OperationArg> for Operation {
    fn from(operation: OperationArg) -> Self {
        match operation {
            OperationArg::Create => Self::Create,
            OperationArg::Update => Self::Update,
        }
    }
}
