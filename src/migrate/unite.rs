//! Versions that differ by a trait become flavors of one version, in the core part and in
//! `providerConfig`. The text has flavors already.

use serde_json::{Value as Json, json};

use super::chosen::Chosen;
use super::job::lost;
use super::proof::Text;
use super::suggest::{Suggestion, United, is_own};
use super::{Migrated, Refused};
use crate::draft::{Draft, Element, Pair, Sketch};
use crate::landscape::{Input, Item, Landscape, read};
use crate::model::path::FieldPath;
use crate::source::Sources;
use crate::yaml::NodeId;

/// Makes versions one by the suggestions that are taken. `own`: the text as it was; `current`: as it is
/// where the migration changes nothing.
pub(super) fn unite(
    mut done: Migrated,
    chosen: &Chosen,
    own: Text<'_>,
    (position, current): (usize, &str),
) -> Result<Migrated, Refused> {
    for suggestion in chosen.taken().filter(|of| !of.united.is_empty()) {
        let mut sources = Sources::default();
        let text = done.text.as_deref().unwrap_or(current);
        let input = Input {
            file: sources.add(own.like.with_text(text)),
            fault: None,
        };
        let files = read(&sources, &[input]);
        let landscape = Landscape::new(&files);
        let all = landscape.all();
        let item = all.get(position).copied();
        let Some((text, mut lost)) = item.and_then(|item| united(item, suggestion)) else {
            return Err(format!(
                "the versions that `{}` tells apart cannot be made one in the text, most likely \
                 because of an anchor; write it out first",
                suggestion.axis.name
            ));
        };
        done.lost.append(&mut lost);
        done.text = Some(text);
    }
    Ok(done)
}

/// The text with the versions of a suggestion united, and the comments that are lost; none where it
/// cannot be edited.
fn united(item: &Item<'_>, suggestion: &Suggestion) -> Option<(String, Vec<String>)> {
    let tree = &item.document.tree;
    let spec = tree.get(item.object.node, "spec")?.value;
    let mut draft = Draft::new(item)?;
    for united in &suggestion.united {
        let axis = suggestion.axis.name.as_str();
        // An architecture stands in the flavors already.
        let axis = (!is_own(axis)).then_some(axis);
        let images = tree.get(spec, "machineImages")?.value;
        list(
            &mut draft,
            images,
            &"spec.machineImages".into(),
            united,
            axis,
            Part::Core,
        )?;
        let config = tree.get(spec, "providerConfig")?.value;
        let images = tree.get(config, "machineImages")?.value;
        let at = "spec.providerConfig.machineImages".into();
        list(&mut draft, images, &at, united, axis, Part::Provider)?;
    }
    for at in ["spec.machineImages", "spec.providerConfig.machineImages"] {
        remove(draft.says(&at.into())?, &suggestion.united);
    }
    let text = draft.finish()?;
    let lost = lost(item.text, &text);
    Some((text, lost))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Core,
    Provider,
}

