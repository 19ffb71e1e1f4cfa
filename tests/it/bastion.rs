//! Bastions from the outside: what `cpcap match --bastion` says, and what `cpcap lint` warns of.

use crate::common::{Dir, Ran, golden};
use cpcap::cli::Exit;
use serde_json::{Value, json};

/// A profile in which every part can be exchanged: the smaller machine type is for arm64, the image
/// for amd64.
const AWS: &str = include_str!("../../testdata/match/bastion.yaml");
const CHILD: &str = include_str!("../../testdata/match/bastion-child.yaml");
const NOW: &str = "2026-11-27T00:00:00Z";

/// The profile with some parts exchanged.
#[track_caller]
fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(AWS.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn code(ran: &Ran) -> i32 {
    match ran.exit {
        Exit::Success => 0,
        Exit::Findings => 1,
        Exit::Failure => 2,
    }
}

fn ask(profile: &str, more: &[&str]) -> (Value, i32) {
    let dir = Dir::with(&[("profile.yaml", profile)]);
    let ran = dir.run(
        &[
            &[
                "match",
                "--bastion",
                "-p",
                "profile.yaml",
                "--now",
                NOW,
                "-f",
                "json",
            ],
            more,
        ]
        .concat(),
    );
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["fits"] == true, code(&ran) == 0, "{report}");
    (report["profiles"][0]["bastion"].clone(), code(&ran))
}

/// The findings about bastions, as severity, rule and field.
fn warns(files: &[(&str, &str)]) -> Vec<(String, String, String)> {
    let dir = Dir::with(files);
    let mut args = vec!["lint", "--level=note", "--now", NOW, "-f", "json"];
    args.extend(files.iter().map(|(name, _)| *name));
    let report: Value = serde_json::from_str(&dir.run(&args).stdout).unwrap();
    let text =
        |finding: &Value, field: &str| finding[field].as_str().unwrap_or_default().to_owned();
    let of = |finding: &Value| {
        (
            text(finding, "severity"),
            text(finding, "rule"),
            text(finding, "field"),
        )
    };
    let all = report["findings"].as_array().unwrap().iter().map(of);
    all.filter(|(_, rule, _)| rule.contains("bastion"))
        .collect()
}

fn warning(rule: &str, field: &str) -> (String, String, String) {
    ("warning".to_owned(), rule.to_owned(), field.to_owned())
}

const NAMED: &str = "  bastion:\n    machineType:\n      name: m5.large\n  providerConfig:";
const PROVIDER: &str = "  providerConfig:";

#[test]
fn each_choice_says_by_what_it_is_made() {
    let (bastion, code) = ask(AWS, &[]);
    assert_eq!(
        (&bastion["machineType"], code),
        (&json!({"name": "m5.large", "by": "fewestCpus"}), 0)
    );
    assert_eq!(
        bastion["image"],
        json!({"name": "gardenlinux", "by": "firstFitting"})
    );
    assert_eq!(
        bastion["version"],
        json!({"name": "1877.2.0", "by": "highest"})
    );
    assert_eq!(
        (&bastion["architecture"], &bastion["wantedArchitectures"]),
        (&json!("amd64"), &json!(["amd64"]))
    );
    assert_eq!(
        bastion["artifacts"][0]["artifact"],
        json!({"ami": "ami-01"})
    );
    let (bastion, _) = ask(&with(&[(PROVIDER, NAMED)]), &[]);
    assert_eq!(bastion["machineType"]["by"], "name");
    assert_eq!(warns(&[("profile.yaml", AWS)]), []);
}

