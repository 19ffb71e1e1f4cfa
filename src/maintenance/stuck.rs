//! Maintenance by the profile alone: when versions change, and which leave some pools without a
//! target.

use std::collections::BTreeMap;

use crate::capability::Demand;
use crate::maintenance::sweep::{End, Line};
use crate::maintenance::{
    AutoUpdate, Cluster, DEFAULT_CRI, Fault, Maintenance, Outcome, Pool, PoolImage,
};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::constraint::Operator;
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::lifecycle::Current;
use crate::model::normalised::Comparison;
use crate::model::time::Time;
use crate::model::version::Version;

/// A change of a classification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JsonTransition")]
pub struct Transition<'t> {
    /// The date; it takes effect just after it.
    #[schemars(with = "String")]
    pub date: Time,
    /// The image; left out for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<&'t str>,
    /// The version.
    pub version: &'t str,
    /// Before.
    #[schemars(with = "String")]
    pub from: Current<'t>,
    /// After.
    #[schemars(with = "String")]
    pub to: Current<'t>,
}

/// A version that expires, and then has no way on for some who run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck<'t> {
    pub on: StuckOn<'t>,
    /// The date at which it expires; none if it is expired at the start.
    pub date: Option<Time>,
    /// Why there is no way on.
    pub fault: Fault,
}

/// A version that could get stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StuckOn<'t> {
    /// A Kubernetes version, by position.
    Kubernetes(usize),
    Image {
        /// Position in `Matcher::versions`.
        version: usize,
        /// The machine types of such pools, by position.
        machines: Vec<usize>,
        /// The Kubernetes versions of such pools; empty: it does not matter.
        kubernetes: Vec<&'t str>,
        /// Only pools that are updated in place: others find a way.
        in_place: bool,
    },
}

/// Kubernetes versions that all constraints of images treat alike.
pub(super) struct Kubelets<'t> {
    /// One of them; none where the profile has none.
    pub one: Option<&'t str>,
    pub all: Vec<&'t str>,
}

