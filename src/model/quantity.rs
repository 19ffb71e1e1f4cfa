//! Kubernetes quantities such as `8Gi`, `500m` or `1e3`: exact values, and the text in which the
//! server prints them. Where a quantity must not be negative or must be there at all is not decided
//! here.

mod decimal;

use std::cmp::Ordering;
use std::fmt;

use decimal::{Decimal, times};

/// A quantity: an exact decimal value with the text in which the API server prints it
/// (`docs/gardener/reading.md#texts-with-a-form`).
///
/// Equality and order are those of the values: `1024Mi` equals `1Gi`.
#[derive(Debug, Clone)]
pub struct Quantity {
    value: Decimal,
    canonical: String,
    in_memory: String,
    has_digits: bool,
}

/// The text as the API server's decoder reads it: without the blanks around it, those of Unicode
/// included. An escaped character of JSON, such as a tab or a line end, is not a blank there
/// (`docs/gardener/reading.md#texts-with-a-form`).
#[must_use]
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() && !matches!(c, '\t'..='\r' | '\u{2028}' | '\u{2029}')
    })
}

/// The sort of suffix that a quantity was written with; the canonical text keeps to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// The suffix is one of `Ki` to `Ei`.
    Binary,
    /// `n` to `E`, or none.
    Decimal,
    /// The suffix is an exponent, such as `e3` or `E-6`.
    Exponent,
}

/// Quotes that text processors put in place of `"` and `'`.
const TYPOGRAPHIC: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];

/// Why a text is not a quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuantityError {
    Empty,
    /// The text after the number is not a suffix.
    UnknownSuffix {
        /// Its byte offset; it reaches to the end of the text.
        at: usize,
        suffix: String,
    },
    /// A suffix without a number that the server does not read as 0, such as `Ei` or `.Pi`.
    NoDigits,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuantityError::Empty => f.write_str("the quantity is empty"),
            QuantityError::UnknownSuffix { at: 0, suffix } => match suffix
                .chars()
                .find(|c| TYPOGRAPHIC.contains(c))
            {
                Some(quote) => write!(f, "`{quote}` is a typographic quote, which is text to YAML"),
                None => f.write_str("it does not begin with a number, as `8Gi` and `500m` do"),
            },
            QuantityError::UnknownSuffix { suffix, .. } => match self.suggestion() {
                Some(known) => write!(
                    f,
                    "`{suffix}` is not a unit of quantities; did you mean `{known}`?"
                ),
                None => write!(
                    f,
                    "`{suffix}` is not a unit of quantities, such as `Gi`, `M` or `m`"
                ),
            },
            QuantityError::NoDigits => f.write_str("the quantity has no number"),
        }
    }
}

impl std::error::Error for QuantityError {}

impl QuantityError {
    /// The suffix that was probably meant: `Gi` for `gi`, `GI` or `GiB`, `k` for `K`.
    pub fn suggestion(&self) -> Option<&'static str> {
        let QuantityError::UnknownSuffix { suffix, .. } = self else {
            return None;
        };
        let bare = suffix
            .trim()
            .strip_suffix(['B', 'b'])
            .unwrap_or(suffix.trim());
        // Only units that are likely in a profile: nobody means nano by `N`, and `M` is not a
        // mistyped `m`.
        ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "k", "M", "G", "T", "P"]
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(bare))
    }
}

impl Quantity {
    /// Reads the quantity of a field that holds one: blanks around it do not count.
    ///
    /// # Errors
    /// As [`Quantity::parse`]; offsets are those of the [`trimmed`] text.
    pub fn decode(text: &str) -> Result<Quantity, QuantityError> {
        Quantity::parse(trimmed(text))
    }

