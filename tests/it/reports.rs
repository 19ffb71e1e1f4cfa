//! The machine formats of `lint`: each is valid by its schema, escapes what it must, and stays as
//! it was reviewed.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Dir, formats, formats_but, golden};
use serde_json::Value;

const AWKWARD: &str = include_str!("../../testdata/report/awkward.yaml");
const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const PROFILE: &str = include_str!("../../testdata/examples/profile.yaml");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The output of `lint` in a format about awkward texts, with a file without findings beside it.
fn printed(format: &str) -> String {
    let dir = Dir::with(&[
        ("a%,:ü.yaml", AWKWARD),
        ("valid.yaml", VALID),
        ("broken.yaml", "kind: Shoot\na: b: c\n"),
        ("none.yaml", "kind: Secret\n"),
    ]);
    let ran = dir.run(&["lint", "--level", "note", "--format", format, "."]);
    assert_eq!(ran.exit.code(), 1);
    assert!(
        ran.stderr
            .contains(" in 4 files, 4 documents (2 of other kinds skipped)"),
        "{}",
        ran.stderr
    );
    ran.stdout
}

#[track_caller]
fn assert_valid(schema: &str, printed: &Value) {
    let schema =
        std::fs::read_to_string(crate::common::root().join("testdata/schemas").join(schema))
            .unwrap();
    // The official schema has a stray bracket in the pattern of languages, which strict readers of
    // patterns refuse.
    let schema = json(&schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(printed)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(
        !validator.is_valid(&serde_json::json!([{"version": "0"}])),
        "the schema refuses nothing"
    );
}

#[test]
fn sarif_is_valid_and_says_everything() {
    let log = json(&printed("sarif"));
    assert_valid("sarif-2.1.0.schema.json", &log);
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert!(
        run["originalUriBaseIds"]["%SRCROOT%"]["uri"].is_null(),
        "where the files are on this machine is nobody's business"
    );
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), cpcap::rules::all().count());
    let found: BTreeSet<&str> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["ruleId"].as_str().unwrap())
        .collect();
    for (rule, listed) in cpcap::rules::all().zip(rules) {
        assert_eq!(listed["id"], rule.name);
        // Only the wanted pages: all together take over a megabyte.
        assert_eq!(
            listed["help"].get("markdown").and_then(Value::as_str),
            found.contains(rule.name).then_some(rule.docs)
        );
        assert!(listed["help"]["text"].as_str().unwrap().ends_with(&format!(
            "`cpcap explain {}` prints the page of this rule.",
            rule.name
        )));
        assert_eq!(
            listed.get("helpUri").and_then(Value::as_str),
            cpcap::docs_url(rule.name).as_deref()
        );
    }
    let results = run["results"].as_array().unwrap();
    for result in results {
        assert_eq!(
            rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]["id"],
            result["ruleId"]
        );
    }
    assert!(
        results
            .iter()
            .any(|result| result["relatedLocations"].is_array())
    );
    assert!(
        results.iter().any(|result| result["fixes"].is_array()),
        "no fix is shown"
    );
}

#[test]
fn gitlab_is_valid() {
    let report = json(&printed("gitlab"));
    assert_valid("gitlab-code-quality.schema.json", &report);
    let marks: BTreeSet<&str> = report
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!(
        marks.len(),
        report.as_array().unwrap().len(),
        "GitLab drops issues with the fingerprint of another"
    );
}

#[test]
fn junit_is_valid() {
    let text = printed("junit");
    check_xml(&text);
    let document = roxmltree::Document::parse(&text).unwrap();
    let count = |name: &str| {
        document
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
            .to_string()
    };
    assert_eq!(
        document.root_element().attribute("failures"),
        Some(count("failure").as_str())
    );
    assert_eq!(
        document.root_element().attribute("tests"),
        Some(count("testcase").as_str())
    );
    let without = document
        .descendants()
        .find(|node| node.attribute("name") == Some("none.yaml"))
        .unwrap();
    assert_eq!(
        without.attribute("failures"),
        Some("0"),
        "a file without findings passes"
    );
}

