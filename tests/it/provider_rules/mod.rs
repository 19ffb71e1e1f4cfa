//! The findings about `providerConfig`s: each refusal of a webhook once, with its type and path;
//! and the hints beside them.

mod merging;
mod recorded;
mod shape;
mod shared;
mod shoots;
mod webhooks;
mod words;

use cpcap::config::{Operation, Settings};
use cpcap::finding::{Finding, Severity};
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::model::time::Time;
use cpcap::source::{Source, Sources};

fn settings(operation: Operation) -> Settings {
    Settings {
        operation,
        ..Settings::at(Time::parse("2026-08-21T00:00:00Z").unwrap())
    }
}

/// The findings about an object, without notes on the core part.
fn said(text: &str) -> (Vec<String>, Vec<Finding>) {
    let mut sources = Sources::default();
    let inputs = [Input {
        file: sources.add(Source::new("object", text)),
        fault: None,
    }];
    let mut outcome = lint_among(&sources, &inputs, &[], &[], &settings(Operation::Create));
    outcome.findings.retain(|finding| {
        finding.severity > Severity::Note || finding.rule.starts_with("provider/")
    });
    (
        outcome
            .findings
            .iter()
            .map(|finding| finding.rule.to_owned())
            .collect(),
        outcome.findings,
    )
}

const HEADER: &str = "    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    \
    kind: CloudProfileConfig\n";

/// A profile of one version with these flavors in the core part, of this type and with this
/// `providerConfig`.
fn profile(of_type: &str, flavors: &str, part: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}, {{name: disk, \
         values: [fast, slow]}}]\n  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
         capabilityFlavors: [{flavors}]}}]}}]\n  machineTypes:\n  - {{name: a, cpu: '1', gpu: \
         '0', memory: 1Gi, capabilities: {{architecture: [amd64], disk: [fast]}}}}\n  - {{name: \
         b, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {{architecture: [amd64], disk: \
         [slow]}}}}\n  regions: [{{name: eu}}]\n  providerConfig:\n{part}"
    )
}

const BOTH: &str = "{architecture: [amd64], disk: [fast]}, {architecture: [amd64], disk: [slow]}";

const MAPPED: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, capabilityFlavors: [{image: f, capabilities: {architecture: [amd64], disk: [fast]}}, {image: s, capabilities: {architecture: [amd64], disk: [slow]}}]}]}]\n";

/// The errors of an object with its parent and its stored version, each as rule, type and field.
fn errors(text: &str, parent: Option<&str>, old: Option<&str>) -> Vec<String> {
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    };
    let (object, parent, old) = (
        input("object", text),
        parent.map(|text| input("parent", text)),
        old.map(|text| input("old", text)),
    );
    let operation = if old.is_some() {
        Operation::Update
    } else {
        Operation::Create
    };
    let outcome = lint_among(
        &sources,
        &[object],
        parent.as_slice(),
        old.as_slice(),
        &settings(operation),
    );
    let errors = outcome
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| {
            format!(
                "{} {} {}",
                finding.rule,
                finding.error_type.map_or("-", |of| of.as_str()),
                finding.field
            )
        })
        .collect()
}

fn child(meta: &str, spec: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: \
         c, namespace: garden-x{meta}}}\nspec:\n  parent: {{kind: CloudProfile, name: p}}\n{spec}"
    )
}

const OWN: &str = "  machineImages: \
    [{name: own, updateStrategy: major, versions: [{version: 1.0.0, cri: [{name: containerd}], \
    architectures: [amd64]}]}]\n";

/// The messages of a rule about a profile.
fn messages(text: &str, rule: &str) -> Vec<String> {
    let found = said(text)
        .1
        .into_iter()
        .filter(|finding| finding.rule == rule);
    found
        .map(|finding| format!("{} | {}", finding.message, finding.help.unwrap_or_default()))
        .collect()
}

/// A profile of this type whose `providerConfig` has these versions of its image.
fn versions(of_type: &str, flavors: &str, versions: &str) -> String {
    let header = HEADER.replace("local", of_type);
    profile(
        of_type,
        flavors,
        &format!("{header}    machineImages: [{{name: gl, versions: [{versions}]}}]\n"),
    )
}
