//! Whole new entries of lists: versions, flavors and machine types, laid out as their neighbours
//! are, with places to fill in.

use std::fmt::Write as _;

use super::View;
use super::fields::Level;
use super::line::{Line, Place};
use crate::draft::in_quotes_of;
use crate::landscape::Item;
use crate::model::cloudprofile::{CapabilityDefinition, CloudProfile};
use crate::yaml::{Kind, NodeId, Tree};

/// A new entry.
pub(super) struct Snippet {
    pub label: &'static str,
    /// Its text, with places to fill in.
    pub text: String,
    /// The same with what stands there by default.
    pub plain: String,
}

/// A part of an entry.
enum Part {
    /// Stands as it is.
    Text(String),
    /// A place to fill in, with what stands there by default, and its quotes.
    Hole(String, &'static str),
    Map(Vec<(String, Self)>, Flow),
    List(Vec<Self>, Flow),
}

/// Whether it is written in one line.
type Flow = bool;

/// A list whose entries have snippets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    KubernetesVersion,
    ImageVersion,
    Flavor,
    MachineType,
}

impl What {
    /// The list that fields lead to.
    fn of(path: &[&str]) -> Option<Self> {
        Some(match path {
            ["spec", "kubernetes", "versions"] => Self::KubernetesVersion,
            [.., "machineImages", "versions"] => Self::ImageVersion,
            [.., "versions", "capabilityFlavors"] => Self::Flavor,
            ["spec", "machineTypes"] => Self::MachineType,
            _ => return None,
        })
    }

    fn label(self) -> &'static str {
        match self {
            Self::KubernetesVersion => "new Kubernetes version",
            Self::ImageVersion => "new image version",
            Self::Flavor => "new flavor",
            Self::MachineType => "new machine type",
        }
    }
}

/// The new entry of the list that a line begins an element of.
pub(super) fn snippet<'v>(
    view: &View<'v>,
    item: &'v Item<'v>,
    line: &Line<'_>,
    place: &Place<'_>,
) -> Option<Snippet> {
    if !line.is_element || line.key.is_some() || place.list.is_some() || item.document.json {
        return None;
    }
    let names = |level: &Level| level.field.map(|known| known.field.name);
    let path: Vec<&str> = place.around.iter().filter_map(names).collect();
    let what = What::of(&path)?;
    let list = place.around.iter().rfind(|level| level.field.is_some())?;
    let tree = &item.document.tree;
    let is_map = |node: &&NodeId| matches!(tree.node(**node).kind, Kind::Mapping(pairs) if !pairs.is_empty());
    let own = tree.items(list.node).iter().filter(is_map);
    let before = |node: &&NodeId| tree.span(**node).start < line.start;
    let near = own.clone().rfind(before).or_else(|| own.clone().next());
    let mut elsewhere = Vec::new();
    below(tree, item.object.node, &path, &mut elsewhere);
    let like = near.copied().or_else(|| elsewhere.first().copied());
    let part = view.with_profile(item, |profile| {
        let copy = Copy {
            item,
            profile: &profile.profile,
            what,
            in_config: path.contains(&"providerConfig"),
        };
        like.map_or_else(|| copy.fresh(), |like| copy.entry(like))
    })??;
    let dash = dash(item)?;
    // Editors move the lines after the first one as far as that line is indented.
    let layout = |holes, column| Layout {
        out: String::new(),
        holes,
        next: 1,
        dash,
        column,
    };
    let text = layout(true, line.column - line.dash).written(&part);
    let plain = layout(false, line.column).written(&part);
    Some(Snippet {
        label: what.label(),
        text,
        plain,
    })
}

/// The maps in the lists that fields lead to.
fn below(tree: &Tree<'_>, node: NodeId, path: &[&str], found: &mut Vec<NodeId>) {
    match (&tree.node(node).kind, path) {
        (Kind::Sequence(items), []) => {
            let is_map = |of: &&NodeId| matches!(tree.node(**of).kind, Kind::Mapping(_));
            found.extend(items.iter().filter(is_map));
        }
        (Kind::Sequence(items), path) => {
            for of in *items {
                below(tree, *of, path, found);
            }
        }
        (Kind::Mapping(_), [name, rest @ ..]) => {
            if let Some(entry) = tree.get(node, name) {
                below(tree, entry.value, rest, found);
            }
        }
        _ => {}
    }
}

/// How far lists are indented relative to their key, as the first list of the object has it.
fn dash(item: &Item<'_>) -> Option<usize> {
    let tree = &item.document.tree;
    let column = |at: u32| {
        let line = item.source.line_span(item.source.line_index(at));
        (at - line.start) as usize
    };
    let spec = tree.get(item.object.node, "spec")?.value;
    let list = tree.entries(spec).find_map(|entry| {
        let first = tree.items(entry.value).first()?;
        let (key, inner) = (tree.span(entry.key).start, tree.span(*first).start);
        let line = item.source.line_span(item.source.line_index(inner));
        let before = item.text.get(line.start as usize..inner as usize)?;
        let dash = before.len() - before.trim_start_matches(' ').len();
        before
            .trim_start()
            .starts_with('-')
            .then(|| dash.saturating_sub(column(key)))
    });
    Some(list.unwrap_or(0))
}

