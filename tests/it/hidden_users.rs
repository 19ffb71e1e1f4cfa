//! Nothing follows from what cpcap could not read: a value that decides, a document that may be one
//! of the three kinds, or a manifest that its text loses. What decides nothing keeps the answer.

use crate::common::{Dir, Ran};

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions:
    - version: 1.33.1
    - version: 1.32.5
  machineImages:
  - name: gl
    versions:
    - version: 2.0.0
    - version: 1.0.0
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  machineTypes:
  - {name: small, cpu: '2', gpu: '0', memory: 8Gi}
  - {name: large, cpu: '4', gpu: '0', memory: 16Gi}
  regions: [{name: eu, zones: [{name: a}]}]
";
const CHILD: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: own, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: example}
  kubernetes:
    versions:
    - {version: 1.33.1, expirationDate: '2028-01-01T00:00:00Z'}
";
const WEB: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile:
    kind: CloudProfile
    name: example
  region: eu
  provider:
    type: example
    workers:
    - name: w
      machine:
        type: small
        image: {name: gl, version: 1.0.0}
      zones: [a]
      minimum: 1
      maximum: 2
  kubernetes:
    version: 1.32.5
";

/// A Shoot that uses nothing that goes.
fn api() -> String {
    let text = WEB.replace("name: web", "name: api");
    let text = text.replace("1.32.5", "1.33.1").replace("1.0.0", "2.0.0");
    text.replace("type: small", "type: large")
}

/// The entries that go: what `retire` and `uses` call them, and the lines of the profile.
const GOES: [(&[&str], &str, &str); 3] = [
    (
        &["kubernetes", "1.32.5"],
        "1.32.5",
        "    - version: 1.32.5\n",
    ),
    (
        &["image", "gl", "1.0.0"],
        "gl 1.0.0",
        "    - version: 1.0.0\n",
    ),
    (
        &["machine-type", "small"],
        "small",
        "  - {name: small, cpu: '2', gpu: '0', memory: 8Gi}\n",
    ),
];

/// Values that decide, by the entry that goes: the text, and the same unreadable.
fn deciding() -> Vec<(usize, &'static str, &'static str)> {
    let of_pool = "    - name: w
      machine:
        type: small
        image: {name: gl, version: 1.0.0}
      zones: [a]
      minimum: 1
      maximum: 2
";
    let mut all = vec![
        (0, "version: 1.32.5", "version: ${V}"),
        (0, "version: 1.32.5", "version: [1.32.5]"),
        (0, "kubernetes:\n    version: 1.32.5", "kubernetes: '1.32'"),
        (0, "    version: 1.32.5", "    Version: 1.32.5"),
        (0, "    version: 1.32.5", "    verson: 1.32.5"),
        (1, "version: 1.0.0", "version: \"${V}\""),
        (
            1,
            "{name: gl, version: 1.0.0}",
            "{name: \"${V}\", version: 1.0.0}",
        ),
        (1, "image: {name: gl, version: 1.0.0}", "image: ${V}"),
        (2, "type: small", "type: \"{{ .Values.type }}\""),
        (2, "type: small", "type: [small]"),
    ];
    for goes in 0..GOES.len() {
        all.push((goes, "name: example", "name: ${V}"));
        all.push((
            goes,
            "cloudProfile:\n    kind: CloudProfile\n    name: example",
            "cloudProfile: [example]",
        ));
        all.push((goes, "spec:\n", "Spec:\n"));
    }
    for goes in 1..GOES.len() {
        all.push((goes, "    workers:\n", "    workers: ${V}\n"));
        all.push((goes, of_pool, "    - ${V}\n"));
    }
    all
}

fn unreadable(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    // Nothing may stand below a marker.
    if to == "    workers: ${V}\n" {
        let (before, rest) = text.split_once(from).unwrap();
        let (_, after) = rest.split_once("maximum: 2\n").unwrap();
        return [before, to, after].concat();
    }
    text.replacen(from, to, 1)
}

/// A directory with the profile before and after an entry goes.
fn dir(goes: usize, with: &str) -> Dir {
    let line = GOES[goes].2;
    assert!(PROFILE.contains(line));
    let after = PROFILE.replace(line, "");
    Dir::with(&[("p.yaml", PROFILE), ("q.yaml", &after), ("with.yaml", with)])
}

