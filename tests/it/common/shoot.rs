//! The area `shoot`: the mutator, static validation and admission against the profile, and updates.

use std::collections::BTreeSet;

use cpcap::config::Operation;
use cpcap::finding::{Finding, Severity};
use cpcap::landscape::{Input, Landscape, read};
use cpcap::lint::lint_among;
use cpcap::matching::Matcher;
use cpcap::model::object::ObjectKind;
use cpcap::model::path::FieldPath;
use cpcap::model::shoot::{ProfileReference, Shoot};
use cpcap::resolution::parents::Parents;
use cpcap::resolution::usable::Usable;
use cpcap::shoot::{
    Fault, Identity, ImageCause, Known, MachineTypeCause, Offer, Reason, Request, judge,
};
use cpcap::source::{Source, Sources};
use serde_json::{Value, json};

use super::errors::settings;

pub fn agrees(case: &Value) -> Result<(), String> {
    let mut sources = Sources::default();
    let mut input = |name: &str| {
        let text = case["input"][name].as_str()?;
        Some(Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        })
    };
    let profile_inputs: Vec<Input> = ["profile", "namespaced"]
        .into_iter()
        .filter_map(&mut input)
        .collect();
    let [object, old_inputs] =
        ["object", "old"].map(|name| input(name).into_iter().collect::<Vec<_>>());
    let files = [&profile_inputs, &object, &old_inputs].map(|inputs| read(&sources, inputs));
    let [profiles, landscape, stored] = files.each_ref().map(|files| Landscape::new(files));
    let nothing = Landscape::default();
    let settings = settings(
        case,
        if old_inputs.is_empty() {
            Operation::Create
        } else {
            Operation::Update
        },
    );
    let parents = Parents::new(&profiles, &nothing, &settings.provider_rules);
    let usable: Vec<Usable<'_>> = profiles
        .items
        .iter()
        .filter_map(|item| Usable::new(item, &parents, &sources))
        .map(Result::unwrap)
        .collect();
    let matchers: Vec<Matcher<'_, '_>> = usable
        .iter()
        .map(|usable| Matcher::new(&usable.profile))
        .collect();
    let offers: Vec<Offer<'_>> = usable
        .iter()
        .zip(&matchers)
        .map(|(usable, matcher)| {
            let name = usable.name();
            let identity = Identity {
                kind: name.kind,
                name: name.name,
                family: name.parent.unwrap_or(name.name),
            };
            Offer::new(matcher, identity, settings.now)
        })
        .collect();
    let known = |reference: Option<ProfileReference<'_>>, namespace: &str| {
        let Some(reference) = reference else {
            return Known::Nothing;
        };
        let found = usable.iter().position(|usable| {
            let name = usable.name();
            Some(name.kind) == reference.object_kind()
                && name.name == *reference.name
                && (name.kind == ObjectKind::CloudProfile || name.namespace == namespace)
        });
        found.map_or(Known::Absent { family: None }, |at| {
            Known::Offer(&offers[at])
        })
    };
    let expect = &case["expect"];
    let findings = lint_among(&sources, &object, &profile_inputs, &old_inputs, &settings).findings;
    said(expect, &findings)?;
    let item = &landscape.items[0];
    let shoot = item.shoot().expect("a Shoot");
    let namespace = *item.object.meta.namespace;
    let profile = known(shoot.profile(), namespace);
    if matches!(profile, Known::Absent { .. }) {
        // Of a profile that does not exist, cpcap only says that it is not among the files.
        return if expect["mutation"]["error"] == true {
            Ok(())
        } else {
            Err("the profile was not found".to_owned())
        };
    }
    let before = stored.shoots().next();
    let old = before
        .as_ref()
        .map(|(item, old)| (old, known(old.profile(), *item.object.meta.namespace)));
    let request = Request {
        profile,
        old,
        create: old.is_none(),
        gates: settings.gates,
    };
    let judged = judge(&shoot, request);

    if let (Some(old), Some(admitted)) = (&judged.old, expect.get("oldAdmitted")) {
        same("oldAdmitted", admitted, &json!(old.admitted))?;
        same(
            "oldKubernetes",
            &expect["oldKubernetes"],
            &json!(*old.shoot.kubernetes_version),
        )?;
        same("oldWorkers", &expect["oldWorkers"], &workers(&old.shoot))?;
    }
    let refused = judged.mutation.iter().any(|fault| fault.error.is_none());
    match &expect["mutation"] {
        Value::Null if judged.mutation.is_empty() => {}
        Value::Null => {
            return Err(format!(
                "mutation: expected nothing, got {:?}",
                judged.mutation
            ));
        }
        wanted if wanted["error"] == true => {
            return if refused {
                Ok(())
            } else {
                Err("mutation: expected a refusal without a field path".to_owned())
            };
        }
        wanted => return compare("mutation", &wanted["errors"], &judged.mutation),
    }
    same(
        "kubernetes",
        &expect["kubernetes"],
        &json!(*judged.shoot.kubernetes_version),
    )?;
    same("workers", &expect["workers"], &workers(&judged.shoot))?;
    let looked_at = |fault: &&Fault<'_>| {
        [
            "spec.provider",
            "spec.region",
            "spec.kubernetes.version",
            "spec.cloudProfile",
        ]
        .iter()
        .any(|start| fault.path.to_string().starts_with(start))
    };
    let statics: Vec<Fault<'_>> = judged.statics.iter().filter(looked_at).cloned().collect();
    compare("static", &expect["static"], &statics)?;
    if let Some(wanted) = expect.get("admission") {
        return compare("admission", wanted, &judged.admission);
    }
    let refused = judged.admission.iter().any(|fault| fault.error.is_none());
    if expect.get("admissionError").is_some() && !refused {
        return Err(format!(
            "admission: expected a refusal without a field path, got {:?}",
            judged.admission
        ));
    }
    Ok(())
}

