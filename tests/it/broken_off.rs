//! What follows the place where cpcap stopped reading is not known, and not missing: whatever
//! breaks off, no command says what it does not say of the whole text.

use std::collections::BTreeSet;

use crate::common::{Dir, Ran};
use serde_json::Value;

const HEAD: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: aws
spec:";
const LISTS: &str = "
  type: aws
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  kubernetes:
    versions:
    - version: 1.33.1
    - version: 1.32.5
      expirationDate: \"2027-06-01T00:00:00Z\"
  machineImages:
  - name: gardenlinux
    updateStrategy: minor
    versions:
    - version: 1877.2.0
      classification: supported
      cri:
      - name: containerd
      capabilityFlavors:
      - architecture: [amd64]
      - architecture: [arm64]
    - version: 1592.9.0
      classification: supported
      cri:
      - name: containerd
      capabilityFlavors:
      - architecture: [amd64]
  machineTypes:
  - name: m5.large
    cpu: \"2\"
    gpu: \"0\"
    memory: 8Gi
    usable: true
    capabilities:
      architecture: [amd64]
  - name: m6g.large
    cpu: \"2\"
    gpu: \"0\"
    memory: 8Gi
    usable: true
    capabilities:
      architecture: [arm64]
  volumeTypes:
  - name: gp3
    class: standard
  regions:
  - name: eu-west-1
    zones:
    - name: eu-west-1a
  - name: us-east-1
    zones:
    - name: us-east-1a
      unavailableMachineTypes:
      - m6g.large
  bastion:
    machineType:
      name: m5.large";
const ARTIFACTS: &str = "
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: gardenlinux
      versions:
      - version: 1877.2.0
        capabilityFlavors:
        - capabilities:
            architecture: [amd64]
          regions:
          - name: eu-west-1
            ami: ami-01
          - name: us-east-1
            ami: ami-02
        - capabilities:
            architecture: [arm64]
          regions:
          - name: eu-west-1
            ami: ami-03
          - name: us-east-1
            ami: ami-04
      - version: 1592.9.0
        capabilityFlavors:
        - capabilities:
            architecture: [amd64]
          regions:
          - name: eu-west-1
            ami: ami-05
          - name: us-east-1
            ami: ami-06";
const CHILD: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata:
  name: own
  namespace: garden-x
spec:
  parent:
    kind: CloudProfile
    name: aws
  machineTypes:
  - name: own.large
    cpu: \"2\"
    gpu: \"0\"
    memory: 8Gi
    usable: true
    capabilities:
      architecture: [amd64]
";
const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-x}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  region: eu-west-1
  kubernetes: {version: 1.32.5}
  provider:
    type: aws
    workers:
    - name: w1
      minimum: 1
      maximum: 1
      zones: [eu-west-1a]
      machine: {type: m6g.large, image: {name: gardenlinux, version: 1877.2.0}}
      volume: {type: gp3, size: 50Gi}
";
/// Lines after which cpcap does not read on.
const BREAKS: [&str; 2] = ["\t- x: y\n", "  - {name: x\n"];
const COMMANDS: &[&str] = &[
    "match -p p.yaml -m m5.large -i gardenlinux",
    "match -p p.yaml -m m*",
    "match -p p.yaml -m m5.large -i gardenlinux --region us-east-1 --explain",
    "match -p p.yaml -m m5.large --region eu-west-1",
    "match -p p.yaml -m m5.large --format json",
    "match -p p.yaml --bastion",
    "match -p p.yaml --bastion --format json --region eu-west-1",
    "match -p c.yaml --with p.yaml -m own.large --region eu-west-1",
    "match -p c.yaml --with p.yaml -m own.large -i gardenlinux --expand",
    "table p.yaml c.yaml",
    "table p.yaml --regions",
    "uses p.yaml c.yaml s.yaml",
    "uses p.yaml s.yaml --format json",
    "maintain -p p.yaml",
    "maintain s.yaml -p p.yaml",
    "resolve s.yaml -p p.yaml",
    "retire -p p.yaml --with s.yaml kubernetes 1.32.5",
    "retire -p p.yaml --with s.yaml machine-type m6g.large",
    "add -p p.yaml --with s.yaml --like 1.32.5 kubernetes 1.32.6",
    "add -p p.yaml --like 1877.2.0 image gardenlinux 1877.2.1",
    "migrate p.yaml",
    "render c.yaml --with p.yaml",
    "verbs p.yaml c.yaml",
];

