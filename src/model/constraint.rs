//! Version constraints, as in `kubeletVersionConstraint`: alternatives of comparisons, with
//! wildcards and ranges. Reads a constraint and checks versions against it; it does not know where
//! constraints occur.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::version::{MAX_VERSION_BYTES, Version, cmp_pre_release, is_pre_release, number};

/// The longest constraint text that Gardener accepts, in bytes
/// (`docs/gardener/versions.md#constraints`).
pub const MAX_CONSTRAINT_BYTES: usize = 512;
/// The most alternatives that one constraint may have (`docs/gardener/versions.md#constraints`).
pub const MAX_ALTERNATIVES: usize = 32;

/// A constraint: a version meets it if it meets all comparisons of one alternative
/// (`docs/gardener/versions.md#constraints`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    alternatives: Vec<Vec<Comparison>>,
}

/// The operator of a comparison. Spellings that mean the same (`>=` and `=>`, `~` and `~>`, `=` and
/// none) are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `=` or nothing.
    Exact,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `<`
    Less,
    /// `>=` or `=>`
    GreaterEqual,
    /// `<=` or `=<`
    LessEqual,
    /// `~` or `~>`: within the same minor version (or major version, if no minor was given)
    Tilde,
    /// `^`: no change of the leftmost number that is not zero
    Caret,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Exact => "=",
            Operator::NotEqual => "!=",
            Operator::Greater => ">",
            Operator::Less => "<",
            Operator::GreaterEqual => ">=",
            Operator::LessEqual => "<=",
            Operator::Tilde => "~",
            Operator::Caret => "^",
        })
    }
}

/// Why a text is not a constraint. Offsets are bytes in the text as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintError {
    /// More than [`MAX_CONSTRAINT_BYTES`] bytes.
    TooLong {
        /// The length of the text in bytes.
        bytes: usize,
    },
    /// More than [`MAX_ALTERNATIVES`] alternatives.
    TooManyAlternatives { count: usize },
    /// An alternative without any comparison, also the whole text if it is blank.
    EmptyAlternative { at: usize },
    /// Something that is not a comparison, or a comma too many.
    Unexpected {
        /// Where the trouble begins; the end of the text if something is missing there.
        at: usize,
        /// The text from there to the next blank or comma, empty at the end of an alternative.
        found: String,
    },
    /// A comparison whose version has the right look but is none: a number too large or with
    /// letters in it, or a pre-release with a leading zero.
    BadVersion { at: usize, version: String },
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConstraintError::TooLong { bytes } => {
                write!(
                    f,
                    "the constraint is {bytes} bytes long, more than {MAX_CONSTRAINT_BYTES}"
                )
            }
            ConstraintError::TooManyAlternatives { count } => {
                write!(
                    f,
                    "the constraint has {count} alternatives, more than {MAX_ALTERNATIVES}"
                )
            }
            ConstraintError::EmptyAlternative { .. } => {
                f.write_str("a comparison such as `>= 1.30` is missing")
            }
            ConstraintError::Unexpected { found, .. } if found.is_empty() => {
                f.write_str("the constraint ends where a version is expected")
            }
            ConstraintError::Unexpected { found, .. } => {
                write!(f, "`{found}` is not a comparison such as `>= 1.30`")
            }
            ConstraintError::BadVersion { version, .. } => {
                write!(f, "`{version}` is not a version")
            }
        }
    }
}

impl std::error::Error for ConstraintError {}

impl ConstraintError {
    /// Where in the text the fault is, if it is not the text as a whole: a byte offset.
    pub fn offset(&self) -> Option<usize> {
        match self {
            ConstraintError::TooLong { .. } | ConstraintError::TooManyAlternatives { .. } => None,
            ConstraintError::EmptyAlternative { at }
            | ConstraintError::Unexpected { at, .. }
            | ConstraintError::BadVersion { at, .. } => Some(*at),
        }
    }
}

