//! The line on standard error that says how far a long run has come. Only for people: on a
//! terminal, and never where `CI` is set.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::cli::Io;

/// How long a run may take before it shows progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two updates of the line.
const EVERY: Duration = Duration::from_millis(100);

/// How far a run has come.
pub(super) struct Progress {
    /// `None` where nobody watches: with `quiet`, in CI, or without a terminal.
    start: Option<Instant>,
    /// When the line was last drawn, counted from the start.
    drawn: Option<Duration>,
}

impl Progress {
    /// Starts the clock. `quiet` shows no progress.
    pub fn new(io: &Io<'_>, quiet: bool) -> Self {
        let set = |name: &str| (io.env)(name).filter(|value| !value.is_empty());
        let in_ci = set("CI").is_some_and(|value| value != "false");
        let watched =
            !quiet && io.stderr_terminal && !in_ci && set("TERM").as_deref() != Some("dumb");
        Self {
            start: watched.then(Instant::now),
            drawn: None,
        }
    }

    /// Shows how many of all objects are judged.
    pub fn tick(&mut self, done: usize, all: usize, stderr: &mut dyn Write) {
        if let Some(start) = self.start {
            self.tick_at(start.elapsed(), done, all, stderr);
        }
    }

    fn tick_at(&mut self, elapsed: Duration, done: usize, all: usize, stderr: &mut dyn Write) {
        if elapsed < PATIENCE || self.drawn.is_some_and(|drawn| elapsed < drawn + EVERY) {
            return;
        }
        self.drawn = Some(elapsed);
        drop(
            write!(stderr, "\r\x1b[Kjudged {done} of {all} objects").and_then(|()| stderr.flush()),
        );
    }

    /// Clears the line, where it was drawn.
    pub fn end(self, stderr: &mut dyn Write) {
        if self.drawn.is_some() {
            drop(write!(stderr, "\r\x1b[K").and_then(|()| stderr.flush()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_draws_nothing_and_a_long_one_clears_its_line() {
        let drawn = |ticks: &[u64]| {
            let (mut progress, mut out) = (
                Progress {
                    start: None,
                    drawn: None,
                },
                Vec::new(),
            );
            for (done, at) in ticks.iter().enumerate() {
                progress.tick_at(Duration::from_millis(*at), done, 9, &mut out);
            }
            progress.end(&mut out);
            String::from_utf8_lossy(&out).into_owned()
        };
        assert_eq!(drawn(&[0, 500, 999]), "");
        let line = |done: usize| format!("\r\x1b[Kjudged {done} of 9 objects");
        // At most ten times a second.
        assert_eq!(
            drawn(&[900, 1000, 1050, 1100]),
            format!("{}{}\r\x1b[K", line(1), line(3))
        );
    }
}
