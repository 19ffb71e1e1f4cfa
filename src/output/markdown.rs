//! Documents as Markdown.

use std::ops::Range;

use comfy_table::ContentArrangement;
use comfy_table::presets::ASCII_MARKDOWN;

use super::{Block, Cell, Mark, Table, clean};

/// No comment on a platform has more bytes.
pub(crate) const COMMENT_LIMIT: usize = 60_000;

/// The text of some blocks, with blank lines between them.
pub(super) fn text(blocks: &[Block]) -> String {
    let (mut out, mut in_list, mut margin) = (String::new(), false, 0);
    for (at, block) in blocks.iter().enumerate() {
        // What follows has a blank line in front anyway.
        if matches!(block, Block::Blank) && at + 1 < blocks.len() {
            continue;
        }
        let is_item = matches!(block, Block::Item(..));
        if at > 0 && !(in_list && is_item) {
            out.push('\n');
        }
        in_list = is_item;
        match block {
            Block::Item(mark, of) => {
                let mark = match mark {
                    Mark::Bullet => "- ".to_owned(),
                    Mark::Number(number) => format!("{number}. "),
                    Mark::Below => " ".repeat(margin),
                };
                margin = mark.len();
                out.extend([mark, self::text(std::slice::from_ref(&**of))]);
            }
            Block::Heading(text) => out.extend(["## ", &escape(text), "\n"]),
            Block::Line(spans) | Block::Flow(spans) => {
                let text: String = spans.iter().map(|span| span.text.as_str()).collect();
                out.extend([&escape(&text), "\n"]);
            }
            Block::Paragraph(of) => out.extend([&escape(&of.text.text), "\n"]),
            Block::List(entries) => entries.iter().for_each(|entry| {
                let text = if entry.sign {
                    format!("`{}`: {}", entry.term, escape(&entry.text))
                } else {
                    escape(&format!("{}: {}", entry.term, entry.text))
                };
                out.extend(["- ", &text, "\n"]);
            }),
            Block::Table(of) => table(of, &mut out),
            Block::Remark(blocks) => out.push_str(&self::text(blocks)),
            // Rows with sentences between them are for terminals only; a blank line at the end was
            // written above.
            Block::Grid(_) | Block::Blank => {}
        }
    }
    out
}

fn table(of: &Table, out: &mut String) {
    let cells = |cells: &[Cell]| {
        cells
            .iter()
            .map(|cell| escape_cell(&cell.lines.replace('\n', " ")))
            .collect::<Vec<_>>()
    };
    if of.aligned {
        let mut table = comfy_table::Table::new();
        table
            .load_style(ASCII_MARKDOWN)
            .set_content_arrangement(ContentArrangement::Disabled)
            .force_no_tty();
        table.set_header(cells(&of.header));
        table.add_rows(of.rows.iter().map(|row| cells(row)));
        return out.extend([&table.to_string(), "\n"]);
    }
    let mut line = |cells: &[String]| out.extend(["| ", &cells.join(" | "), " |\n"]);
    line(&cells(&of.header));
    line(&vec!["---".to_owned(); of.header.len()]);
    of.rows.iter().for_each(|row| line(&cells(row)));
}

/// A sentence in which nothing is markup but code between single backticks.
pub(crate) fn escape(text: &str) -> String {
    let text = clean::line(text);
    let text = text.trim();
    escaped(text, &code(text), false)
}

/// The text of a cell, in which nothing is markup.
fn escape_cell(text: &str) -> String {
    escaped(clean::line(text).trim(), &[], true)
}

/// A text with a backslash only where what follows would be markup.
fn escaped(text: &str, code: &[Range<usize>], cell: bool) -> String {
    let mut plain = vec![true; text.len()];
    code.iter()
        .for_each(|range| plain[range.clone()].fill(false));
    let flanks = flanks(text);
    let count = |c: char| {
        text.char_indices()
            .filter(|(at, other)| *other == c && plain[*at] && flanks[*at])
            .nth(1)
    };
    // A lone sign has no partner.
    let pairs = ['*', '_', '~'].map(|c| (c, count(c).is_some()));
    let backticks = !code.is_empty() || text.matches('`').nth(1).is_some();
    let first = if cell { None } else { opener(text) };
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let needed = match c {
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '|' => cell,
            '`' => backticks,
            '*' | '_' | '~' => pairs.contains(&(c, true)) && flanks[at],
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
            '[' => next == Some('^'),
            ']' => next.is_some_and(|next| "([:".contains(next)),
            '&' => next.is_some_and(|next| next == '#' || next.is_ascii_alphanumeric()),
            _ => false,
        };
        if plain[at] && (needed || first == Some(at)) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The offsets at which a run of `*`, `_` or `~` stands that could begin or end something: not
/// between blanks, and a `_` not in a word.
fn flanks(text: &str) -> Vec<bool> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut flanks = vec![false; text.len()];
    let (mut at, mut before) = (0, None);
    while let Some(c) = text[at..].chars().next() {
        let rest = text[at..].trim_start_matches(c);
        let end = text.len() - rest.len();
        if matches!(c, '*' | '_' | '~') {
            let behind = rest.chars().next();
            let in_word = c == '_' && is_word(before) && is_word(behind);
            flanks[at..end].fill(!(is_blank(before) && is_blank(behind) || in_word));
        }
        (at, before) = (end, Some(c));
    }
    flanks
}

