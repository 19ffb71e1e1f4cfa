//! The arguments of `cpcap lsp`.

use clap::Args;

use crate::cli::flags::{InputArgs, PreviewArgs};
use crate::cli::settings::args::SettingsArgs;
use crate::cli::values::{self, When};

/// Serve an editor: findings, fixes and descriptions while you type.
///
/// A language server (LSP) over standard input and output. Editors start it, see docs/editors.md.
/// It finds what `cpcap lint` finds in the folders of the workspace, and takes the same settings and
/// the same configuration file. The texts of open buffers count instead of the saved ones.
#[derive(Debug, Args)]
// The server has no exit code for findings, and standard input brings messages.
#[command(
    after_help = EXAMPLES,
    mut_arg("deny", |arg| arg.hide(true)),
    mut_arg("stdin_filename", |arg| arg.hide(true))
)]
pub(in crate::cli) struct LspArgs {
    /// Say what an editor would find in this directory, and what it would miss, instead of serving.
    #[arg(long)]
    pub check: bool,
    /// Only the facts of --check, without the closing sentence.
    #[arg(long, short = 'q', requires = "check", help_heading = "Output")]
    pub quiet: bool,
    /// Talk over standard input and output, which cpcap does anyway: some editors say so.
    #[arg(long, hide = true, conflicts_with = "check")]
    pub stdio: bool,
    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub now: Option<When>,
    /// The previews to take as part of Gardener.
    #[command(flatten)]
    pub preview: PreviewArgs,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
}

const EXAMPLES: &str = "Exit codes: 0 after the requests shutdown and exit, 1 after exit alone, 2 where the input ends. Those of --check are 0 where an editor finds everything, and 1 where it misses something.

Examples:
  cpcap lsp                          what an editor starts
  cpcap lsp --check                  whether an editor would find everything here
  cpcap lsp --with ../landscape      with the profiles of another directory
  cpcap lsp --select provider        only some rules";
