//! Field paths as the API server prints them: built on the stack ([`Path`]), kept with findings
//! ([`FieldPath`]), and rendered only in output. A name may hold dots and brackets, so nothing
//! reads a path back from its text.

use std::borrow::{Borrow, Cow};
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::yaml::{NodeId, Tree};

/// A path such as `spec.machineImages[0].versions[3]`: a step and the path before it.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Field(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    pub const ROOT: Path<'static> = Path {
        parent: None,
        step: Step::Root,
    };

    /// A field of the object itself: one step, whatever its name holds.
    #[must_use]
    pub const fn new(name: &'p str) -> Self {
        Self {
            parent: None,
            step: Step::Field(name),
        }
    }

    /// A field, map key or capability name below this path.
    #[must_use]
    pub const fn field(&'p self, name: &'p str) -> Self {
        Self {
            parent: Some(self),
            step: Step::Field(name),
        }
    }

    /// An element of the list at this path.
    #[must_use]
    pub const fn index(&'p self, index: usize) -> Self {
        Self {
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    /// The steps, from the root on, are pushed onto a path.
    fn push_onto(&self, path: &mut FieldPath) {
        if let Some(parent) = self.parent {
            parent.push_onto(path);
        }
        match self.step {
            Step::Root => {}
            Step::Field(name) => path.0.push(PathStep::Name(name.into())),
            Step::Index(index) => path.0.push(PathStep::Index(index)),
        }
    }
}

/// A path that is kept: of a finding, of what decoding or a webhook refuses. Paths are in the order
/// of their steps, so those below a path follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath(Vec<PathStep>);

/// One step of a [`FieldPath`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// An element of a list.
    Index(usize),
    /// A field, map key or capability name.
    Name(Box<str>),
}

/// Paths are ordered as their steps are, so a set of paths can be asked about a part of one.
impl Borrow<[PathStep]> for FieldPath {
    fn borrow(&self) -> &[PathStep] {
        &self.0
    }
}

impl PathStep {
    /// The node that this step leads to from another one.
    #[must_use]
    pub fn node(&self, tree: &Tree<'_>, from: NodeId) -> Option<NodeId> {
        match self {
            Self::Index(at) => tree.items(from).get(*at).copied(),
            Self::Name(name) => tree.get(from, name).map(|entry| entry.value),
        }
    }
}

impl FieldPath {
    pub const ROOT: Self = Self(Vec::new());

    /// Whether it is the object itself, or the text.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// A field, map key or capability name below this path.
    #[must_use]
    pub fn field(mut self, name: &str) -> Self {
        self.0.push(PathStep::Name(name.into()));
        self
    }

    /// An element of the list at this path.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(PathStep::Index(index));
        self
    }

    /// Any element of the list at this path: printed as `[]`.
    #[must_use]
    pub fn any(self) -> Self {
        self.field("")
    }

    /// The path with any element instead of each that it names.
    #[must_use]
    pub fn pattern(&self) -> Self {
        self.0.iter().fold(Self::ROOT, |path, step| match step {
            PathStep::Index(_) => path.any(),
            PathStep::Name(name) => path.field(name),
        })
    }

    /// This path with another below it.
    #[must_use]
    pub fn join(mut self, below: &Self) -> Self {
        self.0.extend_from_slice(&below.0);
        self
    }

    /// The steps, from the root on.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// A path of these steps.
    #[must_use]
    pub fn of(steps: &[PathStep]) -> Self {
        Self(steps.to_vec())
    }

    /// The path that this one continues; none of the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.split_last().map(|(_, rest)| Self::of(rest))
    }

    /// The steps after another path that this one continues or is.
    #[must_use]
    pub fn below(&self, above: &Self) -> Option<&[PathStep]> {
        self.0.strip_prefix(above.0.as_slice())
    }

    /// The steps after these names, where the path begins with them.
    #[must_use]
    pub fn after<const N: usize>(&self, names: [&str; N]) -> Option<&[PathStep]> {
        let (first, rest) = self.0.split_at_checked(N)?;
        let same = |(step, name): (&PathStep, &str)| step.name() == Some(name);
        first.iter().zip(names).all(same).then_some(rest)
    }

    /// The last name, of the field itself or of the list that an element is of; empty where there
    /// is none.
    #[must_use]
    pub fn last_name(&self) -> &str {
        let mut names = self.0.iter().rev().filter_map(PathStep::name);
        names.next().unwrap_or_default()
    }

    /// Whether it leads to an element of a list.
    #[must_use]
    pub fn is_element(&self) -> bool {
        matches!(self.0.last(), Some(PathStep::Index(_)))
    }
}

