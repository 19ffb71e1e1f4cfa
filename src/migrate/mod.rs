//! From the legacy format to that of capabilities: the core part and `providerConfig` of a
//! profile, as edits of its text, and the proof that workers get what they got. Reads no files and
//! prints nothing.

mod comments;
mod edits;
mod images;
mod proof;
mod sketch;

use std::collections::BTreeMap;

use serde_json::json;

pub use proof::{Difference, Proof, prove};

use crate::capability::{ARCHITECTURE, ARCHITECTURES, written};
use crate::config::ProviderRules;
use crate::effective;
use crate::landscape::{Body, Item};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::{CloudProfile, MachineImageVersion};
use crate::model::object::ObjectKind;
use crate::provider::azure::{ACCELERATED, BASIC, NETWORKING};
use crate::provider::config::ArchitectureAt;
use crate::provider::part::Webhook;
use crate::resolution::provided::Provided;
use crate::yaml::{NodeId, Tree};

use comments::lost_comments;
use edits::{Draft, list, object};
use images::{Done, Entry, Says, Wanted};
use sketch::{Page, Pair, Sketch};

/// Choices of the user for a migration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Remove the fields of the legacy format as well.
    pub drop_legacy: bool,
}

/// The result of a migration.
#[derive(Debug)]
pub struct Migrated {
    /// The whole text, with everything else in it as it was; none where nothing is left to do.
    pub text: Option<String>,
    /// The vocabulary that the profile gets; empty where it has one.
    pub vocabulary: Vec<(String, Vec<String>)>,
    /// How many machine types get capabilities.
    pub machine_types: usize,
    /// How many image versions get flavors in the core part.
    pub image_versions: usize,
    /// How many entries of `providerConfig` change their format.
    pub provider_entries: usize,
    /// The things that the result does not keep, as sentences.
    pub lost: Vec<String>,
}

/// Why a profile cannot be migrated, as a sentence.
pub type Refused = String;

/// Migrates a CloudProfile.
///
/// # Errors
/// When it cannot be done: why, and what to do about it.
pub fn migrate(
    item: &Item<'_>,
    rules: &ProviderRules,
    options: Options,
) -> Result<Migrated, Refused> {
    let Body::CloudProfile(written) = &item.body else {
        return Err("only CloudProfiles are migrated".to_owned());
    };
    let name = *item.object.meta.name;
    if !item.document.readable()
        || item.document.incomplete
        || !item.shape.is_empty()
        || !item.unread.is_empty()
    {
        return Err(format!(
            "CloudProfile `{name}` cannot be decoded; `cpcap lint` says why"
        ));
    }
    let kind = *written.provider_type;
    let Some(provided) = Provided::new(item, kind, rules) else {
        return Err(format!(
            "cpcap does not know the provider `{kind}`; name a known one with --provider-rules if \
             its extension is the same"
        ));
    };
    let provider = provided.provider;
    if !provider.lookup.is_by_flavor() {
        return Err(format!(
            "the extension for {} has no capability format: its `providerConfig` cannot be migrated",
            provider.title
        ));
    }
    if provided.undecodable(Webhook::Validator).is_some() {
        return Err(format!(
            "`providerConfig` of CloudProfile `{name}` cannot be decoded; `cpcap lint` says why"
        ));
    }
    let defined = |name: &str| {
        written
            .machine_capabilities
            .iter()
            .find(|of| *of.name == name)
    };
    if !written.machine_capabilities.is_empty() && defined(ARCHITECTURE).is_none() {
        return Err(format!(
            "the vocabulary of CloudProfile `{name}` does not define `{ARCHITECTURE}`; add it first"
        ));
    }
    Job::new(item, written, &provided, options)
        .run()
        .ok_or_else(|| {
            format!(
                "the text of CloudProfile `{name}` cannot be edited without changing something \
            else, most likely through an anchor; write it out first"
            )
        })
}

/// A profile that is migrated.
struct Job<'a> {
    item: &'a Item<'a>,
    written: &'a CloudProfile<'a>,
    /// With what the server fills in.
    filled: CloudProfile<'a>,
    provided: &'a Provided<'a>,
    options: Options,
    /// The architectures of the vocabulary, in its order.
    architectures: Vec<String>,
    networking: bool,
}

