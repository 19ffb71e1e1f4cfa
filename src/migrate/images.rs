//! The entries of a `providerConfig` in the format of its flavors. The fields that
//! name an artifact move as they were written.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::capability::ARCHITECTURE;
use crate::draft::{Element, Page, Pair, Sketch};
use crate::provider::Provider;
use crate::provider::azure::{ACCELERATED, BASIC, NETWORKING};
use crate::provider::config::{ArchitectureAt, RegionMapping, Version};
use crate::provider::lookup::Entries;
use crate::yaml::NodeId;

pub(super) type Says = Vec<(String, Vec<String>)>;

/// The treatment of an entry.
pub(super) enum Entry {
    Stays,
    Goes,
    Becomes(Sketch),
}

/// The facts that decide the flavors of a version.
pub(super) struct Wanted<'a> {
    pub provider: &'static Provider,
    /// The architectures that the core part offers, in the order of the vocabulary.
    pub architectures: Vec<&'a str>,
    /// Whether the vocabulary has kinds of networking.
    pub networking: bool,
}

/// The entries of one image: the treatment of each, the capabilities of their flavors by version,
/// and the artifacts that no pool could use.
pub(super) struct Done<'t> {
    pub entries: Vec<Entry>,
    pub says: BTreeMap<&'t str, Vec<Says>>,
    pub left_out: Vec<(&'t str, String)>,
}

pub(super) fn image<'t, 'w>(
    page: Page<'_>,
    versions: &[Version<'t>],
    (list, items): (NodeId, &[NodeId]),
    wanted: impl Fn(&str) -> Wanted<'w>,
) -> Done<'t> {
    let mut groups: BTreeMap<&'t str, Vec<usize>> = BTreeMap::new();
    for (at, version) in versions.iter().enumerate() {
        groups.entry(*version.version).or_default().push(at);
    }
    let mut done = Done {
        entries: items.iter().map(|_| Entry::Stays).collect(),
        says: BTreeMap::new(),
        left_out: Vec::new(),
    };
    for (name, mut group) in groups {
        let wanted = wanted(name);
        if wanted.provider.lookup.entries != Entries::Merged {
            group.truncate(1);
        }
        let mut maker = Maker {
            page,
            wanted: &wanted,
            flavors: Vec::new(),
            says: Vec::new(),
            left_out: Vec::new(),
        };
        for at in &group {
            if let (Some(version), Some(node)) = (versions.get(*at), items.get(*at)) {
                maker.entry(version, *node);
            }
        }
        let Maker {
            mut flavors,
            says,
            left_out,
            ..
        } = maker;
        let legacy_format = group.iter().any(|at| versions[*at].flavors.is_empty());
        if !flavors.is_empty() {
            done.says.insert(name, says);
        }
        if flavors.is_empty() || !legacy_format {
            continue;
        }
        done.left_out.extend(
            left_out
                .into_iter()
                .map(|architecture| (name, architecture)),
        );
        // The one that has flavors already, or else the first, takes all of them.
        let first = group
            .iter()
            .position(|at| !versions[*at].flavors.is_empty())
            .unwrap_or(0);
        for (position, at) in group.iter().enumerate() {
            let gone = |name: &str| FIELDS.contains(&name) || name == "capabilityFlavors";
            done.entries[*at] = if position == first {
                Entry::Stays
            } else {
                Entry::Goes
            };
            if position == first {
                let mut pairs: Vec<Pair> = pairs(page, items[*at])
                    .into_iter()
                    .filter(|(key, _)| !gone(page.tree.key(*key)))
                    .map(|(key, value)| Pair::Kept(key, value))
                    .collect();
                // A value on one line stays on one, unless it grows.
                let in_line =
                    page.is_flow(list) || (page.is_flow(items[*at]) && flavors.len() == 1);
                pairs.push(Pair::New(
                    "capabilityFlavors",
                    Sketch::List(std::mem::take(&mut flavors)),
                ));
                done.entries[*at] = Entry::Becomes(if in_line {
                    Sketch::Line(pairs)
                } else {
                    Sketch::Map(pairs)
                });
            }
        }
    }
    done
}

