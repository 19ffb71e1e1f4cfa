//! `cpcap resolve`: golden files, the schema of its JSON, exit codes, and Shoots written out with
//! everything filled in.

use crate::common::{Dir, Ran, formats_but, golden, root, run_in};
use serde_json::Value;

const PROFILE: &str = "testdata/maintain/profile.yaml";

fn resolve(args: &[&str]) -> Ran {
    run_in(
        &root(),
        &[&["resolve", "-p", PROFILE], args].concat(),
        "",
        &[],
    )
}

#[test]
fn golden_files() {
    for (name, args) in [
        ("all.txt", &[][..]),
        ("all.md", &["--format", "markdown"]),
        ("all.csv", &["--format", "csv"]),
        ("all.json", &["--format", "json"]),
    ] {
        let ran = resolve(&[&["testdata/resolve"], args].concat());
        assert_eq!((ran.exit.code(), ran.stderr.as_str()), (1, ""), "{name}");
        golden(format!("testdata/golden/resolve/{name}"), &ran.stdout);
    }
    let ran = resolve(&["testdata/resolve", "--write"]);
    assert_eq!(ran.exit.code(), 1);
    assert!(
        ran.stderr
            .contains("the server refuses spec.provider.workers[2].machine.image"),
        "{}",
        ran.stderr
    );
    golden("testdata/golden/resolve/written.yaml", &ran.stdout);
}

#[test]
fn json_keeps_its_contract() {
    let json = |args: &[&str]| {
        serde_json::from_str::<Value>(&run_in(&root(), args, "", &[]).stdout).unwrap()
    };
    let validator = jsonschema::validator_for(&json(&["schema", "resolve"])).unwrap();
    for args in [
        &["testdata/resolve", "testdata/maintain"][..],
        &["testdata/uses"],
    ] {
        let printed = json(&[&["resolve", "-f", "json"], args].concat());
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(
        !validator.is_valid(&serde_json::json!({"schemaVersion": 1, "now": "", "shoots": [{}]})),
        "the schema refuses nothing"
    );
}

/// The written-out Shoot needs nothing more, and means the same to maintenance and admission.
#[test]
fn written_out_values_are_complete() {
    let written = resolve(&["testdata/resolve", "--write"]).stdout;
    let profile = std::fs::read_to_string(root().join(PROFILE)).unwrap();
    let dir = Dir::with(&[("profile.yaml", &profile), ("shoots.yaml", &written)]);
    assert_eq!(
        dir.run(&["resolve", "shoots.yaml", "-p", "profile.yaml", "--write"])
            .stdout,
        written
    );
    let filled = |ran: &Ran| -> Vec<usize> {
        let json: Value = serde_json::from_str(&ran.stdout).unwrap();
        json["shoots"]
            .as_array()
            .unwrap()
            .iter()
            .map(|shoot| shoot["filled"].as_array().unwrap().len())
            .collect()
    };
    assert_eq!(
        filled(&dir.run(&["resolve", "shoots.yaml", "-p", "profile.yaml", "-f", "json"])),
        [0, 0]
    );
    assert_eq!(
        filled(&resolve(&["testdata/resolve", "-f", "json"])),
        [22, 0]
    );
    for line in std::fs::read_to_string(root().join("testdata/resolve/shoots.yaml"))
        .unwrap()
        .lines()
        .filter(|line| line.contains('#'))
    {
        let comment = &line[line.find('#').unwrap()..];
        assert!(written.contains(comment), "{comment} is lost");
    }
}

#[test]
fn migration_names_anchors_that_it_cannot_write_out() {
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: \
        {name: a, namespace: garden-x}\nspec:\n  cloudProfile: {name: example}\n  region: \
        europe\n  kubernetes: {version: 1.34.2}\n  provider:\n    type: example\n    \
        workers:\n    - name: one\n      minimum: 1\n      maximum: 2\n      machine: \
        &machine\n        type: m5.large\n";
    let twice =
        shoot.replace("version: 1.34.2", "version: &version \"1.34\"") + "  purpose: *version\n";
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n- {}",
        shoot.replace('\n', "\n  ").trim_end()
    );
    let profile = std::fs::read_to_string(root().join(PROFILE)).unwrap();
    let dir = Dir::with(&[
        ("profile.yaml", &profile),
        ("one.yaml", shoot),
        ("twice.yaml", &twice),
        ("list.yaml", &list),
    ]);
    let write = |file: &str| dir.run(&["resolve", file, "-p", "profile.yaml", "--write"]);
    assert_eq!(
        write("one.yaml").exit.code(),
        0,
        "{}",
        write("one.yaml").stderr
    );
    for (file, why) in [
        ("twice.yaml", "such as an aliased value"),
        ("list.yaml", "is an item of a list"),
    ] {
        let ran = write(file);
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""), "{file}");
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert_eq!(
            dir.run(&["resolve", file, "-p", "profile.yaml"])
                .exit
                .code(),
            0,
            "{file}"
        );
    }
}

