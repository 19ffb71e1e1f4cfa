//! The language server, as a process that a client talks to.

mod actions;
mod check;
mod client;
mod edits;
mod everywhere;
mod folders;
mod hints;
mod hovers;
mod links;
mod names;
mod neovim;
mod partial;
mod pictures;
mod protocol;
mod refreshes;
mod screen;
mod settings;
mod snippets;
mod typing;
mod vscode;
mod workspace;

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::common::{Dir, golden, root};
use client::{Client, uri};

/// The byte after the first place of a mark in a text, as a position.
fn after(text: &str, mark: &str) -> Value {
    after_in(text, mark, false)
}

/// The same with columns in bytes, or in UTF-16.
fn after_in(text: &str, mark: &str, bytes: bool) -> Value {
    let at = text.find(mark).unwrap_or_else(|| panic!("no {mark}")) + mark.len();
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[start..at];
    let column = if bytes {
        before.len()
    } else {
        before.encode_utf16().count()
    };
    json!({"line": line, "character": column})
}

/// Both units of columns: what a client offers, and whether columns are bytes.
const ENCODINGS: [(&str, bool); 2] = [("utf-16", false), ("utf-8", true)];

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: shop
spec:
  type: local
  kubernetes:
    versions:
    - version: 1.31.1
      classification: deprecated
      expirationDate: \"2027-01-31T00:00:00Z\"
    - version: 1.32.0
  regions:
  - name: eu
    zones:
    - name: eu-a
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  - name: disk
    values: [fast, slow]
  machineTypes:
  - name: small
    cpu: \"2\"
    gpu: \"0\"
    memory: 4Gi
    capabilities:
      architecture: [amd64]
      disk: [fast]
  - name: large
    cpu: \"8\"
    gpu: \"0\"
    memory: 16Gi
    capabilities:
      architecture: [arm64]
  machineImages:
  - name: linux
    updateStrategy: major
    versions:
    - version: 1.0.0
      capabilityFlavors:
      - architecture: [amd64]
    - version: 2.0.0
      clasification: supported
      capabilityFlavors:
      - architecture: [amd64]
        disk: [slow]
      - architecture: [arm64]
";

const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: web
  namespace: garden-a
spec:
  cloudProfile:
    kind: CloudProfile
    name: shop
  region: eu
  kubernetes:
    version: 1.32.0
  provider:
    type: local
    workers:
    - name: blue
      machine:
        type: small
        image:
          name: linux
          version: 1.0.0
      minimum: 1
      maximum: 2
";

/// Each request with its answer, as a page to read.
#[test]
fn every_request_is_answered() {
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoots/web.yaml", SHOOT)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let profile = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let shoot = client.open(&dir.path().join("shoots/web.yaml"), SHOOT);
    let mut page = String::new();
    let folder = uri(dir.path());
    let mut show = |title: &str, answer: &Value| {
        let text = serde_json::to_string_pretty(answer).unwrap();
        writeln!(
            page,
            "# {title}\n{}\n",
            text.replace(&folder, "file:///folder")
        )
        .unwrap();
    };
    for _ in 0..2 {
        let told = client.hear("textDocument/publishDiagnostics");
        show("textDocument/publishDiagnostics", &told["params"]);
    }
    let whole = |uri: &str| json!({"textDocument": {"uri": uri}});
    let at = |uri: &str, text: &str, mark: &str| json!({"textDocument": {"uri": uri}, "position": after(text, mark)});
    for (title, method, mark) in [
        ("a field", "textDocument/hover", "updateStra"),
        ("a machine type", "textDocument/hover", "name: lar"),
        ("an image", "textDocument/hover", "name: lin"),
        ("an image version", "textDocument/hover", "version: 1.0."),
        (
            "a Kubernetes version",
            "textDocument/hover",
            "version: 1.31.",
        ),
        ("a capability", "textDocument/hover", "      dis"),
        ("its value", "textDocument/hover", "disk: [slo"),
        ("a value", "textDocument/definition", "disk: [slo"),
        ("a machine type", "textDocument/references", "name: sma"),
        (
            "a capability",
            "textDocument/documentHighlight",
            "name: dis",
        ),
        (
            "values of a capability",
            "textDocument/completion",
            "disk: [slow",
        ),
        (
            "values of a field",
            "textDocument/completion",
            "updateStrategy: ",
        ),
    ] {
        let mut params = at(&profile, PROFILE, mark);
        params["context"] = json!({"includeDeclaration": true});
        show(
            &format!("{method}: {title}"),
            &client.ask(method, &params)["result"],
        );
    }
    for (title, method, mark) in [
        ("a machine type", "textDocument/hover", "type: sma"),
        ("a machine type", "textDocument/definition", "type: sma"),
        (
            "an image version",
            "textDocument/definition",
            "version: 1.0.",
        ),
        ("machine types", "textDocument/completion", "type: small"),
        (
            "versions that fit",
            "textDocument/completion",
            "          version: ",
        ),
        ("profiles", "textDocument/completion", "    name: shop"),
        ("fields", "textDocument/completion", "      mi"),
    ] {
        let params = at(&shoot, SHOOT, mark);
        show(
            &format!("{method}: {title}"),
            &client.ask(method, &params)["result"],
        );
    }
    for (title, mark, new) in [
        ("a value", "disk: [slo", "cold"),
        ("a value like another one", "disk: [slo", "fast"),
        ("a machine type", "name: sma", "tiny"),
        ("a machine type by a bad name", "name: sma", "tiny: 1"),
        ("an image in use", "name: lin", "other"),
        ("nothing", "metadat", "x"),
    ] {
        let mut params = at(&profile, PROFILE, mark);
        show(
            &format!("textDocument/prepareRename: {title}"),
            &client.ask("textDocument/prepareRename", &params)["result"],
        );
        params["newName"] = json!(new);
        let answer = client.ask("textDocument/rename", &params);
        let said = answer.get("result").unwrap_or(&answer["error"]);
        show(&format!("textDocument/rename: {title}"), said);
    }
    for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
        show(method, &client.ask(method, &whole(&shoot))["result"]);
    }
    let whole_range =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params = json!({"textDocument": {"uri": profile}, "range": whole_range});
    for method in ["textDocument/inlayHint", "textDocument/codeLens"] {
        show(method, &client.ask(method, &params)["result"]);
    }
    let position = after(SHOOT, "version: 1.0.");
    let params = json!({"textDocument": {"uri": shoot}, "positions": [position]});
    show(
        "textDocument/selectionRange",
        &client.ask("textDocument/selectionRange", &params)["result"],
    );
    let position = after(PROFILE, "clasi");
    let params = json!({
        "textDocument": {"uri": profile},
        "range": {"start": position, "end": position},
        "context": {"diagnostics": []},
    });
    show(
        "textDocument/codeAction",
        &client.ask("textDocument/codeAction", &params)["result"],
    );
    show(
        "textDocument/diagnostic",
        &client.ask("textDocument/diagnostic", &whole(&shoot))["result"],
    );
    golden(root().join("testdata/lsp/requests.txt"), &page);
}

