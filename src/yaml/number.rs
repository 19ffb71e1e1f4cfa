//! Numbers as Go reads and writes them: `strconv.ParseInt` with base 0, and the float forms of
//! `encoding/json` and `%g`.

use std::fmt::Write as _;

/// Go's `ParseInt(text, 0, 64)`, else `ParseUint(text, 0, 64)`: sign, base prefix, a leading `0`
/// means octal.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (negative, signed, digits) = match text.as_bytes().first()? {
        b'-' => (true, true, &text[1..]),
        b'+' => (false, true, &text[1..]),
        _ => (false, false, text),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', _, ..] => (2, &digits[2..]),
        [b'0'] => (10, digits),
        [b'0', ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let magnitude = magnitude(digits, radix)?;
    fit(negative, signed, magnitude)
}

/// Go's `ParseInt(text, 2, 64)`, else `ParseUint(text, 2, 64)`: no base prefix, a sign allowed.
pub(super) fn binary(text: &str) -> Option<i128> {
    let (negative, signed, digits) = match text.as_bytes().first()? {
        b'-' => (true, true, &text[1..]),
        b'+' => (false, true, &text[1..]),
        _ => (false, false, text),
    };
    fit(negative, signed, magnitude(digits, 2)?)
}

/// Digits without sign or prefix. `u64::from_str_radix` alone would take a sign.
fn magnitude(digits: &str, radix: u32) -> Option<u64> {
    if !digits.as_bytes().first()?.is_ascii_alphanumeric() {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

/// A signed integer has 63 bits, an unsigned one 64.
fn fit(negative: bool, signed: bool, magnitude: u64) -> Option<i128> {
    let magnitude = i128::from(magnitude);
    let value = if negative { -magnitude } else { magnitude };
    let limit = if signed {
        i128::from(i64::MAX)
    } else {
        i128::from(u64::MAX)
    };
    (i128::from(i64::MIN)..=limit)
        .contains(&value)
        .then_some(value)
}

/// Whether the text matches `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
pub(super) fn is_float(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let whole = digits(at);
    at += whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if whole == 0 && fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    } else if whole == 0 {
        return false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
        let exponent = if at <= bytes.len() { digits(at) } else { 0 };
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == bytes.len()
}

/// A finite float as `encoding/json` writes it: the shortest form, with an exponent below 1e-6 and
/// from 1e21 on.
pub(super) fn json_float(value: f64) -> String {
    let absolute = value.abs();
    if absolute != 0.0 && !(1e-6..1e21).contains(&absolute) {
        let text = format!("{value:e}");
        // Rust writes `1e23`, Go `1e+23`.
        return if text.contains("e-") {
            text
        } else {
            text.replace('e', "e+")
        };
    }
    // `{}` never writes an exponent, and -0 as `-0`, like Go.
    format!("{value}")
}

/// A float that serves as a key: the shortest form that a 32-bit float needs, in `%g`, and YAML's
/// words for infinities and NaN.
pub(super) fn key_float(value: f64) -> String {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the lost digits are what kubectl loses"
    )]
    let value = value as f32;
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    // Go decides with precision 6 here, however many digits the shortest form needs.
    if !(-4..6).contains(&exponent) {
        let mut text = String::from(digits);
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(text, "e{sign}{:02}", exponent.abs());
        return text;
    }
    format!("{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_like_go() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("+1", 1),
            ("0777", 511),
            ("0o17", 15),
            ("0x1F", 31),
            ("0b101", 5),
            ("00", 0),
            ("-0x10", -16),
        ] {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        assert_eq!(integer("18446744073709551615"), Some(i128::from(u64::MAX)));
        assert_eq!(integer("-9223372036854775808"), Some(i128::from(i64::MIN)));
        for text in [
            "",
            "+",
            "-",
            "08",
            "0x",
            "0b2",
            "0o8",
            "--1",
            "0x-1",
            "0-1",
            "+9223372036854775808",
            "-9223372036854775809",
            "18446744073709551616",
        ] {
            assert_eq!(integer(text), None, "{text}");
        }
        assert_eq!(
            (binary("-1"), binary("+1"), binary("--1"), binary("")),
            (Some(-1), Some(1), None, None)
        );
    }

    #[test]
    fn floats_are_recognised() {
        for text in [
            ".5", "1.", "1.5", "1e3", "1E+3", "-1.5e-3", "+.5", "08", "1.e1",
        ] {
            assert!(is_float(text), "{text}");
        }
        for text in ["", ".", "-", "1e", "1e+", ".e3", "1.2.3", "1x", "e1", "1,0"] {
            assert!(!is_float(text), "{text}");
        }
    }

    #[test]
    fn floats_are_written_like_go() {
        for (value, text) in [
            (1.30, "1.3"),
            (1.0, "1"),
            (-0.0, "-0"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
        ] {
            assert_eq!(json_float(value), text);
        }
        for (value, text) in [
            (1.5, "1.5"),
            (1e10, "1e+10"),
            (685_230.15, "685230.1"),
            (1e300, ".inf"),
            (-0.001_5, "-0.0015"),
            (1e6, "1e+06"),
            (1e-5, "1e-05"),
        ] {
            assert_eq!(key_float(value), text);
        }
    }
}
