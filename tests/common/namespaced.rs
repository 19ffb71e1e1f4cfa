//! The area `namespaced`: static validation, admission against the parent and the merged result.

use cpcap::landscape::parents::{Parent, Prepared, namespaced};
use cpcap::landscape::{Input, Landscape, read};
use cpcap::merge::{self, Before, Raw};
use cpcap::model::time::Time;
use cpcap::source::{Source, Sources};
use serde_json::Value;

pub fn agrees(case: &Value) -> Result<(), String> {
    let now = Time::parse(case["now"].as_str().unwrap()).unwrap();
    let mut sources = Sources::default();
    let mut landscape_of = |name: &str| {
        let text = case["input"][name].as_str()?;
        Some(Input { file: sources.add(Source::new(format!("{name}.yaml"), text)), fault: None })
    };
    let inputs = [landscape_of("parent"), landscape_of("object"), landscape_of("old")];
    let files = inputs.map(|input| input.map(|input| read(&sources, &[input])));
    let landscapes = files.each_ref().map(|files| files.as_ref().map(|files| Landscape::new(files)));
    let [parent, object, old] = &landscapes;
    let parent = Parent::new(&parent.as_ref().unwrap().items[0]).unwrap();
    let item = &object.as_ref().unwrap().items[0];
    let child = namespaced(item).unwrap();
    let mut old_spec = old.as_ref().map(|old| namespaced(&old.items[0]).unwrap().spec.clone());
    if let Some(old) = &mut old_spec {
        merge::default(old);
    }
    let before = old_spec.as_ref().map_or(Before::Nothing, Before::Stored);
    let prepared = Prepared::new(child, before, now);
    let expect = &case["expect"];
    if let Some(wanted) = expect.get("merged") {
        let together = prepared.merge(&parent);
        let raw = |item: &cpcap::landscape::Item<'_>| item.object.node;
        let got = merge::render(
            &together.merged,
            Raw { tree: &parent.item.document.tree, node: raw(parent.item) },
            Raw { tree: &item.document.tree, node: raw(item) },
        );
        let mut got = Value::Object(got);
        for version in got["machineImages"].as_array_mut().into_iter().flatten().flat_map(|image| image["versions"].as_array_mut()).flatten() {
            if let Some(Value::Array(values)) = version.get_mut("architectures") {
                values.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
            }
        }
        if *wanted != got {
            return Err(format!("merged: {}", difference("", wanted, &got)));
        }
    }
    Ok(())
}

fn difference(path: &str, wanted: &Value, got: &Value) -> String {
    match (wanted, got) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, value) in a {
                match b.get(key) {
                    Some(other) if value == other => {}
                    Some(other) => return difference(&format!("{path}.{key}"), value, other),
                    None => return format!("{path}.{key} is missing: {value}"),
                }
            }
            let more = b.keys().find(|key| !a.contains_key(*key));
            format!("{path}.{} is too much", more.map_or("", |key| key.as_str()))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or_default();
            difference(&format!("{path}[{at}]"), &a[at], &b[at])
        }
        _ => format!("{path}: expected {wanted}, got {got}"),
    }
}
