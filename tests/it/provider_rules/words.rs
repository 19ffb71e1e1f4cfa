//! Findings by provider, and the entry that they blame when several could be.

use cpcap::config::Operation;
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::source::{Source, Sources};

use crate::provider_rules::{
    BOTH, HEADER, OWN, child, messages, profile, said, settings, versions,
};

#[test]
fn the_extension_refuses_an_undecodable_provider_config() {
    let text = versions("aws", BOTH, "{version: 1, regons: [{name: eu, ami: a}]}");
    let found = said(&text).1;
    let says = |rule: &str| {
        found
            .iter()
            .filter(|finding| finding.rule == rule)
            .all(|f| f.message.ends_with("the AWS extension cannot decode it"))
    };
    assert!(
        found.len() > 1 && says("schema/wrong-type") && says("schema/unknown-field"),
        "{found:#?}"
    );
    let nothing = versions("vsphere", BOTH, "").replace("    kind: CloudProfileConfig\n", "");
    let found = said(&nothing).1;
    let kind: Vec<_> = found
        .iter()
        .filter(|finding| finding.rule == "provider/wrong-kind")
        .collect();
    assert!(
        !kind.is_empty()
            && kind
                .iter()
                .all(|finding| finding.message.contains("; the server still admits the ")),
        "{found:#?}"
    );
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
        !found.is_empty()
            && found
                .iter()
                .all(|message| message.contains("names no artifact for it")
                    && !message.contains("other regions")),
        "{found:?}"
    );
    // A refusal of the extension is not repeated, and the Shoot does not count as admitted.
    let found = messages(
        &versions("aws", BOTH, "{version: 1.0.0, regions: []}"),
        "provider/no-artifact",
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn artifacts_alike_are_one_finding_a_version() {
    let flavor =
        "{regions: [{name: eu, ami: a}], capabilities: {architecture: [amd64], disk: [fast]}}";
    let other = flavor.replace("fast", "slow");
    let text = versions(
        "aws",
        "",
        &format!(
            "{{version: 0.9.0}}, {{version: 1.0.0, capabilityFlavors: [{flavor}, {flavor}, \
             {other}, {other}]}}"
        ),
    );
    let direct = text.replace(
        "name: gl, versions: [{version: 1.0.0",
        "name: gl, versions: [{version: 3.0.0",
    );
    let found: Vec<_> = said(&direct)
        .1
        .into_iter()
        .filter(|finding| finding.rule == "provider/ambiguous-artifacts")
        .collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        (found[0].field.to_string().as_str(), found[0].related.len()),
        ("spec.providerConfig.machineImages[0].versions[1]", 2)
    );
    assert!(
        found[0]
            .message
            .ends_with("its webhook refuses every Shoot that gets it, but not the profile"),
        "{}",
        found[0].message
    );
}

#[test]
fn repeated_entries_say_who_looks_at_which() {
    let twice = "{version: 1.0.0, image: i}, {version: 1.0.0, image: j}";
    let found = messages(&versions("gcp", BOTH, twice), "provider/repeated-entry");
    assert!(
        found[0].contains("the webhook looks at all entries, and"),
        "{found:?}"
    );
    let twice = "{version: 1.0.0, regions: [{name: eu, ami: a}]}";
    let found = messages(
        &versions("aws", BOTH, &format!("{twice}, {twice}")),
        "provider/repeated-entry",
    );
    assert!(
        found[0].contains("the webhook looks at the last, and"),
        "{found:?}"
    );
    let images = format!(
        "{}    machineImages: [{{name: gl, versions: [{twice}]}}, {{name: gl, versions: \
         [{twice}]}}]\n",
        HEADER.replace("local", "aws")
    );
    let found = messages(&profile("aws", BOTH, &images), "provider/repeated-entry");
    assert!(found[0].contains("the first that has"), "{found:?}");
}

#[test]
fn both_formats_blame_what_is_there() {
    let flavors = "capabilityFlavors: [{regions: [{name: eu, id: a}], capabilities: \
        {architecture: [amd64]}}]";
    let found = messages(
        &versions(
            "openstack",
            BOTH,
            &format!("{{version: 1.0.0, image: i, regions: [{{name: eu, id: b}}], {flavors}}}"),
        ),
        "provider/both-formats",
    );
    assert!(
        found[0].contains("has both `regions` and") && !found[0].contains("no field"),
        "{found:?}"
    );
    let flavors = "capabilityFlavors: [{urn: 'a:b:c:d', capabilities: {architecture: [amd64]}}]";
    let found = messages(
        &versions(
            "azure",
            BOTH,
            &format!("{{version: 1.0.0, id: '', {flavors}}}"),
        ),
        "provider/both-formats",
    );
    assert!(found[0].contains("has both `id` and"), "{found:?}");
}