/// The versions of an image in one of the two lists.
fn list(
    draft: &mut Draft<'_>,
    images: NodeId,
    at: &FieldPath,
    united: &United,
    axis: Option<&str>,
    part: Part,
) -> Option<()> {
    let tree = draft.page.tree;
    let scalar = |map: NodeId, name: &str| match tree.to_json(tree.get(map, name)?.value) {
        Json::String(text) => Some(text),
        _ => None,
    };
    for (i, image) in tree.items(images).iter().enumerate() {
        if scalar(*image, "name").as_deref() != Some(&united.image) {
            continue;
        }
        let Some(versions) = tree.get(*image, "versions").map(|entry| entry.value) else {
            continue;
        };
        let items = tree.items(versions);
        let found: Vec<(usize, &String)> = items
            .iter()
            .enumerate()
            .filter_map(|(j, item)| {
                let version = scalar(*item, "version")?;
                let mut members = united.members.iter();
                let (_, value) = members.find(|(name, _)| *name == version)?;
                Some((j, value))
            })
            .collect();
        let is_base = |j: &usize| scalar(items[*j], "version").as_ref() == Some(&united.version);
        let positions = || found.iter().map(|(j, _)| *j);
        let Some(base) = positions().find(is_base).or_else(|| positions().next()) else {
            continue;
        };
        let node = items[base];
        let at = at.clone().index(i).field("versions").index(base);
        let mut flavors = Vec::new();
        let mut architectures: Vec<Json> = Vec::new();
        let mut all_say = true;
        for (j, value) in &found {
            let list = tree.get(items[*j], "capabilityFlavors")?.value;
            for flavor in tree.items(list) {
                flavors.push(Element {
                    lead: Some(*flavor),
                    value: with_value(draft, *flavor, axis, value, part)?,
                });
            }
            match tree.get(items[*j], "architectures") {
                Some(entry) => {
                    for value in tree.items(entry.value) {
                        let value = tree.to_json(*value);
                        if !architectures.contains(&value) {
                            architectures.push(value);
                        }
                    }
                }
                None => all_say = false,
            }
        }
        draft.set(
            &at,
            node,
            "capabilityFlavors",
            Sketch::List(flavors),
            ("", false),
        )?;
        if part == Part::Core && tree.get(node, "architectures").is_some() {
            if all_say {
                let value = Sketch::Flow(Json::Array(architectures));
                draft.set(&at, node, "architectures", value, ("", false))?;
            } else {
                draft.remove(&at, node, "architectures")?;
            }
        }
        if !is_base(&base) {
            let value = Sketch::Flow(json!(united.version));
            draft.set(&at, node, "version", value, ("", false))?;
        }
        for j in positions().filter(|j| *j != base) {
            draft.remove_element(versions, items[j])?;
        }
    }
    Some(())
}

/// A flavor with a value of an axis.
fn with_value(
    draft: &Draft<'_>,
    flavor: NodeId,
    axis: Option<&str>,
    value: &str,
    part: Part,
) -> Option<Sketch> {
    let (page, tree) = (draft.page, draft.page.tree);
    let Some(axis) = axis else {
        return Some(Sketch::Node(flavor));
    };
    let extended = |map: NodeId| {
        if tree.get(map, axis).is_some() {
            return Sketch::Node(map);
        }
        let kept = tree
            .entries(map)
            .map(|entry| Pair::Kept(entry.key, entry.value));
        let new = Pair::Named(axis.to_owned(), Sketch::Flow(json!([value])));
        shaped(kept.chain([new]).collect(), page.is_flow(map))
    };
    if part == Part::Core {
        return Some(extended(flavor));
    }
    let capabilities = tree.get(flavor, "capabilities")?.value;
    let pairs = tree.entries(flavor).map(|entry| {
        if tree.key(entry.key) == "capabilities" {
            Pair::New("capabilities", extended(capabilities))
        } else {
            Pair::Kept(entry.key, entry.value)
        }
    });
    Some(shaped(pairs.collect(), page.is_flow(flavor)))
}

fn shaped(pairs: Vec<Pair>, in_line: bool) -> Sketch {
    if in_line {
        Sketch::Line(pairs)
    } else {
        Sketch::Map(pairs)
    }
}

/// Takes the versions that went out of the expected value.
fn remove(images: &mut Json, all: &[United]) {
    for image in images.as_array_mut().into_iter().flatten() {
        let name = image.get("name").cloned().unwrap_or_default();
        let Some(versions) = image.get_mut("versions").and_then(Json::as_array_mut) else {
            continue;
        };
        versions.retain(|version| {
            let version = version.get("version").and_then(Json::as_str);
            !all.iter().any(|united| {
                name == united.image.as_str()
                    && version != Some(&united.version)
                    && united
                        .members
                        .iter()
                        .any(|(member, _)| version == Some(member.as_str()))
            })
        });
    }
}
