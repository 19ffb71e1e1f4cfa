//! What is a comment, and what only looks like one.

use crate::yaml::{Comment, comments, read};

/// The comments of a text that begin with `w:`, and whether they stand alone.
fn found(text: &str) -> Vec<(&str, bool)> {
    let show = |comment: Comment| (&text[comment.span.range()], comment.alone);
    comments(text, &read(text), "w:").into_iter().map(show).collect()
}

#[test]
fn comments_stand_alone_or_behind_values() {
    assert_eq!(
        found("# w: a\na: 1 # w: b\n  #w: c\r\nb: [x, # w: d\n  y]\n# e # w: f"),
        [("# w: a", true), ("# w: b", false), ("#w: c", true), ("# w: d", false), ("# w: f", true)]
    );
    assert_eq!(found("\u{feff}# w: a\nä: ü # w: b"), [("# w: a", true), ("# w: b", false)]);
    assert_eq!(found("a: 1 # x # w: b\n--- # w: c\nb: 2\n...\n# w: d\n"), [("# w: b", false), ("# w: c", false), ("# w: d", true)]);
}

#[test]
fn texts_hold_no_comments() {
    assert_eq!(found("a: 'x # w: y'\nb: \"x\n  # w: y\"\nc: x# w: y\n'# w: k': 1\n"), []);
    assert_eq!(
        found("a: | # w: yes\n  # w: no\n  x # w: no\n# w: yes\nb: >-\n  x\n\n  # w: no\n # w: yes\n"),
        [("# w: yes", false), ("# w: yes", true), ("# w: yes", true)]
    );
    assert_eq!(found("{\"a\": \"# w: no\"}"), []);
    assert_eq!(found("a: word # about w: no\n"), []);
}
