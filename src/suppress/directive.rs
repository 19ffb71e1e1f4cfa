//! How rules are named where they are silenced: `cpcap: ignore[rule, rule] reason` in comments,
//! `rule, rule` in annotations.

use crate::model::near::near;
use crate::source::Span;

/// With this and a colon a comment of ours begins.
pub(super) const NAME: &str = "cpcap";
const LINE: &str = "ignore";
const FILE: &str = "ignore-file";
/// The words that other tools use for it.
pub const TOO_WORDS: [&str; 8] = [
    "allow",
    "disable",
    "disable-file",
    "ignore-line",
    "ignore-next-line",
    "noqa",
    "off",
    "skip",
];

/// A rule, a group or `all`, as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    pub text: String,
    pub span: Span,
    pub state: State,
}

/// The effect of a selector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    Used,
    /// It silenced nothing, and what it names was judged.
    Unused,
    /// No rule and no group has this name.
    Unknown,
    /// It silenced nothing in this run, which proves nothing: the run did not choose or could not
    /// judge the named rules.
    #[default]
    NotJudged,
}

/// The fault of a comment that should silence something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It says something else than `ignore` and `ignore-file`; the word, and which of the two it
    /// looks like.
    Word(String, &'static str),
    /// The colon after `cpcap` is missing.
    NoColon,
    /// No `[` after the word.
    NoBracket,
    /// The closing `]` is missing.
    Open,
    /// No rule between the brackets, or none in the annotation.
    NoRules,
}

/// A comment of ours, read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Directive {
    pub whole_file: bool,
    pub selectors: Vec<Selector>,
    pub reason: String,
    pub fault: Option<Fault>,
}

/// Reads the text after the colon; nothing where the comment only mentions cpcap. `start`: its
/// offset.
pub(super) fn read(text: &str, start: usize) -> Option<Directive> {
    let trimmed = text.trim_start();
    let start = start + text.len() - trimmed.len();
    let length = trimmed
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
        .unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(length);
    let mut directive = Directive {
        whole_file: word == FILE,
        ..Directive::default()
    };
    if word != LINE && word != FILE {
        let meant = near(word, [LINE, FILE]).or_else(|| {
            TOO_WORDS
                .contains(&word)
                .then_some(if word.ends_with("file") { FILE } else { LINE })
        });
        directive.fault = Some(Fault::Word(word.to_owned(), meant?));
        return Some(directive);
    }
    let inner = rest.trim_start();
    let start = start + length + rest.len() - inner.len();
    let Some(inner) = inner.strip_prefix('[') else {
        directive.fault = Some(Fault::NoBracket);
        return Some(directive);
    };
    let Some((list, reason)) = inner.split_once(']') else {
        directive.fault = Some(Fault::Open);
        return Some(directive);
    };
    directive.selectors = selectors(list, start + 1);
    reason
        .trim()
        .trim_start_matches([':', '-', '–', '—'])
        .trim_start()
        .clone_into(&mut directive.reason);
    if directive.selectors.is_empty() {
        directive.fault = Some(Fault::NoRules);
    }
    Some(directive)
}

/// Reads the text after a first word `cpcap` without a colon: whether it was meant to silence
/// something.
pub(super) fn lacks_colon(text: &str) -> bool {
    let word = text.trim_start();
    let end = word
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
        .unwrap_or(word.len());
    word.len() < text.len() && matches!(&word[..end], LINE | FILE)
}

/// The parts of a list with commas. `start`: its offset.
pub(super) fn selectors(list: &str, start: usize) -> Vec<Selector> {
    let mut at = start;
    let mut found = Vec::new();
    for part in list.split(',') {
        let text = part.trim();
        if !text.is_empty() {
            let from = at + part.len() - part.trim_start().len();
            found.push(Selector {
                text: text.to_owned(),
                span: Span::new(from, from + text.len()),
                state: State::default(),
            });
        }
        at += part.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read() {
        let text = " ignore[a/b , c]: since then";
        let directive = read(text, 0).unwrap();
        let parts: Vec<(&str, &str)> = directive
            .selectors
            .iter()
            .map(|one| (one.text.as_str(), &text[one.span.range()]))
            .collect();
        assert_eq!(parts, [("a/b", "a/b"), ("c", "c")]);
        assert_eq!(
            (
                directive.reason.as_str(),
                directive.whole_file,
                &directive.fault
            ),
            ("since then", false, &None)
        );
        assert!(read("ignore-file [all]", 0).unwrap().whole_file);
        assert_eq!(read("see the page", 0), None);
        assert!(lacks_colon(" ignore x") && lacks_colon(" ignore-file[a]"));
        assert!(
            !lacks_colon(" ignores it") && !lacks_colon(": ignore[a]") && !lacks_colon("ignore")
        );
        let fault = |text: &str| read(text, 0).unwrap().fault.unwrap();
        assert_eq!(fault("ignore"), Fault::NoBracket);
        assert_eq!(fault("ignore: a/b"), Fault::NoBracket);
        assert_eq!(fault("ignore[a"), Fault::Open);
        assert_eq!(fault("ignore[ , ] x"), Fault::NoRules);
        assert_eq!(
            fault("ignroe[a]"),
            Fault::Word("ignroe".to_owned(), "ignore")
        );
        assert_eq!(
            fault("ignore_file[a]"),
            Fault::Word("ignore_file".to_owned(), "ignore-file")
        );
        assert_eq!(
            fault("disable[a]"),
            Fault::Word("disable".to_owned(), "ignore")
        );
    }
}
