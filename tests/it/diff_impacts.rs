//! `cpcap diff`: changes of Shoots, children that shadow, versions that get stuck, true causes, and
//! objects of other names.

use std::process::Command;

use crate::common::Dir;
use crate::common::diff::{CHILD, PROFILE, SHOOT, diff, json, of_kind, refused, without};
use serde_json::{Value, json as value};

/// The causes of an impact, for comparing.
fn causes(impact: &Value) -> Vec<&str> {
    impact["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cause| cause.as_str().unwrap())
        .collect()
}

fn one<'r>(report: &'r Value, kind: &str) -> &'r Value {
    let found = of_kind(report, kind);
    assert_eq!(found.len(), 1, "{kind}: {report:#}");
    found[0]
}

/// NamespacedCloudProfile: "The parent catches up with a custom version or machine type: the child
/// stays valid, its entry wins whole; say 'shadows the parent's entry', and which fields are lost".
#[test]
fn namespaced_a_parent_that_catches_up_is_told_with_what_is_lost() {
    let child = format!(
        "{CHILD}  machineTypes:\n  - {{name: own.large, cpu: \"8\", gpu: \"0\", memory: 8Gi}}\n  \
         - {{name: m4.large, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {{architecture: \
         [amd64], boot: [bios]}}}}\n"
    )
    .replace(
        "  - name: flatcar\n",
        "  - name: gardenlinux\n    versions:\n    - \
         {version: 1900.0.0, cri: [{name: containerd}], capabilityFlavors: \
         [{architecture: [amd64]}]}\n  - name: flatcar\n",
    );
    let caught_up = PROFILE
        .replace(
            "  - {name: m5.large",
            "  - \
             {name: own.large, cpu: \"4\", gpu: \"0\", memory: 8Gi, storage: {class: standard, type: default, size: 50Gi}, capabilities: {architecture: [amd64]}}\n  - {name: m5.large",
        )
        .replace(
            "    - version: 1877.2.0\n      cri: [{name: containerd}]\n",
            "    - {version: 1900.0.0, classification: preview, cri: [{name: containerd}], \
             capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]}\n    - version: \
             1877.2.0\n      cri: [{name: containerd}]\n",
        );
    let shadows = |report: &Value| -> Vec<String> {
        let notes = report["notes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|note| note["rule"] == "namespaced/shadowed-entry");
        notes
            .map(|note| note["message"].as_str().unwrap().to_owned())
            .collect()
    };
    let report = json(PROFILE, &caught_up, &[("child.yaml", &child)]);
    let told = shadows(&report);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("1900.0.0") && told[0].contains("`classification` is lost"),
        "{told:?}"
    );
    assert!(
        told[1].contains("`own.large` shadows the parent's entry")
            && told[1].contains("`storage` are lost"),
        "{told:?}"
    );
    let note = report["notes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|note| note["rule"] == "namespaced/shadowed-entry")
        .unwrap();
    assert_eq!(
        (
            note["place"]["file"].as_str(),
            note["related"][0]["place"]["file"].as_str()
        ),
        (Some("child.yaml"), Some("new.yaml"))
    );
    // Neither old shadows, nor entries that no parent caught up with.
    let other = PROFILE.replace("1.33.1", "1.33.2");
    assert!(shadows(&json(PROFILE, &other, &[("child.yaml", &child)])).is_empty());
    let dir = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("a/c.yaml", &child),
        ("b/p.yaml", &caught_up),
        ("b/c.yaml", &child),
    ]);
    let ran = dir.run(&["diff", "a", "b", "-f", "json"]);
    assert_eq!(
        shadows(&serde_json::from_str(&ran.stdout).unwrap()).len(),
        2,
        "the child on both sides"
    );
}

