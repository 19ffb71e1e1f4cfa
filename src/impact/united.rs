//! One difference for a reader is one impact: the same thing for the same reason, whichever machine
//! types, image versions and worker pools it concerns. The parent reports its effects on the Shoots
//! of its NamespacedCloudProfiles.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::{Cause, Entry, Impact, Kind, Moved, Refusal, Stuck};
use crate::model::natural::{natural, natural_all};

/// Impacts of the same key are one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    kind: Kind,
    causes: Vec<Cause>,
    entry: Option<Entry<'a>>,
    outcome: (Option<String>, Option<String>),
    stuck: Option<Stuck<'a>>,
    refusal: (Option<Refusal>, Option<&'static str>),
    machine_types: Vec<&'a str>,
    images: Vec<(&'a str, &'a str)>,
    artifacts: Vec<Moved<'a>>,
}

fn key<'a>(of: &Impact<'a>) -> Key<'a> {
    let united = is_united(of);
    let mut artifacts = of.moves().to_vec();
    artifacts.sort_unstable();
    Key {
        kind: of.kind(),
        causes: of.causes.clone(),
        entry: of.entry.clone(),
        outcome: (of.before.clone(), of.after.clone()),
        stuck: of.stuck().cloned(),
        refusal: (of.refusal(), of.missing().map(|missing| missing.why.code())),
        machine_types: if united {
            Vec::new()
        } else {
            of.machine_types.clone()
        },
        // A removed entry is the cause; a listed one stops fitting version by version.
        images: if united && of.entry.is_some() {
            Vec::new()
        } else {
            of.images.clone()
        },
        artifacts,
    }
}

/// Whether each pool has its own answer, and one impact holds all of them.
fn is_united(impact: &Impact<'_>) -> bool {
    matches!(impact.kind(), Kind::Impossible | Kind::Maintenance)
}

/// Image versions that stop fitting for the same causes, with the same consequence, the same
/// machine types.
type AlikeKey<'a> = (Vec<Cause>, Option<Refusal>, Vec<&'a str>);

/// Machine types and volume types.
type Types<'a> = (BTreeSet<&'a str>, BTreeSet<&'a str>);

#[derive(Default)]
pub struct United<'a> {
    all: Vec<Impact<'a>>,
    by_key: BTreeMap<Key<'a>, usize>,
    /// Whom another order of the vocabulary concerns among the NamespacedCloudProfiles.
    machine_types: BTreeSet<&'a str>,
    images: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> United<'a> {
    /// Those of a parent, as they are.
    #[must_use]
    pub fn of_parent(all: Vec<Impact<'a>>) -> Self {
        let mut by_key = BTreeMap::new();
        for (at, impact) in all.iter().enumerate() {
            by_key.entry(key(impact)).or_insert(at);
        }
        Self {
            all,
            by_key,
            ..Self::default()
        }
    }

    /// Takes from a NamespacedCloudProfile that stays as it is what its parent does: the worker
    /// pools that this concerns. `own`: whether an impact concerns what the NamespacedCloudProfile
    /// brings itself; that stays there.
    pub fn take(&mut self, child: &mut Vec<Impact<'a>>, own: impl Fn(&Impact<'a>) -> bool) {
        for impact in std::mem::take(child) {
            let Some(impact) = self.add_if(impact, is_united) else {
                continue;
            };
            let own = own(&impact);
            if own && impact.causes.contains(&Cause::ReorderedVocabulary) {
                self.machine_types
                    .extend(impact.machine_types.iter().copied());
                self.images.extend(impact.images.iter().copied());
            }
            if own || !impact.pools.is_empty() {
                child.push(impact);
            }
        }
    }

    pub(super) fn add(&mut self, impact: Impact<'a>) {
        self.add_if(impact, |_| true);
    }

    /// Adds it to one of the same key; or for itself, if it may stand so. Otherwise it comes back.
    fn add_if(
        &mut self,
        impact: Impact<'a>,
        may: impl Fn(&Impact<'a>) -> bool,
    ) -> Option<Impact<'a>> {
        let key = key(&impact);
        match self.by_key.get(&key).and_then(|at| self.all.get_mut(*at)) {
            Some(known) => {
                if is_united(known) {
                    known.machine_types.extend(impact.machine_types);
                    known.images.extend(impact.images);
                    known.volume_types.extend(impact.volume_types);
                    known.regions.extend(impact.regions);
                }
                known.pools.extend(impact.pools);
                None
            }
            None if may(&impact) => {
                self.by_key.insert(key, self.all.len());
                self.all.push(impact);
                None
            }
            None => Some(impact),
        }
    }

    /// All of them, in order.
    #[must_use]
    pub fn done(mut self) -> Vec<Impact<'a>> {
        for impact in &mut self.all {
            if is_united(impact) {
                each_once(impact);
            } else if impact.kind() == Kind::Vocabulary
                && impact.causes == [Cause::ReorderedVocabulary]
            {
                self.machine_types
                    .extend(std::mem::take(&mut impact.machine_types));
                self.images.extend(std::mem::take(&mut impact.images));
                impact.machine_types.extend(&self.machine_types);
                impact.images.extend(&self.images);
            }
        }
        let mut all: Vec<Impact<'a>> = Vec::with_capacity(self.all.len());
        // Image versions that stop fitting the same machine types.
        let mut alike: BTreeMap<AlikeKey<'a>, usize> = BTreeMap::new();
        for impact in self.all {
            if impact.kind() == Kind::Impossible && impact.entry.is_none() {
                let at = *alike
                    .entry((
                        impact.causes.clone(),
                        impact.refusal(),
                        impact.machine_types.clone(),
                    ))
                    .or_insert(all.len());
                if let Some(known) = all.get_mut(at) {
                    known.images.extend(impact.images);
                    known.pools.extend(impact.pools);
                    each_once(known);
                    continue;
                }
            }
            all.push(impact);
        }
        tell_once(&mut all);
        sorted(&mut all);
        all
    }
}

