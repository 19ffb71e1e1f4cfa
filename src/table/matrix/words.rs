//! How the forms for people name rows, columns and cells: symbols, titles and the legend of the
//! symbols that occur.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::model::lifecycle::{Classification, Current};
use crate::output::Entry;
use crate::output::clean::named as clean;
use crate::table::matrix::names::{flavor_text, letter, lists_all, names_of};
use crate::table::matrix::{Column, Found, Kind, Mark, Row, Sheet};
use crate::words::{count, nth, place};

/// How many names of a row are spelled out.
const NAMES: usize = 3;
/// How many flavors of a tie are spelled out in a cell of a terminal.
const FLAVORS: usize = 4;

/// Additions of cpcap to the names: symbols that do not depend on colour, with or without Unicode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    yes: &'static str,
    no: &'static str,
    taken: &'static str,
    instead_of: &'static str,
    /// Between the lowest and the highest version.
    pub(crate) to: &'static str,
    more: &'static str,
    by: &'static str,
    /// Fills the line of a group.
    pub(crate) rule: &'static str,
    /// How many flavors of a tie are spelled out in a cell.
    flavors: usize,
}

const UNICODE: Words = Words {
    yes: "✓",
    no: "✗",
    taken: "★",
    instead_of: "≠",
    to: "…",
    more: "…",
    by: "×",
    rule: "─",
    flavors: FLAVORS,
};
const ASCII: Words = Words {
    yes: "+",
    no: "-",
    taken: "*",
    instead_of: "!",
    to: "..",
    more: "...",
    by: "x",
    rule: "-",
    flavors: FLAVORS,
};

/// How a cell is to be taken, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Good,
    /// It works, with something to know.
    Mixed,
    No,
    /// A mistake in the profile.
    Wrong,
}

impl Words {
    pub(crate) fn new(ascii: bool) -> Self {
        if ascii { ASCII } else { UNICODE }
    }

    /// The same with all flavors of a tie in a cell.
    pub(crate) fn whole(ascii: bool) -> Self {
        Self {
            flavors: usize::MAX,
            ..Self::new(ascii)
        }
    }

    /// The lines of a cell.
    pub(crate) fn cell(&self, mark: &Mark<'_>) -> Vec<String> {
        match mark {
            Mark::Fits | Mark::Available | Mark::Listed(Found::Artifact) => {
                vec![self.yes.to_owned()]
            }
            Mark::Unfit | Mark::Unavailable | Mark::Listed(Found::None) => vec![self.no.to_owned()],
            Mark::Listed(Found::Global) => vec!["global".to_owned()],
            Mark::Listed(Found::Nameless) => vec!["?".to_owned()],
            Mark::Flavor { taken, documented } if documented.is_empty() => {
                vec![format!("{}{}", self.yes, taken)]
            }
            Mark::Flavor { taken, documented } => {
                vec![format!(
                    "{}{}{}{}",
                    self.yes,
                    taken,
                    self.instead_of,
                    self.flavors(documented)
                )]
            }
            Mark::Ambiguous(flavors) => vec![format!("?{}", self.flavors(flavors))],
            Mark::Taken => vec![self.taken.to_owned()],
            Mark::Passed | Mark::NoDefault => vec!["o".to_owned()],
            Mark::Tied => vec!["?".to_owned()],
            Mark::Default {
                version,
                classification,
                fit,
            } => {
                let mut lines = vec![format!("{} {}", clean(version), self.cell(fit).concat())];
                if *classification != Classification::Supported {
                    lines.push(clean(classification.as_str()).into_owned());
                }
                lines
            }
        }
    }

    fn flavors(&self, flavors: &[usize]) -> String {
        let mut text = String::new();
        for (at, flavor) in flavors.iter().take(self.flavors).enumerate() {
            let _ = write!(text, "{}{}", if at > 0 { "," } else { "" }, flavor);
        }
        if flavors.len() > self.flavors {
            text.push_str(self.more);
        }
        text
    }

    /// The regions of a column.
    pub(crate) fn regions(&self, sheet: &Sheet<'_>, column: &Column<'_>) -> Vec<String> {
        match column.names.len() {
            0 => vec!["all regions".to_owned()],
            more if more > 1 && sheet.columns.len() == 1 => vec![format!("all {more} regions")],
            _ => self.names(column),
        }
    }

