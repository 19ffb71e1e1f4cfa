//! The ends of versions that a profile alone tells: they are those of single windows, and thousands
//! of them take no long time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cpcap::effective;
use cpcap::maintenance::{
    AutoUpdate, Cluster, Maintenance, Outcome, Pool, PoolImage, Removed, just_after,
};
use cpcap::matching::Matcher;
use cpcap::model::cloudprofile::{CloudProfile, ExpirableVersion};
use cpcap::model::cursor::Cursor;
use cpcap::model::time::Time;
use cpcap::model::version::Version;
use cpcap::yaml;

use super::each;

/// Where a version, a machine type and a Kubernetes version stand in a profile, and whether pools are
/// updated in place.
type Place<'t> = (usize, usize, &'t str, bool);

/// All of them that pools may have. `is_asked`: which versions count.
fn all_pools<'t>(
    maintenance: &Maintenance<'_, '_, 't>,
    is_asked: impl Fn(usize) -> bool,
) -> Vec<Place<'t>> {
    let matcher = maintenance.matcher();
    let mut all = Vec::new();
    for (version, listed) in matcher.versions().iter().enumerate() {
        let updates = listed.version.in_place_updates.as_ref();
        let supports = updates.is_some_and(|of| of.supported.value == Some(true));
        for machine in (0..matcher.machines().len()).filter(|_| is_asked(version)) {
            for kubernetes in numbered(matcher.profile()) {
                for in_place in [false, true].into_iter().filter(|of| supports || !of) {
                    all.push((version, machine, kubernetes, in_place));
                }
            }
        }
    }
    all
}

/// The Kubernetes versions of a profile that are versions.
fn numbered<'t>(profile: &CloudProfile<'t>) -> Vec<&'t str> {
    let all = profile.kubernetes_versions.iter();
    all.map(|version| *version.version)
        .filter(|version| Version::parse(version).is_some())
        .collect()
}

/// A cluster with automatic updates.
fn cluster<'t>(kubernetes: &'t str, pools: Vec<Pool<'t>>) -> Cluster<'t> {
    Cluster {
        kubernetes,
        auto_update: AutoUpdate {
            kubernetes: true,
            images: true,
        },
        pools,
    }
}

/// What a window brings a pool; none where there can be no such pool.
fn window<'t>(
    maintenance: &Maintenance<'_, '_, 't>,
    (version, machine, kubernetes, in_place): Place<'t>,
    at: Time,
) -> Option<Outcome<'t>> {
    let matcher = maintenance.matcher();
    let (listed, of) = (&matcher.versions()[version], &matcher.machines()[machine]);
    let cris = &listed.version.cri;
    let pool = Pool {
        name: "",
        machine_type: *of.machine_type.name,
        architecture: of.architecture?,
        image: Some(PoolImage {
            name: *listed.image.name,
            version: *listed.version.version(),
        }),
        cri: cris.first().map_or("containerd", |cri| *cri.name),
        container_runtimes: Vec::new(),
        in_place,
        kubernetes: None,
        demand: cpcap::capability::Demand {
            in_place,
            ..Default::default()
        },
    };
    let cluster = cluster(kubernetes, vec![pool.clone()]);
    let step = maintenance.images(&cluster, at).unwrap().remove(0);
    let all = maintenance.explain(&pool, &cluster, &step, at);
    let own = all.iter().find(|(index, _)| *index == version).unwrap();
    let is_removed = matches!(own.1, Some(Removed::By(_)));
    (!is_removed).then_some(step.outcome)
}

