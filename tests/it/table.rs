//! `cpcap table`: every printed form, filters, and the message when nothing is left.

use crate::common::{Dir, Ran, golden, root, run_at};
use serde_json::Value;

const VALID: &str = "testdata/examples/valid.yaml";
const FLAVORS: &str = "testdata/table/flavors.yaml";
const LEGACY: &str = "testdata/table/legacy.yaml";
const MANY: &str = "testdata/table/many.yaml";
const NAMES: &str = "testdata/table/long-names.yaml";
const AWS: &str = "testdata/regions/aws.yaml";
const OPENSTACK: &str = "testdata/regions/openstack.yaml";
const GCP: &str = "testdata/regions/gcp.yaml";
const CHILD: &str = "testdata/regions/child.yaml";

/// Every form: the name of its golden file, the profile and the arguments.
const FORMS: &[(&str, &str, &[&str])] = &[
    ("guide", VALID, &[]),
    ("guide-by-flavor", VALID, &["--by", "flavor"]),
    ("guide-by-image", VALID, &["--by", "image"]),
    ("guide-availability", VALID, &["--availability"]),
    ("legacy", LEGACY, &[]),
    ("legacy-by-flavor", LEGACY, &["--by", "flavor"]),
    ("legacy-by-image", LEGACY, &["--by", "image"]),
    ("flavors", FLAVORS, &[]),
    ("flavors-ascii", FLAVORS, &["--ascii"]),
    ("flavors-colour", FLAVORS, &["--color", "always"]),
    ("flavors-expanded", FLAVORS, &["--expand"]),
    ("flavors-by-flavor", FLAVORS, &["--by", "flavor"]),
    (
        "flavors-by-flavor-ascii",
        FLAVORS,
        &["--by", "flavor", "--ascii"],
    ),
    ("flavors-by-image", FLAVORS, &["--by", "image"]),
    ("flavors-availability", FLAVORS, &["--availability"]),
    ("flavors-volumes", FLAVORS, &["--availability=volumes"]),
    ("many", MANY, &[]),
    ("many-expanded", MANY, &["--expand"]),
    ("many-by-flavor", MANY, &["--by", "flavor"]),
    ("many-by-image", MANY, &["--by", "image"]),
    ("many-availability", MANY, &["--availability"]),
    ("names", NAMES, &[]),
    ("names-by-image", NAMES, &["--by", "image"]),
    ("guide-regions", VALID, &["--regions"]),
    ("aws-regions", AWS, &["--regions"]),
    ("aws-regions-ascii", AWS, &["--regions", "--ascii"]),
    ("aws-regions-expanded", AWS, &["--regions", "--expand"]),
    (
        "aws-regions-arm64",
        AWS,
        &["--regions", "--architecture", "arm64", "--version", "2.*"],
    ),
    ("child-regions", CHILD, &["--regions", "--with", AWS]),
    ("openstack-regions", OPENSTACK, &["--regions"]),
    ("gcp-regions", GCP, &["--regions"]),
];

fn table(width: Option<usize>, path: &str, args: &[&str]) -> Ran {
    run_at(&root(), &[&["table", path], args].concat(), "", &[], width)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A line without escapes for colours.
fn plain(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn every_form_fits_its_terminal() {
    for (name, path, args) in FORMS {
        for width in [80, 160] {
            let ran = table(Some(width), path, args);
            assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""), "{name}");
            for line in ran.stdout.lines() {
                assert!(
                    plain(line).chars().count() <= width,
                    "{name} at {width}: {line}"
                );
                assert!(
                    *name == "flavors-colour" || line.trim_end() == line,
                    "{name}: a blank at the end of {line:?}"
                );
            }
            golden(
                format!("testdata/golden/table/{name}-{width}.txt"),
                &ran.stdout,
            );
        }
    }
}