/// A recorded Shoot with one more pool whose image the mutator does not find: the recorded answers
/// follow after that.
pub fn behind(case: &Value) -> Option<Result<(), String>> {
    let expect = &case["expect"];
    let text = case["input"]["object"].as_str()?;
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| *line == "    workers:")?;
    let of_list = |line: &&&str| line.starts_with("    - ") || line.starts_with("     ");
    let end = start + 1 + lines[start + 1..].iter().take_while(of_list).count();
    if !expect["mutation"].is_null() || expect.get("admission").is_none() || end == start + 1 {
        return None;
    }
    let mut broken: Vec<&str> = lines;
    broken.insert(
        end,
        "    - {name: nn, minimum: 0, maximum: 1, machine: {type: m5.large, image: {name: none}}, \
         systemComponents: {allow: false}}",
    );
    let broken = broken.join("\n");
    let mut sources = Sources::default();
    let mut input = |name: &str, text: Option<&str>| {
        text.map(|text| Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        })
    };
    let profiles: Vec<Input> = ["profile", "namespaced"]
        .into_iter()
        .filter_map(|name| input(name, case["input"][name].as_str()))
        .collect();
    let (object, old) = (
        input("object", Some(&broken)),
        input("old", case["input"]["old"].as_str()),
    );
    let settings = settings(
        case,
        if old.is_some() {
            Operation::Update
        } else {
            Operation::Create
        },
    );
    let (object, old): (Vec<Input>, Vec<Input>) =
        (object.into_iter().collect(), old.into_iter().collect());
    let findings = lint_among(&sources, &object, &profiles, &old, &settings).findings;
    let is_new = |field: &FieldPath| {
        let workers = text
            .lines()
            .skip(start)
            .take(end - start)
            .filter(|line| line.starts_with("    - "))
            .count();
        let pool = field.after(["spec", "provider", "workers"]);
        pool.and_then(|below| below.first()?.position()) == Some(workers)
    };
    let mut of_mutator = 0;
    let mut got = BTreeSet::new();
    for finding in findings
        .iter()
        .filter(|finding| finding.rule.starts_with("shoot/") && finding.severity == Severity::Error)
    {
        if !finding.afterwards {
            of_mutator +=
                usize::from(finding.rule == "shoot/no-default-image" && is_new(&finding.field));
        } else if let Some(error) = finding.error_type.filter(|_| !is_new(&finding.field)) {
            got.insert((error.as_str().to_owned(), finding.field.to_string()));
        }
    }
    let stages = ["static", "admission"]
        .into_iter()
        .flat_map(|stage| expect[stage].as_array().into_iter().flatten());
    let wanted: BTreeSet<(String, String)> = stages
        .map(|error| {
            (
                error["type"].as_str().unwrap().to_owned(),
                error["field"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    // By a profile of another type, the server judges no pool.
    let of_other = wanted
        .iter()
        .any(|(_, field)| field == "spec.provider.type");
    // Within a pool the server ends at the first point of its machine that fails.
    let is_within = |field: &str| {
        wanted.iter().any(|(_, failed)| {
            failed.split_once(".machine").is_some_and(|(pool, _)| {
                ["machine.", "cri."]
                    .iter()
                    .any(|group| field.starts_with(&format!("{pool}.{group}")))
            })
        })
    };
    let more_is_known = || {
        got.difference(&wanted)
            .all(|(_, field)| of_other || is_within(field))
    };
    let agrees = got.is_superset(&wanted) && more_is_known();
    Some(match (of_mutator, agrees) {
        (1, true) => Ok(()),
        (1, false) => Err(format!("afterwards: expected {wanted:?}, got {got:?}")),
        (count, _) => Err(format!("the mutator refuses {count} times")),
    })
}

/// A recorded Shoot whose first pool gets a machine type that does not exist: the findings about
/// its image after that are the recorded ones.
pub fn behind_machine_type(case: &Value) -> Option<Result<(), String>> {
    let expect = &case["expect"];
    if !expect["mutation"].is_null() || case["input"]["old"].is_string() {
        return None;
    }
    let filled = expect["workers"].as_array()?.first()?;
    let text = case["input"]["object"].as_str()?;
    let documents = cpcap::yaml::read(text);
    let tree = &documents.first()?.tree;
    let mut object = tree.to_json(tree.root()?);
    let machine = object
        .pointer_mut("/spec/provider/workers/0/machine")?
        .as_object_mut()?;
    machine.insert("type".to_owned(), json!("nothing-like-it"));
    for (name, key) in [("image", "image"), ("architecture", "architecture")] {
        machine.insert(name.to_owned(), filled.get(key)?.clone());
    }
    let object = object.to_string();
    let mut sources = Sources::default();
    let mut input = |name: &str, text: Option<&str>| {
        text.map(|text| Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        })
    };
    let profiles: Vec<Input> = ["profile", "namespaced"]
        .into_iter()
        .filter_map(|name| input(name, case["input"][name].as_str()))
        .collect();
    let object: Vec<Input> = input("object", Some(&object)).into_iter().collect();
    let settings = settings(case, Operation::Create);
    let findings = lint_among(&sources, &object, &profiles, &[], &settings).findings;
    let pool = "spec.provider.workers[0]";
    let is_refused =
        |finding: &Finding| finding.field.to_string() == format!("{pool}.machine.type");
    let told: Vec<(&str, String)> = findings
        .iter()
        .filter(|finding| finding.afterwards && !is_refused(finding))
        .filter(|finding| {
            finding
                .field
                .to_string()
                .starts_with(&format!("{pool}.machine.image"))
        })
        .filter_map(|finding| Some((finding.error_type?.as_str(), finding.field.to_string())))
        .collect();
    let recorded = expect["admission"].as_array()?;
    let is_recorded = |(error, field): &(&str, String)| {
        recorded
            .iter()
            .any(|of| of["type"] == *error && of["field"] == *field)
    };
    // For a failing machine type the server reported nothing about the image; and for another type,
    // or an unreadable version, nothing about any pool.
    let ended = recorded.iter().any(|of| {
        let field = of["field"].as_str().unwrap();
        [".machine.type", ".machine.architecture"]
            .iter()
            .any(|end| field == format!("{pool}{end}"))
            || ["spec.provider.type", "spec.kubernetes.version"].contains(&field)
    });
    if !findings.iter().any(is_refused) || told.is_empty() || ended {
        return None;
    }
    let unknown: Vec<_> = told.iter().filter(|told| !is_recorded(told)).collect();
    Some(if unknown.is_empty() {
        Ok(())
    } else {
        Err(format!("told {unknown:?}, recorded {recorded:?}"))
    })
}

/// Whether the findings about the Shoot say all that the server says, with what it lists and why,
/// and nothing else.
fn said(expect: &Value, findings: &[Finding]) -> Result<(), String> {
    let none = Vec::new();
    let errors = |name: &str| expect[name].as_array().unwrap_or(&none).clone();
    // A refusal of static validation keeps the server from admission, and later findings are
    // marked.
    let (wanted, behind) = match &expect["mutation"] {
        Value::Null => {
            let statics = errors("static");
            let same = |a: &Value, b: &Value| a["type"] == b["type"] && a["field"] == b["field"];
            let more = errors("admission")
                .into_iter()
                .filter(|error| !statics.iter().any(|other| same(error, other)));
            // A refusal without a field is not a typed finding, and the answers after a panic of
            // the server are unknown.
            if expect.get("admission").is_none() && expect.get("admissionError").is_none() {
                return Ok(());
            }
            let more: Vec<Value> = more.collect();
            if statics.is_empty() {
                (more, Vec::new())
            } else {
                (statics, more)
            }
        }
        // A refusal without a field; or the profile is only not among the files.
        mutation if mutation["error"] == true => return Ok(()),
        mutation => (
            mutation["errors"].as_array().unwrap_or(&none).clone(),
            Vec::new(),
        ),
    };
    let of_shoot = |finding: &&Finding| finding.rule.starts_with("shoot/");
    let (late, now): (Vec<&Finding>, Vec<&Finding>) = findings
        .iter()
        .filter(|finding| of_shoot(finding) && finding.error_type.is_some())
        .partition(|finding| finding.afterwards);
    super::errors::compare(&Value::Array(wanted.clone()), &now, false)
        .map_err(|error| format!("findings: {error}"))?;
    // Findings that the server does not reach within a pool are marked as well.
    let is_recorded = |finding: &&Finding| {
        behind.iter().any(|error| {
            error["type"] == finding.error_type.unwrap().as_str()
                && error["field"] == finding.field.to_string()
        })
    };
    let late: Vec<&Finding> = late.into_iter().filter(is_recorded).collect();
    super::errors::compare(&Value::Array(behind.clone()), &late, false)
        .map_err(|error| format!("findings behind others: {error}"))?;
    let about: Vec<&Finding> = now.into_iter().chain(late).collect();
    for error in wanted.iter().chain(&behind) {
        for cause in error["causes"].as_array().into_iter().flatten() {
            let cause = cause.as_str().unwrap();
            let named = about.iter().any(|finding| {
                finding.field == error["field"].as_str().unwrap() && finding.message.contains(cause)
            });
            if !named {
                return Err(format!("findings: {} does not say {cause}", error["field"]));
            }
        }
    }
    Ok(())
}

fn same(what: &str, wanted: &Value, got: &Value) -> Result<(), String> {
    if wanted == got {
        Ok(())
    } else {
        Err(format!("{what}: expected {wanted}, got {got}"))
    }
}

fn workers(shoot: &Shoot<'_>) -> Value {
    let worker = |worker: &cpcap::model::shoot::Worker<'_>| {
        let mut value = json!({"name": *worker.name, "type": *worker.machine_type});
        if let Some(architecture) = *worker.architecture {
            value["architecture"] = json!(architecture);
        }
        if let Some(image) = worker.image {
            value["image"] =
                json!({"name": *image.name, "version": image.version.unwrap_or_default()});
        }
        if let Some(kubernetes) = &worker.kubernetes {
            value["kubernetes"] = json!(*kubernetes.version);
        }
        value
    };
    shoot.workers.iter().map(worker).collect()
}

/// Compares as multisets of type, field, supported values and causes.
fn compare(stage: &str, wanted: &Value, faults: &[Fault<'_>]) -> Result<(), String> {
    let mut wanted: Vec<Value> = wanted.as_array().unwrap().clone();
    let mut got: Vec<Value> = faults.iter().map(shown).collect();
    let key = |value: &Value| value.to_string();
    wanted.sort_by_key(key);
    got.sort_by_key(key);
    if wanted == got {
        return Ok(());
    }
    let minus = |a: &[Value], b: &[Value]| {
        let mut left = b.to_vec();
        let only = a.iter().filter(|item| {
            left.iter()
                .position(|other| other == *item)
                .map(|at| left.swap_remove(at))
                .is_none()
        });
        only.map(Value::to_string).collect::<Vec<_>>().join(" ")
    };
    Err(format!(
        "{stage}: missing {}; too many {}",
        minus(&wanted, &got),
        minus(&got, &wanted)
    ))
}

fn shown(fault: &Fault<'_>) -> Value {
    let mut value =
        json!({"type": fault.error.map_or("none", |error| error.as_str()), "field": fault.path});
    let mut supported = supported(&fault.reason);
    supported.sort();
    if !supported.is_empty() {
        value["supported"] = json!(supported);
    }
    let mut causes = causes(&fault.reason);
    causes.sort_unstable();
    if !causes.is_empty() {
        value["causes"] = json!(causes);
    }
    value
}

fn supported(reason: &Reason<'_>) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match reason {
        Reason::UnknownWord { supported, .. } => owned(supported),
        Reason::KubernetesVersion {
            supported, preview, ..
        } => {
            let shown = |name: &&str| {
                if preview.contains(name) {
                    format!("{name} (preview)")
                } else {
                    (*name).to_owned()
                }
            };
            supported.iter().map(shown).collect()
        }
        Reason::UnknownRegion(names)
        | Reason::UnknownRestriction(names)
        | Reason::UnknownMachineType(names)
        | Reason::UnknownVolumeType(names) => owned(names),
        Reason::UnknownZone { zones, .. } => owned(zones),
        Reason::UnknownImage {
            image, supported, ..
        } => supported
            .iter()
            .map(|version| format!("{image}:{version}"))
            .collect(),
        _ => Vec::new(),
    }
}

fn causes(reason: &Reason<'_>) -> Vec<&'static str> {
    match reason {
        Reason::UnfitMachineType(causes) => {
            let cause = |cause: &MachineTypeCause<'_>| match cause {
                MachineTypeCause::Architecture { .. } => "architecture",
                MachineTypeCause::Unusable(_) => "unusable",
                MachineTypeCause::Zones(_) => "zone",
            };
            causes.iter().map(cause).collect()
        }
        Reason::UnfitImage { causes, .. } => {
            let cause = |cause: &ImageCause<'_>| match cause {
                ImageCause::Inactive(_) => "expired",
                ImageCause::Architecture { .. } => "architecture",
                ImageCause::InPlace | ImageCause::MinVersion { .. } => "in-place",
            };
            causes.iter().map(cause).collect()
        }
        Reason::IncompatibleImage { .. } => vec!["capabilities"],
        Reason::KubeletConstraint { .. } => vec!["kubelet"],
        _ => Vec::new(),
    }
}
