//! Deprecated versions above supported ones: what `lint` says of a profile is what maintenance does
//! to the Shoots of it.

use crate::common::Dir;
use serde_json::Value;

/// A profile with these versions of an image.
fn profile(vocabulary: bool, versions: &str) -> String {
    let machine_capabilities = if vocabulary {
        "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, \
         {name: boot, values: [bios, uefi]}]\n"
    } else {
        ""
    };
    let machine = if vocabulary {
        "capabilities: {architecture: [amd64], boot: [bios]}"
    } else {
        "architecture: amd64"
    };
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: example}}
spec:
  type: example
{machine_capabilities}  kubernetes: {{versions: [{{version: 1.33.1}}]}}
  machineImages: [{{name: linux, versions: [{versions}]}}]
  machineTypes: [{{name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, {machine}}}]
  regions: [{{name: europe}}]
"
    )
}

fn shoot(strategy: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: mine, namespace: garden-p}}
spec:
  cloudProfile: {{kind: CloudProfile, name: example}}
  region: europe
  kubernetes: {{version: 1.33.1}}
  provider:
    type: example
    workers: [{{name: a, minimum: 1, maximum: 3, updateStrategy: {strategy}, machine: {{type: small, image: {{name: linux, version: 1.0.0}}}}}}]
"
    )
}

/// The message about the profile, and whether maintenance moves the Shoot onto a deprecated
/// version.
fn told(profile: &str, shoot: &str) -> (Option<String>, bool) {
    let dir = Dir::with(&[("profile.yaml", profile), ("shoot.yaml", shoot)]);
    let args = [
        "lint",
        "--level=note",
        "--format=json",
        "--now=2026-11-27T00:00:00Z",
        "--old=shoot.yaml",
        "--feature-gate=InPlaceNodeUpdates=true",
    ];
    let args = args.into_iter().chain(["profile.yaml", "shoot.yaml"]);
    let ran = dir.run(&args.collect::<Vec<_>>());
    let report: Value = serde_json::from_str(&ran.stdout)
        .unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    let findings = report["findings"].as_array().unwrap();
    let of = |rule: &str| findings.iter().find(|finding| finding["rule"] == rule);
    let message = of("lifecycle/deprecated-above-supported")
        .map(|finding| finding["message"].as_str().unwrap().to_owned());
    (message, of("shoot/maintained-onto-deprecated").is_some())
}

#[test]
fn a_version_that_pools_cannot_have_counts_neither_as_better_nor_as_worse() {
    let updates = "inPlaceUpdates: {supported: true, minVersionForUpdate: 0.1.0}";
    for (vocabulary, all, excludes) in [
        (false, "architectures: [amd64]", "architectures: [arm64]"),
        (
            false,
            "architectures: [amd64]",
            "architectures: [amd64], kubeletVersionConstraint: \"< 1.33\"",
        ),
        (
            true,
            "capabilityFlavors: [{architecture: [amd64]}]",
            "capabilityFlavors: [{architecture: [arm64]}]",
        ),
        (
            true,
            "capabilityFlavors: [{architecture: [amd64]}]",
            "capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]",
        ),
        (
            true,
            "capabilityFlavors: [{architecture: [amd64]}]",
            "capabilityFlavors: [{architecture: [amd64]}], kubeletVersionConstraint: \"< 1.33\"",
        ),
    ] {
        for strategy in ["AutoRollingUpdate", "AutoInPlaceUpdate"] {
            let versions = |better: &str, worse: &str| {
                let version = |number: &str, state: &str, fit: &str| {
                    format!("{{version: {number}, classification: {state}, {fit}, {updates}}}")
                };
                let all = [
                    version("1.0.0", "supported", all),
                    version("1.5.0", "deprecated", worse),
                    version("2.0.0", "supported", better),
                ];
                profile(vocabulary, &all.join(", "))
            };
            let shoot = shoot(strategy);
            for (better, worse, moves) in [
                (all, all, false),
                (excludes, all, true),
                (all, excludes, false),
                (excludes, excludes, false),
            ] {
                let (message, of_shoot) = told(&versions(better, worse), &shoot);
                assert_eq!(
                    (message.is_some(), of_shoot),
                    (moves, moves),
                    "{better} / {worse}: {message:?}"
                );
            }
        }
    }
}

