//! The arguments of `cpcap maintain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::values::{self, When};

/// Show what maintenance does to Shoots: in the next window, at a date, over time.
///
/// Shows what the next maintenance window does to each Shoot in the given files: to the Kubernetes
/// version of the control plane, and to the image and Kubernetes version of each pool. Says whether
/// an update is forced, by which update strategy, and why, and if it fails, why each version is not
/// a target. With only --profile: shows when the versions of a profile change, and which of them
/// expire without a target.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct MaintainArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input, with Shoots and maybe their profiles. [default: the current directory, unless
    /// --profile is given]
    #[arg(value_name = "SHOOT")]
    pub paths: Vec<PathBuf>,

    /// The time of the window: a day, an RFC 3339 time, or a span from now such as 90d. [default:
    /// now]
    #[arg(long, visible_alias = "now", value_name = "TIME", value_parser = values::time, help_heading = "Time")]
    pub at: Option<When>,
    /// Begin a timeline here: every date in the profile at which the answer changes, until --until
    /// or without end.
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "at", help_heading = "Time")]
    pub from: Option<When>,
    /// End a timeline here: a day, an RFC 3339 time, or a span from now such as 90d. It begins at
    /// --from, or now.
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Time")]
    pub until: Option<When>,
    /// Repeat windows until nothing moves; in a timeline, after each date with the Shoot of that
    /// time.
    #[arg(long, help_heading = "Time")]
    pub settle: bool,

    /// Files with profiles: a file, directory or glob. Repeatable. Without SHOOT, cpcap checks only
    /// the profiles.
    #[arg(
        long = "profile",
        short = 'p',
        value_name = "FILE",
        help_heading = "Input"
    )]
    pub profiles: Vec<PathBuf>,
    /// Files that cpcap reads but does not list, such as profiles and their parents: a file,
    /// directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: MaintainFormat,
    /// Show for every pool why each version is not a target, even if the window succeeds; json
    /// always does.
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show what moves only, without the reasons.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
}

const EXAMPLES: &str = "cpcap finds the profile of a Shoot by name among all files; if there are several, it takes the one in the nearest directory. It merges a NamespacedCloudProfile into its parent. It fills in missing values like the server.

Exit codes: 0 every window succeeds, and every worker pool has an artifact of what it moves to (for a profile alone: every version has a target); 1 some do not; 2 there is no Shoot or profile, or cpcap could not do its work.

Examples:
  cpcap maintain shoot.yaml --profile profile.yaml
  cpcap maintain shoots/ --with landscape/ --at 2027-01-01T00:00:00Z
  cpcap maintain shoot.yaml -p profile.yaml --until 2028-01-01T00:00:00Z   when does it change?
  cpcap maintain shoot.yaml -p profile.yaml --settle                       where does it end up?
  cpcap maintain --profile profile.yaml            when do versions change, and which get stuck?
  kubectl get shoots -A -o yaml | cpcap maintain - --with landscape/ -f csv > plan.csv";

/// The form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MaintainFormat {
    /// Tables and sentences, for people.
    #[default]
    Table,
    /// Markdown tables.
    Markdown,
    /// A page of HTML: a calendar of the versions of each profile, with what `table` says.
    Html,
    /// Comma-separated values: one line for each version of a Shoot and window.
    Csv,
    /// JSON; its schema is printed by `cpcap schema maintain`.
    Json,
}

impl MaintainArgs {
    /// Whether the question is about profiles, and not Shoots.
    pub fn of_profiles(&self) -> bool {
        self.paths.is_empty() && !self.profiles.is_empty()
    }

    /// Whether the question is about a range of time.
    pub fn is_timeline(&self) -> bool {
        self.from.is_some() || self.until.is_some()
    }
}