fn verdict(ran: &Ran) -> (String, i64) {
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    let said = told["verdict"].as_str().unwrap_or(&ran.stderr).to_owned();
    (said, i64::from(ran.exit.code()))
}

fn diff(dir: &Dir, old: &str, new: &str, with: &str) -> (String, i64) {
    let args = [
        "diff",
        "-f",
        "json",
        "--deny-unchecked",
        old,
        new,
        "--with",
        with,
    ];
    verdict(&dir.run(&args))
}

/// What `retire` and `uses --unused` say of the entry: whether nobody uses it.
fn is_free(dir: &Dir, goes: usize) -> [bool; 2] {
    let (words, name, _) = GOES[goes];
    let args = [&["retire"], words, &["-p", "p.yaml", "--with", "with.yaml"]].concat();
    let retire = dir.run(&args).stdout;
    assert!(!retire.is_empty(), "{args:?}");
    let uses = dir.run(&["uses", "--unused", "-f", "json", "p.yaml", "with.yaml"]);
    let told: serde_json::Value = serde_json::from_str(&uses.stdout).unwrap();
    let profiles = told["profiles"].as_array().unwrap();
    let profile = profiles.iter().find(|of| of["name"] == "example").unwrap();
    let entry = profile["entries"].as_array().unwrap().iter().find(|entry| {
        let image = entry["image"]
            .as_str()
            .map_or(String::new(), |image| format!("{image} "));
        format!("{image}{}", entry["name"].as_str().unwrap()) == name
    });
    let unused = entry.is_some_and(|entry| {
        entry["users"].as_array().unwrap().is_empty() && entry["mayBeUsed"] != true
    });
    [retire.contains("it can go at once"), unused]
}

/// Two documents of one text.
fn both(a: &str, b: &str) -> String {
    format!("{a}---\n{b}")
}

