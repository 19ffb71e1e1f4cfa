//! Links from names of profiles to their places, and from silenced rules to their pages.

use serde_json::{Value, json};

use super::client::Client;
use super::{PROFILE, SHOOT};
use crate::common::{Dir, golden, root};
use std::fmt::Write as _;

#[test]
fn profiles_and_rules_are_linked() {
    let child = "# ü\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: own, namespace: garden-a}\n\
                 spec:\n  parent: {kind: CloudProfile, name: shop} # cpcap: ignore[schema/unknown-field, namespaced, no/such]\n";
    let of_child = SHOOT
        .replace(
            "    kind: CloudProfile\n",
            "    kind: NamespacedCloudProfile\n",
        )
        .replace("name: shop", "name: own");
    let legacy = SHOOT.replace(
        "  cloudProfile:\n    kind: CloudProfile\n    name: shop\n",
        "  cloudProfileName: shop\n",
    );
    let lost = SHOOT.replace("name: shop", "name: lost");
    let files = [
        ("profile.yaml", PROFILE),
        ("shoots/child.yaml", child),
        ("shoots/web.yaml", SHOOT),
        ("shoots/of-child.yaml", &of_child),
        ("shoots/legacy.yaml", &legacy),
        ("shoots/lost.yaml", &lost),
    ];
    let dir = Dir::with(&files);
    let mut client = Client::new(dir.path(), &json!({}));
    let folder = super::uri(dir.path());
    let mut page = String::new();
    for (name, text) in files {
        let uri = client.open(&dir.path().join(name), text);
        let answer = client.ask(
            "textDocument/documentLink",
            &json!({"textDocument": {"uri": uri}}),
        );
        for link in answer["result"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"))
        {
            let [start, end] = ["start", "end"].map(|side| &link["range"][side]);
            let line = usize::try_from(start["line"].as_u64().unwrap()).unwrap();
            let column = |of: &Value| usize::try_from(of["character"].as_u64().unwrap()).unwrap();
            let shown = &text.lines().nth(line).unwrap()[column(start)..column(end)];
            let target = link["target"]
                .as_str()
                .unwrap_or("later")
                .replace(&folder, "file:///folder");
            writeln!(page, "{name}:{}: {shown} -> {target}", line + 1).unwrap();
            if link["target"].is_null() {
                let resolved = client.ask("documentLink/resolve", link);
                let target = resolved["result"]["target"].as_str().unwrap();
                let path = target.strip_prefix("file://").unwrap();
                let rule = link["data"].as_str().unwrap();
                let expected = dir.run(&["explain", rule]).stdout;
                assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
            }
        }
    }
    golden(root().join("testdata/lsp/links.txt"), &page);
}
