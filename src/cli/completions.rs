//! `cpcap completions` and `cpcap man`: what shells and readers of manuals need to know. Scripts
//! ask cpcap itself at every key, so that they know rules, and the machine types, images, versions
//! and regions of the profile at hand.

mod bash;
mod kubectl;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command, CommandFactory, ValueEnum};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
    possible_value_candidates,
};
use clap_complete::env::Shells;

use crate::cli::args::{Cli, CompletionsArgs, ManArgs};
use crate::cli::diff::git;
use crate::cli::flags::{FileArgs, InputArgs};
use crate::cli::reader::Reader;
use crate::cli::{Exit, Io, values};
use crate::config::{GATES, NEWEST_MINOR};
use crate::finding::Severity;
use crate::impact::Kind;
use crate::landscape::{Body, Landscape, read};
use crate::matching::NamePattern;
use crate::model::cloudprofile::CloudProfile;
use crate::model::lifecycle::Classification;
use crate::model::time::Time;
use crate::provider;
use crate::report::Format;
use crate::rules;
use crate::source::Sources;

/// Scripts set it to the name of their shell when they ask.
const VARIABLE: &str = "CPCAP_COMPLETE";
/// Completion reads profiles while a user waits, so it leaves larger ones out.
const LARGEST: u64 = 8 << 20;

/// Prints the script for a shell. That of a plugin completes both of its names, and asks the
/// plugin: the other one need not be there.
pub(super) fn run(args: &CompletionsArgs, plugin: bool, io: &mut Io<'_>) -> io::Result<Exit> {
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(args.shell.name()) else {
        return Ok(Exit::Success);
    };
    let (names, asked): (&[&str], &str) = if plugin {
        (&["cpcap", "kubectl-cpcap"], "kubectl-cpcap")
    } else {
        (&["cpcap"], "cpcap")
    };
    for name in names {
        let mut script = Vec::new();
        shell.write_registration(VARIABLE, name, name, asked, &mut script)?;
        let script = String::from_utf8_lossy(&script);
        writeln!(io.stdout, "{}", adjusted(script.trim()))?;
    }
    Ok(Exit::Success)
}

/// Adjusts a script where those of the library do not suit: values of the form `NAME=VALUE`.
fn adjusted(script: &str) -> String {
    let mut script = script.to_owned();
    for (theirs, ours) in ADJUSTMENTS {
        script = script.replace(theirs, ours);
    }
    script
}

/// The texts to replace, and their replacements.
const ADJUSTMENTS: [(&str, &str); 2] = [
    // Bash splits words at `=`. Where the cursor is after one, the word is empty, and the
    // candidates depend on the word before.
    (
        "words[COMP_CWORD]=\"$2\"",
        "[[ -z $2 && ${COMP_WORDS[COMP_CWORD]} == [=:]* ]] || words[COMP_CWORD]=\"$2\"",
    ),
    // Zsh puts a space after a name that wants a value.
    (
        "[[ -n $other ]] && _describe",
        "local -a open=(${(M)other:#*=(|:*)})
        other=(${other:|open})
        [[ -n $open ]] && _describe -V 'values' open -S ''
        [[ -n $other ]] && _describe",
    ),
];

/// Answers a script or kubectl, if one asks: what may stand at the cursor.
pub(super) fn answer(args: &[OsString], io: &mut Io<'_>) -> Option<io::Result<Exit>> {
    if let Some(words) = kubectl::asked(args) {
        let mut command = completed(&words, io);
        let answered = kubectl::answer(&mut command, words, io);
        return Some(
            answered
                .and_then(|text| io.stdout.write_all(text.as_bytes()))
                .map(|()| Exit::Success),
        );
    }
    let name = (io.env)(VARIABLE).filter(|name| !name.is_empty())?;
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&name) else {
        io.complain(&format!("{VARIABLE} names no shell: {name}"));
        return Some(Ok(Exit::Failure));
    };
    let words: Vec<OsString> = args
        .iter()
        .skip_while(|word| *word != "--")
        .skip(1)
        .cloned()
        .collect();
    if words.is_empty() {
        return Some(Ok(Exit::Success));
    }
    let asked = (name == "bash").then(|| bash::joined(words.clone(), io));
    let words = asked.as_ref().map_or(words, |asked| asked.words.clone());
    let mut command = completed(&words, io);
    let mut out = Vec::new();
    let answered = match asked {
        Some(asked) => asked
            .answer(&mut command, io)
            .map(|text| out = text.into_bytes()),
        None => shell.write_complete(&mut command, words, Some(&io.cwd), &mut out),
    };
    Some(
        answered
            .and_then(|()| io.stdout.write_all(&out))
            .map(|()| Exit::Success),
    )
}

