//! How large an object is, and what takes the most room.

use std::fmt;

use crate::landscape::Item;
use crate::model::cursor::Cursor;
use crate::source::Span;

/// The limit of etcd for one request: 1.5 MiB.
pub(super) const LIMIT: u64 = 1_572_864;
/// The limit of the API server for one request: 3 MiB.
pub(super) const REQUEST_LIMIT: u64 = 3 * 1024 * 1024;
pub(super) const HELP: &str = "remove unused entries: first expired versions, then machine types \
    and images. Remove values from flavors that equal the entire definition, and move regions \
    that share little into their own CloudProfiles";

/// How many parts a message names.
const NAMED: usize = 3;

/// Whether an object is so small that it need not be measured.
pub(super) fn is_small(item: &Item<'_>, limit: u64) -> bool {
    item.document.tree.is_surely_within(item.object.node, limit)
}

/// The bytes of all flavors of image versions in the core part as compact JSON.
pub(in crate::rules) fn flavors(item: &Item<'_>) -> u64 {
    let tree = &item.document.tree;
    let size_of = |cursor: Cursor<'_>| cursor.node().map_or(0, |node| item.size_of(node));
    let of_image = |image: Cursor<'_>| -> u64 {
        image
            .field("versions")
            .list(|version| size_of(version.field("capabilityFlavors")))
            .iter()
            .sum()
    };
    Cursor::new(tree, item.text, item.object.node)
        .field("spec")
        .field("machineImages")
        .list(of_image)
        .iter()
        .sum()
}

/// The parts of an object, measured as compact JSON.
#[derive(Debug)]
pub(super) struct Measured {
    size: u64,
    at: Span,
    /// The parts, the largest first.
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    name: &'static str,
    field: &'static str,
    size: u64,
    at: Span,
}

impl Measured {
    pub(super) fn new(item: &Item<'_>) -> Self {
        let tree = &item.document.tree;
        let object = Cursor::new(tree, item.text, item.object.node);
        let spec = object.field("spec");
        let size_of = |cursor: Cursor<'_>| cursor.node().map_or(0, |node| item.size_of(node));
        let images = spec.field("machineImages");
        let flavors = flavors(item);
        let part = |name, field, size, cursor: Cursor<'_>| Part {
            name,
            field,
            size,
            at: cursor.at(),
        };
        let whole = |name, field, key| part(name, field, size_of(spec.field(key)), spec.field(key));
        let mut parts = vec![
            part("flavors", "spec.machineImages", flavors, images),
            part(
                "image versions without their flavors",
                "spec.machineImages",
                size_of(images).saturating_sub(flavors),
                images,
            ),
            whole("`providerConfig`", "spec.providerConfig", "providerConfig"),
            whole("machine types", "spec.machineTypes", "machineTypes"),
            whole("regions", "spec.regions", "regions"),
            whole("Kubernetes versions", "spec.kubernetes", "kubernetes"),
            whole("volume types", "spec.volumeTypes", "volumeTypes"),
        ];
        parts.retain(|part| part.size > 0);
        parts.sort_by_key(|part| std::cmp::Reverse(part.size));
        Self {
            size: item.size(),
            at: object.at(),
            parts,
        }
    }

    /// The largest part, as the end of a sentence.
    pub(super) fn most(&self) -> String {
        // A small part of the whole is no help.
        let parts = self
            .parts
            .iter()
            .filter(|part| part.size * 20 >= self.size)
            .take(NAMED);
        let parts: Vec<String> = parts
            .map(|part| format!("{} ({})", part.name, Bytes(part.size)))
            .collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!("; the largest parts are {}", parts.join(", "))
        }
    }

    /// The largest part, where the finding points.
    pub(super) fn at(&self) -> Span {
        self.parts.first().map_or(self.at, |part| part.at)
    }

    /// The path of the largest part.
    pub(super) fn field(&self) -> &'static str {
        self.parts.first().map_or("", |part| part.field)
    }
}

/// A number of bytes, for people.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Bytes(pub(in crate::rules) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KIB: u64 = 1024;
        const MIB: u64 = 1024 * KIB;
        // Hundredths, rounded down: what is above a limit must not look like the limit, so two
        // places.
        match self.0 {
            0..KIB => write!(f, "{} bytes", self.0),
            KIB..MIB => write!(f, "{} KiB", self.0 / KIB),
            size => write!(f, "{}.{:02} MiB", size / MIB, size % MIB * 100 / MIB),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn sizes_have_a_unit() {
        assert_eq!(Bytes(12).to_string(), "12 bytes");
        assert_eq!(Bytes(262_144).to_string(), "256 KiB");
        assert_eq!(Bytes(1_572_864).to_string(), "1.50 MiB");
    }
}
