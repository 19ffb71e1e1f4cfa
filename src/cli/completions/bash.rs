//! The special needs of Bash: it splits words at `=` and `:` before it asks, and takes the last
//! part for the whole word.

use std::ffi::OsString;
use std::io;

use clap::Command;
use clap_complete::engine;

use crate::cli::Io;

/// A question of Bash with its words in one piece.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The words up to the cursor.
    pub words: Vec<OsString>,
    /// The front of the last word, which Bash has split off.
    front: String,
}

/// Puts the words together that Bash has parted.
pub(super) fn joined(words: Vec<OsString>, io: &Io<'_>) -> Asked {
    let index = (io.env)("_CLAP_COMPLETE_INDEX").and_then(|index| index.parse().ok());
    join(words, index.unwrap_or(usize::MAX))
}

fn join(words: Vec<OsString>, index: usize) -> Asked {
    let mut asked = Asked {
        words: Vec::new(),
        front: String::new(),
    };
    let mut after_break = false;
    for word in words.into_iter().take(index.saturating_add(1)) {
        let text = word.to_string_lossy();
        let is_break = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'=' | b':'));
        match asked.words.last_mut() {
            Some(last) if is_break || after_break => {
                asked.front = last.to_string_lossy().into_owned();
                if is_break {
                    asked.front.push_str(&text);
                }
                last.push(&word);
            }
            _ => {
                asked.front.clear();
                asked.words.push(word);
            }
        }
        after_break = is_break;
    }
    asked
}

impl Asked {
    /// The words that may follow at the cursor, in the form that the script wants.
    ///
    /// # Errors
    /// When paths cannot be read.
    pub fn answer(self, command: &mut Command, io: &Io<'_>) -> io::Result<String> {
        let index = self.words.len().saturating_sub(1);
        let found = engine::complete(command, self.words, index, Some(&io.cwd))?;
        let values = found
            .iter()
            .map(|candidate| candidate.get_value().to_string_lossy());
        let values: Vec<String> = values
            .map(|value| {
                value
                    .strip_prefix(self.front.as_str())
                    .unwrap_or(&value)
                    .to_owned()
            })
            .collect();
        Ok(values.join(&(io.env)("_CLAP_IFS").unwrap_or_else(|| "\n".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn split_words_are_joined() {
        let join = |words: &[&str]| {
            let asked = join(words.iter().map(Into::into).collect(), words.len() - 1);
            let words: Vec<String> = asked
                .words
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            (words.join(" "), asked.front)
        };
        let is = |words: &str, front: &str| (words.to_owned(), front.to_owned());
        assert_eq!(
            join(&["cpcap", "lint", "--format", "=", "s"]),
            is("cpcap lint --format=s", "--format=")
        );
        assert_eq!(
            join(&["cpcap", "lint", "--format", "="]),
            is("cpcap lint --format=", "--format=")
        );
        assert_eq!(
            join(&["cpcap", "--severity", "a/b", "=", "no"]),
            is("cpcap --severity a/b=no", "a/b=")
        );
        assert_eq!(
            join(&["cpcap", "--severity", "=", "a/b", "=", "no"]),
            is("cpcap --severity=a/b=no", "--severity=a/b=")
        );
        assert_eq!(
            join(&["cpcap", "--a", "=", "b", "c"]),
            is("cpcap --a=b c", "")
        );
    }
}
