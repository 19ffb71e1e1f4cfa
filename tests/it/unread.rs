//! An unreadable value is unknown: where one value of an example is replaced by something
//! unreadable, `lint` has new findings only at that place. The test covers every value of every
//! example; a debug build takes a sample, a release build (or `CPCAP_ALL_CASES=1`) all.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;

use crate::common::{Dir, parsed, recorded};
use cpcap::cli::Cli;
use cpcap::yaml::{self, NodeId, Tree, Value};

/// A run makes one of this number of replacements.
const SAMPLE: usize = 97;

/// Files, and the command line that finds little or nothing in them.
struct Example {
    name: String,
    files: Vec<(String, String)>,
    args: Vec<String>,
}

impl Example {
    fn new(name: &str, files: &[(&str, &str)], args: &str) -> Self {
        Self {
            name: name.to_owned(),
            files: files
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
            args: args.split(' ').map(str::to_owned).collect(),
        }
    }
}

/// The good examples of rule pages: the blocks of YAML, and the last command that is run on them.
fn of_pages(all: &mut Vec<Example>) {
    for rule in cpcap::rules::all() {
        let (mut files, mut args, mut heading) = (BTreeMap::new(), None, "");
        let mut lines = rule.docs.lines();
        while let Some(line) = lines.next() {
            heading = line.strip_prefix("## ").unwrap_or(heading);
            let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
                continue;
            };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let good = heading.starts_with("Good");
            match info.split(' ').collect::<Vec<_>>()[..] {
                ["yaml"] if good => {
                    drop(files.insert("good.yaml".to_owned(), block.join("\n") + "\n"));
                }
                ["yaml", name] if !name.contains('=') && name != "latin-1" => {
                    drop(files.insert(name.to_owned(), block.join("\n") + "\n"));
                }
                ["console"] if good => {
                    args = block.first().and_then(|line| line.strip_prefix("$ cpcap "));
                }
                _ => {}
            }
        }
        // A baseline is written by a command that the page runs before.
        if let Some(args) =
            args.filter(|args| args.starts_with("lint ") && !args.contains("--baseline"))
        {
            let args = args.split(' ').map(str::to_owned).collect();
            all.push(Example {
                name: rule.name.to_owned(),
                files: files.into_iter().collect(),
                args,
            });
        }
    }
}

/// The recorded good profiles with a `providerConfig`, of Shoots, and of both with a parent or a
/// stored object.
fn of_records(all: &mut Vec<Example>) {
    for name in recorded::names() {
        let mut of_area: BTreeMap<String, usize> = BTreeMap::new();
        for case in recorded::cases(&name) {
            let (area, expect) = (case["area"].as_str().unwrap(), &case["expect"]);
            let empty = |name: &str| expect[name].as_array().is_none_or(Vec::is_empty);
            let wanted = matches!(
                area,
                "provider-cloudprofile" | "provider-namespaced" | "shoot"
            );
            let refused = ["errors", "static", "admission"]
                .iter()
                .any(|name| !empty(name))
                || ["refused", "mutation", "admissionError"]
                    .iter()
                    .any(|name| !expect[*name].is_null());
            let count = of_area.entry(area.to_owned()).or_default();
            if !wanted || refused || *count >= 4 {
                continue;
            }
            *count += 1;
            let (mut files, mut args) = (Vec::new(), "lint object.yaml".to_owned());
            for name in ["object", "profile", "parent", "namespaced", "old"] {
                if let Some(text) = case["input"][name].as_str() {
                    files.push((format!("{name}.yaml"), text.to_owned()));
                    match name {
                        "object" => {}
                        "old" => args += " --old old.yaml",
                        _ => write!(args, " --with {name}.yaml").unwrap(),
                    }
                }
            }
            let args = args.split(' ').map(str::to_owned).collect();
            all.push(Example {
                name: case["id"].as_str().unwrap().to_owned(),
                files,
                args,
            });
        }
    }
}

