//! `match --region`: what a profile without the region has there, and machine types that no zone of
//! a region has.

use serde_json::Value;

use crate::common::Dir;
use crate::common::diff::PROFILE;

/// The same profile in another region whose zones have none of the machine types.
fn elsewhere() -> String {
    PROFILE
        .replace("  name: aws\n", "  name: asia\n")
        .replace(
            "  - name: eu\n    zones: [{name: eu-a}]\n",
            "  - name: eu\n    zones: [{name: eu-a, unavailableMachineTypes: [m5.large]}, {name: eu-b, \
             unavailableMachineTypes: [m5.large]}]\n  - name: us\n    zones: [{name: us-a, \
             unavailableMachineTypes: [m4.large]}, {name: us-b}]\n",
        )
        .replace("[{name: eu, ami: ami-2}]", "[{name: eu, ami: ami-2}, {name: us, ami: ami-4}]")
}

/// The answer to a question: the exit code, whether the JSON says that something fits, and the
/// texts for people and for scripts.
fn ask(dir: &Dir, args: &[&str]) -> (u8, bool, String, String) {
    let run = |more: &[&str]| dir.run(&[&["match"], args, more].concat());
    let (human, quiet, json) = (run(&[]), run(&["-q"]), run(&["-f", "json"]));
    let report: Value = serde_json::from_str(&json.stdout)
        .unwrap_or_else(|_| panic!("{args:?}: {}{}", json.stdout, json.stderr));
    let fits = report["fits"].as_bool().unwrap();
    let code = human.exit.code();
    assert_eq!(
        (code, code),
        (quiet.exit.code(), json.exit.code()),
        "{args:?}"
    );
    assert_eq!(fits, code == 0, "{args:?}");
    assert_eq!(
        quiet.stdout.is_empty(),
        code != 0,
        "{args:?}: {}",
        quiet.stdout
    );
    let human = human
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    (code, fits, human, quiet.stdout)
}

#[test]
fn a_profile_without_the_region_has_nothing_there() {
    let dir = Dir::with(&[("aws.yaml", PROFILE), ("asia.yaml", &elsewhere())]);
    for provider in ["--provider-rules=aws", "--provider-rules=off"] {
        let both = &["-p", "aws.yaml", "-p", "asia.yaml", "-r", "us", provider];
        let (_, _, human, quiet) = ask(&dir, &[&["--bastion"][..], both].concat());
        assert!(
            human.contains("but the profile has no region that was asked for"),
            "{human}"
        );
        assert!(
            quiet.lines().all(|line| line.starts_with("asia ")),
            "{quiet}"
        );
        for names in [
            &["-m", "m5.large", "-i", "gardenlinux"][..],
            &["-m", "m5.large"],
            &["-i", "gardenlinux"],
        ] {
            let (_, _, human, quiet) = ask(&dir, &[names, both].concat());
            assert!(
                human.contains("does not fit: the profile has no region that was asked for"),
                "{names:?}: {human}"
            );
            assert!(
                quiet.lines().all(|line| line.starts_with("asia ")),
                "{names:?}: {quiet}"
            );
        }
    }
}

#[test]
fn a_machine_type_that_no_zone_has_does_not_fit_there() {
    let dir = Dir::with(&[("asia.yaml", &elsewhere())]);
    for (machine, regions, code, says) in [
        (
            "m5.large",
            &["eu"][..],
            1,
            "in eu: the machine type is available in no zone there",
        ),
        ("m5.large", &["us"], 0, "✓ fits"),
        (
            "m5.large",
            &["eu", "us"],
            0,
            "The machine type is available in no zone of eu.",
        ),
        ("m4.large", &["us"], 0, "✓ fits"),
        ("m4.large", &["eu"], 0, "✓ fits"),
        ("m5.large", &[], 0, "✓ fits"),
    ] {
        let mut args = vec!["-m", machine, "-i", "gardenlinux", "-p", "asia.yaml"];
        regions
            .iter()
            .for_each(|region| args.extend(["-r", region]));
        let (found, _, human, _) = ask(&dir, &args);
        assert_eq!(found, code, "{args:?}: {human}");
        assert!(human.contains(says), "{args:?}: {human}");
    }
    // Machine types that differ only in their zones are separate.
    let json = dir.run(&[
        "match",
        "-m",
        "*",
        "-i",
        "*",
        "-p",
        "asia.yaml",
        "-r",
        "eu",
        "-f",
        "json",
    ]);
    let report: Value = serde_json::from_str(&json.stdout).unwrap();
    for answer in report["profiles"][0]["answers"].as_array().unwrap() {
        let lacks = answer["unavailableIn"] == serde_json::json!(["eu"]);
        assert_eq!(
            lacks,
            answer["machineTypes"] == serde_json::json!(["m5.large"]),
            "{answer}"
        );
        assert!(!(lacks && answer["fits"] == true), "{answer}");
    }
    let (_, _, _, quiet) = ask(&dir, &["-i", "gardenlinux", "-p", "asia.yaml", "-r", "eu"]);
    assert_eq!(quiet, "m4.large\n");
}

/// Who names no file means the one profile that can be asked.
#[test]
fn templates_and_nameless_profiles_are_no_second_profile() {
    let nameless = PROFILE.replace("  name: aws\n", "  labels: {}\n");
    let quoted = PROFILE.replace("  name: aws\n", "  name: '{{ .Values.name }}'\n");
    let types = PROFILE.replace(
        "  regions:\n",
        "  {{- range .Values.regions }}\n  {{- end }}\n  regions:\n",
    );
    let bare = PROFILE.replace("  name: aws\n", "  name: {{ .Values.name }}\n");
    for other in [&nameless, &quoted, &types, &bare] {
        let dir = Dir::with(&[("aws.yaml", PROFILE), ("other.yaml", other)]);
        let ran = dir.run(&["match", "-m", "m5.large", "-q"]);
        assert_eq!(ran.exit.code(), 0, "{other}: {}", ran.stderr);
        assert!(!ran.stdout.is_empty());
        // A profile that the user names is asked, or the output says why not.
        let ran = dir.run(&["match", "-m", "m5.large", "-q", "-p", "."]);
        assert!(ran.stderr.contains("other.yaml") || ran.stdout.lines().count() > 3);
    }
    let dir = Dir::with(&[
        ("aws.yaml", PROFILE),
        ("other.yaml", &PROFILE.replace("name: aws", "name: gcp")),
    ]);
    assert!(
        dir.run(&["match", "-m", "m5.large"])
            .stderr
            .contains("there are 2 CloudProfiles")
    );
}
