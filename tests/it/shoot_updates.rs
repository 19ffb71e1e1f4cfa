//! Updates of Shoots on the command line: what the server refuses because of the stored object, and
//! what it does not. A test stands for a kind and goes through its variants.

use crate::common::Dir;
use serde_json::Value;

const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: \
    NamespacedCloudProfile\nmetadata: {name: own, namespace: garden-p}\nspec: \
    {parent: {kind: CloudProfile, name: example}}\n";

/// A profile without a vocabulary.
const LEGACY: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes: {versions: [{version: 1.33.1}, {version: 1.32.5}, {version: 1.31.9, expirationDate: "2026-01-31T00:00:00Z"}]}
  machineImages:
  - name: linux
    versions:
    - {version: 4.0.0, lifecycle: [{classification: preview, startTime: "2091-01-01T00:00:00Z"}]}
    - {version: 3.0.0, expirationDate: "2026-01-31T00:00:00Z"}
    - {version: 2.0.0}
    - {version: 1.0.0, expirationDate: "2026-01-31T00:00:00Z"}
  machineTypes: [{name: small, cpu: "2", gpu: "0", memory: 8Gi}]
  regions: [{name: europe, accessRestrictions: [{name: eu}]}, {name: asia}]
"#;

/// The same with a vocabulary.
fn with_vocabulary() -> String {
    LEGACY.replace(
        "  machineImages:",
        "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineImages:",
    )
}

/// A Shoot. `profile`: kind and name; `pools`: the list in flow form; `more`: more fields of the
/// spec.
fn shoot(profile: &str, pools: &str, more: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: mine, namespace: garden-p}}
spec:
  cloudProfile: {{{profile}}}
  region: europe
  kubernetes: {{version: 1.33.1}}
  provider: {{type: example, workers: [{pools}]}}
{more}"
    )
}

fn pool(name: &str, machine_type: &str, image: &str) -> String {
    format!(
        "{{name: {name}, minimum: 1, maximum: 3, machine: {{type: {machine_type}, architecture: \
         amd64, image: {{name: linux, version: {image}}}}}}}"
    )
}

const PROFILE: &str = "kind: CloudProfile, name: example";
const OWN: &str = "kind: NamespacedCloudProfile, name: own";

/// Lints an object. `old`: the stored one; `profiles`: what it may refer to.
fn lint(profiles: &[&str], old: Option<&str>, object: &str, more: &[&str]) -> Vec<Value> {
    let names: Vec<String> = (0..profiles.len())
        .map(|at| format!("profile{at}.yaml"))
        .collect();
    let mut files: Vec<(&str, &str)> = names
        .iter()
        .map(String::as_str)
        .zip(profiles.iter().copied())
        .collect();
    let mut args = vec![
        "lint",
        "--level=note",
        "--format=json",
        "--now=2026-11-27T00:00:00Z",
    ];
    files.push(("object.yaml", object));
    for name in &names {
        args.extend(["--with", name.as_str()]);
    }
    if let Some(old) = old {
        files.push(("old.yaml", old));
        args.extend(["--old", "old.yaml"]);
    }
    args.extend(more);
    args.push("object.yaml");
    let ran = Dir::with(&files).run(&args);
    let report: Value = serde_json::from_str(&ran.stdout)
        .unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    report["findings"].as_array().unwrap().clone()
}

/// Type and field of everything that the server reports, sorted.
fn errors(findings: &[Value]) -> Vec<String> {
    let error = |finding: &Value| {
        Some(format!(
            "{} {}",
            finding["type"].as_str()?.strip_prefix("FieldValue")?,
            finding["field"].as_str()?
        ))
    };
    let mut all: Vec<String> = findings
        .iter()
        .filter(|finding| finding["afterwards"] != true)
        .filter_map(error)
        .collect();
    all.sort();
    all
}

