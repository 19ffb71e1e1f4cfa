//! The arguments, as clap reads them; their help is the manual.

mod table;
mod uses;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::cli::add::args::AddArgs;
use crate::cli::destination::{Destination, DestinationParser};
use crate::cli::diff::args::DiffArgs;
use crate::cli::flags::{FileArgs, InputArgs, OperationArg, PreviewArgs};
use crate::cli::io::ColorChoice;
use crate::cli::lsp::args::LspArgs;
use crate::cli::maintain::args::MaintainArgs;
use crate::cli::match_::args::MatchArgs;
use crate::cli::migrate::args::MigrateArgs;
use crate::cli::render::args::RenderArgs;
use crate::cli::report::args::ReportArgs;
use crate::cli::resolve::args::ResolveArgs;
use crate::cli::retire::args::RetireArgs;
use crate::cli::settings::args::SettingsArgs;
use crate::cli::values::{self, When};
use crate::cli::verbs::args::VerbsArgs;
use crate::editor;

pub(super) use table::{MatrixFormat, TableArgs};
pub(super) use uses::{UsesArgs, UsesFormat};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Checks Gardener CloudProfiles, NamespacedCloudProfiles and Shoots offline.
///
/// cpcap reports what the API server would report, with field and exact position, and then what it
/// would not report.
#[derive(Debug, Parser)]
#[command(name = "cpcap", version, styles = STYLES, propagate_version = true, max_term_width = 100)]
#[command(after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXAMPLES: &str = "Exit codes: 0 no findings, 1 findings, 2 cpcap could not do its work.

Examples:
  cpcap lint profile.yaml                            what is wrong with it?
  cpcap match --machine-type m5.large                which images fit?
  cpcap resolve shoot.yaml --profile profile.yaml    what does a cluster get?
  cpcap explain capability/unregistered-name         what does a rule find, and why?
  cpcap lint --help                                  all options of a command";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Lint(Box<LintArgs>),
    Match(MatchArgs),
    Table(Box<TableArgs>),
    Report(Box<ReportArgs>),
    Render(Box<RenderArgs>),
    Verbs(VerbsArgs),
    Uses(UsesArgs),
    Diff(Box<DiffArgs>),
    Migrate(MigrateArgs),
    Retire(RetireArgs),
    Add(AddArgs),
    Resolve(Box<ResolveArgs>),
    Maintain(Box<MaintainArgs>),
    Rules(RulesArgs),
    Config(ConfigArgs),
    Init(InitArgs),
    Explain(ExplainArgs),
    Schema(SchemaArgs),
    Lsp(Box<LspArgs>),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Check files: what the API server would report, and what it would not.