#[test]
fn pools_get_the_artifact_of_their_region() {
    let resolve = |args: &[&str]| {
        run_in(
            &root(),
            &[&["resolve", "testdata/artifacts"], args].concat(),
            "",
            &[],
        )
    };
    assert!(
        resolve(&[]).stdout.contains("  1592.1.0  ami ami-1  yes\n"),
        "{}",
        resolve(&[]).stdout
    );
    let json: Value = serde_json::from_str(&resolve(&["-f", "json"]).stdout).unwrap();
    assert_eq!(json["shoots"][0]["pools"][0]["artifact"], "ami ami-1");
    assert!(!resolve(&["--provider-rules", "off"]).stdout.contains("ami"));
}

#[test]
fn exit_codes_say_whether_the_server_admits() {
    let shoots = std::fs::read_to_string(root().join("testdata/resolve/shoots.yaml")).unwrap();
    let (short, whole) = shoots.split_once("---\n").unwrap();
    let profile = std::fs::read_to_string(root().join(PROFILE)).unwrap();
    let dir = Dir::with(&[
        ("profile.yaml", &profile),
        ("short.yaml", short),
        ("whole.yaml", whole),
    ]);
    let code = |args: &[&str]| dir.run(&[&["resolve"], args].concat()).exit.code();
    assert_eq!(code(&["whole.yaml", "-p", "profile.yaml"]), 0);
    assert_eq!(code(&["short.yaml", "-p", "profile.yaml"]), 1);
    assert_eq!(code(&[]), 1);
    assert_eq!(code(&["whole.yaml"]), 2, "there is no profile");
    assert_eq!(code(&["profile.yaml"]), 2, "there is no Shoot");
    assert_eq!(
        code(&["short.yaml", "-p", "profile.yaml", "--write", "-f", "json"]),
        2
    );
}

/// A Shoot that the webhook of a provider refuses is not admitted, as in `lint`.
#[test]
fn a_pool_without_an_artifact_is_not_admitted_on_aws() {
    let page = std::fs::read_to_string(root().join("docs/rules/shoot/no-artifact.md")).unwrap();
    let blocks: Vec<&str> = page
        .split("```yaml")
        .skip(1)
        .filter_map(|block| block.split_once('\n')?.1.split("```").next())
        .collect();
    let dir = Dir::with(&[
        ("profile.yaml", blocks[0]),
        ("bad.yaml", blocks[1]),
        ("good.yaml", blocks[2]),
    ]);
    let run = |file: &str| {
        dir.run(&[
            "resolve",
            file,
            "-p",
            "profile.yaml",
            "-f",
            "json",
            "--now",
            "2026-11-27T00:00:00Z",
        ])
    };
    let (bad, good) = (run("bad.yaml"), run("good.yaml"));
    assert_eq!(
        (bad.exit.code(), good.exit.code()),
        (1, 0),
        "{}",
        good.stdout
    );
    assert!(bad.stdout.contains("shoot/no-artifact"), "{}", bad.stdout);
}

