//! Reading agrees with kubectl: a sample that travels with the code, and the whole file where it is at hand.

#[path = "common/reading.rs"]
mod reading;

use std::io::Write as _;
use std::path::PathBuf;

fn cases(path: &PathBuf) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).expect("the cases are readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect()
}

#[test]
fn the_sample_agrees() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let cases = cases(&root.join("testdata/conformance/reading.jsonl"));
    assert_eq!(cases.len(), 100);
    for case in cases {
        if let Err(answers) = reading::agrees(&case) {
            panic!("{}: {:?}\n{answers}", case["id"], case["input"]["text"]);
        }
    }
}

#[test]
fn the_whole_file_is_reported() {
    let directory = std::env::var_os("CPCAP_CONFORMANCE")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance"), PathBuf::from);
    let path = directory.join("reading.jsonl");
    let mut out = std::io::stderr().lock();
    if !path.exists() {
        writeln!(out, "reading: skipped, {} is not there", path.display()).expect("the report is written");
        return;
    }
    let cases = cases(&path);
    let mut agreed = 0;
    for case in &cases {
        match reading::agrees(case) {
            Ok(()) => agreed += 1,
            Err(answers) => writeln!(out, "{}: {:?}\n{answers}", case["id"], case["input"]["text"]).expect("the report is written"),
        }
    }
    writeln!(out, "reading: {agreed}/{}", cases.len()).expect("the report is written");
}
