//! The regions where each image version has an artifact: versions, by the flavors or architectures
//! of the `providerConfig`, by regions.

use std::collections::{BTreeMap, BTreeSet};

use crate::matching::{Matcher, Version};
use crate::model::lifecycle::Current;
use crate::provider::listing::Listing;
use crate::provider::lookup::{Artifact, Catalog};
use crate::table::matrix::fits::{range, ranks};
use crate::table::matrix::{
    Column, Empty, Filters, FlavorText, Mark, Options, Row, Sheet, Subject, bare,
};
use crate::words::codes::codes;

/// The subject of a row in a table by regions, beside the versions.
#[derive(Clone, Debug)]
pub struct Listed<'t> {
    pub image: &'t str,
    /// Position in the versions of the lowest and the highest, where no other version of the image
    /// lies between them.
    pub range: Option<(usize, usize)>,
    /// The classification of all these versions.
    pub classification: Current<'t>,
    /// The position in `capabilityFlavors` of `providerConfig`; none in the legacy format.
    pub flavor: Option<usize>,
    /// The capabilities of the flavor, or those that the legacy format stands for; none where an
    /// artifact is for all machine types.
    pub says: Option<FlavorText<'t>>,
    pub artifacts: Vec<Placed<'t>>,
}

/// An artifact of a version in some regions.
#[derive(Clone, Debug)]
pub struct Placed<'t> {
    pub version: &'t str,
    /// The regions; none where artifacts are the same in all.
    pub regions: Vec<&'t str>,
    /// The content of the cell.
    pub found: Found,
    /// The fields that name it.
    pub names: Names<'t>,
}

/// The fields that name an artifact, with what they say.
pub type Names<'t> = Vec<(&'static str, &'t str)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    None,
    /// One of its own, or the one of all regions.
    Artifact,
    /// The one for regions that have none of their own.
    Global,
    /// An artifact whose entry has no name.
    Nameless,
}

codes!(Found { Self::None => "none", Self::Artifact => "artifact", Self::Global => "global", Self::Nameless => "nameless" });

/// How a row looks: by position, the regions with something.
type Pattern = Vec<(usize, Found)>;

/// Versions of one image and classification look the same where all of their lines do.
type Kind<'t> = (
    usize,
    &'t str,
    Vec<(Option<usize>, Option<FlavorText<'t>>, usize)>,
);

/// Builds the table.
///
/// # Errors
/// Where nothing is left to show.
pub fn sheet<'t>(
    catalog: &Catalog<'_, 't>,
    subject: Subject<'t>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let matcher = Matcher::new(catalog.core());
    let positions = filters.versions(&matcher, options.now)?;
    let regions = regions(catalog);
    if regions.is_empty() && catalog.is_regional() {
        return Err(Empty {
            what: "region",
            flags: Vec::new(),
        });
    }
    let mut patterns: BTreeMap<Pattern, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<(Row<'t>, Listed<'t>)>> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut known: BTreeMap<Kind<'t>, usize> = BTreeMap::new();
    for position in positions {
        let version = &matcher.versions()[position];
        let mut rows = Vec::new();
        for line in catalog.listing(
            *version.image.name,
            *version.version.version(),
            &version.architectures,
            &regions,
        ) {
            if filters
                .architecture
                .as_deref()
                .is_none_or(|name| catalog.is_for(&line, name))
            {
                rows.push(row(
                    catalog,
                    version,
                    &line,
                    &regions,
                    &mut patterns,
                    options,
                ));
            }
        }
        let looks = rows
            .iter()
            .map(|(row, listed)| (listed.flavor, listed.says.clone(), row.key))
            .collect();
        let classification = version
            .version
            .expirable
            .classification_at(options.now)
            .as_str();
        let kind = (version.image_index, classification, looks);
        match known.get(&kind).filter(|_| !options.expand) {
            Some(group) => {
                members[*group].push(position);
                for ((row, listed), (more, of)) in groups[*group].iter_mut().zip(rows) {
                    row.names.extend(more.names);
                    row.nth.extend(more.nth);
                    listed.artifacts.extend(of.artifacts);
                }
            }
            None => {
                known.insert(kind, groups.len());
                members.push(vec![position]);
                groups.push(rows);
            }
        }
    }
    let ranks = ranks(&matcher);
    let mut rows = Vec::new();
    for (group, members) in groups.into_iter().zip(members) {
        let range = range(&members, &ranks);
        rows.extend(group.into_iter().map(|(row, listed)| Row {
            listed: Some(Box::new(Listed { range, ..listed })),
            ..row
        }));
    }
    if rows.is_empty() {
        let flags = filters
            .architecture
            .iter()
            .map(|name| format!("--architecture {name}"))
            .collect();
        return Err(Empty {
            what: "artifact",
            flags,
        });
    }
    let mut by_key = vec![Vec::new(); patterns.len()];
    for (pattern, key) in patterns {
        by_key[key] = pattern;
    }
    let columns = columns(
        if catalog.is_regional() { &regions } else { &[] },
        &by_key,
        options.expand,
    );
    let mut sheet = bare(&matcher, options, rows, columns);
    sheet.subject = subject;
    let first_of: Vec<usize> = sheet.columns.iter().map(|column| column.key).collect();
    sheet.keys = first_of.len();
    for (key, column) in sheet.columns.iter_mut().enumerate() {
        column.key = key;
    }
    sheet.marks = by_key
        .iter()
        .flat_map(|pattern| {
            first_of
                .iter()
                .map(|region| Mark::Listed(found_at(pattern, *region)))
        })
        .collect();
    Ok(sheet)
}

