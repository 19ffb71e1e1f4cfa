//! The answers that Gardener gave (`testdata/conformance/README.md`), or those of the directory
//! that `CPCAP_CONFORMANCE` names; and the public files that some of them are about.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::PathBuf;

use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;

/// The named areas must exist: an area without answers would look like one that agrees.
pub fn directory() -> PathBuf {
    let directory = std::env::var_os("CPCAP_CONFORMANCE")
        .map_or_else(|| super::root().join("testdata/conformance"), PathBuf::from);
    assert!(
        directory.is_dir(),
        "there is no directory {}",
        directory.display()
    );
    directory
}

/// Whether these are other answers than those of the checkout.
pub fn are_elsewhere() -> bool {
    std::env::var_os("CPCAP_CONFORMANCE").is_some()
}

/// The names of the files without their endings, such as `shoot`; not those of `mutated/`.
pub fn names() -> BTreeSet<String> {
    names_in("")
}

/// The names of the files of inputs that were changed at random, such as `mutated/shoot`.
pub fn mutated_names() -> BTreeSet<String> {
    names_in("mutated/")
}

fn names_in(folder: &str) -> BTreeSet<String> {
    std::fs::read_dir(directory().join(folder))
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let name = name.strip_suffix(".zst").unwrap_or(&name);
            Some(format!("{folder}{}", name.strip_suffix(".jsonl")?))
        })
        .collect()
}

/// The lines of a file: of its compressed form, then of the text beside it. `None` without both.
pub fn text(name: &str) -> Option<String> {
    let path = directory().join(format!("{name}.jsonl"));
    let mut found = None;
    if let Ok(compressed) = std::fs::read(path.with_extension("jsonl.zst")) {
        let mut text = String::new();
        StreamingDecoder::new(&compressed[..])
            .unwrap_or_else(|error| panic!("{name}.jsonl.zst: {error}"))
            .read_to_string(&mut text)
            .unwrap_or_else(|error| panic!("{name}.jsonl.zst: {error}"));
        found = Some(text);
    }
    if let Ok(text) = std::fs::read_to_string(path) {
        found = Some(found.unwrap_or_default() + &text);
    }
    found
}

/// The cases of a file.
pub fn cases(name: &str) -> Vec<Value> {
    text(name)
        .unwrap_or_else(|| panic!("there is no {name}.jsonl in {}", directory().display()))
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect()
}

/// Every case of a file, or of a slow build every eighth, unless `CPCAP_CONFORMANCE_ALL` is set.
pub fn part(name: &str) -> Vec<Value> {
    cases(name).into_iter().step_by(step(8)).collect()
}

/// 1, or what is given where a slow build asks for a part.
pub fn step(of_slow_builds: usize) -> usize {
    if cfg!(debug_assertions) && std::env::var_os("CPCAP_CONFORMANCE_ALL").is_none() {
        of_slow_builds
    } else {
        1
    }
}

/// Public files, which are other people's and so not in the checkout: the directory that
/// `CPCAP_REAL` names, or the one beside the checkout.
pub fn real_files() -> Option<PathBuf> {
    let asked = std::env::var_os("CPCAP_REAL").map(PathBuf::from);
    let directory = asked
        .clone()
        .unwrap_or_else(|| super::root().join("../shared/real"));
    if directory.is_dir() {
        return Some(directory);
    }
    assert!(
        asked.is_none(),
        "there is no directory {}",
        directory.display()
    );
    super::skip_public_files(&format!(
        "there are no public files in {}",
        directory.display()
    ));
    None
}
