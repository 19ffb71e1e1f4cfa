//! Profiles made of a core part and a `providerConfig`, and what each webhook and the look-up say of
//! them, as short texts.

use cpcap::capability::Vocabulary;
use cpcap::effective;
use cpcap::landscape::{Body, Input, Landscape, read};
use cpcap::merge;
use cpcap::model::cloudprofile::{
    Capabilities, Capability, CloudProfile, MachineImage, MachineImageVersion,
};
use cpcap::model::cursor::Cursor;
use cpcap::provider::Provider;
use cpcap::provider::fault::Fault;
use cpcap::provider::lookup::{Absent, Catalog, NoArtifact};
use cpcap::provider::part::{Part, Undecodable, Webhook};
use cpcap::resolution::parents::{self, Parent};
use cpcap::source::{Source, Sources};
use serde_json::Value;

/// A CloudProfile as written, with its `providerConfig`.
pub struct Profile<'t> {
    pub provider: &'static Provider,
    pub text: &'t str,
    pub written: &'t CloudProfile<'t>,
    pub part: Option<&'t Part<'t>>,
}

/// A NamespacedCloudProfile as written, with its `providerConfig` and its parent.
pub struct Child<'t> {
    pub provider: &'static Provider,
    pub text: &'t str,
    pub written: &'t CloudProfile<'t>,
    pub part: Option<&'t Part<'t>>,
    pub parent: &'t Parent<'t>,
    pub of_parent: Option<&'t Part<'t>>,
}

