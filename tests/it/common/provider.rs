//! The areas of the providers: what the webhooks of an extension change and refuse.

use std::collections::BTreeSet;

use cpcap::capability::Vocabulary;
use cpcap::config::{Operation, ProviderRules, Settings};
use cpcap::effective;
use cpcap::finding::{Finding, Origin, Severity};
use cpcap::landscape::{Body, Input, Item, Landscape, read};
use cpcap::lint::{Outcome, lint_among};
use cpcap::model::cloudprofile::{Capabilities, CloudProfile, MachineImage, MachineImageVersion};
use cpcap::model::cursor::Cursor;
use cpcap::model::namespaced::NamespacedCloudProfile;
use cpcap::provider::Provider;
use cpcap::provider::config::Config;
use cpcap::provider::fault::Fault;
use cpcap::provider::lookup::{Artifact, Catalog, NoArtifact};
use cpcap::provider::part::{Part, Undecodable, Webhook};
use cpcap::resolution::parents::{self, Parent};
use cpcap::source::{Source, Sources};
use serde_json::{Value, json};

/// Whether the core part of an object of a case lists a name twice where names must differ: the
/// server refuses such an object before any webhook sees it, so it does not matter which of the two
/// the webhooks take.
pub fn repeats_a_name(case: &Value) -> bool {
    ["object", "parent"]
        .iter()
        .filter_map(|name| case["input"][*name].as_str())
        .any(|text| {
            let mut sources = Sources::default();
            let inputs = [Input {
                file: sources.add(Source::new("object.yaml", text)),
                fault: None,
            }];
            let files = read(&sources, &inputs);
            let landscape = Landscape::new(&files);
            landscape.items.iter().any(|item| match &item.body {
                Body::CloudProfile(profile) => repeats_in(profile),
                Body::NamespacedCloudProfile(child) => repeats_in(&child.spec),
                Body::Shoot(_) => false,
            })
        })
}

fn repeats_in(profile: &CloudProfile<'_>) -> bool {
    fn twice<'t>(names: impl Iterator<Item = &'t str>) -> bool {
        let mut seen = BTreeSet::new();
        names
            .filter(|name| !name.is_empty())
            .any(|name| !seen.insert(name))
    }
    twice(profile.machine_images.iter().map(|image| *image.name))
        || profile
            .machine_images
            .iter()
            .any(|image| twice(image.versions.iter().map(|version| *version.version())))
        || twice(profile.machine_types.iter().map(|of| *of.name))
        || twice(
            profile
                .machine_capabilities
                .iter()
                .map(|capability| *capability.name),
        )
}

/// The mutating webhook, then the validating one.
pub fn cloudprofile(case: &Value) -> Result<(), String> {
    on_profile(case, |provider, item, written| {
        let expect = &case["expect"];
        let part = part(item, provider);
        let mut profile = written.clone();
        if let Err(why) = provider.mutate(&mut profile, part.as_ref()) {
            return refused(expect, "mutator", &why);
        }
        same_images(expect, written, &profile)?;
        judge(provider, &profile, part.as_ref(), expect)
    })
}

/// The validating webhook alone.
pub fn validator(case: &Value) -> Result<(), String> {
    on_profile(case, |provider, item, written| {
        judge(
            provider,
            written,
            part(item, provider).as_ref(),
            &case["expect"],
        )
    })
}

/// Both webhooks on a NamespacedCloudProfile, and the merged part of its status.
pub fn namespaced(case: &Value) -> Result<(), String> {
    on_child(case, true)
}

/// The validating webhook alone.
pub fn namespaced_validator(case: &Value) -> Result<(), String> {
    on_child(case, false)
}