#[test]
fn flavors_that_the_webhook_takes_away_are_said_to_be_gone() {
    let text = versions("openstack", BOTH, "{version: 1.0.0, image: i}");
    let found = messages(&text, "provider/overwritten-flavors");
    assert!(
        found[0].contains("the OpenStack webhook removes the flavors"),
        "{found:?}"
    );
    let found = messages(&text, "capability/missing-flavors");
    assert!(
        found[0].contains("the OpenStack webhook has removed those of the profile"),
        "{found:?}"
    );
}

#[test]
fn flavors_of_a_child_are_explained_too() {
    let header = HEADER.replace("local", "aws");
    let regions = "regions: [{name: eu, ami: a}]";
    let parent = versions("aws", "", &format!("{{version: 1.0.0, {regions}}}"));
    let part = format!(
        "{header}    machineImages: [{{name: own, versions: [{{version: 1.0.0, capabilityFlavors: \
         [{{{regions}, capabilities: {{architecture: [amd64], disk: [fats]}}}}]}}]}}]\n"
    );
    let text = child("", &format!("{OWN}  providerConfig:\n{part}"));
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    };
    let inputs = [input("object", &text), input("parent", &parent)];
    let outcome = lint_among(
        &sources,
        &inputs[..1],
        &inputs[1..],
        &[],
        &settings(Operation::Create),
    );
    let value: Vec<_> = outcome
        .findings
        .iter()
        .filter(|finding| finding.message.contains("fats"))
        .collect();
    assert!(
        value.iter().any(|finding| finding
            .message
            .ends_with("writes the flavors of the profile from this `providerConfig`")),
        "{value:#?}"
    );
}

#[test]
fn texts_fit_the_provider() {
    let metal = profile("metal", BOTH, "").replace("  providerConfig:\n", "");
    let found = messages(&metal, "provider/missing-config");
    assert!(
        !found[0].contains("machineImages") && !found[0].contains("artifact"),
        "{found:?}"
    );
    let flavors = "{version: 1.0.0, capabilityFlavors: [{regions: [{name: eu, ami: a, architecture: ignore}], capabilities: {architecture: [amd64]}}]}";
    let found = messages(
        &versions("aws", BOTH, flavors),
        "provider/ignored-architecture",
    );
    assert!(found[0].ends_with("| leave the field out"), "{found:?}");
}

/// A legacy profile of a version, whose only machine type has this architecture; `config`: the
/// entry of the version in `providerConfig`.
fn legacy(of_type: &str, architecture: &str, config: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0, architectures: \
         [{architecture}]}}]}}]\n  machineTypes: [{{name: a, cpu: '1', gpu: '0', memory: 1Gi, \
         architecture: {architecture}}}]\n  regions: [{{name: eu}}]\n  providerConfig:\n    \
         apiVersion: {of_type}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
         CloudProfileConfig\n    machineImages: [{{name: gl, versions: [{config}]}}]\n"
    )
}

#[test]
fn an_entry_of_ironcore_without_an_architecture_is_for_no_pool() {
    let (rules, findings) = said(&legacy("ironcore", "amd64", "{version: 1.0.0, image: i}"));
    assert_eq!(rules, ["provider/no-artifact"], "{findings:#?}");
    assert!(
        findings[0].message.contains("names no architecture"),
        "{}",
        findings[0].message
    );
    assert!(
        said(&legacy(
            "ironcore",
            "amd64",
            "{version: 1.0.0, image: i, architecture: amd64}"
        ))
        .0
        .is_empty()
    );
}

#[test]
fn artifacts_of_alicloud_are_for_amd64_alone_without_a_vocabulary() {
    let config = "{version: 1.0.0, regions: [{name: eu, id: i}]}";
    let (rules, findings) = said(&legacy("alicloud", "arm64", config));
    assert_eq!(rules, ["provider/ignored-architecture"], "{findings:#?}");
    assert_eq!(
        findings[0].field,
        "spec.machineImages[0].versions[0].architectures[0]"
    );
    assert!(said(&legacy("alicloud", "amd64", config)).0.is_empty());
}

/// On aws such a Shoot never becomes a cluster that hangs.
#[test]
fn a_pool_without_machines_needs_an_extension_without_webhook_for_shoots() {
    let aws = include_str!("../../../testdata/artifacts/profile.yaml");
    let openstack = aws
        .replace("type: aws", "type: openstack")
        .replace("aws.provider", "openstack.provider")
        .replace("ami:", "id:");
    let [aws, openstack] = [aws, &openstack].map(|text| messages(text, "provider/no-artifact"));
    assert_eq!(
        (aws.len(), openstack.len()),
        (1, 1),
        "{aws:?} {openstack:?}"
    );
    assert!(
        aws[0].contains(
            "in other regions only: the webhook of the extension refuses every Shoot \
            there that combines them |"
        ),
        "{aws:?}"
    );
    assert!(
        !aws[0].contains("admitted") && !aws[0].contains("hang"),
        "{aws:?}"
    );
    assert!(
        openstack[0].contains("no machine can start there, and a cluster that tries may hang"),
        "{openstack:?}"
    );
}
