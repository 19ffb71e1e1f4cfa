//! Fixes: what each changes and what is left alone, and which files are written. That nothing else
//! is ever touched is in `property`.

mod corpus;
mod dress;
mod meaning;
mod misspelt;
mod mutate;
mod property;

use std::collections::BTreeSet;

use cpcap::config::{Gates, Settings};
use cpcap::finding::{Finding, Severity};
use cpcap::fix::{Fixed, Job, fix};
use cpcap::landscape::Input;
use cpcap::lint::lint;
use cpcap::model::time::Time;
use cpcap::source::{FileId, Source, Sources};

use crate::common::Dir;

fn settings() -> Settings {
    let mut gates = Gates::default();
    gates.set("CloudProfileCapabilities", true);
    Settings {
        gates,
        silences: true,
        ..Settings::at(Time::parse("2026-11-27T00:00:00Z").unwrap())
    }
}

/// Fixes one text; with it, what was found before.
fn run(text: &str, with_unsafe: bool, settings: &Settings) -> (Fixed, Vec<Finding>) {
    let mut sources = Sources::default();
    let file = sources.add(Source::new("x.yaml", text));
    let inputs = [Input { file, fault: None }];
    let files = BTreeSet::from([file]);
    let before = lint(&sources, &inputs, &[], settings);
    let found = before.findings.clone();
    let job = Job {
        judged: &inputs,
        context: &[],
        old: &[],
        files: &files,
        settings,
        with_unsafe,
    };
    (fix(&sources, before, job), found)
}

fn fixed(text: &str, with_unsafe: bool) -> String {
    run(text, with_unsafe, &settings())
        .0
        .sources
        .get(FileId(0))
        .text()
        .to_owned()
}

fn profile(spec: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: x # the \
         name\nspec:\n{spec}"
    )
}

