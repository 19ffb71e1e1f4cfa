//! What rules say of provider parts: each refusal of a webhook once, with its type and path; and the hints beside them.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::print_stdout)]

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;

use cpcap::capability::Vocabulary;
use cpcap::config::{Operation, ProviderRules, Settings};
use cpcap::finding::{Finding, Origin, Severity};
use cpcap::landscape::parents::{self, Parent, Together};
use cpcap::landscape::provided::{Artifacts, Provided};
use cpcap::landscape::{Body, Input, Landscape, effective, read};
use cpcap::lint::lint_among;
use cpcap::matching::Matcher;
use cpcap::model::time::Time;
use cpcap::provider::fault::{Fault, What};
use cpcap::rules::{Among, Check, ProvidedView};
use cpcap::source::{Source, Sources};
use serde_json::Value;

fn settings(operation: Operation) -> Settings {
    Settings { operation, ..Settings::at(Time::parse("2026-08-21T00:00:00Z").unwrap()) }
}

/// The recorded cases of some areas, of providers that are known; none where there is no record.
fn cases(areas: &[&str]) -> Vec<Value> {
    let default = common::root().join("../shared/conformance");
    let directory = std::env::var_os("CPCAP_CONFORMANCE").map_or(default, PathBuf::from);
    let mut cases = Vec::new();
    for provider in cpcap::provider::ALL {
        let file = directory.join(format!("provider-{}.jsonl", provider.name));
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        cases.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    cases.retain(|case| areas.contains(&case["area"].as_str().unwrap()));
    if cases.is_empty() {
        println!("{areas:?}: skipped, there is no record");
    }
    cases
}

/// What rules that see a provider part say and a server would say too.
fn typed(view: &ProvidedView<'_>, among: Option<Among<'_>>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rule in cpcap::rules::all() {
        let Check::Provided(check) = rule.check else { continue };
        let mut reporter = rule.reporter(view.item.file, &view.item.subject, "", &mut found);
        if let Some(among) = among {
            reporter = reporter.among(among);
        }
        check(view, &mut reporter);
    }
    found.retain(|finding| finding.error_type.is_some());
    found
}

/// Compares findings with the faults that they are about. What core rules say at the same bytes is not said again.
fn same(id: &str, view: &ProvidedView<'_>, found: &[Finding]) {
    let pair = |fault: &Fault<'_>| format!("{} {}", fault.what.error().as_str(), fault.field);
    let core = view.core.machine_images.iter().flat_map(|image| image.versions.iter());
    let copied: BTreeSet<_> = core.flat_map(|version| version.capability_flavors.iter()).map(|flavor| flavor.at).collect();
    let left_to_core = |fault: &&Fault<'_>| match fault.what {
        What::UnknownArchitecture(_) => !fault.field.starts_with("spec.providerConfig"),
        What::UnregisteredCapability(_) | What::UnregisteredValue { .. } | What::NotOneArchitecture { .. } => {
            let indexes: Vec<usize> = fault.field.split(['[', ']']).filter_map(|part| part.parse().ok()).collect();
            let config = &view.provided.part.as_ref().unwrap().config;
            let flavor = &config.images[indexes[0]].versions[indexes[1]].flavors[indexes[2]];
            view.provided.provider.derive.is_some() && !view.vocabulary.is_empty() && copied.contains(&flavor.at)
        }
        _ => false,
    };
    let mut wanted: Vec<String> = view.faults.iter().filter(|fault| !left_to_core(fault)).map(pair).collect();
    let mut got: Vec<String> = found.iter().map(|finding| format!("{} {}", finding.error_type.unwrap().as_str(), finding.field)).collect();
    wanted.sort();
    got.sort();
    assert_eq!(got, wanted, "{id}");
    assert!(found.iter().all(|finding| finding.origin == Origin::Provider && finding.help.is_some()), "{id}");
}

