//! Findings against recorded errors.

use cpcap::config::{Gates, Operation, ProviderRules, Settings};
use cpcap::finding::Finding;
use cpcap::model::time::Time;
use serde_json::Value;

pub fn settings(case: &Value, operation: Operation) -> Settings {
    let mut gates = Gates::default();
    for (name, on) in case["gates"].as_object().into_iter().flatten() {
        gates.set(name, on.as_bool().unwrap());
    }
    Settings {
        gates,
        operation,
        provider_rules: ProviderRules::Off,
        ..Settings::at(Time::parse(case["now"].as_str().unwrap()).unwrap())
    }
}

/// Findings that claim to be the server's field errors, with the values that a NotSupported error
/// must list.
pub fn server_errors(findings: &[Finding]) -> Vec<&Finding> {
    findings
        .iter()
        .filter(|finding| finding.error_type.is_some() && !finding.afterwards)
        .collect()
}

/// The server takes a `creationTimestamp` from the stored object before it validates
/// (`docs/gardener/changes.md#updates-of-cloudprofiles`); the recorded answers are those of
/// validation alone.
fn is_replaced(error: &Value) -> bool {
    error["field"] == "metadata.creationTimestamp"
}

/// Compares errors as multisets of type and field; of those that list supported values, each must
/// be named by message or help.
pub fn compare(expected: &Value, found: &[&Finding], any_index: bool) -> Result<(), String> {
    let normal = |field: &str| {
        if any_index {
            star(field)
        } else {
            field.to_owned()
        }
    };
    let mut wanted: Vec<(String, String)> = Vec::new();
    for error in expected
        .as_array()
        .ok_or_else(|| format!("the recorded errors are {expected}, which is not a list"))?
        .iter()
        .filter(|error| !is_replaced(error))
    {
        wanted.push((
            error["type"].as_str().unwrap().to_owned(),
            normal(error["field"].as_str().unwrap()),
        ));
        for value in error["supported"].as_array().into_iter().flatten() {
            let value = value.as_str().unwrap();
            let named = found.iter().any(|finding| {
                finding.error_type.unwrap().as_str() == error["type"]
                    && normal(&finding.field.to_string())
                        == normal(error["field"].as_str().unwrap())
                    && names(
                        &format!(
                            "{} {}",
                            finding.message,
                            finding.help.as_deref().unwrap_or_default()
                        ),
                        value,
                    )
            });
            if !named {
                return Err(format!(
                    "{}: the supported value {value:?} is not named",
                    error["field"]
                ));
            }
        }
    }
    let mut got: Vec<(String, String)> = found
        .iter()
        .map(|finding| {
            (
                finding.error_type.unwrap().as_str().to_owned(),
                normal(&finding.field.to_string()),
            )
        })
        .collect();
    wanted.sort();
    got.sort();
    if wanted == got {
        return Ok(());
    }
    let minus = |a: &[(String, String)], b: &[(String, String)]| {
        let mut left = b.to_vec();
        a.iter()
            .filter(|item| {
                left.iter()
                    .position(|other| other == *item)
                    .map(|at| left.swap_remove(at))
                    .is_none()
            })
            .map(|(kind, field)| format!("{kind} {field}"))
            .collect::<Vec<_>>()
    };
    Err(format!(
        "missing {:?}, too many {:?}",
        minus(&wanted, &got),
        minus(&got, &wanted)
    ))
}

/// Whether a text names a value as a whole: `1.33.1` is not named by `1.33.10`.
fn names(text: &str, value: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    text.match_indices(value).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + value.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

pub fn star(field: &str) -> String {
    match field.split_once("architectures[") {
        Some((before, after)) => format!(
            "{before}architectures[*]{}",
            after.split_once(']').map_or("", |(_, rest)| rest)
        ),
        None => field.to_owned(),
    }
}
