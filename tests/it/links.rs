//! Links of pages lead somewhere, comments name pages and headings that are there, and what shows
//! the reference exists.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

type Texts = BTreeMap<PathBuf, String>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files that end in this, in a directory and below; or the file itself.
fn texts(start: &str, end: &str) -> Texts {
    let (mut found, mut rest) = (Texts::new(), vec![root().join(start)]);
    while let Some(path) = rest.pop() {
        if path.is_dir() {
            rest.extend(
                std::fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.exists() && path.to_str().unwrap().ends_with(end) {
            found.insert(
                path.strip_prefix(root()).unwrap().to_path_buf(),
                std::fs::read_to_string(&path).unwrap(),
            );
        }
    }
    found
}

fn pages() -> Texts {
    [
        "docs",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "testdata/conformance/README.md",
        ".github",
    ]
    .iter()
    .flat_map(|start| texts(start, ".md"))
    .collect()
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

/// Every other piece between backticks: from 0 what stands outside of them, from 1 what stands
/// inside.
fn pieces(line: &str, from: usize) -> impl Iterator<Item = &str> {
    line.split('`').skip(from).step_by(2)
}

/// Whether a page has the heading to which GitHub gives this anchor.
fn has_heading(text: &str, anchor: &str) -> bool {
    prose(text)
        .filter_map(|line| {
            line.trim_start_matches('#')
                .strip_prefix(' ')
                .filter(|_| line.starts_with('#'))
        })
        .any(|title| {
            let slug = title.trim().to_lowercase().replace(' ', "-");
            slug.chars()
                .filter(|c| c.is_alphanumeric() || "-_".contains(*c))
                .collect::<String>()
                == anchor
        })
}

/// The fault of a link in this file; `from`: the directory that it starts at.
fn fault(file: &Path, from: &Path, link: &str, pages: &Texts) -> Option<String> {
    let (to, anchor) = link
        .split_once('#')
        .map_or((link, None), |(to, anchor)| (to, Some(anchor)));
    let mut path = PathBuf::new();
    for part in from.join(to).components() {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
    }
    // An anchor alone is one of the page itself.
    let path = if to.is_empty() {
        file.to_path_buf()
    } else {
        path
    };
    let holds = root().join(&path).exists()
        && anchor.is_none_or(|anchor| {
            pages
                .get(&path)
                .is_some_and(|text| has_heading(text, anchor))
        });
    (!holds).then(|| format!("{}: {link}", file.display()))
}

#[test]
fn links_of_pages_lead_somewhere() {
    let pages = pages();
    let (mut count, mut dead) = (0, Vec::new());
    for (file, text) in &pages {
        for line in prose(text).map(|line| pieces(line, 0).collect::<String>()) {
            for link in line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next())
                .filter(|link| !link.contains("://"))
            {
                count += 1;
                dead.extend(fault(file, file.parent().unwrap(), link, &pages));
            }
        }
    }
    assert!(
        count > 200 && dead.is_empty(),
        "{count} links; dead: {dead:#?}"
    );
}

#[test]
fn comments_name_pages_that_a_clone_has() {
    let pages = pages();
    let (mut count, mut dead) = (0, Vec::new());
    for (file, text) in ["src", "tests", "benches", "fuzz"]
        .iter()
        .flat_map(|dir| texts(dir, ".rs"))
    {
        let comments = text
            .lines()
            .filter(|line| line.trim_start().starts_with("//"));
        let words = comments.flat_map(|line| {
            line.split(|c: char| c.is_whitespace() || "`'\"(),;:[]<>".contains(c))
        });
        for page in words
            .map(|word| word.trim_end_matches('.'))
            .filter(|word| word.contains('/') && !word.contains('*'))
        {
            if [".md", ".json"]
                .iter()
                .any(|end| page.split('#').next().unwrap().ends_with(end))
            {
                count += 1;
                dead.extend(fault(&file, Path::new(""), page, &pages));
            }
        }
    }
    assert!(
        count > 100 && dead.is_empty(),
        "{count} pages; dead: {dead:#?}"
    );
}

/// Files, rules and conformance areas that the reference names exist, and so does each test that a
/// row of its tables begins with.
#[test]
fn evidence_in_the_reference_exists() {
    let tests = texts("tests", ".rs");
    let name = |line: &str| {
        line.trim_start()
            .strip_prefix("fn ")
            .map(|rest| format!("_{}_", rest.split('(').next().unwrap()))
    };
    let names: Vec<String> = tests
        .values()
        .flat_map(|text| text.lines())
        .filter_map(name)
        .collect();
    let is_name = |word: &&str| {
        word.contains('_')
            && word.starts_with(|c: char| c.is_lowercase())
            && !word.contains(['.', '[', '<', '-'])
    };
    let is_rule = |word: &&str| {
        word.split_once('/').is_some_and(|(group, _)| {
            !group.is_empty() && root().join("docs/rules").join(group).is_dir()
        })
    };
    let exists = |word: &str| {
        let area = word
            .trim_start_matches("mutated ")
            .split(' ')
            .next()
            .unwrap();
        [
            word.to_owned(),
            format!("docs/rules/{word}"),
            format!("docs/rules/{word}.md"),
        ]
        .iter()
        .any(|path| root().join(path).exists())
            || tests[Path::new("tests/it/conformance.rs")].contains(&format!("\"{area}\""))
            || names
                .iter()
                .any(|name| name.contains(&format!("_{}_", word.trim_matches('_'))))
    };
    let mut missing = Vec::new();
    for (file, text) in texts("docs/gardener", ".md") {
        for paragraph in prose(&text)
            .collect::<Vec<_>>()
            .split(|line| line.is_empty())
        {
            let shown = paragraph
                .iter()
                .skip_while(|line| !line.starts_with("Shown by: "))
                .flat_map(|line| pieces(line, 1));
            let rows = paragraph.iter().filter_map(|line| {
                line.strip_prefix("| `")
                    .and_then(|_| line.split('|').nth(1))
            });
            let rules = paragraph
                .iter()
                .flat_map(|line| pieces(line, 1))
                .filter(is_rule);
            let named = shown
                .chain(rows.flat_map(|cell| pieces(cell, 1)).filter(is_name))
                .chain(rules);
            missing.extend(
                named
                    .filter(|word| !exists(word))
                    .map(|word| format!("{}: {word}", file.display())),
            );
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
