//! The tables of `cpcap table`: which machine types and image versions of a profile fit, and what
//! is available where. A [`Sheet`] is a table as plain values; each format reads it. The answers
//! come from `matching`; nothing here decides.

mod availability;
mod csv;
mod filter;
mod fits;
mod images;
mod json;
mod markdown;
mod names;
mod regions;
mod text;
mod words;

use std::collections::BTreeMap;

use crate::matching::Matcher;
use crate::model::cloudprofile::CloudProfile;
use crate::model::lifecycle::Current;
use crate::model::time::Time;
use crate::resolution::usable::{ProfileName, Usable};
use crate::words::artifacts;

pub use csv::write as write_csv;
pub use filter::{Empty, Filters, unmatched};
pub use json::{SCHEMA_VERSION, Tables, json};
pub(crate) use markdown::document as markdown;
pub(crate) use names::{group_of, listed_names, names_of, notes};
pub use regions::{Found, Listed, Placed, sheet as regions};
pub(crate) use text::document as text;
pub(crate) use words::{Mood, Words, mood};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Machine types by image versions.
    Versions,
    /// Machine types by flavors of image versions.
    Flavors,
    /// Machine types by images: the version that a Shoot gets by default.
    Images,
    MachineTypes,
    VolumeTypes,
    /// Image versions, by the flavors or architectures of `providerConfig`, by regions.
    Regions,
}

/// How a table is built.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub kind: Kind,
    /// One row and one column for each name, also where several are the same.
    pub expand: bool,
    pub now: Time,
}

/// How a table looks, decided once in `cli`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Width of the terminal, in columns.
    pub width: usize,
    /// Nothing but ASCII in what cpcap adds; names stay as they are.
    pub ascii: bool,
}

/// The profile of a table.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'t> {
    pub file: &'t str,
    /// Position of the document in the file, from 0.
    pub document: usize,
    /// The kind and the names of the profile.
    pub name: ProfileName<'t>,
}

/// A table as every format reads it.
#[derive(Debug)]
pub struct Sheet<'t> {
    pub subject: Subject<'t>,
    pub kind: Kind,
    /// The clock that life cycles were read by.
    pub now: Time,
    /// The profile has no vocabulary.
    pub legacy: bool,
    pub rows: Vec<Row<'t>>,
    pub columns: Vec<Column<'t>>,
    /// The flavors of the columns, each once; only in a table by flavors.
    pub flavors: Vec<FlavorText<'t>>,
    /// The cells, by the keys of rows and columns.
    marks: Vec<Mark<'t>>,
    /// How many column keys there are.
    keys: usize,
}

/// Machine types with the same capabilities, types with the same availability, or versions of an
/// image with artifacts in the same regions.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    /// Their names, in the order of the profile.
    pub names: Vec<&'t str>,
    /// The number of each among the entries with its name, from 1.
    pub nth: Vec<usize>,
    /// Whether Shoots may use them.
    pub usable: bool,
    /// Their architecture, where it is known and the table depends on it.
    pub architecture: Option<&'t str>,
    /// Only in a table by regions, where the names are versions: what they are versions of.
    pub listed: Option<Box<Listed<'t>>>,
    key: usize,
}

/// Versions of an image with the same flavors and classification, an image, zones of a region with
/// the same types, or regions with the same artifacts.
#[derive(Clone, Debug)]
pub struct Column<'t> {
    /// The image or the region; empty in a table by regions.
    pub group: &'t str,
    /// The versions, zones or regions, in the order of the profile; none in a table by images, for
    /// a region without zones, and where artifacts are the same in all regions.
    pub names: Vec<&'t str>,
    /// The number of each among the entries with its name, from 1.
    pub nth: Vec<usize>,
    /// The number of the group among the images or regions with its name; always 1 where the names
    /// count for all groups with this name.
    pub group_nth: usize,
    /// Position in `names` of the lowest and the highest version, where no other version of the
    /// image lies between them.
    pub range: Option<(usize, usize)>,
    /// The classification of all these versions.
    pub classification: Option<Current<'t>>,
    /// The flavor of these versions: its position, and that of what it says in the sheet's list.
    pub flavor: Option<(usize, usize)>,
    key: usize,
}

/// The text of a flavor: its capabilities as written; those left out take all values.
pub type FlavorText<'t> = Vec<(&'t str, Vec<&'t str>)>;

