//! YAML and JSON texts as kubectl reads them, kept as spanned trees. Hides the parser crate, and
//! that which writes YAML. Knows nothing of Kubernetes kinds or of findings. Facts:
//! `docs/reading.md`.

mod alias;
mod build;
mod comment;
mod fill;
mod json;
mod merge;
mod number;
mod place;
mod portable;
mod problem;
mod quick;
mod repair;
mod resolve;
mod send;
mod split;
mod template;
mod text;
mod tree;
mod view;
mod way;
mod write;

#[cfg(test)]
mod tests;

pub use comment::{Comment, all_comments, comments};
pub use fill::fill;
pub use problem::{Problem, ProblemKind};
pub use resolve::base64;
pub use send::Sizes;
pub use template::{Engine, Template, may_be_template, template, templates};
pub use text::{TextError, decode_text};
pub use tree::{Anchor, Entry, Kind, Node, NodeId, Style, Tag, Tree, Value};
pub use view::Entries;
pub(crate) use view::is_same;
pub use way::Turn;
pub use write::{Step, annotate, write};

use crate::source::Span;

/// One document of a text.
#[derive(Debug, PartialEq)]
pub struct Document<'s> {
    /// Its position among the documents of the text, from 0. Empty chunks do not count.
    pub index: usize,
    /// Its bytes: the whole chunk between two separator lines, or the JSON value.
    pub span: Span,
    pub tree: Tree<'s>,
    /// The problems of the text, in its order.
    pub problems: Vec<Problem>,
    /// Read as JSON. The server then sees duplicate keys itself; in YAML kubectl silently keeps the
    /// last.
    pub json: bool,
    /// The text broke off; the tree holds what was read until then.
    pub incomplete: bool,
    /// Read in one pass, without the parser; that makes no difference to anything else here.
    pub quick: bool,
}

impl<'s> Document<'s> {
    /// A document whose bytes are not text: nothing can be read from it.
    #[must_use]
    pub fn undecodable(text: &'s str, fault: TextError) -> Self {
        let at = match fault {
            // The text up to the first wrong byte is as it was.
            TextError::Utf8 { offset } => Span::at(offset),
            TextError::Utf16 { .. } => Span::at(0),
        };
        let problem = Problem {
            kind: ProblemKind::Encoding(fault),
            span: at,
            related: None,
        };
        Self {
            index: 0,
            span: Span::new(0, text.len()),
            tree: Tree::default(),
            problems: vec![problem],
            json: false,
            incomplete: true,
            quick: false,
        }
    }

    /// Whether kubectl sends it: no problem rejects it.
    #[must_use]
    pub fn readable(&self) -> bool {
        !self.problems.iter().any(|problem| problem.kind.rejects())
    }
}

/// Reads all documents of a text as `kubectl apply` does (`docs/gardener/reading.md#documents`):
/// JSON first when the text begins with `{`, otherwise YAML chunks between separator lines. Unlike
/// kubectl it goes on after a broken document. Never fails: problems are part of the answer.
#[must_use]
pub fn read(text: &str) -> Vec<Document<'_>> {
    read_with(text, |text, chunk| {
        quick::read(text, chunk).unwrap_or_else(|_| build::build(text, chunk))
    })
}

/// Reads with the parser alone: the measure for the reader that needs one pass.
#[doc(hidden)]
#[must_use]
pub fn read_by_parser(text: &str) -> Vec<Document<'_>> {
    read_with(text, build::build)
}

fn read_with<'s>(
    text: &'s str,
    chunk_reader: impl Fn(&'s str, Span) -> Document<'s>,
) -> Vec<Document<'s>> {
    let mut documents = Vec::new();
    let mut rest = 0;
    let mut json_error = None;
    if text.trim_start().starts_with('{') {
        match json::read(text, &mut documents) {
            json::End::Done => return documents,
            json::End::Separator(at) => rest = at,
            json::End::NotJson(problem) => json_error = Some(problem),
        }
    }
    for chunk in split::chunks(text, rest) {
        let mut document = chunk_reader(text, chunk.span);
        document.problems.extend(chunk.separator);
        if let Some(json) = json_error.take() {
            // kubectl tries JSON first and shows that reason when both fail.
            if let Some(problem) = document
                .problems
                .iter_mut()
                .find(|problem| matches!(problem.kind, ProblemKind::Syntax(_)))
            {
                *problem = Problem {
                    related: Some(problem.span),
                    ..json
                };
            } else if ["//", "/*"]
                .iter()
                .any(|comment| text[json.span.range().start..].starts_with(comment))
                && !document.readable()
            {
                // A comment in JSON is, as YAML, a text that fails for another reason.
                document.problems.retain(|problem| !problem.kind.rejects());
                document.problems.push(json);
            }
        }
        document
            .problems
            .sort_by_key(|problem| (problem.span.start, problem.span.end));
        let empty = document
            .tree
            .root()
            .is_none_or(|root| document.tree.value(root) == Value::Null);
        if empty && document.problems.is_empty() {
            continue;
        }
        document.index = documents.len();
        documents.push(document);
    }
    documents
}