#[test]
fn an_unreadable_value_that_decides_leaves_the_answer_open() {
    let mut wrong = Vec::new();
    for (goes, from, to) in deciding() {
        let text = unreadable(WEB, from, to);
        let dir = dir(goes, &both(&api(), &text));
        let case = format!("{:?}, {to}", GOES[goes].0);
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
        if (said.as_str(), code) != ("notKnown", 1) {
            wrong.push(format!("diff, {case}: {said} {code}"));
        }
        let free = is_free(&dir, goes);
        if free != [false; 2] {
            wrong.push(format!("retire and uses, {case}: {free:?}"));
        }
        let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "with.yaml"]);
        if lint.exit.code() != 0 || !lint.stderr.contains("did not check whether this uses") {
            wrong.push(format!("lint --old, {case}: {}", lint.stderr));
        }
        // The same as what changes.
        dir.write("web.yaml", WEB);
        dir.write("new.yaml", &text);
        let (said, _) = diff(&dir, "web.yaml", "new.yaml", "p.yaml");
        if said == "accepted" {
            wrong.push(format!("diff of the Shoot, {case}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unreadable_profiles_leave_the_answer_open() {
    let own = WEB.replace(
        "kind: CloudProfile\n    name: example",
        "kind: NamespacedCloudProfile\n    name: own",
    );
    assert!(own.contains("name: own"));
    let parent = CHILD.replace("name: example", "name: \"${P}\"");
    let lists = CHILD.replace("1.33.1", "'${V}'");
    for child in [&parent, &lists] {
        // The child that lists something unknown may list what goes.
        let shoot = if child == &lists { api() } else { own.clone() };
        let dir = dir(
            0,
            &both(child, &both(&api(), &shoot.replace("name: api", "name: b"))),
        );
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
        assert_eq!((said.as_str(), code), ("notKnown", 1), "{child}");
        assert_eq!(is_free(&dir, 0), [false; 2], "{child}");
    }
    // A list of the profile itself.
    let dir = dir(0, WEB);
    dir.write(
        "hidden.yaml",
        PROFILE.replace("version: 1.32.5", "version: ${V}"),
    );
    dir.write("new.yaml", WEB.replace("1.32.5", "1.33.1"));
    for (old, new, with) in [
        ("p.yaml", "hidden.yaml", "with.yaml"),
        ("hidden.yaml", "q.yaml", "with.yaml"),
        ("with.yaml", "new.yaml", "hidden.yaml"),
    ] {
        let (said, code) = diff(&dir, old, new, with);
        assert_eq!((said.as_str(), code), ("notKnown", 1), "{old} {new}");
    }
}

#[test]
fn what_decides_nothing_keeps_the_answer() {
    let other = WEB.replace("name: example", "name: other");
    let with =
        |from: &str, to: &str| unreadable(&api().replace("name: api", "name: web"), from, to);
    let annotated = with(
        "namespace: garden-a}",
        "namespace: garden-a, annotations: {a: \"${A}\"}}",
    );
    let known = [
        (0, with("zones: [a]", "zones: [\"${Z}\"]")),
        (1, with("zones: [a]", "zones: ${Z}")),
        (0, with("type: large", "type: \"${T}\"")),
        (0, with("version: 2.0.0", "version: \"${I}\"")),
        (1, with("version: 1.33.1", "version: ${K}")),
        (2, with("version: 1.33.1", "version: ${K}")),
        (0, annotated.clone()),
        (1, annotated),
        (0, unreadable(&other, "version: 1.32.5", "version: ${V}")),
        (1, with("maximum: 2", "maximum: \"${M}\"")),
        (0, with("  region: eu", "  region: ${R}")),
        (0, CHILD.replace("'2028-01-01T00:00:00Z'", "'${D}'")),
    ];
    for (goes, text) in known {
        let dir = dir(goes, &both(&api(), &text));
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
        assert_eq!(
            (said.as_str(), code),
            ("accepted", 0),
            "{:?}: {text}",
            GOES[goes].0
        );
        assert_eq!(is_free(&dir, goes), [true; 2], "{:?}: {text}", GOES[goes].0);
        let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "with.yaml"]);
        assert_eq!((lint.exit.code(), lint.stderr.as_str()), (0, ""), "{text}");
    }
    // Only dates and additions.
    let dir = dir(0, &unreadable(WEB, "version: 1.32.5", "version: ${V}"));
    let expires = PROFILE.replace(
        "- version: 1.32.5",
        "- {version: 1.32.5, expirationDate: '2028-01-01T00:00:00Z'}",
    );
    let more = PROFILE.replace(
        "    - version: 1.33.1\n",
        "    - version: 1.33.2\n    - version: 1.33.1\n",
    );
    let class = "- {version: 1.33.1, classification: \"${C}\"}";
    let dated = PROFILE.replace("- version: 1.33.1", class);
    for (name, text) in [("expires", &expires), ("more", &more)] {
        dir.write(name, text);
        let (said, code) = diff(&dir, "p.yaml", name, "with.yaml");
        assert_eq!((said.as_str(), code), ("accepted", 0), "{name}");
    }
    // A marker that stays, also where it moves up.
    let moved = dated.replace("    - version: 1.32.5\n", "");
    dir.write("dated.yaml", &dated);
    dir.write(
        "moved.yaml",
        moved.replace("large, cpu: '4'", "large, cpu: '8'"),
    );
    dir.write("with.yaml", api());
    let (said, code) = diff(&dir, "dated.yaml", "moved.yaml", "with.yaml");
    assert_eq!((said.as_str(), code), ("accepted", 0));
    // An update of a Shoot whose zones stay the same marker.
    let zones = unreadable(WEB, "zones: [a]", "zones: [\"${Z}\"]");
    dir.write("old.yaml", &zones);
    dir.write(
        "new.yaml",
        zones.replace("version: 1.0.0", "version: 2.0.0"),
    );
    let (said, code) = diff(&dir, "old.yaml", "new.yaml", "p.yaml");
    assert_eq!((said.as_str(), code), ("accepted", 0));
}

