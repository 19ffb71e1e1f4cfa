//! `cpcap diff`: the effects of a profile's change on worker pools in use, beyond what fits:
//! refusals, lost artifacts, and moves of maintenance; and the output where no Shoot is known.

use crate::common::Dir;
use crate::common::diff::{PROFILE, SHOOT, diff, json, of_kind};
use serde_json::{Value, json as value};

/// The profile with two regions, volume types, and more that pools can use.
fn profile() -> String {
    PROFILE
        .replace(
            "  - name: eu\n    zones: [{name: eu-a}]\n",
            "  - name: us\n    zones: [{name: us-a}]\n  - name: eu\n    zones: [{name: eu-a}, \
             {name: eu-b}]\n",
        )
        .replace(
            "{name: eu, ami: ami-1}",
            "{name: us, ami: ami-1u}, {name: eu, ami: ami-1}",
        )
        .replace(
            "  regions:\n",
            "  volumeTypes:\n  - {name: gp2, class: standard, minSize: 20Gi}\n  - \
             {name: io1, class: premium}\n  regions:\n",
        )
}

/// Its pools, each with a volume and a zone.
fn shoot() -> String {
    SHOOT
        .replace(
            "      minimum: 2\n",
            "      minimum: 2\n      zones: [eu-a]\n      volume: {type: gp2, size: 50Gi}\n",
        )
        .replace(
            "    - name: green",
            "      kubernetes: {kubelet: {kubeReserved: {cpu: 500m}}}\n    - name: green",
        )
}

fn changed(from: &str, to: &str) -> (String, String) {
    let old = profile();
    let new = old.replace(from, to);
    assert_ne!(old, new, "{from}");
    (old, new)
}

/// The effects of a change on the Shoot.
fn report(from: &str, to: &str) -> Value {
    let (old, new) = changed(from, to);
    let report = json(&old, &new, &[("shoot.yaml", &shoot())]);
    assert_eq!(report["refused"], value!([]));
    report
}

/// The text in one line.
fn text(from: &str, to: &str, with: &[(&str, &str)]) -> String {
    let (old, new) = changed(from, to);
    diff(&old, &new, with, &[])
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn one<'r>(report: &'r Value, kind: &str) -> &'r Value {
    let found = of_kind(report, kind);
    assert_eq!(found.len(), 1, "{kind}: {report:#}");
    found[0]
}

