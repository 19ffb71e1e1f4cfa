//! The lifecycle of an expirable version: which classification it has at a given time, and when
//! that changes. *Now* is a parameter; whether a lifecycle is well formed is judged elsewhere.

use std::fmt;

use super::time::Time;

/// A classification of a version, in the order of `docs/gardener/README.md#words`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classification {
    /// Not to be used yet. It cannot be written in a profile.
    Unavailable,
    /// A version to try, not to rely on.
    Preview,
    Supported,
    Deprecated,
    /// No longer to be used.
    Expired,
}

impl Classification {
    /// In the order in which a version passes through them.
    pub const ALL: [Classification; 5] = [
        Classification::Unavailable,
        Classification::Preview,
        Classification::Supported,
        Classification::Deprecated,
        Classification::Expired,
    ];

    /// The classification that a word names; words are case-sensitive.
    pub fn parse(word: &str) -> Option<Classification> {
        Classification::ALL
            .into_iter()
            .find(|classification| classification.as_str() == word)
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Classification::Unavailable => "unavailable",
            Classification::Preview => "preview",
            Classification::Supported => "supported",
            Classification::Deprecated => "deprecated",
            Classification::Expired => "expired",
        }
    }
}

impl fmt::Display for Classification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The rank of a word in the order of classifications; an unknown word ranks as `unavailable`
/// (`docs/gardener/cloudprofile.md#expirable-versions`).
pub fn rank(word: &str) -> Classification {
    Classification::parse(word).unwrap_or(Classification::Unavailable)
}

/// A stage of a lifecycle, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage<'a> {
    /// Its classification, known or not.
    pub classification: &'a str,
    /// When it starts; `None` means that it has always begun.
    pub start: Option<Time>,
}

/// The classification of a version at some time. The server uses the word as written, even if it
/// does not know it: such a version is none of the five, ranks as `unavailable`, and yet is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Current<'a> {
    /// One of the five classifications.
    Known(Classification),
    /// Any other word, also the empty one.
    Unknown(&'a str),
}

impl serde::Serialize for Current<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'a> Current<'a> {
    /// Reads a word as the profile writes it.
    pub fn from_word(word: &'a str) -> Current<'a> {
        Classification::parse(word).map_or(Current::Unknown(word), Current::Known)
    }

    pub fn as_str(self) -> &'a str {
        match self {
            Current::Known(classification) => classification.as_str(),
            Current::Unknown(word) => word,
        }
    }

    /// Whether it is neither `expired` nor `unavailable` (`docs/gardener/versions.md#lifecycle`).
    pub fn is_active(self) -> bool {
        !matches!(
            self,
            Current::Known(Classification::Expired | Classification::Unavailable)
        )
    }

    /// Its place in the order of classifications.
    pub fn rank(self) -> Classification {
        match self {
            Current::Known(classification) => classification,
            Current::Unknown(_) => Classification::Unavailable,
        }
    }
}

impl fmt::Display for Current<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq<Classification> for Current<'_> {
    fn eq(&self, other: &Classification) -> bool {
        *self == Current::Known(*other)
    }
}

/// The classification of a version at `now` (`docs/gardener/versions.md#lifecycle`).
/// `classification` and `expiration` count only where there is no `lifecycle`; an empty word counts
/// as set.
pub fn current<'a>(
    classification: Option<&'a str>,
    expiration: Option<Time>,
    lifecycle: &[Stage<'a>],
    now: Time,
) -> Current<'a> {
    if !lifecycle.is_empty() {
        return last_begun(lifecycle, now);
    }
    if classification.is_none() && expiration.is_none() {
        return Current::Known(Classification::Supported);
    }
    last_begun(&implied_stages(classification, expiration), now)
}

/// All times at which the classification of a version changes, in order, with what it changes to. A
/// change takes effect just after its time, because a stage counts once its start is strictly in
/// the past.
pub fn transitions<'a>(
    classification: Option<&'a str>,
    expiration: Option<Time>,
    lifecycle: &[Stage<'a>],
) -> Vec<(Time, Current<'a>)> {
    let implied = implied_stages(classification, expiration);
    let stages = if lifecycle.is_empty() {
        &implied[..]
    } else {
        lifecycle
    };
    let mut starts: Vec<Time> = stages.iter().filter_map(|stage| stage.start).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut before = last_begun(stages, Time::MIN);
    let mut transitions = Vec::new();
    for start in starts {
        let after = last_begun(stages, Time::from_unix(start.unix().saturating_add(1)));
        if after != before {
            transitions.push((start, after));
            before = after;
        }
    }
    transitions
}

