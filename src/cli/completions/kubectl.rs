//! The protocol of a plugin's `kubectl_complete-cpcap`: all words after the plugin's name as
//! arguments, the last one unfinished; candidates on lines of their own, what each is after a tab,
//! and at last what else the shell should know.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::engine;

use crate::cli::Io;

/// The name under which kubectl asks.
const NAME: &str = "kubectl_complete-cpcap";
/// No space after a name that wants a value.
const NO_SPACE: u8 = 2;
/// No names of files of the shell's own: cpcap offers them where they may stand.
const NO_FILES: u8 = 4;

/// The words of a question of kubectl, with the name of the command; none if the command line is
/// none.
pub(super) fn asked(args: &[OsString]) -> Option<Vec<OsString>> {
    let (program, words) = args.split_first()?;
    let stem = Path::new(program).file_stem().and_then(OsStr::to_str);
    (stem == Some(NAME)).then(|| {
        std::iter::once("cpcap".into())
            .chain(words.iter().cloned())
            .collect()
    })
}

/// The words that may follow at the cursor.
///
/// # Errors
/// When paths cannot be read.
pub(super) fn answer(
    command: &mut Command,
    mut words: Vec<OsString>,
    io: &Io<'_>,
) -> io::Result<String> {
    if words.len() == 1 {
        words.push(OsString::new());
    }
    let index = words.len() - 1;
    // kubectl wants only the value of `--flag=value`.
    let last = words[index].to_string_lossy().into_owned();
    let front = last
        .find('=')
        .filter(|_| last.starts_with('-'))
        .map_or("", |at| &last[..=at])
        .to_owned();
    let found = engine::complete(command, words, index, Some(&io.cwd))?;
    let mut out = String::new();
    let mut open = !found.is_empty();
    for candidate in &found {
        let value = candidate.get_value().to_string_lossy();
        let value = value.strip_prefix(front.as_str()).unwrap_or(&value);
        open &= value.ends_with(['=', '/']);
        out.push_str(value);
        if let Some(help) = candidate.get_help() {
            let help = help.to_string();
            out.push('\t');
            out.push_str(help.lines().next().unwrap_or_default());
        }
        out.push('\n');
    }
    out.push_str(&format!(
        ":{}\n",
        NO_FILES | if open { NO_SPACE } else { 0 }
    ));
    Ok(out)
}
