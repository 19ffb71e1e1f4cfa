//! Area `selection`: defaulting, compatibility and selection.

use cpcap::capability::{Layout, Selected, Vocabulary, choose, select};
use cpcap::model::cloudprofile::{Capabilities, CloudProfile};
use serde_json::{Map, Value, json};

use crate::corpus::targets::selection::with_profile;

pub fn agrees(case: &Value) -> Result<(), String> {
    let input = &case["input"];
    let got = with_profile(
        &input["machineCapabilities"],
        &input["machineType"],
        &input["capabilityFlavors"],
        answer,
    );
    let mut expect = case["expect"].clone();
    normalise(&mut expect);
    if got == expect {
        Ok(())
    } else {
        Err(format!("\n  Gardener: {expect}\n  cpcap:    {got}"))
    }
}

fn answer(profile: &CloudProfile<'_>) -> Value {
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    let layout = Layout::new(&vocabulary);
    let machine = &profile.machine_types[0].capabilities;
    let flavors: Vec<&Capabilities<'_>> = profile.machine_images[0].versions[0]
        .capability_flavors
        .iter()
        .map(|flavor| &flavor.capabilities)
        .collect();
    let row = layout.row(machine);
    let rows: Vec<_> = flavors.iter().map(|flavor| layout.row(flavor)).collect();
    let compatible: Vec<bool> = rows
        .iter()
        .map(|flavor| layout.compatible(&row, flavor))
        .collect();
    let selection = select(&layout, &row, &rows);
    // The short way and the long one are the same rule.
    assert_eq!(choose(&layout, &row, &rows), selection.selected);
    let selected = if let Selected::One(index) = selection.selected {
        json!(index)
    } else {
        Value::Null
    };
    let mut answer = json!({
        "defaulted": flavors.iter().map(|flavor| defaulted(&vocabulary, flavor)).collect::<Vec<_>>(),
        "machineTypeDefaulted": defaulted(&vocabulary, machine),
        "compatible": compatible,
        "supported": rows.is_empty() || compatible.contains(&true),
        "selected": selected,
    });
    normalise(&mut answer);
    answer
}

fn defaulted(vocabulary: &Vocabulary<'_>, capabilities: &Capabilities<'_>) -> Value {
    let entry = |name: &str| {
        let values = vocabulary.defaulted(capabilities, name).unwrap_or_default();
        (
            name.to_owned(),
            values
                .iter()
                .map(|value| json!(value.value))
                .collect::<Value>(),
        )
    };
    Value::Object(
        vocabulary
            .definitions()
            .iter()
            .map(|definition| entry(*definition.name))
            .collect::<Map<_, _>>(),
    )
}

/// Null and empty lists are the same.
fn normalise(value: &mut Value) {
    match value {
        Value::Array(items) if items.is_empty() => *value = Value::Null,
        Value::Array(items) => items.iter_mut().for_each(normalise),
        Value::Object(map) => map.values_mut().for_each(normalise),
        _ => {}
    }
}
