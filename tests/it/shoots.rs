//! Shoots on the command line: what goes wrong in the field, a test for each kind of mistake, and
//! how the stages of the server, updates and absent profiles show.

use crate::common::Dir;
use serde_json::Value;

const PROFILE: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions:
    - {version: 1.34.0}
    - {version: 1.33.1}
    - {version: 1.32.5}
  machineImages:
  - name: linux
    versions:
    - {version: 1600.1.0, classification: preview, architectures: [amd64, arm64]}
    - {version: 1592.9.0, architectures: [amd64, arm64]}
    - {version: 1592.8.0, architectures: [amd64, arm64], classification: deprecated, expirationDate: "2027-06-30T00:00:00Z"}
    - {version: 1443.3.0, kubeletVersionConstraint: "< 1.33"}
    - {version: "12.0"}
    - {version: 12.0.5}
    - {version: 7.1.0, expirationDate: "2026-01-31T00:00:00Z"}
  - name: other
    versions:
    - {version: 2.0.0, architectures: [amd64]}
  machineTypes:
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi}
  - {name: arm, cpu: "2", gpu: "0", memory: 8Gi, architecture: arm64}
  regions:
  - name: europe
    zones:
    - {name: a}
    - {name: b, unavailableMachineTypes: [small]}
    - {name: c, unavailableMachineTypes: [small]}
  limits: {maxNodesTotal: 10}
"#;

/// A Shoot with one pool. `worker`: more fields of the pool, as flow entries.
fn shoot(kubernetes: &str, machine: &str, worker: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: mine, namespace: garden-p}}
spec:
  cloudProfile: {{kind: CloudProfile, name: example}}
  region: europe
  kubernetes: {{version: \"{kubernetes}\"}}
  provider:
    type: example
    workers:
    - {{name: pool, minimum: 1, maximum: 3, machine: {{{machine}}}{worker}}}
"
    )
}

struct Run {
    findings: Vec<Value>,
}

impl Run {
    fn new(files: &[(&str, &str)], args: &[&str]) -> Self {
        let dir = Dir::with(files);
        let mut all = vec![
            "lint",
            "--level=note",
            "--format=json",
            "--ignore=namespaced/required-verbs",
        ];
        all.extend(args);
        let ran = dir.run(&all);
        let report: Value = serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
        Self {
            findings: report["findings"].as_array().unwrap().clone(),
        }
    }

    /// A Shoot with the profile as context.
    fn of(shoot: &str) -> Self {
        Self::new(
            &[("profile.yaml", PROFILE), ("shoot.yaml", shoot)],
            &["--with", "profile.yaml", "shoot.yaml"],
        )
    }

    /// An update of a Shoot.
    fn update(old: &str, shoot: &str) -> Self {
        let files = [
            ("profile.yaml", PROFILE),
            ("old.yaml", old),
            ("shoot.yaml", shoot),
        ];
        Self::new(
            &files,
            &["--with", "profile.yaml", "--old", "old.yaml", "shoot.yaml"],
        )
    }

    fn rules(&self) -> Vec<&str> {
        self.findings
            .iter()
            .map(|finding| finding["rule"].as_str().unwrap())
            .collect()
    }

    fn finding(&self, rule: &str) -> &Value {
        self.findings
            .iter()
            .find(|finding| finding["rule"] == rule)
            .unwrap_or_else(|| panic!("{rule} is not among {:?}", self.rules()))
    }

    /// Message and help.
    fn text(&self, rule: &str) -> String {
        let finding = self.finding(rule);
        format!(
            "{} {}",
            finding["message"].as_str().unwrap(),
            finding["help"].as_str().unwrap_or_default()
        )
    }
}

#[test]
fn arm64_machine_type_no_architecture_given_is_inferred_from_the_type() {
    let run = Run::of(&shoot("1.33.1", "type: arm", ""));
    assert_eq!(run.rules(), ["shoot/inferred-architecture"]);
    let text = run.text("shoot/inferred-architecture");
    assert!(
        text.contains("`arm64`") && text.contains("older versions of Gardener filled in `amd64`"),
        "{text}"
    );
    assert!(
        Run::of(&shoot("1.33.1", "type: arm, architecture: arm64", ""))
            .rules()
            .is_empty()
    );
    assert!(
        Run::of(&shoot("1.33.1", "type: small", ""))
            .rules()
            .is_empty(),
        "amd64 is what it always was"
    );
}

