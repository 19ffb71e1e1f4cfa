//! Readers that stop: whatever part of the output they took, the run ends quietly with the exit code
//! that it would have. Where the output cannot be written, it says so once.

use std::io::{self, Write};

use super::{readers, reads_well, shell};
use crate::common::{Dir, recorded, root, run_to};

/// Takes some bytes, and then fails.
struct Limited {
    left: usize,
    taken: usize,
    error: i32,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.left);
        if count == 0 && !bytes.is_empty() {
            return Err(io::Error::from_raw_os_error(self.error));
        }
        self.left -= count;
        self.taken += count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const BROKEN_PIPE: i32 = 32;
const NO_SPACE: i32 = 28;

/// Runs a command line whose standard output takes so many bytes. Gives back the exit code, how many
/// it took, and what the run said.
fn run(args: &[&str], left: usize, error: i32) -> (u8, usize, String) {
    let mut stdout = Limited {
        left,
        taken: 0,
        error,
    };
    let now = cpcap::model::time::Time::parse("2026-11-27T00:00:00Z").unwrap();
    let (exit, stderr) = run_to(&root(), args, &mut stdout, now);
    (exit.code(), stdout.taken, stderr)
}

/// Command lines of all forms of all commands.
fn lines() -> Vec<String> {
    let mut lines = readers();
    // What is asked of the working directory changes with the checkout.
    lines.retain(|line| !line.starts_with("config "));
    lines.sort();
    lines.dedup();
    lines
}

/// The places at which a pipe breaks: each of a short output in builds that ask everything.
fn places(length: usize) -> Vec<usize> {
    let count = match (recorded::all_cases(), length) {
        (true, ..300) => length,
        (true, _) => 60,
        (false, _) => 3,
    };
    let step = (length / count.max(1)).max(1);
    (0..length)
        .step_by(step)
        .chain(length.checked_sub(1))
        .collect()
}

#[test]
fn a_reader_may_stop_at_every_byte() {
    let mut broken = 0;
    for line in lines() {
        let args: Vec<&str> = line.split_whitespace().collect();
        let (code, length, said) = run(&args, usize::MAX, BROKEN_PIPE);
        for left in places(length) {
            let (stopped, taken, says) = run(&args, left, BROKEN_PIPE);
            assert_eq!(taken, left, "{line}");
            // A run that fails may end before it says why.
            assert!(
                stopped == code || (stopped == 0 && code != 2) || (code == 2 && stopped != 1),
                "{line}: {stopped} instead of {code} after {left} bytes"
            );
            assert!(
                says.len() <= said.len() && !says.contains("cannot write"),
                "{line} after {left} bytes: {says}"
            );
            broken += 1;
        }
        if length > 0 {
            let (failed, _, says) = run(&args, length / 2, NO_SPACE);
            let told = "cannot write the output: no space left on device";
            assert!(
                failed == 2 && says.matches(told).count() == 1,
                "{line}: {failed} {says}"
            );
            reads_well(&says);
        }
    }
    println!("pipes broke at {broken} places");
    assert!(broken > 300, "{broken}");
}

/// Every byte of five forms of the findings of a file; in slow builds each seventh.
#[test]
fn a_reader_of_findings_may_stop_at_every_byte() {
    for format in ["human", "compact", "json", "github", "markdown"] {
        let args = ["lint", "testdata/small/legacy.yaml", "--format", format];
        let (code, length, _) = run(&args, usize::MAX, BROKEN_PIPE);
        for left in (0..length).step_by(if recorded::all_cases() { 1 } else { 7 }) {
            let (stopped, _, says) = run(&args, left, BROKEN_PIPE);
            assert_eq!(stopped, code, "{format} after {left} bytes");
            assert!(!says.contains("cannot write"), "{format}: {says}");
        }
    }
}

/// A real pipe, whose reader takes some bytes and goes.
#[test]
fn a_real_pipe_breaks_quietly() {
    let dir = Dir::with(&[("a.yaml", super::FAULTY)]);
    for args in [
        "lint a.yaml",
        "lint a.yaml --format sarif",
        "table a.yaml --format html",
        "schema cloudprofile",
        "rules --format json",
        "man lint",
        "completions bash",
        "--help",
    ] {
        for bytes in [0, 1, 100, 5000, 70_000] {
            let script = format!(
                "{{ \"$CPCAP\" {args}; echo \"code $?\" >&2; }} 2>said | head -c {bytes} >/dev/null; \
                 cat said"
            );
            let output = shell(dir.path(), &script).output().unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            reads_well(&said);
            assert!(
                !said.contains("cannot write")
                    && !said.contains("code 2")
                    && said.contains("code "),
                "{args} after {bytes} bytes: {said}"
            );
        }
    }
}
