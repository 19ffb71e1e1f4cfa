//! Code actions beside fixes: the page of a rule, the migration of a profile, and expiration dates.

use serde_json::{Value, json};

use super::client::{Client, applied};
use super::{PROFILE, SHOOT, after};
use crate::common::{Dir, root};

/// The actions at a mark of a text.
fn actions(client: &mut Client, uri: &str, at: &Value, kind: u8) -> Vec<Value> {
    let params = json!({
        "textDocument": {"uri": uri},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "triggerKind": kind},
    });
    let answer = client.ask("textDocument/codeAction", &params);
    let all = answer["result"].as_array();
    all.unwrap_or_else(|| panic!("{answer}")).clone()
}

fn titled<'a>(all: &'a [Value], start: &str) -> Option<&'a Value> {
    all.iter()
        .find(|of| of["title"].as_str().unwrap().starts_with(start))
}

#[test]
fn the_page_of_a_rule_is_shown() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let at = after(PROFILE, "clasi");
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let all = actions(&mut client, &uri, &at, 2);
    assert_eq!(titled(&all, "show the page"), None);
    let can = json!({"window": {"showDocument": {"support": true}}});
    let mut client = Client::new(dir.path(), &can);
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let all = actions(&mut client, &uri, &at, 2);
    let action = titled(&all, "show the page of schema/unknown-field").unwrap();
    let answer = client.ask("workspace/executeCommand", &action["command"]);
    assert_eq!(answer["result"], Value::Null, "{answer}");
    let shown = client.asked("window/showDocument");
    let page = dir.run(&["explain", "schema/unknown-field"]).stdout;
    let path = shown["params"]["uri"].as_str().unwrap();
    let path = path.strip_prefix("file://").unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), page);
    client.respond(&shown, &json!({"success": true}));
    // The file goes with the server.
    client.ask("shutdown", &Value::Null);
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(0));
    assert!(!std::path::Path::new(path).exists());
}

