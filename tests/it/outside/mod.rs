//! Faults from outside: disks, files, pipes, signals, limits of the process, clocks, places and
//! terminals. Whatever happens, a file is the old or the new one, and what people read says what
//! happened without a number of the operating system.

mod alone;
mod disk;
mod folders;
mod limits;
mod pipes;
mod world;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::common::{Dir, Ran, formats};
use crate::quiet::MORE;
use crate::widths::COMMANDS;

/// Command lines of all commands that have nothing to write, in all their forms.
fn readers() -> Vec<String> {
    let lines = COMMANDS.iter().map(|(_, line)| *line);
    let mut lines: Vec<String> = lines
        .chain(MORE.iter().copied())
        .map(str::to_owned)
        .collect();
    for (command, rest) in [
        ("lint", "testdata/examples"),
        ("table", "testdata/examples/valid.yaml"),
        ("uses", "testdata/uses"),
        ("maintain", "testdata/maintain"),
        ("resolve", "testdata/artifacts"),
        ("diff", "testdata/diff/old.yaml testdata/diff/new.yaml"),
    ] {
        for format in formats(command) {
            lines.push(format!("{command} {rest} --format {format}"));
        }
    }
    lines
}

/// A profile with one fault, which a fix removes, and the same without it.
const FAULTY: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: a
spec:
  type: local
  kubernetes:
    versions:
    - version: 1.31.1
    - version: 1.30.5
  machineImages:
  - name: gardenlinux
    updateStrategy: Major
    versions:
    - version: 1.0.0
      cri: [{name: containerd}]
      architectures: [amd64]
  machineTypes:
  - {name: small, cpu: '2', gpu: '0', memory: 8Gi, architecture: amd64}
  regions:
  - name: north
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: gardenlinux
      versions:
      - {version: 1.0.0, image: registry.example/gardenlinux:1.0.0}
";

fn faulty() -> String {
    // Longer than the smallest limit on the size of files, which counts in blocks.
    FAULTY.to_owned() + &"# A line of a comment that is only there to be long.\n".repeat(60)
}

fn healthy() -> String {
    faulty().replace("Major", "major")
}

/// A command line that writes a file: its arguments, and the file.
struct Writer {
    args: &'static str,
    file: &'static str,
    /// Whether it changes a file that it has read.
    changes: bool,
}

const fn changes(args: &'static str) -> Writer {
    Writer {
        args,
        file: "a.yaml",
        changes: true,
    }
}

const fn makes(args: &'static str, file: &'static str) -> Writer {
    Writer {
        args,
        file,
        changes: false,
    }
}

/// Every command that writes files, in each of its ways.
const WRITERS: &[Writer] = &[
    changes("lint --fix a.yaml"),
    changes("migrate --write --force a.yaml"),
    changes("add kubernetes 1.32.0 --like 1.31.1 --write -p a.yaml"),
    changes("retire kubernetes 1.30.5 --write -p a.yaml"),
    makes("lint a.yaml --write-baseline --baseline b.json", "b.json"),
    makes("lint a.yaml -o findings.txt", "findings.txt"),
    makes(
        "lint a.yaml --format sarif=findings.sarif",
        "findings.sarif",
    ),
    makes("report a.yaml -o site", "site/a.html"),
    makes("init", ".cpcap.yaml"),
];

impl Writer {
    /// A directory in which it can write. `retire` writes nothing where the server refuses.
    fn dir(&self) -> Dir {
        let dir = Dir::new();
        let fixes = self.args.starts_with("lint");
        dir.write("a.yaml", if fixes { faulty() } else { healthy() });
        dir
    }
}

fn words(args: &str) -> Vec<&str> {
    args.split_whitespace().collect()
}

/// cpcap as a process in a directory.
fn cpcap(dir: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cpcap"));
    command.current_dir(dir).args(words(args));
    quiet_world(&mut command);
    command
}