/// The stages that stand for the older pair of fields. Without an expiration date the second one
/// never begins.
fn implied_stages(classification: Option<&str>, expiration: Option<Time>) -> [Stage<'_>; 2] {
    [
        Stage {
            classification: classification.unwrap_or(Classification::Supported.as_str()),
            start: None,
        },
        Stage {
            classification: Classification::Expired.as_str(),
            start: Some(expiration.unwrap_or(Time::MAX)),
        },
    ]
}

fn last_begun<'a>(stages: &[Stage<'a>], now: Time) -> Current<'a> {
    stages
        .iter()
        .rfind(|stage| stage.start.is_none_or(|start| start < now))
        .map_or(Current::Known(Classification::Unavailable), |stage| {
            Current::from_word(stage.classification)
        })
}

#[cfg(test)]
mod tests {
    use super::Classification::{Deprecated, Expired, Preview, Supported, Unavailable};
    use super::*;

    fn at(seconds: i64) -> Time {
        Time::from_unix(seconds)
    }

    fn stage(classification: &str, start: impl Into<Option<i64>>) -> Stage<'_> {
        Stage {
            classification,
            start: start.into().map(at),
        }
    }

    #[test]
    fn classifies_by_the_older_fields() {
        assert_eq!(current(None, None, &[], at(0)), Supported);
        assert_eq!(current(Some("preview"), None, &[], at(0)), Preview);
        assert_eq!(current(None, Some(at(10)), &[], at(9)), Supported);
        // Strictly before now.
        assert_eq!(
            current(Some("deprecated"), Some(at(10)), &[], at(10)),
            Deprecated
        );
        assert_eq!(
            current(Some("deprecated"), Some(at(10)), &[], at(11)),
            Expired
        );
        assert_eq!(
            current(Some("bogus"), Some(at(10)), &[], at(5)),
            Current::Unknown("bogus")
        );
        assert!(current(Some(""), None, &[], at(0)).is_active());
        assert!(!current(Some("unavailable"), None, &[], at(0)).is_active());
    }

    #[test]
    fn classifies_by_the_lifecycle() {
        let lifecycle = [
            stage("preview", 10),
            stage("supported", 20),
            stage("deprecated", 30),
            stage("expired", 40),
        ];
        for (now, expected) in [
            (10, Unavailable),
            (11, Preview),
            (20, Preview),
            (21, Supported),
            (35, Deprecated),
            (41, Expired),
        ] {
            assert_eq!(
                current(Some("supported"), Some(at(0)), &lifecycle, at(now)),
                expected,
                "{now}"
            );
        }
        // The last one taken wins, whatever the order of starts.
        let lifecycle = [
            stage("supported", 20),
            stage("preview", None),
            stage("deprecated", 30),
        ];
        assert_eq!(current(None, None, &lifecycle, at(25)), Preview);
    }

    #[test]
    fn lists_the_changes() {
        assert_eq!(transitions(None, None, &[]), []);
        assert_eq!(transitions(Some("preview"), None, &[]), []);
        assert_eq!(
            transitions(Some("preview"), Some(at(10)), &[]),
            [(at(10), Current::Known(Expired))]
        );
        assert_eq!(transitions(Some("expired"), Some(at(10)), &[]), []);
        let lifecycle = [
            stage("preview", None),
            stage("supported", 20),
            stage("supported", 25),
            stage("expired", 20),
            stage("x", 7),
        ];
        // A stage later in the list covers stages with later start times before it.
        assert_eq!(
            transitions(None, None, &lifecycle),
            [(at(7), Current::Unknown("x"))]
        );
        let lifecycle = [
            stage("preview", 10),
            stage("supported", 20),
            stage("expired", 40),
        ];
        let expected = [(at(10), Preview), (at(20), Supported), (at(40), Expired)]
            .map(|(time, to)| (time, Current::Known(to)));
        assert_eq!(transitions(None, None, &lifecycle), expected);
    }

    #[test]
    fn ranks_words() {
        assert!(Classification::ALL.is_sorted());
        for classification in Classification::ALL {
            assert_eq!(
                Classification::parse(classification.as_str()),
                Some(classification)
            );
        }
        assert_eq!(rank("Supported"), Unavailable);
        assert_eq!(rank("deprecated"), Deprecated);
    }
}