#[test]
fn default_image_preview_only_by_explicit_choice_newest_non_deprecated() {
    // The newest that is not in preview is 1592.9.0: it has no finding.
    assert!(
        Run::of(&shoot("1.33.1", "type: small", ""))
            .rules()
            .is_empty()
    );
    assert!(
        Run::of(&shoot(
            "1.33.1",
            "type: small, image: {name: linux, version: 1600.1.0}",
            ""
        ))
        .rules()
        .is_empty()
    );
    let run = Run::of(&shoot(
        "1.33.1",
        "type: small, image: {name: linux, version: \"1600\"}",
        "",
    ));
    assert!(
        run.text("shoot/no-default-image")
            .contains("in preview; a pool gets these only by name"),
        "{:?}",
        run.findings
    );
}

#[test]
fn default_image_a_deprecated_one_only_if_nothing_else() {
    let profile = PROFILE.replace(
        "{version: 1592.9.0, architectures: [amd64, arm64]}",
        "{version: 1592.9.0, classification: deprecated}",
    );
    let profile = profile.lines().filter(|line| {
        !["1443", "\"12.0\"", "12.0.5", "7.1.0"]
            .iter()
            .any(|version| line.contains(version))
    });
    let profile: String = profile.map(|line| format!("{line}\n")).collect();
    let files = [
        ("profile.yaml", profile.as_str()),
        ("shoot.yaml", &shoot("1.33.1", "type: small", "")),
    ];
    let run = Run::new(&files, &["--with", "profile.yaml", "shoot.yaml"]);
    assert_eq!(run.rules(), ["shoot/deprecated-default-image"]);
    assert!(
        run.text("shoot/deprecated-default-image")
            .contains("`1592.9.0`")
    );
}

#[test]
fn default_image_an_expired_one_can_be_chosen_and_is_refused_afterwards() {
    let run = Run::of(&shoot(
        "1.33.1",
        "type: small, image: {name: linux, version: v7}",
        "",
    ));
    assert_eq!(run.rules(), ["shoot/unfit-image-version"]);
    let text = run.text("shoot/unfit-image-version");
    assert!(
        text.contains("`7.1.0`")
            && text.contains("which is the default")
            && text.contains("expired since 2026-01-31"),
        "{text}"
    );
}

#[test]
fn version_prefixes_and_a_real_version_that_wins_over_one() {
    for prefix in ["1592", "1592.9", "v1592", ""] {
        let run = Run::of(&shoot(
            "1.33.1",
            &format!("type: small, image: {{name: linux, version: \"{prefix}\"}}"),
            "",
        ));
        assert!(run.rules().is_empty(), "{prefix}: {:?}", run.rules());
    }
    // The profile has `12.0`, so it is not the beginning of 12.0.5; a kubelet constraint would
    // separate the two.
    let profile = PROFILE.replace(
        "{version: 12.0.5}",
        "{version: 12.0.5, kubeletVersionConstraint: \"< 1\"}",
    );
    let with = |version: &str| {
        let shoot = shoot(
            "1.33.1",
            &format!("type: small, image: {{name: linux, version: \"{version}\"}}"),
            "",
        );
        let files = [("profile.yaml", profile.as_str()), ("shoot.yaml", &shoot)];
        Run::new(&files, &["--with", "profile.yaml", "shoot.yaml"])
            .rules()
            .join(" ")
    };
    assert_eq!(with("12.0"), "");
    assert_eq!(
        with("12"),
        "shoot/unmet-kubelet-constraint",
        "the beginning takes the highest"
    );
}

#[test]
fn a_pool_on_an_image_whose_kubelet_constraint_excludes_the_kubernetes_version() {
    let machine = "type: small, image: {name: linux, version: 1443.3.0}";
    assert!(Run::of(&shoot("1.32.5", machine, "")).rules().is_empty());
    let run = Run::of(&shoot("1.33.1", machine, ""));
    assert_eq!(run.rules(), ["shoot/unmet-kubelet-constraint"]);
    let text = run.text("shoot/unmet-kubelet-constraint");
    assert!(
        text.contains("`< 1.33`")
            && text.contains("`1.33.1`")
            && text.contains("these versions fit: `1600.1.0`, `1592.9.0`"),
        "{text}"
    );
}