/// The making of an entry like another one.
struct Copy<'c, 'v> {
    item: &'v Item<'v>,
    profile: &'c CloudProfile<'v>,
    what: What,
    in_config: bool,
}

impl Copy<'_, '_> {
    fn tree(&self) -> &Tree<'_> {
        &self.item.document.tree
    }

    fn entry(&self, like: NodeId) -> Option<Part> {
        if self.what == What::Flavor && !self.in_config {
            return Some(self.flavor(self.is_flow(like)));
        }
        let Kind::Mapping(pairs) = self.tree().node(like).kind else {
            return None;
        };
        // What is said of the end of one version is not said of another.
        let is_left_out = |name| ["expirationDate", "lifecycle", "usable", "<<"].contains(&name);
        let pairs = pairs.iter().copied();
        let pairs = pairs.filter(|(key, _)| !is_left_out(self.tree().key(*key)));
        self.map(like, pairs, |name, value| self.value(name, value))
    }

    /// A map like a node, of some of its entries.
    fn map(
        &self,
        node: NodeId,
        pairs: impl Iterator<Item = (NodeId, NodeId)>,
        value: impl Fn(&str, NodeId) -> Option<Part>,
    ) -> Option<Part> {
        let entry = |(key, of): (NodeId, NodeId)| {
            Some((self.written(key)?, value(self.tree().key(key), of)?))
        };
        let entries: Option<Vec<_>> = pairs.map(entry).collect();
        Some(Part::Map(entries?, self.is_flow(node)))
    }

    /// A value like that of a field.
    fn value(&self, name: &str, node: NodeId) -> Option<Part> {
        match &self.tree().node(node).kind {
            Kind::Mapping(_) if self.what == What::Flavor && name == "capabilities" => {
                Some(self.flavor(self.is_flow(node)))
            }
            _ if self.is_kept(name) => self.kept(node),
            Kind::Scalar { .. } => Some(self.hole(name, node)),
            Kind::Mapping(pairs) => {
                let pairs = pairs.iter().copied();
                self.map(node, pairs, |name, value| self.value(name, value))
            }
            Kind::Sequence(items) if name == "regions" && self.in_config => {
                let first = items.first()?;
                let regions = self.profile.regions.iter();
                let regions = regions.map(|region| self.in_region(*region.name, *first));
                let regions: Option<Vec<Part>> = regions.collect();
                let regions = regions.filter(|regions| !regions.is_empty());
                Some(Part::List(regions?, self.is_flow(node)))
            }
            Kind::Sequence(items) => {
                let all: Option<Vec<Part>> = items.iter().map(|of| self.value(name, *of)).collect();
                Some(Part::List(all?, self.is_flow(node)))
            }
            Kind::Alias(_) => None,
        }
    }

    /// Whether a new entry has the same there as the other one.
    fn is_kept(&self, name: &str) -> bool {
        match self.what {
            What::MachineType => false,
            _ if self.in_config => {
                matches!(name, "capabilities" | "architecture" | "architectures")
            }
            _ => !matches!(name, "version" | "classification"),
        }
    }

    /// An entry of a region like that of another one.
    fn in_region(&self, region: &str, like: NodeId) -> Option<Part> {
        let Kind::Mapping(pairs) = self.tree().node(like).kind else {
            return None;
        };
        self.map(like, pairs.iter().copied(), |name, value| match name {
            "name" => Some(Part::Text(in_quotes_of("", false, region))),
            name => self.value(name, value),
        })
    }

    fn hole(&self, name: &str, node: NodeId) -> Part {
        let text = self.slice(node);
        let (inner, quote) = match text.as_bytes() {
            [b'"', .., b'"'] => (&text[1..text.len() - 1], "\""),
            [b'\'', .., b'\''] => (&text[1..text.len() - 1], "'"),
            _ => (text, ""),
        };
        let default = match name {
            "classification" => "supported",
            // Nobody should take the artifact of another version for that of the new one.
            _ if self.in_config => "",
            "name" | "version" => "",
            _ if inner.contains('\n') => "",
            _ => inner,
        };
        Part::Hole(default.to_owned(), quote)
    }

    /// A value as it stands.
    fn kept(&self, node: NodeId) -> Option<Part> {
        match &self.tree().node(node).kind {
            Kind::Mapping(pairs) => {
                self.map(node, pairs.iter().copied(), |_, value| self.kept(value))
            }
            Kind::Sequence(items) => {
                let all: Option<Vec<Part>> = items.iter().map(|of| self.kept(*of)).collect();
                Some(Part::List(all?, self.is_flow(node)))
            }
            Kind::Scalar { .. } => self.written(node).map(Part::Text),
            Kind::Alias(_) => None,
        }
    }

    /// A key or a value of one line as it stands.
    fn written(&self, node: NodeId) -> Option<String> {
        let text = self.slice(node);
        (!text.contains('\n')).then(|| text.to_owned())
    }

    fn slice(&self, node: NodeId) -> &str {
        let span = self.tree().span(node);
        self.item.text.get(span.range()).unwrap_or_default()
    }

    fn is_flow(&self, node: NodeId) -> Flow {
        self.slice(node).starts_with(['{', '['])
    }

    /// A flavor of the core part: all capabilities, each with its values.
    fn flavor(&self, flow: Flow) -> Part {
        let capability = |of: &CapabilityDefinition<'_>| {
            let values: Vec<&str> = of.values.iter().map(|value| value.value).collect();
            let values = match *of.name {
                // A flavor has one architecture.
                "architecture" => values.first().copied().unwrap_or_default().to_owned(),
                _ => values.join(", "),
            };
            let name = in_quotes_of("", false, *of.name);
            let values = vec![Part::Hole(values, "")];
            (name, Part::List(values, true))
        };
        let all = self.profile.machine_capabilities.iter();
        Part::Map(all.map(capability).collect(), flow)
    }

    /// An entry where there is none to be like.
    fn fresh(&self) -> Option<Part> {
        if self.in_config {
            return None;
        }
        let hole = |name: &str, default: &str| {
            let quote = if name == "cpu" || name == "gpu" {
                "\""
            } else {
                ""
            };
            (name.to_owned(), Part::Hole(default.to_owned(), quote))
        };
        let has_vocabulary = !self.profile.machine_capabilities.is_empty();
        let mut entries = match self.what {
            What::KubernetesVersion | What::ImageVersion => vec![hole("version", "")],
            What::Flavor => return has_vocabulary.then(|| self.flavor(false)),
            What::MachineType => vec![
                hole("name", ""),
                hole("cpu", "2"),
                hole("gpu", "0"),
                hole("memory", "8Gi"),
            ],
        };
        match self.what {
            What::ImageVersion if has_vocabulary => {
                let flavors = Part::List(vec![self.flavor(false)], false);
                entries.push(("capabilityFlavors".to_owned(), flavors));
            }
            What::MachineType if has_vocabulary => {
                entries.push(("capabilities".to_owned(), self.flavor(false)));
            }
            _ => {}
        }
        Some(Part::Map(entries, false))
    }
}

