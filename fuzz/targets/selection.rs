//! Compatibility and selection: the rows of bits against a naive walk of the lists.

use cpcap::capability::{Layout, Row, Selected, Vocabulary, choose, select};
use cpcap::model::cloudprofile::CloudProfile;
use cpcap::model::cursor::Cursor;
use cpcap::yaml;
use serde_json::{Map, Value, json};

use super::tape::Tape;

const NAMES: [&str; 5] = ["architecture", "storage", "network", "boot", ""];
const KEYS: [&str; 6] = ["architecture", "storage", "network", "boot", "", "stranger"];
const VALUES: [&str; 6] = ["a", "b", "c", "d", "e", ""];

/// Reads a vocabulary, a machine type's capabilities and flavors the way a profile is read.
pub fn with_profile<T>(
    vocabulary: &Value,
    machine: &Value,
    flavors: &Value,
    run: impl FnOnce(&CloudProfile<'_>) -> T,
) -> T {
    let text = json!({"spec": {
        "machineCapabilities": vocabulary,
        "machineTypes": [{"name": "m", "capabilities": machine}],
        "machineImages": [{"name": "i", "versions": [{"version": "1.0.0", "capabilityFlavors": flavors}]}],
    }})
    .to_string();
    let documents = yaml::read(&text);
    let tree = &documents[0].tree;
    run(&CloudProfile::read(Cursor::new(
        tree,
        &text,
        tree.root().unwrap(),
    )))
}

pub type Naive = Vec<(String, Vec<String>)>;

fn list(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}

/// The vocabulary with repeated names resolved: the later values, in the place of the earlier name.
pub fn naive_vocabulary(vocabulary: &Value) -> Naive {
    let mut all: Naive = Vec::new();
    for definition in vocabulary.as_array().unwrap() {
        let (name, values) = (
            definition["name"].as_str().unwrap().to_owned(),
            list(&definition["values"]),
        );
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = values,
            None => all.push((name, values)),
        }
    }
    all
}

pub fn naive_defaulted(vocabulary: &Naive, capabilities: &Value) -> Naive {
    vocabulary
        .iter()
        .map(|(name, all)| {
            (
                name.clone(),
                capabilities.get(name).map_or_else(|| all.clone(), list),
            )
        })
        .collect()
}

pub fn naive_compatible(a: &Naive, b: &Naive) -> bool {
    a.iter()
        .zip(b)
        .all(|((_, a), (_, b))| a.iter().any(|value| b.contains(value)))
}

pub fn naive_select(vocabulary: &Naive, machine: &Naive, flavors: &[Naive]) -> Option<usize> {
    let mut left: Vec<usize> = (0..flavors.len())
        .filter(|index| naive_compatible(machine, &flavors[*index]))
        .collect();
    for (at, (_, values)) in vocabulary.iter().enumerate() {
        for value in values {
            if left.len() > 1
                && left
                    .iter()
                    .any(|index| flavors[*index][at].1.contains(value))
            {
                left.retain(|index| flavors[*index][at].1.contains(value));
            }
        }
    }
    if let [one] = left[..] {
        Some(one)
    } else {
        None
    }
}

/// The rows of the machine type and of the flavors.
pub fn rows<'t>(profile: &CloudProfile<'t>, layout: &Layout<'t>) -> (Row<'t>, Vec<Row<'t>>) {
    let flavors = &profile.machine_images[0].versions[0].capability_flavors;
    (
        layout.row(&profile.machine_types[0].capabilities),
        flavors
            .iter()
            .map(|flavor| layout.row(&flavor.capabilities))
            .collect(),
    )
}

/// A list of values: unknown ones, repeated ones, none, null.
fn values(tape: &mut Tape<'_>) -> Value {
    let byte = tape.byte();
    match byte % 12 {
        11 => Value::Null,
        _ => (0..1 + byte / 12 % 4).map(|_| tape.of(&VALUES)).collect(),
    }
}

fn capabilities(tape: &mut Tape<'_>) -> Value {
    let mut map = Map::new();
    for _ in 0..tape.below(4) {
        map.insert(tape.of(&KEYS).to_owned(), values(tape));
    }
    Value::Object(map)
}

