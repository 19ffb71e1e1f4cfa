use super::*;

#[test]
fn prints_as_the_server_does() {
    let table = [
        ("0", "0"),
        ("-0", "0"),
        ("0Gi", "0"),
        ("Gi", "0"),
        ("m", "0"),
        ("+", "0"),
        (".", "0"),
        ("1", "1"),
        ("1.", "1."),
        ("+2", "+2"),
        ("00012", "00012"),
        ("1000m", "1"),
        ("1000", "1k"),
        ("1500m", "1500m"),
        ("0.5", "500m"),
        ("1.0", "1"),
        ("1024Mi", "1Gi"),
        ("982.333m", "982.333m"),
        ("1.500", "1.500"),
        ("1.50", "1500m"),
        ("0.500", "500m"),
        ("1.000", "1"),
        ("+1.5", "1500m"),
        ("+1.125", "+1.125"),
        ("1.500e3", "1.500e3"),
        ("1.5e4", "1.5e4"),
        ("1.5e5", "150e3"),
        ("+8Gi", "8Gi"),
        ("+7Gi", "+7Gi"),
        ("0160080Mi", "160080Mi"),
        ("0160081Mi", "0160081Mi"),
        ("0016Mi", "16Mi"),
        ("+0", "0"),
        ("-8Mi", "-8Mi"),
        ("1.5Gi", "1536Mi"),
        ("-1.5Gi", "-1536Mi"),
        ("22.9Mi", "24012390400m"),
        (".259Ki", "265216m"),
        ("0.5Ki", "512"),
        ("1e3", "1e3"),
        ("1E3", "1E3"),
        ("1e+3", "1e+3"),
        ("1e4", "10e3"),
        ("1.5e3", "1500"),
        ("1e-1", "100e-3"),
        ("1e-10", "1e-9"),
        ("1e400", "10e399"),
        ("1.0000000001", "1000000001n"),
        ("0.0000000001", "1n"),
        ("-0.0000000001", "-1n"),
        ("999999999.9999999999", "1G"),
        ("100000000000000000000", "100E"),
        ("9223372036854775808", "9223372036854775808"),
        ("7Ei", "7Ei"),
        ("+7Ei", "7Ei"),
        ("8Ei", "9223372036854775807"),
        ("-8Ei", "-9223372036854775807"),
        ("99999999999999999999999999Ki", "9223372036854775807"),
    ];
    for (text, canonical) in table {
        assert_eq!(
            Quantity::parse(text)
                .map(|quantity| quantity.to_string())
                .as_deref(),
            Ok(canonical),
            "{text:?}"
        );
    }
    assert!(!Quantity::parse("Gi").unwrap().has_digits());
    assert!(Quantity::parse("0Gi").unwrap().has_digits());
}

#[test]
fn refuses_what_the_server_refuses() {
    let table = [
        ("1K", Some("k")),
        ("1gi", Some("Gi")),
        ("5 GiB", Some("Gi")),
        ("1GB", Some("G")),
        ("1e", None),
        ("1e+", None),
        ("1e1.5", None),
        ("1Gi5", None),
        ("1e9Gi", None),
        ("1 ", None),
        (" 1", None),
        ("1,5", None),
        ("--1", None),
        ("0x1", None),
        ("NaN", None),
        ("١", None),
        ("1e99999999999999999999", None),
        (".Ei", None),
        ("Pi", None),
        ("", None),
    ];
    for (text, suggestion) in table {
        let error = Quantity::parse(text).expect_err(text);
        assert_eq!(error.suggestion(), suggestion, "{text:?}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn compares_exactly() {
    let ascending = [
        "-1e2147483647",
        "-8Ei",
        "-2",
        "-1.5",
        "-1m",
        "0",
        "1e-9",
        "1m",
        "999m",
        "1",
        "1.000000001",
        "1k",
        "1Ki",
        "1e6",
        "1Mi",
        "1E",
        "1Ei",
        "1e2147483647",
    ];
    for (i, left) in ascending.iter().enumerate() {
        for (j, right) in ascending.iter().enumerate() {
            assert_eq!(
                Quantity::parse(left)
                    .unwrap()
                    .cmp(&Quantity::parse(right).unwrap()),
                i.cmp(&j),
                "{left} {right}"
            );
        }
    }
    assert_eq!(Quantity::parse("1024Mi"), Quantity::parse("1Gi"));
    assert_eq!(Quantity::parse("1e3"), Quantity::parse("1000"));
}

#[test]
fn a_field_has_its_blanks_trimmed() {
    for text in [
        " 8Gi ",
        "8Gi\u{a0}",
        "\u{2003}8Gi",
        "\u{3000}8Gi\u{85}",
        "\u{202f} 8Gi",
    ] {
        assert_eq!(
            Quantity::decode(text)
                .map(|quantity| quantity.to_string())
                .as_deref(),
            Ok("8Gi"),
            "{text:?}"
        );
        assert!(Quantity::parse(text).is_err(), "{text:?}");
    }
    for text in [
        "8Gi\t",
        "8Gi\n",
        "\r8Gi",
        "8Gi\u{2028}",
        "8 Gi",
        " ",
        "\u{200b}8Gi",
    ] {
        assert!(Quantity::decode(text).is_err(), "{text:?}");
    }
}

#[test]
fn memory_tells_equal_values_apart() {
    let same = |left, right| {
        Quantity::parse(left).unwrap().in_memory() == Quantity::parse(right).unwrap().in_memory()
    };
    for (left, right) in [
        ("8Gi", "8192Mi"),
        ("0.5", "00.5"),
        ("0Gi", "0Mi"),
        ("8Gi", "+8Gi"),
        ("8Ei", "9Ei"),
    ] {
        assert!(same(left, right), "{left} {right}");
    }
    for (left, right) in [
        ("1Gi", "1024Mi"),
        ("1", "1000m"),
        ("0", "0m"),
        ("1e3", "1k"),
        ("1.5", "1500m"),
        ("7Gi", "+7Gi"),
        ("1Gi", "2Gi"),
    ] {
        assert!(!same(left, right), "{left} {right}");
    }
}

#[test]
fn counts_whole_units() {
    let table = [
        ("1Gi", Some(1 << 30)),
        ("-1Ki", Some(-1024)),
        ("100m", Some(1)),
        ("-100m", Some(-1)),
        ("1500m", Some(2)),
        ("0", Some(0)),
        ("1e30", Some(10_i128.pow(30))),
        ("1e400", None),
    ];
    for (text, expected) in table {
        assert_eq!(
            Quantity::parse(text).unwrap().whole_units(),
            expected,
            "{text}"
        );
    }
}
