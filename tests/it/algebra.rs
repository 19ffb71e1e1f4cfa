//! The bit rows against a naive walk of the lists, and the properties of the algebra, on random
//! vocabularies.

use cpcap::capability::{Layout, Row, Selected, Vocabulary, choose};
use cpcap::matching::Matcher;
use cpcap::model::cloudprofile::CloudProfile;
use cpcap::model::cursor::Cursor;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::corpus::targets::selection::{
    Naive, naive_compatible, naive_defaulted, naive_select, naive_vocabulary, rows, with_profile,
};

const NAMES: [&str; 5] = ["architecture", "storage", "network", "boot", ""];
const KEYS: [&str; 6] = ["architecture", "storage", "network", "boot", "", "stranger"];
const VALUES: [&str; 6] = ["a", "b", "c", "d", "e", ""];

/// A list of values: unknown ones, repeated ones, none, null.
fn values(rng: &mut Rng) -> Value {
    match rng.u8(..12) {
        0 => Value::Null,
        _ => (0..rng.usize(..4))
            .map(|_| json!(VALUES[rng.usize(..VALUES.len())]))
            .collect(),
    }
}

fn capabilities(rng: &mut Rng) -> Value {
    let mut map = serde_json::Map::new();
    for _ in 0..rng.usize(..4) {
        map.insert((*rng.choice(&KEYS).unwrap()).to_owned(), values(rng));
    }
    Value::Object(map)
}

fn vocabulary(rng: &mut Rng) -> Value {
    (0..rng.usize(1..5))
        .map(|_| json!({"name": NAMES[rng.usize(..NAMES.len())], "values": values(rng)}))
        .collect()
}

fn flavors(rng: &mut Rng) -> Value {
    (0..rng.usize(..6)).map(|_| capabilities(rng)).collect()
}

#[test]
fn the_rows_agree_with_the_lists() {
    let mut rng = Rng::with_seed(33);
    let (mut chosen, mut undecided) = (0, 0);
    for _ in 0..10_000 {
        let (vocabulary, machine, flavors) = (
            vocabulary(&mut rng),
            capabilities(&mut rng),
            flavors(&mut rng),
        );
        let naive = naive_vocabulary(&vocabulary);
        let naive_machine = naive_defaulted(&naive, &machine);
        let naive_flavors: Vec<Naive> = flavors
            .as_array()
            .unwrap()
            .iter()
            .map(|flavor| naive_defaulted(&naive, flavor))
            .collect();
        with_profile(&vocabulary, &machine, &flavors, |profile| {
            let words = Vocabulary::new(&profile.machine_capabilities);
            let layout = Layout::new(&words);
            let (machine_row, flavor_rows) = rows(profile, &layout);
            for (row, naive) in flavor_rows.iter().zip(&naive_flavors) {
                assert_eq!(
                    layout.compatible(&machine_row, row),
                    naive_compatible(&naive_machine, naive),
                    "{vocabulary} {machine} {flavors}"
                );
                assert_eq!(
                    layout.compatible(&machine_row, row),
                    layout.compatible(row, &machine_row),
                    "compatibility is symmetric"
                );
                assert_eq!(
                    layout.clashes(&[&machine_row, row]).is_empty(),
                    layout.compatible(&machine_row, row)
                );
            }
            let selected = choose(&layout, &machine_row, &flavor_rows);
            let index = if let Selected::One(index) = selected {
                Some(index)
            } else {
                None
            };
            assert_eq!(
                index,
                naive_select(&naive, &naive_machine, &naive_flavors),
                "{vocabulary} {machine} {flavors}"
            );
            if index.is_some() {
                chosen += 1;
            } else {
                undecided += 1;
            }
        });
    }
    assert!(
        chosen > 1000 && undecided > 1000,
        "the random vocabularies exercise one side only: {chosen} and {undecided}"
    );
}

#[test]
fn defaulting_is_idempotent() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..2000 {
        let (vocabulary, machine) = (vocabulary(&mut rng), capabilities(&mut rng));
        let naive = naive_vocabulary(&vocabulary);
        let once: serde_json::Map<String, Value> = naive_defaulted(&naive, &machine)
            .into_iter()
            .map(|(name, values)| (name, json!(values)))
            .collect();
        with_profile(&vocabulary, &machine, &json!([once]), |profile| {
            let words = Vocabulary::new(&profile.machine_capabilities);
            let layout = Layout::new(&words);
            let (written, defaulted) = rows(profile, &layout);
            assert_eq!(written, defaulted[0]);
        });
    }
}

