//! The steps of a migration as edits of one object.

use std::collections::BTreeMap;

use serde_json::json;

use super::axes::{Axes, Axis};
use super::family::{Family, Under, accelerates, in_use};
use super::images::{self, Done, Entry, Says, Wanted};
use super::{Migrated, Refused, Step, Steps};
use crate::capability::{ARCHITECTURE, ARCHITECTURES, written};
use crate::draft::{Draft, Element, Page, Pair, Sketch, list, lost_comments};
use crate::effective;
use crate::landscape::Item;
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::{CapabilityDefinition, CloudProfile, MachineImageVersion};
use crate::model::path::FieldPath;
use crate::provider::Provider;
use crate::provider::azure::{ACCELERATED, BASIC, NETWORKING};
use crate::provider::config::ArchitectureAt;
use crate::resolution::provided::Provided;
use crate::words;
use crate::yaml::NodeId;

/// A profile that is migrated.
pub(super) struct Job<'a> {
    item: &'a Item<'a>,
    written: &'a CloudProfile<'a>,
    /// With what the server fills in.
    filled: CloudProfile<'a>,
    provider: &'static Provider,
    provided: Option<&'a Provided<'a>>,
    /// Of a NamespacedCloudProfile: whose vocabulary it uses.
    parent: Option<Under<'a>>,
    steps: &'a Steps,
    given: Axes<'a>,
    /// The axes that are added or filled in.
    axes: Vec<Axis>,
    /// The names in the vocabulary that there is already.
    defined: Vec<String>,
    /// Whether the profile gets its vocabulary now.
    is_legacy: bool,
    /// The architectures of the vocabulary, in its order.
    architectures: Vec<String>,
    networking: bool,
}

