//! Both readers of YAML say the same: the one that needs one pass, and the parser, its judge. A
//! debug build takes a part of the inputs, a release build (or `CPCAP_ALL_CASES=1`) all;
//! `fuzz/main.rs` takes as many as one likes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cpcap::yaml::read;
use fastrand::Rng;
use serde_json::Value;

use crate::common::{files_below, recorded};
use crate::corpus::targets::trees;

/// Asks the same of many things by several threads.
fn each<T: Sync>(inputs: &[T], ask: impl Fn(&T) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let ask = &ask;
            scope.spawn(move || inputs.iter().skip(thread).step_by(threads).for_each(ask));
        }
    });
}

#[track_caller]
fn same(text: &str) -> (usize, usize) {
    trees::compare(text).unwrap_or_else(|difference| panic!("{difference}"))
}

fn texts(files: &[PathBuf]) -> Vec<String> {
    files
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}

/// Public files, where they are.
fn real() -> Vec<PathBuf> {
    recorded::real_files().map_or_else(Vec::new, |dir| files_below(dir.to_str().unwrap()))
}

#[test]
fn files_read_the_same() {
    let mut texts = texts(&files_below("testdata"));
    texts.retain(|text| recorded::all_cases() || text.len() < 100_000);
    assert!(texts.len() > 200, "{}", texts.len());
    each(&texts, |text| {
        same(text);
    });
    // Other line ends, and a text that breaks off in its last line.
    each(&texts, |text| {
        same(&text.replace('\n', "\r\n"));
    });
    each(&texts, |text| {
        same(text.trim_end());
    });
    each(&texts, |text| {
        same(&format!("---\n{text}\n---\n{text}..."));
    });
}

#[test]
fn nearly_all_real_documents_need_one_pass() {
    let (mut readable, mut quick) = (0, 0);
    for text in texts(&real()) {
        same(&text);
        for document in read(&text)
            .iter()
            .filter(|document| document.readable() && !document.json)
        {
            readable += 1;
            quick += usize::from(document.quick);
        }
    }
    println!("{quick} of {readable} readable documents were read in one pass");
    assert!(quick * 100 >= readable * 97, "{quick} of {readable}");
    // The repository has more odd files.
    let mut examples = files_below("testdata");
    examples.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    let examples = texts(&examples);
    let (readable, quick) = examples
        .iter()
        .flat_map(|text| read(text))
        .filter(|document| document.readable() && !document.json)
        .fold((0, 0), |(readable, quick), document| {
            (readable + 1, quick + usize::from(document.quick))
        });
    println!("{quick} of {readable} in the repository");
    assert!(
        readable > 20 && quick * 100 >= readable * 85,
        "{quick} of {readable}"
    );
}

/// The statements of `docs/reading.md` about texts for one pass.
#[test]
fn common_documents_need_one_pass() {
    for text in [
        "a: b\n",
        "a: b",
        "---\na: b\n---\n# c\n---\nb: c\n",
        "--- # c\n# d\n\n  \na: b # c\n  # e\n",
        "a:\nb :\nc: # d\n",
        "a:\n  b:\n    c: d\n  e: f\n",
        "  a: b\n  c: d\n",
        "- a\n- b: c\n  d: e\n-   f: g\n    h: i\n",
        "- - a\n  - b\n- - - c\n",
        "a:\n- b\n- c\nd:\n  - e\nf: g\n",
        "- a:\n  - b\n  c:\n  - d:\n    - e\n-\n  f: g\n",
        "a: \"b \\\" \\\\ \\n \\t \\r # ' c\" # d\n'e': 'it''s'\n\"f\": ''\n",
        "a: b c, [d] {e}:f\nb: x#y http://z:80/?q\nc: -1\n",
        "a:\n  b\nc: d\n  e\n\n\n  f # g\nh:\n  \"i\"\n",
        "a: |\n  b\n   c\n\n\n  # d\n  e \n\n# f\ng: h\n",
        "a: |- # b\n  c\n\nd: |+\n  e\n\n\nf:\n- |\n g\n- h: >\n    i\n    j\n\n    k\n",
        "a: >-\n  b\n  c\n",
        "a: [b, \"c\", 'd', -1, [], {}, [e]] # f\ng: {h: i, j: [k], l: {m: n}, }\n",
        "a: [\n  b, # c\n\n  d,\n  {e: f,\n    g: h}\n  ]\n",
        "- [a, b]\n- {c: d}\n-\n  [e]\n",
        "a: &b c\nd: *b\ne: &f\n  g: h\ni:\n  <<: *f\n  j: *b\nk: &l [m]\nn: &b\n  - *l\no: *b\n",
        "- &a b\n- *a\n- &c\n  d: e\n- <<: *c\n",
        "\u{fc}: \u{df} # \u{1f600}\na: [\u{e9}]\n",
        "yes: no\n1: 2\n0x1: ~\na: null\na: 1.30\n",
        "a: b\n...\n",
        "a: b\n...\nc: d\n",
    ] {
        for text in [text, &text.replace('\n', "\r\n")] {
            let (documents, quick) = same(text);
            assert!(documents > 0 && quick == documents, "{text:?}");
        }
    }
}

