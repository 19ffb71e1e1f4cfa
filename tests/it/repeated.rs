//! Objects of one name in one file: the last one stays. Others of equal names are nobody's mistake.

use cpcap::cli::Exit;
use serde_json::Value;

use crate::common::Dir;

fn profile(name: &str, version: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: {name}}}
spec: {{type: example, kubernetes: {{versions: [{{version: {version}}}]}}}}
"
    )
}

fn child(namespace: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {{name: a{namespace}}}
spec: {{parent: {{kind: CloudProfile, name: a}}}}
"
    )
}

/// Where the names of what is repeated stand, each with the place of the last one.
fn repeated(files: &[(&str, &str)]) -> Vec<(String, u64, u64)> {
    let dir = Dir::with(files);
    let line = [
        "lint",
        ".",
        "--select",
        "metadata/repeated-object",
        "-f",
        "json",
    ];
    let ran = dir.run(&line);
    let said: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    let findings = said["findings"].as_array().unwrap().iter();
    let line = |of: &Value| of["span"]["start"]["line"].as_u64().unwrap();
    findings
        .map(|finding| {
            let file = finding["file"].as_str().unwrap().to_owned();
            let last = finding["related"].as_array().unwrap();
            assert_eq!(last.len(), 1, "{finding}");
            (file, line(finding), line(&last[0]))
        })
        .collect()
}

fn item(text: &str) -> String {
    format!("- {}", text.trim_end().replace('\n', "\n  "))
}

#[test]
fn each_but_the_last_is_told() {
    let three = [
        profile("a", "1.33.1"),
        profile("b", "1.33.1"),
        profile("a", "1.32.5"),
        profile("a", "1.31.9"),
    ];
    let told = |line| ("x.yaml".to_owned(), line, 18);
    assert_eq!(
        repeated(&[("x.yaml", &three.join("---\n"))]),
        [told(3), told(13)]
    );
    let items = [profile("a", "1.33.1"), profile("a", "1.32.5")].map(|text| item(&text));
    let list = format!("apiVersion: v1\nkind: List\nitems:\n{}\n", items.join("\n"));
    assert_eq!(
        repeated(&[("x.yaml", &list)]),
        [("x.yaml".to_owned(), 6, 10)]
    );
    // The current namespace is one namespace.
    let same = [child(""), child("")].join("---\n");
    assert_eq!(repeated(&[("x.yaml", &same)]).len(), 1);
}

#[test]
fn others_are_not() {
    let one = profile("a", "1.33.1");
    let other = profile("a", "1.32.5");
    // Landscapes may use the same names.
    assert!(repeated(&[("x/a.yaml", &one), ("y/a.yaml", &other)]).is_empty());
    let apart = [
        child(", namespace: garden-x"),
        child(", namespace: garden-y"),
    ]
    .join("---\n");
    let kinds = [one.clone(), child("")].join("---\n");
    // What the name will be is not known, nor is there one.
    let templates = [
        profile("'{{ .a }}'", "1.33.1"),
        profile("'{{ .a }}'", "1.32.5"),
    ]
    .join("---\n");
    let nameless = [profile("''", "1.33.1"), profile("''", "1.32.5")].join("---\n");
    // A template may choose one; Helm obeys markers in comments, too.
    let choice = |mark: &str| {
        format!(
            "{mark}{{{{- if .a }}}}\n{one}---\n{mark}{{{{- else }}}}\n{other}{mark}{{{{- end }}}}\n"
        )
    };
    let (chosen, in_comments) = (choice(""), choice("# "));
    // Decoding refuses a name that is a number, and kubectl a text that breaks off.
    let numbers = [profile("1", "1.33.1"), profile("1", "1.32.5")].join("---\n");
    let half = format!("{one}---\n{other}x: [\n");
    for text in [
        apart,
        kinds,
        templates,
        nameless,
        chosen,
        in_comments,
        numbers,
        half,
    ] {
        assert!(repeated(&[("x.yaml", &text)]).is_empty(), "{text}");
    }
    // Patches are applied to one object.
    let patches = format!("{one}---\n{other}");
    let base = "kind: Kustomization\npatches:\n- path: patch.yaml\n";
    let files = [("kustomization.yaml", base), ("patch.yaml", &patches)];
    assert!(repeated(&files).is_empty());
}

