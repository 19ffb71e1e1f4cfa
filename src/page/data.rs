//! The data of a page: the JSON of `cpcap table`, the names as they are shown, and the reasons of
//! all pairs, with equal parts once.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::capability::ARCHITECTURE;
use crate::matching::Matcher;
use crate::output::Span;
use crate::output::clean::line;
use crate::output::html::{Shared, SharedData};
use crate::table::matching::reasons::{pairs, placed};
use crate::table::matching::{Mark, ProfileView};
use crate::table::matrix::{Column, Kind, Row, Sheet, Tables, names_of};
use crate::words::nth;

/// Maximum number of different pairs of which a page has the reasons: others would make it slow to
/// open.
const MOST_PAIRS: usize = 10_000;

/// What the script reads.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Data<'a> {
    /// What `cpcap table --format json` prints for the tables of the page, in their order; without
    /// artifacts, which the reasons have.
    pub tables: Tables<'a>,
    /// What the filters ask of each table, as it is shown.
    pub shown: Vec<Shown>,
    /// The reasons of the tables that have some, by the position of the table.
    pub reasons: BTreeMap<usize, Reasons>,
}

/// The texts of a table, as they are shown.
#[derive(Serialize)]
pub(super) struct Shown {
    rows: Vec<Side>,
    columns: Vec<Side>,
}

/// The texts of a row or column that filters ask for: those of the JSON, but clean.
#[derive(Default, Serialize)]
struct Side {
    names: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    architecture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<String>,
    /// The architectures of the flavor that artifacts are for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    architectures: Vec<String>,
}

impl Shown {
    pub fn new(sheet: &Sheet<'_>) -> Self {
        Self {
            rows: sheet.rows.iter().map(Side::of_row).collect(),
            columns: sheet
                .columns
                .iter()
                .map(|column| Side::of_column(sheet.kind, column))
                .collect(),
        }
    }
}

impl Side {
    fn of_row(row: &Row<'_>) -> Self {
        let listed = row.listed.as_ref();
        let says = listed.and_then(|of| of.says.as_ref());
        let architectures = says.into_iter().flatten();
        let architectures = architectures.filter(|(name, _)| *name == ARCHITECTURE);
        Self {
            names: row
                .names
                .iter()
                .zip(&row.nth)
                .map(|(name, number)| shown(name, *number))
                .collect(),
            image: listed.map(|of| shown(of.image, 1)),
            region: None,
            architecture: row.architecture.map(|name| shown(name, 1)),
            classification: listed.map(|of| shown(of.classification.as_str(), 1)),
            architectures: architectures
                .flat_map(|(_, values)| values)
                .map(|value| shown(value, 1))
                .collect(),
        }
    }

    fn of_column(kind: Kind, column: &Column<'_>) -> Self {
        let group = || Some(shown(column.group, 1));
        let (image, region) = match kind {
            Kind::Versions | Kind::Flavors | Kind::Images => (group(), None),
            Kind::MachineTypes | Kind::VolumeTypes => (None, group()),
            Kind::Regions => (None, None),
        };
        Self {
            names: names_of(column),
            image,
            region,
            classification: column.classification.map(|of| shown(of.as_str(), 1)),
            ..Self::default()
        }
    }
}

fn shown(name: &str, number: usize) -> String {
    crate::output::clean::named(&nth(name, number)).into_owned()
}

/// The reasons for the cells of a table. Machine types and versions are numbered as in the profile.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Reasons {
    /// The machine types of each row.
    rows: Vec<Vec<usize>>,
    /// The versions of each column.
    columns: Vec<Vec<usize>>,
    /// The group of equal machine types that each machine type is in.
    machine_groups: Vec<usize>,
    /// The group of equal versions that each version is in.
    version_groups: Vec<usize>,
    /// The architectures of each group of versions.
    architectures: Vec<Vec<String>>,
    /// The document of each group of machine types, by group of versions.
    pairs: Vec<Vec<usize>>,
    /// Why there are no documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexplained: Option<String>,
    #[serde(flatten)]
    shared: SharedData,
    /// The regions of the profile.
    regions: Vec<String>,
    /// Positions of regions, for artifacts that are the same in several.
    region_sets: Vec<Vec<usize>>,
    /// The same as a text.
    region_names: Vec<String>,
    /// The headings of a table of artifacts.
    headings: [&'static str; 2],
    /// The sign before an artifact.
    sign: &'static str,
    /// The texts that say that there is no artifact.
    lacking: BTreeSet<usize>,
    /// What each version has: an artifact or the text that says why not, and the regions.
    artifacts: Vec<Vec<Vec<Piece>>>,
    /// Which of these a group of machine types gets, by version.
    outcomes: Vec<Vec<usize>>,
    /// Why nothing is known of artifacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
}

fn too_many(pairs: usize) -> String {
    format!(
        "The profile has {pairs} different pairs of machine types and versions, too many to \
         explain each on a page; `cpcap match --explain` explains those that you name."
    )
}

/// Of artifacts: what there is, then where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub(super) enum Piece {
    /// An artifact.
    Artifact(String),
    /// The position of a text, or of regions.
    At(usize),
}