#[test]
fn every_refusal_of_a_cloud_profile_is_said_once() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-cloudprofile", "provider-validator"]) {
        let mut sources = Sources::default();
        let inputs = [Input { file: sources.add(Source::new("object.yaml", case["input"]["object"].as_str().unwrap())), fault: None }];
        let files = read(&sources, &inputs);
        let landscape = Landscape::new(&files);
        let item = &landscape.items[0];
        let Body::CloudProfile(written) = &item.body else { panic!("not a CloudProfile") };
        let provided = Provided::new(item, *written.provider_type, &ProviderRules::ByType).unwrap();
        let mut profile = written.clone();
        if case["area"] == "provider-cloudprofile" {
            provided.mutate(&mut profile);
        }
        effective::default(&mut profile);
        let vocabulary = Vocabulary::new(&profile.machine_capabilities);
        let artifacts = Artifacts::of_profile(&provided, &profile);
        let matcher = Matcher::new(&profile);
        let Ok(faults) = provided.provider.validate(&profile, &vocabulary, provided.part.as_ref()) else { continue };
        let view = ProvidedView {
            item,
            provided: &provided,
            undecodable: None,
            faults: &faults,
            core: &profile,
            written,
            mutated: None,
            vocabulary: &vocabulary,
            artifacts: &artifacts,
            whole: &profile,
            matcher: &matcher,
            parent: None,
            settings: &settings,
        };
        same(case["id"].as_str().unwrap(), &view, &typed(&view, None));
    }
}

#[test]
fn every_refusal_of_a_namespaced_cloud_profile_is_said_once() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-namespaced", "provider-namespaced-validator"]) {
        let mut sources = Sources::default();
        let mut input = |name: &str| [Input { file: sources.add(Source::new(name, case["input"][name].as_str().unwrap())), fault: None }];
        let inputs = ["parent", "object"].map(&mut input);
        let files = inputs.each_ref().map(|inputs| read(&sources, inputs));
        let [context, landscape] = files.each_ref().map(|files| Landscape::new(files));
        let item = &landscape.items[0];
        let child = parents::namespaced(item).unwrap();
        let parent = Parent::with_provider(&context.items[0], &ProviderRules::ByType).unwrap();
        let provided = Provided::new(item, *parent.profile.provider_type, &ProviderRules::ByType).unwrap();
        let mut core = child.spec.clone();
        if case["area"] == "provider-namespaced" {
            provided.mutate_child(&mut core, &parent.vocabulary);
        }
        cpcap::merge::default(&mut core);
        let together = Together::new(&core, &parent);
        let (core, whole) = (&together.uniform, &together.merged.profile);
        let artifacts = Artifacts::merged(parent.provided.as_ref().unwrap(), Some(&provided), whole, &parent.vocabulary);
        let matcher = Matcher::new(whole);
        let judged = provided.provider.validate_child(core, &parent.profile, &parent.vocabulary, provided.part.as_ref());
        let Ok(faults) = judged else { continue };
        let view = ProvidedView {
            item,
            provided: &provided,
            undecodable: None,
            faults: &faults,
            core,
            written: &child.spec,
            mutated: None,
            vocabulary: &parent.vocabulary,
            artifacts: &artifacts,
            whole,
            matcher: &matcher,
            parent: Some(&parent),
            settings: &settings,
        };
        let among = Among::new(&context.items[0], child.parent.name.span);
        same(case["id"].as_str().unwrap(), &view, &typed(&view, Some(among)));
    }
}

/// With everything else that `lint` does: nothing is said that the webhooks do not say, and an object that they refuse is not accepted.
#[test]
fn lint_says_what_the_webhooks_say() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-cloudprofile", "provider-namespaced"]) {
        let id = case["id"].as_str().unwrap();
        let mut sources = Sources::default();
        let mut input = |name: &str| {
            let text = case["input"].get(name).and_then(Value::as_str);
            text.map(|text| Input { file: sources.add(Source::new(name, text)), fault: None })
        };
        let (object, parent) = (input("object"), input("parent"));
        let outcome = lint_among(&sources, object.as_slice(), parent.as_slice(), &[], &settings);
        let of_provider = || outcome.findings.iter().filter(|finding| finding.origin == Origin::Provider);
        let pair = |finding: &Finding| format!("{} {}", finding.error_type.unwrap().as_str(), finding.field);
        let got: BTreeSet<String> = of_provider().filter(|finding| finding.error_type.is_some()).map(pair).collect();
        if let Some(errors) = case["expect"].get("errors").and_then(Value::as_array) {
            let text = |error: &Value| format!("{} {}", error["type"].as_str().unwrap(), error["field"].as_str().unwrap());
            let wanted: BTreeSet<String> = errors.iter().map(text).collect();
            assert_eq!(got.difference(&wanted).collect::<Vec<_>>(), Vec::<&String>::new(), "{id}");
            assert!(errors.is_empty() || outcome.summary.errors > 0, "{id}: accepted, wanted {wanted:?}");
            let in_core = outcome.findings.iter().any(|finding| finding.origin != Origin::Provider && finding.error_type.is_some());
            assert!(in_core || got == wanted, "{id}: {got:?} instead of {wanted:?}");
        } else if case["expect"]["refused"]["why"] != "parent" {
            assert!(of_provider().any(|finding| finding.error_type.is_none()), "{id}: accepted though it does not decode");
        }
    }
}

