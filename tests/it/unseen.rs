//! Characters that a terminal obeys or hides never reach it raw: not from names of files and
//! objects, versions or values, in any form for people.

use std::collections::BTreeSet;

use crate::common::{Dir, Ran, formats_but};

/// Every control, bidirectional and zero-width character, but line ends and tabs; of the tags one.
fn unseen() -> Vec<char> {
    let ranges = [
        0x1..=0x8,
        0xb..=0x1f,
        0x7f..=0x9f,
        0xad..=0xad,
        0x34f..=0x34f,
        0x61c..=0x61c,
        0x115f..=0x1160,
        0x17b4..=0x17b5,
        0x180b..=0x180f,
        0x200b..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x206f,
        0x3164..=0x3164,
        0xfeff..=0xfeff,
        0xffa0..=0xffa0,
        0xfff9..=0xfffb,
        0xe0041..=0xe0041,
    ];
    ranges
        .into_iter()
        .flatten()
        .filter_map(char::from_u32)
        .collect()
}

/// All of them in a double-quoted scalar of YAML. The escape character begins a colour that cpcap
/// never uses, and a title.
fn scalar(name: &str) -> String {
    // Keys are no longer than 1024 characters.
    let escape = |c: char| match u32::from(c) {
        code @ 0..=0xff => format!("\\x{code:02X}"),
        code @ 0x100..=0xffff => format!("\\u{code:04X}"),
        code => format!("\\U{code:08X}"),
    };
    let all: String = unseen().into_iter().map(escape).collect();
    format!("\"{name}{all}\\e[35m\\e]0;x\\a\\n\\tz\"")
}

/// The same name as a word of the command line.
fn word(name: &str) -> String {
    let all: String = unseen().into_iter().collect();
    format!("{name}{all}\u{1b}[35m\u{1b}]0;x\u{7}\n\tz")
}

/// Replaces `<name>` by a scalar with that name and everything unseen.
fn filled(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('<') {
        let (name, after) = after.split_once('>').unwrap();
        text += before;
        text += &scalar(name);
        rest = after;
    }
    text + rest
}

const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: <parent>}
spec:
  type: aws
  kubernetes:
    versions:
    - version: 1.31.1
    - {version: 1.31.2, classification: <odd>}
    - {version: 1.30.3, expirationDate: '2026-01-01T00:00:00Z'}
    - {version: <1.29.0->, expirationDate: '2026-12-01T00:00:00Z'}
  machineCapabilities:
  - {name: architecture, values: [amd64, arm64]}
  - {name: <boot>, values: [<uefi>, <bios>]}
  machineImages:
  - name: <linux>
    updateStrategy: major
    versions:
    - version: 2.0.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - {architecture: [amd64], <boot>: [<uefi>]}
      - {architecture: [amd64], <boot>: [<bios>]}
    - version: <1.0.0->
      cri: [{name: <cri>}]
      kubeletVersionConstraint: <kubelet>
      expirationDate: '2026-01-01T00:00:00Z'
      capabilityFlavors: [{architecture: [amd64], <boot>: [<bios>]}]
  - {name: <empty>, versions: []}
  machineTypes:
  - {name: <large>, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {architecture: [amd64], <boot>: [<uefi>]}}
  - {name: <small>, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {architecture: [amd64], <boot>: [<bios>]}}
  - {name: <other>, cpu: '2', gpu: '0', memory: 8Gi, usable: false, capabilities: {architecture: [<sparc>]}}
  volumeTypes: [{name: <gp3>, class: standard}]
  regions:
  - {name: <eu>, zones: [{name: <a>, unavailableMachineTypes: [<large>], unavailableVolumeTypes: [<gp3>]}, {name: <b>}]}
  - {name: <us>}
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: <linux>
      versions:
      - version: 2.0.0
        capabilityFlavors:
        - {capabilities: {architecture: [amd64], <boot>: [<uefi>]}, regions: [{name: <eu>, ami: <ami>}]}
";

const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: <child>, namespace: <garden>}
spec:
  parent: {kind: CloudProfile, name: <parent>}
  kubernetes: {versions: [{version: <1.29.0->, expirationDate: '2027-01-01T00:00:00Z'}]}
  machineTypes: [{name: <extra>, cpu: '2', gpu: '0', memory: 8Gi}, {name: <large>, cpu: '4', gpu: '0', memory: 8Gi}]
  machineImages: [{name: <linux>, versions: [{version: <1.0.0->, expirationDate: '2027-01-01T00:00:00Z'}]}]
";

