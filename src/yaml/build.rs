//! Builds a tree from the parser's events and repairs their spans. The only file that talks to the
//! parser. Judges nothing that needs the whole tree; see `merge`, `alias` and `portable`.

mod end;

use std::borrow::Cow;

use granit_parser::{
    ErrorKind, Event, Parser, ScalarStyle, ScanError, Span as EventSpan, StructureStyle,
    Tag as EventTag,
};

use super::repair::{self, Edit, Repaired, Repairs};
use super::tree::{Anchor, Kind, NodeId, Style, Tag, Tree};
use super::{Document, Problem, ProblemKind, merge, place, portable, resolve};
use crate::source::Span;

/// How deep collections may lie in one another.
pub(super) const MAX_DEPTH: usize = 100;

/// A collection whose end has not come yet.
struct Frame {
    id: NodeId,
    /// The position of its first child among the pending ones.
    first: usize,
    sequence: bool,
    flow: bool,
}

struct Builder<'s> {
    /// The whole text: spans are its offsets.
    text: &'s str,
    chunk: Span,
    tree: Tree<'s>,
    problems: Vec<Problem>,
    frames: Vec<Frame>,
    /// Children of all open collections, in order.
    pending: Vec<NodeId>,
    /// Nodes by the parser's anchor numbers.
    anchors: Vec<Option<NodeId>>,
    /// The end of the last token seen.
    last_end: usize,
    /// Maps with merge keys, inner ones first: settled once it is known that aliases are harmless.
    merging: Vec<NodeId>,
    aliases: bool,
    done: bool,
    /// Edits that make the parser read as kubectl does.
    wanted: Vec<Edit>,
}

pub(super) fn build(text: &str, chunk: Span) -> Document<'_> {
    let mut repairs = Repairs::default();
    loop {
        let mut builder = Builder::new(text, chunk);
        let mut result = builder.run(chunk, &repairs);
        let mut wanted = std::mem::take(&mut builder.wanted);
        let mut repairable = false;
        if let Err(failure) = &mut result {
            repairable = !failure.wanted.is_empty();
            wanted.append(&mut failure.wanted);
        }
        wanted.extend(repair::line_ends(
            portable::line_ends(text, chunk, &builder.tree).into_iter(),
        ));
        if !(repairs.take(wanted, chunk.len())) {
            if let Err(failure) = &mut result
                && repairable
                && repairs.gave_up
            {
                failure.problem.kind = ProblemKind::GaveUp;
            }
            return builder.conclude(result, &repairs);
        }
    }
}

struct Failure {
    problem: Problem,
    offset: usize,
    /// Less text may be readable.
    readable: bool,
    /// Edits that make the parser get further.
    wanted: Vec<Edit>,
}

impl<'s> Builder<'s> {
    fn new(text: &'s str, chunk: Span) -> Self {
        Self {
            text,
            chunk,
            tree: Tree::of(text, chunk.len(), false),
            problems: Vec::new(),
            frames: Vec::new(),
            pending: Vec::new(),
            anchors: Vec::new(),
            last_end: chunk.start as usize
                + if text[chunk.range()].starts_with('\u{feff}') {
                    3
                } else {
                    0
                },
            merging: Vec::new(),
            aliases: false,
            done: false,
            wanted: Vec::new(),
        }
    }

    /// Reads the first document of a range, and returns its end.
    fn run(&mut self, range: Span, repairs: &Repairs) -> Result<usize, Failure> {
        let repaired = repairs.apply(self.text, range);
        self.events(&repaired.text, &repaired, range)
    }