#[test]
fn kubelet_constraint_also_when_only_kubernetes_was_raised() {
    let machine = "type: small, image: {name: linux, version: 1443.3.0}";
    let run = Run::update(&shoot("1.32.5", machine, ""), &shoot("1.33.1", machine, ""));
    assert_eq!(run.rules(), ["shoot/unmet-kubelet-constraint"]);
    assert!(
        run.text("shoot/unmet-kubelet-constraint")
            .contains("the control plane, which the pool follows")
    );
}

#[test]
fn machine_type_missing_in_any_chosen_zone_names_the_zones() {
    let run = Run::of(&shoot("1.33.1", "type: small", ", zones: [a, b, c]"));
    assert_eq!(run.rules(), ["shoot/unfit-machine-type"]);
    let finding = run.finding("shoot/unfit-machine-type");
    assert!(
        finding["message"]
            .as_str()
            .unwrap()
            .contains("unavailable in zones `b` and `c`"),
        "{finding}"
    );
    let related = finding["related"].as_array().unwrap();
    assert_eq!(
        related
            .iter()
            .filter(|label| label["file"] == "profile.yaml")
            .count(),
        2,
        "the places in the profile: {related:?}"
    );
}

#[test]
fn error_lists_name_only_valid_values_of_the_same_image() {
    let run = Run::of(&shoot(
        "1.33.1",
        "type: arm, architecture: arm64, image: {name: linux, version: 1592.7.0}",
        "",
    ));
    let text = run.text("shoot/unknown-image-version");
    for fits in ["linux:1592.9.0", "linux:1592.8.0", "linux:1600.1.0"] {
        assert!(text.contains(fits), "{fits}: {text}");
    }
    assert!(
        !text.contains("7.1.0") && !text.contains("1443") && !text.contains("2.0.0"),
        "expired, of another architecture, of another image: {text}"
    );
    let run = Run::of(&shoot("1.33.1", "type: smal", ", zones: [a]"));
    let text = run.text("shoot/unknown-machine-type");
    assert!(
        text.contains("did you mean `small`?") && !text.contains("`arm`"),
        "{text}"
    );
}

#[test]
fn cloud_profile_name_and_cloud_profile_together() {
    let both = |kubernetes: &str| {
        shoot(kubernetes, "type: small", "")
            .replace("  region", "  cloudProfileName: example\n  region")
    };
    assert!(
        Run::of(&both("1.33.1")).rules().is_empty(),
        "stored Shoots have both"
    );
    let files = [("profile.yaml", PROFILE), ("shoot.yaml", &both("1.33.1"))];
    let run = Run::new(
        &files,
        &["--operation=create", "--with", "profile.yaml", "shoot.yaml"],
    );
    assert_eq!(run.rules(), ["shoot/bad-profile-reference"]);
    // The rules change with the Shoot's Kubernetes version.
    assert_eq!(
        Run::of(&both("1.34.0")).rules(),
        ["shoot/retired-profile-name"]
    );
    let alone = |kubernetes: &str| {
        both(kubernetes).replace("  cloudProfile: {kind: CloudProfile, name: example}\n", "")
    };
    assert!(Run::of(&alone("1.33.1")).rules().is_empty());
    assert!(
        Run::of(&alone("1.34.0"))
            .rules()
            .contains(&"shoot/retired-profile-name")
    );
    // Raising Kubernetes drops a name that says the same.
    assert!(
        Run::update(&both("1.33.1"), &both("1.34.0"))
            .rules()
            .is_empty()
    );
}

#[test]
fn only_the_sum_of_minimums_counts_against_max_nodes_total() {
    let pool = |minimum: i64| {
        shoot("1.33.1", "type: small", "").replace(
            "minimum: 1, maximum: 3",
            &format!("minimum: {minimum}, maximum: 500"),
        )
    };
    assert!(
        Run::of(&pool(10)).rules().is_empty(),
        "a maximum may exceed it"
    );
    let run = Run::of(&pool(11));
    assert_eq!(run.rules(), ["shoot/node-limit-exceeded"]);
    assert!(
        run.text("shoot/node-limit-exceeded")
            .contains("only the minimums count")
    );
}

