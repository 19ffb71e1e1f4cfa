//! Further axes: workers get what they got, and what does not fit is refused with advice.

use super::{Made, NOW, PROVIDERS, artifacts, aws, code, errors_of, text_of};
use crate::common::Dir;

const AXES: [&str; 10] = [
    "--capability",
    "storage=NVMe,SCSI",
    "--capability",
    "host=virtual,metal",
    "--set",
    "storage=SCSI:small",
    "--set",
    "storage=NVMe,SCSI:l*",
    "--set",
    "host=metal:huge",
];

fn with_axes<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<&'a str> {
    [before, &AXES, after].concat()
}

/// The values of an axis that a machine type has in a text.
fn values_of(text: &str, machine_type: &str, axis: &str) -> Option<Vec<String>> {
    let documents = cpcap::yaml::read(text);
    let tree = &documents[0].tree;
    let object = tree.to_json(tree.root().unwrap());
    let types = object["spec"]["machineTypes"].as_array().unwrap();
    let found = types.iter().find(|of| of["name"] == machine_type).unwrap();
    let values = found["capabilities"][axis].as_array()?;
    Some(
        values
            .iter()
            .map(|value| value.as_str().unwrap().to_owned())
            .collect(),
    )
}

#[test]
fn workers_keep_their_artifacts_with_further_axes() {
    let mut rng = fastrand::Rng::with_seed(31);
    for round in 0..3 {
        for provider in PROVIDERS {
            let dash = if rng.bool() { 0 } else { 2 };
            let mut made = Made::new(&mut rng, provider, dash);
            let (parent, child) = (made.text(), made.child());
            let dir = Dir::with(&[("profile.yaml", &*parent)]);
            let drop: &[&str] = if round == 1 { &["--drop-legacy"] } else { &[] };
            let args = with_axes(&["migrate", "--now", NOW, "profile.yaml"], drop);
            let ran = dir.run(&args);
            assert_eq!(code(&ran), 0, "{}\n{parent}", ran.stderr);
            let new = ran.stdout;
            assert_eq!(artifacts(&parent), artifacts(&new), "{parent}\n{new}");
            let has = |of: &str, axis| values_of(&new, of, axis).map(|values| values.join(","));
            assert_eq!(has("small", "storage").as_deref(), Some("SCSI"), "{new}");
            assert_eq!(has("large", "storage").as_deref(), Some("NVMe,SCSI"));
            assert_eq!(has("huge", "storage").as_deref(), Some("NVMe,SCSI"));
            assert_eq!(has("huge", "host").as_deref(), Some("metal"));
            assert_eq!(has("small", "host").as_deref(), Some("virtual,metal"));
            // Once more, it changes nothing; neither does the way by a migration without axes.
            dir.write("profile.yaml", &new);
            let again = dir.run(&args);
            assert_eq!(
                (code(&again), &*again.stdout),
                (0, &*new),
                "{}",
                again.stderr
            );
            dir.write("profile.yaml", &parent);
            let plain = ["migrate", "--now", NOW, "--write", "profile.yaml"];
            assert_eq!(code(&dir.run(&[&plain[..], drop].concat())), 0);
            let later = dir.run(&args);
            assert_eq!(code(&later), 0, "{}", later.stderr);
            assert_eq!(artifacts(&parent), artifacts(&later.stdout));
            let axes = |of: &str| {
                ["small", "large", "huge"].map(|name| {
                    ["storage", "host", "architecture"].map(|axis| values_of(of, name, axis))
                })
            };
            assert_eq!(axes(&later.stdout), axes(&new), "{}", later.stdout);
            // A child has the vocabulary of its parent.
            dir.write("profile.yaml", format!("{parent}---\n{child}"));
            let mut both = args.clone();
            both.extend(["--set", "storage=NVMe:own"]);
            let ran = dir.run(&both);
            assert_eq!(code(&ran), 0, "{}", ran.stderr);
            let own = ran.stdout.split("name: own").nth(1).unwrap();
            assert!(own.contains("storage: [NVMe]"), "{}", ran.stdout);
            let (was, is) = (
                artifacts(&format!("{parent}---\n{child}")),
                artifacts(&ran.stdout),
            );
            for (key, before) in was.iter().filter(|(_, before)| before.is_some()) {
                assert_eq!(is[key], *before, "{key:?}");
            }
        }
    }
}

