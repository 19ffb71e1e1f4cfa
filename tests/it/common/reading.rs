//! Compares what cpcap reads with what kubectl sent: the conformance area `reading`.

use cpcap::yaml::{self, Value};
use serde_json::Value as Json;

/// Whether cpcap reads a case as kubectl did.
///
/// # Errors
/// Both answers, when they differ.
pub fn agrees(case: &Json) -> Result<(), String> {
    let text = case["input"]["text"]
        .as_str()
        .ok_or("a case without a text")?;
    let expected = case["expect"]["documents"]
        .as_array()
        .ok_or("a case without documents")?;
    let expected: Vec<Option<Json>> = expected
        .iter()
        .map(|document| {
            document["json"]
                .as_str()
                .and_then(|json| serde_json::from_str(json).ok())
        })
        .collect();
    let actual = sent(text);
    if same(&actual, &expected) {
        Ok(())
    } else {
        Err(format!(
            "cpcap: {}\nkubectl: {}",
            show(&actual),
            show(&expected)
        ))
    }
}

/// The objects that kubectl would send, up to the first document that it cannot read (none).
fn sent(text: &str) -> Vec<Option<Json>> {
    let mut sent = Vec::new();
    for document in yaml::read(text) {
        if !document.readable() {
            sent.push(None);
            break;
        }
        // kubectl passes over null.
        match document.tree.root() {
            Some(root) if document.tree.value(root) != Value::Null => {
                sent.push(Some(document.tree.to_json(root)));
            }
            _ => {}
        }
    }
    sent
}

fn same(actual: &[Option<Json>], expected: &[Option<Json>]) -> bool {
    actual.len() == expected.len()
        && actual.iter().zip(expected).all(|pair| match pair {
            (Some(actual), Some(expected)) => equal(actual, expected),
            (actual, expected) => actual.is_none() && expected.is_none(),
        })
}

/// Equal JSON; integers exactly, other numbers by value.
fn equal(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => {
            let (left, right) = (left.to_string(), right.to_string());
            let integer = |text: &str| text.parse::<i128>().ok();
            match (integer(&left), integer(&right)) {
                (Some(left), Some(right)) => left == right,
                _ => left.parse::<f64>().ok() == right.parse::<f64>().ok(),
            }
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        _ => left == right,
    }
}

fn show(documents: &[Option<Json>]) -> String {
    let shown: Vec<String> = documents
        .iter()
        .map(|document| {
            document
                .as_ref()
                .map_or("unreadable".to_owned(), Json::to_string)
        })
        .collect();
    format!("[{}]", shown.join(", "))
}
