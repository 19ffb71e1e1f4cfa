//! Durations in Go's syntax, such as `1h30m`, and the text in which the server prints them.
//! Pure values: nothing here reads a clock.

use std::fmt;

/// A span of time in nanoseconds, which may be negative
/// (`docs/gardener/reading.md#texts-with-a-form`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration {
    nanoseconds: i64,
}

/// Why a text is not a duration. Offsets are bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DurationError {
    /// Nothing, or a sign only.
    Empty,
    /// Something else where a number should begin, or a point without digits.
    NoNumber { at: usize },
    /// A number without a unit.
    NoUnit {
        /// Where the unit should stand.
        at: usize,
    },
    /// A unit that Go does not have, such as `d`.
    UnknownUnit { at: usize, unit: String },
    /// More than about 292 years.
    TooLong,
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DurationError::Empty => f.write_str("the duration is empty"),
            DurationError::NoNumber { .. } => {
                f.write_str("a number is missing in the duration, as in `1h30m`")
            }
            DurationError::NoUnit { .. } => {
                f.write_str("the last number of the duration needs a unit, as in `30m`")
            }
            DurationError::UnknownUnit { unit, .. } => {
                write!(
                    f,
                    "`{unit}` is not a unit of durations; the units are h, m, s, ms, us, µs and ns"
                )
            }
            DurationError::TooLong => {
                f.write_str("the duration is too long; at most 2562047h47m16s are possible")
            }
        }
    }
}

impl std::error::Error for DurationError {}

const MICROSECOND: u64 = 1_000;
const MILLISECOND: u64 = 1_000 * MICROSECOND;
const SECOND: u64 = 1_000 * MILLISECOND;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The magnitude of the most negative duration.
const LARGEST: u64 = 1 << 63;

impl Duration {
    /// Reads a duration.
    ///
    /// # Errors
    /// If Go would not read the text (`docs/gardener/reading.md#texts-with-a-form`).
    pub fn parse(text: &str) -> Result<Duration, DurationError> {
        let (negative, mut rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest.is_empty() {
            return Err(DurationError::Empty);
        }
        // Alone, `0` needs no unit.
        if rest == "0" {
            return Ok(Duration { nanoseconds: 0 });
        }
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let at = text.len() - rest.len();
            let part = Part::split(rest);
            if part.integer.is_empty() && part.fraction.is_empty() {
                return Err(DurationError::NoNumber { at });
            }
            let unit_at = text.len() - part.rest.len() - part.unit.len();
            let unit = match part.unit {
                "" => return Err(DurationError::NoUnit { at: unit_at }),
                "ns" => 1,
                // Both the micro sign and the Greek letter.
                "us" | "\u{b5}s" | "\u{3bc}s" => MICROSECOND,
                "ms" => MILLISECOND,
                "s" => SECOND,
                "m" => MINUTE,
                "h" => HOUR,
                unit => {
                    return Err(DurationError::UnknownUnit {
                        at: unit_at,
                        unit: unit.to_owned(),
                    });
                }
            };
            let value = part.nanoseconds(unit).ok_or(DurationError::TooLong)?;
            // Two parts of the largest length add up to 0, as they do in Go.
            total = total.wrapping_add(value);
            if total > LARGEST {
                return Err(DurationError::TooLong);
            }
            rest = part.rest;
        }
        match (negative, i64::try_from(total)) {
            (false, Ok(nanoseconds)) => Ok(Duration { nanoseconds }),
            (true, Ok(nanoseconds)) => Ok(Duration {
                nanoseconds: -nanoseconds,
            }),
            (true, Err(_)) => Ok(Duration {
                nanoseconds: i64::MIN,
            }),
            (false, Err(_)) => Err(DurationError::TooLong),
        }
    }

    pub fn nanoseconds(self) -> i64 {
        self.nanoseconds
    }
}

/// A number and its unit, at the beginning of a text.
struct Part<'a> {
    integer: &'a str,
    fraction: &'a str,
    unit: &'a str,
    rest: &'a str,
}

impl<'a> Part<'a> {
    fn split(text: &'a str) -> Part<'a> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (integer, rest) = text.split_at(digits(text));
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(digits(rest)),
            None => ("", rest),
        };
        let (unit, rest) = rest.split_at(
            rest.find(|c: char| c == '.' || c.is_ascii_digit())
                .unwrap_or(rest.len()),
        );
        Part {
            integer,
            fraction,
            unit,
            rest,
        }
    }

    /// The part's length, `unit` being that of its unit; `None` if it is too long.
    fn nanoseconds(&self, unit: u64) -> Option<u64> {
        let integer: u64 = if self.integer.is_empty() {
            0
        } else {
            self.integer.parse().ok()?
        };
        if integer > LARGEST / unit {
            return None;
        }
        // Digits beyond 63 bits are dropped. Floating-point numbers are what Go uses, so these are
        // exact to the same nanosecond.
        let (mut digits, mut scale): (u64, f64) = (0, 1.0);
        for byte in self.fraction.bytes() {
            if digits > (LARGEST - 1) / 10 {
                break;
            }
            let next = digits * 10 + u64::from(byte - b'0');
            if next > LARGEST {
                break;
            }
            (digits, scale) = (next, scale * 10.0);
        }
        let fraction = if digits > 0 {
            (digits as f64 * (unit as f64 / scale)) as u64
        } else {
            0
        };
        integer
            .checked_mul(unit)?
            .checked_add(fraction)
            .filter(|value| *value <= LARGEST)
    }
}