    fn events(
        &mut self,
        parsed: &str,
        repaired: &Repaired<'_>,
        range: Span,
    ) -> Result<usize, Failure> {
        let options = granit_parser::options! {
            emit_comments: false,
            emit_anchor_events: true,
            emit_unresolved_aliases: true,
            disallow_directives: true,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        for event in Parser::new_from_str_with_options(parsed, options) {
            let (event, span) = event.map_err(|error| self.failure(&error, repaired))?;
            let tag_span = || span.tag_span().map(|tag| absolute(&tag, repaired));
            let place = absolute(&span, repaired);
            match event {
                Event::Scalar(value, style, anchor, tag) => {
                    self.scalar(value, style, anchor, tag.as_deref().zip(tag_span()), place);
                }
                Event::SequenceStart(style, anchor, tag) => {
                    self.open(true, style, anchor, tag.as_deref().zip(tag_span()), place)?;
                }
                Event::MappingStart(style, anchor, tag) => {
                    self.open(false, style, anchor, tag.as_deref().zip(tag_span()), place)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close(Some(place)),
                Event::Alias(anchor) => {
                    let target = self.anchors.get(anchor).copied().flatten();
                    self.alias(target, place);
                }
                Event::UnresolvedAlias(name) => {
                    self.wanted
                        .extend(repair::alias_key(self.bytes(), place.start as usize));
                    self.problem(ProblemKind::UnknownAnchor(name.into_owned()), place);
                    self.alias(None, place);
                }
                Event::Anchor(_, name) => self.anchor(name.into_owned(), place),
                Event::DocumentEnd => return Ok(place.start as usize),
                _ => {}
            }
        }
        Ok(range.end as usize)
    }

    fn failure(&self, error: &ScanError, repaired: &Repaired<'_>) -> Failure {
        let end = self.chunk.end as usize;
        let offset = repaired
            .original(error.marker().byte_offset().unwrap_or(0))
            .min(end);
        let flow = self.frames.last().is_some_and(|frame| frame.flow);
        let wanted = repair::of_failure(self.text, error.kind(), offset, end, flow);
        let (kind, readable) = match error.kind() {
            ErrorKind::DirectiveDisallowed => (ProblemKind::Directive, false),
            ErrorKind::RecursionLimitExceeded => (ProblemKind::Depth, false),
            _ => (ProblemKind::Syntax(error.info().clone()), true),
        };
        let span = if matches!(kind, ProblemKind::Directive) {
            let line = &self.text[offset..];
            Span::new(
                offset,
                offset + line.find(['\n', '\r']).unwrap_or(line.len()),
            )
        } else {
            Span::at(offset)
        };
        Failure {
            problem: Problem {
                kind,
                span,
                related: None,
            },
            offset,
            readable,
            wanted,
        }
    }

    fn problem(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push(Problem {
            kind,
            span,
            related: None,
        });
    }

    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// Whether the next node is the key of an open map.
    fn at_key(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            !frame.sequence && (self.pending.len() - frame.first).is_multiple_of(2)
        })
    }

    fn push(&mut self, id: NodeId) {
        if self.frames.is_empty() {
            self.tree.root = Some(id);
        }
        self.pending.push(id);
    }

    fn push_scalar(&mut self, text: Cow<'_, str>, style: Style, span: Span) -> NodeId {
        let id = self.tree.push_scalar(text, style, span);
        self.push(id);
        id
    }

    /// Adds the properties of a node: its anchor number and its tag.
    fn properties(&mut self, id: NodeId, anchor: usize, tag: Option<(&EventTag, Span)>) {
        if anchor != 0 {
            if self.anchors.len() <= anchor {
                self.anchors.resize(anchor + 1, None);
            }
            self.anchors[anchor] = Some(id);
        }
        if let Some((tag, span)) = tag {
            if let Some(problem) = portable::tag(self.bytes(), span) {
                self.problems.push(problem);
            }
            self.tree.beside_mut().tags.insert(
                id,
                Tag {
                    name: format!("{}{}", tag.handle(), tag.suffix()),
                    span,
                },
            );
        }
    }

    fn anchor(&mut self, name: String, span: Span) {
        if !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        {
            if self.frames.last().is_none_or(|frame| !frame.flow) {
                self.wanted
                    .extend(repair::anchor(self.bytes(), span.start as usize));
            }
            self.problem(
                ProblemKind::Unportable(
                    "an anchor name with other characters than letters, digits, `_` and `-`",
                ),
                span,
            );
        }
        self.last_end = self.last_end.max(span.end as usize);
        // The event follows its node's.
        if let Some(last) = self.tree.ids().next_back() {
            self.tree
                .beside_mut()
                .anchors
                .insert(last, Anchor { name, span });
        }
    }