#[test]
fn a_region_counts_by_artifact_and_by_zones() {
    let lacking = with(&[("          - {name: us-1, ami: ami-02}\n", "")]);
    let unavailable = with(&[(
        "    - name: us-1a\n",
        "    - name: us-1a\n      unavailableMachineTypes: [m5.large]\n",
    )]);
    for profile in [&lacking, &unavailable] {
        for (region, code) in [("eu-1", 0), ("us-1", 1)] {
            assert_eq!(ask(profile, &["--region", region]).1, code, "{region}");
        }
        assert_eq!(ask(profile, &[]).1, 0, "one region is enough");
    }
    assert_eq!(ask(&unavailable, &[]).0["unavailableIn"], json!(["us-1"]));
    assert_eq!(
        ask(&unavailable, &["--region", "eu-1"]).0["unavailableIn"],
        json!([])
    );
    let rule = "selection/unavailable-bastion-machine-type";
    assert_eq!(
        warns(&[("p.yaml", &unavailable)]),
        [],
        "who names none may not want bastions"
    );
    let named = unavailable.replace(PROVIDER, NAMED);
    assert_eq!(
        warns(&[("p.yaml", &named)]),
        [warning(rule, "spec.bastion.machineType.name")]
    );
    // One zone is enough.
    let some = named.replace(
        "    - name: us-1a\n",
        "    - name: us-1b\n    - name: us-1a\n",
    );
    assert_eq!(warns(&[("p.yaml", &some)]), []);
    assert_eq!(
        warns(&[("p.yaml", &lacking)]),
        [warning(
            "provider/no-bastion-artifact",
            "spec.machineImages[0].versions[0]"
        )]
    );
}