/// Each machine type and image version once, in the order of their names.
fn each_once(impact: &mut Impact<'_>) {
    in_order(impact);
    impact.machine_types.dedup();
    impact.volume_types.sort_unstable();
    impact.volume_types.dedup();
    impact.regions.sort_by(|a, b| natural(a, b));
    impact.regions.dedup();
    impact.images.dedup();
}

fn in_order(impact: &mut Impact<'_>) {
    impact.machine_types.sort_by(|a, b| natural(a, b));
    // Artifacts refer to image versions by position.
    if impact.moves().is_empty() {
        impact
            .images
            .sort_by(|a, b| natural_all([a.0, a.1], [b.0, b.1]));
    }
}

/// Regions of the worker pools concerned come before others.
fn in_use_first(impact: &mut Impact<'_>) {
    let used: BTreeSet<&str> = impact.pools.iter().map(|pool| pool.region).collect();
    if impact.regions.len() > 1 && !used.is_empty() {
        impact.regions.sort_by_key(|region| !used.contains(region));
        if let Some(moves) = impact.moves_mut() {
            moves.sort_by_key(|moved| (moved.image, !used.contains(moved.region)));
        }
    }
}

/// Merges the removal or change of an entry into the impact that reports what it makes impossible.
pub(super) fn tell_once(all: &mut Vec<Impact<'_>>) {
    let mut gone: BTreeMap<Entry<'_>, usize> = BTreeMap::new();
    for (at, impact) in all.iter().enumerate() {
        if let (true, Some(entry)) = (impact.is_gone(), &impact.entry) {
            gone.entry(entry.clone()).or_insert(at);
        }
    }
    let mut told = BTreeSet::new();
    for at in 0..all.len() {
        let impact = &all[at];
        let known = impact.entry.as_ref().and_then(|entry| gone.get(entry));
        if let (Kind::Removed, Some(known)) = (impact.kind(), known.copied()) {
            let pools = std::mem::take(&mut all[at].pools);
            all[known].pools.extend(pools);
            told.insert(at);
        }
    }
    let mut at = 0..;
    all.retain(|_| at.next().is_none_or(|at| !told.contains(&at)));
    without_told(all);
}

/// Leaves out changes of an entry where another impact reports what they make impossible.
fn without_told(all: &mut Vec<Impact<'_>>) {
    let mut told: BTreeMap<(Entry<'_>, Cause), Types<'_>> = BTreeMap::new();
    for impact in all
        .iter()
        .filter(|impact| impact.kind() == Kind::Impossible)
    {
        if let (Some(entry), Some(cause)) = (&impact.entry, impact.causes.first()) {
            let (machine_types, volume_types) = told.entry((entry.clone(), *cause)).or_default();
            machine_types.extend(&impact.machine_types);
            volume_types.extend(&impact.volume_types);
        }
    }
    all.retain(|impact| {
        let (Kind::Changed, Some(entry), Some(cause)) =
            (impact.kind(), &impact.entry, impact.causes.first())
        else {
            return true;
        };
        let Some((machine_types, volume_types)) = told.get(&(entry.clone(), *cause)) else {
            return true;
        };
        let covered =
            |all: &[&str], told: &BTreeSet<&str>| all.iter().all(|name| told.contains(name));
        !(covered(&impact.machine_types, machine_types)
            && covered(&impact.volume_types, volume_types))
    });
}

/// The worst first, then by the names of entries and of those that they concern.
pub(super) fn sorted(all: &mut [Impact<'_>]) {
    let by_entry = |a: &Impact<'_>, b: &Impact<'_>| match (&a.entry, &b.entry) {
        (Some(a), Some(b)) => a
            .list
            .cmp(&b.list)
            .then_with(|| natural_all([a.of, &a.name], [b.of, &b.name])),
        (a, b) => a.is_some().cmp(&b.is_some()),
    };
    all.sort_by(|a, b| {
        (a.kind(), &a.causes)
            .cmp(&(b.kind(), &b.causes))
            .then_with(|| by_entry(a, b))
    });
    for impact in all {
        in_order(impact);
        in_use_first(impact);
        impact.pools.sort_by(|a, b| {
            natural_all(
                [a.namespace, a.shoot, a.pool],
                [b.namespace, b.shoot, b.pool],
            )
            .then_with(|| a.at.cmp(&b.at))
        });
        // Several of its machine types and volume types can concern the same pool.
        impact.pools.dedup();
    }
}
