//! Dependencies are such as `deny.toml` allows, whether or not cargo-deny is there to read it.

use std::collections::BTreeMap;
use std::process::Command;

use regex::Regex;

use super::{TARGET, downloaded, file, metadata, names, passed, ran, replaced, said, tool};
use crate::common::{Dir, root};

/// A list of `deny.toml`.
fn allowed(config: &str, key: &str) -> Vec<String> {
    let (_, list) = config.split_once(&format!("\n{key} = [")).unwrap();
    let (list, _) = list.split_once("]\n").unwrap();
    let text = Regex::new(r#"(?m)(?:^|^  \{ crate = |, )"([^"]+)""#).unwrap();
    text.captures_iter(list)
        .map(|found| found[1].to_owned())
        .collect()
}

/// Whether a licence is one of a list. The list is asked for more than the expression needs where
/// that has neither parentheses nor one operator alone.
fn is_licensed(expression: &str, allow: &[String]) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], "");
    expression.split(" AND ").all(|part| {
        let mut any = part.split(" OR ");
        any.any(|licence| allow.iter().any(|allowed| allowed == licence.trim()))
    })
}

/// What Cargo knows is enough for licences, sources, and names that may not come in or come twice.
#[test]
fn what_cargo_lists_is_as_deny_toml_allows() {
    assert!(is_licensed(
        "(MIT OR X) AND Zlib",
        &["MIT", "Zlib"].map(str::to_owned)
    ));
    assert!(!is_licensed("MIT AND X", &["MIT".to_owned()]));
    let config = file("deny.toml");
    let lock = file("Cargo.lock");
    let sources = allowed(&config, "allow-registry");
    let banned = allowed(&config, "deny");
    let mut count = 0;
    for package in lock.split("[[package]]\n").skip(1) {
        let value = |key: &str| {
            let start = format!("{key} = \"");
            let mut lines = package.lines();
            let value = lines.find_map(|line| line.strip_prefix(&start));
            value.map(|value| value.trim_end_matches('"'))
        };
        let name = value("name").unwrap();
        assert!(!banned.iter().any(|banned| banned == name), "{name}");
        let source = value("source").and_then(|source| source.strip_prefix("registry+"));
        let known = source.is_some_and(|source| sources.iter().any(|known| known == source));
        assert!(known || name == "cpcap", "{name}: {source:?}");
        count += 1;
    }
    assert!(count > 100 && banned.len() == 7, "{count}, {banned:?}");
    if !downloaded(&[TARGET]) {
        return;
    }
    let metadata = metadata();
    let allow = allowed(&config, "allow");
    for package in metadata["packages"].as_array().unwrap() {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_licensed(licence, &allow), "{}: {licence}", package["id"]);
    }
    let skipped = allowed(&config, "skip");
    let mut versions = BTreeMap::<String, Vec<String>>::new();
    for (name, version) in names(&metadata["packages"]) {
        let key = format!("{name}@{version}");
        if !skipped.contains(&key) {
            versions.entry(name).or_default().push(version);
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "twice: {versions:?}");
}

/// `deny.toml` allows what is there, and nothing that is not: each of its lists is needed.
#[test]
fn dependencies_are_as_deny_toml_allows() {
    let Some(deny) = tool("cargo-deny").filter(|_| downloaded(&[])) else {
        return;
    };
    let program = deny.get_program().to_owned();
    let dir = Dir::new();
    let check = |config: &str| {
        dir.write("deny.toml", config);
        let mut command = Command::new(&program);
        command
            .current_dir(root())
            .args(["--offline", "--locked", "--config"])
            .arg(dir.path().join("deny.toml"))
            .args(["check", "licenses", "sources", "bans"]);
        ran(&mut command)
    };
    let config = file("deny.toml");
    let allowed = check(&config);
    assert!(allowed.status.success(), "{}", said(&allowed));
    let registry = "\"https://github.com/rust-lang/crates.io-index\"";
    for (from, to, code) in [
        ("\"MIT\", ", "", "error[rejected]"),
        (registry, "", "error[source-not-allowed]"),
        ("  { crate = \"bitflags", "  #", "error[duplicate]"),
        ("\"tokio\"", "\"memchr\"", "error[banned]"),
        ("\"Zlib\"", "\"Zlib\", \"ISC\"", "error[license-not-"),
    ] {
        let refused = check(&replaced(&config, from, to));
        let said = said(&refused);
        assert!(!refused.status.success(), "{from}");
        assert!(said.contains(code), "{from}: {said}");
    }
}

/// Where there is no network, a copy of RustSec's database is asked; here one with a made-up entry.
#[test]
fn a_copy_of_the_advisories_is_asked_without_a_network() {
    let Some(deny) = tool("cargo-deny").filter(|_| downloaded(&[])) else {
        return;
    };
    // cargo-deny names the folder after the place that it would fetch from.
    let dir = Dir::new();
    let database = "advisory-db-3157b0e258782691";
    let place = dir.path().display().to_string();
    let here = format!("version = 2\ndb-path = {place:?}");
    let config = replaced(&file("deny.toml"), "version = 2", &here);
    dir.write("deny.toml", config);
    let check = |krate: &str| {
        let entry = format!(
            "```toml\n[advisory]\nid = \"RUSTSEC-2026-9999\"\npackage = \"{krate}\"\ndate = \
             \"2026-11-01\"\n\n[versions]\npatched = []\n```\n\n# Made up\n\nFor a test.\n"
        );
        let _ = std::fs::remove_dir_all(dir.path().join(database).join("crates"));
        let name = format!("{database}/crates/{krate}/RUSTSEC-2026-9999.md");
        dir.write(&name, entry);
        for args in [
            &["init", "--quiet"][..],
            &["add", "."],
            &[
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example",
                "commit",
                "--allow-empty",
                "-qm",
                "x",
            ],
        ] {
            let mut git = Command::new("git");
            passed(git.args(args).current_dir(dir.path().join(database)));
        }
        let mut command = Command::new(deny.get_program());
        command
            .current_dir(root())
            .args(["--offline", "--locked", "--config"])
            .arg(dir.path().join("deny.toml"))
            .args(["check", "advisories"]);
        let output = ran(&mut command);
        (output.status.success(), said(&output))
    };
    let (passes, said) = check("no-dependency-of-cpcap");
    assert!(passes, "{said}");
    let (passes, said) = check("memchr");
    assert!(
        !passes && said.contains("error[vulnerability]: Made up"),
        "{said}"
    );
    // A copy that nobody has renewed is none.
    let fetched = dir.path().join(database).join(".git/FETCH_HEAD");
    let fetched = std::fs::File::create(fetched).unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(100 * 86400);
    fetched.set_modified(long_ago).unwrap();
    let (passes, said) = check("memchr");
    assert!(!passes && said.contains("stale"), "{said}");
}