fn pools(impact: &Value) -> Vec<&str> {
    impact["pools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pool| pool["pool"].as_str().unwrap_or_default())
        .collect()
}

/// Cause, list, name, and what becomes refused.
fn told(impact: &Value) -> [&str; 4] {
    let text = |of: &str| impact[of].as_str().unwrap_or_default();
    [
        impact["causes"][0].as_str().unwrap(),
        text("list"),
        text("name"),
        text("refuses"),
    ]
}

fn place(impact: &Value, side: &str) -> (String, u64) {
    (
        impact[side]["file"].as_str().unwrap().to_owned(),
        impact[side]["line"].as_u64().unwrap(),
    )
}

fn line_of(text: &str, what: &str) -> u64 {
    1 + u64::try_from(text.lines().position(|line| line.contains(what)).unwrap()).unwrap()
}

#[test]
fn an_unusable_machine_type_refuses_new_pools_only() {
    let report = report("{name: m5.large,", "{name: m5.large, usable: false,");
    let impact = one(&report, "impossible");
    assert_eq!(
        told(impact),
        ["notUsable", "machineType", "m5.large", "newPools"]
    );
    assert_eq!(pools(impact), ["blue", "green"]);
    let at = line_of(&profile(), "name: m5.large");
    assert_eq!(
        [place(impact, "old"), place(impact, "new")],
        [("old.yaml".to_owned(), at), ("new.yaml".to_owned(), at)]
    );
    assert!(
        of_kind(&report, "changed").is_empty(),
        "that is told already"
    );
    let volume = self::report("{name: gp2,", "{name: gp2, usable: false,");
    assert_eq!(
        told(one(&volume, "impossible")),
        ["notUsable", "volumeType", "gp2", "newPools"]
    );
    let with = shoot();
    let told = text(
        "{name: m5.large,",
        "{name: m5.large, usable: false,",
        &[("shoot.yaml", &with)],
    );
    let line = "machine type m5.large: usable → not usable; used by garden-shop/web (blue), \
        garden-shop/web (green); pools stay as they are, but new ones, and those that change in \
        this, are refused";
    assert!(told.contains(line), "{told}");
    // No pool has this one.
    let other = self::report("{name: io1,", "{name: io1, usable: false,");
    assert!(of_kind(&other, "impossible").is_empty(), "{other:#}");
    assert_eq!(one(&other, "changed")["name"], "io1");
}

#[test]
fn zones_that_go_or_lose_a_type_name_the_pools_in_them() {
    let report = report("[{name: eu-a}, ", "[");
    let impact = one(&report, "impossible");
    assert_eq!(
        (told(impact), pools(impact)),
        (
            ["removedZone", "zone", "eu eu-a", "newPools"],
            vec!["blue", "green"]
        )
    );
    assert!(of_kind(&report, "removed").is_empty(), "{report:#}");
    let report = self::report(", {name: eu-b}", "");
    assert!(
        of_kind(&report, "impossible").is_empty() && of_kind(&report, "removed").len() == 1,
        "nobody is in it: {report:#}"
    );

    let lacks = "{name: eu-a, unavailableMachineTypes: [m4.large, m5.large], unavailableVolumeTypes: [gp2]}";
    let report = self::report("{name: eu-a}", lacks);
    let impact = one(&report, "impossible");
    assert_eq!(
        (told(impact), pools(impact)),
        (
            ["unavailableInZone", "zone", "eu eu-a", "newPools"],
            vec!["blue", "green"]
        )
    );
    assert_eq!(
        (&impact["machineTypes"], &impact["volumeTypes"]),
        (&value!(["m5.large"]), &value!(["gp2"]))
    );
    assert_eq!(
        one(&report, "changed")["machineTypes"],
        value!(["m4.large", "m5.large"]),
        "another type, which nobody has there"
    );
}

#[test]
fn a_region_that_comes_loses_no_zones() {
    // The old revision refuses new pools for their region, and the new one for their zone.
    let new = profile();
    for zones in ["[", "[{name: eu-a, unavailableMachineTypes: [m5.large]}, "] {
        let new = new.replace("[{name: eu-a}, ", zones);
        let old = new.replace("- name: eu\n", "- name: ap\n");
        assert_ne!(old, new);
        let report = json(&old, &new, &[("shoot.yaml", &shoot())]);
        assert!(of_kind(&report, "impossible").is_empty(), "{report:#}");
        assert_eq!(one(&report, "added")["name"], "eu");
    }
}

#[test]
fn a_larger_minimum_refuses_every_update() {
    let report = report("minSize: 20Gi", "minSize: 100Gi");
    let impact = one(&report, "impossible");
    assert_eq!(
        (told(impact), pools(impact).len()),
        (["minimumVolumeSize", "volumeType", "gp2", "everyUpdate"], 2)
    );
    assert_eq!(
        (&impact["before"], &impact["after"]),
        (&value!("minSize 20Gi"), &value!("minSize 100Gi"))
    );
    let with = shoot();
    let told = text("minSize: 20Gi", "minSize: 100Gi", &[("shoot.yaml", &with)]);
    assert!(
        told.contains("every update of such a Shoot is refused until the pool changes"),
        "{told}"
    );
    // The volumes are large enough for this.
    assert!(
        of_kind(
            &self::report("minSize: 20Gi", "minSize: 50Gi"),
            "impossible"
        )
        .is_empty()
    );
}

#[test]
fn a_kubelet_constraint_refuses_every_update_of_pools_outside_it() {
    let (from, to) = (
        "version: 1877.2.0\n      cri",
        "version: 1877.2.0\n      kubeletVersionConstraint: '>= 1.33'\n      cri",
    );
    let report = report(from, to);
    let impact = one(&report, "impossible");
    assert_eq!(
        told(impact),
        [
            "kubeletConstraint",
            "imageVersion",
            "gardenlinux 1877.2.0",
            "everyUpdate"
        ]
    );
    assert_eq!(pools(impact), ["green"]);
    // Without Shoots the change itself is the impact.
    let (old, new) = changed(from, to);
    let report = json(&old, &new, &[]);
    assert_eq!(
        one(&report, "changed")["after"],
        "kubeletVersionConstraint >= 1.33"
    );
}

#[test]
fn a_smaller_machine_type_refuses_pools_whose_kubelet_reserves_all_of_it() {
    let report = report("{name: m5.large, cpu: \"2\"", "{name: m5.large, cpu: 500m");
    let impact = one(&report, "impossible");
    assert_eq!(
        (told(impact), pools(impact)),
        (
            [
                "reservedResources",
                "machineType",
                "m5.large",
                "everyUpdate"
            ],
            vec!["blue"]
        )
    );
    let change = one(&report, "changed");
    assert_eq!(
        (&change["before"], &change["after"], pools(change).len()),
        (&value!("cpu 2"), &value!("cpu 500m"), 2)
    );
}

#[test]
fn without_shoots_the_change_of_an_entry_is_told_by_name() {
    for (from, to, list, name, before, after) in [
        (
            "{name: m5.large,",
            "{name: m5.large, usable: false,",
            "machineType",
            "m5.large",
            "usable",
            "not usable",
        ),
        (
            "{name: m5.large, cpu: \"2\"",
            "{name: m5.large, cpu: \"4\"",
            "machineType",
            "m5.large",
            "cpu 2",
            "cpu 4",
        ),
        (
            "minSize: 20Gi",
            "minSize: 30Gi",
            "volumeType",
            "gp2",
            "minSize 20Gi",
            "minSize 30Gi",
        ),
        (
            "{name: eu-a}",
            "{name: eu-a, unavailableVolumeTypes: [gp2]}",
            "zone",
            "eu eu-a",
            "available",
            "unavailable",
        ),
    ] {
        let (old, new) = changed(from, to);
        let report = json(&old, &new, &[]);
        let impact = one(&report, "changed");
        let words = ["list", "name", "before", "after"].map(|of| impact[of].as_str().unwrap());
        assert_eq!(words, [list, name, before, after]);
    }
    let (old, new) = changed("cpu: \"2\"", "cpu: 2000m");
    assert!(
        of_kind(&json(&old, &new, &[]), "changed").is_empty(),
        "it is as much"
    );
}

#[test]
fn a_changed_limit_is_told() {
    let limited = |most: u8| {
        profile().replace(
            "  machineImages:\n  - name: gardenlinux\n    update",
            &format!(
                "  limits: {{maxNodesTotal: {most}}}\n  machineImages:\n  - name: \
                gardenlinux\n    update"
            ),
        )
    };
    for (old, new, before) in [
        (profile(), limited(40), Value::Null),
        (limited(20), limited(40), value!("20")),
    ] {
        let report = json(&old, &new, &[]);
        let impact = one(&report, "changed");
        assert_eq!(
            (&impact["list"], &impact["before"], &impact["after"]),
            (&value!("limit"), &before, &value!("40"))
        );
    }
    // A Shoot that comes nearer to it.
    let report = json(
        &shoot(),
        &shoot().replacen("minimum: 2", "minimum: 3", 1),
        &[("profile.yaml", &limited(20))],
    );
    let impact = one(&report, "changed");
    assert_eq!(
        (&impact["before"], &impact["after"]),
        (
            &value!("at least 4 nodes of 20"),
            &value!("at least 5 nodes of 20")
        )
    );
    let report = json(
        &shoot(),
        &shoot().replacen("minimum: 2", "minimum: 3", 1),
        &[("profile.yaml", &profile())],
    );
    assert!(
        of_kind(&report, "changed").is_empty(),
        "without a limit it does not matter"
    );
}

#[test]
fn removed_regions_and_volume_types_name_their_pools() {
    let report = report(
        "  - name: eu\n    zones: [{name: eu-a}, {name: eu-b}]\n",
        "",
    );
    let impact = one(&report, "impossible");
    assert_eq!(
        (told(impact)[1..3].to_vec(), pools(impact)),
        (vec!["region", "eu"], vec!["blue", "green"])
    );
    assert!(of_kind(&report, "removed").is_empty(), "{report:#}");
    let report = self::report("  - {name: gp2, class: standard, minSize: 20Gi}\n", "");
    let impact = one(&report, "impossible");
    assert_eq!(
        told(impact),
        ["changedLists", "volumeType", "gp2", "newPools"]
    );
    assert_eq!(pools(impact), ["blue", "green"]);
    assert!(of_kind(&report, "removed").is_empty(), "{report:#}");
}

#[test]
fn artifacts_concern_pools_of_their_regions_which_come_first() {
    let (from, to) = (
        "{name: us, ami: ami-1u}, {name: eu, ami: ami-1}",
        "{name: us, ami: ami-8u}, {name: eu, ami: ami-8}",
    );
    let report = report(from, to);
    let impact = one(&report, "artifact");
    assert_eq!(
        (&impact["regions"], pools(impact)),
        (&value!(["eu", "us"]), vec!["green"])
    );
    assert_eq!(impact["imageVersions"][0]["artifacts"][0]["region"], "eu");
    let report = self::report("ami: ami-1u", "ami: ami-8u");
    assert!(
        pools(one(&report, "artifact")).is_empty(),
        "it is in another region"
    );
}

#[test]
fn an_artifact_that_is_lost_is_told_with_its_reason_and_a_true_place() {
    let old = profile();
    let new = old
        .replace(", {name: eu, ami: ami-1}", "")
        .replace("{name: eu, ami: ami-2}", "{name: us, ami: ami-2}");
    let with = shoot();
    let report = json(&old, &new, &[("shoot.yaml", &with)]);
    let old_lost = (old, new);
    let lost = of_kind(&report, "noArtifact");
    let impact = *lost
        .iter()
        .find(|of| of["machineTypes"] == value!(["m5.large"]))
        .unwrap();
    let words = ["noArtifact", "refuses"].map(|of| impact[of].as_str().unwrap());
    assert_eq!(
        (words, pools(impact)),
        (["notInRegion", "webhook"], vec!["green"])
    );
    assert_eq!(impact["regions"], value!(["eu"]));
    assert_eq!(
        impact["imageVersions"][0]["artifacts"],
        value!([{"region": "eu", "before": "ami ami-1"}])
    );
    assert_eq!(
        place(impact, "new"),
        (
            "new.yaml".to_owned(),
            line_of(&old_lost.1, "version: 1877.2.0")
        ),
        "the version, as there is nothing else"
    );
    // Ambiguous now: at the flavors themselves.
    let twin = "        - capabilities: {architecture: [amd64], boot: [uefi]}\n          regions: \
        [{name: eu, ami: ami-9}]\n";
    let (old, new) = changed(
        "        - capabilities: {architecture: [amd64], boot: [bios]}\n          regions: \
         [{name: eu, ami: ami-2}]\n",
        twin,
    );
    let ran = json(&old, &new, &[("shoot.yaml", &shoot())]);
    let lost = of_kind(&ran, "noArtifact");
    let ambiguous = lost
        .iter()
        .find(|of| of["noArtifact"] == "ambiguous")
        .unwrap();
    assert_eq!(
        (pools(ambiguous), ambiguous["new"]["file"].as_str()),
        (vec!["green"], Some("new.yaml"))
    );
    let told = diff(&old_lost.0, &old_lost.1, &[("shoot.yaml", &with)], &[]).stdout;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(
            "no artifact any more: m5.large with gardenlinux 1877.2.0 in eu: ami ami-1 → none; "
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "the webhook of provider-aws refuses such Shoots; used by garden-shop/web (green)"
        ),
        "{told}"
    );
    // The Shoot cannot be updated any more.
    let ran = diff(&old_lost.0, &old_lost.1, &[("shoot.yaml", &with)], &[]);
    assert_eq!(i32::from(ran.exit.code()), 1, "{told}");
    assert!(
        told.contains("refuse all later updates of 1 Shoot as it is now"),
        "{told}"
    );
    // Without users nothing is refused.
    let nobody = diff(&old_lost.0, &old_lost.1, &[], &[]);
    assert_eq!(i32::from(nobody.exit.code()), 0, "{}", nobody.stdout);
}

