//! The JSON Schemas for editors against strict decoding: what a schema refuses the decoder refuses
//! too, on real objects, recorded ones and mutated ones; and where only types and names of fields
//! are wrong, the other way round.

use std::collections::{BTreeMap, BTreeSet};

use cpcap::editor;
use cpcap::landscape::{Body, Input, Item, Landscape, read};
use cpcap::model::quantity::Quantity;
use cpcap::model::schema::root;
use cpcap::model::shape::{self, ShapeKind};
use cpcap::provider::part::{Part, Webhook};
use cpcap::provider::{self, Provider};
use cpcap::source::{Source, Sources};
use jsonschema::Validator;
use regex::Regex;
use serde_json::{Value, json};

use crate::common::recorded;

struct Schemas(BTreeMap<String, Validator>);

impl Schemas {
    fn new() -> Self {
        let validator =
            |name: &str| jsonschema::draft202012::new(&editor::find(name).unwrap()).unwrap();
        Self(
            editor::names()
                .into_iter()
                .map(|(name, _)| (name.clone(), validator(&name)))
                .collect(),
        )
    }

    /// The first error by the schema of the object's kind.
    fn says(&self, object: &Value) -> Result<(), String> {
        let kind = object["kind"].as_str().unwrap().to_lowercase();
        let said = self.0[&kind]
            .validate(object)
            .map_err(|error| format!("{}: {error}", error.instance_path()));
        // The schema for all kinds says the same.
        let manifest = self.0["manifest"].is_valid(object);
        assert_eq!(said.is_ok(), manifest, "{said:?}\n{object}");
        said
    }
}

/// The decoder's faults of an object, and whether a schema must know them all: types and names of
/// fields.
struct Decoded {
    accepts: bool,
    plain: bool,
}

fn decoded(item: &Item<'_>, sources: &Sources) -> Decoded {
    let tree = &item.document.tree;
    let kind = match item.body {
        Body::CloudProfile(_) => "CloudProfile",
        Body::NamespacedCloudProfile(_) => "NamespacedCloudProfile",
        Body::Shoot(_) => "Shoot",
    };
    let mut problems = shape::check(tree, item.object.node, root(kind).unwrap());
    let mut refused = false;
    if let Some(provider) = provider_of(item) {
        let text = sources.get(item.file).text();
        let part = Part::read(tree, text, item.object.node, provider);
        if let Some(part) = part {
            refused = part.undecodable(Webhook::Validator).is_some();
            // Without its header a schema cannot know whose it is.
            let header = &tree.to_json(item.object.node)["spec"]["providerConfig"];
            if header["apiVersion"] == provider.api_version
                && header["kind"] == "CloudProfileConfig"
            {
                problems.extend(part.problems);
            }
        }
    }
    let plain = |kind: &ShapeKind| {
        matches!(
            kind,
            ShapeKind::UnknownField { .. } | ShapeKind::WrongType { .. }
        )
    };
    Decoded {
        accepts: problems.is_empty() && !refused,
        plain: problems.iter().any(|problem| plain(&problem.kind)),
    }
}

