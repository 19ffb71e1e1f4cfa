//! The inputs in `fuzz/corpus` keep what the targets of `fuzz/targets` promise: those that reach
//! the most, and those that once broke a promise (`fuzz/coverage/run`).

use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "../../fuzz/engine.rs"]
pub mod engine;
#[allow(dead_code)]
#[path = "../../fuzz/targets/mod.rs"]
pub mod targets;

use targets::TARGETS;

use crate::common::{recorded, root};

/// The largest corpus that a checkout carries.
const LARGEST: usize = 2_000_000;

#[test]
fn every_input_keeps_every_promise() {
    let mut cases = Vec::new();
    for target in TARGETS {
        let corpus = engine::corpus(&root(), target.name);
        assert!(
            corpus.len() >= 5,
            "{}: {} inputs",
            target.name,
            corpus.len()
        );
        cases.extend(
            corpus
                .into_iter()
                .map(|(path, bytes)| (target, path, bytes)),
        );
    }
    let size: usize = cases.iter().map(|(_, _, bytes)| bytes.len()).sum();
    assert!(size < LARGEST, "the corpus has {size} bytes");
    // Inputs of one target differ in what they reach, so a part of all says something about each.
    let step = recorded::step(4);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((target, path, bytes)) =
                    cases.get(next.fetch_add(step, Ordering::Relaxed))
                {
                    let failure = engine::failure(target, bytes);
                    assert_eq!(failure, None, "{}", path.display());
                }
            });
        }
    });
}

/// An engine that never reached an object would find nothing.
#[test]
fn changed_inputs_reach_objects() {
    let mut rng = fastrand::Rng::with_seed(1);
    let corpus: Vec<Vec<u8>> = engine::corpus(&root(), "decoding")
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect();
    let inputs: Vec<Vec<u8>> = (0..100).map(|_| engine::input(&corpus, &mut rng)).collect();
    let (tapes, texts): (Vec<_>, Vec<_>) = inputs
        .iter()
        .partition(|input| input.first() == Some(&targets::TAPE));
    assert!(
        tapes.len() > 30 && texts.len() > 20,
        "{} and {}",
        tapes.len(),
        texts.len()
    );
    let objects = |inputs: &[&Vec<u8>]| {
        inputs
            .iter()
            .filter(|input| targets::reading::has_objects(input))
            .count()
    };
    assert!(objects(&tapes) > 30, "{} of tapes", objects(&tapes));
    assert!(objects(&texts) > 5, "{} of texts", objects(&texts));
}

/// Coverage has a lock file of its own, which nothing else would keep as it must be.
#[test]
fn the_engine_of_coverage_locks_what_cpcap_depends_on() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let manifest = read("Cargo.toml");
    let (_, rest) = manifest.split_once("\n[dependencies]\n").unwrap();
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    let mut wanted: Vec<&str> = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (name, of) = line.split_once(" = ")?;
            let renamed = of.split_once("package = \"").map(|(_, rest)| rest);
            renamed.map_or(Some(name), |rest| rest.split('"').next())
        })
        .collect();
    wanted.sort_unstable();
    assert!(wanted.len() > 20, "{wanted:?}");
    let lock = read("fuzz/coverage/Cargo.lock");
    let mut packages = lock.split("[[package]]");
    let own = packages.find(|package| package.contains("name = \"cpcap\"\n"));
    let (_, locked) = own.unwrap().split_once("dependencies = [\n").unwrap();
    let locked: Vec<&str> = locked
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split(['"', ' ']).next())
        .collect();
    assert_eq!(
        locked, wanted,
        "run `cargo update --workspace` in fuzz/coverage"
    );
}