/// The regions of the profile, each once.
fn regions<'t>(catalog: &Catalog<'_, 't>) -> Vec<&'t str> {
    let mut known = BTreeSet::new();
    catalog
        .core()
        .regions
        .iter()
        .map(|region| *region.name)
        .filter(|region| known.insert(*region))
        .collect()
}

fn row<'t>(
    catalog: &Catalog<'_, 't>,
    version: &Version<'_, 't>,
    line: &Listing<'t>,
    regions: &[&'t str],
    patterns: &mut BTreeMap<Pattern, usize>,
    options: Options,
) -> (Row<'t>, Listed<'t>) {
    let name = *version.version.version();
    let mut pattern = Pattern::new();
    let mut artifacts: Vec<Placed<'t>> = Vec::new();
    let mut known: BTreeMap<(Found, Names<'t>), usize> = BTreeMap::new();
    for (region, artifact) in &line.artifacts {
        let found = found(catalog, artifact);
        let names: Names<'t> = artifact.names().collect();
        pattern.push((*region, found));
        let next = artifacts.len();
        let at = *known.entry((found, names.clone())).or_insert(next);
        if at == next {
            artifacts.push(Placed {
                version: name,
                regions: Vec::new(),
                found,
                names,
            });
        }
        if catalog.is_regional() {
            artifacts[at].regions.push(regions[*region]);
        }
    }
    let next = patterns.len();
    let key = *patterns.entry(pattern).or_insert(next);
    let says = line.capabilities.as_ref().map(|capabilities| {
        capabilities
            .iter()
            .map(|of| {
                (
                    *of.name,
                    of.values.iter().map(|value| value.value).collect(),
                )
            })
            .collect::<FlavorText<'t>>()
    });
    let listed = Listed {
        image: *version.image.name,
        range: None,
        classification: version.version.expirable.classification_at(options.now),
        flavor: line.flavor,
        says,
        artifacts,
    };
    (
        Row {
            names: vec![name],
            nth: vec![version.nth],
            usable: true,
            architecture: None,
            key,
            listed: None,
        },
        listed,
    )
}

fn found(catalog: &Catalog<'_, '_>, artifact: &Artifact<'_>) -> Found {
    if artifact.names().all(|(_, name)| name.is_empty()) {
        Found::Nameless
    } else if catalog.is_fallback(artifact) {
        Found::Global
    } else {
        Found::Artifact
    }
}

fn found_at(pattern: &Pattern, region: usize) -> Found {
    pattern
        .binary_search_by_key(&region, |(at, _)| *at)
        .map_or(Found::None, |at| pattern[at].1)
}

/// A column for the regions that have the same in all rows; a single one where all regions are the
/// same. The keys are positions of regions.
fn columns<'t>(regions: &[&'t str], by_key: &[Pattern], expand: bool) -> Vec<Column<'t>> {
    let column = |names: Vec<&'t str>, key| Column {
        group: "",
        nth: vec![1; names.len()],
        group_nth: 1,
        names,
        range: None,
        classification: None,
        flavor: None,
        key,
    };
    if regions.is_empty() {
        return vec![column(Vec::new(), 0)];
    }
    let mut of_region: Vec<Vec<(usize, Found)>> = vec![Vec::new(); regions.len()];
    for (key, pattern) in by_key.iter().enumerate() {
        for (region, found) in pattern {
            of_region[*region].push((key, *found));
        }
    }
    let mut columns: Vec<Column<'t>> = Vec::new();
    let mut known: BTreeMap<Vec<(usize, Found)>, usize> = BTreeMap::new();
    for (key, (name, looks)) in regions.iter().zip(of_region).enumerate() {
        match known.get(&looks).filter(|_| !expand) {
            Some(at) => {
                columns[*at].names.push(*name);
                columns[*at].nth.push(1);
            }
            None => {
                known.insert(looks, columns.len());
                columns.push(column(vec![*name], key));
            }
        }
    }
    columns
}
