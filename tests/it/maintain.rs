//! `cpcap maintain`: golden files, the schema of its JSON, exit codes, and what people expect
//! otherwise of maintenance.

use crate::common::{Dir, Ran, formats_but, golden, root, run_at, run_in};
use serde_json::Value;

const NOW: &str = "2026-11-27T00:00:00Z";
const LATER: &str = "2028-01-01T00:00:00Z";

fn maintain(args: &[&str]) -> Ran {
    run_in(&root(), &[&["maintain"], args].concat(), "", &[])
}

#[test]
fn golden_files() {
    let shoots: &[&str] = &["testdata/maintain"];
    let profile = &["--profile", "testdata/maintain/profile.yaml"][..];
    for (name, input, args) in [
        ("next.txt", shoots, &[][..]),
        ("explain.txt", shoots, &["--explain"]),
        ("timeline.txt", shoots, &["--until", LATER]),
        ("settle.txt", shoots, &["--settle"]),
        (
            "settle-timeline.txt",
            shoots,
            &["--settle", "--until", LATER],
        ),
        ("next.md", shoots, &["--format", "markdown"]),
        (
            "timeline.csv",
            shoots,
            &["--format", "csv", "--until", LATER],
        ),
        ("next.json", shoots, &["--format", "json"]),
        ("profile.txt", profile, &[]),
        (
            "profile-range.txt",
            profile,
            &[
                "--from",
                "2027-01-01T00:00:00Z",
                "--until",
                "2027-03-01T00:00:00Z",
            ],
        ),
        ("profile.md", profile, &["--format", "markdown"]),
        ("profile.csv", profile, &["--format", "csv"]),
        ("profile.json", profile, &["--format", "json"]),
    ] {
        let ran = maintain(&[input, args].concat());
        assert_eq!((ran.exit.code(), ran.stderr.as_str()), (1, ""), "{name}");
        golden(format!("testdata/golden/maintain/{name}"), &ran.stdout);
    }
    let narrow = run_at(
        &root(),
        &["maintain", "testdata/maintain"],
        "",
        &[],
        Some(72),
    );
    assert!(
        narrow.stdout.lines().all(|line| line.chars().count() <= 72),
        "{}",
        narrow.stdout
    );
    golden("testdata/golden/maintain/narrow.txt", &narrow.stdout);
}

