//! The compatibility matrix: machine types by image versions, or by the flavors of image versions.

use std::collections::BTreeMap;

use crate::capability::Selected;
use crate::matching::{Answer, Machine, Matcher};
use crate::model::cloudprofile::Flavor;
use crate::model::lifecycle::Current;
use crate::model::version;
use crate::table::matrix::filter::is_usable;
use crate::table::matrix::{
    Column, Empty, Filters, FlavorText, Mark, Options, Row, Sheet, bare, rows,
};

/// Machine types by image versions.
pub(super) fn versions<'t>(
    matcher: &Matcher<'_, 't>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let rows = machine_rows(&filters.machines(matcher)?, options.expand);
    let columns = version_columns(matcher, &filters.versions(matcher, options.now)?, options);
    let mut sheet = bare(matcher, options, rows, columns);
    sheet.keys = matcher.version_classes();
    let classes = (0..matcher.machine_classes())
        .flat_map(|machine| (0..matcher.version_classes()).map(move |version| (machine, version)));
    sheet.marks = classes
        .map(|(machine, version)| mark(matcher.answer_of_classes(machine, version)))
        .collect();
    Ok(sheet)
}

pub(super) fn flavors<'t>(
    matcher: &Matcher<'_, 't>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let machines = filters.machines(matcher)?;
    let positions = filters.versions(matcher, options.now)?;
    let mut sheet = bare(
        matcher,
        options,
        machine_rows(&machines, options.expand),
        Vec::new(),
    );
    // The first key of each class of versions; a class without flavors has one.
    let mut first_keys = vec![0; matcher.version_classes()];
    let mut examples: Vec<Option<usize>> = vec![None; matcher.version_classes()];
    for (at, version) in matcher.versions().iter().enumerate() {
        examples[version.class].get_or_insert(at);
    }
    for (first, example) in first_keys.iter_mut().zip(&examples) {
        *first = sheet.keys;
        sheet.keys += example.map_or(1, |at| matcher.versions()[at].flavors.len().max(1));
    }
    let mut known = BTreeMap::new();
    for column in version_columns(matcher, &positions, options) {
        let class = column.key;
        let Some(version) = examples[class].map(|at| &matcher.versions()[at]) else {
            continue;
        };
        for (flavor, says) in version.version.capability_flavors.iter().enumerate() {
            let next = known.len();
            let says = *known.entry(text(says)).or_insert(next);
            sheet.columns.push(Column {
                flavor: Some((flavor, says)),
                key: first_keys[class] + flavor,
                ..column.clone()
            });
        }
        if version.flavors.is_empty() {
            sheet.columns.push(Column {
                key: first_keys[class],
                ..column
            });
        }
    }
    sheet.flavors = vec![Vec::new(); known.len()];
    for (says, at) in known {
        sheet.flavors[at] = says;
    }
    sheet.marks = flavor_marks(matcher, &examples);
    Ok(sheet)
}

fn text<'t>(flavor: &Flavor<'t>) -> FlavorText<'t> {
    let capabilities = flavor.capabilities.iter();
    capabilities
        .map(|capability| {
            (
                capability.name.value,
                capability.values.iter().map(|value| value.value).collect(),
            )
        })
        .collect()
}

/// The cells of each machine class: all flavors of all version classes.
fn flavor_marks<'t>(matcher: &Matcher<'_, 't>, examples: &[Option<usize>]) -> Vec<Mark<'t>> {
    let mut marks = Vec::new();
    let mut machines: Vec<Option<&Machine<'_, 't>>> = vec![None; matcher.machine_classes()];
    for machine in matcher.machines() {
        machines[machine.class].get_or_insert(machine);
    }
    for machine in machines.into_iter().flatten() {
        for version in examples
            .iter()
            .filter_map(|at| at.map(|at| &matcher.versions()[at]))
        {
            let answer = matcher.answer(machine, version);
            let flavor = |(at, row)| match &answer.selected {
                _ if !matcher.layout().compatible(&machine.row, row) => Mark::Unfit,
                Selected::One(taken) if *taken == at => Mark::Taken,
                Selected::Ambiguous(tied) if tied.contains(&at) => Mark::Tied,
                _ => Mark::Passed,
            };
            marks.extend(version.flavors.iter().enumerate().map(flavor));
            if version.flavors.is_empty() {
                marks.push(mark(answer));
            }
        }
    }
    marks
}