/// What is said of an object, without notes on the core part.
fn said(text: &str) -> (Vec<String>, Vec<Finding>) {
    let mut sources = Sources::default();
    let inputs = [Input { file: sources.add(Source::new("object", text)), fault: None }];
    let mut outcome = lint_among(&sources, &inputs, &[], &[], &settings(Operation::Create));
    outcome.findings.retain(|finding| finding.severity > Severity::Note || finding.rule.starts_with("provider/"));
    (outcome.findings.iter().map(|finding| finding.rule.to_owned()).collect(), outcome.findings)
}

/// The text after the fix of its only finding.
#[track_caller]
fn fixed(text: &str, rule: &str) -> String {
    let (rules, findings) = said(text);
    assert_eq!(rules, [rule], "{findings:#?}");
    let fix = findings[0].fix.as_ref().unwrap();
    assert!(fix.safe);
    let mut fixed = text.to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| edit.span);
    for edit in edits.iter().rev() {
        fixed.replace_range(edit.span.range(), &edit.text);
    }
    fixed
}

const HEADER: &str = "    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n";

/// A profile of one version with these flavors in the core part, of this type and with this provider part.
fn profile(of_type: &str, flavors: &str, part: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}, {{name: disk, values: [fast, slow]}}]\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0, capabilityFlavors: [{flavors}]}}]}}]\n  \
         machineTypes:\n  - {{name: a, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {{architecture: [amd64], disk: [fast]}}}}\n  \
         - {{name: b, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {{architecture: [amd64], disk: [slow]}}}}\n  regions: [{{name: eu}}]\n  \
         providerConfig:\n{part}"
    )
}

const BOTH: &str = "{architecture: [amd64], disk: [fast]}, {architecture: [amd64], disk: [slow]}";

#[test]
fn bare_flavors_are_said_once_each_and_wrapped() {
    let of = |flavors: &str| {
        profile(
            "local",
            BOTH,
            &format!(
                "{HEADER}    machineImages:\n    - name: gl\n      versions:\n      - version: 1.0.0\n        capabilityFlavors:\n{flavors}"
            ),
        )
    };
    let slow = "        - {image: s, capabilities: {architecture: [amd64], disk: [slow]}}\n";
    for bare in [
        "        - image: f\n          architecture: [amd64] # why\n          disk:\n          - fast\n",
        "        - architecture: [amd64]\n          disk: [fast]\n\n          image: f\n",
        "        - {image: f, architecture: [amd64], disk: [fast]}\n",
        "        - {\"architecture\": [\"amd64\"], \"disk\": [\"fast\"], \"image\": \"f\"}\n",
    ] {
        let text = fixed(&of(&format!("{bare}{slow}")), "provider/unwrapped-flavor");
        assert!(
            said(&text).0.iter().all(|rule| !rule.starts_with("provider/") && !rule.starts_with("schema/")),
            "{text}\n{:#?}",
            said(&text).1
        );
    }
    // Not everything unknown is a capability.
    let (rules, _) = said(&of(&format!("        - {{image: f, capabilites: {{architecture: [amd64], disk: [fast]}}}}\n{slow}")));
    assert_eq!(rules, ["schema/unknown-field"]);
    // Apart from each other nothing moves.
    let (rules, findings) = said(&of(&format!("        - {{architecture: [amd64], image: f, disk: [fast]}}\n{slow}")));
    assert_eq!((rules, findings[0].fix.is_none()), (vec!["provider/unwrapped-flavor".to_owned()], true));
}

const MAPPED: &str = "    machineImages: [{name: gl, versions: [{version: 1.0.0, capabilityFlavors: [{image: f, capabilities: {architecture: [amd64], disk: [fast]}}, {image: s, capabilities: {architecture: [amd64], disk: [slow]}}]}]}]\n";

