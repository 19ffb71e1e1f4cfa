//! Removing an element of a list, or an entry of a map whose values are lists, from the text
//! without touching anything else.

use crate::finding::Edit;
use crate::landscape::Item;
use crate::model::path::{FieldPath, PathStep};
use crate::rules::Report;
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree};

/// The edit that removes the element at this position from a list whose elements have these bytes,
/// in order. None where it cannot be done by looking at the lines: an only element, one that holds
/// an anchor, or an unusual layout.
pub(super) fn element(text: &str, elements: &[Span], index: usize) -> Option<Edit> {
    let element = *elements.get(index)?;
    let contents = text.get(element.range())?;
    // Something else may refer to an anchor.
    if elements.len() < 2 || element.is_empty() || contents.contains('&') {
        return None;
    }
    let span = match lines(text, element) {
        Some(span) => span,
        None => between(text, elements, index)?,
    };
    Some(Edit {
        span,
        text: String::new(),
    })
}

/// Block style: from the start of the line with the dash to the end of the element's last line.
fn lines(text: &str, element: Span) -> Option<Span> {
    let blanks = [' ', '\t'];
    let before = text
        .get(..element.range().start)?
        .trim_end_matches(blanks)
        .strip_suffix('-')?
        .trim_end_matches(blanks);
    if !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let contents = text.get(element.range())?;
    // A comment on a line of its own may say something of what stays.
    if contents
        .lines()
        .any(|line| line.trim_start().starts_with('#'))
    {
        return None;
    }
    let rest = text.get(element.range().end..)?;
    let (tail, end) = rest.find('\n').map_or((rest, text.len()), |at| {
        (&rest[..at], element.range().end + at + 1)
    });
    let tail = tail.trim();
    (tail.is_empty() || tail.starts_with('#')).then(|| whole_lines(text, before.len(), end))
}

/// Lines that go. Where the text ends without a line end, it still does without them.
pub(super) fn whole_lines(text: &str, start: usize, end: usize) -> Span {
    let before = text.get(..start).unwrap_or_default();
    let open = end == text.len() && !text.ends_with('\n');
    match before.strip_suffix('\n').filter(|_| open) {
        Some(above) => Span::new(above.strip_suffix('\r').unwrap_or(above).len(), end),
        None => Span::new(start, end),
    }
}

/// Flow style: the element and the comma on one side.
fn between(text: &str, elements: &[Span], index: usize) -> Option<Span> {
    let element = elements.get(index)?;
    let (span, gap) = match (
        elements.get(index + 1),
        index.checked_sub(1).and_then(|before| elements.get(before)),
    ) {
        (Some(next), _) => (
            Span {
                start: element.start,
                end: next.start,
            },
            Span {
                start: element.end,
                end: next.start,
            },
        ),
        (None, Some(previous)) => (
            Span {
                start: previous.end,
                end: element.end,
            },
            Span {
                start: previous.end,
                end: element.start,
            },
        ),
        (None, None) => return None,
    };
    (text.get(gap.range())?.trim() == ",").then_some(span)
}

/// Maximum number of earlier entries of its list that an entry is compared with.
const COMPARED: usize = 1000;

/// The edit that removes the list entry at a path of the object (or the one that the path leads
/// through last), if an earlier entry of the list says exactly the same. `at`: bytes in the entry;
/// indices may be those of another state of the object.
fn repeated(item: &Item<'_>, path: &FieldPath, at: Span) -> Option<Edit> {
    let tree = &item.document.tree;
    let mut node = item.object.node;
    let mut found = None;
    for step in path.steps() {
        node = match step {
            PathStep::Name(name) => tree.get(node, name)?.value,
            PathStep::Index(index) => {
                found = Some((node, *index));
                *tree.items(node).get(*index)?
            }
        };
    }
    let (list, index) = found?;
    let items = tree.items(list);
    let entry = *items.get(index)?;
    let span = tree.span(entry);
    let here = span.start <= at.start && at.end <= span.end;
    if !here
        || !items[..index]
            .iter()
            .take(COMPARED)
            .any(|earlier| is_same(tree, *earlier, entry))
    {
        return None;
    }
    // Only the neighbours matter.
    let from = index.saturating_sub(1);
    let spans: Vec<Span> = items
        .get(from..)?
        .iter()
        .take(3)
        .map(|item| tree.span(*item))
        .collect();
    element(item.text, &spans, index - from)
}