/// The canonical text: `1h30m0s`, `1.5s`, `500ms`, `4.006µs`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.nanoseconds.unsigned_abs();
        if self.nanoseconds < 0 {
            f.write_str("-")?;
        }
        if length >= SECOND {
            let minutes = length / MINUTE;
            if minutes >= 60 {
                write!(f, "{}h", minutes / 60)?;
            }
            if minutes > 0 {
                write!(f, "{}m", minutes % 60)?;
            }
            return write_fraction(f, length % MINUTE, SECOND, "s");
        }
        match length {
            0 => f.write_str("0s"),
            MILLISECOND.. => write_fraction(f, length, MILLISECOND, "ms"),
            MICROSECOND.. => write_fraction(f, length, MICROSECOND, "µs"),
            _ => write_fraction(f, length, 1, "ns"),
        }
    }
}

/// Writes a length in a unit, with as many decimal places as it takes.
fn write_fraction(f: &mut fmt::Formatter<'_>, length: u64, unit: u64, name: &str) -> fmt::Result {
    write!(f, "{}", length / unit)?;
    let fraction = length % unit;
    if fraction > 0 {
        let places = unit.ilog10() as usize;
        let digits = format!("{fraction:0places$}");
        write!(f, ".{}", digits.trim_end_matches('0'))?;
    }
    f.write_str(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_as_go_does() {
        let table = [
            ("20m", 1_200_000_000_000, "20m0s"),
            ("1h30m", 5_400_000_000_000, "1h30m0s"),
            ("1.5h", 5_400_000_000_000, "1h30m0s"),
            ("0", 0, "0s"),
            ("-0", 0, "0s"),
            ("+5m", 300_000_000_000, "5m0s"),
            ("-.5s", -500_000_000, "-500ms"),
            ("5.s", 5_000_000_000, "5s"),
            ("1h1h", 7_200_000_000_000, "2h0m0s"),
            ("6ns4us", 4_006, "4.006µs"),
            ("1µs", 1_000, "1µs"),
            ("1μs", 1_000, "1µs"),
            ("24h", 86_400_000_000_000, "24h0m0s"),
            ("0.000000001s", 1, "1ns"),
            ("0.3333333333333333333333333h", 1_200_000_000_000, "20m0s"),
            (
                "2562047h47m16s",
                9_223_372_036_000_000_000,
                "2562047h47m16s",
            ),
            (
                "9223372036854775807ns",
                i64::MAX,
                "2562047h47m16.854775807s",
            ),
            (
                "-9223372036854775808ns",
                i64::MIN,
                "-2562047h47m16.854775808s",
            ),
        ];
        for (text, nanoseconds, canonical) in table {
            let duration = Duration::parse(text).expect(text);
            assert_eq!(
                (duration.nanoseconds(), duration.to_string().as_str()),
                (nanoseconds, canonical),
                "{text:?}"
            );
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let table = [
            ("", DurationError::Empty),
            ("-", DurationError::Empty),
            ("5", DurationError::NoUnit { at: 1 }),
            ("1h5", DurationError::NoUnit { at: 3 }),
            ("m", DurationError::NoNumber { at: 0 }),
            (".s", DurationError::NoNumber { at: 0 }),
            ("--1s", DurationError::NoNumber { at: 1 }),
            (
                "1d",
                DurationError::UnknownUnit {
                    at: 1,
                    unit: "d".to_owned(),
                },
            ),
            (
                "1H",
                DurationError::UnknownUnit {
                    at: 1,
                    unit: "H".to_owned(),
                },
            ),
            (
                "1h 30m",
                DurationError::UnknownUnit {
                    at: 1,
                    unit: "h ".to_owned(),
                },
            ),
            (
                "1e3s",
                DurationError::UnknownUnit {
                    at: 1,
                    unit: "e".to_owned(),
                },
            ),
            ("2562048h", DurationError::TooLong),
            ("9223372036854775808ns", DurationError::TooLong),
            ("99999999999999999999999s", DurationError::TooLong),
            ("2562047h59m", DurationError::TooLong),
        ];
        for (text, error) in table {
            assert_eq!(Duration::parse(text), Err(error), "{text:?}");
        }
    }
}