fn examples() -> Vec<Example> {
    let read =
        |name: &str| fs::read_to_string(crate::common::root().join("testdata").join(name)).unwrap();
    let (profile, child) = (
        read("examples/valid.yaml"),
        read("examples/namespaced.yaml"),
    );
    let (aws, shoot) = (read("artifacts/profile.yaml"), read("artifacts/shoot.yaml"));
    let mut all = vec![
        Example::new("profile", &[("a.yaml", &profile)], "lint a.yaml"),
        Example::new(
            "profile, create",
            &[("a.yaml", &profile)],
            "lint a.yaml --operation create",
        ),
        Example::new(
            "profile, update",
            &[("a.yaml", &profile), ("old.yaml", &profile)],
            "lint a.yaml --old old.yaml",
        ),
        Example::new(
            "child",
            &[("a.yaml", &child), ("p.yaml", &profile)],
            "lint a.yaml p.yaml",
        ),
        Example::new(
            "child, update",
            &[
                ("a.yaml", &child),
                ("p.yaml", &profile),
                ("old.yaml", &child),
            ],
            "lint a.yaml --with p.yaml --old old.yaml",
        ),
        Example::new(
            "shoot",
            &[("s.yaml", &shoot), ("p.yaml", &aws)],
            "lint s.yaml p.yaml",
        ),
        Example::new(
            "shoot, update",
            &[("s.yaml", &shoot), ("p.yaml", &aws), ("old.yaml", &shoot)],
            "lint s.yaml --with p.yaml --old old.yaml",
        ),
    ];
    of_records(&mut all);
    of_pages(&mut all);
    all
}

/// The bytes of all values below the root of each document, with what they are replaced by.
fn replacements(text: &str) -> Vec<(std::ops::Range<usize>, &'static str)> {
    let mut all = Vec::new();
    for document in yaml::read(text).iter().filter(|document| !document.json) {
        if let Some(root) = document.tree.root() {
            below(&document.tree, root, &mut all);
        }
    }
    all
}

fn below(tree: &Tree<'_>, id: NodeId, all: &mut Vec<(std::ops::Range<usize>, &'static str)>) {
    for child in tree
        .items(id)
        .iter()
        .copied()
        .chain(tree.entries(id).map(|entry| entry.value))
    {
        let span = tree.span(child).range();
        if span.is_empty() {
            continue;
        }
        let other: &[&str] = match tree.value(child) {
            Value::Sequence => &["{q: 1}", "text"],
            Value::Mapping => &["[1]", "text"],
            _ => &["{q: 1}", "[1]"],
        };
        let unreadable = [
            "*nowhere",
            "{{ .Values.x }}",
            "\"{{ .Values.x }}\"",
            ".nan",
            "\tx: 1",
            "\"x",
            "@x",
            "!!int x",
        ];
        all.extend(
            unreadable
                .iter()
                .chain(other)
                .map(|text| (span.clone(), *text)),
        );
        below(tree, child, all);
    }
}

/// A finding: the rule, its severity, the file, and its bytes.
type Said = (String, String, String, u64, u64);

fn lint(dir: &Dir, cli: &Cli) -> Vec<Said> {
    let ran = dir.run_parsed(cli);
    let outcome: serde_json::Value = serde_json::from_str(&ran.stdout)
        .unwrap_or_else(|_| panic!("{cli:?}: {}{}", ran.stdout, ran.stderr));
    let text = |finding: &serde_json::Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let at = |finding: &serde_json::Value, end: &str| {
        finding["span"][end]["byte"].as_u64().unwrap_or_default()
    };
    let said = outcome["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                text(finding, "rule"),
                text(finding, "severity"),
                text(finding, "file"),
                at(finding, "start"),
                at(finding, "end"),
            )
        });
    said.collect()
}