fn messages(findings: &[Value], rule: &str) -> Vec<String> {
    let of_rule = findings.iter().filter(|finding| finding["rule"] == rule);
    of_rule
        .map(|finding| finding["message"].as_str().unwrap().to_owned())
        .collect()
}

/// The profile in both formats, for Shoots that refer to it or to a child of it.
fn each_profile(mut judge: impl FnMut(&[&str], &str)) {
    for profile in [LEGACY.to_owned(), with_vocabulary()] {
        judge(&[&profile, CHILD], PROFILE);
        judge(&[&profile, CHILD], OWN);
    }
}

#[test]
fn existing_pools_may_move_to_an_expired_image_version_but_not_to_an_unavailable_one() {
    let at = |index: usize| {
        vec![format!(
            "Invalid spec.provider.workers[{index}].machine.image"
        )]
    };
    each_profile(|profiles, reference| {
        let stored = shoot(reference, &pool("a", "small", "2.0.0"), "");
        let update = |pools: &[String]| {
            errors(&lint(
                profiles,
                Some(&stored),
                &shoot(reference, &pools.join(", "), ""),
                &[],
            ))
        };
        assert!(
            update(&[pool("a", "small", "3.0.0")]).is_empty(),
            "expired and higher"
        );
        assert_eq!(
            update(&[pool("a", "small", "1.0.0")]),
            at(0),
            "expired and lower"
        );
        assert_eq!(
            update(&[pool("a", "small", "4.0.0")]),
            at(0),
            "not available yet"
        );
        let kept = pool("a", "small", "2.0.0");
        for version in ["1.0.0", "3.0.0", "4.0.0"] {
            assert_eq!(
                update(&[kept.clone(), pool("b", "small", version)]),
                at(1),
                "a new pool with {version}"
            );
        }
        let unavailable = shoot(reference, &pool("a", "small", "4.0.0"), "");
        assert!(
            errors(&lint(profiles, Some(&unavailable), &unavailable, &[])).is_empty(),
            "what stays is not asked"
        );
        assert_eq!(
            errors(&lint(profiles, None, &unavailable, &[])),
            at(0),
            "a new Shoot"
        );
    });
}

#[test]
fn a_shoot_moves_only_within_a_family_also_where_files_are_not_given() {
    let pools = pool("a", "small", "2.0.0");
    let other = LEGACY.replace("name: example}", "name: other}");
    let elsewhere = CHILD
        .replace("name: own", "name: theirs")
        .replace("name: example", "name: other");
    let moves = |profiles: &[&str], from: &str, to: &str| {
        let findings = lint(
            profiles,
            Some(&shoot(from, &pools, "")),
            &shoot(to, &pools, ""),
            &[],
        );
        let refused = messages(&findings, "shoot/forbidden-profile-move");
        assert!(errors(&findings).is_empty(), "the server names no field");
        !refused.is_empty()
    };
    let (other_profile, theirs, gone) = (
        "kind: CloudProfile, name: other",
        "kind: NamespacedCloudProfile, name: theirs",
        "name: gone",
    );
    for (profiles, from, to, refused) in [
        // Everything is at hand.
        (&[LEGACY, &other, CHILD][..], PROFILE, OWN, false),
        (&[LEGACY, &other, CHILD], OWN, PROFILE, false),
        (&[LEGACY, &other, CHILD], other_profile, OWN, true),
        // The old profile is not.
        (&[LEGACY, CHILD], gone, PROFILE, true),
        (&[LEGACY, CHILD], gone, OWN, true),
        (&[LEGACY, CHILD], theirs, PROFILE, true),
        (&[LEGACY, CHILD], theirs, OWN, true),
        // The parent of the old one is not, but its file says which it is.
        (&[LEGACY, &elsewhere], theirs, PROFILE, true),
        // The new profile is not, nor both.
        (&[LEGACY, CHILD], PROFILE, gone, true),
        (&[LEGACY, CHILD], OWN, gone, true),
        (&[], PROFILE, gone, true),
        (&[CHILD], PROFILE, OWN, false),
        (&[], PROFILE, OWN, false),
        (&[], OWN, PROFILE, false),
        // The same profile in other words.
        (&[LEGACY], "name: example", PROFILE, false),
    ] {
        assert_eq!(
            moves(profiles, from, to),
            refused,
            "{from} -> {to}, {} files",
            profiles.len()
        );
    }
}

