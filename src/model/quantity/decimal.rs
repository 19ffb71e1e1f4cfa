//! Exact decimal numbers of any size, rounded and printed as the server does it.

use std::cmp::Ordering;

use super::{Format, unit_text};

/// An exact decimal number, `digits * 10^exponent`. Exponents may be huge, so no digits are ever
/// filled in for them.
#[derive(Debug, Clone)]
pub(super) struct Decimal {
    pub negative: bool,
    /// Without zeros at either end; empty for zero.
    pub digits: String,
    pub exponent: i64,
}

impl Decimal {
    pub fn new(negative: bool, mut digits: String, mut exponent: i64) -> Decimal {
        let kept = digits.trim_end_matches('0').len();
        exponent += (digits.len() - kept) as i64;
        digits.truncate(kept);
        digits.drain(..digits.len() - digits.trim_start_matches('0').len());
        let zero = digits.is_empty();
        Decimal {
            negative: negative && !zero,
            digits,
            exponent: if zero { 0 } else { exponent },
        }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Rounded away from zero to a multiple of `10^exponent`.
    pub fn rounded_to(self, exponent: i64) -> Decimal {
        if self.is_zero() || self.exponent >= exponent {
            return self;
        }
        let dropped = usize::try_from(exponent - self.exponent)
            .unwrap_or(usize::MAX)
            .min(self.digits.len());
        // The last digit is never a zero, so something is lost whenever anything is dropped.
        let mut digits: Vec<u8> = self
            .digits
            .bytes()
            .take(self.digits.len() - dropped)
            .collect();
        let nines = digits
            .iter()
            .rev()
            .take_while(|digit| **digit == b'9')
            .count();
        let stop = digits.len() - nines;
        digits[stop..].fill(b'0');
        match digits[..stop].last_mut() {
            Some(digit) => *digit += 1,
            None => digits.insert(0, b'1'),
        }
        Decimal::new(
            self.negative,
            digits.into_iter().map(char::from).collect(),
            exponent,
        )
    }

    pub fn cmp_magnitude(&self, other: &Decimal) -> Ordering {
        // Without zeros at either end, equally long numbers compare as their digits do.
        let length = |decimal: &Decimal| decimal.digits.len() as i64 + decimal.exponent;
        match (self.is_zero(), other.is_zero()) {
            (false, false) => length(self)
                .cmp(&length(other))
                .then_with(|| self.digits.cmp(&other.digits)),
            (left, right) => right.cmp(&left),
        }
    }

    /// The magnitude as a number and a unit: as few digits as possible, but no fraction.
    pub fn canonical(&self, format: Format) -> (String, String) {
        if self.is_zero() {
            return (String::new(), String::new());
        }
        match format {
            Format::Binary => match self.as_whole().filter(|value| *value >= 1024) {
                Some(mut value) => {
                    let mut exponent = 0;
                    while value % 1024 == 0 {
                        value /= 1024;
                        exponent += 10;
                    }
                    (value.to_string(), unit_text(Format::Binary, exponent))
                }
                // Binary units would round, so decimal ones are used.
                None => self.canonical(Format::Decimal),
            },
            Format::Decimal | Format::Exponent => {
                let zeros = self.exponent.rem_euclid(3);
                let digits = format!(
                    "{}{}",
                    self.digits,
                    &"00"[..usize::try_from(zeros).unwrap_or(0)]
                );
                (digits, unit_text(format, self.exponent - zeros))
            }
        }
    }

    /// The magnitude, if it is a whole number of 64 bits.
    fn as_whole(&self) -> Option<u64> {
        let scale = 10_u64.checked_pow(u32::try_from(self.exponent).ok()?)?;
        self.digits.parse::<u64>().ok()?.checked_mul(scale)
    }
}

/// The product of a decimal number and a factor, in decimal digits, maybe with zeros before them.
pub(super) fn times(digits: &str, factor: u64) -> String {
    // Nearly all quantities fit into a machine's number.
    let small = digits.parse::<u64>().ok();
    if let Some(product) = small.and_then(|number| number.checked_mul(factor)) {
        return product.to_string();
    }
    let mut carry: u128 = 0;
    let mut product: Vec<u8> = Vec::with_capacity(digits.len() + 20);
    for digit in digits.bytes().rev() {
        carry += u128::from(digit - b'0') * u128::from(factor);
        product.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    while carry > 0 {
        product.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    product.into_iter().rev().map(char::from).collect()
}
