//! The proofs of `lint` about a whole profile, against a naive walk on random profiles, and in
//! cases that no page shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::Dir;
use fastrand::Rng;
use serde_json::{Value, json};

/// The findings of these rules or groups: rule, severity and field of each.
fn lint(profile: &Value, select: &str, more: &[&str]) -> Vec<(String, String, String)> {
    let dir = Dir::with(&[("profile.json", &profile.to_string())]);
    let ran = dir.run(
        &[
            &[
                "lint",
                "--level=note",
                "--format",
                "json",
                "--select",
                select,
                "profile.json",
            ],
            more,
        ]
        .concat(),
    );
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap();
    findings
        .iter()
        .map(|finding| {
            (
                text(&finding["rule"]),
                text(&finding["severity"]),
                text(&finding["field"]),
            )
        })
        .collect()
}

fn rules(found: &[(String, String, String)]) -> BTreeSet<&str> {
    found.iter().map(|(rule, ..)| rule.as_str()).collect()
}

fn profile(vocabulary: &Value, versions: &Value, machine_types: &Value) -> Value {
    json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "p"}, "spec": {
        "type": "local",
        "kubernetes": {"versions": [{"version": "1.33.1"}]},
        "machineCapabilities": vocabulary,
        "machineImages": [{"name": "image", "versions": versions}],
        "machineTypes": machine_types,
        "regions": [{"name": "r"}],
    }})
}

#[allow(clippy::needless_pass_by_value)]
fn machine_type(name: &str, capabilities: Value) -> Value {
    json!({"name": name, "cpu": "1", "gpu": "0", "memory": "1Gi", "capabilities": capabilities})
}

const VALUES: [(&str, &[&str]); 3] = [
    ("architecture", &["amd64"]),
    ("storage", &["a", "b", "c"]),
    ("network", &["x", "y"]),
];

fn capabilities(rng: &mut Rng) -> Value {
    let mut map = serde_json::Map::new();
    for (name, values) in &VALUES[1..] {
        let listed: Vec<&str> = values.iter().filter(|_| rng.bool()).copied().collect();
        if !listed.is_empty() {
            map.insert((*name).to_owned(), json!(listed));
        }
    }
    Value::Object(map)
}

fn has(capabilities: &Value, name: &str, value: &str) -> bool {
    capabilities.get(name).is_none_or(|values| {
        values
            .as_array()
            .unwrap()
            .iter()
            .any(|listed| listed == value)
    })
}

/// Everything that is left at the end of the walk.
fn selected(machine: &Value, flavors: &[Value]) -> Vec<usize> {
    let fits = |flavor: &Value| {
        VALUES.iter().all(|(name, values)| {
            values
                .iter()
                .any(|value| has(machine, name, value) && has(flavor, name, value))
        })
    };
    let mut left: Vec<usize> = (0..flavors.len())
        .filter(|flavor| fits(&flavors[*flavor]))
        .collect();
    for (name, values) in VALUES {
        for value in values {
            let with: Vec<usize> = left
                .iter()
                .filter(|flavor| has(&flavors[**flavor], name, value))
                .copied()
                .collect();
            if !with.is_empty() {
                left = with;
            }
        }
    }
    left
}

#[test]
fn a_naive_walk_agrees() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..300 {
        let machines: Vec<Value> = (0..rng.usize(1..4))
            .map(|_| capabilities(&mut rng))
            .collect();
        let versions: Vec<Vec<Value>> = (0..rng.usize(1..4))
            .map(|_| {
                (0..rng.usize(1..4))
                    .map(|_| capabilities(&mut rng))
                    .collect()
            })
            .collect();
        // The rules, and all fields at which each may stand: equal causes are one finding.
        let mut expected: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut tell = |rule, field: String| {
            expected.entry(rule).or_default().insert(field);
        };
        for (version, flavors) in versions.iter().enumerate() {
            let version = format!("spec.machineImages[0].versions[{version}]");
            let of = |flavor: usize| format!("{version}.capabilityFlavors[{flavor}]");
            let chosen: Vec<Vec<usize>> = machines
                .iter()
                .map(|machine| selected(machine, flavors))
                .collect();
            let reached: BTreeSet<usize> = chosen.iter().flatten().copied().collect();
            let same = |a: &Value, b: &Value| {
                VALUES.iter().all(|(name, values)| {
                    values
                        .iter()
                        .all(|value| has(a, name, value) == has(b, name, value))
                })
            };
            let tied = |flavor: usize| {
                (0..flavors.len())
                    .any(|other| other != flavor && same(&flavors[flavor], &flavors[other]))
            };
            for flavor in chosen.iter().filter(|chosen| chosen.len() > 1).flatten() {
                tell("selection/ambiguous-flavors", of(*flavor));
            }
            if reached.is_empty() {
                tell("selection/version-without-machine-type", version.clone());
            }
            for flavor in (0..flavors.len()).filter(|flavor| !reached.contains(flavor)) {
                if tied(flavor) {
                    tell("selection/indistinguishable-flavors", of(flavor));
                } else if !reached.is_empty() {
                    tell("selection/unreachable-flavor", of(flavor));
                }
            }
        }
        for (at, machine) in machines.iter().enumerate() {
            let fits = |flavors: &Vec<Value>| !selected(machine, flavors).is_empty();
            if !versions.iter().any(fits) {
                tell(
                    "selection/machine-type-without-image",
                    format!("spec.machineTypes[{at}]"),
                );
            }
        }
        let vocabulary: Value = VALUES
            .iter()
            .map(|(name, values)| json!({"name": name, "values": values}))
            .collect();
        let versions: Value = versions
            .iter()
            .enumerate()
            .map(
                |(n, flavors)| json!({"version": format!("{n}.0.0"), "capabilityFlavors": flavors}),
            )
            .collect();
        let machines: Value = machines
            .iter()
            .enumerate()
            .map(|(n, machine)| machine_type(&format!("m{n}"), machine.clone()))
            .collect();
        let profile = profile(&vocabulary, &versions, &machines);
        let select = "selection/ambiguous-flavors,selection/indistinguishable-flavors,selection/unreachable-flavor,\
                      selection/version-without-machine-type,selection/machine-type-without-image";
        let found = lint(&profile, select, &[]);
        let told: BTreeSet<&str> = expected.keys().copied().collect();
        assert_eq!(rules(&found), told, "{profile}");
        for (rule, _, field) in &found {
            assert!(
                expected[rule.as_str()].contains(field),
                "{rule} {field}: {expected:?}\n{profile}"
            );
        }
    }
}