/// What keeps a Shoot from being recognised.
fn unrecognised() -> Vec<String> {
    let api_version = "apiVersion: core.gardener.cloud/v1beta1\n";
    let kind = "kind: Shoot\n";
    vec![
        WEB.replace(kind, "kind: shoot\n"),
        WEB.replace(api_version, "apiVersion: core.gardener.cloud/v1alpha1\n"),
        WEB.replace(api_version, "apiVersion: gardener.cloud/v1beta1\n"),
        WEB.replace(api_version, "apiVersion: garden.sapcloud.io/v1beta1\n"),
        WEB.replace(api_version, ""),
        WEB.replace(kind, ""),
        WEB.replace(api_version, "").replace(kind, ""),
        WEB.replace(api_version, "apiVersion: [core.gardener.cloud/v1beta1]\n"),
        WEB.replace(kind, "kind: [Shoot]\n"),
        WEB.replace(api_version, "apiVersion: ${GROUP}/v1beta1\n"),
        WEB.replace(api_version, "apiVersion: core.gardner.cloud/v1beta1\n"),
        list(
            "apiVersion: v1\nkind: List\nitems:",
            "- apiVersion: v1\n  kind: List\n  items:",
        ),
        list("apiVersion: v1\nkind: list\nitems:", ""),
        list("apiVersion: v1\nitems:", ""),
        list("kind: List\nitems:", ""),
        list("apiVersion: v1\nkind: List\nItems:", ""),
        "apiVersion: v1\nkind: List\nitems:\n- ${SHOOT}\n".to_owned(),
        list("apiVersion: v1\nkind: ShootList\nitems:", ""),
        list(
            "apiVersion: garden.sapcloud.io/v1beta1\nkind: ShootList\nitems:",
            "",
        ),
        list("apiVersion: v1\nkind: ${K}\nitems:", ""),
        list("apiVersion: v1\nkind: Lists\nitems:", ""),
        list("apiVersion: v1\nkind: List\nitems:\nItems:", ""),
        list("apiVersion: v1\nkind: List\nitem:", ""),
    ]
}

/// A list with the Shoot, in another list where `inner` begins one.
fn list(outer: &str, inner: &str) -> String {
    let mut item = format!("- {}", WEB.trim_end().replace('\n', "\n  "));
    if !inner.is_empty() {
        item = format!("{inner}\n  {}", item.replace('\n', "\n  "));
    }
    format!("{outer}\n{item}\n")
}

/// Templates of other kinds that a search finds beside the manifests.
#[test]
fn templates_of_other_kinds_hide_nobody() {
    for other in [
        "apiVersion: core.gardener.cloud/v1\nkind: ControllerDeployment\nmetadata: {name: x}\nhelm:\n  \
         rawChart: {{ .chart }}\n{{- range .x }}\n  a: b\n{{- end }}\n",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Seed\nmetadata:\n  name: {{ .name }}\nspec:\n\
         {{ toYaml .spec | indent 2 }}\n",
        "{{- if .Values.seed }}\napiVersion: core.gardener.cloud/v1beta1\nkind: Seed\nmetadata: {name: \
         x}\n{{- end }}\n",
        "apiVersion: plants.example.org/v1\nkind: Shoot\nmetadata: {name: rose}\n",
        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: x}}\n- ${X}\n",
        "replicas: 2\nitems:\n- apiVersion: core.gardener.cloud/v1beta1\n  kind: Shoot\n  metadata: {name: x}\n",
    ] {
        let dir = dir(0, &api());
        dir.write("all/with.yaml", api());
        dir.write("all/other.yaml", other);
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "all");
        assert_eq!((said.as_str(), code), ("accepted", 0), "{other}");
        dir.write("with.yaml", api());
        let line = [
            "retire",
            "kubernetes",
            "1.32.5",
            "-p",
            "p.yaml",
            "--with",
            "all",
        ];
        let told = dir.run(&line).stdout;
        assert!(told.contains("it can go at once"), "{other}{told}");
        let ran = dir.run(&["lint", "all"]);
        assert_eq!(ran.exit.code(), 0, "{other}{}{}", ran.stdout, ran.stderr);
        // A profile that follows without a line `---` is not known.
        if other.contains("{{") && !other.starts_with("{{") {
            dir.write("all/other.yaml", format!("{other}{WEB}"));
            let (said, code) = diff(&dir, "p.yaml", "q.yaml", "all");
            assert_eq!((said.as_str(), code), ("notKnown", 2), "{other}");
        }
    }
}