    fn scalar(
        &mut self,
        value: Cow<'_, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<(&EventTag, Span)>,
        place: Span,
    ) {
        let key = self.at_key();
        let flow = self.frames.last().is_some_and(|frame| frame.flow);
        let (start, end) = (place.start as usize, place.end as usize);
        let missing = style == ScalarStyle::Plain && start == end;
        let (text, span, style) = if missing {
            let at = if anchor != 0 || tag.is_some() {
                start
            } else {
                self.missing(start)
            };
            (
                Cow::Borrowed(""),
                Span::at(at.max(self.last_end)),
                Style::Plain,
            )
        } else {
            let (span, style) = match style {
                ScalarStyle::Plain => (place, Style::Plain),
                // The quotes of a repair.
                ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted
                    if !matches!(self.bytes()[start], b'\'' | b'"') =>
                {
                    (place, Style::Plain)
                }
                ScalarStyle::SingleQuoted => (place, Style::SingleQuoted),
                ScalarStyle::DoubleQuoted => (place, Style::DoubleQuoted),
                ScalarStyle::Literal => (self.block_scalar(place), Style::Literal),
                ScalarStyle::Folded => (self.block_scalar(place), Style::Folded),
            };
            (value, span, style)
        };
        portable::scalar(
            &self.text[span.range()],
            &text,
            style,
            flow,
            span,
            &mut self.problems,
        );
        let plain = style == Style::Plain;
        if plain && flow && !missing {
            self.wanted.extend(repair::in_flow(
                &self.bytes()[..self.chunk.end as usize],
                span,
            ));
        }
        let id = self.push_scalar(text, style, span);
        self.last_end = self.last_end.max(span.end as usize);
        if anchor != 0 || tag.is_some() {
            self.properties(id, anchor, tag);
        }
        if tag.is_some() || plain {
            self.check_scalar(id, key);
        }
        if self.frames.is_empty() {
            self.done = true;
        }
        if key && flow {
            self.check_flow_key(span);
        }
    }

    /// The place of a missing value: after its key's colon or its dash.
    fn missing(&self, at: usize) -> usize {
        match self.frames.last() {
            Some(frame) if frame.sequence => place::behind_dash(self.bytes(), self.last_end, at),
            Some(_) if !self.at_key() => {
                place::behind_colon(self.bytes(), self.last_end, self.chunk.end as usize)
            }
            _ => at,
        }
    }

    /// From the header to the last character of the content.
    fn block_scalar(&self, place: Span) -> Span {
        let (bytes, end) = (self.bytes(), place.end as usize);
        // A repaired line end or `...` may stand between the last token and the header.
        let before = &bytes[self.last_end.min(place.start as usize)..place.start as usize];
        let Some(start) = place::block_header(bytes, self.last_end, end).or_else(|| {
            let back = memchr::memrchr2(b'|', b'>', before)?;
            Some(place.start as usize - before.len() + back)
        }) else {
            return place;
        };
        Span::new(
            start,
            place::block_end(bytes, start, end.max(start + 1)).min(self.chunk.end as usize),
        )
    }

    /// Tags that do not fit, and numbers that JSON does not have.
    fn check_scalar(&mut self, id: NodeId, key: bool) {
        let Kind::Scalar { text, style } = self.tree.node(id).kind else {
            return;
        };
        let span = self.tree.span(id);
        if let Some(tag) = self.tree.beside().tags.get(&id) {
            if resolve::core_type(&tag.name) == Some("binary") {
                match resolve::binary(text) {
                    Some(decoded) => drop(self.tree.beside_mut().decoded.insert(id, decoded)),
                    None => self.problem(ProblemKind::Tag("binary".to_owned()), span),
                }
                return;
            }
            if let Err(name) = resolve::tagged(&tag.name, text) {
                let name = name.to_owned();
                self.problem(ProblemKind::Tag(name), span);
                return;
            }
        }
        if matches!(text.as_bytes().first(), Some(b'.' | b'+' | b'-')) && !key {
            let meaning = self.tree.scalar(id, text, style);
            if matches!(meaning, Some(resolve::Scalar::Float(value)) if !value.is_finite()) {
                self.problem(ProblemKind::NotFinite, span);
            }
        }
    }