/// The command with what may stand on a line with these words.
fn completed(words: &[OsString], io: &Io<'_>) -> Command {
    let line = Line {
        paths: profiles(words, io),
        named: named(words, io),
        images: images_of(words),
    };
    let mut command = with_candidates(Cli::command(), line, io);
    command.build();
    command
}

/// The parts of a command line that decide what may follow.
struct Line {
    paths: Vec<PathBuf>,
    /// The entries that the list at the cursor already has.
    named: BTreeSet<String>,
    /// The images that the question names.
    images: Vec<NamePattern>,
}

/// The images that a line names: the versions are theirs.
fn images_of(words: &[OsString]) -> Vec<NamePattern> {
    let mut images = Vec::new();
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match &*word {
            "-i" | "--image" => words.next(),
            _ => word
                .strip_prefix("--image=")
                .map(|value| value.to_owned().into()),
        };
        let names = value.iter().flat_map(|value| value.split(','));
        images.extend(
            names
                .map(|name| name.trim_matches(['"', '\'']))
                .filter(|name| !name.is_empty())
                .filter_map(|name| NamePattern::parse(name).ok()),
        );
    }
    images
}

/// The entries that a list with commas at the cursor already has, which are not offered again.
fn named(words: &[OsString], io: &Io<'_>) -> BTreeSet<String> {
    let index = (io.env)("_CLAP_COMPLETE_INDEX")
        .and_then(|index| index.parse().ok())
        .unwrap_or(usize::MAX);
    let word = words
        .get(index)
        .or(words.last())
        .map_or_else(String::new, |word| word.to_string_lossy().into_owned());
    let value = word
        .strip_prefix("--")
        .and_then(|flag| flag.split_once('='))
        .map_or(word.as_str(), |(_, value)| value);
    let before = value.rsplit_once(',').map(|(before, _)| before);
    before
        .into_iter()
        .flat_map(|before| before.split(','))
        .map(str::to_owned)
        .collect()
}

/// The profile at hand: the files that the line names so far, else those of the variable, else the
/// current directory.
fn profiles(words: &[OsString], io: &Io<'_>) -> Vec<PathBuf> {
    let word = |word: &OsString| {
        word.to_str()
            .map_or("", |word| {
                word.rsplit_once('=').map_or(word, |(_, value)| value)
            })
            .to_owned()
    };
    // A directory alone may be what an image or a command is called.
    let is_profile = |before: Option<&OsString>, text: &OsString| {
        let is_flag = |word: &str| matches!(word, "-p" | "--profile");
        before
            .and_then(|before| before.to_str())
            .is_some_and(is_flag)
            || text
                .to_str()
                .is_some_and(|text| text.starts_with("--profile="))
    };
    let named: Vec<PathBuf> = words
        .iter()
        .enumerate()
        .skip(2)
        .map(|(at, text)| (is_profile(words.get(at - 1), text), io.cwd.join(word(text))))
        .filter(|(is_profile, path)| path.is_file() || *is_profile && path.is_dir())
        .map(|(_, path)| path)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let variable = (io.env)("CPCAP_PROFILE").unwrap_or_default();
    let paths: Vec<PathBuf> = std::env::split_paths(&variable)
        .filter(|path| !path.as_os_str().is_empty())
        .collect();
    if paths.is_empty() {
        vec![PathBuf::from(".")]
    } else {
        paths
    }
}

