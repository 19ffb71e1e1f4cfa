//! Fixes: what each changes, what is left alone, and that nothing else is touched. The property runs over `testdata`, and over the real
//! files and recorded inputs beside the checkout where there are any.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cpcap::config::{Gates, ProviderRules, Settings};
use cpcap::finding::{Finding, Severity};
use cpcap::fix::{Fixed, Job, fix};
use cpcap::landscape::Input;
use cpcap::lint::lint;
use cpcap::model::time::Time;
use cpcap::source::{FileId, Source, Sources};
use cpcap::yaml::{self, NodeId, Tree};

use common::Dir;

fn settings() -> Settings {
    let mut gates = Gates::default();
    gates.set("CloudProfileCapabilities", true);
    Settings { gates, silences: true, ..Settings::at(Time::parse("2026-11-27T00:00:00Z").unwrap()) }
}

/// Fixes one text; with it, what was found before.
fn run(text: &str, with_unsafe: bool, settings: &Settings) -> (Fixed, Vec<Finding>) {
    let mut sources = Sources::default();
    let file = sources.add(Source::new("x.yaml", text));
    let inputs = [Input { file, fault: None }];
    let files = BTreeSet::from([file]);
    let before = lint(&sources, &inputs, &[], settings);
    let found = before.findings.clone();
    let job = Job { judged: &inputs, context: &[], old: &[], files: &files, settings, with_unsafe };
    (fix(&sources, before, job), found)
}

fn fixed(text: &str, with_unsafe: bool) -> String {
    run(text, with_unsafe, &settings()).0.sources.get(FileId(0)).text().to_owned()
}

