//! A NamespacedCloudProfile with its parent, and a Shoot in maintenance.

use cpcap::effective;
use cpcap::landscape::{Item, Landscape, read};
use cpcap::maintenance::{Cluster, How, Maintenance, Outcome, just_after};
use cpcap::matching::Matcher;
use cpcap::merge;
use cpcap::model::cloudprofile::{CloudProfile, ExpirableVersion};
use cpcap::model::cursor::Cursor;
use cpcap::model::shoot::Shoot;
use cpcap::model::time::Time;
use cpcap::model::version::Version;
use cpcap::resolution::parents::{Parent, Prepared, namespaced};
use cpcap::source::Sources;
use cpcap::yaml;
use serde_json::{Value, json};

use super::tape::Tape;
use super::{generated, input, settings, texts};

/// A NamespacedCloudProfile that adds nothing.
pub const EMPTY: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: empty, namespace: garden}
spec:
  parent: {kind: CloudProfile, name: x}
";

/// Reads a parent and a child, and hands over both objects.
pub fn with_both<T>(
    parent: &str,
    child: &str,
    act: impl FnOnce(&Parent<'_>, &Item<'_>) -> T,
) -> Option<T> {
    let mut sources = Sources::default();
    let inputs = [("parent.yaml", parent), ("child.yaml", child)]
        .map(|(name, text)| input(&mut sources, name, text));
    let files = inputs.map(|input| read(&sources, &[input]));
    let [parents, children] = files.each_ref().map(|files| Landscape::new(files));
    let child = children.items.first()?;
    namespaced(child)?;
    Some(act(&Parent::new(parents.items.first()?)?, child))
}

/// The `spec` of the merged result.
pub fn render(parent: &Parent<'_>, item: &Item<'_>) -> Value {
    let Some(child) = namespaced(item) else {
        return Value::Null;
    };
    let prepared = Prepared::new(child.spec.clone(), merge::Before::Nothing, settings().now);
    let together = prepared.merge(parent);
    Value::Object(merge::render(
        &together.merged,
        parent.item.raw(),
        item.raw(),
    ))
}

/// Where the second value is not the first one, but for what defaulting adds to a child's images:
/// the update strategy, container runtimes, and flavors where the child says that there are none.
pub fn beside_defaults(once: &Value, twice: &Value, path: &str) -> Option<String> {
    let below = |key: &dyn std::fmt::Display| format!("{path}/{key}");
    let of_images = ["updateStrategy", "capabilityFlavors", "cri"];
    match (once, twice) {
        (Value::Object(once), Value::Object(twice)) => {
            let lost = once.keys().find(|key| !twice.contains_key(*key));
            lost.map(|key| below(key)).or_else(|| {
                twice.iter().find_map(|(key, value)| match once.get(key) {
                    None if of_images.contains(&key.as_str()) => None,
                    None => Some(below(key)),
                    Some(before) if key == "capabilityFlavors" && *before == json!([]) => None,
                    Some(before) => beside_defaults(before, value, &below(key)),
                })
            })
        }
        (Value::Array(once), Value::Array(twice)) if once.len() == twice.len() => {
            let mut pairs = once.iter().zip(twice).enumerate();
            pairs.find_map(|(at, (one, other))| beside_defaults(one, other, &below(&at)))
        }
        _ => (once != twice).then(|| path.to_owned()),
    }
}

/// A CloudProfile that says what was rendered.
fn as_profile(spec: &Value) -> String {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "CloudProfile",
        "metadata": {"name": "x"},
        "spec": spec,
    })
    .to_string()
}

/// Merging is idempotent: the merged result with a child that adds nothing is the merged result.
pub fn merging(bytes: &[u8]) -> Result<(), String> {
    let [parent, child] = texts(bytes, |tape| {
        let mut objects = [generated::profile(tape), generated::child(tape)];
        objects
            .iter_mut()
            .for_each(|object| generated::change(object, tape));
        objects.map(|object| generated::text(&[object], tape))
    });
    // What cannot be decoded is never stored, so nothing is merged.
    let decoded = |parent: &Parent<'_>, child: &Item<'_>| {
        (parent.item.is_decoded() && child.is_decoded()).then(|| render(parent, child))
    };
    let Some(Some(once)) = with_both(&parent, &child, decoded) else {
        return Ok(());
    };
    let again = |spec: &Value| with_both(&as_profile(spec), EMPTY, render).unwrap_or_default();
    let twice = again(&once);
    let differs = beside_defaults(&once, &twice, "");
    ensure!(
        differs.is_none(),
        "{} differs: {once} becomes {twice}\n{parent}\n{child}",
        differs.unwrap_or_default()
    );
    let third = again(&twice);
    ensure!(twice == third, "{twice} becomes {third}\n{parent}\n{child}");
    Ok(())
}

