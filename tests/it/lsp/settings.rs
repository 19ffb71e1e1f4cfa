//! The settings of editors in `docs/editors.md`: each can be read, and names the command.

use serde_json::Value;

use super::neovim;
use crate::common::{Dir, root, skip};

/// The blocks of a language in the part about the language server.
fn blocks(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/editors.md")).unwrap();
    let (part, _) = page.split_once("\n## Schemas\n").unwrap();
    let start = format!("\n```{language}\n");
    let all = part.split(&start).skip(1);
    all.map(|rest| rest.split_once("\n```").unwrap().0.to_owned())
        .collect()
}

#[test]
fn json_and_lists_are_sound() {
    let json = blocks("json");
    for block in &json {
        let settings: Value =
            serde_json::from_str(block).unwrap_or_else(|why| panic!("{why}\n{block}"));
        assert!(settings.to_string().contains("cpcap"), "{block}");
    }
    let lisp = blocks("elisp");
    for block in &lisp {
        let mut depth = 0;
        for (at, c) in block.char_indices() {
            depth += i32::from(c == '(') - i32::from(c == ')');
            assert!(depth > 0 || at + 1 == block.len() || c == '\n', "{block}");
        }
        assert_eq!(depth, 0, "{block}");
        assert!(block.contains(r#"("cpcap" "lsp")"#), "{block}");
    }
    let toml = blocks("toml");
    assert!(toml[0].contains("command = \"cpcap\"\nargs = [\"lsp\"]"));
    assert_eq!((json.len(), lisp.len(), toml.len()), (3, 2, 1));
}

/// Neovim reads both blocks, and the one for its version shows findings.
#[test]
fn neovim_takes_the_lua_of_the_page() {
    if !neovim::is_there() {
        return skip("Neovim is not installed");
    }
    let blocks = blocks("lua");
    let [new, old] = &blocks[..] else {
        panic!("{blocks:?}");
    };
    let dir = Dir::with(&[
        ("profile.yaml", super::PROFILE),
        (".cpcap.yaml", ""),
        ("new.lua", new),
        ("old.lua", old),
        ("test.lua", include_str!("settings.lua")),
    ]);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_cpcap"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let said = neovim::script(&dir, &[], [("PATH", path)]);
    assert_eq!(said, "sound\n");
}
