//! The area `namespaced`: static validation, admission against the parent and the merged result.

use std::collections::BTreeSet;

use cpcap::capability::Vocabulary;
use cpcap::config::Operation;
use cpcap::effective;
use cpcap::finding::Finding;
use cpcap::landscape::{Body, Input, Item, Landscape, read};
use cpcap::lint::lint;
use cpcap::lint::namespaced::{Stage, judge};
use cpcap::merge::{self, Raw};
use cpcap::resolution::parents::{Parent, Parents, namespaced};
use cpcap::rules::namespaced::view::{NamespacedView, StoredNamespaced};
use cpcap::rules::{self, Check, ObjectView, Part, ProfileView};
use cpcap::source::{Source, Sources};
use serde_json::Value;

use super::errors::{compare, server_errors, settings, star};

pub fn agrees(case: &Value) -> Result<(), String> {
    let mut sources = Sources::default();
    let mut input = |name: &str| {
        let text = case["input"][name].as_str()?;
        Some(Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        })
    };
    let inputs =
        ["parent", "object", "old"].map(|name| input(name).into_iter().collect::<Vec<_>>());
    let files = inputs.each_ref().map(|inputs| read(&sources, inputs));
    let [context, landscape, stored] = files.each_ref().map(|files| Landscape::new(files));
    let item = &landscape.items[0];
    let old = stored.items.first();
    let settings = settings(
        case,
        if old.is_some() {
            Operation::Update
        } else {
            Operation::Create
        },
    );
    let expect = &case["expect"];

    let by_itself = lint(&sources, &inputs[1], &inputs[2], &settings);
    compare(&expect["static"], &server_errors(&by_itself.findings), true)
        .map_err(|error| format!("static: {error}"))?;
    let own_errors = parent_errors(&context.items[0], &settings);
    compare(&expect["parentErrors"], &server_errors(&own_errors), true)
        .map_err(|error| format!("parent: {error}"))?;

    let parents = Parents::new(&landscape, &context, &settings.provider_rules);
    let child = namespaced(item).unwrap();
    let judged = judge(
        item,
        child,
        None,
        old,
        (parents.find(item, child, &sources), &parents),
        &settings,
    );
    let stored = old.map(|item| StoredNamespaced {
        item,
        child: namespaced(item).unwrap(),
    });
    let view = NamespacedView::new(item, child, child.spec.clone(), stored, &settings);
    admission(&expect["admission"], judged.stage, &judged.admission, &view)?;
    match expect.get("merged") {
        Some(wanted) => merged(wanted, &Parent::new(&context.items[0]).unwrap(), &view),
        None => Ok(()),
    }
}

/// A recorded object with a Kubernetes version that the parent does not have: the recorded answers
/// about images and about the merged result follow after that.
pub fn behind(case: &Value) -> Option<Result<(), String>> {
    let wanted = &case["expect"]["admission"];
    let stage = wanted["stage"]
        .as_str()
        .filter(|stage| ["overrides", "merged"].contains(stage))?;
    let text = case["input"]["object"].as_str()?;
    let (head, rest) = text
        .split_once("\nspec:\n")
        .filter(|(_, rest)| !rest.contains("kubernetes"))?;
    let broken = format!(
        "{head}\nspec:\n  kubernetes: {{versions: [{{version: 0.0.1, expirationDate: \
         \"2099-01-01T00:00:00Z\"}}]}}\n{rest}"
    );
    let mut sources = Sources::default();
    let mut input = |name: &str, text: Option<&str>| {
        let file = text.map(|text| Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        });
        file.into_iter().collect::<Vec<_>>()
    };
    let inputs = [
        input("parent", case["input"]["parent"].as_str()),
        input("object", Some(&broken)),
        input("old", case["input"]["old"].as_str()),
    ];
    let files = inputs.each_ref().map(|inputs| read(&sources, inputs));
    let [context, landscape, stored] = files.each_ref().map(|files| Landscape::new(files));
    let (item, old) = (&landscape.items[0], stored.items.first());
    let settings = settings(
        case,
        if old.is_some() {
            Operation::Update
        } else {
            Operation::Create
        },
    );
    let parents = Parents::new(&landscape, &context, &settings.provider_rules);
    let child = namespaced(item).unwrap();
    let judged = judge(
        item,
        child,
        None,
        old,
        (parents.find(item, child, &sources), &parents),
        &settings,
    );
    if judged.stage != Some(Stage::Kubernetes) {
        return Some(Err(format!("the server ends at {:?}", judged.stage)));
    }
    let got: BTreeSet<(String, String)> = judged
        .afterwards
        .iter()
        .filter_map(|finding| {
            Some((
                finding.error_type?.as_str().to_owned(),
                star(&finding.field.to_string()),
            ))
        })
        .collect();
    let wanted: BTreeSet<(String, String)> = wanted["errors"]
        .as_array()?
        .iter()
        .map(|error| {
            (
                error["type"].as_str().unwrap().to_owned(),
                star(error["field"].as_str().unwrap()),
            )
        })
        .collect();
    // The fault here changes how the versions of both merge.
    let untouched = |of: BTreeSet<(String, String)>| -> BTreeSet<(String, String)> {
        of.into_iter()
            .filter(|(_, field)| !field.contains("cloudProfileSpec.kubernetes"))
            .collect()
    };
    let (wanted, got) = (untouched(wanted), untouched(got));
    let agrees = if stage == "merged" {
        got == wanted
    } else {
        got.is_superset(&wanted)
    };
    Some(if agrees {
        Ok(())
    } else {
        Err(format!("afterwards: expected {wanted:?}, got {got:?}"))
    })
}