/// Hands over the CloudProfile of a core part (below `spec`) and a `providerConfig` (below
/// `providerConfig`, its header added).
#[track_caller]
pub fn on_profile<R>(
    provider: &str,
    core: &str,
    config: &str,
    judge: impl FnOnce(&Profile<'_>) -> R,
) -> R {
    let mut sources = Sources::default();
    let inputs = [Input {
        file: sources.add(Source::new("p.yaml", profile(provider, core, config))),
        fault: None,
    }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let item = &landscape.items[0];
    assert!(item.shape.is_empty(), "{:?}", item.shape);
    let Body::CloudProfile(written) = &item.body else {
        panic!("not a CloudProfile")
    };
    let provider = cpcap::provider::find(provider).unwrap();
    let part = Part::read(&item.document.tree, item.text, item.object.node, provider);
    judge(&Profile {
        provider,
        text: item.text,
        written,
        part: part.as_ref(),
    })
}

/// Hands over the NamespacedCloudProfile of such parts: first those of the parent, then its own.
#[track_caller]
pub fn on_child<R>(
    provider: &str,
    core: [&str; 2],
    config: [&str; 2],
    judge: impl FnOnce(&Child<'_>) -> R,
) -> R {
    let mut sources = Sources::default();
    let mut add = |name: &str, text: String| {
        [Input {
            file: sources.add(Source::new(name, text)),
            fault: None,
        }]
    };
    let parent = add("parent.yaml", profile(provider, core[0], config[0]));
    let child = add("child.yaml", child(provider, core[1], config[1]));
    let (parent_files, files) = (read(&sources, &parent), read(&sources, &child));
    let (context, landscape) = (Landscape::new(&parent_files), Landscape::new(&files));
    let item = &landscape.items[0];
    assert!(item.shape.is_empty(), "{:?}", item.shape);
    let parent = Parent::new(&context.items[0]).unwrap();
    let provider = cpcap::provider::find(provider).unwrap();
    let part = Part::read(&item.document.tree, item.text, item.object.node, provider);
    let of_parent = Cursor::new(
        &parent.item.document.tree,
        parent.item.text,
        parent.item.object.node,
    )
    .elsewhere();
    let of_parent = Part::at(of_parent, provider);
    let written = &parents::namespaced(item).unwrap().spec;
    judge(&Child {
        provider,
        text: item.text,
        written,
        part: part.as_ref(),
        parent: &parent,
        of_parent: of_parent.as_ref(),
    })
}

impl<'t> Profile<'t> {
    /// The faults of the validating webhook.
    pub fn faults(&self) -> Result<Vec<Fault<'t>>, Undecodable> {
        let mut core = self.written.clone();
        effective::default(&mut core);
        self.provider.validate(
            &core,
            &Vocabulary::new(&core.machine_capabilities),
            self.part,
        )
    }
}

impl<'t> Child<'t> {
    /// The faults of the validating webhook.
    pub fn faults(&self) -> Result<Vec<Fault<'t>>, Undecodable> {
        let mut core = self.written.clone();
        merge::default(&mut core);
        merge::uniform(&mut core, &self.parent.vocabulary);
        self.provider.validate_child(
            &core,
            &self.parent.profile,
            &self.parent.vocabulary,
            self.part,
        )
    }
}

/// The bytes that the faults of a CloudProfile point at, in the order of the faults.
#[track_caller]
pub fn pointed(provider: &str, core: &str, config: &str) -> Vec<String> {
    on_profile(provider, core, config, |profile| {
        texts(profile.text, &profile.faults().unwrap())
    })
}

/// The same of a NamespacedCloudProfile.
#[track_caller]
pub fn pointed_in_child(provider: &str, core: [&str; 2], config: [&str; 2]) -> Vec<String> {
    on_child(provider, core, config, |child| {
        texts(child.text, &child.faults().unwrap())
    })
}

fn texts(text: &str, faults: &[Fault<'_>]) -> Vec<String> {
    faults
        .iter()
        .map(|fault| text[fault.span.range()].to_owned())
        .collect()
}

/// The errors of the validating webhook for an update: `type field bytes`, of the new text.
#[track_caller]
pub fn updated(provider: &str, old: &str, new: &str) -> Vec<String> {
    on_profile(provider, "", old, |old| {
        on_profile(provider, "", new, |new| {
            let faults = new.provider.validate_update(old.part, new.part).unwrap();
            let told = |fault: &Fault<'_>| {
                format!(
                    "{} {} {}",
                    fault.what.error().as_str(),
                    fault.field,
                    &new.text[fault.span.range()]
                )
            };
            faults.iter().map(told).collect()
        })
    })
}

/// Why a webhook cannot decode `providerConfig` of a CloudProfile.
#[track_caller]
pub fn undecodable(provider: &str, config: &str, webhook: Webhook) -> Option<Undecodable> {
    on_profile(provider, "", config, |profile| {
        profile.part.unwrap().undecodable(webhook)
    })
}

/// The flavors of all versions of a CloudProfile after the mutating webhook, such as `gl@1.0.0
/// {architecture: [amd64]}`.
#[track_caller]
pub fn mutated(provider: &str, core: &str, config: &str) -> Vec<String> {
    on_profile(provider, core, config, |profile| {
        let mut core = profile.written.clone();
        profile.provider.mutate(&mut core, profile.part).unwrap();
        flavors(&core)
    })
}

/// The same of a NamespacedCloudProfile.
#[track_caller]
pub fn mutated_child(provider: &str, core: [&str; 2], config: [&str; 2]) -> Vec<String> {
    on_child(provider, core, config, |child| {
        let mut core = child.written.clone();
        child
            .provider
            .mutate_child(&mut core, &child.parent.vocabulary, child.part)
            .unwrap();
        flavors(&core)
    })
}

/// The images of the merged `providerConfig`.
#[track_caller]
pub fn merged(provider: &str, core: [&str; 2], config: [&str; 2]) -> Value {
    merged_part(provider, core, config)["machineImages"].clone()
}

/// The merged `providerConfig`.
#[track_caller]
pub fn merged_part(provider: &str, core: [&str; 2], config: [&str; 2]) -> Value {
    on_child(provider, core, config, |child| {
        let (of_parent, part) = (child.of_parent.unwrap(), child.part.unwrap());
        let merged =
            child
                .provider
                .merged(&of_parent.config, &part.config, &child.parent.vocabulary);
        cpcap::provider::merge::render(child.provider, &merged, of_parent, part).unwrap()
    })
}

/// The artifact of a worker with gl@1.0.0 in a region, for the machine type `arm`, which is for
/// arm64, or `any`, which says nothing.
#[track_caller]
pub fn artifact(
    provider: &str,
    core: &str,
    config: &str,
    region: &str,
    machine_type: &str,
) -> String {
    let core = format!(
        "{core}  machineTypes: [{{name: any}}, {{name: arm, capabilities: {{architecture: \
         [arm64]}}}}]\n"
    );
    let architecture = if machine_type == "arm" {
        "arm64"
    } else {
        "amd64"
    };
    look_up(
        provider,
        &core,
        config,
        ["gl", "1.0.0", region, machine_type, architecture],
    )
}

/// The artifact of a worker: its fields and the capabilities of the flavor; or the reason why there
/// is none. The worker: image, version, region, machine type, architecture.
#[track_caller]
pub fn look_up(provider: &str, core: &str, config: &str, worker: [&str; 5]) -> String {
    on_profile(provider, core, config, |profile| {
        let stored = effective::stored(profile.written);
        let catalog = Catalog::new(profile.provider, &stored, &profile.part.unwrap().config);
        let [image, version, region, machine_type, architecture] = worker;
        let found = catalog.find(image, version, region, machine_type, architecture);
        match found {
            Ok(artifact) => {
                let fields = artifact
                    .fields
                    .iter()
                    .map(|(field, value)| format!("{field} {} ", value.value))
                    .collect::<String>();
                fields + &written(&artifact.capabilities)
            }
            Err(NoArtifact::UnknownMachineType) => "unknown machine type".to_owned(),
            Err(NoArtifact::Absent(Absent::Image)) => "no image".to_owned(),
            Err(NoArtifact::Absent(Absent::Version)) => "no version".to_owned(),
            Err(NoArtifact::Absent(Absent::Region { elsewhere })) => if elsewhere {
                "only elsewhere"
            } else {
                "nowhere"
            }
            .to_owned(),
            Err(NoArtifact::Incompatible { flavors }) => {
                format!(
                    "incompatible in {:?}",
                    flavors
                        .iter()
                        .map(|(_, clashes)| clashes)
                        .collect::<Vec<_>>()
                )
            }
            Err(NoArtifact::Ambiguous(flavors)) => format!("{} flavors alike", flavors.len()),
            Err(NoArtifact::NoArchitecture(_)) => "no architecture".to_owned(),
            Err(NoArtifact::Nameless(_)) => "nameless".to_owned(),
            Err(NoArtifact::Elsewhere) => "elsewhere".to_owned(),
        }
    })
}

fn flavors(core: &CloudProfile<'_>) -> Vec<String> {
    let versions = core
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter().map(move |version| (image, version)));
    let flavor = |(image, version): (&MachineImage<'_>, &MachineImageVersion<'_>)| {
        let flavors: Vec<String> = version
            .capability_flavors
            .iter()
            .map(|flavor| written(&flavor.capabilities))
            .collect();
        format!(
            "{}@{} {}",
            *image.name,
            *version.version(),
            flavors.join(" ")
        )
    };
    versions.map(flavor).collect()
}

fn written(capabilities: &Capabilities<'_>) -> String {
    let capability = |capability: &Capability<'_>| {
        let values: Vec<&str> = capability.values.iter().map(|value| value.value).collect();
        format!("{}: [{}]", *capability.name, values.join(", "))
    };
    format!(
        "{{{}}}",
        capabilities
            .iter()
            .map(capability)
            .collect::<Vec<_>>()
            .join(", ")
    )
}

pub fn profile(provider: &str, core: &str, config: &str) -> String {
    let config = part(provider, config);
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {provider}\n{core}{config}"
    )
}

pub fn child(provider: &str, core: &str, config: &str) -> String {
    let config = part(provider, config);
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: \
         c, namespace: garden-x}}\nspec:\n  parent: {{kind: CloudProfile, name: p}}\n{core}{config}"
    )
}

/// A part that begins with its own `providerConfig` stays as it is.
fn part(provider: &str, config: &str) -> String {
    if config.is_empty() || config.starts_with("  providerConfig") {
        return config.to_owned();
    }
    format!(
        "  providerConfig:\n    apiVersion: \
         {provider}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
         CloudProfileConfig\n{config}"
    )
}