/// What would make something else than a paragraph of a text: a heading, a quotation, an entry of a
/// list, a line.
fn opener(text: &str) -> Option<usize> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - behind.len();
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let is_opener = match text.chars().next()? {
        '#' | '>' => true,
        c @ ('-' | '+' | '*' | '_' | '~') => {
            is_end(&text[1..])
                || text.chars().all(|other| other == c || other == ' ')
                || text.starts_with("~~~")
        }
        '[' => ["[ ]", "[x]", "[X]"]
            .iter()
            .any(|task| text.starts_with(task)),
        _ if digits > 0 && behind.starts_with(['.', ')']) && is_end(&behind[1..]) => {
            return Some(digits);
        }
        _ => false,
    };
    is_opener.then_some(0)
}

/// A sentence in a comment on a platform, in which nothing is markup but code between single
/// backticks. There nothing is escaped, since there nothing can be.
pub(crate) fn escape_comment(text: &str) -> String {
    let text = clean::prose(text);
    let mut escaped = String::with_capacity(text.len());
    let mut at = 0;
    for code in code(&text) {
        plain(&text[at..code.start], &mut escaped);
        escaped.push_str(&text[code.clone()]);
        at = code.end;
    }
    plain(&text[at..], &mut escaped);
    escaped
}

/// The code between single backticks, with these: it ends at the next backtick that stands alone, as
/// its first one does.
pub(super) fn code(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('`').map(|start| at + start) {
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        at = start + run;
        let end = if run == 1 {
            lone_backtick(&text[at..])
        } else {
            None
        };
        if let Some(end) = end.filter(|end| !text[at..at + end].contains('\n')) {
            at += end + 1;
            found.push(start..at);
        }
    }
    found
}

/// Where a backtick stands that has none beside it.
fn lone_backtick(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_backtick = |at: usize| bytes.get(at) == Some(&b'`');
    (0..bytes.len())
        .find(|at| is_backtick(*at) && !is_backtick(at + 1) && !(*at > 0 && is_backtick(at - 1)))
}

fn plain(text: &str, escaped: &mut String) {
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A name must not call people.
            '@' => escaped.push_str("&#64;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '#' | '`' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
}

/// A text inside an element of HTML, where Markdown is not read.
pub(crate) fn escape_html(text: &str) -> String {
    clean::line(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::*;

    #[test]
    fn names_keep_their_notation() {
        for text in [
            "Standard_D4s_v5",
            "1.33.6*",
            "[NVMe, SCSI]*",
            "spec.machineImages[0].versions[1]",
            "`capabilityFlavors[n]` of `a_*_b`",
            ">= 1.33, < 2",
            "a \\ b",
            "C:\\temp",
            "a < b & c",
        ] {
            assert_eq!(escape(text).replace("\\>", ">"), text);
        }
        assert_eq!(escape_cell("größe|groß"), "größe\\|groß");
        assert_eq!(escape_cell("a `b` c"), "a \\`b\\` c");
    }

    /// The text of Markdown as a reader sees it, and whether anything in it is more than text and
    /// code.
    fn rendered(markdown: &str) -> (String, bool) {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES;
        let mut text = String::new();
        let mut is_markup = false;
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Text(of) | Event::Code(of) => text.push_str(&of),
                Event::Start(tag) => {
                    is_markup |= !matches!(
                        tag,
                        Tag::Paragraph
                            | Tag::List(None)
                            | Tag::Item
                            | Tag::Table(_)
                            | Tag::TableHead
                            | Tag::TableRow
                            | Tag::TableCell
                    );
                }
                Event::End(_) => {}
                _ => is_markup = true,
            }
        }
        (text, is_markup)
    }

    #[test]
    fn a_reader_sees_what_was_written() {
        let mut random = fastrand::Rng::with_seed(7);
        let characters: Vec<char> = " ab1*_`<>[]()!&;#~-+|\\.:=^/x".chars().collect();
        for _ in 0..50_000 {
            let text: String = (0..random.usize(1..12))
                .filter_map(|_| random.choice(&characters))
                .collect();
            let text = text.trim();
            let seen = |text: &str| text.replace(['`', ' '], "");
            let block = escape(text);
            for (form, markdown) in [
                ("paragraph", block.clone()),
                ("list", format!("- {block}")),
                ("cell", format!("| h |\n| --- |\n| {} |", escape_cell(text))),
            ] {
                let (found, is_markup) = rendered(&markdown);
                let found = if form == "cell" {
                    found.strip_prefix('h').unwrap_or(&found)
                } else {
                    &found
                };
                assert!(
                    !is_markup && seen(found) == seen(text),
                    "{form}: {text:?} {markdown:?} {found:?}"
                );
            }
        }
    }

    #[test]
    fn code_is_kept_and_all_else_is_escaped() {
        for (text, escaped) in [
            (
                "image `Standard_D4s_v5`: a_b",
                "image `Standard_D4s_v5`: a\\_b",
            ),
            (
                "constraint `>= 1.33`, a < b",
                "constraint `>= 1.33`, a &lt; b",
            ),
            ("`a` and `b`", "`a` and `b`"),
            ("an open `<img>", "an open \\`&lt;img&gt;"),
            ("two ``<b>`` of them", "two \\`\\`&lt;b&gt;\\`\\` of them"),
            ("`a``<b>`", "`a``<b>`"),
            ("@me `@you`", "&#64;me `@you`"),
        ] {
            assert_eq!(escape_comment(text), escaped, "{text}");
        }
        assert_eq!(escape_html("`a_b` <x> & y"), "`a_b` &lt;x&gt; &amp; y");
    }
}