/// The answer about a profile alone is the one for a Shoot on that version.
#[test]
fn a_stuck_pool_has_no_target() {
    each(|maintenance, _, now, context| {
        let matcher = maintenance.matcher();
        for stuck in maintenance.stuck(now, Time::MAX) {
            let at = stuck.date.map_or(now, just_after);
            let cpcap::maintenance::StuckOn::Image {
                version,
                machines,
                kubernetes,
                in_place,
            } = &stuck.on
            else {
                continue;
            };
            let version = &matcher.versions()[*version];
            let machine = &matcher.machines()[machines[0]];
            let kubernetes = kubernetes
                .first()
                .copied()
                .unwrap_or(*matcher.profile().kubernetes_versions[0].version);
            let pool = cpcap::maintenance::Pool {
                name: "p",
                machine_type: *machine.machine_type.name,
                architecture: machine.architecture.unwrap(),
                image: Some(cpcap::maintenance::PoolImage {
                    name: *version.image.name,
                    version: *version.version.version(),
                }),
                cri: "containerd",
                container_runtimes: Vec::new(),
                in_place: *in_place,
                kubernetes: None,
                demand: cpcap::capability::Demand {
                    in_place: *in_place,
                    ..Default::default()
                },
            };
            let auto_update = cpcap::maintenance::AutoUpdate {
                kubernetes: false,
                images: true,
            };
            let plan = maintenance.plan(
                &Cluster {
                    kubernetes,
                    auto_update,
                    pools: vec![pool],
                },
                at,
            );
            assert!(
                plan.images.unwrap()[0].outcome.fails(),
                "{stuck:?} {context}"
            );
        }
    });
}

