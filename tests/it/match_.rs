//! `cpcap match` from the outside: what it prints, for whom, and how it ends.

use crate::common::{Dir, Ran, golden, root, run_at, run_in};
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const TIE_BREAK: &str = include_str!("../../testdata/match/tie-break.yaml");
const LIFECYCLE: &str = include_str!("../../testdata/match/lifecycle.yaml");

fn matched(args: &[&str], width: Option<usize>) -> Ran {
    run_at(&root(), &[&["match"], args].concat(), "", &[], width)
}

/// Compares the output at 80 columns with a file.
#[track_caller]
fn keeps(name: &str, args: &[&str]) -> String {
    let ran = matched(args, Some(80));
    assert_eq!(ran.stderr, "", "{args:?}");
    for line in ran.stdout.lines() {
        assert!(
            line.chars().count() <= 80 && line.trim_end() == line,
            "{name}: {line:?}"
        );
    }
    let quoted: Vec<String> = args
        .iter()
        .map(|arg| {
            if arg.contains('*') {
                format!("'{arg}'")
            } else {
                (*arg).to_owned()
            }
        })
        .collect();
    golden(
        format!("testdata/golden/match/{name}.txt"),
        &format!("$ cpcap match {}\n{}", quoted.join(" "), ran.stdout),
    );
    ran.stdout
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// "How this is interpreted", below the guide's complete example.
#[test]
fn the_complete_example_of_the_guide() {
    for (machine_type, flavor) in [
        ("general-medium", 0),
        ("metal-medium", 1),
        ("arm-medium", 2),
    ] {
        let args = [
            "-m",
            machine_type,
            "-i",
            "local",
            "-p",
            "testdata/examples/valid.yaml",
        ];
        let text = keeps(machine_type, &args);
        assert!(
            text.contains(&format!("Gardener takes flavor {flavor}: no other fits.")),
            "{text}"
        );
    }
    keeps(
        "guide-explained",
        &[
            "-m",
            "*",
            "-i",
            "*",
            "--explain",
            "-p",
            "testdata/examples/valid.yaml",
        ],
    );
}

#[test]
fn the_tie_breaking_example_of_the_guide() {
    let text = keeps(
        "tie-break",
        &[
            "-m",
            "general-medium",
            "-i",
            "ubuntu",
            "--explain",
            "-p",
            "testdata/match/tie-break.yaml",
        ],
    );
    assert!(
        text.contains("storageAccess: flavor 0 lists NVMe, flavor 1 does not and drops out"),
        "{text}"
    );
    assert!(text.contains("Gardener takes flavor 0."), "{text}");
}

/// "To flip the outcome, an operator could either reorder the values or narrow the machine type."
#[test]
fn a_reordered_value_or_a_narrowed_machine_type_changes_the_selection() {
    let reordered = TIE_BREAK.replace("    values: [NVMe, SCSI]", "    values: [SCSI, NVMe]");
    let narrowed = TIE_BREAK.replace(
        "storageAccess: [NVMe, SCSI] # supports both",
        "storageAccess: [SCSI]",
    );
    assert!(reordered != TIE_BREAK && narrowed != TIE_BREAK);
    let dir = Dir::with(&[("reordered.yaml", &reordered), ("narrowed.yaml", &narrowed)]);
    let ask = |file: &str| {
        dir.run(&["match", "-m", "general-medium", "-i", "ubuntu", "-p", file])
            .stdout
    };
    let (reordered, narrowed) = (ask("reordered.yaml"), ask("narrowed.yaml"));
    assert!(
        reordered.contains("storageAccess: flavor 1 lists SCSI, flavor 0 does not and drops out"),
        "{reordered}"
    );
    assert!(
        reordered.contains("Gardener takes flavor 1."),
        "{reordered}"
    );
    assert!(
        narrowed.contains("Gardener takes flavor 1: no other fits."),
        "{narrowed}"
    );
}

#[test]
fn selection_where_the_operator_guide_differs() {
    let rules = "testdata/match/rules.yaml";
    let text = keeps(
        "breadth",
        &["-m", "any", "-i", "breadth", "--explain", "-p", rules],
    );
    assert!(text.contains("flavor 1 also lists SCSI"), "{text}");
    assert!(
        text.contains("The operator guide documents another rule, by which flavor 0 would win"),
        "{text}"
    );
    keeps(
        "foreign-preference",
        &["-m", "scsi-only", "-i", "foreign-preference", "-p", rules],
    );
    keeps("ambiguous", &["-m", "any", "-i", "ambiguous", "-p", rules]);
    keeps("all-pairs", &["-m", "*", "-i", "*n*", "-p", rules]);
}

#[test]
fn questions_about_only_machine_types_or_only_images() {
    let rules = "testdata/match/rules.yaml";
    keeps("machine-types-alone", &["-m", "*", "-p", rules]);
    keeps("images-alone", &["-i", "*", "-p", rules]);
    keeps(
        "lifecycle-machine-type",
        &["-m", "m5.large", "-p", "testdata/match/lifecycle.yaml"],
    );
    keeps(
        "lifecycle-image",
        &["-i", "gardenlinux", "-p", "testdata/match/lifecycle.yaml"],
    );
}

#[test]
fn legacy_profiles_go_by_the_architecture() {
    keeps(
        "legacy",
        &[
            "-m",
            "*",
            "-i",
            "gardenlinux",
            "-p",
            "testdata/match/legacy.yaml",
        ],
    );
    keeps(
        "legacy-image",
        &["-i", "*", "-p", "testdata/match/legacy.yaml"],
    );
    // A profile that just got its vocabulary: the values from legacy architectures are marked.
    let text = keeps(
        "converted",
        &[
            "-m",
            "arm-medium",
            "-i",
            "*",
            "-p",
            "testdata/match/converted.yaml",
        ],
    );
    assert!(text.contains("[amd64]† ✗"), "{text}");
}

#[test]
fn versions_fold_and_unfold() {
    let args = [
        "-m",
        "m5.large",
        "-i",
        "gardenlinux",
        "-p",
        "testdata/match/lifecycle.yaml",
    ];
    let folded = keeps("lifecycle", &args);
    assert!(folded.contains("… and 3 more, same flavors"), "{folded}");
    let expanded = keeps("lifecycle-expanded", &[&args[..], &["--expand"]].concat());
    assert!(
        !expanded.contains('…') && expanded.contains("1443.3.0"),
        "{expanded}"
    );
    let then = matched(
        &[&args[..], &["--now", "2027-01-01T00:00:01Z"]].concat(),
        None,
    )
    .stdout;
    assert!(
        then.contains("deprecated since 2027-01-01, expired from 2027-06-01"),
        "{then}"
    );
}

#[test]
fn the_default_image() {
    let ask = |args: &[&str]| {
        matched(
            &[args, &["-p", "testdata/match/lifecycle.yaml"]].concat(),
            None,
        )
        .stdout
    };
    let says = |text: &str, wanted: &str| assert!(text.contains(wanted), "{wanted}\n{text}");
    let all = ask(&["-m", "m5.large", "-i", "*"]);
    says(&all, "A pool without image gets gardenlinux 1592.9.0.");
    says(
        &all,
        "image preview-only and no version is refused: only versions in preview fit",
    );
    says(
        &all,
        "image deprecated-only and no version gets deprecated-only 3.1.0, which is deprecated",
    );
    says(
        &all,
        "image expired-only and no version gets expired-only 4.0.0, which is expired",
    );
    says(
        &ask(&["-m", "m5.large", "-i", "gardenlinux", "--version", "1443"]),
        "version 1443 gets gardenlinux 1443.5.0, which is deprecated",
    );
    says(
        &ask(&[
            "-m",
            "m5.large",
            "-i",
            "gardenlinux",
            "--version",
            "v1592.8",
        ]),
        "version v1592.8 gets gardenlinux 1592.8.0.",
    );
    says(
        &ask(&["-m", "m6g.large", "-i", "deprecated-only"]),
        "is refused: none of its versions fits",
    );
    // A whole version is kept as it is.
    assert!(
        !ask(&[
            "-m",
            "m5.large",
            "-i",
            "gardenlinux",
            "--version",
            "1592.8.0"
        ])
        .contains("A pool")
    );
}

#[test]
fn lines_for_scripts() {
    let quiet = |args: &[&str]| {
        let ran = matched(&[args, &["--quiet"]].concat(), None);
        assert_eq!(ran.stderr, "");
        (ran.exit.code(), ran.stdout)
    };
    let lifecycle = ["-p", "testdata/match/lifecycle.yaml"];
    let with = |args: &[&str]| quiet(&[args, &lifecycle].concat());
    assert_eq!(
        with(&[
            "-m",
            "m6g.large",
            "-i",
            "gardenlinux",
            "--version",
            "1*.9.0"
        ]),
        (0, "gardenlinux 1592.9.0\n".to_owned())
    );
    assert_eq!(
        with(&["-m", "m5.large", "--version", "?.?.0"]),
        (
            0,
            "preview-only 2.0.0\ndeprecated-only 3.1.0\ndeprecated-only 3.0.0\n".to_owned()
        )
    );
    assert_eq!(
        with(&["-i", "gardenlinux", "--version", "1592.8.0"]),
        (0, "m5.large\n".to_owned())
    );
    assert_eq!(
        with(&["-m", "m*", "-i", "gardenlinux", "--version", "1592"]),
        (
            0,
            "m5.large gardenlinux 1592.9.0\nm5.large gardenlinux 1592.8.0\nm6g.large gardenlinux \
            1592.9.0\n"
                .to_owned()
        )
    );
    assert_eq!(with(&["-i", "expired-only"]), (1, String::new()));
    assert_eq!(
        quiet(&["-m", "retired", "-p", "testdata/match/rules.yaml"]),
        (1, String::new())
    );
    let ran = run_in(
        &root(),
        &[
            "match",
            "-q",
            "-m",
            "m*.large",
            "-i",
            "gardenlinux",
            "--version",
            "1592.8.0",
            "-p",
            "testdata/match/l*.yaml",
        ],
        "",
        &[],
    );
    assert_eq!(
        ran.stdout, "lifecycle m5.large gardenlinux 1592.8.0\n",
        "several profiles: each line names its own"
    );
}

#[test]
fn exit_codes_and_near_names() {
    let refused = |args: &[&str], wanted: &str| {
        let ran = matched(
            &[args, &["-p", "testdata/match/lifecycle.yaml"]].concat(),
            None,
        );
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(wanted), "{args:?}: {}", ran.stderr);
    };
    refused(
        &["-m", "m5.larg", "-i", "gardenlinux"],
        "there is no machine type `m5.larg`; did you mean `m5.large`?",
    );
    refused(
        &["-m", "m5.large", "-i", "gardenlinx"],
        "there is no image `gardenlinx`; did you mean `gardenlinux`?",
    );
    refused(
        &[
            "-m",
            "m5.large",
            "-i",
            "gardenlinux",
            "--version",
            "v1592.9.0",
        ],
        "there is no version `v1592.9.0`; did you mean `1592.9.0`?",
    );
    // Another number is not a misspelling.
    refused(
        &[
            "-m",
            "m5.large",
            "-i",
            "gardenlinux",
            "--version",
            "1592.9.1",
        ],
        "there is no version `1592.9.1`; there is 1877.2.0, 1592.9.0",
    );
    refused(
        &["-m", "x*"],
        "no machine type matches `x*`; there is m5.large, m6g.large",
    );
    refused(&["-m", "m5["], "`m5[` is not a glob");
    refused(&[], "--machine-type");
    let fits = |args: &[&str]| {
        matched(
            &[args, &["-p", "testdata/match/lifecycle.yaml"]].concat(),
            None,
        )
        .exit
        .code()
    };
    assert_eq!(fits(&["-m", "m5.large", "-i", "deprecated-only"]), 0);
    assert_eq!(fits(&["-m", "m6g.large", "-i", "deprecated-only"]), 1);
    assert_eq!(fits(&["-m", "m6g.large", "-i", "expired-only"]), 1);
    assert_eq!(
        fits(&[
            "-m",
            "m6g.large",
            "-i",
            "expired-only",
            "--now",
            "2026-01-01T00:00:00Z"
        ]),
        0
    );
    assert_eq!(
        fits(&["-m", "m6g.large", "-i", "expired-only", "--format", "json"]),
        1,
        "whatever the format"
    );
}