///
/// Checks every CloudProfile, NamespacedCloudProfile and Shoot in the given files. Reads YAML and
/// JSON, several documents in a file, and lists of objects. cpcap skips other kinds and counts
/// them. It shows all findings at once: an unreadable file does not hide the findings of others.
///
/// It checks the parts of a Shoot that depend on its profile: the reference to it, worker pools,
/// versions, region and zones. It only decodes all other parts, such as networking and add-ons.
#[derive(Debug, Args)]
#[command(after_help = LINT_EXAMPLES, group = ArgGroup::new("fixing").args(["fix", "diff"]).multiple(true))]
pub(super) struct LintArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// Form of the output; several with `--format FORMAT=FILE`. [default: human]
    #[arg(long, short = 'f', value_name = "FORMAT[=FILE]", value_parser = DestinationParser, help_heading = "Output")]
    pub format: Vec<Destination>,
    /// Write the form without a file to this file instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Maximum number of findings in the human form, errors first; 0 shows all of them one by one.
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Output")]
    pub max_findings: usize,
    /// Show findings that differ only in the names of Shoot and worker pool as one, with their
    /// count (human, compact; json has them in addition to all findings).
    #[arg(long, help_heading = "Output")]
    pub summary: bool,
    /// Count the findings and fixes of each rule (human shows the counts instead of the findings,
    /// json in addition to them).
    #[arg(long, conflicts_with_all = ["summary", "diff", "write_baseline"], help_heading = "Output")]
    pub statistics: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show findings only: no closing line, no progress. The exit code stays the same.
    #[arg(long, short = 'q', overrides_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Name skipped documents, and count those read in one pass, on standard error.
    #[arg(long, short = 'v', overrides_with = "quiet", help_heading = "Output")]
    pub verbose: bool,

    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,

    /// Make all safe fixes in the files, and show the remaining findings. For standard input, the
    /// result goes to standard output, and the findings go to standard error.
    #[arg(long, help_heading = "Fixes")]
    pub fix: bool,
    /// With --fix or --diff: also make changes that a person should review.
    #[arg(long, requires = "fixing", help_heading = "Fixes")]
    pub unsafe_fixes: bool,
    /// Show what --fix would change as a unified diff, and change nothing.
    #[arg(long, conflicts_with_all = ["format", "output"], help_heading = "Fixes")]
    pub diff: bool,

    /// Write all findings of this run into the baseline, instead of showing them.
    #[arg(long, conflicts_with = "fixing", help_heading = "Rules")]
    pub write_baseline: bool,

    /// Check a create (which first drops inactive versions) or an update.
    #[arg(long, value_enum, default_value_t, help_heading = "Server")]
    pub operation: OperationArg,
    /// The stored objects that the inputs replace: a file, directory or glob; paired by kind,
    /// namespace and name. Two files with one object of a kind each form a pair even if the names
    /// differ.
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with = "operation",
        help_heading = "Input"
    )]
    pub old: Vec<PathBuf>,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub now: Option<When>,
    /// The previews to take as part of Gardener.
    #[command(flatten)]
    pub preview: PreviewArgs,
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
  cpcap lint --with landscape/ projects/           NamespacedCloudProfiles, parents elsewhere
  cpcap lint --statistics deploy/                  which rules find how much?
  cpcap lint --diff --unsafe-fixes deploy/         what would be fixed?
  cpcap lint --fix deploy/
  cpcap lint --operation create profile.yaml       what would a create be told?
  cpcap lint --now 2027-01-01T00:00:00Z 'profiles/*.yaml'
  kubectl get cloudprofiles -o yaml | cpcap lint -";

/// List the rules with their origin and severity.
#[derive(Debug, Args)]
#[command(after_help = RULES_EXAMPLES)]
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
    /// Print names only, one on each line.
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

const RULES_EXAMPLES: &str = "\
Examples:
  cpcap rules                       all of them
  cpcap rules capability lifecycle  those of two groups
  cpcap explain capability/unregistered-name";

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
/// The output is a configuration file with the same settings. Its comments name the source of each:
/// a flag, a line of the configuration file, or the default.
#[derive(Debug, Args)]
#[command(after_help = CONFIG_EXAMPLES)]
pub(super) struct ConfigArgs {
    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: ConfigFormat,
    /// Print the settings only, without the comments on where they come from.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
    /// What counts, and for how much.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Where further settings come from.
    #[command(flatten)]
    pub file: FileArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ConfigFormat {
    /// A configuration file that says the same, with comments.
    #[default]
    Yaml,
    /// JSON; its schema is printed by `cpcap schema settings`.
    Json,
}

const CONFIG_EXAMPLES: &str = "\
Examples:
  cpcap config                                     which settings hold here?
  cpcap config --select capability --deny warning  which would hold with these flags?
  cpcap config --no-config                         the defaults";

/// Write a commented configuration file, `.cpcap.yaml`, into the current directory.
///
/// The file sets nothing: it has every setting as a comment. cpcap does not overwrite an existing
/// file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cpcap init && $EDITOR .cpcap.yaml")]
pub(super) struct InitArgs {
    /// Print nothing.
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

/// Print the page of a rule: what it finds, why it matters, a bad and a good example.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cpcap explain lifecycle/dropped-on-create\n  cpcap explain \
        yaml/duplicate-key | less"
)]
pub(super) struct ExplainArgs {
    /// The rule, such as `lifecycle/dropped-on-create`, or a group, such as `lifecycle`: its rules
    /// are listed.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// When to use colours.
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<ColorChoice>,
    /// Print what the rule finds, and no more; of a group, print the names of its rules.
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

/// Print a JSON Schema: for editors, of an output, or of the configuration file.
///
/// The schemas for editors know every field, and accept everything that the server can decode;
/// `cpcap lint` checks the values.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(super) struct SchemaArgs {
    /// What it describes.
    #[arg(value_name = "NAME", value_parser = schemas(), ignore_case = true)]
    pub of: String,
    /// Like the other commands.
    #[command(flatten)]
    pub silent: SilentArgs,
}

