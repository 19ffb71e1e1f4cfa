//! One text in many styles. Whatever style a mistake stands in, its fix leads to the same object,
//! and the style stays.

use cpcap::yaml::{self, Kind, NodeId, Tree, Value};
use serde_json::Value as Json;

use crate::common::recorded;
use crate::fix::property::{Case, hold};
use crate::fix::{settings, whole};

/// How a text is written; each takes a text in block style.
pub type Dress = (&'static str, fn(&str) -> Option<String>);

pub const DRESSES: &[Dress] = &[
    ("block", |text| Some(text.to_owned())),
    ("Windows line ends", |text| Some(text.replace('\n', "\r\n"))),
    ("byte order mark, no last line end", |text| {
        Some(format!("\u{feff}{}", text.trim_end()))
    }),
    ("among other documents", |text| {
        Some(format!("# ü\na: 1\n---\n{text}---\nb: 2\n"))
    }),
    ("in a list", |text| {
        Some(format!(
            "apiVersion: v1\nkind: List\nitems:\n{}",
            indented(text)
        ))
    }),
    ("commented", |text| Some(commented(text))),
    ("anchored", |text| Some(anchored(text))),
    ("flow", |text| {
        json(text).map(|json| format!("# flow\n{}\n", flow(&json, None)))
    }),
    ("flow over lines", |text| {
        json(text).map(|json| format!("# flow\n{}\n", flow(&json, Some(0))))
    }),
    ("JSON", |text| json(text).map(|json| json.to_string())),
    ("JSON over lines", |text| {
        json(text).map(|json| serde_json::to_string_pretty(&json).unwrap())
    }),
    ("JSON list", |text| {
        json(text).map(|json| {
            serde_json::json!({"apiVersion": "v1", "kind": "List", "items": [json]}).to_string()
        })
    }),
];

fn indented(text: &str) -> String {
    let line = |(n, line): (usize, &str)| format!("{}{line}\n", if n == 0 { "- " } else { "  " });
    text.lines().enumerate().map(line).collect()
}

/// A comment above and after each line.
fn commented(text: &str) -> String {
    let line = |(n, line): (usize, &str)| {
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        let behind = if line.contains(" #") {
            String::new()
        } else {
            format!(" # {n}")
        };
        format!("{indent}# above {n}\n{line}{behind}\n")
    };
    text.lines().enumerate().map(line).collect()
}

/// An anchor on each block collection that stands below its key.
fn anchored(text: &str) -> String {
    let line = |(n, line): (usize, &str)| {
        if line.ends_with(':') {
            format!("{line} &a{n}\n")
        } else {
            format!("{line}\n")
        }
    };
    text.lines().enumerate().map(line).collect()
}

/// The object of a text, or of the list in it.
fn json(text: &str) -> Option<Json> {
    let documents = yaml::read(text);
    let of = |document: &yaml::Document<'_>| {
        let root = document
            .tree
            .root()
            .filter(|_| document.readable() && !document.incomplete)?;
        Some(value(&document.tree, root))
    };
    let all: Vec<Json> = documents.iter().map(of).collect::<Option<_>>()?;
    let object = all.into_iter().find(|json| json.get("kind").is_some())?;
    Some(match object.get("items").and_then(|items| items.get(0)) {
        Some(inner) => inner.clone(),
        None => object,
    })
}

/// `serde_json` without sorted keys is not at hand: the order is that of the keys' names in all
/// styles that are printed.
fn value(tree: &Tree<'_>, node: NodeId) -> Json {
    match tree.value(node) {
        Value::Sequence => tree
            .items(node)
            .iter()
            .map(|item| value(tree, *item))
            .collect(),
        Value::Mapping => Json::Object(
            tree.entries(node)
                .map(|entry| (tree.key(entry.key).to_owned(), value(tree, entry.value)))
                .collect(),
        ),
        Value::String(text) => Json::String(text.to_owned()),
        // A number as it is written.
        _ => match tree.node(tree.target(node)).kind {
            Kind::Scalar { text, .. } => serde_json::from_str(text).ok(),
            _ => None,
        }
        .unwrap_or_else(|| {
            serde_json::from_str(&tree.to_json(node).to_string()).unwrap_or_default()
        }),
    }
}

/// Braces and brackets, with quotes only where a text needs them.
fn flow(json: &Json, indent: Option<usize>) -> String {
    let deeper = indent.map(|indent| indent + 2);
    let (open, between, close) = match indent {
        Some(indent) => (
            format!("\n{}", " ".repeat(indent + 2)),
            format!(",\n{}", " ".repeat(indent + 2)),
            format!("\n{}", " ".repeat(indent)),
        ),
        None => (String::new(), ", ".to_owned(), String::new()),
    };
    match json {
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(item, None)).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{key}: {}", flow(value, deeper)))
                .collect();
            format!("{{{open}{}{close}}}", entries.join(&between))
        }
        Json::String(text) => {
            let name = text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'/' | b'-'));
            let word = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
                .contains(&text.to_ascii_lowercase().as_str());
            if name && !word {
                text.clone()
            } else {
                json.to_string()
            }
        }
        _ => json.to_string(),
    }
}