/// A cell. Flavors are positions in the list of the version.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark<'t> {
    Unfit,
    /// Fits; there are no flavors to choose among.
    Fits,
    /// Fits, and this flavor is taken.
    Flavor {
        /// The flavor that is taken.
        taken: usize,
        /// The choice by the rule of the operator guide, where it differs.
        documented: Vec<usize>,
    },
    /// Fits, but selection cannot choose between these flavors.
    Ambiguous(Vec<usize>),
    /// This flavor fits and is taken.
    Taken,
    /// This flavor fits, and another is taken.
    Passed,
    /// This flavor fits, and selection cannot choose between it and another.
    Tied,
    /// The version that a Shoot gets by default.
    Default {
        version: &'t str,
        classification: Current<'t>,
        fit: Box<Mark<'t>>,
    },
    /// Some version fits, but none that is ever taken by default.
    NoDefault,
    Available,
    Unavailable,
    Listed(Found),
}

impl<'t> Sheet<'t> {
    #[must_use]
    pub fn mark(&self, row: &Row<'t>, column: &Column<'t>) -> &Mark<'t> {
        &self.marks[self.index(row, column)]
    }

    /// The position of a cell's mark among all marks: cells that share one are equal.
    fn index(&self, row: &Row<'t>, column: &Column<'t>) -> usize {
        row.key * self.keys + column.key
    }

    /// All marks that occur, each once.
    fn occurring(&self) -> impl Iterator<Item = &Mark<'t>> {
        let mut used = vec![false; self.marks.len()];
        for key in once_each(self.rows.iter().map(|row| row.key)) {
            for column in &self.columns {
                used[key * self.keys + column.key] = true;
            }
        }
        self.marks
            .iter()
            .zip(used)
            .filter(|(_, used)| *used)
            .map(|(mark, _)| mark)
    }
}

/// Builds the table of a profile, which must be as the server stores it.
///
/// # Errors
/// Where nothing is left to show.
pub fn sheet<'t>(
    profile: &CloudProfile<'t>,
    subject: Subject<'t>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let matcher = Matcher::new(profile);
    let mut sheet = match options.kind {
        Kind::Versions => fits::versions(&matcher, filters, options)?,
        Kind::Flavors => fits::flavors(&matcher, filters, options)?,
        Kind::Images => images::sheet(&matcher, filters, options)?,
        Kind::MachineTypes => availability::machine_types(&matcher, filters, options)?,
        Kind::VolumeTypes => availability::volume_types(&matcher, filters, options)?,
        // Without `providerConfig` cpcap knows no artifacts: see `regions`.
        Kind::Regions => {
            return Err(Empty {
                what: "artifact",
                flags: Vec::new(),
            });
        }
    };
    sheet.subject = subject;
    Ok(sheet)
}

/// Builds the table of a profile that Shoots can refer to.
///
/// # Errors
/// Why there is none.
pub fn of_profile<'t>(
    profile: &Usable<'t>,
    subject: Subject<'t>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, String> {
    if options.kind != Kind::Regions {
        return sheet(&profile.profile, subject, filters, options)
            .map_err(|reason| reason.to_string());
    }
    if let Some(why) = artifacts::unnamed(profile) {
        return Err(why);
    }
    let is_there = profile.artifacts.as_ref().is_some_and(|of| of.is_there);
    let catalog = profile.catalog().filter(|_| is_there);
    let catalog = catalog.ok_or("it has no spec.providerConfig to name the artifacts")?;
    regions(&catalog, subject, filters, options).map_err(|reason| reason.to_string())
}

/// A sheet without its subject.
fn bare<'t>(
    matcher: &Matcher<'_, 't>,
    options: Options,
    rows: Vec<Row<'t>>,
    columns: Vec<Column<'t>>,
) -> Sheet<'t> {
    Sheet {
        subject: Subject {
            file: "",
            document: 0,
            name: ProfileName::default(),
        },
        kind: options.kind,
        now: options.now,
        legacy: matcher.vocabulary().is_empty(),
        rows,
        columns,
        flavors: Vec::new(),
        marks: Vec::new(),
        keys: 0,
    }
}

/// Puts equal rows together, in the order of the first of each kind.
fn rows<'t>(all: impl Iterator<Item = Row<'t>>, expand: bool) -> Vec<Row<'t>> {
    let mut rows: Vec<Row<'t>> = Vec::new();
    let mut known = BTreeMap::new();
    for row in all {
        let next = rows.len();
        let at = *known
            .entry((row.key, row.usable, row.architecture))
            .or_insert(next);
        match rows.get_mut(at).filter(|_| !expand) {
            Some(row_of_kind) => {
                row_of_kind.names.extend(row.names);
                row_of_kind.nth.extend(row.nth);
            }
            None => rows.push(row),
        }
    }
    rows
}

impl Row<'_> {
    /// Whether a row of a table by regions is about the same versions as the one before.
    fn goes_on(&self, before: &Self) -> bool {
        match (&self.listed, &before.listed) {
            (Some(own), Some(other)) => {
                own.image == other.image && self.names == before.names && self.nth == before.nth
            }
            _ => false,
        }
    }
}

fn once_each(keys: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut keys: Vec<usize> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
