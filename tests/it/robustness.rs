//! Broken files neither panic nor hang: every truncation and every single-byte flip of the small
//! files in `testdata/small`, read and judged; and a part of them asked by every other question of
//! the library. The texts that are known to be hostile are in `tests/it/hostile.rs`;
//! random ones come from `fuzz/main.rs`.

use cpcap::config::{Gates, Settings};
use cpcap::landscape::Input;
use cpcap::lint::lint;
use cpcap::model::time::Time;
use cpcap::source::{Source, Sources};
use cpcap::yaml;

use crate::common::{Dir, parsed, recorded};

const SHOOT: &[u8] = b"kind: Shoot";

fn judge(bytes: &[u8]) {
    let mut sources = Sources::default();
    let input = match yaml::decode_text(bytes.to_vec()) {
        Ok(text) => Input {
            file: sources.add(Source::new("input.yaml", text)),
            fault: None,
        },
        Err((fault, text)) => Input {
            file: sources.add(Source::new("input.yaml", text)),
            fault: Some(fault),
        },
    };
    let mut gates = Gates::default();
    gates.set("VersionClassificationLifecycle", true);
    let settings = Settings {
        gates,
        silences: true,
        ..Settings::at(Time::from_unix(1_795_000_000))
    };
    let inputs = [input];
    let outcome = lint(&sources, &inputs, &[], &settings);
    let mut findings = outcome.findings;
    // Each Shoot as an update of itself too.
    if bytes.windows(SHOOT.len()).any(|window| window == SHOOT) {
        findings.extend(lint(&sources, &inputs, &inputs, &settings).findings);
    }
    for finding in &findings {
        let places =
            std::iter::once(finding.place).chain(finding.related.iter().map(|label| label.place));
        for place in places {
            assert!(
                sources
                    .get(place.file)
                    .text()
                    .get(place.span.range())
                    .is_some(),
                "{}: {:?}",
                finding.rule,
                place.span
            );
        }
    }
}

fn small_files() -> Vec<Vec<u8>> {
    let files = crate::common::files_below("testdata/small");
    assert!(files.len() >= 5);
    files
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[test]
fn every_truncation() {
    for file in small_files() {
        for end in 0..=file.len() {
            judge(&file[..end]);
        }
    }
}

#[test]
fn every_single_byte_flip() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for file in small_files() {
        let flip = |from: usize| {
            for at in (from..file.len()).step_by(threads) {
                let mut flipped = file.clone();
                // One bit of each kind: another letter, another case, a control character, no
                // ASCII.
                for bit in [0x01, 0x02, 0x10, 0x20, 0x40, 0x80] {
                    flipped[at] = file[at] ^ bit;
                    judge(&flipped);
                }
            }
        };
        // A thread that panics fails the test.
        std::thread::scope(|scope| {
            (0..threads).for_each(|from| drop(scope.spawn(move || flip(from))));
        });
    }
}

/// Command lines that ask each function of the library that the README names, about a file `broken.yaml`
/// and what belongs to it.
const QUESTIONS: &[&str] = &[
    "lint --diff broken.yaml --with whole.yaml",
    "lint --old whole.yaml broken.yaml",
    "lint --old broken.yaml whole.yaml",
    "diff whole.yaml broken.yaml",
    "diff broken.yaml whole.yaml",
    "match -m * -p broken.yaml",
    "resolve broken.yaml --with whole.yaml",
    "resolve broken.yaml --with broken.yaml",
    "maintain broken.yaml --with whole.yaml",
    "maintain -p broken.yaml",
    "retire kubernetes 1.30.4 -p broken.yaml",
    "retire image local 1.0.0 -p broken.yaml",
    "uses broken.yaml --with whole.yaml",
    "render broken.yaml --with whole.yaml",
];

/// None of them panics or hangs; a thread that panics fails the test.
#[test]
fn every_question_about_broken_files() {
    let mut files = small_files();
    for name in ["valid", "namespaced"] {
        let path = crate::common::root().join(format!("testdata/examples/{name}.yaml"));
        files.push(std::fs::read(path).unwrap());
    }
    let whole = files.join(&b"\n---\n"[..]);
    let step = if recorded::all_cases() { 11 } else { 97 };
    let cases: Vec<(&[u8], usize)> = files
        .iter()
        .flat_map(|file| (0..file.len()).step_by(step).map(move |at| (&file[..], at)))
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let ask = &|from: usize| {
        let dir = Dir::new();
        dir.write("whole.yaml", &whole);
        let questions: Vec<_> = QUESTIONS
            .iter()
            .map(|line| parsed(&line.split(' ').collect::<Vec<_>>()))
            .collect();
        let mut answered = 0;
        for (file, at) in cases.iter().skip(from).step_by(threads) {
            let mut flipped = file.to_vec();
            flipped[*at] ^= [0x01, 0x02, 0x10, 0x20, 0x40, 0x80][at % 6];
            for broken in [&file[..*at], &flipped] {
                dir.write("broken.yaml", broken);
                for question in &questions {
                    let ran = dir.run_parsed(question);
                    assert!(
                        !ran.stderr.contains("Usage"),
                        "{question:?}: {}",
                        ran.stderr
                    );
                    answered += usize::from(!ran.stdout.is_empty());
                }
            }
        }
        answered
    };
    let answered: usize = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|from| scope.spawn(move || ask(from)))
            .collect();
        all.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{} texts, {answered} answers", cases.len() * 2);
    assert!(answered > cases.len() * 2, "{answered}");
}