fn profile(spec: &str) -> String {
    format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: x # the name\nspec:\n{spec}")
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

/// Both ways at once: what becomes of a part of the whole profile, and that the rest of it stays.
#[track_caller]
fn becomes(with_unsafe: bool, bad: &[(&str, &str)], good: &[(&str, &str)]) {
    assert_eq!(fixed(&whole(bad), with_unsafe), whole(good));
    let crlf = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(fixed(&crlf(&whole(bad)), with_unsafe), crlf(&whole(good)), "with Windows line ends");
    let marked = |text: &str| format!("\u{feff}{}", text.trim_end());
    assert_eq!(fixed(&marked(&whole(bad)), with_unsafe), marked(&whole(good)), "with a byte order mark and no last line end");
    let second = |text: &str| format!("# ü\na: 1\n---\n{text}---\nb: 2\n");
    assert_eq!(fixed(&second(&whole(bad)), with_unsafe), second(&whole(good)), "among others");
}

#[test]
fn the_whole_profile_needs_no_fix() {
    let (done, found) = run(&whole(&[]), true, &settings());
    let errors: Vec<_> = found.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(done.count(), 0);
}

#[test]
fn mistyped_scalars_get_quotes() {
    becomes(false, &[("name: small\n      cpu: \"2\"", "name: 42\n      cpu: \"2\"")], &[("name: small", "name: \"42\"")]);
    becomes(false, &[("usable: true", "usable: 'true'")], &[]);
    becomes(false, &[("gpu: [a]\n  machine", "gpu: a\n  machine")], &[]);
}

#[test]
fn flavors_are_unwrapped() {
    becomes(
        false,
        &[(FLAVOR, "            - capabilities:\n                architecture: [amd64]\n                gpu: [a] # one\n")],
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
    becomes(false, &[("            - name: containerd # runs", "            - name: docker\n            - name: containerd # runs")], &[]);
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
    becomes(false, &[(CRI, &format!("{CRI}            - name: containerd\n"))], &[]);
    let differs = whole(&[(CRI, &twice("\n              containerRuntimes: [{type: gvisor}]"))]);
    assert_eq!(fixed(&differs, true), differs);
    let runtimes = |list: &str| format!("{CRI}              containerRuntimes: [{list}]\n");
    becomes(false, &[(CRI, &runtimes("{type: a}, {type: b}, {type: a}"))], &[(CRI, &runtimes("{type: a}, {type: b}"))]);
}

#[test]
fn the_reserved_prefix_goes_everywhere() {
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
fn what_shows_another_error_is_left_alone() {
    // Unwrapped, the flavor would have a value that is not defined.
    let text = whole(&[(FLAVOR, "            - capabilities: {architecture: [amd64], gpu: [zzz]}\n")]);
    assert_eq!(fixed(&text, true), text);
}

#[test]
fn a_shared_value_changes_only_where_all_places_ask() {
    let all = whole(&[("gpu: [a]\n  machine", "gpu: &v [a, a]\n  machine"), ("gpu: [a]\n  regions", "gpu: *v\n  regions")]);
    let one = whole(&[("values: [a, b]", "values: &v [a, b, a]"), ("gpu: [a]\n  regions", "gpu: *v\n  regions")]);
    for text in [all, one] {
        let (done, _) = run(&text, true, &settings());
        let after = done.sources.get(FileId(0)).text();
        assert_eq!(after, text);
    }
}

#[test]
fn silenced_findings_are_not_fixed() {
    let text = whole(&[("values: [a, b]", "values: [a, b, a] # cpcap: ignore[capability/repeated-value] wanted")]);
    assert_eq!(fixed(&text, true), text);
}

const REPEATED: (&str, &str) = ("values: [a, b]", "values: [a, b, a]");

#[test]
fn files_are_written_and_what_is_left_is_shown() {
    let dir = Dir::with(&[("a.yaml", &whole(&[REPEATED])), ("b.yaml", &whole(&[]))]);
    let ran = dir.run(&["lint", "--fix", "a.yaml", "b.yaml"]);
    assert!(ran.stdout.trim_end().ends_with("; fixed 1 finding in 1 file"), "{}", ran.stdout);
    assert_eq!(std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(), whole(&[]));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2, "no other file is left");
    let ran = dir.run(&["lint", "--fix", "--format", "json", "a.yaml"]);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["summary"]["fixes"]["fixed"], 0);
}

#[test]
fn a_diff_changes_nothing() {
    let before = whole(&[REPEATED]);
    let dir = Dir::with(&[("a.yaml", &before)]);
    let ran = dir.run(&["lint", "--diff", "a.yaml"]);
    assert_eq!(ran.exit.code(), 1);
    assert!(ran.stdout.starts_with("--- a.yaml\n+++ a.yaml\n@@ -11,7 +11,7 @@\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n-      values: [a, b, a]\n+      values: [a, b]\n"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "would fix 1 finding in 1 file\n");
    assert_eq!(std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(), before);
    assert_eq!(dir.run(&["lint", "--diff", "--format", "json", "a.yaml"]).exit.code(), 2);
    assert_eq!(dir.run(&["lint", "--unsafe-fixes", "a.yaml"]).exit.code(), 2);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let dir = Dir::with(&[("a.yaml", "kept: true\n")]);
    let ran = dir.run_with(&["lint", "--fix", "--stdin-filename", "a.yaml", "-"], &whole(&[REPEATED]), &[]);
    assert_eq!(ran.stdout, whole(&[]));
    assert!(ran.stderr.contains("fixed 1 finding in 1 file"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(), "kept: true\n");
    let ran = dir.run_with(&["lint", "--fix", "-"], &whole(&[]), &[]);
    assert_eq!(ran.stdout, whole(&[]), "also when there is nothing to fix");
}

#[test]
fn context_and_stored_objects_are_never_changed() {
    let bad = whole(&[REPEATED]);
    let dir = Dir::with(&[("a.yaml", &bad), ("with/b.yaml", &bad), ("old.yaml", &bad)]);
    dir.run(&["lint", "--fix", "--with", "with", "--old", "old.yaml", "a.yaml"]);
    for name in ["with/b.yaml", "old.yaml"] {
        assert_eq!(std::fs::read_to_string(dir.path().join(name)).unwrap(), bad);
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(), whole(&[]));
    dir.write("a.yaml", &bad);
    dir.run(&["lint", "--fix", "--old", "a.yaml", "a.yaml"]);
    assert_eq!(std::fs::read_to_string(dir.path().join("a.yaml")).unwrap(), bad);
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
    assert!(dir.path().join("link.yaml").symlink_metadata().unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&real).unwrap(), whole(&[]));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
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

/// All values by their paths.
fn flat(tree: &Tree<'_>, node: NodeId, path: &str, out: &mut BTreeMap<String, String>) {
    for (n, item) in tree.items(node).iter().enumerate() {
        flat(tree, *item, &format!("{path}[{n}]"), out);
    }
    for entry in tree.entries(node) {
        flat(tree, entry.value, &format!("{path}.{}", tree.key(entry.key)), out);
    }
    out.insert(path.to_owned(), format!("{:?}", tree.value(node)));
}

fn meaning(text: &str) -> Vec<BTreeMap<String, String>> {
    let documents = yaml::read(text);
    let mut all = Vec::new();
    for document in &documents {
        let mut out = BTreeMap::new();
        if let Some(root) = document.tree.root() {
            flat(&document.tree, root, "", &mut out);
        }
        all.push(out);
    }
    all
}

/// Indices move when an entry goes.
fn without_indices(text: &str) -> String {
    text.split('[').map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join("[")
}

fn errors(findings: &[Finding]) -> BTreeMap<(String, String), usize> {
    let mut all = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Error) {
        *all.entry((finding.rule.to_owned(), without_indices(&finding.field))).or_default() += 1;
    }
    all
}

/// The property: what was fixed is gone, nothing new is an error, all else means the same, and there is no more to fix.
fn check(what: &str, text: &str, with_unsafe: bool, settings: &Settings) -> usize {
    let (done, before) = run(text, with_unsafe, settings);
    if done.count() == 0 {
        assert_eq!(done.sources.get(FileId(0)).text(), text, "{what}");
        return 0;
    }
    let new = done.sources.get(FileId(0)).text();
    let (again, after) = run(new, with_unsafe, settings);
    let known = errors(&before);
    for (error, count) in errors(&after) {
        assert!(known.get(&error).copied().unwrap_or(0) >= count, "{what}: new: {error:?}\n{:#?}", done.fixed);
    }
    let fixed = &done.fixed[&FileId(0)];
    for finding in fixed {
        let count = |findings: &[Finding]| {
            findings
                .iter()
                .filter(|other| other.rule == finding.rule && without_indices(&other.field) == without_indices(&finding.field))
                .count()
        };
        assert!(count(&after) < count(&before).max(1), "{what}: still there: {} {}", finding.rule, finding.field);
    }
    let line_ends =
        |text: &str| (text.contains("\r\n"), text.replace("\r\n", "").contains('\n'), text.ends_with('\n'), text.starts_with('\u{feff}'));
    assert_eq!(line_ends(text), line_ends(new), "{what}");
    assert_eq!(again.count(), 0, "{what}: fixed again: {:#?}", again.fixed);
    // What is said of a text as a whole, or changes many places, is not told by its path.
    let by_path = !with_unsafe && fixed.iter().all(|finding| finding.field.contains('.') && !by_name(finding));
    if by_path {
        let (old, new) = (meaning(text), meaning(new));
        assert_eq!(old.len(), new.len(), "{what}");
        let parents: Vec<&str> =
            fixed.iter().map(|finding| finding.field.rfind(['.', '[']).map_or("", |at| &finding.field[..at])).map(parent_list).collect();
        for (old, new) in old.iter().zip(&new) {
            let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for path in paths.into_iter().filter(|path| old.get(*path) != new.get(*path)) {
                assert!(parents.iter().any(|parent| path[1.min(path.len())..].starts_with(parent)), "{what}: changed: {path}\n{fixed:#?}");
            }
        }
    }
    done.count()
}

/// Definitions are named in paths, not numbered; and a capability is renamed everywhere.
fn by_name(finding: &Finding) -> bool {
    finding.field.starts_with("spec.machineCapabilities.") || finding.rule == "capability/reserved-name"
}

/// An entry that goes moves the others of its list.
fn parent_list(path: &str) -> &str {
    path.strip_suffix(']').and_then(|path| path.rsplit_once('[')).map_or(path, |(list, _)| list)
}

#[test]
fn the_sample_is_fixed_well() {
    let mut count = 0;
    for directory in ["testdata/small", "testdata/examples", "testdata/report"] {
        for path in common::files_below(directory) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for with_unsafe in [false, true] {
                count += check(&path.display().to_string(), &text, with_unsafe, &settings());
            }
        }
    }
    for file in common::files_below("testdata/conformance") {
        count += recorded(&std::fs::read_to_string(&file).unwrap_or_default());
    }
    assert!(count > 20, "{count}");
}

#[test]
fn real_files_are_fixed_well() {
    let directory = common::root().join("../shared/real");
    if !directory.is_dir() {
        println!("real files: skipped, no {}", directory.display());
        return;
    }
    let (mut files, mut count) = (0, 0);
    let mut left = vec![directory];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        files += 1;
        for with_unsafe in [false, true] {
            count += check(&path.display().to_string(), &text, with_unsafe, &settings());
        }
    }
    println!("real files: {files}, {count} findings fixed");
}

