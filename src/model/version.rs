//! Version numbers as Gardener reads them: leniently, with an optional `v` and missing numbers
//! counting as 0. Pure values: parsing, printing and ordering; no rule about which version is
//! allowed where.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The longest version text that Gardener accepts, in bytes
/// (`docs/gardener/versions.md#version-numbers`).
pub const MAX_VERSION_BYTES: usize = 256;

/// A version number. It borrows its pre-release and build metadata from the text it was read from,
/// so that reading and comparing allocate nothing.
///
/// Equality and order are those of `docs/gardener/versions.md#version-numbers`: build metadata
/// never matters, and two spellings of equal value (`1.30`, `v1.30.0`) are equal. Look-ups that
/// compare strings must compare the texts.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    pub major: u64,
    /// The second number, 0 if it was not written.
    pub minor: u64,
    /// The third number, 0 if it was not written.
    pub patch: u64,
    /// The pre-release without its hyphen, empty if there is none.
    pub pre: &'a str,
    /// The build metadata without its plus sign, empty if there is none.
    pub build: &'a str,
}

impl<'a> Version<'a> {
    /// Reads a version; `None` for anything that `docs/gardener/versions.md#version-numbers` does
    /// not allow.
    pub fn parse(text: &'a str) -> Option<Version<'a>> {
        if text.len() > MAX_VERSION_BYTES {
            return None;
        }
        let (rest, build) = match text.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (text, None),
        };
        let (core, pre) = match rest.split_once('-') {
            Some((core, pre)) => (core, Some(pre)),
            None => (rest, None),
        };
        if !build.is_none_or(are_identifiers) || !pre.is_none_or(is_pre_release) {
            return None;
        }
        let mut groups = core.strip_prefix('v').unwrap_or(core).split('.');
        let major = number(groups.next()?)?;
        let minor = groups.next().map_or(Some(0), number)?;
        let patch = groups.next().map_or(Some(0), number)?;
        if groups.next().is_some() {
            return None;
        }
        Some(Version {
            major,
            minor,
            patch,
            pre: pre.unwrap_or_default(),
            build: build.unwrap_or_default(),
        })
    }

    /// Whether the version names a pre-release.
    pub fn is_pre_release(&self) -> bool {
        !self.pre.is_empty()
    }

    /// Compares by precedence: the three numbers, then the pre-release by the rules of SemVer 2.0.
    /// Build metadata does not count (`docs/gardener/versions.md#version-numbers`).
    pub fn cmp_precedence(&self, other: &Version<'_>) -> Ordering {
        (self.major, self.minor, self.patch)
            .cmp(&(other.major, other.minor, other.patch))
            .then_with(|| cmp_pre_release(self.pre, other.pre))
    }
}

/// The canonical text: no `v`, three numbers, then pre-release and build metadata where there are
/// any.
impl fmt::Display for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.build.is_empty() {
            write!(f, "+{}", self.build)?;
        }
        Ok(())
    }
}

impl PartialEq for Version<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp_precedence(other).is_eq()
    }
}

impl Eq for Version<'_> {}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cmp_precedence(other)
    }
}

// No pre-release identifier has a leading zero, so equal precedence means equal text, and hashing
// the text is right.
impl Hash for Version<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.major, self.minor, self.patch, self.pre).hash(state);
    }
}

