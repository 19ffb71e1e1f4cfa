//! Inputs that are changed at random: the engine that needs nothing but a seed. It knows no
//! coverage; `fuzz/coverage` does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::targets::{TAPE, Target};

/// Pieces that parsers trip over.
const TOKENS: &[&str] = &[
    "---\n",
    "...\n",
    "=====\n",
    "%YAML 1.1\n",
    "<<: ",
    "*a",
    "&a ",
    "- ",
    ": ",
    "? ",
    "|\n",
    " # cpcap: ignore[lifecycle, x] y\n",
    "# cpcap: ignore-file[",
    ">-\n",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "\\",
    "!!int ",
    "!!binary ",
    "!x ",
    "~",
    "null",
    "yes",
    ".nan",
    "1e400",
    "0x1F",
    "1_0",
    "\t",
    "\r",
    "\r\n",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "\0",
    "é",
    "\u{10ffff}",
    "#",
    "{{ x }}",
    "${x}",
    "2026-01-01T00:00:00Z",
    "apiVersion: core.gardener.cloud/v1beta1\n",
    "kind: CloudProfile\n",
    "kind: List\nitems:\n- ",
    "spec:\n",
    "Gi",
    "1.30",
    ">= 1.30",
    " || ",
    " - ",
    "1h2m",
    "architecture",
    "lifecycle: []\n",
    "capabilityFlavors:\n",
    "machineCapabilities:\n",
];

/// The inputs in `fuzz/corpus` of a target, each with its file.
pub fn corpus(root: &Path, target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("fuzz/corpus").join(target))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.sort();
    files
        .into_iter()
        .filter_map(|path| {
            let bytes = std::fs::read(&path).ok()?;
            Some((path, bytes))
        })
        .collect()
}

/// What an input breaks, a panic included.
pub fn failure(target: &Target, input: &[u8]) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| (target.ask)(input))) {
        Ok(outcome) => outcome.err(),
        Err(_) => Some("a panic".to_owned()),
    }
}

/// Half of the inputs are tapes of any choices, the others come from the corpus. Short tapes make small
/// objects, which show most mistakes and take little time, so most are short.
pub fn input(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    if corpus.is_empty() || rng.bool() {
        let mut bytes = vec![TAPE];
        let most = [25, 100, 400][rng.usize(..3)];
        let len = rng.usize(..most);
        bytes.extend((0..len).map(|_| rng.u8(..)));
        return bytes;
    }
    let mut bytes = corpus[rng.usize(..corpus.len())].clone();
    for _ in 0..rng.usize(..5) {
        change(&mut bytes, corpus, rng);
    }
    bytes
}

/// One change, as accidents make them.
fn change(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.usize(..=bytes.len());
    match rng.u8(..8) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(..8),
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => {
            let end = (at + rng.usize(..60)).min(bytes.len());
            bytes.drain(at..end);
        }
        4 => {
            let end = (at + rng.usize(..100)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = rng.usize(..=bytes.len());
            bytes.splice(to..to, piece);
        }
        5 => {
            let other = &corpus[rng.usize(..corpus.len())];
            let from = rng.usize(..=other.len());
            let end = (from + rng.usize(..200)).min(other.len());
            bytes.splice(at..at, other[from..end].iter().copied());
        }
        6 if at < bytes.len() => bytes[at] = rng.u8(..),
        _ => {
            let token = TOKENS[rng.usize(..TOKENS.len())];
            bytes.splice(at..at, token.bytes());
        }
    }
}
