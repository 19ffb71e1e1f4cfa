//! The common part of the integration tests.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods
)]

pub mod bastion;
pub mod diff;
pub mod errors;
pub mod maintenance;
pub mod namespaced;
pub mod provider;
pub mod reading;
pub mod recorded;
pub mod references;
pub mod selection;
pub mod shoot;
pub mod values;
pub mod versions;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::CommandFactory as _;

/// The root of the checkout.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Says in one line that something is not tested here, and why, and counts that; past the capture of
/// test output, since what a passed test prints is not shown. Where nothing may be left out, as in
/// CI, `CPCAP_NO_SKIP` makes it a failure.
#[track_caller]
pub fn skip(why: &str) {
    assert!(
        std::env::var_os("CPCAP_NO_SKIP").is_none(),
        "skipped, though CPCAP_NO_SKIP is set: {why}"
    );
    count_skipped(why);
}

/// The same for public files: CI of those who do not have them sets `CPCAP_WITHOUT_REAL`.
#[track_caller]
pub fn skip_public_files(why: &str) {
    if std::env::var_os("CPCAP_WITHOUT_REAL").is_some() {
        count_skipped(why);
    } else {
        skip(why);
    }
}

/// The same for programs of others that check what is shipped: `CPCAP_WITHOUT_PROGRAMS` has the names
/// of those that a registry did not give.
#[track_caller]
pub fn skip_program(name: &str, from: &str) {
    let why = format!("no {name} ({from})");
    let without = std::env::var("CPCAP_WITHOUT_PROGRAMS").unwrap_or_default();
    if without.split(' ').any(|without| without == name) {
        count_skipped(&why);
    } else {
        skip(&why);
    }
}

fn count_skipped(why: &str) {
    static SKIPPED: AtomicUsize = AtomicUsize::new(1);
    let number = SKIPPED.fetch_add(1, Ordering::Relaxed);
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let line = format!("skipped, number {number}: {test}: {why}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

/// Compares a checked-in file with what it should be; with `CPCAP_UPDATE=1` writes it instead.
#[track_caller]
pub fn golden(path: impl AsRef<Path>, expected: &str) {
    let path = root().join(path);
    if std::env::var_os("CPCAP_UPDATE").is_some() {
        if fs::read_to_string(&path).ok().as_deref() != Some(expected) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, expected).unwrap();
        }
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        let line = found
            .lines()
            .zip(expected.lines())
            .position(|(a, b)| a != b)
            .unwrap_or_else(|| found.lines().count().min(expected.lines().count()))
            + 1;
        panic!(
            "{} is stale at line {line}\n  checked in: {:?}\n  should be:  {:?}\nrun the tests \
             with CPCAP_UPDATE=1 and review the diff",
            path.display(),
            found.lines().nth(line - 1).unwrap_or("(end)"),
            expected.lines().nth(line - 1).unwrap_or("(end)")
        );
    }
}

/// The forms of a command, as its `--format` takes them. Tests of all forms ask here, so that none
/// escapes them.
pub fn formats(command: &str) -> Vec<String> {
    let cpcap = cpcap::cli::Cli::command();
    let found = cpcap.find_subcommand(command).and_then(|command| {
        command
            .get_arguments()
            .find(|arg| *arg.get_id() == "format")
    });
    let values = found
        .unwrap_or_else(|| panic!("`{command}` has no --format"))
        .get_possible_values();
    assert!(values.len() > 1, "the forms of `{command}`: {values:?}");
    values
        .iter()
        .map(|value| value.get_name().to_owned())
        .collect()
}

/// The same without some, for what only the others must do. Those must be there.
pub fn formats_but(command: &str, others: &[&str]) -> Vec<String> {
    let mut formats = formats(command);
    for other in others {
        let at = formats.iter().position(|format| format == other);
        formats.remove(at.unwrap_or_else(|| panic!("`{command}` has no form {other}")));
    }
    formats
}

