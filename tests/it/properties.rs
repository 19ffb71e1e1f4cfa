//! Properties of all commands, asked of the examples, of public files and of generated objects: what
//! is printed reads as what was meant, and nothing depends on how files, lists and maps are ordered.
//! A case that fails prints its seed and its texts. The targets of `fuzz/targets` have further ones,
//! which are asked here of whole files.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::common::{Dir, files_below, recorded};
use crate::corpus::targets::tape::Tape;
use crate::corpus::targets::{TARGETS, generated, named};
use crate::diff_properties::shuffled;

/// Asks of many cases by several threads, and says how many there were.
fn each<T: Sync>(cases: &[T], ask: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    ask(case);
                }
            });
        }
    });
}

/// So many seeds; a slow build takes a part.
fn seeds(all: u64, of_slow_builds: u64) -> Vec<u64> {
    (0..if recorded::all_cases() {
        all
    } else {
        of_slow_builds
    })
        .collect()
}

fn tape(seed: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    let len = rng.usize(20..400);
    (0..len).map(|_| rng.u8(..)).collect()
}

/// A CloudProfile, a NamespacedCloudProfile of it and a Shoot, with faults in every second case.
fn objects(seed: u64) -> Vec<Value> {
    let bytes = tape(seed);
    let mut tape = Tape::new(&bytes);
    let mut objects = vec![
        generated::profile(&mut tape),
        generated::child(&mut tape),
        generated::shoot(&mut tape),
    ];
    if seed % 2 == 1 {
        for object in &mut objects {
            generated::change(object, &mut tape);
        }
    }
    objects
}

/// Files that people wrote: the examples, and public ones where they are.
fn written() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in [
        "examples", "small", "render", "maintain", "resolve", "uses", "table",
    ] {
        paths.extend(files_below(&format!("testdata/{folder}")));
    }
    let examples = paths.len();
    assert!(examples > 15, "{examples} examples");
    if let Some(real) = recorded::real_files() {
        let real = files_below(real.to_str().unwrap());
        paths.extend(real.into_iter().step_by(recorded::step(12)));
    }
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            let small = recorded::all_cases() || text.len() < 20_000;
            small.then(|| (path.display().to_string(), text))
        })
        .collect()
}

/// The findings of `lint` as they stand in JSON.
fn findings(dir: &Dir, files: &[&str]) -> Vec<Value> {
    let ran = dir.run(&[&["lint", "-f", "json", "--level", "note"], files].concat());
    let report: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    report["findings"].as_array().unwrap().clone()
}

/// What findings say, without where they stand.
fn said(findings: &[Value]) -> Vec<String> {
    let keys = [
        "rule",
        "severity",
        "field",
        "type",
        "value",
        "message",
        "help",
        "kind",
        "name",
        "afterwards",
    ];
    let said = |finding: &Value| keys.map(|key| finding[key].to_string()).join(" ");
    let mut all: Vec<String> = findings.iter().map(said).collect();
    all.sort();
    all
}

/// A message with the flavors that it quotes in one order: they stand in it as in the text.
fn without_order(message: &str) -> String {
    let mut out = String::new();
    for part in message.split_inclusive('}') {
        match part.rsplit_once('{') {
            Some((before, flavor)) => {
                let mut entries: Vec<&str> = flavor.trim_end_matches('}').split("], ").collect();
                entries
                    .iter_mut()
                    .for_each(|entry| *entry = entry.trim_end_matches(']'));
                entries.sort_unstable();
                out += &format!("{before}{{{}}}", entries.join("; "));
            }
            None => out += part,
        }
    }
    out
}

fn lines(objects: &[Value]) -> String {
    objects.iter().map(|object| format!("{object}\n")).collect()
}