/// Changes: "Removing a version, image or capability still used by a NamespacedCloudProfile or
/// Shoot in any namespace".
#[test]
fn changes_what_children_use_names_them_in_every_namespace() {
    let child = |namespace: &str, own: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
             {{name: x, namespace: {namespace}}}\nspec:\n  parent: {{kind: CloudProfile, name: \
             aws}}\n{own}"
        )
    };
    let dates = child(
        "garden-a",
        "  kubernetes: \
         {versions: [{version: 1.32.5, expirationDate: \"2030-01-01T00:00:00Z\"}]}\n  \
         machineImages: \
         [{name: gardenlinux, versions: [{version: 1592.9.0, expirationDate: \"2030-01-01T00:00:00Z\"}]}]\n",
    );
    let types = child(
        "garden-b",
        "  machineTypes: \
         [{name: own, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {boot: [bios]}}]\n",
    );
    let with = [("a.yaml", dates.as_str()), ("b.yaml", types.as_str())];
    let kubernetes = json(
        PROFILE,
        &PROFILE.replace("    - version: 1.32.5\n", ""),
        &with,
    );
    assert!(
        refused(&kubernetes, "change/removed-in-use")[0]["message"]
            .as_str()
            .unwrap()
            .contains("garden-a/x")
    );
    let image = json(PROFILE, &PROFILE.replace("gardenlinux", "other"), &with);
    assert!(
        refused(&image, "change/removed-in-use")
            .iter()
            .any(|of| of["message"].as_str().unwrap().contains("garden-a/x"))
    );
    let boot = PROFILE
        .replace("[uefi, bios]", "[uefi]")
        .replace("boot: [bios]", "boot: [uefi]");
    let value = json(PROFILE, &boot, &with);
    let message = refused(&value, "change/removed-in-use")[0]["message"]
        .as_str()
        .unwrap();
    assert!(
        message.contains("`bios`")
            && message.contains("garden-b/x")
            && !message.contains("garden-a/x"),
        "{message}"
    );
}

/// Versions and life cycle: "list what create would drop".
#[test]
fn versions_what_a_create_would_drop_is_listed() {
    let dated = PROFILE.replace(
        "- version: 1.32.5",
        "- version: 1.32.5\n      expirationDate: \"2020-01-01T00:00:00Z\"",
    );
    let dir = Dir::with(&[
        ("old/shoot.yaml", SHOOT),
        ("new/shoot.yaml", SHOOT),
        ("new/profile.yaml", &dated),
    ]);
    let report: Value =
        serde_json::from_str(&dir.run(&["diff", "old", "new", "-f", "json"]).stdout).unwrap();
    let note = &report["notes"][0];
    assert_eq!(note["rule"], "lifecycle/dropped-on-create", "{report:#}");
    assert!(
        note["message"].as_str().unwrap().contains("1.32.5"),
        "{note}"
    );
}

/// Versions and life cycle: "A deprecated version above every supported one ... Warn in `lint` and
/// `diff`".
#[test]
fn versions_a_withdrawn_version_above_the_supported_ones_is_told() {
    let withdrawn = PROFILE.replace(
        "    - version: 1877.2.0\n      cri",
        "    - version: 1877.2.0\n      classification: deprecated\n      cri",
    );
    let report = json(PROFILE, &withdrawn, &[]);
    assert_eq!(
        report["notes"][0]["rule"], "lifecycle/deprecated-above-supported",
        "{report:#}"
    );
}

#[test]
fn a_changed_shoot_tells_pool_by_pool_what_becomes_of_it() {
    let changed = SHOOT
        .replacen("m5.large, architecture", "m4.large, architecture", 1)
        .replace("version: 1592.9.0}", "version: 1877.2.0}")
        .replace("- name: green", "- name: red")
        .replace("version: 1.32.5", "version: 1.33.1");
    let report = json(SHOOT, &changed, &[("profile.yaml", PROFILE)]);
    assert_eq!(
        report["objects"].as_array().unwrap().len(),
        1,
        "the profile does not change"
    );
    let changes: Vec<(&str, &str, &str, &str)> = of_kind(&report, "changed")
        .into_iter()
        .map(|of| {
            let text = |key: &str| of[key].as_str().unwrap();
            (
                text("list"),
                of["pools"][0]["pool"].as_str().unwrap_or_default(),
                text("before"),
                text("after"),
            )
        })
        .collect();
    assert_eq!(
        changes,
        [
            ("kubernetesVersion", "", "1.32.5", "1.33.1"),
            ("machineType", "blue", "m5.large", "m4.large"),
            (
                "imageVersion",
                "blue",
                "gardenlinux 1592.9.0",
                "gardenlinux 1877.2.0"
            ),
        ]
    );
    let pool = |kind: &str| {
        (
            one(&report, kind)["list"].clone(),
            one(&report, kind)["name"].clone(),
        )
    };
    assert_eq!(
        (pool("added"), pool("removed")),
        (
            (value!("workerPool"), value!("red")),
            (value!("workerPool"), value!("green"))
        )
    );
    assert_eq!(
        one(&report, "added")["after"],
        "m5.large with gardenlinux 1877.2.0"
    );
    let artifact = one(&report, "artifact");
    assert_eq!(
        artifact["imageVersions"][0]["artifacts"],
        value!([{"region": "eu", "before": "ami ami-3", "after": "ami ami-2"}])
    );
    assert_eq!(
        (causes(artifact), artifact["regions"].clone()),
        (vec!["changedShoot"], value!(["eu"]))
    );
    assert_eq!(
        (
            artifact["old"]["file"].as_str(),
            artifact["new"]["file"].as_str()
        ),
        (Some("old.yaml"), Some("new.yaml"))
    );
    let text = diff(SHOOT, &changed, &[("profile.yaml", PROFILE)], &[]).stdout;
    assert!(
        text.contains("- worker pool blue: machine type: m5.large → m4.large"),
        "{text}"
    );
    assert!(
        text.contains(
            "- worker pool blue: another artifact: m4.large with gardenlinux \
        1877.2.0 in eu: ami ami-3"
        ),
        "{text}"
    );
    assert!(
        text.contains("- added: worker pool red: m5.large with gardenlinux 1877.2.0"),
        "{text}"
    );
}