/// The refusals of the parent as it is stored.
fn parent_errors(item: &Item<'_>, settings: &cpcap::config::Settings) -> Vec<Finding> {
    let Body::CloudProfile(written) = &item.body else {
        panic!("not a CloudProfile")
    };
    let profile = effective::stored(written);
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    let view = ProfileView {
        item,
        profile: &profile,
        written,
        lacking_flavors: 0,
        refused: &item.refused,
        vocabulary: &vocabulary,
        matcher: None,
        old: None,
        part: Part::CloudProfile,
        settings,
    };
    let mut found = Vec::new();
    for rule in rules::all() {
        let mut reporter = rule.reporter_of(item, &mut found);
        match rule.check {
            Check::CloudProfile(check) | Check::Spec(check) => check(&view, &mut reporter),
            Check::Object(check) => check(
                &ObjectView {
                    item,
                    old: None,
                    part: None,
                    settings,
                },
                &mut reporter,
            ),
            _ => {}
        }
    }
    found
}

fn admission(
    wanted: &Value,
    stage: Option<Stage>,
    findings: &[Finding],
    view: &NamespacedView<'_>,
) -> Result<(), String> {
    let name = stage.map(|stage| match stage {
        Stage::Parent => "parent",
        Stage::Kubernetes => "kubernetes",
        Stage::Overrides => "overrides",
        Stage::Merged => "merged",
    });
    let errors = server_errors(findings);
    if wanted.get("stage").and_then(Value::as_str) != name {
        let errors: Vec<String> = errors
            .iter()
            .map(|finding| format!("{:?} {}", finding.error_type, finding.field))
            .collect();
        return Err(format!(
            "admission: expected {wanted}, got {name:?} {errors:?}"
        ));
    }
    if let Some(errors_wanted) = wanted.get("errors") {
        return compare(errors_wanted, &errors, true)
            .map_err(|error| format!("admission, {name:?}: {error}"));
    }
    if !errors.is_empty() {
        return Err(format!("admission: errors at {name:?}"));
    }
    let Some(fault) = wanted.get("fault").and_then(Value::as_str) else {
        return Ok(());
    };
    let rule = match fault {
        "unknown-version" => "namespaced/unknown-kubernetes-version",
        "no-expiration-date" => "namespaced/missing-expiration-date",
        "expired" => "namespaced/expired-override",
        other => panic!("unknown fault {other}"),
    };
    let found = findings
        .iter()
        .find(|finding| finding.rule == rule)
        .ok_or(format!("admission: expected {wanted}"))?;
    let index = found
        .field
        .after(["spec", "kubernetes", "versions"])
        .and_then(|below| below.first()?.position())
        .unwrap();
    let version = *view.prepared.profile.kubernetes_versions[index].version;
    if wanted["version"] == version {
        Ok(())
    } else {
        Err(format!(
            "admission: expected {wanted}, got version {version}"
        ))
    }
}

fn merged(wanted: &Value, parent: &Parent<'_>, view: &NamespacedView<'_>) -> Result<(), String> {
    let together = view.prepared.merge(parent);
    let raw = |item: &Item<'_>| item.object.node;
    let got = merge::render(
        &together.merged,
        Raw {
            tree: &parent.item.document.tree,
            node: raw(parent.item),
        },
        Raw {
            tree: &view.item.document.tree,
            node: raw(view.item),
        },
    );
    let mut got = Value::Object(got);
    for version in got["machineImages"]
        .as_array_mut()
        .into_iter()
        .flatten()
        .flat_map(|image| image["versions"].as_array_mut())
        .flatten()
    {
        if let Some(Value::Array(values)) = version.get_mut("architectures") {
            values.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
    }
    if *wanted == got {
        Ok(())
    } else {
        Err(format!("merged: {}", difference("", wanted, &got)))
    }
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
            let at = a
                .iter()
                .zip(b)
                .position(|(a, b)| a != b)
                .unwrap_or_default();
            difference(&format!("{path}[{at}]"), &a[at], &b[at])
        }
        _ => format!("{path}: expected {wanted}, got {got}"),
    }
}