pub const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions:
    - version: 1.33.1
    - version: 1.32.5
  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]
  machineTypes: [{name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi}]
  regions: [{name: eu}]
";
pub const SHOOT: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile: {kind: CloudProfile, name: example}
  region: eu
  provider:
    type: example
    workers:
    - {name: w, machine: {type: small, image: {name: gl, version: 1.0.0}}, minimum: 1, maximum: 2}
  kubernetes:
    version: 1.32.5
";
pub const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: own, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: example}
  kubernetes:
    versions: [{version: 1.32.5, expirationDate: '2027-12-01T00:00:00Z'}]
  machineTypes: [{name: large, cpu: \"8\", gpu: \"0\", memory: 32Gi}]
";

/// The profile without the version that the Shoot uses.
pub fn shorter() -> String {
    PROFILE.replace("    - version: 1.32.5\n", "")
}

/// The Shoot, of the child.
pub fn of_child() -> String {
    SHOOT.replace(
        "kind: CloudProfile, name: example",
        "kind: NamespacedCloudProfile, name: own",
    )
}

/// Two objects of a text, as documents and as items of a list; the first one as it is, and as an
/// object of another kind with as many lines and bytes.
fn forms(first: &str, last: &str) -> [[String; 2]; 2] {
    let mut stranger = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n".to_owned();
    stranger.push_str(&"#\n".repeat(first.lines().count() - 4));
    let rest = first.len() - stranger.len() - "#\n".len();
    stranger.push_str(&format!("#{}\n", "-".repeat(rest)));
    let documents = |first: &str| format!("{first}---\n{last}");
    let list = |first: &str| {
        let items = [first, last].map(item).join("\n");
        format!("apiVersion: v1\nkind: List\nitems:\n{items}\n")
    };
    let both = [first, &stranger];
    [both.map(documents), both.map(list)]
}

/// What a run says of a file `x.yaml` that holds two objects, and of one that holds the last alone.
fn asked(files: &[(&str, &str)], texts: &[String; 2], line: &[&str]) {
    let said = texts.each_ref().map(|text| {
        let dir = Dir::with(files);
        let stdin = if line.contains(&"-") { text } else { "" };
        dir.write("x.yaml", text);
        let ran = dir.run_with(line, stdin, &[]);
        let mut told = ran.stdout.clone();
        if line[0] == "lint" {
            let all: Value = serde_json::from_str(&ran.stdout).unwrap();
            let at = |of: &Value| of["span"]["start"]["line"].as_u64().unwrap();
            let last = text.lines().count() as u64 / 2;
            let all = all["findings"].as_array().unwrap().iter();
            let rest = all.filter(|of| of["file"] != "x.yaml" || at(of) > last);
            told = format!("{:#?}", rest.collect::<Vec<_>>());
        }
        let written = std::fs::read_to_string(dir.path().join("x.yaml")).unwrap();
        let tail = written
            .rsplit("apiVersion: core")
            .next()
            .unwrap()
            .to_owned();
        (ran.exit, told, tail)
    });
    assert_eq!(said[0], said[1], "{line:?}\n{}", texts[0]);
    assert!(
        said[0].0 != Exit::Failure || line[0] == "add",
        "{line:?}: {said:?}"
    );
}

const LINT: [&str; 5] = ["lint", "-f", "json", "--level", "note"];

#[test]
fn the_last_profile_answers() {
    let (whole, shorter) = (PROFILE.to_owned(), shorter());
    let with_shoot = [("s.yaml", SHOOT), ("p.yaml", PROFILE), ("q.yaml", &shorter)];
    for (first, last) in [(&whole, &shorter), (&shorter, &whole)] {
        for texts in forms(first, last) {
            for line in [
                &["resolve", "s.yaml", "-p", "x.yaml"][..],
                &["resolve", "s.yaml", "-p", "-"],
                &["maintain", "s.yaml", "-p", "x.yaml"],
                &["maintain", "-p", "x.yaml"],
                &["match", "-p", "x.yaml", "--machine-type", "small"],
                &["table", "x.yaml"],
                &["uses", "x.yaml", "s.yaml"],
                &["uses", "x.yaml", "--with", "s.yaml", "--unused"],
                &[
                    "retire",
                    "kubernetes",
                    "1.33.1",
                    "-p",
                    "x.yaml",
                    "--with",
                    "s.yaml",
                    "--write",
                ],
                &[
                    "add",
                    "kubernetes",
                    "1.33.2",
                    "--like",
                    "1.33.1",
                    "-p",
                    "x.yaml",
                    "--write",
                ],
                &[
                    "add",
                    "kubernetes",
                    "1.32.6",
                    "--like",
                    "1.32.5",
                    "-p",
                    "x.yaml",
                ],
                &["diff", "p.yaml", "x.yaml", "--with", "s.yaml"],
                &["diff", "x.yaml", "p.yaml", "--with", "s.yaml"],
                &["diff", "q.yaml", "x.yaml", "--with", "s.yaml"],
                &["diff", "x.yaml", "q.yaml", "--with", "s.yaml"],
                &[&LINT[..], &["x.yaml", "s.yaml"]].concat(),
                &[&LINT[..], &["s.yaml", "--with", "x.yaml"]].concat(),
                &[
                    &LINT[..],
                    &["x.yaml", "--old", "p.yaml", "--with", "s.yaml"],
                ]
                .concat(),
                &[
                    &LINT[..],
                    &["q.yaml", "--old", "x.yaml", "--with", "s.yaml"],
                ]
                .concat(),
            ] {
                asked(&with_shoot, &texts, line);
            }
        }
    }
}

#[test]
fn the_last_shoot_and_the_last_child_answer() {
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    let older = SHOOT.to_owned();
    let files = [
        ("p.yaml", PROFILE),
        ("old.yaml", &*newer),
        ("q.yaml", &shorter()),
    ];
    for (first, last) in [(&newer, &older), (&older, &newer)] {
        for texts in forms(first, last) {
            for line in [
                &["resolve", "x.yaml", "-p", "p.yaml"][..],
                &["maintain", "x.yaml", "-p", "p.yaml"],
                &["uses", "p.yaml", "x.yaml"],
                &["diff", "old.yaml", "x.yaml", "--with", "p.yaml"],
                &["diff", "x.yaml", "old.yaml", "--with", "p.yaml"],
                &["diff", "p.yaml", "q.yaml", "--with", "x.yaml"],
                &[
                    "retire",
                    "kubernetes",
                    "1.32.5",
                    "-p",
                    "p.yaml",
                    "--with",
                    "x.yaml",
                ],
                &[
                    &LINT[..],
                    &["x.yaml", "--old", "old.yaml", "--with", "p.yaml"],
                ]
                .concat(),
                &[
                    &LINT[..],
                    &["old.yaml", "--old", "x.yaml", "--with", "p.yaml"],
                ]
                .concat(),
                &[
                    &LINT[..],
                    &["q.yaml", "--old", "p.yaml", "--with", "x.yaml"],
                ]
                .concat(),
            ] {
                asked(&files, &texts, line);
            }
        }
    }
    let other = CHILD.replace("large", "huge").replace("2027-12", "2028-01");
    let of_child = of_child().replace("type: small", "type: large");
    let files = [
        ("p.yaml", PROFILE),
        ("s.yaml", &*of_child),
        ("old.yaml", CHILD),
    ];
    for (first, last) in [(CHILD, &*other), (&*other, CHILD)] {
        for texts in forms(first, last) {
            for line in [
                &["resolve", "s.yaml", "-p", "x.yaml", "-p", "p.yaml"][..],
                &["uses", "p.yaml", "x.yaml", "s.yaml"],
                &["table", "x.yaml", "--with", "p.yaml"],
                &["render", "x.yaml", "--with", "p.yaml"],
                &[
                    "diff", "old.yaml", "x.yaml", "--with", "p.yaml", "--with", "s.yaml",
                ],
                &[
                    "diff", "x.yaml", "old.yaml", "--with", "p.yaml", "--with", "s.yaml",
                ],
                &[&LINT[..], &["s.yaml", "x.yaml", "p.yaml"]].concat(),
            ] {
                asked(&files, &texts, line);
            }
        }
    }
}

/// The good copy is not taken silently where kubectl or the server may not take one of them.
#[test]
fn it_is_not_known_which_stays_where_one_cannot_be_taken() {
    let whole = PROFILE.to_owned();
    let faulty = PROFILE.replace("spec:", "spec:\n  typ: x");
    let numbered = PROFILE.replace("memory: 8Gi", "memory: [8Gi]");
    let broken = PROFILE.replace("type: example", "type: [example");
    let templated = PROFILE.replace("type: example", "type: '{{ .type }}'");
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    let files = [
        ("s.yaml", SHOOT),
        ("w.yaml", &*newer),
        ("p.yaml", PROFILE),
        ("q.yaml", &shorter()),
    ];
    for odd in [&faulty, &numbered, &broken, &templated] {
        for text in [format!("{whole}---\n{odd}"), format!("{odd}---\n{whole}")] {
            let dir = Dir::with(&files);
            dir.write("x.yaml", &text);
            for line in [
                &["resolve", "s.yaml", "-p", "x.yaml"][..],
                &["maintain", "s.yaml", "-p", "x.yaml"],
                &["match", "-p", "x.yaml", "--machine-type", "small"],
                &["table", "x.yaml"],
                &["uses", "x.yaml", "s.yaml"],
                &[
                    "retire",
                    "kubernetes",
                    "1.32.5",
                    "-p",
                    "x.yaml",
                    "--with",
                    "s.yaml",
                    "--write",
                ],
                &[
                    "add",
                    "kubernetes",
                    "1.32.6",
                    "--like",
                    "1.32.5",
                    "-p",
                    "x.yaml",
                    "--write",
                ],
                &["diff", "p.yaml", "x.yaml", "--with", "s.yaml"],
                &["diff", "x.yaml", "q.yaml", "--with", "s.yaml"],
                &["diff", "s.yaml", "w.yaml", "--with", "x.yaml"],
            ] {
                let ran = dir.run(line);
                let said = format!("{}{}", ran.stdout, ran.stderr);
                let is_told = match line[0] {
                    "diff" => ran.stdout.contains("ot known") || said.contains("cannot be read"),
                    _ => ran.exit == Exit::Failure,
                };
                assert!(
                    is_told && said.contains("x.yaml"),
                    "{line:?}: {said}\n{text}"
                );
                assert!(!said.contains("directory"), "{line:?}: {said}");
                assert!(
                    !said.contains("server admits the Shoot, as"),
                    "{line:?}: {said}"
                );
                assert!(!said.contains("--profile-name"), "{line:?}: {said}");
            }
            let kept = std::fs::read_to_string(dir.path().join("x.yaml")).unwrap();
            assert_eq!(kept, text);
            let lint = dir.run(&["lint", "x.yaml", "s.yaml"]).stdout;
            // Without a readable one the Shoot is not judged.
            let is_told = [
                "keep one of those in its file",
                "cannot decode the object",
                "could not read everything",
            ]
            .iter()
            .any(|text| lint.contains(text));
            assert!(is_told, "{lint}");
        }
    }
}

#[test]
fn an_object_beside_one_of_its_name_does_not_come_or_go() {
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    let files = [
        ("p.yaml", PROFILE),
        ("o/web.yaml", &*newer),
        ("n/web.yaml", &newer),
        ("n/web-copy.yaml", SHOOT),
        // The same twice is one, and another directory is another landscape.
        ("same/web.yaml", &newer),
        ("same/copy.yaml", &newer),
        ("apart/web.yaml", &newer),
        ("apart/live/web.yaml", SHOOT),
    ];
    let dir = Dir::with(&files);
    for line in [
        &["diff", "o", "n", "--with", "p.yaml"][..],
        &["diff", "n", "o", "--with", "p.yaml"],
        &["lint", "n", "--old", "o", "--with", "p.yaml"],
        &["lint", "o", "--old", "n", "--with", "p.yaml"],
    ] {
        let ran = dir.run(line);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.exit, Exit::Failure, "{line:?}: {said}");
        assert!(
            said.contains("n/web-copy.yaml") && said.contains("unclear"),
            "{line:?}: {said}"
        );
        assert!(
            !said.contains("added") && !said.contains("removed"),
            "{line:?}: {said}"
        );
    }
    for (old, new) in [("o", "same"), ("same", "o"), ("same", "same")] {
        let ran = dir.run(&["diff", old, new, "--with", "p.yaml"]);
        assert_eq!(
            (ran.exit, &*ran.stdout),
            (Exit::Success, "no change\n"),
            "{}",
            ran.stderr
        );
    }
    let ran = dir.run(&["diff", "o", "apart", "--with", "p.yaml"]);
    assert!(
        ran.exit == Exit::Success && ran.stdout.contains("added"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
fn advice_tells_profiles_of_one_name_apart() {
    let faulty = PROFILE.replace("spec:", "spec:\n  typ: x");
    let dir = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("b/p.yaml", PROFILE),
        ("x.yaml", &format!("{PROFILE}---\n{faulty}")),
    ]);
    let said = |verb: &[&str], profiles: &[&str]| {
        let line = [verb, profiles, &["--profile-name", "example"]].concat();
        let ran = dir.run(&line);
        assert_eq!(ran.exit, Exit::Failure, "{}{}", ran.stdout, ran.stderr);
        ran.stderr
    };
    let retire = &["retire", "kubernetes", "1.32.5"][..];
    for verb in [retire, &["add", "kubernetes", "1.32.6", "--like", "1.32.5"]] {
        let files = said(verb, &["-p", "a/p.yaml", "-p", "b/p.yaml"]);
        assert!(
            files.contains("(a/p.yaml) and CloudProfile `example` (b/p.yaml); name only the file of one of them"),
            "{files}"
        );
        let lines = said(verb, &["-p", "x.yaml"]);
        assert!(
            lines.contains("(x.yaml:3) and CloudProfile `example` (x.yaml:16); keep one of"),
            "{lines}"
        );
    }
}

/// The next `kubectl apply` sends the others too, and a profile does not go back to the old format.
#[test]
fn each_copy_is_migrated() {
    let legacy = PROFILE.replace("example", "aws")
        + "  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - {name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: ami-1}]}]}
";
    for [text, _] in forms(&legacy, &legacy) {
        let dir = Dir::with(&[("x.yaml", &text)]);
        let ran = dir.run(&["migrate", "x.yaml"]);
        let number = ran.stdout.matches("machineCapabilities").count();
        assert_eq!((ran.exit, number), (Exit::Success, 2), "{}", ran.stderr);
    }
}

/// A copy that another one replaces is no update of what is stored, and nothing new either.
#[test]
fn an_earlier_copy_is_judged_by_itself() {
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    let gone = "    - version: 1.32.5\n      expirationDate: '2020-01-01T00:00:00Z'\n";
    let expired = PROFILE.replace("    - version: 1.32.5\n", gone);
    let files = [
        ("p.yaml", &*expired),
        ("newer.yaml", &*newer),
        ("older.yaml", SHOOT),
    ];
    for [text, _] in forms(SHOOT, &newer) {
        let dir = Dir::with(&files);
        dir.write("x.yaml", &text);
        for (old, number) in [("newer.yaml", 1), ("older.yaml", 1)] {
            let line = [
                "lint", "x.yaml", "--old", old, "--with", "p.yaml", "-f", "json",
            ];
            let said: Value = serde_json::from_str(&dir.run(&line).stdout).unwrap();
            let all = said["findings"].as_array().unwrap();
            assert_eq!(all.len(), number, "{old}: {said:#}");
            assert_eq!(all[0]["rule"], "metadata/repeated-object");
        }
        // Without a stored one both are new.
        let line = ["lint", "x.yaml", "--with", "p.yaml", "-f", "json"];
        let said: Value = serde_json::from_str(&dir.run(&line).stdout).unwrap();
        assert_eq!(said["summary"]["errors"], 1, "{said:#}");
    }
}

/// What a Shoot uses is not what the profile lists.
#[test]
fn a_version_that_only_an_earlier_copy_lists_is_not_offered() {
    let dir = Dir::with(&[
        ("s.yaml", SHOOT),
        ("x.yaml", &forms(PROFILE, &shorter())[0][0]),
    ]);
    let line = [
        "retire",
        "kubernetes",
        "1.32.5",
        "-p",
        "x.yaml",
        "--with",
        "s.yaml",
    ];
    let said = dir.run(&line).stderr;
    assert!(said.contains("its versions there are `1.33.1`"), "{said}");
}