#[test]
fn written_files_keep_the_promises_about_texts() {
    let files = written();
    let targets = [
        "readers",
        "decoding",
        "fixes",
        "baselines",
        "configuration",
        "editor",
    ];
    let mut cases = Vec::new();
    for (path, text) in &files {
        cases.extend(targets.map(|name| (name, path, text.clone())));
    }
    // Those about two texts: each file with the next one.
    for pair in files.windows(2) {
        let both = format!("{}\n=====\n{}", pair[0].1, pair[1].1);
        cases.push(("diff", &pair[0].0, both.clone()));
        cases.push(("judging", &pair[0].0, both.clone()));
        cases.push(("merging", &pair[0].0, both.clone()));
        cases.push(("maintenance", &pair[0].0, both));
    }
    each(&cases, |(name, path, text)| {
        let outcome = (named(name).unwrap().ask)(text.as_bytes());
        assert_eq!(outcome, Ok(()), "{name}: {path}");
    });
}

#[test]
fn generated_objects_keep_every_promise() {
    let mut cases = Vec::new();
    for target in TARGETS {
        let (all, some) = match target.name {
            "versions" | "quantities" | "selection" => (4_000, 2_000),
            "readers" | "decoding" => (600, 60),
            _ => (120, 20),
        };
        cases.extend(seeds(all, some).into_iter().map(|seed| (target, seed)));
    }
    each(&cases, |(target, seed)| {
        let input = [vec![1], tape(*seed)].concat();
        let outcome = (target.ask)(&input);
        assert_eq!(outcome, Ok(()), "{}, seed {seed}", target.name);
    });
}

#[test]
fn the_order_of_files_changes_no_output() {
    each(&seeds(300, 12), |seed| {
        let objects = objects(*seed);
        let texts: Vec<String> = objects.iter().map(Value::to_string).collect();
        let dir = Dir::with(&[
            ("a.yaml", &texts[0]),
            ("b.yaml", &texts[1]),
            ("c.yaml", &texts[2]),
        ]);
        for command in [
            &["lint", "-f", "json"][..],
            &["lint"],
            &["table"],
            &["match", "-f", "json"],
            &["resolve", "-f", "json"],
            &["maintain", "-f", "json"],
            &["uses", "-f", "json"],
        ] {
            let run = |files: [&str; 3]| {
                let ran = dir.run(&[command, &files].concat());
                (ran.exit.code(), ran.stdout)
            };
            let one = run(["a.yaml", "b.yaml", "c.yaml"]);
            for other in [
                ["c.yaml", "b.yaml", "a.yaml"],
                ["b.yaml", "c.yaml", "a.yaml"],
            ] {
                assert_eq!(
                    run(other),
                    one,
                    "{command:?}, seed {seed}\n{}",
                    texts.join("\n")
                );
            }
        }
    });
}

/// The objects of a seed as a text, and the same with other orders of keys.
fn orders(seed: u64) -> [String; 2] {
    let mut rng = Rng::with_seed(seed);
    let objects = objects(seed);
    let mut other = String::new();
    for object in &objects {
        shuffled(object, &mut rng, &mut other);
        other.push('\n');
    }
    [lines(&objects), other]
}