impl<'a> Job<'a> {
    fn new(
        item: &'a Item<'a>,
        written: &'a CloudProfile<'a>,
        provided: &'a Provided<'a>,
        options: Options,
    ) -> Self {
        let filled = effective::stored(written);
        let defined = |name: &str| {
            written
                .machine_capabilities
                .iter()
                .find(|of| *of.name == name)
        };
        let architectures = match defined(ARCHITECTURE) {
            Some(of) => of
                .values
                .iter()
                .map(|value| value.value.to_owned())
                .collect(),
            None => in_use(&filled),
        };
        let versions = provided
            .part
            .iter()
            .flat_map(|part| part.config.images.iter())
            .map(|image| &image.versions);
        let networking = if written.machine_capabilities.is_empty() {
            versions
                .into_iter()
                .any(|versions| images::accelerates(versions))
        } else {
            defined(NETWORKING).is_some() && provided.provider.accelerates.is_some()
        };
        Self {
            item,
            written,
            filled,
            provided,
            options,
            architectures,
            networking,
        }
    }

    fn is_legacy(&self) -> bool {
        self.written.machine_capabilities.is_empty()
    }

    fn run(&self) -> Option<Migrated> {
        let tree = &self.item.document.tree;
        let root = self.item.object.node;
        let spec = tree.get(root, "spec")?.value;
        let page = Page {
            text: self.item.text,
            tree,
            json: self.item.document.json,
            dash: dash(self.item.text, tree, spec),
        };
        let mut draft = Draft {
            page,
            edits: Vec::new(),
            expected: object(tree, root),
        };
        let mut done = Migrated {
            text: None,
            vocabulary: Vec::new(),
            machine_types: 0,
            image_versions: 0,
            provider_entries: 0,
            lost: Vec::new(),
        };
        self.vocabulary(&mut draft, spec, &mut done)?;
        let says = self.provider(&mut draft, spec, &mut done)?;
        self.images(&mut draft, spec, &says, &mut done)?;
        self.machine_types(&mut draft, spec, &mut done)?;
        if draft.edits.is_empty() {
            return Some(done);
        }
        let place = place(tree, root)?;
        let document = self.item.document.index;
        let text = draft.finish(&place, document).or_else(|| {
            // What `providerConfig` says is printed anew where it cannot be moved as it was
            // written.
            let part = tree.get(spec, "providerConfig")?.value;
            let images = draft
                .expected
                .pointer("/spec/providerConfig/machineImages")?
                .clone();
            draft.print_anew(part, "machineImages", &images)?;
            done.lost.push(
                "`spec.providerConfig.machineImages` is printed anew: anchors and \
                merges in it could not be kept"
                    .to_owned(),
            );
            draft.finish(&place, document)
        })?;
        for comment in lost_comments(self.item.text, &text) {
            done.lost.push(format!(
                "the comment `{comment}`, as what it speaks of is gone"
            ));
        }
        done.text = Some(text);
        Some(done)
    }

    fn vocabulary(&self, draft: &mut Draft<'_>, spec: NodeId, done: &mut Migrated) -> Option<()> {
        if !self.is_legacy() {
            return Some(());
        }
        done.vocabulary
            .push((ARCHITECTURE.to_owned(), self.architectures.clone()));
        if self.networking {
            done.vocabulary.push((
                NETWORKING.to_owned(),
                [ACCELERATED, BASIC].map(str::to_owned).to_vec(),
            ));
        }
        let definition = |(name, values): &(String, Vec<String>)| {
            Sketch::Map(vec![
                Pair::New("name", Sketch::Flow(json!(name))),
                Pair::New("values", Sketch::Flow(json!(values))),
            ])
        };
        let value = list(done.vocabulary.iter().map(definition));
        draft.set_before(
            "/spec",
            spec,
            "machineCapabilities",
            value,
            &["machineImages", "machineTypes"],
        )
    }