#[test]
fn an_object_that_is_not_recognised_may_be_a_user() {
    for text in unrecognised() {
        let dir = dir(0, &both(&api(), &text));
        for text in [both(&api(), &text), both(&text, &api())] {
            dir.write("with.yaml", &text);
            let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
            assert_eq!((said.as_str(), code), ("notKnown", 2), "{text}");
            assert_eq!(is_free(&dir, 0), [false; 2], "{text}");
            let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "with.yaml"]);
            assert!(
                lint.stderr.contains("did not check whether"),
                "{text}{}",
                lint.stderr
            );
        }
        // It neither comes nor goes.
        dir.write("web.yaml", WEB);
        dir.write("new.yaml", &text);
        for (old, new) in [("web.yaml", "new.yaml"), ("new.yaml", "web.yaml")] {
            let (said, code) = diff(&dir, old, new, "p.yaml");
            assert_eq!((said.as_str(), code), ("notKnown", 2), "{text}");
            let human = dir.run(&["diff", old, new, "--with", "p.yaml"]).stdout;
            assert!(
                !human.contains("(removed)") && !human.contains("(added)"),
                "{human}"
            );
        }
        // It decides nothing where nothing goes.
        let more = PROFILE.replace(
            "    - version: 1.33.1\n",
            "    - version: 1.33.2\n    - version: 1.33.1\n",
        );
        dir.write("more.yaml", more);
        dir.write("with.yaml", both(&api(), &text));
        let (said, code) = diff(&dir, "p.yaml", "more.yaml", "with.yaml");
        assert_eq!((said.as_str(), code), ("accepted", 0), "{text}");
    }
    // An object of another kind is none of ours.
    let seed = WEB
        .replace("kind: Shoot", "kind: Seed")
        .replace("v1beta1", "v1alpha1");
    let dir = dir(0, &both(&api(), &seed));
    let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
    assert_eq!((said.as_str(), code), ("accepted", 0));
    assert_eq!(is_free(&dir, 0), [true; 2]);
}

/// What is not there, or is no version, is not called unreadable: `diff`, `lint` and `retire` name it, at its place.
#[test]
fn an_absent_value_that_decides_is_not_unreadable() {
    let reference = "  cloudProfile:\n    kind: CloudProfile\n    name: example\n";
    for (goes, (from, to), path) in [
        (0, (reference, ""), "spec.cloudProfile"),
        (
            0,
            ("version: 1.32.5", "version: latest"),
            "spec.kubernetes.version",
        ),
        (
            2,
            ("        type: small\n", ""),
            "spec.provider.workers[0].machine.type",
        ),
    ] {
        let dir = dir(goes, &both(&api(), &WEB.replace(from, to)));
        assert_eq!(is_free(&dir, goes), [false; 2], "{path}");
        let retire = [
            &["retire"],
            GOES[goes].0,
            &["-p", "p.yaml", "--with", "with.yaml"],
        ];
        for args in [
            &["diff", "p.yaml", "q.yaml", "--with", "with.yaml"][..],
            &["lint", "--old", "p.yaml", "q.yaml", "--with", "with.yaml"],
            &retire.concat(),
        ] {
            let ran = dir.run(args);
            let said = format!("{} {}", ran.stdout, ran.stderr);
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_named = said
                .to_lowercase()
                .contains(&format!("no file tells {path} of shoot").to_lowercase());
            assert!(is_named && said.contains("with.yaml:"), "{args:?}: {said}");
            for wrong in ["cannot read", "cannot be read", "could not read"] {
                assert!(!said.contains(wrong), "{args:?}: {said}");
            }
        }
    }
}

/// Kustomize finds what a patch is for by the target, or by kind and name.
#[test]
fn patches_need_not_say_all() {
    let dir = dir(0, &api());
    let base = "kind: Kustomization\npatches: [{path: p.yaml, target: {kind: Shoot}}]\n";
    dir.write("all/kustomization.yaml", base);
    dir.write(
        "all/p.yaml",
        "kind: Shoot\nmetadata: {name: any}\nspec: {maintenance: {}}\n",
    );
    dir.write("all/api.yaml", api());
    let (said, code) = diff(&dir, "p.yaml", "q.yaml", "all");
    assert_eq!((said.as_str(), code), ("accepted", 0));
    let line = [
        "retire",
        "kubernetes",
        "1.32.5",
        "-p",
        "p.yaml",
        "--with",
        "all",
    ];
    let told = dir.run(&line).stdout;
    assert!(told.contains("it can go at once"), "{told}");
    assert_eq!(dir.run(&["lint", "all"]).exit.code(), 0);
}

