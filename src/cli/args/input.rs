//! The flags that every command shares that reads files.

use clap::Args;

use crate::cli::values;

/// How inputs are collected.
#[derive(Debug, Args)]
pub(in crate::cli) struct InputArgs {
    /// Name under which standard input is shown.
    #[arg(long, value_name = "NAME", default_value = "<stdin>", help_heading = "Input")]
    pub stdin_filename: String,
    /// Also read hidden folders and files that git ignores.
    #[arg(long, help_heading = "Input")]
    pub no_ignore: bool,
    /// Refuse files that are larger.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = values::size, help_heading = "Input")]
    pub max_file_size: u64,
}
