//! The entries of a new version in the text of a profile: copies of those of another one.

use std::cmp::Ordering;

use serde_json::{Value as Json, json};

use super::{LeftOut, Request};
use crate::draft::{Copy, Draft, Pair, Sketch, list};
use crate::finding::Edit;
use crate::landscape::Item;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::{Classification, Current};
use crate::model::path::FieldPath;
use crate::model::time::Time;
use crate::model::version::Version;
use crate::resolution::provided::Provided;
use crate::resolution::written::{Listed, lists};
use crate::uses::{What, versions};
use crate::yaml::NodeId;

const CLASSIFICATION: &str = "classification";
const LIFECYCLE: &str = "lifecycle";
const EXPIRATION: &str = "expirationDate";

pub(super) struct Job<'a> {
    item: &'a Item<'a>,
    spec: &'a CloudProfile<'a>,
    provided: Option<&'a Provided<'a>>,
    request: Request<'a>,
    /// How the new version is classified.
    classification: Classification,
    pub left_out: Vec<LeftOut>,
}

impl<'a> Job<'a> {
    pub fn new(
        item: &'a Item<'a>,
        spec: &'a CloudProfile<'a>,
        provided: Option<&'a Provided<'a>>,
        request: Request<'a>,
        now: Time,
    ) -> Self {
        let like = versions(spec, request.entry).find(|known| *known.version == request.like);
        let of_like = like.map(|like| like.classification_at(now));
        let classification = request.classification.unwrap_or(match of_like {
            Some(Current::Known(Classification::Preview)) => Classification::Preview,
            _ => Classification::Supported,
        });
        let mut job = Self {
            item,
            spec,
            provided,
            request,
            classification,
            left_out: Vec::new(),
        };
        job.left_out = like.map_or_else(Vec::new, |like| job.changes(like));
        job
    }

    /// Whether the new version may need entries in a `providerConfig` that cpcap does not know.
    pub fn is_part_unknown(&self) -> bool {
        let tree = &self.item.document.tree;
        let has_part = tree
            .get(self.item.object.node, "spec")
            .is_some_and(|spec| tree.get(spec.value, "providerConfig").is_some());
        self.request.entry.what == What::ImageVersion && has_part && self.provided.is_none()
    }

    /// What of the life of the other version the new one does not get.
    fn changes(&self, like: &ExpirableVersion<'_>) -> Vec<LeftOut> {
        let word = self.classification.as_str();
        let mut changes = Vec::new();
        let mut change = |field, before: String, after: Option<&str>| {
            if after != Some(before.as_str()) {
                changes.push(LeftOut {
                    field,
                    before,
                    after: after.map(str::to_owned),
                });
            }
        };
        if let Some(date) = like.expiration_date.time() {
            change(EXPIRATION, date.to_string(), None);
        }
        let has_stages = !like.stages().is_empty();
        if has_stages {
            let stages: Vec<String> = like
                .stages()
                .iter()
                .map(|stage| match stage.start_time.time() {
                    Some(start) => format!("{} from {start}", *stage.classification),
                    None => (*stage.classification).to_owned(),
                })
                .collect();
            let is_default = self.classification == Classification::Supported;
            change(LIFECYCLE, stages.join(", "), (!is_default).then_some(word));
        }
        match like.classification.value {
            Some(before) if has_stages => change(CLASSIFICATION, before.to_owned(), None),
            Some(before) => change(CLASSIFICATION, before.to_owned(), Some(word)),
            None if self.classification != Classification::Supported && !has_stages => {
                change(CLASSIFICATION, String::new(), Some(word));
            }
            None => {}
        }
        changes
    }

    /// The text with the new version. `blank`: its artifacts are to fill in.
    pub fn text(&self, blank: bool) -> Option<String> {
        let mut draft = Draft::new(self.item)?;
        self.core(&mut draft)?;
        if self.request.entry.what == What::ImageVersion {
            self.part(&mut draft, blank)?;
        }
        draft.finish()
    }

    fn core(&self, draft: &mut Draft<'_>) -> Option<()> {
        let tree = &self.item.document.tree;
        let like = self.request.like;
        let spec = tree.get(self.item.object.node, "spec")?.value;
        let (path, map, known): (FieldPath, NodeId, Vec<&ExpirableVersion<'_>>) =
            if self.request.entry.what == What::KubernetesVersion {
                let map = tree.get(spec, "kubernetes")?.value;
                let known = self.spec.kubernetes_versions.iter().collect();
                ("spec.kubernetes.versions".into(), map, known)
            } else {
                let has_like = |image: &crate::model::cloudprofile::MachineImage<'_>| {
                    *image.name == self.request.entry.image
                        && image.versions.iter().any(|of| *of.version() == like)
                };
                let at = self.spec.machine_images.iter().position(has_like)?;
                let image = self.spec.machine_images.get(at)?;
                let images = tree.get(spec, "machineImages")?.value;
                (
                    FieldPath::from("spec.machineImages")
                        .index(at)
                        .field("versions"),
                    *tree.items(images).get(at)?,
                    image.versions.iter().map(|of| &of.expirable).collect(),
                )
            };
        let list = tree.get(map, "versions")?.value;
        let at = known.iter().position(|of| *of.version == like)?;
        let names: Vec<&str> = known.iter().map(|of| *of.version).collect();
        let item = *tree.items(list).get(at)?;
        let copy = self.copy_of_core(&path.clone().index(at), item)?;
        draft.insert(
            &path,
            list,
            place_among(&names, self.request.entry.name),
            vec![copy],
        )
    }