/// By the type of the profile; of a child, whose parent is not at hand, by what its `providerConfig`
/// calls itself.
fn provider_of(item: &Item<'_>) -> Option<&'static Provider> {
    let json = item.document.tree.to_json(item.object.node);
    match item.body {
        Body::CloudProfile(_) => provider::find(json["spec"]["type"].as_str()?),
        Body::NamespacedCloudProfile(_) => {
            let name = json["spec"]["providerConfig"]["apiVersion"]
                .as_str()?
                .to_owned();
            provider::ALL
                .iter()
                .find(|provider| provider.api_version == name)
                .copied()
        }
        Body::Shoot(_) => None,
    }
}

/// Compares the two on each object of a text; gives how many there are, and how many of them are
/// refused by both.
fn compare(schemas: &Schemas, name: &str, text: &str) -> (usize, usize) {
    let mut sources = Sources::default();
    let inputs = [Input {
        file: sources.add(Source::new("object.yaml", text)),
        fault: None,
    }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let mut counts = (0, 0);
    for item in &landscape.items {
        let object = item.document.tree.to_json(item.object.node);
        // An entry of a typed list may leave out what the list says.
        if object["kind"].is_null() || object["apiVersion"].is_null() {
            continue;
        }
        let said = schemas.says(&object);
        let decoded = decoded(item, &sources);
        counts.0 += 1;
        if let Err(error) = &said {
            assert!(
                !decoded.accepts,
                "{name}: the schema refuses what the decoder accepts: {error}\n{text}"
            );
            counts.1 += 1;
        }
        assert!(
            !(decoded.plain && said.is_ok()),
            "{name}: the schema accepts a wrong type or an unknown field\n{text}"
        );
    }
    counts
}

/// The objects that Gardener gave answers for.
fn recorded_texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for name in recorded::names() {
        for case in recorded::part(&name) {
            let texts = ["object", "old", "profile", "parent", "namespaced"]
                .iter()
                .filter_map(|name| case["input"][name].as_str());
            found.extend(texts.map(|text| (case["id"].to_string(), text.to_owned())));
        }
    }
    found
}

#[test]
fn recorded_objects() {
    let schemas = Schemas::new();
    let mut counts = (0, 0);
    for (id, text) in recorded_texts() {
        let (all, refused) = compare(&schemas, &id, &text);
        counts = (counts.0 + all, counts.1 + refused);
    }
    println!(
        "recorded objects: {}, refused by both: {}",
        counts.0, counts.1
    );
    assert!(counts.0 > 1000 && counts.1 > 5, "{counts:?}");
}

/// The files of landscapes that people wrote, where they are at hand.
#[test]
fn real_files() {
    let Some(directory) = recorded::real_files() else {
        return;
    };
    let schemas = Schemas::new();
    let mut counts = (0, 0);
    for case in recorded::cases("real") {
        let file = case["input"]["file"].as_str().unwrap();
        let file = directory.join(file.strip_prefix("real/").unwrap());
        let (all, refused) = compare(
            &schemas,
            &file.display().to_string(),
            &std::fs::read_to_string(&file).unwrap(),
        );
        counts = (counts.0 + all, counts.1 + refused);
    }
    println!(
        "objects of real files: {}, refused by both: {}",
        counts.0, counts.1
    );
    assert!(counts.0 > 20, "{counts:?}");
}

/// Every value of an object replaced by values of every other type, and an unknown field in every
/// map.
#[test]
fn mutated_objects() {
    let schemas = Schemas::new();
    let mut counts = (0, 0);
    for file in [
        "capability.yaml",
        "legacy.yaml",
        "shoot.yaml",
        "../examples/valid.yaml",
        "../examples/namespaced.yaml",
        "../artifacts/profile.yaml",
    ] {
        let text = std::fs::read_to_string(crate::common::root().join("testdata/small").join(file))
            .unwrap();
        let mut sources = Sources::default();
        let inputs = [Input {
            file: sources.add(Source::new(file, text)),
            fault: None,
        }];
        let files = read(&sources, &inputs);
        let landscape = Landscape::new(&files);
        for item in &landscape.items {
            let object = item.document.tree.to_json(item.object.node);
            let mut paths = Vec::new();
            pointers(&object, String::new(), &mut paths);
            // The header decides what an object is at all.
            for path in paths
                .iter()
                .filter(|path| !["", "/kind", "/apiVersion"].contains(&path.as_str()))
            {
                for value in mutants(object.pointer(path).unwrap()) {
                    let mut mutant = object.clone();
                    *mutant.pointer_mut(path).unwrap() = value;
                    let (all, refused) =
                        compare(&schemas, &format!("{file} {path}"), &mutant.to_string());
                    counts = (counts.0 + all, counts.1 + refused);
                }
            }
        }
    }
    println!(
        "mutated objects: {}, refused by both: {}",
        counts.0, counts.1
    );
    assert!(counts.0 > 2000 && counts.1 > 1000, "{counts:?}");
}

fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .take(2)
            .for_each(|(index, item)| pointers(item, format!("{at}/{index}"), found)),
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| {
                pointers(
                    value,
                    format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")),
                    found,
                );
            });
        }
        _ => {}
    }
    found.push(at);
}

fn mutants(value: &Value) -> Vec<Value> {
    let mut mutants = vec![
        Value::Null,
        json!(true),
        json!(""),
        json!("text"),
        json!("10Gi"),
        json!("1h30m"),
        json!("2026-01-01T0:00:00,5+24:60"),
        json!("2026-02-31T00:00:00Z"),
        json!(0),
        json!(1.0),
        json!(1.5),
        json!(1e20),
        json!(-3_000_000_000_i64),
        json!(9_223_372_036_854_775_807_i64),
        json!([]),
        json!(["x"]),
        json!([null]),
        json!({}),
        json!({"x": "y"}),
        json!({"x": null}),
    ];
    if let Value::Object(map) = value {
        let mut map = map.clone();
        map.insert("unknownField".to_owned(), json!("x"));
        mutants.push(Value::Object(map));
    }
    mutants
}