fn run(dir: &Dir, command: &str) -> Ran {
    dir.run(&command.split(' ').collect::<Vec<_>>())
}

/// What a text says: its lines, or the scalars of JSON with their keys.
fn facts(text: &str) -> BTreeSet<String> {
    fn walk(key: &str, value: &Value, out: &mut BTreeSet<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| walk(key, item, out)),
            Value::Object(entries) => entries
                .iter()
                .for_each(|(key, value)| walk(key, value, out)),
            scalar => drop(out.insert(format!("{key}: {scalar}"))),
        }
    }
    let mut out = BTreeSet::new();
    match serde_json::from_str::<Value>(text) {
        Ok(json) => walk("", &json, &mut out),
        // How many users there are counts those that are known.
        Err(_) => out.extend(
            text.lines()
                .filter(|line| !line.contains(": used by "))
                .map(|line| line.trim().to_owned()),
        ),
    }
    out
}

/// The text with a line in front of one of its lines.
fn broken(text: &str, at: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.insert(at, line);
    lines.concat()
}

#[test]
fn nothing_is_said_of_a_part_that_is_not_said_of_the_whole() {
    let mut wrong = Vec::new();
    let (mut answers, mut cases) = (0, 0);
    for (order, parts) in [[LISTS, ARTIFACTS], [ARTIFACTS, LISTS]]
        .into_iter()
        .enumerate()
    {
        let profile = [HEAD, &parts.concat(), "\n"].concat();
        let dir = Dir::with(&[("p.yaml", &profile), ("c.yaml", CHILD), ("s.yaml", SHOOT)]);
        for command in COMMANDS {
            let whole = run(&dir, command);
            // The new version lacks artifacts.
            let code = u8::from(command.starts_with("add") && command.contains("image"));
            assert_eq!(whole.exit.code(), code, "{command}: {}", whole.stderr);
            let known = facts(&whole.stdout);
            for (file, text) in [("p.yaml", &*profile), ("c.yaml", CHILD)] {
                if !command.contains(file) {
                    continue;
                }
                let lines = text.lines().count();
                for at in (6 + order..=lines).step_by(7) {
                    dir.write(file, broken(text, at, BREAKS[at % BREAKS.len()]));
                    let ran = run(&dir, command);
                    cases += 1;
                    answers += usize::from(!ran.stdout.is_empty());
                    let mut new: Vec<String> =
                        facts(&ran.stdout).difference(&known).cloned().collect();
                    // That is what is not known.
                    new.retain(|fact| !fact.ends_with("or that do not say so"));
                    if !new.is_empty() || ran.exit.code() == 1 || ran.stderr.is_empty() {
                        wrong.push(format!("{command}, {file}:{at}: {new:#?}\n{}", ran.stderr));
                    }
                    let invented = ["metadata.name", "there is no", "names no parent", " lists "];
                    if invented.iter().any(|said| ran.stderr.contains(said)) {
                        wrong.push(format!("{command}, {file}:{at}: {}", ran.stderr));
                    }
                }
                dir.write(file, text);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases}: {}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(answers > 10, "{answers} answers in {cases} cases");
}

#[test]
fn what_is_asked_and_not_known_has_no_answer() {
    let asked = |parts: [&str; 2], line: &str, command: &str| {
        let profile = [HEAD, &parts.concat(), "\n"].concat();
        let regions = profile.lines().position(|line| line == "  regions:");
        let broken = broken(&profile, regions.unwrap() + 4, line);
        run(
            &Dir::with(&[("p.yaml", &broken), ("s.yaml", SHOOT)]),
            command,
        )
    };
    for line in BREAKS {
        for command in [
            "match -p p.yaml -m m5.large -i gardenlinux",
            "match -p p.yaml -m m5.large --region eu-west-1",
            "match -p p.yaml -m m5.large --region eu-west-1 --format json",
            "match -p p.yaml --bastion",
            "uses p.yaml s.yaml",
            "maintain -p p.yaml",
            "maintain s.yaml -p p.yaml",
            "resolve s.yaml -p p.yaml",
        ] {
            let ran = asked([LISTS, ARTIFACTS], line, command);
            assert_eq!(
                (ran.stdout.as_str(), ran.exit.code()),
                ("", 2),
                "{command}: {}",
                ran.stderr
            );
            assert!(
                ran.stderr.contains("read it only up to p.yaml:"),
                "{command}: {}",
                ran.stderr
            );
        }
        // The webhook takes flavors from `providerConfig`: with it what fits is known.
        let command = "match -p p.yaml -m m5.large -i gardenlinux";
        let ran = asked([ARTIFACTS, LISTS], line, command);
        assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
        assert!(
            ran.stdout.contains("✓ fits") && !ran.stdout.contains("ami"),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stderr
                .contains("could not read spec.regions, so the answer leaves out artifacts"),
            "{}",
            ran.stderr
        );
        let regional = asked([ARTIFACTS, LISTS], line, &format!("{command} --region x"));
        assert_eq!(
            (regional.stdout.as_str(), regional.exit.code()),
            ("", 2),
            "{}",
            regional.stderr
        );
    }
}

/// Beside a good file a broken one is named, and keeps nobody from the rest.
#[test]
fn a_broken_file_beside_a_good_one_is_named() {
    let profile = [HEAD, LISTS, ARTIFACTS, "\n"].concat();
    let half = broken(&profile, 30, BREAKS[0]).replace("name: aws", "name: half");
    for (bad, is_asked) in [("a: b: c\n", false), (&*half, true)] {
        let dir = Dir::with(&[("bad.yaml", bad), ("p.yaml", &profile), ("s.yaml", SHOOT)]);
        for command in [
            "match -p bad.yaml -p p.yaml -m m5.large",
            "table bad.yaml p.yaml",
            "uses bad.yaml p.yaml s.yaml",
            "maintain -p bad.yaml -p p.yaml",
            "maintain s.yaml -p bad.yaml -p p.yaml",
            "resolve s.yaml -p bad.yaml -p p.yaml",
        ] {
            let ran = run(&dir, command);
            // `match` answers for each profile that it is given, or fails.
            let code = if is_asked && command.starts_with("match") {
                2
            } else {
                0
            };
            assert_eq!(ran.exit.code(), code, "{command}: {}", ran.stderr);
            assert!(
                ran.stderr.contains("bad.yaml:"),
                "{command}: {}",
                ran.stderr
            );
            assert!(!ran.stdout.is_empty(), "{command}");
        }
    }
}

/// What cannot be read somewhere else hides no version.
#[test]
fn a_version_is_missing_where_its_list_was_read() {
    let profile = [HEAD, LISTS, ARTIFACTS, "\n"].concat();
    let other = profile.replace("name: aws", "name: other");
    for (command, refused) in [
        ("retire -p p.yaml -p q.yaml", "machine-type huge"),
        ("retire -p p.yaml -p q.yaml", "kubernetes 1.30.9"),
        (
            "add -p p.yaml -p q.yaml --like 1.30.9",
            "kubernetes 1.30.10",
        ),
    ] {
        for (line, is_known) in [("  caBundle: [1]\n", true), ("\t- x: y\n", false)] {
            let half = other.replacen("spec:\n", &format!("spec:\n{line}"), 1);
            let dir = Dir::with(&[("p.yaml", &profile), ("q.yaml", &half)]);
            let ran = run(&dir, &format!("{command} {refused}"));
            assert_eq!(ran.exit.code(), 2, "{}", ran.stderr);
            assert_eq!(ran.stderr.contains(" lists "), is_known, "{}", ran.stderr);
            let blames = ran.stderr.contains("`other` cannot be decoded");
            assert_eq!(blames, !is_known, "{}", ran.stderr);
        }
    }
}