/// A legacy profile with versions and machine types that `migrate` has suggestions for.
const LEGACY: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: <legacy>}
spec:
  type: aws
  kubernetes: {versions: [{version: 1.31.1}]}
  machineImages:
  - name: <linux>
    versions:
    - {version: 2.0.0, architectures: [amd64, <sparc>]} # <remark>
    - {version: 2.0.0-gen2} # <remark>
    - {version: <1.0.0->}
  machineTypes:
  - {name: <large>, cpu: '2', gpu: '0', memory: 8Gi}
  - {name: <small>, cpu: '2', gpu: '0', memory: 8Gi, architecture: <sparc>}
  regions: [{name: <eu>}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: <linux>
      versions:
      - {version: 2.0.0, regions: [{name: <eu>, ami: <ami>}]}
      - {version: 2.0.0-gen2, regions: [{name: <eu>, ami: <ami2>}, {name: <eu>, ami: <arm>, architecture: <sparc>}]}
      - {version: <1.0.0->, regions: [{name: <eu>, ami: <ami>}]}
";

const SHOOTS: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: <shoot>, namespace: <garden>}
spec:
  cloudProfile: {name: <parent>}
  region: <eu>
  kubernetes: {version: 1.30.3}
  provider:
    type: aws
    workers:
    - name: <pool>
      minimum: 1
      maximum: 2
      machine: {type: <large>, architecture: amd64, image: {name: <linux>, version: <1.0.0->}}
      zones: [<a>]
    - {name: <second>, minimum: 1, maximum: 2, machine: {type: <nosuch>}, cri: {name: <cri>}}
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: <through>, namespace: <garden>}
spec:
  cloudProfile: {kind: NamespacedCloudProfile, name: <child>}
  region: <us>
  kubernetes: {version: <1.29.0->}
  provider:
    type: aws
    workers: [{name: <pool>, minimum: 1, maximum: 2, machine: {type: <extra>, image: {name: <linux>}}}]
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: <lost>, namespace: <garden>}
spec: {cloudProfile: {name: <nowhere>}, region: <eu>, provider: {type: aws, workers: []}}
";

/// Colours of cpcap go; whatever is left of what a terminal obeys is not of cpcap. A line end
/// inside of a name would begin a line.
#[track_caller]
fn clean(args: &[&str], ran: &Ran) {
    let unseen: BTreeSet<char> = unseen().into_iter().collect();
    for output in [&ran.stdout, &ran.stderr] {
        assert!(
            !output.contains("\u{1b}[35m"),
            "{args:?}: a colour of the profile"
        );
        // A failure of JUnit is a text of several lines in an element.
        assert!(
            !output.contains("\n\tz") || args.contains(&"junit"),
            "{args:?}: a line end of a name: {output}"
        );
        let mut plain = String::new();
        for (n, part) in output.split("\u{1b}[").enumerate() {
            let rest = if n == 0 {
                part
            } else {
                part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
                    .strip_prefix('m')
                    .unwrap_or("\u{1b}")
            };
            plain += rest;
        }
        for (at, line) in plain.lines().enumerate() {
            let found: Vec<char> = line
                .chars()
                .filter(|c| unseen.contains(c) || c.is_control() && *c != '\t')
                .collect();
            assert!(
                found.is_empty(),
                "{args:?} line {at}: {found:?} in {line:?}"
            );
        }
    }
}

/// A directory with everything, in files whose names hold a part of it.
fn everything() -> (Dir, String) {
    let dir = Dir::new();
    let odd = "\u{1b}[35m\u{7}\u{202e}\u{200b}\u{9b}\u{e0041}\n\tz";
    let name = |what: &str| format!("all/{what}{odd}.yaml");
    dir.write(&name("profile"), filled(PROFILE));
    dir.write(&name("child"), filled(CHILD));
    dir.write(&name("shoots"), filled(SHOOTS));
    let changed = PROFILE
        .replace("  - {name: <us>}\n", "")
        .replace("memory: 8Gi, capabilities", "memory: 9Gi, capabilities");
    let changed = changed
        .replace("values: [<uefi>, <bios>]", "values: [<bios>, <uefi>]")
        .replace("ami: <ami>", "ami: <ami2>");
    dir.write(
        "new/profile.yaml",
        filled(&changed.replace("  - {name: <small>", "  - {name: <tiny>")),
    );
    dir.write(
        "new/child.yaml",
        filled(&CHILD.replace("cpu: '4'", "cpu: '8'")),
    );
    let odd = PROFILE
        .replace("<parent>", "<odd>")
        .replace("memory: 8Gi", "memory: <8Gi>")
        + "  <unknown>: <value>\n";
    dir.write("odd/profile.yaml", filled(&odd));
    dir.write("legacy/profile.yaml", filled(LEGACY));
    let shoots = SHOOTS.replace("name: <parent>", "name: <legacy>");
    dir.write("legacy/shoots.yaml", filled(&shoots));
    let child = CHILD.replace("name: <parent>", "name: <legacy>");
    dir.write("legacy/child.yaml", filled(&child));
    dir.write("broken/a.yaml", filled("a: <b>\n{<c>: ]\n"));
    dir.write(".cpcap.yaml", filled("exclude: [<pattern>]\n"));
    (dir, name("profile"))
}

