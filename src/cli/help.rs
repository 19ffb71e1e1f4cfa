//! Help as wide as the terminal: examples and what they are for stand side by side where there is
//! room, and below each other where there is none.

use std::borrow::Cow;

use clap::Command;

use crate::output::wrap::width;

/// Text wider than this is tiring to read.
pub(super) const WIDEST: usize = 100;
const NARROWEST: usize = 40;
/// The blanks before an example, and before each further line of it.
const INDENTS: [&str; 2] = ["  ", "      "];
/// Behind this, a shell reads the next line as part of the command.
const GOES_ON: &str = " \\";

/// The command and those below it with help for a terminal of some width.
pub(super) fn fitted(command: Command, columns: usize) -> Command {
    let columns = columns.clamp(NARROWEST, WIDEST);
    of_command(command.term_width(columns), columns)
}

fn of_command(command: Command, columns: usize) -> Command {
    let after = command.get_after_help().map(ToString::to_string);
    let command = match after {
        Some(text) => command.after_help(examples(&text, columns).into_owned()),
        None => command,
    };
    command.mut_subcommands(|below| of_command(below, columns))
}

/// A text in which no example is too wide. Shells read a line that ends with `\` and the next one as
/// one, so people can copy what is broken.
fn examples(text: &str, columns: usize) -> Cow<'_, str> {
    let is_wide = |line: &str| line.starts_with(INDENTS[0]) && width(line) > columns;
    if !text.lines().any(is_wide) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for line in text.lines() {
        match line.strip_prefix(INDENTS[0]) {
            None => {
                out.push_str(line);
                out.push('\n');
            }
            Some(example) => match example.split_once("  ") {
                // A single word is a term, such as a shell or an exit code.
                Some((term, right)) if !term.contains(' ') => {
                    let text = right.trim_start();
                    let lead = &line[..line.len() - text.len()];
                    let hanging = " ".repeat(width(lead));
                    let end = if term.parse::<u8>().is_ok() {
                        ""
                    } else {
                        GOES_ON
                    };
                    broken(text, [lead, &hanging], end, columns, &mut out);
                }
                Some((left, right)) => {
                    broken(left, INDENTS, GOES_ON, columns, &mut out);
                    broken(right.trim(), [INDENTS[1]; 2], "", columns, &mut out);
                }
                None => broken(example, INDENTS, GOES_ON, columns, &mut out),
            },
        }
    }
    Cow::Owned(out.trim_end().to_owned())
}

/// A text in lines. `end`: what stands behind each but the last.
fn broken(text: &str, indents: [&str; 2], end: &str, columns: usize, out: &mut String) {
    let mut line = indents[0].to_owned();
    let mut words = words(text).into_iter().peekable();
    let mut begun = false;
    while let Some(word) = words.next() {
        let room = if words.peek().is_some() {
            columns - end.len()
        } else {
            columns
        };
        if begun && width(&line) + 1 + width(word) > room {
            out.push_str(&line);
            out.push_str(end);
            out.push('\n');
            indents[1].clone_into(&mut line);
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    out.push_str(&line);
    out.push('\n');
}

/// The words of a command; what stands in quotes is one.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, ' ') => {
                words.push(&text[start..at]);
                start = at + 1;
            }
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    words.push(&text[start..]);
    words
}

#[cfg(test)]
mod tests {
    use super::examples;

    #[test]
    fn examples_stay_what_a_shell_reads() {
        let text = "Examples:\n  cpcap lint --old stored.yaml 'a b.yaml'    what is it told?";
        assert_eq!(examples(text, 100), text);
        assert_eq!(
            examples(text, 40),
            "Examples:\n  cpcap lint --old stored.yaml \\\n      'a b.yaml'\n      what is it told?"
        );
    }
}