/// What a profile alone says of the ends of its versions is what a window does to each pool that
/// there can be, asked one by one.
#[test]
fn ends_are_those_of_single_windows() {
    use cpcap::maintenance::{Fault, StuckOn};
    use cpcap::model::lifecycle::Classification;
    let seen = std::cell::Cell::new([0; 3]);
    let count = |at: usize| {
        let mut all = seen.get();
        all[at] += 1;
        seen.set(all);
    };
    each(|maintenance, _, now, context| {
        let matcher = maintenance.matcher();
        let profile = matcher.profile();
        let expiry = |version: &ExpirableVersion<'_>| {
            if version.classification_at(now) == Classification::Expired {
                return Some((None, now));
            }
            let later = |(date, to): &(Time, _)| *date >= now && *to == Classification::Expired;
            let found = version.transitions().into_iter().find(later);
            found.map(|(date, _)| (Some(date), just_after(date)))
        };
        let stuck = maintenance.stuck(now, Time::MAX);
        let ways = maintenance.ways_of_kubernetes(now, Time::MAX);
        for (at, (version, way)) in profile.kubernetes_versions.iter().zip(&ways).enumerate() {
            let told = stuck
                .iter()
                .find(|of| of.on == StuckOn::Kubernetes(at))
                .map(|of| (of.date, of.fault));
            let Some((date, time)) = expiry(version) else {
                assert!(told.is_none() && way.is_none(), "{context}");
                continue;
            };
            let outcome = maintenance
                .plan(&cluster(*version.version, Vec::new()), time)
                .kubernetes
                .outcome;
            let fault = match &outcome {
                Outcome::Fails { fault, .. } => Some((date, *fault)),
                _ => None,
            };
            assert_eq!(told, fault, "{}: {context}", *version.version);
            assert_eq!(
                way.as_ref().map(|way| (way.date, way.to)),
                outcome.moves().map(|to| (date, to.to)),
                "{}: {context}",
                *version.version
            );
        }
        let kubernetes = numbered(profile);
        // Each fault and move of a pool: version, machine type, Kubernetes version.
        type Failing<'t> = BTreeSet<(usize, usize, &'t str, Fault)>;
        let mut failing: [Failing<'_>; 2] = Default::default();
        let mut possible = BTreeSet::new();
        let mut moving = BTreeSet::new();
        let end = |version: usize| {
            let (_, at) = expiry(&matcher.versions()[version].version.expirable)?;
            Some(at)
        };
        for pool in all_pools(maintenance, |version| end(version).is_some()) {
            let (version, machine, kubernetes, in_place) = pool;
            let Some(outcome) = window(maintenance, pool, end(version).unwrap()) else {
                continue;
            };
            possible.insert(pool);
            match &outcome {
                Outcome::Fails { fault, .. } => {
                    count(usize::from(in_place));
                    failing[usize::from(in_place)].insert((version, machine, kubernetes, *fault));
                }
                Outcome::Moves(to) if !in_place => {
                    count(2);
                    moving.insert((version, machine, kubernetes, to.index.unwrap()));
                }
                _ => {}
            }
        }
        let spread = |version: usize, machine: usize, in_place: bool, named: &[&str]| {
            let all = kubernetes.iter().copied().filter(|name| {
                (named.is_empty() || named.contains(name))
                    && possible.contains(&(version, machine, *name, in_place))
            });
            all.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut told: [BTreeSet<(usize, usize, String, Fault)>; 2] = Default::default();
        let mut known = BTreeSet::new();
        for of in &stuck {
            let StuckOn::Image {
                version,
                machines,
                kubernetes,
                in_place,
            } = &of.on
            else {
                continue;
            };
            let expires = expiry(&matcher.versions()[*version].version.expirable);
            assert_eq!(expires.map(|(date, _)| date), Some(of.date), "{context}");
            for machine in machines {
                known.insert((*version, *machine, of.fault));
                for name in spread(*version, *machine, *in_place, kubernetes) {
                    told[usize::from(*in_place)].insert((*version, *machine, name, of.fault));
                }
            }
        }
        let owned = |of: &Failing<'_>| -> BTreeSet<_> {
            let all = of.iter().map(|(version, machine, name, fault)| {
                (*version, *machine, (*name).to_owned(), *fault)
            });
            all.collect()
        };
        let [rolling, in_place] = failing.each_ref().map(owned);
        assert_eq!(told[0], rolling, "{context}");
        assert!(told[1].is_subset(&in_place), "{context}");
        // What fails for all pools of a machine type is not said of those in place once more.
        for (version, machine, _, fault) in &in_place {
            assert!(known.contains(&(*version, *machine, *fault)), "{context}");
        }
        let mut told = BTreeSet::new();
        for image in 0..profile.machine_images.len() {
            let ways = maintenance.ways_of_image(image, now, Time::MAX);
            for (version, ways) in matcher.range_of(image).zip(&ways) {
                for way in ways {
                    for machine in &way.machines {
                        for name in spread(version, *machine, false, &way.kubernetes) {
                            told.insert((version, *machine, name, way.to));
                        }
                    }
                }
            }
        }
        let text = |index: usize| *matcher.versions()[index].version.version();
        let moving: BTreeSet<_> = moving
            .into_iter()
            .map(|(version, machine, name, to)| (version, machine, name.to_owned(), text(to)))
            .collect();
        assert_eq!(told, moving, "{context}");
    });
    let seen = seen.get();
    println!("{seen:?} pools fail, fail in place, and move");
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// Each end is looked up; asking all versions about each one would take minutes here.
#[test]
fn thousands_of_versions_that_expire() {
    let mut text = String::from(
        "spec:\n  kubernetes:\n    versions:\n    - {version: 1.31.1}\n  machineTypes:\n  - {name: x, architecture: \
         amd64}\n  machineImages:\n",
    );
    let day = |n: usize| {
        format!(
            "{}-{:02}-{:02}",
            2027 + n / 336,
            1 + n / 28 % 12,
            1 + n % 28
        )
    };
    for strategy in ["patch", "minor", "major"] {
        let _ = writeln!(
            text,
            "  - name: {strategy}\n    updateStrategy: {strategy}\n    versions:"
        );
        for n in 0..4000 {
            let _ = writeln!(
                text,
                "    - {{version: {}.{}.{}, expirationDate: \"{}T00:00:00Z\"}}",
                1 + n / 1000,
                n / 20 % 50,
                n % 20,
                day(n)
            );
        }
    }
    let documents = yaml::read(&text);
    let tree = &documents[0].tree;
    let written = CloudProfile::read(Cursor::new(tree, &text, tree.root().unwrap()));
    let stored = effective::stored(&written);
    let matcher = Matcher::new(&stored);
    let maintenance = Maintenance::new(&matcher);
    let now = Time::parse("2026-11-27T00:00:00Z").unwrap();
    let stuck = maintenance.stuck(now, Time::MAX);
    // By force, `patch` leads out of all minors but the last one of a major, `minor` out of all
    // majors but the last one. `major` forces nothing, but moves to all higher versions.
    let of = |image: usize| {
        let range = matcher.range_of(image);
        let of_image = stuck.iter().filter(|of| {
            matches!(&of.on, cpcap::maintenance::StuckOn::Image { version, .. } if range.contains(version))
        });
        of_image.count()
    };
    assert_eq!([of(0), of(1), of(2)], [4, 1, 1]);
    for image in 0..3 {
        let ways = maintenance.ways_of_image(image, now, Time::MAX);
        assert_eq!(
            ways.iter().filter(|ways| ways.len() == 1).count(),
            4000 - of(image)
        );
    }
}

