//! What the integration tests share.
#![allow(dead_code, clippy::unwrap_used, clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the checkout.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a checked-in file with what it should be; with `CPCAP_UPDATE=1` writes it instead.
#[track_caller]
pub fn golden(path: impl AsRef<Path>, expected: &str) {
    let path = root().join(path);
    if std::env::var_os("CPCAP_UPDATE").is_some() {
        if fs::read_to_string(&path).ok().as_deref() != Some(expected) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, expected).unwrap();
        }
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        let line = found
            .lines()
            .zip(expected.lines())
            .position(|(a, b)| a != b)
            .map_or_else(|| found.lines().count().min(expected.lines().count()), |n| n)
            + 1;
        panic!(
            "{} is stale at line {line}\n  checked in: {:?}\n  should be:  {:?}\nrun the tests with CPCAP_UPDATE=1 and review the diff",
            path.display(),
            found.lines().nth(line - 1).unwrap_or("(end)"),
            expected.lines().nth(line - 1).unwrap_or("(end)")
        );
    }
}