impl Constraint {
    /// Reads a constraint.
    ///
    /// # Errors
    /// The first fault from the left, by `docs/gardener/versions.md#constraints`.
    pub fn parse(text: &str) -> Result<Constraint, ConstraintError> {
        if text.len() > MAX_CONSTRAINT_BYTES {
            return Err(ConstraintError::TooLong { bytes: text.len() });
        }
        let source = Source::with_ranges_replaced(text);
        let count = source.text.split("||").count();
        if count > MAX_ALTERNATIVES {
            return Err(ConstraintError::TooManyAlternatives { count });
        }
        let mut alternatives = Vec::with_capacity(count);
        let mut start = 0;
        for alternative in source.text.split("||") {
            alternatives.push(parse_alternative(
                &source,
                start..start + alternative.len(),
            )?);
            start += alternative.len() + 2;
        }
        Ok(Constraint { alternatives })
    }

    /// Whether a version meets the constraint. An alternative that names no pre-release admits no
    /// pre-release.
    pub fn check(&self, version: &Version<'_>) -> bool {
        self.alternatives.iter().any(|comparisons| {
            let admitted = !version.is_pre_release()
                || comparisons
                    .iter()
                    .any(|comparison| !comparison.pre.is_empty());
            admitted
                && comparisons
                    .iter()
                    .all(|comparison| comparison.holds(version))
        })
    }
}

/// How much of a comparison's version counts: up to the first wildcard or missing number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    Nothing,
    Major,
    Minor,
    Patch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Comparison {
    operator: Operator,
    given: Given,
    major: u64,
    minor: u64,
    patch: u64,
    pre: Box<str>,
}

impl Comparison {
    fn holds(&self, version: &Version<'_>) -> bool {
        let bound = Version {
            major: self.major,
            minor: self.minor,
            patch: self.patch,
            pre: &self.pre,
            build: "",
        };
        let at_least = version.cmp_precedence(&bound).is_ge();
        match self.operator {
            Operator::Exact if self.given == Given::Patch => version.cmp_precedence(&bound).is_eq(),
            Operator::Exact | Operator::Tilde => at_least && self.within_tilde(version),
            Operator::NotEqual => self.differs(version, &bound),
            Operator::Greater => match self.given {
                Given::Major => version.major > self.major,
                Given::Minor => (version.major, version.minor) > (self.major, self.minor),
                Given::Nothing | Given::Patch => version.cmp_precedence(&bound).is_gt(),
            },
            Operator::Less => !at_least,
            Operator::GreaterEqual => at_least,
            Operator::LessEqual => match self.given {
                Given::Major => version.major <= self.major,
                // Without a major the bound reads 0.0, and any patch is admitted.
                Given::Nothing | Given::Minor => {
                    (version.major, version.minor) <= (self.major, self.minor)
                }
                Given::Patch => version.cmp_precedence(&bound).is_le(),
            },
            Operator::Caret => at_least && self.within_caret(version),
        }
    }

    fn within_tilde(&self, version: &Version<'_>) -> bool {
        match self.given {
            Given::Nothing => true,
            Given::Major => version.major == self.major,
            Given::Minor => (version.major, version.minor) == (self.major, self.minor),
            // `~0.0.0` admits everything at or above it.
            Given::Patch => {
                (self.major, self.minor, self.patch) == (0, 0, 0)
                    || (version.major, version.minor) == (self.major, self.minor)
            }
        }
    }

    fn within_caret(&self, version: &Version<'_>) -> bool {
        if version.major != self.major {
            return false;
        }
        if self.major > 0 || self.given == Given::Major {
            return true;
        }
        if version.minor != self.minor {
            return false;
        }
        self.minor > 0 || self.given == Given::Minor || version.patch == self.patch
    }

    fn differs(&self, version: &Version<'_>, bound: &Version<'_>) -> bool {
        match self.given {
            Given::Nothing | Given::Patch => version.cmp_precedence(bound).is_ne(),
            Given::Major => version.major != self.major,
            // Inside the range a differing pre-release still counts as different; without any on
            // both sides this is equal.
            Given::Minor => {
                (version.major, version.minor) != (self.major, self.minor)
                    || cmp_pre_release(version.pre, &self.pre).is_ne()
            }
        }
    }
}

/// The text to search for comparisons, with ranges already replaced, and the way back to the
/// original text.
struct Source<'a> {
    given: &'a str,
    text: Cow<'a, str>,
    /// For each byte of `text` the offset in `given` that it stands for. Empty where nothing was
    /// replaced.
    origins: Vec<usize>,
}

