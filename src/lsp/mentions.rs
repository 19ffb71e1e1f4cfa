//! The names of an object that stand for entries of a profile: where it defines them, and where it
//! only uses them.

use crate::editor;
use crate::landscape::Item;
use crate::model::object::ObjectKind;
use crate::model::schema::{Shape, root};
use crate::source::Span;
use crate::uses::{Key, Uses, What};
use crate::yaml::{Kind, NodeId, Tree, Value};

/// An entry of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing<'t> {
    MachineType(&'t str),
    VolumeType(&'t str),
    Image(&'t str),
    /// An image and its version.
    ImageVersion(&'t str, &'t str),
    KubernetesVersion(&'t str),
    Region(&'t str),
    Capability(&'t str),
    /// A profile itself.
    Profile(&'t str),
    /// A capability and its value.
    Value(&'t str, &'t str),
}

impl<'t> Thing<'t> {
    /// Its name.
    pub fn name(self) -> &'t str {
        match self {
            Self::MachineType(name)
            | Self::VolumeType(name)
            | Self::Image(name)
            | Self::ImageVersion(_, name)
            | Self::KubernetesVersion(name)
            | Self::Region(name)
            | Self::Capability(name)
            | Self::Profile(name)
            | Self::Value(_, name) => name,
        }
    }

    /// An entry by the name that `cpcap uses` has for it.
    pub fn of(key: Key<'t>) -> Self {
        match key.what {
            What::KubernetesVersion => Self::KubernetesVersion(key.name),
            What::MachineImage => Self::Image(key.name),
            What::ImageVersion => Self::ImageVersion(key.image, key.name),
            What::MachineType => Self::MachineType(key.name),
            What::VolumeType => Self::VolumeType(key.name),
        }
    }

    /// What it is after a rename of another thing, or of itself: versions belong to an image, and
    /// values to a capability.
    pub fn renamed(self, old: Self, new: &'t str) -> Self {
        match (self, old) {
            (Self::ImageVersion(image, version), Self::Image(name)) if image == name => {
                Self::ImageVersion(new, version)
            }
            (Self::Value(of, value), Self::Capability(name)) if of == name => {
                Self::Value(new, value)
            }
            _ if self != old => self,
            (Self::MachineType(_), _) => Self::MachineType(new),
            (Self::VolumeType(_), _) => Self::VolumeType(new),
            (Self::Image(_), _) => Self::Image(new),
            (Self::ImageVersion(image, _), _) => Self::ImageVersion(image, new),
            (Self::KubernetesVersion(_), _) => Self::KubernetesVersion(new),
            (Self::Region(_), _) => Self::Region(new),
            (Self::Capability(_), _) => Self::Capability(new),
            (Self::Profile(_), _) => Self::Profile(new),
            (Self::Value(of, _), _) => Self::Value(of, new),
        }
    }
}

/// The entry of a list whose users `cpcap uses` names; none for what stands in no such list.
pub(super) fn key(of: Thing<'_>) -> Option<Key<'_>> {
    let (what, image, name) = match of {
        Thing::KubernetesVersion(name) => (What::KubernetesVersion, "", name),
        Thing::Image(name) => (What::MachineImage, "", name),
        Thing::ImageVersion(image, name) => (What::ImageVersion, image, name),
        Thing::MachineType(name) => (What::MachineType, "", name),
        Thing::VolumeType(name) => (What::VolumeType, "", name),
        Thing::Region(_) | Thing::Capability(_) | Thing::Profile(_) | Thing::Value(..) => {
            return None;
        }
    };
    Some(Key { what, image, name })
}

/// A name in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention<'t> {
    pub thing: Thing<'t>,
    pub span: Span,
    /// Whether the entry itself stands here.
    pub defines: bool,
    /// The position of the worker pool around.
    pool: Option<usize>,
}

impl<'t> Mention<'t> {
    /// The entry that is meant: the version that the server stores where a Shoot names the beginning
    /// of one. `item`: the object of the name.
    pub fn meant<'u>(&self, item: &'u Item<'u>, uses: &'u Uses<'u>) -> Thing<'u>
    where
        't: 'u,
    {
        let whole = key(self.thing).and_then(|key| uses.in_full.whole(item, key, self.pool));
        match (self.thing, whole) {
            (Thing::KubernetesVersion(_), Some(whole)) => Thing::KubernetesVersion(whole.name),
            (Thing::ImageVersion(..), Some(whole)) => Thing::ImageVersion(whole.image, whole.name),
            (thing, _) => thing,
        }
    }
}

/// All names of an object, in the order of the text.
pub(super) fn mentions<'t>(item: &'t Item<'_>) -> Vec<Mention<'t>> {
    let mut walk = Walk {
        tree: &item.document.tree,
        image: None,
        capability: None,
        pool: None,
        is_profile: item.object.kind != ObjectKind::Shoot,
        path: Vec::new(),
        found: Vec::new(),
    };
    let shape = root(item.object.kind.as_str()).map(Shape::Object);
    walk.value(item.object.node, shape);
    walk.found.sort_by_key(|mention| mention.span);
    walk.found
}

struct Walk<'t, 's> {
    tree: &'t Tree<'s>,
    /// The name of the image around.
    image: Option<&'t str>,
    /// The name of the capability around.
    capability: Option<&'t str>,
    /// The position of the worker pool around.
    pool: Option<usize>,
    /// Whether the object is a profile itself.
    is_profile: bool,
    /// The fields that lead here.
    path: Vec<&'t str>,
    found: Vec<Mention<'t>>,
}

impl<'t> Walk<'t, '_> {
    fn text(&self, map: NodeId, name: &str) -> Option<&'t str> {
        match self.tree.value(self.tree.get(map, name)?.value) {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    fn value(&mut self, node: NodeId, shape: Option<Shape>) {
        let tree = self.tree;
        // What an alias stands for is visited where it is written.
        match (&tree.node(node).kind, shape) {
            (Kind::Mapping(pairs), Some(Shape::Object(of))) => {
                let image = self.image;
                let is_image = self
                    .path
                    .last()
                    .is_some_and(|name| matches!(*name, "machineImages" | "image"));
                if is_image {
                    self.image = self.text(node, "name");
                }
                if self.path.last() == Some(&"machineCapabilities") {
                    self.capability = self.text(node, "name");
                }
                for (key, value) in *pairs {
                    let Some(field) = of.field(tree.key(*key)) else {
                        continue;
                    };
                    let shape = match field.shape {
                        Shape::Raw => editor::part(tree, *value).map(Shape::Object),
                        shape => Some(shape),
                    };
                    self.path.push(field.name);
                    self.value(*value, shape);
                    self.path.pop();
                }
                self.image = image;
            }
            (Kind::Mapping(pairs), Some(Shape::Map(of))) => {
                let is_capabilities = self
                    .path
                    .last()
                    .is_some_and(|name| matches!(*name, "capabilities" | "capabilityFlavors"));
                for (key, value) in *pairs {
                    if is_capabilities {
                        let name = tree.key(*key);
                        self.found.push(Mention {
                            thing: Thing::Capability(name),
                            span: tree.span(*key),
                            defines: false,
                            pool: self.pool,
                        });
                        self.capability = Some(name);
                    }
                    self.path.push("");
                    self.value(*value, Some(*of));
                    self.path.pop();
                }
            }
            (Kind::Sequence(items), Some(Shape::List(of))) => {
                let pool = self.pool;
                let is_pools = !self.is_profile && self.path.ends_with(&["provider", "workers"]);
                for (at, item) in items.iter().enumerate() {
                    if is_pools {
                        self.pool = Some(at);
                    }
                    self.value(*item, Some(*of));
                }
                self.pool = pool;
            }
            (Kind::Scalar { .. }, Some(_)) => {
                if let Value::String(text) = tree.value(node)
                    && let Some((thing, defines)) = self.thing(text)
                {
                    let span = tree.span(node);
                    self.found.push(Mention {
                        thing,
                        span,
                        defines,
                        pool: self.pool,
                    });
                }
            }
            _ => {}
        }
    }

    /// The entry that a text stands for, by the fields that lead to it, and whether it stands here.
    fn thing(&self, text: &'t str) -> Option<(Thing<'t>, bool)> {
        let in_config = self.path.contains(&"providerConfig");
        let in_status = self.path.first() == Some(&"status");
        if in_status || text.is_empty() {
            return None;
        }
        let path = self
            .path
            .get(usize::from(self.path.first() == Some(&"spec"))..)?;
        Some(match path {
            ["metadata", "name"] if self.is_profile => (Thing::Profile(text), true),
            ["cloudProfile" | "parent", "name"] | ["cloudProfileName"] => {
                (Thing::Profile(text), false)
            }
            ["machineTypes", "name"] => (Thing::MachineType(text), true),
            ["volumeTypes", "name"] => (Thing::VolumeType(text), true),
            ["regions", "name"] => (Thing::Region(text), true),
            ["region"] | [.., "regions", "name"] if in_config || path == ["region"] => {
                (Thing::Region(text), false)
            }
            ["kubernetes", "versions", "version"] => (Thing::KubernetesVersion(text), true),
            ["kubernetes", "version"] | [.., "workers", "kubernetes", "version"] => {
                (Thing::KubernetesVersion(text), false)
            }
            ["machineCapabilities", "name"] => (Thing::Capability(text), true),
            ["machineCapabilities", "values"] => (Thing::Value(self.capability?, text), true),
            [.., "capabilities" | "capabilityFlavors", ""] => {
                (Thing::Value(self.capability?, text), false)
            }
            [.., "machineImages", "name"] => (Thing::Image(text), !in_config),
            [.., "machineImages", "versions", "version"] => {
                (Thing::ImageVersion(self.image?, text), !in_config)
            }
            [.., "workers", "machine", "type"] | [.., "unavailableMachineTypes"] => {
                (Thing::MachineType(text), false)
            }
            [.., "machineTypes", "name"] if in_config => (Thing::MachineType(text), false),
            [.., "region"] if in_config => (Thing::Region(text), false),
            ["bastion", "machineType", "name"] => (Thing::MachineType(text), false),
            ["bastion", "machineImage", "name"] => (Thing::Image(text), false),
            ["bastion", "machineImage", "version"] => {
                (Thing::ImageVersion(self.image?, text), false)
            }
            [.., "workers", "volume", "type"] | [.., "unavailableVolumeTypes"] => {
                (Thing::VolumeType(text), false)
            }
            [.., "machine", "image", "name"] => (Thing::Image(text), false),
            [.., "machine", "image", "version"] => (Thing::ImageVersion(self.image?, text), false),
            _ => return None,
        })
    }
}