    /// The name of a row: some names of those that stand together, and how many they are.
    pub(crate) fn row(&self, row: &Row<'_>) -> String {
        if let Some(listed) = &row.listed {
            let names = self.row_names(row);
            return format!("{} {names} ({})", clean(listed.image), Self::note(row));
        }
        let mut text = self.row_names(row);
        if !row.usable {
            let _ = write!(text, " ({})", Self::note(row));
        }
        text
    }

    /// What is said of all names of a row: a classification, or that Shoots may not use them.
    pub(crate) fn note(row: &Row<'_>) -> String {
        match &row.listed {
            Some(listed) => counted(listed.classification, row.names.len()),
            None if row.usable => String::new(),
            None => "not usable".to_owned(),
        }
    }

    /// Some names of those that stand together in a row, or the range of its versions.
    pub(crate) fn row_names(&self, row: &Row<'_>) -> String {
        let name = |at: usize| clean(&nth(row.names[at], row.nth[at])).into_owned();
        if let Some((lowest, highest)) = row.listed.as_ref().and_then(|listed| listed.range) {
            return format!("{} {} {}", name(lowest), self.to, name(highest));
        }
        // "and 1 more" is not shorter than the name.
        let shown = if row.names.len() <= NAMES + 1 {
            row.names.len()
        } else {
            NAMES
        };
        let mut text = (0..shown).map(name).collect::<Vec<_>>().join(", ");
        if shown < row.names.len() {
            let _ = write!(text, ", {}", self.more);
            if row.listed.is_none() {
                let _ = write!(text, " ({})", row.names.len());
            }
        }
        text
    }

    /// The versions or zones of a column, on two lines at most: one name, a range, or the first of
    /// some.
    pub(crate) fn names(&self, column: &Column<'_>) -> Vec<String> {
        let mut names = names_of(column);
        match (names.len(), column.range) {
            (0 | 1, _) => names,
            (_, Some((lowest, highest))) => {
                let highest = format!("{} {}", self.to, names[highest]);
                vec![names.swap_remove(lowest), highest]
            }
            (_, None) if lists_all(column) => vec![names.join(", ")],
            (2, None) => {
                names[0].push(',');
                names
            }
            (all, None) => {
                names.truncate(1);
                names.push(format!("+ {} more", all - 1));
                names
            }
        }
    }

    /// The classification of a column, and of how many versions.
    pub(crate) fn classification(column: &Column<'_>) -> Option<String> {
        Some(counted(column.classification?, column.names.len()))
    }

    /// The flavor of a column: its number, and the letter under which the legend says what it is.
    pub(crate) fn flavor(column: &Column<'_>) -> Option<String> {
        column
            .flavor
            .map(|(flavor, says)| format!("flavor {} ({})", flavor, letter(says)))
    }

