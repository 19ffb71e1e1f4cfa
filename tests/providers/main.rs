//! Every rule row of `spec/providers.md` has a test of its own, named after the row, in the module of its provider.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod alicloud;
mod aws;
mod openstack;
mod outcomes;
mod stackit;

use cpcap::capability::Vocabulary;
use cpcap::landscape::parents::{self, Parent};
use cpcap::landscape::{Body, Input, Landscape, effective, read};
use cpcap::provider::part::Part;
use cpcap::source::{Source, Sources};

/// The vocabulary of most tests.
pub const VOCABULARY: &str = "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, {name: boot, values: [uefi, bios]}]\n";

/// What the validating webhook says of a CloudProfile, `type field` sorted: the core part (below `spec`), and the provider part (below
/// `providerConfig`, its header added).
#[track_caller]
pub fn validator(provider: &str, core: &str, config: &str) -> Vec<String> {
    let text = profile(provider, core, config);
    let mut sources = Sources::default();
    let inputs = [Input { file: sources.add(Source::new("p.yaml", text)), fault: None }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let item = &landscape.items[0];
    assert!(item.shape.is_empty(), "{:?}", item.shape);
    let Body::CloudProfile(written) = &item.body else { panic!("not a CloudProfile") };
    let provider = cpcap::provider::find(provider).unwrap();
    let part = Part::read(&item.document.tree, item.text, item.object.node, provider);
    let mut core = (**written).clone();
    effective::default(&mut core);
    let vocabulary = Vocabulary::new(&core.machine_capabilities);
    let faults = provider.validate(&core, &vocabulary, part.as_ref()).unwrap_or_else(|why| panic!("{why:?}"));
    sorted(faults.iter().map(|fault| format!("{} {}", fault.what.error().as_str(), fault.field)).collect())
}

/// What the validating webhook says of a NamespacedCloudProfile under a parent.
#[track_caller]
pub fn child_validator(provider: &str, parent_core: &str, parent_config: &str, core: &str, config: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let mut add = |name: &str, text: String| [Input { file: sources.add(Source::new(name, text)), fault: None }];
    let parent = add("parent.yaml", profile(provider, parent_core, parent_config));
    let child = add("child.yaml", child_text(provider, core, config));
    let (parent_files, files) = (read(&sources, &parent), read(&sources, &child));
    let (context, landscape) = (Landscape::new(&parent_files), Landscape::new(&files));
    let item = &landscape.items[0];
    assert!(item.shape.is_empty(), "{:?}", item.shape);
    let parent = Parent::new(&context.items[0]).unwrap();
    let provider = cpcap::provider::find(provider).unwrap();
    let part = Part::read(&item.document.tree, item.text, item.object.node, provider);
    let mut core = parents::namespaced(item).unwrap().spec.clone();
    cpcap::merge::default(&mut core);
    cpcap::merge::uniform(&mut core, &parent.vocabulary);
    let judged = provider.validate_child(&core, &parent.profile, &parent.vocabulary, part.as_ref());
    let faults = judged.unwrap_or_else(|why| panic!("{why:?}"));
    sorted(faults.iter().map(|fault| format!("{} {}", fault.what.error().as_str(), fault.field)).collect())
}

fn profile(provider: &str, core: &str, config: &str) -> String {
    let config = part(provider, config);
    format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: p}}\nspec:\n  type: {provider}\n{core}{config}")
}

fn child_text(provider: &str, core: &str, config: &str) -> String {
    let config = part(provider, config);
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: c, namespace: garden-x}}\nspec:\n  \
         parent: {{kind: CloudProfile, name: p}}\n{core}{config}"
    )
}

fn part(provider: &str, config: &str) -> String {
    if config.is_empty() {
        return String::new();
    }
    format!(
        "  providerConfig:\n    apiVersion: {provider}.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n{config}"
    )
}

fn sorted(mut found: Vec<String>) -> Vec<String> {
    found.sort();
    found
}