/// The result of a command line.
pub struct Ran {
    pub exit: cpcap::cli::Exit,
    pub stdout: String,
    pub stderr: String,
}

/// A directory that goes when it is dropped.
pub struct Dir(PathBuf);

impl Dir {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cpcap-test-{}-{n}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    pub fn with(files: &[(&str, &str)]) -> Self {
        let dir = Self::new();
        for (name, text) in files {
            dir.write(name, text);
        }
        dir
    }

    /// Writes a file, over what it has: a file system may put on the disc at once what is written
    /// to a file that is emptied first, and tests write the same one many thousand times.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let (path, contents) = (self.0.join(name), contents.as_ref());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut options = fs::OpenOptions::new();
        let mut file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .unwrap();
        file.write_all(contents).unwrap();
        file.set_len(contents.len() as u64).unwrap();
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Runs a command line in this directory.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "", &[])
    }

    /// Runs a command line with standard input and environment variables.
    pub fn run_with(&self, args: &[&str], stdin: &str, env: &[(&str, &str)]) -> Ran {
        run_in(&self.0, args, stdin, env)
    }

    /// Runs a command line that [`parsed`] gave.
    pub fn run_parsed(&self, cli: &cpcap::cli::Cli) -> Ran {
        ran(&self.0, &[], &|_| None, None, |io| {
            cpcap::cli::run_parsed(cli, io)
        })
    }
}

/// A command line that is run more than once.
pub fn parsed(args: &[&str]) -> cpcap::cli::Cli {
    clap::Parser::try_parse_from(words(args)).unwrap()
}

/// Runs a command line in a directory, with the clock at a fixed time and no terminal.
pub fn run_in(cwd: &Path, args: &[&str], stdin: &str, env: &[(&str, &str)]) -> Ran {
    run_at(cwd, args, stdin, env, None)
}

/// The same in a terminal of this width.
pub fn run_at(
    cwd: &Path,
    args: &[&str],
    stdin: &str,
    env: &[(&str, &str)],
    width: Option<usize>,
) -> Ran {
    let lookup = |name: &str| {
        env.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| (*value).to_owned())
    };
    let args = words(args).map(Into::into);
    ran(cwd, stdin.as_bytes(), &lookup, width, |io| {
        cpcap::cli::run(args, io)
    })
}

/// The name of the program, and the arguments.
fn words<'a>(args: &'a [&str]) -> impl Iterator<Item = &'a str> {
    std::iter::once("cpcap").chain(args.iter().copied())
}

/// What a run in a directory prints.
fn ran(
    cwd: &Path,
    mut stdin: &[u8],
    env: &dyn Fn(&str) -> Option<String>,
    width: Option<usize>,
    run: impl FnOnce(&mut cpcap::cli::Io<'_>) -> cpcap::cli::Exit,
) -> Ran {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let exit = run(&mut cpcap::cli::Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        env,
        cwd: cwd.to_path_buf(),
        now: cpcap::model::time::Time::parse("2026-11-27T00:00:00Z").unwrap(),
        stdout_terminal: false,
        stderr_terminal: false,
        width,
    });
    Ran {
        exit,
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// Runs a command line in a directory, with this standard output and this clock, and no input. Gives
/// back the exit code and what it said on standard error.
pub fn run_to(
    cwd: &Path,
    args: &[&str],
    stdout: &mut dyn std::io::Write,
    now: cpcap::model::time::Time,
) -> (cpcap::cli::Exit, String) {
    let mut stderr = Vec::new();
    let exit = cpcap::cli::run(
        words(args).map(Into::into),
        &mut cpcap::cli::Io {
            stdin: &mut std::io::empty(),
            stdout,
            stderr: &mut stderr,
            env: &|_| None,
            cwd: cwd.to_path_buf(),
            now,
            stdout_terminal: false,
            stderr_terminal: false,
            width: None,
        },
    );
    (exit, String::from_utf8(stderr).unwrap())
}

impl Drop for Dir {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Every file below a directory of the checkout, sorted.
pub fn files_below(path: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(path)];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