/// Names of artifacts are there to be copied.
#[test]
fn names_of_artifacts_are_never_broken() {
    let page = std::fs::read_to_string(root().join("docs/rules/shoot/no-artifact.md")).unwrap();
    let blocks: Vec<&str> = page
        .split("```yaml")
        .skip(1)
        .filter_map(|block| block.split_once('\n')?.1.split("```").next())
        .collect();
    let name = "ami-0d37c1e58f9b2a4460d37c1e5";
    let dir = Dir::with(&[
        ("profile.yaml", &blocks[0].replace("ami-6a7b8c", name)),
        ("good.yaml", blocks[2]),
    ]);
    for width in [40, 60, 80, 200] {
        let ran = crate::common::run_at(
            dir.path(),
            &["resolve", "good.yaml", "-p", "profile.yaml"],
            "",
            &[],
            Some(width),
        );
        assert!(ran.stdout.contains(name), "{width}:\n{}", ran.stdout);
    }
}

#[test]
fn a_profile_that_cannot_be_used_is_complained_of_once() {
    let shoot = |name: &str, kind: &str, profile: &str| {
        format!(
            "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, \
             namespace: garden-x}}\nspec:\n  cloudProfile: {{kind: {kind}, name: {profile}}}\n  \
             provider: {{type: aws, workers: [{{name: w, machine: {{type: m}}}}]}}\n"
        )
    };
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: n, namespace: garden-x}\nspec: {parent: {kind: CloudProfile, name: gone}}\n"
        .to_owned()
        + &shoot("a", "NamespacedCloudProfile", "n")
        + &shoot("b", "NamespacedCloudProfile", "n")
        + &shoot("c", "CloudProfile", "nowhere");
    let dir = Dir::with(&[("x.yaml", &text)]);
    for command in ["resolve", "maintain"] {
        let ran = dir.run(&[command, "x.yaml"]);
        assert_eq!(
            (ran.exit.code(), ran.stderr.lines().count()),
            (2, 2),
            "{command}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr
                .contains("its parent CloudProfile `gone` is not among the files"),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr
                .contains("Shoot `garden-x/c`: its CloudProfile `nowhere` is not among the files"),
            "{}",
            ran.stderr
        );
    }
}

/// Neither headings nor short words are broken, in whatever room; names of artifacts only after
/// slashes.
#[test]
fn short_words_are_never_broken() {
    let read =
        |name: &str| std::fs::read_to_string(root().join("testdata/artifacts").join(name)).unwrap();
    let long = "projects/a-rather-long-project-of-gardener/global/images/gardenlinux-gcp-8ad-amd64-1592-1-0-0ab1c2d3";
    let dir = Dir::with(&[
        ("profile.yaml", &read("profile.yaml").replace("ami-1", long)),
        ("shoot.yaml", &read("shoot.yaml")),
    ]);
    for width in [None, Some(60), Some(80), Some(120), Some(200)] {
        let ran = crate::common::run_at(
            dir.path(),
            &["resolve", "shoot.yaml", "-p", "profile.yaml"],
            "",
            &[],
            width,
        );
        let most = width.unwrap_or(100);
        assert!(
            ran.stdout.lines().all(|line| line.chars().count() <= most),
            "{width:?}:\n{}",
            ran.stdout
        );
        for word in [
            "Kubernetes",
            "Architecture",
            "Admitted",
            "gardenlinux",
            "1592.1.0",
            "m5.large",
        ] {
            assert!(
                ran.stdout.contains(word),
                "{width:?}: {word}\n{}",
                ran.stdout
            );
        }
        let pieces: Vec<&str> = long.split_inclusive('/').collect();
        assert!(
            pieces.iter().all(|piece| ran.stdout.contains(piece)),
            "{width:?}:\n{}",
            ran.stdout
        );
    }
}

