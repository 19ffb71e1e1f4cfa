//! The meaning of a scalar to kubectl: `docs/gardener/reading.md#scalars`, which is go-yaml v2's
//! table. Pure functions of text and tag.

use base64::alphabet;
use base64::engine::{Engine, GeneralPurpose, GeneralPurposeConfig};

use super::number;

/// The meaning of one scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    /// `null`, `~`, nothing.
    Null,
    /// A boolean, in any of its spellings.
    Bool(bool),
    /// An integer that 64 bits hold.
    Int(i128),
    /// A float; infinite and NaN only from their YAML words.
    Float(f64),
    Text,
}

const CORE: &str = "tag:yaml.org,2002:";

/// The core type that a resolved tag names: `int` for `!!int`.
pub(super) fn core_type(tag: &str) -> Option<&str> {
    tag.strip_prefix(CORE)
}

/// Whether a plain scalar could be anything but its text. Quick: most scalars end here.
pub(super) fn may_be_typed(text: &str) -> bool {
    match text.as_bytes().first() {
        None => true,
        Some(b'~' | b'.' | b'+' | b'-' | b'0'..=b'9') => true,
        Some(b'n' | b'N' | b'y' | b'Y' | b't' | b'T' | b'o' | b'O' | b'f' | b'F') => {
            text.len() <= 5
        }
        Some(_) => false,
    }
}

/// A plain scalar without a tag.
pub(super) fn plain(text: &str) -> Scalar {
    if !may_be_typed(text) {
        return Scalar::Text;
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Scalar::Bool(true);
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Scalar::Bool(false);
        }
        ".nan" | ".NaN" | ".NAN" => return Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Scalar::Float(f64::INFINITY);
        }
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Float(f64::NEG_INFINITY),
        _ => {}
    }
    match text.as_bytes().first() {
        Some(b'.') => underscored_fraction(text),
        Some(b'+' | b'-' | b'0'..=b'9') => numeric(text),
        _ => Scalar::Text,
    }
}

/// `.5`, `.1_0`: here underscores must stand between digits.
fn underscored_fraction(text: &str) -> Scalar {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
    };
    let placed =
        memchr::memchr_iter(b'_', bytes).all(|at| digit(at.checked_sub(1)) && digit(Some(at + 1)));
    if placed {
        float(&without_underscores(text))
    } else {
        Scalar::Text
    }
}

/// Numbers that begin with a digit or a sign: all underscores are dropped first, wherever they
/// stand.
fn numeric(text: &str) -> Scalar {
    let text = without_underscores(text);
    if let Some(value) = number::integer(&text) {
        return Scalar::Int(value);
    }
    match float(&text) {
        Scalar::Text => {}
        found => return found,
    }
    let oddity = if let Some(digits) = text.strip_prefix("0b") {
        number::binary(digits)
    } else if let Some(digits) = text.strip_prefix("-0b") {
        number::binary(&format!("-{digits}"))
    } else {
        None
    };
    oddity.map_or(Scalar::Text, Scalar::Int)
}

fn float(text: &str) -> Scalar {
    if !number::is_float(text) {
        return Scalar::Text;
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Scalar::Float(value),
        _ => Scalar::Text,
    }
}

fn without_underscores(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('_') {
        text.replace('_', "").into()
    } else {
        text.into()
    }
}

/// A scalar with an explicit tag (`docs/gardener/reading.md#tags`), quoted or not; `Err` is the
/// type that the tag names when the text does not have it. `!!binary` is text here; see [`binary`].
pub(super) fn tagged<'t>(tag: &'t str, text: &str) -> Result<Scalar, &'t str> {
    let Some(name) = core_type(tag) else {
        return Ok(Scalar::Text);
    };
    let meaning = match name {
        "int" | "bool" | "null" | "float" => plain(text),
        "timestamp" => {
            return if is_timestamp(text) {
                Ok(Scalar::Text)
            } else {
                Err(name)
            };
        }
        _ => return Ok(Scalar::Text),
    };
    match (name, meaning) {
        ("int", Scalar::Int(_))
        | ("bool", Scalar::Bool(_))
        | ("null", Scalar::Null)
        | ("float", Scalar::Float(_)) => Ok(meaning),
        // go-yaml widens only integers that fit its signed type.
        #[allow(clippy::cast_precision_loss, reason = "as Go does")]
        ("float", Scalar::Int(value)) if i64::try_from(value).is_ok() => {
            Ok(Scalar::Float(value as f64))
        }
        _ => Err(name),
    }
}

/// The text that `!!binary` stands for; bytes that are no UTF-8 become U+FFFD each, as in Go's
/// JSON.
pub(super) fn binary(text: &str) -> Option<String> {
    let bytes = base64(text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')))?;
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{FFFD}'));
    }
    Some(text)
}

/// Padded base64 as Go's standard encoding reads it: surplus bits of the last character are
/// ignored.
#[must_use]
pub fn base64(text: impl Iterator<Item = u8>) -> Option<Vec<u8>> {
    const CONFIG: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true);
    const GO: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, CONFIG);
    GO.decode(text.collect::<Vec<u8>>()).ok()
}

/// The four forms that go-yaml takes for a timestamp.
fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some(&text[at..])),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let field = |text: &str, low: u32, high: u32| -> Option<u32> {
        let sized = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|value| sized && (low..=high).contains(value))
    };
    if year.len() != 4 || !year.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (Some(month), Some(day), Ok(year)) =
        (field(month, 1, 12), field(day, 1, 31), year.parse::<u32>())
    else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let longest = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if day > longest {
        return false;
    }
    let Some(time) = time else { return true };
    let (spaced, clock) = (time.starts_with(' '), &time[1..]);
    // There is no zone after a space, and one after `T`.
    let clock = if spaced {
        clock
    } else if let Some(clock) = clock.strip_suffix('Z') {
        clock
    } else {
        let Some(at) = clock.rfind(['+', '-']) else {
            return false;
        };
        let zone = &clock[at + 1..];
        let whole = zone.len() == 5
            && zone.split_once(':').is_some_and(|(hours, minutes)| {
                hours.len() == 2 && field(hours, 0, 24).is_some() && field(minutes, 0, 60).is_some()
            });
        if !whole {
            return false;
        }
        &clock[..at]
    };
    let (clock, fraction) = match clock.find(['.', ',']) {
        Some(at) => (&clock[..at], Some(&clock[at + 1..])),
        None => (clock, None),
    };
    let mut parts = clock.split(':');
    let (Some(hours), Some(minutes), Some(seconds), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    fraction.is_none_or(|fraction| {
        !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit())
    }) && field(hours, 0, 23).is_some()
        && field(minutes, 0, 59).is_some()
        && field(seconds, 0, 59).is_some()
}