#[test]
fn a_missing_header_is_added() {
    let text = fixed(&profile("local", BOTH, MAPPED), "provider/wrong-kind");
    assert!(text.contains(&format!("  providerConfig:\n{HEADER}    machineImages")));
    assert!(said(&text).0.is_empty());
    let kind_only = profile("local", BOTH, &format!("    kind: CloudProfileConfig\n{MAPPED}"));
    assert!(said(&fixed(&kind_only, "provider/wrong-kind")).0.is_empty());
}

#[test]
fn one_mistake_has_no_followers() {
    let part = format!("{HEADER}{MAPPED}");
    assert!(said(&profile("local", BOTH, &part)).0.is_empty());
    // The flavors of the version are not what they would be.
    for flavors in ["{architecture: amd64, disk: [fast]}", "{capabilities: {architecture: [amd64], disk: [fast]}}"] {
        let flavors = BOTH.replace("{architecture: [amd64], disk: [fast]}", flavors);
        let (rules, _) = said(&profile("local", &flavors, &part));
        assert!(!rules.is_empty() && rules.iter().all(|rule| rule.starts_with("schema/")), "{rules:?}");
    }
    let azure = "    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    machineImages:\n    \
                 - name: gl\n      versions:\n      - version: 1.0.0\n        architectures: [amd64]\n        URN: a:b:c:d\n";
    let legacy = |part: &str| {
        let text = profile("azure", "", part);
        text.replace("  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, {name: disk, values: [fast, slow]}]\n", "")
            .replace(", capabilityFlavors: []", "")
            .replace(", disk: [fast]", "")
            .replace(", disk: [slow]", "")
            .replace(", capabilities: {architecture: [amd64]}", "")
    };
    let azure = azure.replace("URN", "unr").replace("        architectures: [amd64]\n", "");
    let rules = |text: &str| {
        said(text)
            .0
            .into_iter()
            .filter(|rule| {
                !matches!(rule.as_str(), "provider/incomplete-entry")
                    && !rule.starts_with("cloudprofile/")
                    && !rule.starts_with("selection/")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&legacy(&azure)), ["schema/unknown-field"]);
    assert_eq!(rules(&legacy(&azure.replace("        unr: a:b:c:d\n", ""))), ["provider/missing-artifact"]);
}

#[test]
fn an_empty_provider_part_is_pointed_at() {
    let text = profile("local", BOTH, "").replace("  type: local", "  type: aws");
    let (_, findings) = said(&text);
    let finding = findings.iter().find(|finding| finding.rule == "provider/missing-config").unwrap();
    assert_eq!(&text[finding.place.span.range()], "providerConfig");
    assert!(finding.message.contains("is empty"), "{}", finding.message);
}

#[test]
fn a_part_of_a_known_extension_under_another_type_is_a_warning() {
    let severity = |of_type: &str, part: &str| {
        said(&profile(of_type, BOTH, part)).1.into_iter().find(|f| f.rule == "provider/unknown-type").unwrap().severity
    };
    let part = format!("{HEADER}{MAPPED}");
    assert_eq!(severity("elsewhere", &part), Severity::Warning);
    assert_eq!(severity("loca", MAPPED), Severity::Warning);
    assert_eq!(severity("elsewhere", MAPPED), Severity::Note);
}

#[test]
fn another_kind_is_one_finding() {
    let aws = HEADER.replace("local", "aws");
    for (of_type, header) in [
        ("aws", HEADER.to_owned()),
        ("aws", aws.replace("CloudProfile", "Worker")),
        ("local", HEADER.replace("CloudProfileConfig", "cloudProfileConfig")),
    ] {
        let (rules, findings) = said(&profile(of_type, BOTH, &format!("{header}{MAPPED}")));
        assert_eq!(rules, ["provider/wrong-kind"], "{findings:#?}");
        assert!(findings[0].fix.as_ref().is_some_and(|fix| !fix.safe));
    }
}

#[test]
fn drafts_of_flavors_are_renamed() {
    let draft = profile("local", BOTH, &format!("{HEADER}{}", MAPPED.replace("capabilityFlavors", "capabilitySets")));
    assert!(said(&fixed(&draft, "schema/renamed-field")).0.is_empty());
    let direct = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: f, capabilities: {architecture: [amd64]}}]}]\n";
    let (rules, _) = said(&profile("local", BOTH, &format!("{HEADER}{direct}")));
    assert!(rules.contains(&"schema/renamed-field".to_owned()) && !rules.contains(&"provider/unmapped-flavor".to_owned()), "{rules:?}");
}

