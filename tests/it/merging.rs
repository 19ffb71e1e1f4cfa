//! Properties of merging a NamespacedCloudProfile into its parent, on the recorded inputs.

use cpcap::config::ProviderRules;
use cpcap::landscape::{Input, Item, Landscape, read};
use cpcap::lint::namespaced::{Stage, judge};
use cpcap::merge;
use cpcap::model::cloudprofile::CloudProfile;
use cpcap::resolution::parents::{Parent, Parents, Together, namespaced};
use cpcap::rules::namespaced::view::{NamespacedView, StoredNamespaced};
use cpcap::source::{Source, Sources};
use serde_json::{Value, json};

use crate::corpus::targets::objects::{self, EMPTY, beside_defaults, render};

fn cases() -> Vec<Value> {
    crate::common::recorded::part("namespaced")
}

/// Reads a parent and a child, and hands over both objects.
fn with_both<T>(parent: &str, child: &str, act: impl FnOnce(&Parent<'_>, &Item<'_>) -> T) -> T {
    objects::with_both(parent, child, act).unwrap()
}

fn defaulted<'a>(item: &'a Item<'a>) -> CloudProfile<'a> {
    let mut profile = namespaced(item).unwrap().spec.clone();
    merge::default(&mut profile);
    profile
}

fn without_architectures<'a>(profile: &CloudProfile<'a>) -> CloudProfile<'a> {
    let mut profile = profile.clone();
    for version in profile
        .machine_images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        version.architectures.value.clear();
    }
    for machine_type in &mut profile.machine_types.value {
        machine_type.architecture.value = None;
    }
    profile
}

#[test]
fn an_empty_child_fills_in_architectures_and_changes_nothing_else() {
    for case in cases() {
        with_both(
            case["input"]["parent"].as_str().unwrap(),
            EMPTY,
            |parent, item| {
                let merged = Together::new(&defaulted(item), parent).merged.profile;
                let bare = |profile| format!("{:?}", without_architectures(profile));
                assert_eq!(bare(&merged), bare(&parent.profile), "{}", case["id"]);
                let filled = merged
                    .machine_images
                    .iter()
                    .flat_map(|image| image.versions.iter())
                    .all(|version| !version.architectures.is_empty());
                assert!(
                    filled
                        && merged
                            .machine_types
                            .iter()
                            .all(|of| of.architecture.is_some()),
                    "{}",
                    case["id"]
                );
            },
        );
    }
}

#[test]
fn the_order_of_unrelated_entries_does_not_matter() {
    for case in cases() {
        with_both(
            case["input"]["parent"].as_str().unwrap(),
            case["input"]["object"].as_str().unwrap(),
            |parent, item| {
                let child = defaulted(item);
                let mut reversed = child.clone();
                reversed.kubernetes_versions.value.reverse();
                reversed.machine_images.value.reverse();
                reversed.machine_types.value.reverse();
                reversed.volume_types.value.reverse();
                let names = |profile: &CloudProfile<'_>| -> Vec<String> {
                    let kubernetes = profile
                        .kubernetes_versions
                        .iter()
                        .map(|version| format!("k {}", *version.version));
                    let images = profile
                        .machine_images
                        .iter()
                        .map(|image| format!("i {}", *image.name));
                    let types = profile
                        .machine_types
                        .iter()
                        .map(|of| format!("t {}", *of.name));
                    let volumes = profile
                        .volume_types
                        .iter()
                        .map(|of| format!("v {}", *of.name));
                    kubernetes
                        .chain(images)
                        .chain(types)
                        .chain(volumes)
                        .collect()
                };
                let mut related = names(&child);
                related.sort();
                if related.windows(2).any(|pair| pair[0] == pair[1]) {
                    return;
                }
                let entries = |child: &CloudProfile<'_>| {
                    let merged = Together::new(child, parent).merged.profile;
                    let mut entries: Vec<String> = merged
                        .kubernetes_versions
                        .iter()
                        .map(|entry| format!("{entry:?}"))
                        .collect();
                    entries.extend(
                        merged
                            .machine_images
                            .iter()
                            .map(|entry| format!("{entry:?}")),
                    );
                    entries.extend(
                        merged
                            .machine_types
                            .iter()
                            .map(|entry| format!("{entry:?}")),
                    );
                    entries.extend(merged.volume_types.iter().map(|entry| format!("{entry:?}")));
                    entries.sort();
                    entries
                };
                assert_eq!(entries(&child), entries(&reversed), "{}", case["id"]);
                // The parent's order is kept.
                let merged = names(&Together::new(&reversed, parent).merged.profile);
                let mut at = merged.iter();
                assert!(
                    names(&parent.profile)
                        .iter()
                        .all(|name| at.any(|other| other == name)),
                    "{}",
                    case["id"]
                );
            },
        );
    }
}