/// Texts in which a Shoot is lost behind the first manifest, or that first one is.
fn losing() -> Vec<(&'static str, String)> {
    let api = api();
    let indented: String = api.lines().map(|line| format!("  {line}\n")).collect();
    let json = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}"#;
    vec![
        ("dots", format!("{api}...\n{WEB}")),
        ("dots and a comment", format!("{api}...\n# more\n\n{WEB}")),
        ("a dedent", format!("{indented}{WEB}")),
        ("old line ends", both(&api, WEB).replace('\n', "\r")),
        ("no separator", format!("{WEB}{api}")),
        ("JSON", format!("{json}\n{WEB}")),
    ]
}

#[test]
fn a_lost_manifest_leaves_every_answer_open() {
    for (form, text) in losing() {
        let dir = dir(0, &text);
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
        assert_eq!((said.as_str(), code), ("notKnown", 2), "{form}");
        assert_eq!(is_free(&dir, 0), [false; 2], "{form}");
        dir.write("web.yaml", WEB);
        let (said, code) = diff(&dir, "web.yaml", "with.yaml", "p.yaml");
        assert_eq!((said.as_str(), code), ("notKnown", 2), "{form}");
        let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "with.yaml"]);
        assert!(
            lint.stderr.contains("did not check whether"),
            "{form}: {}",
            lint.stderr
        );
        for command in [
            "retire kubernetes 1.32.5 -p p.yaml --with with.yaml",
            "uses p.yaml with.yaml",
            "resolve with.yaml -p p.yaml",
            "maintain with.yaml -p p.yaml",
            "table p.yaml with.yaml",
            "add kubernetes 1.33.9 --like 1.33.1 -p p.yaml --with with.yaml",
        ] {
            let ran = dir.run(&command.split(' ').collect::<Vec<_>>());
            assert_eq!(ran.exit.code(), 2, "{form}: {command}: {}", ran.stderr);
            let told = "second manifest begins here without a line `---`";
            assert!(
                ran.stderr.contains(told),
                "{form}: {command}: {}",
                ran.stderr
            );
        }
    }
    // Two profiles in one text.
    let two = format!(
        "{PROFILE}...\n{}",
        PROFILE.replace("name: example", "name: b")
    );
    let ran = Dir::with(&[("p.yaml", &two)]).run(&["match", "p.yaml"]);
    assert_eq!(ran.exit.code(), 2, "{}{}", ran.stdout, ran.stderr);
    // What is no manifest is none that is lost.
    for rest in ["# the end", "just: a note", "spec:\n  kind: nested"] {
        let dir = dir(0, &format!("{}...\n{rest}\n", api()));
        let (said, code) = diff(&dir, "p.yaml", "q.yaml", "with.yaml");
        assert_eq!((said.as_str(), code), ("accepted", 0), "{rest}");
    }
}