/// The fields of the legacy format, which name artifacts or say what they are for.
const FIELDS: [&str; 9] = [
    "regions",
    "image",
    "urn",
    "id",
    "communityGalleryImageID",
    "sharedGalleryImageID",
    "skipMarketplaceAgreement",
    ARCHITECTURE,
    "acceleratedNetworking",
];
/// The fields that flavors state as capabilities.
const SAID: [&str; 2] = [ARCHITECTURE, "acceleratedNetworking"];

/// The pairs of a map as written; with what it merges where it does.
pub(super) fn pairs(page: Page<'_>, node: NodeId) -> Vec<(NodeId, NodeId)> {
    page.tree
        .entries(node)
        .map(|entry| (entry.key, entry.value))
        .collect()
}

pub(super) fn capabilities(says: &Says) -> Json {
    Json::Object(
        says.iter()
            .map(|(name, values)| (name.clone(), json!(values)))
            .collect::<Map<String, Json>>(),
    )
}

/// The same as a sketch: one line a capability.
pub(super) fn lines(says: &Says) -> Sketch {
    Sketch::Map(
        says.iter()
            .map(|(name, values)| Pair::Named(name.clone(), Sketch::Flow(json!(values))))
            .collect(),
    )
}

struct Maker<'a, 'w, 't> {
    page: Page<'a>,
    wanted: &'w Wanted<'t>,
    flavors: Vec<Element>,
    says: Vec<Says>,
    left_out: Vec<String>,
}

