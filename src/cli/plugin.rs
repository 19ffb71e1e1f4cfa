//! cpcap as a plugin of kubectl: under the name `kubectl-cpcap` it calls itself `kubectl cpcap`, in
//! help, usage and complaints. All else is the same.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::Command;

/// How a plugin is called.
const NAME: &str = "kubectl cpcap";

/// Whether the first word of a command line is that of a plugin.
pub(super) fn is_plugin(args: &[OsString]) -> bool {
    let stem = args
        .first()
        .and_then(|program| Path::new(program).file_stem())
        .and_then(OsStr::to_str);
    stem == Some("kubectl-cpcap")
}

/// The command with the plugin's name in its usage.
pub(super) fn named(command: Command) -> Command {
    command.bin_name(NAME).display_name(NAME)
}

/// A text with the plugin's name wherever it shows a command line: at the beginning of a line,
/// after a pipe, and in backquotes.
pub(super) fn renamed(text: &str) -> String {
    let name = format!("{NAME} ");
    let line = |line: &str| {
        let line = line
            .replace("`cpcap ", &format!("`{name}"))
            .replace("| cpcap ", &format!("| {name}"))
            .replace("Usage: cpcap ", &format!("Usage: {name}"));
        match line.trim_start().strip_prefix("cpcap ") {
            Some(rest) => format!(
                "{}{name}{rest}",
                &line[..line.len() - line.trim_start().len()]
            ),
            None => line,
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Standard error of a plugin: what begins a line with `cpcap:` or shows a command line gets the
/// plugin's name.
pub(super) struct Complaints<'a> {
    inner: &'a mut dyn Write,
    line: Vec<u8>,
}

impl<'a> Complaints<'a> {
    pub fn new(inner: &'a mut dyn Write) -> Self {
        Self {
            inner,
            line: Vec::new(),
        }
    }
}

impl Write for Complaints<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.flush()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = line
            .strip_prefix("cpcap: ")
            .map_or_else(|| line.to_string(), |rest| format!("{NAME}: {rest}"));
        self.inner
            .write_all(renamed(&line.replace(": cpcap ", &format!(": {NAME} "))).as_bytes())?;
        self.inner.flush()
    }
}

impl Drop for Complaints<'_> {
    fn drop(&mut self) {
        // Nobody reads a message once standard error is gone.
        drop(self.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::{is_plugin, renamed};

    #[test]
    fn the_name_counts() {
        let is = |name: &str| is_plugin(&[name.into()]);
        assert!(is("kubectl-cpcap") && is("/usr/bin/kubectl-cpcap") && is("kubectl-cpcap.exe"));
        assert!(!is("cpcap") && !is("kubectl") && !is_plugin(&[]));
    }

    #[test]
    fn command_lines_are_renamed_and_words_are_not() {
        assert_eq!(
            renamed("  cpcap lint p.yaml\ncpcap says\n"),
            "  kubectl cpcap lint p.yaml\nkubectl cpcap says\n"
        );
        assert_eq!(
            renamed("x | cpcap lint -, see `cpcap rules`"),
            "x | kubectl cpcap lint -, see `kubectl cpcap rules`"
        );
        assert_eq!(renamed("what cpcap does"), "what cpcap does");
    }
}