const MISTAKES: &[(&str, &[(&str, &str)])] = &[
    (
        "a number for a name",
        &[(
            "name: small\n      cpu: \"2\"",
            "name: 42\n      cpu: \"2\"",
        )],
    ),
    (
        "a number for a version",
        &[("version: 1.0.0", "version: 1.0")],
    ),
    (
        "a boolean for a value",
        &[("values: [a, b]", "values: [a, b, true]")],
    ),
    ("text for a boolean", &[("usable: true", "usable: 'true'")]),
    (
        "one value for a list",
        &[("gpu: [a]\n  machine", "gpu: a\n  machine")],
    ),
    (
        "a number for a list",
        &[
            ("values: [a, b]", "values: [a, b, \"1\"]"),
            ("gpu: [a]\n  regions", "gpu: 1\n  regions"),
        ],
    ),
    (
        "a wrapped flavor",
        &[(
            "            - architecture: [amd64]\n              gpu: [a]\n",
            "            - capabilities:\n                architecture: [amd64]\n                \
             gpu: [a]\n",
        )],
    ),
    (
        "a wrapped flavor with lists",
        &[(
            "            - architecture: [amd64]\n              gpu: [a]\n",
            "            - capabilities:\n                architecture:\n                - \
             amd64\n                gpu:\n                  - a\n",
        )],
    ),
    (
        "a draft's vocabulary",
        &[(
            "machineCapabilities:\n    - name: architecture\n      values: [amd64, arm64]\n    - \
             name: gpu\n      values: [a, b]\n",
            "capabilities:\n    architecture: [amd64, arm64]\n    gpu:\n      - a\n      - b\n",
        )],
    ),
    (
        "a map for the vocabulary",
        &[(
            "    - name: architecture\n      values: [amd64, arm64]\n    - name: gpu\n      \
             values: [a, b]\n",
            "    architecture: [amd64, arm64]\n    gpu: [a, b]\n",
        )],
    ),
    ("a draft's list", &[("machineCapabilities", "capabilities")]),
    (
        "a draft's flavors",
        &[("capabilityFlavors", "capabilitySets")],
    ),
    (
        "a field in another case",
        &[("updateStrategy", "updatestrategy")],
    ),
    (
        "zones by name",
        &[(
            "    - name: here\n",
            "    - name: here\n      names: [u, w]\n",
        )],
    ),
    (
        "another runtime first",
        &[(
            "            - name: containerd",
            "            - name: docker\n            - name: containerd",
        )],
    ),
    (
        "another runtime last",
        &[(
            "            - name: containerd # runs here\n",
            "            - name: containerd # runs here\n            - name: docker\n",
        )],
    ),
    (
        "a runtime in another case",
        &[("name: containerd", "name: ContainerD")],
    ),
    (
        "a runtime twice",
        &[(
            "            - name: containerd # runs here\n",
            "            - name: containerd # runs here\n            - name: containerd\n",
        )],
    ),
    (
        "a reserved prefix",
        &[
            ("- name: gpu", "- name: gardener-gpu"),
            ("gpu: [a]\n  machine", "gardener-gpu: [a]\n  machine"),
            ("gpu: [a]\n  regions", "gardener-gpu: [a]\n  regions"),
        ],
    ),
    ("a value twice", &[("values: [a, b]", "values: [a, b, a]")]),
    (
        "a value twice in lines",
        &[("values: [a, b]", "values:\n      - a\n      - a\n      - b")],
    ),
    (
        "a value three times",
        &[("values: [a, b]", "values: [a, a, b, a]")],
    ),
    ("a leading v", &[("version: 1.33.1", "version: v1.33.1")]),
    (
        "a strategy in another case",
        &[("updateStrategy: major", "updateStrategy: Major")],
    ),
    ("no GPU", &[("      gpu: \"0\"\n", "")]),
    ("a blank in a quantity", &[("memory: 4Gi", "memory: 4 Gi")]),
    (
        "a time in another form",
        &[(
            "- version: 1.33.1",
            "- version: 1.32.1\n        expirationDate: \"2030-01-31 00:00:00Z\"\n      - \
             version: 1.33.1",
        )],
    ),
    (
        "a machine type twice",
        &[(
            "  regions:\n",
            "    - name: small\n      cpu: \"2\"\n      gpu: \"0\"\n      memory: 4Gi\n      \
             usable: true\n      capabilities:\n        architecture: [amd64]\n        gpu: \
             [a]\n  regions:\n",
        )],
    ),
    (
        "a region twice",
        &[("    - name: here\n", "    - name: here\n    - name: here\n")],
    ),
    (
        "a bare flavor of `providerConfig`",
        &[("type: x", "type: aws"), (REGIONS, BARE)],
    ),
    (
        "a bare flavor behind its artifact",
        &[("type: x", "type: aws"), (REGIONS, BARE_BEHIND)],
    ),
    (
        "a reserved prefix in `providerConfig`",
        &[
            ("type: x", "type: aws"),
            ("- name: gpu", "- name: gardener-gpu"),
            ("gpu: [a]\n  machine", "gardener-gpu: [a]\n  machine"),
            ("gpu: [a]\n  regions", "gardener-gpu: [a]\n  regions"),
            (REGIONS, RESERVED),
        ],
    ),
];

