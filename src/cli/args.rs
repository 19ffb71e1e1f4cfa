//! The arguments, as clap reads them; their help is the manual.

mod table;
mod uses;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::cli::destination::{Destination, DestinationParser};
use crate::cli::flags::{InputArgs, OperationArg};
use crate::cli::io::ColorChoice;
use crate::cli::maintain::args::MaintainArgs;
use crate::cli::match_::args::MatchArgs;
use crate::cli::render::args::RenderArgs;
use crate::cli::resolve::args::ResolveArgs;
use crate::cli::settings::args::SettingsArgs;
use crate::cli::values;
use crate::cli::verbs::args::VerbsArgs;
use crate::model::time::Time;

pub(super) use table::{MatrixFormat, TableArgs};
pub(super) use uses::{UsesArgs, UsesFormat};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Checks Gardener CloudProfiles, NamespacedCloudProfiles and Shoots offline.
///
/// cpcap says what the API server would say of them, field by field and with the exact bytes, and then what it would not say.
#[derive(Debug, Parser)]
#[command(name = "cpcap", version, styles = STYLES, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 nothing to object, 1 findings, 2 cpcap could not do its work.")]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Lint(Box<LintArgs>),
    Match(MatchArgs),
    Table(Box<TableArgs>),
    Render(Box<RenderArgs>),
    Verbs(VerbsArgs),
    Uses(UsesArgs),
    Resolve(Box<ResolveArgs>),
    Maintain(Box<MaintainArgs>),
    Rules(RulesArgs),
    Config(ConfigArgs),
    Init(InitArgs),
    Explain(ExplainArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Is it valid, sound and well designed?
///
/// Judges every CloudProfile, NamespacedCloudProfile and Shoot in the given files. Reads YAML and JSON, several documents a
/// file, and lists of objects. Other kinds are skipped and counted. All findings are shown at once: a file that cannot be read
/// never hides those of another.
#[derive(Debug, Args)]
#[command(after_help = LINT_EXAMPLES)]
pub(super) struct LintArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// Form of the output; several with `--format FORMAT=FILE`. [default: human]
    #[arg(long, short = 'f', value_name = "FORMAT[=FILE]", value_parser = DestinationParser, help_heading = "Output")]
    pub format: Vec<Destination>,
    /// Write the form that names no file to this one instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show at most N findings in the human form, errors first; 0 shows all.
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Output")]
    pub max_findings: usize,
    /// When to use colours. NO_COLOR and CLICOLOR_FORCE are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Name the documents that are skipped, on standard error.
    #[arg(long, short = 'v', help_heading = "Output")]
    pub verbose: bool,

    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,

    /// Write all findings of this run into the baseline instead of showing them.
    #[arg(long, help_heading = "Rules")]
    pub write_baseline: bool,

    /// Judge as if the objects were created (inactive versions are dropped first) or updated.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The stored objects that the inputs replace: a file, directory or glob; paired by kind, namespace and name, or as the only two of a kind.
    #[arg(long, value_name = "PATH", conflicts_with = "operation", help_heading = "Input")]
    pub old: Vec<PathBuf>,
    /// The clock, RFC 3339: ask today about tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub now: Option<Time>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
}

const LINT_EXAMPLES: &str = "\
Examples:
  cpcap lint profile.yaml
  cpcap lint --format json --output findings.json deploy/
  cpcap lint --format human --format sarif=findings.sarif deploy/
  cpcap lint --old stored.yaml profile.yaml        what would an update be told?
  cpcap lint --with landscape/ projects/           NamespacedCloudProfiles against CloudProfiles that are elsewhere
  cpcap lint --operation create profile.yaml       what would a create be told?
  cpcap lint --now 2027-01-01T00:00:00Z 'profiles/*.yaml'
  kubectl get cloudprofiles -o yaml | cpcap lint -";

/// List the rules with their origin and severity.
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// Only these rules or groups.
    #[arg(value_name = "RULE", value_parser = values::selector)]
    pub rules: Vec<String>,
    /// Form of the output.
    #[arg(long, short = 'f', value_enum, default_value_t)]
    pub format: TableFormat,
    /// When to use colours.
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<ColorChoice>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// A table for people.
    #[default]
    Table,
    /// A Markdown table.
    Markdown,
    /// JSON; its schema is printed by `cpcap schema rules`.
    Json,
}

/// Print the settings that `lint` would use, and where each comes from.
///
/// The output is a configuration file that says the same. Its comments say what comes from which flag, from which line of the
/// configuration file, or from nobody.
#[derive(Debug, Args)]
pub(super) struct ConfigArgs {
    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Write a commented configuration file, `.cpcap.yaml`, into the current directory.
///
/// It sets nothing: every setting stands in it as a comment. A file that exists is left alone.
#[derive(Debug, Args)]
pub(super) struct InitArgs {}

/// Print the page of a rule: what it finds, why it matters, a bad and a good example.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The rule, such as `lifecycle/dropped-on-create`.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// When to use colours.
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<ColorChoice>,
}

/// Print the JSON Schema of an output, or of the configuration file.
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Of what.
    #[arg(value_enum)]
    pub output: SchemaOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaOf {
    /// `cpcap lint --format json`
    Lint,
    /// `cpcap match --format json`
    Match,
    /// `cpcap rules --format json`
    Rules,
    /// `cpcap table --format json`
    Table,
    /// `cpcap verbs --format json`
    Verbs,
    /// `cpcap uses --format json`
    Uses,
    /// `cpcap maintain --format json`
    Maintain,
    /// `cpcap resolve --format json`
    Resolve,
    /// The configuration file, `.cpcap.yaml`
    Config,
    /// The file of accepted findings that `cpcap lint --write-baseline` writes
    Baseline,
}

/// Print the script with which a shell completes `cpcap`.
///
/// It asks cpcap at every key, and so knows rules, and the machine types, images, versions and regions of the profile at hand: of the
/// files on the line, of CPCAP_PROFILE, or below the current directory.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bash        echo 'source <(cpcap completions bash)' >> ~/.bashrc
  zsh         echo 'source <(cpcap completions zsh)' >> ~/.zshrc
  fish        cpcap completions fish > ~/.config/fish/completions/cpcap.fish
  elvish      echo 'eval (cpcap completions elvish | slurp)' >> ~/.elvish/rc.elv
  powershell  Add-Content $PROFILE 'cpcap completions powershell | Out-String | Invoke-Expression'";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Shell {
    /// Bash.
    Bash,
    /// Elvish.
    Elvish,
    /// Fish.
    Fish,
    /// PowerShell.
    Powershell,
    /// Zsh.
    Zsh,
}

impl Shell {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Elvish => "elvish",
            Self::Fish => "fish",
            Self::Powershell => "powershell",
            Self::Zsh => "zsh",
        }
    }
}

/// Print the manual page of cpcap or of one of its commands, for `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cpcap man lint | man -l -\n  cpcap man lint > /usr/local/share/man/man1/cpcap-lint.1")]
pub(super) struct ManArgs {
    /// The command; without one, the page of cpcap itself.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
