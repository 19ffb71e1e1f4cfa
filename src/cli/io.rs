//! The outside world as a value: streams, clock, environment and terminal, so that tests can stand
//! in for them.

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::model::time::Time;
use crate::output::{Document, Look, clean, json};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing at or above the failing severity.
    Success,
    /// Some findings at or above it.
    Findings,
    /// cpcap could not do its work.
    Failure,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl Exit {
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings => 1,
            Self::Failure => 2,
        }
    }
}

/// Everything outside the process that a run sees.
pub struct Io<'a> {
    pub stdin: &'a mut dyn Read,
    pub stdout: &'a mut dyn Write,
    /// Standard error: complaints about the run itself.
    pub stderr: &'a mut dyn Write,
    pub env: &'a dyn Fn(&str) -> Option<String>,
    /// The directory that relative paths start from.
    pub cwd: PathBuf,
    pub now: Time,
    /// Whether standard output is a terminal.
    pub stdout_terminal: bool,
    /// Whether standard error is a terminal.
    pub stderr_terminal: bool,
    /// The width in columns, where there is a terminal: its own, or what COLUMNS says.
    pub width: Option<usize>,
}

impl Io<'_> {
    /// Whether to write colours to a stream: the flag, then `NO_COLOR`, then `CLICOLOR_FORCE`, then
    /// `CLICOLOR=0`, then whether it is a terminal.
    #[must_use]
    pub fn color(&self, terminal: bool, choice: Option<ColorChoice>) -> bool {
        let set = |name: &str| (self.env)(name).is_some_and(|value| !value.is_empty());
        match choice.unwrap_or_default() {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if set("NO_COLOR") => false,
            ColorChoice::Auto
                if (self.env)("CLICOLOR_FORCE")
                    .is_some_and(|value| !value.is_empty() && value != "0") =>
            {
                true
            }
            ColorChoice::Auto if (self.env)("CLICOLOR").as_deref() == Some("0") => false,
            ColorChoice::Auto => terminal && (self.env)("TERM").as_deref() != Some("dumb"),
        }
    }

    /// The look of documents on standard output. (In a pipe the width is unknown, and output is the
    /// same everywhere.)
    pub(super) fn look(&self, color: bool) -> Look {
        Look {
            width: self.columns(),
            color,
        }
    }

    /// The columns that output for people fills at most.
    pub(super) fn columns(&self) -> usize {
        self.width.unwrap_or(100).max(NARROWEST)
    }

    /// A document for standard output.
    pub(super) fn page(
        &self,
        document: Document,
        quiet: bool,
        color: Option<ColorChoice>,
    ) -> String {
        let color = self.color(self.stdout_terminal, color);
        document.quiet(quiet).text(self.look(color))
    }

    /// An answer for programs.
    pub(super) fn json(&mut self, answer: &impl Serialize) -> io::Result<()> {
        json::write(answer, self.stdout)
    }

    /// Says on standard error what kept cpcap from its work.
    pub fn complain(&mut self, text: &str) {
        // Nobody reads a message once standard error is gone.
        drop(writeln!(self.stderr, "cpcap: {}", clean::line(text)));
    }
}

/// The time of the machine's clock.
pub(super) fn clock() -> Time {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    Time::from_unix(i64::try_from(seconds).unwrap_or(0))
}

/// Runs with the process's own streams, clock and environment.
pub(super) fn with_process(run: impl FnOnce(&mut Io<'_>) -> Exit) -> Exit {
    // Not locked: the language server reads on a thread of its own.
    let mut stdout = std::io::BufWriter::new(std::io::stdout());
    let stdout_terminal = std::io::stdout().is_terminal();
    let width = stdout_terminal.then(|| {
        width(std::env::var("COLUMNS").ok().as_deref(), || {
            terminal_size::terminal_size().map(|(width, _)| width.0.into())
        })
    });
    run(&mut Io {
        stdin: &mut std::io::stdin(),
        stdout: &mut stdout,
        stderr: &mut std::io::stderr(),
        env: &|name| std::env::var(name).ok(),
        cwd: std::env::current_dir().unwrap_or_default(),
        now: clock(),
        stdout_terminal,
        stderr_terminal: std::io::stderr().is_terminal(),
        width,
    })
}

/// The width of a terminal that does not say how wide it is.
const USUAL_WIDTH: usize = 80;
/// A narrower terminal breaks lines by itself.
const NARROWEST: usize = 40;

/// The width of a terminal. COLUMNS wins over the terminal's own. (In a pipe the width is unknown,
/// and output is the same everywhere.)
fn width(columns: Option<&str>, terminal: impl FnOnce() -> Option<usize>) -> usize {
    let is_some = |columns: &usize| *columns > 0;
    columns
        .and_then(|columns| columns.trim().parse().ok())
        .filter(is_some)
        // One without a size says 0.
        .or_else(|| terminal().filter(is_some))
        .unwrap_or(USUAL_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn columns_win_over_the_terminal() {
        assert_eq!(width(Some("60"), || Some(80)), 60);
        for columns in [None, Some(""), Some("0"), Some("wide"), Some("-3")] {
            assert_eq!(width(columns, || Some(70)), 70, "{columns:?}");
            assert_eq!(width(columns, || None), 80, "{columns:?}");
            assert_eq!(width(columns, || Some(0)), 80, "{columns:?}");
        }
    }
}
