//! Text in, findings out, on inputs that nobody would write: mutations of the repository's own
//! files. Runs on the stable toolchain; seed and count are arguments, so that a run can be
//! repeated:
//!
//! `cargo run --locked --release --example fuzz -- SEED COUNT`
//!
//! `cargo run --locked --release --example fuzz -- SEED COUNT trees` only compares the two readers of YAML,
//! and takes shorter texts.
//!
//! Checks that nothing panics, that every span lies on character boundaries of its text, that two
//! runs say the same, and that no input takes long. Prints how many inputs were tried, and the
//! first that fails.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::disallowed_methods
)]

mod trees;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use cpcap::config::{Gates, Operation, Settings};
use cpcap::landscape::Input;
use cpcap::lint::{Outcome, lint, lint_among};
use cpcap::model::time::Time;
use cpcap::report::{self, Format, Look};
use cpcap::source::{Source, Sources};
use cpcap::yaml;
use fastrand::Rng;

/// Pieces that parsers trip over.
const TOKENS: &[&str] = &[
    "---\n",
    "...\n",
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
    "architecture",
    "lifecycle: []\n",
    "capabilityFlavors:\n",
    "machineCapabilities:\n",
];

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let readers = words.pop_if(|word| word == "trees").is_some();
    let mut args = words.iter().map(|arg| {
        arg.parse::<u64>()
            .unwrap_or_else(|_| panic!("{arg} is no number; usage: fuzz SEED COUNT [trees]"))
    });
    let (seed, count) = (args.next().unwrap_or(1), args.next().unwrap_or(10_000));
    let corpus = corpus();
    if readers {
        return compare(&corpus, seed, count);
    }
    let mut rng = Rng::with_seed(seed);
    let (mut worst, mut bytes) = (Duration::ZERO, 0);
    for n in 0..count {
        let input = mutate(&corpus, &mut rng);
        bytes += input.len();
        let start = Instant::now();
        // What the input may refer to: parents, children and Shoots, as they are or broken too.
        let context = if rng.bool() {
            mutate(&corpus, &mut rng)
        } else {
            corpus[rng.usize(..corpus.len())].clone()
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&input, &context)));
        let took = start.elapsed();
        worst = worst.max(took);
        let failure = match outcome {
            Err(_) => Some("a panic".to_owned()),
            Ok(Err(reason)) => Some(reason),
            Ok(Ok(())) if took > Duration::from_secs(1) => Some(format!("{took:?}")),
            Ok(Ok(())) => None,
        };
        if let Some(failure) = failure {
            eprintln!(
                "seed {seed}, input {n}: {failure}\n{:?}",
                String::from_utf8_lossy(&input)
            );
            std::process::abort();
        }
    }
    println!("seed {seed}: {count} inputs, {bytes} bytes, slowest {worst:?}");
}

/// Both readers of YAML on many short texts.
fn compare(corpus: &[Vec<u8>], seed: u64, count: u64) {
    let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).ok();
    let corpus: Vec<String> = corpus.iter().filter_map(text).collect();
    let mut rng = Rng::with_seed(seed);
    let (mut bytes, mut documents, mut quick, mut differences) = (0, 0, 0, 0);
    for n in 0..count {
        let input = trees::input(&corpus, &mut rng);
        bytes += input.len();
        match trees::compare(&input) {
            Ok(found) => (documents, quick) = (documents + found.0, quick + found.1),
            Err(difference) => {
                eprintln!("seed {seed}, input {n}: {difference}");
                differences += 1;
                if differences == 20 {
                    break;
                }
            }
        }
    }
    println!(
        "seed {seed}: {count} inputs, {bytes} bytes, {documents} documents, {quick} of them in one \
         pass, {differences} differences"
    );
    if differences > 0 {
        std::process::abort();
    }
}