#[test]
fn a_profile_that_is_absent_is_said_once_and_hides_nothing_else() {
    let text =
        shoot("1.33.1", "type: small, image: {name: nope}", "").replace("minimum: 1", "minimum: 7");
    let run = Run::new(&[("shoot.yaml", &text)], &["shoot.yaml"]);
    assert_eq!(
        run.rules(),
        ["shoot/unknown-profile", "shoot/bad-node-count"]
    );
    assert_eq!(run.finding("shoot/unknown-profile")["origin"], "input");
}

/// What is wrong with a Shoot is said wherever the part of its profile that decides could be read.
#[test]
fn an_unreadable_part_of_a_profile_hides_only_what_depends_on_it() {
    let text = shoot("1.20.0", "type: nope, image: {name: nope}", ", zones: [z]")
        .replace("region: europe", "region: africa")
        .replace("minimum: 1, maximum: 3", "minimum: 11, maximum: 11");
    let child = "---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\n\
        metadata: {name: own, namespace: garden-p}\n\
        spec: {parent: {kind: CloudProfile, name: example}}\n";
    let of_child = text.replace(
        "{kind: CloudProfile, name: example}",
        "{kind: NamespacedCloudProfile, name: own}",
    );
    let rules = |profile: &str, shoot: &str| -> Vec<String> {
        let files = [("profile.yaml", profile), ("shoot.yaml", shoot)];
        let run = Run::new(&files, &["profile.yaml", "shoot.yaml"]);
        let mut rules: Vec<String> = run
            .findings
            .iter()
            .filter(|finding| finding["file"] == "shoot.yaml")
            .map(|finding| finding["rule"].as_str().unwrap().to_owned())
            .collect();
        rules.sort();
        rules
    };
    let all = rules(PROFILE, &text);
    for (part, from, to, hidden) in [
        (
            "Kubernetes versions",
            "{version: 1.33.1}",
            "{version: 1.33.1, expirationDate: 2028-01-01}",
            &["shoot/unknown-kubernetes-version"][..],
        ),
        (
            "machine images",
            "{version: 1443.3.0,",
            "{version: [1],",
            &["shoot/no-default-image"],
        ),
        (
            "regions",
            "{name: a}",
            "7",
            &[
                "shoot/unknown-machine-type",
                "shoot/unknown-region",
                "shoot/unknown-zone",
            ],
        ),
        (
            "limits",
            "maxNodesTotal: 10",
            "maxNodesTotal: [10]",
            &["shoot/node-limit-exceeded"],
        ),
    ] {
        assert!(PROFILE.contains(from), "{from}");
        let profile = PROFILE.replacen(from, to, 1);
        let mut left: Vec<&str> = all.iter().map(String::as_str).collect();
        for rule in hidden {
            let at = left.iter().position(|other| other == rule);
            left.remove(at.unwrap_or_else(|| panic!("{rule} is not among {all:?}")));
        }
        left.push("shoot/unknown-profile");
        left.sort_unstable();
        assert_eq!(rules(&profile, &text), left, "{part}");
        let merged = rules(&format!("{profile}{child}"), &of_child);
        assert_eq!(merged, left, "{part} of the parent");
        let run = Run::new(
            &[("profile.yaml", &profile), ("shoot.yaml", &text)],
            &["profile.yaml", "shoot.yaml"],
        );
        assert!(run.text("shoot/unknown-profile").contains(part), "{part}");
    }
}

#[test]
fn a_profile_that_is_nearly_there_is_named() {
    let text = shoot("1.33.1", "type: small", "");
    let typo = Run::of(&text.replace("name: example}", "name: exmaple}"));
    assert!(
        typo.text("shoot/unknown-profile")
            .contains("did you mean `example`? pass the file"),
        "{:?}",
        typo.findings
    );
    assert_eq!(
        typo.finding("shoot/unknown-profile")["related"][0]["message"],
        "the CloudProfile with that name"
    );
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: own, namespace: garden-q}\nspec: {parent: {kind: CloudProfile, name: example}}\n";
    let text = text.replace(
        "{kind: CloudProfile, name: example}",
        "{kind: NamespacedCloudProfile, name: own}",
    );
    let elsewhere = Run::new(
        &[("p.yaml", PROFILE), ("c.yaml", child), ("s.yaml", &text)],
        &["--with", "p.yaml", "--with", "c.yaml", "s.yaml"],
    );
    let said = elsewhere.text("shoot/unknown-profile");
    assert!(
        said.contains(
            "the one in namespace `garden-q` serves only Shoots there, and this Shoot is in \
             `garden-p`"
        ),
        "{said}"
    );
}