#[test]
fn the_first_machine_type_stays_where_no_smaller_one_fits() {
    let larger = with(&[("cpu: \"2\"", "cpu: \"8\"")]);
    let (bastion, code) = ask(&larger, &["--explain"]);
    assert_eq!(
        (&bastion["reason"], &bastion["machineType"], code),
        (
            &json!("noImage"),
            &json!({"name": "m6g.xlarge", "by": "firstUsable"}),
            1
        )
    );
    let reasons: Vec<&Value> = bastion["candidates"]["machineTypes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|machine| &machine["reason"])
        .collect();
    assert_eq!(
        reasons,
        [&Value::Null, &json!("notWanted"), &json!("notSmaller")]
    );
    assert_eq!(
        bastion["candidates"]["versions"][0]["reason"],
        "incompatible"
    );
    assert_eq!(
        warns(&[("p.yaml", &larger)]),
        [warning("selection/bastion-fails", "spec.machineTypes[0]")]
    );
}

#[test]
fn without_a_supported_version_there_is_no_bastion() {
    for classification in ["preview", "deprecated"] {
        let none = with(&[(
            "classification: supported",
            &format!("classification: {classification}"),
        )]);
        assert_eq!(
            (ask(&none, &[]).0["reason"].clone(), ask(&none, &[]).1),
            (json!("noImage"), 1)
        );
        assert_eq!(
            warns(&[("p.yaml", &none)]),
            [warning("selection/bastion-fails", "spec.machineTypes[1]")]
        );
    }
    // Unclassified counts as supported, though no architecture is wanted for it.
    let unclassified = with(&[("      classification: supported\n", "")]);
    let (bastion, _) = ask(&unclassified, &[]);
    assert_eq!(
        (&bastion["wantedArchitectures"], &bastion["reason"]),
        (&json!([]), &json!("noImage"))
    );
}

#[test]
fn an_unusable_machine_type_is_chosen_only_by_name() {
    let unusable = with(&[("    cpu: \"2\"", "    usable: false\n    cpu: \"2\"")]);
    assert_eq!(ask(&unusable, &[]).0["reason"], "noImage");
    let named = unusable.replace(PROVIDER, NAMED);
    assert_eq!(
        (ask(&named, &[]).0["works"].clone(), ask(&named, &[]).1),
        (json!(true), 0)
    );
    let note = (
        "note".to_owned(),
        "selection/unavailable-bastion-machine-type".to_owned(),
        "spec.bastion.machineType.name".to_owned(),
    );
    assert_eq!(warns(&[("p.yaml", &named)]), [note]);
    let none = with(&[("    gpu: \"0\"", "    usable: false\n    gpu: \"0\"")]);
    assert_eq!(ask(&none, &[]).0["reason"], "noMachineType");
    assert_eq!(
        warns(&[("p.yaml", &none)]),
        [warning("selection/bastion-fails", "spec.machineTypes")]
    );
}

#[test]
fn each_refusal_of_the_server_is_reported_once() {
    for (named, reason) in [
        ("machineType: {name: m9}", "unknownMachineType"),
        ("machineImage: {name: ubuntu}", "unknownImage"),
        (
            "machineImage: {name: gardenlinux, version: 1.2.3}",
            "unknownVersion",
        ),
    ] {
        let profile = with(&[(PROVIDER, &format!("  bastion:\n    {named}\n{PROVIDER}"))]);
        assert_eq!(ask(&profile, &[]).0["reason"], reason);
        let found = warns(&[("p.yaml", &profile)]);
        assert!(
            found.len() == 1 && found[0].0 == "error",
            "{named}: {found:?}"
        );
    }
    let deprecated = with(&[("classification: supported", "classification: deprecated")]);
    let deprecated = deprecated.replace(
        PROVIDER,
        &format!("  bastion:\n    machineImage: {{name: gardenlinux}}\n{PROVIDER}"),
    );
    let found = warns(&[("p.yaml", &deprecated)]);
    assert!(found.len() == 1 && found[0].0 == "error", "{found:?}");
}

#[test]
fn consequences_of_a_refusal_are_not_reported() {
    // Of another provider, so that no webhook replaces the flavors.
    let larger = with(&[("cpu: \"2\"", "cpu: \"8\""), ("type: aws", "type: example")]);
    for (from, to) in [
        (
            "    capabilities:\n      architecture: [arm64]\n",
            "    capabilities:\n      architecture: [ARM]\n",
        ),
        (
            "      - architecture: [amd64]\n",
            "      - architecture: [arm-64]\n",
        ),
        (
            "classification: supported\n      capa",
            "classification: suported\n      capa",
        ),
    ] {
        let profile = larger.replacen(from, to, 1);
        assert!(profile != larger, "{from}");
        let fails: Vec<_> = warns(&[("p.yaml", &profile)])
            .into_iter()
            .filter(|(_, rule, _)| rule == "selection/bastion-fails")
            .collect();
        assert_eq!(fails, [], "{to}");
    }
    // The machine type that is chosen fits nothing, but by a value that does not exist.
    let smallest = "architecture: [amd64]\n      machineHostType: [virtual]\n  regions";
    let misspelt = with(&[(
        smallest,
        "architecture: [amd64]\n      machineHostType: [virtuall]\n  regions",
    )]);
    assert_eq!(ask(&misspelt, &[]).0["reason"], "noImage");
    assert_eq!(warns(&[("p.yaml", &misspelt)]), []);
}

#[test]
fn a_version_that_is_named_need_not_fit() {
    let named = "  bastion:\n    machineType: {name: m6g.large}\n    machineImage: \
        {name: gardenlinux, version: 1877.2.0}\n  providerConfig:";
    let profile = with(&[(PROVIDER, named)]);
    let (bastion, code) = ask(&profile, &[]);
    assert_eq!(
        (&bastion["fits"], &bastion["artifacts"][0]["reason"], code),
        (&json!(false), &json!("incompatible"), 1)
    );
    assert!(warns(&[("p.yaml", &profile)]).contains(&warning(
        "selection/bastion-fails",
        "spec.bastion.machineImage.version"
    )));
}

#[test]
fn versions_are_looked_up_in_their_canonical_form() {
    for short in ["18.4", "18", "v18.4.0"] {
        let profile = with(&[("1877.2.0", &format!("\"{short}\""))]);
        let (bastion, code) = ask(&profile, &[]);
        let canonical = if short == "18" { "18.0.0" } else { "18.4.0" };
        assert_eq!(
            (
                &bastion["version"]["name"],
                &bastion["canonicalVersion"],
                code
            ),
            (&json!(short), &json!(canonical), 1)
        );
        assert_eq!(
            warns(&[("p.yaml", &profile)]),
            [warning(
                "provider/no-bastion-artifact",
                "spec.machineImages[0].versions[0]"
            )],
            "{short}"
        );
    }
}

#[test]
fn a_child_is_asked_as_merged_and_answers_for_what_it_adds() {
    let dir = Dir::with(&[("parent.yaml", AWS), ("child.yaml", CHILD)]);
    let args = [
        "match",
        "--bastion",
        "--now",
        NOW,
        "-p",
        "child.yaml",
        "--with",
        "parent.yaml",
        "--quiet",
    ];
    assert_eq!(dir.run(&args).stdout, "m5.small gardenlinux 1877.2.0\n");
    let files = |child: &str| warns(&[("parent.yaml", AWS), ("child.yaml", child)]);
    assert_eq!(files(CHILD), []);
    // The parent alone has a bastion; the smaller machine type of the child keeps its Shoots from
    // having one.
    let other = CHILD.replace("machineHostType: [virtual]", "machineHostType: [metal]");
    assert_eq!(
        files(&other),
        [warning(
            "selection/bastion-fails",
            "status.cloudProfileSpec.machineTypes[3]"
        )]
    );
    // Only the parent reports what it causes.
    let lacking = with(&[("          - {name: us-1, ami: ami-02}\n", "")]);
    let found = warns(&[
        ("parent.yaml", &lacking),
        ("child.yaml", &CHILD.replace("cpu: \"1\"", "cpu: \"64\"")),
    ]);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn nothing_follows_from_an_unreadable_value() {
    for (from, to) in [
        ("  machineImages:\n", "  machineImages: 7\n  x:\n"),
        ("  machineTypes:\n", "  machineTypes: *nowhere\n  x:\n"),
        ("cpu: \"2\"", "cpu: two"),
        ("classification: supported", "classification: [supported]"),
    ] {
        let profile = with(&[(from, to)]);
        assert_eq!(warns(&[("p.yaml", &profile)]), [], "{to}");
    }
}

#[test]
fn human_and_json_output_agree() {
    let unavailable = with(&[
        (
            "    - name: us-1a\n",
            "    - name: us-1a\n      unavailableMachineTypes: [m5.large]\n",
        ),
        ("1877.2.0", "\"18.4\""),
    ]);
    let larger = with(&[("cpu: \"2\"", "cpu: \"8\"")]);
    let dir = Dir::with(&[
        ("bastion.yaml", AWS),
        ("unavailable.yaml", &unavailable),
        ("larger.yaml", &larger),
    ]);
    let mut text = String::new();
    for (file, explain) in [
        ("bastion.yaml", true),
        ("unavailable.yaml", false),
        ("larger.yaml", true),
    ] {
        let args = ["match", "--bastion", "-p", file, "--now", NOW];
        let args = if explain {
            [&args[..], &["--explain"]].concat()
        } else {
            args.to_vec()
        };
        text += &format!("$ cpcap {}\n{}\n", args.join(" "), dir.run(&args).stdout);
    }
    golden("testdata/golden/match/bastion.txt", &text);
    let args = [
        "match",
        "--bastion",
        "-p",
        "bastion.yaml",
        "-p",
        "larger.yaml",
        "--now",
        NOW,
        "--quiet",
    ];
    assert_eq!(
        dir.run(&args).stdout,
        "example:bastion.yaml m5.large gardenlinux 1877.2.0\n"
    );
    assert_eq!(
        code(&dir.run(&["match", "--bastion", "-m", "m5.large", "-p", "bastion.yaml"])),
        2
    );
}

/// The marked entry of `providerConfig` is told to be the one that does not fit.
#[test]
fn a_flavor_that_does_not_fit_is_marked() {
    let core = "      - architecture: [amd64]\n        machineHostType: [virtual]\n";
    let other = core.replace("amd64", "arm64");
    let last = "          - {name: us-1, ami: ami-02}\n";
    let flavor = "        - capabilities:\n            architecture: [arm64]\n            \
                  machineHostType: [virtual]\n          regions:\n";
    let profile = with(&[
        (core, &format!("{core}{other}")),
        (last, &format!("{flavor}{last}")),
    ]);
    let dir = Dir::with(&[("p.yaml", &profile)]);
    let select = "--select=provider/no-bastion-artifact";
    let ran = dir.run(&["lint", "--now", NOW, select, "p.yaml"]);
    let marked = "☞ does not fit the machine type\n    ╭─[p.yaml:64:11]\n";
    assert!(ran.stdout.contains(marked), "{}", ran.stdout);
}
