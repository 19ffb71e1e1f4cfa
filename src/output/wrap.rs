//! Texts on lines of some width, and how wide a text is on a terminal: columns are counted, not
//! characters.

use unicode_width::UnicodeWidthStr;

/// Width of a text on a terminal, in columns.
pub(crate) fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.width()
    }
}

/// A text, padded with blanks to a width in columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The characters after which a long word may break.
const PUNCTUATION: [char; 5] = ['-', '.', '_', ':', ','];
/// The longest word, in columns, that does not break where there is another way.
const SHORT: usize = 24;

/// The columns of a text that breaks only at blanks, in long words after slashes, and in parts that
/// are still long after other punctuation; not there, where readers copy `names`.
pub(crate) fn narrowest(text: &str, names: bool) -> usize {
    let pieces = text.split(' ').flat_map(|word| {
        let is_long = |text: &str| width(text) > SHORT;
        let parts: Vec<&str> = if is_long(word) {
            word.split_inclusive('/').collect()
        } else {
            vec![word]
        };
        parts.into_iter().flat_map(move |part| {
            if is_long(part) && !names {
                part.split_inclusive(PUNCTUATION).collect()
            } else {
                vec![part]
            }
        })
    });
    pieces.map(width).max().unwrap_or(0)
}

/// The treatment of a word that is longer than a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Long {
    /// It is broken: after slashes, then after other punctuation, then anywhere.
    Breaks,
    /// It has a line of its own and runs over the edge.
    RunsOver,
}

/// Breaks a text into lines at blanks; `first` is the room on the first line, `rest` that on the
/// others. Nothing is left out but the blanks at line ends.
pub(crate) fn wrap(text: &str, first: usize, rest: usize, long: Long) -> Vec<String> {
    let mut lines = Lines {
        done: Vec::new(),
        line: String::new(),
        first: first.max(1),
        rest: rest.max(1),
        long,
    };
    for word in text.split_inclusive(' ') {
        if long == Long::RunsOver || width(word.trim_end()) <= lines.rest {
            lines.add(word);
            continue;
        }
        for part in word.split_inclusive('/') {
            if width(part.trim_end()) <= lines.rest {
                lines.add(part);
            } else {
                part.split_inclusive(PUNCTUATION)
                    .for_each(|piece| lines.add(piece));
            }
        }
    }
    if !lines.line.is_empty() || lines.done.is_empty() {
        lines.end();
    }
    lines.done
}

struct Lines {
    done: Vec<String>,
    line: String,
    first: usize,
    rest: usize,
    long: Long,
}

impl Lines {
    fn room(&self) -> usize {
        if self.done.is_empty() {
            self.first
        } else {
            self.rest
        }
    }

    fn add(&mut self, piece: &str) {
        if width(&self.line) + width(piece.trim_end()) > self.room() && !self.line.is_empty() {
            self.end();
        }
        // Only a piece that begins a line can be too long for it.
        let is_long = self.long == Long::Breaks
            && self.line.is_empty()
            && width(piece.trim_end()) > self.room();
        let mut rest = piece;
        while let Some((line, more)) = rest
            .split_at_checked(fitting(rest, self.room()))
            .filter(|(_, more)| is_long && !more.trim().is_empty())
        {
            self.line.push_str(line);
            self.end();
            rest = more;
        }
        self.line.push_str(rest);
    }

    fn end(&mut self) {
        let end = self.line.trim_end().len();
        self.line.truncate(end);
        self.done.push(std::mem::take(&mut self.line));
    }
}

/// How many bytes of a text fit, at least one character.
fn fitting(text: &str, most: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > most && at > 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_slashes() {
        assert_eq!(
            wrap("m5.large, m5.xlarge, and more", 12, 12, Long::Breaks),
            ["m5.large,", "m5.xlarge,", "and more"]
        );
        assert_eq!(
            wrap("at 12:00, m5.xlarge", 9, 9, Long::Breaks),
            ["at 12:00,", "m5.xlarge"]
        );
        assert_eq!(
            wrap("memoryone-gardenlinux", 16, 16, Long::Breaks),
            ["memoryone-", "gardenlinux"]
        );
        assert_eq!(
            wrap("projects/a-b/global/images/x-y-1.2", 14, 14, Long::Breaks),
            ["projects/a-b/", "global/images/", "x-y-1.2"]
        );
        assert_eq!(
            wrap("abcdefghij", 4, 4, Long::Breaks),
            ["abcd", "efgh", "ij"]
        );
        assert_eq!(wrap("", 4, 4, Long::Breaks), [""]);
        assert_eq!(wrap("größe", 3, 3, Long::Breaks), ["grö", "ße"]);
        assert_eq!(wrap("漢字漢字", 5, 5, Long::Breaks), ["漢字", "漢字"]);
        assert_eq!(wrap("漢字", 1, 1, Long::Breaks), ["漢", "字"]);
    }

    /// A word of megabytes is walked once.
    #[test]
    fn words_of_megabytes_are_broken_at_once() {
        let lines = wrap(&"x".repeat(4 << 20), 3, 4, Long::Breaks);
        assert_eq!(
            (lines.len(), lines[0].as_str(), lines[1].as_str()),
            ((4 << 20) / 4 + 1, "xxx", "xxxx")
        );
    }

    #[test]
    fn long_words_run_over_where_they_are_to_be_copied() {
        assert_eq!(
            wrap("a-word-that-is-wider and more", 8, 12, Long::RunsOver),
            ["a-word-that-is-wider", "and more"]
        );
        assert_eq!(
            wrap("aaaa bbbb cccc dddd", 4, 9, Long::RunsOver),
            ["aaaa", "bbbb cccc", "dddd"]
        );
        assert_eq!(
            wrap("漢字 漢字 漢字", 9, 9, Long::RunsOver),
            ["漢字 漢字", "漢字"],
            "columns, not characters"
        );
        assert_eq!(wrap("", 20, 20, Long::RunsOver), [""]);
    }

    #[test]
    fn short_words_stay_whole() {
        assert_eq!(narrowest("gardenlinux (expired)", false), 11);
        assert_eq!(
            narrowest("projects/gardener/images/gardenlinux-gcp-amd64-1592", true),
            26
        );
        assert_eq!(
            narrowest("projects/gardener/images/gardenlinux-gcp-amd64-1592", false),
            12
        );
    }
}