#[test]
fn which_profile() {
    let ask = ["match", "-m", "general-medium", "-q"];
    let dir = Dir::with(&[("only.yaml", VALID), ("other.txt", "")]);
    assert_eq!(dir.run(&ask).stdout, "local 1.0.0\n");
    dir.write("sub/second.yaml", TIE_BREAK);
    let several = dir.run(&ask);
    assert_eq!((several.exit.code(), several.stdout.as_str()), (2, ""));
    for wanted in [
        "2 CloudProfiles",
        "example  --profile only.yaml",
        "tie-break  --profile sub/second.yaml",
        "CPCAP_PROFILE",
    ] {
        assert!(several.stderr.contains(wanted), "{}", several.stderr);
    }
    let env = |value: &str| dir.run_with(&ask, "", &[("CPCAP_PROFILE", value)]).stdout;
    assert_eq!(env("sub/second.yaml"), "ubuntu 1.0.0\n");
    let both = std::env::join_paths(["only.yaml", "sub/second.yaml"])
        .unwrap()
        .into_string()
        .unwrap();
    assert_eq!(env(&both), "example local 1.0.0\ntie-break ubuntu 1.0.0\n");
    let flag = dir.run_with(
        &[&ask[..], &["-p", "only.yaml"]].concat(),
        "",
        &[("CPCAP_PROFILE", "sub/second.yaml")],
    );
    assert_eq!(flag.stdout, "local 1.0.0\n", "the flag goes first");
    assert_eq!(
        dir.run_with(&[&ask[..], &["-p", "-"]].concat(), VALID, &[])
            .stdout,
        "local 1.0.0\n"
    );
    // A name that only one of several profiles has is looked up in that one.
    let metal = dir.run(&["match", "-m", "metal-medium", "-q", "-p", "."]);
    assert_eq!(
        (metal.stdout.as_str(), metal.exit.code()),
        ("example local 1.0.0\n", 0)
    );
    let empty = Dir::with(&[("a.yaml", "apiVersion: v1\nkind: ConfigMap\n")]).run(&ask);
    assert_eq!(empty.exit.code(), 2);
    assert!(
        empty
            .stderr
            .contains("there is no CloudProfile below the current directory"),
        "{}",
        empty.stderr
    );
    let missing = dir.run(&[&ask[..], &["-p", "nowhere.yaml"]].concat());
    assert_eq!(missing.exit.code(), 2);
    assert!(
        missing
            .stderr
            .contains("cannot read nowhere.yaml: no such file or directory"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_broken_profile_is_answered_from_what_was_read() {
    let broken = VALID.replace("  regions:\n", "  regions: [\n");
    let dir = Dir::with(&[("broken.yaml", &broken), ("hopeless.yaml", "a: b: c\n")]);
    let ran = dir.run(&["match", "-m", "general-medium", "-q", "-p", "broken.yaml"]);
    assert!(
        ran.stderr.starts_with("cpcap: broken.yaml:"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("`cpcap lint broken.yaml` shows all"),
        "{}",
        ran.stderr
    );
    assert_eq!((ran.stdout.as_str(), ran.exit.code()), ("local 1.0.0\n", 0));
    let ran = dir.run(&["match", "-m", "general-medium", "-p", "hopeless.yaml"]);
    assert_eq!((ran.stdout.as_str(), ran.exit.code()), ("", 2));
    assert!(ran.stderr.contains("hopeless.yaml:1:"), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("there is no CloudProfile in hopeless.yaml"),
        "{}",
        ran.stderr
    );
    // Core flavors written like the provider's: their capabilities are lost, and nothing is answered.
    dir.write(
        "wrapped.yaml",
        VALID.replace(
            "      - architecture: [amd64]\n",
            "      - capabilities:\n          architecture: [amd64]\n",
        ),
    );
    let ran = dir.run(&["match", "-m", "general-medium", "-p", "wrapped.yaml"]);
    assert!(ran.stderr.contains("wrapped.yaml:"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("could not read spec.machineImages"),
        "{}",
        ran.stderr
    );
}

#[test]
fn json_keeps_its_contract() {
    let dir = Dir::with(&[("lifecycle.yaml", LIFECYCLE), ("valid.yaml", VALID)]);
    for name in ["rules", "legacy", "tie-break"] {
        dir.write(
            &format!("{name}.yaml"),
            std::fs::read(root().join(format!("testdata/match/{name}.yaml"))).unwrap(),
        );
    }
    let validator =
        jsonschema::validator_for(&json(&dir.run(&["schema", "match"]).stdout)).unwrap();
    for args in [
        &["-m", "*"][..],
        &["-i", "*"],
        &["-m", "*", "-i", "*", "--explain"],
        &["-m", "any", "-i", "*"],
        &["-m", "m*", "--version", "1592"],
    ] {
        let printed = json(
            &dir.run(&[&["match", "-f", "json", "-p", "."], args].concat())
                .stdout,
        );
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(
        !validator.is_valid(&serde_json::json!({"schemaVersion": 1})),
        "the schema refuses nothing"
    );
    let breadth = json(
        &dir.run(&[
            "match",
            "-f",
            "json",
            "--explain",
            "-p",
            "rules.yaml",
            "-m",
            "any",
            "-i",
            "breadth",
        ])
        .stdout,
    );
    let answer = &breadth["profiles"][0]["answers"][0];
    assert_eq!(
        (
            &answer["selection"]["selected"],
            &answer["documented"]["selected"]
        ),
        (&1.into(), &0.into())
    );
    assert_eq!(answer["selection"]["steps"][0]["rule"], "breadth");
    assert_eq!(
        answer["rows"]["flavors"],
        serde_json::json!(["11010", "11101"])
    );
    assert_eq!(answer["machineType"][1]["origin"], "defaulted");
    let ambiguous = json(
        &dir.run(&[
            "match",
            "-f",
            "json",
            "-p",
            "rules.yaml",
            "-m",
            "any",
            "-i",
            "ambiguous",
        ])
        .stdout,
    );
    assert_eq!(
        ambiguous["profiles"][0]["answers"][0]["selection"]["ambiguous"],
        serde_json::json!([0, 1])
    );
}

#[test]
fn colour_follows_flags_and_environment() {
    let args = [
        "match",
        "-m",
        "metal-medium",
        "-i",
        "local",
        "-p",
        "testdata/examples/valid.yaml",
    ];
    let plain = run_in(&root(), &args, "", &[]).stdout;
    let escapes = |more: &[&str], env: &[(&str, &str)]| {
        run_in(&root(), &[&args[..], more].concat(), "", env)
            .stdout
            .contains('\u{1b}')
    };
    assert!(!plain.contains('\u{1b}'));
    assert!(escapes(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(escapes(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!escapes(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(
        !escapes(&["-q"], &[("CLICOLOR_FORCE", "1")])
            && !escapes(&["-f", "json"], &[("CLICOLOR_FORCE", "1")])
    );
    // Colours change nothing else.
    let coloured = run_in(
        &root(),
        &[&args[..], &["--color", "always"]].concat(),
        "",
        &[],
    )
    .stdout;
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped += before;
        rest = after.split_once('m').unwrap().1;
    }
    stripped += rest;
    let trimmed = |text: &str| {
        text.lines()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(trimmed(&stripped), trimmed(&plain));
}

/// However many machine types and versions there are, and however wide the terminal is, lines fit.
#[test]
fn any_width() {
    for width in [40, 60, 80, 120, 200] {
        for profile in [
            "testdata/match/rules.yaml",
            "testdata/match/legacy.yaml",
            "testdata/small/capability.yaml",
        ] {
            for more in [&[][..], &["--explain"], &["--expand"]] {
                let ran = matched(
                    &[&["-m", "*", "-i", "*", "-p", profile], more].concat(),
                    Some(width),
                );
                let widest = ran
                    .stdout
                    .lines()
                    .map(|line| line.chars().count())
                    .max()
                    .unwrap();
                assert!(widest <= width.max(60), "{profile} at {width}: {widest}");
            }
        }
    }
}

/// A NamespacedCloudProfile answers as merged into its parent.
#[test]
fn a_child_is_asked_merged() {
    let (child, parent) = (
        "testdata/uses/projects/child.yaml",
        "testdata/uses/profile.yaml",
    );
    let ask = |args: &[&str]| {
        run_in(
            &root(),
            &[&["match", "-m", "x1.large", "-i", "gardenlinux"], args].concat(),
            "",
            &[],
        )
    };
    let ran = ask(&["-p", child, "--with", parent]);
    assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.starts_with(
            "NamespacedCloudProfile garden-x/mine (parent example) \
            (testdata/uses/projects/child.yaml)"
        ),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("2000.1.0") && ran.stdout.contains("1592.9.0"),
        "{}",
        ran.stdout
    );
    let printed = json(&ask(&["-p", child, "--with", parent, "-f", "json"]).stdout);
    let profile = &printed["profiles"][0];
    assert_eq!(
        (&profile["kind"], &profile["namespace"], &profile["parent"]),
        (
            &"NamespacedCloudProfile".into(),
            &"garden-x".into(),
            &"example".into()
        )
    );
    assert_eq!(
        profile["answers"][0]["versions"][0]["field"],
        "status.cloudProfileSpec.machineImages[0].versions[3]"
    );
    // The answer marks values that the parent or the child leaves out.
    assert_eq!(
        profile["answers"][0]["machineType"][0]["origin"],
        "defaulted"
    );
    assert_eq!(
        profile["answers"][0]["flavors"][0]["capabilities"][0]["origin"],
        "written"
    );
    // Names that both files have are looked up in both.
    let both = run_in(
        &root(),
        &[
            "match", "-q", "-m", "m5.large", "-i", "ubuntu", "-p", child, "-p", parent,
        ],
        "",
        &[],
    );
    assert_eq!(
        both.stdout,
        "example ubuntu 22.4.1\ngarden-x/mine ubuntu 22.4.1\n"
    );
    let alone = ask(&["-p", child]);
    assert_eq!((alone.exit.code(), alone.stdout.as_str()), (2, ""));
    assert!(
        alone.stderr.contains(
            "its parent CloudProfile `example` is not among the files; give its file with --with"
        ),
        "{}",
        alone.stderr
    );
}

const AWS: &str = "testdata/regions/aws.yaml";

#[test]
fn artifacts_region_by_region() {
    let text = keeps(
        "regions",
        &["-m", "m7i.large", "-i", "gardenlinux", "-p", AWS],
    );
    assert!(
        text.contains("an artifact in 5 regions, such as ami ami-30n1 in eu-west-1; --region"),
        "{text}"
    );
    assert!(
        text.contains("1.0.0 in all regions: no artifact: `providerConfig` does not have"),
        "{text}"
    );
    let expanded = keeps(
        "regions-expanded",
        &[
            "-m",
            "m7i.large",
            "-i",
            "gardenlinux",
            "--version",
            "3.0.0",
            "--expand",
            "-p",
            AWS,
        ],
    );
    // The preferred flavor where the region has it, the other elsewhere.
    assert!(
        expanded.contains("3.0.0 in eu-central-1: ami ami-30n2")
            && expanded.contains("3.0.0 in us-east-1: ami ami-30a3"),
        "{expanded}"
    );
    let one = keeps(
        "region",
        &[
            "-m",
            "m7g.large",
            "-i",
            "gardenlinux",
            "--version",
            "2.1.0",
            "--region",
            "eu-west-1",
            "-p",
            AWS,
        ],
    );
    assert!(
        one.contains("2.1.0 in eu-west-1: ami ami-21g1") && !one.contains("eu-central-1"),
        "{one}"
    );
    let global = keeps(
        "region-global",
        &[
            "-m",
            "g.large",
            "-i",
            "gardenlinux",
            "--version",
            "1.1.0",
            "-p",
            "testdata/regions/openstack.yaml",
        ],
    );
    assert!(
        global.contains("1.1.0 in north: id id-11n")
            && global.contains("1.1.0 in south, west: image gardenlinux-1.1.0"),
        "{global}"
    );
}

#[test]
fn a_version_without_artifact_in_a_region_does_not_fit_there() {
    let ask = |version: &str, regions: &[&str]| {
        let mut args = vec![
            "-q",
            "-m",
            "m7g.large",
            "-i",
            "gardenlinux",
            "--version",
            version,
            "-p",
            AWS,
        ];
        for region in regions {
            args.extend(["-r", region]);
        }
        let ran = matched(&args, None);
        assert_eq!(ran.stderr, "");
        (ran.exit.code(), ran.stdout)
    };
    assert_eq!(
        ask("2.1.0", &["eu-west-1"]),
        (0, "gardenlinux 2.1.0\n".to_owned())
    );
    assert_eq!(ask("2.1.0", &["us-east-1"]), (1, String::new()));
    assert_eq!(
        ask("2.1.0", &["us-east-1", "eu-west-1"]).0,
        0,
        "one of the regions is enough"
    );
    // No region is given: it fits by its capabilities.
    assert_eq!(
        ask("1.0.0", &[]).0,
        1,
        "it fits no machine of that architecture"
    );
    assert_eq!(ask("3.1.0", &[]).0, 0);
    assert_eq!(ask("3.1.0", &["eu-west-1"]).0, 1);
    // The output for people says what a script learns from the exit code.
    let told = matched(
        &[
            "-m",
            "m7g.large",
            "-i",
            "gardenlinux",
            "--version",
            "2.1.0",
            "-p",
            AWS,
            "-r",
            "us-east-1",
        ],
        None,
    )
    .stdout;
    assert!(
        told.contains("m7g.large × gardenlinux: ✗ does not fit in us-east-1: no artifact\n"),
        "{told}"
    );
    let told = matched(
        &[
            "-m",
            "m7g.large",
            "-i",
            "gardenlinux",
            "-p",
            AWS,
            "-r",
            "eu-west-1",
        ],
        None,
    )
    .stdout;
    assert!(!told.contains("✗ does not fit in"), "{told}");
    // A list and its JSON say the same of each version.
    for region in ["eu-west-1", "us-east-1"] {
        let args = ["-m", "m7g.large", "-p", AWS, "-r", region];
        let listed = matched(&args, None).stdout;
        let json: Value =
            serde_json::from_str(&matched(&[&args[..], &["-f", "json"]].concat(), None).stdout)
                .unwrap();
        let answers = json["profiles"][0]["answers"].as_array().unwrap();
        assert_eq!(
            json["fits"],
            answers.iter().any(|answer| answer["fits"] == true),
            "{json:#}"
        );
        let offered: Vec<&str> = listed
            .lines()
            .filter(|line| line.starts_with("    ✓"))
            .collect();
        for version in ["2.1.0", "3.1.0"] {
            let fits = ask(version, &[region]).0 == 0;
            assert_eq!(
                offered.iter().any(|line| line.contains(version)),
                fits,
                "{version} in {region}: {listed}"
            );
        }
    }
    let refused = |region: &str, wanted: &str| {
        let ran = matched(
            &[
                "-m",
                "m7g.large",
                "-i",
                "gardenlinux",
                "-r",
                region,
                "-p",
                AWS,
            ],
            None,
        );
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
    };
    refused(
        "eu-wset-1",
        "there is no region `eu-wset-1`; did you mean `eu-west-1`?",
    );
    refused("cn-north-1", "there is no region `cn-north-1`; there is ");
}

#[test]
fn artifacts_as_json() {
    let ask = |args: &[&str]| {
        let ran = matched(
            &[
                &[
                    "-f",
                    "json",
                    "-m",
                    "m7g.large",
                    "-i",
                    "gardenlinux",
                    "-p",
                    AWS,
                ],
                args,
            ]
            .concat(),
            None,
        );
        json(&ran.stdout)
    };
    let validator = jsonschema::validator_for(&json(
        &run_in(&root(), &["schema", "match"], "", &[]).stdout,
    ))
    .unwrap();
    let all = ask(&["--version", "2.1.0"]);
    assert!(validator.is_valid(&all));
    let artifacts = &all["profiles"][0]["answers"][0]["versions"][0]["artifacts"];
    assert_eq!(
        artifacts[0],
        serde_json::json!({"regions": ["eu-west-1"], "artifact": {"ami": "ami-21g1"}})
    );
    assert_eq!(
        artifacts[1]["regions"],
        serde_json::json!(["eu-central-1", "us-east-1", "us-west-2"])
    );
    assert_eq!(
        (&artifacts[1]["reason"], artifacts[1].get("artifact")),
        (&"incompatible".into(), None)
    );
    assert_eq!(
        (&artifacts[2]["regions"], &artifacts[2]["reason"]),
        (&serde_json::json!(["ap-south-1"]), &"notInRegion".into())
    );
    let one = ask(&["--version", "3.0.0", "-r", "eu-west-1"]);
    assert!(validator.is_valid(&one));
    let artifacts = &one["profiles"][0]["answers"][0]["versions"][0]["artifacts"];
    assert_eq!(
        *artifacts,
        serde_json::json!([{"regions": ["eu-west-1"], "artifact": {"ami": "ami-30g1"}, "flavor": 2}])
    );
    let unknown = json(
        &matched(
            &[
                "-f",
                "json",
                "-m",
                "m5.large",
                "-i",
                "gardenlinux",
                "-p",
                "testdata/match/lifecycle.yaml",
            ],
            None,
        )
        .stdout,
    );
    assert!(
        unknown["profiles"][0]["answers"][0]["versions"][0]
            .get("artifacts")
            .is_none(),
        "nothing is known of this provider"
    );
}

/// The artifacts of a NamespacedCloudProfile are those of its parent and its own.
#[test]
fn a_child_has_the_artifacts_of_both() {
    let ask = |version: &str, region: &str| {
        let args = [
            "-m",
            "m7i.large",
            "-i",
            "gardenlinux",
            "--version",
            version,
            "-r",
            region,
            "-p",
            "testdata/regions/child.yaml",
            "--with",
            AWS,
        ];
        let ran = matched(&args, Some(80));
        assert_eq!(ran.stderr, "");
        (ran.exit.code(), ran.stdout)
    };
    let (code, own) = ask("4.0.0", "us-east-1");
    assert!(
        code == 0 && own.contains("4.0.0 in us-east-1: ami ami-40a3"),
        "{own}"
    );
    let (code, of_parent) = ask("2.1.0", "us-east-1");
    assert!(
        code == 0 && of_parent.contains("2.1.0 in us-east-1: ami ami-21a3"),
        "{of_parent}"
    );
    assert_eq!(ask("4.0.0", "eu-central-1").0, 1);
}
