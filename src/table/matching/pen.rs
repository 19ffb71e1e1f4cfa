//! Colours, wrapping and folded lists.

use owo_colors::{OwoColorize, Style};

use crate::table::matching::Look;

/// How many names of a list are shown before it is folded.
const SHOWN_NAMES: usize = 6;

/// Says what the text looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub look: Look,
}

/// How something stands; each has a symbol, so that colour is never needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// It fits.
    Yes,
    /// It fits, but there is something to know.
    Beware,
    /// It fits, but not now.
    Idle,
    /// It does not fit.
    No,
}

impl Mark {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Yes => "✓",
            Self::Beware => "!",
            Self::Idle => "–",
            Self::No => "✗",
        }
    }

    pub fn style(self) -> Style {
        match self {
            Self::Yes => Style::new().green().bold(),
            Self::Beware => Style::new().yellow().bold(),
            Self::Idle => Style::new().dimmed(),
            Self::No => Style::new().red().bold(),
        }
    }
}

impl Pen {
    pub fn paint(self, text: &str, style: Style) -> String {
        if self.look.color { text.style(style).to_string() } else { text.to_owned() }
    }

    pub fn mark(self, mark: Mark) -> String {
        self.paint(mark.symbol(), mark.style())
    }

    /// A paragraph, wrapped; its first line begins with a symbol, the others with as many blanks.
    pub fn item(self, out: &mut String, indent: usize, mark: Mark, text: &str) {
        let lines = wrap(text, self.look.width.saturating_sub(indent + 2));
        for (n, line) in lines.iter().enumerate() {
            let lead = if n == 0 { self.mark(mark) } else { " ".to_owned() };
            push(out, indent, &format!("{lead} {line}"));
        }
    }

    /// A paragraph, wrapped.
    pub fn paragraph(self, out: &mut String, indent: usize, text: &str) {
        self.styled(out, indent, text, Style::new());
    }

    /// A paragraph, wrapped, in one style.
    pub fn styled(self, out: &mut String, indent: usize, text: &str, style: Style) {
        for line in wrap(text, self.look.width.saturating_sub(indent)) {
            push(out, indent, &self.paint(&line, style));
        }
    }

    /// Names as a list for people, folded where they are many.
    pub fn names(self, names: &[&str]) -> String {
        if names.len() <= SHOWN_NAMES || self.look.expand {
            return names.join(", ");
        }
        let shown = SHOWN_NAMES / 2;
        format!("{} … and {} more", names[..shown].join(", "), names.len() - shown)
    }
}

/// A line, without blanks at its end.
pub(super) fn push(out: &mut String, indent: usize, line: &str) {
    let line = format!("{:indent$}{line}", "");
    *out += line.trim_end();
    out.push('\n');
}

/// The width of a text in columns, near enough: one for each character.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a text at blanks. A word that is wider than a line has a line of its own.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if used > 0 && used + 1 + wide > width.max(20) {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line += word;
        used += wide;
    }
    lines.push(line);
    lines
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_blanks() {
        assert_eq!(wrap("aaaa bbbb cccc dddd eeee", 20), ["aaaa bbbb cccc dddd", "eeee"]);
        assert_eq!(wrap("", 20), [""]);
        assert_eq!(wrap("a-word-that-is-wider-than-the-line and more", 20), ["a-word-that-is-wider-than-the-line", "and more"]);
    }

    #[test]
    fn joins() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([and(&items[..1]), and(&items[..2]), and(&items)], ["a", "a and b", "a, b and c"]);
    }
}
