//! `cpcap explain`: the page of a rule, rendered on a terminal and as Markdown elsewhere; of a group
//! the list of its rules.

use std::io;

use crate::cli::args::{ExplainArgs, RulesArgs, TableFormat};
use crate::cli::{Exit, Io};
use crate::output::wrap::{Long, wrap};
use crate::output::{Color, Document, Look, Span, Style};
use crate::rules;
use crate::rules::meant::did_you_mean;

/// Text wider than this is tiring to read.
const MAX_WIDTH: usize = 100;

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let Some(rule) = rules::find(&args.rule) else {
        let name = args.rule.as_str();
        if rules::all().any(|rule| rule.group() == name) {
            // A group has no page of its own: its rules say what it is about.
            let group = RulesArgs {
                rules: vec![name.to_owned()],
                format: TableFormat::default(),
                color: args.color,
                quiet: args.quiet,
            };
            return super::rules::run(&group, io);
        }
        let names = rules::all().flat_map(|rule| [rule.name, rule.group()]);
        let hint = did_you_mean(name, names);
        let hint = hint.unwrap_or_else(|| "`cpcap rules` lists them".to_owned());
        io.complain(&format!("there is no rule or group `{name}`; {hint}"));
        return Ok(Exit::Failure);
    };
    let color = io.color(io.stdout_terminal, args.color);
    if args.quiet {
        let summary = Document::of_line([rule.summary]).text(io.look(color));
        io.stdout.write_all(summary.as_bytes())?;
        return Ok(Exit::Success);
    }
    if !color && io.width.is_none() {
        io.stdout.write_all(rule.docs.as_bytes())?;
        return Ok(Exit::Success);
    }
    let width = io.look(color).width.min(MAX_WIDTH);
    for part in parts(rule.docs) {
        match part {
            Part::Code(lines) => io.stdout.write_all(lines.as_bytes())?,
            Part::Fence(line) if !color => io.stdout.write_all(line.as_bytes())?,
            Part::Fence(_) => {}
            Part::Text(text) if color => {
                let text = without_targets(&text);
                let look = Look { width, color };
                io.stdout.write_all(document(&text).text(look).as_bytes())?;
            }
            Part::Text(text) => {
                let text = without_targets(&text);
                let item = text.starts_with("- ");
                let rest = width - if item { HANGING.len() } else { 0 };
                for (at, line) in wrap(&text, width, rest, Long::RunsOver).iter().enumerate() {
                    let indent = if item && at > 0 { HANGING } else { "" };
                    writeln!(io.stdout, "{indent}{line}")?;
                }
            }
        }
    }
    Ok(Exit::Success)
}

/// The indentation of the further lines of an entry of a list.
const HANGING: &str = "  ";

/// A part of a page.
enum Part<'a> {
    /// A line that begins or ends recorded lines.
    Fence(&'a str),
    /// A recorded line, which stays as it is.
    Code(&'a str),
    /// A paragraph, an entry of a list, a heading or a blank line, without line ends.
    Text(String),
}

/// A part of a page that is no recorded line, as it stands out on a terminal.
fn document(text: &str) -> Document {
    let mut document = Document::default();
    if text.is_empty() {
        document.blank();
    } else if let Some(heading) = text.strip_prefix('#') {
        document.heading(heading.trim_start_matches(['#', ' ']));
    } else if text.starts_with("- ") {
        document.line(spans(text));
    } else {
        document.flow(spans(text));
    }
    document
}

/// A text with the words of its links alone: what they lead to lies beside the page, and not beside
/// the reader.
fn without_targets(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (Some(open), Some(close)) = (before.rfind('['), after.find(')')) else {
            break;
        };
        out.extend([&before[..open], &before[open + 1..]]);
        rest = &after[close + 1..];
    }
    out + rest
}

/// The parts of a text: what stands between backticks or pairs of asterisks stands out without
/// them.
fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['`', '*']) {
        let (before, marked) = rest.split_at(start);
        let sign = &marked[..1];
        let mark = &marked[..marked.len() - marked.trim_start_matches(sign).len()];
        let inside = &marked[mark.len()..];
        let style = match mark {
            "**" => Style::BOLD,
            _ => Style::new(Color::Cyan),
        };
        let end = inside.find(mark).filter(|_| mark != "*");
        let (shown, style, next) = match end {
            Some(end) if sign == "`" && mark.len() > 1 => (inside[..end].trim(), style, end),
            Some(end) => (&inside[..end], style, end),
            // The mark stands for itself.
            None => (mark, Style::PLAIN, 0),
        };
        spans.extend([Span::new(before, Style::PLAIN), Span::new(shown, style)]);
        rest = &inside[next + end.map_or(0, |_| mark.len())..];
    }
    spans.push(Span::new(rest, Style::PLAIN));
    spans
}

/// The parts of a page; its lines are those of its source, and no reader's.
fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut code = false;
    let mut open = false;
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            code = !code;
            open = false;
            parts.push(Part::Fence(line));
            continue;
        }
        if code {
            parts.push(Part::Code(line));
            continue;
        }
        let text = line.trim();
        let goes_on = open && !text.is_empty() && !text.starts_with(['#', '|']);
        match parts.last_mut() {
            Some(Part::Text(before)) if goes_on && !text.starts_with("- ") => {
                before.push(' ');
                before.push_str(text);
            }
            _ => parts.push(Part::Text(text.to_owned())),
        }
        open = !text.is_empty() && !text.starts_with(['#', '|']);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::document;
    use crate::output::Look;

    fn drawn(text: &str) -> String {
        let (width, color) = (30, true);
        document(text).text(Look { width, color })
    }

    #[test]
    fn marks_become_colours() {
        for (text, expected) in [
            ("", "\n"),
            ("## A `b`", "\u{1b}[1mA `b`\u{1b}[0m\n"),
            ("a `b c` d", "a \u{1b}[36mb c\u{1b}[0m d\n"),
            ("a `` `b` `` c", "a \u{1b}[36m`b`\u{1b}[0m c\n"),
            ("a **b** c", "a \u{1b}[1mb\u{1b}[0m c\n"),
            ("a * b `c", "a * b `c\n"),
            (
                "- a text of some words `that goes on` below",
                "- a text of some words \u{1b}[36mthat\u{1b}[0m\n  \u{1b}[36mgoes on\u{1b}[0m below\n",
            ),
            (
                "a text of words that simply goes on",
                "a text of words that simply\ngoes on\n",
            ),
        ] {
            assert_eq!(drawn(text), expected, "{text:?}");
        }
    }
}