/// A value that cannot be read is a change, and nothing else follows from it: no refusal, no
/// window, no pool that comes or goes.
#[test]
fn an_unread_value_of_a_changed_shoot_is_a_change_alone() {
    let kinds = |old: &str, new: &str| -> Vec<String> {
        let dir = Dir::with(&[("p.yaml", PROFILE), ("o.yaml", old), ("n.yaml", new)]);
        let ran = dir.run(&["diff", "o.yaml", "n.yaml", "--with", "p.yaml", "-f", "json"]);
        let said: serde_json::Value =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
        let objects = said["objects"].as_array().unwrap().iter();
        let impacts = objects.flat_map(|object| object["impacts"].as_array().unwrap());
        impacts
            .map(|impact| impact["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    for (value, unread) in [
        ("version: 1.32.5", "version: ${V}"),
        ("kubernetes:\n    version: 1.32.5", "kubernetes: ${K}"),
        ("type: small", "type: ${T}"),
        ("version: 1.0.0", "version: \"${I}\""),
        ("name: gl", "name: \"${G}\""),
        ("- name: w\n", "- name: ${N}\n"),
    ] {
        let half = WEB.replace(value, unread);
        assert_ne!(half, WEB);
        for (old, new) in [(WEB, &*half), (&*half, WEB)] {
            let kinds = kinds(old, new);
            assert!(
                kinds.iter().all(|kind| kind == "changed"),
                "{unread}: {kinds:?}"
            );
        }
    }
    let begin = WEB.find("    workers:").unwrap();
    let end = WEB.find("  kubernetes:").unwrap();
    let none = format!("{}    workers: ${{W}}\n{}", &WEB[..begin], &WEB[end..]);
    for (old, new) in [(WEB, &*none), (&*none, WEB)] {
        assert_eq!(kinds(old, new), [""; 0]);
    }
    // What can be read is told.
    let refused = WEB.replace("type: small", "type: huge");
    assert!(kinds(WEB, &refused).iter().any(|kind| kind == "impossible"));
}

/// What is no version is not what the server has stored.
#[test]
fn a_version_that_is_none_may_be_any() {
    for written in [
        "((k8s_version))",
        "$K8S",
        "<no value>",
        "__K8S__",
        "REPLACE_ME",
        "latest",
        "v1.32.5",
        "1.32.x",
    ] {
        let web = WEB.replace("version: 1.32.5", &format!("version: {written}"));
        let dir = Dir::with(&[
            ("p.yaml", PROFILE),
            ("n.yaml", &PROFILE.replace("    - version: 1.32.5\n", "")),
            ("s.yaml", &web),
            ("api.yaml", &api()),
        ]);
        let with = ["--with", "s.yaml", "--with", "api.yaml"];
        let line = [&["diff", "--deny-unchecked", "p.yaml", "n.yaml"], &with[..]].concat();
        let ran = dir.run(&line);
        assert_eq!(ran.exit.code(), 1, "{written}: {}", ran.stdout);
        assert!(ran.stdout.contains("not known"), "{}", ran.stdout);
        let line = [
            &["retire", "-p", "p.yaml"],
            &with[..],
            &["kubernetes", "1.32.5"],
        ]
        .concat();
        let ran = dir.run(&line);
        assert!(!ran.stdout.contains("at once"), "{written}: {}", ran.stdout);
    }
}

/// A marker in a remark decides nothing: what is stored is compared, and edits are possible.
#[test]
fn markers_in_annotations_keep_the_comparison_with_what_is_stored() {
    let gone = PROFILE.replace("    - version: 1.32.5\n", "");
    let marked = |text: &str, name: &str| {
        let (bare, noted) = (
            format!("metadata: {{name: {name}"),
            format!("metadata: {{annotations: {{a: \"${{A}}\"}}, name: {name}"),
        );
        assert!(text.contains(&bare), "{text}");
        text.replace(&bare, &noted)
    };
    let (old, new) = (marked(PROFILE, "example"), marked(&gone, "example"));
    for (old, new) in [(&old, &new), (&old, &gone), (&PROFILE.to_owned(), &new)] {
        let dir = Dir::with(&[("o.yaml", old), ("n.yaml", new), ("s.yaml", WEB)]);
        let ran = dir.run(&["diff", "o.yaml", "n.yaml", "--with", "s.yaml"]);
        assert_eq!(ran.exit.code(), 1, "{}", ran.stdout);
        let ran = dir.run(&["lint", "--old", "o.yaml", "n.yaml", "--with", "s.yaml"]);
        assert!(
            ran.stdout.contains("change/removed-in-use"),
            "{}",
            ran.stdout
        );
        let ran = dir.run(&[
            "retire",
            "-p",
            "o.yaml",
            "--with",
            "s.yaml",
            "kubernetes",
            "1.32.5",
        ]);
        assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
    }
    // A Shoot that goes down, and a child whose parent has the marker.
    let up = WEB.replace("1.32.5", "1.33.1");
    let dir = Dir::with(&[
        ("p.yaml", &old),
        ("o.yaml", &marked(&up, "web")),
        ("n.yaml", WEB),
        ("c.yaml", &CHILD.replace("1.33.1", "1.31.9")),
    ]);
    let ran = dir.run(&["diff", "o.yaml", "n.yaml", "--with", "p.yaml"]);
    assert_eq!(ran.exit.code(), 1, "{}", ran.stdout);
    let ran = dir.run(&["lint", "c.yaml", "--with", "p.yaml"]);
    assert!(
        ran.stdout.contains("namespaced/unknown-kubernetes-version"),
        "{}",
        ran.stdout
    );
}
