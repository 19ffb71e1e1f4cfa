//! Properties of maintenance, on random profiles and Shoots: a plan never moves down, windows
//! settle, and a timeline says at every time what a window at that time would do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cpcap::effective;
use cpcap::maintenance::{Cluster, How, Maintenance, Outcome, Plans, just_after};
use cpcap::matching::Matcher;
use cpcap::model::cloudprofile::{CloudProfile, ExpirableVersion};
use cpcap::model::cursor::Cursor;
use cpcap::model::shoot::Shoot;
use cpcap::model::time::Time;
use cpcap::model::version::Version;
use cpcap::yaml;
use fastrand::Rng;

const RUNS: u64 = 400;
const CLASSES: [&str; 4] = ["preview", "supported", "deprecated", "unavailable"];
const CONSTRAINTS: [&str; 4] = ["< 1.31", ">= 1.31", "1.30.x", "~1"];

fn date(rng: &mut Rng) -> String {
    format!(
        "{}-{:02}-{:02}T00:00:00Z",
        rng.u32(2024..2030),
        rng.u32(1..13),
        rng.u32(1..28)
    )
}

/// A life cycle in either form, or none.
fn life(rng: &mut Rng, out: &mut String) {
    match rng.u8(..4) {
        0 => {}
        1 => {
            let _ = writeln!(out, "      lifecycle:");
            for class in ["preview", "supported", "deprecated", "expired"] {
                if rng.bool() {
                    let _ = writeln!(
                        out,
                        "      - {{classification: {class}, startTime: \"{}\"}}",
                        date(rng)
                    );
                }
            }
        }
        _ => {
            if rng.bool() {
                let _ = writeln!(out, "      classification: {}", CLASSES[rng.usize(..4)]);
            }
            if rng.bool() {
                let _ = writeln!(out, "      expirationDate: \"{}\"", date(rng));
            }
        }
    }
}

fn kubernetes_version(rng: &mut Rng) -> String {
    format!("1.{}.{}", rng.u8(29..34), rng.u8(..4))
}

fn image_version(rng: &mut Rng) -> String {
    let suffix = ["", "", "", "-metal", "-dev.1"][rng.usize(..5)];
    format!("{}.{}.{}{suffix}", rng.u8(1..4), rng.u8(..4), rng.u8(..4))
}

/// `spec` of a profile, and that of a Shoot.
fn text(rng: &mut Rng) -> (String, String) {
    let mut profile = String::from("spec:\n  kubernetes:\n    versions:\n");
    for _ in 0..rng.usize(1..8) {
        let _ = writeln!(profile, "    - version: \"{}\"", kubernetes_version(rng));
        life(rng, &mut profile);
    }
    if rng.bool() {
        profile.push_str(
            "  machineCapabilities:\n  - \
            {name: architecture, values: [amd64, arm64]}\n  - {name: disk, values: [a, b]}\n",
        );
    }
    profile.push_str("  machineImages:\n");
    for image in ["one", "two"] {
        let strategy = ["patch", "minor", "major"][rng.usize(..3)];
        let _ = writeln!(
            profile,
            "  - name: {image}\n    updateStrategy: {strategy}\n    versions:"
        );
        for _ in 0..rng.usize(1..10) {
            let _ = writeln!(profile, "    - version: \"{}\"", image_version(rng));
            life(rng, &mut profile);
            if rng.u8(..4) == 0 {
                let _ = writeln!(
                    profile,
                    "      kubeletVersionConstraint: \"{}\"",
                    CONSTRAINTS[rng.usize(..4)]
                );
            }
            if rng.u8(..5) == 0 {
                profile.push_str("      capabilityFlavors: [{architecture: [amd64], disk: [b]}]\n");
            }
            if rng.u8(..3) == 0 {
                let _ = writeln!(
                    profile,
                    "      inPlaceUpdates: {{supported: true, minVersionForUpdate: \"{}\"}}",
                    image_version(rng)
                );
            }
        }
    }
    profile.push_str(
        "  machineTypes:\n  - \
            {name: x, capabilities: {architecture: [amd64], disk: [a]}}\n  - \
            {name: y, architecture: arm64}\n",
    );
    let auto = |rng: &mut Rng| if rng.bool() { "true" } else { "false" };
    let mut shoot = format!(
        "spec:\n  kubernetes: {{version: \"{}\"}}\n  maintenance: {{autoUpdate: \
         {{kubernetesVersion: {}, machineImageVersion: {}}}}}\n  provider:\n    workers:\n",
        kubernetes_version(rng),
        auto(rng),
        auto(rng)
    );
    for pool in 0..rng.usize(1..4) {
        // A machine type that is not there keeps all images from moving.
        let kinds = if rng.u8(..4) == 0 { 5 } else { 4 };
        let machine = ["x", "x", "x", "y", "z"][rng.usize(..kinds)];
        let image = ["one", "two", "ONE"][rng.usize(..3)];
        let (version, architecture) = (
            image_version(rng),
            if machine == "y" { "arm64" } else { "amd64" },
        );
        let _ = write!(
            shoot,
            "    - {{name: p{pool}, machine: {{type: {machine}, architecture: {architecture}, \
             image: {{name: {image}, version: \"{version}\"}}}}"
        );
        if rng.u8(..3) == 0 {
            let _ = write!(
                shoot,
                ", kubernetes: {{version: \"{}\"}}",
                kubernetes_version(rng)
            );
        }
        if rng.u8(..5) == 0 {
            shoot.push_str(", updateStrategy: AutoInPlaceUpdate");
        }
        shoot.push_str("}\n");
    }
    (profile, shoot)
}

