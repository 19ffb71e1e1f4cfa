//! Asks the targets of `fuzz/targets` about inputs that are changed at random. Runs on the stable
//! toolchain without anything else; seed and count are arguments, so that a run can be repeated:
//!
//! `cargo run --locked --release --example fuzz -- SEED COUNT TARGET` asks one target, `… -- SEED` asks each
//! one as often as `.ci/run` does. `… -- SEED COUNT trees` compares the two readers of YAML on texts
//! of lines that a parser trips over.
//!
//! A target ends at its first input that breaks a promise, panics or takes long. It stands in
//! `target/fuzz` then, and the exit code is 1.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::disallowed_methods
)]

mod engine;
#[allow(dead_code)]
mod targets;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use targets::{TARGETS, Target, trees};

/// An input that takes longer is a fault.
const LONG: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| {
        words.get(at).map(|word| {
            word.parse::<u64>().unwrap_or_else(|_| {
                panic!("{word} is no number; usage: fuzz [SEED [COUNT TARGET]]")
            })
        })
    };
    let (seed, count) = (number(0).unwrap_or(1), number(1));
    let holds = match words.get(2).map(String::as_str) {
        Some("trees") => compare(seed, count.unwrap_or(10_000)),
        Some(name) => {
            let target =
                targets::named(name).unwrap_or_else(|| panic!("there is no target {name}"));
            run(target, seed, count.unwrap_or(target.count))
        }
        None => {
            // Two at a time: each target is one thread.
            let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        while let Some(target) = TARGETS.get(next.fetch_add(1, Ordering::Relaxed)) {
                            if !run(target, seed, count.unwrap_or(target.count)) {
                                failed.store(true, Ordering::Relaxed);
                            }
                        }
                    });
                }
            });
            !failed.into_inner()
        }
    };
    ExitCode::from(u8::from(!holds))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether all inputs keep what the target promises.
fn run(target: &Target, seed: u64, count: u64) -> bool {
    let corpus: Vec<Vec<u8>> = engine::corpus(root(), target.name)
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect();
    let mut rng = Rng::with_seed(seed);
    let (mut worst, mut bytes) = (Duration::ZERO, 0);
    let begin = Instant::now();
    for n in 0..count {
        let input = engine::input(&corpus, &mut rng);
        bytes += input.len();
        let start = Instant::now();
        let failure = engine::failure(target, &input);
        let took = start.elapsed();
        worst = worst.max(took);
        // A busy machine may have let it wait.
        let is_slow = failure.is_none() && took > LONG && {
            let before = worked(begin);
            let _ = engine::failure(target, &input);
            worked(begin).saturating_sub(before) > LONG
        };
        let failure = failure.or_else(|| is_slow.then(|| format!("{took:?}")));
        if let Some(failure) = failure {
            let place = keep(&format!("{}-{seed}-{n}", target.name), &input);
            eprintln!("FAILED {}, {}: {failure}", target.name, place.display());
            return false;
        }
    }
    println!(
        "{}, seed {seed}: {count} inputs, {bytes} bytes in {:.1} s, slowest {worst:?}",
        target.name,
        begin.elapsed().as_secs_f64()
    );
    true
}

/// How long this thread has worked. Where the system does not tell, waiting counts, too.
fn worked(begin: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|stat| stat.split(' ').next()?.parse().ok())
        .map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Writes an input that breaks a promise where a person finds it.
fn keep(name: &str, input: &[u8]) -> PathBuf {
    let dir = root().join("target/fuzz");
    std::fs::create_dir_all(&dir).unwrap();
    let place = dir.join(name);
    std::fs::write(&place, input).unwrap();
    place
}

/// Whether both readers of YAML agree on many short texts.
fn compare(seed: u64, count: u64) -> bool {
    let corpus = files();
    let mut rng = Rng::with_seed(seed);
    let (mut bytes, mut documents, mut quick, mut differences) = (0, 0, 0, 0);
    for n in 0..count {
        let input = trees::input(&corpus, &mut rng);
        bytes += input.len();
        match trees::compare(&input) {
            Ok(found) => (documents, quick) = (documents + found.0, quick + found.1),
            Err(difference) => {
                let place = keep(&format!("trees-{seed}-{n}"), input.as_bytes());
                eprintln!("FAILED trees, {}: {difference}", place.display());
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
    differences == 0
}

/// The repository's own files of YAML, and the examples of the rule pages.
fn files() -> Vec<String> {
    let mut files = Vec::new();
    let mut open = vec![root().join("testdata"), root().join("docs/rules")];
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
                files.extend(blocks.map(str::to_owned));
            } else if std::fs::metadata(&path).unwrap().len() < 20_000
                && let Ok(text) = std::fs::read_to_string(path)
            {
                files.push(text);
            }
        }
    }
    files
}