#[test]
fn json_keeps_its_contract() {
    let json = |args: &[&str]| {
        serde_json::from_str::<Value>(&run_in(&root(), args, "", &[]).stdout).unwrap()
    };
    let validator = jsonschema::validator_for(&json(&["schema", "maintain"])).unwrap();
    for args in [
        &["testdata/maintain"][..],
        &["testdata/maintain", "--settle", "--until", LATER],
        &["testdata/uses"],
        &["--profile", "testdata/maintain/profile.yaml"],
        &["--profile", "testdata/uses"],
    ] {
        let printed = json(&[&["maintain", "-f", "json"], args].concat());
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(
        !validator.is_valid(&serde_json::json!({"schemaVersion": 1, "shoots": [{}]})),
        "the schema refuses nothing"
    );
}

/// Before the clock of tests.
const EARLIER: &str = "2026-01-01T00:00:00Z";

#[test]
fn exit_codes_say_whether_windows_succeed() {
    let dir = Dir::with(&[
        (
            "profile.yaml",
            &profile("minor", &image_versions(&["1592.1.0"])),
        ),
        ("shoot.yaml", &shoot("1592.1.0", true)),
    ]);
    let code = |args: &[&str]| dir.run(&[&["maintain"], args].concat()).exit.code();
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--profile", "profile.yaml"]), 0);
    assert_eq!(code(&["shoot.yaml", "--profile", "profile.yaml"]), 0);
    assert_eq!(code(&["shoot.yaml"]), 2, "there is no profile");
    assert_eq!(code(&["profile.yaml"]), 2, "there is no Shoot");
    assert_eq!(code(&["--profile", "shoot.yaml"]), 2, "there is no profile");
    assert_eq!(
        code(&["--from", LATER, "--until", NOW]),
        2,
        "time does not run backwards"
    );
    assert_eq!(code(&["--until", EARLIER]), 2, "not even from now on");
    assert_eq!(
        code(&["--at", LATER, "--until", NOW]),
        2,
        "nor from any other now"
    );
    assert_eq!(
        code(&["--from", EARLIER, "--until", EARLIER]),
        0,
        "the past can be asked about"
    );
    assert_eq!(code(&["nothing.yaml"]), 2);
    dir.write("shoot.yaml", shoot("1592.2.0", true));
    assert_eq!(code(&[]), 1, "a version that nobody lists, and no way on");
}

#[test]
fn errors_name_the_missing_files() {
    let dir = Dir::with(&[("shoot.yaml", &shoot("1592.1.0", true))]);
    let ran = dir.run(&["maintain", "shoot.yaml"]);
    assert!(
        ran.stderr
            .contains("its CloudProfile `example` is not among the files"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stdout, "");
    let ran = dir.run(&["maintain", "shoot.yaml", "--profile", "nowhere.yaml"]);
    assert!(
        ran.stderr.contains("cannot read nowhere.yaml"),
        "{}",
        ran.stderr
    );
}

/// A NamespacedCloudProfile extends the life of versions: the merged profile answers for its
/// Shoots.
#[test]
fn a_namespaced_cloud_profile_is_merged_into_its_parent() {
    let versions = "    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n    \
        - version: 1592.2.0\n";
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: mine, namespace: garden-x}\nspec:\n  parent: \
        {kind: CloudProfile, name: example}\n  machineImages:\n  - name: gardenlinux\n    \
        versions:\n    - version: 1592.1.0\n      expirationDate: \"2027-01-01T00:00:00Z\"\n";
    let of_child = shoot("1592.1.0", false).replace(
        "{name: example}",
        "{kind: NamespacedCloudProfile, name: mine}",
    );
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", versions)),
        ("child.yaml", child),
        ("shoot.yaml", &of_child),
    ]);
    let answer = image(
        &dir,
        &[
            "shoot.yaml",
            "--with",
            "child.yaml",
            "--with",
            "profile.yaml",
        ],
    );
    assert_eq!(answer["outcome"], "stays", "{answer}");
    let answer = image(&dir, &["--at", "2027-06-01T00:00:00Z"]);
    assert_eq!(
        (&answer["outcome"], &answer["after"]["version"]),
        (&"forced".into(), &"1592.2.0".into())
    );
}

