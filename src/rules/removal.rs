//! Removing an element of a list from the text without touching anything else.

use crate::finding::Edit;
use crate::source::Span;

/// The edit that removes the element at this position from a list whose elements have these bytes, in order. None where it
/// cannot be done by looking at the lines: an only element, one that holds an anchor, or an unusual layout.
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
    Some(Edit { span, text: String::new() })
}

/// In block style: from the start of the line with the dash to the end of the element's last line.
fn lines(text: &str, element: Span) -> Option<Span> {
    let blanks = [' ', '\t'];
    let before = text.get(..element.range().start)?.trim_end_matches(blanks).strip_suffix('-')?.trim_end_matches(blanks);
    if !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let rest = text.get(element.range().end..)?;
    let (tail, end) = rest.find('\n').map_or((rest, text.len()), |at| (&rest[..at], element.range().end + at + 1));
    let tail = tail.trim();
    (tail.is_empty() || tail.starts_with('#')).then(|| Span::new(before.len(), end))
}

/// In flow style: the element and the comma on one side.
fn between(text: &str, elements: &[Span], index: usize) -> Option<Span> {
    let element = elements.get(index)?;
    let (span, gap) = match (elements.get(index + 1), index.checked_sub(1).and_then(|before| elements.get(before))) {
        (Some(next), _) => (Span { start: element.start, end: next.start }, Span { start: element.end, end: next.start }),
        (None, Some(previous)) => (Span { start: previous.end, end: element.end }, Span { start: previous.end, end: element.start }),
        (None, None) => return None,
    };
    (text.get(gap.range())?.trim() == ",").then_some(span)
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
        assert_eq!(without(block, &["name: docker", "name: containerd"], 0).unwrap(), "cri:\n- name: containerd\nnext: x\n");
        assert_eq!(without("a:\n  - x: 1\n    y: 2\n  - z", &["x: 1\n    y: 2", "z"], 1).unwrap(), "a:\n  - x: 1\n    y: 2\n");
        let flow = "cri: [{name: docker}, {name: containerd}]";
        assert_eq!(without(flow, &["{name: docker}", "{name: containerd}"], 0).unwrap(), "cri: [{name: containerd}]");
        assert_eq!(without(flow, &["{name: docker}", "{name: containerd}"], 1).unwrap(), "cri: [{name: docker}]");
    }

    #[test]
    fn leaves_what_is_unclear() {
        assert_eq!(without("- name: docker", &["name: docker"], 0), None);
        assert_eq!(without("- &d name: docker\n- x", &["&d name: docker", "x"], 0), None);
        assert_eq!(without("- - a\n  - b", &["a", "b"], 0), None);
    }
}