/// The findings that an example has only with a replacement, away from the replaced place.
fn new_findings(example: &Example, number: usize, step: usize) -> (usize, Vec<(String, String)>) {
    let files: Vec<(&str, &str)> = example
        .files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let dir = Dir::with(&files);
    let mut args: Vec<&str> = example.args.iter().map(String::as_str).collect();
    args.extend(["--format", "json"]);
    let cli = parsed(&args);
    let base = lint(&dir, &cli);
    let (mut made, mut new) = (0, Vec::new());
    let mut position = number;
    for (name, text) in files {
        if !example.args.iter().any(|arg| arg == name) {
            continue;
        }
        for (span, with) in replacements(text) {
            position += 1;
            if !position.is_multiple_of(step) {
                continue;
            }
            made += 1;
            dir.write(
                name,
                [&text[..span.start], with, &text[span.end..]].concat(),
            );
            let (start, end) = (span.start as u64, (span.start + with.len()) as u64);
            // The position of a byte after the replacement.
            let moved = |at: u64| {
                if at >= span.end as u64 {
                    at + end - span.end as u64
                } else {
                    at
                }
            };
            // The same, back.
            let unmoved = |at: u64| {
                if at >= end {
                    at + span.end as u64 - end
                } else {
                    at
                }
            };
            let mut known: Vec<Said> = base
                .iter()
                .cloned()
                .map(|said| {
                    if said.2 == name {
                        (said.0, said.1, said.2, moved(said.3), moved(said.4))
                    } else {
                        said
                    }
                })
                .collect();
            for said in lint(&dir, &cli) {
                let there = said.2 == name && said.3 <= end && said.4 >= start;
                // An alias says what stands at its anchor.
                let alias =
                    said.2 == name && text.as_bytes().get(unmoved(said.3) as usize) == Some(&b'*');
                // What is not checked is named.
                let unchecked = said.0 == "shoot/unknown-profile";
                if said.0.starts_with("yaml/") || there || alias || unchecked {
                    continue;
                }
                // A finding about the replaced place may now stand at another.
                let same = |other: &&Said| (&other.0, &other.1) == (&said.0, &said.1);
                let replaced = |other: &Said| other.2 == name && other.3 <= end && other.4 >= start;
                let position = |of: &dyn Fn(&Said) -> bool| {
                    known.iter().position(|other| same(&other) && of(other))
                };
                match position(&|other| (&other.2, other.3) == (&said.2, said.3))
                    .or_else(|| position(&replaced))
                {
                    Some(at) => drop(known.swap_remove(at)),
                    None => new.push((
                        said.0,
                        format!(
                            "{}: {name}: {:?} by {with:?}: at {} of {}",
                            example.name,
                            &text[span.clone()],
                            said.3,
                            said.2
                        ),
                    )),
                }
            }
        }
        dir.write(name, text);
    }
    (made, new)
}

#[test]
fn an_unreadable_value_is_not_missing() {
    let step = recorded::step(SAMPLE);
    let examples = examples();
    let (next, found) = (Mutex::new(0), Mutex::new((0, Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = {
                        let mut next = next.lock().unwrap();
                        *next += 1;
                        *next - 1
                    };
                    let Some(example) = examples.get(number) else {
                        return;
                    };
                    let (made, mut new) = new_findings(example, number, step);
                    let mut found = found.lock().unwrap();
                    found.0 += made;
                    found.1.append(&mut new);
                }
            });
        }
    });
    let (made, new) = found.into_inner().unwrap();
    assert!(made > 800, "only {made} replacements");
    // A few of each rule say more than many of one.
    let mut shown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (rule, text) in &new {
        shown.entry(rule).or_default().push(text);
    }
    let shown: Vec<String> = shown
        .iter()
        .map(|(rule, texts)| {
            format!(
                "{rule}: {}\n  {}",
                texts.len(),
                texts
                    .iter()
                    .take(8)
                    .copied()
                    .collect::<Vec<_>>()
                    .join("\n  ")
            )
        })
        .collect();
    assert!(
        new.is_empty(),
        "{} of {made} replacements say something new:\n{}",
        new.len(),
        shown.join("\n")
    );
}

/// A profile and a Shoot of it; where a command needs both, one of them holds the unreadable value.
const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  type: example
  kubernetes: {versions: [{version: 1.33.1}]}
  machineImages: [{name: i, versions: [{version: 1.0.0, architectures: [amd64], cri: [{name: containerd}]}]}]
  machineTypes: [{name: m, cpu: 2, gpu: 0, memory: 8Gi, architecture: amd64}]
  regions: [{name: r, zones: [{name: z}]}]
";
const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: s, namespace: garden-x}
spec:
  cloudProfile: {name: p}
  region: r
  kubernetes: {version: 1.33.1}
  provider:
    type: example
    workers: [{name: w, minimum: 1, maximum: 1, zones: [z], machine: {type: m, image: {name: i, version: 1.0.0}}}]
";
const UNREADABLE: [&str; 5] = [
    "*nowhere",
    "{{ .Values.x }}",
    "\"{{ .Values.x }}\"",
    "7",
    ".nan",
];

