//! The arguments of `cpcap match`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use crate::cli::flags::{InputArgs, PreviewArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::values::{self, When};
use crate::matching::{NamePattern, VersionPattern};

const USAGE: &str = "\
cpcap match [OPTIONS] --machine-type <NAME>
       cpcap match [OPTIONS] --image <NAME>
       cpcap match [OPTIONS] --bastion";

/// Show which image versions and flavors fit a machine type, which one wins, and why.
///
/// With --machine-type and --image: shows for each pair whether it fits, by capability, the
/// versions with their classification, and the flavor that Gardener takes, step by step. With only
/// one of them: lists everything that fits it, like the Gardener Dashboard. With --bastion: shows
/// what a bastion gets.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES, override_usage = USAGE)]
#[command(group(ArgGroup::new("names").args(["machine_types", "images", "bastion"]).required(true).multiple(true)))]
pub(in crate::cli) struct MatchArgs {
    /// A machine type, or a glob over machine types (in quotes). Repeatable.
    #[arg(long = "machine-type", short = 'm', value_name = "NAME", value_parser = NamePattern::parse)]
    pub machine_types: Vec<NamePattern>,
    /// An image, or a glob over images (in quotes). Repeatable.
    #[arg(long = "image", short = 'i', value_name = "NAME", value_parser = NamePattern::parse)]
    pub images: Vec<NamePattern>,
    /// Only this version: a full one, the beginning of one (1592, 1592.9), or a glob. Repeatable.
    #[arg(long = "version", value_name = "VERSION", value_parser = VersionPattern::parse)]
    pub versions: Vec<VersionPattern>,
    /// Show which machine type, image, version and artifact a bastion gets, and why; with --explain
    /// also the rejected candidates.
    #[arg(long, conflicts_with_all = ["machine_types", "images", "versions", "secure_boot", "in_place", "gpu"])]
    pub bastion: bool,
    /// Only in this region; a version without an artifact there does not fit. With --image or
    /// --explain, show the artifact. Repeatable. [default: all regions of the profile, equal
    /// answers together]
    #[arg(long = "region", short = 'r', value_name = "REGION")]
    pub regions: Vec<String>,

    /// For a worker pool that boots securely; needs `--preview worker-capabilities`.
    #[arg(long)]
    pub secure_boot: bool,
    /// For a worker pool with in-place updates; needs `--preview worker-capabilities`.
    #[arg(long)]
    pub in_place: bool,
    /// For a worker pool with this kind of GPU, such as nvidia, amd or intel; needs `--preview
    /// worker-capabilities`.
    #[arg(long, value_name = "TYPE")]
    pub gpu: Option<String>,

    /// Files, directories or globs with the profile, or `-` for standard input. Repeatable; also
    /// CPCAP_PROFILE, separated like PATH. cpcap checks all CloudProfiles in them, and all
    /// NamespacedCloudProfiles as merged into their parents. [default: the only CloudProfile below
    /// the current directory]
    #[arg(
        long = "profile",
        short = 'p',
        value_name = "FILE",
        help_heading = "Input"
    )]
    pub profiles: Vec<PathBuf>,
    /// Files that cpcap reads but does not list, such as the parent of a NamespacedCloudProfile: a
    /// file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,
    /// The previews to take as part of Gardener.
    #[command(flatten)]
    pub preview: PreviewArgs,
    /// The clock: a day, an RFC 3339 time, or a span from now such as 90d. Ask today about
    /// tomorrow, or repeat a run. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Input")]
    pub now: Option<When>,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: MatchFormat,
    /// Print only what fits now, for scripts, one per line: `image version`, the newest version
    /// first. With several machine types, a glob or --bastion: `machine-type image version`. With
    /// only --image: `machine-type`. With several CloudProfiles, the name of the profile comes
    /// first, as `NAME:FILE` where several have the same name.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,
    /// Show every pair in full, and the rows of bits: 0 or 1 for each capability value, and where
    /// flavors drop out.
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// Name every version and machine type instead of grouping equal ones.
    #[arg(long, help_heading = "Output")]
    pub expand: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
}

/// A format of `match`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MatchFormat {
    /// Tables and sentences, for people.
    #[default]
    Human,
    /// One JSON object; its schema is printed by `cpcap schema match`.
    Json,
}

const EXAMPLES: &str = "\
Something fits where the capabilities fit (without machineCapabilities, the architecture), the machine type is usable, \
and the version is neither expired nor unavailable at --now. A version of which flavors tie fits, too: admission accepts \
it, and only creating machines fails; it is marked with !.

A bastion can be started where the extension finds a machine type, an image and a version, and in one of the regions an \
artifact and a zone that has the machine type.

Exit codes: 0 something fits; 1 nothing does; 2 there is no such machine type, image, version or profile, or cpcap could \
not do its work.

Examples:
  cpcap match --machine-type m5.large --image gardenlinux
  cpcap match --machine-type m5.large                        which images fit?
  cpcap match --image gardenlinux --version 1592             which machine types does 1592.x fit?
  cpcap match -m m5.large -i gardenlinux --region eu-west-1   which artifact does a worker get?
  cpcap match -m 'm5.*' -i '*' --explain --profile aws.yaml
  cpcap match -m m5.large -i gardenlinux --quiet | head -1   the newest version
  cpcap match -m m5.large --now 2027-01-01T00:00:00Z         what will fit then?
  cpcap match --bastion --region eu-west-1                   what does a bastion get there?";