/// The cell of an answer.
pub(super) fn mark<'t>(answer: &Answer) -> Mark<'t> {
    match &answer.selected {
        _ if !answer.compatible => Mark::Unfit,
        Selected::Nothing => Mark::Fits,
        Selected::Ambiguous(flavors) => Mark::Ambiguous(flavors.clone()),
        Selected::One(taken) => {
            let documented = match &answer.documented {
                same if *same == answer.selected => Vec::new(),
                Selected::Nothing => Vec::new(),
                Selected::One(other) => vec![*other],
                Selected::Ambiguous(others) => others.clone(),
            };
            Mark::Flavor {
                taken: *taken,
                documented,
            }
        }
    }
}

/// A row for each class of machine types.
pub(super) fn machine_rows<'t>(machines: &[&Machine<'_, 't>], expand: bool) -> Vec<Row<'t>> {
    let row = |machine: &&Machine<'_, 't>| Row {
        names: vec![machine.machine_type.name.value],
        nth: vec![machine.nth],
        usable: is_usable(machine.machine_type.usable.value),
        architecture: machine.architecture,
        listed: None,
        key: machine.class,
    };
    rows(machines.iter().map(row), expand)
}

/// A column for each class of versions and classification within an image. Versions with one
/// classification only stand together, so that a column never hides a life cycle.
fn version_columns<'t>(
    matcher: &Matcher<'_, 't>,
    positions: &[usize],
    options: Options,
) -> Vec<Column<'t>> {
    let mut columns: Vec<(Column<'t>, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<(usize, usize, &str), usize> = BTreeMap::new();
    for at in positions {
        let version = &matcher.versions()[*at];
        let classification = version.version.expirable.classification_at(options.now);
        let name = version.version.version().value;
        let key = (version.image_index, version.class, classification.as_str());
        match known.get(&key).filter(|_| !options.expand) {
            Some(column) => {
                columns[*column].0.names.push(name);
                columns[*column].0.nth.push(version.nth);
                columns[*column].1.push(*at);
            }
            None => {
                known.insert(key, columns.len());
                columns.push((
                    new_column(
                        version.image.name.value,
                        name,
                        version.nth,
                        classification,
                        version.class,
                    ),
                    vec![*at],
                ));
            }
        }
    }
    let ranks = ranks(matcher);
    columns
        .into_iter()
        .map(|(column, members)| Column {
            range: range(&members, &ranks),
            ..column
        })
        .collect()
}

fn new_column<'t>(
    group: &'t str,
    name: &'t str,
    nth: usize,
    classification: Current<'t>,
    key: usize,
) -> Column<'t> {
    Column {
        group,
        names: vec![name],
        nth: vec![nth],
        group_nth: 1,
        range: None,
        classification: Some(classification),
        flavor: None,
        key,
    }
}

/// The place of each version among all versions of its image; none for those of images with a
/// version that cannot be read.
pub(super) fn ranks(matcher: &Matcher<'_, '_>) -> Vec<Option<usize>> {
    let versions = matcher.versions();
    let mut ranks = vec![None; versions.len()];
    let mut start = 0;
    while start < versions.len() {
        let image = versions[start].image_index;
        let end = start
            + versions[start..]
                .iter()
                .take_while(|version| version.image_index == image)
                .count();
        let numbers: Option<Vec<(version::Version<'_>, usize)>> = (start..end)
            .map(|at| {
                Some((
                    version::Version::parse(versions[at].version.version().value)?,
                    at,
                ))
            })
            .collect();
        if let Some(mut numbers) = numbers {
            numbers.sort();
            for (rank, (_, at)) in numbers.into_iter().enumerate() {
                ranks[at] = Some(rank);
            }
        }
        start = end;
    }
    ranks
}

/// The lowest and the highest of some versions, where they follow each other without a gap.
pub(super) fn range(members: &[usize], ranks: &[Option<usize>]) -> Option<(usize, usize)> {
    let of = |member: usize| ranks[members[member]];
    let lowest = (0..members.len()).min_by_key(|member| of(*member))?;
    let highest = (0..members.len()).max_by_key(|member| of(*member))?;
    let span = of(highest)?.checked_sub(of(lowest)?)?;
    (members.len() > 1 && span + 1 == members.len()).then_some((lowest, highest))
}
