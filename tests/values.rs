//! Versions, constraints, quantities, durations, times and names against answers that Gardener itself gave.
//! A sample is kept under `testdata/conformance`; the full files are used where they are at hand.

mod common;

use std::path::{Path, PathBuf};

use serde_json::Value;

type Agrees = fn(&Value) -> Result<(), String>;

const AREAS: [(&str, Agrees); 2] = [("values", common::values::agrees), ("versions", common::versions::agrees)];

#[test]
fn sampled_values_agree() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/conformance");
    for (area, agrees) in AREAS {
        assert_all_agree(area, &directory, agrees);
    }
}

#[test]
fn all_values_agree() {
    let Some(directory) = full_answers() else {
        println!("values, versions: skipped, no directory of recorded answers");
        return;
    };
    for (area, agrees) in AREAS {
        assert_all_agree(area, &directory, agrees);
    }
}

/// The directory named by `CPCAP_CONFORMANCE`, else the one beside the checkout, if it is there.
fn full_answers() -> Option<PathBuf> {
    match std::env::var_os("CPCAP_CONFORMANCE") {
        Some(directory) => Some(PathBuf::from(directory)),
        None => Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance")).filter(|directory| directory.is_dir()),
    }
}

fn assert_all_agree(area: &str, directory: &Path, agrees: Agrees) {
    let path = directory.join(format!("{area}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut total = 0;
    let mut faults = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        total += 1;
        if let Err(fault) = agrees(&case) {
            faults.push(format!("{}: {fault}", case["id"]));
        }
    }
    println!("{area}: {}/{total}", total - faults.len());
    assert!(total > 0 && faults.is_empty(), "{area} disagrees:\n{}", faults.join("\n"));
}