    /// The heading of the rows.
    pub(crate) fn corner(sheet: &Sheet<'_>) -> &'static str {
        match sheet.kind {
            Kind::VolumeTypes => "Volume type",
            Kind::Regions => "Image version",
            _ => "Machine type",
        }
    }

    /// The heading of what stands beside the rows of a table by regions.
    pub(crate) fn second_corner(sheet: &Sheet<'_>) -> Option<&'static str> {
        let by_architecture = |row: &Row<'_>| {
            row.listed
                .as_ref()
                .and_then(|of| of.says.as_ref())
                .is_none_or(|says| says.len() == 1)
        };
        let architectures = sheet.legacy && sheet.rows.iter().all(by_architecture);
        (sheet.kind == Kind::Regions).then_some(if architectures { "Arch" } else { "Flavor" })
    }

    pub(crate) fn title(sheet: &Sheet<'_>) -> String {
        format!(
            "{} ({})",
            clean(&sheet.subject.name.to_string()),
            clean(&place(sheet.subject.file, sheet.subject.document))
        )
    }

    /// The subject of the table, with counts.
    pub(crate) fn subtitle(&self, sheet: &Sheet<'_>) -> String {
        if sheet.kind == Kind::Regions {
            let starts = |at: &usize| *at == 0 || !sheet.rows[*at].goes_on(&sheet.rows[*at - 1]);
            let versions = (0..sheet.rows.len())
                .filter(starts)
                .map(|at| sheet.rows[at].names.len())
                .sum();
            let regions: usize = sheet.columns.iter().map(|column| column.names.len()).sum();
            let by = if regions == 0 {
                "all regions".to_owned()
            } else {
                count(regions, "region")
            };
            return format!(
                "Artifacts of {} {} {by}, life cycles at {}",
                count(versions, "image version"),
                self.by,
                sheet.now
            );
        }
        let rows = sheet.rows.iter().map(|row| row.names.len()).sum();
        let types = count(
            rows,
            if sheet.kind == Kind::VolumeTypes {
                "volume type"
            } else {
                "machine type"
            },
        );
        let names = |columns: &[Column<'_>]| {
            columns
                .iter()
                .map(|column| column.names.len())
                .sum::<usize>()
        };
        let by = match sheet.kind {
            Kind::Versions => count(names(&sheet.columns), "image version"),
            Kind::Flavors => {
                let first =
                    |column: &&Column<'_>| column.flavor.is_none_or(|(flavor, _)| flavor == 0);
                let versions = sheet
                    .columns
                    .iter()
                    .filter(first)
                    .map(|column| column.names.len())
                    .sum();
                format!("the flavors of {}", count(versions, "image version"))
            }
            Kind::Images => format!(
                "the default version of {}",
                count(sheet.columns.len(), "image")
            ),
            Kind::MachineTypes | Kind::VolumeTypes | Kind::Regions => {
                let regions: BTreeSet<&str> =
                    sheet.columns.iter().map(|column| column.group).collect();
                let zones = names(&sheet.columns);
                return format!(
                    "{types} {} {} in {}",
                    self.by,
                    count(zones, "zone"),
                    count(regions.len(), "region")
                );
            }
        };
        format!("{types} {} {by}, life cycles at {}", self.by, sheet.now)
    }

    /// The meaning of each symbol that occurs in a table.
    pub(crate) fn legend(&self, sheet: &Sheet<'_>) -> Vec<Entry> {
        let mut meanings = BTreeSet::new();
        for mark in sheet.occurring() {
            meanings.insert(Meaning::of(mark));
            if let Mark::Default {
                fit,
                classification,
                ..
            } = mark
            {
                meanings.insert(Meaning::of(fit));
                if *classification == Classification::Expired {
                    meanings.insert(Meaning::Expired);
                }
            }
        }
        let mut legend: Vec<Entry> = meanings
            .into_iter()
            .map(|meaning| self.explain(meaning, sheet))
            .collect();
        let rows = sheet.rows.iter().flat_map(|row| &row.nth);
        let columns = sheet.columns.iter();
        let columns = columns.flat_map(|column| column.nth.iter().chain([&column.group_nth]));
        if rows.chain(columns).any(|nth| *nth > 1) {
            let text = "the nth entry of the profile with this name";
            legend.push(Entry::sign("#n", text));
        }
        let says = sheet.flavors.iter().enumerate();
        legend.extend(
            says.map(|(at, says)| Entry::sign(format!("({})", letter(at)), flavor_text(says))),
        );
        legend
    }

    fn explain(&self, meaning: Meaning, sheet: &Sheet<'_>) -> Entry {
        let (yes, no, taken) = (self.yes, self.no, self.taken);
        let (symbol, text) = match meaning {
            Meaning::Default => (
                "version".to_owned(),
                "the version of a Shoot that names only the image",
            ),
            Meaning::Flavor => (
                format!("{yes}n"),
                "fits, and Gardener takes flavor n of the version (`capabilityFlavors[n]`)",
            ),
            Meaning::DiffersTied => {
                let symbol = format!("{yes}n{}m,k", self.instead_of);
                (
                    symbol,
                    "fits, and flavor n is taken, where the rule of the operator guide cannot tell \
                     m and k apart",
                )
            }
            Meaning::Differs => {
                let symbol = format!("{yes}n{}m", self.instead_of);
                (
                    symbol,
                    "fits, and Gardener takes flavor n; the rule of the operator guide would take \
                     m",
                )
            }
            Meaning::Fits if sheet.legacy => (
                yes.to_owned(),
                "fits by architecture: the profile has no machineCapabilities",
            ),
            Meaning::Fits => (yes.to_owned(), "fits: the version has no flavors"),
            Meaning::Taken => (taken.to_owned(), "fits, and Gardener takes it"),
            Meaning::Passed => ("o".to_owned(), "fits, but Gardener prefers another flavor"),
            Meaning::Ambiguous => (
                "?n,m".to_owned(),
                "ambiguous: fits, but selection cannot choose between flavors n and m, and \
                 workers fail at run time",
            ),
            Meaning::Tied => (
                "?".to_owned(),
                "ambiguous: fits, but selection cannot choose between it and another, and workers \
                 fail at run time",
            ),
            Meaning::NoDefault => (
                "o".to_owned(),
                "some version fits, but only if the Shoot names it",
            ),
            Meaning::Unfit if sheet.kind == Kind::Images => (no.to_owned(), "no version fits"),
            Meaning::Unfit => (no.to_owned(), "does not fit"),
            Meaning::Available => (yes.to_owned(), "available"),
            Meaning::Unavailable => (no.to_owned(), "not available"),
            Meaning::Expired => (
                "expired".to_owned(),
                "the default, which the server then refuses",
            ),
            Meaning::Artifact => (yes.to_owned(), "has an artifact"),
            Meaning::Global => (
                "global".to_owned(),
                "the region has no own artifact: workers get the one for all such regions",
            ),
            Meaning::Nameless => (
                "?".to_owned(),
                "has an entry without an artifact name: creating machines fails",
            ),
            Meaning::NoArtifact => (no.to_owned(), "has no artifact"),
        };
        Entry::sign(symbol, text)
    }
}

/// `5 deprecated`, `deprecated`
fn counted(classification: Current<'_>, names: usize) -> String {
    let classification = clean(classification.as_str());
    if names > 1 {
        format!("{names} {classification}")
    } else {
        classification.into_owned()
    }
}

/// The meaning of a symbol, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Default,
    Flavor,
    Differs,
    DiffersTied,
    Taken,
    Fits,
    Passed,
    Ambiguous,
    Tied,
    NoDefault,
    Unfit,
    Available,
    Unavailable,
    Expired,
    Artifact,
    Global,
    Nameless,
    NoArtifact,
}