impl<'a> Source<'a> {
    fn with_ranges_replaced(given: &'a str) -> Source<'a> {
        let bytes = given.as_bytes();
        let mut source = Source {
            given,
            text: Cow::Borrowed(given),
            origins: Vec::new(),
        };
        let mut text = String::new();
        let (mut copied, mut at) = (0, 0);
        while at < bytes.len() {
            let Some(range) = find_range(bytes, at) else {
                at += 1;
                continue;
            };
            let mut push = |piece: &str, origin: usize, moves: bool| {
                text.push_str(piece);
                source
                    .origins
                    .extend((0..piece.len()).map(|i| if moves { origin + i } else { origin }));
            };
            push(&given[copied..at], copied, true);
            push(">= ", range.low.start, false);
            push(&given[range.low.clone()], range.low.start, true);
            push(", <= ", range.high.start, false);
            push(&given[range.high.clone()], range.high.start, true);
            push(" ", range.high.end, false);
            (copied, at) = (range.end, range.end);
        }
        if copied > 0 {
            text.push_str(&given[copied..]);
            source.origins.extend(copied..given.len());
            source.text = Cow::Owned(text);
        }
        source
    }

    fn origin(&self, at: usize) -> usize {
        if self.origins.is_empty() {
            at
        } else {
            self.origins.get(at).copied().unwrap_or(self.given.len())
        }
    }
}

/// A range `A - B` with the white space around it.
struct VersionRange {
    low: Range<usize>,
    high: Range<usize>,
    end: usize,
}

/// The range that begins exactly at `at`, with its leading white space.
fn find_range(bytes: &[u8], at: usize) -> Option<VersionRange> {
    let low = scan_version(bytes, skip_blanks(bytes, at))?;
    let hyphen = skip_blanks(bytes, low.end);
    if hyphen == low.end || bytes.get(hyphen) != Some(&b'-') {
        return None;
    }
    let start = skip_blanks(bytes, hyphen + 1);
    if start == hyphen + 1 {
        return None;
    }
    let high = scan_version(bytes, start)?;
    Some(VersionRange {
        low: low.start..low.end,
        high: high.start..high.end,
        end: skip_blanks(bytes, high.end),
    })
}

fn parse_alternative(
    source: &Source<'_>,
    range: Range<usize>,
) -> Result<Vec<Comparison>, ConstraintError> {
    // Everything after the alternative is cut off, so that nothing in it can reach into the next
    // one.
    let bytes = &source.text.as_bytes()[..range.end];
    let mut at = skip_blanks(bytes, range.start);
    if at == range.end {
        return Err(ConstraintError::EmptyAlternative {
            at: source.origin(range.start),
        });
    }
    let mut comparisons = Vec::new();
    loop {
        let begin = at;
        let operator = match bytes.get(at..at + 2).and_then(operator) {
            Some(operator) => {
                at += 2;
                operator
            }
            None => match bytes.get(at..at + 1).and_then(operator) {
                Some(operator) => {
                    at += 1;
                    operator
                }
                None => Operator::Exact,
            },
        };
        at = skip_blanks(bytes, at);
        let Some(version) = scan_version(bytes, at) else {
            // Point at what stands in the way, or at the whole comparison if its version is
            // missing.
            return Err(unexpected(
                source,
                if at == range.end { at } else { begin },
                range.end,
            ));
        };
        comparisons.push(comparison(&source.text, operator, &version).ok_or_else(|| {
            ConstraintError::BadVersion {
                at: source.origin(version.start),
                version: source.text[version.start..version.end].to_owned(),
            }
        })?);
        let blank = skip_blanks(bytes, version.end);
        if blank == range.end {
            return Ok(comparisons);
        }
        at = if bytes[blank] == b',' {
            skip_blanks(bytes, blank + 1)
        } else if blank > version.end {
            blank
        } else {
            return Err(unexpected(source, version.start, range.end));
        };
    }
}

fn unexpected(source: &Source<'_>, at: usize, end: usize) -> ConstraintError {
    let rest = &source.text[at..end];
    let stop = match rest.find(|c| is_blank_char(c) || c == ',') {
        // A lone comma is itself what was not expected; a blank can only follow an operator without
        // a version.
        Some(0) => 1,
        Some(stop) => stop,
        None => rest.len(),
    };
    ConstraintError::Unexpected {
        at: source.origin(at),
        found: rest[..stop].to_owned(),
    }
}

fn operator(text: &[u8]) -> Option<Operator> {
    Some(match text {
        b"=" => Operator::Exact,
        b"!=" => Operator::NotEqual,
        b">" => Operator::Greater,
        b"<" => Operator::Less,
        b">=" | b"=>" => Operator::GreaterEqual,
        b"<=" | b"=<" => Operator::LessEqual,
        b"~" | b"~>" => Operator::Tilde,
        b"^" => Operator::Caret,
        _ => return None,
    })
}

/// A version of a constraint as it stands in the text: its numbers may be wildcards and need not
/// make sense.
struct ScannedVersion {
    start: usize,
    end: usize,
    numbers: [Option<Range<usize>>; 3],
    pre: Option<Range<usize>>,
}

/// The longest version at `start`, if there is one.
fn scan_version(bytes: &[u8], start: usize) -> Option<ScannedVersion> {
    let run = |at: usize, allowed: fn(u8) -> bool| {
        at + bytes[at.min(bytes.len())..]
            .iter()
            .take_while(|byte| allowed(**byte))
            .count()
    };
    let identifiers = |at: usize| {
        let mut end = run(at, is_identifier_byte);
        while end > at
            && bytes.get(end) == Some(&b'.')
            && run(end + 1, is_identifier_byte) > end + 1
        {
            end = run(end + 1, is_identifier_byte);
        }
        end
    };
    let major = start + usize::from(bytes.get(start) == Some(&b'v'));
    let mut end = run(major, is_number_byte);
    if end == major {
        return None;
    }
    let mut numbers = [Some(major..end), None, None];
    for number in &mut numbers[1..] {
        let next = run(end + 1, is_number_byte);
        if bytes.get(end) != Some(&b'.') || next == end + 1 {
            break;
        }
        *number = Some(end + 1..next);
        end = next;
    }
    let mut pre = None;
    if bytes.get(end) == Some(&b'-') && identifiers(end + 1) > end + 1 {
        pre = Some(end + 1..identifiers(end + 1));
        end = identifiers(end + 1);
    }
    if bytes.get(end) == Some(&b'+') && identifiers(end + 1) > end + 1 {
        end = identifiers(end + 1);
    }
    Some(ScannedVersion {
        start,
        end,
        numbers,
        pre,
    })
}

/// The comparison that a scanned version makes; `None` if a part of it that counts is not valid.
fn comparison(text: &str, operator: Operator, version: &ScannedVersion) -> Option<Comparison> {
    let pre = version.pre.clone().map_or("", |range| &text[range]);
    if !pre.is_empty() && !is_pre_release(pre) {
        return None;
    }
    let mut values = [0; 3];
    let mut given = Given::Nothing;
    for ((value, range), reached) in
        values
            .iter_mut()
            .zip(&version.numbers)
            .zip([Given::Major, Given::Minor, Given::Patch])
    {
        let Some(range) = range else { break };
        let digits = &text[range.clone()];
        if matches!(digits, "x" | "X" | "*") {
            break;
        }
        *value = number(digits)?;
        given = reached;
    }
    // The bound itself must not be longer than a version may be. An incomplete one is completed
    // with zeros first, and loses its `v`, its build metadata and what does not count.
    let counted = |count: usize| {
        version.numbers[..count]
            .iter()
            .flatten()
            .map(Range::len)
            .sum::<usize>()
    };
    let pre_bytes = if pre.is_empty() { 0 } else { 1 + pre.len() };
    let bytes = match given {
        Given::Nothing => "0.0.0".len() + pre_bytes,
        Given::Major => counted(1) + ".0.0".len() + pre_bytes,
        Given::Minor => counted(2) + "..0".len() + pre_bytes,
        Given::Patch => version.end - version.start,
    };
    if bytes > MAX_VERSION_BYTES {
        return None;
    }
    let [major, minor, patch] = values;
    Some(Comparison {
        operator,
        given,
        major,
        minor,
        patch,
        pre: pre.into(),
    })
}

fn is_number_byte(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'x' | b'X' | b'*' | b'|')
}

fn is_identifier_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn is_blank_char(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0c' | '\r')
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes[at.min(bytes.len())..]
        .iter()
        .take_while(|byte| is_blank_char(char::from(**byte)))
        .count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