#[test]
fn maintenance_onto_a_version_without_artifact_says_so() {
    let added = "    versions:\n    - {version: 2000.0.0, cri: [{name: containerd}], \
        capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]}\n    - version: \
        1877.2.0\n      cri";
    let (old, new) = changed("    versions:\n    - version: 1877.2.0\n      cri", added);
    let report = json(&old, &new, &[("shoot.yaml", &shoot())]);
    let moves = of_kind(&report, "maintenance");
    assert!(!moves.is_empty());
    for impact in moves {
        let words = ["after", "noArtifact", "refuses"].map(|of| impact[of].as_str().unwrap());
        assert_eq!(
            (words, &impact["regions"]),
            (["2000.0.0", "noVersion", "webhook"], &value!(["eu"]))
        );
    }
    // The plan of maintenance itself does not call it a success.
    let dir = Dir::with(&[("profile.yaml", &new), ("shoot.yaml", &shoot())]);
    let ran = dir.run(&[
        "maintain",
        "shoot.yaml",
        "--with",
        "profile.yaml",
        "-f",
        "markdown",
    ]);
    let told = "without an artifact: the webhook of provider-aws refuses such Shoots";
    assert!(
        ran.stdout.contains("| no artifact |") && ran.stdout.contains(told),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
fn a_pool_that_gets_its_own_kubernetes_version_had_that_of_the_control_plane() {
    let own = SHOOT.replace(
        "    - name: green",
        "      kubernetes: {version: 1.31.13}\n    - name: green",
    );
    let report = json(SHOOT, &own, &[("profile.yaml", &profile())]);
    let impact = one(&report, "changed");
    assert_eq!(
        (&impact["before"], &impact["after"], pools(impact)),
        (&value!("1.32.5"), &value!("1.31.13"), vec!["blue"])
    );
    let same = SHOOT.replace(
        "    - name: green",
        "      kubernetes: {version: 1.32.5}\n    - name: green",
    );
    assert!(
        of_kind(
            &json(SHOOT, &same, &[("profile.yaml", &profile())]),
            "changed"
        )
        .is_empty()
    );
}

#[test]
fn zones_volumes_and_automatic_updates_of_a_shoot_are_told() {
    let shoot = shoot();
    let new = shoot
        .replacen("zones: [eu-a]", "zones: [eu-a, eu-b]", 1)
        .replacen("size: 50Gi", "size: 60Gi", 1)
        .replace(
            "  provider:\n",
            "  maintenance: \
            {autoUpdate: {kubernetesVersion: false, machineImageVersion: true}}\n  provider:\n",
        );
    let report = json(&shoot, &new, &[("profile.yaml", &profile())]);
    let changed: Vec<[&str; 3]> = of_kind(&report, "changed")
        .into_iter()
        .map(|of| ["list", "before", "after"].map(|key| of[key].as_str().unwrap()))
        .collect();
    let told = [
        [
            "autoUpdate",
            "Kubernetes version and machine images",
            "machine images",
        ],
        ["zone", "eu-a", "eu-a, eu-b"],
        ["volume", "50Gi", "60Gi"],
    ];
    assert_eq!(changed, told);
}

/// A machine type of azure that no longer asks for basic networking gets accelerated one: that is
/// no other artifact, and yet machines are others.
#[test]
fn accelerated_networking_that_comes_or_goes_is_told() {
    let profile = |capabilities: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: azure}}
spec:
  type: azure
  kubernetes: {{versions: [{{version: 1.33.1}}]}}
  machineCapabilities:
  - {{name: architecture, values: [amd64]}}
  - {{name: azure-networking, values: [accelerated, basic]}}
  machineImages:
  - name: gl
    versions:
    - {{version: 1.0.0, cri: [{{name: containerd}}], capabilityFlavors: [{{architecture: [amd64]}}]}}
  machineTypes:
  - {{name: Standard_B, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {{architecture: [amd64]{capabilities}}}}}
  regions: [{{name: eu}}]
  providerConfig:
    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    countFaultDomains: [{{region: eu, count: 2}}]
    countUpdateDomains: [{{region: eu, count: 5}}]
    machineImages:
    - name: gl
      versions:
      - {{version: 1.0.0, capabilityFlavors: [{{urn: 'a:b:c:d', capabilities: {{architecture: [amd64]}}}}]}}
"
        )
    };
    let shoot = SHOOT
        .replace("name: aws", "name: azure")
        .replace("type: aws", "type: azure")
        .replace("1.32.5", "1.33.1")
        .replace("m5.large", "Standard_B")
        .replace("gardenlinux, version: 1592.9.0", "gl, version: 1.0.0")
        .replace("gardenlinux, version: 1877.2.0", "gl, version: 1.0.0");
    let (basic, both) = (profile(", azure-networking: [basic]"), profile(""));
    let on = "urn a:b:c:d, accelerated networking on";
    for (old, new, texts) in [
        (&basic, &both, ["urn a:b:c:d", on]),
        (&both, &basic, [on, "urn a:b:c:d"]),
    ] {
        let report = json(old, new, &[("shoot.yaml", &shoot)]);
        let impact = one(&report, "artifact");
        let moved = &impact["imageVersions"][0]["artifacts"][0];
        assert_eq!(
            [&moved["before"], &moved["after"]],
            texts.map(Value::from).each_ref(),
            "{report:#}"
        );
        assert_eq!(impact["pools"].as_array().unwrap().len(), 2, "{report:#}");
    }
    let report = json(&both, &both, &[("shoot.yaml", &shoot)]);
    assert!(of_kind(&report, "artifact").is_empty(), "{report:#}");
}