impl Reasons {
    /// The reasons of a table of machine types by versions. `unknown`: why nothing is known of
    /// artifacts.
    pub fn new(sheet: &Sheet<'_>, view: &ProfileView<'_, '_, '_>, unknown: Option<String>) -> Self {
        let matcher = view.matcher;
        let mut shared = Shared::default();
        let mut machine_groups = vec![0; matcher.machines().len()];
        let mut version_groups = vec![0; matcher.versions().len()];
        let mut all: Vec<Vec<usize>> = Vec::new();
        let mut architectures = Vec::new();
        let mut examples: Vec<usize> = Vec::new();
        let mut known = BTreeMap::new();
        let count = pairs(view).count();
        let unexplained = (count > MOST_PAIRS).then(|| too_many(count));
        for pair in pairs(view) {
            let machine = pair.machines()[0];
            if examples.last() != Some(&machine) {
                examples.push(machine);
                all.push(Vec::new());
            }
            let group = all.len() - 1;
            for at in pair.machines() {
                machine_groups[*at] = group;
            }
            let next = known.len();
            let column = *known.entry(pair.versions()[0]).or_insert(next);
            if column == next {
                let of = &matcher.versions()[pair.versions()[0]].architectures;
                architectures.push(of.iter().map(|name| shown(name, 1)).collect());
            }
            for at in pair.versions() {
                version_groups[*at] = column;
            }
            if unexplained.is_none() {
                all[group].push(shared.add(&pair.reasons(view)));
            }
        }
        let mut of = Self {
            rows: Vec::new(),
            columns: Vec::new(),
            machine_groups,
            version_groups,
            architectures,
            pairs: all,
            unexplained,
            shared: SharedData::default(),
            regions: view.regions.iter().map(|name| shown(name, 1)).collect(),
            region_sets: Vec::new(),
            region_names: Vec::new(),
            headings: ["Region", "Artifact"],
            sign: Mark::Yes.symbol(),
            lacking: BTreeSet::new(),
            artifacts: Vec::new(),
            outcomes: Vec::new(),
            unknown,
        };
        of.place(sheet, matcher);
        of.look_up(view, &examples, &mut shared);
        of.shared = shared.data();
        of
    }

    /// Finds the machine types of rows and the versions of columns.
    fn place(&mut self, sheet: &Sheet<'_>, matcher: &Matcher<'_, '_>) {
        let machines: BTreeMap<(&str, usize), usize> = matcher
            .machines()
            .iter()
            .enumerate()
            .map(|(at, machine)| ((*machine.machine_type.name, machine.nth), at))
            .collect();
        let versions: BTreeMap<(&str, &str, usize), usize> = matcher
            .versions()
            .iter()
            .enumerate()
            .map(|(at, of)| ((*of.image.name, *of.version.version(), of.nth), at))
            .collect();
        for row in &sheet.rows {
            let names = row.names.iter().zip(&row.nth);
            let at = names.filter_map(|(name, nth)| machines.get(&(*name, *nth)).copied());
            self.rows.push(at.collect());
        }
        for column in &sheet.columns {
            let names = column.names.iter().zip(&column.nth);
            let at =
                names.filter_map(|(name, nth)| versions.get(&(column.group, *name, *nth)).copied());
            self.columns.push(at.collect());
        }
    }

    /// Looks up the artifacts of an example of each group of machine types.
    fn look_up(&mut self, view: &ProfileView<'_, '_, '_>, examples: &[usize], shared: &mut Shared) {
        if view
            .artifacts
            .is_none_or(|lookup| lookup.undecodable.is_some())
        {
            return;
        }
        let places: BTreeMap<&str, usize> = view
            .regions
            .iter()
            .enumerate()
            .map(|(at, of)| (*of, at))
            .collect();
        let mut sets: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        self.outcomes = vec![Vec::new(); examples.len()];
        for version in 0..view.matcher.versions().len() {
            let mut of_version: Vec<Vec<Piece>> = Vec::new();
            for (group, machine) in examples.iter().enumerate() {
                let mut pieces = Vec::new();
                for (regions, mark, text) in placed(view, *machine, version) {
                    pieces.push(if mark == Mark::Yes {
                        Piece::Artifact(line(&text).into_owned())
                    } else {
                        let text = format!("{} {text}", mark.symbol());
                        let at = shared.span(&Span::new(text, mark.style()));
                        if mark == Mark::No {
                            self.lacking.insert(at);
                        }
                        Piece::At(at)
                    });
                    let set = regions.iter().filter_map(|name| places.get(name).copied());
                    let next = sets.len();
                    pieces.push(Piece::At(*sets.entry(set.collect()).or_insert(next)));
                }
                let same = of_version.iter().position(|known| *known == pieces);
                self.outcomes[group].push(same.unwrap_or(of_version.len()));
                if same.is_none() {
                    of_version.push(pieces);
                }
            }
            self.artifacts.push(of_version);
        }
        self.region_sets = vec![Vec::new(); sets.len()];
        for (set, at) in sets {
            self.region_sets[at] = set;
        }
        let all = self.regions.len();
        let text = |set: &Vec<usize>| {
            if set.len() == all {
                return "all regions".to_owned();
            }
            let names = set.iter().filter_map(|at| self.regions.get(*at));
            names.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        self.region_names = self.region_sets.iter().map(text).collect();
    }
}

/// Whether the cells of a table have reasons: it must show machine types by versions.
pub(super) fn explains(kind: Kind) -> bool {
    matches!(kind, Kind::Versions | Kind::Flavors)
}