/// Texts with a syntax of their own are refused only where the decoder refuses them.
#[test]
fn texts() {
    let schemas = Schemas::new();
    let object = |cpu: &str, time: &str, timeout: &str| {
        json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
            "spec": {
                "kubernetes": {"versions": [{"version": "1.33.0", "expirationDate": time}]},
                "machineTypes": [{"name": "m", "cpu": cpu, "machineControllerManager": {"machineCreationTimeout": timeout}}],
            },
        })
    };
    let mut counts = [0, 0];
    for case in recorded::cases("values") {
        let (what, text) = (
            case["input"]["what"].as_str().unwrap(),
            case["input"]["text"].as_str().unwrap(),
        );
        let (cpu, time, timeout) = match what {
            "quantity" => (text, "2026-01-01T00:00:00Z", "1h"),
            "time" => ("1", text, "1h"),
            "duration" => ("1", "2026-01-01T00:00:00Z", text),
            _ => continue,
        };
        let said = schemas.says(&object(cpu, time, timeout));
        let valid = case["expect"]["valid"].as_bool().unwrap();
        assert!(!valid || said.is_ok(), "{what} {text:?}: {said:?}");
        counts[usize::from(said.is_ok())] += 1;
    }
    assert!(counts[0] > 5 && counts[1] > 20, "{counts:?}");
}

/// All patterns of a schema.
fn patterns(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| patterns(item, found)),
        Value::Object(map) => {
            if let Some(Value::String(pattern)) = map.get("pattern") {
                found.insert(pattern.clone());
            }
            map.values().for_each(|value| patterns(value, found));
        }
        _ => {}
    }
}

/// Validators in Go and Rust have no look-around, and those in JavaScript no flags and classes of
/// Perl and Rust. What is left is the same everywhere.
#[test]
fn patterns_are_for_every_validator() {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(crate::common::root().join("docs/schemas")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        patterns(&serde_json::from_str(&text).unwrap(), &mut found);
    }
    assert!(found.len() >= 3, "{found:?}");
    for pattern in &found {
        let built = Regex::new(pattern);
        assert!(built.is_ok(), "{pattern}: {built:?}");
        assert!(!pattern.contains("(?"), "{pattern}");
        let escaped = |rest: &str| {
            [".", "+", "xA0", "x85"]
                .iter()
                .any(|known| rest.starts_with(known))
        };
        assert!(pattern.split('\\').skip(1).all(escaped), "{pattern}");
    }
}

/// The pattern of quantities accepts what is read as one, and nothing else: all short texts of
/// the characters that matter, and those that Gardener gave answers for.
#[test]
fn the_pattern_of_quantities_is_exact() {
    let schema = editor::find("cloudprofile").unwrap();
    let pattern = schema["$defs"]["v1beta1.MachineType"]["properties"]["cpu"]["pattern"].as_str();
    let pattern = Regex::new(pattern.unwrap()).unwrap();
    let mut texts = vec![String::new()];
    let mut last = 0;
    for _ in 0..4 {
        let longer = last..texts.len();
        last = texts.len();
        for at in longer {
            for c in "+-.05eEGPimk \t\u{a0}\u{2009}\u{200b}é".chars() {
                texts.push(format!("{}{c}", texts[at]));
            }
        }
    }
    texts.extend(
        [
            "e-9",
            "e-10",
            "1e-10",
            "e-09",
            "0e00",
            "128974848",
            "12e6Gi",
            "1.5Gi ",
        ]
        .map(str::to_owned),
    );
    let recorded = recorded::cases("values");
    texts.extend(
        recorded
            .iter()
            .map(|case| case["input"]["text"].as_str().unwrap().to_owned()),
    );
    for text in texts {
        let read = Quantity::decode(&text);
        assert_eq!(pattern.is_match(&text), read.is_ok(), "{text:?}: {read:?}");
    }
}

/// In a file with several kinds each object is judged by its kind, in lists too.
#[test]
fn manifests() {
    let schemas = Schemas::new();
    let manifest = &schemas.0["manifest"];
    let profile = |extra: &str| json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "spec": {"type": "x", extra: null}});
    assert!(
        manifest.is_valid(&json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}}))
    );
    assert!(manifest.is_valid(&profile("regions")));
    assert!(!manifest.is_valid(&profile("region")));
    let list = |kind: &str, version: &str, item: Value| json!({"apiVersion": version, "kind": kind, "items": [item]});
    assert!(manifest.is_valid(&list("List", "v1", profile("regions"))));
    assert!(!manifest.is_valid(&list("List", "v1", profile("region"))));
    assert!(!manifest.is_valid(&list(
        "CloudProfileList",
        "core.gardener.cloud/v1beta1",
        profile("region")
    )));
}

/// Lists of words are offered, and what else stands there is left to `lint`.
#[test]
fn closed_lists_of_values_are_offered() {
    let schema = editor::find("cloudprofile").unwrap();
    let field = |of: &str, name: &str| schema["$defs"][of]["properties"][name].clone();
    let classification = field("v1beta1.ExpirableVersion", "classification");
    assert_eq!(
        classification["anyOf"][0]["enum"],
        json!(["preview", "supported", "deprecated", "expired"])
    );
    assert!(
        classification["description"]
            .as_str()
            .unwrap()
            .contains("preview")
    );
    assert_eq!(
        field("v1beta1.MachineImageVersion", "architectures")["items"]["anyOf"][0]["enum"],
        json!(["amd64", "arm64"])
    );
}
