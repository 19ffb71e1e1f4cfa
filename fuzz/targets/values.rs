//! Versions, constraints, names, quantities, times and durations.

use std::cmp::Ordering;

use cpcap::model::constraint::{Constraint, Operator};
use cpcap::model::duration::Duration;
use cpcap::model::natural::natural;
use cpcap::model::normalised::{cmp_normalised, normalised};
use cpcap::model::quantity::Quantity;
use cpcap::model::time::Time;
use cpcap::model::version::Version;

/// What versions and constraints are made of.
const OF_VERSIONS: [&str; 32] = [
    "\n",
    "1",
    ".",
    "0",
    "2",
    "30",
    "-",
    "+",
    "v",
    "x",
    "*",
    "rc",
    "alpha",
    "01",
    "18446744073709551615",
    "~",
    "^",
    ">",
    "<",
    "=",
    "!",
    ">=",
    " || ",
    "||",
    ", ",
    " ",
    " - ",
    "1.2.3",
    "1.30",
    "v1.33.1",
    "-rc.1",
    "X",
];
/// What quantities, times and durations are made of.
const OF_QUANTITIES: [&str; 42] = [
    "\n",
    "1",
    "0",
    "5",
    "9",
    ".",
    "-",
    "+",
    "e",
    "E",
    "Ki",
    "Mi",
    "Gi",
    "Ei",
    "m",
    "n",
    "u",
    "k",
    "M",
    "P",
    "999999999999999999",
    "0.000000001",
    "e3",
    "e-12",
    " ",
    "2026",
    "-02-29",
    "-12-31",
    "T",
    "t",
    "23:59:60",
    "00:00:00",
    "Z",
    "z",
    "+02:00",
    ".123456789",
    ":",
    "h",
    "s",
    "ms",
    "\u{b5}s",
    "9223372036854775807",
];

/// The lines of an input.
fn lines(bytes: &[u8], words: &[&str]) -> Vec<String> {
    let text = super::text(bytes, |tape| {
        (0..1 + tape.below(30)).map(|_| tape.of(words)).collect()
    });
    text.split('\n').take(4).map(str::to_owned).collect()
}

/// An order holds of all pairs and triples.
fn is_order<T: std::fmt::Debug>(
    all: &[T],
    compare: impl Fn(&T, &T) -> Ordering,
) -> Result<(), String> {
    for a in all {
        ensure!(compare(a, a).is_eq(), "{a:?} is not equal to itself");
        for b in all {
            let order = compare(a, b);
            ensure!(
                order == compare(b, a).reverse(),
                "{a:?} and {b:?} are {order:?} both ways"
            );
            for c in all {
                ensure!(
                    order.is_gt() || compare(b, c).is_gt() || compare(a, c).is_le(),
                    "{a:?} ≤ {b:?} ≤ {c:?}, but not the first and the last"
                );
            }
        }
    }
    Ok(())
}

/// Versions are ordered, what is printed reads as what was read, and a constraint says what its
/// parts say. The first line is the constraint.
pub fn versions(bytes: &[u8]) -> Result<(), String> {
    let lines = lines(bytes, &OF_VERSIONS);
    let versions: Vec<Version<'_>> = lines[1..]
        .iter()
        .filter_map(|line| Version::parse(line))
        .collect();
    is_order(&versions, Version::cmp_precedence)?;
    is_order(&lines, |a, b| natural(a, b))?;
    for version in &versions {
        let printed = version.to_string();
        let again = Version::parse(&printed);
        // What fills in numbers may pass the longest text.
        if printed.len() <= 256 {
            ensure!(
                again == Some(*version),
                "{version:?} is printed as {printed}, which is {again:?}"
            );
        }
    }
    for line in &lines {
        let once = normalised(line);
        ensure!(
            normalised(&once) == once,
            "{line:?} normalised twice is not {once:?}"
        );
    }
    for [a, b] in [[1, 2], [2, 1]] {
        let (Some(a), Some(b)) = (lines.get(a), lines.get(b)) else {
            continue;
        };
        let says = |operator| cmp_normalised(a, operator, b);
        let [less, equal, greater] = [Operator::Less, Operator::Exact, Operator::Greater].map(says);
        // Where parts of the right side are left out, `=` means all that begin so.
        let is_whole = |text: &str| {
            let other = |c: char| "xX*,|".contains(c) || c.is_whitespace();
            text.split('.').count() == 3 && !text.contains(other)
        };
        if is_whole(&normalised(b)) {
            let count = [less, equal, greater]
                .iter()
                .filter(|says| **says == Some(true))
                .count();
            ensure!(
                less.is_none() && equal.is_none() && greater.is_none() || count == 1,
                "{a:?} and {b:?}: {less:?} {equal:?} {greater:?}"
            );
            ensure!(
                says(Operator::NotEqual) == equal.map(|equal| !equal)
                    && says(Operator::LessEqual) == greater.map(|greater| !greater)
                    && says(Operator::GreaterEqual) == less.map(|less| !less),
                "{a:?} and {b:?}: the negations differ"
            );
        }
    }
    let text = &*lines[0];
    match Constraint::parse(text) {
        Ok(constraint) => {
            // In a text with a range, `||` without blanks belongs to a number: `1||2 - 3` means
            // `>= 1||2, <= 3`. Gardener's library replaces ranges first.
            let blank = |c: char| c.is_ascii_whitespace();
            let parts: Vec<&str> = text.split("||").collect();
            let touches = |pair: &[&str]| !pair[0].ends_with(blank) || !pair[1].starts_with(blank);
            if text.split_ascii_whitespace().any(|word| word == "-")
                && parts.windows(2).any(touches)
            {
                return Ok(());
            }
            let each: Option<Vec<Constraint>> = parts
                .iter()
                .map(|part| Constraint::parse(part).ok())
                .collect();
            let each = each.ok_or_else(|| format!("a part of {text:?} is no constraint"))?;
            for version in &versions {
                let (whole, any) = (
                    constraint.check(version),
                    each.iter().any(|part| part.check(version)),
                );
                ensure!(
                    whole == any,
                    "{text:?} says {whole} of {version}, and its parts {any}"
                );
            }
        }
        Err(error) => {
            let at = error.offset();
            ensure!(
                at.is_none_or(|at| text.is_char_boundary(at)),
                "{error} at {at:?} of {text:?}"
            );
            ensure!(!error.to_string().is_empty(), "no message");
        }
    }
    Ok(())
}

