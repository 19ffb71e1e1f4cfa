//! Compares the small values (quantities, durations, times, names) with the answers recorded in
//! `values.jsonl`.

use cpcap::model::{duration::Duration, name, quantity::Quantity, time::Time};
use serde_json::{Value, json};

/// Whether a case agrees; the error shows both answers.
pub fn agrees(case: &Value) -> Result<(), String> {
    let text = case["input"]["text"]
        .as_str()
        .ok_or("a case without text")?;
    let answer = match case["input"]["what"].as_str() {
        Some("quantity") => match Quantity::parse(text) {
            Ok(quantity) => {
                json!({"valid": true, "canonical": quantity.to_string(), "sign": quantity.sign()})
            }
            Err(_) => json!({"valid": false}),
        },
        Some("duration") => match Duration::parse(text) {
            Ok(duration) => {
                json!({"valid": true, "canonical": duration.to_string(), "nanoseconds": duration.nanoseconds().to_string()})
            }
            Err(_) => json!({"valid": false}),
        },
        Some("time") => match Time::parse(text) {
            Ok(time) => json!({"valid": true, "canonical": time.to_string()}),
            Err(_) => json!({"valid": false}),
        },
        Some("name") => json!({
            "qualified": name::qualified_name_faults(text).len(),
            "labelValue": name::label_value_faults(text).len(),
            "subdomain": name::subdomain_faults(text).len(),
            "label": name::label_faults(text).len(),
        }),
        other => return Err(format!("an unknown sort of value: {other:?}")),
    };
    let expected = &case["expect"];
    if answer == *expected {
        Ok(())
    } else {
        Err(format!("{text:?}: ours {answer}, recorded {expected}"))
    }
}
