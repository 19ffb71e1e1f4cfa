//! Recorded answers of webhooks: rules say each refusal once, with its type and path, and nothing
//! else with a type.

use std::collections::BTreeSet;

use cpcap::capability::Vocabulary;
use cpcap::config::{Operation, ProviderRules};
use cpcap::effective;
use cpcap::finding::{Finding, Origin};
use cpcap::matching::Matcher;
use cpcap::model::path::PathStep;
use cpcap::provider::fault::{Fault, What};
use cpcap::resolution::parents::Together;
use cpcap::resolution::provided::{Artifacts, Provided};
use cpcap::rules::provider::refusals;
use cpcap::rules::{Among, Check, ProvidedView};
use serde_json::Value;

use crate::common::provider::{lint, with_child, with_profile};
use crate::common::recorded;
use crate::provider_rules::settings;

/// The recorded cases of some areas, of all providers that have them.
fn cases(areas: &[&str]) -> Vec<Value> {
    let mut cases: Vec<Value> = recorded::names()
        .iter()
        .filter(|name| name.starts_with("provider-"))
        .flat_map(|name| recorded::cases(name))
        .collect();
    cases.retain(|case| areas.contains(&case["area"].as_str().unwrap()));
    assert!(cases.len() > 100, "{areas:?}: {}", cases.len());
    cases
}

/// The findings of rules about `providerConfig` that a server would report too.
fn typed(view: &ProvidedView<'_>, among: Option<Among<'_>>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (rule, refusal) in refusals::all(view) {
        let mut reporter = rule.reporter_of(view.item, &mut found).among(among);
        reporter.report(refusal);
    }
    for rule in cpcap::rules::all() {
        if let Check::Provided(check) = rule.check {
            let mut reporter = rule.reporter_of(view.item, &mut found).among(among);
            check(view, &mut reporter);
        }
    }
    found.retain(|finding| finding.error_type.is_some() && !finding.afterwards);
    found
}

/// Compares findings with their faults. Findings of core rules at the same bytes do not repeat
/// them.
fn same(id: &str, view: &ProvidedView<'_>, found: &[Finding]) {
    let pair = |fault: &Fault<'_>| format!("{} {}", fault.what.error().as_str(), fault.field);
    let core = view
        .core
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter());
    let copied: BTreeSet<_> = core
        .flat_map(|version| version.capability_flavors.iter())
        .map(|flavor| flavor.at)
        .collect();
    let left_to_core = |fault: &&Fault<'_>| match fault.what {
        What::UnknownArchitecture(_) => fault.field.after(["spec", "providerConfig"]).is_none(),
        What::UnregisteredCapability(_)
        | What::UnregisteredValue { .. }
        | What::NotOneArchitecture { .. } => {
            let indexes: Vec<usize> = fault
                .field
                .steps()
                .iter()
                .filter_map(PathStep::position)
                .collect();
            let config = &view.provided.part.as_ref().unwrap().config;
            let flavor = &config.images[indexes[0]].versions[indexes[1]].flavors[indexes[2]];
            view.provided.provider.derive.is_some()
                && !view.vocabulary.is_empty()
                && copied.contains(&flavor.at)
        }
        _ => false,
    };
    let mut wanted: Vec<String> = view
        .faults
        .iter()
        .filter(|fault| !left_to_core(fault))
        .map(pair)
        .collect();
    let mut got: Vec<String> = found
        .iter()
        .map(|finding| format!("{} {}", finding.error_type.unwrap().as_str(), finding.field))
        .collect();
    wanted.sort();
    got.sort();
    assert_eq!(got, wanted, "{id}");
    assert!(
        found
            .iter()
            .all(|finding| finding.origin == Origin::Provider && finding.help.is_some()),
        "{id}"
    );
}

#[test]
fn every_refusal_of_a_cloud_profile_is_said_once() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-cloudprofile", "provider-validator"]) {
        with_profile(&case, |item, written| {
            let provided =
                Provided::new(item, *written.provider_type, &ProviderRules::ByType).unwrap();
            let mut profile = written.clone();
            if case["area"] == "provider-cloudprofile" {
                provided.mutate(&mut profile);
            }
            effective::default(&mut profile);
            let vocabulary = Vocabulary::new(&profile.machine_capabilities);
            let artifacts = Artifacts::of_profile(&provided, &profile);
            let matcher = Matcher::new(&profile);
            let Ok(faults) =
                provided
                    .provider
                    .validate(&profile, &vocabulary, provided.part.as_ref())
            else {
                return;
            };
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
        });
    }
}

#[test]
fn every_refusal_of_a_namespaced_cloud_profile_is_said_once() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-namespaced", "provider-namespaced-validator"]) {
        with_child(&case, &ProviderRules::ByType, |item, child, parent| {
            let provided =
                Provided::new(item, *parent.profile.provider_type, &ProviderRules::ByType).unwrap();
            let mut core = child.spec.clone();
            if case["area"] == "provider-namespaced" {
                provided.mutate_child(&mut core, &parent.vocabulary);
            }
            cpcap::merge::default(&mut core);
            let together = Together::new(&core, parent);
            let (core, whole) = (&together.uniform, &together.merged.profile);
            let artifacts = Artifacts::merged(
                parent.provided.as_ref().unwrap(),
                Some(&provided),
                whole,
                &parent.vocabulary,
            );
            let matcher = Matcher::new(whole);
            let judged = provided.provider.validate_child(
                core,
                &parent.profile,
                &parent.vocabulary,
                provided.part.as_ref(),
            );
            let Ok(faults) = judged else { return };
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
                parent: Some(parent),
                settings: &settings,
            };
            let among = Among::new(parent.item, child.parent.name.span);
            same(
                case["id"].as_str().unwrap(),
                &view,
                &typed(&view, Some(among)),
            );
        });
    }
}

/// With everything else that `lint` does: it reports nothing that the webhooks do not, and accepts
/// no object that they refuse.
#[test]
fn lint_says_what_the_webhooks_say() {
    let settings = settings(Operation::Create);
    for case in cases(&["provider-cloudprofile", "provider-namespaced"]) {
        let id = case["id"].as_str().unwrap();
        let outcome = lint(&case, None, &settings);
        let of_provider = || {
            outcome
                .findings
                .iter()
                .filter(|finding| finding.origin == Origin::Provider)
        };
        let pair = |finding: &Finding| {
            format!("{} {}", finding.error_type.unwrap().as_str(), finding.field)
        };
        let got: BTreeSet<String> = of_provider()
            .filter(|finding| finding.error_type.is_some() && !finding.afterwards)
            .map(pair)
            .collect();
        if let Some(errors) = case["expect"].get("errors").and_then(Value::as_array) {
            let text = |error: &Value| {
                format!(
                    "{} {}",
                    error["type"].as_str().unwrap(),
                    error["field"].as_str().unwrap()
                )
            };
            let wanted: BTreeSet<String> = errors.iter().map(text).collect();
            assert_eq!(
                got.difference(&wanted).collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "{id}"
            );
            assert!(
                errors.is_empty() || outcome.summary.errors > 0,
                "{id}: accepted, wanted {wanted:?}"
            );
            let in_core = outcome.findings.iter().any(|finding| {
                finding.origin != Origin::Provider
                    && finding.error_type.is_some()
                    && !finding.afterwards
            });
            assert!(
                in_core || got == wanted,
                "{id}: {got:?} instead of {wanted:?}"
            );
        } else if case["expect"]["refused"]["why"] != "parent" {
            assert!(
                of_provider().any(|finding| finding.error_type.is_none()),
                "{id}: accepted though it does not decode"
            );
        }
    }
}