/// Adds the fix that removes an entry which says nothing that an earlier one of its list does not
/// say.
pub(super) fn without_repetition(
    report: Report,
    item: &Item<'_>,
    path: impl Into<FieldPath>,
    at: Span,
) -> Report {
    match repeated(item, &path.into(), at) {
        Some(edit) => report.safe_fix("remove the repetition", vec![edit]),
        None => report,
    }
}

/// Whether two nodes say the same. Aliases do not count: what they say may change elsewhere.
fn is_same(tree: &Tree<'_>, a: NodeId, b: NodeId) -> bool {
    match (tree.node(a).kind, tree.node(b).kind) {
        (Kind::Scalar { .. }, Kind::Scalar { .. }) => tree.value(a) == tree.value(b),
        (Kind::Sequence(a), Kind::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(tree, *a, *b))
        }
        (Kind::Mapping(of_a), Kind::Mapping(of_b)) => {
            let entry = |(key, value): &(NodeId, NodeId)| {
                tree.get(b, tree.key(*key))
                    .is_some_and(|entry| is_same(tree, *value, entry.value))
            };
            of_a.len() == of_b.len() && of_a.iter().all(entry)
        }
        _ => false,
    }
}

/// The edit that removes an entry with this key from a map that has others. `last`: the last
/// element of its list; none for an empty list or null. None where it cannot be done by looking at
/// one line of a flow map, or at whole lines of a block map.
pub(super) fn entry(text: &str, key: Span, last: Option<Span>) -> Option<Edit> {
    let end = entry_end(text, key, last)?;
    let (before, after) = (text.get(..key.range().start)?, text.get(end..)?);
    if text.get(key.range().start..end)?.contains(['&', '#']) {
        return None;
    }
    let lead = before.trim_end_matches(' ');
    let span = if lead.ends_with(',') {
        Span::new(lead.len() - 1, end)
    } else if lead.ends_with('{') {
        let rest = after
            .trim_start_matches(' ')
            .strip_prefix(',')?
            .trim_start_matches(' ');
        Span::new(key.range().start, text.len() - rest.len())
    } else {
        // The line before must not be one of a flow map.
        let above = lead
            .strip_suffix('\n')
            .filter(|above| !above.trim_end().ends_with([',', '{', '[']))?;
        let (tail, next) = after
            .find('\n')
            .map_or((after, text.len()), |at| (&after[..at], end + at + 1));
        let tail = tail.trim();
        if !(tail.is_empty() || tail.starts_with('#')) {
            return None;
        }
        whole_lines(text, above.len() + 1, next)
    };
    Some(Edit {
        span,
        text: String::new(),
    })
}