/// Names in a profile, each with its meaning, for the images that the question names.
type Names = fn(&CloudProfile<'_>, &[NamePattern]) -> Vec<(String, String)>;

/// The command with what its values may be. Flags of the same name mean the same in every command.
fn with_candidates(command: Command, line: Line, io: &Io<'_>) -> Command {
    let line = Arc::new(line);
    let names = |what: Names| {
        let (line, cwd, now) = (Arc::clone(&line), io.cwd.clone(), io.now);
        ArgValueCandidates::new(move || {
            let all = at_hand(&line.paths, cwd.clone(), now, |profile| {
                what(profile, &line.images)
            });
            others(all, &line.named)
        })
    };
    let rules = Arc::clone(&line);
    let rules = ArgValueCandidates::new(move || others(selectors(), &rules.named));
    let (types, images, versions, regions) = (
        names(machine_types),
        names(images),
        names(versions),
        names(regions),
    );
    let commands: Vec<(String, String)> = command.get_subcommands().map(described).collect();
    let cwd = io.cwd.clone();
    command.mut_subcommands(move |subcommand| {
        let is_lint = subcommand.get_name() == "lint";
        let (commands, cwd) = (commands.clone(), cwd.clone());
        let (types, images, versions, regions) = (
            types.clone(),
            images.clone(),
            versions.clone(),
            regions.clone(),
        );
        let rules = rules.clone();
        subcommand.mut_args(move |arg: Arg| match arg.get_long() {
            Some("machine-type") => arg.add(types.clone()),
            Some("image") => arg.add(images.clone()),
            // Elsewhere `--version` prints that of cpcap.
            Some("version") if matches!(arg.get_action(), ArgAction::Append | ArgAction::Set) => {
                arg.add(versions.clone())
            }
            Some("region") => arg.add(regions.clone()),
            Some("select" | "ignore") => arg.add(rules.clone()),
            Some("severity") => arg.add(ArgValueCompleter::new(severities)),
            Some("format") if is_lint => arg.add(ArgValueCompleter::new(destinations(cwd.clone()))),
            Some("provider-rules") => arg.add(ArgValueCandidates::new(provider_rules)),
            Some("classification") => arg.add(words(plain(
                Classification::ALL.map(Classification::as_str),
            ))),
            Some("git") => arg.add(ArgValueCompleter::new(revisions(cwd.clone()))),
            Some("deny-impact") => {
                arg.add(words(plain(["any"].iter().chain(Kind::CODES).copied())))
            }
            Some("gardener-version") => arg.add(ArgValueCandidates::new(gardener_versions)),
            Some("feature-gate") => arg.add(ArgValueCandidates::new(gates)),
            None if arg.get_id() == "command" => arg.add(words(commands.clone())),
            None if matches!(arg.get_id().as_str(), "rule" | "rules") => {
                arg.add(ArgValueCandidates::new(selectors))
            }
            _ => arg,
        })
    })
}

fn candidate(name: impl Into<OsString>, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(name)
        .help((!help.is_empty()).then(|| StyledStr::from(help.to_owned())))
}

fn selectors() -> Vec<CompletionCandidate> {
    let mut groups: Vec<&str> = rules::all().map(rules::Rule::group).collect();
    groups.dedup();
    let groups = groups
        .into_iter()
        .map(|group| candidate(group, "all rules of the group"));
    groups
        .chain(rules::all().map(|rule| candidate(rule.name, rule.summary)))
        .collect()
}

/// The name of a command, and what it does.
fn described(command: &Command) -> (String, String) {
    (
        command.get_name().to_owned(),
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default(),
    )
}

/// Words that need no explanation.
fn plain<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<(String, String)> {
    words
        .into_iter()
        .map(|word| (word.to_owned(), String::new()))
        .collect()
}

/// Words, each with what it means.
fn words(words: Vec<(String, String)>) -> ArgValueCandidates {
    ArgValueCandidates::new(move || {
        words
            .iter()
            .map(|(word, help)| candidate(word.as_str(), help))
            .collect()
    })
}

/// `RULE=LEVEL`: first the rules, then the levels.
fn severities(current: &OsStr) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    let all: Vec<CompletionCandidate> = match current.split_once('=') {
        Some((rule, _)) => Severity::ALL
            .iter()
            .map(|level| candidate(format!("{rule}={level}"), ""))
            .collect(),
        None => {
            let with_sign = |rule: CompletionCandidate| {
                let mut name = rule.get_value().to_owned();
                name.push("=");
                CompletionCandidate::new(name).help(rule.get_help().cloned())
            };
            selectors().into_iter().map(with_sign).collect()
        }
    };
    beginning(all, &current)
}

/// `BASE`, `BASE..HEAD` or `BASE...HEAD`, of the branches and tags of the repository.
fn revisions(cwd: PathBuf) -> impl Fn(&OsStr) -> Vec<CompletionCandidate> {
    move |current| {
        let current = current.to_string_lossy();
        let base = current.rfind("..").map_or("", |dots| &current[..dots + 2]);
        beginning(
            git::names(&cwd)
                .into_iter()
                .map(|name| candidate(format!("{base}{name}"), ""))
                .collect(),
            &current,
        )
    }
}

/// `FORMAT` or `FORMAT=FILE`.
fn destinations(cwd: PathBuf) -> impl Fn(&OsStr) -> Vec<CompletionCandidate> {
    let files = PathCompleter::any().current_dir(cwd);
    move |current| {
        let current = current.to_string_lossy();
        match current.split_once('=') {
            Some((format, file)) => {
                let files = files.complete(OsStr::new(file)).into_iter();
                files
                    .map(|file| file.add_prefix(format!("{format}=")))
                    .collect()
            }
            None => beginning(
                possible_value_candidates(
                    Format::value_variants()
                        .iter()
                        .filter_map(Format::to_possible_value),
                ),
                &current,
            ),
        }
    }
}

/// Those that are not named already.
fn others(mut all: Vec<CompletionCandidate>, named: &BTreeSet<String>) -> Vec<CompletionCandidate> {
    all.retain(|candidate| !named.contains(candidate.get_value().to_string_lossy().as_ref()));
    all
}

