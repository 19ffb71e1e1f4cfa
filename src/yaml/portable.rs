//! Texts that the parser reads and kubectl's does not: the table in
//! `docs/gardener/reading.md#what-only-some-parsers-read`. Cheap checks on the source.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Kind, NodeId, Style, Tree};
use super::{Problem, ProblemKind, place};
use crate::source::Span;

/// Such faults are shown up to this number a document: the first already keeps kubectl from
/// reading.
const SHOWN: usize = 100;

fn unportable(what: &'static str, span: Span) -> Problem {
    Problem {
        kind: ProblemKind::Unportable(what),
        span,
        related: None,
    }
}

/// Checks one scalar by its source.
pub(super) fn scalar(
    raw: &str,
    text: &str,
    style: Style,
    flow: bool,
    span: Span,
    problems: &mut Vec<Problem>,
) {
    match style {
        // A text without escapes or line breaks is as long as its source.
        Style::DoubleQuoted if raw.len() != text.len() + 2 => {
            escapes(raw, span.start as usize, problems);
        }
        Style::Plain if flow && text.starts_with(':') => {
            problems.push(unportable(
                "unquoted text in a flow collection that begins with `:`",
                span,
            ));
        }
        Style::Plain if flow && text.contains('?') => {
            problems.push(unportable(
                "unquoted text in a flow collection that holds `?`",
                span,
            ));
        }
        _ => {}
    }
}

/// Escapes that YAML 1.1 does not know.
fn escapes(raw: &str, start: usize, problems: &mut Vec<Problem>) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        let next = bytes.get(at + 1).copied();
        if next == Some(b'/') {
            problems.push(unportable(
                "the escape `\\/`",
                Span::new(start + at, start + at + 2),
            ));
        } else if next == Some(b'u')
            && matches!(
                bytes.get(at + 2..at + 4),
                Some([b'd' | b'D', b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F'])
            )
        {
            problems.push(unportable(
                "a character written as a pair of `\\u` escapes",
                Span::new(start + at, start + at + 6),
            ));
        }
        // The byte after the backslash may be half of a longer character.
        at += 2;
        if at >= bytes.len() {
            break;
        }
    }
}

/// A tag reaches up to the next blank for kubectl, whatever bracket or comma stands there.
pub(super) fn tag(bytes: &[u8], span: Span) -> Option<Problem> {
    let end = span.end as usize;
    let blank = bytes.get(end).is_none_or(u8::is_ascii_whitespace);
    // The character that follows may have several bytes.
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let after = (end + 1..).find(|at| !is_inside(at)).unwrap_or(end + 1);
    (!blank).then(|| unportable("a tag that no blank follows", Span::new(end, after)))
}

/// The root's first key, when it is an empty flow collection.
pub(super) fn empty_collection_as_key(tree: &Tree<'_>) -> Option<NodeId> {
    let Kind::Mapping(pairs) = tree.node(tree.root?).kind else {
        return None;
    };
    let (key, _) = *pairs.first()?;
    let empty = match tree.node(key).kind {
        Kind::Sequence(items) => items.is_empty(),
        Kind::Mapping(pairs) => pairs.is_empty(),
        _ => false,
    };
    // go-yaml keeps the key in mind in a flow map, or after an anchor or a tag.
    let first = tree.span(key).start == tree.span(tree.root?).start;
    (empty && first && tree.tag(key).is_none() && tree.anchor(key).is_none()).then_some(key)
}

/// Characters that kubectl refuses, wherever the parser lets them pass.
pub(super) fn characters(text: &str, chunk: Span, tree: &Tree<'_>, problems: &mut Vec<Problem>) {
    let (breaks, refused) = unusual(text, chunk);
    if let Some((span, character)) = refused {
        // The parser may have stopped at the same character with a vaguer reason.
        problems.retain(|problem| {
            !(matches!(problem.kind, ProblemKind::Syntax(_)) && problem.span.start == span.start)
        });
        problems.push(Problem {
            kind: ProblemKind::ControlCharacter(character),
            span,
            related: None,
        });
    }
    if breaks.is_empty() {
        return;
    }
    // Between tokens they end a line, unless that is why the parser stopped.
    let stopped = problems
        .iter()
        .any(|problem| matches!(problem.kind, ProblemKind::Syntax(_) | ProblemKind::GaveUp));
    let inside = outside_quotes(breaks, tree)
        .into_iter()
        .filter(|(_, in_scalar)| *in_scalar || stopped);
    problems.extend(
        inside.map(|(span, _)| unportable("a character that YAML 1.1 reads as a line break", span)),
    );
}

/// The characters that end a line in YAML 1.1 and not in YAML 1.2, but for those between quotes.
pub(super) fn line_ends(text: &str, chunk: Span, tree: &Tree<'_>) -> Vec<Span> {
    if text[chunk.range()].is_ascii() {
        return Vec::new();
    }
    outside_quotes(unusual(text, chunk).0, tree)
        .into_iter()
        .map(|(span, _)| span)
        .collect()
}

/// A character and its place.
type Placed = (Span, char);

