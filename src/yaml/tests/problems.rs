//! The problems, their places, and which of them reject a document.

use super::super::*;

/// Problems of all documents with the text they point at.
fn problems(text: &str) -> Vec<(ProblemKind, &str, Option<&str>)> {
    let documents: Vec<_> = read(text);
    let slice = |span: Span| &text[span.range()];
    documents
        .into_iter()
        .flat_map(|document| document.problems)
        .map(|problem| {
            (
                problem.kind,
                slice(problem.span),
                problem.related.map(slice),
            )
        })
        .collect()
}

fn kinds(text: &str) -> Vec<ProblemKind> {
    problems(text).into_iter().map(|(kind, ..)| kind).collect()
}

fn duplicate(key: &str, random: bool) -> ProblemKind {
    ProblemKind::DuplicateKey {
        key: key.to_owned(),
        random,
    }
}

#[test]
fn duplicate_keys_are_found_on_their_text() {
    assert_eq!(
        problems("a: 1\n\"a\": 2\n'a': 3\n"),
        [
            (duplicate("a", false), "\"a\"", Some("a")),
            (duplicate("a", false), "'a'", Some("a"))
        ]
    );
    assert_eq!(
        problems("1: a\n0x1: b\n"),
        [(duplicate("1", false), "0x1", Some("1"))]
    );
    assert_eq!(
        problems("1: a\n\"1\": b\n"),
        [(duplicate("1", true), "\"1\"", Some("1"))]
    );
    assert_eq!(kinds("yes: a\ny: b\n"), [duplicate("true", false)]);
    assert_eq!(kinds("{\"a\": 1, \"\\u0061\": 2}"), [duplicate("a", false)]);
    assert!(read("a: 1\na: 2\n")[0].readable());
    let many: String = (0..40).map(|n| format!("k{}: {n}\n", n % 39)).collect();
    assert_eq!(
        problems(&many),
        [(duplicate("k0", false), "k0", Some("k0"))]
    );
    let document = &read(&many)[0];
    let entry = document
        .tree
        .get(document.tree.root().expect("a root"), "k0")
        .expect("an entry");
    assert_eq!(document.tree.value(entry.value), Value::Int(39));
}

#[test]
fn merges_are_checked() {
    let late = |keys: &[&str]| ProblemKind::LateMerge {
        keys: keys.iter().map(|key| (*key).to_owned()).collect(),
    };
    assert_eq!(
        problems("{b: 2, c: 3, <<: {b: 1, c: 1, d: 1}}"),
        [(late(&["b", "c"]), "<<", Some("b"))]
    );
    assert!(read("{b: 2, <<: {b: 1}}")[0].readable());
    assert_eq!(problems("{<<: {b: 1}, b: 2}"), []);
    assert_eq!(
        problems("{<<: [{b: 1}, x]}"),
        [(ProblemKind::MergeValue, "x", Some("<<"))]
    );
    assert_eq!(kinds("<<: v\n"), [ProblemKind::MergeValue]);
}

#[test]
fn aliases_are_checked() {
    assert_eq!(
        problems("a: *b\nb: &b 1\n"),
        [(ProblemKind::UnknownAnchor("b".to_owned()), "*b", None)]
    );
    assert_eq!(
        problems("a: &a [*a]\n"),
        [(ProblemKind::SelfReference("a".to_owned()), "*a", Some("&a"))]
    );
    // Anchors end with their chunk.
    assert_eq!(
        kinds("a: &b 1\n---\nc: *b\n"),
        [ProblemKind::UnknownAnchor("b".to_owned())]
    );
    let document = &read("a: *b\n")[0];
    let entry = document
        .tree
        .get(document.tree.root().expect("a root"), "a")
        .expect("an entry");
    assert_eq!(document.tree.value(entry.value), Value::Invalid);
}

#[test]
fn values_and_keys_that_cannot_be_sent() {
    assert_eq!(
        problems("a: !!int x\n"),
        [(ProblemKind::Tag("int".to_owned()), "x", None)]
    );
    assert_eq!(
        problems("a: [-.inf]\n"),
        [(ProblemKind::NotFinite, "-.inf", None)]
    );
    assert!(matches!(
        &problems("~: a\n")[..],
        [(ProblemKind::Key(_), "~", None)]
    ));
    assert!(matches!(
        &problems("[a]: b\n")[..],
        [(ProblemKind::Key(_), "[a]", None)]
    ));
}

