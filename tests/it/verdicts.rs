//! The verdict of every command, in all of its formats, on changes of a repository with two
//! landscapes of equal names.

use crate::common::diff::{PROFILE, SHOOT, without};
use crate::common::formats;
use crate::landscapes::{Change, Files, added, both, landscape, removed};
use serde_json::Value;

/// The commands, by what the table below calls them.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "lint --old",
        &["lint", "new", "--old", "old", "--select", "change"],
    ),
    ("uses", &["uses", "new"]),
    ("resolve", &["resolve", "new"]),
    ("table", &["table", "new"]),
    ("match", &["match", "-m", "m4.large", "-p", "new"]),
    ("verbs --old", &["verbs", "new", "--old", "old"]),
    (
        "render --old",
        &["render", "new", "--old", "old", "--provider-rules", "off"],
    ),
];

/// A change with its name.
type Case = (&'static str, Files, Files);

fn cases() -> Vec<Case> {
    let all = || both(PROFILE, PROFILE);
    let only = |files: Files, keep: &str| -> Files {
        files
            .into_iter()
            .filter(|(at, _)| at.contains(keep))
            .collect()
    };
    let moved = |to: &str, profile: &str| -> Files {
        let mut files = all();
        let file = files
            .iter_mut()
            .find(|(at, _)| at == "live/profiles/aws.yaml")
            .unwrap();
        *file = (to.to_owned(), profile.to_owned());
        files
    };
    let with = |from: &str, to: &str, mut files: Files| -> Files {
        files
            .iter_mut()
            .for_each(|(_, text)| *text = text.replace(from, to));
        files
    };
    let partial = |profile: &str| {
        with(
            "{version: 1.32.5}",
            "{version: \"1.32\"}",
            both(profile, PROFILE),
        )
    };
    let gone = without(PROFILE, "  - {name: m5.large", "  - {name: m4.large");
    let twins = |a: &str, b: &str| -> Files {
        let at = |name: &str, version: &str| {
            let profile = PROFILE.replace("version: 1.33.1", &format!("version: {version}"));
            (name.to_owned(), profile)
        };
        vec![
            at(&format!("{a}/aws.yaml"), a),
            at(&format!("{b}/aws.yaml"), b),
        ]
    };
    let (removed, added) = (removed(), added());
    vec![
        ("nothing changes", all(), all()),
        ("one adds", all(), both(&added, PROFILE)),
        ("both add", all(), both(&added, &added)),
        ("one removes", all(), both(&removed, PROFILE)),
        ("both remove", all(), both(&removed, &removed)),
        ("one adds, one removes", all(), both(&added, &removed)),
        (
            "a file moves",
            all(),
            moved("live/aws/profile.yaml", PROFILE),
        ),
        (
            "a file moves and removes",
            all(),
            moved("live/aws/profile.yaml", &removed),
        ),
        (
            "a version in part is removed",
            partial(PROFILE),
            partial(&removed),
        ),
        (
            "a machine type goes under a pool",
            all(),
            both(&gone, PROFILE),
        ),
        (
            "no Shoots in either landscape",
            only(all(), "profiles"),
            only(both(&removed, PROFILE), "profiles"),
        ),
        (
            "no Shoots in the one that removes",
            [
                only(landscape("dev", PROFILE), "profiles"),
                landscape("live", PROFILE),
            ]
            .concat(),
            [
                only(landscape("dev", &removed), "profiles"),
                landscape("live", PROFILE),
            ]
            .concat(),
        ),
        (
            "no profiles",
            only(all(), "shoots/web"),
            with("1592.9.0", "1877.2.0", only(all(), "shoots/web")),
        ),
        (
            "no pairs",
            twins("1.33.1", "1.33.2"),
            twins("1.33.3", "1.33.4"),
        ),
        (
            "a region goes under pools",
            all(),
            both(&elsewhere(), PROFILE),
        ),
        (
            "a version goes with all Shoots",
            all(),
            both(&removed, PROFILE)
                .into_iter()
                .filter(|(at, _)| at != "dev/shoots/web.yaml")
                .collect(),
        ),
        (
            "a Shoot changes where nobody looks",
            all(),
            with("  region: eu\n", NETWORKING, all()),
        ),
        (
            "a pool asks for what is not there",
            all(),
            with(
                "image: {name: gardenlinux, version: 1592.9.0}",
                "image: {name: gardenlinux, version: 1.2.3}",
                all(),
            ),
        ),
    ]
}

/// A Shoot with a field that cpcap only decodes.
const NETWORKING: &str = "  region: eu\n  networking: {type: calico}\n";

/// The profile in another region.
fn elsewhere() -> String {
    PROFILE.replace(
        "  - name: eu\n    zones: [{name: eu-a}]\n",
        "  - name: us\n    zones: [{name: us-a}]\n",
    )
}

/// The expectation: the verdict of `diff`, its exit code without and with `--deny-unchecked`, and
/// the exit codes of the other commands, in their order.
const EXPECTED: &[(&str, &str, [i32; 2], [u8; 7])] = &[
    ("nothing changes", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("one adds", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("both add", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("one removes", "refused", [1, 1], [1, 0, 1, 0, 0, 0, 0]),
    ("both remove", "refused", [1, 1], [1, 0, 1, 0, 0, 0, 0]),
    (
        "one adds, one removes",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    ("a file moves", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    (
        "a file moves and removes",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "a version in part is removed",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "a machine type goes under a pool",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "no Shoots in either landscape",
        "notKnown",
        [0, 1],
        [0, 0, 2, 0, 0, 2, 2],
    ),
    (
        "no Shoots in the one that removes",
        "notKnown",
        [0, 1],
        [0, 0, 0, 0, 0, 0, 0],
    ),
    ("no profiles", "notKnown", [0, 1], [0, 2, 2, 2, 2, 2, 2]),
    ("no pairs", "notKnown", [2, 2], [2, 0, 2, 0, 0, 2, 2]),
    (
        "a region goes under pools",
        "accepted",
        [0, 0],
        [0, 0, 1, 0, 0, 0, 0],
    ),
    (
        "a version goes with all Shoots",
        "notKnown",
        [0, 1],
        [0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "a Shoot changes where nobody looks",
        "accepted",
        [0, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "a pool asks for what is not there",
        "refused",
        [1, 1],
        [0, 0, 1, 0, 0, 0, 0],
    ),
];

#[test]
fn every_command_says_the_same_in_every_format() {
    let cases = cases();
    let mut told = Vec::new();
    for (name, old, new) in &cases {
        let change = Change::new(old, new);
        let (verdict, code, _) = change.verdict(&[], &[]);
        let (_, denied, _) = change.verdict(&[], &["--deny-unchecked"]);
        let codes = COMMANDS.iter().map(|(command, args)| {
            let code = |format: &String| {
                change
                    .plain
                    .run(&[args, &["--format", format][..]].concat())
                    .exit
                    .code()
            };
            let codes: Vec<u8> = formats(args[0]).iter().map(code).collect();
            assert!(
                codes.iter().all(|code| *code == codes[0]),
                "{name}: {command}: {codes:?}"
            );
            codes[0]
        });
        told.push((*name, verdict, [code, denied], codes.collect::<Vec<u8>>()));
    }
    let expected: Vec<_> = EXPECTED
        .iter()
        .map(|(name, verdict, codes, others)| {
            (*name, (*verdict).to_owned(), *codes, others.to_vec())
        })
        .collect();
    let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(told, expected, "the commands: {names:?}\n{told:#?}");
}

/// Paths choose what is judged, and the verdict is that of the landscape that they name.
#[test]
fn the_verdict_for_a_path_concerns_only_that_path() {
    let change = Change::new(&both(PROFILE, PROFILE), &both(&added(), &removed()));
    for (paths, verdict, code) in [
        (&["dev"][..], "accepted", 0),
        (&["dev/profiles/aws.yaml"], "accepted", 0),
        (&["live"], "refused", 1),
        (&["live/profiles"], "refused", 1),
        (&["dev", "live"], "refused", 1),
        (&["dev/profiles", "live/shoots"], "accepted", 0),
    ] {
        let (said, found, report) = change.verdict(paths, &[]);
        assert_eq!(
            (said.as_str(), found),
            (verdict, code),
            "{paths:?}: {report:#}"
        );
    }
    // A Shoot alone is judged with its profile around it.
    let worse = SHOOT.replace("1592.9.0", "1.2.3");
    let mut new = both(PROFILE, PROFILE);
    new.iter_mut()
        .filter(|(at, _)| at == "live/shoots/web.yaml")
        .for_each(|(_, text)| text.clone_from(&worse));
    let change = Change::new(&both(PROFILE, PROFILE), &new);
    let (said, code, report) = change.verdict(&["live/shoots/web.yaml"], &[]);
    assert_eq!((said.as_str(), code), ("refused", 1), "{report:#}");
}

/// The note and the heading of `diff` word the effect of a first vocabulary on image versions
/// alike: with the flavors that the extension's webhook writes.
#[test]
fn a_first_vocabulary_is_told_alike() {
    let flavors = |text: &str, names: &[&str], instead: &str| {
        let (mut text, mut at) = (text.to_owned(), 0);
        while let Some(found) = text[at..].find("      capabilityFlavors:\n") {
            let start = at + found;
            let lines = text[start..].split_inclusive('\n').skip(1);
            let ours =
                lines.take_while(|line| names.iter().any(|name| line.trim().starts_with(name)));
            let length: usize = ours.map(str::len).sum();
            let end = start + "      capabilityFlavors:\n".len() + length;
            text.replace_range(start..end, instead);
            at = start + instead.len();
        }
        text
    };
    let core = flavors(
        &PROFILE.replace("values: [amd64]", "values: [amd64, arm64]"),
        &["- architecture:", "boot:"],
        "      architectures: [amd64]\n",
    );
    let (new, _) = core.split_once("  providerConfig:\n").unwrap();
    let old = without(new, "  machineCapabilities:", "  machineImages:")
        .replace(", capabilities: {architecture: [amd64]}", "")
        .replace(", capabilities: {architecture: [amd64], boot: [bios]}", "");
    let with_flavors = &PROFILE[PROFILE.find("  providerConfig:\n").unwrap()..];
    let at = |text: String| vec![("dev/aws.yaml".to_owned(), text)];
    let change = Change::new(&at(old), &at(format!("{new}{with_flavors}")));
    for (rules, refused) in [(&[][..], false), (&["--provider-rules", "off"], true)] {
        let diff = change
            .plain
            .run(&[&["diff", "old", "new"], rules].concat())
            .stdout;
        let diff = diff.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            diff.contains("create of the same file fails because it lacks flavors"),
            refused,
            "{diff}"
        );
        let only = [
            "lint",
            "new",
            "--old",
            "old",
            "--select",
            "change/first-migration",
            "-f",
            "compact",
        ];
        let lint = change.plain.run(&[&only[..], rules].concat()).stdout;
        assert_eq!(
            lint.contains("a create of the same file fails because it lacks flavors"),
            refused,
            "{lint}"
        );
        assert_eq!(
            diff.contains("a create of the same file fails because it lacks flavors"),
            refused,
            "{diff}"
        );
    }
}

/// Every form of the answer, without its line breaks.
fn forms(change: &Change, args: &[&str]) -> [String; 2] {
    ["human", "markdown"].map(|format| {
        let line = [&["diff", "old", "new", "-f", format], args].concat();
        let said = change.plain.run(&line).stdout.replace('\\', "");
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// What goes under worker pools is one entry and one impact; the server takes it, and who denies
/// what is impossible, or what is removed, fails the run.
#[test]
fn what_goes_under_pools_is_told_once() {
    let zoned = SHOOT.replace(
        "      minimum: 2\n",
        "      zones: [eu-a]\n      volume: {type: gp3, size: 50Gi}\n      minimum: 2\n",
    );
    let profile = PROFILE
        .replace("[{name: eu-a}]", "[{name: eu-a}, {name: eu-b}]")
        .replace(
            "  regions:\n",
            "  volumeTypes:\n  - {name: gp3, class: standard}\n  - {name: io1, class: premium}\n  regions:\n",
        );
    let region = "  - name: us\n    zones: [{name: us-a}]\n";
    for (list, name, new, code) in [
        ("zones", "eu eu-a", profile.replace("{name: eu-a}, ", ""), 0),
        (
            "volumeType",
            "gp3",
            profile.replace("  - {name: gp3, class: standard}\n", ""),
            0,
        ),
        (
            "region",
            "eu",
            profile.replace(
                "  - name: eu\n    zones: [{name: eu-a}, {name: eu-b}]\n",
                region,
            ),
            0,
        ),
        (
            "machineType",
            "m5.large",
            without(&profile, "  - {name: m5.large", "  - {name: m4.large"),
            1,
        ),
    ] {
        let files = |profile: &str| {
            vec![
                ("dev/aws.yaml".to_owned(), profile.to_owned()),
                ("dev/web.yaml".to_owned(), zoned.clone()),
            ]
        };
        let change = Change::new(&files(&profile), &files(&new));
        let (_, found, report) = change.verdict(&[], &[]);
        assert_eq!(found, code, "{report:#}");
        let impacts = report["objects"][0]["impacts"].as_array().unwrap();
        let is_told = |of: &&Value| of["name"] == name && of["kind"] != "maintenance";
        let told: Vec<&Value> = impacts.iter().filter(is_told).collect();
        let [told] = told[..] else {
            panic!("{list} {name}: {report:#}");
        };
        assert_eq!(
            (
                told["kind"].as_str(),
                told["gone"].as_bool(),
                told["pools"].as_array().unwrap().len()
            ),
            (Some("impossible"), Some(true), 2),
            "{report:#}"
        );
        for said in forms(&change, &[]) {
            assert_eq!(said.matches("removed:").count(), 1, "{said}");
            assert!(!said.contains("no longer"), "{said}");
        }
        for (kind, code) in [("impossible", 1), ("removed", 1), ("flavor", code)] {
            let (_, found, report) = change.verdict(&[], &["--deny-impact", kind]);
            assert_eq!(found, code, "{list}: {kind}: {report:#}");
        }
    }
}

/// What cpcap does not judge of a Shoot is named wherever the verdict is.
#[test]
fn what_nobody_looks_at_is_named() {
    let shoot = |old: &str, new: &str| -> Files {
        let mut files = landscape("dev", PROFILE);
        files
            .iter_mut()
            .filter(|(at, _)| at.ends_with("web.yaml"))
            .for_each(|(_, text)| *text = text.replace(old, new));
        files
    };
    let old = landscape("dev", PROFILE);
    for (from, to, fields) in [
        ("  region: eu\n", NETWORKING, &["spec.networking"][..]),
        (
            "{version: 1.32.5}",
            "{version: 1.32.5, kubeAPIServer: {}, kubelet: {maxPods: 9}}",
            &[
                "spec.kubernetes.kubeAPIServer",
                "spec.kubernetes.kubelet.maxPods",
            ],
        ),
        (
            "    type: aws\n",
            "    type: aws\n    controlPlaneConfig: {zone: eu-a}\n",
            &["spec.provider.controlPlaneConfig"],
        ),
        ("minimum: 2", "minimum: 1", &[]),
        (
            "minimum: 2",
            "providerConfig: {a: b}\n      kubernetes: {kubelet: {maxPods: 9, kubeReserved: {cpu: 10m}}}\n      minimum: 2",
            &[
                "spec.provider.workers[].providerConfig",
                "spec.provider.workers[].kubernetes.kubelet",
            ],
        ),
        (
            "minimum: 2",
            "kubernetes: {kubelet: {kubeReserved: {cpu: 10m}}}\n      minimum: 2",
            &[],
        ),
        ("{version: 1.32.5}", "{version: 1.33.1}", &[]),
        ("name: web,", "name: web, labels: {a: b},", &[]),
    ] {
        let change = Change::new(&old, &shoot(from, to));
        let (verdict, _, report) = change.verdict(&[], &[]);
        assert_eq!(verdict, "accepted", "{report:#}");
        let named = report["objects"][0]["notJudged"].as_array();
        let named: Vec<&str> = named
            .into_iter()
            .flatten()
            .map(|field| field.as_str().unwrap())
            .collect();
        assert_eq!(named, fields, "{report:#}");
        for said in forms(&change, &[]) {
            assert!(
                said.contains(
                    "accept it, as far as profiles, versions and worker pools of Shoots decide"
                ),
                "{said}"
            );
            // In the verdict, and with the Shoot.
            let times = said.to_lowercase().matches("not looked at: spec.").count();
            assert_eq!(times, if fields.is_empty() { 0 } else { 2 }, "{said}");
        }
    }
}

/// A pool that the server refuses gets no other flavor: it gets nothing.
#[test]
fn a_pool_that_is_refused_gets_nothing() {
    let profile = PROFILE
        .replace(
            "    - version: 1592.9.0\n      cri",
            "    - version: 1592.9.0\n      kubeletVersionConstraint: \">= 1.33\"\n      cri",
        )
        .replace("name: m4.large, cpu", "name: m4.large, usable: false, cpu");
    let shoot = SHOOT.replace("1592.9.0", "1877.2.0");
    let of = |version: &str, machine: &str| {
        let green = shoot.find("    - name: green").unwrap();
        let own = shoot[green..].replace("1877.2.0", version);
        format!("{}{}", &shoot[..green], own.replace("m5.large", machine))
    };
    let files = |shoot: &str| -> Files {
        vec![
            ("dev/aws.yaml".to_owned(), profile.clone()),
            ("dev/web.yaml".to_owned(), shoot.to_owned()),
        ]
    };
    for (version, machine) in [
        ("1592.9.0", "m5.large"),
        ("1877.2.0", "m4.large"),
        ("1.2.3", "m5.large"),
        ("1877.2.0", "x.large"),
    ] {
        let change = Change::new(&files(&shoot), &files(&of(version, machine)));
        let (verdict, _, report) = change.verdict(&[], &[]);
        assert_eq!(verdict, "refused", "{report:#}");
        let impacts = report["objects"][0]["impacts"].as_array().unwrap();
        let kinds: Vec<&str> = impacts
            .iter()
            .map(|of| of["kind"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["changed", "impossible"], "{report:#}");
        assert_eq!(impacts[1]["refuses"], "change", "{report:#}");
    }
}

/// Objects of one name in two landscapes are told by their files, and counted one by one.
#[test]
fn namesakes_are_told_by_their_files() {
    let flavors = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    let change = Change::new(&both(PROFILE, PROFILE), &both(&flavors, &flavors));
    let (_, _, report) = change.verdict(&[], &[]);
    let objects = report["objects"].as_array().unwrap();
    let files: Vec<&str> = objects
        .iter()
        .map(|of| of["file"].as_str().unwrap())
        .collect();
    assert_eq!(files, ["dev/profiles/aws.yaml", "live/profiles/aws.yaml"]);
    assert_eq!(
        (
            &report["concerned"]["shoots"],
            &report["concerned"]["workerPools"]
        ),
        (&Value::from(2), &Value::from(2)),
        "{report:#}"
    );
    for (object, name) in objects.iter().zip(["dev", "live"]) {
        let pools = object["impacts"].as_array().unwrap().iter();
        let mut pools = pools.flat_map(|of| of["pools"].as_array().unwrap());
        let file = format!("{name}/shoots/web.yaml");
        assert!(pools.all(|of| of["file"] == file.as_str()), "{report:#}");
    }
    for said in forms(&change, &[]) {
        for name in ["dev", "live"] {
            let title = format!("CloudProfile aws (new/{name}/profiles/aws.yaml; changed)");
            assert!(said.contains(&title), "{said}");
        }
        assert!(said.contains("2 worker pools of 2 Shoots"), "{said}");
    }
    // One profile for both landscapes.
    let shared = |profile: &str| -> Files {
        let mut files: Files = both(PROFILE, PROFILE)
            .into_iter()
            .filter(|(at, _)| at.ends_with("web.yaml"))
            .collect();
        files.push(("all/aws.yaml".to_owned(), profile.to_owned()));
        files
    };
    let change = Change::new(&shared(PROFILE), &shared(&removed()));
    let lint = change.plain.run(&[
        "lint", "new", "--old", "old", "--select", "change", "-f", "compact",
    ]);
    let said = forms(&change, &[]);
    for said in said.iter().chain([&lint.stdout]) {
        assert!(
            said.contains(
                "Shoot `garden-shop/web` in new/dev/shoots/web.yaml and Shoot `garden-shop/web` \
                 in new/live/shoots/web.yaml still use it"
            ),
            "{said}"
        );
    }
    let uses = |format: &str| change.plain.run(&["uses", "old", "-f", format]).stdout;
    for format in ["table", "markdown"] {
        let said = uses(format)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            said.contains(
                "garden-shop/web (old/dev/shoots/web.yaml; blue), garden-shop/web \
                 (old/live/shoots/web.yaml; blue)"
            ),
            "{said}"
        );
    }
    let csv = uses("csv");
    let report: Value = serde_json::from_str(&uses("json")).unwrap();
    let shoots = report["profiles"][0]["shoots"].as_array().unwrap();
    for (shoot, name) in shoots.iter().zip(["dev", "live"]) {
        let file = format!("old/{name}/shoots/web.yaml");
        assert_eq!(shoot["file"], file.as_str(), "{report:#}");
        assert!(csv.contains(&format!(",false,{file}\n")), "{csv}");
    }
    for said in said {
        assert!(
            said.contains(
                "used by garden-shop/web (new/dev/shoots/web.yaml), garden-shop/web \
                 (new/live/shoots/web.yaml)"
            ),
            "{said}"
        );
    }
    let none: Files = shared(PROFILE)
        .into_iter()
        .filter(|(at, _)| at != "all/aws.yaml")
        .collect();
    let change = Change::new(&shared(PROFILE), &none);
    for said in forms(&change, &[]) {
        assert!(
            said.contains("garden-shop/web (new/dev/shoots/web.yaml), garden-shop/web (new/live"),
            "{said}"
        );
    }
}

/// What keeps a verdict from being known is what the text says.
#[test]
fn the_reason_is_what_happened() {
    let cases = cases();
    for (name, says, not) in [
        (
            "a version goes with all Shoots",
            "all Shoots of its landscape are removed",
            "among the files",
        ),
        (
            "no pairs",
            "2 objects may each be one of several, and nothing of that is compared",
            "not everything could be read",
        ),
        (
            "no Shoots in either landscape",
            "no Shoot of its landscape is among the files",
            "removed, and may be",
        ),
    ] {
        let (_, old, new) = cases.iter().find(|(of, ..)| *of == name).unwrap();
        for said in forms(&Change::new(old, new), &[]) {
            assert!(said.contains(says) && !said.contains(not), "{name}: {said}");
        }
    }
}

/// The profile without a version that its Shoot does not use.
fn unused_goes() -> String {
    PROFILE.replace("    - version: 1.33.1\n", "")
}

/// The landscape `dev` with more files.
fn dev(profile: &str, more: &[(&str, &str)]) -> Files {
    let more = more
        .iter()
        .map(|(at, text)| ((*at).to_owned(), (*text).to_owned()));
    landscape("dev", profile).into_iter().chain(more).collect()
}

/// The reasons why a verdict is not known.
fn reasons(report: &Value) -> Vec<&str> {
    let all = report["notKnown"].as_array().unwrap().iter();
    all.map(|open| open["reason"].as_str().unwrap()).collect()
}

/// A document that cannot be read and stays as it is may hold a user of what goes.
#[test]
fn a_user_that_cannot_be_read_keeps_the_verdict_open() {
    let head = "apiVersion: core.gardener.cloud/v1beta1\n";
    let broken = format!("{head}kind: Shoot\nmetadata: {{name: other, namespace: a}}\nspec: [\n");
    let child = format!(
        "{head}kind: NamespacedCloudProfile\nmetadata: {{name: own, namespace: a}}\nspec: [\n"
    );
    let template = format!(
        "{head}kind: Shoot\nmetadata:\n  name: {{{{ .Values.name }}}}\nspec:\n{{{{- if .Values.a }}}}\n  \
         region: a\n{{{{- end }}}}\n"
    );
    for text in [&broken, &child, &template] {
        let side = |profile: &str| dev(profile, &[("dev/shoots/other.yaml", text)]);
        let change = Change::new(&side(PROFILE), &side(&unused_goes()));
        let (said, code, report) = change.verdict(&[], &[]);
        assert_eq!((said.as_str(), code), ("notKnown", 2), "{report:#}");
        let unreadable = report["unreadable"].as_array().unwrap();
        assert_eq!(unreadable.len(), 1, "{report:#}");
        let file = unreadable[0]["place"]["file"].as_str().unwrap();
        assert!(file.ends_with("dev/shoots/other.yaml"), "{report:#}");
        for said in forms(&change, &[]) {
            assert!(said.contains("shoots/other.yaml"), "{said}");
        }
        for (args, expected) in [(&[][..], 0), (&["--deny-unchecked"], 1)] {
            let (said, code, report) = change.verdict(&["dev/profiles"], args);
            assert_eq!((said.as_str(), code), ("notKnown", expected), "{report:#}");
            assert_eq!(report["unchecked"].as_array().unwrap().len(), 1);
        }
        for new in [PROFILE.to_owned(), added()] {
            let (said, code, report) = Change::new(&side(PROFILE), &side(&new)).verdict(&[], &[]);
            assert_eq!((said.as_str(), code), ("accepted", 0), "{report:#}");
        }
    }
    // What no search is for has no users.
    let stranger = "services: [\n";
    let side = |profile: &str| dev(profile, &[("dev/compose.yaml", stranger)]);
    let (said, code, report) = Change::new(&side(PROFILE), &side(&unused_goes())).verdict(&[], &[]);
    assert_eq!((said.as_str(), code), ("accepted", 0), "{report:#}");
}

/// A Shoot of a NamespacedCloudProfile that is not among the files may use what goes from any
/// CloudProfile, and no Shoot of a missing profile stands for those that are not there.
#[test]
fn a_shoot_of_a_missing_profile_keeps_the_verdict_open() {
    let of = |kind: &str| {
        SHOOT.replace("name: web,", "name: lost,").replace(
            "kind: CloudProfile, name: aws",
            &format!("kind: {kind}, name: own"),
        )
    };
    let child = of("NamespacedCloudProfile");
    let both = |profile: &str| dev(profile, &[("dev/shoots/lost.yaml", &child)]);
    let alone = |shoot: &str| {
        let shoot = shoot.to_owned();
        move |profile: &str| -> Files {
            vec![
                ("dev/profiles/aws.yaml".to_owned(), profile.to_owned()),
                ("dev/shoots/lost.yaml".to_owned(), shoot.clone()),
            ]
        }
    };
    let (of_child, of_profile) = (alone(&child), alone(&of("CloudProfile")));
    for (before, after, more, expected) in [
        (
            both(PROFILE),
            both(&unused_goes()),
            both(&added()),
            &["missingProfiles"][..],
        ),
        (
            of_child(PROFILE),
            of_child(&unused_goes()),
            of_child(&added()),
            &["missingProfiles", "noShoots"],
        ),
        (
            of_profile(PROFILE),
            of_profile(&unused_goes()),
            of_profile(&added()),
            &["noShoots"],
        ),
    ] {
        for paths in [&[][..], &["dev/profiles"]] {
            let change = Change::new(&before, &after);
            let (said, code, report) = change.verdict(paths, &[]);
            assert_eq!((said.as_str(), code), ("notKnown", 0), "{report:#}");
            assert_eq!(reasons(&report), expected, "{report:#}");
            let (_, code, _) = change.verdict(paths, &["--deny-unchecked"]);
            assert_eq!(code, 1);
            if expected[0] == "missingProfiles" {
                for said in forms(&change, &[]) {
                    assert!(
                        said.contains("NamespacedCloudProfile garden-shop/own is not among"),
                        "{said}"
                    );
                }
            }
            let (said, _, report) = Change::new(&before, &more).verdict(paths, &[]);
            assert_eq!(said, "accepted", "{report:#}");
        }
    }
}

/// A change after which the server refuses every update of a Shoot fails the run; one that only new
/// pools notice does not.
#[test]
fn refusals_of_all_later_updates_fail_the_run() {
    let sized = |size: &str| {
        PROFILE.replace(
            "  regions:\n",
            &format!("  volumeTypes:\n  - {{name: gp3, class: standard{size}}}\n  regions:\n"),
        )
    };
    let constraint = "    - version: 1592.9.0\n      kubeletVersionConstraint: \">= 1.33\"\n";
    let shoot = SHOOT.replace(
        "      minimum: 2\n",
        "      zones: [eu-a]\n      volume: {type: gp3, size: 50Gi}\n      minimum: 2\n",
    );
    let old = sized("");
    for (name, new, every) in [
        (
            "kubelet",
            old.replacen("    - version: 1592.9.0\n", constraint, 1),
            Some("garden-shop/web (blue)"),
        ),
        ("size", sized(", minSize: 60Gi"), Some("(blue)")),
        (
            "type",
            old.replacen("  type: aws\n", "  type: gcp\n", 1),
            Some("setting type: aws → gcp; used by garden-shop/web; every update"),
        ),
        (
            "usable",
            old.replace("name: m5.large, cpu", "name: m5.large, usable: false, cpu"),
            None,
        ),
    ] {
        let files = |profile: &str| -> Files {
            vec![
                ("dev/aws.yaml".to_owned(), profile.to_owned()),
                ("dev/web.yaml".to_owned(), shoot.clone()),
            ]
        };
        let change = Change::new(&files(&old), &files(&new));
        let args = ["--provider-rules", "off"];
        let (said, code, report) = change.verdict(&[], &args);
        let expected = if every.is_some() {
            ("refused", 1)
        } else {
            ("accepted", 0)
        };
        assert_eq!((said.as_str(), code), expected, "{name}: {report:#}");
        assert!(report["refused"].as_array().unwrap().is_empty());
        let impacts = report["objects"][0]["impacts"].as_array().unwrap();
        let refuses: Vec<&str> = impacts
            .iter()
            .filter(|of| of["kind"] == "impossible")
            .map(|of| of["refuses"].as_str().unwrap())
            .collect();
        let refusal = if every.is_some() {
            "everyUpdate"
        } else {
            "newPools"
        };
        assert_eq!(refuses, [refusal], "{name}: {report:#}");
        for said in forms(&change, &args) {
            assert_eq!(
                said.contains("would refuse all later updates of 1 Shoot as it is now"),
                every.is_some(),
                "{name}: {said}"
            );
            assert!(every.is_none_or(|of| said.contains(of)), "{name}: {said}");
        }
    }
}

/// Who is removed in the same change as what it uses is there until it is deleted, whether others
/// stay or not, and whether or not the user asks about it.
#[test]
fn users_removed_with_what_they_use_keep_the_verdict_open() {
    let other = |version: &str| {
        SHOOT
            .replace("name: web,", "name: other,")
            .replace("{version: 1.32.5}", &format!("{{version: {version}}}"))
    };
    for (version, expected) in [
        ("1.33.1", &["removedUsers"][..]),
        ("\"1.33\"", &["removedUsers"]),
        ("1.32.5", &[]),
    ] {
        let old = dev(PROFILE, &[("dev/shoots/other.yaml", &other(version))]);
        let change = Change::new(&old, &dev(&unused_goes(), &[]));
        for paths in [&[][..], &["dev/profiles"], &["dev/profiles", "dev/shoots"]] {
            let (said, code, report) = change.verdict(paths, &[]);
            assert_eq!(reasons(&report), expected, "{report:#}");
            let known = expected.is_empty();
            assert_eq!(
                (said.as_str(), code),
                (if known { "accepted" } else { "notKnown" }, 0),
                "{report:#}"
            );
            let (_, code, _) = change.verdict(paths, &["--deny-unchecked"]);
            assert_eq!(code, i32::from(!known));
        }
        for said in forms(&change, &[]) {
            assert_eq!(
                said.contains("the server accepts it only once that is deleted"),
                !expected.is_empty(),
                "{said}"
            );
        }
    }
}

/// Compared files that stand beside two landscapes belong to none, whatever `--with` names.
#[test]
fn files_beside_two_landscapes_say_so() {
    let change = Change::new(
        &[("all/aws.yaml".to_owned(), PROFILE.to_owned())],
        &[("all/aws.yaml".to_owned(), unused_goes())],
    );
    for (at, text) in both(PROFILE, PROFILE) {
        change.plain.write(&format!("with/{at}"), &text);
    }
    for said in forms(&change, &["--with", "with"]) {
        assert!(
            said.contains("those that refer to this name are nearer to another profile of it"),
            "{said}"
        );
    }
    for said in forms(&change, &[]) {
        assert!(said.contains("; --with names them"), "{said}");
    }
}

/// What a CloudProfile does to the Shoots of its NamespacedCloudProfiles is no change of a parent of
/// its own.
#[test]
fn the_effects_on_children_have_words_of_their_own() {
    let shoot = SHOOT
        .replace(
            "kind: CloudProfile, name: aws",
            "kind: NamespacedCloudProfile, name: shop",
        )
        .replace("1.32.5", "1.33.1");
    let side = |profile: &str| dev(profile, &[("dev/shoots/web.yaml", &shoot)]);
    for said in forms(&Change::new(&side(PROFILE), &side(&added())), &[]) {
        assert!(
            said.contains("gain and lose entries that its NamespacedCloudProfiles take over"),
            "{said}"
        );
        assert!(!said.contains("lists of the parent"), "{said}");
    }
}
