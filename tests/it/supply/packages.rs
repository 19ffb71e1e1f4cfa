//! Packages of a release: what is in them, and that they run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::bytes;
use serde_json::{Value, json};

use super::{
    TARGET, built, downloaded, file, json, metadata, names, package, passed, python, ran, said,
    tool,
};
use crate::ci::yaml;
use crate::common::{Dir, root};

fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap().iter();
    list.map(|item| item.as_str().unwrap()).collect()
}

/// The schema of CycloneDX, which names two others.
fn schema(name: &str) -> Value {
    let path = root().join(format!(
        "testdata/cyclonedx/{name}.SNAPSHOT.schema.json.zst"
    ));
    let file = std::fs::File::open(path).unwrap();
    serde_json::from_reader(ruzstd::decoding::StreamingDecoder::new(file).unwrap()).unwrap()
}

/// The crates whose functions the binary has: their sources stand in the places of panics.
fn linked() -> BTreeSet<(String, String)> {
    let binary = std::fs::read(env!("CARGO_BIN_EXE_cpcap")).unwrap();
    let place = bytes::Regex::new(
        r"registry[/\\]src[/\\][^/\\]+[/\\]([a-zA-Z0-9_-]+)-([0-9]+\.[0-9]+\.[0-9]+)[/\\]",
    )
    .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    place
        .captures_iter(&binary)
        .map(|found| (text(&found[1]), text(&found[2])))
        .collect()
}

#[test]
fn the_bill_of_materials_lists_what_is_in_the_binary() {
    if !python() || !downloaded(&[TARGET]) {
        return;
    }
    let text = package(&["sbom", TARGET]);
    assert_eq!(text, package(&["sbom", TARGET]), "two runs differ");
    let bom = json(&text);

    let registry = ["spdx", "jsf-0.82"]
        .into_iter()
        .fold(jsonschema::Registry::new(), |registry, name| {
            let uri = format!("http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json");
            registry.add(uri, schema(name)).unwrap()
        })
        .prepare()
        .unwrap();
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&schema("bom-1.5"))
        .unwrap();
    if let Err(error) = validator.validate(&bom) {
        panic!("{}: {error}", error.instance_path());
    }
    let mut broken = bom.clone();
    broken["components"][0]["type"] = json!("crate");
    assert!(!validator.is_valid(&broken), "the schema refuses nothing");

    let components = names(&bom["components"]);
    let linked = linked();
    let missing: Vec<_> = linked.difference(&components).collect();
    assert!(missing.is_empty(), "in the binary alone: {missing:?}");
    assert!(linked.len() > 10, "{linked:?}");
    // Direct ones are there, but for those of tests; macros are not.
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let own = packages.iter().find(|package| package["name"] == "cpcap");
    for dependency in own.unwrap()["dependencies"].as_array().unwrap() {
        let name = dependency["name"].as_str().unwrap();
        let listed = components.iter().any(|(component, _)| component == name);
        assert_eq!(listed, dependency["kind"].is_null(), "{name}");
    }
    for package in packages {
        let macros = package["targets"][0]["kind"] == json!(["proc-macro"]);
        let key = (
            package["name"].as_str().unwrap().to_owned(),
            package["version"].as_str().unwrap().to_owned(),
        );
        assert!(!macros || !components.contains(&key), "{key:?}");
    }
    // The graph names each once and nothing else.
    let refs: Vec<&str> = bom["components"]
        .as_array()
        .unwrap()
        .iter()
        .chain([&bom["metadata"]["component"]])
        .map(|component| component["bom-ref"].as_str().unwrap())
        .collect();
    let unique: BTreeSet<&str> = refs.iter().copied().collect();
    assert_eq!(unique.len(), refs.len());
    let mut reached = BTreeSet::new();
    for node in bom["dependencies"].as_array().unwrap() {
        assert!(unique.contains(node["ref"].as_str().unwrap()), "{node}");
        reached.extend(node.get("dependsOn").map(texts).unwrap_or_default());
    }
    let root = bom["metadata"]["component"]["bom-ref"].as_str().unwrap();
    reached.insert(root);
    assert_eq!(reached, unique);
}

/// MIT and its like want their text to go with the binary.
#[test]
fn each_crate_in_the_binary_has_its_licence_with_it() {
    if !python() || !downloaded(&[TARGET]) {
        return;
    }
    let text = package(&["licences", TARGET]);
    let (list, texts) = text.split_once("\n=====").unwrap();
    let bom = json(&package(&["sbom", TARGET]));
    let mut without = Vec::new();
    for (name, version) in names(&bom["components"]) {
        if name == "rust-std" {
            continue;
        }
        let crate_name = name.clone();
        let name = format!("{name} {version}");
        assert!(list.contains(&format!("\n{name}: ")), "{name}");
        let heads = texts.lines().any(|line| {
            let mut names = line.split(", ");
            names.any(|found| found == name)
        });
        if !heads {
            without.push(crate_name);
        }
    }
    // It ships no text, and is taken under Apache-2.0, as cpcap itself.
    assert_eq!(without, ["maud"]);
}