/// Hands on the NamespacedCloudProfile of a case, and its parent. `rules`: whose webhooks have
/// changed the parent.
pub fn with_child<T>(
    case: &Value,
    rules: &ProviderRules,
    then: impl FnOnce(&Item<'_>, &NamespacedCloudProfile<'_>, &Parent<'_>) -> T,
) -> T {
    let mut sources = Sources::default();
    let inputs = ["parent", "object"].map(|name| {
        [input(
            &mut sources,
            name,
            case["input"][name].as_str().unwrap(),
        )]
    });
    let files = inputs.each_ref().map(|inputs| read(&sources, inputs));
    let [context, landscape] = files.each_ref().map(|files| Landscape::new(files));
    let item = &landscape.items[0];
    let parent = Parent::with_provider(&context.items[0], rules).unwrap();
    then(item, parents::namespaced(item).unwrap(), &parent)
}

fn input(sources: &mut Sources, name: &str, text: &str) -> Input {
    Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    }
}

/// What `lint` says of the object of a case, or of this text in its place.
pub fn lint(case: &Value, object: Option<&str>, settings: &Settings) -> Outcome {
    let mut sources = Sources::default();
    let object = object.or(case["input"]["object"].as_str()).unwrap();
    let object = [input(&mut sources, "object", object)];
    let parent = case["input"]["parent"].as_str();
    let parent: Vec<Input> = parent
        .map(|text| input(&mut sources, "parent", text))
        .into_iter()
        .collect();
    lint_among(&sources, &object, &parent, &[], settings)
}

fn on_child(case: &Value, mutator: bool) -> Result<(), String> {
    with_child(case, &ProviderRules::Off, |item, child, parent| {
        judge_child(case, mutator, item, child, parent)
    })
}

fn judge_child(
    case: &Value,
    mutator: bool,
    item: &Item<'_>,
    child: &NamespacedCloudProfile<'_>,
    parent: &Parent<'_>,
) -> Result<(), String> {
    let expect = &case["expect"];
    let provider = cpcap::provider::find(*parent.profile.provider_type).unwrap();
    let part = part(item, provider);
    let mut profile = child.spec.clone();
    let refers_to_parent = *child.parent.kind == "CloudProfile"
        && child.parent.name.value == *parent.item.object.meta.name;
    // It looks up the parent, and leaves alone what has none.
    if mutator
        && refers_to_parent
        && provider
            .mutate_child(&mut profile, &parent.vocabulary, part.as_ref())
            .is_ok()
    {
        same_images(expect, &child.spec, &profile)?;
    }
    cpcap::merge::default(&mut profile);
    cpcap::merge::uniform(&mut profile, &parent.vocabulary);
    let judged =
        provider.validate_child(&profile, &parent.profile, &parent.vocabulary, part.as_ref());
    match judged {
        Err(why) => return refused(expect, "validator", &why),
        Ok(_) if !refers_to_parent => {
            let got = json!({"by": "validator", "why": "parent"});
            return if expect["refused"] == got {
                Ok(())
            } else {
                Err(format!("expected {expect}, got refused {got}"))
            };
        }
        Ok(faults) => same_errors(expect, &faults)?,
    }
    let Some(wanted) = expect.get("merged") else {
        return Ok(());
    };
    let object = &parent.item.object;
    let of_parent =
        Cursor::new(&parent.item.document.tree, parent.item.text, object.node).elsewhere();
    let of_parent = Part::at(of_parent, provider).unwrap();
    let Some(part) = part else {
        return Err(format!("merged without a part: {wanted}"));
    };
    let merged = provider.merged(&of_parent.config, &part.config, &parent.vocabulary);
    let got = cpcap::provider::merge::render(provider, &merged, &of_parent, &part).unwrap();
    let (wanted, got) = (sorted(wanted), sorted(&got));
    if wanted == got {
        Ok(())
    } else {
        Err(format!("merged: expected {wanted}, got {got}"))
    }
}

/// The server's order of images, versions and machine types is random.
fn sorted(part: &Value) -> Value {
    let mut part = part.clone();
    if let Some(types) = part["machineTypes"].as_array_mut() {
        types.sort_by_key(ToString::to_string);
    }
    if let Some(images) = part["machineImages"].as_array_mut() {
        images.sort_by_key(|image| image["name"].to_string());
        for image in images {
            if let Some(versions) = image["versions"].as_array_mut() {
                versions.sort_by_key(|version| version["version"].to_string());
            }
        }
    }
    part
}