/// An answer without what the order of keys may change: places, the order of what it lists, and
/// which of several causes it names.
fn without_places(answer: Value) -> Value {
    match answer {
        Value::Object(map) => {
            let kept = map.into_iter().filter(|(key, _)| {
                let places = [
                    "byte", "column", "line", "place", "places", "span", "follows",
                ];
                !places.contains(&key.as_str())
            });
            kept.map(|(key, value)| (key, without_places(value)))
                .collect()
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.into_iter().map(without_places).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::String(text) => {
            let mut parts = text.split(".yaml:");
            let first = parts.next().unwrap_or_default().to_owned();
            let rest = parts.map(|part| {
                part.trim_start_matches(|char: char| char.is_ascii_digit() || char == ':')
            });
            let text = rest.fold(first, |text, part| text + ".yaml" + part);
            without_order(&text).into()
        }
        other => other,
    }
}

#[test]
fn the_order_of_keys_changes_no_finding() {
    let mut seeds = seeds(3_000, 60);
    // Here something missing once stood at the first key of its entry and hid what is wrong there,
    // and a note began with the first key of a flavor.
    seeds.extend([338, 449, 1_710, 164, 229]);
    each(&seeds, |seed| {
        let [one, other] = orders(*seed);
        let dir = Dir::with(&[("one.yaml", &one), ("other.yaml", &other)]);
        let [first, second] = ["one.yaml", "other.yaml"].map(|file| {
            said(&findings(&dir, &[file]))
                .iter()
                .map(|said| without_order(said))
                .collect::<Vec<_>>()
        });
        assert_eq!(first, second, "seed {seed}\n{one}\n{other}");
    });
}

#[test]
fn the_order_of_keys_changes_no_answer() {
    let answered = AtomicUsize::new(0);
    each(&seeds(300, 12), |seed| {
        let texts = orders(*seed);
        let old = lines(&objects(seed + 2));
        for command in [
            &["match", "x.yaml"][..],
            &["resolve", "x.yaml"],
            &["maintain", "x.yaml"],
            &["uses", "x.yaml"],
            &["render", "x.yaml"],
            &["diff", "old.yaml", "x.yaml"],
        ] {
            let [one, other] = texts.each_ref().map(|text| {
                let dir = Dir::with(&[("old.yaml", &old), ("x.yaml", text)]);
                let ran = dir.run(&[command, &["-f", "json"]].concat());
                let answer = serde_json::from_str(&ran.stdout).map(without_places);
                (ran.exit.code(), answer.unwrap_or_default())
            });
            answered.fetch_add(usize::from(!one.1.is_null()), Ordering::Relaxed);
            assert_eq!(one, other, "{command:?}, seed {seed}\n{}", texts.concat());
        }
    });
    assert!(answered.into_inner() > 30);
}

#[test]
fn a_list_has_the_findings_of_its_items() {
    each(&seeds(1_000, 40), |seed| {
        let mut objects = objects(*seed);
        // A text between documents belongs to one of them, and in a list to none.
        objects.retain(Value::is_object);
        let list = json!({"apiVersion": "v1", "kind": "List", "items": objects}).to_string();
        let dir = Dir::with(&[("items.yaml", &lines(&objects)), ("list.yaml", &list)]);
        let items = said(&findings(&dir, &["items.yaml"]));
        let mut of_list = findings(&dir, &["list.yaml"]);
        // Paths begin at the list.
        for finding in &mut of_list {
            let path = finding["field"].as_str().unwrap_or_default().to_owned();
            let below = path
                .strip_prefix("items[")
                .and_then(|rest| rest.split_once(']'));
            if let Some((_, path)) = below {
                let path = path.trim_start_matches('.');
                finding["field"] = if path.is_empty() {
                    Value::Null
                } else {
                    json!(path)
                };
            }
        }
        assert_eq!(items, said(&of_list), "seed {seed}\n{list}");
    });
}

/// The program itself, with one processor and with all: its threads take turns in other ways.
/// `outside::limits` has one without threads.
#[test]
fn one_processor_changes_no_output() {
    let dir = Dir::new();
    for seed in seeds(400, 80) {
        for (at, object) in objects(seed).iter().enumerate() {
            dir.write(&format!("{seed}/{at}.yaml"), object.to_string());
        }
    }
    let run = |alone: bool, args: &[&str]| {
        let cpcap = env!("CARGO_BIN_EXE_cpcap");
        let mut command = if alone {
            let mut command = Command::new("taskset");
            command.args(["-c", "0", cpcap]);
            command
        } else {
            Command::new(cpcap)
        };
        let output = command
            .args(args)
            .args(["--now", "2026-11-27T00:00:00Z"])
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert!(
            !output.stdout.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    for args in [
        &["lint", ".", "-f", "json"][..],
        &["lint", "."],
        &["maintain", ".", "-f", "json"],
    ] {
        assert!(run(true, args) == run(false, args), "{args:?}");
    }
}

#[test]
fn what_render_prints_is_what_it_means() {
    let rendered = AtomicUsize::new(0);
    each(&seeds(600, 30), |seed| {
        let objects = objects(*seed);
        let dir = Dir::with(&[("x.yaml", &lines(&objects))]);
        let [yaml, json] =
            ["yaml", "json"].map(|form| dir.run(&["render", "x.yaml", "-f", form]).stdout);
        if yaml.is_empty() {
            return;
        }
        let read = cpcap::yaml::read(&yaml);
        let values: Vec<Value> = read
            .iter()
            .map(|document| {
                assert!(
                    document.problems.is_empty(),
                    "seed {seed}: {:?}\n{yaml}",
                    document.problems
                );
                document.tree.to_json(document.tree.root().unwrap())
            })
            .collect();
        let json: Value =
            serde_json::from_str(&json).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{json}"));
        let others = match json.get("items").or(Some(&json)) {
            Some(Value::Array(items)) => items.clone(),
            _ => vec![json.clone()],
        };
        assert_eq!(values, others, "seed {seed}\n{}", lines(&objects));
        rendered.fetch_add(1, Ordering::Relaxed);
    });
    let rendered = rendered.into_inner();
    println!("{rendered} answers of render");
    assert!(rendered > if recorded::all_cases() { 500 } else { 5 });
}

/// What is filled in is there when it is read again, and nothing is left to fill in.
#[test]
fn what_resolve_writes_is_complete() {
    let written = AtomicUsize::new(0);
    each(&seeds(600, 30), |seed| {
        let objects = objects(*seed);
        let dir = Dir::with(&[
            ("profiles.yaml", &lines(&objects[..2])),
            ("shoot.yaml", &objects[2].to_string()),
        ]);
        let first = dir.run(&[
            "resolve",
            "shoot.yaml",
            "--with",
            "profiles.yaml",
            "--write",
        ]);
        if first.stdout.is_empty() {
            return;
        }
        dir.write("again.yaml", &first.stdout);
        let second = dir.run(&[
            "resolve",
            "again.yaml",
            "--with",
            "profiles.yaml",
            "--write",
        ]);
        assert_eq!(
            (second.exit.code(), &second.stdout),
            (first.exit.code(), &first.stdout),
            "seed {seed}\n{}",
            lines(&objects)
        );
        written.fetch_add(1, Ordering::Relaxed);
    });
    let written = written.into_inner();
    println!("{written} answers of resolve");
    assert!(written > if recorded::all_cases() { 300 } else { 5 });
}

/// A migrated profile has nothing left to migrate, and the server finds no more wrong with it.
#[test]
fn what_migrate_writes_is_migrated() {
    let migrated = AtomicUsize::new(0);
    each(&seeds(1_000, 60), |seed| {
        let objects = objects(*seed);
        let dir = Dir::with(&[("x.yaml", &objects[0].to_string())]);
        let first = dir.run(&["migrate", "x.yaml"]);
        if first.stdout.is_empty() || first.exit.code() > 1 {
            return;
        }
        dir.write("again.yaml", &first.stdout);
        let errors = |file: &str| -> BTreeSet<String> {
            let all = findings(&dir, &[file]);
            let errors = all.iter().filter(|finding| finding["severity"] == "error");
            errors.map(|finding| finding["rule"].to_string()).collect()
        };
        // An empty output would mean that it refuses its own text.
        let second = dir.run(&["migrate", "again.yaml"]);
        assert_eq!(
            (second.exit.code(), &second.stdout),
            (0, &first.stdout),
            "seed {seed}: {}\n{}",
            objects[0],
            second.stderr
        );
        let (before, after) = (errors("x.yaml"), errors("again.yaml"));
        assert!(
            after.is_subset(&before),
            "seed {seed}: {before:?} {after:?}\n{}\n{}",
            objects[0],
            first.stdout
        );
        migrated.fetch_add(1, Ordering::Relaxed);
    });
    let migrated = migrated.into_inner();
    println!("{migrated} answers of migrate");
    assert!(migrated > if recorded::all_cases() { 150 } else { 3 });
}