/// The text with another value of one key.
fn with(text: &str, key: &str, value: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with(&format!("{key}:")))
        .unwrap();
    let indent = line.len() - line.trim_start().len();
    text.replace(line, &format!("{}{key}: {value}", &line[..indent]))
}

#[test]
fn commands_answer_nothing_of_what_they_could_not_read() {
    let asked = |profile: &str, shoot: &str, args: &str| {
        let dir = Dir::with(&[("p.yaml", profile), ("s.yaml", shoot)]);
        let ran = dir.run(&args.split(' ').collect::<Vec<_>>());
        (ran.exit.code(), format!("{}{}", ran.stdout, ran.stderr))
    };
    let commands = [
        "resolve s.yaml --with p.yaml",
        "maintain s.yaml --profile p.yaml",
    ];
    let of_profile = [
        "match --profile p.yaml --machine-type m --image i",
        "table p.yaml",
    ];
    for command in commands.iter().chain(&of_profile) {
        assert_eq!(
            asked(PROFILE, SHOOT, command).0,
            0,
            "{command}: {}",
            asked(PROFILE, SHOOT, command).1
        );
        for value in UNREADABLE {
            for key in ["machineTypes", "machineImages"] {
                let (exit, said) = asked(&with(PROFILE, key, value), SHOOT, command);
                assert_eq!(exit, 2, "{command}, {key}: {value}: {said}");
                assert!(
                    said.contains("could not read")
                        || said.contains("cannot read")
                        || said.contains("cannot show"),
                    "{command}, {key}: {value}: {said}"
                );
                assert!(
                    !said.contains("no such")
                        && !said.contains("there are none")
                        && (!said.contains("Pool") || command.starts_with("resolve"))
                        && !said.contains(" yes")
                        && !said.contains("The server admits"),
                    "{command}, {key}: {value}: {said}"
                );
            }
        }
    }
    for command in commands {
        for value in UNREADABLE {
            let (exit, said) = asked(PROFILE, &with(SHOOT, "workers", value), command);
            assert_eq!(exit, 2, "{command}, {value}: {said}");
            assert!(
                said.contains("could not read") && !said.contains("The server admits"),
                "{command}, {value}: {said}"
            );
        }
    }
}

#[test]
fn null_is_absent_and_not_unknown() {
    let dir = Dir::with(&[("p.yaml", &with(PROFILE, "machineTypes", "null"))]);
    assert!(
        dir.run(&["lint", "p.yaml"])
            .stdout
            .contains("cloudprofile/missing-machine-types")
    );
    dir.write("p.yaml", with(PROFILE, "machineTypes", "*nowhere"));
    assert!(
        !dir.run(&["lint", "p.yaml"])
            .stdout
            .contains("cloudprofile/missing-machine-types")
    );
}

/// A number where text belongs is understood, and so is everything that follows from it.
#[test]
fn a_misspelt_field_is_judged_by_its_intended_name() {
    let profile = PROFILE.replace("{name: m,", "{name: 5,");
    let said = |machine: &str| {
        let dir = Dir::with(&[
            ("p.yaml", &profile),
            (
                "s.yaml",
                &SHOOT.replace("{type: m,", &format!("{{type: \"{machine}\",")),
            ),
        ]);
        dir.run(&["lint", "p.yaml", "s.yaml"]).stdout
    };
    assert!(
        said("5").contains("schema/wrong-type")
            && !said("5").contains("shoot/unknown-machine-type"),
        "{}",
        said("5")
    );
    assert!(
        said("6").contains("shoot/unknown-machine-type"),
        "{}",
        said("6")
    );
}

/// Positions of the stored object say nothing of its values.
#[test]
fn values_are_compared_and_not_their_places() {
    let page = cpcap::rules::find("provider/changed-setting").unwrap().docs;
    let good = page
        .split("## Good")
        .nth(1)
        .and_then(|rest| rest.split("```yaml\n").nth(1))
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let dir = Dir::with(&[
        ("new.yaml", good),
        ("old.yaml", &format!("# The same, further down.\n{good}")),
    ]);
    let said = dir.run(&["lint", "new.yaml", "--old", "old.yaml"]).stdout;
    assert!(!said.contains("provider/changed-setting"), "{said}");
}