/// A window may lead to a version that has no artifact in the Shoot's region: admission does not
/// mind, and no machine comes up.
#[test]
fn a_move_to_a_version_without_artifact_in_the_region_is_shown() {
    let ran = maintain(&["testdata/artifacts", "-f", "json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let image = &json["shoots"][0]["windows"][0]["versions"][1];
    assert_eq!(image["before"]["artifact"], "ami ami-1");
    assert_eq!(
        image["after"]["noArtifact"],
        "`providerConfig` has the version in other regions only"
    );
    let ran = maintain(&["testdata/artifacts"]);
    assert!(
        ran.stdout.contains("ami ami-1 → none:") && ran.stdout.contains("no artifact"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.exit.code(), 1, "no machine comes up");
    let unasked = maintain(&["testdata/artifacts", "--provider-rules", "off"]);
    assert!(
        !unasked.stdout.contains("ami") && unasked.exit.code() == 0,
        "{}",
        unasked.stdout
    );
}

/// The server fills in omitted fields before maintenance.
#[test]
fn defaulting_comes_before_the_judgement_of_a_shoot() {
    let dir = Dir::with(&[
        (
            "profile.yaml",
            &profile("minor", &image_versions(&["1592.2.0", "1592.1.0"])),
        ),
        (
            "shoot.yaml",
            &shoot("1592.1.0", true)
                .replace(", version: 1592.1.0", "")
                .replace("version: 1.33.1", "version: \"1.33\""),
        ),
    ]);
    let ran = dir.run(&["maintain", "shoot.yaml", "-p", "profile.yaml", "-f", "json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let versions = &json["shoots"][0]["windows"][0]["versions"];
    assert_eq!(
        (
            &versions[0]["before"]["version"],
            &versions[1]["before"]["version"]
        ),
        (&"1.33.1".into(), &"1592.2.0".into())
    );
}

/// "A filter (architecture, capability, CRI, kubelet constraint) that excludes the version *in use*
/// makes maintenance treat it as missing: a forced update even with auto-update off."
#[test]
fn a_filter_that_excludes_the_version_in_use_forces_an_update_even_with_auto_update_off() {
    for (broken, filter) in [
        ("architectures: [arm64]", "architecture"),
        ("cri: [{name: other}]", "cri"),
        ("kubeletVersionConstraint: < 1.30", "kubelet"),
    ] {
        let versions =
            format!("    - version: 1592.1.0\n      {broken}\n    - version: 1592.2.0\n");
        let dir = Dir::with(&[
            ("profile.yaml", &profile("minor", &versions)),
            ("shoot.yaml", &shoot("1592.1.0", false)),
        ]);
        let answer = image(&dir, &[]);
        assert_eq!(
            (
                &answer["outcome"],
                &answer["cause"],
                &answer["missing"]["filter"]["name"],
                &answer["after"]["version"]
            ),
            (
                &"forced".into(),
                &"missing".into(),
                &filter.into(),
                &"1592.2.0".into()
            ),
            "{answer}"
        );
        assert!(
            answer["reason"]
                .as_str()
                .unwrap()
                .starts_with("counts as missing, because it "),
            "{answer}"
        );
    }
    let capabilities = "    - version: 1592.1.0\n      capabilityFlavors: [{disk: [b]}]\n    - \
        version: 1592.2.0\n      capabilityFlavors: [{disk: [a]}]\n";
    let profile = profile("minor", capabilities)
        .replace(
            "  machineImages:",
            "  machineCapabilities:\n  - {name: architecture, values: [amd64]}\n  - \
             {name: disk, values: [a, b]}\n  machineImages:",
        )
        .replace("architecture: amd64}", "capabilities: {disk: [a]}}");
    let dir = Dir::with(&[
        ("profile.yaml", &profile),
        ("shoot.yaml", &shoot("1592.1.0", false)),
    ]);
    let answer = image(&dir, &[]);
    assert_eq!(
        (
            &answer["missing"]["filter"]["name"],
            &answer["after"]["flavor"]
        ),
        (&"capabilities".into(), &0.into()),
        "{answer}"
    );
}

/// "Rules people mis-predict: patch first for every strategy; ..."
#[test]
fn patch_first_for_every_strategy() {
    for strategy in ["patch", "minor", "major"] {
        let versions = image_versions(&["2000.0.0", "1592.9.0", "1592.1.5", "1592.1.0"]);
        let dir = Dir::with(&[
            ("profile.yaml", &profile(strategy, &versions)),
            ("shoot.yaml", &shoot("1592.1.0", true)),
        ]);
        let answer = image(&dir, &[]);
        assert_eq!(
            (&answer["after"]["version"], &answer["chosen"]),
            (&"1592.1.5".into(), &"patch".into()),
            "{strategy}"
        );
    }
}

/// "... `minor` stays within the major until expired; ..."
#[test]
fn minor_stays_within_the_major_until_expired() {
    let expired = "    - version: 1592.1.0\n      expirationDate: \"2027-01-01T00:00:00Z\"\n    - \
        version: 2000.0.0\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", expired)),
        ("shoot.yaml", &shoot("1592.1.0", true)),
    ]);
    let answer = image(&dir, &[]);
    assert_eq!(
        (&answer["outcome"], &answer["stays"]),
        (&"stays".into(), &"upToDate".into())
    );
    let answer = image(&dir, &["--at", "2027-01-02T00:00:00Z"]);
    assert_eq!(
        (&answer["after"]["version"], &answer["chosen"]),
        (&"2000.0.0".into(), &"nextMajor".into())
    );
}

/// "... forced goes to the next *existing* higher minor or major; ..."
#[test]
fn forced_goes_to_the_next_existing_higher_minor_or_major() {
    let versions = |more: &str| {
        format!("    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n{more}")
    };
    for (strategy, listed, to) in [
        (
            "patch",
            &["1592.7.0", "1592.4.3", "1592.4.1", "2000.0.0"][..],
            "1592.4.3",
        ),
        ("minor", &["3000.0.0", "2000.4.0", "2000.3.9"], "2000.4.0"),
    ] {
        let profile = profile(strategy, &versions(&image_versions(listed)));
        let dir = Dir::with(&[
            ("profile.yaml", &profile),
            ("shoot.yaml", &shoot("1592.1.0", false)),
        ]);
        assert_eq!(image(&dir, &[])["after"]["version"], to, "{strategy}");
    }
    // Maintenance takes an expired version only where it would skip it otherwise.
    let skipped = "    - version: 1592.2.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n    - \
        version: 1592.7.0\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("patch", &versions(skipped))),
        ("shoot.yaml", &shoot("1592.1.0", false)),
    ]);
    let answer = image(&dir, &[]);
    assert_eq!(
        (
            &answer["after"]["version"],
            &answer["after"]["classification"]
        ),
        (&"1592.2.0".into(), &"expired".into())
    );
}