fn each(check: impl Fn(&Maintenance<'_, '_, '_>, &Cluster<'_>, Time, &str)) {
    for seed in 0..RUNS {
        let mut rng = Rng::with_seed(seed);
        let (profile, shoot) = text(&mut rng);
        let now = Time::parse(&date(&mut rng)).unwrap();
        let [profile_documents, shoot_documents] = [&profile, &shoot].map(|text| yaml::read(text));
        let cursor = |tree, text| Cursor::new(tree, text, yaml::Tree::root(tree).unwrap());
        let written = CloudProfile::read(cursor(&profile_documents[0].tree, &profile));
        let stored = effective::stored(&written);
        let matcher = Matcher::new(&stored);
        let cluster = Cluster::new(&Shoot::read(cursor(&shoot_documents[0].tree, &shoot)));
        check(
            &Maintenance::new(&matcher),
            &cluster,
            now,
            &format!("seed {seed} at {now}\n{profile}\n{shoot}"),
        );
    }
}

fn rises(from: &str, outcome: &Outcome<'_>) -> bool {
    let Some(to) = outcome.moves() else {
        return true;
    };
    // A worker pool falls in with its control plane.
    to.how == How::Capped || Version::parse(to.to).unwrap() > Version::parse(from).unwrap()
}

#[test]
fn maintenance_never_moves_down() {
    each(|maintenance, cluster, now, context| {
        let plan = maintenance.plan(cluster, now);
        assert!(
            rises(cluster.kubernetes, &plan.kubernetes.outcome),
            "{context}"
        );
        for (pool, step) in cluster.pools.iter().zip(&plan.workers_kubernetes) {
            assert!(
                pool.kubernetes
                    .is_none_or(|version| rises(version, &step.outcome)),
                "{context}"
            );
        }
        for (pool, step) in cluster.pools.iter().zip(plan.images.iter().flatten()) {
            assert!(
                pool.image
                    .is_none_or(|image| rises(image.version, &step.outcome)),
                "{context}"
            );
        }
    });
}

#[test]
fn maintenance_windows_reach_a_fixed_point() {
    each(|maintenance, cluster, now, context| {
        let windows = maintenance.settle(cluster, now);
        let matcher = maintenance.matcher();
        let versions = matcher.versions().len() + matcher.profile().kubernetes_versions.len();
        assert!(
            windows.len() <= (versions + 2) * (2 * cluster.pools.len() + 1),
            "{} windows: {context}",
            windows.len()
        );
        let (last, before) = windows.split_last().unwrap();
        assert!(
            !last.plan.moves() && before.iter().all(|window| window.plan.moves()),
            "{context}"
        );
        assert_eq!(last.cluster.after(&last.plan), last.cluster);
    });
}

