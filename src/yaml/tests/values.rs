//! The sent values, as a table (`docs/gardener/reading.md#scalars`).

use super::super::*;

/// The JSON that kubectl would send, or nothing when it rejects the text.
fn sent(text: &str) -> Option<String> {
    let documents = read(text);
    let document = documents.first().expect("a document");
    let root = document.tree.root()?;
    document
        .readable()
        .then(|| document.tree.to_json(root).to_string())
}

fn value(scalar: &str) -> Option<String> {
    sent(&format!("a: {scalar}\n")).map(|json| json["{\"a\":".len()..json.len() - 1].to_owned())
}

fn key(scalar: &str) -> Option<String> {
    sent(&format!("{scalar}: v\n"))
        .map(|json| json["{\"".len()..json.len() - "\":\"v\"}".len()].to_owned())
}

#[test]
fn plain_scalars_are_typed() {
    let table = [
        ("null", "null ~ Null NULL"),
        ("true", "y Y yes Yes YES true True TRUE on On ON"),
        ("false", "n N no No NO false False FALSE off Off OFF"),
        ("511", "0777 0o777 0x1FF 0b111111111 511 5_1_1 +511 511_"),
        ("15", "0o17 0x_F"),
        ("0", "0 -0 00 0_ 1e-400"),
        ("-1", "-1 0b-1 -0x1"),
        ("1", "1 01 0b+1 1. 1.0 1e0"),
        ("1000", "1_000 1e3 1E+3"),
        ("8", "08 8.0"),
        ("0.5", ".5 0.5 +.5 5e-1"),
        ("0.1", ".1"),
        ("10.5", "1_0.5"),
        ("0.1", ".1_0"),
        ("1.3", "1.30"),
        ("-0", "-0.0"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709552000", "18446744073709551616"),
        ("-9223372036854776000", "-9223372036854775809"),
        ("1e+23", "100000000000000000000000"),
        ("1e-7", "1e-7 0.0000001"),
    ];
    for (expected, scalars) in table {
        for scalar in scalars.split(' ') {
            assert_eq!(value(scalar).as_deref(), Some(expected), "{scalar}");
        }
    }
    let texts = "nUll none nil yEs tRUE +.nan inf nan = v1.30 _1 2001-12-14 2001-12-14T21:59:43Z \
        1:20 190:20:30 0o8 0b2 0xg 1e 1,000 1.2.3 0x1p2 --1 10Gi 1.30-beta 1e400 ._1 .1_ .1__0 0x \
        . + - -0b-1 .5e400";
    for text in texts.split_whitespace().filter(|text| *text != "-") {
        assert_eq!(value(text).as_deref(), Some(format!("\"{text}\"").as_str()));
    }
    for rejected in ".nan .NaN .NAN .inf .Inf .INF +.inf -.INF".split(' ') {
        assert_eq!(value(rejected), None, "{rejected}");
    }
    assert_eq!(value("").as_deref(), Some("null"));
}

#[test]
fn quotes_and_blocks_are_text() {
    for (scalar, expected) in [
        ("\"1\"", "1"),
        ("'true'", "true"),
        ("\"\"", ""),
        ("|-\n  1", "1"),
        (">-\n  null", "null"),
        ("'<<'", "<<"),
    ] {
        assert_eq!(value(scalar), Some(format!("\"{expected}\"")));
    }
}

#[test]
fn tags_decide_the_type() {
    let table = [
        ("!!str 1.30", Some("\"1.30\"")),
        ("!!int \"3\"", Some("3")),
        ("!!int x", None),
        ("!!int 1.0", None),
        ("!!bool 'yes'", Some("true")),
        ("!!bool 1", None),
        ("!!null \"\"", Some("null")),
        ("!!null x", None),
        ("!!float 1", Some("1")),
        ("!!float '1.5'", Some("1.5")),
        ("!!float .inf", None),
        ("!!float 18446744073709551615", None),
        ("!!timestamp 2001-12-14", Some("\"2001-12-14\"")),
        ("!!timestamp 2001-2-30", None),
        (
            "!!timestamp 2001-12-14t21:59:43.10-05:00",
            Some("\"2001-12-14t21:59:43.10-05:00\""),
        ),
        ("!!timestamp 2001-12-14 21:59", None),
        ("!!binary aGVsbG8=", Some("\"hello\"")),
        ("!!binary aGVsbG8", None),
        ("!!binary =", None),
        ("!!binary //8=", Some("\"\u{fffd}\u{fffd}\"")),
        ("! 12", Some("\"12\"")),
        ("!foo 12", Some("\"12\"")),
        ("!<tag:yaml.org,2002:int> '12'", Some("12")),
        ("!!map {b: 1}", Some("{\"b\":1}")),
        ("!!python/object:os.system x", Some("\"x\"")),
    ];
    for (scalar, expected) in table {
        assert_eq!(value(scalar).as_deref(), expected, "{scalar}");
    }
}

#[test]
fn keys_become_text() {
    let table = [
        ("a", Some("a")),
        ("0x10", Some("16")),
        ("yes", Some("true")),
        ("n", Some("false")),
        ("1.5", Some("1.5")),
        ("1e10", Some("1e+10")),
        ("1e300", Some(".inf")),
        (".NaN", Some(".nan")),
        ("-.inf", Some("-.inf")),
        ("685_230.15", Some("685230.1")),
        ("!!binary aGk=", Some("hi")),
        ("\"1\"", Some("1")),
        ("''", Some("")),
        ("~", None),
        ("", None),
        ("9223372036854775808", None),
        ("9223372036854775807", Some("9223372036854775807")),
        ("[a]", None),
        ("{a: b}", None),
    ];
    for (scalar, expected) in table {
        assert_eq!(key(scalar).as_deref(), expected, "{scalar}");
    }
}

#[test]
fn aliases_and_merges_are_applied_in_order() {
    let table = [
        ("a: &x {b: 1}\nc: *x\n", "{\"a\":{\"b\":1},\"c\":{\"b\":1}}"),
        ("- &x 1\n- &x 2\n- *x\n", "[1,2,2]"),
        (
            "a: &x {k: 1, l: 2}\nc: {<<: *x, l: 3}\n",
            "{\"a\":{\"k\":1,\"l\":2},\"c\":{\"k\":1,\"l\":3}}",
        ),
        (
            "c: {<<: [{k: 1}, {k: 2, l: 4}]}\n",
            "{\"c\":{\"k\":1,\"l\":4}}",
        ),
        ("{b: 2, <<: {b: 1}}\n", "{\"b\":1}"),
        ("{<<: {b: 1}, b: 2}\n", "{\"b\":2}"),
        ("{\"<<\": 1}\n", "{\"<<\":1}"),
        ("{!!merge <<: {b: 1}}\n", "{\"b\":1}"),
        ("a: &x yes\n*x : b\n", "{\"a\":true,\"true\":\"b\"}"),
        (
            "a: &x {<<: {1: b}}\nc: {<<: *x}\n",
            "{\"a\":{\"1\":\"b\"},\"c\":{\"1\":\"b\"}}",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(sent(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn json_keeps_its_numbers() {
    let text = "{\"a\": 1.0, \"b\": 18446744073709551616, \"c\": \"\\ud83d\\ude00\\ud83d\", \"d\": -0, \"e\": 1E3}\n [1] \n";
    let documents = read(text);
    let shown: Vec<String> = documents
        .iter()
        .map(|document| {
            document
                .tree
                .to_json(document.tree.root().expect("a root"))
                .to_string()
        })
        .collect();
    assert_eq!(
        shown,
        [
            "{\"a\":1.0,\"b\":18446744073709551616,\"c\":\"😀\u{fffd}\",\"d\":-0,\"e\":1e+3}",
            "[1]"
        ]
    );
    assert!(
        documents
            .iter()
            .all(|document| document.json && document.readable())
    );
    assert_eq!(
        (documents[1].index, &text[documents[1].span.range()]),
        (1, "[1]")
    );
    let tree = &documents[0].tree;
    let root = tree.root().expect("a root");
    let value = |key: &str| tree.value(tree.get(root, key).expect(key).value);
    assert_eq!(
        (value("a"), value("d"), value("e")),
        (Value::Float(1.0), Value::Int(0), Value::Float(1000.0))
    );
    assert_eq!(value("b"), Value::Float(18_446_744_073_709_551_616.0));
}

#[test]
fn sizes_are_those_of_the_json() {
    let texts = [
        "a: [1, 1.5, ~, yes, no, \"x\\ty\", 'ü\"']\nb: {c: {}, d: []}\n",
        "a: &x {b: [1, 2]}\nc: *x\nd: {<<: *x, e: 1}\n",
        "{\"a\": [1.0, null]}",
        "x",
    ];
    for text in texts {
        let documents = read(text);
        let tree = &documents[0].tree;
        let root = tree.root().expect("a root");
        assert_eq!(
            tree.json_size(root),
            tree.to_json(root).to_string().len() as u64,
            "{text}"
        );
    }
    let documents = read("<&>: \"\\L\"\n");
    let tree = &documents[0].tree;
    assert_eq!(
        tree.json_size(tree.root().expect("a root")),
        "{\"\\u003c\\u0026\\u003e\":\"\\u2028\"}".len() as u64
    );
}

#[test]
fn what_kubectl_takes_for_a_separator_is_written_in_quotes() {
    for json in [
        r#"{"---a":"b"}"#,
        r#"{"---":{"---":"---"}}"#,
        r#"{"---'}}":["---x"]}"#,
        r#"{"---b:c":null,"a":1}"#,
        r#""---}}""#,
        r#""---'a""#,
        r#"["---x"]"#,
        r#""...x""#,
    ] {
        let printed = write(&serde_json::from_str(json).unwrap()).unwrap();
        assert_eq!(sent(&printed).as_deref(), Some(json), "{printed}");
    }
}
