//! The arguments of `cpcap table`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::capability::ARCHITECTURES;
use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::io::ColorChoice;
use crate::cli::values::{self, When};
use crate::matching::{NamePattern, VersionPattern};
use crate::model::lifecycle::Classification;
use crate::table::matrix::{Filters, Kind};

/// Show which machine types and image versions fit, and what is available where.
///
/// Each CloudProfile in the given files gets a table, and so does each NamespacedCloudProfile,
/// merged into its parent. Machine types with the same capabilities share a row. Versions of an
/// image with the same flavors and classification share a column. --expand shows each one.
#[derive(Debug, Args)]
#[command(disable_version_flag = true, after_help = EXAMPLES)]
pub(in crate::cli) struct TableArgs {
    /// Files, directories (searched for *.yaml, *.yml and *.json), globs, or `-` for standard
    /// input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// What the columns are.
    #[arg(long, value_enum, default_value_t, help_heading = "Table")]
    pub by: By,
    /// Show instead in which regions and zones machine types, or volume types, are available.
    #[arg(
        long,
        value_enum,
        value_name = "TYPES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "machines",
        conflicts_with = "by",
        help_heading = "Table"
    )]
    pub availability: Option<Availability>,
    /// Show instead in which regions image versions have an artifact, by the flavors or
    /// architectures of `providerConfig`.
    #[arg(long, conflicts_with_all = ["by", "availability"], help_heading = "Table")]
    pub regions: bool,
    /// One row and one column for each name, even if several are equal; csv always has these.
    #[arg(long, help_heading = "Table")]
    pub expand: bool,
    /// The clock for life cycles and default versions: a day, an RFC 3339 time, or a span from now
    /// such as 90d. [default: now]
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Table")]
    pub now: Option<When>,

    /// Only this machine type, or a glob over machine types (in quotes). Repeatable, or with
    /// commas.
    #[arg(long, short = 'm', value_name = "NAME", value_delimiter = ',', value_parser = NamePattern::parse, help_heading = "Filters")]
    pub machine_type: Vec<NamePattern>,
    /// Only this image, or a glob over images (in quotes). Repeatable, or with commas.
    #[arg(long, short = 'i', value_name = "NAME", value_delimiter = ',', value_parser = NamePattern::parse, help_heading = "Filters")]
    pub image: Vec<NamePattern>,
    /// Only this version of images: a whole one, the beginning of one as a Shoot may have it (1592,
    /// 1592.9), or a glob. Repeatable, or with commas.
    #[arg(long, value_name = "VERSION", value_delimiter = ',', value_parser = VersionPattern::parse, help_heading = "Filters")]
    pub version: Vec<VersionPattern>,
    /// Only image versions with this classification now: unavailable, preview, supported,
    /// deprecated, expired.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values::classification, help_heading = "Filters")]
    pub classification: Vec<Classification>,
    /// Only machine types and image versions of this architecture.
    #[arg(long, value_name = "ARCH", value_parser = PossibleValuesParser::new(ARCHITECTURES), help_heading = "Filters")]
    pub architecture: Option<String>,
    /// Only types that Shoots may use.
    #[arg(long, help_heading = "Filters")]
    pub usable: bool,

    /// Form of the output.
    #[arg(
        long,
        short = 'f',
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub format: MatrixFormat,
    /// Symbols and lines in ASCII.
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
    /// When to use colours. NO_COLOR, CLICOLOR_FORCE and CLICOLOR are honoured.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub color: Option<ColorChoice>,
    /// Show tables only, without their legends.
    #[arg(long, short = 'q', help_heading = "Output")]
    pub quiet: bool,

    /// Files that cpcap reads but does not show, such as the parent of a NamespacedCloudProfile: a
    /// file, directory or glob.
    #[arg(long, value_name = "PATH", help_heading = "Input")]
    pub with: Vec<PathBuf>,
    /// How inputs are collected.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which extensions the landscape runs.
    #[command(flatten)]
    pub provider: ProviderArgs,
}

const EXAMPLES: &str = "\
Examples:
  cpcap table profile.yaml
  cpcap table --image gardenlinux --classification supported,preview profile.yaml
  cpcap table --by image profile.yaml              which version does a Shoot get by default?
  cpcap table --by flavor --machine-type 'm5.*' profile.yaml
  cpcap table --availability profile.yaml          which machine types are available where?
  cpcap table --regions profile.yaml               which image versions have an artifact where?
  cpcap table --format csv profiles/ > matrix.csv";

/// What the columns of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum By {
    /// Image versions.
    #[default]
    Version,
    /// Flavors of image versions.
    Flavor,
    /// Images, with the version that a Shoot gets by default.
    Image,
}

/// What is available where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Availability {
    /// Machine types.
    Machines,
    /// Volume types.
    Volumes,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MatrixFormat {
    /// A table that fits the terminal.
    #[default]
    Table,
    /// A Markdown table.
    Markdown,
    /// Comma-separated values: one line for each pair of row and column.
    Csv,
    /// JSON; its schema is printed by `cpcap schema table`.
    Json,
    /// A page to look at in a browser, with filters and reasons.
    Html,
}

impl TableArgs {
    pub fn kind(&self) -> Kind {
        match (self.availability, self.by) {
            _ if self.regions => Kind::Regions,
            (Some(Availability::Machines), _) => Kind::MachineTypes,
            (Some(Availability::Volumes), _) => Kind::VolumeTypes,
            (None, By::Version) => Kind::Versions,
            (None, By::Flavor) => Kind::Flavors,
            (None, By::Image) => Kind::Images,
        }
    }

    pub fn filters(&self) -> Filters {
        Filters {
            machine_types: self.machine_type.clone(),
            images: self.image.clone(),
            versions: self.version.clone(),
            classifications: self.classification.clone(),
            architecture: self.architecture.clone(),
            usable: self.usable,
        }
    }
}