/// Which artifact a worker gets.
pub fn image(case: &Value) -> Result<(), String> {
    on_profile(case, |provider, item, written| {
        let profile = effective::stored(written);
        let part = part(item, provider);
        let empty = Config::default();
        let catalog = Catalog::new(
            provider,
            &profile,
            part.as_ref().map_or(&empty, |part| &part.config),
        );
        for (query, wanted) in case["input"]["queries"]
            .as_array()
            .unwrap()
            .iter()
            .zip(case["expect"]["answers"].as_array().unwrap())
        {
            let text = |name: &str| query[name].as_str().unwrap();
            let got = match part
                .as_ref()
                .and_then(|part| part.undecodable(Webhook::Controller))
            {
                Some(_) => json!({"error": "decode"}),
                None => answer(&catalog.find(
                    text("image"),
                    text("version"),
                    text("region"),
                    text("machineType"),
                    text("architecture"),
                )),
            };
            if *wanted != got {
                return Err(format!("{query}: expected {wanted}, got {got}"));
            }
        }
        Ok(())
    })
}

fn answer(found: &Result<Artifact<'_>, NoArtifact>) -> Value {
    let artifact = match found {
        Ok(artifact) => artifact,
        Err(why) => {
            let error = match why {
                NoArtifact::UnknownMachineType => "unknown-machine-type",
                NoArtifact::Absent(_) | NoArtifact::Nameless(_) | NoArtifact::Elsewhere => {
                    "not-found"
                }
                NoArtifact::Incompatible { .. } => "incompatible",
                NoArtifact::Ambiguous(_) => "ambiguous",
                NoArtifact::NoArchitecture(_) => "no-architecture",
            };
            return json!({"error": error});
        }
    };
    let mut answer: serde_json::Map<String, Value> = artifact
        .fields
        .iter()
        .map(|(field, value)| ((*field).to_owned(), json!(value.value)))
        .collect();
    if let Some(skip) = artifact.skip_marketplace_agreement {
        answer.insert("skipMarketplaceAgreement".to_owned(), json!(skip));
    }
    if !artifact.capabilities.is_empty() {
        answer.insert(
            "capabilities".to_owned(),
            capabilities(&artifact.capabilities),
        );
    }
    Value::Object(answer)
}

fn capabilities(of: &Capabilities<'_>) -> Value {
    let entries = of.iter().map(|capability| {
        let values: Vec<Value> = capability
            .values
            .iter()
            .map(|value| json!(value.value))
            .collect();
        ((*capability.name).to_owned(), Value::Array(values))
    });
    Value::Object(entries.collect())
}

fn on_profile(
    case: &Value,
    compare: impl FnOnce(&'static Provider, &Item<'_>, &CloudProfile<'_>) -> Result<(), String>,
) -> Result<(), String> {
    with_profile(case, |item, written| {
        let provider = cpcap::provider::find(*written.provider_type).unwrap();
        compare(provider, item, written)
    })
}

/// Hands on the CloudProfile of a case.
pub fn with_profile<T>(case: &Value, then: impl FnOnce(&Item<'_>, &CloudProfile<'_>) -> T) -> T {
    let mut sources = Sources::default();
    let text = case["input"]["object"].as_str().unwrap();
    let inputs = [input(&mut sources, "object.yaml", text)];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let item = &landscape.items[0];
    let Body::CloudProfile(written) = &item.body else {
        panic!("not a CloudProfile")
    };
    then(item, written)
}

fn part<'t>(item: &'t Item<'t>, provider: &'static Provider) -> Option<Part<'t>> {
    Part::read(&item.document.tree, item.text, item.object.node, provider)
}

fn judge(
    provider: &Provider,
    profile: &CloudProfile<'_>,
    part: Option<&Part<'_>>,
    expect: &Value,
) -> Result<(), String> {
    let mut profile = profile.clone();
    effective::default(&mut profile);
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    match provider.validate(&profile, &vocabulary, part) {
        Ok(faults) => same_errors(expect, &faults),
        Err(why) => refused(expect, "validator", &why),
    }
}