/// One more value for a capability that is written.
fn widened(machine: &Value, tape: &mut Tape<'_>) -> Value {
    let mut wider = machine.clone();
    if let Some(map) = wider.as_object_mut()
        && !map.is_empty()
        && let Some(all) = map
            .values_mut()
            .nth(tape.below(machine.as_object().map_or(0, Map::len)))
        && let Some(values) = all.as_array_mut()
        && !values.is_empty()
    {
        values.insert(tape.below(values.len() + 1), json!(tape.of(&VALUES)));
    }
    wider
}

/// The rows agree with the lists; compatibility is symmetric; the order of flavors never matters; a
/// wider machine type and one more flavor never lose a fit.
pub fn selection(bytes: &[u8]) -> Result<(), String> {
    let mut tape = Tape::new(bytes);
    let vocabulary: Value = (0..1 + tape.below(4))
        .map(|_| json!({"name": tape.of(&NAMES), "values": values(&mut tape)}))
        .collect();
    let machine = capabilities(&mut tape);
    let count = tape.below(5);
    let flavors: Vec<Value> = (0..count).map(|_| capabilities(&mut tape)).collect();
    let wider = widened(&machine, &mut tape);
    let mut more = flavors.clone();
    more.insert(tape.below(count + 1), capabilities(&mut tape));
    let what = format!("{vocabulary} {machine} {flavors:?}");

    let naive = naive_vocabulary(&vocabulary);
    let naive_machine = naive_defaulted(&naive, &machine);
    let naive_flavors: Vec<Naive> = flavors
        .iter()
        .map(|flavor| naive_defaulted(&naive, flavor))
        .collect();
    let fits = |machine: &Value, flavors: &[Value]| {
        with_profile(&vocabulary, machine, &json!(flavors), |profile| {
            let words = Vocabulary::new(&profile.machine_capabilities);
            let layout = Layout::new(&words);
            let (machine, rows) = rows(profile, &layout);
            choose(&layout, &machine, &rows) != Selected::Nothing
        })
    };
    let fit = with_profile(&vocabulary, &machine, &json!(flavors), |profile| {
        let words = Vocabulary::new(&profile.machine_capabilities);
        let layout = Layout::new(&words);
        let (machine, rows) = rows(profile, &layout);
        for (row, naive) in rows.iter().zip(&naive_flavors) {
            let compatible = layout.compatible(&machine, row);
            ensure!(
                compatible == naive_compatible(&naive_machine, naive),
                "compatible: {compatible}, not by the lists: {what}"
            );
            ensure!(
                compatible == layout.compatible(row, &machine),
                "only one way: {what}"
            );
            ensure!(
                compatible == layout.clashes(&[&machine, row]).is_empty(),
                "clashes although compatible, or none: {what}"
            );
        }
        let selected = choose(&layout, &machine, &rows);
        let long = select(&layout, &machine, &rows).selected;
        ensure!(
            selected == long,
            "{selected:?}, and {long:?} step by step: {what}"
        );
        let index = if let Selected::One(index) = selected {
            Some(index)
        } else {
            None
        };
        let by_lists = naive_select(&naive, &naive_machine, &naive_flavors);
        ensure!(
            index == by_lists,
            "{index:?}, and {by_lists:?} by the lists: {what}"
        );
        let reversed: Vec<Row<'_>> = rows.iter().rev().cloned().collect();
        let backwards = match choose(&layout, &machine, &reversed) {
            Selected::One(index) => Selected::One(rows.len() - 1 - index),
            Selected::Ambiguous(mut ties) => {
                ties.iter_mut().for_each(|tie| *tie = rows.len() - 1 - *tie);
                ties.sort_unstable();
                Selected::Ambiguous(ties)
            }
            none @ Selected::Nothing => none,
        };
        ensure!(
            selected == backwards,
            "{selected:?}, and {backwards:?} backwards: {what}"
        );
        Ok(selected != Selected::Nothing)
    })?;
    ensure!(
        !fit || fits(&wider, &flavors),
        "lost by the wider {wider}: {what}"
    );
    ensure!(
        !fit || fits(&machine, &more),
        "lost by a flavor more, {more:?}: {what}"
    );
    Ok(())
}