fn listed(archive: &Path) -> Vec<String> {
    let module = if archive.extension().unwrap() == "gz" {
        "tarfile"
    } else {
        "zipfile"
    };
    let output = passed(
        Command::new("python3")
            .args(["-m", module, "-l"])
            .arg(archive),
    );
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(|line| {
            line.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

/// Archives of all systems, their checksums and the manifest for Krew, around something that is
/// quicker to pack than the binary.
#[test]
fn archives_checksums_and_the_krew_manifest_agree() {
    let workflow = yaml(&file(".github/workflows/release.yml"));
    let targets = built(&workflow);
    if !python() || !downloaded(&targets) {
        return;
    }
    let dir = Dir::with(&[("cpcap", "#!/bin/sh\necho \"$@\"\n"), ("out/none", "")]);
    std::fs::remove_file(dir.path().join("out/none")).unwrap();
    let binary = dir.path().join("cpcap").display().to_string();
    let out = dir.path().join("out");
    let place = out.display().to_string();
    let mut archives = BTreeMap::new();
    for target in targets {
        let name = package(&["archive", &binary, target, &place]);
        let path = PathBuf::from(name.trim_end());
        let bytes = std::fs::read(&path).unwrap();
        // A .tar.gz and a .zip.
        if target == TARGET || target.contains("windows") {
            package(&["archive", &binary, target, &place]);
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "two runs differ");
        }
        let listed = listed(&path);
        let exe = if target.contains("windows") {
            "cpcap.exe"
        } else {
            "cpcap"
        };
        for file in [
            exe,
            "LICENSE",
            "README.md",
            "CHANGELOG.md",
            "THIRD-PARTY-LICENCES.txt",
            "cpcap.cdx.json",
            "completions/cpcap.bash",
            "man/cpcap-lint.1",
        ] {
            let file = format!("cpcap-{target}/{file}");
            assert!(listed.contains(&file), "{file}: {listed:#?}");
        }
        archives.insert(
            path.file_name().unwrap().to_str().unwrap().to_owned(),
            listed,
        );
    }

    // What is packed runs.
    let archive = format!("cpcap-{TARGET}.tar.gz");
    passed(
        Command::new("tar")
            .args(["-xzf", &archive])
            .current_dir(&out),
    );
    let unpacked = out.join(format!("cpcap-{TARGET}"));
    let printed = passed(Command::new(unpacked.join("cpcap")).arg("hello"));
    assert_eq!(printed, b"hello\n");
    std::fs::remove_dir_all(unpacked).unwrap();

    let manifest = package(&["krew", &place, "https://git.example/cpcap", "v1.2.3"]);
    let sums = package(&["checksums", &place]);
    dir.write("out/SHA256SUMS", &sums);
    let check = || {
        let mut command = Command::new("sha256sum");
        ran(command.args(["--check", "SHA256SUMS"]).current_dir(&out))
    };
    assert!(check().status.success(), "{sums}");
    assert_eq!(sums.lines().count(), archives.len());

    assert!(!manifest.contains(['{', '}']), "{manifest}");
    let manifest = yaml(&manifest);
    assert_eq!(manifest["spec"]["version"], "v1.2.3");
    assert_eq!(manifest["metadata"]["name"], "cpcap");
    let platforms = manifest["spec"]["platforms"].as_array().unwrap();
    let mut systems = BTreeSet::new();
    for platform in platforms {
        systems.insert(platform["selector"]["matchLabels"].to_string());
        let (from, name) = platform["uri"].as_str().unwrap().rsplit_once('/').unwrap();
        assert_eq!(from, "https://git.example/cpcap/releases/download/v1.2.3");
        let line = format!("{}  {name}", platform["sha256"].as_str().unwrap());
        assert!(sums.lines().any(|sum| sum == line), "{line}\n{sums}");
        let bin = platform["bin"].as_str().unwrap();
        let files = platform["files"].as_array().unwrap();
        for file in files {
            let from = file["from"].as_str().unwrap();
            assert!(archives[name].iter().any(|file| file == from), "{from}");
        }
        let first = files[0]["from"].as_str().unwrap();
        assert!(first.ends_with(&format!("/{bin}")), "{first}");
    }
    assert_eq!((platforms.len(), systems.len()), (5, 5));

    dir.write(&format!("out/{archive}"), "something else");
    assert!(!check().status.success());
}

/// pip installs it without a network and without Rust, and it says what the binary says.
#[test]
fn the_wheel_installs_and_lints() {
    if !python() || !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return;
    }
    let dir = Dir::new();
    // The system of this build, whose crates are there.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let place = dir.path().display().to_string();
    let binary = env!("CARGO_BIN_EXE_cpcap");
    let wheel = package(&["wheel", binary, &target, &place]);
    let venv = dir.path().join("venv");
    passed(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    let bin = venv.join("bin");
    passed(
        Command::new(bin.join("pip"))
            .args(["install", "--quiet", "--no-index", wheel.trim_end()])
            .env("PATH", &bin),
    );
    let lint = |program: &Path| {
        let mut command = Command::new(program);
        command
            .current_dir(root())
            .args(["lint", "--now=2026-11-27T00:00:00Z", "--format=json"])
            .arg("testdata/examples/profile.yaml")
            .env_clear();
        let output = ran(&mut command);
        (output.status.code(), said(&output))
    };
    let installed = lint(&bin.join("cpcap"));
    assert_eq!(installed.0, Some(1), "{}", installed.1);
    assert_eq!(installed, lint(Path::new(binary)));
    let show = passed(
        Command::new(bin.join("pip"))
            .args(["show", "--files", "cpcap"])
            .env("PATH", &bin),
    );
    let show = String::from_utf8(show).unwrap();
    for line in [
        concat!("Version: ", env!("CARGO_PKG_VERSION")),
        "licenses/THIRD-PARTY-LICENCES.txt",
        "sboms/cpcap.cdx.json",
    ] {
        assert!(show.contains(line), "{line}\n{show}");
    }

    // A wheel that maturin builds of the sources calls itself the same.
    // It asks Cargo about all systems.
    let Some(mut maturin) = tool("maturin").filter(|_| downloaded(&[])) else {
        return;
    };
    passed(
        maturin
            .args(["pep517", "write-dist-info", "--metadata-directory"])
            .arg(dir.path()),
    );
    let info = format!("cpcap-{}.dist-info/METADATA", env!("CARGO_PKG_VERSION"));
    let own = passed(
        Command::new("python3")
            .args(["-c", "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())"])
            .args([wheel.trim_end(), &info]),
    );
    let without_third =
        String::from_utf8(own)
            .unwrap()
            .replacen("License-File: THIRD-PARTY-LICENCES.txt\n", "", 1);
    let other = std::fs::read_to_string(dir.path().join(&info)).unwrap();
    assert_eq!(without_third.trim_end(), other.trim_end());
}

/// ZIP has no times before 1980, and one line says what cannot be done.
#[test]
fn packages_of_any_time_are_made_and_faults_take_a_line() {
    if !python() {
        return;
    }
    let dir = Dir::with(&[("cpcap", "no binary")]);
    let run = |args: &[&str], epoch: &str| {
        let mut command = Command::new(root().join("tools/package"));
        command
            .current_dir(dir.path())
            .args(args)
            .env("CARGO_NET_OFFLINE", "true")
            .env("SOURCE_DATE_EPOCH", epoch);
        ran(&mut command)
    };
    let musl = "x86_64-unknown-linux-musl";
    for (args, epoch, wanted) in [
        (["wheel", "none", musl, "."], "1", "`tools/build x86_64"),
        (["archive", "cpcap", "x86-linux", "."], "1", "target-list"),
        (
            ["wheel", "cpcap", "x86_64-unknown-freebsd", "."],
            "1",
            "wheels are for",
        ),
        (["wheel", "cpcap", TARGET, "."], "1", "the C library"),
        (["wheel", "cpcap", musl, "."], "now", "seconds since 1970"),
        (["krew", "missing", "cpcap", "v1"], "1", "No such file"),
    ] {
        let output = run(&args, epoch);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        let text = String::from_utf8_lossy(&output.stderr);
        // Cargo may say that it waits for another one.
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains(wanted), "{wanted}: {text}");
        assert!(!text.contains("Traceback"), "{text}");
    }
    if !downloaded(&[musl]) {
        return;
    }
    let output = run(&["wheel", "cpcap", musl, "."], "0");
    assert!(output.status.success(), "{}", said(&output));
}

/// What a page has users copy is what `.pre-commit-hooks.yaml` runs.
#[test]
fn the_hook_without_rust_runs_what_the_hook_with_rust_runs() {
    let page = file("docs/install.md");
    let block = page.split("```yaml\n").nth(1).unwrap();
    let config = yaml(block.split_once("```").unwrap().0);
    let hook = &config["repos"][0]["hooks"][0];
    let hooks = yaml(&file(".pre-commit-hooks.yaml"));
    let hooks = hooks.as_array().unwrap();
    let own = hooks.iter().find(|own| own["id"] == hook["id"]).unwrap();
    for key in ["name", "entry", "types_or", "require_serial"] {
        assert_eq!(hook[key], own[key], "{key}");
    }
    let version = concat!("cpcap==", env!("CARGO_PKG_VERSION"));
    assert_eq!(hook["additional_dependencies"], json!([version]));
    assert_eq!(hook["language"], "python");
}
