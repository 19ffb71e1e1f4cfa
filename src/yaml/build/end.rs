//! How a document ends: where the text breaks off, what kubectl drops after the end, and what needs
//! the whole tree.

use std::borrow::Cow;

use granit_parser::{Event, Parser};

use super::{Builder, Failure, Repairs};
use crate::source::Span;
use crate::yaml::tree::{Kind, Node, Style};
use crate::yaml::{Document, ProblemKind, alias, merge, place, portable};

impl<'s> Builder<'s> {
    /// Ends the reading of the chunk, whether it failed or not.
    pub(super) fn conclude(
        mut self,
        result: Result<usize, Failure>,
        repairs: &Repairs,
    ) -> Document<'s> {
        let mut incomplete = false;
        match result {
            Ok(end) => drop(self.ignored(end, false)),
            Err(failure) => {
                let mut offset = failure.offset;
                // A flow collection may turn out to be a key, so the parser holds it back; read it
                // without what follows.
                if self.tree.is_empty() && failure.readable {
                    let mut shorter = Builder::new(self.text, self.chunk);
                    let clean = shorter
                        .run(Span::new(self.chunk.start as usize, offset), repairs)
                        .is_ok();
                    if clean && shorter.done && !shorter.block_root() {
                        offset = shorter.last_end;
                        self = shorter;
                    }
                }
                if !(self.done && self.ignored(offset, true)) {
                    incomplete = true;
                    self.cut_last(offset);
                    self.problems.push(failure.problem);
                    self.close_all();
                }
            }
        }
        self.finish(incomplete)
    }

    /// Cuts an unquoted text of several lines where the text breaks off after it: the further lines
    /// are hardly its continuation.
    fn cut_last(&mut self, offset: usize) {
        let text = self.text;
        let Some(last) = self.tree.ids().next_back() else {
            return;
        };
        let Node { kind, span } = self.tree.node(last);
        let Kind::Scalar {
            style: Style::Plain,
            ..
        } = kind
        else {
            return;
        };
        let raw = &text[span.range()];
        let reaches = text
            .get(span.end as usize..offset)
            .is_some_and(|between| between.trim().is_empty());
        if let Some((first, _)) = raw.split_once(['\n', '\r']).filter(|_| reaches) {
            let (start, length) = (span.start as usize, first.trim_end().len());
            self.tree.cut_last(Span::new(start, start + length));
        }
    }

    /// Closes what the text left open; a key without a value gets a missing one.
    fn close_all(&mut self) {
        while let Some(frame) = self.frames.last() {
            self.tree.beside_mut().open.push(frame.id);
            if self.at_key_before_last() {
                let at = self.missing(self.last_end).max(self.last_end);
                let missing = self.push_scalar(Cow::Borrowed(""), Style::Plain, Span::at(at));
                self.tree.beside_mut().open.push(missing);
                self.last_end = at;
            }
            self.close(None);
        }
    }

    /// Whether the root is a block collection: what follows one is read as its next entry, not as
    /// the end of the document.
    fn block_root(&self) -> bool {
        let Some(root) = self.tree.root else {
            return true;
        };
        !matches!(
            self.tree.node(root).kind,
            Kind::Scalar { .. } | Kind::Alias(_)
        ) && !matches!(
            self.bytes().get(self.tree.span(root).start as usize),
            Some(b'[' | b'{')
        )
    }

    /// Reports content after the end of the document, which kubectl drops. After an unmarked end
    /// kubectl still looks at the next token; returns whether kubectl can read that one.
    fn ignored(&mut self, from: usize, unmarked: bool) -> bool {
        let (bytes, end) = (self.bytes(), self.chunk.end as usize);
        let at = place::next_token(bytes, from, end);
        if unmarked && !token_reads(&self.text[..end], at) {
            return false;
        }
        if let Some(dropped) = place::behind_document(self.text, at, end) {
            self.problem(ProblemKind::IgnoredContent, dropped);
        }
        true
    }

    /// go-yaml ends a document only where one began.
    fn check_lone_end(&mut self) {
        let end = self.chunk.end as usize;
        let at = place::next_token(self.bytes(), self.last_end, end);
        if self.text[at..end].starts_with("...") {
            self.problem(
                ProblemKind::Unportable("`...` before any content"),
                Span::new(at, at + 3),
            );
        }
    }

    fn finish(mut self, incomplete: bool) -> Document<'s> {
        if self.tree.is_empty() {
            self.check_lone_end();
        }
        if self.aliases {
            alias::limit(&mut self.tree, &mut self.problems);
        }
        for mapping in std::mem::take(&mut self.merging) {
            merge::apply(&mut self.tree, mapping, &mut self.problems);
        }
        if let Some(dropped) = portable::empty_collection_as_key(&self.tree) {
            // go-yaml forgets that an empty collection may be a key: the document ends after it.
            self.problems
                .retain(|problem| !matches!(problem.kind, ProblemKind::Key(_)));
            let rest = self.tree.span(dropped).end as usize;
            self.tree.root = Some(dropped);
            let kept = self.text[rest..self.chunk.end as usize].trim_end().len();
            self.problem(ProblemKind::IgnoredContent, Span::new(rest, rest + kept));
        }
        portable::characters(self.text, self.chunk, &self.tree, &mut self.problems);
        portable::tabs(self.text, self.chunk, &self.tree, &mut self.problems);
        self.tree.trim();
        Document {
            index: 0,
            span: self.chunk,
            tree: self.tree,
            problems: self.problems,
            json: false,
            incomplete,
            quick: false,
        }
    }
}

/// Whether kubectl's reader gets over the token at an offset without a word.
fn token_reads(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let bytes = text.as_bytes();
    let before = &bytes[at - place::column(bytes, at)..at];
    match rest.as_bytes().first() {
        Some(b'@' | b'`' | b'%') => false,
        // Block indicators need a line of their own here.
        Some(b':' | b'-' | b'?') if rest.as_bytes().get(1).is_none_or(u8::is_ascii_whitespace) => {
            before.iter().all(|byte| *byte == b' ')
        }
        Some(b'"' | b'\'') => Parser::new_from_str(rest)
            .take_while(|event| !matches!(event, Ok((Event::Scalar(..), _))))
            .all(|event| event.is_ok()),
        _ => !before.contains(&b'\t'),
    }
}
