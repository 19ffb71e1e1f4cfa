//! The versions that may not be supported at the same time: the server allows one supported version
//! in a minor. A version may be supported by a `lifecycle` or by its `classification` alone
//! (`docs/gardener/cloudprofile.md#supported-overlap`).

use std::collections::{BTreeMap, BTreeSet};

use super::cloudprofile::{ExpirableVersion, LifecycleStage};
use super::lifecycle::{Classification, rank};
use super::time::Time;
use super::version::Version;

/// A version of a list that is supported at the same time as others of it; all are positions in the
/// list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlaps {
    /// The version that is refused, once for each of the others.
    pub subject: usize,
    /// How many others there are.
    pub count: usize,
    /// The others, and why the server thinks that they overlap; where there are more than asked for,
    /// only the first.
    pub peers: Vec<(usize, Reason)>,
}

/// Why two versions count as supported at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// One of them has no lifecycle, so the server does not know of an end.
    NoLifecycle,
    /// Neither lifecycle ends the support.
    BothEndless,
    /// One of them is supported without end, and has always been.
    AlwaysSupported,
    /// One of them is supported without end and begins before the support of the other one ends.
    BeginsBefore {
        /// When the endless support begins.
        begin: Time,
        /// When the other one ends.
        end: Time,
    },
}

/// The versions of a list that overlap with others at `now`, in order. `most`: of a version with more
/// others than that, only one is named. (The others of all versions are as many as their pairs.)
#[must_use]
pub fn supported_overlaps(
    versions: &[&ExpirableVersion<'_>],
    now: Time,
    most: usize,
) -> Vec<Overlaps> {
    let mut minors: BTreeMap<(u64, u64), Minor<'_>> = BTreeMap::new();
    for (index, version) in versions
        .iter()
        .enumerate()
        .filter(|(_, version)| may_be_supported(version))
    {
        // One of them that cannot be compared, and the server gives up on the whole list.
        let Some(parsed) = Version::parse(version.version.value) else {
            return Vec::new();
        };
        minors
            .entry((parsed.major, parsed.minor))
            .or_default()
            .add((index, parsed), version);
    }
    minors.retain(|_, minor| minor.several);
    minors.values_mut().for_each(Minor::sort);
    let mut overlaps = Vec::new();
    for (subject, version) in versions.iter().enumerate() {
        if version.classification.is_none()
            || version.classification_at(now) != Classification::Supported
        {
            continue;
        }
        let Some(parsed) = Version::parse(version.version.value) else {
            continue;
        };
        let Some(minor) = minors.get(&(parsed.major, parsed.minor)) else {
            continue;
        };
        let reason = |peer: usize| {
            let other = versions.get(peer)?;
            Some((peer, overlap(version, other)?))
        };
        let found = minor.overlapping(version);
        let equal = minor.equal.get(&parsed).into_iter().flatten();
        let count = found.len() - equal.filter(|peer| reason(**peer).is_some()).count();
        if count == 0 {
            continue;
        }
        let others = found.positions(parsed);
        let peers = if count > most {
            others.take(1).filter_map(reason).collect()
        } else {
            let others: BTreeSet<usize> = others.collect();
            others.into_iter().filter_map(reason).collect()
        };
        overlaps.push(Overlaps {
            subject,
            count,
            peers,
        });
    }
    overlaps
}

/// A peer: its position and its version.
type Peer<'t> = (usize, Version<'t>);

/// The peers of one minor, sorted so that those that overlap with a version are found without
/// trying all pairs.
#[derive(Default)]
struct Minor<'t> {
    /// Whether there are two different versions.
    several: bool,
    all: Vec<Peer<'t>>,
    /// The positions of each version: one does not overlap with itself.
    equal: BTreeMap<Version<'t>, Vec<usize>>,
    /// The versions that list no lifecycle.
    open: Vec<Peer<'t>>,
    /// Versions whose lifecycle never ends the support, by its begin.
    endless: Vec<(Option<Time>, Peer<'t>)>,
    /// Versions whose lifecycle ends the support, by its end.
    ended: Vec<(Option<Time>, Peer<'t>)>,
}

impl<'t> Minor<'t> {
    fn add(&mut self, peer: Peer<'t>, version: &ExpirableVersion<'t>) {
        self.several |= self.all.first().is_some_and(|first| first.1 != peer.1);
        self.all.push(peer);
        self.equal.entry(peer.1).or_default().push(peer.0);
        match support(version) {
            _ if version.stages().is_empty() => self.open.push(peer),
            Some(Support { begin, end: None }) => {
                self.endless.push((begin.start_time.time(), peer));
            }
            Some(Support { end: Some(end), .. }) => self.ended.push((end.start_time.time(), peer)),
            None => {}
        }
    }

    fn sort(&mut self) {
        self.endless
            .sort_by_key(|(begin, (index, _))| (*begin, *index));
        self.ended.sort_by_key(|(end, (index, _))| (*end, *index));
    }

    /// The peers that overlap with a version, itself among them.
    fn overlapping(&self, version: &ExpirableVersion<'t>) -> Peers<'_, 't> {
        let (endless, ended): (&[_], &[_]) = match support(version) {
            _ if version.stages().is_empty() => {
                return Peers {
                    plain: &self.all,
                    timed: [&[], &[]],
                };
            }
            None => (&[], &[]),
            Some(Support { begin, end: None }) => {
                // Nothing sorts below a time.
                let begin = begin.start_time.time();
                let first = if begin.is_none() {
                    0
                } else {
                    self.ended.partition_point(|(end, _)| *end <= begin)
                };
                (&self.endless, self.ended.get(first..).unwrap_or_default())
            }
            Some(Support { end: Some(end), .. }) => {
                let end = end.start_time.time();
                let count = self
                    .endless
                    .partition_point(|(begin, _)| begin.is_none() || *begin < end);
                (self.endless.get(..count).unwrap_or_default(), &[])
            }
        };
        Peers {
            plain: &self.open,
            timed: [endless, ended],
        }
    }
}

/// Peers that overlap with a version.
struct Peers<'m, 't> {
    plain: &'m [Peer<'t>],
    timed: [&'m [(Option<Time>, Peer<'t>)]; 2],
}