/// All safe fixes at once lead to the text that `--fix` makes.
#[test]
fn all_fixes_are_those_of_lint() {
    let text = PROFILE
        .replace("version: 1.31.1", "version: 1.31")
        .replace("- name: eu\n", "- name: 5\n")
        .replace("      clasification: supported\n", "");
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let dir = Dir::with(&[("profile.yaml", &text)]);
        let mut client = Client::new(dir.path(), &json!({}));
        let uri = client.open(&dir.path().join("profile.yaml"), &text);
        let end = json!({"line": text.lines().count() + 1, "character": 0});
        let params = json!({
            "textDocument": {"uri": uri},
            "range": {"start": {"line": 0, "character": 0}, "end": end},
            "context": {"diagnostics": [], "only": ["source.fixAll"]},
        });
        let answer = client.ask("textDocument/codeAction", &params);
        let [action] = &answer["result"].as_array().unwrap()[..] else {
            panic!("{answer}");
        };
        let edited = client::applied(&text, &action["edit"]["changes"][&uri]);
        dir.run(&["lint", "profile.yaml", "--fix"]);
        let fixed = std::fs::read_to_string(dir.path().join("profile.yaml")).unwrap();
        assert_ne!(fixed, text);
        assert_eq!(edited, fixed);
    }
}

/// A comment that an action writes silences what it is about, and changes nothing else.
#[test]
fn silencing_comments_silence() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params =
        json!({"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}});
    let answer = client.ask("textDocument/codeAction", &params);
    let actions = answer["result"].as_array().unwrap();
    let silences: Vec<&Value> = actions
        .iter()
        .filter(|action| action["title"].as_str().unwrap().starts_with("silence "))
        .collect();
    assert_eq!(silences.len(), 2, "{answer}");
    let rules = |text: &str| {
        dir.write("profile.yaml", text);
        let ran = dir.run(&["lint", ".", "--format", "json", "--level", "note"]);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap();
        let mut rules: Vec<String> = findings
            .iter()
            .map(|of| of["rule"].as_str().unwrap().to_owned())
            .filter(|rule| rule != "suppression/missing-reason")
            .collect();
        rules.sort();
        rules
    };
    let before = rules(PROFILE);
    for action in silences {
        let rule = action["diagnostics"][0]["code"].as_str().unwrap();
        let after = rules(&client::applied(PROFILE, &action["edit"]["changes"][&uri]));
        let others: Vec<String> = before.iter().filter(|of| *of != rule).cloned().collect();
        assert_eq!(after, others, "{rule}");
    }
}