/// Those that begin with what is there.
fn beginning(mut all: Vec<CompletionCandidate>, current: &str) -> Vec<CompletionCandidate> {
    all.retain(|candidate| candidate.get_value().to_string_lossy().starts_with(current));
    all
}

fn provider_rules() -> Vec<CompletionCandidate> {
    let off = candidate("off", "Judge no `providerConfig`");
    std::iter::once(off)
        .chain(
            provider::ALL
                .iter()
                .map(|provider| candidate(provider.name, "")),
        )
        .collect()
}

fn gardener_versions() -> Vec<CompletionCandidate> {
    let oldest = GATES
        .iter()
        .map(|gate| gate.exists_from)
        .min()
        .unwrap_or(NEWEST_MINOR);
    (oldest..=NEWEST_MINOR)
        .rev()
        .map(|minor| candidate(format!("1.{minor}"), ""))
        .collect()
}

fn gates() -> Vec<CompletionCandidate> {
    GATES
        .iter()
        .flat_map(|gate| {
            ["true", "false"].map(|value| candidate(format!("{}={value}", gate.name), ""))
        })
        .collect()
}

/// Names in the profiles at hand, each once, in their order. What cannot be read has none.
fn at_hand(
    paths: &[PathBuf],
    cwd: PathBuf,
    now: Time,
    names: impl Fn(&CloudProfile<'_>) -> Vec<(String, String)>,
) -> Vec<CompletionCandidate> {
    let mut sources = Sources::default();
    let options = InputArgs {
        stdin_filename: String::new(),
        no_ignore: false,
        max_file_size: LARGEST,
        file: FileArgs::default(),
    };
    let mut io = Io {
        stdin: &mut io::empty() as &mut dyn Read,
        stdout: &mut io::sink(),
        stderr: &mut io::sink(),
        env: &|_| None,
        cwd,
        now,
        stdout_terminal: false,
        stderr_terminal: false,
        width: None,
    };
    let Ok(reader) = Reader::new(&options, &mut io) else {
        return Vec::new();
    };
    let (inputs, _) = reader.read(paths, &mut sources, &mut io);
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let mut found: Vec<(String, String)> = Vec::new();
    for item in &landscape.items {
        found.append(&mut match &item.body {
            Body::CloudProfile(profile) => names(profile),
            Body::NamespacedCloudProfile(child) => names(&child.spec),
            Body::Shoot(_) => Vec::new(),
        });
    }
    let mut seen = BTreeSet::new();
    found.retain(|(name, _)| !name.is_empty() && seen.insert(name.clone()));
    found
        .iter()
        .map(|(name, help)| candidate(name.as_str(), help))
        .collect()
}

fn machine_types(profile: &CloudProfile<'_>, _: &[NamePattern]) -> Vec<(String, String)> {
    profile
        .machine_types
        .iter()
        .map(|machine| ((*machine.name).to_owned(), String::new()))
        .collect()
}

fn images(profile: &CloudProfile<'_>, _: &[NamePattern]) -> Vec<(String, String)> {
    profile
        .machine_images
        .iter()
        .map(|image| ((*image.name).to_owned(), String::new()))
        .collect()
}

fn versions(profile: &CloudProfile<'_>, of: &[NamePattern]) -> Vec<(String, String)> {
    let of_image = |image| {
        let image: &crate::model::cloudprofile::MachineImage<'_> = image;
        image
            .versions
            .iter()
            .map(|version| ((**version.version()).to_owned(), (*image.name).to_owned()))
            .collect::<Vec<_>>()
    };
    let asked = |image: &&crate::model::cloudprofile::MachineImage<'_>| {
        of.is_empty() || of.iter().any(|pattern| pattern.matches(*image.name))
    };
    profile
        .machine_images
        .iter()
        .filter(asked)
        .flat_map(of_image)
        .collect()
}

fn regions(profile: &CloudProfile<'_>, _: &[NamePattern]) -> Vec<(String, String)> {
    profile
        .regions
        .iter()
        .map(|region| ((*region.name).to_owned(), String::new()))
        .collect()
}

/// Prints the manual page of a command.
pub(super) fn man(args: &ManArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    let page = match &args.command {
        None => Some(command.clone()),
        Some(name) => command.find_subcommand(name).cloned(),
    };
    let Some(page) = page else {
        let name = args.command.as_deref().unwrap_or_default();
        let names = command.get_subcommands().map(Command::get_name);
        let hint = values::near(name, names).map_or_else(
            || "`cpcap --help` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        io.complain(&format!("there is no command `{name}`; {hint}"));
        return Ok(Exit::Failure);
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .source(concat!("cpcap ", env!("CARGO_PKG_VERSION")))
        .manual("cpcap")
        .render(&mut text)?;
    io.stdout.write_all(&text)?;
    Ok(Exit::Success)
}