impl<'a> Job<'a> {
    pub fn new(
        item: &'a Item<'a>,
        written: &'a CloudProfile<'a>,
        definitions: &[CapabilityDefinition<'_>],
        (provider, provided, family): (&'static Provider, Option<&'a Provided<'a>>, Family<'a>),
        (steps, given): (&'a Steps, Axes<'a>),
    ) -> Result<Self, Refused> {
        // A NamespacedCloudProfile has no vocabulary of its own, so its versions and machine types
        // get the architecture that they have under a legacy parent.
        let filled = effective::stored(written);
        let is_legacy = definitions.is_empty();
        let defined = |name: &str| definitions.iter().find(|of| *of.name == name);
        let architectures = match defined(ARCHITECTURE) {
            Some(of) => of
                .values
                .iter()
                .map(|value| value.value.to_owned())
                .collect(),
            None => {
                let mut used = in_use(&filled);
                if let Family::Parent(needs) = family {
                    used.extend(needs.architectures.iter().cloned());
                }
                ARCHITECTURES
                    .iter()
                    .filter(|name| used.iter().any(|used| used == *name))
                    .map(|name| (*name).to_owned())
                    .collect()
            }
        };
        let (needs, parent) = match family {
            Family::Parent(needs) => (Some(needs), None),
            Family::Child(under) => (None, Some(under)),
        };
        let networking = if is_legacy {
            accelerates(provided)
                || provider.accelerates.is_some() && needs.is_some_and(|needs| needs.accelerates)
        } else {
            defined(NETWORKING).is_some() && provider.accelerates.is_some()
        };
        let axes = given.of(definitions)?;
        if let Some(of) = parent
            && let Some(axis) = axes.iter().find(|axis| defined(&axis.name).is_none())
        {
            return Err(format!(
                "the vocabulary of {}, its parent, does not define `{}`; add it there in the same \
                 run",
                words::object(of.parent.item),
                axis.name
            ));
        }
        Ok(Self {
            item,
            written,
            filled,
            provider,
            provided,
            parent,
            steps,
            given,
            axes,
            defined: definitions.iter().map(|of| (*of.name).to_owned()).collect(),
            is_legacy,
            architectures,
            networking,
        })
    }

    fn takes(&self, step: Step) -> bool {
        self.steps.contains(&step)
    }

    /// Whether a NamespacedCloudProfile overrides a version of its parent. The server lets only the
    /// expiration date of such a version differ.
    fn overrides(&self, image: &str, version: &str) -> bool {
        self.parent
            .is_some_and(|under| version_of(&under.parent.profile, image, version).is_some())
    }

    pub fn run(&self) -> Option<Migrated> {
        let tree = &self.item.document.tree;
        let spec = tree.get(self.item.object.node, "spec")?.value;
        let mut draft = Draft::new(self.item)?;
        let mut done = Migrated {
            text: None,
            vocabulary: Vec::new(),
            machine_types: 0,
            image_versions: 0,
            provider_entries: 0,
            lost: Vec::new(),
            optional: Vec::new(),
        };
        self.vocabulary(&mut draft, spec, &mut done)?;
        let says = self.provider(&mut draft, spec, &mut done)?;
        self.images(&mut draft, spec, &says, &mut done)?;
        self.machine_types(&mut draft, spec, &mut done)?;
        if draft.edits.is_empty() {
            return Some(done);
        }
        let text = draft.finish().or_else(|| {
            // What `providerConfig` says is printed anew where it cannot be moved as it was
            // written.
            let part = tree.get(spec, "providerConfig")?.value;
            let at = "spec.providerConfig.machineImages".into();
            let images = draft.says(&at)?.clone();
            draft.print_anew(part, "machineImages", &images)?;
            done.lost.push(
                "`spec.providerConfig.machineImages` is printed anew: anchors and \
                merges in it could not be kept"
                    .to_owned(),
            );
            draft.finish()
        })?;
        done.lost.extend(lost(self.item.text, &text));
        done.text = Some(text);
        done.optional = self.optional(&done);
        Some(done)
    }

    /// What the text need not say, because the server or the webhook of the extension fills it in.
    fn optional(&self, done: &Migrated) -> Vec<String> {
        let mut optional = Vec::new();
        if done.image_versions > 0 && self.provider.derive.is_some() {
            optional.push(format!(
                "`capabilityFlavors` of `spec.machineImages`, which the webhook of the extension for {} \
                 takes from `providerConfig`",
                self.provider.title
            ));
        }
        let has_legacy = || {
            let types = self.written.machine_types.iter();
            let versions = self.written.machine_images.iter();
            let mut versions = versions.flat_map(|image| image.versions.iter());
            types.clone().any(|of| of.architecture.value.is_some())
                || versions.any(|of| !of.architectures.is_empty())
        };
        let has_both = done.image_versions > 0 && done.machine_types > 0;
        if has_both && !self.takes(Step::Finish) && has_legacy() {
            optional.push(
                "`architecture` and `architectures`, which the server takes from the capabilities; \
                 --drop-legacy removes them"
                    .to_owned(),
            );
        }
        optional
    }

    fn vocabulary(&self, draft: &mut Draft<'_>, spec: NodeId, done: &mut Migrated) -> Option<()> {
        if self.parent.is_some() || !self.takes(Step::Vocabulary) {
            return Some(());
        }
        if self.is_legacy {
            done.vocabulary
                .push((ARCHITECTURE.to_owned(), self.architectures.clone()));
            if self.networking {
                done.vocabulary.push((
                    NETWORKING.to_owned(),
                    [ACCELERATED, BASIC].map(str::to_owned).to_vec(),
                ));
            }
        }
        let new = self
            .axes
            .iter()
            .filter(|axis| !self.defined.contains(&axis.name))
            .map(|axis| (axis.name.clone(), axis.values.clone()));
        done.vocabulary.extend(new);
        if done.vocabulary.is_empty() {
            return Some(());
        }
        let tree = draft.page.tree;
        let known = tree.get(spec, "machineCapabilities");
        let known = known.map_or(&[][..], |list| tree.items(list.value));
        let kept = known.iter().map(|node| Element {
            lead: Some(*node),
            value: Sketch::Node(*node),
        });
        let definition = |(name, values): &(String, Vec<String>)| Element {
            lead: None,
            value: Sketch::Map(vec![
                Pair::New("name", Sketch::Flow(json!(name))),
                Pair::New("values", Sketch::Flow(json!(values))),
            ]),
        };
        let value = Sketch::List(kept.chain(done.vocabulary.iter().map(definition)).collect());
        draft.set_before(
            &"spec".into(),
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
            self.provided.and_then(|provided| provided.part.as_ref()),
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
            if !self.takes(Step::Provider) {
                continue;
            }
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
            let path = FieldPath::from("spec.providerConfig.machineImages")
                .index(at)
                .field("versions");
            *draft.says(&path)? = values.into();
        }
        Some(all)
    }

    /// The architectures and networking that the core part offers for a version.
    fn wanted(&self, image: &str, version: &str) -> Wanted<'_> {
        let said_nowhere = self.provider.fields.architecture == ArchitectureAt::Nowhere;
        let offered = |name: &&str| match version_of(&self.filled, image, version) {
            Some(found) if self.is_legacy || self.is_bare(image, version) => {
                found.architectures.iter().any(|value| value.value == *name)
            }
            // With a vocabulary, an entry that says no architecture is for amd64.
            Some(_) if said_nowhere => {
                match version_of(self.written, image, version)
                    .map(|found| &found.capability_flavors)
                    .filter(|flavors| !flavors.is_empty())
                {
                    Some(flavors) if self.provider.derive.is_none() => {
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
            provider: self.provider,
            architectures: self
                .architectures
                .iter()
                .map(String::as_str)
                .filter(offered)
                .collect(),
            networking: self.networking,
        }
    }

    /// Whether a version of a NamespacedCloudProfile says nothing but architectures.
    fn is_bare(&self, image: &str, version: &str) -> bool {
        self.parent.is_some()
            && version_of(self.written, image, version)
                .is_some_and(|version| version.capability_flavors.is_empty())
    }

    fn images(
        &self,
        draft: &mut Draft<'_>,
        spec: NodeId,
        says: &BTreeMap<(String, String), Vec<Says>>,
        done: &mut Migrated,
    ) -> Option<()> {
        let tree = draft.page.tree;
        if !self.takes(Step::Images) {
            return Some(());
        }
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
                if self.overrides(*image.name, *version.version()) {
                    continue;
                }
                let at = FieldPath::from("spec.machineImages")
                    .index(i)
                    .field("versions")
                    .index(j);
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
                        ("architectures", self.takes(Step::Finish)),
                    )?;
                    done.image_versions += 1;
                } else if self.takes(Step::Finish) {
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
        if !self.takes(Step::MachineTypes) {
            return Some(());
        }
        let Some(types) = tree.get(spec, "machineTypes").map(|entry| entry.value) else {
            return Some(());
        };
        let marked = |name: &str| {
            let of_parent = self.parent.and_then(|under| under.parent.provided.as_ref());
            let mut of = [self.provided, of_parent]
                .into_iter()
                .flatten()
                .filter_map(|provided| provided.part.as_ref())
                .flat_map(|part| &part.config.machine_types);
            of.any(|of| *of.name == name && of.accelerated_networking.value == Some(true))
        };
        let all = self.written.machine_types.iter();
        let shared = all.clone().all(|of| marked(*of.name));
        let is_narrow = |axis: &&Axis| {
            all.clone()
                .any(|of| self.given.values(axis, *of.name).len() < axis.values.len())
        };
        let explicit: Vec<&Axis> = self.axes.iter().filter(is_narrow).collect();
        for (i, (machine, node)) in all.zip(tree.items(types)).enumerate() {
            let at = FieldPath::from("spec.machineTypes").index(i);
            let mut says: Says = Vec::new();
            if self.architectures.len() > 1 {
                let legacy = machine.architecture.value;
                says.push((
                    ARCHITECTURE.to_owned(),
                    vec![legacy.unwrap_or(DEFAULT_ARCHITECTURE).to_owned()],
                ));
            }
            // Under a parent that has had its vocabulary for long, machine types have got all kinds.
            let is_first = self
                .parent
                .map_or(self.is_legacy && !shared, |under| under.was_legacy);
            if self.networking && is_first {
                says.push(images::networking(marked(*machine.name)));
            }
            for axis in &explicit {
                if !machine.capabilities.iter().any(|of| *of.name == axis.name) {
                    let values = self.given.values(axis, *machine.name);
                    says.push((axis.name.clone(), values));
                }
            }
            let finishes = self.takes(Step::Finish);
            if machine.capabilities.is_empty() && !says.is_empty() {
                let value = capabilities(draft.page, *node, &says);
                let beside = (ARCHITECTURE, finishes);
                draft.set(&at, *node, "capabilities", value, beside)?;
                done.machine_types += 1;
                continue;
            }
            says.retain(|(name, _)| explicit.iter().any(|axis| axis.name == *name));
            if !says.is_empty() {
                let old = tree.get(*node, "capabilities")?.value;
                let kept = images::pairs(draft.page, old).into_iter();
                let mut all: Vec<Pair> = kept.map(|(key, value)| Pair::Kept(key, value)).collect();
                let new = says.into_iter();
                all.extend(new.map(|(name, of)| Pair::Named(name, Sketch::Flow(json!(of)))));
                let value = if draft.page.is_flow(old) {
                    Sketch::Line(all)
                } else {
                    Sketch::Map(all)
                };
                draft.set(&at, *node, "capabilities", value, (ARCHITECTURE, false))?;
                done.machine_types += 1;
            }
            let states_it = || {
                machine
                    .capabilities
                    .iter()
                    .any(|of| *of.name == ARCHITECTURE)
            };
            if finishes && (self.architectures.len() == 1 || states_it()) {
                draft.remove(&at, *node, ARCHITECTURE)?;
            }
        }
        Some(())
    }
}

/// The comments that a new text lacks, as sentences name them.
pub(super) fn lost(old: &str, new: &str) -> Vec<String> {
    let sentence = |comment| format!("the comment `{comment}`, as what it speaks of is gone");
    lost_comments(old, new).into_iter().map(sentence).collect()
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
