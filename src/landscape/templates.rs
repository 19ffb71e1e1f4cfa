//! Texts that are templates of other tools, and were not rendered.

use std::collections::BTreeSet;

use crate::model::object::{self, Unit};
use crate::source::Span;
use crate::yaml::{self, Document};

/// A text that is a template, or holds markers of one.
#[derive(Clone, Copy, Debug)]
pub struct Unrendered {
    /// The marker to show: the first in a broken document, else the first in an object of the
    /// group.
    pub marker: yaml::Template,
    /// The document that it stands in.
    pub document: usize,
    /// The document cannot be read, and the template explains why.
    pub broken: bool,
    /// How many more there are: of such documents, or else of lines with markers in objects of the
    /// group.
    pub more: usize,
}

/// Whether nothing of an object can be read. Directives at the top of a template may well read as
/// one long text.
pub(super) fn is_broken(document: &Document<'_>) -> bool {
    !document.readable()
        || !document
            .tree
            .root()
            .is_some_and(|root| object::is_map(&document.tree, root))
}

pub(super) fn marker_in(text: &str, document: &Document<'_>) -> Option<yaml::Template> {
    let start = document.span.start as usize;
    let marker = yaml::template(text.get(document.span.range())?)?;
    Some(yaml::Template {
        span: Span::new(
            start + marker.span.start as usize,
            start + marker.span.end as usize,
        ),
        ..marker
    })
}

pub(super) fn unrendered(
    text: &str,
    documents: &[Document<'_>],
    strangers: &BTreeSet<usize>,
) -> Option<Unrendered> {
    // A file that is no text has bytes of every kind in it, and markers among them by chance.
    if memchr::memchr(0, text.as_bytes()).is_some() {
        return None;
    }
    // Most texts hold no marker, and then no document does.
    yaml::template(text)?;
    let marked = |document: &Document<'_>, broken| {
        marker_in(text, document).map(|marker| Unrendered {
            marker,
            document: document.index,
            broken,
            more: 0,
        })
    };
    let own = || {
        documents
            .iter()
            .filter(|document| !strangers.contains(&document.index))
    };
    let mut broken = own()
        .filter(|document| is_broken(document))
        .filter_map(|document| marked(document, true));
    if let Some(first) = broken.next() {
        let more = broken.count();
        return Some(Unrendered { more, ..first });
    }
    let in_objects = || own().filter(|document| is_ours(document, text));
    let lines = in_objects().filter_map(|document| text.get(document.span.range()));
    let lines: usize = lines.map(|text| yaml::templates(text).count()).sum();
    let first = in_objects().find_map(|document| marked(document, false))?;
    let more = lines.saturating_sub(1);
    Some(Unrendered { more, ..first })
}

/// Whether a document holds an object of the group, or may: only there does a marker in a value say
/// that something was not rendered.
fn is_ours(document: &Document<'_>, text: &str) -> bool {
    let mut units = object::units(&document.tree, text).into_iter();
    units.any(|unit| unit.may_be_ours() || !matches!(unit, Unit::Foreign(_)))
}
