use super::*;

fn check(constraint: &str, version: &str) -> bool {
    Constraint::parse(constraint)
        .unwrap()
        .check(&Version::parse(version).unwrap())
}

#[test]
fn checks_as_the_page_says() {
    let table = [
        // constraint, admitted, refused
        (">= 1.26", "1.26 1.26.0 2", "1.25.9 1.27.0-rc.1"),
        (">= 1.26.0-0", "1.26.0-rc.1 1.27.0-rc.1 1.27", "1.25"),
        ("> 1.26", "1.27 2.0", "1.26.9 1.26 1.25"),
        ("> 1", "2", "1.99"),
        ("> 1.26-0", "1.27.0-rc.1", "1.26.9-rc.1 1.26.9"),
        ("<= 1.26", "1.26.9 1.0 0.1", "1.27"),
        ("<= 1", "1.99.9", "2"),
        ("< 1.26", "1.25.9", "1.26.0"),
        ("1.26", "1.26.0 1.26.9", "1.27 1.25"),
        ("=1.26.3", "1.26.3 v1.26.3+x", "1.26.4"),
        ("1.26.x", "1.26.9", "1.27.0"),
        ("~1.26.3", "1.26.3 1.26.9", "1.26.2 1.27.0"),
        ("~> 1", "1.99", "2 0.9"),
        ("~0.0.0", "0.0.0 1.2.3 99", "1.0-rc.1"),
        ("~0.0", "0.0.9", "0.1"),
        ("^1.26.3", "1.26.3 1.99", "1.26.2 2.0"),
        ("^0.3.1", "0.3.1 0.3.9", "0.4.0 0.3.0 1.3.1"),
        ("^0.0.3", "0.0.3", "0.0.4 0.1.3"),
        ("^0.0", "0.0.9", "0.1"),
        ("^0", "0.9.9", "1.0"),
        ("!= 1.26", "1.25 1.27", "1.26.0 1.26.9"),
        ("!= 1.26, != 2-0", "1.26.3-rc.1", "1.26.3 2.1"),
        ("!= 1.26.3", "1.26.4", "1.26.3"),
        ("*", "0 1.2.3", "1.0-a"),
        ("*-a", "0.0.0-a 0 1.0-0", "0.0.0-0"),
        ("> *", "0.0.1 1", "0.0.0"),
        ("!= *", "0.0.1", "0.0.0"),
        ("^*", "0.0.0", "0.0.1 0.1 1"),
        ("<= *", "0.0.0 0.0.99", "0.1 1"),
        ("1.2 - 1.4, != 1.3.1", "1.2 1.4.9 1.3.0", "1.3.1 1.5 1.1"),
        ("> 1, 2 - 3", "2.0 3.9", "1.5 4"),
        ("1 - 2 4 - 5 || 9", "9", "1 2 4 5"),
        ("1||2 - 3", "1 2 4", "0.9"),
        ("3||v1 - 2", "3 1 2.9", "0.9 4"),
        (">=1.26 <1.28 || ~1.30.1", "1.27 1.30.5", "1.28 1.30.0 1.31"),
        (">= 1,<2 , != 1.5", "1.4", "1.5.1 2"),
        ("*.01.99999999999999999999", "1.2.3", "1.2.3-a"),
        ("1.x.1|2", "1.9", "2"),
    ];
    for (constraint, admitted, refused) in table {
        for version in admitted.split(' ') {
            assert!(
                check(constraint, version),
                "{constraint:?} admits {version}"
            );
        }
        for version in refused.split(' ') {
            assert!(
                !check(constraint, version),
                "{constraint:?} refuses {version}"
            );
        }
    }
}

#[test]
fn says_where_it_fails() {
    let table = [
        ("", "EmptyAlternative 0"),
        ("  ", "EmptyAlternative 0"),
        ("1 || ", "EmptyAlternative 4"),
        ("1||", "EmptyAlternative 3"),
        ("foo", "Unexpected 0 foo"),
        (">= ", "Unexpected 3 "),
        ("1.2,", "Unexpected 4 "),
        (",1.2", "Unexpected 0 ,"),
        ("1.2,,1.3", "Unexpected 4 ,"),
        ("> 1, == 2", "Unexpected 5 =="),
        ("1.2.3.4 5", "Unexpected 0 1.2.3.4"),
        (">= 1.30ü", "Unexpected 3 1.30ü"),
        ("1.26 -", "Unexpected 5 -"),
        ("> 1 2 - 3", "Unexpected 2 1>="),
        ("1 - 2 - 3", "Unexpected 6 -"),
        ("1 - 2||3 - 4", "Unexpected 9 -"),
        (">= 1.2.3-01", "BadVersion 3 1.2.3-01"),
        ("1.x-01", "BadVersion 0 1.x-01"),
        ("2x", "BadVersion 0 2x"),
        (
            "1.18446744073709551616",
            "BadVersion 0 1.18446744073709551616",
        ),
        (
            "1 - 18446744073709551616",
            "BadVersion 4 18446744073709551616",
        ),
        ("1|2", "BadVersion 0 1|2"),
    ];
    for (text, expected) in table {
        let error = Constraint::parse(text).unwrap_err();
        let at = error.offset().unwrap_or(usize::MAX);
        let shown = match &error {
            ConstraintError::EmptyAlternative { .. } => format!("EmptyAlternative {at}"),
            ConstraintError::Unexpected { found, .. } => format!("Unexpected {at} {found}"),
            ConstraintError::BadVersion { version, .. } => format!("BadVersion {at} {version}"),
            other => format!("{other:?}"),
        };
        assert_eq!(shown, expected, "{text:?}");
    }
}

#[test]
fn keeps_to_the_limits() {
    assert!(Constraint::parse(&format!("1{}", " ".repeat(511))).is_ok());
    assert_eq!(
        Constraint::parse(&format!("1{}", " ".repeat(512))),
        Err(ConstraintError::TooLong { bytes: 513 })
    );
    assert!(Constraint::parse(&["1"; 32].join("||")).is_ok());
    assert_eq!(
        Constraint::parse(&["1"; 33].join("||")),
        Err(ConstraintError::TooManyAlternatives { count: 33 })
    );
    // 256 bytes for the completed bound.
    assert!(Constraint::parse(&format!("1-{}", "a".repeat(250))).is_ok());
    assert!(Constraint::parse(&format!("1-{}", "a".repeat(251))).is_err());
    assert!(Constraint::parse(&format!("v1.2.3-{}", "a".repeat(249))).is_ok());
    assert!(Constraint::parse(&format!("v1.2.3-{}", "a".repeat(250))).is_err());
}