const REGIONS: &str = "  regions:\n    - name: here\n";

macro_rules! provided {
    ($flavor:literal) => {
        concat!(
            "  regions:\n    - name: here\n  providerConfig:\n    apiVersion: \
             aws.provider.extensions.gardener.cloud/v1alpha1\n",
            "    kind: CloudProfileConfig\n    machineImages:\n      - name: linux\n        \
             versions:\n          - version: 1.0.0\n            capabilityFlavors:\n",
            $flavor
        )
    };
}

const BARE: &str = provided!(
    "              - architecture: [amd64]\n                gpu:\n                - \
     a\n                regions:\n                  - name: here\n                    ami: ami-1\n"
);
const BARE_BEHIND: &str = provided!(
    "              - regions:\n                  - name: here\n                    ami: \
     ami-1\n                architecture: [amd64]\n                gpu: [a]\n"
);
const RESERVED: &str = provided!(
    "              - capabilities:\n                  architecture: [amd64]\n                  \
     gardener-gpu: [a]\n                regions:\n                  - name: \
     here\n                    ami: ami-1\n"
);

/// The only one goes nowhere: there is no image without a runtime.
const KEPT: &[(&str, &[(&str, &str)])] = &[
    ("the only runtime", &[("name: containerd", "name: docker")]),
    (
        "a flavor with a value that is none",
        &[(
            "            - architecture: [amd64]\n              gpu: [a]\n",
            "            - capabilities:\n                architecture: [amd64]\n                \
             gpu: [zzz]\n",
        )],
    ),
];

fn fixed(text: &str) -> String {
    crate::fix::fixed(text, false)
}

#[test]
fn a_fix_leads_to_the_same_object_in_every_style() {
    let mut wrong = Vec::new();
    let mut cases = Vec::new();
    for (mistake, changes) in MISTAKES {
        let text = whole(changes);
        let good = fixed(&text);
        if good == text {
            wrong.push(format!("{mistake}: not fixed"));
            continue;
        }
        for (dress, dressed) in DRESSES {
            let Some(dressed) = dressed(&text) else {
                continue;
            };
            if json(&dressed) != json(&text) {
                wrong.push(format!("{mistake}: {dress}: another object"));
                continue;
            }
            let done = fixed(&dressed);
            // Something may refer to an anchor, so what bears one stays; and a comment may be about
            // what stays.
            let anchored =
                *dress == "anchored" && (mistake.contains("wrapped") || mistake.contains("twice"));
            if (anchored || (*dress == "commented" && *mistake == "a machine type twice"))
                && done == dressed
            {
                continue;
            }
            if json(&done) != json(&good) {
                wrong.push(format!(
                    "{mistake}: {dress}: {}",
                    if done == dressed {
                        "not fixed"
                    } else {
                        "fixed otherwise"
                    }
                ));
            }
            cases.push(Case {
                what: format!("{mistake}, {dress}"),
                text: dressed,
                context: Vec::new(),
                old: None,
                settings: settings(),
            });
        }
    }
    for (mistake, changes) in KEPT {
        for (dress, dressed) in DRESSES {
            let Some(dressed) = dressed(&whole(changes)) else {
                continue;
            };
            if fixed(&dressed) != dressed {
                wrong.push(format!("{mistake}: {dress}: changed"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    hold("styles", &cases);
}

#[test]
fn two_fixes_at_once_are_as_good_as_one() {
    let mut cases = Vec::new();
    for (first, of_first) in MISTAKES {
        for (second, of_second) in MISTAKES.iter().chain(KEPT) {
            let room = |text: &str| of_second.iter().all(|(from, _)| text.contains(from));
            let once = whole(of_first);
            if !room(&once) {
                continue;
            }
            let twice = of_second
                .iter()
                .fold(once, |text, (from, to)| text.replacen(from, to, 1));
            for (dress, dressed) in DRESSES.iter().step_by(recorded::step(5)) {
                let Some(text) = dressed(&twice) else {
                    continue;
                };
                cases.push(Case {
                    what: format!("{first} and {second}, {dress}"),
                    text,
                    context: Vec::new(),
                    old: None,
                    settings: settings(),
                });
            }
        }
    }
    hold("two mistakes", &cases);
}