const SCHEMA_EXAMPLES: &str = "\
Examples:
  cpcap schema cloudprofile > cloudprofile.schema.json
  cpcap schema manifest > gardener.schema.json       for files with several kinds
  cpcap schema config > cpcap.schema.json            for .cpcap.yaml
  cpcap schema lint                                  what `cpcap lint --format json` prints

In YAML files the first line names the schema, for editors with the YAML language server:
  # yaml-language-server: $schema=cloudprofile.schema.json";

/// The flag that every command has, for commands that print nothing but their answer.
#[derive(Debug, Args)]
pub(super) struct SilentArgs {
    /// Has no effect: the command prints its answer and no more.
    #[arg(long, short = 'q')]
    quiet: bool,
}

/// The names of all schemas.
fn schemas() -> PossibleValuesParser {
    let outputs = SchemaOf::value_variants()
        .iter()
        .filter_map(ValueEnum::to_possible_value);
    let editors = editor::names()
        .into_iter()
        .map(|(name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(editors.chain(outputs))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaOf {
    /// What `cpcap lint --format json` prints
    Lint,
    /// What `cpcap match --format json` prints
    Match,
    /// What `cpcap rules --format json` prints
    Rules,
    /// What `cpcap table --format json` prints
    Table,
    /// What `cpcap verbs --format json` prints
    Verbs,
    /// What `cpcap uses --format json` prints
    Uses,
    /// What `cpcap diff --format json` prints
    Diff,
    /// What `cpcap maintain --format json` prints
    Maintain,
    /// What `cpcap migrate --format json` prints
    Migrate,
    /// What `cpcap resolve --format json` prints
    Resolve,
    /// What `cpcap retire --format json` prints
    Retire,
    /// What `cpcap add --format json` prints
    Add,
    /// The configuration file, `.cpcap.yaml`
    Config,
    /// What `cpcap config --format json` prints
    Settings,
    /// A baseline: the findings that `cpcap lint` accepts
    Baseline,
}

/// Print the script that completes `cpcap` in a shell.
///
/// It calls cpcap at every key, so it knows the rules, and the machine types, images, versions and
/// regions of the profile. It finds the profile in the files on the line, in CPCAP_PROFILE, or
/// below the current directory.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// Your shell.
    #[arg(value_enum)]
    pub shell: Shell,
    /// Like the other commands.
    #[command(flatten)]
    pub silent: SilentArgs,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bash        echo 'source <(cpcap completions bash)' >> ~/.bashrc
  zsh         echo 'source <(cpcap completions zsh)' >> ~/.zshrc
  fish        cpcap completions fish > ~/.config/fish/completions/cpcap.fish
  elvish      cpcap completions elvish >> ~/.elvish/rc.elv
  powershell  cpcap completions powershell >> $PROFILE

As a plugin of kubectl: the completion of kubectl runs the program `kubectl_complete-cpcap` on your path; that is cpcap with another name. A script that `kubectl-cpcap completions` prints completes `kubectl-cpcap`, too.
  kubectl     ln -s \"$(command -v cpcap)\" ~/.local/bin/kubectl_complete-cpcap";

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
#[command(
    after_help = "Examples:\n  cpcap man lint | man -l -\n  cpcap man lint > \
        /usr/local/share/man/man1/cpcap-lint.1"
)]
pub(super) struct ManArgs {
    /// The command; without one, the page of cpcap itself.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Like the other commands.
    #[command(flatten)]
    pub silent: SilentArgs,
}