/// Line ends of YAML 1.1, and the first character that kubectl refuses: its reader stops there for
/// good.
fn unusual(text: &str, chunk: Span) -> (Vec<Placed>, Option<Placed>) {
    let bytes = &text.as_bytes()[..chunk.end as usize];
    let mut breaks: Vec<Placed> = Vec::new();
    let mut at = chunk.start as usize;
    while let Some(found) = bytes[at..]
        .iter()
        .position(|byte| !matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
    {
        at += found;
        let Some(character) = text[at..].chars().next() else {
            break;
        };
        let span = Span::new(at, at + character.len_utf8());
        match character {
            '\u{85}' | '\u{2028}' | '\u{2029}' => breaks.push((span, character)),
            '\0'..'\u{20}' | '\u{7f}'..'\u{a0}' | '\u{fffe}' | '\u{ffff}' => {
                return (breaks, Some((span, character)));
            }
            _ => {}
        }
        at = span.end as usize;
        if breaks.len() >= SHOWN {
            break;
        }
    }
    (breaks, None)
}

/// Line ends that are not between quotes, where two of them are kept as they are, and whether each
/// stands in an unquoted text.
fn outside_quotes(mut breaks: Vec<Placed>, tree: &Tree<'_>) -> Vec<(Span, bool)> {
    let mut outside = Vec::new();
    let mut next = 0;
    for id in tree.ids() {
        if let Kind::Scalar { style, .. } = tree.node(id).kind {
            let span = tree.span(id);
            let quoted = matches!(style, Style::SingleQuoted | Style::DoubleQuoted);
            while let Some((place, character)) = breaks
                .get(next)
                .copied()
                .filter(|(place, _)| place.start < span.end)
            {
                let inside = place.start >= span.start;
                if !(quoted && inside && character != '\u{85}') {
                    outside.push((place, inside));
                }
                next += 1;
            }
        }
    }
    outside.extend(
        breaks
            .drain(next.min(breaks.len())..)
            .map(|(place, _)| (place, false)),
    );
    outside
}

/// A tab that only blanks and the indicators of block collections precede on its line.
struct Tab {
    at: usize,
    /// Inside quotes, a block scalar or a flow collection, where tabs are content or blanks.
    harmless: bool,
    /// The plain scalar that it follows or continues: go-yaml skips blanks after one if they are
    /// indented enough.
    behind: Option<NodeId>,
}

/// Tabs where go-yaml expects indentation or the first token of a line.
pub(super) fn tabs(text: &str, chunk: Span, tree: &Tree<'_>, problems: &mut Vec<Problem>) {
    let bytes = &text.as_bytes()[..chunk.end as usize];
    let mut tabs = leading_tabs(bytes, chunk.start as usize);
    if tabs.is_empty() {
        return;
    }
    let (mut next, mut last) = (0, None);
    for id in tree.ids() {
        let span = tree.span(id).range();
        match tree.node(id).kind {
            Kind::Scalar { style, .. } => {
                let plain = style == Style::Plain && !span.is_empty();
                while let Some(tab) = tabs.get_mut(next).filter(|tab| tab.at < span.end) {
                    let inside = tab.at >= span.start;
                    tab.behind = if inside { plain.then_some(id) } else { last };
                    tab.harmless |= inside && !plain;
                    next += 1;
                }
                last = plain.then_some(id);
            }
            Kind::Sequence(_) | Kind::Mapping(_)
                if matches!(bytes.get(span.start), Some(b'[' | b'{')) =>
            {
                let first = tabs.partition_point(|tab| tab.at < span.start);
                tabs[first..]
                    .iter_mut()
                    .take_while(|tab| tab.at < span.end)
                    .for_each(|tab| tab.harmless = true);
            }
            _ => {}
        }
    }
    tabs[next..].iter_mut().for_each(|tab| tab.behind = last);
    let columns = parent_columns(bytes, tree, &tabs);
    for tab in tabs.iter().filter(|tab| !tab.harmless) {
        let deep = tab.behind.is_some_and(|scalar| {
            let follows = bytes[(tree.span(scalar).end as usize).min(tab.at)..tab.at]
                .iter()
                .all(u8::is_ascii_whitespace);
            // A scalar that is the root has no indentation to keep.
            follows
                && columns
                    .get(&scalar)
                    .is_none_or(|column| place::column(bytes, tab.at) > *column)
        });
        if !deep {
            let span = Span::new(tab.at, tab.at + 1);
            problems.push(unportable(
                "a tab where indentation or the first token of a line is expected",
                span,
            ));
        }
    }
}

fn leading_tabs(bytes: &[u8], start: usize) -> Vec<Tab> {
    let mut tabs = Vec::new();
    let mut from = start;
    while let Some(found) = memchr::memchr(b'\t', &bytes[from..]) {
        let tab = from + found;
        let mut at = (tab - place::column(bytes, tab)).max(start);
        // A byte follows each of these, at the latest the tab.
        while at < tab
            && (bytes[at] == b' '
                || (matches!(bytes[at], b'-' | b'?' | b':')
                    && matches!(bytes[at + 1], b' ' | b'\t')))
        {
            at += 1;
        }
        if at == tab {
            tabs.push(Tab {
                at,
                harmless: false,
                behind: None,
            });
        }
        let Some(end) = memchr::memchr2(b'\n', b'\r', &bytes[tab..]) else {
            break;
        };
        from = tab + end;
        if tabs.len() >= SHOWN {
            break;
        }
    }
    tabs
}

/// The columns of the collections that hold the scalars before tabs.
fn parent_columns(bytes: &[u8], tree: &Tree<'_>, tabs: &[Tab]) -> BTreeMap<NodeId, usize> {
    let wanted: BTreeSet<NodeId> = tabs
        .iter()
        .filter(|tab| !tab.harmless)
        .filter_map(|tab| tab.behind)
        .collect();
    let mut columns = BTreeMap::new();
    if wanted.is_empty() {
        return columns;
    }
    for id in tree.ids() {
        let column = || place::column(bytes, tree.span(id).start as usize);
        let mut note = |child: &NodeId| {
            if wanted.contains(child) {
                columns.insert(*child, column());
            }
        };
        match tree.node(id).kind {
            Kind::Sequence(items) => items.iter().for_each(note),
            Kind::Mapping(pairs) => pairs
                .iter()
                .for_each(|(key, value)| [key, value].into_iter().for_each(&mut note)),
            _ => {}
        }
    }
    columns
}
