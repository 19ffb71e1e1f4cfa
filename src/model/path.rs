//! Field paths as the API server prints them, built on the stack and rendered only for a finding.

use std::fmt;

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
    /// The object itself.
    pub const ROOT: Path<'static> = Path {
        parent: None,
        step: Step::Root,
    };

    /// A field of the object itself.
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

    /// The last field, map key or capability name on the way, and whether an element of the list
    /// there is meant.
    #[must_use]
    pub fn last_name(&self) -> (&'p str, bool) {
        let (mut path, mut in_list) = (*self, false);
        loop {
            match (path.step, path.parent) {
                (Step::Field(name), _) => return (name, in_list),
                (Step::Root, _) | (Step::Index(_), None) => return ("", in_list),
                (Step::Index(_), Some(parent)) => (path, in_list) = (*parent, true),
            }
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
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.step {
            Step::Root => Ok(()),
            // An empty name is printed like an index without a number
            // (`docs/gardener/README.md#how-to-read-the-rules`).
            Step::Field("") => f.write_str("[]"),
            Step::Field(name)
                if self
                    .parent
                    .is_none_or(|parent| matches!(parent.step, Step::Root)) =>
            {
                f.write_str(name)
            }
            Step::Field(name) => write!(f, ".{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

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
        assert_eq!(
            labels.field("seed.gardener.cloud/eu-access").last_name(),
            ("seed.gardener.cloud/eu-access", false)
        );
        assert_eq!(
            labels.field("a.b[0]").index(3).last_name(),
            ("a.b[0]", true)
        );
        assert_eq!(Path::ROOT.last_name(), ("", false));
    }
}
