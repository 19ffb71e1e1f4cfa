//! The extension for Visual Studio Code: what its package has, and that it works with the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::{PROFILE, SHOOT};
use crate::common::{Dir, root, skip};

/// The output of a program of npm or Node, in the directory of the extension.
fn run(program: &str, args: &[&str], cwd: &Path) -> String {
    let bin = extension().join("node_modules/.bin");
    let path = std::env::var("PATH").unwrap_or_default();
    let ran = Command::new(program)
        .args(args)
        .current_dir(cwd)
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("npm_config_offline", "true")
        .env("npm_config_update_notifier", "false")
        .env("npm_config_logs_max", "0")
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{program} {args:?}:\n{said}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    said
}

fn extension() -> PathBuf {
    root().join("editors/vscode")
}

/// The package, made once for all tests, and the test program; none where npm has not brought what
/// makes them.
fn package() -> Option<&'static Path> {
    static PACKAGE: OnceLock<Option<(Dir, PathBuf)>> = OnceLock::new();
    let made = PACKAGE.get_or_init(|| {
        if !extension().join("node_modules/.bin/vsce").exists() {
            return None;
        }
        let dir = Dir::new();
        let file = dir.path().join("cpcap.vsix");
        let out = file.to_str().unwrap();
        run(
            "npm",
            &["run", "--silent", "package", "--", "--out", out],
            &extension(),
        );
        run("npm", &["run", "--silent", "build-test"], &extension());
        Some((dir, file))
    });
    if made.is_none() {
        skip("what builds the extension is not installed: npm ci --prefix editors/vscode");
    }
    made.as_ref().map(|(_, file)| file.as_path())
}

/// Unpacks the package; the names of its files.
fn unpacked(package: &Path, to: &Dir) -> Vec<String> {
    let script = extension().join("out/unpack.js");
    let args = [script.to_str().unwrap(), package.to_str().unwrap()];
    let said = run("node", &args, to.path());
    let mut names: Vec<String> = said.lines().map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn the_package_has_what_it_needs_and_nothing_else() {
    let Some(package) = package() else { return };
    let dir = Dir::new();
    assert_eq!(
        unpacked(package, &dir),
        [
            "[Content_Types].xml",
            "extension.vsixmanifest",
            "extension/CHANGELOG.md",
            "extension/LICENSE.txt",
            "extension/README.md",
            "extension/dist/extension.js",
            "extension/package.json",
        ]
    );
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    let told: serde_json::Value = serde_json::from_str(&read("extension/package.json")).unwrap();
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(told["license"], env!("CARGO_PKG_LICENSE"));
    assert!(told["dependencies"].is_null(), "{told}");
    let licence = std::fs::read_to_string(root().join("LICENSE")).unwrap();
    assert_eq!(read("extension/LICENSE.txt"), licence);
    // Files of other languages start nothing.
    let manifest = read("extension.vsixmanifest");
    assert!(manifest.contains("<Categories>Linters,Programming Languages</Categories>"));
    for event in told["activationEvents"].as_array().unwrap() {
        let event = event.as_str().unwrap();
        assert!(event.contains("yaml") || event.contains("json"), "{event}");
    }
    for language in ["yaml", "json", "jsonc"] {
        let event = format!("onLanguage:{language}");
        let mut all = told["activationEvents"].as_array().unwrap().iter();
        assert!(all.any(|of| *of == event), "{event}");
    }
    // What the README and the texts of the extension name is there.
    let names = |of: &serde_json::Value| -> Vec<String> {
        of.as_object().unwrap().keys().cloned().collect()
    };
    let readme = read("extension/README.md");
    for name in names(&told["contributes"]["configuration"]["properties"]) {
        assert!(readme.contains(&format!("| `{name}` |")), "{name}");
    }
    for command in told["contributes"]["commands"].as_array().unwrap() {
        let title = command["title"].as_str().unwrap();
        assert!(readme.contains(&format!("**cpcap: {title}**")), "{title}");
    }
}

/// The package runs against the program as in the editor, with a stand-in for the module `vscode`.
#[test]
fn the_extension_shows_fixes_completes_renames_and_restarts() {
    let Some(package) = package() else { return };
    let dir = Dir::with(&[("work/profile.yaml", PROFILE), ("work/web.yaml", SHOOT)]);
    unpacked(package, &dir);
    let script = extension().join("out/main.js");
    let main = dir.path().join("extension/dist/extension.js");
    let args = [&script, &main].map(|path| path.to_str().unwrap());
    let args = [args[0], args[1], env!("CARGO_BIN_EXE_cpcap")];
    let said = run("node", &args, &dir.path().join("work"));
    let node = run("node", &["-p", "process.execPath"], dir.path());
    let said = said
        .replace(dir.path().to_str().unwrap(), "DIR")
        .replace(node.trim(), "node");
    assert_eq!(
        said,
        "starts that the editor waits for: 0\n\
         44:7 schema/unknown-field\n\
         restarts with other settings: 2\n\
         rename to `classification` (unsafe: look at the result): classification: supported\n\
         values: fast, slow\n\
         profile.yaml: - name: tiny\n\
         web.yaml: type: tiny\n\
         restarts by command: 1\n\
         shown: the output\n\
         shown: cpcap is not in PATH. Install it, or name the program in the setting \"cpcap.path\".\n\
         shown: /no/such/cpcap does not exist. Mend the setting \"cpcap.path\", or empty it to use the cpcap in PATH.\n\
         shown: DIR/work cannot be run: it is a directory or not executable. Make it executable, or name the program in the setting \"cpcap.path\".\n\
         shown: node has no language server: it is too old or not cpcap. Install a newer cpcap, or name the program in the setting \"cpcap.path\".\n\
         shown: Mend the setting \"cpcap.arguments\": error: unexpected argument '--no-such-option' found.\n\
         texts that nobody edits, with findings: 0\n\
         the end\n"
    );
}