/// Whether a move leads to a higher version. A worker pool falls in with its control plane.
fn rises(from: &str, outcome: &Outcome<'_>) -> bool {
    let Some(to) = outcome.moves() else {
        return true;
    };
    match (Version::parse(from), Version::parse(to.to)) {
        (Some(from), Some(to_version)) => to.how == How::Capped || to_version > from,
        _ => to.how == How::Capped,
    }
}

/// A window never moves a version down, windows settle, and a timeline says at each of its dates
/// and between them what a window would do.
pub fn maintenance(bytes: &[u8]) -> Result<(), String> {
    let [profile, shoot] = texts(bytes, |tape: &mut Tape<'_>| {
        let mut objects = [generated::profile(tape), generated::shoot(tape)];
        objects
            .iter_mut()
            .for_each(|object| generated::change(object, tape));
        objects.map(|object| generated::text(&[object], tape))
    });
    let what = || format!("{profile}\n=====\n{shoot}");
    let documents = [&profile, &shoot].map(|text| yaml::read(text));
    let [Some(profile_document), Some(shoot_document)] =
        documents.each_ref().map(|all| all.first())
    else {
        return Ok(());
    };
    let (Some(profile_root), Some(shoot_root)) =
        (profile_document.tree.root(), shoot_document.tree.root())
    else {
        return Ok(());
    };
    let written = CloudProfile::read(Cursor::new(&profile_document.tree, &profile, profile_root));
    let stored = effective::stored(&written);
    let matcher = Matcher::new(&stored);
    let maintenance = Maintenance::new(&matcher);
    let cluster = Cluster::new(&Shoot::read(Cursor::new(
        &shoot_document.tree,
        &shoot,
        shoot_root,
    )));
    let now = settings().now;

    let plan = maintenance.plan(&cluster, now);
    ensure!(
        rises(cluster.kubernetes, &plan.kubernetes.outcome),
        "Kubernetes falls: {}",
        what()
    );
    for (pool, step) in cluster.pools.iter().zip(&plan.workers_kubernetes) {
        ensure!(
            pool.kubernetes
                .is_none_or(|version| rises(version, &step.outcome)),
            "the Kubernetes version of {} falls: {}",
            pool.name,
            what()
        );
    }
    for (pool, step) in cluster.pools.iter().zip(plan.images.iter().flatten()) {
        ensure!(
            pool.image
                .is_none_or(|image| rises(image.version, &step.outcome)),
            "the image of {} falls: {}",
            pool.name,
            what()
        );
    }

    let windows = maintenance.settle(&cluster, now);
    let Some((last, before)) = windows.split_last() else {
        return Err(format!("no window: {}", what()));
    };
    ensure!(
        !last.plan.moves() && before.iter().all(|window| window.plan.moves()),
        "{} windows do not settle: {}",
        windows.len(),
        what()
    );
    ensure!(
        last.cluster.after(&last.plan) == last.cluster,
        "it settles on something else: {}",
        what()
    );

    let until = Time::from_unix(now.unix() + 2 * 365 * 86_400);
    let timeline = maintenance.timeline(&cluster, now, until);
    let versions = stored
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter().map(|version| &version.expirable));
    let dates = stored
        .kubernetes_versions
        .iter()
        .chain(versions)
        .flat_map(ExpirableVersion::transitions)
        .map(|(date, _)| date);
    let mut samples: Vec<Time> = dates
        .flat_map(|date| {
            (-1..=2).map(move |seconds| Time::from_unix(date.unix().saturating_add(seconds)))
        })
        .chain([now, until])
        .filter(|time| (now..=until).contains(time))
        .collect();
    samples.sort();
    samples.dedup();
    for time in samples {
        let said = timeline.iter().rfind(|entry| entry.at <= time);
        ensure!(
            said.is_some_and(|entry| entry.plan.says_the_same(&maintenance.plan(&cluster, time))),
            "the timeline says something else at {time}: {}",
            what()
        );
    }
    for pair in timeline.windows(2) {
        ensure!(
            !pair[0].plan.says_the_same(&pair[1].plan)
                && pair[1]
                    .date
                    .is_some_and(|date| just_after(date) == pair[1].at),
            "the timeline repeats itself: {}",
            what()
        );
    }
    Ok(())
}