impl<'m, 't> Peers<'m, 't> {
    fn len(&self) -> usize {
        self.plain.len() + self.timed[0].len() + self.timed[1].len()
    }

    /// The positions of those that are another version.
    fn positions(self, version: Version<'t>) -> impl Iterator<Item = usize> + use<'m, 't> {
        let timed = self.timed.into_iter().flatten().map(|(_, peer)| peer);
        self.plain
            .iter()
            .chain(timed)
            .filter(move |(_, other)| *other != version)
            .map(|(index, _)| *index)
    }
}

/// Whether a version says anywhere that it is supported. One without classification takes no part.
fn may_be_supported(version: &ExpirableVersion<'_>) -> bool {
    let supported = Classification::Supported.as_str();
    *version.classification == Some(supported)
        || version
            .stages()
            .iter()
            .any(|stage| *stage.classification == supported)
}

fn overlap(one: &ExpirableVersion<'_>, other: &ExpirableVersion<'_>) -> Option<Reason> {
    if one.stages().is_empty() || other.stages().is_empty() {
        return Some(Reason::NoLifecycle);
    }
    let (one, other) = (support(one)?, support(other)?);
    let (endless, end) = match (one.end, other.end) {
        (None, None) => return Some(Reason::BothEndless),
        (None, Some(end)) => (one, end),
        (Some(end), None) => (other, end),
        (Some(_), Some(_)) => return None,
    };
    let Some(begin) = endless.begin.start_time.time() else {
        return Some(Reason::AlwaysSupported);
    };
    let end = end.start_time.time()?;
    (begin < end).then_some(Reason::BeginsBefore { begin, end })
}

/// The support of a version by its lifecycle.
#[derive(Clone, Copy)]
struct Support<'a, 't> {
    begin: &'a LifecycleStage<'t>,
    /// The first stage that ranks above it.
    end: Option<&'a LifecycleStage<'t>>,
}

