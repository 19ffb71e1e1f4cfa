//! The arguments, as clap reads them; their help is the manual.

mod table;
mod uses;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::cli::flags::{InputArgs, OperationArg, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::maintain::args::MaintainArgs;
use crate::cli::match_::args::MatchArgs;
use crate::cli::render::args::RenderArgs;
use crate::cli::resolve::args::ResolveArgs;
use crate::cli::values;
use crate::cli::verbs::args::VerbsArgs;
use crate::finding::Severity;
use crate::model::time::Time;
use crate::report::Format;

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
    Explain(ExplainArgs),
    Schema(SchemaArgs),
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

    /// Form of the output.
    #[arg(long, short = 'f', value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,
    /// Write the findings to a file instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show at most N findings in the human form, errors first; 0 shows all.
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Output")]
    pub max_findings: usize,
    /// When to use colours. NO_COLOR and CLICOLOR_FORCE are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Name the documents that are skipped.
    #[arg(long, short = 'v', help_heading = "Output")]
    pub verbose: bool,

    /// Exit with 1 from this severity on.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "error", help_heading = "Rules")]
    pub deny: Deny,
    /// Only these rules or groups, or `all`; the more exact of --select and --ignore wins.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub select: Vec<String>,
    /// Not these rules or groups.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = values::selector, help_heading = "Rules")]
    pub ignore: Vec<String>,
    /// Give the findings of a rule or group another severity.
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = values::severity, help_heading = "Rules")]
    pub severity: Vec<(String, Severity)>,

    /// Judge as if the objects were created (inactive versions are dropped first) or updated.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The stored objects that the inputs replace: a file, directory or glob; paired by kind, namespace and name, or as the only two of a kind.
    #[arg(long, value_name = "PATH", conflicts_with = "operation", help_heading = "Server")]
    pub old: Vec<PathBuf>,
    /// The clock, RFC 3339: ask today about tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub now: Option<Time>,
    /// Set a feature gate of the API server.
    #[arg(long = "feature-gate", value_name = "NAME=BOOL", value_delimiter = ',', value_parser = values::gate, help_heading = "Server")]
    pub feature_gates: Vec<(String, bool)>,
    /// Take the feature gates that this version of Gardener has by default. [default: 1.150]
    #[arg(long, value_name = "VERSION", value_parser = values::gardener_version, help_heading = "Server")]
    pub gardener_version: Option<u64>,

    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,

    /// Files that are read but not judged, such as the CloudProfile that a NamespacedCloudProfile adds to: a file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
}

const LINT_EXAMPLES: &str = "\
Examples:
  cpcap lint profile.yaml
  cpcap lint --format json --output findings.json deploy/
  cpcap lint --old stored.yaml profile.yaml        what would an update be told?
  cpcap lint --with landscape/ projects/           NamespacedCloudProfiles against CloudProfiles that are elsewhere
  cpcap lint --operation create profile.yaml       what would a create be told?
  cpcap lint --now 2027-01-01T00:00:00Z 'profiles/*.yaml'
  kubectl get cloudprofiles -o yaml | cpcap lint -";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// Errors.
    Error,
    /// Errors and warnings.
    Warning,
    /// Everything.
    Note,
}

impl From<Deny> for Severity {
    fn from(deny: Deny) -> Self {
        match deny {
            Deny::Error => Self::Error,
            Deny::Warning => Self::Warning,
            Deny::Note => Self::Note,
        }
    }
}

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

/// Print the JSON Schema of an output.
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Whose output.
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
}