#[test]
fn forms_for_documents_and_programs() {
    let kinds: [(&str, &[&str]); 5] = [
        ("version", &[]),
        ("flavor", &["--by", "flavor"]),
        ("image", &["--by", "image"]),
        ("availability", &["--availability"]),
        ("volumes", &["--availability=volumes"]),
    ];
    for (format, extension) in [("markdown", "md"), ("csv", "csv"), ("json", "json")] {
        for (kind, args) in kinds {
            let ran = table(None, FLAVORS, &[&["--format", format], args].concat());
            assert_eq!(
                (ran.exit.code(), ran.stderr.as_str()),
                (0, ""),
                "{format} {kind}"
            );
            golden(
                format!("testdata/golden/table/{kind}.{extension}"),
                &ran.stdout,
            );
        }
    }
    for (name, path) in [
        ("aws-regions", AWS),
        ("openstack-regions", OPENSTACK),
        ("gcp-regions", GCP),
    ] {
        for (format, extension) in [("markdown", "md"), ("csv", "csv"), ("json", "json")] {
            let ran = table(None, path, &["--regions", "--format", format]);
            assert_eq!(
                (ran.exit.code(), ran.stderr.as_str()),
                (0, ""),
                "{format} {name}"
            );
            golden(
                format!("testdata/golden/table/{name}.{extension}"),
                &ran.stdout,
            );
        }
    }
    let names = table(None, NAMES, &["--format", "csv"]);
    golden("testdata/golden/table/names.csv", &names.stdout);
    let names = table(None, NAMES, &["--format", "markdown", "--ascii"]);
    golden("testdata/golden/table/names.md", &names.stdout);
}

#[test]
fn json_keeps_its_contract() {
    let schema = json(&run_at(&root(), &["schema", "table"], "", &[], None).stdout);
    let validator = jsonschema::validator_for(&schema).unwrap();
    for path in [
        VALID,
        FLAVORS,
        LEGACY,
        MANY,
        NAMES,
        AWS,
        OPENSTACK,
        GCP,
        "testdata/small",
    ] {
        let kinds: [&[&str]; 8] = [
            &[],
            &["--expand"],
            &["--by=flavor"],
            &["--by=image"],
            &["--availability"],
            &["--availability=volumes"],
            &["--regions"],
            &["--regions", "--expand"],
        ];
        for args in kinds {
            let ran = table(None, path, &[&["--format", "json"], args].concat());
            if ran.exit.code() == 2 {
                assert_eq!(ran.stdout, "");
                continue;
            }
            let printed = json(&ran.stdout);
            let errors: Vec<String> = validator
                .iter_errors(&printed)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{path} {args:?}: {errors:?}");
        }
    }
    assert!(
        !validator.is_valid(&serde_json::json!({"schemaVersion": 1, "now": "", "tables": [{}]})),
        "the schema refuses nothing"
    );
}

/// Grouping changes only the form: the same pairs have the same answers, in any format.
#[test]
fn grouping_changes_no_answer() {
    for path in [VALID, FLAVORS, LEGACY, MANY, NAMES] {
        let grouped = pairs(&json(&table(None, path, &["--format", "json"]).stdout));
        assert_eq!(
            grouped,
            pairs(&json(
                &table(None, path, &["--format", "json", "--expand"]).stdout
            )),
            "{path}"
        );
        let lines = table(None, path, &["--format", "csv"]).stdout;
        if path != NAMES {
            assert_eq!(lines.lines().count() - 1, grouped.len(), "{path}");
            assert_eq!(
                lines,
                table(None, path, &["--format", "csv", "--expand"]).stdout
            );
        }
    }
}

fn pairs(printed: &Value) -> Vec<String> {
    let table = &printed["tables"][0]["table"];
    let columns = table["columns"].as_array().unwrap();
    let mut pairs = Vec::new();
    for row in table["rows"].as_array().unwrap() {
        let cells = row["cells"].as_array().unwrap();
        assert_eq!(cells.len(), columns.len());
        for (column, cell) in columns.iter().zip(cells) {
            for machine in row["machineTypes"].as_array().unwrap() {
                for version in column["versions"].as_array().unwrap() {
                    pairs.push(format!(
                        "{machine} {} {version} {} {cell}",
                        column["image"], column["classification"]
                    ));
                }
            }
        }
    }
    pairs.sort();
    pairs
}