    /// A key without `?` must stand on one line with its colon.
    fn check_flow_key(&mut self, key: Span) {
        let bytes = self.bytes();
        let colon = place::behind_colon(bytes, key.end as usize, self.chunk.end as usize);
        let broken = memchr::memchr2(b'\n', b'\r', &bytes[key.start as usize..colon]).is_some();
        if broken && colon > key.end as usize {
            let before = bytes[..key.start as usize]
                .iter()
                .rposition(|byte| !byte.is_ascii_whitespace());
            if before.is_none_or(|at| bytes[at] != b'?') {
                self.problem(
                    ProblemKind::Unportable("a key that does not stand on one line with its colon"),
                    key,
                );
            }
        }
    }

    fn alias(&mut self, target: Option<NodeId>, span: Span) {
        self.aliases = true;
        let inside = target.filter(|target| self.frames.iter().any(|frame| frame.id == *target));
        if let Some(outer) = inside {
            let anchor = self.tree.beside().anchors.get(&outer);
            let (name, related) = (
                anchor.map(|anchor| anchor.name.clone()),
                anchor.map(|anchor| anchor.span),
            );
            self.problems.push(Problem {
                kind: ProblemKind::SelfReference(name.unwrap_or_default()),
                span,
                related,
            });
        }
        let target = target.filter(|_| inside.is_none());
        let id = self.tree.push_alias(target, span);
        self.push(id);
        self.last_end = self.last_end.max(span.end as usize);
        self.done |= self.frames.is_empty();
    }

    fn open(
        &mut self,
        sequence: bool,
        style: StructureStyle,
        anchor: usize,
        tag: Option<(&EventTag, Span)>,
        place: Span,
    ) -> Result<(), Failure> {
        if self.frames.len() >= MAX_DEPTH {
            let problem = Problem {
                kind: ProblemKind::Depth,
                span: Span::at(place.start as usize),
                related: None,
            };
            return Err(Failure {
                problem,
                offset: place.start as usize,
                readable: false,
                wanted: Vec::new(),
            });
        }
        let flow = style == StructureStyle::Flow;
        let mut start = place.start as usize;
        let under_key = self
            .frames
            .last()
            .is_some_and(|frame| !frame.sequence && !frame.flow);
        if sequence && !flow && under_key {
            // The parser puts an unindented list where its first item is.
            start = place::first_dash(self.bytes(), self.last_end, start).unwrap_or(start);
        }
        let span = Span::new(start, place.end as usize).to(Span::at(start));
        let id = self.tree.push_collection(sequence, span);
        self.push(id);
        if flow {
            self.last_end = self.last_end.max(place.end as usize);
        }
        self.frames.push(Frame {
            id,
            first: self.pending.len(),
            sequence,
            flow,
        });
        self.properties(id, anchor, tag);
        Ok(())
    }

    /// Ends the innermost collection; without a place because the text broke off.
    fn close(&mut self, place: Option<Span>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let children = self.pending.split_off(frame.first);
        let mut span = self.tree.span(frame.id);
        for child in [children.first(), children.last()].into_iter().flatten() {
            span = span.to(self.tree.span(*child));
        }
        // The end of a flow collection is its bracket; that of a pair in a flow list is nowhere.
        if let Some(place) = place.filter(|place| frame.flow && !place.is_empty()) {
            span = span.to(place);
        } else if span.is_empty() {
            span = Span::at(span.start as usize);
        }
        self.last_end = self.last_end.max(span.end as usize);
        self.tree.set_children(frame.id, &children, span);
        if !frame.sequence && !merge::settle(&mut self.tree, frame.id, &mut self.problems) {
            self.merging.push(frame.id);
        }
        self.done |= self.frames.is_empty() && place.is_some();
        if self.at_key_before_last()
            && self.frames.last().is_some_and(|frame| frame.flow)
            && place.is_some()
        {
            self.check_flow_key(span);
        }
    }

    /// Whether the node that was just completed is a key.
    fn at_key_before_last(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| !frame.sequence && (self.pending.len() - frame.first) % 2 == 1)
    }
}

/// An event's bytes in the whole text.
fn absolute(span: &EventSpan, repaired: &Repaired<'_>) -> Span {
    span.byte_range()
        .map_or(Span::at(repaired.original(0)), |range| {
            Span::new(repaired.original(range.start), repaired.original(range.end))
        })
}