#[test]
fn every_stage_with_axes_is_an_update() {
    let mut rng = fastrand::Rng::with_seed(37);
    for provider in PROVIDERS {
        let mut made = Made::new(&mut rng, provider, 0);
        let text = made.text();
        let dir = Dir::with(&[("before.yaml", &*text), ("after.yaml", &*text)]);
        let whole = dir.run(&with_axes(
            &["migrate", "--now", NOW, "--drop-legacy", "before.yaml"],
            &[],
        ));
        for stage in [
            "vocabulary",
            "machine-types",
            "images",
            "provider",
            "finish",
        ] {
            let args = [
                "migrate",
                "--now",
                NOW,
                "--write",
                "--stage",
                stage,
                "after.yaml",
            ];
            let ran = dir.run(&with_axes(&args, &[]));
            assert_eq!(code(&ran), 0, "{provider} {stage}: {}\n{text}", ran.stderr);
            let update = errors_of(&dir, &["--old", "before.yaml", "after.yaml"]);
            assert_eq!(update["summary"]["errors"], 0, "{update}");
            let after = text_of(&dir, "after.yaml");
            assert!(after.contains("name: storage"), "{after}");
            assert_eq!(artifacts(&after), artifacts(&text), "{provider} {stage}");
            dir.write("before.yaml", after);
        }
        let last = text_of(&dir, "after.yaml");
        let (of_stages, at_once) = (cpcap::yaml::read(&last), cpcap::yaml::read(&whole.stdout));
        let json = |of: &[cpcap::yaml::Document<'_>]| {
            let tree = &of[0].tree;
            tree.to_json(tree.root().unwrap())
        };
        assert_eq!(json(&of_stages), json(&at_once), "{provider}");
    }
}