impl<'t> Maintenance<'_, '_, 't> {
    /// All changes of classifications from a time on, by date; of one date Kubernetes first, then
    /// in the order of the profile.
    #[must_use]
    pub fn transitions(&self, from: Time, until: Time) -> Vec<Transition<'t>> {
        let profile = self.matcher.profile();
        let mut all = Vec::new();
        let mut add = |image: Option<&'t str>, version: &ExpirableVersion<'t>| {
            let mut before = version.classification_at(Time::MIN);
            for (date, to) in version.transitions() {
                if (from..until).contains(&date) {
                    all.push(Transition {
                        date,
                        image,
                        version: *version.version,
                        from: before,
                        to,
                    });
                }
                before = to;
            }
        };
        for version in profile.kubernetes_versions.iter() {
            add(None, version);
        }
        for image in profile.machine_images.iter() {
            for version in image.versions.iter() {
                add(Some(*image.name), &version.expirable);
            }
        }
        all.sort_by_key(|transition| transition.date);
        all
    }

    /// The versions that are expired, or expire later, without a target for some pools: by date,
    /// then in the order of the profile.
    #[must_use]
    pub fn stuck(&self, now: Time, until: Time) -> Vec<Stuck<'t>> {
        let mut stuck = Vec::new();
        let line = self.kubernetes_line(now, until);
        for (expiring, end) in self.kubernetes_ends(&line) {
            if let End::Fails(fault) = end {
                stuck.push(Stuck {
                    on: StuckOn::Kubernetes(expiring.entry),
                    date: expiring.date,
                    fault,
                });
            }
        }
        for image in 0..self.matcher.profile().machine_images.len() {
            self.stuck_on_image(image, now, until, &mut stuck);
        }
        stuck.sort_by_key(|stuck| stuck.date);
        stuck
    }

    fn stuck_on_image(&self, image: usize, now: Time, until: Time, stuck: &mut Vec<Stuck<'t>>) {
        let line = self.image_line(image, now, until);
        if line.expiring.is_empty() {
            return;
        }
        let first = self.matcher.range_of(image).start;
        let versions = line.expiring.iter().map(|of| first + of.entry);
        let in_places = self.in_places(&versions.collect::<Vec<_>>());
        let kubelets = self.kubelets(image);
        // For each version and fault the machine types and the Kubernetes versions of pools that
        // meet it.
        let mut found: Vec<Met<'t>> = vec![BTreeMap::new(); line.expiring.len()];
        for kind in self.machine_kinds(image) {
            for in_place in in_places.iter().copied() {
                let ends = self.ends_of_all(image, &line, kind[0], &kubelets, in_place);
                let fault = |end| match end {
                    End::Fails(fault) => Some(fault),
                    End::Stays | End::Moves(_) | End::Forced => None,
                };
                for (number, found) in found.iter_mut().enumerate() {
                    let faults = by_kubernetes(&kubelets, &ends, number, fault);
                    meet(found, &kind, in_place, faults);
                }
            }
        }
        for (expiring, found) in line.expiring.iter().zip(found) {
            for ((in_place, fault, kubernetes), mut machines) in found {
                machines.sort_unstable();
                stuck.push(Stuck {
                    on: StuckOn::Image {
                        version: first + expiring.entry,
                        machines,
                        kubernetes,
                        in_place,
                    },
                    date: expiring.date,
                    fault,
                });
            }
        }
    }

    /// For each group of Kubernetes versions what the ends of all versions bring pools of a machine
    /// type.
    pub(super) fn ends_of_all(
        &self,
        image: usize,
        line: &Line<'t>,
        machine: usize,
        kubelets: &[Kubelets<'t>],
        in_place: bool,
    ) -> Vec<Vec<Option<End>>> {
        let all = (line, line.expiring.as_slice());
        kubelets
            .iter()
            .map(|of| self.image_ends(image, all, machine, of.one, in_place))
            .collect()
    }

    /// The ways in which pools on some versions are updated: `true` for in place.
    pub(super) fn in_places(&self, versions: &[usize]) -> &'static [bool] {
        let supports = versions.iter().any(|version| {
            let listed = self.matcher.versions()[*version].version;
            let updates = listed.in_place_updates.as_ref();
            updates.is_some_and(|updates| updates.supported.value == Some(true))
        });
        if supports { &[false, true] } else { &[false] }
    }

    /// The outcome for a pool of that machine type on that version, with automatic updates; none
    /// where there can be no such pool.
    pub(super) fn ask(
        &self,
        version: usize,
        machine: usize,
        kubelet: Option<&'t str>,
        in_place: bool,
        at: Time,
    ) -> Option<Outcome<'t>> {
        let (listed, machine) = (
            &self.matcher.versions()[version],
            &self.matcher.machines()[machine],
        );
        let architecture = machine.architecture?;
        let cri = listed
            .version
            .cri
            .first()
            .map_or(DEFAULT_CRI, |cri| *cri.name);
        let image = PoolImage {
            name: *listed.image.name,
            version: listed.version.version().value,
        };
        let pool = Pool {
            name: "",
            machine_type: *machine.machine_type.name,
            architecture,
            image: Some(image),
            cri,
            container_runtimes: Vec::new(),
            in_place,
            kubernetes: None,
            demand: Demand {
                in_place,
                ..Demand::default()
            },
        };
        let auto_update = AutoUpdate {
            kubernetes: true,
            images: true,
        };
        let number = Version::parse(kubelet.unwrap_or_default());
        let at_most = Comparison::new(Operator::LessEqual, image.version);
        if self
            .filter(version, machine, &pool, (image, &at_most), number.as_ref())
            .is_some()
        {
            return None;
        }
        let cluster = Cluster {
            kubernetes: kubelet.unwrap_or_default(),
            auto_update,
            pools: Vec::new(),
        };
        self.image(0, &pool, &cluster, at)
            .ok()
            .map(|step| step.outcome)
    }

    /// The usable machine types in groups that all versions of images treat alike.
    pub(super) fn machine_kinds(&self, image: usize) -> Vec<Vec<usize>> {
        let mut kinds: BTreeMap<(Option<&str>, Vec<bool>), Vec<usize>> = BTreeMap::new();
        for (index, machine) in self.matcher.machines().iter().enumerate() {
            if machine.machine_type.usable.value != Some(false) {
                let fits = |version| {
                    self.matcher
                        .answer(machine, &self.matcher.versions()[version])
                        .compatible
                };
                kinds
                    .entry((
                        machine.architecture,
                        self.matcher.range_of(image).map(fits).collect(),
                    ))
                    .or_default()
                    .push(index);
            }
        }
        kinds.into_values().collect()
    }

    /// The profile's Kubernetes versions in groups that all versions of images treat alike.
    pub(super) fn kubelets(&self, image: usize) -> Vec<Kubelets<'t>> {
        let mut groups: BTreeMap<Vec<bool>, Kubelets<'t>> = BTreeMap::new();
        for listed in self.matcher.profile().kubernetes_versions.iter() {
            let Some(number) = Version::parse(*listed.version) else {
                continue;
            };
            let admits = self
                .matcher
                .range_of(image)
                .map(|version| self.admits(version, &number))
                .collect();
            let group = groups.entry(admits).or_insert_with(|| Kubelets {
                one: Some(*listed.version),
                all: Vec::new(),
            });
            group.all.push(*listed.version);
        }
        if groups.is_empty() {
            vec![Kubelets {
                one: None,
                all: Vec::new(),
            }]
        } else {
            groups.into_values().collect()
        }
    }
}

