//! `docs/reliability.md` promises nothing without a test: each line has a command, and what the
//! command names exists.

use std::sync::LazyLock;

use crate::common::{files_below, root};
use crate::corpus::targets::{self, TARGETS};

/// The whole names of all tests: their modules and functions.
fn tests() -> &'static [String] {
    static TESTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let files = files_below("tests/it").into_iter();
        files
            .filter(|file| file.extension().is_some_and(|end| end == "rs"))
            .flat_map(|file| {
                let module = file.strip_prefix(root().join("tests/it")).unwrap();
                let module = module.with_extension("");
                let parts = module.iter().map(|part| part.to_str().unwrap());
                let module: Vec<_> = parts.filter(|part| *part != "mod").collect();
                let text = std::fs::read_to_string(&file).unwrap();
                let mut lines = text.lines().map(str::trim);
                let mut names = Vec::new();
                while lines.any(|line| line == "#[test]") {
                    let name = lines.find_map(|line| line.strip_prefix("fn "));
                    let name = name.and_then(|name| Some(name.split_once('(')?.0));
                    names.extend(name.map(|name| format!("{}::{name}", module.join("::"))));
                }
                names
            })
            .collect()
    });
    &TESTS
}

/// What is wrong with a command of the page.
fn fault(command: &str) -> Option<String> {
    if let Some(filters) = command.strip_prefix("cargo test --locked --test it -- ") {
        return filters.split(' ').find_map(|filter| {
            if !filter.contains("::") {
                return Some(format!("{filter} names no module"));
            }
            (!tests().iter().any(|name| name.starts_with(filter)))
                .then(|| format!("no test of tests/it is named {filter}"))
        });
    }
    if let Some((_, example)) = command.split_once(" --example ") {
        let name = example.split(' ').next().unwrap_or_default();
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let known = manifest.contains(&format!("[[example]]\nname = \"{name}\""));
        return (!known).then(|| format!("there is no example {name}"));
    }
    if let Some(target) = command.strip_prefix("fuzz/coverage/run") {
        return targets::named(target.trim())
            .is_none()
            .then(|| format!("there is no target {target}"));
    }
    let program = command.split(' ').next().unwrap_or_default();
    let known = match program.strip_prefix("./").unwrap_or(program) {
        "cargo" => ["cargo clippy --locked ", "cargo deny --locked "]
            .iter()
            .any(|start| command.starts_with(start)),
        path => path.contains('/') && root().join(path).is_file(),
    };
    (!known).then(|| format!("cpcap has no {program}"))
}

#[test]
fn each_promise_names_a_test() {
    let page = std::fs::read_to_string(root().join("docs/reliability.md")).unwrap();
    let (mut promises, mut is_promise) = (0, false);
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    for (at, row) in rows.iter().enumerate() {
        if rows
            .get(at + 1)
            .is_some_and(|next| next.starts_with("| ---"))
        {
            is_promise = row.starts_with("| promise |");
            continue;
        }
        if !is_promise || row.starts_with("| ---") {
            continue;
        }
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let command = cells
            .last()
            .and_then(|cell| cell.strip_prefix('`')?.strip_suffix('`'));
        let Some(command) = command.filter(|_| cells.iter().all(|cell| !cell.is_empty())) else {
            panic!("without a command: {row}");
        };
        assert_eq!(fault(command), None, "{row}");
        promises += 1;
    }
    assert!(promises > 20, "{promises}");
}

#[test]
fn commands_without_a_test_are_noticed() {
    for wrong in [
        "cargo test --locked --test it -- no_such_module::",
        "cargo test --locked --test it -- promises::no_such_test",
        "cargo test --locked --test it -- promises",
        "cargo test --locked --test it -- outside::no_such_module::",
        "cargo test --locked --test it -- outside::disk::no_such_test",
        "cargo test --locked --test it -- outside::disk::signals outside::no_such_module::",
        "fuzz/coverage/run no-such-target",
        "fuzz/coverage/run",
        "cargo run --locked --example no-such-example",
        "make test",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

/// How often `.ci/run` asks each target.
#[test]
fn rows_of_targets_are_those_of_the_code() {
    let page = std::fs::read_to_string(root().join("docs/reliability.md")).unwrap();
    for target in TARGETS {
        let start = format!("| `{}`: ", target.name);
        let row = page.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("{} has no row", target.name));
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, _, count, _, command] = cells[..] else {
            panic!("{row}");
        };
        let (count, rest) = count.split_once(' ').unwrap();
        let count: u64 = count.replace(',', "").parse().unwrap();
        assert_eq!((count, rest), (target.count, "a run of `.ci/run`"), "{row}");
        assert_eq!(command, format!("`fuzz/coverage/run {}`", target.name));
    }
}