    fn copy_of_core(&self, at: &FieldPath, item: NodeId) -> Option<Copy> {
        let mut scratch = Draft::new(self.item)?;
        let node = scratch.page.tree.target(item);
        for change in &self.left_out {
            let word = || Sketch::Flow(json!(self.classification.as_str()));
            let value = match (&change.after, change.field) {
                (None, _) => {
                    if scratch.page.is_shared(item) {
                        scratch.says(at)?.as_object_mut()?.remove(change.field);
                    } else {
                        scratch.remove(at, node, change.field)?;
                    }
                    continue;
                }
                (Some(_), LIFECYCLE) => {
                    list([Sketch::Map(vec![Pair::New(CLASSIFICATION, word())])])
                }
                (Some(_), _) => word(),
            };
            scratch.set(at, node, change.field, value, ("version", false))?;
        }
        self.copy(scratch, at, item)
    }

    /// A copy with another version, and with what a draft has changed already.
    fn copy(&self, mut scratch: Draft<'_>, at: &FieldPath, item: NodeId) -> Option<Copy> {
        let page = scratch.page;
        let version = page.tree.get(item, "version")?.value;
        let name = self.request.entry.name;
        let text = scratch.in_quotes_of(version, name);
        scratch.edits.push(Edit {
            span: page.tree.span(version),
            text,
        });
        let says = scratch.says(at)?;
        says.as_object_mut()?
            .insert("version".to_owned(), Json::from(name));
        Some(Copy {
            item,
            says: says.clone(),
            edits: scratch.edits,
        })
    }

    fn part(&self, draft: &mut Draft<'_>, blank: bool) -> Option<()> {
        let Some(provided) = self.provided.filter(|of| of.part.is_some()) else {
            return Some(());
        };
        let (item, entry) = (self.item, self.request.entry);
        for list in lists(item, &provided.provider.fields, entry.image) {
            let mut copies = Vec::new();
            for (at, listed) in list.versions.iter().enumerate() {
                if listed.version == self.request.like {
                    copies.push(self.copy_of_part(&list.path.clone().index(at), listed, blank)?);
                }
            }
            if copies.is_empty() {
                continue;
            }
            let names: Vec<&str> = list.versions.iter().map(|of| of.version).collect();
            let at = place_among(&names, entry.name);
            draft.insert(&list.path, list.node, at, copies)?;
        }
        Some(())
    }

    fn copy_of_part(&self, at: &FieldPath, listed: &Listed<'_>, blank: bool) -> Option<Copy> {
        let mut scratch = Draft::new(self.item)?;
        for slot in listed.slots.iter().filter(|_| blank) {
            scratch.edits.push(Edit {
                span: scratch.page.tree.span(slot.node),
                text: "\"\"".to_owned(),
            });
            *scratch.says(&slot.path)? = Json::from("");
        }
        self.copy(scratch, at, listed.node)
    }
}

/// Where a version belongs in a list: beside the next lower one, or the next higher one, in the
/// order of the list.
fn place_among(names: &[&str], new: &str) -> usize {
    let Some(new) = Version::parse(new) else {
        return names.len();
    };
    let known: Vec<(usize, Version<'_>)> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((at, Version::parse(name)?)))
        .collect();
    let order = |a: &Version<'_>, b: &Version<'_>| a.cmp_precedence(b);
    let nearest = |side: Ordering| {
        let of_side = known.iter().filter(|(_, of)| order(of, &new) == side);
        if side == Ordering::Greater {
            of_side.min_by(|(_, a), (_, b)| order(a, b))
        } else {
            of_side.max_by(|(_, a), (_, b)| order(a, b))
        }
    };
    let (lower, higher) = (nearest(Ordering::Less), nearest(Ordering::Greater));
    let steps = |way: Ordering| {
        let pairs = known.windows(2);
        pairs
            .filter(|pair| order(&pair[0].1, &pair[1].1) == way)
            .count()
    };
    let ascends = match (lower, higher) {
        (Some(lower), Some(higher)) => lower.0 < higher.0,
        _ => steps(Ordering::Less) >= steps(Ordering::Greater),
    };
    // Entries of one version stand together.
    let alike = |of: &Version<'_>| {
        let all = known
            .iter()
            .filter(|(_, known)| order(known, of).is_eq())
            .map(|(at, _)| *at);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    match (lower, higher) {
        (Some((_, lower)), _) if ascends => alike(lower).1 + 1,
        (Some((_, lower)), _) => alike(lower).0,
        (None, Some((_, higher))) if ascends => alike(higher).0,
        (None, Some((_, higher))) => alike(higher).1 + 1,
        (None, None) => names.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::place_among;

    #[test]
    fn a_version_stands_where_its_neighbours_would_put_it() {
        for (names, new, at) in [
            (&["1.0.0", "1.1.0", "1.2.0"][..], "1.1.5", 2),
            (&["1.2.0", "1.1.0", "1.0.0"], "1.1.5", 1),
            (&["1.2.0", "1.1.0"], "2.0.0", 0),
            (&["1.1.0", "1.2.0"], "2.0.0", 2),
            (&["1.1.0", "1.2.0"], "1.0.0", 0),
            (&["1.2.0", "1.1.0"], "1.0.0", 2),
            (&["1.0.0"], "1.1.0", 1),
            // The newest minor comes first, and in a minor the oldest patch.
            (&["1.33.0", "1.33.1", "1.32.0", "1.32.4"], "1.32.2", 3),
            (&["2.0.0", "2.0.0", "1.0.0", "1.0.0"], "1.5.0", 2),
            (&["1.0.0", "1.0.0", "2.0.0"], "1.5.0", 2),
            (&["one", "1.0.0"], "x", 2),
        ] {
            assert_eq!(place_among(names, new), at, "{names:?} {new}");
        }
    }
}
