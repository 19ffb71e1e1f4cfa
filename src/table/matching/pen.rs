//! Marks, and names folded where they are many.

use std::borrow::Borrow;

use crate::matching::Matcher;
use crate::output::{Block, Color, Document, Paragraph, Span, Style};
use crate::table::matching::Look;
use crate::words::nth;

/// How many names of a list are shown before it is folded.
const SHOWN_NAMES: usize = 6;

/// Says what the text looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub look: Look,
}

/// How something stands; each has a symbol, so that colour is never needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Yes,
    /// It fits, but there is something to know.
    Beware,
    /// It fits, but not now.
    Idle,
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
            Self::Yes => Style::new(Color::Green).bold(),
            Self::Beware => Style::new(Color::Yellow).bold(),
            Self::Idle => Style::DIMMED,
            Self::No => Style::new(Color::Red).bold(),
        }
    }

    pub fn span(self) -> Span {
        Span::new(self.symbol(), self.style())
    }
}

impl Pen {
    /// Names as a list for people, folded where they are many.
    pub fn names<S: Borrow<str>>(self, names: &[S]) -> String {
        if names.len() <= SHOWN_NAMES || self.look.expand {
            return names.join(", ");
        }
        let shown = SHOWN_NAMES / 2;
        format!(
            "{} … and {} more",
            names[..shown].join(", "),
            names.len() - shown
        )
    }
}

/// A paragraph, wrapped; its first line begins with a symbol, the others with as many blanks.
pub(super) fn item(out: &mut Document, indent: usize, mark: Mark, text: &str) {
    let lead = vec![mark.span(), " ".into()];
    out.push(Block::Paragraph(Paragraph {
        lead,
        text: text.into(),
        first: indent,
        rest: indent + 2,
        ..Paragraph::default()
    }));
}

/// A line that is not wrapped.
pub(super) fn push(out: &mut Document, indent: usize, line: &str) {
    out.line([" ".repeat(indent) + line]);
}

/// A machine type for people.
pub(super) fn machine_name(matcher: &Matcher<'_, '_>, index: usize) -> String {
    let machine = &matcher.machines()[index];
    nth(*machine.machine_type.name, machine.nth).into_owned()
}

/// A version for people.
pub(super) fn version_name(matcher: &Matcher<'_, '_>, index: usize) -> String {
    let version = &matcher.versions()[index];
    nth(*version.version.version(), version.nth).into_owned()
}