#[test]
fn recorded_inputs_are_fixed_well() {
    let default = common::root().join("../shared/conformance");
    let directory = std::env::var_os("CPCAP_CONFORMANCE").map_or(default, PathBuf::from);
    if !directory.is_dir() {
        println!("recorded inputs: skipped, no {}", directory.display());
        return;
    }
    let mut count = 0;
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        count += recorded(&std::fs::read_to_string(file).unwrap());
    }
    println!("recorded inputs: {count} findings fixed");
}

/// The objects of recorded cases, each judged by itself as it was: every eighth, since each is judged many times; all of them with
/// `CPCAP_CONFORMANCE_ALL=1`.
fn recorded(lines: &str) -> usize {
    let step = if std::env::var_os("CPCAP_CONFORMANCE_ALL").is_some() { 1 } else { 8 };
    let mut count = 0;
    for line in lines.lines().step_by(step) {
        let Ok(case) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let Some(text) = case["input"]["object"].as_str().or_else(|| case["input"]["text"].as_str()) else { continue };
        let mut settings = settings();
        if let Some(now) = case["now"].as_str().and_then(|now| Time::parse(now).ok()) {
            settings.now = now;
        }
        for (name, on) in case["gates"].as_object().into_iter().flatten() {
            settings.gates.set(name, on.as_bool().unwrap());
        }
        if !case["area"].as_str().unwrap_or_default().starts_with("provider") {
            settings.provider_rules = ProviderRules::Off;
        }
        for with_unsafe in [false, true] {
            count += check(case["id"].as_str().unwrap_or_default(), text, with_unsafe, &settings);
        }
    }
    count
}
