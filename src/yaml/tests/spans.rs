//! Every node knows its bytes: golden documents, and invariants over all texts of these tests.

use super::super::*;

/// Texts that use everything, also broken ones.
pub(super) const TEXTS: &[&str] = &[
    GOLDEN,
    "a: &a\n  b: 1\nc: *a\nd: !!int \"3\"\n",
    "- |\n x\n- - >-\n   y\n  - z\n-\n- \n- ? a\n",
    "{a, b: , 'c':1, [d]: {e: f}, ? g : h, : i}\n",
    "[a: b, ? c : d, e, [], {}]\n",
    "{\"a\": [1, -2.5e3, true, null, \"x\\u00e9\"], \"ü\": {}}\n",
    "a: |+\n  x\n  \n\nb: |\n\nc: >2\n    z\n",
    "? &k !!str a\n: - b\n  - c\n? d\n",
    "---\na: 'it''s'\n...\nignored\n--- # c\nb: \"x\\\n  y\"\n",
    "a: b\n c\nd: \"e\n\n  f\"\n",
    "a:\n  b: [1, {c: d\n",
    "{\"a\": 1, \"b\": [2, {\"c\":",
    "x: &e\ny: !!null\nz: [&f , !!str ]\n",
    "ü: é\r\n\u{1f600}: [ö, \"ß\"]\r\n",
    "a: {<<: {b: 1}, b: 2}\nb: 1\nb: 2\n",
    "a:\n# c\n\n- b\n# - d\n-   # e\n  f: g\n",
    "a: \"\\",
    "&a b: &c d\n*a : *c\n",
    " a: 1\nb: 2\n",
    "\ta: 1\n-\tb\n",
    "...\n# c\n...\n- |+\né: ü\n",
    "\u{85}- |+\né: ü\n",
];

const GOLDEN: &str = "\
name: gärten # comment
empty:
list:
- one
-   key: 'two'
    other: \"three\" # '
-
text: |  # header
  line
   more

flow: {a: [1, 2], b: }
tagged: !!str &anchor 12
again: *anchor
multi: plain
  text
";

/// The source of all nodes in the order of the tree.
fn slices(text: &str) -> Vec<&str> {
    let documents = read(text);
    let tree = &documents[0].tree;
    tree.ids().map(|id| tree.raw(id, text)).collect()
}

fn golden(end: &str) -> Vec<String> {
    let text = |text: &str| text.replace('\n', end);
    let whole = GOLDEN.trim_end();
    let list = "- one\n-   key: 'two'\n    other: \"three\" # '\n-";
    let mut expected = vec![
        whole,
        "name",
        "gärten",
        "empty",
        "",
        "list",
        list,
        "one",
        "key: 'two'\n    other: \"three\"",
        "key",
        "'two'",
        "other",
    ];
    expected.extend([
        "\"three\"",
        "",
        "text",
        "|  # header\n  line\n   more",
        "flow",
        "{a: [1, 2], b: }",
        "a",
        "[1, 2]",
        "1",
        "2",
        "b",
        "",
    ]);
    expected.extend(["tagged", "12", "again", "*anchor", "multi", "plain\n  text"]);
    expected.into_iter().map(text).collect()
}

#[test]
fn golden_spans() {
    assert_eq!(slices(GOLDEN), golden("\n"));
    assert_eq!(slices(&GOLDEN.replace('\n', "\r\n")), golden("\r\n"));
    assert_eq!(slices(&GOLDEN.replace('\n', "\r")), golden("\r"));
    assert_eq!(slices(&format!("\u{feff}{GOLDEN}")), golden("\n"));
    assert_eq!(slices(&format!("---\n# ü\n{GOLDEN}")), golden("\n"));
}

#[test]
fn spans_count_from_the_text_not_the_chunk() {
    let text = format!("ü: 1\n---\n{GOLDEN}");
    let document = &read(&text)[1];
    let tree = &document.tree;
    let found: Vec<&str> = tree.ids().map(|id| tree.raw(id, &text)).collect();
    assert_eq!(found, golden("\n"));
    assert_eq!(&text[document.span.range()], GOLDEN);
}

#[test]
fn properties_and_missing_values_have_places() {
    let text = "a:\nb : # c\n- \n-\nd: &e !f\ng: {h, i: }\n";
    let document = &read(text)[0];
    let tree = &document.tree;
    let missing: Vec<u32> = tree
        .ids()
        .map(|id| tree.span(id))
        .filter(|span| span.is_empty())
        .map(|span| span.start)
        .collect();
    assert_eq!(missing, [2, 12, 15, 24, 30, 34]);
    let tagged = tree
        .ids()
        .find(|id| tree.tag(*id).is_some())
        .expect("a tag");
    assert_eq!(
        tree.tag(tagged)
            .map(|tag| (tag.name.as_str(), &text[tag.span.range()])),
        Some(("!f", "!f"))
    );
    assert_eq!(
        tree.anchor(tagged)
            .map(|anchor| (anchor.name.as_str(), &text[anchor.span.range()])),
        Some(("e", "&e"))
    );
}

