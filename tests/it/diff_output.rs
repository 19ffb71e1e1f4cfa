//! `cpcap diff` where a change concerns much: one line for one difference, few names and the number
//! of the rest, the worst kept.

use crate::common::Dir;
use crate::common::diff::{CHILD, PROFILE, SHOOT, diff, json, of_kind, without};
use serde_json::{Value, json as value};

/// Shoots with a worker pool of each of some machine types.
fn shoots(number: usize, types: &[&str], version: &str, region: &str) -> String {
    let pools: String = types
        .iter()
        .map(|name| {
            format!(
                "    - name: {name}\n      minimum: 1\n      maximum: 2\n      machine: {{type: \
                 {name}.large, architecture: amd64, image: {{name: gardenlinux, version: \
                 {version}}}}}\n"
            )
        })
        .collect();
    let head = SHOOT
        .split("    - name: blue")
        .next()
        .unwrap()
        .replace("region: eu", &format!("region: {region}"));
    (1..=number)
        .map(|n| {
            format!(
                "{}{pools}---\n",
                head.replace("name: web", &format!("name: s{n}"))
            )
        })
        .collect()
}

/// The text in one line.
fn text(old: &str, new: &str, with: &[(&str, &str)], args: &[&str]) -> String {
    diff(old, new, with, args)
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

fn pools(impact: &Value) -> Vec<String> {
    let of = |pool: &Value| {
        format!(
            "{} {}",
            pool["shoot"].as_str().unwrap(),
            pool["pool"].as_str().unwrap_or_default()
        )
    };
    impact["pools"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn a_removed_version_is_one_impact_whatever_machine_types_its_pools_have() {
    let gone = without(
        PROFILE,
        "    - version: 1877.2.0\n      cri",
        "    - version: 1592.9.0\n",
    );
    let all = shoots(11, &["m5", "m4"], "1877.2.0", "eu");
    let with = [("shoots.yaml", all.as_str())];
    let report = json(PROFILE, &gone, &with);
    let impossible = one(&report, "impossible");
    assert_eq!(impossible["machineTypes"], value!(["m4.large", "m5.large"]));
    let named = pools(impossible);
    assert_eq!(
        (named.len(), &named[..3], named[21].as_str()),
        (
            22,
            &["s1 m4", "s1 m5", "s2 m4"].map(str::to_owned)[..],
            "s11 m5"
        )
    );
    // Maintenance, too, whatever the machine type.
    let moves = one(&report, "maintenance");
    assert_eq!(
        (moves["name"].as_str(), pools(moves).len()),
        (Some("gardenlinux 1877.2.0"), 22)
    );
    assert_eq!(
        report["concerned"],
        value!({"shoots": 11, "workerPools": 22})
    );

    let told = text(PROFILE, &gone, &with, &[]);
    assert!(
        told.contains(
            "removed: image version gardenlinux 1877.2.0; used by 22 worker pools that must move first: see the refusals"
        ),
        "{told}"
    );
    assert!(
        told.contains("stays → must move and cannot; used by the same 22 worker pools"),
        "{told}"
    );
    assert!(
        told.contains(
            "Shoot `garden-shop/s1` (m5, m4), Shoot `garden-shop/s2` (m5, m4), \
        Shoot `garden-shop/s3`"
        ),
        "{told}"
    );
    assert!(
        told.contains("still used here, and at 17 more places"),
        "{told}"
    );
    let end = "impact: 1 impossible, 2 default, 1 maintenance; concerned: 22 worker \
        pools of 11 Shoots";
    assert!(told.ends_with(end), "{told}");
    assert!(
        text(PROFILE, &gone, &with, &["--expand"]).contains("garden-shop/s11 (m5)"),
        "everybody"
    );
}

#[test]
fn a_removed_machine_type_is_one_impact_whatever_image_versions_its_pools_run() {
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m4.large"))
        .unwrap();
    let gone = PROFILE.replace(&format!("{line}\n"), "");
    let all = shoots(3, &["m4"], "1592.9.0", "eu")
        + &shoots(2, &["m4"], "1877.2.0", "eu").replace("name: s", "name: t");
    let report = json(PROFILE, &gone, &[("shoots.yaml", &all)]);
    let names = |kind: &str| -> Vec<(Value, Value, usize)> {
        of_kind(&report, kind)
            .into_iter()
            .map(|of| (of["list"].clone(), of["name"].clone(), pools(of).len()))
            .collect()
    };
    let of = |number| (value!("machineType"), value!("m4.large"), number);
    assert_eq!(names("impossible"), [of(5)]);
    // Those that moved on, and those that stayed.
    assert_eq!(names("maintenance"), [of(3), of(2)]);
    assert_eq!(
        one(&report, "impossible")["imageVersions"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    // The server does not refuse that, so some are named.
    let told = text(PROFILE, &gone, &[("shoots.yaml", &all)], &[]);
    assert!(
        told.contains(
            "removed: machine type m4.large; used by 5 worker pools (garden-shop/s1 (m4), garden-shop/s2 (m4), \
             garden-shop/s3 (m4), …)"
        ),
        "{told}"
    );
}

/// Two regions, and as many versions as one likes, each with two flavors and an artifact of its own
/// in each region.
fn regional(versions: usize) -> String {
    let core = |n: usize| {
        format!(
            "    - {{version: 1.{n}.0, cri: [{{name: containerd}}], capabilityFlavors: \
             [{{architecture: [amd64], boot: [uefi]}}, {{architecture: [amd64], boot: [bios]}}]}}\n"
        )
    };
    let mapped = |n: usize| {
        let flavor = |boot: &str| {
            format!(
                "        - {{capabilities: {{architecture: [amd64], boot: [{boot}]}}, regions: \
                 [{{name: eu, ami: ami-{n}-eu-{boot}}}, {{name: us, ami: ami-{n}-us-{boot}}}]}}\n"
            )
        };
        format!(
            "      - version: 1.{n}.0\n        capabilityFlavors:\n{}{}",
            flavor("uefi"),
            flavor("bios")
        )
    };
    let part = |of: &dyn Fn(usize) -> String| (1..=versions).map(of).collect::<String>();
    let (head, rest) = PROFILE
        .split_once("    - version: 1877.2.0\n      cri")
        .unwrap();
    let types = rest.split_once("  machineTypes:").unwrap().1;
    let (types, _) = types.split_once("      - version: 1877.2.0\n").unwrap();
    let types = types.replace(
        "  - name: eu\n    zones: [{name: eu-a}]\n",
        "  - {name: eu, zones: [{name: eu-a}]}\n  - {name: us, zones: [{name: us-a}]}\n",
    );
    format!(
        "{head}{}  machineTypes:{types}{}",
        part(&core),
        part(&mapped)
    )
}

#[test]
fn artifacts_that_follow_another_flavor_are_one_impact() {
    let old = regional(12);
    let new = old.replace("values: [uefi, bios]", "values: [bios, uefi]");
    let report = json(&old, &new, &[]);
    let artifact = one(&report, "artifact");
    assert_eq!(artifact["regions"], value!(["eu", "us"]));
    let versions = artifact["imageVersions"].as_array().unwrap();
    assert_eq!(versions.len(), 12);
    assert_eq!(
        versions.iter().find(|of| of["version"] == "1.7.0").unwrap()["artifacts"],
        value!([
            {"region": "eu", "before": "ami ami-7-eu-uefi", "after": "ami ami-7-eu-bios"},
            {"region": "us", "before": "ami ami-7-us-uefi", "after": "ami ami-7-us-bios"},
        ])
    );
    let told = text(&old, &new, &[], &[]);
    assert!(
        told.contains(
            "with the other flavor, other artifacts: m5.large with 12 image versions (gardenlinux \
             1.1.0, gardenlinux 1.10.0, gardenlinux 1.11.0, …) in eu, us: ami ami-1-eu-uefi → ami \
             ami-1-eu-bios (gardenlinux 1.1.0 in eu), …"
        ),
        "{told}"
    );
    assert!(
        text(&old, &new, &[], &["--expand"])
            .contains("ami ami-12-us-uefi → ami ami-12-us-bios (gardenlinux 1.12.0 in us)")
    );
}

#[test]
fn artifacts_of_the_provider_part_are_one_impact_for_each_version() {
    let old = regional(3);
    let new = old
        .replace("ami-2-eu-bios", "ami-new")
        .replace("ami-2-us-bios", "ami-other")
        .replace("ami-3-us-bios", "ami-last");
    let elsewhere = shoots(1, &["m4"], "1.3.0", "eu");
    let report = json(&old, &new, &[("shoots.yaml", &elsewhere)]);
    let artifacts = of_kind(&report, "artifact");
    assert_eq!(artifacts.len(), 2, "{report:#}");
    assert_eq!(
        (
            artifacts[0]["regions"].clone(),
            artifacts[1]["regions"].clone()
        ),
        (value!(["eu", "us"]), value!(["us"]))
    );
    assert_eq!(
        artifacts[1]["pools"],
        value!([]),
        "the Shoot is in another region"
    );
    let here = shoots(1, &["m4"], "1.3.0", "us");
    assert_eq!(
        of_kind(&json(&old, &new, &[("shoots.yaml", &here)]), "artifact")[1]["pools"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let told = text(&old, &new, &[], &[]);
    assert!(
        told.contains(
            "other artifacts: m4.large with gardenlinux 1.2.0 in eu, us: ami ami-2-eu-bios → ami \
             ami-new (eu), ami ami-2-us-bios → ami ami-other (us)"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "another artifact: m4.large with gardenlinux 1.3.0 in us: ami \
        ami-3-us-bios → ami ami-last"
        ),
        "{told}"
    );
}

#[test]
fn the_parent_reports_effects_on_shoots_of_its_children() {
    let gone = without(
        PROFILE,
        "    - version: 1877.2.0\n      cri",
        "    - version: 1592.9.0\n",
    );
    let child = format!(
        "{CHILD}  machineTypes:\n  - {{name: own.large, cpu: \"2\", gpu: \"0\", memory: 8Gi, \
         capabilities: {{architecture: [amd64]}}}}\n"
    );
    let of = |name: &str| {
        let shoots =
            shoots(2, &["m5"], "1877.2.0", "eu").replace("name: s", &format!("name: {name}-"));
        shoots.replace(
            "{kind: CloudProfile, name: aws}",
            &format!("{{kind: NamespacedCloudProfile, name: {name}}}"),
        )
    };
    let all = format!(
        "{child}---\n{}---\n{}{}",
        child.replace("name: shop,", "name: other,"),
        of("shop"),
        of("other")
    );
    let report = json(PROFILE, &gone, &[("all.yaml", &all)]);
    for child in &report["objects"].as_array().unwrap()[1..] {
        let impacts = child["impacts"].as_array().unwrap();
        assert!(
            impacts
                .iter()
                .all(|impact| impact["machineTypes"] == value!(["own.large"])),
            "only what is its own: {child:#}"
        );
    }
    assert_eq!(
        pools(one(&report, "impossible")),
        ["other-1 m5", "other-2 m5", "shop-1 m5", "shop-2 m5"]
    );
    assert!(of_kind(&report, "removed").is_empty());
    assert_eq!(
        one(&report, "maintenance")["pools"]
            .as_array()
            .unwrap()
            .len(),
        4
    );

    // Of the children, only what concerns their own entries.
    let turned = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    let report = json(PROFILE, &turned, &[("all.yaml", &all)]);
    let told: Vec<(Option<&str>, Vec<&Value>)> = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|object| {
            let flavors = object["impacts"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|impact| impact["kind"] == "flavor");
            (
                object["name"].as_str(),
                flavors.map(|impact| &impact["machineTypes"]).collect(),
            )
        })
        .collect();
    let (own, parent) = (value!(["own.large"]), value!(["m5.large"]));
    assert_eq!(
        told,
        [
            (Some("aws"), vec![&parent]),
            (Some("other"), vec![&own]),
            (Some("shop"), vec![&own])
        ]
    );
    assert_eq!(
        one(&report, "vocabulary")["machineTypes"],
        value!(["m5.large", "own.large"]),
        "whomever it concerns"
    );

    // An artifact that goes concerns them as one that comes.
    let at = PROFILE.rfind("      - version: 1592.9.0\n").unwrap();
    let lost = &PROFILE[..at];
    for (old, new, kind) in [(PROFILE, lost, "noArtifact"), (lost, PROFILE, "artifact")] {
        let report = json(old, new, &[("all.yaml", &all)]);
        let told = of_kind(&report, kind);
        let types: Vec<&Value> = told.iter().map(|impact| &impact["machineTypes"]).collect();
        assert_eq!(
            types,
            [&value!(["m4.large", "m5.large"]), &own, &own],
            "{kind}: {report:#}"
        );
    }
}

#[test]
fn machine_types_with_the_same_other_flavor_are_one_impact() {
    // `providerConfig` has an entry for m6 alone; its artifact is the same.
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m5.large"))
        .unwrap();
    let old = PROFILE.replace(
        line,
        &format!(
            "{line}\n{}",
            line.replace("m5.large", "m6.large")
                .replace("[amd64]}", "[amd64], boot: [uefi, bios]}")
        ),
    );
    let report = json(
        &old,
        &old.replace("values: [uefi, bios]", "values: [bios, uefi]"),
        &[],
    );
    assert_eq!(
        one(&report, "flavor")["machineTypes"],
        value!(["m5.large", "m6.large"])
    );
}

#[test]
fn a_comment_that_is_cut_keeps_the_worst_and_says_what_it_leaves_out() {
    let many: String = (0..3000)
        .map(|n| format!("    - version: 1.33.{}\n", n + 2))
        .collect();
    let gone = without(
        PROFILE,
        "    - version: 1592.9.0\n      cri",
        "  machineTypes:",
    );
    let new = gone.replace(
        "    - version: 1.32.5\n",
        &format!("    - version: 1.32.5\n{many}"),
    );
    let with = shoots(7, &["m5"], "1592.9.0", "eu");
    let ran = diff(
        PROFILE,
        &new,
        &[("shoots.yaml", &with)],
        &["-f", "markdown"],
    );
    let told = ran.stdout;
    assert!(told.len() < 60_000, "{}", told.len());
    assert!(
        told.contains("- removed: image version gardenlinux 1592.9.0; used by 7"),
        "{told}"
    );
    let last = told.lines().last().unwrap();
    let left_out: usize = last
        .split("Left out: ")
        .nth(1)
        .unwrap()
        .split(" added.")
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let shown = told
        .lines()
        .filter(|line| line.contains("- added: "))
        .count();
    assert_eq!(left_out + shown, 3000, "{last}");
    assert!(shown > 100, "as many as there is room for: {shown}");
    assert_eq!(
        told.matches("<details>").count(),
        told.matches("</details>").count()
    );
    // The verdict first, what is refused in a line each, its places folded.
    let lines: Vec<&str> = told.lines().filter(|line| !line.is_empty()).collect();
    assert!(
        lines[0].starts_with("### ❌")
            && lines[1].starts_with("Objects: 1 changed; the server would refuse it for 1 reason"),
        "{told}"
    );
    assert!(
        lines[3].starts_with("- spec.machineImages")
            && lines[4].starts_with("<details><summary>Where, and what to do"),
        "{told}"
    );
    assert!(
        told.contains("<summary>CloudProfile aws (changed): ")
            && told.contains(" of them shown</summary>"),
        "{told}"
    );
}

#[test]
fn a_change_of_thousands_of_impacts_shows_the_worst_and_counts_the_rest() {
    let many: String = (0..3000)
        .map(|n| format!("    - version: 1.33.{}\n", n + 2))
        .collect();
    let new = PROFILE.replace("    - version: 1.32.5\n", &many);
    // Objects without further effects count, too.
    let child = CHILD.split("  machineImages:").next().unwrap();
    let new = (0..50).fold(new, |all, n| {
        format!(
            "{all}---\n{}",
            child.replace("name: shop,", &format!("name: s{n},"))
        )
    });
    let told = diff(PROFILE, &new, &[], &[]).stdout;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() < 400, "{}", lines.len());
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("    - "))
            .count(),
        100,
        "{told}"
    );
    assert!(
        told.contains("    - removed: Kubernetes version 1.32.5"),
        "the worst: {told}"
    );
    assert!(
        told.contains(
            "\n\nNot shown: 2901 added; 50 objects whole (--max-impacts 100; --max-impacts 0 shows \
             all)\nObjects: "
        ),
        "{told}"
    );

    let shown = |args: &[&str]| {
        let told = diff(PROFILE, &new, &[], args).stdout;
        (
            told.matches("    - added: Kubernetes version").count(),
            told.contains("ot shown"),
        )
    };
    for all in [&["--max-impacts", "0"][..], &["--expand"]] {
        assert_eq!(shown(all), (3000, false), "{all:?}");
    }
    assert!(shown(&["--expand", "--max-impacts", "7"]).0 < 7);
    assert_eq!(
        json(PROFILE, &new, &[])["counts"]["added"],
        value!(3000),
        "for machines everything"
    );
}

#[test]
fn long_lists_of_refusals_are_cut() {
    let shoot = |n: usize, region: &str| {
        SHOOT
            .replace("name: web", &format!("name: s{n}"))
            .replace("region: eu", &format!("region: {region}"))
            + "---\n"
    };
    let all = |region: &str| (0..3).map(|n| shoot(n, region)).collect::<String>();
    let (old, new) = (all("eu"), all("us"));
    let with = [("profile.yaml", PROFILE)];
    let told = text(&old, &new, &with, &["--max-impacts", "1"]);
    assert_eq!(told.matches("error[").count(), 1, "{told}");
    assert!(
        told.contains("more not shown (--max-impacts 1; --max-impacts 0 shows all) Shoot"),
        "{told}"
    );
    assert!(
        !text(&old, &new, &with, &["--max-impacts", "0"]).contains("not shown"),
        "all"
    );
}

#[test]
fn pools_count_for_their_own_shoots_only() {
    // A version of Kubernetes concerns Shoots as a whole, an artifact the pool that gets it.
    let new = PROFILE
        .replace("    - version: 1.32.5\n", "")
        .replace("ami-2}", "ami-9}");
    let named = |name: &str, version: &str| {
        shoots(3, &["m4"], version, "eu").replace("name: s", &format!("name: {name}"))
    };
    let [here, elsewhere] = [named("a", "1877.2.0"), named("b", "1592.9.0")];
    let told = |with: &str| text(PROFILE, &new, &[("shoots.yaml", with)], &[]);
    for (with, concerned) in [
        (here.clone(), "3 worker pools of 3 Shoots"),
        (
            format!("{here}{elsewhere}"),
            "3 worker pools of 3 Shoots, and 3 more Shoots as a whole",
        ),
        (elsewhere.clone(), "3 Shoots"),
    ] {
        let told = told(&with);
        let end = format!("; concerned: {concerned}");
        assert!(told.ends_with(&end), "{end}: {told}");
    }
    assert_eq!(
        json(
            PROFILE,
            &new,
            &[("shoots.yaml", &format!("{here}{elsewhere}"))]
        )["concerned"],
        value!({"shoots": 6, "workerPools": 3})
    );
    // Whom an impact concerns is called what it is.
    let told = told(&format!("{here}{elsewhere}"));
    assert!(
        told.contains("Kubernetes version 1.32.5; used by 6 Shoots that must move first"),
        "{told}"
    );
}

/// A page labels each effect with its kind, and the sentence behind the label does not repeat it.
#[test]
fn pages_say_the_kind_of_an_effect_once() {
    let page = |types: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: p}}\nspec:\n  \
             type: local\n  volumeTypes: [{types}]\n"
        )
    };
    let dir = Dir::with(&[
        ("old.yaml", &*page("{name: a}, {name: b}")),
        ("new.yaml", &page("{name: a}, {name: c}")),
    ]);
    let page = dir.run(&["diff", "old.yaml", "new.yaml", "--format", "html"]);
    for kind in ["removed", "added"] {
        let label = format!("<b class=\"kind\">{kind}</b> ");
        assert!(page.stdout.contains(&label), "{}", page.stdout);
        let twice = format!("{label}{kind}:");
        assert!(!page.stdout.contains(&twice), "{}", page.stdout);
    }
}

#[test]
fn what_has_no_readable_name_is_told_so() {
    let named = "version: 1877.2.0";
    for unreadable in ["version: [a]", "version: \"\"", "architectures: [amd64]"] {
        let new = PROFILE.replacen(&format!("- {named}"), &format!("- {unreadable}"), 1);
        assert_ne!(new, PROFILE);
        for (old, new) in [(PROFILE, &*new), (&*new, PROFILE)] {
            let said = text(old, new, &[], &[]);
            assert!(
                said.contains("image version of gardenlinux without a readable name"),
                "{said}"
            );
        }
    }
    let new = PROFILE.replace("regions:\n", "regions:\n  - {name: [x]}\n");
    assert_ne!(new, PROFILE);
    let said = text(PROFILE, &new, &[], &[]);
    assert!(
        said.contains("added: region without a readable name"),
        "{said}"
    );
}