#[test]
fn the_order_of_flavors_never_matters() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..2000 {
        let (vocabulary, machine, flavors) = (
            vocabulary(&mut rng),
            capabilities(&mut rng),
            flavors(&mut rng),
        );
        with_profile(&vocabulary, &machine, &flavors, |profile| {
            let words = Vocabulary::new(&profile.machine_capabilities);
            let layout = Layout::new(&words);
            let (machine, rows) = rows(profile, &layout);
            let mut order: Vec<usize> = (0..rows.len()).collect();
            rng.shuffle(&mut order);
            let shuffled: Vec<Row<'_>> = order.iter().map(|index| rows[*index].clone()).collect();
            match (
                choose(&layout, &machine, &rows),
                choose(&layout, &machine, &shuffled),
            ) {
                (Selected::One(index), Selected::One(other)) => assert_eq!(index, order[other]),
                (Selected::Ambiguous(ties), Selected::Ambiguous(others)) => {
                    assert_eq!(ties.len(), others.len());
                }
                (one, other) => assert_eq!(one, other),
            }
        });
    }
}

#[test]
fn another_flavor_never_makes_a_version_incompatible() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..2000 {
        let (vocabulary, machine, mut flavors) = (
            vocabulary(&mut rng),
            capabilities(&mut rng),
            flavors(&mut rng),
        );
        let fits = |flavors: &Value| {
            with_profile(&vocabulary, &machine, flavors, |profile| {
                let words = Vocabulary::new(&profile.machine_capabilities);
                let layout = Layout::new(&words);
                let (machine, rows) = rows(profile, &layout);
                choose(&layout, &machine, &rows) != Selected::Nothing
            })
        };
        let before = fits(&flavors);
        flavors.as_array_mut().unwrap().push(capabilities(&mut rng));
        assert!(!before || fits(&flavors));
    }
}

/// The page's example: pairwise compatible, and together not.
#[test]
fn the_joint_intersection_is_not_the_pairwise_one() {
    let vocabulary = json!([{"name": "A", "values": ["x", "y", "z"]}]);
    let flavors = json!([{"A": ["x", "y"]}, {"A": ["y", "z"]}, {"A": ["x", "z"]}]);
    with_profile(&vocabulary, &json!({}), &flavors, |profile| {
        let words = Vocabulary::new(&profile.machine_capabilities);
        let layout = Layout::new(&words);
        let (_, rows) = rows(profile, &layout);
        for pair in [
            [&rows[0], &rows[1]],
            [&rows[1], &rows[2]],
            [&rows[0], &rows[2]],
        ] {
            assert_eq!(layout.clashes(&pair), Vec::<usize>::new());
        }
        assert_eq!(layout.clashes(&rows.iter().collect::<Vec<_>>()), vec![0]);
    });
}

/// Breadth breaks ties before the next capability does; the operator guide describes another rule.
#[test]
fn a_flavor_with_more_values_wins_against_the_guide() {
    let vocabulary = json!([{"name": "storage", "values": ["NVMe", "SCSI"]}, {"name": "network", "values": ["fast", "slow"]}]);
    let flavors = json!([{"storage": ["NVMe"], "network": ["fast"]}, {"storage": ["NVMe", "SCSI"], "network": ["slow"]}]);
    with_profile(&vocabulary, &json!({}), &flavors, |profile| {
        let words = Vocabulary::new(&profile.machine_capabilities);
        let layout = Layout::new(&words);
        let (machine, rows) = rows(profile, &layout);
        assert_eq!(choose(&layout, &machine, &rows), Selected::One(1));
        assert_eq!(
            cpcap::capability::documented(&layout, &machine, &rows),
            Selected::One(0)
        );
    });
}

/// Where other flavors tie, selection cannot choose, so no single flavor is the one that wins.
#[test]
fn a_flavor_loses_to_none_of_several_that_tie() {
    let text = "\
spec:
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  - {name: disk, values: [fast, slow]}
  machineTypes:
  - {name: any, capabilities: {architecture: [amd64]}}
  machineImages:
  - name: linux
    versions:
    - version: 1.0.0
      capabilityFlavors:
      - {disk: [fast]}
      - {disk: [fast]}
      - {disk: [slow]}
";
    let documents = cpcap::yaml::read(text);
    let tree = &documents[0].tree;
    let written = CloudProfile::read(Cursor::new(tree, text, tree.root().unwrap()));
    let stored = cpcap::effective::stored(&written);
    let matcher = Matcher::new(&stored);
    let found = matcher.flavor_use(&matcher.versions()[0], 2);
    assert_eq!(found.ties, [(vec![0, 1], vec![0])]);
    assert!(found.wins.is_empty() && found.loses.is_empty(), "{found:?}");
}