#[test]
fn filters_narrow_rows_and_columns() {
    let names = |args: &[&str]| {
        let printed = json(
            &table(
                None,
                FLAVORS,
                &[&["--format", "json", "--expand"], args].concat(),
            )
            .stdout,
        );
        let table = &printed["tables"][0]["table"];
        let rows: Vec<String> = table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["machineTypes"][0].as_str().unwrap().to_owned())
            .collect();
        let columns = table["columns"].as_array().unwrap().iter();
        let columns: Vec<String> = columns
            .map(|column| {
                format!(
                    "{} {}",
                    column["image"].as_str().unwrap(),
                    column["versions"][0].as_str().unwrap_or_default()
                )
            })
            .collect();
        (rows.join(", "), columns.join(", "))
    };
    assert_eq!(
        names(&["--machine-type", "any.*,slow.large", "--image", "trial"]).0,
        "any.large, any.xlarge, slow.large"
    );
    assert_eq!(
        names(&["--usable"]).0,
        "any.large, any.xlarge, scsi.large, slow.large"
    );
    assert_eq!(
        names(&["--image", "*gardenlinux", "--version", "1.0.*"]).1,
        "gardenlinux 1.0.0, memoryone-gardenlinux 1.0.0"
    );
    assert_eq!(
        names(&["--classification", "expired,deprecated"]).1,
        "gardenlinux 1.0.0, memoryone-gardenlinux 1.0.0"
    );
    let later = [
        "--classification",
        "expired",
        "--now",
        "2027-06-01T00:00:00Z",
    ];
    assert_eq!(
        names(&later).1,
        "gardenlinux 1.0.0, memoryone-gardenlinux 1.0.0"
    );
    let printed = json(
        &table(
            None,
            LEGACY,
            &["--format", "json", "--architecture", "arm64"],
        )
        .stdout,
    );
    let table = &printed["tables"][0]["table"];
    assert_eq!(
        table["rows"][0]["machineTypes"],
        serde_json::json!(["t2a-standard-2"])
    );
    assert_eq!(table["rows"].as_array().unwrap().len(), 1);
    assert_eq!(table["columns"].as_array().unwrap().len(), 2);
}

#[test]
fn filters_are_those_of_match() {
    let short = table(
        None,
        FLAVORS,
        &["-m", "any.large", "-i", "trial", "--version", "0"],
    );
    let long = table(
        None,
        FLAVORS,
        &[
            "--machine-type",
            "any.large",
            "--image",
            "trial",
            "--version",
            "0.1.0",
        ],
    );
    assert_eq!(short.exit.code(), 0, "{}", short.stderr);
    assert_eq!(short.stdout, long.stdout);
    assert!(short.stdout.contains("any.large") && !short.stdout.contains("scsi.large"));
}

#[test]
fn a_filter_that_matches_nothing_is_said() {
    let refused = |args: &[&str], wanted: &[&str]| {
        let ran = table(None, FLAVORS, args);
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""), "{args:?}");
        for text in wanted {
            assert!(ran.stderr.contains(text), "{args:?}: {}", ran.stderr);
        }
    };
    refused(
        &["--machine-type", "any.lagre"],
        &["there is no machine type `any.lagre`; did you mean `any.large`?"],
    );
    refused(
        &["--machine-type", "scsy.*"],
        &["did you mean `scsi.large`?"],
    );
    refused(
        &["--machine-type", "x"],
        &[
            "machine types are `any.large`, `any.xlarge`, `retired.large`, `scsi.large`, \
             `slow.large`",
        ],
    );
    refused(
        &["--image", "gardenlinx"],
        &["there is no image `gardenlinx`; did you mean `gardenlinux`?"],
    );
    refused(
        &["--image", "trial", "--version", "3.0.0"],
        &["there is no version `3.0.0`; versions are `0.1.0`"],
    );
    refused(
        &["--image", "trial", "--classification", "supported"],
        &[
            "nothing to show of CloudProfile `flavors`",
            "no image version passes --image 'trial' and --classification supported",
        ],
    );
    refused(
        &["--machine-type", "retired.*", "--usable"],
        &["no machine type passes --machine-type 'retired.*' and --usable"],
    );
    refused(
        &["--classification", "suported"],
        &["did you mean `supported`?"],
    );
    refused(&["--architecture", "amd46"], &["amd64"]);
    refused(&["--image", "[a"], &["`[a` is not a glob"]);
    refused(
        &["--by", "image", "--version", "1.*"],
        &["--version has no effect here: with --by image"],
    );
    refused(
        &["--availability", "--image", "trial"],
        &["--image has no effect here: availability does not depend on images"],
    );
    refused(&["--availability", "--by", "flavor"], &["--by"]);
    refused(&["--now", "tomorrow"], &["2027-01-31T00:00:00Z"]);
}