#[test]
fn chunks_that_kubectl_cannot_read() {
    assert_eq!(
        problems("a: 1\n--- x\nb: 2\n")[0],
        (ProblemKind::Separator, "--- x", None)
    );
    assert_eq!(
        problems("%YAML 1.2\n---\na: 1\n"),
        [(ProblemKind::Directive, "%YAML 1.2", None)]
    );
    assert_eq!(read("%YAML 1.2\n---\na: 1\n").len(), 2);
    assert_eq!(
        problems("a: 1\n...\n# c\nb: 2\n"),
        [(ProblemKind::IgnoredContent, "b: 2", None)]
    );
    assert_eq!(problems("a: 1\n...\n# c\n"), []);
    assert_eq!(
        problems(" a: 1\nb: 2\n"),
        [(ProblemKind::IgnoredContent, "b: 2", None)]
    );
    assert_eq!(
        problems("{a: 1}}\n"),
        [(ProblemKind::IgnoredContent, "}", None)]
    );
    assert_eq!(
        problems("[]: v\n"),
        [(ProblemKind::IgnoredContent, ": v", None)]
    );
    assert_eq!(
        problems("a: \u{7}b\n"),
        [(ProblemKind::ControlCharacter('\u{7}'), "\u{7}", None)]
    );
    assert!(matches!(
        &kinds(&"- ".repeat(101))[..],
        [ProblemKind::Depth]
    ));
    assert!(matches!(
        &kinds(&format!("{}{}", "[".repeat(101), "]".repeat(101)))[..],
        [ProblemKind::Depth]
    ));
    // Not 60 of each kind either.
    assert!(matches!(
        &kinds(&format!(
            "{}{}{}",
            "- ".repeat(60),
            "[".repeat(60),
            "]".repeat(60)
        ))[..],
        [ProblemKind::Depth]
    ));
}

#[test]
fn constructs_that_only_the_parser_reads() {
    let table = [
        ("a: \"\\/\"", "\\/"),
        ("a: \"x\\ud83d\\ude00\"", "\\ud83d"),
        ("a: x\u{2028}y", "\u{2028}"),
        ("a: \"x\u{85}y\"", "\u{85}"),
        ("{a\n: 1}", "a"),
        ("-\ta", "\t"),
        ("a:\n \t b: 1", "\t"),
        ("a: b\n\t\n", "\t"),
        ("a: &b.c d", "&b.c"),
        ("a: {b: &c:d e}", "&c:d"),
        ("{a: http://b?c}", "http://b?c"),
        ("a: |\n  b\u{2028}  c", "\u{2028}"),
        ("a: b\n  c\u{2028}  d", "\u{2028}"),
        ("...", "..."),
        ("{?: a}", "?"),
        ("{:a: b}", ":a"),
        ("a: [!!null]", "]"),
        ("!\u{2028}b", "\u{2028}"),
    ];
    for (text, place) in table {
        let found = problems(text);
        let unportable: Vec<&str> = found
            .iter()
            .filter(|(kind, ..)| {
                matches!(kind, ProblemKind::Unportable(_) | ProblemKind::Syntax(_))
            })
            .map(|found| found.1)
            .collect();
        assert!(unportable.contains(&place), "{text:?}: {found:?}");
        assert!(!read(text)[0].readable());
    }
    for fine in [
        "a: \"x\u{2028}y\"",
        "a:\tb",
        "a: \"x\n\ty\"",
        "a: b\n  \t\nc: d",
        "a: [b,\tc]",
        "a: |\n  b\n  \tc\n",
        "# -\t\na: \"\\\\/\"",
    ] {
        assert_eq!(problems(fine), [], "{fine:?}");
    }
}

#[test]
fn json_comes_first_and_explains_itself() {
    let found = problems("{\"a\": [1, 2}");
    assert!(
        matches!(&found[..], [(ProblemKind::JsonSyntax(reason), "", Some(_))] if reason == "invalid character '}' after array element"),
        "{found:?}"
    );
    assert_eq!(problems("{a: 1}"), []);
    assert!(!read("{a: 1}")[0].json);
    let documents = read("{\"a\": 1} {\"b\":");
    assert!(documents[0].readable() && documents[1].incomplete && !documents[1].readable());
    let tree = &documents[1].tree;
    let root = tree.root().expect("a root");
    assert!(
        tree.is_open(root)
            && tree
                .get(root, "b")
                .is_some_and(|entry| tree.value(entry.value) == Value::Null)
    );
    let mixed = read("{\"a\": 1}\n---\nb: 2\n");
    assert_eq!(
        mixed
            .iter()
            .map(|document| (document.index, document.json))
            .collect::<Vec<_>>(),
        [(0, true), (1, false)]
    );
    assert_eq!(kinds("{\"a\": 1e999}"), [ProblemKind::NotFinite]);
}

#[test]
fn empty_chunks_are_no_documents() {
    for text in [
        "",
        "\n",
        "# c\n",
        "---\n",
        "---\n# c\n---\n",
        "null\n",
        "~",
        "\u{feff}",
        "---\n...\n",
    ] {
        assert!(read(text).is_empty(), "{text:?}");
    }
    let documents = read("# c\n---\na: 1\n---\n---\nb: 2\n");
    assert_eq!(
        documents
            .iter()
            .map(|document| document.index)
            .collect::<Vec<_>>(),
        [0, 1]
    );
}

#[test]
fn a_broken_text_keeps_what_was_read() {
    let text = "a: 1\nb:\n  c:\n  - d: [x, \"y";
    let document = &read(text)[0];
    assert!(document.incomplete && !document.readable());
    let tree = &document.tree;
    let root = tree.root().expect("a root");
    assert_eq!(
        tree.to_json(root).to_string(),
        "{\"a\":1,\"b\":{\"c\":[{\"d\":[\"x\"]}]}}"
    );
    let value = |id, key| tree.get(id, key).expect("an entry").value;
    let list = tree.items(value(tree.items(value(value(root, "b"), "c"))[0], "d"));
    assert_eq!(tree.raw(list[0], text), "x");
    assert!(tree.is_open(root) && !tree.is_open(value(root, "a")));
}
