//! The change as a comment for a pull request: short, details folded, and never longer than a comment may be.

use crate::finding::Finding;
use crate::table::diff::{View, by_cause, words};

/// No comment has more bytes.
pub const LIMIT: usize = 60_000;
/// What is said where it is cut has so many bytes at most.
const RESERVE: usize = 400;

/// The whole comment.
#[must_use]
pub fn markdown(view: View<'_>) -> String {
    let mut out = Cut { text: String::new(), open: 0, left_out: 0 };
    let verdict = if view.refused.is_empty() { "✅" } else { "❌" };
    out.add(&format!("### {verdict} cpcap diff\n\n{}\n\n", escape(&words::summary(&view))));
    if !view.refused.is_empty() {
        out.add("**Refused by the server**\n\n");
        findings(view.refused, view, &mut out);
    }
    if !view.notes.is_empty() {
        out.fold("Notes");
        findings(view.notes, view, &mut out);
        out.unfold();
    }
    for object in view.objects {
        if object.impacts.is_empty() {
            out.add(&format!("- {}\n", escape(&words::title(object))));
            continue;
        }
        out.fold(&format!("{}: {} differences", words::title(object), object.impacts.len()));
        for (cause, impacts) in by_cause(object) {
            out.add(&format!("**{}**\n\n", escape(words::cause(cause))));
            for impact in impacts {
                let places = words::places(impact, view.sources);
                let places = if places.is_empty() { String::new() } else { format!(" ({})", escape(&places)) };
                out.add(&format!("- {}{places}\n", escape(&words::line(impact, false))));
            }
            out.add("\n");
        }
        out.unfold();
    }
    out.finish()
}

fn findings(all: &[&Finding], view: View<'_>, out: &mut Cut) {
    for finding in all {
        let at = words::place(finding.place, view.sources);
        let mut text = format!("- {} ({}, `{}`)\n", escape(&words::finding(finding)), escape(&at), finding.rule);
        for related in &finding.related {
            text += &format!("  - {}: {}\n", escape(&words::place(related.place, view.sources)), escape(&related.text));
        }
        if let Some(help) = &finding.help {
            text += &format!("  - {}\n", escape(help));
        }
        out.add(&text);
    }
    out.add("\n");
}

/// A text that stops growing before it is too long; what it leaves out is counted.
struct Cut {
    text: String,
    open: usize,
    left_out: usize,
}

impl Cut {
    fn add(&mut self, text: &str) {
        if self.left_out == 0 && self.text.len() + text.len() + RESERVE <= LIMIT {
            self.text.push_str(text);
        } else if !text.trim().is_empty() {
            self.left_out += 1;
        }
    }

    fn fold(&mut self, title: &str) {
        let title = escape(title);
        let before = self.text.len();
        self.add(&format!("<details><summary>{title}</summary>\n\n"));
        self.open += usize::from(self.text.len() > before);
    }

    fn unfold(&mut self) {
        if self.left_out == 0 && self.open > 0 {
            self.open -= 1;
            self.text.push_str("</details>\n\n");
        }
    }

    fn finish(mut self) -> String {
        if self.left_out > 0 {
            for _ in 0..self.open {
                self.text.push_str("\n</details>\n");
            }
            self.text +=
                &format!("\n_Cut at {LIMIT} bytes: {} more lines are left out; `cpcap diff --expand` shows them._\n", self.left_out);
        }
        self.text
    }
}

/// Text in which nothing is markup.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            // A name must not call people.
            '@' => escaped.push_str("&#64;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}
