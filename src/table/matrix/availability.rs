//! Availability: machine types or volume types by regions and zones.

use std::collections::{BTreeMap, BTreeSet};

use crate::matching::{Matcher, nth};
use crate::model::cloudprofile::{Region, Zone};
use crate::table::matrix::filter::is_usable;
use crate::table::matrix::{Column, Empty, Filters, Kind, Mark, Options, Row, Sheet, bare, rows};

/// A zone of a region, or a region without zones.
struct Place<'p, 't> {
    region: &'p Region<'t>,
    region_index: usize,
    zone: Option<&'p Zone<'t>>,
    /// The number among the zones with its name in regions with one name, from 1.
    nth: usize,
    unavailable: BTreeSet<&'t str>,
}

pub(super) fn machine_types<'t>(
    matcher: &Matcher<'_, 't>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let machines = filters.machines(matcher)?;
    let types = machines.iter().map(|machine| {
        (
            machine.machine_type.name.value,
            is_usable(machine.machine_type.usable.value),
        )
    });
    sheet(matcher, types.collect(), options)
}

pub(super) fn volume_types<'t>(
    matcher: &Matcher<'_, 't>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let volumes = matcher.profile().volume_types.iter();
    let types = volumes.map(|volume| (volume.name.value, is_usable(volume.usable.value)));
    let left: Vec<(&str, bool)> = types
        .filter(|(_, usable)| *usable || !filters.usable)
        .collect();
    if left.is_empty() {
        let flags = if matcher.profile().volume_types.is_empty() {
            Vec::new()
        } else {
            vec!["--usable".to_owned()]
        };
        return Err(Empty {
            what: "volume type",
            flags,
        });
    }
    sheet(matcher, left, options)
}

fn sheet<'t>(
    matcher: &Matcher<'_, 't>,
    types: Vec<(&'t str, bool)>,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let places = places(&matcher.profile().regions, options.kind);
    if places.is_empty() {
        return Err(Empty {
            what: "region",
            flags: Vec::new(),
        });
    }
    // Types with the same availability share a key, and so a row.
    let mut patterns: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
    let mut all = Vec::with_capacity(types.len());
    let mut known = BTreeMap::new();
    for (name, usable) in types {
        let pattern: Vec<bool> = places
            .iter()
            .map(|place| !place.unavailable.contains(name))
            .collect();
        let next = patterns.len();
        let key = *patterns.entry(pattern).or_insert(next);
        all.push(Row {
            names: vec![name],
            nth: vec![nth(&mut known, name)],
            usable,
            architecture: None,
            listed: None,
            key,
        });
    }
    let mut by_key = vec![Vec::new(); patterns.len()];
    for (pattern, key) in patterns {
        by_key[key] = pattern;
    }
    let columns = columns(&places, &by_key, options.expand);
    let mut sheet = bare(
        matcher,
        options,
        rows(all.into_iter(), options.expand),
        columns,
    );
    sheet.keys = places.len();
    let mark = |available: &bool| {
        if *available {
            Mark::Available
        } else {
            Mark::Unavailable
        }
    };
    sheet.marks = by_key
        .iter()
        .flat_map(|pattern| pattern.iter().map(mark))
        .collect();
    Ok(sheet)
}

/// A column for the zones of a region in which the same is available.
fn columns<'t>(places: &[Place<'_, 't>], by_key: &[Vec<bool>], expand: bool) -> Vec<Column<'t>> {
    let mut columns: Vec<Column<'t>> = Vec::new();
    let mut known: BTreeMap<(usize, Vec<bool>), usize> = BTreeMap::new();
    for (key, place) in places.iter().enumerate() {
        let pattern = (
            place.region_index,
            by_key.iter().map(|pattern| pattern[key]).collect(),
        );
        let names: Vec<&str> = place.zone.iter().map(|zone| zone.name.value).collect();
        match known.get(&pattern).filter(|_| !expand) {
            Some(at) => {
                columns[*at].nth.extend(names.iter().map(|_| place.nth));
                columns[*at].names.extend(names);
            }
            None => {
                known.insert(pattern, columns.len());
                columns.push(Column {
                    group: place.region.name.value,
                    nth: names.iter().map(|_| place.nth).collect(),
                    group_nth: 1,
                    names,
                    range: None,
                    classification: None,
                    flavor: None,
                    key,
                });
            }
        }
    }
    columns
}

fn places<'p, 't>(regions: &'p [Region<'t>], kind: Kind) -> Vec<Place<'p, 't>> {
    let mut places = Vec::new();
    let mut known = BTreeMap::new();
    for (region_index, region) in regions.iter().enumerate() {
        let unavailable = |zone: &'p Zone<'t>| {
            let list = if kind == Kind::VolumeTypes {
                &zone.unavailable_volume_types
            } else {
                &zone.unavailable_machine_types
            };
            list.iter().map(|name| name.value).collect()
        };
        for zone in region.zones.iter() {
            places.push(Place {
                region,
                region_index,
                zone: Some(zone),
                nth: nth(&mut known, (*region.name, Some(*zone.name))),
                unavailable: unavailable(zone),
            });
        }
        if region.zones.is_empty() {
            places.push(Place {
                region,
                region_index,
                zone: None,
                nth: nth(&mut known, (*region.name, None)),
                unavailable: BTreeSet::new(),
            });
        }
    }
    places
}