/// With several patterns each must match somewhere; what the others match is shown.
#[test]
fn a_pattern_that_matches_nowhere_is_said_beside_the_table() {
    let ran = table(None, FLAVORS, &["--machine-type", "any.large,any.lagre"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stdout.contains("any.large"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("did you mean `any.large`?"),
        "{}",
        ran.stderr
    );
    let both = run_at(
        &root(),
        &["table", FLAVORS, LEGACY, "--machine-type", "any.*"],
        "",
        &[],
        None,
    );
    assert_eq!(both.exit.code(), 0);
    assert!(
        both.stderr
            .contains("nothing to show of CloudProfile `legacy`"),
        "{}",
        both.stderr
    );
}

#[test]
fn several_profiles_have_a_table_each() {
    let ran = run_at(&root(), &["table", LEGACY, VALID], "", &[], Some(80));
    let titles: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("CloudProfile"))
        .collect();
    assert_eq!(
        titles,
        [
            format!("CloudProfile example ({VALID})"),
            format!("CloudProfile legacy ({LEGACY})")
        ]
    );
    let other = run_at(&root(), &["table", VALID, LEGACY], "", &[], Some(80));
    assert_eq!(ran.stdout, other.stdout);
    let csv = run_at(
        &root(),
        &["table", LEGACY, VALID, "--format", "csv"],
        "",
        &[],
        None,
    );
    assert_eq!(
        csv.stdout
            .lines()
            .filter(|line| line.starts_with("file,"))
            .count(),
        1,
        "one heading for all"
    );
}

#[test]
fn a_broken_profile_hides_no_other() {
    let dir = Dir::with(&[
        ("broken.yaml", "kind: CloudProfile\nspec:\n  a: [\n"),
        (
            "list.yaml",
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
             {name: x}\nspec:\n  regions: 3\n",
        ),
        (
            "old.yaml",
            "apiVersion: core.gardener.cloud/v1alpha1\nkind: CloudProfile\nmetadata: {name: y}\n",
        ),
        ("secret.yaml", "apiVersion: v1\nkind: Secret\n"),
    ]);
    let alone = dir.run(&["table"]);
    assert_eq!((alone.exit.code(), alone.stdout.as_str()), (2, ""));
    dir.write(
        "valid.yaml",
        include_str!("../../testdata/examples/valid.yaml"),
    );
    let ran = dir.run(&["table"]);
    assert_eq!(ran.exit.code(), 0);
    assert!(ran.stdout.contains("general-medium"), "{}", ran.stdout);
    for said in [
        "cpcap: broken.yaml:",
        "list.yaml:5:12: cpcap cannot show CloudProfile `x`: the API server could not decode spec.regions; `cpcap lint` says why",
        "old.yaml:1:13: cpcap cannot show a CloudProfile of core.gardener.cloud/v1alpha1",
    ] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let missing = dir.run(&["table", "valid.yaml", "missing.yaml"]);
    assert_eq!(missing.exit.code(), 2);
    assert!(missing.stdout.contains("general-medium"));
    let none = dir.run(&["table", "secret.yaml"]);
    assert_eq!(none.exit.code(), 2);
    assert!(
        none.stderr.contains("have no CloudProfile"),
        "{}",
        none.stderr
    );
    let empty = dir.run_with(
        &["table", "-"],
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: e}\n",
        &[],
    );
    assert_eq!(empty.exit.code(), 2);
    assert!(
        empty
            .stderr
            .contains("CloudProfile `e` in <stdin>: it has no machine types"),
        "{}",
        empty.stderr
    );
}

#[test]
fn symbols_need_neither_colour_nor_unicode() {
    for args in [
        &["--ascii"][..],
        &["--ascii", "--by=flavor"],
        &["--ascii", "--by=image"],
        &["--ascii", "--availability"],
    ] {
        let ran = table(Some(80), FLAVORS, args);
        assert!(ran.stdout.is_ascii(), "{}", ran.stdout);
    }
    let colour = table(Some(80), FLAVORS, &["--color", "always"]).stdout;
    let lines: Vec<String> = colour
        .lines()
        .map(|line| plain(line).trim_end().to_owned() + "\n")
        .collect();
    assert_eq!(lines.concat(), table(Some(80), FLAVORS, &[]).stdout);
    assert!(
        !table(None, FLAVORS, &["--format", "csv", "--color", "always"])
            .stdout
            .contains('\u{1b}')
    );
}

/// The narrowest terminals, and texts of all kinds, do no harm.
#[test]
fn narrow_terminals() {
    for path in [
        "testdata/small",
        "testdata/examples",
        "testdata/table",
        "testdata/regions",
        "docs/rules",
    ] {
        let kinds: [&[&str]; 6] = [
            &[],
            &["--by=flavor"],
            &["--by=image"],
            &["--availability"],
            &["--availability=volumes"],
            &["--regions"],
        ];
        for args in kinds {
            for width in [1, 40, 48] {
                let ran = table(Some(width), path, args);
                assert!(
                    width < 48 || ran.stdout.lines().all(|line| line.chars().count() <= width),
                    "{}",
                    ran.stdout
                );
            }
        }
    }
}