/// The text of an entry behind its dash.
struct Layout {
    out: String,
    /// Whether places to fill in are marked.
    holes: bool,
    /// The number of the next one.
    next: usize,
    /// How far lists are indented relative to their key.
    dash: usize,
    /// The column of the entry.
    column: usize,
}

impl Layout {
    fn written(mut self, part: &Part) -> String {
        let column = self.column;
        self.block(part, column);
        self.out
    }

    /// A part that stands at a column.
    fn block(&mut self, part: &Part, column: usize) {
        match part {
            Part::Map(entries, false) if !entries.is_empty() => {
                for (at, (name, value)) in entries.iter().enumerate() {
                    if at > 0 {
                        self.line(column);
                    }
                    self.text(name);
                    self.out.push(':');
                    match value {
                        Part::Map(of, false) if !of.is_empty() => {
                            self.line(column + 2);
                            self.block(value, column + 2);
                        }
                        Part::List(of, false) if !of.is_empty() => {
                            self.line(column + self.dash);
                            self.block(value, column + self.dash);
                        }
                        _ => {
                            self.out.push(' ');
                            self.flow(value);
                        }
                    }
                }
            }
            Part::List(all, false) if !all.is_empty() => {
                for (at, value) in all.iter().enumerate() {
                    if at > 0 {
                        self.line(column);
                    }
                    self.out.push_str("- ");
                    self.block(value, column + 2);
                }
            }
            _ => self.flow(part),
        }
    }

    fn line(&mut self, column: usize) {
        write!(self.out, "\n{:column$}", "").unwrap_or_default();
    }

    fn flow(&mut self, part: &Part) {
        match part {
            Part::Text(text) => self.text(text),
            Part::Hole(default, quote) => {
                self.out.push_str(quote);
                if self.holes {
                    let default = escaped(default).replace('}', "\\}");
                    write!(self.out, "${{{}:{default}}}", self.next).unwrap_or_default();
                    self.next += 1;
                } else {
                    self.out.push_str(default);
                }
                self.out.push_str(quote);
            }
            Part::Map(entries, _) => {
                self.text("{");
                for (at, (name, value)) in entries.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.text(name);
                    self.out.push_str(": ");
                    self.flow(value);
                }
                self.text("}");
            }
            Part::List(all, _) => {
                self.out.push('[');
                for (at, value) in all.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.flow(value);
                }
                self.out.push(']');
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.holes {
            self.out.push_str(&escaped(text));
        } else {
            self.out.push_str(text);
        }
    }
}

/// A text without what means something in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$")
}