#[test]
fn a_removed_machine_type_refuses_every_update_where_capabilities_are_compared() {
    for (profile, fails) in [(LEGACY.to_owned(), false), (with_vocabulary(), true)] {
        for reference in [PROFILE, OWN] {
            let profiles = [profile.as_str(), CHILD];
            let pools =
                |second: &str| [pool("a", "gone", "2.0.0"), pool("b", "small", second)].join(", ");
            let stored = shoot(reference, &pools("1.0.0"), "");
            let lost = |object: &str| {
                let findings = lint(&profiles, Some(&stored), object, &[]);
                let said = messages(&findings, "shoot/unknown-machine-type");
                assert!(errors(&findings).is_empty(), "{findings:?}");
                !said.is_empty()
            };
            assert!(
                !lost(&stored),
                "an update that changes nothing is not checked"
            );
            let changed = [
                shoot(reference, &pools("2.0.0"), ""),
                shoot(reference, &pools("1.0.0"), "  purpose: testing\n"),
                stored.replace("name: mine,", "name: mine, labels: {a: b},"),
                stored.replace(
                    "minimum: 1, maximum: 3, machine: {type: gone",
                    "minimum: 1, maximum: 5, machine: {type: gone",
                ),
            ];
            for object in changed {
                assert_eq!(lost(&object), fails, "{object}");
            }
            let away = stored.replace("type: gone", "type: small");
            assert!(
                !lost(&away),
                "the pool moves to a machine type that there is"
            );
        }
    }
}

#[test]
fn a_region_that_goes_or_is_unknown_is_judged_as_changed() {
    let pools = pool("a", "small", "2.0.0");
    let restricted = "  accessRestrictions: [{name: eu}]\n";
    let update = |old: &str, new: &str| errors(&lint(&[LEGACY], Some(old), new, &[]));
    let stored = |more: &str| shoot(PROFILE, &pools, more);
    let in_region = |text: String, region: &str| text.replace("  region: europe\n", region);
    let gone = in_region(stored(""), "");
    let removed = ["Invalid spec.region", "Required spec.region"];
    let later = lint(&[LEGACY], Some(&stored("")), &gone, &[]);
    assert!(
        later
            .iter()
            .any(|finding| finding["afterwards"] == true
                && finding["rule"] == "shoot/unknown-region"),
        "{later:?}"
    );
    assert_eq!(update(&stored(""), &gone), removed);
    assert_eq!(
        update(&stored(restricted), &gone),
        removed,
        "what static validation says of the field is not said again"
    );
    assert_eq!(
        errors(&lint(&[LEGACY], None, &gone, &[])),
        ["Required spec.region"],
        "on create nothing is looked up"
    );
    let unknown = |more: &str| in_region(stored(more), "  region: atlantis\n");
    assert_eq!(
        update(&unknown(restricted), &unknown("")),
        ["Invalid spec.region"],
        "restrictions go"
    );
    assert_eq!(
        update(&unknown(""), &unknown(restricted)),
        ["Invalid spec.region"],
        "restrictions come"
    );
    assert!(update(&unknown(restricted), &unknown(restricted)).is_empty());
    assert!(update(&unknown(""), &unknown("")).is_empty());
    assert!(
        update(&stored(restricted), &stored("")).is_empty(),
        "the region is known"
    );
}