#[test]
fn a_wrong_image_name_is_the_finding() {
    let old = shoot(
        "1.33.1",
        "type: small, image: {name: nope, version: 1.0.0}",
        "",
    );
    let said = Run::update(
        &old,
        &old.replace("name: nope, version: 1.0.0", "name: nopes, version: 1.0.0"),
    );
    let said = said
        .findings
        .iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        said.contains("no image `nopes`") && !said.contains("whose version"),
        "{said}"
    );
}

#[test]
fn refusals_of_the_mutator_come_first() {
    let text =
        shoot("1.33.1", "type: small, image: {name: nope}", "").replace("minimum: 1", "minimum: 7");
    let run = Run::of(&text);
    assert_eq!(
        run.rules(),
        ["shoot/bad-node-count", "shoot/no-default-image"]
    );
    let afterwards = |rule: &str| run.finding(rule)["afterwards"] == true;
    assert!(afterwards("shoot/bad-node-count") && !afterwards("shoot/no-default-image"));
}

#[test]
fn admission_is_judged_although_static_validation_refuses() {
    let text = shoot("1.33.1", "type: nope, architecture: amd64", "")
        .replace("minimum: 1", "minimum: 7")
        .replace("europe", "asia");
    let run = Run::of(&text);
    let mut rules = run.rules();
    rules.sort_unstable();
    assert_eq!(
        rules,
        [
            "shoot/bad-node-count",
            "shoot/unknown-machine-type",
            "shoot/unknown-region"
        ]
    );
}

#[test]
fn an_update_keeps_an_image_version_that_a_create_refuses() {
    let machine = "type: small, image: {name: linux, version: 7.1.0}";
    assert_eq!(
        Run::of(&shoot("1.33.1", machine, "")).rules(),
        ["shoot/unfit-image-version"]
    );
    assert!(
        Run::update(
            &shoot("1.33.1", machine, ""),
            &shoot("1.33.1", machine, ", zones: [a]")
        )
        .rules()
        .is_empty()
    );
}

#[test]
fn a_shoot_stays_in_its_family() {
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: child, namespace: garden-p}\nspec:\n  parent: {kind: CloudProfile, name: example}\n";
    let other = PROFILE.replace("name: example}", "name: other}");
    let old = shoot("1.33.1", "type: small", "");
    let to = |kind: &str, name: &str| {
        old.replace(
            "{kind: CloudProfile, name: example}",
            &format!("{{kind: {kind}, name: {name}}}"),
        )
    };
    let run = |new: &str| {
        let files = [
            ("p.yaml", PROFILE),
            ("o.yaml", &other),
            ("c.yaml", child),
            ("old.yaml", &old),
            ("shoot.yaml", new),
        ];
        Run::new(
            &files,
            &[
                "--with",
                "p.yaml",
                "--with",
                "o.yaml",
                "--with",
                "c.yaml",
                "--old",
                "old.yaml",
                "shoot.yaml",
            ],
        )
    };
    assert!(
        run(&to("NamespacedCloudProfile", "child"))
            .rules()
            .is_empty()
    );
    let moved = run(&to("CloudProfile", "other"));
    assert_eq!(moved.rules(), ["shoot/forbidden-profile-move"]);
    assert_eq!(
        moved.finding("shoot/forbidden-profile-move").get("type"),
        None,
        "the server names no field"
    );
}

#[test]
fn many_shoots_are_judged_alike_with_and_without_threads() {
    let one = shoot("1.33.1", "type: smal", "");
    let many: String = (0..300)
        .map(|n| format!("---\n{}", one.replace("name: mine", &format!("name: s{n}"))))
        .collect();
    let run = Run::of(&many);
    assert_eq!(run.findings.len(), 300);
    let names: Vec<String> = run
        .findings
        .iter()
        .map(|finding| finding["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        names,
        (0..300).map(|n| format!("s{n}")).collect::<Vec<_>>(),
        "in the order of the text"
    );
}

/// A profile whose newer image version lacks an artifact in `us`. `provider`: its type;
/// `artifacts`: `providerConfig` below its header.
fn provided(provider: &str, images: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: example}}
spec:
  type: {provider}
  kubernetes: {{versions: [{{version: 1.33.1}}]}}
  machineImages: [{{name: linux, versions: [{{version: 2.0.0}}, {{version: 1.0.0}}]}}]
  machineTypes: [{{name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi}}]
  regions: [{{name: eu, zones: [{{name: a}}]}}, {{name: us, zones: [{{name: b}}]}}]
  providerConfig:
    apiVersion: {provider}.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages: [{{name: linux, versions: [{images}]}}]
