//! Links of Markdown pages lead somewhere, and what the reference says is shown by something that exists.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory that end in this, with their texts.
fn files(dir: &str, end: &str) -> BTreeMap<PathBuf, String> {
    let (mut found, mut dirs) = (BTreeMap::new(), vec![root().join(dir)]);
    while let Some(dir) = dirs.pop() {
        for path in std::fs::read_dir(dir).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                dirs.push(path);
            } else if path.to_str().unwrap().ends_with(end) {
                let name = path.strip_prefix(root()).unwrap().to_path_buf();
                found.insert(name, std::fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

fn pages() -> BTreeMap<PathBuf, String> {
    let mut pages = files("docs", ".md");
    for name in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"] {
        pages.extend(std::fs::read_to_string(root().join(name)).ok().map(|text| (name.into(), text)));
    }
    pages
}

/// Lines of Markdown that are not in fenced code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The anchors of a page, as GitHub makes them of its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let heading = |line: &&str| line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
    let slug = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    prose(text).filter(heading).map(slug).collect()
}

/// What is wrong with a link that stands in a file of this directory.
fn fault(from: &Path, link: &str, pages: &BTreeMap<PathBuf, String>) -> Option<String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let mut path = PathBuf::new();
    for part in from.join(file).components() {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
    }
    if !root().join(&path).exists() {
        return Some(format!("{link}: there is no {}", path.display()));
    }
    let found = |anchor: &str| pages.get(&path).is_some_and(|text| anchors(text).contains(anchor));
    anchor.filter(|anchor| !found(anchor)).map(|anchor| format!("{link}: {} has no heading #{anchor}", path.display()))
}

#[test]
fn links_of_pages_lead_somewhere() {
    let pages = pages();
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, text) in &pages {
        // What stands between backticks is no link, but a link may stand around them.
        let plain =
            prose(text).map(|line| line.split('`').enumerate().map(|(n, part)| if n % 2 == 0 { part } else { "" }).collect::<String>());
        for link in plain.collect::<Vec<_>>().iter().flat_map(|line| line.split("](").skip(1)).map(|rest| rest.split(')').next().unwrap()) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            count += 1;
            // An anchor alone is one of the page itself.
            let (dir, link) = if link.starts_with('#') {
                (Path::new(""), format!("{}{link}", name.display()))
            } else {
                (name.parent().unwrap(), link.to_owned())
            };
            wrong.extend(fault(dir, &link, &pages).map(|fault| format!("{}: {fault}", name.display())));
        }
    }
    assert!(count > 200 && wrong.is_empty(), "{count} links; {wrong:#?}");
}

/// Rules, test files and areas that the reference names exist, and so does a test for each row of its tables that names one.
#[test]
fn what_shows_the_reference_exists() {
    let tests = files("tests", ".rs");
    let name = |line: &str| line.trim_start().strip_prefix("fn ").map(|rest| format!("_{}_", rest.split('(').next().unwrap()));
    let names: Vec<String> = tests.values().flat_map(|text| text.lines()).filter_map(name).collect();
    let areas = &tests[Path::new("tests/conformance.rs")];
    let mut wrong = Vec::new();
    for (name, text) in files("docs/gardener", ".md") {
        let mut told = false;
        let mut named: Vec<&str> = Vec::new();
        for line in prose(&text).chain([""]) {
            told |= line.starts_with("Shown by: ");
            if told {
                named.extend(line.split('`').skip(1).step_by(2));
            } else if let Some(cell) = line.strip_prefix("| `").and_then(|_| line.split('|').nth(1)) {
                // A row of a table whose first column names tests: nothing else begins with such a word.
                let is_name =
                    |id: &&str| id.contains('_') && id.starts_with(|c: char| c.is_lowercase()) && !id.contains(['.', '[', '<', '-']);
                named.extend(cell.split('`').skip(1).step_by(2).filter(is_name));
            }
            told &= !line.is_empty();
        }
        let known = |word: &str| {
            let area = word.strip_prefix("mutated ").unwrap_or(word).split(' ').next().unwrap();
            root().join(word).exists()
                || ["", ".md"].iter().any(|end| root().join(format!("docs/rules/{word}{end}")).exists())
                || areas.contains(&format!("\"{area}\""))
                || names.iter().any(|name| name.contains(&format!("_{}_", word.trim_matches('_'))))
        };
        wrong.extend(named.into_iter().filter(|word| !known(word)).map(|word| format!("{}: {word}", name.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