#[test]
fn what_is_copied_into_the_core_part_is_said_once() {
    let flavors = "[{capabilities: {architecture: [amd64], disk: [fats]}, regions: [{name: eu, ami: a}]}]";
    let part = format!(
        "{}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, capabilityFlavors: {flavors}}}]}}]\n",
        HEADER.replace("local", "aws")
    );
    let (rules, findings) = said(&profile("aws", BOTH, &part));
    let about: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && finding.message.contains("fats"))
        .map(|finding| finding.rule)
        .collect();
    assert_eq!(about, ["capability/unregistered-value"], "{rules:?}");
}

#[test]
fn of_several_entries_the_one_that_counts_is_named() {
    let images = "    machineImages: [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}]}, {name: gl, versions: [{version: 2.0.0, regions: [{name: eu, ami: b}]}]}]\n";
    let (_, findings) = said(&profile("aws", BOTH, &format!("{}{images}", HEADER.replace("local", "aws"))));
    let unmapped = findings.iter().find(|finding| finding.rule == "provider/unmapped-version").unwrap();
    assert!(unmapped.help.as_ref().unwrap().contains("only the last counts") && unmapped.related.len() == 2, "{unmapped:#?}");
}

#[test]
fn a_covering_flavor_is_compared() {
    let (rules, findings) = said(&profile("local", "{architecture: [amd64]}", &format!("{HEADER}{MAPPED}")));
    assert_eq!(rules, ["provider/unmapped-flavor"]);
    assert_eq!(findings[0].related[0].text, "the nearest: for `disk` it has `fast` instead of `fast` and `slow`");
}

#[test]
fn unknown_types_are_left_alone() {
    let (rules, findings) = said(&profile("opnstack", BOTH, "    anything: {goes: [here]}\n"));
    assert_eq!(rules, ["provider/unknown-type"]);
    assert!(findings[0].help.as_ref().unwrap().starts_with("did you mean `openstack`? "));
    let nothing = profile("opnstack", BOTH, "").replace("  providerConfig:\n", "");
    assert!(said(&nothing).0.is_empty());
}

/// The errors of an object with its parent and its stored version, each as rule, type and field.
fn errors(text: &str, parent: Option<&str>, old: Option<&str>) -> Vec<String> {
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input { file: sources.add(Source::new(name, text)), fault: None };
    let (object, parent, old) = (input("object", text), parent.map(|text| input("parent", text)), old.map(|text| input("old", text)));
    let operation = if old.is_some() { Operation::Update } else { Operation::Create };
    let outcome = lint_among(&sources, &[object], parent.as_slice(), old.as_slice(), &settings(operation));
    let errors = outcome.findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| format!("{} {} {}", finding.rule, finding.error_type.map_or("-", |of| of.as_str()), finding.field)).collect()
}

#[test]
fn the_webhook_sees_legacy_architectures_that_the_server_fills_in() {
    let header = HEADER.replace("local", "ironcore");
    let of = |flavors: &str| {
        profile("ironcore", flavors, &format!("{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, image: i}}]}}]\n"))
    };
    let missing = ["provider/unmapped-flavor FieldValueRequired spec.machineImages[0].versions[0]"];
    let both = of("{architecture: [amd64]}, {architecture: [arm64]}");
    assert_eq!(errors(&both, None, None), missing, "on create");
    assert_eq!(errors(&both, None, Some(&both)), missing, "on update");
    assert_eq!(errors(&of("{architecture: [amd64]}"), None, None), [""; 0]);
}

#[test]
fn in_deletion_webhooks_change_nothing() {
    let flavors = "[{capabilities: {architecture: [amd64], disk: [fats]}, regions: [{name: eu, ami: a}]}]";
    let header = HEADER.replace("local", "aws");
    let part = format!("{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, capabilityFlavors: {flavors}}}]}}]\n");
    let text = profile("aws", "{architecture: [amd64]}", &part);
    let copied = errors(&text, None, None);
    assert!(copied.iter().any(|error| error.starts_with("capability/unregistered-value")), "{copied:?}");
    let deleted = text.replace("{name: p}", "{name: p, deletionTimestamp: '2026-01-01T00:00:00Z'}");
    let of_part = errors(&deleted, None, None);
    assert!(of_part.iter().all(|error| error.starts_with("provider/")) && of_part.len() > 1, "the validator runs: {of_part:?}");
}

fn child(meta: &str, spec: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: c, namespace: garden-x{meta}}}\nspec:\n  \
         parent: {{kind: CloudProfile, name: p}}\n{spec}"
    )
}