/// Compares two pre-releases (without their hyphen): none ranks above any, numeric identifiers rank
/// below the others, numbers compare by value and texts by ASCII, fewer identifiers rank lower.
pub(super) fn cmp_pre_release(left: &str, right: &str) -> Ordering {
    match (left.is_empty(), right.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (mut lefts, mut rights) = (left.split('.'), right.split('.'));
    loop {
        let order = match (lefts.next(), rights.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            // Digits that do not fit 64 bits count as text, so a failed `number` is not a mistake
            // here.
            (Some(left), Some(right)) => match (number(left), number(right)) {
                (Some(left), Some(right)) => left.cmp(&right),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => left.cmp(right),
            },
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// A run of decimal digits that fits 64 bits. (`u64::from_str` alone would accept a leading `+`.)
pub(super) fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

/// Whether a text is a pre-release: identifiers, none of them digits with a leading zero.
pub(super) fn is_pre_release(text: &str) -> bool {
    are_identifiers(text)
        && text.split('.').all(|part| {
            part.len() == 1
                || !part.starts_with('0')
                || !part.bytes().all(|byte| byte.is_ascii_digit())
        })
}

fn are_identifiers(text: &str) -> bool {
    text.split('.').all(|part| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

/// Whether a text is a Kubernetes version of a profile: `^([0-9]+\.){2}[0-9]+$`
/// (`docs/gardener/versions.md#kubernetes-versions`). Such a text may still not be a [`Version`]:
/// its numbers are not bounded.
pub fn is_kubernetes_version(text: &str) -> bool {
    let mut groups = 0;
    for group in text.split('.') {
        groups += 1;
        if groups > 3 || group.is_empty() || !group.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
    }
    groups == 3
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_page_allows() {
        let table = [
            ("1.2.3", Some("1.2.3")),
            ("v1.30", Some("1.30.0")),
            ("1", Some("1.0.0")),
            ("18.04.201906170", Some("18.4.201906170")),
            ("1.0.0-0a", Some("1.0.0-0a")),
            ("1.0.0-0", Some("1.0.0-0")),
            ("1.0.0--", Some("1.0.0--")),
            ("1-a-b.c+d-e.01", Some("1.0.0-a-b.c+d-e.01")),
            ("1+b-c", Some("1.0.0+b-c")),
            ("18446744073709551615.0.0", Some("18446744073709551615.0.0")),
            ("000000000000000000000000000001", Some("1.0.0")),
            (
                "1.0.0-99999999999999999999",
                Some("1.0.0-99999999999999999999"),
            ),
            ("18446744073709551616.0.0", None),
            ("1.0.0-01", None),
            ("1.0.0-a.00", None),
            ("1.2.3.4", None),
            ("", None),
            ("v", None),
            ("V1", None),
            ("vv1", None),
            ("1.", None),
            (".1", None),
            ("1..2", None),
            ("+1", None),
            ("1.+2", None),
            (" 1", None),
            ("1 ", None),
            ("1.2.3-", None),
            ("1.2.3-a..b", None),
            ("1.2.3+", None),
            ("1.2.3+a+b", None),
            ("1.2.3+a_b", None),
            ("1.0.0-ü", None),
            ("١", None),
            ("1\n", None),
        ];
        for (text, canonical) in table {
            assert_eq!(
                Version::parse(text)
                    .map(|version| version.to_string())
                    .as_deref(),
                canonical,
                "{text:?}"
            );
        }
        assert!(Version::parse(&format!("1-{}", "a".repeat(254))).is_some());
        assert!(Version::parse(&format!("1-{}", "a".repeat(255))).is_none());
    }

    #[test]
    fn orders_by_precedence() {
        let ascending = [
            "0.0.1",
            "1.0.0-0",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-18446744073709551615",
            // Too large for a number: text, and as such above all numbers.
            "1.0.0-18446744073709551616",
            "1.0.0-2a",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-rc.1",
            "1.0.0-rc.1.0",
            "1.0.0",
            "1.0.1-a",
            "1.2",
            "1.10",
            "2",
        ];
        for (i, left) in ascending.iter().enumerate() {
            for (j, right) in ascending.iter().enumerate() {
                let order = Version::parse(left)
                    .unwrap()
                    .cmp(&Version::parse(right).unwrap());
                assert_eq!(order, i.cmp(&j), "{left} {right}");
            }
        }
        assert_eq!(Version::parse("1.30"), Version::parse("v1.30.0+build.7"));
    }

    #[test]
    fn knows_kubernetes_versions() {
        for text in ["1.30.2", "0.0.0", "01.2.3", "1.30.99999999999999999999"] {
            assert!(is_kubernetes_version(text), "{text}");
        }
        for text in [
            "",
            "1.30",
            "1.30.2.1",
            "v1.30.2",
            "1.30.2-rc.1",
            "1.30.",
            "1..2",
            "1.30.2\n",
            " 1.30.2",
        ] {
            assert!(!is_kubernetes_version(text), "{text:?}");
        }
    }
}