    /// Reads a quantity.
    ///
    /// # Errors
    /// If the server would refuse the text (`docs/gardener/reading.md#texts-with-a-form`).
    pub fn parse(text: &str) -> Result<Quantity, QuantityError> {
        if text.is_empty() {
            return Err(QuantityError::Empty);
        }
        let parts = Parts::of(text);
        let suffix = Suffix::parse(parts.suffix).ok_or_else(|| QuantityError::UnknownSuffix {
            at: text.len() - parts.suffix.len(),
            suffix: parts.suffix.to_owned(),
        })?;
        if !parts.has_digits && !(suffix.is_small(&parts)) {
            return Err(QuantityError::NoDigits);
        }
        let small = suffix.is_small(&parts);
        let as_written = text == "0" || (small && suffix.keeps(&parts));
        let in_memory = if text == "0" {
            text.to_owned()
        } else {
            suffix.in_memory(&parts, small, as_written.then_some(text))
        };
        let value = suffix.value_of(&parts);
        // The server caps and rounds only what its arithmetic on small numbers cannot hold.
        let value = if small { value } else { suffix.limited(value) };
        let (digits, unit) = value.canonical(suffix.format);
        let canonical = if as_written {
            text.to_owned()
        } else if value.is_zero() {
            "0".to_owned()
        } else {
            format!("{}{digits}{unit}", if value.negative { "-" } else { "" })
        };
        Ok(Quantity {
            value,
            canonical,
            in_memory,
            has_digits: parts.has_digits,
        })
    }

    /// -1 if it is negative, 1 if it is positive, else 0.
    pub fn sign(&self) -> i8 {
        match (self.value.is_zero(), self.value.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// Whether a number was written. The server reads most quantities without one (`Gi`, `m`) as 0.
    pub fn has_digits(&self) -> bool {
        self.has_digits
    }

    /// The form in which a server that compares field by field sees a quantity: equal values that
    /// are written in another way may differ.
    pub fn in_memory(&self) -> &str {
        &self.in_memory
    }

    /// The value in whole units (bytes of a memory size, CPUs), rounded away from zero as the
    /// server does it; `None` if it does not fit.
    pub fn whole_units(&self) -> Option<i128> {
        let rounded = self.value.clone().rounded_to(0);
        let digits: i128 = if rounded.is_zero() {
            0
        } else {
            rounded.digits.parse().ok()?
        };
        let scaled =
            digits.checked_mul(10_i128.checked_pow(u32::try_from(rounded.exponent).ok()?)?)?;
        Some(if rounded.negative { -scaled } else { scaled })
    }
}

/// The text in which the API server prints the quantity.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical)
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.sign(), other.sign()) {
            (1, 1) => self.value.cmp_magnitude(&other.value),
            (-1, -1) => other.value.cmp_magnitude(&self.value),
            (left, right) => left.cmp(&right),
        }
    }
}

/// A quantity's text, taken apart.
struct Parts<'a> {
    negative: bool,
    /// The digits before the point without leading zeros, but at least `0`.
    integer: &'a str,
    fraction: &'a str,
    suffix: &'a str,
    has_digits: bool,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Parts<'a> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (integer, rest) = unsigned.split_at(digits(unsigned));
        let (fraction, suffix) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(digits(rest)),
            None => ("", rest),
        };
        let significant = integer.trim_start_matches('0');
        Parts {
            negative: text.starts_with('-'),
            integer: if significant.is_empty() {
                "0"
            } else {
                significant
            },
            fraction,
            suffix,
            has_digits: !integer.is_empty() || !fraction.is_empty(),
        }
    }
}

/// A suffix: a factor of `2^exponent` or `10^exponent`.
struct Suffix {
    format: Format,
    exponent: i32,
}

/// Decimal units by their power of ten.
const DECIMAL_UNITS: [(&str, i32); 10] = [
    ("n", -9),
    ("u", -6),
    ("m", -3),
    ("", 0),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
    ("E", 18),
];
/// Binary units by their power of two.
const BINARY_UNITS: [(&str, i32); 6] = [
    ("Ki", 10),
    ("Mi", 20),
    ("Gi", 30),
    ("Ti", 40),
    ("Pi", 50),
    ("Ei", 60),
];

impl Suffix {
    fn parse(text: &str) -> Option<Suffix> {
        let unit = |units: &[(&str, i32)]| {
            units
                .iter()
                .find(|(unit, _)| *unit == text)
                .map(|(_, exponent)| *exponent)
        };
        if let Some(exponent) = unit(&DECIMAL_UNITS) {
            return Some(Suffix {
                format: Format::Decimal,
                exponent,
            });
        }
        if let Some(exponent) = unit(&BINARY_UNITS) {
            return Some(Suffix {
                format: Format::Binary,
                exponent,
            });
        }
        let exponent: i64 = text.strip_prefix(['e', 'E'])?.parse().ok()?;
        // The server keeps 32 bits of the 64 it reads.
        Some(Suffix {
            format: Format::Exponent,
            exponent: exponent as i32,
        })
    }

