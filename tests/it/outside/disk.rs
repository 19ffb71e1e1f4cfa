//! Full disks, files that may not change or no longer are what cpcap read, signals in the middle,
//! and two runs at once.

mod signals;

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{
    WRITERS, Writer, contents, cpcap, faulty, healthy, is_root, no_halves, said, shell, user,
};
use crate::common::Dir;

impl Writer {
    /// Whether it writes over what is there: that is not half-written either.
    fn may_be_there(&self) -> bool {
        !self.changes && !["init", "report a.yaml -o site"].contains(&self.args)
    }
}

/// Every command that writes, where files cannot grow: nothing changes, and it says so.
#[test]
fn a_full_disk_changes_nothing() {
    for writer in WRITERS {
        for blocks in [0, 1] {
            let dir = writer.dir();
            if writer.may_be_there() {
                dir.write(writer.file, "before\n".repeat(1000));
            }
            let before = contents(dir.path());
            let script = format!("ulimit -f {blocks}; exec \"$CPCAP\" {}", writer.args);
            let ran = said(&mut shell(dir.path(), &script));
            let after = contents(dir.path());
            // A small text may fit.
            if blocks == 1 && ran.code != Some(2) && !writer.changes {
                continue;
            }
            assert_eq!(ran.code, Some(2), "{}: {ran:?}", writer.args);
            assert_eq!(
                before.get(writer.file),
                after.get(writer.file),
                "{}",
                writer.args
            );
            let name = writer.file.split('/').next().unwrap();
            assert!(
                ran.stderr.contains(&format!("cannot write {name}"))
                    && ran.stderr.contains("file too large"),
                "{}: {ran:?}",
                writer.args
            );
            no_halves(dir.path());
        }
    }
}

/// The same with a library that answers as a full disk does, and on a disk of its own where the
/// system mounts one.
#[test]
fn a_disk_without_room_changes_nothing() {
    const SCRIPT: &str = "\
set -e
mkdir disk
mount -t tmpfs -o size=64k none disk
cp a.yaml disk
cd disk
test -z \"$BEFORE\" || yes before | head -n 1000 > \"$BEFORE\"
cat /dev/zero > rest 2> ../full || true
all() { find . -type f ! -name rest -exec cksum {} + | sort; }
all
echo --
\"$CPCAP\" $ARGS && echo code 0 || echo code $?
echo --
all
";
    let unshared = |dir: &Path| {
        let mut command = Command::new("unshare");
        command.current_dir(dir).args(["-rm", "sh", "-c"]);
        command
    };
    let here = Dir::new();
    let library = full_disk(&here);
    let mount = "mount -t tmpfs -o size=64k none .";
    let can_mount = unshared(here.path())
        .arg(mount)
        .output()
        .is_ok_and(|output| output.status.success());
    println!("a disk of its own: {can_mount}");
    let tells = |writer: &Writer, ran: &super::Said| {
        let name = writer.file.split('/').next().unwrap();
        ran.stderr.contains(&format!("cannot write {name}"))
            && ran.stderr.contains("no space left on device")
    };
    for writer in WRITERS {
        let dir = writer.dir();
        if writer.may_be_there() {
            dir.write(writer.file, "before\n".repeat(1000));
        }
        let before = contents(dir.path());
        let ran = said(cpcap(dir.path(), writer.args).env("LD_PRELOAD", &library));
        assert!(
            ran.code == Some(2) && tells(writer, &ran),
            "{}: {ran:?}",
            writer.args
        );
        assert_eq!(before, contents(dir.path()), "{}", writer.args);
    }
    if !can_mount {
        return;
    }
    for writer in WRITERS {
        let dir = writer.dir();
        let before = if writer.may_be_there() {
            writer.file
        } else {
            ""
        };
        let mut command = unshared(dir.path());
        command
            .arg(SCRIPT)
            .env("CPCAP", env!("CARGO_BIN_EXE_cpcap"))
            .env("ARGS", writer.args)
            .env("BEFORE", before);
        let ran = said(&mut command);
        let parts: Vec<&str> = ran.stdout.split("--\n").collect();
        assert!(
            parts.len() > 2
                && parts[parts.len() - 2].ends_with("code 2\n")
                && parts[0] == parts[parts.len() - 1]
                && tells(writer, &ran),
            "{}: {ran:?}",
            writer.args
        );
    }
}