/// Checks what holds for every tree.
pub(super) fn check(text: &str) {
    let mut end = 0;
    for document in read(text) {
        assert!(
            text.get(document.span.range()).is_some() && document.span.start >= end,
            "{text:?}: {:?}",
            document.span
        );
        end = document.span.start;
        for problem in &document.problems {
            assert!(
                text.get(problem.span.range()).is_some(),
                "{text:?}: {problem:?}"
            );
            assert!(
                problem
                    .related
                    .is_none_or(|span| text.get(span.range()).is_some()),
                "{text:?}: {problem:?}"
            );
        }
        let tree = &document.tree;
        for id in tree.ids() {
            node(text, tree, id);
        }
        if let Some(root) = tree.root() {
            assert!(walk(tree, root) < 1_000_000);
            assert!(
                document.span.start <= tree.span(root).start
                    && tree.span(root).end <= document.span.end,
                "{text:?}"
            );
            let _ = (tree.to_json(root), tree.json_size(root));
        }
    }
}

fn node(text: &str, tree: &Tree<'_>, id: NodeId) {
    let span = tree.span(id);
    let raw = text
        .get(span.range())
        .unwrap_or_else(|| panic!("{text:?}: {span:?} is no slice"));
    let children: Vec<NodeId> = match tree.node(id).kind {
        Kind::Scalar { text: value, style } => {
            let quoted =
                |quote: char| raw.len() >= 2 && raw.starts_with(quote) && raw.ends_with(quote);
            let fits = match style {
                Style::Plain => raw.contains(['\n', '\r']) || raw == value,
                Style::SingleQuoted => quoted('\''),
                Style::DoubleQuoted => quoted('"'),
                Style::Literal => raw.starts_with('|'),
                Style::Folded => raw.starts_with('>'),
            };
            assert!(fits, "{text:?}: {style:?} {raw:?} is not {value:?}");
            return;
        }
        Kind::Alias(_) => {
            assert!(raw.starts_with('*'), "{text:?}: {raw:?}");
            return;
        }
        Kind::Sequence(items) => items.to_vec(),
        Kind::Mapping(pairs) => pairs
            .iter()
            .flat_map(|(key, value)| [*key, *value])
            .collect(),
    };
    let mut last = span.start;
    for child in children {
        let inner = tree.span(child);
        assert!(
            last <= inner.start && inner.end <= span.end && id < child,
            "{text:?}: {inner:?} in {span:?} behind {last}"
        );
        last = inner.end;
    }
}

/// Visits everything that a reader can reach, through aliases too.
fn walk(tree: &Tree<'_>, id: NodeId) -> usize {
    let _ = tree.value(id);
    1 + tree
        .items(id)
        .iter()
        .map(|item| walk(tree, *item))
        .sum::<usize>()
        + tree
            .entries(id)
            .map(|entry| tree.key(entry.key).len().min(1) + walk(tree, entry.value))
            .sum::<usize>()
}

#[test]
fn invariants_hold_for_every_text() {
    for text in TEXTS {
        check(text);
        check(&text.replace('\n', "\r\n"));
        check(&text.replace('\n', "\r"));
        check(&format!("\u{feff}{text}"));
        check(&format!("a: 1\n---\n{text}\n--- x\n{text}"));
    }
}

#[test]
fn every_truncation_and_flip_is_survived() {
    for text in TEXTS {
        for at in 0..text.len() {
            if let Some(short) = text.get(..at) {
                check(short);
            }
        }
        let mut bytes = text.as_bytes().to_vec();
        for at in 0..bytes.len() {
            let kept = bytes[at];
            for flip in [
                b'\n',
                b'\t',
                b'"',
                b'\'',
                b'{',
                b'}',
                b'[',
                b']',
                b':',
                b'-',
                b'?',
                b'#',
                b'&',
                b'*',
                b'!',
                b'|',
                b'>',
                b',',
                b'%',
                b' ',
                0,
                kept ^ 1,
                kept ^ 0x80,
            ] {
                bytes[at] = flip;
                if let Ok(text) = std::str::from_utf8(&bytes) {
                    check(text);
                }
            }
            bytes[at] = kept;
        }
    }
}