/// A profile in which the versions of an image are supported and deprecated by turns.
fn by_turns(count: usize) -> String {
    let mut text = String::from(
        "spec:\n  kubernetes:\n    versions:\n    - {version: 1.31.1}\n  machineTypes:\n  - {name: x, architecture: \
         amd64}\n  machineImages:\n  - name: linux\n    updateStrategy: patch\n    versions:\n",
    );
    for n in 0..count {
        let _ = writeln!(
            text,
            "    - {{version: 1.{n}.0, classification: supported}}"
        );
        let _ = writeln!(
            text,
            "    - {{version: 1.{n}.1, classification: deprecated}}"
        );
    }
    text
}

/// Supported versions are asked together; asking all versions about each one would take minutes.
#[test]
fn thousands_of_versions_that_are_deprecated() {
    const COUNT: usize = 4000;
    let text = by_turns(COUNT);
    let documents = yaml::read(&text);
    let tree = &documents[0].tree;
    let written = CloudProfile::read(Cursor::new(tree, &text, tree.root().unwrap()));
    let stored = effective::stored(&written);
    let matcher = Matcher::new(&stored);
    let now = Time::parse("2026-11-27T00:00:00Z").unwrap();
    let found = Maintenance::new(&matcher).withdrawn(now);
    assert_eq!(found.len(), COUNT);
    for (n, of) in found.iter().enumerate() {
        assert_eq!((of.to, &of.from), (2 * n + 1, &vec![2 * n]));
    }
}

/// What the profile alone says of moves onto deprecated versions is what single windows do.
#[test]
fn withdrawn_versions_are_those_of_single_windows() {
    use cpcap::model::lifecycle::Classification;
    // Pools by machine type and Kubernetes version, and whether any is not updated in place.
    #[derive(Default)]
    struct Pools<'t>(BTreeSet<usize>, BTreeSet<&'t str>, bool);
    let seen = std::cell::Cell::new([0, 0]);
    each(|maintenance, _, now, context| {
        let matcher = maintenance.matcher();
        let mut all: BTreeMap<usize, Pools<'_>> = BTreeMap::new();
        let mut moving: BTreeMap<(usize, usize), Pools<'_>> = BTreeMap::new();
        let is_supported = |at| matcher.current(at, now) == Classification::Supported;
        for pool in all_pools(maintenance, is_supported) {
            let (version, machine, kubernetes, in_place) = pool;
            if matcher.machines()[machine].machine_type.usable.value == Some(false) {
                continue;
            }
            let Some(outcome) = window(maintenance, pool, now) else {
                continue;
            };
            let to = outcome.moves().and_then(|to| to.index);
            let to = to.filter(|to| matcher.current(*to, now) == Classification::Deprecated);
            let moves = to.map(|to| moving.entry((to, version)).or_default());
            let own = all.entry(version).or_default();
            for pools in [Some(own), moves].into_iter().flatten() {
                pools.0.insert(machine);
                pools.1.insert(kubernetes);
                pools.2 |= !in_place;
            }
        }
        let mut expected = BTreeSet::new();
        for ((to, from), pools) in moving {
            let all = &all[&from];
            let machines = Some(pools.0).filter(|of| *of != all.0).unwrap_or_default();
            let versions = Some(pools.1).filter(|of| *of != all.1).unwrap_or_default();
            expected.insert((to, from, machines, versions, all.2 && !pools.2));
        }
        let mut told = BTreeSet::new();
        for of in maintenance.withdrawn(now) {
            let Some(image) = of.image else { continue };
            let first = matcher.range_of(image).start;
            for from in of.from {
                told.insert((
                    first + of.to,
                    first + from,
                    of.only.machines.iter().copied().collect::<BTreeSet<_>>(),
                    of.only.kubernetes.iter().copied().collect::<BTreeSet<_>>(),
                    of.only.in_place,
                ));
            }
        }
        assert_eq!(told, expected, "{context}");
        let only = told
            .iter()
            .filter(|of| !of.2.is_empty() || !of.3.is_empty() || of.4);
        let [moves, parts] = seen.get();
        seen.set([moves + told.len(), parts + only.count()]);
    });
    let seen = seen.get();
    println!("{seen:?} moves, and moves of some pools only");
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