/// A library under which no file can be written.
fn full_disk(dir: &Dir) -> std::path::PathBuf {
    const FULL: &str = "\
#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
ssize_t write(int to, const void *bytes, size_t count) {
  struct stat about;
  if (fstat(to, &about) == 0 && S_ISREG(about.st_mode)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, to, bytes, count);
}
";
    dir.write("full.c", FULL);
    let library = dir.path().join("full.so");
    let built = Command::new("cc")
        .current_dir(dir.path())
        .args(["-shared", "-fPIC", "full.c", "-o", "full.so"])
        .status();
    assert!(built.unwrap().success());
    library
}

/// Outputs in whose place no file can be put, and those behind a link to nothing, where files cannot
/// grow.
#[test]
fn outputs_in_odd_places_are_whole_or_what_they_were() {
    const ARGS: &str = "exec \"$CPCAP\" lint a.yaml --format json -o out.json";
    let set = |path: &Path, mode: u32| {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    // A text that is longer than a block, and shorter or longer than what was there.
    for (before, mode) in [
        ("before\n".repeat(9000), 0o666),
        ("before\n".to_owned(), 0o666),
        ("before\n".to_owned(), 0o222),
        (String::new(), 0o222),
    ] {
        let dir = Dir::with(&[("a.yaml", &faulty()), ("out.json", &before)]);
        let out = dir.path().join("out.json");
        set(&out, mode);
        set(dir.path(), 0o555);
        for blocks in [0, 1] {
            let script = format!("ulimit -f {blocks}; {ARGS}");
            let ran = said(&mut user(dir.path(), &script));
            set(&out, 0o666);
            let after = fs::read_to_string(&out).unwrap();
            set(&out, mode);
            assert_eq!(ran.code, Some(2), "{blocks}: {ran:?}");
            assert!(
                ran.stderr.contains("cannot write out.json: file too large"),
                "{ran:?}"
            );
            assert_eq!(after, before, "{blocks}, {mode:o}");
        }
        let ran = said(&mut user(dir.path(), ARGS));
        set(dir.path(), 0o755);
        set(&out, 0o666);
        let after = fs::read_to_string(&out).unwrap();
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(after.len() > 1024 && after.ends_with("}\n"), "{after}");
    }
    // From link to link.
    let dir = Dir::with(&[("a.yaml", &faulty()), ("in/keep", "")]);
    symlink("in/next", dir.path().join("out.json")).unwrap();
    symlink("../in/./out", dir.path().join("in/next")).unwrap();
    let before = contents(dir.path());
    for blocks in [0, 1] {
        let ran = said(&mut shell(
            dir.path(),
            &format!("ulimit -f {blocks}; {ARGS}"),
        ));
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert_eq!(before, contents(dir.path()));
    }
    let ran = said(&mut shell(dir.path(), ARGS));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(dir.path().join("out.json").is_symlink());
    assert!(dir.path().join("in/next").is_symlink());
    assert!(dir.path().join("in/out").metadata().unwrap().len() > 1024);
    // In a circle.
    let dir = Dir::with(&[("a.yaml", &faulty())]);
    symlink("out.json", dir.path().join("out.json")).unwrap();
    let ran = said(&mut shell(dir.path(), ARGS));
    assert!(
        ran.code == Some(2) && ran.stderr.contains("symbolic links"),
        "{ran:?}"
    );
}

/// Standard output is a file that somebody else opened.
#[test]
fn a_limit_on_standard_output_is_an_error() {
    let dir = Dir::with(&[("a.yaml", &faulty())]);
    for args in [
        "lint a.yaml",
        "table a.yaml",
        "rules",
        "explain yaml/too-deep",
    ] {
        let script = format!("ulimit -f 0; exec \"$CPCAP\" {args} > out.txt");
        let ran = said(&mut shell(dir.path(), &script));
        assert!(
            ran.code == Some(2)
                && ran
                    .stderr
                    .contains("cannot write the output: file too large"),
            "{args}: {ran:?}"
        );
    }
}

#[test]
fn devices_take_what_is_written() {
    let dir = Dir::with(&[("a.yaml", &faulty())]);
    for args in [
        "lint a.yaml -o /dev/full",
        "lint a.yaml --format json=/dev/full",
        "lint a.yaml --write-baseline --baseline /dev/full",
    ] {
        let ran = said(&mut cpcap(dir.path(), args));
        assert_eq!(ran.code, Some(2), "{args}");
        assert!(
            ran.stderr
                .contains("cannot write /dev/full: no space left on device"),
            "{args}: {ran:?}"
        );
    }
    let ran = said(&mut cpcap(dir.path(), "lint a.yaml -q -o /dev/stdout"));
    assert!(ran.stdout.contains("unknown-update-strategy"), "{ran:?}");
    let ran = said(&mut cpcap(dir.path(), "lint a.yaml -o /dev/null"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    // Standard output and standard error, both full.
    for script in [
        "\"$CPCAP\" lint a.yaml > /dev/full",
        "\"$CPCAP\" table a.yaml --format html > /dev/full",
        "\"$CPCAP\" --help > /dev/full",
        "\"$CPCAP\" --version > /dev/full",
        "\"$CPCAP\" help lint > /dev/full",
        "\"$CPCAP\" lint -h > /dev/full",
    ] {
        let ran = said(&mut shell(dir.path(), script));
        assert_eq!(ran.code, Some(2), "{script}: {ran:?}");
        assert!(
            ran.stderr
                .contains("cannot write the output: no space left on device"),
            "{script}: {ran:?}"
        );
    }
    let ran = said(&mut shell(
        dir.path(),
        "\"$CPCAP\" lint no-such-file 2> /dev/full",
    ));
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

/// What a user may not write stays, and the message names what is missing.
#[test]
fn files_that_may_not_change() {
    let mode = |path: &Path, mode: u32| {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    for writer in WRITERS.iter().filter(|writer| writer.changes) {
        let run = || {
            let dir = writer.dir();
            mode(&dir.path().join("a.yaml"), 0o666);
            mode(dir.path(), 0o777);
            dir
        };
        let script = format!("exec \"$CPCAP\" {}", writer.args);
        let dir = run();
        assert_ne!(
            said(&mut user(dir.path(), &script)).code,
            Some(2),
            "{script}"
        );

        // A directory in which nothing can be made.
        let dir = run();
        mode(dir.path(), 0o555);
        let before = contents(dir.path());
        let ran = said(&mut user(dir.path(), &script));
        mode(dir.path(), 0o777);
        assert_eq!((ran.code, &before), (Some(2), &contents(dir.path())));
        assert!(
            ran.stderr.contains(
                "cannot write a.yaml: cpcap writes a new file beside it, and the user who runs \
                 cpcap cannot create files in this directory"
            ),
            "{ran:?}"
        );

        // A file that may only be read: by its owner, and by somebody else.
        for bits in [0o444, 0o644] {
            if bits == 0o644 && !is_root() {
                continue;
            }
            let dir = run();
            mode(&dir.path().join("a.yaml"), bits);
            let before = contents(dir.path());
            let ran = said(&mut user(dir.path(), &script));
            assert_eq!((ran.code, &before), (Some(2), &contents(dir.path())));
            let why = if bits == 0o444 {
                "it is read-only"
            } else {
                "permission denied: the user who runs cpcap needs access to it"
            };
            assert!(
                ran.stderr.contains(&format!("cannot write a.yaml: {why}")),
                "{ran:?}"
            );
        }

        // A file and a directory that may not be read.
        let dir = run();
        mode(&dir.path().join("a.yaml"), 0);
        let ran = said(&mut user(dir.path(), &script));
        assert!(
            ran.code == Some(2) && ran.stderr.contains("a.yaml: permission denied"),
            "{ran:?}"
        );
    }
    for writer in WRITERS.iter().filter(|writer| !writer.changes) {
        let dir = writer.dir();
        mode(&dir.path().join("a.yaml"), 0o644);
        mode(dir.path(), 0o555);
        let script = format!("exec \"$CPCAP\" {}", writer.args);
        let ran = said(&mut user(dir.path(), &script));
        mode(dir.path(), 0o755);
        assert!(
            ran.code == Some(2) && ran.stderr.contains("cannot write "),
            "{}: {ran:?}",
            writer.args
        );
        no_halves(dir.path());
    }
    // An output that exists can be written where its directory lets nothing be made.
    let dir = Dir::with(&[("a.yaml", &faulty()), ("out.txt", &"before".repeat(999))]);
    mode(&dir.path().join("out.txt"), 0o666);
    mode(dir.path(), 0o555);
    let ran = said(&mut user(
        dir.path(),
        "exec \"$CPCAP\" lint a.yaml -o out.txt",
    ));
    mode(dir.path(), 0o755);
    let written = fs::read_to_string(dir.path().join("out.txt")).unwrap();
    assert!(
        ran.code == Some(1) && written.contains("1 document") && !written.contains("before"),
        "{ran:?}: {written}"
    );
}

/// Mode, owner and links stay; a change never follows into what only looks like the file.
#[test]
fn a_changed_file_keeps_its_owner() {
    let dir = Dir::with(&[("real/a.yaml", &faulty())]);
    let real = dir.path().join("real/a.yaml");
    symlink("real/a.yaml", dir.path().join("link.yaml")).unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
    if is_root() {
        std::os::unix::fs::chown(&real, Some(54321), Some(12345)).unwrap();
    }
    let before = fs::metadata(&real).unwrap();
    let ran = said(&mut cpcap(dir.path(), "lint --fix link.yaml"));
    let after = fs::metadata(&real).unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), healthy(), "{ran:?}");
    assert!(dir.path().join("link.yaml").is_symlink());
    let about = |of: &fs::Metadata| (of.mode(), of.uid(), of.gid());
    assert_eq!(about(&before), about(&after));
}

/// What somebody else does to a file while cpcap works with it: cpcap has read the file, and waits
/// for a pipe that it is to read, too.
#[test]
fn files_that_are_no_longer_what_they_were() {
    type Meanwhile = (&'static str, fn(&Path));
    const MEANWHILE: [Meanwhile; 4] = [
        ("it is gone since cpcap read it", |path| {
            fs::remove_file(path).unwrap();
        }),
        ("it has changed since cpcap read it", |path| {
            let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(b"# more\n").unwrap();
        }),
        ("it is not a file", |path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        }),
        ("it is read-only", |path| {
            fs::set_permissions(path, Permissions::from_mode(0o444)).unwrap();
        }),
    ];
    // This name only looks like one that is not UTF-8.
    let odd = super::changes("lint --fix b\\xavier.yaml");
    for writer in WRITERS.iter().filter(|writer| writer.changes).chain([&odd]) {
        let file = writer.args.split(' ').find(|word| word.ends_with(".yaml"));
        let file = file.unwrap();
        for (why, meanwhile) in MEANWHILE {
            let dir = writer.dir();
            dir.write(file, fs::read(dir.path().join("a.yaml")).unwrap());
            let pipe = dir.path().join("pipe.yaml");
            assert!(
                Command::new("mkfifo")
                    .arg(&pipe)
                    .status()
                    .unwrap()
                    .success()
            );
            let args = format!("{} --with pipe.yaml", writer.args);
            let child = cpcap(dir.path(), &args)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // This waits until cpcap opens the pipe.
            let mut into = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
            let path = dir.path().join(file);
            meanwhile(&path);
            let after = fs::read(&path).ok();
            into.write_all(b"kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\n")
                .unwrap();
            drop(into);
            let output = child.wait_with_output().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            super::reads_well(&stderr);
            assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
            assert!(
                stderr.contains(&format!("cannot write {file}: {why}")),
                "{args}: {stderr}"
            );
            assert_eq!(after, fs::read(&path).ok(), "{args}");
            no_halves(dir.path());
        }
    }
}

fn many(count: usize) -> Dir {
    let dir = Dir::new();
    for n in 0..count {
        dir.write(&format!("{n}.yaml"), faulty());
    }
    dir
}

/// Of two files with one name on the screen the other one stays.
#[test]
fn a_name_that_is_not_utf8_leads_to_no_other_file() {
    use std::os::unix::ffi::OsStrExt as _;
    let dir = Dir::with(&[("a\\xFF.yaml", &faulty())]);
    let odd = dir.path().join(OsStr::from_bytes(b"a\xFF.yaml"));
    if fs::write(&odd, faulty()).is_err() {
        crate::common::skip("names that are not UTF-8: the disk has none");
        return;
    }
    let ran = said(&mut cpcap(dir.path(), "lint --fix ."));
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.stderr
            .contains("cannot write a\\xFF.yaml: its name is not UTF-8"),
        "{ran:?}"
    );
    assert_eq!(fs::read_to_string(&odd).unwrap(), faulty());
    let other = fs::read_to_string(dir.path().join("a\\xFF.yaml")).unwrap();
    assert_eq!(other, healthy());
}

/// Two runs that fix the same files at the same time: both succeed, and so do the fixes.
#[test]
fn two_runs_at_once() {
    let new = healthy().into_bytes();
    for _ in 0..5 {
        let dir = many(8);
        let start = || {
            cpcap(dir.path(), "lint --fix -q .")
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let runs = [start(), start(), start()];
        for run in runs {
            let output = run.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{said}");
        }
        let after = contents(dir.path());
        assert_eq!(after.len(), 8);
        assert!(after.values().all(|text| *text == new));
    }
}

/// Names of files that are not complete may be taken, by a run that was killed in a container where
/// each run has the same number.
#[test]
fn what_a_killed_run_left_is_in_nobodys_way() {
    let dir = Dir::with(&[("a.yaml", &faulty())]);
    let own = std::process::id();
    dir.write(&format!(".cpcap.{own}.0.tmp"), "half");
    // In this process, whose number is known.
    let ran = dir.run(&["lint", "--fix", "a.yaml"]);
    assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
    let after = contents(dir.path());
    assert_eq!(after["a.yaml"], healthy().into_bytes());
    assert_eq!(after.len(), 2);
}