const OWN: &str = "  machineImages: [{name: own, updateStrategy: major, versions: [{version: 1.0.0, cri: [{name: containerd}], architectures: [amd64]}]}]\n";

#[test]
fn in_deletion_a_child_is_accepted() {
    let parent = profile("local", BOTH, &format!("{HEADER}{MAPPED}"));
    let of = |meta: &str| child(meta, &format!("{OWN}  providerConfig: {{kind: Nothing}}\n"));
    assert_eq!(errors(&of(""), Some(&parent), None), ["provider/wrong-kind - spec.providerConfig.kind"]);
    assert_eq!(errors(&of(", deletionTimestamp: '2026-01-01T00:00:00Z'"), Some(&parent), None), [""; 0]);
}

#[test]
fn webhooks_look_at_an_unchanged_child_too() {
    let parent = profile("local", BOTH, &format!("{HEADER}{MAPPED}"));
    let text = child("", OWN);
    let refused = ["provider/unmapped-image FieldValueRequired spec.providerConfig.machineImages"];
    assert_eq!(errors(&text, Some(&parent), None), refused);
    assert_eq!(errors(&text, Some(&parent), Some(&text)), refused);
}

#[test]
fn nothing_follows_from_a_part_that_is_no_map() {
    for of_type in ["aws", "openstack", "local", "ironcore", "azure"] {
        for part in ["text", "[a]", "1"] {
            let text = profile(of_type, BOTH, "").replace("providerConfig:\n", &format!("providerConfig: {part}\n"));
            let found = errors(&text, None, None);
            assert!(!found.is_empty() && found.iter().all(|error| error.contains(" - ") || !error.starts_with("provider/")), "{found:?}");
        }
    }
}

#[test]
fn missing_regions_of_a_flavor_are_one_finding() {
    let header = HEADER.replace("local", "aws");
    let parent = profile(
        "aws",
        "",
        &format!("{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, regions: [{{name: eu, ami: a}}]}}]}}]\n"),
    );
    let flavor = |disk: &str, regions: &str| format!("{{capabilities: {{architecture: [amd64], disk: [{disk}]}}, regions: [{regions}]}}");
    let many: Vec<String> = (10..40).map(|n| format!("{{name: r{n}, ami: a}}")).collect();
    let flavors = format!("{}, {}", flavor("fast", &many.join(", ")), flavor("slow", "{name: r10, ami: b}"));
    let part = format!("    machineImages: [{{name: own, versions: [{{version: 1.0.0, capabilityFlavors: [{flavors}]}}]}}]\n");
    let text = child("", &format!("{}  providerConfig:\n{header}{part}", OWN.replace(", architectures: [amd64]", "")));
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input { file: sources.add(Source::new(name, text)), fault: None };
    let inputs = [input("object", &text), input("parent", &parent)];
    let outcome = lint_among(&sources, &inputs[..1], &inputs[1..], &[], &settings(Operation::Create));
    let missing: Vec<_> = outcome.findings.iter().filter(|finding| finding.rule == "provider/missing-region").collect();
    assert_eq!(missing.len(), 1, "{missing:#?}");
    assert!(missing[0].message.contains("in regions `r11`, `r12`, `r13`, `r14`, `r15` and 24 more,"), "{}", missing[0].message);
}

/// The messages of a rule about a profile.
fn messages(text: &str, rule: &str) -> Vec<String> {
    let found = said(text).1.into_iter().filter(|finding| finding.rule == rule);
    found.map(|finding| format!("{} | {}", finding.message, finding.help.unwrap_or_default())).collect()
}

/// A profile of this type whose provider part has these versions of its image.
fn versions(of_type: &str, flavors: &str, versions: &str) -> String {
    let header = HEADER.replace("local", of_type);
    profile(of_type, flavors, &format!("{header}    machineImages: [{{name: gl, versions: [{versions}]}}]\n"))
}

#[test]
fn who_cannot_decode_a_provider_part_is_the_extension() {
    let text = versions("aws", BOTH, "{version: 1, regons: [{name: eu, ami: a}]}");
    let found = said(&text).1;
    let says =
        |rule: &str| found.iter().filter(|finding| finding.rule == rule).all(|f| f.message.ends_with("the AWS extension cannot decode it"));
    assert!(found.len() > 1 && says("schema/wrong-type") && says("schema/unknown-field"), "{found:#?}");
    let nothing = versions("vsphere", BOTH, "").replace("    kind: CloudProfileConfig\n", "");
    let found = said(&nothing).1;
    let kind: Vec<_> = found.iter().filter(|finding| finding.rule == "provider/wrong-kind").collect();
    assert!(!kind.is_empty() && kind.iter().all(|finding| finding.message.ends_with("is admitted all the same")), "{found:#?}");
}