#[test]
fn no_hidden_character_reaches_a_terminal() {
    let (dir, profile) = everything();
    let profile = profile.as_str();
    let mut commands: Vec<Vec<&str>> = Vec::new();
    // JSON and CSV are for programs, and hold texts as they are.
    let [lint, table, uses, maintain, resolve, diff] = [
        ("lint", &["json", "sarif", "gitlab"][..]),
        ("table", &["csv", "json"]),
        ("uses", &["csv", "json"]),
        ("maintain", &["csv", "json"]),
        ("resolve", &["csv", "json"]),
        ("diff", &["json"]),
    ]
    .map(|(command, programs)| formats_but(command, programs));
    for format in &lint {
        commands.push(vec!["lint", "all", "--format", format]);
        commands.push(vec!["lint", "all", "--summary", "--format", format]);
        commands.push(vec!["lint", "broken", "--format", format]);
        commands.push(vec!["lint", "odd", "--format", format]);
    }
    for more in [
        &[][..],
        &["--unsafe-fixes", "--diff"],
        &["--old", "new", "--diff"],
    ] {
        commands.push([&["lint", "all"], more].concat());
    }
    for more in [
        &["--machine-type", "*"][..],
        &["--image", "*", "--expand"],
        &["--machine-type", "*", "--image", "*", "--explain"],
    ] {
        commands.push([&["match", "--profile", profile], more].concat());
    }
    commands.push(vec![
        "match",
        "--profile",
        "all",
        "--quiet",
        "--machine-type",
        "*",
    ]);
    commands.push(vec!["match", "--profile", "all", "--quiet", "--image", "*"]);
    for more in [
        &[][..],
        &["--by", "image"],
        &["--by", "flavor"],
        &["--availability"],
        &["--availability=volumes"],
        &["--regions"],
    ] {
        for format in &table {
            commands.push([&["table", "all", "--format", format], more].concat());
        }
    }
    for format in &uses {
        commands.push(vec!["uses", "all", "--expand", "--format", format]);
        commands.push(vec!["uses", "all", "--unused", "--format", format]);
    }
    for format in &maintain {
        commands.push(vec!["maintain", "all", "--explain", "--format", format]);
        commands.push(vec![
            "maintain",
            "all",
            "--settle",
            "--from",
            "2025-01-01T00:00:00Z",
            "--format",
            format,
        ]);
        commands.push(vec![
            "maintain",
            "--profile",
            profile,
            "--from",
            "2025-01-01T00:00:00Z",
            "--format",
            format,
        ]);
    }
    for format in &resolve {
        commands.push(vec!["resolve", "all", "--format", format]);
    }
    for format in &diff {
        commands.push(vec!["diff", "all", "new", "--expand", "--format", format]);
        commands.push(vec![
            "diff", "new", "all", "--with", "all", "--format", format,
        ]);
        commands.push(vec!["diff", "broken", "new", "--format", format]);
    }
    let for_people = formats_but("add", &["json"]);
    assert_eq!(for_people, formats_but("retire", &["json"]));
    let (image, large, old) = (word("linux"), word("large"), word("1.29.0-"));
    for (command, what) in [
        ("retire", &["kubernetes", "1.30.3"][..]),
        ("retire", &["kubernetes", &old]),
        ("retire", &["image", &image, "2.0.0"]),
        ("retire", &["machine-type", &large, "--notice", "90d"]),
        ("retire", &["machine-type", "largo"]),
        ("add", &["kubernetes", "1.32.0", "--like", "1.31.1"]),
        ("add", &["kubernetes", "1.32.0", "--like", "1.31.2"]),
        ("add", &["image", &image, "2.1.0", "--like", "2.0.0"]),
        ("add", &["image", &image, "2.1.0", "--like", "2.0.1"]),
        ("add", &["image", &image, &old, "--like", "2.0.0"]),
    ] {
        for profile in ["all", "odd", "broken"] {
            for format in &for_people {
                let format = ["--format", format.as_str()];
                let input = ["-p", profile, "--with", "all"];
                commands.push([&[command], what, &input, &format].concat());
            }
            commands.push([&[command], what, &["-p", profile, "--diff"]].concat());
        }
    }
    // What is printed of a migrated text is for programs, too.
    for more in [
        &["legacy"][..],
        &["legacy", "--force"],
        &["legacy", "--force", "--suggested"],
        &[
            "legacy",
            "--force",
            "--suggested=generation",
            "--drop-legacy",
        ],
        &[
            "legacy",
            "--force",
            "--capability",
            "a=b,c",
            "--set",
            "a=b:*",
        ],
        &[
            "legacy/profile.yaml",
            "--force",
            "--with",
            "legacy",
            "--suggested",
        ],
        &["legacy", "--capability", "a=b,c", "--set", "a=b:\u{1b}[35m"],
        &["legacy", "--suggested=\u{1b}[35m\u{202e}"],
        &["legacy", "--stage", "images", "--force"],
        &["all", "--force"],
        &["broken"],
    ] {
        commands.push([&["migrate", "--diff"], more].concat());
    }
    for more in [
        &["--verbose"][..],
        &["--statistics"],
        &["--baseline", "baseline.json", "--write-baseline"],
        &["--baseline", "no-such\u{1b}[35m\u{202e}\n\tz"],
        &["--output", "out\u{1b}[35m\u{202e}\n\tz/a"],
        &["no-such\u{1b}[35m\u{202e}\n\tz"],
        &["--fix", "--old", "all"],
    ] {
        commands.push([&["lint", "all"], more].concat());
    }
    commands.push(vec!["report", "all", "odd", "broken", "-o", "site"]);
    commands.push(vec!["report", "all", "-o", "all"]);
    commands.push(vec!["verbs", "all"]);
    for more in [
        &[][..],
        &["--provenance"],
        &["--as", "cloudprofile"],
        &["--as", "status"],
    ] {
        commands.push([&["render", "all"], more].concat());
    }
    commands.push(vec!["render", "all", "--diff"]);
    for broken in [
        "match", "uses", "table", "maintain", "resolve", "render", "verbs",
    ] {
        commands.push(if broken == "match" {
            vec![broken, "--profile", "broken", "--image", "x"]
        } else {
            vec![broken, "broken"]
        });
    }
    let mut shown = 0;
    for args in commands {
        let colored = if args[0] == "report" {
            args.clone()
        } else {
            [&args[..], &["--color", "always"]].concat()
        };
        let ran = dir.run(&colored);
        assert!(!ran.stderr.contains("Usage:"), "{args:?}: {}", ran.stderr);
        clean(&args, &ran);
        shown += usize::from(ran.stdout.contains("u{1b}"));
        let plain = dir.run(&args);
        assert!(!plain.stdout.contains('\u{1b}'), "{args:?}");
        clean(&args, &plain);
    }
    // What a browser shows is text, too.
    let site = std::fs::read_dir(dir.path().join("site")).unwrap();
    let unseen: BTreeSet<char> = unseen().into_iter().collect();
    let mut pages = 0;
    for page in site.map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&page).unwrap();
        let found: BTreeSet<char> = text.chars().filter(|c| unseen.contains(c)).collect();
        assert!(found.is_empty(), "{}: {found:?}", page.display());
        pages += 1;
    }
    assert!(pages > 2, "{pages}");
    assert!(
        shown > 45,
        "only {shown} outputs show what the profile holds"
    );
}

/// Programs read YAML as it is meant, and a terminal that shows it hides nothing.
#[test]
fn yaml_for_programs_hides_nothing() {
    let all: String = unseen().into_iter().collect();
    for text in ["a", "a: b", " - ", "two\nlines\n", "\"quoted\" \\ "] {
        for unseen in unseen() {
            let value = serde_json::json!({
                format!("{text}{unseen}"): [format!("{unseen}{text}"), {"x": format!("{text}{all}")}],
            });
            let written = cpcap::yaml::write(&value).unwrap();
            let found: Vec<char> = written.chars().filter(|c| all.contains(*c)).collect();
            assert!(found.is_empty(), "{found:?} in {written}");
            let documents = cpcap::yaml::read(&written);
            let tree = &documents[0].tree;
            assert_eq!(tree.to_json(tree.root().unwrap()), value, "{written}");
        }
    }
    // What looks like an escape of the writer's own.
    let value = serde_json::json!(["\\uFFFE0000202E", "\u{fffe}0000202E", "\u{202e}"]);
    let written = cpcap::yaml::write(&value).unwrap();
    let documents = cpcap::yaml::read(&written);
    let tree = &documents[0].tree;
    assert_eq!(tree.to_json(tree.root().unwrap()), value, "{written}");
}
