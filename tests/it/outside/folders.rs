//! Directories of very many files, links that lead in circles, and names that are no text or have
//! line ends.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use super::{cpcap, faulty, healthy, said, shell};
use crate::common::{Dir, recorded};

/// Each file of a large directory is read, in a process that may not take much. Links make many
/// names of few files, which cost no disk.
#[test]
fn very_many_files() {
    let count = if recorded::all_cases() {
        200_000
    } else {
        4_000
    };
    let dir = Dir::new();
    for n in 0..count {
        let folder = dir.path().join(format!("{}", n / 10_000));
        let first = folder.join("0.yaml");
        if n % 10_000 == 0 {
            fs::create_dir(&folder).unwrap();
            fs::write(
                &first,
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
            )
            .unwrap();
        } else {
            let name = folder.join(format!("{}.yaml", n % 10_000));
            fs::hard_link(&first, name).unwrap();
        }
    }
    let script = "ulimit -v 4000000; exec \"$CPCAP\" lint . -q --format json --select yaml";
    let ran = said(&mut shell(dir.path(), script));
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["summary"]["files"], count, "{}", ran.stderr);
}

#[test]
fn circles_of_links_end() {
    let dir = Dir::with(&[("in/a.yaml", &healthy())]);
    let link = |to: &str, name: &str| symlink(to, dir.path().join(name)).unwrap();
    link(".", "in/self");
    link("..", "in/up");
    link("one.yaml", "in/two.yaml");
    link("two.yaml", "in/one.yaml");
    link("own.yaml", "own.yaml");
    link("a.yaml", "in/again.yaml");
    for args in [
        "lint in",
        "lint in/**/*.yaml",
        "table in",
        "lint --with in in/a.yaml",
    ] {
        let ran = said(&mut cpcap(dir.path(), args));
        assert!(ran.stdout.contains(' '), "{args}: {ran:?}");
        // Only the links that lead nowhere cannot be read.
        for line in ran
            .stderr
            .lines()
            .filter(|line| line.contains("cannot read"))
        {
            assert!(
                line.contains("in/one.yaml") || line.contains("in/two.yaml"),
                "{args}: {line}"
            );
        }
    }
    let ran = said(&mut cpcap(dir.path(), "lint own.yaml"));
    assert!(
        ran.code == Some(2) && ran.stderr.contains("cannot read own.yaml: "),
        "{ran:?}"
    );
    let ran = said(&mut cpcap(dir.path(), "lint --fix in/a.yaml in/again.yaml"));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("in 1 file"), "{ran:?}");
}

/// Two names that differ only in bytes that are no text are two files.
#[test]
fn names_that_are_no_text() {
    let dir = Dir::new();
    let names: [&[u8]; 4] = [b"a\xff.yaml", b"a\xfe.yaml", b"b\nc.yaml", b"plain.yaml"];
    for name in names {
        fs::write(dir.path().join(OsStr::from_bytes(name)), faulty()).unwrap();
    }
    let ran = said(&mut cpcap(dir.path(), "lint . --format compact"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{ran:?}");
    for (line, name) in
        lines
            .iter()
            .zip(["a\\xFE.yaml:", "a\\xFF.yaml:", "b\\nc.yaml:", "plain.yaml:"])
    {
        assert!(line.starts_with(name), "{line}");
    }
    for args in [
        "lint --fix .",
        "lint --diff .",
        "uses .",
        "table .",
        "report . -o site",
        "lint . --format sarif",
        "lint . --write-baseline --baseline b.json",
    ] {
        let ran = said(&mut cpcap(dir.path(), args));
        assert!(!ran.stderr.contains("b\nc"), "{args}: {ran:?}");
    }
    let ran = said(&mut cpcap(dir.path(), "lint --fix ."));
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for name in ["a\\xFE.yaml", "a\\xFF.yaml"] {
        assert!(
            ran.stderr.contains(&format!(
                "cannot write {name}: its name is not UTF-8, and cpcap changes no such file; rename \
                 it first; nothing in it is fixed"
            )),
            "{ran:?}"
        );
    }
    let text = |name: &[u8]| fs::read_to_string(dir.path().join(OsStr::from_bytes(name))).unwrap();
    assert_eq!(names.map(text), [faulty(), faulty(), healthy(), healthy()]);
    // Named on the command line, too.
    let ran = said(&mut shell(
        dir.path(),
        "\"$CPCAP\" lint \"$(printf 'a\\377.yaml')\" --format compact; \"$CPCAP\" lint \"$(printf \
         'no\\377.yaml')\"",
    ));
    assert!(
        ran.stdout.starts_with("a\\xFF.yaml:") && ran.stderr.contains("no such file"),
        "{ran:?}"
    );
}

/// Names so long that no longer one exists beside them.
#[test]
fn the_longest_names_can_change() {
    let dir = Dir::new();
    let name = format!("{}.yaml", "n".repeat(250));
    dir.write(&name, faulty());
    let ran = said(&mut cpcap(dir.path(), "lint --fix ."));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        fs::read_to_string(dir.path().join(name)).unwrap(),
        healthy()
    );
    let ran = said(&mut cpcap(dir.path(), &format!("lint {}", "n".repeat(300))));
    assert!(
        ran.code == Some(2) && ran.stderr.contains("cannot read nnn"),
        "{ran:?}"
    );
}

/// The working directory may be gone.
#[test]
fn a_lost_working_directory() {
    let dir = Dir::with(&[("a.yaml", &healthy())]);
    let script = "mkdir gone && cd gone && rmdir ../gone && \"$CPCAP\"";
    for args in ["lint .", "lint a.yaml", "init", "rules", "config"] {
        let ran = said(&mut shell(dir.path(), &format!("{script} {args}")));
        assert!(
            ran.code == Some(2) || ["rules", "config"].contains(&args),
            "{args}: {ran:?}"
        );
        drop(fs::remove_dir(dir.path().join("gone")));
    }
    let whole = dir.path().join("a.yaml");
    let ran = said(&mut shell(
        dir.path(),
        &format!("{script} lint {}", whole.display()),
    ));
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