#[test]
fn unknown_commands_are_refused() {
    let dir = Dir::new();
    let mut client = Client::new(dir.path(), &json!({}));
    for params in [
        json!({"command": "rm", "arguments": ["schema/unknown-field"]}),
        json!({"command": "cpcap.showRulePage", "arguments": []}),
        json!({"command": "cpcap.showRulePage"}),
    ] {
        let answer = client.ask("workspace/executeCommand", &params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let nonsense = json!({"command": "cpcap.showRulePage", "arguments": ["../x"]});
    let answer = client.ask("workspace/executeCommand", &nonsense);
    assert_eq!(answer["result"], Value::Null, "{answer}");
}

/// Profiles in both formats, of several providers; some of them `cpcap migrate` refuses.
fn profiles() -> Vec<String> {
    let own = |name: &str| std::fs::read_to_string(root().join("testdata").join(name)).unwrap();
    let gcp = own("regions/gcp.yaml");
    let openstack = own("regions/openstack.yaml");
    let both = "architectures: [amd64, arm64]";
    vec![
        gcp.replace(&format!("{{version: 1.0.0, {both}}}"), "{version: 1.0.0}"),
        openstack.replace(&format!(", {both}"), ""),
        own("artifacts/profile.yaml"),
        gcp,
        openstack,
        own("regions/aws.yaml"),
        own("examples/valid.yaml"),
        own("match/legacy.yaml"),
    ]
}

/// The migration in an editor is that of the command, and offered where the command makes one.
#[test]
fn profiles_are_migrated_as_by_the_command() {
    let mut migrated = 0;
    for text in profiles() {
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let dir = Dir::with(&[("profile.yaml", &text)]);
            let mut client = Client::new(dir.path(), &json!({}));
            let uri = client.open(&dir.path().join("profile.yaml"), &text);
            let at = after(&text, "machineTypes");
            let now = "2026-11-27T00:00:00Z";
            let ran = dir.run(&["migrate", "--write", "profile.yaml", "--now", now]);
            let written = std::fs::read_to_string(dir.path().join("profile.yaml")).unwrap();
            let all = actions(&mut client, &uri, &at, 1);
            let action = titled(&all, "migrate CloudProfile");
            assert_eq!(action.is_some(), written != text, "{all:?}\n{}", ran.stderr);
            if let Some(action) = action {
                let edit = &action["edit"]["changes"][&uri];
                assert_eq!(applied(&text, edit), written);
                migrated += 1;
            }
            // Not with each move of the cursor.
            let all = actions(&mut client, &uri, &at, 2);
            assert_eq!(titled(&all, "migrate"), None);
        }
    }
    assert!(migrated >= 6, "{migrated}");
}

#[test]
fn migration_is_offered_only_where_there_is_one() {
    let gcp = std::fs::read_to_string(root().join("testdata/regions/gcp.yaml")).unwrap();
    for (text, mark) in [
        // It has capabilities.
        (PROFILE.to_owned(), "machineTypes"),
        // `migrate` refuses a provider that cpcap does not know, and what it cannot decode.
        (gcp.replace("type: gcp", "type: other"), "machineTypes"),
        (gcp.replace("cpu: \"2\"", "cpu: [2]"), "machineTypes"),
        (SHOOT.to_owned(), "machine"),
    ] {
        let dir = Dir::with(&[("profile.yaml", &text)]);
        let mut client = Client::new(dir.path(), &json!({}));
        let uri = client.open(&dir.path().join("profile.yaml"), &text);
        let all = actions(&mut client, &uri, &after(&text, mark), 1);
        assert_eq!(titled(&all, "migrate"), None, "{text}");
    }
}

/// An expiration date is set as `cpcap retire` sets it, in the form that the profile uses, and
/// offered where that command writes it.
#[test]
fn versions_expire_as_by_retire() {
    let stages = PROFILE.replace(
        "      classification: deprecated\n      expirationDate: \"2027-01-31T00:00:00Z\"\n",
        "      lifecycle:\n      - classification: supported\n      - {classification: deprecated, startTime: \"2026-12-31T00:00:00Z\"}\n      - {classification: expired, startTime: \"2027-01-31T00:00:00Z\"}\n",
    );
    // Without errors that the command would name first.
    let [text, stages] = [PROFILE, &stages].map(|text| {
        text.replace("type: local", "type: other")
            .replace("      clasification: supported\n", "")
            .replace(
                "    - version: 1.32.0\n",
                "    - version: 1.32.0\n    - version: 1.33.0\n",
            )
    });
    let (date, expired) = ("expirationDate: ", "classification: expired");
    let mut offered = 0;
    for (text, mark, what, form) in [
        (&text, "version: 1.31", &["kubernetes", "1.31.1"][..], date),
        (&text, "version: 1.32", &["kubernetes", "1.32.0"], date),
        (&text, "version: 1.33", &["kubernetes", "1.33.0"], date),
        (&text, "version: 1.0", &["image", "linux", "1.0.0"], date),
        (&text, "version: 2.0", &["image", "linux", "2.0.0"], date),
        (&stages, "version: 1.31", &["kubernetes", "1.31.1"], expired),
        (&stages, "version: 1.32", &["kubernetes", "1.32.0"], expired),
        (&stages, "version: 2.0", &["image", "linux", "2.0.0"], date),
    ] {
        let dir = Dir::with(&[("profile.yaml", text)]);
        let mut client = Client::new(dir.path(), &json!({}));
        let uri = client.open(&dir.path().join("profile.yaml"), text);
        let all = actions(&mut client, &uri, &after(text, mark), 1);
        let now = [
            "-p",
            "profile.yaml",
            "--write",
            "--now",
            "2026-11-27T00:00:00Z",
        ];
        let ran = dir.run(&[&["retire"], what, &now].concat());
        let retired = std::fs::read_to_string(dir.path().join("profile.yaml")).unwrap();
        let action = titled(&all, "let ");
        assert_eq!(
            action.is_some(),
            &retired != text,
            "{all:?}\n{}",
            ran.stderr
        );
        let Some(action) = action else {
            continue;
        };
        offered += 1;
        let title = action["title"].as_str().unwrap();
        assert!(title.contains("expire on 2027-02-25"), "{title}");
        let edited = applied(text, &action["edit"]["changes"][&uri]);
        assert!(
            edited.matches(form).count() > text.matches(form).count(),
            "{edited}"
        );
        assert_eq!(edited, retired);
        // A version that expires has its date.
        client.tell(
            "textDocument/didChange",
            &json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": edited}]}),
        );
        let all = actions(&mut client, &uri, &after(&edited, mark), 1);
        assert_eq!(titled(&all, "let "), None);
    }
    assert!(offered >= 4, "{offered}");
}

/// What may change the meaning says so, is never preferred, and is no part of all fixes.
#[test]
fn unsafe_fixes_are_marked() {
    let text =
        PROFILE.replace("      clasification: supported\n", "") + "      - architecture: [amd64]\n";
    let path = root().join("testdata/report/fixable.yaml");
    let fixable = std::fs::read_to_string(path).unwrap();
    let mut unsafe_fixes = 0;
    for text in [&text, &fixable] {
        let dir = Dir::with(&[("profile.yaml", text)]);
        let mut client = Client::new(dir.path(), &json!({}));
        let uri = client.open(&dir.path().join("profile.yaml"), text);
        let whole =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
        let params =
            json!({"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}});
        let answer = client.ask("textDocument/codeAction", &params);
        let all = answer["result"].as_array().unwrap();
        for action in all
            .iter()
            .filter(|of| of["title"].as_str().unwrap().contains("unsafe"))
        {
            assert_eq!(action["isPreferred"], false, "{action}");
            unsafe_fixes += 1;
        }
        if let Some(all) = titled(all, "make all safe fixes") {
            let edited = applied(text, &all["edit"]["changes"][&uri]);
            dir.run(&[
                "lint",
                "profile.yaml",
                "--fix",
                "--now",
                "2026-11-27T00:00:00Z",
            ]);
            let fixed = std::fs::read_to_string(dir.path().join("profile.yaml")).unwrap();
            assert_eq!(edited, fixed);
        }
    }
    assert!(unsafe_fixes > 0);
}

/// A profile and its child have the same finding in one place: one way out is enough.
#[test]
fn no_action_comes_twice() {
    let profile = PROFILE
        .replace("clasification", "classification")
        .replace("updateStrategy: major", "updateStrategy: majr");
    let child = "---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\n\
                 metadata: {name: own, namespace: garden-a}\nspec:\n  \
                 parent: {kind: CloudProfile, name: shop}\n";
    let text = format!("{profile}{child}");
    let dir = Dir::with(&[("profile.yaml", &text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), &text);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params =
        json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let answer = client.ask("textDocument/codeAction", &params);
    let all = answer["result"].as_array().unwrap();
    let told: Vec<(&Value, &Value)> = all.iter().map(|of| (&of["title"], &of["edit"])).collect();
    for (at, one) in told.iter().enumerate() {
        assert!(!told[..at].contains(one), "{one:?}");
    }
    let several = |of: &&Value| {
        of["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() > 1)
    };
    assert!(all.iter().any(|of| several(&of)), "{answer}");
}