fn support<'a, 't>(version: &'a ExpirableVersion<'t>) -> Option<Support<'a, 't>> {
    let stages = version.stages();
    let begin = stages
        .iter()
        .find(|stage| *stage.classification == Classification::Supported.as_str())?;
    let end = stages
        .iter()
        .find(|stage| rank(*stage.classification) > Classification::Supported);
    Some(Support { begin, end })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::cursor::{Moment, Spanned};
    use crate::source::Span;

    fn spanned<T>(value: T) -> Spanned<T> {
        Spanned::new(value, Span::default())
    }

    fn moment(seconds: impl Into<Option<i64>>) -> Spanned<Moment> {
        spanned(seconds.into().map_or(Moment::Unset, |seconds| {
            Moment::At(Time::from_unix(seconds))
        }))
    }

    fn version<'t>(
        version: &'t str,
        classification: Option<&'t str>,
        end: impl Into<Option<i64>>,
    ) -> ExpirableVersion<'t> {
        ExpirableVersion {
            node: None,
            at: Span::default(),
            version: spanned(version),
            expiration_date: moment(end),
            classification: spanned(classification),
            lifecycle: spanned(None),
        }
    }

    fn staged<'t>(
        text: &'t str,
        classification: Option<&'t str>,
        stages: &[(&'t str, Option<i64>)],
    ) -> ExpirableVersion<'t> {
        let stage = |(classification, start): &(&'t str, Option<i64>)| LifecycleStage {
            at: Span::default(),
            classification: spanned(*classification),
            start_time: moment(*start),
        };
        ExpirableVersion {
            lifecycle: spanned(Some(stages.iter().map(stage).collect())),
            ..version(text, classification, None)
        }
    }

    fn pairs(versions: &[ExpirableVersion<'_>]) -> Vec<(usize, usize)> {
        let versions: Vec<_> = versions.iter().collect();
        supported_overlaps(&versions, Time::from_unix(100), usize::MAX)
            .iter()
            .flat_map(|of| of.peers.iter().map(|(peer, _)| (of.subject, *peer)))
            .collect()
    }

    const SUPPORTED: Option<&str> = Some("supported");

    #[test]
    fn each_supported_sibling_counts() {
        let versions =
            ["1.30.1", "1.30.2", "1.30.3", "1.31.0"].map(|text| version(text, SUPPORTED, None));
        assert_eq!(
            pairs(&versions),
            [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
        );
    }

    #[test]
    fn an_unclassified_version_takes_no_part_whatever_the_order() {
        assert_eq!(
            pairs(&[
                version("1.30.1", None, None),
                version("1.30.2", SUPPORTED, None)
            ]),
            []
        );
        assert_eq!(
            pairs(&[
                version("1.30.2", SUPPORTED, None),
                version("1.30.1", None, None)
            ]),
            []
        );
    }

    #[test]
    fn an_expired_version_counts_for_others_but_has_no_finding() {
        assert_eq!(
            pairs(&[
                version("1.30.1", SUPPORTED, 50),
                version("1.30.2", SUPPORTED, None)
            ]),
            [(1, 0)]
        );
    }

    #[test]
    fn one_candidate_that_cannot_be_compared_silences_the_list() {
        let versions = [
            version("1.30.1", SUPPORTED, None),
            version("1.30.2", SUPPORTED, None),
            version("edge", SUPPORTED, None),
        ];
        assert_eq!(pairs(&versions), []);
        let versions = [
            version("1.30.1", SUPPORTED, None),
            version("1.30.2", SUPPORTED, None),
            version("edge", None, None),
        ];
        assert_eq!(pairs(&versions), [(0, 1), (1, 0)]);
    }

    #[test]
    fn two_spellings_of_one_version_do_not_overlap() {
        assert_eq!(
            pairs(&[
                version("1.30", SUPPORTED, None),
                version("1.30.0", SUPPORTED, None)
            ]),
            []
        );
    }

    #[test]
    fn sorting_finds_what_trying_all_pairs_finds() {
        let times = [None, Some(5), Some(10), Some(20)];
        let mut versions = vec![
            version("1.30.100", SUPPORTED, None),
            staged("1.30.101", SUPPORTED, &[("preview", None)]),
        ];
        let names: Vec<String> = (0..times.len() * (times.len() + 1))
            .map(|n| format!("1.30.{}", n / 2))
            .collect();
        let mut names = names.iter();
        for begin in times {
            versions.push(staged(
                names.next().unwrap(),
                SUPPORTED,
                &[("supported", begin)],
            ));
            for end in times {
                versions.push(staged(
                    names.next().unwrap(),
                    SUPPORTED,
                    &[("supported", begin), ("expired", end)],
                ));
            }
        }
        let now = Time::from_unix(15);
        let mut expected: Vec<Overlaps> = Vec::new();
        for (subject, version) in versions
            .iter()
            .enumerate()
            .filter(|(_, version)| version.classification_at(now) == Classification::Supported)
        {
            let others = versions.iter().enumerate().filter(|(_, other)| {
                may_be_supported(other)
                    && Version::parse(*version.version) != Version::parse(*other.version)
            });
            let peers: Vec<(usize, Reason)> = others
                .filter_map(|(peer, other)| Some((peer, overlap(version, other)?)))
                .collect();
            if !peers.is_empty() {
                expected.push(Overlaps {
                    subject,
                    count: peers.len(),
                    peers,
                });
            }
        }
        let versions: Vec<_> = versions.iter().collect();
        assert_eq!(supported_overlaps(&versions, now, usize::MAX), expected);
        assert!(expected.iter().map(|of| of.count).sum::<usize>() > 50);
        let few = supported_overlaps(&versions, now, 7);
        assert!(few.iter().any(|of| of.count > 7) && few.iter().any(|of| of.count <= 7));
        for (few, all) in few.iter().zip(&expected) {
            assert_eq!((few.subject, few.count), (all.subject, all.count));
            assert!(few.peers.iter().all(|peer| all.peers.contains(peer)));
            assert_eq!(few.peers.len(), if few.count > 7 { 1 } else { few.count });
        }
    }

    #[test]
    fn lifecycles_overlap_by_their_times() {
        let subject = |end| staged("1.30.1", SUPPORTED, end);
        let endless = || subject(&[("supported", Some(10))]);
        let until = |end| {
            staged(
                "1.30.2",
                None,
                &[("supported", Some(5)), ("deprecated", end)],
            )
        };
        assert_eq!(pairs(&[endless(), until(Some(20))]), [(0, 1)]);
        assert_eq!(pairs(&[endless(), until(Some(10))]), []);
        assert_eq!(pairs(&[endless(), until(None)]), []);
        assert_eq!(
            pairs(&[endless(), staged("1.30.2", None, &[("supported", None)])]),
            [(0, 1)]
        );
        assert_eq!(
            pairs(&[subject(&[("supported", None)]), until(Some(1))]),
            [(0, 1)]
        );
        // Two that both end never overlap.
        assert_eq!(
            pairs(&[
                subject(&[("supported", Some(10)), ("expired", Some(900))]),
                until(Some(20))
            ]),
            []
        );
    }
}