#[test]
fn pools_that_alone_move_are_named() {
    let updates = "inPlaceUpdates: {supported: true, minVersionForUpdate: 0.1.0}";
    let versions = format!(
        "{{version: 1.0.0, classification: supported, {updates}}}, {{version: 1.5.0, \
         classification: deprecated, {updates}}}, {{version: 2.0.0, classification: supported}}"
    );
    let of = profile(false, &versions);
    let (message, moves) = told(&of, &shoot("AutoInPlaceUpdate"));
    assert!(
        moves
            && message
                .as_deref()
                .is_some_and(|message| message.contains("that are updated in place")),
        "{message:?}"
    );
    assert!(!told(&of, &shoot("AutoRollingUpdate")).1);
    let two = of.replace(
        "machineTypes: [",
        "machineTypes: [{name: arm, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: arm64}, ",
    );
    let both = "architectures: [amd64, arm64]";
    let two = two.replace(
        &versions,
        &format!(
            "{{version: 1.0.0, classification: supported, \
        {both}}}, {{version: 1.5.0, classification: deprecated, {both}}}, {{version: 2.0.0, \
        classification: supported, architectures: [arm64]}}"
        ),
    );
    let (message, moves) = told(&two, &shoot("AutoRollingUpdate"));
    assert!(
        moves
            && message
                .as_deref()
                .is_some_and(|message| message.contains("with machine type `small`")),
        "{message:?}"
    );
}

/// The report's statement about a version holds for all pools that it names.
#[test]
fn versions_of_which_other_pools_move_are_told_apart() {
    let (both, one) = ("architectures: [amd64, arm64]", "architectures: [amd64]");
    let version = |number: &str, state: &str, fit: &str| {
        format!("{{version: {number}, classification: {state}, {fit}}}")
    };
    let arm =
        "machineTypes: [{name: arm, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: arm64}, ";
    for (second, groups) in [
        // arm moves from the first, and small from the second.
        (
            one,
            vec![
                (
                    "the supported `1.0.0` up",
                    "fits those with machine type `arm`",
                ),
                ("the supported `1.1.0` up", "there is no better version"),
            ],
        ),
        (
            both,
            vec![("the supported `1.1.0` up", "there is no better version")],
        ),
    ] {
        let all = [
            version("1.0.0", "supported", both),
            version("1.1.0", "supported", second),
            version("1.2.0", "deprecated", both),
        ];
        let dir = Dir::with(&[(
            "profile.yaml",
            profile(false, &all.join(", "))
                .replace("machineTypes: [", arm)
                .as_str(),
        )]);
        let ran = dir.run(&[
            "lint",
            "--level=note",
            "--format=json",
            "--now=2026-11-27T00:00:00Z",
            "profile.yaml",
        ]);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let told: Vec<&str> = findings
            .filter(|finding| finding["rule"] == "lifecycle/deprecated-above-supported")
            .map(|finding| finding["message"].as_str().unwrap())
            .collect();
        assert_eq!(told.len(), groups.len(), "{told:#?}");
        for (from, why) in groups {
            assert!(
                told.iter()
                    .any(|message| message.contains(from) && message.contains(why)),
                "{from}, {why}: {told:#?}"
            );
        }
    }
}

#[test]
fn the_strategy_of_the_image_bounds_what_is_told() {
    for (strategy, reached) in [
        ("patch", [true, false, false]),
        ("minor", [true, true, false]),
        ("major", [true, true, true]),
    ] {
        for (deprecated, moves) in ["1.0.1", "1.1.0", "2.0.0"].into_iter().zip(reached) {
            let versions = format!(
                "{{version: 1.0.0, classification: supported}}, {{version: {deprecated}, \
                 classification: deprecated}}"
            );
            let of = profile(false, &versions).replace(
                "{name: linux, ",
                &format!("{{name: linux, updateStrategy: {strategy}, "),
            );
            let (message, of_shoot) = told(&of, &shoot("AutoRollingUpdate"));
            assert_eq!(
                (message.is_some(), of_shoot),
                (moves, moves),
                "{strategy} {deprecated}"
            );
        }
    }
}

/// The server refuses an image that is listed twice; maintenance finds only one of the two, in
/// whichever order they stand.
#[test]
fn an_image_that_is_listed_twice_is_judged_without_a_panic() {
    let moved =
        "{version: 1.0.0, classification: supported}, {version: 1.1.0, classification: deprecated}";
    let other = "{version: 1.0.0, classification: supported}";
    for lists in [[moved, other], [other, moved], [moved, moved]] {
        let twice = profile(
            false,
            &format!("{}]}}, {{name: linux, versions: [{}", lists[0], lists[1]),
        );
        let dir = Dir::with(&[("profile.yaml", &twice)]);
        let ran = dir.run(&[
            "lint",
            "--level=note",
            "--format=json",
            "--now=2026-11-27T00:00:00Z",
            "profile.yaml",
        ]);
        let report: Value = serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
        let findings = report["findings"].as_array().unwrap();
        assert!(
            findings
                .iter()
                .any(|finding| finding["type"] == "FieldValueDuplicate"),
            "{}",
            ran.stdout
        );
    }
}