impl Maker<'_, '_, '_> {
    fn entry(&mut self, version: &Version<'_>, node: NodeId) {
        let fields = &self.wanted.provider.fields;
        if !version.flavors.is_empty() {
            let list = self
                .page
                .tree
                .get(node, "capabilityFlavors")
                .map(|entry| entry.value);
            let items = list.map_or(&[][..], |list| self.page.tree.items(list));
            for (flavor, item) in version.flavors.iter().zip(items) {
                let values = |of: &[crate::model::cursor::Spanned<&str>]| {
                    of.iter().map(|value| value.value.to_owned()).collect()
                };
                self.says.push(
                    flavor
                        .capabilities
                        .iter()
                        .map(|of| ((*of.name).to_owned(), values(&of.values)))
                        .collect(),
                );
                self.flavors.push(Element {
                    lead: Some(*item),
                    value: Sketch::Node(*item),
                });
            }
            return;
        }
        let moved: Vec<(NodeId, NodeId)> = pairs(self.page, node)
            .into_iter()
            .filter(|(key, _)| {
                FIELDS.contains(&self.page.tree.key(*key))
                    && !SAID.contains(&self.page.tree.key(*key))
            })
            .collect();
        let keep = |moved: &[(NodeId, NodeId)]| {
            moved
                .iter()
                .map(|(key, value)| Pair::Kept(*key, *value))
                .collect::<Vec<_>>()
        };
        match fields.architecture {
            ArchitectureAt::Nowhere => {
                let architectures = if moved.is_empty() {
                    &[][..]
                } else {
                    &self.wanted.architectures
                };
                for (at, architecture) in architectures.iter().enumerate() {
                    let lead = (at == 0).then_some(node);
                    self.flavor(
                        lead,
                        vec![(ARCHITECTURE.to_owned(), vec![(*architecture).to_owned()])],
                        keep(&moved),
                    );
                }
            }
            ArchitectureAt::Version if version.references.is_empty() => {}
            ArchitectureAt::Version => {
                let architecture = version.architecture();
                if !self.wanted.architectures.contains(&architecture) {
                    return self.leave_out(architecture);
                }
                let mut says = vec![(ARCHITECTURE.to_owned(), vec![architecture.to_owned()])];
                if self.wanted.networking && version.accelerated_networking.value != Some(true) {
                    says.push((NETWORKING.to_owned(), vec![BASIC.to_owned()]));
                }
                self.flavor(Some(node), says, keep(&moved));
            }
            ArchitectureAt::Region => self.regional(version, node, &moved),
        }
    }

    /// The artifacts of regions, each with its architecture.
    fn regional(&mut self, version: &Version<'_>, node: NodeId, moved: &[(NodeId, NodeId)]) {
        let (tree, page) = (self.page.tree, self.page);
        let regions = moved
            .iter()
            .find(|(key, _)| tree.key(*key) == "regions")
            .copied();
        let others: Vec<(NodeId, NodeId)> = moved
            .iter()
            .filter(|pair| Some(**pair) != regions)
            .copied()
            .collect();
        let items = regions.map_or(&[][..], |(_, list)| tree.items(list));
        let mut known: Vec<&str> = Vec::new();
        let of: Vec<(&RegionMapping<'_>, NodeId)> =
            version.regions.iter().zip(items.iter().copied()).collect();
        for (mapping, _) in &of {
            if !known.contains(&mapping.architecture()) {
                known.push(mapping.architecture());
            }
        }
        if of.is_empty() && version.has_reference() {
            known.push(crate::merge::DEFAULT_ARCHITECTURE);
        }
        for architecture in known
            .iter()
            .filter(|name| !self.wanted.architectures.contains(name))
        {
            self.leave_out(architecture);
        }
        let offered: Vec<&str> = self
            .wanted
            .architectures
            .iter()
            .filter(|name| known.contains(name))
            .copied()
            .collect();
        for (at, architecture) in offered.into_iter().enumerate() {
            let mut out: Vec<Pair> = others
                .iter()
                .map(|(key, value)| Pair::Kept(*key, *value))
                .collect();
            let own: Vec<NodeId> = of
                .iter()
                .filter(|(mapping, _)| mapping.architecture() == architecture)
                .map(|(_, node)| *node)
                .collect();
            let says_it = |node: NodeId| tree.get(node, ARCHITECTURE).is_some();
            match regions {
                Some((key, list))
                    if own.len() == of.len() && !own.iter().any(|node| says_it(*node)) =>
                {
                    out.push(Pair::Kept(key, list));
                }
                Some(_) if !own.is_empty() => {
                    let element = |node: NodeId| {
                        let rest = pairs(page, node)
                            .into_iter()
                            .filter(|(key, _)| tree.key(*key) != ARCHITECTURE);
                        let rest: Vec<Pair> =
                            rest.map(|(key, value)| Pair::Kept(key, value)).collect();
                        let value = match (says_it(node), page.is_flow(node)) {
                            (false, _) => Sketch::Node(node),
                            (true, true) => Sketch::Line(rest),
                            (true, false) => Sketch::Map(rest),
                        };
                        Element {
                            lead: Some(node),
                            value,
                        }
                    };
                    out.push(Pair::New(
                        "regions",
                        Sketch::List(own.into_iter().map(element).collect()),
                    ));
                }
                _ => {}
            }
            let lead = (at == 0)
                .then_some(node)
                .filter(|_| !self.flavors.is_empty());
            self.flavor(
                lead,
                vec![(ARCHITECTURE.to_owned(), vec![architecture.to_owned()])],
                out,
            );
        }
    }

    fn leave_out(&mut self, architecture: &str) {
        if !self.left_out.iter().any(|known| known == architecture) {
            self.left_out.push(architecture.to_owned());
        }
    }

    /// `lead`: the entry whose comments belong to it; those of the first stay where they are.
    fn flavor(&mut self, lead: Option<NodeId>, says: Says, mut moved: Vec<Pair>) {
        let mut pairs = vec![Pair::New("capabilities", lines(&says))];
        pairs.append(&mut moved);
        let lead = lead.filter(|_| !self.flavors.is_empty());
        self.says.push(says);
        self.flavors.push(Element {
            lead,
            value: Sketch::Map(pairs),
        });
    }
}

/// Whether the legacy format of some entry asks for accelerated networking.
pub(super) fn accelerates(versions: &[Version<'_>]) -> bool {
    versions.iter().any(|version| {
        version.flavors.is_empty() && version.accelerated_networking.value == Some(true)
    })
}

/// The capability of a machine type of azure.
pub(super) fn networking(marked: bool) -> (String, Vec<String>) {
    let values: &[&str] = if marked {
        &[ACCELERATED, BASIC]
    } else {
        &[BASIC]
    };
    (
        NETWORKING.to_owned(),
        values.iter().map(|value| (*value).to_owned()).collect(),
    )
}