fn quiet_world(command: &mut Command) {
    for name in ["COLUMNS", "GITHUB_ACTIONS", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
        .env("CPCAP", env!("CARGO_BIN_EXE_cpcap"))
        .stdin(Stdio::null());
}

/// A script of the shell in a directory, in which `$CPCAP` is the program.
fn shell(dir: &Path, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.current_dir(dir).args(["-c", script]);
    quiet_world(&mut command);
    command
}

/// The same for a user whom permissions bind.
fn user(dir: &Path, script: &str) -> Command {
    if !is_root() {
        return shell(dir, script);
    }
    let mut command = Command::new("setpriv");
    command
        .current_dir(dir)
        .args(["--reuid=54321", "--regid=54321", "--clear-groups"])
        .args(["sh", "-c", script]);
    quiet_world(&mut command);
    command.env("CPCAP", for_everybody());
    command
}

/// The program at a place that every user can reach: the checkout may be root's alone.
fn for_everybody() -> &'static Path {
    static COPY: OnceLock<Dir> = OnceLock::new();
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let own = Path::new(env!("CARGO_BIN_EXE_cpcap"));
        let reaches = Command::new("setpriv")
            .args([
                "--reuid=54321",
                "--regid=54321",
                "--clear-groups",
                "test",
                "-x",
            ])
            .arg(own)
            .status();
        if reaches.unwrap().success() {
            return own.to_owned();
        }
        let copy = COPY.get_or_init(Dir::new).path().join("cpcap");
        std::fs::copy(own, &copy).unwrap();
        copy
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

/// What a process said: the code (none after a signal), and both streams.
#[derive(Debug)]
struct Said {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

#[track_caller]
fn said(command: &mut Command) -> Said {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let said = Said {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    reads_well(&said.stderr);
    reads_well(&said.stdout);
    said
}

/// No number of the operating system, no words of Rust, and no panic.
#[track_caller]
fn reads_well(text: &str) {
    for raw in [
        "os error",
        "panicked",
        "RUST_BACKTRACE",
        "Custom {",
        "memory allocation of",
        "stack overflow",
    ] {
        assert!(!text.contains(raw), "{raw}: {text}");
    }
}

#[track_caller]
fn reads_well_all(ran: &Ran) {
    reads_well(&ran.stdout);
    reads_well(&ran.stderr);
}

/// All files below a directory with their contents.
fn contents(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path
                .strip_prefix(dir)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            // To read a pipe would be to wait.
            let text = if path.is_file() {
                std::fs::read(path).unwrap_or_default()
            } else {
                Vec::new()
            };
            all.insert(name, text);
        }
    }
    all
}

/// Nothing is left of files that were not complete.
#[track_caller]
fn no_halves(dir: &Path) {
    let halves: Vec<String> = contents(dir).into_keys().collect();
    assert!(
        !halves.iter().any(|name| name.ends_with(".tmp")),
        "{halves:?}"
    );
}

/// The list of writers is complete: whoever adds a flag that writes adds a line.
#[test]
fn every_command_that_writes_is_here() {
    use clap::CommandFactory as _;
    for command in cpcap::cli::Cli::command().get_subcommands() {
        let name = command.get_name();
        for arg in command.get_arguments() {
            let writes = matches!(
                arg.get_id().as_str(),
                "write" | "fix" | "write_baseline" | "output"
            );
            // `resolve --write` writes to standard output.
            if !writes || name == "resolve" {
                continue;
            }
            let flag = format!("--{}", arg.get_long().unwrap());
            let short = arg.get_short().map(|short| format!("-{short}"));
            let is_here = WRITERS.iter().any(|writer| {
                let words = words(writer.args);
                words[0] == name
                    && words
                        .iter()
                        .any(|word| *word == flag || Some(*word) == short.as_deref())
            });
            assert!(is_here, "{name} {flag}");
        }
    }
}

#[test]
fn every_writer_writes() {
    for writer in WRITERS {
        let dir = writer.dir();
        let before = contents(dir.path());
        let ran = said(&mut cpcap(dir.path(), writer.args));
        let after = contents(dir.path());
        assert_ne!(
            before.get(writer.file),
            after.get(writer.file),
            "{}: {ran:?}",
            writer.args
        );
        no_halves(dir.path());
    }
}