/// Texts that once differed, and texts for the parser.
#[test]
fn uncommon_documents_go_to_the_parser() {
    for text in [
        "---\n----\n",
        "---\n",
        "- \u{85}",
        "a: b\u{85}",
        "a: \u{2028}",
        "\u{feff}a: b\n",
        "a:\tb\n",
        "a: b\r",
        "a: b\rc: d\n",
        "a: |\n b\r\r\n",
        "a: \0\n",
        "%YAML 1.2\n",
        "...\n",
        "a\n",
        "[a]\n",
        "{a: b}\n",
        "? a\n",
        "a: ? b\n",
        "a: !!str b\n",
        "a: *b\n",
        "a: &b *c\n",
        "&a b: c\n",
        "a: &b [*b]\n",
        "a: &b.c d\n",
        "a: &b\nc: d\n",
        "a: &b\n- c\n",
        "a: |2\n   b\n",
        "a: |\n\n  b\n",
        "a: |\nb: c\n",
        "a: >\n  b\n   c\n",
        "a: |\n  b",
        "a: \"b\n  c\"\n",
        "a: \"\\x41\"\n",
        "a: \"\\/\"\n",
        "a: \"b\"c\n",
        "a: \"b\"#c\n",
        "a: 'b': c\n",
        "a: b: c\n",
        "a: - b\n",
        "a: b\n- c\n",
        "-\n- a\n",
        "- a\nb: c\n",
        "  a: b\nc: d\n",
        "a:\n    b: c\n  d: e\n",
        "a: b # c\n  d\n",
        "a: .inf\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: {b: }\n",
        "a: {\"b\":c}\n",
        "a: [b, , c]\n",
        "a: [b\n  c]\n",
        "a: [b]: c\n",
        "a: [b\n]\n",
        "a: [b?]\n",
        "a: [b}\n",
        "a: [b",
        "a: @b\n",
        "a: `b\n",
    ] {
        let (_, quick) = same(text);
        assert_eq!(quick, 0, "{text:?}");
    }
    let (deep, long) = ("- ".repeat(90), "k".repeat(2_000));
    for text in [format!("{deep}a\n"), format!("{long}: a\n")] {
        assert_eq!(same(&text), (1, 0));
    }
}

fn strings(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(entries) => entries.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[test]
fn recorded_texts_read_the_same() {
    let mut found = BTreeSet::new();
    for name in recorded::names()
        .into_iter()
        .chain(recorded::mutated_names())
    {
        let step = if name.ends_with("reading") {
            1
        } else {
            recorded::step(40)
        };
        for case in recorded::cases(&name).into_iter().step_by(step) {
            strings(&case["input"], &mut found);
        }
    }
    let found: Vec<String> = found.into_iter().collect();
    assert!(found.len() > 1_000, "{}", found.len());
    each(&found, |text| {
        same(text);
    });
}

/// Every truncation of up to a hundred files, and every byte of them changed.
#[test]
fn broken_files_read_the_same() {
    let mut paths = files_below("testdata");
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    paths.extend(real());
    let mut files = texts(&paths);
    files.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    files.dedup();
    files.truncate(if recorded::all_cases() { 100 } else { 12 });
    assert!(files.len() >= 12, "only {} files", files.len());
    each(&files, |text| {
        let mut rng = Rng::with_seed(text.len() as u64);
        for (at, character) in text.char_indices() {
            same(&text[..at]);
            for change in [
                trees::CHARACTERS[rng.usize(..trees::CHARACTERS.len())],
                trees::CHARACTERS[rng.usize(..trees::CHARACTERS.len())],
                char::from(character.min('\u{7f}') as u8 ^ 1 << rng.u8(..7)),
            ] {
                let behind = &text[at + character.len_utf8()..];
                same(&format!("{}{change}{behind}", &text[..at]));
            }
        }
    });
}

#[test]
fn changed_texts_read_the_same() {
    let mut corpus = texts(&real());
    corpus.extend(texts(&files_below("testdata/small")));
    corpus.extend(texts(&files_below("testdata/examples")));
    let count = if recorded::all_cases() {
        200_000
    } else {
        4_000
    };
    let seeds: Vec<u64> = (0..4).collect();
    each(&seeds, |seed| {
        let mut rng = Rng::with_seed(*seed);
        let (mut documents, mut quick) = (0, 0);
        for _ in 0..count {
            let found = same(&trees::input(&corpus, &mut rng));
            (documents, quick) = (documents + found.0, quick + found.1);
        }
        // Both ways must be taken, or nothing is compared.
        assert!(
            quick * 4 > documents && quick * 10 < documents * 9,
            "{quick} of {documents}"
        );
    });
}
