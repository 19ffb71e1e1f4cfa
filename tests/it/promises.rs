//! `docs/reliability.md` promises nothing without a test: each line has a command, and what the
//! command names exists.

use crate::common::{files_below, root};

/// The names of the test functions of a module, or of those below it.
fn tests_of(module: &str) -> Vec<String> {
    let own = root().join(format!("tests/it/{module}.rs"));
    let below = root().join(format!("tests/it/{module}"));
    let mut files = if below.is_dir() {
        files_below(&format!("tests/it/{module}"))
    } else {
        Vec::new()
    };
    files.extend(own.exists().then_some(own));
    let mut names = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some()) {
        let text = std::fs::read_to_string(file).unwrap();
        let mut lines = text.lines().map(str::trim);
        while lines.any(|line| line == "#[test]") {
            let name = lines.find_map(|line| line.strip_prefix("fn "));
            names.extend(name.and_then(|name| Some(name.split_once('(')?.0.to_owned())));
        }
    }
    names
}

/// What is wrong with a command of the page.
fn fault(command: &str) -> Option<String> {
    if let Some(filters) = command.strip_prefix("cargo test --locked --test it -- ") {
        return filters.split(' ').find_map(|filter| {
            let Some((module, test)) = filter.split_once("::") else {
                return Some(format!("{filter} names no module"));
            };
            let test = test.rsplit("::").next().unwrap_or_default();
            let tests = tests_of(module);
            (!tests.iter().any(|name| name.starts_with(test)))
                .then(|| format!("no test of tests/it is named {filter}"))
        });
    }
    if let Some((_, example)) = command.split_once(" --example ") {
        let name = example.split(' ').next().unwrap_or_default();
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let known = manifest.contains(&format!("[[example]]\nname = \"{name}\""));
        return (!known).then(|| format!("there is no example {name}"));
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
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        if row.starts_with("| promise |") || row.starts_with("| what |") {
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
        "cargo run --locked --example no-such-example",
        "make test",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}
