//! What the webhooks and workers make of a profile, as short texts.

use cpcap::landscape::parents::{self, Parent};
use cpcap::landscape::{Body, Input, Item, Landscape, effective, read};
use cpcap::model::cloudprofile::{Capabilities, CloudProfile};
use cpcap::model::cursor::Cursor;
use cpcap::provider::Provider;
use cpcap::provider::config::Config;
use cpcap::provider::lookup::{Catalog, NoArtifact};
use cpcap::provider::part::{Part, Undecodable, Webhook};
use cpcap::source::{Source, Sources};
use serde_json::Value;

use super::run::{child as child_text, profile};

/// The `machineTypes` of most tests: one that says an architecture, one that says nothing.
pub const MACHINE_TYPES: &str = "  machineTypes: [{name: arm, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {architecture: [arm64]}}, \
     {name: any, cpu: '1', gpu: '0', memory: 1Gi}]\n";

/// The flavors of all versions after the mutating webhook.
#[track_caller]
pub fn mutated(provider: &str, core: &str, config: &str) -> Vec<String> {
    on_profile(provider, profile(provider, core, config), |provider, written, part| {
        let mut profile = written.clone();
        provider.mutate(&mut profile, part).unwrap_or_else(|why| panic!("{why:?}"));
        let versions = profile.machine_images.iter().flat_map(|image| image.versions.iter());
        versions.flat_map(|version| version.capability_flavors.iter()).map(|flavor| print(&flavor.capabilities)).collect()
    })
}

/// What a worker of a machine type in a region gets for gl@1.0.0, or why it gets nothing.
#[track_caller]
pub fn artifact(provider: &str, core: &str, config: &str, region: &str, machine_type: &str) -> String {
    on_profile(provider, profile(provider, &format!("{core}{MACHINE_TYPES}"), config), |provider, written, part| {
        let profile = effective::stored(written);
        let empty = Config::default();
        let catalog = Catalog::new(provider, &profile, part.map_or(&empty, |part| &part.config));
        let architecture = if machine_type == "arm" { "arm64" } else { "amd64" };
        match catalog.find("gl", "1.0.0", region, machine_type, architecture) {
            Ok(artifact) => artifact.fields.iter().map(|(field, value)| format!("{field} {}", value.value)).collect(),
            Err(NoArtifact::Absent(what)) => format!("absent: {what:?}"),
            Err(NoArtifact::Incompatible { flavors }) => format!("incompatible: {}", flavors.len()),
            Err(NoArtifact::Ambiguous(flavors)) => format!("ambiguous: {}", flavors.len()),
            Err(NoArtifact::Nameless(_)) => "nameless".to_owned(),
            Err(why) => format!("{why:?}"),
        }
    })
}

/// What each fault of the validating webhook points at.
#[track_caller]
pub fn pointed(provider: &str, core: &str, config: &str) -> Vec<String> {
    let text = profile(provider, core, config);
    on_profile(provider, text.clone(), |provider, written, part| {
        let vocabulary = cpcap::capability::Vocabulary::new(&written.machine_capabilities);
        let faults = provider.validate(written, &vocabulary, part).unwrap_or_else(|why| panic!("{why:?}"));
        faults.iter().map(|fault| text[fault.span.range()].to_owned()).collect()
    })
}

/// Why the validating webhook cannot decode a provider part, which is given with its header.
#[track_caller]
pub fn undecodable(provider: &str, config: &str) -> Option<Undecodable> {
    let text = format!("{}  providerConfig:\n{config}", profile(provider, "", ""));
    on_profile(provider, text, |_, _, part| part.and_then(|part| part.undecodable(Webhook::Validator)))
}

/// The provider part of a NamespacedCloudProfile merged into that of its parent.
#[track_caller]
pub fn merged(provider: &str, parent_core: &str, parent_config: &str, config: &str) -> Value {
    let mut sources = Sources::default();
    let mut add = |name: &str, text: String| [Input { file: sources.add(Source::new(name, text)), fault: None }];
    let parent = add("parent.yaml", profile(provider, parent_core, parent_config));
    let child = add("child.yaml", child_text(provider, "", config));
    let (parent_files, files) = (read(&sources, &parent), read(&sources, &child));
    let (context, landscape) = (Landscape::new(&parent_files), Landscape::new(&files));
    let (of, item) = (&context.items[0], &landscape.items[0]);
    parents::namespaced(item).unwrap();
    let parent = Parent::new(of).unwrap();
    let provider = cpcap::provider::find(provider).unwrap();
    let parent_part = Part::at(Cursor::new(&of.document.tree, of.text, of.object.node).elsewhere(), provider).unwrap();
    let part = part(item, provider).unwrap();
    let merged = provider.merged(&parent_part.config, &part.config, &parent.vocabulary);
    cpcap::provider::merge::render(provider, &merged, &parent_part, &part).unwrap()
}

#[track_caller]
fn on_profile<T>(provider: &str, text: String, give: impl FnOnce(&'static Provider, &CloudProfile<'_>, Option<&Part<'_>>) -> T) -> T {
    let mut sources = Sources::default();
    let inputs = [Input { file: sources.add(Source::new("p.yaml", text)), fault: None }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let item = &landscape.items[0];
    let Body::CloudProfile(written) = &item.body else { panic!("not a CloudProfile") };
    let provider = cpcap::provider::find(provider).unwrap();
    give(provider, written, part(item, provider).as_ref())
}

fn part<'t>(item: &'t Item<'t>, provider: &'static Provider) -> Option<Part<'t>> {
    Part::read(&item.document.tree, item.text, item.object.node, provider)
}

fn print(capabilities: &Capabilities<'_>) -> String {
    let values = |values: &[cpcap::model::cursor::Spanned<&str>]| values.iter().map(|value| value.value).collect::<Vec<_>>().join("|");
    let entries = capabilities.iter().map(|capability| format!("{} {}", *capability.name, values(&capability.values)));
    entries.collect::<Vec<_>>().join(", ")
}