/// "... `major` cannot force."
#[test]
fn major_cannot_force() {
    let versions = "    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n    \
        - version: 2000.0.0\n      classification: preview\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("major", versions)),
        ("shoot.yaml", &shoot("1592.1.0", true)),
    ]);
    let answer = image(&dir, &[]);
    assert_eq!(
        (&answer["outcome"], &answer["fault"]),
        (&"fails".into(), &"cannotForce".into())
    );
}

/// "No target at all: name for each candidate the filter that removed it."
#[test]
fn where_there_is_no_target_at_all_each_candidate_has_the_filter_that_removed_it() {
    let versions = "    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n    \
        - version: 1592.2.0\n      architectures: [arm64]\n    - version: 1592.3.0\n      \
        kubeletVersionConstraint: < 1.30\n    - version: 1592.4.0\n      classification: \
        preview\n    - version: 1592.0.0\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", versions)),
        ("shoot.yaml", &shoot("1592.1.0", true)),
    ]);
    let answer = image(&dir, &[]);
    let removed: Vec<(&str, &str)> = answer["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| {
            (
                candidate["version"].as_str().unwrap(),
                candidate["removedBy"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("1592.1.0", "current"),
        ("1592.2.0", "architecture"),
        ("1592.3.0", "kubelet"),
        ("1592.4.0", "preview"),
        ("1592.0.0", "lower"),
    ];
    assert_eq!(removed, expected);
    let ran = dir.run(&["maintain"]);
    for line in [
        "1592.2.0: does not support amd64, only arm64",
        "1592.3.0: admits only kubelets < 1.30, not 1.33.1",
        "1592.4.0: is in preview",
        "1592.0.0: is lower",
    ] {
        assert!(ran.stdout.contains(line), "{line}: {}", ran.stdout);
    }
}

/// "A deprecated version above every supported one: the second maintenance run after a withdrawal
/// moves pools onto it. [...] show it by simulating runs until nothing changes."
#[test]
fn repeated_windows_show_what_a_withdrawn_version_leads_to() {
    let versions = "    - version: 1592.3.0\n      classification: deprecated\n    - version: \
        1592.2.0\n    - version: 1592.1.0\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", versions)),
        ("shoot.yaml", &shoot("1592.1.0", true)),
    ]);
    let windows = windows(&dir, &["--settle"]);
    let steps: Vec<Value> = windows
        .iter()
        .map(|window| window["versions"][1]["after"]["version"].clone())
        .collect();
    assert_eq!(
        steps,
        [Value::from("1592.2.0"), "1592.3.0".into(), Value::Null]
    );
    let reason = windows[1]["versions"][1]["reason"].as_str().unwrap();
    assert!(
        reason.ends_with("; deprecated, because there is no better one"),
        "{reason}"
    );
}

