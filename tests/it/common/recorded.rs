//! The answers that Gardener gave (`testdata/conformance/README.md`), or those of the directory
//! that `CPCAP_CONFORMANCE` names; and the public files that some of them are about.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::PathBuf;
use std::sync::LazyLock;

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

/// The texts of a file, each with the name to look for: its compressed form, and the text beside
/// it.
fn texts(name: &str) -> Vec<(String, String)> {
    let path = directory().join(format!("{name}.jsonl"));
    let mut found = Vec::new();
    if let Ok(compressed) = std::fs::read(path.with_extension("jsonl.zst")) {
        let mut text = String::new();
        StreamingDecoder::new(&compressed[..])
            .unwrap_or_else(|error| panic!("{name}.jsonl.zst: {error}"))
            .read_to_string(&mut text)
            .unwrap_or_else(|error| panic!("{name}.jsonl.zst: {error}"));
        found.push((format!("{name}.jsonl.zst"), text));
    }
    if let Ok(text) = std::fs::read_to_string(path) {
        found.push((format!("{name}.jsonl"), text));
    }
    found
}

/// Whether there are answers of that name.
pub fn exists(name: &str) -> bool {
    !texts(name).is_empty()
}

/// The cases of a file. A line that cannot be read, or lacks what the page asks for, is named.
pub fn cases(name: &str) -> Vec<Value> {
    let texts = texts(name);
    assert!(
        !texts.is_empty(),
        "there is no {name}.jsonl in {}",
        directory().display()
    );
    let mut cases = Vec::new();
    for (file, text) in &texts {
        for (line, number) in text.lines().zip(1..) {
            cases.push(case(line).unwrap_or_else(|why| panic!("{file}:{number}: {why}")));
        }
    }
    cases
}

/// One line of a file.
pub fn case(line: &str) -> Result<Value, String> {
    let case: Value = serde_json::from_str(line).map_err(|error| {
        let why = error.to_string();
        let what = why.split(" at line ").next().unwrap_or_default();
        format!("column {}: {what}", error.column())
    })?;
    let area = case["area"].as_str().unwrap_or_default();
    let needed = REQUIRED.get(area).into_iter().flatten();
    for alternatives in REQUIRED["every area"].iter().chain(needed) {
        let lacking = |keys: &Vec<String>| keys.iter().find_map(|key| missing(&case, key));
        let lacks: Vec<Option<String>> = alternatives.iter().map(lacking).collect();
        if let Some(Some(key)) = lacks.last()
            && lacks.iter().all(Option::is_some)
        {
            return Err(format!("{}: {key} is missing", case["id"]));
        }
    }
    Ok(case)
}

/// The part of a path that a case lacks: of `expect.create.errors` perhaps `expect.create`.
fn missing(case: &Value, path: &str) -> Option<String> {
    let mut at = case;
    for (end, _) in path.match_indices('.').chain([(path.len(), "")]) {
        let key = path[..end].rsplit('.').next()?;
        match at.get(key) {
            Some(value) => at = value,
            None => return Some(path[..end].to_owned()),
        }
    }
    None
}

/// Alternatives of keys that a case must have.
type Required = Vec<Vec<String>>;

/// What the table of the page says that cases must have, by area.
static REQUIRED: LazyLock<BTreeMap<String, Vec<Required>>> = LazyLock::new(|| {
    let page = super::root().join("testdata/conformance/README.md");
    let page = std::fs::read_to_string(page).unwrap();
    let quoted = |text: &str| -> Vec<String> {
        text.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let mut required: BTreeMap<String, Vec<Required>> = BTreeMap::new();
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [areas, keys, ..] = cells[..] else {
            continue;
        };
        let keys: Vec<Required> = keys
            .split(';')
            .map(|keys| keys.split(" or ").map(quoted).collect())
            .collect();
        let mut areas = quoted(areas);
        if row.starts_with("| every area |") {
            areas.push("every area".to_owned());
        }
        for area in areas {
            required.insert(area, keys.clone());
        }
    }
    required
});

/// Every case of a file, or of a slow build every eighth.
pub fn part(name: &str) -> Vec<Value> {
    cases(name).into_iter().step_by(step(8)).collect()
}

/// Whether tests of many inputs take all of them: a slow build takes a part, unless
/// `CPCAP_ALL_CASES` is set.
pub fn all_cases() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("CPCAP_ALL_CASES").is_some()
}

/// 1, or what is given where a slow build takes a part.
pub fn step(of_slow_builds: usize) -> usize {
    if all_cases() { 1 } else { of_slow_builds }
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