/// Machine types by what their pools meet: only in place or not, the fault, and the Kubernetes
/// versions of these pools; empty: it does not matter.
type Met<'t> = BTreeMap<(bool, Fault, Vec<&'t str>), Vec<usize>>;

/// Adds the faults of pools of one kind of machine types, by the Kubernetes versions of these pools.
fn meet<'t>(
    found: &mut Met<'t>,
    kind: &[usize],
    in_place: bool,
    faults: BTreeMap<Fault, Vec<&'t str>>,
) {
    for (fault, kubernetes) in faults {
        let known = in_place
            && found
                .iter()
                .any(|((_, known, _), machines)| *known == fault && machines.contains(&kind[0]));
        if !known {
            let machines = found.entry((in_place, fault, kubernetes)).or_default();
            machines.extend(kind);
        }
    }
}

/// What the end of a version brings pools, with the Kubernetes versions of those pools. They are
/// empty where all pools get it that can exist: then the Kubernetes version does not matter. `ends`:
/// for each group of Kubernetes versions those of all versions; `number`: the position of the
/// version among these.
pub(super) fn by_kubernetes<'t, K: Ord>(
    kubelets: &[Kubelets<'t>],
    ends: &[Vec<Option<End>>],
    number: usize,
    what: impl Fn(End) -> Option<K>,
) -> BTreeMap<K, Vec<&'t str>> {
    let mut found: BTreeMap<K, Vec<&Kubelets<'t>>> = BTreeMap::new();
    let mut asked = 0;
    for (kubelets, ends) in kubelets.iter().zip(ends) {
        let Some(end) = ends[number] else { continue };
        asked += 1;
        if let Some(what) = what(end) {
            found.entry(what).or_default().push(kubelets);
        }
    }
    let versions = |of: Vec<&Kubelets<'t>>| {
        let all = of.len() == asked;
        let of = of.into_iter().filter(|_| !all);
        of.flat_map(|kubelets| kubelets.all.iter().copied())
            .collect()
    };
    found
        .into_iter()
        .map(|(what, of)| (what, versions(of)))
        .collect()
}
