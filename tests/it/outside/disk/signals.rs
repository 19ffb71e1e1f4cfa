//! Signals in the middle of a file.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::super::{contents, cpcap, faulty, healthy, said, shell};
use super::many;
use crate::common::Dir;

const FILES: usize = 24;
/// Runs that may end before one of them stops in the middle of a file.
const RUNS: usize = 200;

/// A run that fixes files, and a shell that sends it signals: sooner than a process that must start.
struct Run {
    process: Child,
    shell: Child,
}

impl Run {
    /// `begin`: how the script begins.
    fn new(dir: &Path, begin: &str) -> Self {
        let start = |mut command: Command| {
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let mut kill = Command::new("sh");
        kill.stdin(Stdio::piped());
        Self {
            shell: start(kill),
            process: start(shell(dir, &format!("{begin} \"$CPCAP\" lint --fix -q ."))),
        }
    }

    fn send(&mut self, signal: &str) {
        let line = format!("kill -s {signal} {}\n", self.process.id());
        let mut shell = self.shell.stdin.as_ref().unwrap();
        shell.write_all(line.as_bytes()).unwrap();
    }

    /// Waits until the process stands still, or no longer.
    fn wait(&self, until_still: bool) {
        let path = format!("/proc/{}/stat", self.process.id());
        let is_still = || {
            let about = fs::read_to_string(&path).unwrap();
            let (_, state) = about.rsplit_once(") ").unwrap();
            (state.starts_with('T'), state.starts_with('Z'))
        };
        loop {
            let (still, ended) = is_still();
            if ended || still == until_still {
                return;
            }
            std::thread::yield_now();
        }
    }

    /// Stops the run while one file is not complete, others are, and others are still to come. No
    /// load of the machine changes what is there then.
    fn stop_within(&mut self, dir: &Path) -> bool {
        let new = healthy().into_bytes();
        while self.process.try_wait().unwrap().is_none() {
            if halves(dir).is_empty() {
                std::thread::yield_now();
                continue;
            }
            self.send("STOP");
            self.wait(true);
            let after = contents(dir);
            let changed = after.values().filter(|text| **text == new).count();
            // The one that is not complete may have all of its text.
            if !halves(dir).is_empty() && (2..FILES - 1).contains(&changed) {
                return true;
            }
            self.send("CONT");
            self.wait(false);
            std::thread::sleep(Duration::from_micros(200));
        }
        false
    }

    fn end(mut self) -> ExitStatus {
        self.send("CONT");
        let status = self.process.wait().unwrap();
        drop(self.shell.stdin.take());
        self.shell.wait().unwrap();
        status
    }
}

fn halves(dir: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "tmp"))
        .collect()
}

/// A run that stands still in the middle of a file.
fn stopped(begin: &str) -> (Dir, Run) {
    for _ in 0..RUNS {
        let dir = many(FILES);
        for n in 0..FILES {
            let path = dir.path().join(format!("{n}.yaml"));
            fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
        }
        let mut run = Run::new(dir.path(), begin);
        if run.stop_within(dir.path()) {
            return (dir, run);
        }
        run.shell.kill().unwrap();
        run.shell.wait().unwrap();
    }
    panic!("none of {RUNS} runs could be stopped in the middle of a file");
}

/// Whenever a signal comes, each file is the old or the new one. What can wait for the end of a
/// file leaves nothing else behind.
#[test]
fn signals_leave_no_half() {
    // What started the tests may ignore some.
    const BEGIN: &str = "ulimit -c 0; exec env --default-signal=HUP,INT,QUIT,TERM";
    let (old, new) = (faulty().into_bytes(), healthy().into_bytes());
    let rounds = if crate::common::recorded::all_cases() {
        12
    } else {
        2
    };
    for (signal, number) in [
        ("TERM", 15),
        ("INT", 2),
        ("HUP", 1),
        ("QUIT", 3),
        ("KILL", 9),
    ] {
        for _ in 0..rounds {
            let (dir, mut run) = stopped(BEGIN);
            for half in halves(dir.path()) {
                // What only its owner may read is not for everybody meanwhile.
                let mode = half.metadata().unwrap().mode();
                assert_eq!(mode & 0o777, 0o600, "{mode:o}");
            }
            run.send(signal);
            assert_eq!(run.end().signal(), Some(number), "{signal}");
            let left = halves(dir.path()).len();
            assert_eq!(left, usize::from(signal == "KILL"), "{signal}");
            let mut after = contents(dir.path());
            after.retain(|name, _| !name.ends_with(".tmp"));
            let changed = after.values().filter(|text| **text == new).count();
            assert!((1..FILES).contains(&changed), "{signal}: {changed}");
            for (name, text) in &after {
                assert!(
                    *text == old || *text == new,
                    "{signal}: {name} is neither the old nor the new one"
                );
            }
            // The next run is not in the way of what is left.
            let ran = said(&mut cpcap(dir.path(), "lint --fix -q ."));
            assert_eq!(ran.code, Some(0), "{ran:?}");
        }
    }
}

/// `nohup` and the `&` of a shell ask for that.
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let (dir, mut run) = stopped("trap '' HUP INT QUIT TERM; exec");
    for signal in ["HUP", "INT", "QUIT", "TERM"] {
        run.send(signal);
    }
    assert_eq!(run.end().code(), Some(0));
    let after = contents(dir.path());
    assert_eq!(after.len(), FILES);
    let new = healthy().into_bytes();
    assert!(after.values().all(|text| *text == new));
}