    /// The capabilities of flavors, by image and version.
    fn provider(
        &self,
        draft: &mut Draft<'_>,
        spec: NodeId,
        done: &mut Migrated,
    ) -> Option<BTreeMap<(String, String), Vec<Says>>> {
        let mut all = BTreeMap::new();
        let (Some(part), Some(config)) = (
            &self.provided.part,
            draft.page.tree.get(spec, "providerConfig"),
        ) else {
            return Some(all);
        };
        let tree = draft.page.tree;
        let Some(list) = tree
            .get(config.value, "machineImages")
            .map(|entry| entry.value)
        else {
            return Some(all);
        };
        for (at, (image, node)) in part.config.images.iter().zip(tree.items(list)).enumerate() {
            let Some(versions) = tree.get(*node, "versions").map(|entry| entry.value) else {
                continue;
            };
            let items = tree.items(versions);
            let wanted = |version: &str| self.wanted(*image.name, version);
            let Done {
                entries,
                says,
                left_out,
            } = images::image(draft.page, &image.versions, (versions, items), wanted);
            all.extend(
                says.into_iter()
                    .map(|(version, says)| (((*image.name).to_owned(), version.to_owned()), says)),
            );
            for (version, architecture) in left_out {
                done.lost.push(format!(
                    "the {architecture} artifact of `{}` {version} in `providerConfig` is left \
                     out, as the core part does not offer it",
                    *image.name
                ));
            }
            let mut values = Vec::new();
            for (entry, item) in entries.iter().zip(items) {
                match entry {
                    Entry::Stays => values.push(tree.to_json(*item)),
                    Entry::Goes => draft.remove_element(versions, *item)?,
                    Entry::Becomes(sketch) => {
                        done.provider_entries += 1;
                        values.push(draft.page.value(sketch));
                        draft.replace_element(*item, sketch);
                    }
                }
            }
            *draft
                .expected
                .pointer_mut(&format!("/spec/providerConfig/machineImages/{at}/versions"))? =
                values.into();
        }
        Some(all)
    }

    /// The architectures and networking that the core part offers for a version.
    fn wanted(&self, image: &str, version: &str) -> Wanted<'_> {
        let find = |profile: &'a CloudProfile<'a>| version_of(profile, image, version);
        let said_nowhere = self.provided.provider.fields.architecture == ArchitectureAt::Nowhere;
        let offered = |name: &&str| match version_of(&self.filled, image, version) {
            Some(found) if self.is_legacy() => {
                found.architectures.iter().any(|value| value.value == *name)
            }
            // With a vocabulary, an entry that says no architecture is for amd64.
            Some(_) if said_nowhere => {
                match find(self.written)
                    .map(|found| &found.capability_flavors)
                    .filter(|flavors| !flavors.is_empty())
                {
                    Some(flavors) if self.provided.provider.derive.is_none() => {
                        flavors.iter().any(|flavor| {
                            written(&flavor.capabilities, ARCHITECTURE)
                                .iter()
                                .any(|value| value.value == *name)
                        })
                    }
                    _ => *name == DEFAULT_ARCHITECTURE,
                }
            }
            _ => true,
        };
        Wanted {
            provider: self.provided.provider,
            architectures: self
                .architectures
                .iter()
                .map(String::as_str)
                .filter(offered)
                .collect(),
            networking: self.networking,
        }
    }

    fn images(
        &self,
        draft: &mut Draft<'_>,
        spec: NodeId,
        says: &BTreeMap<(String, String), Vec<Says>>,
        done: &mut Migrated,
    ) -> Option<()> {
        let tree = draft.page.tree;
        let Some(images) = tree.get(spec, "machineImages").map(|entry| entry.value) else {
            return Some(());
        };
        for (i, (image, node)) in self
            .filled
            .machine_images
            .iter()
            .zip(tree.items(images))
            .enumerate()
        {
            let Some(versions) = tree.get(*node, "versions").map(|entry| entry.value) else {
                continue;
            };
            let written = self.written.machine_images.get(i)?;
            for (j, (version, node)) in image.versions.iter().zip(tree.items(versions)).enumerate()
            {
                let at = format!("/spec/machineImages/{i}/versions/{j}");
                if written.versions.get(j)?.capability_flavors.is_empty() {
                    let mut flavors: Vec<Says> = Vec::new();
                    let found =
                        says.get(&((*image.name).to_owned(), (*version.version()).to_owned()));
                    let legacy = version
                        .architectures
                        .iter()
                        .map(|value| vec![(ARCHITECTURE.to_owned(), vec![value.value.to_owned()])]);
                    for flavor in found.cloned().unwrap_or_else(|| legacy.collect()) {
                        if !flavors.contains(&flavor) {
                            flavors.push(flavor);
                        }
                    }
                    let page = draft.page;
                    let value = list(flavors.iter().map(|says| capabilities(page, *node, says)));
                    draft.set(
                        &at,
                        *node,
                        "capabilityFlavors",
                        value,
                        ("architectures", self.options.drop_legacy),
                    )?;
                    done.image_versions += 1;
                } else if self.options.drop_legacy {
                    draft.remove(&at, *node, "architectures")?;
                }
            }
        }
        Some(())
    }

    fn machine_types(
        &self,
        draft: &mut Draft<'_>,
        spec: NodeId,
        done: &mut Migrated,
    ) -> Option<()> {
        let tree = draft.page.tree;
        let Some(types) = tree.get(spec, "machineTypes").map(|entry| entry.value) else {
            return Some(());
        };
        let marked = |name: &str| {
            let of = self
                .provided
                .part
                .iter()
                .flat_map(|part| &part.config.machine_types);
            of.into_iter()
                .any(|of| *of.name == name && of.accelerated_networking.value == Some(true))
        };
        let all = self.written.machine_types.iter();
        let shared = all.clone().all(|of| marked(*of.name));
        for (i, (machine, node)) in all.zip(tree.items(types)).enumerate() {
            let at = format!("/spec/machineTypes/{i}");
            let mut says: Says = Vec::new();
            let legacy = machine.architecture.value;
            if self.architectures.len() > 1
                || (self.is_legacy() && self.options.drop_legacy && legacy.is_some())
            {
                says.push((
                    ARCHITECTURE.to_owned(),
                    vec![legacy.unwrap_or(DEFAULT_ARCHITECTURE).to_owned()],
                ));
            }
            if self.networking && self.is_legacy() && !shared {
                says.push(images::networking(marked(*machine.name)));
            }
            if machine.capabilities.is_empty() && !says.is_empty() {
                let value = capabilities(draft.page, *node, &says);
                draft.set(
                    &at,
                    *node,
                    "capabilities",
                    value,
                    (ARCHITECTURE, self.options.drop_legacy),
                )?;
                done.machine_types += 1;
            } else if self.options.drop_legacy
                && (self.architectures.len() == 1
                    || machine
                        .capabilities
                        .iter()
                        .any(|of| *of.name == ARCHITECTURE))
            {
                draft.remove(&at, *node, ARCHITECTURE)?;
            }
        }
        Some(())
    }
}