fn storage(values: &[&str]) -> Value {
    json!({"architecture": ["amd64"], "storage": values})
}

fn vocabulary() -> Value {
    json!([{"name": "architecture", "values": ["amd64"]}, {"name": "storage", "values": ["a", "b"]}])
}

#[test]
fn equal_causes_are_one_finding() {
    let versions: Value =
        (0..50).map(|n| json!({"version": format!("{n}.0.0"), "capabilityFlavors": [storage(&["a"]), storage(&["a"])]})).collect();
    let machines: Value = (0..50)
        .map(|n| machine_type(&format!("m{n}"), storage(&["a"])))
        .collect();
    let found = lint(
        &profile(&vocabulary(), &versions, &machines),
        "selection/ambiguous-flavors",
        &[],
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].2,
        "spec.machineImages[0].versions[0].capabilityFlavors[1]"
    );
    // A second vocabulary of machine types is a second cause.
    let machines: Value = (0..50)
        .map(|n| {
            machine_type(
                &format!("m{n}"),
                storage(if n < 20 { &["a"] } else { &["b"] }),
            )
        })
        .collect();
    let found = lint(
        &profile(&vocabulary(), &versions, &machines),
        "selection/machine-type-without-image",
        &[],
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].2, "spec.machineTypes[20]");
}

#[test]
fn expired_versions_and_unusable_machine_types_do_not_count() {
    let versions = json!([
        {"version": "1.0.0", "capabilityFlavors": [storage(&["a"]), storage(&["b"])]},
        {"version": "2.0.0", "capabilityFlavors": [storage(&["a"]), storage(&["a"])], "expirationDate": "2026-01-01T00:00:00Z"},
    ]);
    let mut unusable = machine_type("old", storage(&["b"]));
    unusable["usable"] = json!(false);
    let profile = profile(
        &vocabulary(),
        &versions,
        &json!([machine_type("new", storage(&["a"])), unusable]),
    );
    let found = lint(
        &profile,
        "selection",
        &["--ignore", "selection/default-image-fails"],
    );
    let expected = (
        "selection/unreachable-flavor",
        "note",
        "spec.machineImages[0].versions[0].capabilityFlavors[1]",
    );
    assert_eq!(
        found
            .iter()
            .map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str()))
            .collect::<Vec<_>>(),
        [expected]
    );
    // While the second version lived, it was an error.
    let found = lint(&profile, "selection", &["--now", "2025-12-01T00:00:00Z"]);
    assert!(
        rules(&found).contains("selection/ambiguous-flavors"),
        "{found:?}"
    );
}

#[test]
fn a_refusal_has_no_further_findings() {
    let wrapped = |architecture: &str| json!({"capabilities": {"architecture": [architecture]}});
    for flavors in [
        json!([wrapped("amd64"), wrapped("arm64")]),
        json!([{"storage": ["bb"]}, {"storage": ["bb"]}]),
        json!([{"storage": []}]),
    ] {
        let versions = json!([{"version": "1.0.0", "capabilityFlavors": flavors}]);
        let machines = json!([
            machine_type("m", storage(&["a"])),
            machine_type("n", storage(&["b"]))
        ]);
        let found = lint(
            &profile(&vocabulary(), &versions, &machines),
            "selection",
            &["--ignore", "selection/machine-type-without-image"],
        );
        assert_eq!(found, [], "{versions}");
    }
}

#[test]
fn legacy_profiles_are_not_proved() {
    let versions = json!([{"version": "1.0.0", "architectures": ["amd64"]}]);
    let mut profile = profile(
        &json!([]),
        &versions,
        &json!([{"name": "m", "cpu": "1", "gpu": "0", "memory": "1Gi", "architecture": "arm64"}]),
    );
    profile["spec"]
        .as_object_mut()
        .unwrap()
        .remove("machineCapabilities");
    // A choice without a name is not a proof about flavors.
    let chosen = BTreeSet::from(["selection/bastion-fails", "selection/default-image-fails"]);
    assert_eq!(rules(&lint(&profile, "selection", &[])), chosen);
}
