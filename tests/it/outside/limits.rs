//! Limits of the process: memory, stack and threads. `docs/reliability.md` has the bounds.

use clap::CommandFactory as _;

use super::{FAULTY, WRITERS, faulty, healthy, said, shell, user};
use crate::common::{Dir, recorded, root};
use crate::quiet::MORE;
use crate::widths::COMMANDS;

/// The bound of all commands for small inputs, in KiB: a debug build alone takes a good part of it.
const SMALL: u32 = 512 << 10;

#[test]
fn every_command_keeps_its_bound_of_memory() {
    let cli = cpcap::cli::Cli::command();
    for line in COMMANDS
        .iter()
        .map(|(_, line)| *line)
        .chain(MORE.iter().copied())
    {
        // Nothing for the shell to expand, and the same time for both runs.
        let mut line = line.replace('*', "'*'");
        let command = cli.find_subcommand(line.split(' ').next().unwrap());
        let takes_now = |arg: &clap::Arg| {
            let others = arg.get_all_aliases().unwrap_or_default();
            arg.get_long() == Some("now") || others.contains(&"now")
        };
        if !line.contains("--now") && command.unwrap().get_arguments().any(takes_now) {
            line += " --now 2026-11-27T00:00:00Z";
        }
        let usual = shell(&root(), &format!("exec \"$CPCAP\" {line}"))
            .output()
            .unwrap();
        let bound = shell(
            &root(),
            &format!("ulimit -v {SMALL}; exec \"$CPCAP\" {line}"),
        )
        .output()
        .unwrap();
        assert!(
            usual == bound,
            "{line}: {}",
            String::from_utf8_lossy(&bound.stderr)
        );
    }
    for writer in WRITERS {
        let dir = writer.dir();
        let script = format!("ulimit -v {SMALL}; exec \"$CPCAP\" {}", writer.args);
        assert_ne!(
            said(&mut shell(dir.path(), &script)).code,
            Some(2),
            "{script}"
        );
    }
}

/// Every command that reads manifests.
const READERS: [&str; 16] = [
    "lint in",
    "lint in/a.yaml",
    "lint small.yaml --with in",
    "table in",
    "uses in",
    "maintain -p in",
    "maintain -p in --format html",
    "match -m '*' -p in",
    "render in",
    "resolve in",
    "migrate in",
    "diff in in",
    "verbs in",
    "report in -o site",
    "add kubernetes 1.32.0 --like 1.31.1 -p in",
    "retire kubernetes 1.30.5 -p in",
];

/// Profiles, each with a child and a Shoot; gives back how much text they are.
fn landscape(dir: &Dir, profiles: usize) -> usize {
    let mut size = 0;
    for n in 0..profiles {
        let profile = FAULTY
            .replace("Major", "major")
            .replace("name: a\n", &format!("name: a{n}\n"));
        let text = format!(
            "{profile}---
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {{name: c{n}, namespace: garden-p}}
spec:
  parent: {{kind: CloudProfile, name: a{n}}}
  machineTypes: [{{name: large, cpu: '4', gpu: '0', memory: 16Gi, architecture: amd64}}]
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: s{n}, namespace: garden-p}}
spec:
  cloudProfile: {{kind: CloudProfile, name: a{n}}}
  region: north
  kubernetes: {{version: 1.30.5}}
  provider:
    type: local
    workers: [{{name: w, minimum: 1, maximum: 2, machine: {{type: small, image: {{name: gardenlinux, version: 1.0.0}}}}}}]
"
        );
        size += text.len();
        dir.write(&format!("in/{n}.yaml"), text);
    }
    size
}

/// What a command needs of address space without any text, in KiB.
const ALONE: usize = 128 << 10;

#[test]
fn memory_grows_with_the_text_alone() {
    let profiles = if recorded::all_cases() { 1_500 } else { 100 };
    let dir = Dir::new();
    let size = landscape(&dir, profiles);
    dir.write("small.yaml", healthy());
    for args in READERS.iter().filter(|args| **args != "lint in/a.yaml") {
        // All pages of a report stay in memory until they are written.
        let for_a_byte = if args.starts_with("report") { 192 } else { 64 };
        let limit = ALONE + size * for_a_byte / 1024;
        // What the allocator of the system reserves for each thread is no memory.
        let script = format!(
            "ulimit -v {limit}; MALLOC_ARENA_MAX=1 exec \"$CPCAP\" {args} 2>&1 | tail -c 2000"
        );
        let ran = shell(dir.path(), &script).output().unwrap();
        let end = String::from_utf8_lossy(&ran.stdout).into_owned();
        super::reads_well(&end);
        assert!(
            ran.status.success() && !end.contains("does not give"),
            "{args} with {limit} KiB for {size} bytes: {end}"
        );
    }
}