/// A NamespacedCloudProfile is shown as merged into its parent.
#[test]
fn a_child_is_shown_merged() {
    let (child, parent) = (
        "testdata/uses/projects/child.yaml",
        "testdata/uses/profile.yaml",
    );
    let ran = run_at(&root(), &["table", child, "--with", parent], "", &[], None);
    assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.starts_with(
            "NamespacedCloudProfile garden-x/mine (parent example) \
             (testdata/uses/projects/child.yaml)\n4 machine types × 5 image versions"
        ),
        "{}",
        ran.stdout
    );
    let printed = json(
        &run_at(
            &root(),
            &["table", child, "--with", parent, "--format", "json"],
            "",
            &[],
            None,
        )
        .stdout,
    );
    assert_eq!(
        (
            &printed["tables"][0]["namespace"],
            &printed["tables"][0]["parent"]
        ),
        (&"garden-x".into(), &"example".into())
    );
    let alone = run_at(&root(), &["table", child], "", &[], None);
    assert_eq!((alone.exit.code(), alone.stdout.as_str()), (2, ""));
    assert!(
        alone.stderr.contains(
            "its parent CloudProfile `example` is not among the files; give its file with --with"
        ),
        "{}",
        alone.stderr
    );
    let both = run_at(&root(), &["table", child, parent], "", &[], None);
    assert!(
        both.stdout.contains("\nCloudProfile example (")
            || both.stdout.starts_with("CloudProfile example ("),
        "{}",
        both.stdout
    );
}

/// The cells of a table by regions: `image version, what it is for, region: cell`.
fn cells(printed: &Value) -> Vec<String> {
    let table = &printed["tables"][0]["table"];
    let columns = table["columns"].as_array().unwrap();
    let mut all = Vec::new();
    for row in table["rows"].as_array().unwrap() {
        let cells = row["cells"].as_array().unwrap();
        assert_eq!(cells.len(), columns.len());
        for (column, cell) in columns.iter().zip(cells) {
            let regions = column["regions"].as_array().unwrap();
            for version in row["versions"].as_array().unwrap() {
                for region in regions {
                    all.push(format!(
                        "{} {version}, {} {}, {region}: {cell}",
                        row["image"], row["flavor"], row["capabilities"]
                    ));
                }
            }
        }
    }
    all.sort();
    all
}

/// Versions that look the same stand together, and nothing else changes; each cell with an artifact
/// has one in the list.
#[test]
fn grouping_changes_no_artifact() {
    for path in [AWS, OPENSTACK] {
        let printed = |args: &[&str]| {
            json(
                &table(
                    None,
                    path,
                    &[&["--regions", "--format", "json"], args].concat(),
                )
                .stdout,
            )
        };
        let (grouped, expanded) = (printed(&[]), printed(&["--expand"]));
        assert_eq!(cells(&grouped), cells(&expanded), "{path}");
        let placed = |printed: &Value| {
            let rows = printed["tables"][0]["table"]["rows"]
                .as_array()
                .unwrap()
                .clone();
            let artifacts = rows
                .iter()
                .flat_map(|row| row["artifacts"].as_array().unwrap());
            artifacts
                .map(|placed| placed["regions"].as_array().unwrap().len())
                .sum::<usize>()
        };
        let with = cells(&grouped)
            .iter()
            .filter(|cell| !cell.ends_with("\"none\""))
            .count();
        assert_eq!(
            (placed(&grouped), placed(&expanded)),
            (with, with),
            "{path}"
        );
        let lines = table(None, path, &["--regions", "--format", "csv"]).stdout;
        assert_eq!(lines.lines().count() - 1, cells(&grouped).len(), "{path}");
        assert_eq!(
            lines
                .lines()
                .filter(|line| !line.ends_with(",none,,"))
                .count()
                - 1,
            with,
            "{path}"
        );
    }
}

