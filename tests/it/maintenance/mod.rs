//! Properties of maintenance, on random profiles and Shoots: a plan never moves down, windows
//! settle, and a timeline says at every time what a window at that time would do.

mod ends;

use std::collections::BTreeSet;
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