/// More text than there is memory for is an error before anything is read.
#[test]
fn too_little_memory_is_an_error() {
    let dir = Dir::new();
    let large = healthy() + &"# Nobody reads this line, and it takes place.\n".repeat(700_000);
    dir.write("in/a.yaml", &large);
    dir.write("small.yaml", healthy());
    for args in READERS {
        let script = format!("ulimit -v 200000; exec \"$CPCAP\" {args}");
        let ran = said(&mut shell(dir.path(), &script));
        assert_eq!(ran.code, Some(2), "{args}: {ran:?}");
        assert!(
            ran.stderr.contains(
                "cannot read 1 file: 30 MiB of text need about 245 MiB of memory, which the system \
                 does not give; name fewer files at once, or raise the limit of the process"
            ),
            "{args}: {ran:?}"
        );
    }
    // With enough of it the same is read.
    let ran = said(&mut shell(
        dir.path(),
        "ulimit -v 1000000; exec \"$CPCAP\" lint in",
    ));
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A file that is larger than the bound is refused by its size, whatever memory there is.
#[test]
fn the_size_of_files_has_a_bound() {
    let dir = Dir::new();
    let file = std::fs::File::create(dir.path().join("hole.yaml")).unwrap();
    file.set_len(1 << 40).unwrap();
    dir.write("a.yaml", faulty());
    let ran = said(&mut shell(
        dir.path(),
        "ulimit -v 600000; exec \"$CPCAP\" lint hole.yaml a.yaml",
    ));
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("cannot read "), "{ran:?}");
    // An endless input is no reason to take all memory.
    let ran = said(&mut shell(
        dir.path(),
        "yes 'a: b' | (ulimit -v 600000; exec \"$CPCAP\" lint --max-file-size 8MiB -)",
    ));
    assert!(
        ran.code == Some(2)
            && ran
                .stderr
                .contains("cannot read standard input: larger than 8 MiB"),
        "{ran:?}"
    );
}

/// Texts of the greatest depth need a small stack only.
#[test]
fn a_small_stack_is_enough() {
    let dir = Dir::new();
    let deep: String = (0..99).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    dir.write("block.yaml", deep);
    dir.write("flow.yaml", "a: ".to_owned() + &"[".repeat(100_000));
    dir.write("json.yaml", "{\"a\":".repeat(10_000));
    dir.write("a.yaml", faulty());
    for file in ["block.yaml", "flow.yaml", "json.yaml", "a.yaml"] {
        let script = format!("ulimit -s 2048; exec \"$CPCAP\" lint {file}");
        let ran = said(&mut shell(dir.path(), &script));
        assert!(ran.code.is_some(), "{file}: {ran:?}");
    }
    // An object that is nearly as deep as a text may be, and is read.
    let levels = 95;
    let config = "{a: ".repeat(levels) + "b" + &"}".repeat(levels);
    let profile = healthy().replace("type: local", "type: other");
    let (profile, _) = profile.split_once("  providerConfig:").unwrap();
    let deep = |config: &str| format!("{profile}  providerConfig: {config}\n");
    dir.write("deep.yaml", deep(&config));
    dir.write("other.yaml", deep(&config.replace('b', "c")));
    dir.write(
        "child.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
         {name: c, namespace: garden-p}\nspec:\n  parent: {kind: CloudProfile, name: a}\n",
    );
    for (args, says) in [
        ("lint deep.yaml", "1 document"),
        ("lint deep.yaml --format json", "\"documents\": 1"),
        ("render child.yaml --with deep.yaml", "a: b\n"),
        (
            "render child.yaml --with deep.yaml --format json",
            "\"a\": {",
        ),
        ("diff deep.yaml other.yaml", "1 changed"),
        ("table deep.yaml", "gardenlinux"),
        (
            "add kubernetes 1.32.0 --like 1.31.1 -p deep.yaml --diff",
            "+    - version: 1.32.0",
        ),
        (
            "retire kubernetes 1.30.5 -p deep.yaml --diff",
            "expirationDate",
        ),
    ] {
        let script = format!("ulimit -s 2048; exec \"$CPCAP\" {args}");
        let ran = said(&mut shell(dir.path(), &script));
        let told = ran.stdout.clone() + &ran.stderr;
        assert!(
            ran.code == Some(0) && told.contains(says) && !told.contains("too-deep"),
            "{args}: {ran:?}"
        );
    }
}

/// Where no thread can be started, one does the work of all.
#[test]
fn without_threads_the_answer_is_the_same() {
    let dir = Dir::new();
    for n in 0..300 {
        dir.write(
            &format!("{n}.yaml"),
            faulty().replace("name: a", &format!("name: a{n}")),
        );
    }
    let usual = said(&mut user(
        dir.path(),
        "exec \"$CPCAP\" lint . --format json",
    ));
    let alone = said(&mut user(
        dir.path(),
        "exec prlimit --nproc=1 \"$CPCAP\" lint . --format json",
    ));
    assert_eq!(usual.code, Some(1), "{}", usual.stderr);
    assert_eq!((usual.code, usual.stdout), (alone.code, alone.stdout));
    let ran = said(&mut user(
        dir.path(),
        "exec prlimit --nproc=1 \"$CPCAP\" lsp",
    ));
    assert!(
        ran.code == Some(2)
            && ran
                .stderr
                .contains("cannot start a thread to read messages: "),
        "{ran:?}"
    );
}