/// Shoots that differ in anything but names have plans of their own.
#[test]
fn plans_are_shared_by_what_they_depend_on() {
    each(|maintenance, cluster, now, context| {
        let plans = Plans::new(Maintenance::new(maintenance.matcher()), now);
        let mut renamed = cluster.clone();
        renamed
            .pools
            .iter_mut()
            .for_each(|pool| pool.name = "other");
        assert!(
            std::sync::Arc::ptr_eq(&plans.of(cluster), &plans.of(&renamed)),
            "{context}"
        );
        for kind in variants(cluster) {
            assert!(
                plans.of(&kind).says_the_same(&maintenance.plan(&kind, now)),
                "{kind:?}\n{context}"
            );
        }
    });
}

/// The same Shoot with one thing otherwise: each thing that a plan can depend on.
fn variants<'t>(cluster: &Cluster<'t>) -> Vec<Cluster<'t>> {
    type Change = fn(&mut Cluster<'_>);
    let changes: [Change; 9] = [
        |of| of.kubernetes = "1.30.1",
        |of| of.auto_update.kubernetes ^= true,
        |of| of.auto_update.images ^= true,
        |of| of.pools[0].machine_type = "y",
        |of| of.pools[0].architecture = "arm64",
        |of| of.pools[0].cri = "docker",
        |of| of.pools[0].in_place ^= true,
        |of| of.pools[0].kubernetes = Some("1.29.0"),
        |of| {
            if let Some(image) = &mut of.pools[0].image {
                image.version = "1.0.0";
            }
        },
    ];
    changes
        .iter()
        .map(|change| {
            let mut kind = cluster.clone();
            change(&mut kind);
            kind
        })
        .collect()
}