"
    )
}

const AMIS: &str = "{version: 2.0.0, regions: [{name: eu, ami: ami-1}]}, \
    {version: 1.0.0, regions: [{name: eu, ami: ami-2}, {name: us, ami: ami-3}]}";

/// A Shoot of `provided`, whose pool has a machine type and an image version.
fn of_provider(provider: &str, region: &str, machine_type: &str, version: &str) -> String {
    let image = if version.is_empty() {
        String::new()
    } else {
        format!(", image: {{name: linux, version: {version}}}")
    };
    let shoot = shoot("1.33.1", &format!("type: {machine_type}{image}"), "");
    shoot
        .replace("type: example", &format!("type: {provider}"))
        .replace("region: europe", &format!("region: {region}"))
}

/// Runs `lint` of a Shoot with a profile, and maybe a stored object.
fn with_profile(profile: &str, old: Option<&str>, shoot: &str, args: &[&str]) -> Run {
    let files = [
        ("profile.yaml", profile),
        ("shoot.yaml", shoot),
        ("old.yaml", old.unwrap_or_default()),
    ];
    let mut all = vec!["--with", "profile.yaml", "shoot.yaml"];
    if old.is_some() {
        all.extend(["--old", "old.yaml"]);
    }
    all.extend(args);
    Run::new(&files, &all)
}

#[test]
fn the_webhook_of_aws_refuses_a_pool_without_an_artifact_in_the_region() {
    let profile = provided("aws", AMIS);
    let lint =
        |old: Option<&str>, shoot: &str, args: &[&str]| with_profile(&profile, old, shoot, args);
    let shoot = of_provider("aws", "us", "small", "2.0.0");
    // On create, and on every update, whatever it changes.
    for run in [lint(None, &shoot, &[]), lint(Some(&shoot), &shoot, &[])] {
        assert_eq!(run.rules(), ["shoot/no-artifact"]);
        let found = run.finding("shoot/no-artifact");
        assert_eq!(
            (&found["origin"], &found["severity"]),
            (&"provider".into(), &"error".into())
        );
        assert_eq!(
            (&found["type"], &found["field"]),
            (
                &"FieldValueInvalid".into(),
                &"spec.provider.workers[0].machine.image".into()
            )
        );
        assert!(
            found["message"]
                .as_str()
                .unwrap()
                .contains("in other regions only"),
            "{found}"
        );
    }
    // The version that the server fills in has to have one too.
    assert_eq!(
        lint(None, &of_provider("aws", "us", "small", ""), &[]).rules(),
        ["shoot/no-artifact"]
    );
    for (region, version) in [("eu", "2.0.0"), ("us", "1.0.0")] {
        assert!(
            lint(None, &of_provider("aws", region, "small", version), &[])
                .rules()
                .is_empty(),
            "{region} {version}"
        );
    }
    assert!(
        lint(None, &shoot, &["--provider-rules=off"])
            .rules()
            .is_empty()
    );
    let going = shoot.replace(
        "name: mine,",
        "name: mine, deletionTimestamp: \"2026-01-01T00:00:00Z\", ",
    );
    assert!(
        !lint(Some(&going), &going, &[])
            .rules()
            .contains(&"shoot/no-artifact")
    );
}

#[test]
fn the_webhook_of_aws_refuses_a_machine_type_that_admission_lets_stay() {
    let shoot = of_provider("aws", "eu", "gone", "2.0.0")
        .replace("type: gone", "type: gone, architecture: amd64");
    let run = with_profile(
        &provided("aws", AMIS),
        Some(&shoot),
        &shoot,
        &["--select=shoot/no-artifact"],
    );
    let found = run.finding("shoot/no-artifact");
    assert_eq!(
        (&found["type"], &found["field"]),
        (
            &"FieldValueInvalid".into(),
            &"spec.provider.workers[0].machine.type".into()
        )
    );
}

