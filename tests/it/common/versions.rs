//! Compares versions and constraints with the answers recorded in `versions.jsonl`.

use cpcap::model::{constraint::Constraint, version::Version};
use serde_json::{Value, json};

/// Whether a case agrees; the error shows both answers.
pub fn agrees(case: &Value) -> Result<(), String> {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array()
            .map(|texts| {
                texts
                    .iter()
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect()
            })
            .unwrap_or_default()
    };
    let versions = texts(&case["input"]["versions"]);
    let parsed: Vec<_> = versions
        .iter()
        .map(|text| Version::parse(text).map(|version| version.to_string()))
        .collect();
    let valid: Vec<_> = versions
        .iter()
        .filter_map(|text| Some((text, Version::parse(text)?)))
        .collect();
    let mut compare = Vec::new();
    for (i, (left_text, left)) in valid.iter().enumerate() {
        for (right_text, right) in &valid[i + 1..] {
            compare.push(json!([left_text, right_text, left.cmp(right) as i8]));
        }
    }
    let text = case["input"]["constraint"].as_str().unwrap_or_default();
    let constraint = Constraint::parse(text).ok().map(|constraint| {
        let check = |text: &String| Version::parse(text).map(|version| constraint.check(&version));
        texts(&case["input"]["constraintVersions"])
            .iter()
            .map(check)
            .collect::<Vec<_>>()
    });
    let answer = json!({"parsed": parsed, "compare": compare, "constraint": constraint});
    let expected = &case["expect"];
    let differing: Vec<_> = ["parsed", "compare", "constraint"]
        .into_iter()
        .filter(|key| answer[key] != expected[key])
        .map(|key| format!("{key}: ours {}, recorded {}", answer[key], expected[key]))
        .collect();
    if differing.is_empty() {
        Ok(())
    } else {
        Err(format!("constraint {text:?}: {}", differing.join("; ")))
    }
}