#[test]
fn effects_of_the_shoot_and_of_its_profile_are_separate() {
    // The profile turns its preference around; the Shoot moves one pool to the image that has only
    // one flavor.
    let turned = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    let changed = SHOOT.replacen("version: 1592.9.0", "version: 1877.2.0", 1);
    let report = json(
        &format!("{PROFILE}---\n{SHOOT}"),
        &format!("{turned}---\n{changed}"),
        &[],
    );
    let artifacts = of_kind(&report, "artifact");
    let of_pool = |name: &str| -> Vec<&Value> {
        let of = |impact: &&&Value| {
            impact["pools"]
                .as_array()
                .unwrap()
                .iter()
                .any(|pool| pool["pool"] == name)
        };
        artifacts.iter().filter(of).copied().collect()
    };
    let (blue, green) = (of_pool("blue"), of_pool("green"));
    assert_eq!(blue.len(), 1, "{report:#}");
    assert_eq!(causes(blue[0]), ["changedShoot"]);
    // The effects of the profile on a pool that stays as it is appear once, at the profile.
    assert_eq!(
        green.iter().map(|of| causes(of)).collect::<Vec<_>>(),
        [["reorderedVocabulary"]]
    );
    // The Shoot reports that it cannot run any more, and the cause.
    let gone = without(
        PROFILE,
        "    - version: 1877.2.0\n      cri",
        "    - version: 1592.9.0\n",
    );
    let changed = SHOOT.replacen("m5.large", "m4.large", 1);
    let report = json(
        &format!("{PROFILE}---\n{SHOOT}"),
        &format!("{gone}---\n{changed}"),
        &[],
    );
    let impossible = one(&report, "impossible");
    assert_eq!(
        (causes(impossible), impossible["pools"][0]["pool"].as_str()),
        (vec!["changedProfile"], Some("green"))
    );
    // The pool that came to the image with the same change never had the other flavor.
    assert_eq!(
        one(&json(PROFILE, &turned, &[("s.yaml", SHOOT)]), "artifact")["pools"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_shoot_that_comes_or_goes_is_not_concerned_by_the_change() {
    let turned = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    for (old, new) in [
        (PROFILE.to_owned(), format!("{turned}---\n{SHOOT}")),
        (format!("{PROFILE}---\n{SHOOT}"), turned.clone()),
    ] {
        let report = json(&old, &new, &[]);
        assert_eq!(one(&report, "flavor")["pools"], value!([]));
    }
}

#[test]
fn a_shoot_that_moves_to_another_profile_says_so() {
    let child = format!(
        "{CHILD}  limits: {{maxNodesTotal: 100}}\n  machineTypes:\n  - {{name: m5.large, cpu: \
         \"2\", gpu: \"0\", memory: 8Gi, capabilities: {{architecture: [amd64], boot: [bios]}}}}\n"
    );
    let moved = SHOOT.replace(
        "{kind: CloudProfile, name: aws}",
        "{kind: NamespacedCloudProfile, name: shop}",
    );
    let report = json(
        SHOOT,
        &moved,
        &[("profile.yaml", PROFILE), ("child.yaml", &child)],
    );
    let profile = one(&report, "changed");
    let text = |key: &str| profile[key].as_str().unwrap();
    assert_eq!(
        (text("list"), text("before"), text("after")),
        ("profile", "CloudProfile aws", "NamespacedCloudProfile shop")
    );
    let flavor = one(&report, "flavor");
    assert_eq!(
        (causes(flavor), flavor["pools"][0]["pool"].as_str()),
        (vec!["changedShoot"], Some("green"))
    );
    // Spelt in the old way it is the same reference.
    let old_way = SHOOT.replace(
        "cloudProfile: {kind: CloudProfile, name: aws}",
        "cloudProfileName: aws",
    );
    assert!(
        of_kind(
            &json(SHOOT, &old_way, &[("profile.yaml", PROFILE)]),
            "changed"
        )
        .is_empty()
    );
}

#[test]
fn a_shoot_without_its_profile_still_tells_what_it_asks_for() {
    let report = json(SHOOT, &SHOOT.replacen("m5.large", "m4.large", 1), &[]);
    assert_eq!(one(&report, "changed")["after"], "m4.large");
    assert!(of_kind(&report, "impossible").is_empty() && of_kind(&report, "flavor").is_empty());
}

#[test]
fn pools_count_as_the_server_would_store_them() {
    // Without image, version, architecture and patch version: filled in as in `lint` and `resolve`.
    let short = SHOOT
        .replace(
            "machine: \
             {type: m5.large, architecture: amd64, image: {name: gardenlinux, version: 1877.2.0}}",
            "machine: {type: m5.large}",
        )
        .replace("version: 1.32.5", "version: \"1.32\"");
    let report = json(
        PROFILE,
        &PROFILE.replace("[uefi, bios]", "[bios, uefi]"),
        &[("shoot.yaml", &short)],
    );
    assert_eq!(
        one(&report, "flavor")["pools"],
        value!([{"namespace": "garden-shop", "shoot": "web", "pool": "green", "file": "shoot.yaml"}])
    );
    let report = json(
        PROFILE,
        &PROFILE.replace(
            "    - version: 1.32.5\n",
            "    - version: 1.32.6\n    - version: 1.32.5\n",
        ),
        &[("shoot.yaml", &short)],
    );
    let moves = one(&report, "maintenance");
    assert_eq!(
        (moves["name"].as_str(), moves["after"].as_str()),
        (Some("1.32.5"), Some("1.32.6")),
        "{report:#}"
    );
}

#[test]
fn stuck_pools_depend_on_kubernetes_and_on_updates_in_place() {
    let ends = PROFILE
        .replacen(
            "    - version: 1592.9.0\n",
            "    - version: 1592.9.0\n      expirationDate: \"2030-01-01T00:00:00Z\"\n      \
             inPlaceUpdates: {supported: true}\n",
            1,
        )
        .replace(
            "    - version: 1877.2.0\n      cri",
            "    - version: 1877.2.0\n      inPlaceUpdates: \
             {supported: true, minVersionForUpdate: 1592.0.0}\n      cri",
        );
    let with = [("s.yaml", SHOOT)];
    // The only way on asks for another kubelet: that concerns the pool, whose cluster has the older
    // one.
    let kubelet = ends.replace(
        "1592.0.0}\n      cri",
        "1592.0.0}\n      kubeletVersionConstraint: \">= 1.33\"\n      cri",
    );
    let report = json(&ends, &kubelet, &with);
    let stuck = one(&report, "stuck");
    assert_eq!(
        (&stuck["name"], &stuck["kubernetes"]),
        (&value!("gardenlinux 1592.9.0"), &value!(["1.32.5"])),
        "{report:#}"
    );
    assert_eq!(
        stuck["pools"],
        value!([{"namespace": "garden-shop", "shoot": "web", "pool": "blue", "file": "s.yaml"}])
    );
    let text = diff(&ends, &kubelet, &with, &["--expand"]).stdout;
    assert!(
        text.contains(
            "gets stuck: image version gardenlinux 1592.9.0 with m4.large, \
        m5.large, on Kubernetes 1.32.5:"
        ),
        "{text}"
    );
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    assert_eq!(
        one(&json(&ends, &kubelet, &[("s.yaml", &newer)]), "stuck")["pools"],
        value!([])
    );
    // No way on in place: not the concern of pools that are replaced.
    let later = ends.replace(
        "minVersionForUpdate: 1592.0.0",
        "minVersionForUpdate: 1600.0.0",
    );
    let report = json(&ends, &later, &with);
    let stuck = one(&report, "stuck");
    assert_eq!(
        (&stuck["inPlace"], &stuck["kubernetes"], &stuck["pools"]),
        (&value!(true), &Value::Null, &value!([])),
        "{report:#}"
    );
}

#[test]
fn maintenance_names_its_true_cause() {
    let shoot = |profile: &str, args: &[&str]| -> Value {
        serde_json::from_str(
            &diff(
                PROFILE,
                profile,
                &[("s.yaml", SHOOT)],
                &[&["-f", "json"], args].concat(),
            )
            .stdout,
        )
        .unwrap()
    };
    let of = |report: &Value, name: &str| -> Vec<String> {
        let found = of_kind(report, "maintenance")
            .into_iter()
            .find(|of| of["name"] == name);
        found.map_or_else(Vec::new, |of| {
            causes(of).into_iter().map(str::to_owned).collect()
        })
    };
    // A date: only from then on.
    let dated = PROFILE.replace(
        "- version: 1.32.5",
        "- version: 1.32.5\n      expirationDate: \"2030-01-01T00:00:00Z\"",
    );
    assert!(of(&shoot(&dated, &[]), "1.32.5").is_empty());
    assert_eq!(
        of(
            &shoot(&dated, &["--against-now", "2031-01-01T00:00:00Z"]),
            "1.32.5"
        ),
        ["changedDates"]
    );
    // A classification.
    let preview = PROFILE.replace(
        "    - version: 1877.2.0\n      cri",
        "    - version: 1877.2.0\n      classification: preview\n      cri",
    );
    assert_eq!(
        of(&shoot(&preview, &[]), "gardenlinux 1592.9.0"),
        ["changedDates"]
    );
    // A version that comes.
    let added = PROFILE.replace(
        "    - version: 1.32.5\n",
        "    - version: 1.32.6\n    - version: 1.32.5\n",
    );
    assert_eq!(of(&shoot(&added, &[]), "1.32.5"), ["changedLists"]);
    // The strategy.
    let strategy = PROFILE.replace("updateStrategy: major", "updateStrategy: minor");
    assert_eq!(
        of(&shoot(&strategy, &[]), "gardenlinux 1592.9.0"),
        ["changedStrategy"]
    );
    // The condition of the target.
    let kubelet = PROFILE.replace(
        "    - version: 1877.2.0\n      cri",
        "    - version: 1877.2.0\n      kubeletVersionConstraint: \">= 1.33\"\n      cri",
    );
    assert_eq!(
        of(&shoot(&kubelet, &[]), "gardenlinux 1592.9.0"),
        ["changedConditions"]
    );
    // The machine type.
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m5.large"))
        .unwrap();
    let typed = PROFILE
        .replace("values: [uefi, bios]", "values: [uefi, bios, net]")
        .replace(
            line,
            &line.replace(
                "architecture: [amd64]",
                "architecture: [amd64], boot: [bios]",
            ),
        );
    let typed_old = PROFILE.replace("values: [uefi, bios]", "values: [uefi, bios, net]");
    let other = typed.replace(
        "boot: [bios]}}\n  - {name: m4",
        "boot: [net]}}\n  - {name: m4",
    );
    let report = json(&typed_old, &other, &[("s.yaml", SHOOT)]);
    assert_eq!(
        of(&report, "gardenlinux 1877.2.0"),
        ["changedMachineType"],
        "{report:#}"
    );
    assert!(
        of_kind(&report, "impossible")
            .iter()
            .all(|of| causes(of) == ["changedMachineType"]),
        "{report:#}"
    );
}

#[test]
fn another_default_names_its_true_cause() {
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m5.large"))
        .unwrap();
    let only = line.replace(
        "architecture: [amd64]",
        "architecture: [amd64], boot: [uefi]",
    );
    let old = PROFILE
        .replace("      - architecture: [amd64]\n        boot: [uefi]\n", "")
        .replace("boot: [uefi]}\n", "boot: [bios]}\n");
    let report = json(&old, &old.replace(line, &only), &[]);
    let defaults = of_kind(&report, "default");
    assert!(
        !defaults.is_empty()
            && defaults
                .iter()
                .all(|of| causes(of) == ["changedMachineType"]),
        "{report:#}"
    );
}

#[test]
fn versions_that_get_stuck_are_told_without_shoots() {
    // The only image version above, and the only next minor, go; what remains expires one day.
    let dated = PROFILE
        .replace(
            "- version: 1.32.5",
            "- version: 1.32.5\n      expirationDate: \"2030-01-01T00:00:00Z\"",
        )
        .replacen(
            "    - version: 1592.9.0\n",
            "    - version: 1592.9.0\n      expirationDate: \"2031-01-01T00:00:00Z\"\n",
            1,
        );
    let gone = without(
        &dated,
        "    - version: 1877.2.0\n      cri",
        "    - version: 1592.9.0\n",
    )
    .replace("    - version: 1.33.1\n", "");
    let report = json(&dated, &gone, &[]);
    let stuck: Vec<(&str, &str, &str, Vec<&str>)> = of_kind(&report, "stuck")
        .into_iter()
        .map(|of| {
            (
                of["name"].as_str().unwrap(),
                of["after"].as_str().unwrap(),
                of["fault"].as_str().unwrap(),
                causes(of),
            )
        })
        .collect();
    assert_eq!(
        stuck,
        [
            (
                "1.32.5",
                "2030-01-01T00:00:00Z",
                "noNextMinor",
                vec!["changedLists"]
            ),
            (
                "gardenlinux 1592.9.0",
                "2031-01-01T00:00:00Z",
                "cannotForce",
                vec!["changedLists"]
            ),
        ]
    );
    assert_eq!(
        of_kind(&report, "stuck")[1]["machineTypes"],
        value!(["m4.large", "m5.large"])
    );
    // Given back, it is no longer stuck.
    let back = json(&gone, &dated, &[]);
    assert_eq!(
        of_kind(&back, "stuck")
            .iter()
            .filter(|of| of["before"].is_string() && of["after"].is_null())
            .count(),
        2,
        "{back:#}"
    );
    // A date on the last version does it, too.
    let ends = PROFILE.replace(
        "- version: 1.33.1",
        "- version: 1.33.1\n      expirationDate: \"2030-01-01T00:00:00Z\"",
    );
    let last = json(
        PROFILE,
        &ends,
        &[("s.yaml", &SHOOT.replace("1.32.5", "1.33.1"))],
    );
    let stuck = one(&last, "stuck");
    assert_eq!(
        (stuck["name"].as_str(), causes(stuck)),
        (Some("1.33.1"), vec!["changedDates"])
    );
    assert_eq!(stuck["pools"][0]["shoot"], "web");
    assert_eq!(
        (stuck["old"]["line"].as_u64(), stuck["new"]["line"].as_u64()),
        (Some(9), Some(9))
    );
    let text = diff(PROFILE, &ends, &[], &[])
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains(
            "gets stuck: Kubernetes version 1.33.1: it expires after \
        2030-01-01T00:00:00Z, and then there is no"
        ),
        "{text}"
    );
    assert_eq!(
        diff(PROFILE, &ends, &[], &["--deny-impact", "stuck"])
            .exit
            .code(),
        1
    );
}

#[test]
fn another_order_that_concerns_nobody_is_told_in_one_line() {
    let alone = PROFILE
        .replace("name: m5.large, cpu", "name: m6.large, cpu")
        .replace(
            "capabilities: {architecture: [amd64]}}",
            "capabilities: {architecture: [amd64], boot: [uefi]}}",
        );
    let turned = alone.replace("values: [uefi, bios]", "values: [bios, uefi]");
    let report = json(&alone, &turned, &[]);
    assert_eq!(report["counts"], value!({"vocabulary": 1}));
    let text = diff(&alone, &turned, &[], &[]).stdout;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains(
            "a behavioural change: - architecture: amd64; boot: uefi, bios → architecture: amd64; boot: bios, uefi; affects nobody now"
        ),
        "{text}"
    );
    // A change that affects users names them.
    let report = json(
        PROFILE,
        &PROFILE.replace("[uefi, bios]", "[bios, uefi]"),
        &[],
    );
    assert_eq!(
        one(&report, "vocabulary")["machineTypes"],
        value!(["m5.large"])
    );
    // Together with a new value, each has an impact of its own.
    let more = json(
        &alone,
        &alone.replace("values: [uefi, bios]", "values: [bios, uefi, net]"),
        &[],
    );
    let told: Vec<Vec<&str>> = of_kind(&more, "vocabulary")
        .into_iter()
        .map(causes)
        .collect();
    assert_eq!(told, [["reorderedVocabulary"], ["addedValue"]]);
}

#[test]
fn two_files_with_one_object_each_are_compared_whatever_their_names() {
    let other = PROFILE
        .replace("  name: aws\n", "  name: aws-next\n")
        .replace("[uefi, bios]", "[bios, uefi]");
    let report = json(PROFILE, &other, &[]);
    let object = &report["objects"][0];
    assert_eq!(
        (
            object["change"].as_str(),
            object["comparedWith"]["name"].as_str()
        ),
        (Some("renamed"), Some("aws"))
    );
    assert!(
        report["refused"].as_array().unwrap().is_empty(),
        "applying it makes a second object: {report:#}"
    );
    assert_eq!(of_kind(&report, "flavor").len(), 1);
    let ran = diff(PROFILE, &other, &[], &[]);
    assert_eq!(ran.exit.code(), 0);
    assert!(
        ran.stdout
            .contains("CloudProfile aws-next (compared with aws, which has another name:"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("Objects: 1 compared with one that has another name;"),
        "{}",
        ran.stdout
    );
    // In directories, one goes and another comes.
    let dir = Dir::with(&[("a/p.yaml", PROFILE), ("b/p.yaml", &other)]);
    let report: Value =
        serde_json::from_str(&dir.run(&["diff", "a", "b", "-f", "json"]).stdout).unwrap();
    let changes: Vec<&str> = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["change"].as_str().unwrap())
        .collect();
    assert_eq!(changes, ["removed", "added"]);
}

#[test]
fn lint_takes_the_only_object_for_the_stored_one_and_says_so() {
    let other = PROFILE.replace("  name: aws\n", "  name: aws-next\n");
    let dir = Dir::with(&[
        ("old.yaml", PROFILE),
        ("new.yaml", &other),
        ("a/p.yaml", PROFILE),
        ("b/p.yaml", &other),
        ("b/s.yaml", SHOOT),
    ]);
    let ran = dir.run(&[
        "lint",
        "--old",
        "old.yaml",
        "new.yaml",
        "--select",
        "change/immutable-metadata",
    ]);
    assert_eq!(ran.exit.code(), 1);
    assert!(
        ran.stdout
            .contains("compared with this, the only CloudProfile that is given as stored"),
        "{}",
        ran.stdout
    );
    let ran = dir.run(&[
        "lint",
        "--old",
        "a",
        "b",
        "--select",
        "change/immutable-metadata",
    ]);
    assert_eq!(
        ran.exit.code(),
        0,
        "directories hold what comes and goes: {}",
        ran.stdout
    );
}

#[test]
fn without_git_it_says_what_is_missing() {
    let dir = Dir::with(&[("p.yaml", PROFILE)]);
    let ran = Command::new(env!("CARGO_BIN_EXE_cpcap"))
        .args(["diff", "--git", "main"])
        .current_dir(dir.path())
        .env("PATH", dir.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(
        (ran.status.code(), ran.stdout.is_empty()),
        (Some(2), true),
        "{said}"
    );
    assert!(
        said.contains("--git needs the program `git`, which is not in the PATH"),
        "{said}"
    );
}

/// The permissions of a profile, and the Shoots that they concern.
#[test]
fn zone_pinning_and_access_restrictions_name_who_uses_them() {
    let allowing = PROFILE
        .replace(
            "    zones: [{name: eu-a}]\n",
            "    zones: [{name: eu-a}]\n    accessRestrictions: [{name: eu-only}]\n",
        )
        .replace(
            "  type: aws\n",
            "  type: aws\n  controlPlane: {allowZonePinning: true}\n",
        );
    let shoot = SHOOT.replace(
        "  region: eu\n",
        "  region: eu\n  controlPlane: {zones: [eu-a]}\n  accessRestrictions: [{name: eu-only}]\n",
    );
    let other = SHOOT.replace("name: web,", "name: other,");
    let with = [("shoot.yaml", shoot.as_str()), ("other.yaml", &other)];
    let report = json(&allowing, PROFILE, &with);
    let (setting, gone) = (one(&report, "changed"), one(&report, "removed"));
    assert_eq!(
        ["list", "name", "before", "after"].map(|of| setting[of].as_str().unwrap()),
        ["setting", "allowZonePinning", "true", "false"]
    );
    assert_eq!(
        ["list", "name"].map(|of| gone[of].as_str().unwrap()),
        ["accessRestriction", "eu eu-only"]
    );
    for impact in [setting, gone] {
        let pools = impact["pools"].as_array().unwrap();
        assert_eq!(pools.len(), 1, "{impact:#}");
        assert_eq!(pools[0]["shoot"], "web");
    }
    for args in [&[][..], &["-f", "markdown"]] {
        let printed = diff(&allowing, PROFILE, &with, args).stdout;
        for said in ["allowZonePinning", "eu eu-only", "garden-shop/web"] {
            assert!(printed.contains(said), "{said}: {printed}");
        }
    }
    let report = json(PROFILE, &allowing, &[]);
    assert_eq!(one(&report, "added")["list"], "accessRestriction");
}

/// Changes of the parent's entries are its own causes, and so are those of `providerConfig`.
#[test]
fn parents_and_provider_parts_are_named_as_causes() {
    let less = without(
        PROFILE,
        "    - version: 1877.2.0",
        "    - version: 1592.9.0",
    );
    // A child reports the effects on the machine types that it adds.
    let child = format!(
        "{CHILD}  machineTypes:\n  - {{name: own.large, cpu: \"8\", gpu: \"0\", memory: 8Gi, \
         capabilities: {{architecture: [amd64], boot: [bios]}}}}\n"
    );
    let report = json(PROFILE, &less, &[("child.yaml", &child)]);
    let objects = report["objects"].as_array().unwrap();
    let of = |kind: &str| {
        let object = objects.iter().find(|object| object["kind"] == kind);
        let impacts = object.unwrap_or_else(|| panic!("{report:#}"))["impacts"].as_array();
        let defaults = impacts.unwrap().iter().filter(|of| of["kind"] == "default");
        defaults.map(causes).collect::<Vec<_>>()
    };
    assert!(!of("CloudProfile").is_empty() && !of("NamespacedCloudProfile").is_empty());
    assert!(
        of("CloudProfile")
            .iter()
            .all(|causes| causes[0] == "changedLists")
    );
    assert!(
        of("NamespacedCloudProfile")
            .iter()
            .all(|causes| causes[0] == "changedParent")
    );

    let (core, part) = PROFILE.split_once("  providerConfig:").unwrap();
    let at = core.lines().count();
    let part = part.replace(
        "{architecture: [amd64], boot: [bios]}\n          regions: [{name: eu, ami: ami-3}]",
        "{architecture: [amd64], boot: [uefi]}\n          regions: [{name: eu, ami: ami-3}]",
    );
    let other = format!("{core}  providerConfig:{part}");
    let report = json(PROFILE, &other, &[]);
    let impact = one(&report, "incompatible");
    assert_eq!(causes(impact), ["changedProviderPart"]);
    assert!(
        usize::try_from(impact["new"]["line"].as_u64().unwrap()).unwrap() > at,
        "{impact:#}"
    );
}

/// A pool that names no version has a stored one that no file shows.
#[test]
fn versions_that_go_may_be_those_of_pools_that_name_none() {
    let less = without(PROFILE, "    - version: 1592.9.0", "  machineTypes:");
    let less = &less[..less.rfind("      - version: 1592.9.0").unwrap()];
    let open = |image: &str| {
        SHOOT
            .replace(", image: {name: gardenlinux, version: 1592.9.0}", image)
            .replace(", image: {name: gardenlinux, version: 1877.2.0}", image)
    };
    for (shoot, verdict) in [
        (open(""), "notKnown"),
        (open(", image: {name: gardenlinux}"), "notKnown"),
        (
            open(", image: {name: gardenlinux, version: 1877.2.0}"),
            "accepted",
        ),
    ] {
        let report = json(PROFILE, less, &[("shoot.yaml", &shoot)]);
        assert_eq!(report["verdict"], verdict, "{report:#}");
        if verdict == "notKnown" {
            let why = &report["notKnown"][0];
            assert_eq!(why["reason"], "unnamedVersions");
            let message = why["message"].as_str().unwrap();
            assert!(
                message.contains("version 1592.9.0 of image gardenlinux goes")
                    && message.contains("2 worker pools that name no version"),
                "{message}"
            );
        }
        let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoot.yaml", &shoot)]);
        let used: Value =
            serde_json::from_str(&dir.run(&["uses", "--unused", "-f", "json", "."]).stdout)
                .unwrap();
        let entries = used["profiles"][0]["entries"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["name"] == "1592.9.0");
        assert_eq!(entry.unwrap()["mayBeUsed"] == true, verdict == "notKnown");
    }
}