/// A fault that ends judging before the worker pools leaves those unknown, in every form.
#[test]
fn a_pool_that_was_not_judged_is_not_admitted() {
    let shoot = |change: &dyn Fn(&str) -> String| {
        change(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: \
             {name: a, namespace: garden-x}\nspec:\n  cloudProfile: {name: example}\n  region: \
             europe\n  kubernetes: {version: 1.34.2}\n  provider:\n    type: example\n    \
             workers:\n    - \
             {name: one, minimum: 1, maximum: 2, machine: {type: m5.large, image: {name: gardenlinux}}}\n    - {name: two, minimum: 1, maximum: 2, machine: {type: m5.large}}\n",
        )
    };
    let profile = std::fs::read_to_string(root().join(PROFILE)).unwrap();
    for (name, text, [one, two], code) in [
        ("whole", shoot(&str::to_owned), ["yes", "yes"], 0),
        (
            "image",
            shoot(&|text| text.replace("{name: gardenlinux}", "{name: gardenlinus}")),
            ["no", "yes"],
            1,
        ),
        (
            "version",
            shoot(&|text| text.replace("1.34.2", "\"9\"")),
            ["unknown", "unknown"],
            1,
        ),
        (
            "type",
            shoot(&|text| text.replace("type: example", "type: gcp")),
            ["unknown", "unknown"],
            1,
        ),
        (
            "unreadable",
            shoot(&|text| text.replace("1.34.2", "1.34.x")),
            ["unknown", "unknown"],
            1,
        ),
        (
            "both",
            shoot(&|text| {
                text.replace("1.34.2", "\"9\"")
                    .replacen("m5.large", "m5.larger", 1)
            }),
            ["no", "unknown"],
            1,
        ),
        (
            "machine",
            shoot(&|text| text.replacen("m5.large", "m5.larger", 1)),
            ["no", "yes"],
            1,
        ),
    ] {
        let dir = Dir::with(&[("profile.yaml", &profile), ("shoot.yaml", &text)]);
        let run = |format: &str| {
            dir.run(&[
                "resolve",
                "shoot.yaml",
                "-p",
                "profile.yaml",
                "--now",
                "2026-11-27T00:00:00Z",
                "-f",
                format,
            ])
        };
        let json: Value = serde_json::from_str(&run("json").stdout).unwrap();
        let shoot = &json["shoots"][0];
        let verdicts = [0, 1].map(|at| shoot["pools"][at]["verdict"].as_str().unwrap());
        assert_eq!(
            (verdicts, run("json").exit.code()),
            ([one, two], code),
            "{name}: {json:#}"
        );
        assert_eq!(
            shoot["verdict"],
            if code == 0 { "yes" } else { "no" },
            "{name}"
        );
        for (at, verdict) in [one, two].into_iter().enumerate() {
            let pool = &shoot["pools"][at];
            assert_eq!(
                (pool["admitted"] == true, pool["notKnown"].is_string()),
                (verdict == "yes", verdict == "unknown"),
                "{name}: {pool}"
            );
        }
        let unknown = [one, two]
            .iter()
            .filter(|verdict| **verdict == "unknown")
            .count();
        for format in formats_but("resolve", &["csv", "json"]) {
            let printed = run(&format).stdout;
            assert_eq!(
                printed.matches("not checked").count(),
                unknown,
                "{name}: {printed}"
            );
            assert_eq!(
                printed.matches("not known").count(),
                unknown,
                "{name}: {printed}"
            );
        }
        let csv = run("csv").stdout;
        assert_eq!(
            csv.lines().skip(1).all(|line| line.contains(",true,")),
            code == 0,
            "{name}: {csv}"
        );
        assert_eq!(csv.matches("not checked").count(), unknown, "{name}: {csv}");
    }
}

