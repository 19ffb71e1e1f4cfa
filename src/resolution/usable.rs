//! The profiles that Shoots can refer to, as the server uses them: CloudProfiles as stored,
//! NamespacedCloudProfiles merged into their parents.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::capability::worker;
use crate::config::Preview;
use crate::effective;
use crate::landscape::unread::Unread;
use crate::landscape::{Body, Item};
use crate::matching::Matcher;
use crate::merge;
use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Cursor;
use crate::model::object::{ObjectKind, qualified};
use crate::model::path::FieldPath;
use crate::provider::lookup::Catalog;
use crate::resolution::parents::{Parents, Together};
use crate::resolution::provided::{Artifacts, Provided, may_go_on};
use crate::shoot::{Identity, Terms};
use crate::source::Sources;

/// A profile that Shoots can refer to.
#[derive(Debug)]
pub struct Usable<'a> {
    /// The CloudProfile or NamespacedCloudProfile as it was read.
    pub item: &'a Item<'a>,
    /// The CloudProfile that a NamespacedCloudProfile was merged into.
    pub parent: Option<&'a Item<'a>>,
    /// The profile as the server has it for Shoots: merged with its parent.
    pub profile: CloudProfile<'a>,
    /// Its artifacts, where cpcap knows the provider.
    pub artifacts: Option<Artifacts<'a>>,
}

/// The fields of a profile that decide about its Shoots.
pub const DECISIVE: &[&str] = &[
    "metadata.name",
    "metadata.namespace",
    "spec.controlPlane",
    "spec.kubernetes",
    "spec.limits",
    "spec.machineCapabilities",
    "spec.machineImages",
    "spec.machineTypes",
    "spec.parent",
    "spec.regions",
    "spec.type",
    "spec.volumeTypes",
];

/// The fields among these that decide which profile it is: without them nothing is known of it.
pub const NAMING: &[&str] = &["metadata.name", "metadata.namespace", "spec.parent"];

/// The fields that decide which artifacts a profile has, and where.
pub const ARTIFACTS: &[&str] = &["spec.type", "spec.regions", "spec.providerConfig"];

/// The fields among these questions that a NamespacedCloudProfile has from its parent alone.
const OF_PARENTS: &[&str] = &[
    "spec.bastion",
    "spec.machineCapabilities",
    "spec.regions",
    "spec.type",
];

/// The fields of a Shoot that decide what becomes of it.
pub const OF_SHOOTS: &[&str] = &[
    "spec.cloudProfile",
    "spec.cloudProfileName",
    "spec.region",
    "spec.kubernetes",
    "spec.maintenance",
    "spec.provider.type",
    "spec.provider.workers",
];

/// The first path of an object that decides about Shoots, and that cpcap could not read.
#[must_use]
pub fn first_unread(item: &Item<'_>) -> Option<FieldPath> {
    let decisive = if item.object.kind == ObjectKind::Shoot {
        OF_SHOOTS
    } else {
        DECISIVE
    };
    item.unread
        .first(decisive.iter().copied().map(FieldPath::from))
}

/// The first of these paths of an object whose value is not known to its end. `unread`: what could
/// not be read of it. What ends before the place where the text breaks off is known; what is not
/// there may follow that place.
#[must_use]
pub fn unsettled(item: &Item<'_>, unread: &Unread, paths: &[&'static str]) -> Option<FieldPath> {
    let object = Cursor::new(&item.document.tree, item.text, item.object.node);
    let is_there = |path: &str| path.split('.').fold(object, Cursor::field).is_set();
    let is_child = item.object.kind == ObjectKind::NamespacedCloudProfile;
    let may_follow = |path: &str| {
        unread.is_incomplete() && !is_there(path) && !(is_child && OF_PARENTS.contains(&path))
    };
    paths
        .iter()
        .find(|path| {
            unread.hides(&FieldPath::from(**path)) || may_go_on(item, path) || may_follow(path)
        })
        .map(|path| FieldPath::from(*path))
}

/// A NamespacedCloudProfile whose parent is not among the inputs.
#[derive(Clone, Copy, Debug)]
pub struct NoParent<'a> {
    /// The NamespacedCloudProfile as it was read.
    pub item: &'a Item<'a>,
    /// The name of the CloudProfile that is missing.
    pub parent: &'a str,
}