impl PathStep {
    /// The name of a step to a field.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            Self::Index(_) => None,
        }
    }

    /// The position of a step to an element of a list.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        match self {
            Self::Index(index) => Some(*index),
            Self::Name(_) => None,
        }
    }
}

/// The position after a list of that name at the beginning of these steps, and what follows.
#[must_use]
pub fn element<'s>(steps: &'s [PathStep], list: &str) -> Option<(usize, &'s [PathStep])> {
    match steps {
        [PathStep::Name(name), PathStep::Index(index), rest @ ..] if **name == *list => {
            Some((*index, rest))
        }
        _ => None,
    }
}

impl From<&Path<'_>> for FieldPath {
    fn from(path: &Path<'_>) -> Self {
        let mut kept = Self::ROOT;
        path.push_onto(&mut kept);
        kept
    }
}

impl From<Path<'_>> for FieldPath {
    fn from(path: Path<'_>) -> Self {
        Self::from(&path)
    }
}

impl From<&Self> for FieldPath {
    fn from(path: &Self) -> Self {
        path.clone()
    }
}

/// Names with dots between them, as source code writes a path; the empty text is the root.
impl From<&'static str> for FieldPath {
    fn from(names: &'static str) -> Self {
        let names = names.split('.').filter(|name| !name.is_empty());
        names.fold(Self::ROOT, Self::field)
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            write_step(f, step, at == 0)?;
        }
        Ok(())
    }
}

/// Prints a step as the API server does. `first`: nothing stands before it.
fn write_step(f: &mut fmt::Formatter<'_>, step: &PathStep, first: bool) -> fmt::Result {
    match step {
        PathStep::Index(index) => write!(f, "[{index}]"),
        // An empty name is printed like an index without a number
        // (`docs/gardener/README.md#how-to-read-the-rules`).
        PathStep::Name(name) if name.is_empty() => f.write_str("[]"),
        PathStep::Name(name) if first => f.write_str(name),
        PathStep::Name(name) => write!(f, ".{name}"),
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for FieldPath {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FieldPath".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Compared with what is printed.
impl PartialEq<str> for FieldPath {
    fn eq(&self, printed: &str) -> bool {
        let text = self.to_string();
        text == printed
    }
}

impl PartialEq<&str> for FieldPath {
    fn eq(&self, printed: &&str) -> bool {
        self == *printed
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FieldPath::from(self).fmt(f)
    }
}

/// The path of a printed text, for tests whose names hold no dots and brackets.
#[cfg(test)]
pub(crate) fn read(printed: &str) -> FieldPath {
    let path = printed
        .split(['.', '['])
        .fold(FieldPath::ROOT, |path, step| {
            match step.trim_end_matches(']').parse() {
                Ok(index) => path.index(index),
                Err(_) => path.field(step),
            }
        });
    assert_eq!(path, printed);
    path
}

#[cfg(test)]
mod tests {
    use super::{FieldPath, Path};

    #[test]
    fn prints_as_the_server_does() {
        let spec = Path::new("spec");
        let capabilities = spec.field("machineCapabilities");
        assert_eq!(
            capabilities.index(2).field("name").to_string(),
            "spec.machineCapabilities[2].name"
        );
        assert_eq!(
            capabilities.field("").index(0).to_string(),
            "spec.machineCapabilities[][0]"
        );
        assert_eq!(
            Path::ROOT.field("spec").field("type").to_string(),
            "spec.type"
        );
    }

    #[test]
    fn names_may_hold_dots_and_brackets() {
        let labels = Path::new("labels");
        let last = |path: Path<'_>| {
            let path = FieldPath::from(path);
            (path.last_name().to_owned(), path.is_element())
        };
        assert_eq!(
            last(labels.field("seed.gardener.cloud/eu-access")),
            ("seed.gardener.cloud/eu-access".to_owned(), false)
        );
        assert_eq!(
            last(labels.field("a.b[0]").index(3)),
            ("a.b[0]".to_owned(), true)
        );
        assert_eq!(last(Path::ROOT), (String::new(), false));
    }
}