fn corpus() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    let mut open = vec![
        Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules"),
    ];
    while let Some(dir) = open.pop() {
        let mut entries: Vec<_> = std::fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                // The examples of the rule pages hold every construct that a rule looks at.
                let page = std::fs::read_to_string(path).unwrap();
                let blocks = page
                    .split("```yaml")
                    .skip(1)
                    .filter_map(|block| block.split("```").next());
                files.extend(blocks.map(|block| block.as_bytes().to_vec()));
            } else if std::fs::metadata(&path).unwrap().len() < 20_000 {
                files.push(std::fs::read(path).unwrap());
            }
        }
    }
    files
}

fn mutate(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut text = corpus[rng.usize(..corpus.len())].clone();
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(..=text.len());
        match rng.u8(..8) {
            0 => text.truncate(at),
            1 if at < text.len() => text[at] ^= 1 << rng.u8(..8),
            2 if at < text.len() => drop(text.remove(at)),
            3 => {
                let end = (at + rng.usize(..200)).min(text.len());
                text.drain(at..end);
            }
            4 => {
                let end = (at + rng.usize(..300)).min(text.len());
                let piece = text[at..end].to_vec();
                let to = rng.usize(..=text.len());
                text.splice(to..to, piece);
            }
            5 => {
                let other = &corpus[rng.usize(..corpus.len())];
                let from = rng.usize(..=other.len());
                let end = (from + rng.usize(..400)).min(other.len());
                text.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                let token = TOKENS[rng.usize(..TOKENS.len())];
                text.splice(at..at, token.bytes());
            }
        }
    }
    text
}

fn check(bytes: &[u8], context: &[u8]) -> Result<(), String> {
    let mut sources = Sources::default();
    let inputs = [input(bytes, "input.yaml", &mut sources)];
    let context = [input(context, "context.yaml", &mut sources)];
    let mut gates = Gates::default();
    gates.set("VersionClassificationLifecycle", true);
    for operation in [Operation::Update, Operation::Create] {
        let settings = Settings {
            gates,
            operation,
            silences: true,
            ..Settings::at(Time::from_unix(1_795_000_000))
        };
        let outcome = lint_among(&sources, &inputs, &context, &[], &settings);
        let printed = print(&outcome, &sources);
        if printed
            != print(
                &lint_among(&sources, &inputs, &context, &[], &settings),
                &sources,
            )
        {
            return Err("two runs differ".to_owned());
        }
        for finding in &outcome.findings {
            let places = std::iter::once(finding.place)
                .chain(finding.related.iter().map(|label| label.place));
            for place in places {
                if sources
                    .get(place.file)
                    .text()
                    .get(place.span.range())
                    .is_none()
                {
                    return Err(format!(
                        "{}: {:?} is no part of the text",
                        finding.rule, place.span
                    ));
                }
            }
            for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
                if sources
                    .get(finding.place.file)
                    .text()
                    .get(edit.span.range())
                    .is_none()
                {
                    return Err(format!(
                        "{}: the edit {:?} is no part of the text",
                        finding.rule, edit.span
                    ));
                }
            }
        }
    }
    // The stored object is any text too.
    let settings = Settings {
        gates,
        ..Settings::at(Time::from_unix(1_795_000_000))
    };
    drop(lint(&sources, &inputs, &inputs, &settings));
    drop(lint(&sources, &inputs, &context, &settings));
    Ok(())
}

fn input(bytes: &[u8], name: &str, sources: &mut Sources) -> Input {
    match yaml::decode_text(bytes.to_vec()) {
        Ok(text) => Input {
            file: sources.add(Source::new(name, text)),
            fault: None,
        },
        Err((fault, text)) => Input {
            file: sources.add(Source::new(name, text)),
            fault: Some(fault),
        },
    }
}

fn print(outcome: &Outcome, sources: &Sources) -> Vec<u8> {
    let mut out = Vec::new();
    for format in [
        Format::Human,
        Format::Compact,
        Format::Json,
        Format::Github,
        Format::Gitlab,
        Format::Junit,
    ] {
        report::write(format, outcome, sources, Look::default(), &mut out).unwrap();
    }
    out
}