#[test]
fn a_pool_that_admission_refuses_has_no_finding_about_its_artifact() {
    let profile = provided("aws", AMIS);
    for shoot in [
        of_provider("aws", "us", "gone", "2.0.0"),
        of_provider("aws", "us", "small", "3.0.0"),
        of_provider("aws", "asia", "small", "2.0.0"),
    ] {
        let run = with_profile(&profile, None, &shoot, &[]);
        assert!(
            !run.rules().is_empty() && !run.rules().contains(&"shoot/no-artifact"),
            "{:?}",
            run.rules()
        );
    }
}

#[test]
fn the_webhook_ignores_artifacts_without_architecture() {
    let flavors = "{version: 2.0.0, capabilityFlavors: [{capabilities: {boot: [uefi]}, regions: \
        [{name: us, ami: ami-1}]}]}";
    let profile = provided("aws", flavors).replace(
        "  machineImages: [{name: linux, versions: [{version: 2.0.0}, \
            {version: 1.0.0}]}]",
        "  machineCapabilities: [{name: architecture, values: [amd64]}, \
                {name: boot, values: [uefi]}]\n  machineImages: \
                [{name: linux, versions: [{version: 2.0.0}]}]",
    );
    let run = with_profile(
        &profile,
        None,
        &of_provider("aws", "us", "small", "2.0.0"),
        &["--select=shoot/no-artifact"],
    );
    let found = run.finding("shoot/no-artifact");
    assert_eq!(
        (&found["origin"], &found["severity"], &found["type"]),
        (&"selection".into(), &"warning".into(), &Value::Null)
    );
}

#[test]
fn other_providers_admit_a_pool_without_an_artifact_which_is_a_warning() {
    let ids = "{version: 2.0.0, regions: [{name: eu, id: one}]}, \
        {version: 1.0.0, regions: [{name: us, id: two}]}";
    let profile = provided("alicloud", ids);
    let shoot = of_provider("alicloud", "us", "small", "2.0.0");
    let run = with_profile(&profile, None, &shoot, &[]);
    let found = run.finding("shoot/no-artifact");
    assert_eq!(
        (&found["origin"], &found["severity"], &found["type"]),
        (&"selection".into(), &"warning".into(), &Value::Null)
    );
    assert!(
        run.text("shoot/no-artifact")
            .contains("admits the Shoot, but no machine"),
        "{found}"
    );
    // The status of a Worker may still name what the pool has had.
    assert!(
        !with_profile(&profile, Some(&shoot), &shoot, &[])
            .rules()
            .contains(&"shoot/no-artifact")
    );
    let older = of_provider("alicloud", "us", "small", "1.0.0");
    assert!(
        with_profile(&profile, Some(&older), &shoot, &[])
            .rules()
            .contains(&"shoot/no-artifact")
    );
}