impl Meaning {
    fn of(mark: &Mark<'_>) -> Self {
        match mark {
            Mark::Unfit => Self::Unfit,
            Mark::Fits => Self::Fits,
            Mark::Flavor { documented, .. } if documented.is_empty() => Self::Flavor,
            Mark::Flavor { documented, .. } if documented.len() > 1 => Self::DiffersTied,
            Mark::Flavor { .. } => Self::Differs,
            Mark::Ambiguous(_) => Self::Ambiguous,
            Mark::Taken => Self::Taken,
            Mark::Passed => Self::Passed,
            Mark::Tied => Self::Tied,
            Mark::Default { .. } => Self::Default,
            Mark::NoDefault => Self::NoDefault,
            Mark::Available => Self::Available,
            Mark::Unavailable => Self::Unavailable,
            Mark::Listed(Found::Artifact) => Self::Artifact,
            Mark::Listed(Found::Global) => Self::Global,
            Mark::Listed(Found::Nameless) => Self::Nameless,
            Mark::Listed(Found::None) => Self::NoArtifact,
        }
    }
}

/// How a cell is to be taken.
pub(crate) fn mood(mark: &Mark<'_>) -> Mood {
    match mark {
        Mark::Default { classification, .. } if *classification != Classification::Supported => {
            Mood::Mixed
        }
        Mark::Default { fit, .. } => mood(fit),
        Mark::Flavor { documented, .. } if !documented.is_empty() => Mood::Mixed,
        Mark::Fits | Mark::Flavor { .. } | Mark::Taken | Mark::Available => Mood::Good,
        Mark::Passed | Mark::NoDefault => Mood::Mixed,
        Mark::Ambiguous(_) | Mark::Tied => Mood::Wrong,
        Mark::Unfit | Mark::Unavailable => Mood::No,
        Mark::Listed(Found::Artifact) => Mood::Good,
        Mark::Listed(Found::Global) => Mood::Mixed,
        Mark::Listed(Found::Nameless | Found::None) => Mood::Wrong,
    }
}