#[test]
fn parts_of_an_internal_version_are_refused_whatever_else_is_wrong() {
    let part = "providerConfig: {apiVersion: example.gardener.cloud/__internal, kind: Part}";
    let pools = format!(
        "{{name: a, minimum: 1, maximum: 3, {part}, machine: {{type: small, architecture: amd64, \
         image: {{name: linux, version: 2.0.0, {part}}}}}, cri: {{name: containerd, \
         containerRuntimes: [{{type: gvisor, {part}}}]}}}}"
    );
    let at = |field: &str| format!("Invalid spec.provider.workers[0].{field}");
    let parts = [
        at("cri.containerRuntimes[0].providerConfig"),
        at("machine.image.providerConfig"),
        at("providerConfig"),
    ];
    let of = |text: &str| errors(&lint(&[LEGACY], None, text, &[]));
    let same = shoot(PROFILE, &pools, "");
    let other = same.replace("type: example", "type: another");
    let with_parts = |more: &[&str]| {
        let mut all: Vec<String> = parts
            .iter()
            .cloned()
            .chain(more.iter().map(|error| (*error).to_owned()))
            .collect();
        all.sort();
        all
    };
    assert_eq!(
        of(&same),
        with_parts(&["Invalid spec.provider.workers[0].cri.containerRuntimes[0].type"])
    );
    assert_eq!(of(&other), with_parts(&["Invalid spec.provider.type"]));
    let unreadable = |text: &str| text.replace("version: 1.33.1", "version: 1.33.x");
    assert_eq!(
        of(&unreadable(&other)),
        with_parts(&[
            "Invalid spec.provider.type",
            "NotSupported spec.kubernetes.version"
        ])
    );
    assert_eq!(
        of(&unreadable(&same)),
        with_parts(&[
            "Invalid spec.kubernetes.version",
            "NotSupported spec.kubernetes.version"
        ])
    );
}

#[test]
fn versions_that_cannot_be_completed_belong_to_their_own_fields() {
    let with = |control_plane: &str, pools: [&str; 3]| {
        let pool = |(at, version): (usize, &&str)| {
            let kubernetes = if version.is_empty() {
                String::new()
            } else {
                format!(", kubernetes: {{version: \"{version}\"}}}}")
            };
            let pool = pool(&format!("p{at}"), "small", "2.0.0");
            if kubernetes.is_empty() {
                pool
            } else {
                format!("{}{kubernetes}", pool.strip_suffix('}').unwrap())
            }
        };
        let pools: Vec<String> = pools.iter().enumerate().map(pool).collect();
        shoot(PROFILE, &pools.join(", "), "").replace(
            "version: 1.33.1}",
            &format!("version: \"{control_plane}\"}}"),
        )
    };
    let stored = with("1.33.1", ["", "", ""]);
    let profile = LEGACY.replace(
        "{version: 1.33.1}",
        "{version: 1.33.1, classification: supported}",
    );
    let control_plane = "Invalid spec.kubernetes.version".to_owned();
    let of_pool = |at: usize| format!("Invalid spec.provider.workers[{at}].kubernetes.version");
    for (versions, wanted) in [
        (("1.33", ["1.29", "", ""]), vec![of_pool(0)]),
        (("1.29", ["", "", ""]), vec![control_plane.clone()]),
        (
            ("1.29", ["", "1.28", "1.27"]),
            vec![control_plane.clone(), of_pool(1)],
        ),
        (("x", ["", "", "y"]), vec![control_plane, of_pool(2)]),
        (("1.33", ["", "1.28", "1.27"]), vec![of_pool(1)]),
        (("1.33", ["1.33", "", ""]), vec![]),
    ] {
        let object = with(versions.0, versions.1);
        for old in [None, Some(stored.as_str())] {
            assert_eq!(
                errors(&lint(&[&profile], old, &object, &[])),
                wanted,
                "{versions:?}"
            );
        }
    }
}