    /// Whether a small quantity keeps its text, leading zeros and plus sign included. The server's
    /// test for a canonical form is a rough one
    /// (`docs/gardener/cloudprofile.md#the-canonical-text-of-quantities`).
    fn keeps(&self, parts: &Parts<'_>) -> bool {
        let digits = [parts.integer, parts.fraction].concat();
        match self.format {
            // A number that ends in three binary zeros may have a larger unit.
            Format::Binary => digits.parse::<u64>().is_ok_and(|number| number % 8 != 0),
            Format::Decimal | Format::Exponent => {
                self.scale(parts) % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0')
            }
        }
    }

    /// The power of ten of a decimal number without its point.
    fn scale(&self, parts: &Parts<'_>) -> i64 {
        i64::from(self.exponent) - parts.fraction.len() as i64
    }

    /// The fields of the server's type: of a small quantity a 64-bit number, its power of ten and
    /// the text if that is kept, else the value.
    fn in_memory(&self, parts: &Parts<'_>, small: bool, text: Option<&str>) -> String {
        if !small {
            let value = self.limited(self.value_of(parts));
            return format!(
                "{:?} {}{}e{}",
                self.format,
                if value.negative { "-" } else { "" },
                value.digits,
                value.exponent
            );
        }
        let digits = [parts.integer, parts.fraction].concat();
        let (digits, scale) = match self.format {
            Format::Binary => (times(&digits, 1 << self.exponent), 0),
            Format::Decimal | Format::Exponent => (digits, self.scale(parts)),
        };
        let digits = digits.trim_start_matches('0');
        let sign = if parts.negative && !digits.is_empty() {
            "-"
        } else {
            ""
        };
        format!(
            "{:?} {sign}{digits}e{scale} {}",
            self.format,
            text.unwrap_or_default()
        )
    }

    /// Whether the server's arithmetic on 64-bit numbers holds the quantity. The estimate is the
    /// server's, and shows in what it prints: such quantities keep their text, others are rounded
    /// to nano-units and, if binary, capped.
    fn is_small(&self, parts: &Parts<'_>) -> bool {
        let places = parts.fraction.len();
        match self.format {
            Format::Binary => {
                places == 0 && parts.integer.len() as i64 + i64::from(self.exponent) * 3 / 10 < 15
            }
            Format::Decimal | Format::Exponent => {
                parts.integer.len() + places <= 18 && self.scale(parts) >= -NANO_PLACES
            }
        }
    }

    fn value_of(&self, parts: &Parts<'_>) -> Decimal {
        let digits = [parts.integer, parts.fraction].concat();
        let exponent = -(parts.fraction.len() as i64);
        match self.format {
            Format::Binary => {
                Decimal::new(parts.negative, times(&digits, 1 << self.exponent), exponent)
            }
            Format::Decimal | Format::Exponent => {
                Decimal::new(parts.negative, digits, exponent + i64::from(self.exponent))
            }
        }
    }

    fn limited(&self, value: Decimal) -> Decimal {
        let value = value.rounded_to(-NANO_PLACES);
        let largest = Decimal::new(value.negative, i64::MAX.to_string(), 0);
        if self.format == Format::Binary && value.cmp_magnitude(&largest).is_gt() {
            largest
        } else {
            value
        }
    }
}

/// Decimal places of the smallest unit, nano.
const NANO_PLACES: i64 = 9;

fn unit_text(format: Format, exponent: i64) -> String {
    let unit = |units: &[(&'static str, i32)]| {
        // The server has no word for 1000E and prints the number alone.
        units
            .iter()
            .find(|(_, known)| i64::from(*known) == exponent)
            .map_or("", |(unit, _)| *unit)
            .to_owned()
    };
    match format {
        Format::Binary => unit(&BINARY_UNITS),
        Format::Decimal => unit(&DECIMAL_UNITS),
        Format::Exponent if exponent == 0 => String::new(),
        Format::Exponent => format!("e{exponent}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