#[test]
fn a_version_that_names_nothing_is_not_elsewhere() {
    let legacy: String = versions("openstack", "", "{version: 1.0.0}")
        .replace(", capabilityFlavors: []", "")
        .replace(", capabilities: {architecture: [amd64], disk: [fast]}", "")
        .replace(", capabilities: {architecture: [amd64], disk: [slow]}", "")
        .lines()
        .filter(|line| !line.contains("machineCapabilities"))
        .map(|line| format!("{line}\n"))
        .collect();
    let found = messages(&legacy, "provider/no-artifact");
    assert!(
        !found.is_empty() && found.iter().all(|message| message.contains("names no artifact for it") && !message.contains("other regions")),
        "{found:?}"
    );
    // What the extension refuses is not said again, and not said to be admitted.
    let found = messages(&versions("aws", BOTH, "{version: 1.0.0, regions: []}"), "provider/no-artifact");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn artifacts_alike_are_one_finding_a_version() {
    let flavor = "{regions: [{name: eu, ami: a}], capabilities: {architecture: [amd64], disk: [fast]}}";
    let other = flavor.replace("fast", "slow");
    let text =
        versions("aws", "", &format!("{{version: 0.9.0}}, {{version: 1.0.0, capabilityFlavors: [{flavor}, {flavor}, {other}, {other}]}}"));
    let direct = text.replace("name: gl, versions: [{version: 1.0.0", "name: gl, versions: [{version: 3.0.0");
    let found: Vec<_> = said(&direct).1.into_iter().filter(|finding| finding.rule == "provider/ambiguous-artifacts").collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].field.as_str(), found[0].related.len()), ("spec.providerConfig.machineImages[0].versions[1]", 2));
    assert!(found[0].message.ends_with("its webhook refuses every Shoot that gets it, but not the profile"), "{}", found[0].message);
}

#[test]
fn repeated_entries_say_who_looks_at_which() {
    let twice = "{version: 1.0.0, image: i}, {version: 1.0.0, image: j}";
    let found = messages(&versions("gcp", BOTH, twice), "provider/repeated-entry");
    assert!(found[0].contains("the webhook looks at all entries, and"), "{found:?}");
    let twice = "{version: 1.0.0, regions: [{name: eu, ami: a}]}";
    let found = messages(&versions("aws", BOTH, &format!("{twice}, {twice}")), "provider/repeated-entry");
    assert!(found[0].contains("the webhook looks at the last, and"), "{found:?}");
    let images = format!(
        "{}    machineImages: [{{name: gl, versions: [{twice}]}}, {{name: gl, versions: [{twice}]}}]\n",
        HEADER.replace("local", "aws")
    );
    let found = messages(&profile("aws", BOTH, &images), "provider/repeated-entry");
    assert!(found[0].contains("the first that has"), "{found:?}");
}

#[test]
fn both_formats_blame_what_is_there() {
    let flavors = "capabilityFlavors: [{regions: [{name: eu, id: a}], capabilities: {architecture: [amd64]}}]";
    let found = messages(
        &versions("openstack", BOTH, &format!("{{version: 1.0.0, image: i, regions: [{{name: eu, id: b}}], {flavors}}}")),
        "provider/both-formats",
    );
    assert!(found[0].contains("has `regions` beside") && !found[0].contains("no field"), "{found:?}");
    let flavors = "capabilityFlavors: [{urn: 'a:b:c:d', capabilities: {architecture: [amd64]}}]";
    let found = messages(&versions("azure", BOTH, &format!("{{version: 1.0.0, id: '', {flavors}}}")), "provider/both-formats");
    assert!(found[0].contains("has `id` beside"), "{found:?}");
}

#[test]
fn flavors_that_the_webhook_takes_away_are_said_to_be_gone() {
    let text = versions("openstack", BOTH, "{version: 1.0.0, image: i}");
    let found = messages(&text, "provider/overwritten-flavors");
    assert!(found[0].contains("the OpenStack webhook removes the flavors"), "{found:?}");
    let found = messages(&text, "capability/missing-flavors");
    assert!(found[0].contains("the OpenStack webhook has removed those of the profile"), "{found:?}");
}