/// Checks a text by `junit-10.xsd`: with `xmllint`, where it is at hand, and by what the schema
/// says of elements, their attributes and their children, which is all that it says but for their
/// number.
fn check_xml(text: &str) {
    let path = crate::common::root().join("testdata/schemas/junit-10.xsd");
    let xsd = std::fs::read_to_string(&path).unwrap();
    let schema = roxmltree::Document::parse(&xsd).unwrap();
    let elements: BTreeMap<&str, roxmltree::Node<'_, '_>> = schema
        .root_element()
        .children()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2001/XMLSchema", "element")))
        .map(|node| (node.attribute("name").unwrap(), node))
        .collect();
    assert!(elements.len() > 10);
    let document = roxmltree::Document::parse(text).unwrap();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        let declared = elements
            .get(name)
            .unwrap_or_else(|| panic!("<{name}> is not declared"));
        let parts = |tag: &str, key: &str| -> BTreeMap<String, bool> {
            let nodes = declared
                .descendants()
                .filter(|part| part.tag_name().name() == tag && part.has_attribute(key));
            nodes
                .map(|part| {
                    (
                        part.attribute(key).unwrap().to_owned(),
                        part.attribute("use") == Some("required"),
                    )
                })
                .collect()
        };
        let (attributes, children) = (parts("attribute", "name"), parts("element", "ref"));
        for attribute in node.attributes() {
            assert!(
                attributes.contains_key(attribute.name()),
                "<{name}> has no {}",
                attribute.name()
            );
        }
        for (attribute, _) in attributes.iter().filter(|(_, required)| **required) {
            assert!(
                node.has_attribute(attribute.as_str()),
                "<{name}> lacks {attribute}"
            );
        }
        for child in node.children().filter(roxmltree::Node::is_element) {
            assert!(
                children.contains_key(child.tag_name().name()),
                "<{name}> holds no <{}>",
                child.tag_name().name()
            );
        }
    }
    let dir = Dir::with(&[("report.xml", text)]);
    let lint = std::process::Command::new("xmllint")
        .args(["--noout", "--schema"])
        .arg(&path)
        .arg(dir.path().join("report.xml"))
        .output();
    if let Ok(output) = lint {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// Each line is one command that GitHub knows, and nothing of the input begins one.
#[test]
fn github_sees_only_our_commands() {
    let text = printed("github");
    let mut open = false;
    for line in text.lines() {
        let (command, message) = line
            .strip_prefix("::")
            .and_then(|line| line.split_once("::"))
            .unwrap();
        match command.split(' ').next().unwrap() {
            "group" => assert!(
                !std::mem::replace(&mut open, true),
                "groups cannot hold groups"
            ),
            "endgroup" => assert!(std::mem::replace(&mut open, false)),
            "error" | "warning" | "notice" => {
                assert!(open && !message.is_empty());
                for property in command.split_once(' ').unwrap().1.split(',') {
                    let (name, value) = property.split_once('=').unwrap();
                    assert!(
                        ["title", "file", "line", "col", "endLine", "endColumn"].contains(&name),
                        "{line}"
                    );
                    assert!(!value.contains(':'), "{line}");
                }
            }
            other => panic!("GitHub knows no command {other}: {line}"),
        }
        let unescaped = line
            .replace("%25", "")
            .replace("%0A", "")
            .replace("%3A", "")
            .replace("%2C", "");
        assert!(
            !unescaped.contains(['%', '\r', '\u{1b}', '\u{202e}']),
            "{line:?}"
        );
    }
    assert!(!open);
    assert!(text.contains("file=a%25%2C%3Aü.yaml,"), "{text}");
}

/// The formats as reviewed. Of SARIF without the rules, which are tested apart.
#[test]
fn formats_stay_as_they_are() {
    for format in formats_but("lint", &["human", "compact", "json"]) {
        let mut text = printed(&format);
        if format == "sarif" {
            let mut log = json(&text);
            log["runs"][0]["tool"]["driver"]
                .as_object_mut()
                .unwrap()
                .retain(|key, _| key == "name");
            for result in log["runs"][0]["results"].as_array_mut().unwrap() {
                result.as_object_mut().unwrap().remove("ruleIndex");
            }
            text = serde_json::to_string_pretty(&log).unwrap() + "\n";
        }
        let extension = match format.as_str() {
            "junit" => "xml",
            "github" => "txt",
            "markdown" => "md",
            "sarif" | "gitlab" => "json",
            _ => panic!("the golden file of {format} needs an ending"),
        };
        golden(
            format!("testdata/golden/report/{format}.{extension}"),
            &text,
        );
    }
}

#[test]
fn fingerprints_stay_when_lines_and_entries_move() {
    let moved = PROFILE.replacen("spec:", "# one\n# two\nspec:", 1).replacen(
        "  machineTypes:\n",
        "  machineTypes:\n  - {name: new, cpu: '1', gpu: '0', memory: 1Gi, architecture: amd64}\n",
        1,
    );
    assert_ne!(moved.lines().count(), PROFILE.lines().count());
    let marks = |text: &str| -> BTreeSet<(String, String)> {
        let dir = Dir::with(&[("profile.yaml", text)]);
        let log = json(
            &dir.run(&[
                "lint",
                "-f",
                "sarif",
                "--ignore",
                "size,selection,design",
                "profile.yaml",
            ])
            .stdout,
        );
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        results
            .iter()
            .map(|result| {
                (
                    text(&result["ruleId"]),
                    text(&result["partialFingerprints"]["cpcap/v1"]),
                )
            })
            .collect()
    };
    let (before, after) = (marks(PROFILE), marks(&moved));
    assert!(before.len() > 3);
    assert!(before.is_subset(&after), "{before:#?}\n{after:#?}");
}

#[test]
fn several_forms_in_one_run() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let alone = dir.run(&["lint", "profile.yaml"]);
    let ran = dir.run(&[
        "lint",
        "-f",
        "human",
        "-f",
        "sarif=out.sarif",
        "-f",
        "junit=out.xml",
        "-f",
        "json=out.json",
        "profile.yaml",
    ]);
    assert_eq!(ran.exit.code(), 1);
    assert_eq!(
        (ran.stdout, ran.stderr.as_str()),
        (alone.stdout, ""),
        "the human form has its summary already"
    );
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(json(&read("out.sarif"))["version"], "2.1.0");
    assert_eq!(json(&read("out.json"))["schemaVersion"], 1);
    assert!(read("out.xml").starts_with("<?xml"));
    let ran = dir.run(&[
        "lint",
        "-f",
        "gitlab=a.json",
        "-o",
        "human.txt",
        "profile.yaml",
    ]);
    assert_eq!((ran.exit.code(), ran.stdout.as_str()), (1, ""));
    assert!(read("human.txt").contains("error[") && ran.stderr.contains("in 1 file"));
    let only_file = dir.run(&["lint", "-f", "gitlab=a.json", "profile.yaml"]);
    assert_eq!(only_file.stdout, "");
    for (args, expected) in [
        (
            &["-f", "json", "-f", "sarif"][..],
            "only one form can go to standard output",
        ),
        (
            &["-f", "json=a", "-f", "sarif=a"],
            "two forms would go to a",
        ),
        (
            &["-f", "json=profile.yaml"],
            "--format would overwrite profile.yaml, which is an input",
        ),
        (&["-f", "json="], "names no file"),
        (&["-f", "sarf=a"], "sarif"),
    ] {
        let ran = dir.run(&[&["lint", "profile.yaml"], args].concat());
        assert_eq!(ran.exit.code(), 2, "{args:?}");
        assert!(ran.stderr.contains(expected), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_workflow_gets_annotations_beside_the_excerpts() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let (human, github) = (
        dir.run(&["lint", "profile.yaml"]).stdout,
        dir.run(&["lint", "-f", "github", "profile.yaml"]).stdout,
    );
    let workflow = |args: &[&str]| dir.run_with(args, "", &[("GITHUB_ACTIONS", "true")]).stdout;
    assert_eq!(
        workflow(&["lint", "profile.yaml"]),
        format!("{human}{github}")
    );
    assert_eq!(
        workflow(&["lint", "-f", "human", "profile.yaml"]),
        human,
        "the form was chosen"
    );
    assert_eq!(workflow(&["lint", "-o", "out.txt", "profile.yaml"]), github);
}

/// Services know files as seen from the root of the checkout, wherever in it a run takes place.
#[test]
fn services_get_names_from_the_root_of_the_checkout() {
    let dir = Dir::with(&[(".git/HEAD", ""), ("sub dir/ü.yaml", PROFILE)]);
    let absolute = dir.path().join("sub dir/ü.yaml").display().to_string();
    let below = dir.path().join("sub dir");
    let mut marks = BTreeSet::new();
    for (cwd, path) in [
        (dir.path(), "sub dir/ü.yaml"),
        (&below, "ü.yaml"),
        (&below, "../sub dir/./ü.yaml"),
        (&below, &absolute),
    ] {
        let printed = |format: &str| {
            crate::common::run_in(cwd, &["lint", "-f", format, path], "", &[]).stdout
        };
        let sarif = json(&printed("sarif"));
        for result in sarif["runs"][0]["results"].as_array().unwrap() {
            let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
            assert_eq!(location["uri"], "sub%20dir/%C3%BC.yaml", "{path}");
            assert_eq!(location["uriBaseId"], "%SRCROOT%");
        }
        assert!(
            printed("github").contains(",file=sub dir/ü.yaml,"),
            "{path}"
        );
        let gitlab = json(&printed("gitlab"));
        assert_eq!(gitlab[0]["location"]["path"], "sub dir/ü.yaml");
        marks.insert(gitlab[0]["fingerprint"].as_str().unwrap().to_owned());
        // People read them where they are.
        assert!(
            printed("compact").starts_with(&format!("{path}:")),
            "{path}"
        );
    }
    assert_eq!(marks.len(), 1, "{marks:?}");
}

/// Line ends of Windows change nothing but the bytes.
#[test]
fn line_ends_of_windows_change_nothing() {
    for format in formats("lint") {
        let printed = |text: &str| {
            Dir::with(&[("a b.yaml", text)])
                .run(&["lint", "-f", &format, "a b.yaml"])
                .stdout
        };
        let (unix, windows) = (printed(PROFILE), printed(&PROFILE.replace('\n', "\r\n")));
        assert!(
            !windows.contains('\r') && !windows.contains("\\r"),
            "{format}"
        );
        // Sizes are those of the text.
        let without_sizes = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        assert_eq!(without_sizes(&unix), without_sizes(&windows), "{format}");
    }
}

#[test]
fn forms_are_written_although_one_cannot_be() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let ran = dir.run(&[
        "lint",
        "-f",
        "json=none/a.json",
        "-f",
        "sarif=b.sarif",
        "-f",
        "compact",
        "profile.yaml",
    ]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("cpcap: cannot write none/a.json: its directory does not exist\n"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.contains("profile.yaml:") && dir.path().join("b.sarif").exists());
    let ran = dir.run(&[
        "lint",
        "-f",
        "json=a",
        "-f",
        "sarif=./none/../a",
        "profile.yaml",
    ]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("two forms would go to"),
        "{}",
        ran.stderr
    );
}

/// One mistake in eighty entries is one excerpt for people, and eighty findings for machines.
#[test]
fn equal_findings_of_many_entries_show_once() {
    let mut text = VALID.split("  machineTypes:").next().unwrap().to_owned() + "  machineTypes:\n";
    for n in 1..=80 {
        text +=
            &format!("  - {{name: m{n}, cpu: '1', gpu: '0', memory: {n}, architecture: amd64}}\n");
    }
    let dir = Dir::with(&[("many.yaml", &text)]);
    let lint = |more: &[&str]| {
        dir.run(
            &[
                &[
                    "lint",
                    "--select",
                    "schema/memory-without-unit",
                    "many.yaml",
                ],
                more,
            ]
            .concat(),
        )
        .stdout
    };
    let human = lint(&[]);
    assert_eq!(human.matches("warning[").count(), 1, "{human}");
    assert!(
        human.contains("\n  79 more like this, each with help of its own, in lines ")
            && human.contains("(--max-findings 0\n  shows all)"),
        "{human}"
    );
    assert!(
        human.ends_with(
            "\n80 warnings in 1 file, 1 document; 80 fixable with --fix --unsafe-fixes\n"
        ),
        "{human}"
    );
    assert_eq!(
        lint(&["--max-findings", "0"]).matches("warning[").count(),
        80
    );
    assert_eq!(lint(&["-f", "compact"]).lines().count(), 80);
    dir.write("many.yaml", text.replace("cpu: '1', ", ""));
    let same = dir
        .run(&["lint", "--select", "schema/missing-quantity", "many.yaml"])
        .stdout;
    assert!(
        same.contains("\n  79 more like this, in lines "),
        "what helps one helps all: {same}"
    );
    // Few are shown each by itself.
    dir.write(
        "many.yaml",
        text.lines()
            .take_while(|line| !line.contains("name: m4"))
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    );
    assert_eq!(lint(&[]).matches("warning[").count(), 3);
}

/// As a comment: the worst first and never too long. Names of the input are not markup, and mention
/// nobody.
#[test]
fn markdown_keeps_the_worst_and_escapes_names() {
    let types = |number: usize| -> String {
        (0..number)
            .map(|n| {
                format!("  - {{name: '<b>@me_{n}_[x](y)', cpu: '1', gpu: '0', memory: {n}}}\n")
            })
            .collect()
    };
    let lint = |text: &str| {
        Dir::with(&[("a_*b*.yaml", text)])
            .run(&["lint", "--level", "note", "-f", "markdown", "."])
            .stdout
    };
    let text = |number| {
        let (head, rest) = PROFILE.split_once("  machineTypes:\n").unwrap();
        format!("{head}  machineTypes:\n{}{rest}", types(number))
    };
    let few = lint(&text(1));
    assert!(few.starts_with("### ❌ cpcap lint\n\n"), "{few}");
    assert!(few.contains("(a\\_\\*b\\*.yaml:"), "{few}");
    for line in few.lines() {
        let plain: String = line.split('`').step_by(2).collect();
        assert!(!plain.contains("<b>") && !plain.contains('@'), "{line}");
    }
    assert!(!few.contains("Left out"), "{few}");

    let many = lint(&text(2000));
    assert!(many.len() < 60_000, "{}", many.len());
    assert!(
        many.len() > 50_000,
        "as much as there is room for: {}",
        many.len()
    );
    let last = many.lines().last().unwrap();
    let left_out: usize = last
        .split("Left out: ")
        .nth(1)
        .and_then(|rest| rest.split(" error").next())
        .unwrap()
        .parse()
        .unwrap();
    let shown = many.lines().filter(|line| line.starts_with("- ")).count();
    assert!(
        many.contains(&format!("\n**{} errors**\n", left_out + shown)),
        "{last}"
    );
    assert!(!many.contains("<details>"), "no warning before an error");
}

/// A path says which object it is about where a file holds several, and nothing more elsewhere.
#[test]
fn objects_of_a_crowded_file_are_named() {
    let shoot = |name: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, \
             namespace: garden-a}}\nspec: {{surprise: 1}}\n"
        )
    };
    let both = [shoot("one"), shoot("two")].join("---\n");
    let dir = Dir::with(&[("both.yaml", &*both), ("one.yaml", &shoot("one"))]);
    let named = |file: &str, name: &str| {
        let ran = dir.run(&["lint", file]);
        let lines = ran.stdout.lines().filter(|line| line.starts_with("error["));
        lines.filter(|line| line.contains(name)).count()
    };
    for name in ["Shoot garden-a/one: ", "Shoot garden-a/two: "] {
        assert!(named("both.yaml", name) > 0, "{name}");
    }
    assert_eq!(named("one.yaml", "garden-a/one"), 0);
}