#[test]
fn rendering_what_was_rendered_is_stable() {
    let again = |spec: &Value| {
        let profile = json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "x"}, "spec": spec});
        with_both(&profile.to_string(), EMPTY, render)
    };
    let mut count = 0;
    for case in cases()
        .iter()
        .filter(|case| case["expect"].get("merged").is_some())
    {
        let (parent, object) = (
            case["input"]["parent"].as_str().unwrap(),
            case["input"]["object"].as_str().unwrap(),
        );
        let once = with_both(parent, object, render);
        let twice = again(&once);
        assert_eq!(beside_defaults(&once, &twice, ""), None, "{}", case["id"]);
        assert_eq!(twice, again(&twice), "{}", case["id"]);
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn an_update_that_changes_nothing_is_admitted() {
    let mut count = 0;
    for case in cases() {
        let (parent, object) = (
            case["input"]["parent"].as_str().unwrap(),
            case["input"]["object"].as_str().unwrap(),
        );
        // An empty list becomes absent, which is a change.
        if object.contains("[]") {
            continue;
        }
        let settings = crate::common::errors::settings(&case, cpcap::config::Operation::Update);
        let stage = with_both(parent, object, |_, item| {
            let child = namespaced(item).unwrap();
            let view = NamespacedView::new(
                item,
                child,
                child.spec.clone(),
                Some(StoredNamespaced { item, child }),
                &settings,
            );
            let nothing_dropped = view.prepared.dropped == merge::Dropped::default();
            nothing_dropped.then(|| {
                judge(
                    item,
                    child,
                    None,
                    Some(item),
                    (None, &Parents::default()),
                    &settings,
                )
                .stage
            })
        });
        if let Some(stage) = stage {
            assert_eq!(stage, None, "{}", case["id"]);
            count += 1;
        }
    }
    assert!(count > 10);
    // Without a stored object, the missing parent is found.
    let settings = crate::common::errors::settings(&cases()[0], cpcap::config::Operation::Create);
    let mut sources = Sources::default();
    let input = Input {
        file: sources.add(Source::new("child.yaml", EMPTY)),
        fault: None,
    };
    let files = read(&sources, &[input]);
    let (landscape, none) = (Landscape::new(&files), Landscape::default());
    let item = &landscape.items[0];
    let child = namespaced(item).unwrap();
    let parent = Parents::new(&landscape, &none, &ProviderRules::Off)
        .find(item, child, &sources)
        .map(|_| ());
    assert!(parent.is_none());
    assert_eq!(
        judge(
            item,
            child,
            None,
            None,
            (None, &Parents::default()),
            &settings
        )
        .stage,
        Some(Stage::Parent)
    );
}

/// A parent's list is rebuilt by name whether the child has the list or not; Kubernetes versions
/// only where the child has `kubernetes`.
#[test]
fn repeated_entries_of_the_parent_are_merged_away() {
    let parent = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: x}
spec:
  type: example
  kubernetes: {versions: [{version: 1.33.1}, {version: 1.32.1}, {version: 1.33.1, classification: preview}]}
  machineImages:
  - {name: i, versions: [{version: 1.0.0}, {version: 1.0.0, classification: preview}]}
  - {name: j, versions: [{version: 1.0.0}]}
  - {name: j, versions: [{version: 2.0.0}]}
  machineTypes: [{name: a, cpu: 1, gpu: 0, memory: 1Gi}, {name: b, cpu: 1, gpu: 0, memory: 1Gi}, {name: a, cpu: 2, gpu: 0, memory: 1Gi}]
  volumeTypes: [{name: v, class: one}, {name: v, class: two}]
  regions: [{name: europe}]
";
    let short = |spec: &Value| {
        let list = |path: &str, key: &str, value: &str| {
            let entry = |entry: &Value| {
                format!(
                    "{}:{}",
                    entry[key].as_str().unwrap(),
                    entry[value].as_str().unwrap_or("-")
                )
            };
            spec.pointer(path)
                .unwrap()
                .as_array()
                .unwrap()
                .iter()
                .map(entry)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let versions = spec["machineImages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|image| image["versions"].as_array().unwrap().len());
        let versions = versions
            .map(|count| count.to_string())
            .collect::<Vec<_>>()
            .join(" ");
        [
            list("/kubernetes/versions", "version", "classification"),
            versions,
            list("/machineTypes", "name", "cpu"),
            list("/volumeTypes", "name", "class"),
        ]
    };
    let rebuilt = ["a:2 b:1", "v:two"];
    let twice = "1.33.1:- 1.32.1:- 1.33.1:preview";
    let once = "1.33.1:preview 1.32.1:-";
    for (child, kubernetes, versions) in [
        ("", twice, "2 1"),
        ("  kubernetes: {}\n", once, "2 1"),
        ("  kubernetes: {versions: []}\n", once, "2 1"),
        ("  kubernetes: null\n  machineTypes: []\n", twice, "2 1"),
        (
            "  machineImages: [{name: i, updateStrategy: minor}]\n",
            twice,
            "1 1",
        ),
        (
            "  machineImages: [{name: j, updateStrategy: minor}]\n",
            twice,
            "2 1",
        ),
    ] {
        let got = with_both(parent, &format!("{EMPTY}{child}"), |parent, item| {
            short(&render(parent, item))
        });
        assert_eq!(
            got,
            [kubernetes, versions, rebuilt[0], rebuilt[1]],
            "{child}"
        );
    }
}

/// The server's `spec` is a struct and never missing.
#[test]
fn a_parent_without_a_spec_is_one_with_an_empty_spec() {
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: x}\n";
    let [none, empty, null] = ["", "spec: {}\n", "spec:\n"]
        .map(|spec| with_both(&format!("{head}{spec}"), EMPTY, render));
    assert_eq!(none["regions"], Value::Null);
    assert_eq!(none["type"], "");
    assert_eq!((&none, &none), (&empty, &null));
}
