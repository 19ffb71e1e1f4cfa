//! Comments, and texts that only look like one.

use crate::yaml::{Comment, all_comments, comments, read};

/// The comments of a text that begin with `w:`, and whether they stand alone.
fn found(text: &str) -> Vec<(&str, bool)> {
    let show = |comment: Comment| (&text[comment.span.range()], comment.alone);
    comments(text, &read(text), "w:")
        .into_iter()
        .map(show)
        .collect()
}

#[test]
fn comments_stand_alone_or_behind_values() {
    assert_eq!(
        found("# w: a\na: 1 # w: b\n  #w: c\r\nb: [x, # w: d\n  y]\n# e # w: f"),
        [
            ("# w: a", true),
            ("# w: b", false),
            ("#w: c", true),
            ("# w: d", false),
            ("# w: f", true)
        ]
    );
    assert_eq!(
        found("\u{feff}# w: a\nä: ü # w: b"),
        [("# w: a", true), ("# w: b", false)]
    );
    assert_eq!(
        found("a: 1 # x # w: b\n--- # w: c\nb: 2\n...\n# w: d\n"),
        [("# w: b", false), ("# w: c", false), ("# w: d", true)]
    );
}

#[test]
fn a_hash_inside_a_text_is_not_a_comment() {
    assert_eq!(
        found("a: 'x # w: y'\nb: \"x\n  # w: y\"\nc: x# w: y\n'# w: k': 1\n"),
        []
    );
    assert_eq!(
        found(
            "a: | # w: yes\n  # w: no\n  x # w: no\n# w: yes\nb: >-\n  x\n\n  # w: no\n # w: yes\n"
        ),
        [("# w: yes", false), ("# w: yes", true), ("# w: yes", true)]
    );
    assert_eq!(found("{\"a\": \"# w: no\"}"), []);
    assert_eq!(found("a: word # about w: no\n"), []);
}

#[test]
fn all_comments_are_found_whatever_blank_stands_before_them() {
    let text = "# a # b\nx: 1\t# c\r\ny: \"a #1\" # d\nz: |  # e\n  # no\nw: a#b\nv: '\n # no'\n";
    let found: Vec<&str> = all_comments(text, &read(text))
        .into_iter()
        .map(|comment| &text[comment.span.range()])
        .collect();
    assert_eq!(found, ["# a # b", "# c", "# d", "# e"]);
    let text = "{\"a\": \"x #1\"}";
    assert_eq!(all_comments(text, &read(text)), []);
}