#[test]
fn object_metadata_times_come_from_the_server() {
    let shoot = shoot(PROFILE, &pool("a", "small", "2.0.0"), "");
    for object in [LEGACY, CHILD, &shoot] {
        let with = |more: &str| object.replacen("metadata: {", &format!("metadata: {{{more}, "), 1);
        let parents: &[&str] = if object == LEGACY { &[] } else { &[LEGACY] };
        let update = |old: &str, new: &str| {
            errors(&lint(
                parents,
                Some(old),
                new,
                &["--select=change/immutable-metadata"],
            ))
        };
        let [then, later] = ["2026-01-01", "2026-02-02"].map(|day| format!("\"{day}T00:00:00Z\""));
        let created = |at: &str| with(&format!("creationTimestamp: {at}"));
        assert!(
            update(&created(&then), &created(&later)).is_empty(),
            "the server takes the stored one"
        );
        assert!(update(object, &created(&later)).is_empty());
        assert!(update(&created(&then), object).is_empty());
        let deleted = |at: &str| {
            with(&format!(
                "deletionTimestamp: {at}, deletionGracePeriodSeconds: 30"
            ))
        };
        assert_eq!(
            update(object, &deleted(&then)),
            [
                "Invalid metadata.deletionGracePeriodSeconds",
                "Invalid metadata.deletionTimestamp"
            ]
        );
        assert!(
            update(&deleted(&then), &deleted(&later)).is_empty(),
            "the server keeps the stored one"
        );
        assert!(update(&deleted(&then), object).is_empty());
        assert!(update(object, &with("deletionTimestamp: null")).is_empty());
    }
}

#[test]
fn a_shoot_in_deletion_is_stored_and_nothing_of_it_is_new() {
    each_profile(|profiles, reference| {
        let text = shoot(reference, &pool("a", "small", "1.0.0"), "")
            .replace("version: 1.33.1", "version: 1.31.9");
        let going = text.replace(
            "name: mine,",
            "name: mine, deletionTimestamp: \"2026-11-01T00:00:00Z\",",
        );
        let wanted = [
            "Invalid spec.provider.workers[0].machine.image",
            "NotSupported spec.kubernetes.version",
        ];
        assert_eq!(errors(&lint(profiles, None, &text, &[])), wanted);
        assert!(errors(&lint(profiles, None, &going, &[])).is_empty());
        assert_eq!(
            errors(&lint(profiles, None, &going, &["--operation=create"])),
            wanted,
            "whoever says so gets it"
        );
        let lost = going.replace("type: small", "type: gone");
        assert!(
            messages(
                &lint(profiles, None, &lost, &[]),
                "shoot/unknown-machine-type"
            )
            .is_empty()
        );
    });
}

#[test]
fn a_shoot_that_loses_all_pools_fails_in_the_mutator_only_with_a_reference() {
    let stored = shoot(PROFILE, &pool("a", "small", "2.0.0"), "");
    let without =
        |text: &str| text.replace("  cloudProfile: {kind: CloudProfile, name: example}\n", "");
    let ssh = |text: &str| {
        text.replace(
            "workers: []",
            "workers: [], workersSettings: {sshAccess: {enabled: true}}",
        )
    };
    let empty = shoot(PROFILE, "", "");
    let forbidden = "Forbidden spec.provider.workers";
    let required = "Required spec.cloudProfile.name";
    let settings = "Forbidden spec.provider.workersSettings";
    for (object, wanted) in [
        (empty.clone(), vec![]),
        (ssh(&empty), vec![forbidden, settings]),
        (without(&empty), vec![forbidden, required, required]),
        (
            ssh(&without(&empty)),
            vec![forbidden, settings, required, required],
        ),
    ] {
        let findings = lint(&[LEGACY], Some(&stored), &object, &[]);
        assert_eq!(errors(&findings), wanted, "{object}");
        assert_eq!(
            messages(&findings, "shoot/workers-come-or-go").len(),
            1,
            "{findings:?}"
        );
    }
}