fn refused(expect: &Value, by: &str, why: &Undecodable) -> Result<(), String> {
    let got = match why {
        Undecodable::Kind => json!({"by": by, "why": "kind"}),
        Undecodable::Value => json!({"by": by, "why": "value"}),
        Undecodable::UnknownFields(fields) => {
            json!({"by": by, "why": "unknown-field", "unknown": fields.iter().collect::<BTreeSet<_>>()})
        }
    };
    let mut wanted = expect["refused"].clone();
    if let Some(unknown) = wanted.get_mut("unknown").and_then(Value::as_array_mut) {
        unknown.sort_by_key(ToString::to_string);
    }
    if wanted == got {
        Ok(())
    } else {
        Err(format!("expected {expect}, got refused {got}"))
    }
}

fn same_errors(expect: &Value, faults: &[Fault<'_>]) -> Result<(), String> {
    let Some(wanted) = expect.get("errors").and_then(Value::as_array) else {
        return Err(format!(
            "expected {expect}, got {:?}",
            faults.iter().map(|fault| &fault.field).collect::<Vec<_>>()
        ));
    };
    let pair = |kind: &str, field: &str| format!("{kind} {field}");
    let wanted: BTreeSet<String> = wanted
        .iter()
        .map(|error| {
            pair(
                error["type"].as_str().unwrap(),
                error["field"].as_str().unwrap(),
            )
        })
        .collect();
    let got: BTreeSet<String> = faults
        .iter()
        .map(|fault| pair(fault.what.error().as_str(), &fault.field.to_string()))
        .collect();
    if wanted == got {
        return Ok(());
    }
    let missing: Vec<_> = wanted.difference(&got).collect();
    let many: Vec<_> = got.difference(&wanted).collect();
    Err(format!("missing {missing:?}, too many {many:?}"))
}

/// The images after the mutating webhook, whole; those that were written where it changes nothing.
fn same_images(
    expect: &Value,
    written: &CloudProfile<'_>,
    got: &CloudProfile<'_>,
) -> Result<(), String> {
    let any_order = expect["flavorOrder"] == "any";
    let got = images(got);
    let wanted = match expect.get("mutated") {
        Some(Value::Null) => images(written),
        Some(images) => images.clone(),
        // A refusal comes before the mutator.
        None => return Ok(()),
    };
    let normal = |images: &Value, like: &Value| -> Vec<Value> {
        list(images)
            .iter()
            .zip(list(like).iter().chain(std::iter::repeat(&Value::Null)))
            .map(|(image, like)| {
                let versions = list(&image["versions"]);
                let like = list(&like["versions"]);
                let like = like.iter().chain(std::iter::repeat(&Value::Null));
                let versions = versions.iter().zip(like).map(|(version, like)| {
                    let mut flavors = list(&version["capabilityFlavors"]).to_vec();
                    if any_order {
                        flavors.sort_by_key(ToString::to_string);
                    }
                    // Not all records have the legacy field.
                    let architectures = like.get("architectures").map(|_| {
                        let mut architectures = list(&version["architectures"]).to_vec();
                        architectures.sort_by_key(ToString::to_string);
                        architectures
                    });
                    json!({
                        "version": version["version"],
                        "capabilityFlavors": flavors,
                        "architectures": architectures,
                    })
                });
                json!({"name": image["name"], "versions": versions.collect::<Vec<_>>()})
            })
            .collect()
    };
    let (got, wanted) = (normal(&got, &wanted), normal(&wanted, &wanted));
    if got == wanted {
        Ok(())
    } else {
        Err(format!("mutated: expected {wanted:?}, got {got:?}"))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn images(profile: &CloudProfile<'_>) -> Value {
    let version = |version: &MachineImageVersion<'_>| {
        let flavors = version.capability_flavors.iter();
        let architectures = version.architectures.iter();
        json!({
            "version": *version.version(),
            "capabilityFlavors": flavors
                .map(|flavor| capabilities(&flavor.capabilities))
                .collect::<Vec<_>>(),
            "architectures": architectures.map(|value| value.value).collect::<Vec<_>>(),
        })
    };
    let image = |image: &MachineImage<'_>| {
        let versions: Vec<Value> = image.versions.iter().map(version).collect();
        json!({"name": *image.name, "versions": versions})
    };
    profile.machine_images.iter().map(image).collect()
}

/// A recorded CloudProfile that the API server refuses as well: what the extension refuses is told
/// behind that, unless its mutating webhook refuses it before.
pub fn behind_profile(case: &Value) -> Option<Result<(), String>> {
    behind(case, "provider-cloudprofile", "/spec/bastion", json!({}))
}

/// The same of a NamespacedCloudProfile that is refused by itself.
pub fn behind_child(case: &Value) -> Option<Result<(), String>> {
    let limits = json!({"maxNodesTotal": -1});
    behind(case, "provider-namespaced", "/spec/limits", limits)
}

/// The same of one that is refused beside its parent.
pub fn behind_admission(case: &Value) -> Option<Result<(), String>> {
    let unknown = json!({"versions": [
        {"version": "0.0.1", "expirationDate": "2099-01-01T00:00:00Z"},
    ]});
    behind(case, "provider-namespaced", "/spec/kubernetes", unknown)
}

/// `fault`: what the API server refuses at `at`, where no recorded object has anything.
fn behind(case: &Value, area: &str, at: &str, fault: Value) -> Option<Result<(), String>> {
    let expect = &case["expect"];
    let wanted: Option<BTreeSet<(String, String)>> = expect["errors"].as_array().map(|errors| {
        let text = |error: &Value, key: &str| error[key].as_str().unwrap().to_owned();
        errors
            .iter()
            .map(|error| (text(error, "type"), text(error, "field")))
            .collect()
    });
    let by = expect["refused"]["by"].as_str();
    if case["area"] != area
        || wanted.as_ref().is_some_and(BTreeSet::is_empty)
        || expect["refused"]["why"] == "parent"
    {
        return None;
    }
    let documents = cpcap::yaml::read(case["input"]["object"].as_str()?);
    let tree = &documents.first()?.tree;
    let whole = tree.to_json(tree.root()?);
    let (parent, key) = at.rsplit_once('/')?;
    let mut broken = whole.clone();
    let spec = broken.pointer_mut(parent)?.as_object_mut()?;
    if spec.insert(key.to_owned(), fault).is_some() {
        return None;
    }
    let settings = Settings {
        provider_rules: ProviderRules::ByType,
        ..super::errors::settings(case, Operation::Create)
    };
    let lint = |object: &Value| {
        let mut found = lint(case, Some(&object.to_string()), &settings).findings;
        found.retain(|finding| finding.stage.is_some() && finding.severity == Severity::Error);
        found
    };
    let of_extension = |finding: &&Finding| finding.origin == Origin::Provider;
    let told = |found: &[Finding], late: bool| -> BTreeSet<(String, String)> {
        let here = found.iter().filter(of_extension);
        here.filter(|finding| finding.afterwards == late)
            .filter_map(|finding| {
                let error = finding.error_type?.as_str().to_owned();
                Some((error, finding.field.to_string()))
            })
            .collect()
    };
    // What the API server refuses anyway may be what the extension would refuse.
    let before = lint(&whole);
    if before.iter().any(|finding| !of_extension(&finding)) {
        return None;
    }
    let after = lint(&broken);
    let (core, extension): (Vec<&Finding>, Vec<&Finding>) =
        after.iter().partition(|finding| !of_extension(finding));
    let is_first = |found: &[&Finding]| found.iter().any(|finding| !finding.afterwards);
    let answer = match (wanted, by) {
        (Some(wanted), _) => {
            let (now, late) = (told(&after, false), told(&after, true));
            (told(&before, false) == wanted && late == wanted && now.is_empty() && is_first(&core))
                .then_some(())
                .ok_or(format!(
                    "expected {wanted:?} afterwards, got {late:?}; now {now:?}"
                ))
        }
        (None, Some(by)) => {
            let first = if is_first(&extension) {
                "mutator"
            } else {
                "validator"
            };
            (by == first && is_first(&core) == (by == "validator"))
                .then_some(())
                .ok_or(format!("the {by} refuses, but the {first} is said to"))
        }
        (None, None) => return None,
    };
    Some(answer)
}
