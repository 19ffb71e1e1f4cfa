//! The client of an editor that people use.

use std::process::{Command, Stdio};

use super::{PROFILE, SHOOT};
use crate::common::{Dir, skip};

/// Whether Neovim is installed.
pub(super) fn is_there() -> bool {
    Command::new("nvim").arg("--version").output().is_ok()
}

/// Runs `test.lua` of a directory in Neovim. Gives back what it wrote into `out.txt`, or what Neovim
/// said.
pub(super) fn script<'e>(
    dir: &Dir,
    args: &[&str],
    env: impl IntoIterator<Item = (&'e str, String)>,
) -> String {
    let ran = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE"])
        .args(args)
        .args(["-c", "luafile test.lua"])
        .current_dir(dir.path())
        .envs(env)
        .env("XDG_STATE_HOME", dir.path())
        .env("XDG_CACHE_HOME", dir.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    std::fs::read_to_string(dir.path().join("out.txt"))
        .unwrap_or_else(|_| String::from_utf8_lossy(&ran.stderr).into_owned())
}

#[test]
fn neovim_shows_fixes_completes_and_renames() {
    if !is_there() {
        return skip("Neovim is not installed");
    }
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("web.yaml", SHOOT),
        ("test.lua", include_str!("neovim.lua")),
    ]);
    let env = [("CPCAP", env!("CARGO_BIN_EXE_cpcap").to_owned())];
    let said = script(&dir, &["profile.yaml"], env);
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