/// Quantities, times and durations are ordered, what is printed reads as what was read, and advice
/// helps.
pub fn quantities(bytes: &[u8]) -> Result<(), String> {
    let lines = lines(bytes, &OF_QUANTITIES);
    let mut quantities = Vec::new();
    let mut times = Vec::new();
    for line in &lines {
        match Quantity::parse(line) {
            Ok(quantity) => {
                let printed = quantity.to_string();
                let again = Quantity::parse(&printed);
                // The server has no suffix for 1000E, and prints the number alone.
                let is_beyond = printed
                    .trim_start_matches('-')
                    .bytes()
                    .all(|b| b.is_ascii_digit())
                    && quantity
                        .whole_units()
                        .is_none_or(|units| units.unsigned_abs().is_multiple_of(10_u128.pow(21)));
                ensure!(
                    again.as_ref() == Ok(&quantity) || is_beyond,
                    "{line:?} is printed as {printed}, which is {again:?}"
                );
                let sign = quantity.sign();
                ensure!(
                    quantity
                        .whole_units()
                        .is_none_or(|units| units.signum() == i128::from(sign)),
                    "{line:?} has sign {sign} and {:?} units",
                    quantity.whole_units()
                );
                quantities.push(quantity);
            }
            Err(error) => {
                ensure!(!error.to_string().is_empty(), "no message");
                if let Some(suffix) = error.suggestion() {
                    let meant = format!("1{suffix}");
                    ensure!(
                        Quantity::parse(&meant).is_ok(),
                        "{line:?}: the advice {suffix:?} is no suffix"
                    );
                }
            }
        }
        match Time::parse(line) {
            Ok(time) => {
                let printed = time.to_string();
                let again = Time::parse(&printed);
                // An offset leads beyond the years that can be written.
                if printed.len() == 20 {
                    ensure!(
                        again.as_ref().map(|again| again.unix()) == Ok(time.unix()),
                        "{line:?} is printed as {printed}, which is {again:?}"
                    );
                }
                ensure!(
                    Time::parse_now(line)
                        .is_ok_and(|now| now >= time && now.unix() - time.unix() < 2),
                    "{line:?} is another now"
                );
                times.push(time);
            }
            Err(error) => {
                ensure!(
                    line.get(error.range.clone()).is_some(),
                    "{error} at {:?} of {line:?}",
                    error.range
                );
                if let Some(meant) = &error.suggestion {
                    ensure!(
                        Time::parse(meant).is_ok(),
                        "{line:?}: the advice {meant:?} is no time"
                    );
                }
            }
        }
        if let Ok(duration) = Duration::parse(line) {
            let printed = duration.to_string();
            let again = Duration::parse(&printed);
            ensure!(
                again.as_ref().map(|again| again.nanoseconds()) == Ok(duration.nanoseconds()),
                "{line:?} is printed as {printed}, which is {again:?}"
            );
        }
    }
    is_order(&quantities, Ord::cmp)?;
    is_order(&times, Ord::cmp)
}