/// A comment silences what `lint` says; the server admits nothing for that.
#[test]
fn a_silenced_refusal_still_counts_against_admission() {
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: \
        {name: a, namespace: garden-x}\nspec:\n  cloudProfile: {name: example}\n  region: \
        europe\n  kubernetes: {version: 1.34.2}\n  provider:\n    type: example\n    \
        workers:\n    # cpcap: ignore shoot/unknown-machine-type, it comes soon\n    - \
        {name: one, minimum: 1, maximum: 2, machine: {type: m5.larger}}\n";
    let profile = std::fs::read_to_string(root().join(PROFILE)).unwrap();
    let dir = Dir::with(&[("profile.yaml", &profile), ("shoot.yaml", text)]);
    let ran = dir.run(&["resolve", "shoot.yaml", "-p", "profile.yaml", "-f", "json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let shoot = &json["shoots"][0];
    assert_ne!(shoot["verdict"], "yes", "{json:#}");
    assert_ne!(shoot["pools"][0]["verdict"], "yes", "{json:#}");
    assert_ne!(ran.exit.code(), 0);
}

/// All forms say the same of a pool, and `csv` says of the Shoot what concerns the Shoot.
#[test]
fn forms_agree_on_the_pools_of_a_refused_shoot() {
    let text = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  type: foo
  kubernetes: {versions: [{version: 1.34.2}]}
  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]
  machineTypes: [{name: m, cpu: \"1\", gpu: \"0\", memory: 1Gi}]
  regions: [{name: r}]
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-x}
spec:
  cloudProfile: {kind: CloudProfile, name: p}
  region: other
  kubernetes: {version: 1.29.0}
  provider:
    type: foo
    workers:
    - {name: w1, minimum: 1, maximum: 1, machine: {type: m, architecture: amd64, image: {name: gl, version: 1.0.0}}}
    - {name: w2, minimum: 1, maximum: 1, machine: {type: no, architecture: amd64, image: {name: gl, version: 1.0.0}}}
";
    let dir = Dir::with(&[("s.yaml", text)]);
    let json: Value =
        serde_json::from_str(&dir.run(&["resolve", "--format=json", "s.yaml"]).stdout).unwrap();
    let verdicts: Vec<&str> = json["shoots"][0]["pools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pool| pool["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["yes", "no"]);
    let csv = dir.run(&["resolve", "--format=csv", "s.yaml"]).stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",admitted,reasons,shoot_admitted,shoot_reasons"));
    for (line, end) in [(lines[1], ",true,,false,"), (lines[2], ",false,")] {
        assert!(line.contains(end), "{line}");
        assert!(
            line.rsplit(",false,")
                .next()
                .unwrap()
                .contains("spec.region"),
            "{line}"
        );
    }
    let table = dir.run(&["resolve", "s.yaml"]).stdout;
    let admitted = |pool: &str| {
        let row = table.lines().find(|line| line.trim().starts_with(pool));
        row.unwrap().split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!([admitted("w1"), admitted("w2")], ["yes", "no"]);
    // Only what was filled in has a mark.
    assert!(!table.contains('*'), "{table}");
}

/// An unreadable part of a profile leaves unknown only what depends on it.
#[test]
fn what_an_unreadable_part_of_a_profile_does_not_decide_is_answered() {
    let text = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  type: foo
  kubernetes: {versions: [{version: 1.34.2}, {version: 1.33.1, expirationDate: 2028-01-01}]}
  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]
  machineTypes: [{name: m, cpu: \"1\", gpu: \"0\", memory: 1Gi}]
  regions: [{name: r}]
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-x}
spec:
  cloudProfile: {kind: CloudProfile, name: p}
  region: other
  kubernetes: {version: \"1.34\"}
  provider:
    type: foo
    workers:
    - {name: w1, minimum: 1, maximum: 1, machine: {type: m}}
    - {name: w2, minimum: 1, maximum: 1, machine: {type: no, image: {name: gl}}}
";
    let run = |text: &str| {
        let dir = Dir::with(&[("s.yaml", text)]);
        let ran = dir.run(&["resolve", "--format=json", "s.yaml"]);
        let json: Value = serde_json::from_str(&ran.stdout).unwrap();
        (ran.exit.code(), ran.stderr, json["shoots"][0].clone())
    };
    let (code, said, shoot) = run(text);
    assert_eq!(code, 2);
    assert!(said.contains("could not read spec.kubernetes"), "{said}");
    let pools = shoot["pools"].as_array().unwrap();
    assert_eq!(pools[0]["version"]["value"], "1.0.0");
    assert_eq!(
        [
            &pools[0]["verdict"],
            &pools[1]["verdict"],
            &shoot["verdict"]
        ],
        ["unknown", "no", "no"]
    );
    assert_eq!(shoot["kubernetes"]["value"], "1.34");
    let (_, _, shoot) = run(&text.replace("2028-01-01", "\"2028-01-01T00:00:00Z\""));
    assert_eq!(shoot["kubernetes"]["value"], "1.34.2");
    // Nothing is filled in from images that could not be read.
    let images = text.replace(", expirationDate: 2028-01-01", "").replace(
        "versions: [{version: 1.0.0}]",
        "versions: [{version: 1.0.0}, 7]",
    );
    let (code, _, shoot) = run(&images);
    assert_eq!(
        (code, shoot["kubernetes"]["value"].as_str()),
        (2, Some("1.34.2"))
    );
    assert!(
        !shoot["filled"].to_string().contains("image.version"),
        "{shoot}"
    );
}
