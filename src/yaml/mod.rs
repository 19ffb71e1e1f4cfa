//! YAML and JSON texts as kubectl reads them, kept as spanned trees. Hides the parser crate.
//! Knows nothing of Kubernetes kinds or of findings. Facts: `docs/design.md`, "Reading".

mod problem;
mod tree;

pub use problem::{Problem, ProblemKind};
pub use tree::{Entry, Kind, Node, NodeId, Style, Tag, Tree, Value};
