//! Texts made to hurt: all are read in linear time, and their trees can be walked. Sizes are a
//! tenth of what the release build takes in a second.

use super::super::*;
use super::spans::check;

fn kinds(text: &str) -> Vec<ProblemKind> {
    check(text);
    read(text)
        .into_iter()
        .flat_map(|document| document.problems)
        .map(|problem| problem.kind)
        .collect()
}

#[test]
fn nesting() {
    let blocks: String = (0..1000)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    for text in [
        blocks,
        "[".repeat(100_000),
        "{".repeat(100_000),
        "{\"a\":".repeat(20_000),
        "- ".repeat(20_000),
        "? ".repeat(20_000),
    ] {
        assert!(kinds(&text).contains(&ProblemKind::Depth));
    }
    check(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)));
    check(&format!("{}{}", "[".repeat(50), "]".repeat(10_000)));
}

#[test]
fn aliases() {
    let mut laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    let mut merges = "a0: &a0 {k: v}\n".to_owned();
    let mut chain = merges.clone();
    for level in 1..300 {
        let before = level - 1;
        let tens = vec![format!("*a{before}"); 10].join(",");
        laughs += &format!("a{level}: &a{level} [{tens}]\n");
        merges += &format!("a{level}: &a{level} {{<<: [{tens}], k{level}: v}}\n");
        chain += &format!("a{level}: &a{level} {{b: *a{before}}}\n");
    }
    assert_eq!(kinds(&laughs), [ProblemKind::AliasBudget]);
    assert_eq!(kinds(&merges), [ProblemKind::AliasBudget]);
    assert!(matches!(
        kinds(&chain)[..],
        [ProblemKind::AliasBudget | ProblemKind::Depth]
    ));
    assert_eq!(kinds("a: &a [*a, {b: *a}]\n").len(), 2);
    check(
        &(0..10_000)
            .map(|n| format!("a{n}: &a{n} x\n"))
            .collect::<String>(),
    );
    check(&format!("a: &a x\nb:\n{}", "- *a\n".repeat(10_000)));
}

#[test]
fn long_texts_end_in_time() {
    assert_eq!(
        kinds(&"%FOO bar\n".repeat(80_000)),
        [ProblemKind::Directive]
    );
    let long = "x".repeat(1 << 20);
    for text in [
        format!("a: {long}"),
        format!("a: \"{long}\""),
        format!("a: |\n  {long}\n"),
        format!("{{\"a\": \"{long}\"}}"),
    ] {
        assert_eq!(kinds(&text), []);
    }
    let keys: String = (0..20_000).map(|n| format!("k{n}: x\n")).collect();
    assert_eq!(kinds(&keys), []);
    assert_eq!(kinds(&"k: x\n".repeat(10_000)).len(), 9_999);
    assert_eq!(kinds(&format!("a:\n{}  b: 1\n", "  # c\n".repeat(97))), []);
    assert_eq!(kinds(&format!("a:\n{}", "-\n\n".repeat(10_000))), []);
    assert_eq!(read(&"a: 1\n---\n".repeat(2_000)).len(), 2_000);
    check(&"---x\n".repeat(10_000));
}

#[test]
fn control_characters_and_tabs_end_in_time() {
    assert!(kinds("a: b\0c\n").contains(&ProblemKind::ControlCharacter('\0')));
    check(&"\0".repeat(10_000));
    check(&"\t".repeat(10_000));
    check(&format!("a:\n{}", "\t\n".repeat(10_000)));
    check(&format!("a: b\n{}", "  \t\n".repeat(10_000)));
    check(&"\u{feff}".repeat(1_000));
    check(&"a: \u{2028}b\n".repeat(1_000));
    assert!(
        kinds("a: \"\\")
            .iter()
            .any(|kind| matches!(kind, ProblemKind::Syntax(_)))
    );
    assert!(template(&"{{".repeat(20_000)).is_none() && template(&"{{a".repeat(20_000)).is_none());
}

/// The reader gives up where there is too much to repair for its time, and says that; it does not
/// say that the text is wrong.
#[test]
fn the_reader_says_where_it_gives_up() {
    let text =
        |count: usize| "a: ''#\n".replace('a', "- a").repeat(count) + &"# x\n".repeat(100_000);
    assert_eq!(kinds(&text(5)), []);
    let found = kinds(&text(200));
    assert!(matches!(&found[..], [ProblemKind::GaveUp]), "{found:?}");
}