/// The timeline names dates of the profile alone; between them nothing changes.
#[test]
fn a_timeline_says_at_every_time_what_a_window_would_do() {
    each(|maintenance, cluster, now, context| {
        let until = Time::from_unix(now.unix() + 3 * 365 * 86_400);
        let timeline = maintenance.timeline(cluster, now, until);
        let profile = maintenance.matcher().profile();
        let versions = profile
            .machine_images
            .iter()
            .flat_map(|image| image.versions.iter().map(|version| &version.expirable));
        let dates = profile
            .kubernetes_versions
            .iter()
            .chain(versions)
            .flat_map(ExpirableVersion::transitions)
            .map(|(date, _)| date);
        let around =
            |date: Time| (-1..=2).map(move |seconds| Time::from_unix(date.unix() + seconds));
        let samples: BTreeSet<Time> = dates
            .flat_map(around)
            .chain([now, until])
            .filter(|time| (now..=until).contains(time))
            .collect();
        for time in samples {
            let entry = timeline.iter().rfind(|entry| entry.at <= time).unwrap();
            assert!(
                entry.plan.says_the_same(&maintenance.plan(cluster, time)),
                "{time}: {context}"
            );
        }
        for pair in timeline.windows(2) {
            assert!(!pair[0].plan.says_the_same(&pair[1].plan), "{context}");
            assert!(
                pair[1]
                    .date
                    .is_some_and(|date| just_after(date) == pair[1].at),
                "{context}"
            );
        }
    });
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
    use cpcap::maintenance::{AutoUpdate, Fault, Pool, PoolImage, Removed, StuckOn};
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
        let auto_update = AutoUpdate {
            kubernetes: true,
            images: true,
        };
        let stuck = maintenance.stuck(now, Time::MAX);
        let cluster = |kubernetes, pools| Cluster {
            kubernetes,
            auto_update,
            pools,
        };
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
        let kubernetes: Vec<&str> = profile
            .kubernetes_versions
            .iter()
            .map(|version| *version.version)
            .filter(|version| Version::parse(version).is_some())
            .collect();
        // Each fault and move of a pool: version, machine type, Kubernetes version.
        type Failing<'t> = BTreeSet<(usize, usize, &'t str, Fault)>;
        let mut failing: [Failing<'_>; 2] = Default::default();
        let mut possible = BTreeSet::new();
        let mut moving = BTreeSet::new();
        for (version, listed) in matcher.versions().iter().enumerate() {
            let Some((_, at)) = expiry(&listed.version.expirable) else {
                continue;
            };
            let updates = listed.version.in_place_updates.as_ref();
            let supports = updates.is_some_and(|of| of.supported.value == Some(true));
            for (machine, of) in matcher.machines().iter().enumerate() {
                let Some(architecture) = of.architecture else {
                    continue;
                };
                for kubernetes in &kubernetes {
                    for in_place in [false, true].into_iter().filter(|of| supports || !of) {
                        let pool = Pool {
                            name: "",
                            machine_type: *of.machine_type.name,
                            architecture,
                            image: Some(PoolImage {
                                name: *listed.image.name,
                                version: *listed.version.version(),
                            }),
                            cri: listed
                                .version
                                .cri
                                .first()
                                .map_or("containerd", |cri| *cri.name),
                            container_runtimes: Vec::new(),
                            in_place,
                            kubernetes: None,
                            demand: cpcap::capability::Demand {
                                in_place,
                                ..Default::default()
                            },
                        };
                        let cluster = cluster(kubernetes, vec![pool.clone()]);
                        let step = &maintenance.images(&cluster, at).unwrap()[0];
                        let all = maintenance.explain(&pool, &cluster, step, at);
                        let own = all.iter().find(|(index, _)| *index == version).unwrap();
                        if matches!(own.1, Some(Removed::By(_))) {
                            continue;
                        }
                        possible.insert((version, machine, *kubernetes, in_place));
                        match &step.outcome {
                            Outcome::Fails { fault, .. } => {
                                count(usize::from(in_place));
                                failing[usize::from(in_place)].insert((
                                    version,
                                    machine,
                                    *kubernetes,
                                    *fault,
                                ));
                            }
                            Outcome::Moves(to) if !in_place => {
                                count(2);
                                moving.insert((version, machine, *kubernetes, to.index.unwrap()));
                            }
                            _ => {}
                        }
                    }
                }
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
    use cpcap::maintenance::{AutoUpdate, Pool, PoolImage, Removed};
    use cpcap::model::lifecycle::Classification;
    // Pools by machine type and Kubernetes version, and whether any is not updated in place.
    #[derive(Default)]
    struct Pools<'t>(BTreeSet<usize>, BTreeSet<&'t str>, bool);
    let seen = std::cell::Cell::new([0, 0]);
    each(|maintenance, _, now, context| {
        let matcher = maintenance.matcher();
        let profile = matcher.profile();
        let kubernetes: BTreeSet<&str> = profile
            .kubernetes_versions
            .iter()
            .map(|version| *version.version)
            .filter(|version| Version::parse(version).is_some())
            .collect();
        let mut all: BTreeMap<usize, Pools<'_>> = BTreeMap::new();
        let mut moving: BTreeMap<(usize, usize), Pools<'_>> = BTreeMap::new();
        for (version, listed) in matcher.versions().iter().enumerate() {
            if matcher.current(version, now) != Classification::Supported {
                continue;
            }
            let updates = listed.version.in_place_updates.as_ref();
            let supports = updates.is_some_and(|of| of.supported.value == Some(true));
            for (machine, of) in matcher.machines().iter().enumerate() {
                let Some(architecture) = of.architecture else {
                    continue;
                };
                if of.machine_type.usable.value == Some(false) {
                    continue;
                }
                for kubernetes in &kubernetes {
                    for in_place in [false, true].into_iter().filter(|of| supports || !of) {
                        let cris = &listed.version.cri;
                        let pool = Pool {
                            name: "",
                            machine_type: *of.machine_type.name,
                            architecture,
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
                        let cluster = Cluster {
                            kubernetes,
                            auto_update: AutoUpdate {
                                kubernetes: true,
                                images: true,
                            },
                            pools: vec![pool.clone()],
                        };
                        let step = &maintenance.images(&cluster, now).unwrap()[0];
                        let reasons = maintenance.explain(&pool, &cluster, step, now);
                        let own = reasons.iter().find(|(index, _)| *index == version).unwrap();
                        if matches!(own.1, Some(Removed::By(_))) {
                            continue;
                        }
                        let to = step.outcome.moves().and_then(|to| to.index);
                        let to =
                            to.filter(|to| matcher.current(*to, now) == Classification::Deprecated);
                        let moves = to.map(|to| moving.entry((to, version)).or_default());
                        let own = all.entry(version).or_default();
                        for pools in [Some(own), moves].into_iter().flatten() {
                            pools.0.insert(machine);
                            pools.1.insert(*kubernetes);
                            pools.2 |= !in_place;
                        }
                    }
                }
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