#[test]
fn flavors_of_a_child_are_explained_too() {
    let header = HEADER.replace("local", "aws");
    let regions = "regions: [{name: eu, ami: a}]";
    let parent = versions("aws", "", &format!("{{version: 1.0.0, {regions}}}"));
    let part = format!(
        "{header}    machineImages: [{{name: own, versions: [{{version: 1.0.0, capabilityFlavors: [{{{regions}, capabilities: {{architecture: [amd64], disk: [fats]}}}}]}}]}}]\n"
    );
    let text = child("", &format!("{OWN}  providerConfig:\n{part}"));
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input { file: sources.add(Source::new(name, text)), fault: None };
    let inputs = [input("object", &text), input("parent", &parent)];
    let outcome = lint_among(&sources, &inputs[..1], &inputs[1..], &[], &settings(Operation::Create));
    let value: Vec<_> = outcome.findings.iter().filter(|finding| finding.message.contains("fats")).collect();
    assert!(
        value.iter().any(|finding| finding.message.ends_with("writes the flavors of the profile from this provider part")),
        "{value:#?}"
    );
}

#[test]
fn texts_fit_the_provider() {
    let metal = profile("metal", BOTH, "").replace("  providerConfig:\n", "");
    let found = messages(&metal, "provider/missing-config");
    assert!(!found[0].contains("machineImages") && !found[0].contains("artifact"), "{found:?}");
    let flavors = "{version: 1.0.0, capabilityFlavors: [{regions: [{name: eu, ami: a, architecture: ignore}], capabilities: {architecture: [amd64]}}]}";
    let found = messages(&versions("aws", BOTH, flavors), "provider/ignored-architecture");
    assert!(found[0].ends_with("| leave the field out"), "{found:?}");
}

/// A legacy profile of a version, whose only machine type has this architecture; `config`: the entry of the version in the provider part.
fn legacy(of_type: &str, architecture: &str, config: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0, architectures: [{architecture}]}}]}}]\n  \
         machineTypes: [{{name: a, cpu: '1', gpu: '0', memory: 1Gi, architecture: {architecture}}}]\n  regions: [{{name: eu}}]\n  \
         providerConfig:\n    apiVersion: {of_type}.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
         machineImages: [{{name: gl, versions: [{config}]}}]\n"
    )
}

#[test]
fn an_entry_of_ironcore_without_an_architecture_is_for_no_pool() {
    let (rules, findings) = said(&legacy("ironcore", "amd64", "{version: 1.0.0, image: i}"));
    assert_eq!(rules, ["provider/no-artifact"], "{findings:#?}");
    assert!(findings[0].message.contains("names no architecture"), "{}", findings[0].message);
    assert!(said(&legacy("ironcore", "amd64", "{version: 1.0.0, image: i, architecture: amd64}")).0.is_empty());
}

#[test]
fn artifacts_of_alicloud_are_for_amd64_alone_without_a_vocabulary() {
    let config = "{version: 1.0.0, regions: [{name: eu, id: i}]}";
    let (rules, findings) = said(&legacy("alicloud", "arm64", config));
    assert_eq!(rules, ["provider/ignored-architecture"], "{findings:#?}");
    assert_eq!(findings[0].field, "spec.machineImages[0].versions[0].architectures[0]");
    assert!(said(&legacy("alicloud", "amd64", config)).0.is_empty());
}

/// On aws nobody gets as far as a cluster that hangs.
#[test]
fn only_where_no_webhook_judges_shoots_one_comes_up_without_machines() {
    let aws = include_str!("../testdata/artifacts/profile.yaml");
    let openstack = aws.replace("type: aws", "type: openstack").replace("aws.provider", "openstack.provider").replace("ami:", "id:");
    let [aws, openstack] = [aws, &openstack].map(|text| messages(text, "provider/no-artifact"));
    assert_eq!((aws.len(), openstack.len()), (1, 1), "{aws:?} {openstack:?}");
    assert!(
        aws[0].contains("in other regions only: the webhook of the extension refuses every Shoot there that combines them |"),
        "{aws:?}"
    );
    assert!(!aws[0].contains("admitted") && !aws[0].contains("hang"), "{aws:?}");
    assert!(openstack[0].contains("no machine can be created there, and a cluster that tries may even hang"), "{openstack:?}");
}