#[test]
fn a_version_of_more_than_three_parts_is_replaced_by_another_of_its_major() {
    let profile = PROFILE;
    let many = profile.replace(
        "    - {version: 1592.9.0,",
        "    - {version: 1592.1.0-sec.2}\n    - {version: 1592.9.0,",
    );
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: own, namespace: garden-p}\nspec: {parent: {kind: CloudProfile, name: example}}\n";
    let said = |profile: &str, old: Option<&str>, text: &str| {
        let own = text.replace(
            "{kind: CloudProfile, name: example}",
            "{kind: NamespacedCloudProfile, name: own}",
        );
        let of = |text: &str| {
            let mut files = vec![("p.yaml", profile), ("c.yaml", child), ("s.yaml", text)];
            let mut args = vec!["--with=p.yaml", "--with=c.yaml", "s.yaml"];
            if let Some(old) = old {
                files.push(("old.yaml", old));
                args.push("--old=old.yaml");
            }
            let run = Run::new(&files, &args);
            let of_rule = run
                .findings
                .iter()
                .filter(|finding| finding["rule"] == "shoot/replaced-version");
            of_rule
                .map(|finding| {
                    format!(
                        "{} {}",
                        finding["field"].as_str().unwrap(),
                        finding["message"]
                    )
                })
                .collect::<Vec<_>>()
        };
        let found = of(text);
        // A child of the profile offers the same.
        assert_eq!(found.len(), of(&own).len());
        found
    };
    let pool = |version: &str| {
        shoot(
            "1.33.1",
            &format!("type: small, image: {{name: linux, version: \"{version}\"}}"),
            "",
        )
    };
    for version in ["1592.1.0-sec.2", "v1592.1.0-sec.2", "1592.1.0.1"] {
        let found = said(profile, None, &pool(version));
        assert!(
            matches!(&found[..], [one] if one.starts_with("spec.provider.workers[0].machine.image.version") && one.contains("`1592.9.0`")),
            "{found:?}"
        );
    }
    // Other counts of parts mean what they say, and what the profile has is taken as it is.
    for version in ["1592", "1592.9", "1592.9.0", ""] {
        assert!(said(profile, None, &pool(version)).is_empty(), "{version}");
    }
    assert!(said(&many, None, &pool("1592.1.0-sec.2")).is_empty());
    let control_plane = |version: &str| shoot(version, "type: small", "");
    let found = said(profile, None, &control_plane("1.32.0-rc.1"));
    assert!(
        matches!(&found[..], [one] if one.starts_with("spec.kubernetes.version") && one.contains("`1.34.0`")),
        "{found:?}"
    );
    assert_eq!(
        said(
            profile,
            Some(&control_plane("1.32.5")),
            &control_plane("1.32.0-rc.1")
        )
        .len(),
        1
    );
    assert!(said(profile, None, &control_plane("1.33")).is_empty());
    let own = shoot(
        "1.33.1",
        "type: small",
        ", kubernetes: {version: 1.32.0-rc.1}",
    );
    let found = said(profile, None, &own);
    assert!(
        matches!(&found[..], [one] if one.starts_with("spec.provider.workers[0].kubernetes.version")),
        "{found:?}"
    );

    // The profile that offers such a name, and a child that does.
    let rule = "design/version-of-many-parts";
    let offered = |name: &str, text: &str| {
        let run = Run::new(&[("p.yaml", &many), (name, text)], &["--with=p.yaml", name]);
        run.rules().iter().filter(|found| **found == rule).count()
    };
    assert_eq!(offered("own.yaml", &many), 1);
    assert_eq!(offered("own.yaml", profile), 0);
    let images = "spec: {parent: {kind: CloudProfile, name: example}, machineImages: \
        [{name: mine, versions: [{version: 1.0.0-a.b, architectures: [amd64]}, \
        {version: 1.0.0-a-b, architectures: [amd64]}]}]}";
    assert_eq!(
        offered(
            "c.yaml",
            &child.replace(
                "spec: {parent: {kind: CloudProfile, name: example}}",
                images
            )
        ),
        1
    );
}

#[test]
fn a_profile_name_beside_another_profile_is_said() {
    let with = |kubernetes: &str, name: &str, reference: &str| {
        let both = format!("  cloudProfileName: {name}\n  cloudProfile: {{{reference}}}\n");
        shoot(kubernetes, "type: small", "").replace(
            "  cloudProfile: {kind: CloudProfile, name: example}\n",
            &both,
        )
    };
    let said = |text: &str, args: &[&str]| {
        let files = [("p.yaml", PROFILE), ("s.yaml", text)];
        let args: Vec<&str> = args
            .iter()
            .copied()
            .chain(["--with=p.yaml", "s.yaml"])
            .collect();
        let run = Run::new(&files, &args);
        run.findings
            .iter()
            .filter(|finding| finding["rule"] == "shoot/contradicting-profile-name")
            .count()
    };
    for (name, reference, found) in [
        ("example", "kind: CloudProfile, name: example", 0),
        ("example", "name: example", 0),
        ("\"\"", "kind: CloudProfile, name: example", 0),
        ("other", "kind: CloudProfile, name: example", 1),
        ("other", "name: example", 1),
        ("example", "name: elsewhere", 1),
        ("own", "kind: NamespacedCloudProfile, name: own", 1),
    ] {
        assert_eq!(
            said(&with("1.32.5", name, reference), &[]),
            found,
            "{name} {reference}"
        );
        assert_eq!(
            said(&with("1.32.5", name, reference), &["--operation=create"]),
            0,
            "a new Shoot is refused"
        );
    }
    assert_eq!(
        said(&with("1.34.0", "other", "name: example"), &[]),
        0,
        "the name is refused"
    );
}