/// Capabilities in the style of the map that gets them.
fn capabilities(page: Page<'_>, node: NodeId, says: &Says) -> Sketch {
    if page.is_flow(node) {
        Sketch::Flow(images::capabilities(says))
    } else {
        images::lines(says)
    }
}

/// A version of an image, by name.
fn version_of<'p, 't>(
    profile: &'p CloudProfile<'t>,
    image: &str,
    version: &str,
) -> Option<&'p MachineImageVersion<'t>> {
    let images = profile
        .machine_images
        .iter()
        .filter(|known| *known.name == image);
    images
        .flat_map(|image| image.versions.iter())
        .find(|known| **known.version() == *version)
}

/// The architectures of machine types and image versions; first the one that stands for what says
/// none.
fn in_use(profile: &CloudProfile<'_>) -> Vec<String> {
    let of_images = profile
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter())
        .flat_map(|version| version.architectures.iter());
    let of_types = profile
        .machine_types
        .iter()
        .filter_map(|of| of.architecture.value);
    let used: Vec<&str> = of_images.map(|value| value.value).chain(of_types).collect();
    let found: Vec<String> = ARCHITECTURES
        .iter()
        .filter(|name| used.contains(name))
        .map(|name| (*name).to_owned())
        .collect();
    if found.is_empty() {
        vec![DEFAULT_ARCHITECTURE.to_owned()]
    } else {
        found
    }
}

/// How far the lists of this text are indented relative to their keys.
fn dash(text: &str, tree: &Tree<'_>, spec: NodeId) -> usize {
    let page = Page {
        text,
        tree,
        json: false,
        dash: 0,
    };
    let lists = ["machineImages", "machineTypes", "regions"]
        .into_iter()
        .filter_map(|name| tree.get(spec, name));
    let found = lists.filter_map(|entry| {
        let item = *tree.items(entry.value).first()?;
        let (line, start) = (page.line_start(page.start(item)), page.start(item));
        let dash = text.get(line..start)?.find('-')?;
        dash.checked_sub(page.column(page.start(entry.key)))
    });
    found.into_iter().next().unwrap_or(0)
}

/// The place of an object in its document: the positions in lists.
fn place(tree: &Tree<'_>, object: NodeId) -> Option<Vec<usize>> {
    let root = tree.root()?;
    if root == object {
        return Some(Vec::new());
    }
    let items = tree.get(root, "items")?.value;
    Some(vec![
        tree.items(items)
            .iter()
            .position(|item| tree.target(*item) == object)?,
    ])
}

/// Whether an object is one that is migrated.
#[must_use]
pub fn is_profile(item: &Item<'_>) -> bool {
    item.object.kind == ObjectKind::CloudProfile
}

/// Whether it is one in the legacy format.
#[must_use]
pub fn is_legacy(item: &Item<'_>) -> bool {
    matches!(&item.body, Body::CloudProfile(written) if written.machine_capabilities.is_empty())
}
