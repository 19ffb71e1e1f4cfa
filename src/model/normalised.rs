//! The comparison of versions that ignores a `v` and everything after the numbers
//! (`docs/gardener/versions.md#normalised-comparison`).

use std::borrow::Cow;

use crate::model::constraint::{Constraint, Operator};
use crate::model::version::Version;

/// A version text as the normalised comparison sees it: every `v` removed, then cut at the first of
/// `-`, `+`, `~` (`docs/gardener/versions.md#normalised-comparison`).
pub fn normalised(text: &str) -> Cow<'_, str> {
    let without_suffix = |text: &str| text.find(['-', '+', '~']).unwrap_or(text.len());
    if text.contains('v') {
        let mut text = text.replace('v', "");
        text.truncate(without_suffix(&text));
        Cow::Owned(text)
    } else {
        Cow::Borrowed(&text[..without_suffix(text)])
    }
}

/// `cmp(a, op, b)` of `docs/gardener/versions.md#normalised-comparison`: whether `a`, normalised,
/// meets the constraint `op b`, `b` normalised. `None` if `a` is not a version or `op b` is not a
/// constraint.
pub fn cmp_normalised(a: &str, op: Operator, b: &str) -> Option<bool> {
    Some(Comparison::new(op, b).constraint?.check(&number(a)?))
}

/// The number of a normalised text, for `Comparison`; none if that is no version.
pub fn number(text: &str) -> Option<Version<'static>> {
    let Version {
        major,
        minor,
        patch,
        ..
    } = Version::parse(&normalised(text))?;
    Some(Version {
        major,
        minor,
        patch,
        pre: "",
        build: "",
    })
}

/// The operator and the right side of a normalised comparison, read once for many left sides.
#[derive(Debug)]
pub struct Comparison {
    constraint: Option<Constraint>,
}

impl Comparison {
    /// `op b` of `cmp(a, op, b)`.
    #[must_use]
    pub fn new(op: Operator, b: &str) -> Self {
        Self {
            constraint: Constraint::parse(&format!("{op} {}", normalised(b))).ok(),
        }
    }

    /// Whether the `number` of a left side meets it; never if the right side is not a version.
    #[must_use]
    pub fn admits(&self, a: &Version<'_>) -> bool {
        self.constraint.as_ref().is_some_and(|constraint| {
            constraint.check(&Version {
                pre: "",
                build: "",
                ..*a
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_normalised() {
        for (text, expected) in [
            ("v1.30.2-gke.1", "1.30.2"),
            ("1.2~3", "1.2"),
            ("1.v2+v", "1.2"),
            ("v", ""),
            ("1.2", "1.2"),
        ] {
            assert_eq!(normalised(text), expected);
        }
        let table = [
            ("v1.30.2-foo", Operator::Exact, "1.30.2+bar", Some(true)),
            ("1.31.0-rc.1", Operator::Less, "1.31.0", Some(false)),
            ("1.30.9", Operator::Tilde, "1.30.2", Some(true)),
            ("1.31.0", Operator::Tilde, "1.30.2", Some(false)),
            ("1.30.9", Operator::Tilde, "1.30", Some(true)),
            ("1.31", Operator::GreaterEqual, "1.31.0", Some(true)),
            ("1.31", Operator::Greater, "1", Some(false)),
            ("1.31", Operator::Less, "", None),
            ("latest", Operator::Less, "1", None),
            ("1", Operator::Less, "latest", None),
        ];
        for (a, op, b, expected) in table {
            assert_eq!(cmp_normalised(a, op, b), expected, "{a} {op} {b}");
        }
    }
}
