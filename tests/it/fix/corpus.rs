//! The texts for which the property must hold: files of the checkout, recorded inputs, and real
//! files where they are at hand.

use std::path::Path;

use cpcap::config::{ProviderRules, Settings};
use cpcap::model::time::Time;
use serde_json::Value;

use crate::common::{self, recorded};
use crate::fix::property::{Case, hold};
use crate::fix::{mutate, settings};

fn case(what: impl Into<String>, text: &str, settings: &Settings) -> Case {
    Case {
        what: what.into(),
        text: text.to_owned(),
        context: Vec::new(),
        old: None,
        settings: settings.clone(),
    }
}

fn files(directory: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut left = vec![directory.to_path_buf()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(
                std::fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            cases.push(case(path.display().to_string(), &text, &settings()));
        }
    }
    cases.sort_by(|a, b| a.what.cmp(&b.what));
    cases
}

fn every(cases: &[Case], step: usize) -> Vec<Case> {
    cases.iter().step_by(step).cloned().collect()
}

/// The objects of a recorded case: what was asked about as it was asked, and each of the others by
/// itself.
fn objects_of(case: &Value) -> Vec<Case> {
    let mut settings = settings();
    if let Some(now) = case["now"].as_str().and_then(|now| Time::parse(now).ok()) {
        settings.now = now;
    }
    for (name, on) in case["gates"].as_object().into_iter().flatten() {
        settings.gates.set(name, on.as_bool().unwrap());
    }
    if !case["area"]
        .as_str()
        .unwrap_or_default()
        .starts_with("provider")
    {
        settings.provider_rules = ProviderRules::Off;
    }
    let input = &case["input"];
    let text = |name: &str| input[name].as_str().map(str::to_owned);
    let id = case["id"].as_str().unwrap_or_default();
    let mut all = Vec::new();
    let context: Vec<String> = ["profile", "parent", "namespaced"]
        .into_iter()
        .filter_map(text)
        .collect();
    let shoots = input["shoots"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned);
    for name in ["object", "text"] {
        let Some(text) = text(name) else { continue };
        let context = context.iter().cloned().chain(shoots.clone()).collect();
        all.push(Case {
            what: id.to_owned(),
            text,
            context,
            old: input["old"].as_str().map(str::to_owned),
            settings: settings.clone(),
        });
    }
    for name in ["profile", "parent", "namespaced", "old"] {
        let alone = |text| Case {
            what: format!("{id} {name}"),
            text,
            context: Vec::new(),
            old: None,
            settings: settings.clone(),
        };
        all.extend(text(name).map(alone));
    }
    all
}

fn all_recorded() -> Vec<Case> {
    let mut cases: Vec<Case> = recorded::names()
        .iter()
        .flat_map(|name| recorded::cases(name))
        .flat_map(|case| objects_of(&case))
        .collect();
    // Parents and old objects are often the same.
    let key = |case: &Case| {
        (
            case.text.clone(),
            case.context.clone(),
            case.old.clone(),
            format!("{:?}", case.settings),
        )
    };
    let mut seen = std::collections::BTreeSet::new();
    cases.retain(|case| seen.insert(key(case)));
    cases
}

#[test]
fn small_files_are_fixed_well() {
    let cases: Vec<Case> = [
        "testdata/small",
        "testdata/examples",
        "testdata/report",
        "testdata/match",
        "testdata/diff",
    ]
    .iter()
    .flat_map(|directory| files(&common::root().join(directory)))
    .collect();
    assert!(hold("small files", &cases).count() > 10);
}

#[test]
fn real_files_are_fixed_well() {
    if let Some(directory) = recorded::real_files() {
        hold("real files", &every(&files(&directory), recorded::step(4)));
    }
}

#[test]
fn recorded_inputs_are_fixed_well() {
    hold(
        "recorded inputs",
        &every(&all_recorded(), recorded::step(16)),
    );
}

#[test]
fn mutated_inputs_are_fixed_well() {
    let mut cases = files(&common::root().join("testdata/examples"));
    cases.extend(recorded::real_files().iter().flat_map(|real| files(real)));
    cases.extend(every(&all_recorded(), 8));
    cases.retain(|case| case.text.len() < 60_000);
    cases = cases
        .iter()
        .flat_map(|case| std::iter::repeat_n(case, 3))
        .cloned()
        .collect();
    let mut random = fastrand::Rng::with_seed(33);
    let mutated = |case: &Case| {
        mutate::mutated(&case.text, &mut random).map(|text| Case {
            what: format!("mutated {}", case.what),
            text,
            ..case.clone()
        })
    };
    let cases: Vec<Case> = cases.iter().filter_map(mutated).collect();
    hold("mutated inputs", &every(&cases, recorded::step(16)));
}
