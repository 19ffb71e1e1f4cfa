//! Deprecated versions by the profile alone: the ones to which automatic updates move pools with a
//! supported version.

use std::collections::{BTreeMap, BTreeSet};

use crate::maintenance::Maintenance;
use crate::maintenance::sweep::{End, Expiring};
use crate::model::lifecycle::Classification;
use crate::model::time::Time;

/// A deprecated version that automatic updates move to from supported ones; one for each kind of
/// worker pools that move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn<'t> {
    /// Position of the image; none for a Kubernetes version.
    pub image: Option<usize>,
    /// Position of the deprecated version in its list.
    pub to: usize,
    /// Positions of the supported versions in the same list.
    pub from: Vec<usize>,
    /// The worker pools that move, where not all do.
    pub only: Only<'t>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Only<'t> {
    /// Those of these machine types, by position; empty: of all.
    pub machines: Vec<usize>,
    /// Those with these Kubernetes versions; empty: with any.
    pub kubernetes: Vec<&'t str>,
    /// Those that are updated in place.
    pub in_place: bool,
}

/// The worker pools that there can be of a version, and those of them that move.
#[derive(Default)]
struct Count<'t> {
    machines: BTreeSet<usize>,
    kubernetes: BTreeSet<&'t str>,
    rolling: bool,
}

impl<'t> Maintenance<'_, '_, 't> {
    /// The deprecated versions that automatic updates move to from supported ones, in the order of
    /// the profile.
    #[must_use]
    pub fn withdrawn(&self, now: Time) -> Vec<Withdrawn<'t>> {
        let mut found = self.withdrawn_kubernetes(now);
        for image in 0..self.matcher.profile().machine_images.len() {
            self.withdrawn_of_image(image, now, &mut found);
        }
        found
    }

    fn withdrawn_kubernetes(&self, now: Time) -> Vec<Withdrawn<'t>> {
        let mut moves: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let line = self.kubernetes_line(now, now);
        let crowd = self.kubernetes_crowd(&line);
        for (from, version) in self
            .matcher
            .profile()
            .kubernetes_versions
            .iter()
            .enumerate()
        {
            if version.classification_at(now) != Classification::Supported {
                continue;
            }
            if let End::Moves(to) = self.kubernetes_end(&crowd, from)
                && crowd.is(to, Classification::Deprecated)
            {
                moves.entry(to).or_default().push(from);
            }
        }
        moves
            .into_iter()
            .map(|(to, from)| Withdrawn {
                image: None,
                to,
                from,
                only: Only::default(),
            })
            .collect()
    }

    fn withdrawn_of_image(&self, image: usize, now: Time, found: &mut Vec<Withdrawn<'t>>) {
        let range = self.matcher.range_of(image);
        let state = |index: usize| self.matcher.current(index, now);
        let highest = range
            .clone()
            .filter(|index| state(*index) == Classification::Deprecated)
            .filter_map(|index| self.numbers[index])
            .max();
        // Most profiles have no deprecated version above a supported one, and need no more.
        let Some(highest) = highest else { return };
        let is_below = |index: usize| self.numbers[index].is_some_and(|number| number < highest);
        let supported: Vec<usize> = range
            .clone()
            .filter(|index| state(*index) == Classification::Supported && is_below(*index))
            .collect();
        if supported.is_empty() {
            return;
        }
        let line = self.image_line(image, now, now);
        let asked: Vec<Expiring> = supported
            .iter()
            .map(|from| Expiring {
                entry: from - range.start,
                date: None,
                at: now,
            })
            .collect();
        let mut counts: Vec<(Count<'t>, BTreeMap<usize, Count<'t>>)> = Vec::new();
        counts.resize_with(asked.len(), Default::default);
        let kubelets = self.kubelets(image);
        let in_places = self.in_places(&supported);
        for kind in self.machine_kinds(image) {
            for (kubelet, in_place) in kubelets
                .iter()
                .flat_map(|of| in_places.iter().map(move |in_place| (of, *in_place)))
            {
                let all = (&line, asked.as_slice());
                let ends = self.image_ends(image, all, kind[0], kubelet.one, in_place);
                for ((from, end), (all, moving)) in supported.iter().zip(ends).zip(&mut counts) {
                    let Some(end) = end else { continue };
                    let to = match end {
                        End::Moves(to) => Some(to),
                        End::Forced => self
                            .ask(*from, kind[0], kubelet.one, in_place, now)
                            .and_then(|outcome| outcome.moves()?.index),
                        End::Stays | End::Fails(_) => None,
                    };
                    // Maintenance finds only one of two images with one name; the other has no such
                    // move.
                    let to = to.filter(|to| {
                        range.contains(to) && state(*to) == Classification::Deprecated
                    });
                    for count in [Some(all), to.map(|to| moving.entry(to).or_default())]
                        .into_iter()
                        .flatten()
                    {
                        count.machines.extend(&kind);
                        count.kubernetes.extend(&kubelet.all);
                        count.rolling |= !in_place;
                    }
                }
            }
        }
        // One entry holds the versions from which the same worker pools move.
        let mut moves: BTreeMap<usize, Vec<(Only<'t>, Vec<usize>)>> = BTreeMap::new();
        for (from, (all, moving)) in supported.into_iter().zip(counts) {
            for (to, count) in moving {
                let (only, groups) = (count.out_of(&all), moves.entry(to).or_default());
                match groups.iter_mut().find(|(known, _)| *known == only) {
                    Some((_, of)) => of.push(from - range.start),
                    None => groups.push((only, vec![from - range.start])),
                }
            }
        }
        for (to, groups) in moves {
            let to = to - range.start;
            found.extend(groups.into_iter().map(|(only, from)| Withdrawn {
                image: Some(image),
                to,
                from,
                only,
            }));
        }
    }
}

impl<'t> Count<'t> {
    fn out_of(self, all: &Self) -> Only<'t> {
        Only {
            machines: if self.machines == all.machines {
                Vec::new()
            } else {
                self.machines.into_iter().collect()
            },
            kubernetes: if self.kubernetes == all.kubernetes {
                Vec::new()
            } else {
                self.kubernetes.into_iter().collect()
            },
            in_place: all.rolling && !self.rolling,
        }
    }
}