/// A whole profile without a finding that is an error; each argument replaces a part of it.
fn whole(changes: &[(&str, &str)]) -> String {
    let mut text = profile(WHOLE);
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

const WHOLE: &str = "  type: x
  kubernetes:
    versions:
      - version: 1.33.1 # the only one
  machineCapabilities:
    - name: architecture
      values: [amd64, arm64]
    - name: gpu
      values: [a, b]
  machineImages:
    - name: linux
      updateStrategy: major
      versions:
        - version: 1.0.0
          cri:
            - name: containerd # runs here
          capabilityFlavors:
            - architecture: [amd64]
              gpu: [a]
  machineTypes:
    - name: small
      cpu: \"2\"
      gpu: \"0\"
      memory: 4Gi
      usable: true
      capabilities:
        architecture: [amd64]
        gpu: [a]
  regions:
    - name: here
";

const FLAVOR: &str = "            - architecture: [amd64]\n              gpu: [a]\n";

/// Both directions at once: the expected effect on a part of the whole profile, and that the rest
/// of it stays.
#[track_caller]
fn becomes(with_unsafe: bool, bad: &[(&str, &str)], good: &[(&str, &str)]) {
    assert_eq!(fixed(&whole(bad), with_unsafe), whole(good));
    let crlf = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(
        fixed(&crlf(&whole(bad)), with_unsafe),
        crlf(&whole(good)),
        "with Windows line ends"
    );
    let marked = |text: &str| format!("\u{feff}{}", text.trim_end());
    assert_eq!(
        fixed(&marked(&whole(bad)), with_unsafe),
        marked(&whole(good)),
        "with a byte order mark and no last line end"
    );
    let second = |text: &str| format!("# ü\na: 1\n---\n{text}---\nb: 2\n");
    assert_eq!(
        fixed(&second(&whole(bad)), with_unsafe),
        second(&whole(good)),
        "among others"
    );
}

#[test]
fn the_whole_profile_needs_no_fix() {
    let (done, found) = run(&whole(&[]), true, &settings());
    let errors: Vec<_> = found
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(done.count(), 0);
}

#[test]
fn mistyped_scalars_get_quotes() {
    becomes(
        false,
        &[(
            "name: small\n      cpu: \"2\"",
            "name: 42\n      cpu: \"2\"",
        )],
        &[("name: small", "name: \"42\"")],
    );
    becomes(false, &[("usable: true", "usable: 'true'")], &[]);
    becomes(false, &[("gpu: [a]\n  machine", "gpu: a\n  machine")], &[]);
}

#[test]
fn flavors_are_unwrapped() {
    becomes(
        false,
        &[(
            FLAVOR,
            "            - capabilities:\n                architecture: [amd64]\n                \
             gpu: [a] # one\n",
        )],
        &[("gpu: [a]\n", "gpu: [a] # one\n")],
    );
}

#[test]
fn renamed_fields_get_their_name() {
    becomes(false, &[("machineCapabilities", "capabilities")], &[]);
    becomes(false, &[("capabilityFlavors", "capabilitySets")], &[]);
}

#[test]
fn bad_container_runtimes_go() {
    becomes(
        false,
        &[(
            "            - name: containerd # runs",
            "            - name: docker\n            - name: containerd # runs",
        )],
        &[],
    );
}

#[test]
fn repeated_values_go() {
    becomes(false, &[("values: [a, b]", "values: [a, b, a]")], &[]);
    becomes(false, &[("values: [a, b]", "values: [a, a, a, b]")], &[]);
    becomes(
        false,
        &[("values: [a, b]", "values:\n      - a\n      - a\n      - b")],
        &[("values: [a, b]", "values:\n      - a\n      - b")],
    );
}

#[test]
fn repeated_entries_go_if_they_say_nothing_else() {
    const CRI: &str = "            - name: containerd # runs here\n";
    let twice = |more: &str| format!("            - name: containerd{more}\n{CRI}");
    becomes(
        false,
        &[(CRI, &format!("{CRI}            - name: containerd\n"))],
        &[],
    );
    let differs = whole(&[(
        CRI,
        &twice("\n              containerRuntimes: [{type: gvisor}]"),
    )]);
    assert_eq!(fixed(&differs, true), differs);
    let runtimes = |list: &str| format!("{CRI}              containerRuntimes: [{list}]\n");
    becomes(
        false,
        &[(CRI, &runtimes("{type: a}, {type: b}, {type: a}"))],
        &[(CRI, &runtimes("{type: a}, {type: b}"))],
    );
}

#[test]
fn a_fix_removes_the_reserved_prefix_everywhere() {
    becomes(
        false,
        &[
            ("- name: gpu", "- name: gardener-gpu"),
            ("gpu: [a]\n  machine", "\"gardener-gpu\": [a]\n  machine"),
            ("gpu: [a]\n  regions", "gardener-gpu: [a]\n  regions"),
        ],
        &[("gpu: [a]\n  machine", "\"gpu\": [a]\n  machine")],
    );
}

#[test]
fn a_fix_that_reveals_another_error_is_not_made() {
    // Unwrapped, the flavor would have a value that is not defined.
    let text = whole(&[(
        FLAVOR,
        "            - capabilities: {architecture: [amd64], gpu: [zzz]}\n",
    )]);
    assert_eq!(fixed(&text, true), text);
}

#[test]
fn a_shared_value_changes_only_where_all_places_ask() {
    let all = whole(&[
        ("gpu: [a]\n  machine", "gpu: &v [a, a]\n  machine"),
        ("gpu: [a]\n  regions", "gpu: *v\n  regions"),
    ]);
    let one = whole(&[
        ("values: [a, b]", "values: &v [a, b, a]"),
        ("gpu: [a]\n  regions", "gpu: *v\n  regions"),
    ]);
    for text in [all, one] {
        let (done, _) = run(&text, true, &settings());
        let after = done.sources.get(FileId(0)).text();
        assert_eq!(after, text);
    }
}

#[test]
fn silenced_findings_are_not_fixed() {
    let text = whole(&[(
        "values: [a, b]",
        "values: [a, b, a] # cpcap: ignore[capability/repeated-value] wanted",
    )]);
    assert_eq!(fixed(&text, true), text);
}

const REPEATED: (&str, &str) = ("values: [a, b]", "values: [a, b, a]");

#[test]
fn files_are_written_and_what_is_left_is_shown() {
    let dir = Dir::with(&[("a.yaml", &whole(&[REPEATED])), ("b.yaml", &whole(&[]))]);
    let ran = dir.run(&["lint", "--level", "note", "--fix", "a.yaml", "b.yaml"]);
    assert!(
        ran.stdout
            .trim_end()
            .ends_with("; fixed 1 finding in 1 file"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        whole(&[])
    );
    assert_eq!(
        std::fs::read_dir(dir.path()).unwrap().count(),
        2,
        "no other file is left"
    );
    let ran = dir.run(&["lint", "--fix", "--format", "json", "a.yaml"]);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["summary"]["fixes"]["fixed"], 0);
}

#[test]
fn a_diff_writes_no_file() {
    let before = whole(&[REPEATED]);
    let dir = Dir::with(&[("a.yaml", &before)]);
    let ran = dir.run(&["lint", "--diff", "a.yaml"]);
    assert_eq!(ran.exit.code(), 1);
    assert!(
        ran.stdout
            .starts_with("--- a.yaml\n+++ a.yaml\n@@ -11,7 +11,7 @@\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("\n-      values: [a, b, a]\n+      values: [a, b]\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stderr, "would fix 1 finding in 1 file\n");
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        before
    );
    assert_eq!(
        dir.run(&["lint", "--diff", "--format", "json", "a.yaml"])
            .exit
            .code(),
        2
    );
    assert_eq!(
        dir.run(&["lint", "--unsafe-fixes", "a.yaml"]).exit.code(),
        2
    );
}

#[test]
fn standard_input_goes_to_standard_output() {
    let dir = Dir::with(&[("a.yaml", "kept: true\n")]);
    let ran = dir.run_with(
        &["lint", "--fix", "--stdin-filename", "a.yaml", "-"],
        &whole(&[REPEATED]),
        &[],
    );
    assert_eq!(ran.stdout, whole(&[]));
    assert!(
        ran.stderr.contains("fixed 1 finding in 1 file"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        "kept: true\n"
    );
    let ran = dir.run_with(&["lint", "--fix", "-"], &whole(&[]), &[]);
    assert_eq!(ran.stdout, whole(&[]), "also when there is nothing to fix");
}

#[test]
fn context_and_stored_objects_are_never_changed() {
    let bad = whole(&[REPEATED]);
    let dir = Dir::with(&[("a.yaml", &bad), ("with/b.yaml", &bad), ("old.yaml", &bad)]);
    dir.run(&[
        "lint", "--fix", "--with", "with", "--old", "old.yaml", "a.yaml",
    ]);
    for name in ["with/b.yaml", "old.yaml"] {
        assert_eq!(std::fs::read_to_string(dir.path().join(name)).unwrap(), bad);
    }
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        whole(&[])
    );
    dir.write("a.yaml", &bad);
    dir.run(&["lint", "--fix", "--old", "a.yaml", "a.yaml"]);
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        bad
    );
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = Dir::with(&[("real/a.yaml", &whole(&[REPEATED]))]);
    let real = dir.path().join("real/a.yaml");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real/a.yaml", dir.path().join("link.yaml")).unwrap();
    dir.run(&["lint", "--fix", "link.yaml"]);
    assert!(
        dir.path()
            .join("link.yaml")
            .symlink_metadata()
            .unwrap()
            .is_symlink()
    );
    assert_eq!(std::fs::read_to_string(&real).unwrap(), whole(&[]));
    assert_eq!(
        std::fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn files_of_other_encodings_are_left_alone() {
    let dir = Dir::new();
    let mut bytes = whole(&[REPEATED]).into_bytes();
    bytes.extend(b"# \xff\n");
    dir.write("a.yaml", &bytes);
    dir.run(&["lint", "--fix", "--unsafe-fixes", "a.yaml"]);
    assert_eq!(std::fs::read(dir.path().join("a.yaml")).unwrap(), bytes);
}

#[test]
fn json_and_lists_are_fixed_too() {
    let text = r#"{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
 "metadata": {"name": "x"}, "spec": {"machineCapabilities": [{"name": "gpu", "values": ["a", "b", "a"]}]}}]}"#;
    assert_eq!(fixed(text, false), text.replace(r#", "a"]"#, "]"));
}

#[cfg(unix)]
#[test]
fn a_failed_write_does_not_count_as_fixed() {
    use std::os::unix::fs::PermissionsExt;
    let bad = whole(&[("updateStrategy: major", "updateStrategy: Major")]);
    let dir = Dir::with(&[("a.yaml", &bad), ("b.yaml", &bad)]);
    std::fs::set_permissions(
        dir.path().join("a.yaml"),
        std::fs::Permissions::from_mode(0o444),
    )
    .unwrap();
    let ran = dir.run(&["lint", "--fix", "--format", "compact", "a.yaml", "b.yaml"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .starts_with("cpcap: cannot write a.yaml: it is read-only; nothing in it is fixed\n"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stdout
            .contains("a.yaml:17:23: error[cloudprofile/unknown-update-strategy]"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("b.yaml:17:23"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("; fixed 1 finding in 1 file"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        bad
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("b.yaml")).unwrap(),
        whole(&[])
    );
}

#[test]
fn a_name_with_a_blank_ends_with_a_tab_in_a_diff() {
    let dir = Dir::with(&[("a b.yaml", &whole(&[REPEATED]))]);
    let ran = dir.run(&["lint", "--diff", "a b.yaml"]);
    assert!(
        ran.stdout
            .starts_with("--- a b.yaml\t\n+++ a b.yaml\t\n@@ "),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_file_that_is_named_twice_is_fixed_once() {
    let dir = Dir::with(&[("a.yaml", &whole(&[REPEATED]))]);
    let ran = dir.run(&["lint", "--level", "note", "--fix", "a.yaml", "./a.yaml"]);
    assert!(
        ran.stdout
            .trim_end()
            .ends_with("; fixed 1 finding in 1 file"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(),
        whole(&[])
    );
}

/// However many texts have a fix that does not hold, all others get theirs.
#[test]
fn a_failing_fix_in_one_text_does_not_stop_fixes_in_others() {
    let shoot = |profile: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, \
             namespace: garden-x}}\nspec:\n  cloudProfile: {{name: {profile}}}\n  region: here\n  \
             kubernetes: {{version: 1.33.1}}\n  provider:\n    type: x\n    workers:\n    - \
             {{name: a, minimum: 1, maximum: 1, machine: {{type: small, image: {{name: linux, \
             version: 1.0.0}}}}}}\n"
        )
    };
    let named =
        |text: &str, name: &str| text.replace("name: x # the name", &format!("name: {name}"));
    // The field becomes one that keeps the Shoot from its machine type.
    let wrong = whole(&[
        REPEATED,
        ("capabilityFlavors", "capabilitySets"),
        ("gpu: [a]\n  machine", "gpu: [b]\n  machine"),
    ]);
    let half = wrong.replace("values: [a, b, a]", "values: [a, b]");
    let dir = Dir::new();
    for at in 0..12 {
        dir.write(
            &format!("{at}/profile.yaml"),
            named(&wrong, &format!("p{at}")),
        );
        dir.write(&format!("{at}/shoot.yaml"), shoot(&format!("p{at}")));
        dir.write(
            &format!("other/{at}.yaml"),
            named(&whole(&[REPEATED]), &format!("q{at}")),
        );
    }
    let ran = dir.run(&["lint", "--fix", "--format", "compact", "."]);
    for at in 0..12 {
        let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!(
            text(&format!("other/{at}.yaml")),
            named(&whole(&[]), &format!("q{at}")),
            "{}",
            ran.stderr
        );
        assert_eq!(
            text(&format!("{at}/profile.yaml")),
            named(&half, &format!("p{at}")),
            "{}",
            ran.stdout
        );
    }
}