/// Where the list of an entry ends.
fn entry_end(text: &str, key: Span, last: Option<Span>) -> Option<usize> {
    let value = text.get(key.range().end..)?.strip_prefix(':')?;
    let start = text.len() - value.trim_start_matches(' ').len();
    if text.get(start..)?.starts_with('[') {
        let from = last.map_or(start + 1, |last| last.range().end);
        let close = from + text.get(from..)?.find(']')?;
        return text
            .get(from..close)?
            .trim()
            .trim_end_matches(',')
            .is_empty()
            .then_some(close + 1);
    }
    match last {
        Some(last) => text
            .get(start..)?
            .starts_with('\n')
            .then_some(last.range().end),
        None => {
            let word = text
                .get(start..)?
                .split(['\n', '#', ',', '}', ' ', '\r'])
                .next()?;
            matches!(word, "" | "~" | "null").then_some(start + word.len())
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn without(text: &str, parts: &[&str], gone: usize) -> Option<String> {
        let spans: Vec<Span> = parts
            .iter()
            .map(|part| {
                let start = text.find(part).unwrap();
                Span::new(start, start + part.len())
            })
            .collect();
        let edit = element(text, &spans, gone)?;
        let mut text = text.to_owned();
        text.replace_range(edit.span.range(), &edit.text);
        Some(text)
    }

    #[test]
    fn removes_one_element() {
        let block = "cri:\n- name: docker # old\n- name: containerd\nnext: x\n";
        assert_eq!(
            without(block, &["name: docker", "name: containerd"], 0).unwrap(),
            "cri:\n- name: containerd\nnext: x\n"
        );
        assert_eq!(
            without("a:\n  - x: 1\n    y: 2\n  - z", &["x: 1\n    y: 2", "z"], 1).unwrap(),
            "a:\n  - x: 1\n    y: 2"
        );
        assert_eq!(
            without("a:\r\n- x\r\n- z", &["x", "z"], 1).unwrap(),
            "a:\r\n- x"
        );
        assert_eq!(
            without(
                "a:\n- x: 1\n  # why\n  y: 2\n- z\n",
                &["x: 1\n  # why\n  y: 2", "z"],
                0
            ),
            None
        );
        let flow = "cri: [{name: docker}, {name: containerd}]";
        assert_eq!(
            without(flow, &["{name: docker}", "{name: containerd}"], 0).unwrap(),
            "cri: [{name: containerd}]"
        );
        assert_eq!(
            without(flow, &["{name: docker}", "{name: containerd}"], 1).unwrap(),
            "cri: [{name: docker}]"
        );
    }

    fn without_entry(text: &str, key: &str, last: Option<&str>) -> Option<String> {
        let start = text.find(key).unwrap();
        let last = last
            .map(|last| start + text[start..].find(last).unwrap())
            .map(|at| Span::new(at, at + 1));
        let edit = entry(text, Span::new(start, start + key.len()), last)?;
        let mut text = text.to_owned();
        text.replace_range(edit.span.range(), &edit.text);
        Some(text)
    }

    #[test]
    fn removes_one_entry() {
        let block = "- a: [x]\n  b: [y, z] # all\n  c:\n  - v\n  d: []\n  e:\n";
        assert_eq!(
            without_entry(block, "b", Some("z")).unwrap(),
            "- a: [x]\n  c:\n  - v\n  d: []\n  e:\n"
        );
        assert_eq!(
            without_entry(block, "c", Some("v")).unwrap(),
            "- a: [x]\n  b: [y, z] # all\n  d: []\n  e:\n"
        );
        assert_eq!(
            without_entry(block, "d", None).unwrap(),
            "- a: [x]\n  b: [y, z] # all\n  c:\n  - v\n  e:\n"
        );
        assert_eq!(
            without_entry(block, "e", None).unwrap(),
            "- a: [x]\n  b: [y, z] # all\n  c:\n  - v\n  d: []\n"
        );
        assert_eq!(without_entry(block, "a", Some("x")), None);
        let flow = "- {a: [x], b: [y, z], c: null}";
        assert_eq!(
            without_entry(flow, "a", Some("x")).unwrap(),
            "- {b: [y, z], c: null}"
        );
        assert_eq!(
            without_entry(flow, "b", Some("z")).unwrap(),
            "- {a: [x], c: null}"
        );
        assert_eq!(
            without_entry(flow, "c", None).unwrap(),
            "- {a: [x], b: [y, z]}"
        );
        assert_eq!(
            without_entry("{\n  a: [x],\n  b: [y]\n}", "b", Some("y")),
            None
        );
        assert_eq!(without_entry("a: *x\nb: *y\n", "b", Some("y")), None);
    }

    #[test]
    fn lists_with_anchors_or_other_entries_are_left_alone() {
        assert_eq!(without("- name: docker", &["name: docker"], 0), None);
        assert_eq!(
            without("- &d name: docker\n- x", &["&d name: docker", "x"], 0),
            None
        );
        assert_eq!(without("- - a\n  - b", &["a", "b"], 0), None);
    }
}
