//! Limits of the process: memory, stack and threads. `docs/reliability.md` has the bounds.

use super::{WRITERS, faulty, healthy, said, shell, user};
use crate::common::{Dir, root};
use crate::quiet::MORE;
use crate::widths::COMMANDS;

/// The bound of all commands for small inputs, in KiB: a debug build alone takes a good part of it.
const SMALL: u32 = 512 << 10;

#[test]
fn every_command_keeps_its_bound_of_memory() {
    for line in COMMANDS
        .iter()
        .map(|(_, line)| *line)
        .chain(MORE.iter().copied())
    {
        // Nothing for the shell to expand.
        let line = line.replace('*', "'*'");
        let usual = shell(&root(), &format!("exec \"$CPCAP\" {line}"))
            .output()
            .unwrap();
        let bound = shell(
            &root(),
            &format!("ulimit -v {SMALL}; exec \"$CPCAP\" {line}"),
        )
        .output()
        .unwrap();
        // The time of the clock may stand in what is printed.
        let about = |of: &std::process::Output| (of.status, of.stdout.len(), of.stderr.len());
        assert_eq!(
            about(&usual),
            about(&bound),
            "{line}: {}",
            String::from_utf8_lossy(&bound.stderr)
        );
    }
    for writer in WRITERS {
        let dir = writer.dir();
        let script = format!("ulimit -v {SMALL}; exec \"$CPCAP\" {}", writer.args);
        assert_ne!(
            said(&mut shell(dir.path(), &script)).code,
            Some(2),
            "{script}"
        );
    }
}

/// More text than there is memory for is an error before anything is read.
#[test]
fn too_little_memory_is_an_error() {
    let dir = Dir::new();
    let large = healthy() + &"# Nobody reads this line, and it takes place.\n".repeat(700_000);
    dir.write("in/a.yaml", &large);
    dir.write("small.yaml", healthy());
    for args in [
        "lint in",
        "lint in/a.yaml",
        "lint small.yaml --with in",
        "table in",
        "uses in",
        "maintain -p in",
        "match -m '*' -p in",
        "render in",
        "resolve in",
        "migrate in",
        "diff in in",
        "verbs in",
        "report in -o site",
        "add kubernetes 1.32.0 --like 1.31.1 -p in",
        "retire kubernetes 1.30.5 -p in",
    ] {
        let script = format!("ulimit -v 200000; exec \"$CPCAP\" {args}");
        let ran = said(&mut shell(dir.path(), &script));
        assert_eq!(ran.code, Some(2), "{args}: {ran:?}");
        assert!(
            ran.stderr.contains(
                "cannot read 1 file: 30 MiB of text need about 245 MiB of memory, which the system \
                 does not give; name fewer files at once, or raise the limit of the process"
            ),
            "{args}: {ran:?}"
        );
    }
    // With enough of it the same is read.
    let ran = said(&mut shell(
        dir.path(),
        "ulimit -v 1000000; exec \"$CPCAP\" lint in",
    ));
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A file that is larger than the bound is refused by its size, whatever memory there is.
#[test]
fn the_size_of_files_has_a_bound() {
    let dir = Dir::new();
    let file = std::fs::File::create(dir.path().join("hole.yaml")).unwrap();
    file.set_len(1 << 40).unwrap();
    dir.write("a.yaml", faulty());
    let ran = said(&mut shell(
        dir.path(),
        "ulimit -v 600000; exec \"$CPCAP\" lint hole.yaml a.yaml",
    ));
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("cannot read "), "{ran:?}");
    // An endless input is no reason to take all memory.
    let ran = said(&mut shell(
        dir.path(),
        "yes 'a: b' | (ulimit -v 600000; exec \"$CPCAP\" lint --max-file-size 8MiB -)",
    ));
    assert!(
        ran.code == Some(2)
            && ran
                .stderr
                .contains("cannot read standard input: larger than 8 MiB"),
        "{ran:?}"
    );
}

/// Texts of the greatest depth need a small stack only.
#[test]
fn a_small_stack_is_enough() {
    let dir = Dir::new();
    let deep: String = (0..99).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    dir.write("block.yaml", deep);
    dir.write("flow.yaml", "a: ".to_owned() + &"[".repeat(100_000));
    dir.write("json.yaml", "{\"a\":".repeat(10_000));
    dir.write("a.yaml", faulty());
    for file in ["block.yaml", "flow.yaml", "json.yaml", "a.yaml"] {
        let script = format!("ulimit -s 2048; exec \"$CPCAP\" lint {file}");
        let ran = said(&mut shell(dir.path(), &script));
        assert!(ran.code.is_some(), "{file}: {ran:?}");
    }
}

/// Where no thread can be started, one does the work of all.
#[test]
fn without_threads_the_answer_is_the_same() {
    let dir = Dir::new();
    for n in 0..300 {
        dir.write(
            &format!("{n}.yaml"),
            faulty().replace("name: a", &format!("name: a{n}")),
        );
    }
    let usual = said(&mut user(
        dir.path(),
        "exec \"$CPCAP\" lint . --format json",
    ));
    let alone = said(&mut user(
        dir.path(),
        "exec prlimit --nproc=1 \"$CPCAP\" lint . --format json",
    ));
    assert_eq!(usual.code, Some(1), "{}", usual.stderr);
    assert_eq!((usual.code, usual.stdout), (alone.code, alone.stdout));
    let ran = said(&mut user(
        dir.path(),
        "exec prlimit --nproc=1 \"$CPCAP\" lsp",
    ));
    assert!(
        ran.code == Some(2)
            && ran
                .stderr
                .contains("cannot start a thread to read messages: "),
        "{ran:?}"
    );
}