/// What a profile is called.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonProfileName")]
pub struct ProfileName<'t> {
    /// Its kind.
    #[schemars(with = "String", extend("enum" = ["CloudProfile", "NamespacedCloudProfile"]))]
    pub kind: ObjectKind,
    /// Its namespace.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub namespace: &'t str,
    /// Its name.
    pub name: &'t str,
    /// The parent that a NamespacedCloudProfile was merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<&'t str>,
}

/// A CloudProfile after the webhook that changes it.
fn mutated<'a>(written: &CloudProfile<'a>, provided: Option<&Provided<'a>>) -> CloudProfile<'a> {
    let mut mutated = written.clone();
    if let Some(provided) = provided {
        provided.mutate(&mut mutated);
    }
    mutated
}

impl<'a> Usable<'a> {
    /// The profile that an object is; none for a Shoot.
    ///
    /// # Errors
    /// When the parent is not among the inputs.
    pub fn new(
        item: &'a Item<'a>,
        parents: &Parents<'a>,
        sources: &Sources,
    ) -> Option<Result<Self, NoParent<'a>>> {
        let child = match &item.body {
            Body::CloudProfile(written) => {
                let provided = Provided::new(item, *written.provider_type, &parents.rules);
                let profile = effective::stored(&mutated(written, provided.as_ref()));
                let artifacts = provided
                    .as_ref()
                    .map(|provided| Artifacts::of_profile(provided, &profile));
                return Some(Ok(Self {
                    item,
                    parent: None,
                    profile,
                    artifacts,
                }));
            }
            Body::NamespacedCloudProfile(child) => child,
            Body::Shoot(_) => return None,
        };
        let Some(found) = parents.find(item, child, sources) else {
            return Some(Err(NoParent {
                item,
                parent: *child.parent.name,
            }));
        };
        // Nothing is dropped: the object is taken as it stands.
        let parent = found.parent;
        let provided = Provided::new(item, *parent.profile.provider_type, &parents.rules);
        let mut defaulted = Provided::spec_of_child(provided.as_ref(), child, &parent.vocabulary);
        merge::default(&mut defaulted);
        let Together { merged, .. } = Together::new(&defaulted, parent);
        let artifacts = parent.provided.as_ref().map(|of_parent| {
            Artifacts::merged(
                of_parent,
                provided.as_ref(),
                &merged.profile,
                &parent.vocabulary,
            )
        });
        Some(Ok(Self {
            item,
            parent: Some(parent.item),
            profile: merged.profile,
            artifacts,
        }))
    }

    /// The profile entry by entry, before the server filled anything in.
    #[must_use]
    pub fn written(&self, parents: &Parents<'a>, sources: &Sources) -> CloudProfile<'a> {
        let item = self.item;
        match &item.body {
            Body::CloudProfile(written) => {
                let provided = Provided::new(item, *written.provider_type, &parents.rules);
                mutated(written, provided.as_ref())
            }
            Body::NamespacedCloudProfile(child) => {
                let Some(found) = parents.find(item, child, sources) else {
                    return child.spec.clone();
                };
                let parent = found.parent;
                let provided = Provided::new(item, *parent.profile.provider_type, &parents.rules);
                let own = Provided::spec_of_child(provided.as_ref(), child, &parent.vocabulary);
                merge::overlay(&parent.written, &own).profile
            }
            Body::Shoot(_) => self.profile.clone(),
        }
    }

    /// The first of these paths that leads to something that could not be read, in the object or in
    /// its parent.
    #[must_use]
    pub fn unread(&self, paths: &[&'static str]) -> Option<(&'a Item<'a>, FieldPath)> {
        let of = |item: &'a Item<'a>| {
            Some((
                item,
                item.unread
                    .first(paths.iter().copied().map(FieldPath::from))?,
            ))
        };
        of(self.item).or_else(|| of(self.parent?))
    }

    /// The first of these paths whose value is not known to its end, in the object or in its parent.
    #[must_use]
    pub fn unsettled(&self, paths: &[&'static str]) -> Option<(&'a Item<'a>, FieldPath)> {
        std::iter::once(self.item)
            .chain(self.parent)
            .find_map(|item| Some((item, unsettled(item, &item.unread, paths)?)))
    }

    /// The names of its regions, each once.
    #[must_use]
    pub fn regions(&self) -> Vec<&'a str> {
        let mut regions = Vec::new();
        for region in self.profile.regions.iter() {
            if !regions.contains(&*region.name) {
                regions.push(*region.name);
            }
        }
        regions
    }

    /// Its artifacts, where cpcap could read all that names them.
    fn read_artifacts(&self) -> Option<&Artifacts<'a>> {
        let artifacts = self.artifacts.as_ref();
        artifacts.filter(|_| self.unsettled(ARTIFACTS).is_none())
    }

    /// Its artifacts ready for look-ups, where cpcap and the extension could read all that names
    /// them.
    #[must_use]
    pub fn decoded_catalog(&self) -> Option<Catalog<'_, 'a>> {
        let decoded = |artifacts: &&Artifacts<'a>| artifacts.undecodable.is_none();
        let known = self.read_artifacts().filter(decoded)?;
        Some(known.catalog(&self.profile))
    }

    /// Its artifacts ready for look-ups, where cpcap knows how the extension of the provider finds
    /// them, and could read all that names them.
    #[must_use]
    pub fn catalog(&self) -> Option<Catalog<'_, 'a>> {
        let is_known = |artifacts: &&Artifacts<'a>| artifacts.provider.lookup.is_known();
        let known = self.read_artifacts().filter(is_known)?;
        Some(known.catalog(&self.profile))
    }

    /// The profile as the extension's webhook for Shoots sees it, where cpcap knows the provider.
    #[must_use]
    pub fn terms(&self) -> Option<Terms<'_, 'a>> {
        let artifacts = self.artifacts.as_ref()?;
        let is_known =
            artifacts.undecodable.is_none() && self.unread(&["spec.providerConfig"]).is_none();
        let part = artifacts.part.filter(|_| is_known);
        Some(Terms {
            provider: artifacts.provider,
            profile: &self.profile,
            is_merged: self.parent.is_some(),
            part,
        })
    }

    /// Adds what previews bring to the vocabulary that Shoots are matched by.
    pub fn add(&mut self, preview: Preview) {
        if preview.worker_capabilities {
            worker::add_to(&mut self.profile);
        }
    }

    /// Prepared for questions about what fits what.
    #[must_use]
    pub fn matcher(&self, preview: Preview) -> Matcher<'_, 'a> {
        if preview.worker_capabilities {
            Matcher::with_workers(&self.profile)
        } else {
            Matcher::new(&self.profile)
        }
    }

    /// How Shoots refer to it, and to those of its family.
    #[must_use]
    pub fn identity(&self) -> Identity<'a> {
        let name = self.name();
        Identity {
            kind: name.kind,
            name: name.name,
            family: name.parent.unwrap_or(name.name),
        }
    }

    /// The kind, namespace and name of the profile.
    #[must_use]
    pub fn name(&self) -> ProfileName<'a> {
        let object = &self.item.object;
        ProfileName {
            kind: object.kind,
            namespace: object.namespace(),
            name: *object.meta.name,
            parent: self.parent.map(|parent| *parent.object.meta.name),
        }
    }

    /// The path of the spec that Shoots use.
    #[must_use]
    pub fn root(&self) -> &'static str {
        if self.parent.is_some() {
            "status.cloudProfileSpec"
        } else {
            "spec"
        }
    }
}

impl Default for ProfileName<'_> {
    fn default() -> Self {
        Self {
            kind: ObjectKind::CloudProfile,
            namespace: "",
            name: "",
            parent: None,
        }
    }
}

impl ProfileName<'_> {
    /// `garden-x/name`, or `name` without a namespace.
    #[must_use]
    pub fn qualified(&self) -> String {
        qualified(self.namespace, self.name)
    }
}

/// `CloudProfile name`, `NamespacedCloudProfile garden-x/name (parent other)`
impl fmt::Display for ProfileName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.as_str(), self.qualified())?;
        self.parent
            .map_or(Ok(()), |parent| write!(f, " (parent {parent})"))
    }
}

impl fmt::Display for NoParent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.item.object.qualified();
        write!(f, "NamespacedCloudProfile `{name}` cannot be merged: ")?;
        if unsettled(self.item, &self.item.unread, &["spec.parent"]).is_some() {
            return f.write_str("cpcap could not read spec.parent; `cpcap lint` says why");
        }
        if self.parent.is_empty() {
            f.write_str("it names no parent")?;
        } else {
            write!(
                f,
                "its parent CloudProfile `{}` is not among the files",
                self.parent
            )?;
        }
        f.write_str("; give its file with --with")
    }
}
