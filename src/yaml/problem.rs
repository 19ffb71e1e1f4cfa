//! The faults of a text before anyone knows its meaning: plain, typed facts with their bytes.

use super::TextError;
use crate::source::Span;

/// A fact about the text that a person must know.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
    /// The other place concerned: the first of two equal keys, the anchor that contains itself.
    pub related: Option<Span>,
}

/// The kinds of problems. `docs/gardener/reading.md` says which of them kubectl or the API server
/// reject.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// The bytes are not UTF-8.
    Encoding(TextError),
    /// The text is not YAML from here on; the parser's reason.
    Syntax(String),
    /// kubectl may read on, but cpcap does not: too much of the text would have to be put
    /// differently for the parser.
    GaveUp,
    /// JSON was tried first (the text begins with `{`) and failed too; the reason of the JSON
    /// reader.
    JsonSyntax(String),
    /// A line that begins with `---` carries more than a comment.
    Separator,
    /// `%YAML` or `%TAG`, which kubectl cannot read.
    Directive,
    /// Text after the end of the first document of a chunk (after `...`): kubectl drops it
    /// silently.
    IgnoredContent,
    /// A construct that the parser reads and kubectl rejects; what it is, in words.
    Unportable(&'static str),
    /// A NUL or another control character that YAML forbids.
    ControlCharacter(char),
    /// A key that stands twice in one mapping, as the server would see it.
    DuplicateKey {
        key: String,
        /// The two are spelled differently (`1` and `"1"`): which one wins is random.
        random: bool,
    },
    /// A merge key `<<` that stands after an explicit key which it overrides.
    LateMerge { keys: Vec<String> },
    /// A merge key whose value is not a mapping (nor a list of mappings).
    MergeValue,
    /// A key that cannot be one: null, a collection, or an integer above 2⁶³-1.
    Key(&'static str),
    /// An alias to an anchor that does not exist (before it).
    UnknownAnchor(String),
    /// A node that contains itself through an alias.
    SelfReference(String),
    /// Aliases multiply the text beyond kubectl's budget.
    AliasBudget,
    /// An explicit tag that does not fit its value.
    Tag(String),
    /// `.nan`, `.inf`: no JSON for it.
    NotFinite,
    /// Deeper than the reader goes.
    Depth,
}

impl ProblemKind {
    /// Whether kubectl rejects the document for it, so that the server never sees it.
    #[must_use]
    pub fn rejects(&self) -> bool {
        !matches!(
            self,
            Self::IgnoredContent | Self::DuplicateKey { .. } | Self::LateMerge { .. }
        )
    }
}
