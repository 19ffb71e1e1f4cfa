//! `cpcap lsp --check`: what an editor would find.

use super::{PROFILE, SHOOT};
use crate::common::{Dir, golden, root, run_at};
use crate::widths::too_long;
use cpcap::cli::Exit;
use std::fmt::Write as _;

const CHILD: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: own, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: shop}
";

const TEMPLATE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: {{ .Values.name }}
";

/// Folders by name, with their files.
fn folders() -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let other = SHOOT.replace("name: shop", "name: elsewhere");
    let text = |text: &str| text.to_owned();
    vec![
        ("nothing", vec![("readme.yaml", text("a: 1\n"))]),
        (
            "everything",
            vec![
                ("profile.yaml", text(PROFILE)),
                ("shoots/web.yaml", text(SHOOT)),
                ("child.yaml", text(CHILD)),
            ],
        ),
        (
            "context",
            vec![
                (".cpcap.yaml", text("with: [../profiles]\n")),
                ("../profiles/profile.yaml", text(PROFILE)),
                ("web.yaml", text(SHOOT)),
            ],
        ),
        (
            "others",
            vec![
                ("profile.yaml", text(PROFILE)),
                ("broken.yaml", text("a: [\n")),
            ],
        ),
        (
            "nothing that can be read",
            vec![("web.yaml", text("kind: Shoot\nspec: [\n"))],
        ),
        (
            "gaps",
            vec![
                (".cpcap.yaml", text("wth: [x]\n")),
                ("broken.yaml", PROFILE.replace("name: eu\n", "name: [\n")),
                ("child.yaml", text(CHILD)),
                ("other.yaml", other),
                ("chart/templates/profile.yaml", text(TEMPLATE)),
            ],
        ),
    ]
}

#[test]
fn a_folder_is_told_with_what_is_missing() {
    let mut page = String::new();
    for (name, files) in folders() {
        let dir = Dir::new();
        for (path, text) in &files {
            dir.write(&format!("work/{path}"), text);
        }
        let work = dir.path().join("work");
        for width in [60, 100] {
            let ran = run_at(&work, &["lsp", "--check"], "", &[], Some(width));
            let shown = |text: &str| text.replace(dir.path().to_str().unwrap(), "");
            let [said, complaints] = [&ran.stdout, &ran.stderr].map(|text| shown(text));
            assert!(too_long(&said, width).is_empty(), "{said}");
            let complete = ran.exit == Exit::Success;
            assert_eq!(complete, said.contains("finds everything"), "{said}");
            assert_eq!(complete, complaints.is_empty() && name != "nothing");
            if width == 100 {
                writeln!(page, "# {name}: {:?}\n{said}{complaints}", ran.exit).unwrap();
            }
        }
    }
    golden(root().join("testdata/lsp/check.txt"), &page);
}
