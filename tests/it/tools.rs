//! The scripts of `tools` and `fuzz/coverage` say how they are called.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{Dir, root};
use crate::corpus::targets::TARGETS;

fn ran(script: &Path, args: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = Command::new(script).args(args).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn scripts_without_what_they_need_say_how_they_are_called() {
    for (script, args) in [
        ("fuzz/coverage/run", &[][..]),
        ("fuzz/coverage/run", &["no-such-target"]),
        ("tools/reproducible", &["--keep"]),
    ] {
        let (code, said) = ran(&root().join(script), args);
        assert!(
            code.is_some_and(|code| code > 0),
            "{script} {args:?}: {said}"
        );
        let usage = format!("usage: {script} ");
        assert!(
            said.contains(&usage) && said.lines().count() == 1,
            "{script} {args:?}: {said}"
        );
    }
    let (_, said) = ran(&root().join("fuzz/coverage/run"), &[]);
    let (_, listed) = said.trim_end().rsplit_once(": ").unwrap();
    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(listed.split(' ').collect::<Vec<_>>(), names);
}

/// What once broke a promise stays, whatever it reaches; with an engine that keeps nothing else.
#[test]
fn a_smaller_corpus_has_what_was_found() {
    let dir = Dir::with(&[
        ("fuzz/targets/mod.rs", "target(\"readers\", 1, x),"),
        ("fuzz/corpus/readers/found-1", "a"),
        ("fuzz/corpus/readers/2", "b"),
        ("engine", "#!/bin/sh\necho c > \"$4/3\"\n"),
    ]);
    let place = dir.path().join("fuzz/coverage/run");
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::copy(root().join("fuzz/coverage/run"), &place).unwrap();
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let triple = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let binary = dir
        .path()
        .join(format!("target/coverage/{triple}/release/cpcap-coverage"));
    std::fs::create_dir_all(binary.parent().unwrap()).unwrap();
    // A mode of the other file, which this test program cannot leave open for writing.
    std::fs::copy(root().join("tools/install"), &binary).unwrap();
    std::fs::write(&binary, std::fs::read(dir.path().join("engine")).unwrap()).unwrap();
    let output = Command::new("bash")
        .arg(&place)
        .args(["readers", "minimise"])
        .env("CPCAP_COVERAGE_BUILT", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let kept = std::fs::read_dir(dir.path().join("fuzz/corpus/readers")).unwrap();
    let mut kept: Vec<_> = kept.map(|entry| entry.unwrap().file_name()).collect();
    kept.sort();
    assert_eq!(kept, ["3", "found-1"]);
}
