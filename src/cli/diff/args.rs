//! The arguments of `cpcap diff`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::settings::args::GateArgs;
use crate::cli::values::{self, When};
use crate::impact::{Impact, Kind};
use crate::model::time::Time;
use crate::page::{Compared, Sides};
use crate::table::diff::Extent;

/// Maximum number of impacts shown by default: what a person may still read.
const MAX_IMPACTS: usize = 100;

/// Show what a change does, and whether the server would refuse it
///
/// Compares CloudProfiles, NamespacedCloudProfiles and Shoots, paired by kind, namespace and name,
/// and if several have the same name, by their paths below OLD and NEW. A reference means the
/// profile in the nearest directory, so two landscapes may use the same names. First shows what the
/// server would refuse of the new objects as updates of the old ones, with the users of removed
/// entries. Then shows the impact on everyone else: image versions that start or stop fitting
/// machine types, other flavors, artifacts and defaults, and classifications now and later. It
/// names the affected worker pools of the Shoots among the files, and what the worker pools of a
/// changed Shoot get. Comments, the order of maps and moved files are not changes. Two files with
/// one object of a kind each form a pair even if the names differ; the output says so.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct DiffArgs {
    /// OLD and NEW: files, directories or globs. With --git: the part of the repository to compare;
    /// the rest is context. [default with --git: all of it]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Compare revisions of the git repository of the working directory, named as for `git diff`:
    /// `BASE` with the work tree (new files that git does not ignore included), `BASE..HEAD` two
    /// revisions, `BASE...HEAD` what HEAD does since it left BASE.
    #[arg(long, value_name = "BASE[..HEAD]", help_heading = "Input")]
    pub git: Option<String>,
    /// Objects that are the same on both sides, such as the Shoots that use a profile, or the
    /// profile of a Shoot: files, directories or globs.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
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
    pub format: DiffFormat,
    /// Name everything affected; json always does.
    #[arg(long, help_heading = "Output")]
    pub expand: bool,
    /// Show at most N impacts in the human form, the worst first, and at most N of what is refused,
    /// not checked, not known or noted; 0 shows all. [default: 100; with --expand: 0]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub max_impacts: Option<usize>,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show the changes only, without the closing line.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// Also exit with 1 for impact of this kind, or `any`.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kinds, help_heading = "Rules")]
    pub deny_impact: Vec<Denied>,
    /// Also exit with 1 if the verdict is unknown, such as when a profile or the Shoots are not
    /// among the files.
    #[arg(long, help_heading = "Rules")]
    pub deny_unchecked: bool,

    /// When the change is applied: a day, an RFC 3339 time, or a span from now such as 90d. What
    /// does it do next year? [default: now]
    #[arg(long, visible_alias = "now", value_name = "TIME", value_parser = values::time, help_heading = "Server")]
    pub against_now: Option<When>,
    /// Which feature gates the server has.
    #[command(flatten)]
    pub gates: GateArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,
}

impl DiffArgs {
    /// Whether each side is a file, and not a directory or a revision.
    pub fn of_files(&self, cwd: &Path) -> bool {
        self.git.is_none() && self.paths.iter().all(|path| !cwd.join(path).is_dir())
    }

    /// What is compared, and when.
    pub fn compared(&self, now: Time) -> Compared {
        let names = |paths: &[PathBuf]| -> Vec<String> {
            paths
                .iter()
                .map(|path| path.display().to_string())
                .collect()
        };
        let paths = names(&self.paths);
        Compared {
            sides: match &self.git {
                Some(range) => Sides::Git(range.clone(), paths),
                None => Sides::Paths(paths),
            },
            now,
            is_named: self.against_now.is_some(),
        }
    }

    /// The extent of the human form.
    pub fn extent(&self) -> Extent {
        let default = if self.expand { 0 } else { MAX_IMPACTS };
        Extent {
            expand: self.expand,
            max_impacts: match self.max_impacts.unwrap_or(default) {
                0 => usize::MAX,
                most => most,
            },
            only_impacts: false,
        }
    }
}

const EXAMPLES: &str = "\
Kinds of impact: impossible, noArtifact, incompatible, removed, flavor, artifact, default, changed, \
maintenance, stuck, classification, format, vocabulary, compatible, added.

Exit codes:
  0  the server would accept the change, or the verdict says that this is not known
  1  it would refuse it or later updates, a removed profile is in use, or what is denied is there
  2  cpcap could not do its work, could not read something, or could not tell which objects belong together

The server accepts that a region, zone, volume type or, without a vocabulary, machine type goes \
under worker pools. They are impossible from then on: --deny-impact impossible makes that 1.

Examples:
  cpcap diff old.yaml new.yaml
  cpcap diff stored/ deploy/ --with shoots/
  cpcap diff --git HEAD                                       what do my changes do?
  cpcap diff --git origin/main...HEAD                         what does this branch do?
  cpcap diff --git origin/main...HEAD --format markdown       a comment for a pull request
  cpcap diff --deny-impact incompatible,flavor old.yaml new.yaml
  cpcap diff --against-now 2030-01-01T00:00:00Z old.yaml new.yaml";

/// Kinds of impact that fail a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Denied {
    Any,
    One(Kind),
}

impl Denied {
    /// Whether an impact is meant. What makes worker pools impossible may be removed as well.
    pub fn covers(self, impact: &Impact<'_>) -> bool {
        self == Self::Any
            || self == Self::One(impact.kind())
            || self == Self::One(Kind::Removed) && impact.is_gone()
    }
}

fn kinds(text: &str) -> Result<Denied, String> {
    if text == "any" {
        return Ok(Denied::Any);
    }
    let known = || Kind::ALL.iter().map(Kind::code);
    Kind::ALL
        .into_iter()
        .find(|kind| kind.code() == text)
        .map(Denied::One)
        .ok_or_else(|| {
            let near = crate::model::near::near(text, known());
            let hint = near
                .map(|near| format!("did you mean {near}? "))
                .unwrap_or_default();
            format!(
                "there is no such kind of impact; {hint}there are: any, {}",
                known().collect::<Vec<_>>().join(", ")
            )
        })
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DiffFormat {
    /// For people.
    #[default]
    Human,
    /// A comment for a pull request: short, details folded, under 60 KB.
    Markdown,
    /// A page of HTML: all that changes, for an artifact of CI.
    Html,
    /// JSON; its schema is printed by `cpcap schema diff`.
    Json,
}