/// "In-place support without `minVersionForUpdate`: new pools can use it, no pool can update to
/// it."
#[test]
fn no_pool_is_updated_in_place_to_a_version_without_a_minimum() {
    let versions = "    - version: 1592.1.0\n      inPlaceUpdates: {supported: true}\n    - \
        version: 1592.2.0\n      inPlaceUpdates: {supported: true}\n";
    let shoot = shoot("1592.1.0", true).replace(
        "minimum: 1",
        "updateStrategy: AutoInPlaceUpdate, minimum: 1",
    );
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", versions)),
        ("shoot.yaml", &shoot),
    ]);
    let answer = image(&dir, &[]);
    assert_eq!(
        (&answer["stays"], &answer["candidates"][1]["removedBy"]),
        (&"upToDate".into(), &"inPlace".into()),
        "{answer}"
    );
}

/// "The last version of an image gets an end date: [...] maintenance can only fail."
#[test]
fn a_profile_alone_says_which_versions_get_stuck_and_when() {
    let versions = "    - version: 1592.1.0\n      expirationDate: \"2027-01-01T00:00:00Z\"\n";
    let dir = Dir::with(&[("profile.yaml", &profile("minor", versions))]);
    let ran = dir.run(&["maintain", "--profile", "profile.yaml", "-f", "json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let profile = &json["profiles"][0];
    assert_eq!(profile["transitions"][0]["date"], "2027-01-01T00:00:00Z");
    let stuck = &profile["stuck"][0];
    assert_eq!(
        (
            &stuck["version"],
            &stuck["date"],
            &stuck["fault"],
            &stuck["machineTypes"][0]
        ),
        (
            &"1592.1.0".into(),
            &"2027-01-01T00:00:00Z".into(),
            &"noHigherMajor".into(),
            &"small".into()
        )
    );
    assert_eq!(ran.exit.code(), 1);
    assert_eq!(
        dir.run(&[
            "maintain",
            "--profile",
            "profile.yaml",
            "--until",
            "2026-12-31T00:00:00Z"
        ])
        .exit
        .code(),
        0,
        "not before"
    );
}

#[test]
fn a_profile_alone_names_the_time_that_it_is_asked_about() {
    let dir = Dir::with(&[(
        "profile.yaml",
        &profile("minor", &image_versions(&["1592.1.0"])),
    )]);
    for (args, range) in [
        (&[][..], format!("; the time is {NOW}.")),
        (&["--from", EARLIER], format!(" from {EARLIER} on.")),
        (&["--until", LATER], format!(" from {NOW} until {LATER}.")),
    ] {
        for format in formats_but("maintain", &["csv", "json"]) {
            let ran = dir.run(
                &[
                    &["maintain", "--profile", "profile.yaml", "--format", &format],
                    args,
                ]
                .concat(),
            );
            assert!(
                ran.stdout
                    .contains(&format!("hanges of its versions{range}")),
                "{}",
                ran.stdout
            );
        }
    }
}

/// The answer changes just after a date, and the timeline says by which.
#[test]
fn a_timeline_names_the_date_in_the_profile() {
    let versions = "    - version: 1592.1.0\n      expirationDate: \"2027-01-01T00:00:00Z\"\n    \
        - version: 2000.0.0\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", versions)),
        ("shoot.yaml", &shoot("1592.1.0", false)),
    ]);
    let windows = windows(&dir, &["--until", LATER]);
    assert_eq!(windows.len(), 2);
    assert_eq!(
        (&windows[1]["date"], &windows[1]["at"]),
        (
            &"2027-01-01T00:00:00Z".into(),
            &"2027-01-01T00:00:01Z".into()
        )
    );
    assert_eq!(windows[1]["versions"][1]["outcome"], "forced");
}

/// The findings of `lint` about the next window, in the compact form. The Shoot exists as it is.
fn findings(profile: &str, shoot: &str) -> Vec<String> {
    let dir = Dir::with(&[("profile.yaml", profile), ("shoot.yaml", shoot)]);
    let ran = dir.run(&[
        "lint",
        "-f",
        "compact",
        "--with",
        "profile.yaml",
        "--old",
        "shoot.yaml",
        "shoot.yaml",
    ]);
    ran.stdout
        .lines()
        .map(|line| line.split_once(": ").unwrap().1.to_owned())
        .collect()
}

