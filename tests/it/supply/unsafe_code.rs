//! The list of dependencies with unsafe code, counted in their sources: each has a reason, and the
//! list has no others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{TARGET, downloaded, file, json, metadata, names, package, python};
use crate::common::golden;

const PAGE: &str = "docs/dependencies.md";
const START: &str = "<!-- counted by tests/it/supply/unsafe_code.rs -->\n";
const END: &str = "<!-- end -->\n";

/// How often `unsafe` stands in the code of a file, outside of comments and texts.
fn count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or_default();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let find = |from: usize, what: &str| {
        let rest = text.as_bytes().get(from..).unwrap_or_default();
        memchr::memmem::find(rest, what.as_bytes())
            .map_or(bytes.len(), |found| from + found + what.len())
    };
    let (mut index, mut count) = (0, 0);
    while index < bytes.len() {
        let start = index;
        match (at(index), at(index + 1)) {
            (b'/', b'/') => index = find(index, "\n"),
            (b'/', b'*') => {
                let mut depth = 1;
                index += 2;
                while depth > 0 && index < bytes.len() {
                    match (at(index), at(index + 1)) {
                        (b'/', b'*') => (depth, index) = (depth + 1, index + 2),
                        (b'*', b'/') => (depth, index) = (depth - 1, index + 2),
                        _ => index += 1,
                    }
                }
            }
            (b'"', _) => {
                index += 1;
                while index < bytes.len() && at(index) != b'"' {
                    index += if at(index) == b'\\' { 2 } else { 1 };
                }
                index += 1;
            }
            // A character, not a lifetime.
            (b'\'', b'\\') => index = find(index + 3, "'"),
            (b'\'', _) => {
                let width = text.get(index + 1..).and_then(|rest| rest.chars().next());
                let end = index + 1 + width.map_or(1, char::len_utf8);
                index = if at(end) == b'\'' { end + 1 } else { index + 1 };
            }
            (byte, _) if word(byte) => {
                while word(at(index)) {
                    index += 1;
                }
                let name = &text[start..index];
                count += usize::from(name == "unsafe");
                let hashes = bytes[index..].iter().take_while(|&&byte| byte == b'#');
                let hashes = hashes.count();
                if matches!(name, "r" | "br" | "cr") && at(index + hashes) == b'"' {
                    let end = format!("\"{}", "#".repeat(hashes));
                    index = find(index + hashes + 1, &end);
                }
            }
            _ => index += 1,
        }
    }
    count
}

#[test]
fn code_is_told_from_comments_and_texts() {
    for (text, expected) in [
        ("unsafe fn f() { unsafe { g() } }", 2),
        (
            "#![forbid(unsafe_code)] // unsafe\n/* unsafe /* unsafe */ unsafe */",
            0,
        ),
        (r#"let a = "unsafe \" unsafe"; unsafe"#, 1),
        ("let a = r#\"unsafe \" unsafe\"#; unsafe", 1),
        (
            "let a = b'\"'; unsafe; let b = '\\''; let c = '\\\\'; unsafe",
            2,
        ),
        ("fn f<'a>(x: &'a str, y: 'ä') { unsafe }", 1),
    ] {
        assert_eq!(count(text), expected, "{text}");
    }
}

fn below(path: &Path) -> usize {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap();
        entries.map(|entry| below(&entry.unwrap().path())).sum()
    } else if path.extension().is_some_and(|end| end == "rs") {
        count(&String::from_utf8_lossy(&std::fs::read(path).unwrap()))
    } else {
        0
    }
}

#[test]
fn each_dependency_with_unsafe_code_is_listed_with_its_reason() {
    if !python() || !downloaded(&[TARGET]) {
        return;
    }
    let page = file(PAGE);
    let (before, rest) = page.split_once(START).unwrap();
    let (list, after) = rest.split_once(END).unwrap();
    let reasons: BTreeMap<&str, &str> = list
        .lines()
        .filter_map(|line| {
            let mut columns = line.split(" | ");
            let name = columns.next()?.strip_prefix("| `")?.strip_suffix('`')?;
            Some((name, columns.nth(1)?.strip_suffix(" |")?))
        })
        .collect();

    let metadata = metadata();
    let folders: BTreeMap<(&str, &str), PathBuf> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            let text = |key: &str| package[key].as_str().unwrap();
            let manifest = Path::new(text("manifest_path"));
            let folder = manifest.parent().unwrap().to_owned();
            ((text("name"), text("version")), folder)
        })
        .collect();
    let bom = json(&package(&["sbom", TARGET]));
    let (mut rows, mut without, mut missing) = (String::new(), 0, Vec::new());
    for (name, version) in names(&bom["components"]) {
        let Some(folder) = folders.get(&(name.as_str(), version.as_str())) else {
            assert_eq!(name, "rust-std");
            continue;
        };
        let found = below(&folder.join("src"));
        if found == 0 {
            without += 1;
            continue;
        }
        let name = format!("{name} {version}");
        // A new version has the reason of the old one, until somebody says otherwise.
        let stem = |name: &str| name.split(' ').next().map(str::to_owned);
        let reason = reasons.get(name.as_str()).or_else(|| {
            let mut others = reasons.iter();
            others
                .find(|(other, _)| stem(other) == stem(&name))
                .map(|(_, reason)| reason)
        });
        match reason {
            Some(reason) => writeln!(rows, "| `{name}` | {found} | {reason} |").unwrap(),
            None => missing.push(format!("{name}: {found}")),
        }
    }
    assert!(missing.is_empty(), "say in {PAGE} why: {missing:#?}");
    let table = format!(
        "| crate | `unsafe` | what for, and why it is worth it |\n| --- | --- | --- |\n{rows}\n\
         The other {without} crates in the binary have none.\n"
    );
    golden(PAGE, &format!("{before}{START}{table}{END}{after}"));
}
