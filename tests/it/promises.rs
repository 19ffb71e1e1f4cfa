//! `docs/reliability.md` promises nothing without a test: each line has a command, and what the
//! command names exists.

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::{files_below, root};
use crate::corpus::engine::corpus;
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

/// Whether a file of `src` has that unit test.
fn is_unit_test(name: &str) -> bool {
    let Some((module, test)) = name.rsplit_once("::tests::") else {
        return false;
    };
    let path = format!("src/{}", module.replace("::", "/"));
    [format!("{path}.rs"), format!("{path}/mod.rs")]
        .iter()
        .filter_map(|file| std::fs::read_to_string(root().join(file)).ok())
        .any(|text| text.contains(&format!("    fn {test}()")))
}

/// What is wrong with commands of the page.
fn fault(commands: &str) -> Option<String> {
    commands.split(" && ").find_map(fault_of_one)
}

fn fault_of_one(command: &str) -> Option<String> {
    if let Some(filters) = command.strip_prefix("cargo test --locked --lib -- ") {
        return filters.split(' ').find_map(|filter| {
            (!is_unit_test(filter)).then(|| format!("no test of src is named {filter}"))
        });
    }
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
        "cargo test --locked --lib -- cli::disk",
        "cargo test --locked --lib -- cli::disk::tests::no_such_test",
        "cargo test --locked --lib -- no_such_module::tests::reasons_have_no_numbers",
        "cargo test --locked --test it -- outside:: && cargo test --locked --lib -- cli::disk",
        "fuzz/coverage/run no-such-target",
        "fuzz/coverage/run",
        "cargo run --locked --example no-such-example",
        "make test",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

/// The cells of a target's row.
fn row(target: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/reliability.md")).unwrap();
    let start = format!("| `{target}`: ");
    let row = page.lines().find(|line| line.starts_with(&start));
    let row = row.unwrap_or_else(|| panic!("{target} has no row"));
    let cells = row.trim_matches('|').split(" | ");
    let cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
    assert_eq!(cells.len(), 5, "{row}");
    cells
}

/// How often `.ci/run` asks each target.
#[test]
fn rows_of_targets_are_those_of_the_code() {
    for target in TARGETS {
        let row = row(target.name);
        let (count, rest) = row[2].split_once(' ').unwrap();
        let count: u64 = count.replace(',', "").parse().unwrap();
        assert_eq!(
            (count, rest),
            (target.count, "a run of `.ci/run`"),
            "{row:?}"
        );
        assert_eq!(row[4], format!("`fuzz/coverage/run {}`", target.name));
    }
}

/// A module or a test: one of `tests/it`, or a file of unit tests.
fn is_test(name: &str) -> bool {
    let unit = format!("src/{}.rs", name.replace("::", "/"));
    name.contains("::")
        && (tests().iter().any(|test| test.starts_with(name)) || root().join(unit).is_file())
}

/// What a target found is said on the page, and each claim names a test or has an input that stays.
#[test]
fn what_targets_found_is_said_and_held() {
    let mut inputs = 0;
    for target in TARGETS {
        let is_found = |(path, _): &(PathBuf, Vec<u8>)| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("found-")
        };
        let found = corpus(&root(), target.name);
        let found = found.iter().filter(|input| is_found(input)).count();
        inputs += found;
        let cell = &row(target.name)[3];
        if cell == "nothing" {
            assert_eq!(found, 0, "{}: inputs that found something", target.name);
            continue;
        }
        let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        for name in named.iter().filter(|name| name.contains("::")) {
            assert!(is_test(name), "{}: no test is named {name}", target.name);
        }
        let has_test = |claim: &&str| claim.split('`').skip(1).step_by(2).any(is_test);
        let without = cell.split("; ").filter(|claim| !has_test(claim)).count();
        assert!(
            found >= without,
            "{}: {without} claims have no test, and {found} inputs hold them: {cell}",
            target.name
        );
    }
    assert!(inputs > 0);
}