#[test]
fn axes_that_do_not_fit_are_refused() {
    let good = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let cases: [(&[&str], &str); 15] = [
        (&["--capability", "architecture=amd64"], "is reserved"),
        (&["--capability", "gardener-x=a,b"], "call it `x`"),
        (&["--capability", "a b=c"], "cannot name a capability"),
        (&["--capability", "a"], "write NAME=VALUE,VALUE"),
        (&["--capability", "a=b,,c"], "a value is empty"),
        (&["--capability", "a=b,c,b"], "`b` is there twice"),
        (&["--capability", "a=b c"], "cannot be a value"),
        (
            &["--capability", "a=b,c", "--capability", "a=d"],
            "defines `a` twice",
        ),
        (
            &["--capability", "a=b,c", "--capability", "A=b"],
            "differ only in case",
        ),
        (
            &["--capability", "a=b,c", "--set", "a=d:m"],
            "`d` is no value of the capability `a`, which has `b` and `c`",
        ),
        (
            &["--capability", "size=b,c", "--set", "sizes=b:m"],
            "did you mean `size`?",
        ),
        (
            &["--capability", "a=b,c", "--set", "a=b:q*"],
            "no profile has one",
        ),
        (&["--set", "a=b"], "write NAME=VALUE:GLOB"),
        (&["--capability", "a=b,c", "--set", "a=b:[m"], "not a glob"),
        (&["--set", "architecture=amd64:m"], "leave it out"),
    ];
    let dir = Dir::with(&[("profile.yaml", good.as_str())]);
    for (args, said) in cases {
        let ran = dir.run(&[&["migrate", "--write", "profile.yaml"], args].concat());
        assert_eq!(code(&ran), 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{args:?}: {}", ran.stderr);
        assert_eq!(text_of(&dir, "profile.yaml"), good);
    }
    // What a vocabulary defines otherwise.
    let migrated = dir.run(&["migrate", "--capability", "a=b,c", "profile.yaml"]);
    dir.write("profile.yaml", &migrated.stdout);
    for (args, said) in [
        (["--capability", "a=c,b"], "with the values `b` and `c`"),
        (["--capability", "A=b,c"], "differs only in case"),
    ] {
        let ran = dir.run(&[&["migrate", "--write", "profile.yaml"][..], &args].concat());
        assert_eq!(code(&ran), 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
        assert_eq!(text_of(&dir, "profile.yaml"), migrated.stdout);
    }
    // The extension for azure decides about its own capability.
    let mut rng = fastrand::Rng::with_seed(2);
    let mut made = Made::new(&mut rng, "azure", 0);
    let (parent, child) = (made.text(), made.child());
    dir.write("profile.yaml", &parent);
    let own = ["--capability", "azure-networking=accelerated,basic"];
    let ran = dir.run(&[&["migrate", "--write", "profile.yaml"][..], &own].concat());
    assert_eq!(code(&ran), 2, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("gives the capability"),
        "{}",
        ran.stderr
    );
    // A child has no vocabulary of its own.
    let ran = dir.run(&["migrate", "--write", "profile.yaml"]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    dir.write("child.yaml", &child);
    let args = ["migrate", "child.yaml", "--with", "profile.yaml"];
    let ran = dir.run(&[&args[..], &["--capability", "a=b,c"]].concat());
    assert_eq!(code(&ran), 2, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("its parent, does not define `a`"),
        "{}",
        ran.stderr
    );
}

/// The server takes them, so cpcap does; it says why others would be better.
#[test]
fn answers_are_advised_against() {
    let good = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let dir = Dir::with(&[("profile.yaml", good.as_str())]);
    let advice = |args: &[&str]| {
        let json = [&["migrate", "-f", "json", "profile.yaml"], args].concat();
        let ran = dir.run(&json);
        assert_eq!(code(&ran), 0, "{}", ran.stderr);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let advice = report["profiles"][0]["proof"]["advice"].clone();
        for of in advice.as_array().unwrap() {
            assert!(ran.stderr.contains(of.as_str().unwrap()), "{}", ran.stderr);
        }
        advice.to_string()
    };
    let given = ["--capability", "fast=true,false", "--set", "fast=true:m"];
    assert!(advice(&given).contains("answers a question"));
    let given = [
        "--capability",
        "supportsNVMe=a,b",
        "--set",
        "supportsNVMe=a:m",
    ];
    assert!(advice(&given).contains("like a question"));
    let given = ["--capability", "boot=tpm,no-tpm", "--set", "boot=tpm:m"];
    assert!(advice(&given).contains("says with `no-tpm` what is missing"));
    let given = [
        "--capability",
        "storage=NVMe,SCSI",
        "--set",
        "storage=SCSI:m",
        "--set",
        "storage=NVMe:a",
    ];
    assert_eq!(advice(&given), "[]");
    assert_eq!(advice(&[]), "[]");
    assert_ne!(
        advice(&["--capability", "storage=NVMe,SCSI"]),
        "[]",
        "it has no effect"
    );
}

/// What the server or a webhook fills in, by provider.
#[test]
fn parts_that_may_be_left_out_are_told() {
    let mut rng = fastrand::Rng::with_seed(41);
    for provider in PROVIDERS {
        let mut made = Made::new(&mut rng, provider, 0);
        let text = made.text();
        let dir = Dir::with(&[("profile.yaml", &*text)]);
        let ran = dir.run(&["migrate", "--now", NOW, "profile.yaml"]);
        let told = ran.stderr.contains("may be left out: `capabilityFlavors`");
        assert_eq!(told, provider != "local", "{provider}: {}", ran.stderr);
        // Without these flavors the server stores the same.
        let documents = cpcap::yaml::read(&ran.stdout);
        let tree = &documents[0].tree;
        let mut object = tree.to_json(tree.root().unwrap());
        for image in object["spec"]["machineImages"].as_array_mut().unwrap() {
            for version in image["versions"].as_array_mut().unwrap() {
                let version = version.as_object_mut().unwrap();
                assert!(version.remove("capabilityFlavors").is_some());
            }
        }
        dir.write("without.yaml", object.to_string());
        let update = errors_of(&dir, &["--old", "profile.yaml", "without.yaml"]);
        let accepted = update["summary"]["errors"] == 0;
        assert!(accepted || !told, "{provider}: {update}");
    }
}
