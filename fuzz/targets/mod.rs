//! What is asked of inputs that nobody would write, one function for each part of cpcap. The same
//! functions serve three engines: that of `fuzz/coverage`, which changes inputs by what they reach,
//! that of `fuzz/main.rs`, which changes them at random, and `tests/it/corpus.rs`, which asks the
//! inputs in `fuzz/corpus` again.
//!
//! An input is a text, or a tape of choices for the generator of objects if it begins with the byte
//! 1. Where several texts are needed, lines of `=====` part them.

macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(format!($($why)+));
        }
    };
}

pub mod files;
pub mod generated;
pub mod objects;
pub mod reading;
pub mod selection;
pub mod tape;
pub mod trees;
pub mod values;

use cpcap::config::{Gates, Settings};
use cpcap::landscape::Input;
use cpcap::model::time::Time;
use cpcap::source::{Source, Sources};
use cpcap::yaml;
use serde_json::Value;
use tape::Tape;

/// The first byte of a tape.
pub const TAPE: u8 = 1;

/// A part of cpcap with its promises.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// Says which promise the input breaks.
    pub ask: fn(&[u8]) -> Result<(), String>,
    /// How many inputs `.ci/run` changes at random.
    pub count: u64,
}

const fn target(name: &'static str, count: u64, ask: fn(&[u8]) -> Result<(), String>) -> Target {
    Target { name, ask, count }
}

pub const TARGETS: &[Target] = &[
    target("readers", 30_000, reading::readers),
    target("decoding", 5_000, reading::decoding),
    target("versions", 100_000, values::versions),
    target("quantities", 100_000, values::quantities),
    target("selection", 10_000, selection::selection),
    target("merging", 3_000, objects::merging),
    target("maintenance", 3_000, objects::maintenance),
    target("diff", 1_000, files::diff),
    target("judging", 1_000, files::judging),
    target("fixes", 1_000, files::fixes),
    target("baselines", 1_000, files::baselines),
    target("configuration", 20_000, files::configuration),
    target("editor", 500, files::editor),
];

/// The target of that name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The texts of an input.
fn texts<const N: usize>(
    bytes: &[u8],
    make: impl FnOnce(&mut Tape<'_>) -> [String; N],
) -> [String; N] {
    if let Some((&TAPE, rest)) = bytes.split_first() {
        return make(&mut Tape::new(rest));
    }
    let text = yaml::decode_text(bytes.to_vec()).unwrap_or_else(|(_, text)| text);
    let mut parts = text.split("=====\n").map(str::to_owned);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

/// The same for one text.
fn text(bytes: &[u8], make: impl FnOnce(&mut Tape<'_>) -> String) -> String {
    if let Some((&TAPE, rest)) = bytes.split_first() {
        return make(&mut Tape::new(rest));
    }
    yaml::decode_text(bytes.to_vec()).unwrap_or_else(|(_, text)| text)
}

/// Some objects that refer to each other, with faults.
fn objects(tape: &mut Tape<'_>) -> Vec<Value> {
    let mut objects = Vec::new();
    let which = tape.below(6);
    if which != 4 {
        objects.push(generated::profile(tape));
    }
    if [1, 3, 4].contains(&which) {
        objects.push(generated::child(tape));
    }
    if [2, 3, 5].contains(&which) {
        objects.push(generated::shoot(tape));
    }
    for object in &mut objects {
        generated::change(object, tape);
    }
    objects
}

/// Their text.
fn landscape(tape: &mut Tape<'_>) -> String {
    let objects = objects(tape);
    generated::text(&objects, tape)
}

fn input(sources: &mut Sources, name: &str, text: &str) -> Input {
    Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    }
}

fn settings() -> Settings {
    let mut gates = Gates::default();
    gates.set("VersionClassificationLifecycle", true);
    Settings {
        gates,
        silences: true,
        ..Settings::at(Time::from_unix(1_795_000_000))
    }
}
