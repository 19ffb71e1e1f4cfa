//! Objects of one name in one file: the last one stays. Others of equal names are nobody's mistake.

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