/// The table agrees with the artifacts of workers: the look-up of `match` finds one just where the
/// table has one.
#[test]
fn the_table_by_regions_agrees_with_match() {
    let printed = json(
        &table(
            None,
            AWS,
            &[
                "--regions",
                "--format",
                "json",
                "--image",
                "gardenlinux",
                "--version",
                "2.*",
            ],
        )
        .stdout,
    );
    let with: Vec<String> = cells(&printed)
        .into_iter()
        .filter(|cell| cell.ends_with("\"artifact\""))
        .collect();
    assert_eq!(with.len(), 10, "{with:?}");
    for (machine_type, architecture) in [("m7i.large", "amd64"), ("m7g.large", "arm64")] {
        for region in [
            "eu-west-1",
            "eu-central-1",
            "us-east-1",
            "us-west-2",
            "ap-south-1",
        ] {
            let there = with
                .iter()
                .any(|cell| cell.contains(architecture) && cell.contains(region));
            let ran = run_at(
                &root(),
                &[
                    "match",
                    "-q",
                    "-m",
                    machine_type,
                    "-i",
                    "gardenlinux",
                    "--version",
                    "2.1.0",
                    "-r",
                    region,
                    "-p",
                    AWS,
                ],
                "",
                &[],
                None,
            );
            assert_eq!(!ran.stdout.is_empty(), there, "{machine_type} in {region}");
        }
    }
}

#[test]
fn a_table_by_regions_needs_a_provider_part_that_can_be_read() {
    let gcp = std::fs::read_to_string(root().join(GCP)).unwrap();
    let dir = Dir::with(&[
        ("typo.yaml", &gcp.replace("type: gcp", "type: gpc")),
        ("own.yaml", &gcp.replace("type: gcp", "type: example")),
        ("metal.yaml", &gcp.replace("type: gcp", "type: metal")),
        ("none.yaml", gcp.split("  providerConfig:").next().unwrap()),
        (
            "strange.yaml",
            &gcp.replace(
                "    machineImages:\n    - name",
                "    machineImage: \
            {}\n    machineImages:\n    - name",
            ),
        ),
        (
            "empty.yaml",
            &gcp.replace("  - {name: europe-west1}\n  - {name: europe-west3}\n", "")
                .replace("  regions:\n", ""),
        ),
        (
            "aws.yaml",
            &std::fs::read_to_string(root().join(AWS))
                .unwrap()
                .replace("  - {name: eu-west-1}\n", "")
                .replace(
                    "  - {name: eu-central-1}\n  - {name: us-east-1}\n  - \
                    {name: us-west-2}\n  - {name: ap-south-1}\n",
                    "",
                )
                .replace("  regions:\n  machineTypes", "  machineTypes"),
        ),
        ("gcp.yaml", &gcp),
    ]);
    let refused = |args: &[&str], wanted: &str| {
        let ran = dir.run(&[&["table", "--regions"], args].concat());
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(wanted), "{args:?}: {}", ran.stderr);
    };
    refused(
        &["typo.yaml"],
        "nothing to show of CloudProfile `gcp` in typo.yaml: cpcap does not know the provider `gpc`",
    );
    refused(&["typo.yaml"], "did you mean `gcp`?");
    refused(&["own.yaml"], "it knows alicloud, aws,");
    refused(
        &["metal.yaml"],
        "profiles of metal-stack do not name artifacts",
    );
    refused(
        &["none.yaml"],
        "it has no spec.providerConfig to name the artifacts",
    );
    refused(
        &["strange.yaml"],
        "`providerConfig` has a field that is not known there (`machineImage`)",
    );
    refused(&["aws.yaml"], "it has no regions");
    refused(
        &["gcp.yaml", "--provider-rules", "off"],
        "--provider-rules is off",
    );
    refused(
        &["gcp.yaml", "--image", "gardenlinx"],
        "did you mean `gardenlinux`?",
    );
    refused(
        &["gcp.yaml", "--classification", "expired"],
        "no image version passes --classification expired",
    );
    refused(
        &["gcp.yaml", "--machine-type", "n2*"],
        "--machine-type has no effect here: the table shows image versions",
    );
    refused(&["gcp.yaml", "--usable"], "--usable has no effect here");
    refused(&["gcp.yaml", "--by", "image"], "--by");
    refused(&["gcp.yaml", "--availability"], "--availability");
    // Artifacts that are the same in all regions need none.
    assert_eq!(
        dir.run(&["table", "--regions", "empty.yaml"]).exit.code(),
        0
    );
    assert_eq!(
        dir.run(&["table", "--regions", "own.yaml", "--provider-rules", "gcp"])
            .exit
            .code(),
        0
    );
    let both = dir.run(&["table", "--regions", "gcp.yaml", "own.yaml"]);
    assert_eq!(both.exit.code(), 0);
    assert!(
        both.stdout.contains("all regions")
            && both
                .stderr
                .contains("cpcap does not know the provider `example`"),
        "{}",
        both.stderr
    );
}
