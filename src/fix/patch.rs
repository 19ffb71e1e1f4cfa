//! Edits of one text as one change of its bytes, and where the bytes that stay stand afterwards.
//! Knows no findings.

use crate::finding::Edit;
use crate::source::Span;

/// Edits of one text in its order that touch no common bytes.
#[derive(Clone, Debug, Default)]
pub struct Patch<'e> {
    edits: Vec<&'e Edit>,
    /// How much longer (or shorter) the text is after each edit.
    shifts: Vec<i64>,
}

impl<'e> Patch<'e> {
    /// Takes edits in any order; equal ones once. None where two touch the same bytes, or insert at
    /// the same place: their result would be unclear.
    #[must_use]
    pub fn new(edits: impl IntoIterator<Item = &'e Edit>) -> Option<Self> {
        let mut edits: Vec<&Edit> = edits.into_iter().collect();
        edits.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
        edits.dedup();
        let apart = edits
            .windows(2)
            .all(|pair| !meet(pair[0].span, pair[1].span));
        let mut shift = 0;
        let shifts = edits.iter().map(|edit| {
            shift += length(edit.text.len()) - length(edit.span.len());
            shift
        });
        let shifts = shifts.collect();
        apart.then_some(Self { edits, shifts })
    }

    /// The changed text; none where an edit does not lie on characters of this text.
    #[must_use]
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut out = String::with_capacity(text.len() + 64);
        let mut from = 0;
        for edit in &self.edits {
            let range = edit.span.range();
            if range.end < range.start {
                return None;
            }
            out.push_str(text.get(from..range.start)?);
            text.get(range.clone())?;
            out.push_str(&edit.text);
            from = range.end;
        }
        out.push_str(text.get(from..)?);
        Some(out)
    }

    /// The new place of a byte that stays; for one that goes, the place of the next one that stays.
    #[must_use]
    pub fn moved(&self, at: u32) -> u32 {
        let before = self.edits.partition_point(|edit| {
            edit.span.start < at || (edit.span.start == at && edit.span.is_empty())
        });
        let Some(last) = before.checked_sub(1) else {
            return at;
        };
        let at = at.max(self.edits[last].span.end);
        u32::try_from(i64::from(at) + self.shifts[last]).unwrap_or(0)
    }

    /// The new place of bytes that no edit removes. The span must not be empty.
    #[must_use]
    pub fn moved_span(&self, span: Span) -> Span {
        let start = self.moved(span.start);
        Span::new(start as usize, start as usize + span.len())
    }

    /// The edits that change something inside a span.
    pub fn inside(&self, span: Span) -> impl Iterator<Item = &'e Edit> + '_ {
        self.near(span)
            .filter(move |edit| edit.span.start < span.end && edit.span.end > span.start)
    }

    /// The same, and those at its ends.
    pub fn near(&self, span: Span) -> impl Iterator<Item = &'e Edit> + '_ {
        let from = self
            .edits
            .partition_point(|edit| edit.span.end < span.start);
        self.edits[from..]
            .iter()
            .copied()
            .take_while(move |edit| edit.span.start <= span.end)
    }

    /// The edits in the order of the text.
    pub fn edits(&self) -> impl Iterator<Item = &'e Edit> + '_ {
        self.edits.iter().copied()
    }

    /// The new beginning and end of the text of an edit.
    #[must_use]
    pub fn written_for(&self, edit: Span) -> (u32, u32) {
        let end = self.moved(edit.end);
        let at = self.edits.partition_point(|other| other.span < edit);
        let text = self
            .edits
            .get(at)
            .map_or(0, |edit| Span::at(edit.text.len()).start);
        (end.saturating_sub(text), end)
    }

    /// The bytes that are new, in the changed text.
    #[must_use]
    pub fn written(&self) -> Vec<Span> {
        let mut before = 0;
        let span = |(edit, after): (&&Edit, &i64)| {
            let start = usize::try_from(i64::from(edit.span.start) + before).unwrap_or(0);
            before = *after;
            Span::new(start, start + edit.text.len())
        };
        self.edits.iter().zip(&self.shifts).map(span).collect()
    }
}

/// Whether two edits cannot both be made. One that ends where another begins is apart from it,
/// unless one of them only inserts.
pub(super) fn meet(a: Span, b: Span) -> bool {
    if a.is_empty() || b.is_empty() {
        a.start <= b.end && b.start <= a.end
    } else {
        a.start < b.end && b.start < a.end
    }
}

fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            span: Span::new(start, end),
            text: text.to_owned(),
        }
    }

    #[test]
    fn all_edits_are_made_at_once() {
        let edits = [
            edit(6, 6, "++"),
            edit(0, 1, ""),
            edit(2, 4, "xyz"),
            edit(0, 1, ""),
        ];
        let patch = Patch::new(&edits).unwrap();
        assert_eq!(patch.apply("abcdefg").unwrap(), "bxyzef++g");
        assert_eq!([1, 4, 5, 6, 7].map(|at| patch.moved(at)), [0, 4, 5, 8, 9]);
        assert_eq!(
            patch.written(),
            [Span::at(0), Span::new(1, 4), Span::new(6, 8)]
        );
    }

    #[test]
    fn overlapping_edits_are_refused() {
        assert!(Patch::new(&[edit(0, 2, ""), edit(1, 3, "")]).is_none());
        assert!(Patch::new(&[edit(1, 1, "a"), edit(1, 1, "b")]).is_none());
        assert!(Patch::new(&[edit(1, 2, "a"), edit(2, 2, "b")]).is_none());
        assert!(Patch::new(&[edit(1, 2, "a"), edit(2, 3, "b")]).is_some());
    }

    #[test]
    fn a_place_outside_of_the_text_is_no_edit() {
        assert_eq!(Patch::new(&[edit(3, 9, "")]).unwrap().apply("abc"), None);
        assert_eq!(Patch::new(&[edit(1, 2, "")]).unwrap().apply("ü"), None);
    }
}
