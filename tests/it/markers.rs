//! Markers in texts: those of templates, of lists that are none, and of git.

use serde_json::Value;

use crate::common::Dir;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

/// One finding stands for all markers of a file, and a marker hides no mistake in another field.
#[test]
fn markers_of_templates_are_counted_and_hide_nothing_else() {
    let shoot = |region: &str, version: &str, pool: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: web, namespace: \
             garden-a}}\nspec:\n  cloudProfile: {{kind: CloudProfile, name: example}}\n  region: \
             {region}\n  kubernetes:\n    version: {version}\n  provider:\n    type: example\n    \
             workers:\n    - name: {pool}\n      minimum: 5\n      maximum: 2\n      machine:\n        \
             type: nope\n        image: {{name: gl, version: 1.0.0}}\n"
        )
    };
    let profile = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: \
                   example}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.33.1}]}\n  \
                   machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n  machineTypes: \
                   [{name: small, cpu: 2, gpu: 0, memory: 8Gi}]\n  regions: [{name: eu}]\n";
    let pool = ["shoot/unknown-machine-type", "shoot/bad-node-count"];
    let version = "shoot/unknown-kubernetes-version";
    let all = [&pool[..], &[version]].concat();
    for (text, rules, more) in [
        (shoot("eu", "1.30.0", "w"), all.clone(), None),
        (shoot("${R}", "1.30.0", "w"), all.clone(), Some("")),
        (shoot("eu", "1.30.0", "${P}"), all.clone(), Some("")),
        (shoot("eu", "${V}", "w"), pool.to_vec(), Some("")),
        (
            shoot("${R}", "${V}", "${P}"),
            pool.to_vec(),
            Some(", nor 2 more lines with markers"),
        ),
    ] {
        let dir = Dir::with(&[("p.yaml", profile), ("s.yaml", &text)]);
        let ran = dir.run(&["lint", "s.yaml", "--with", "p.yaml", "-f", "json"]);
        let said = json(&ran.stdout);
        let findings = said["findings"].as_array().unwrap();
        let of = |is_marker: bool| -> Vec<&Value> {
            let is = |of: &&Value| (of["rule"] == "yaml/unrendered-template") == is_marker;
            findings.iter().filter(is).collect()
        };
        let mut found: Vec<&str> = of(false)
            .iter()
            .map(|of| of["rule"].as_str().unwrap())
            .collect();
        let mut rules = rules;
        found.sort_unstable();
        rules.sort_unstable();
        assert_eq!(found, rules, "{text}");
        let markers: Vec<&str> = of(true)
            .iter()
            .map(|of| of["message"].as_str().unwrap())
            .collect();
        let expected = more.map(|more| format!("did not check its value{more}"));
        assert!(
            match (&markers[..], &expected) {
                ([], None) => true,
                ([one], Some(end)) => one.ends_with(end.as_str()),
                _ => false,
            },
            "{markers:?}: {text}"
        );
    }
    // The name of an entry does not matter to what is wrong with the entry itself.
    let marked = profile
        .replace("name: small", "name: \"${M}\"")
        .replace("gpu: 0", "gpu: -1")
        .replace(
            "{version: 1.0.0}",
            "{version: \"${I}\", classification: suported}",
        );
    let ran = Dir::with(&[("x.yaml", &marked)]).run(&["lint", "x.yaml", "-f", "json"]);
    let said = json(&ran.stdout);
    let findings = said["findings"].as_array().unwrap().iter();
    let rules: Vec<&str> = findings.map(|of| of["rule"].as_str().unwrap()).collect();
    for rule in [
        "cloudprofile/negative-quantity",
        "lifecycle/unknown-classification",
    ] {
        assert!(rules.contains(&rule), "{rules:?}");
    }
}

#[test]
fn lists_that_are_none_are_reported() {
    let item = "{apiVersion: core.gardener.cloud/v1beta1, kind: CloudProfile, metadata: {name: a}}";
    for kind in [
        "apiVersion: v1\nkind: List\n",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfileList\n",
    ] {
        for (items, severity) in [
            (item.to_owned(), "error"),
            ("text".to_owned(), "error"),
            (
                format!("[{{apiVersion: v1, kind: List, items: [{item}]}}]"),
                "warning",
            ),
        ] {
            let dir = Dir::with(&[("x.yaml", &format!("{kind}items: {items}\n"))]);
            let ran = dir.run(&["lint", "x.yaml", "-f", "json"]);
            let said = json(&ran.stdout);
            let one = &said["findings"][0];
            assert_eq!(one["rule"], "schema/malformed-list", "{kind}{items}");
            assert_eq!(one["severity"], severity);
            assert_eq!(ran.exit.code(), u8::from(severity == "error"));
        }
        for items in ["[]", "null", ""] {
            let dir = Dir::with(&[("x.yaml", &format!("{kind}items: {items}\n"))]);
            let ran = dir.run(&["lint", "x.yaml"]);
            assert_eq!(ran.exit.code(), 0, "{}", ran.stdout);
        }
    }
}

#[test]
fn conflict_markers_have_their_own_message() {
    let object = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\n";
    for text in [
        format!("<<<<<<< HEAD\n{object}=======\n{object}>>>>>>> main\n"),
        format!("{object}---\n<<<<<<< HEAD\n{object}=======\n{object}>>>>>>> main\n"),
        format!("{object}<<<<<<< HEAD\nspec: {{}}\n=======\nspec: []\n>>>>>>> main\n"),
    ] {
        let dir = Dir::with(&[("x.yaml", &text)]);
        let ran = dir.run(&["lint", "x.yaml"]);
        assert!(
            ran.stdout.contains("conflict marker of git"),
            "{}",
            ran.stdout
        );
    }
}