#[test]
fn lint_says_where_the_next_window_fails() {
    let expired = "    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n";
    let all = findings(&profile("minor", expired), &shoot("1592.1.0", false));
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(
        all[0].starts_with(
            "warning[shoot/failing-maintenance] spec.provider.workers[0].machine.image.version: "
        ),
        "{all:?}"
    );
    assert!(
        all[0].contains(
            "it has been expired since 2026-01-01T00:00:00Z, and there is no higher version of its major"
        ),
        "{all:?}"
    );

    let other =
        profile("minor", &image_versions(&["1592.1.0"])).replace("name: small", "name: other");
    let all = findings(&other, &shoot("1592.1.0", false));
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(
        all[0].contains("has no machine type `small`, which pool `pool` uses"),
        "{all:?}"
    );

    let old = profile("minor", &image_versions(&["1592.1.0"]))
        .replace("version: 1.33.1", "version: 1.35.1");
    let all = findings(&old, &shoot("1592.1.0", false));
    assert!(
        all[0].starts_with("warning[shoot/failing-maintenance] spec.kubernetes.version: "),
        "{all:?}"
    );
}

/// A refusal of the server, and a move between deprecated versions, need no finding.
#[test]
fn lint_says_nothing_of_windows_that_a_refused_shoot_never_sees() {
    let expired = "    - version: 1592.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"\n";
    let dir = Dir::with(&[
        ("profile.yaml", &profile("minor", expired)),
        ("shoot.yaml", &shoot("1592.1.0", false)),
    ]);
    let ran = dir.run(&[
        "lint",
        "-f",
        "compact",
        "--with",
        "profile.yaml",
        "shoot.yaml",
    ]);
    assert!(
        ran.stdout.contains("error[shoot/unfit-image-version]")
            && !ran.stdout.contains("maintenance"),
        "{}",
        ran.stdout
    );
    let deprecated = "    - version: 1592.2.0\n      classification: deprecated\n    - version: \
        1592.1.0\n      classification: deprecated\n";
    assert_eq!(
        findings(&profile("minor", deprecated), &shoot("1592.1.0", true)),
        [""; 0]
    );
}

/// A profile without vocabulary, with one machine type and one image.
fn profile(strategy: &str, versions: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         example}}\nspec:\n  type: example\n  kubernetes:\n    versions:\n    - version: \
         1.33.1\n  machineImages:\n  - name: gardenlinux\n    updateStrategy: {strategy}\n    \
         versions:\n{versions}  machineTypes:\n  - {{name: small, cpu: \"2\", gpu: \"0\", memory: \
         8Gi, architecture: amd64}}\n  regions:\n  - name: europe\n"
    )
}

fn image_versions(versions: &[&str]) -> String {
    versions
        .iter()
        .map(|version| format!("    - version: {version}\n"))
        .collect()
}

/// A Shoot with one worker pool.
fn shoot(version: &str, auto_update: bool) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: a, namespace: \
         garden-x}}\nspec:\n  cloudProfile: {{name: example}}\n  region: europe\n  kubernetes: \
         {{version: 1.33.1}}\n  maintenance: {{autoUpdate: {{kubernetesVersion: true, \
         machineImageVersion: {auto_update}}}}}\n  provider:\n    type: example\n    \
         workers:\n    - {{name: pool, minimum: 1, maximum: 2, machine: {{type: small, image: \
         {{name: gardenlinux, version: {version}}}}}}}\n"
    )
}

fn windows(dir: &Dir, args: &[&str]) -> Vec<Value> {
    let ran = dir.run(&[&["maintain", "-f", "json"], args].concat());
    let json: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    json["shoots"][0]["windows"].as_array().unwrap().clone()
}

/// The plan for the image of the pool.
fn image(dir: &Dir, args: &[&str]) -> Value {
    windows(dir, args)[0]["versions"][1].clone()
}

/// That every version has a target says nothing where none expires.
#[test]
fn profiles_without_dates_say_so() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/examples/valid.yaml");
    let dir = Dir::with(&[("profile.yaml", &*std::fs::read_to_string(path).unwrap())]);
    let ran = dir.run(&["maintain", "--profile", "profile.yaml"]);
    assert!(
        ran.stdout.ends_with("No version expires.\n"),
        "{}",
        ran.stdout
    );
}
