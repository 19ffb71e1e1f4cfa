//! The ends of many versions of one list, asked in the order of time: each version moves between few
//! sorted sets when its classification changes, so that no question looks at all versions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::capability::Demand;
use crate::maintenance::choose::InUse;
use crate::maintenance::timeline::{expiry, just_after};
use crate::maintenance::{
    DEFAULT_CRI, Fault, Maintenance, Next, Outcome, Pool, PoolImage, Reach, Strategy,
};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::constraint::Operator;
use crate::model::lifecycle::{Classification, Current};
use crate::model::normalised::Comparison;
use crate::model::time::Time;
use crate::model::version::Version;

/// A version that expires: its position, the date (none: it is expired at the start), and the first
/// second of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expiring {
    pub entry: usize,
    pub date: Option<Time>,
    pub at: Time,
}

/// What the end of a version brings those who run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Stays,
    /// The automatic choice, by position.
    Moves(usize),
    /// There is a version that maintenance forces them to; only of pools that are updated in place
    /// it is not said which.
    Forced,
    Fails(Fault),
}

/// A list of versions, and how they are classified from a time on.
pub(super) struct Line<'t> {
    /// The entries by their numbers; of equal ones the first comes last.
    order: Vec<(Version<'t>, usize)>,
    /// The place of each entry in the order; none for what is not a version.
    places: Vec<Option<usize>>,
    start: Vec<Current<'t>>,
    /// From when on an entry has another classification.
    changes: Vec<(Time, usize, Current<'t>)>,
    /// What expires, in the order of time.
    pub expiring: Vec<Expiring>,
}

impl<'t> Line<'t> {
    pub fn new<'v>(
        versions: impl Iterator<Item = (&'v ExpirableVersion<'t>, Option<Version<'t>>)>,
        now: Time,
        until: Time,
    ) -> Self
    where
        't: 'v,
    {
        let mut line = Self {
            order: Vec::new(),
            places: Vec::new(),
            start: Vec::new(),
            changes: Vec::new(),
            expiring: Vec::new(),
        };
        for (entry, (version, number)) in versions.enumerate() {
            line.order.extend(number.map(|number| (number, entry)));
            line.places.push(None);
            line.start.push(version.classification_at(now));
            let later = version.transitions().into_iter();
            for at in later
                .map(|(date, _)| just_after(date))
                .filter(|at| *at > now)
            {
                line.changes
                    .push((at, entry, version.classification_at(at)));
            }
            if let Some((date, at)) = expiry(version, now, until) {
                line.expiring.push(Expiring { entry, date, at });
            }
        }
        line.order
            .sort_by_key(|(number, entry)| (*number, Reverse(*entry)));
        for (place, (_, entry)) in line.order.iter().enumerate() {
            line.places[*entry] = Some(place);
        }
        line.changes.sort_by_key(|(at, entry, _)| (*at, *entry));
        line.expiring.sort_by_key(|expiring| expiring.at);
        line
    }

    /// The places of numbers from the first on that is not below, as long as they are within.
    fn places(
        &self,
        below: impl Fn(&Version<'t>) -> bool,
        within: impl Fn(&Version<'t>) -> bool,
    ) -> Range<usize> {
        let start = self.order.partition_point(|(number, _)| below(number));
        let rest = &self.order[start..];
        start..start + rest.partition_point(|(number, _)| within(number))
    }
}

/// Those of a list that can be chosen, by their classification at one time.
pub(super) struct Crowd<'l, 't> {
    line: &'l Line<'t>,
    fits: Vec<bool>,
    states: Vec<Current<'t>>,
    /// How many of the changes have come.
    changed: usize,
    fresh: BTreeSet<usize>,
    deprecated: BTreeSet<usize>,
    expired: BTreeSet<usize>,
    /// The lowest place of each minor, of all that fit; and of each major.
    lowest_of_minor: BTreeMap<u64, usize>,
    lowest_of_major: BTreeMap<u64, usize>,
}

/// What force goes through without leaving out any.
#[derive(Clone, Copy)]
enum Group {
    Minor,
    Major,
}

impl Group {
    fn of(self, number: &Version<'_>) -> u64 {
        match self {
            Self::Minor => number.minor,
            Self::Major => number.major,
        }
    }
}

impl<'l, 't> Crowd<'l, 't> {
    /// `fits`: by entry, whether it can be chosen at all.
    pub fn new(line: &'l Line<'t>, fits: Vec<bool>) -> Self {
        let mut crowd = Self {
            line,
            fits,
            states: line.start.clone(),
            changed: 0,
            fresh: BTreeSet::new(),
            deprecated: BTreeSet::new(),
            expired: BTreeSet::new(),
            lowest_of_minor: BTreeMap::new(),
            lowest_of_major: BTreeMap::new(),
        };
        for (place, (number, entry)) in line.order.iter().enumerate() {
            if crowd.fits[*entry] {
                crowd.lowest_of_minor.entry(number.minor).or_insert(place);
                crowd.lowest_of_major.entry(number.major).or_insert(place);
            }
        }
        for (entry, state) in line.start.iter().enumerate() {
            crowd.put(entry, *state);
        }
        crowd
    }

    /// Lets time pass.
    pub fn advance(&mut self, to: Time) {
        let line = self.line;
        while let Some((at, entry, state)) = line.changes.get(self.changed)
            && *at <= to
        {
            self.changed += 1;
            self.put(*entry, *state);
        }
    }

    fn put(&mut self, entry: usize, state: Current<'t>) {
        self.states[entry] = state;
        let Some(place) = self.line.places[entry].filter(|_| self.fits[entry]) else {
            return;
        };
        for set in [&mut self.fresh, &mut self.deprecated, &mut self.expired] {
            set.remove(&place);
        }
        match state {
            Current::Known(Classification::Preview) => false,
            Current::Known(Classification::Deprecated) => self.deprecated.insert(place),
            Current::Known(Classification::Expired) => self.expired.insert(place),
            _ => self.fresh.insert(place),
        };
    }

    pub fn fits(&self, entry: usize) -> bool {
        self.fits[entry]
    }

    pub fn is(&self, entry: usize, classification: Classification) -> bool {
        self.states[entry] == classification
    }

    pub fn is_expired(&self, entry: usize) -> bool {
        self.is(entry, Classification::Expired)
    }

    /// The automatic choice of `choose::automatic`. `takes`: whether an entry can follow the one in
    /// use.
    pub fn automatic(
        &self,
        in_use: &InUse<'_>,
        reach: Reach,
        takes: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let places = self.line.places(
            |number| *number <= in_use.number,
            |number| match reach {
                Reach::Minor => in_use.is_same_minor(number),
                Reach::Major => number.major == in_use.number.major,
                Reach::Everything => true,
            },
        );
        let entry = |place: &usize| self.line.order[*place].1;
        [&self.fresh, &self.deprecated].into_iter().find_map(|set| {
            let mut from_above = set.range(places.clone()).rev().map(entry);
            from_above.find(|entry| takes(*entry))
        })
    }

    /// Whether `choose::forced` chooses any.
    pub fn can_force(&self, in_use: &InUse<'_>, next: Next, takes: impl Fn(usize) -> bool) -> bool {
        let places = self.forceable(in_use, next);
        [&self.fresh, &self.deprecated, &self.expired]
            .into_iter()
            .any(|set| {
                let mut entries = set.range(places.clone()).map(|at| self.line.order[*at].1);
                entries.any(&takes)
            })
    }

    /// The places of what force may lead to.
    fn forceable(&self, in_use: &InUse<'_>, next: Next) -> Range<usize> {
        let (major, minor) = (in_use.number.major, in_use.number.minor);
        match next {
            Next::Minor => self.line.places(
                |number| (number.major, number.minor) <= (major, minor),
                |number| number.major == major,
            ),
            Next::Major => self.line.places(|number| number.major <= major, |_| true),
        }
    }

    /// The choice of `choose::forced`.
    pub fn forced(&self, in_use: &InUse<'_>, next: Next) -> Option<usize> {
        let places = self.forceable(in_use, next);
        let (group, lowest) = match next {
            Next::Minor => (Group::Minor, &self.lowest_of_minor),
            Next::Major => (Group::Major, &self.lowest_of_major),
        };
        let at = |place: usize| group.of(&self.line.order[place].0);
        let take = |sets: &[&BTreeSet<usize>]| {
            let first = |set: &&BTreeSet<usize>| set.range(places.clone()).next().copied();
            let of = at(sets.iter().filter_map(first).min()?);
            let rest = &self.line.order[places.clone()];
            let end = places.start + rest.partition_point(|(number, _)| group.of(number) <= of);
            self.highest(sets, places.start..end)
        };
        let skips = |taken: usize| {
            let taken = at(taken);
            let rest = &self.line.order[places.clone()];
            let above =
                places.start + rest.partition_point(|(number, _)| group.of(number) <= taken);
            let stops = [&self.fresh, &self.deprecated]
                .into_iter()
                .filter_map(|set| {
                    let mut from = set.range(above..places.end);
                    from.next().copied()
                });
            let stop = stops.min().unwrap_or(self.line.order.len());
            let between = group.of(&in_use.number) + 1..taken;
            // Also versions of other majors count where minors are skipped.
            !between.is_empty() && lowest.range(between).any(|(_, place)| *place < stop)
        };
        let taken = take(&[&self.fresh, &self.deprecated]).filter(|taken| !skips(*taken));
        let taken = taken.or_else(|| take(&[&self.fresh, &self.deprecated, &self.expired]));
        Some(self.line.order[taken?].1)
    }

    /// The place of the highest of some sets in a range; of equal ones the last of the list wins,
    /// which is the first in this order.
    fn highest(&self, sets: &[&BTreeSet<usize>], range: Range<usize>) -> Option<usize> {
        let last = |set: &&BTreeSet<usize>| set.range(range.clone()).next_back().copied();
        let number = self.line.order[sets.iter().filter_map(last).max()?].0;
        let equal = self
            .line
            .places(|other| *other < number, |other| *other == number);
        let first = |set: &&BTreeSet<usize>| set.range(equal.clone()).next().copied();
        sets.iter().filter_map(first).min()
    }

    /// The choice of `choose::next_minor`.
    pub fn next_minor(&self, in_use: &InUse<'_>) -> Option<usize> {
        let next = (in_use.number.major, in_use.number.minor.checked_add(1)?);
        let of_minor = |number: &Version<'t>| (number.major, number.minor);
        let places = self.line.places(
            |number| of_minor(number) < next,
            |number| of_minor(number) == next,
        );
        let place = self
            .highest(&[&self.fresh, &self.deprecated], places.clone())
            .or_else(|| self.highest(&[&self.expired], places));
        Some(self.line.order[place?].1)
    }
}

impl<'m, 'a, 't> Maintenance<'m, 'a, 't> {
    /// The Kubernetes versions of the profile through time.
    pub(super) fn kubernetes_line(&self, now: Time, until: Time) -> Line<'t> {
        let listed = self.matcher.profile().kubernetes_versions.iter();
        let versions = listed.zip(self.kubernetes_numbers.iter().copied());
        Line::new(versions, now, until)
    }

    /// The ends of the Kubernetes versions, in the order of time. One that is forced has its target.
    pub(super) fn kubernetes_ends(&self, line: &Line<'t>) -> Vec<(Expiring, End)> {
        let mut crowd = self.kubernetes_crowd(line);
        let end = |expiring: &Expiring| {
            crowd.advance(expiring.at);
            (*expiring, self.kubernetes_end(&crowd, expiring.entry))
        };
        line.expiring.iter().map(end).collect()
    }

    pub(super) fn kubernetes_crowd<'l>(&self, line: &'l Line<'t>) -> Crowd<'l, 't> {
        Crowd::new(line, vec![true; self.kubernetes_numbers.len()])
    }

    /// What a window at the time of the crowd brings a control plane on a version, with automatic
    /// updates.
    pub(super) fn kubernetes_end(&self, crowd: &Crowd<'_, 't>, entry: usize) -> End {
        let listed = self.matcher.profile().kubernetes_versions.get(entry);
        let version = listed.map_or("", |of| *of.version);
        let Some(in_use) = InUse::parse(version) else {
            return End::Fails(Fault::NotAVersion);
        };
        let current = self.listed_kubernetes(version);
        if let Some(to) = crowd.automatic(&in_use, Reach::Minor, |_| true) {
            End::Moves(to)
        } else if current.is_some_and(|current| !crowd.is_expired(current)) {
            End::Stays
        } else {
            crowd
                .next_minor(&in_use)
                .map_or(End::Fails(Fault::NoNextMinor), End::Moves)
        }
    }

    /// The versions of an image through time; entries count from the first version of it.
    pub(super) fn image_line(&self, image: usize, now: Time, until: Time) -> Line<'t> {
        let versions = self.matcher.range_of(image).map(|index| {
            let listed = self.matcher.versions()[index].version;
            (&listed.expirable, self.numbers[index])
        });
        Line::new(versions, now, until)
    }

    /// What windows bring pools of a machine type on versions of an image, with automatic updates;
    /// none where there can be no such pool. `asked`: the versions and times, in the order of time.
    pub(super) fn image_ends(
        &self,
        image: usize,
        (line, asked): (&Line<'t>, &[Expiring]),
        machine: usize,
        kubelet: Option<&'t str>,
        in_place: bool,
    ) -> Vec<Option<End>> {
        let range = self.matcher.range_of(image);
        let images = &self.matcher.profile().machine_images;
        let name = *images[image].name;
        let one_by_one = |expiring: &Expiring| {
            let version = range.start + expiring.entry;
            let outcome = self.ask(version, machine, kubelet, in_place, expiring.at)?;
            Some(match outcome {
                Outcome::Stays(_) => End::Stays,
                Outcome::Moves(to) => to.index.map_or(End::Forced, End::Moves),
                Outcome::Fails { fault, .. } => End::Fails(fault),
            })
        };
        let machine_type = &self.matcher.machines()[machine];
        // Of two machine types or images with one name, maintenance finds the first.
        let is_first = self.machines.get(*machine_type.machine_type.name) == Some(&machine)
            && images
                .iter()
                .position(|other| super::image::same_name(*other.name, name))
                == Some(image);
        let Some(architecture) = machine_type.architecture.filter(|_| is_first) else {
            return asked.iter().map(one_by_one).collect();
        };
        let number = Version::parse(kubelet.unwrap_or_default());
        let text = |entry: usize| self.text(range.start + entry);
        let mut firsts: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in 0..range.len() {
            firsts.entry(text(entry)).or_insert(entry);
        }
        let updates = |entry: usize| {
            let version = self.matcher.versions()[range.start + entry].version;
            let updates = version.in_place_updates.as_ref()?;
            (updates.supported.value == Some(true)).then_some(updates)
        };
        let supports = |entry: usize| !in_place || updates(entry).is_some();
        let crowd = |cri: &'t str| {
            let pool = Pool {
                name: "",
                machine_type: *machine_type.machine_type.name,
                architecture,
                image: None,
                cri,
                container_runtimes: Vec::new(),
                // What can be reached in place depends on the version in use.
                in_place: false,
                kubernetes: None,
                demand: Demand {
                    in_place,
                    ..Demand::default()
                },
            };
            let any = PoolImage { name, version: "" };
            let at_most = Comparison::new(Operator::LessEqual, "");
            let fits = range.clone().map(|index| {
                let filter =
                    self.filter(index, machine_type, &pool, (any, &at_most), number.as_ref());
                filter.is_none()
            });
            Crowd::new(line, fits.collect())
        };
        let mut crowds: BTreeMap<&str, Crowd<'_, 't>> = BTreeMap::new();
        let strategy = Strategy::of(*images[image].update_strategy);
        let end = |expiring: &Expiring| {
            let entry = expiring.entry;
            let listed = self.matcher.versions()[range.start + entry].version;
            let cri = listed.cri.first().map_or(DEFAULT_CRI, |cri| *cri.name);
            let crowd = crowds.entry(cri).or_insert_with(|| crowd(cri));
            crowd.advance(expiring.at);
            if !crowd.fits(entry) || !supports(entry) {
                return None;
            }
            let Some(in_use) = InUse::parse(text(entry)) else {
                return Some(End::Fails(Fault::NotAVersion));
            };
            let at_most = in_place.then(|| Comparison::new(Operator::LessEqual, text(entry)));
            let takes = |to: usize| {
                at_most.as_ref().is_none_or(|at_most| {
                    let minimum = self.minimums[range.start + to];
                    supports(to) && minimum.is_some_and(|minimum| at_most.admits(&minimum))
                })
            };
            let current = firsts.get(text(entry)).copied().unwrap_or(entry);
            let forces = !crowd.fits(current) || !supports(current) || crowd.is_expired(current);
            let end = strategy
                .reaches()
                .find_map(|reach| crowd.automatic(&in_use, reach, takes));
            Some(match (end, strategy.forces()) {
                (Some(to), _) => End::Moves(range.start + to),
                (None, _) if !forces => End::Stays,
                (None, Ok((next, _))) if in_place && crowd.can_force(&in_use, next, takes) => {
                    End::Forced
                }
                (None, Ok((next, fault))) if !in_place => crowd
                    .forced(&in_use, next)
                    .map_or(End::Fails(fault), |to| End::Moves(range.start + to)),
                (None, Ok((_, fault)) | Err(fault)) => End::Fails(fault),
            })
        };
        asked.iter().map(end).collect()
    }
}
