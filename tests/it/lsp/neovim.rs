//! The client of an editor that people use.

use std::process::{Command, Stdio};

use super::{PROFILE, SHOOT};
use crate::common::{Dir, skip};

#[test]
fn neovim_shows_fixes_completes_and_renames() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return skip("Neovim is not installed");
    }
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("web.yaml", SHOOT),
        ("test.lua", include_str!("neovim.lua")),
    ]);
    let status = Command::new("nvim")
        .args([
            "--headless",
            "-u",
            "NONE",
            "-i",
            "NONE",
            "profile.yaml",
            "-c",
            "luafile test.lua",
        ])
        .current_dir(dir.path())
        .env("CPCAP", env!("CARGO_BIN_EXE_cpcap"))
        .env("XDG_STATE_HOME", dir.path())
        .env("XDG_CACHE_HOME", dir.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = std::fs::read_to_string(dir.path().join("out.txt"))
        .unwrap_or_else(|_| String::from_utf8_lossy(&status.stderr).into_owned());
    assert_eq!(
        said,
        "44:7 schema/unknown-field\n\
         rename to `classification` (unsafe: look at the result): classification: supported\n\
         values: fast, slow\n\
         definition:     values: [fast, slow]\n\
         profile.yaml: - name: tiny\n\
         web.yaml: type: tiny\n"
    );
}
