//! Finds and reads the files of a run: files, directories, globs and standard input. An unreadable
//! file is a failure with its path and reason, and never keeps cpcap from reading the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::gitignore::Gitignore;

use crate::cli::Io;
use crate::cli::disk::{DENIED, reason};
use crate::cli::flags::InputArgs;
use crate::cli::patches;
use crate::cli::paths::{is_matched, normal};
use crate::cli::values;
use crate::landscape::Input;
use crate::source::{Source, Sources};
use crate::words;
use crate::yaml;

/// Why something could not be read.
#[derive(Debug)]
pub(super) struct Failure {
    pub path: String,
    pub reason: String,
}

/// Reads all files that the paths name, each once, sorted by name. A search of directories leaves
/// out what patterns match.
pub(super) fn collect(
    paths: &[PathBuf],
    options: &InputArgs,
    exclude: &Gitignore,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> (Vec<Input>, Vec<Failure>) {
    let mut failures = Vec::new();
    let mut files: Files = BTreeMap::new();
    let mut stdin = false;
    for path in paths {
        if path.as_os_str() == "-" {
            stdin = true;
        } else {
            find(
                path,
                Search {
                    hidden: options.no_ignore,
                    exclude,
                },
                &io.cwd,
                &mut files,
                &mut failures,
            );
        }
    }
    let mut inputs = Vec::new();
    if let Some(failure) = too_much(&files, options.max_file_size) {
        failures.push(failure);
        return (inputs, failures);
    }
    if stdin {
        match read(&mut *io.stdin, options.max_file_size, 0) {
            // Most likely what should have written it failed, and a pipe does not say so.
            Ok(bytes) if bytes.trim_ascii().is_empty() => {
                failures.push(Failure {
                    path: "standard input".to_owned(),
                    reason: "the input is empty".to_owned(),
                });
            }
            Ok(bytes) => {
                let name = &options.stdin_filename;
                let at = full_name(&io.cwd.join(name));
                let source = |text| Source::new(name.clone(), text).at(at);
                inputs.push(add_source(bytes, source, sources));
            }
            Err(reason) => failures.push(Failure {
                path: "standard input".to_owned(),
                reason,
            }),
        }
    }
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let no_links: BTreeSet<PathBuf> = files
        .values()
        .map(|found| &found.path)
        .filter(|path| !path.is_symlink())
        .map(real)
        .collect();
    for ((name, _), found) in files {
        let Found {
            path,
            is_escaped,
            root,
        } = found;
        let real = real(&path);
        // One file that has two names is judged once: by its own, rather than by that of a link.
        if (path.is_symlink() && no_links.contains(&real)) || !seen.insert(real) {
            continue;
        }
        let searched = root.is_some();
        let source = |text: String| {
            let source = Source::new(name.clone(), text)
                .at(full_name(&path))
                .found(searched)
                .escaped(is_escaped)
                .below(root);
            source.patch_of(if searched {
                None
            } else {
                patches::listing(&path)
            })
        };
        match read_path(&path, options.max_file_size) {
            Ok(bytes) => inputs.push(add_source(bytes, source, sources)),
            Err(_) if path.is_symlink() && !path.exists() => {
                failures.push(Failure {
                    path: name,
                    reason: "a link to nothing".to_owned(),
                });
            }
            Err(reason) => failures.push(Failure { path: name, reason }),
        }
    }
    (inputs, failures)
}

struct Found {
    path: PathBuf,
    /// Whether the name under which it is shown is no path, since the path is not UTF-8.
    is_escaped: bool,
    /// The whole path of the searched directory, where the user did not name the file itself.
    root: Option<String>,
}

/// Files by the names under which they are shown. A name that is not text may be shown as another.
type Files = BTreeMap<(String, PathBuf), Found>;

#[derive(Clone, Copy)]
struct Search<'a> {
    /// Whether hidden files count, and those that git ignores.
    hidden: bool,
    exclude: &'a Gitignore,
}

/// The memory that a byte of text takes while it is judged, as `docs/reliability.md` has it.
const MEMORY: u64 = 8;
/// So much text always has room.
const LITTLE: u64 = 16 << 20;

/// Why files are not read: the system has too little memory for them. Without this, the run would
/// end in the middle.
fn too_much(files: &Files, limit: u64) -> Option<Failure> {
    let size = |found: &Found| std::fs::metadata(&found.path).map_or(0, |about| about.len());
    let all: u64 = files.values().map(|found| size(found).min(limit)).sum();
    if all <= LITTLE || has_memory(all.saturating_mul(MEMORY)) {
        return None;
    }
    Some(Failure {
        path: words::count(files.len(), "file"),
        reason: format!(
            "{} MiB of text need about {} MiB of memory, which the system does not give; name fewer \
             files at once, or raise the limit of the process",
            all >> 20,
            all.saturating_mul(MEMORY) >> 20
        ),
    })
}

fn has_memory(bytes: u64) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let enough = usize::try_from(bytes).is_ok_and(|bytes| room.try_reserve_exact(bytes).is_ok());
    // Otherwise the compiler may leave out what nobody uses.
    std::hint::black_box(&room);
    enough
}

/// Reads one file.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read_file(
    path: &Path,
    shown: &Path,
    limit: u64,
    sources: &mut Sources,
) -> Result<Input, String> {
    Ok(add(name(shown), read_path(path, limit)?, false, sources))
}

/// The bytes of one file.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read_path(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let mut file = File::open(path).map_err(|error| reason(&error))?;
    // Of pipes and devices this is no more than a guess.
    let size = file.metadata().map_or(0, |data| data.len()).min(limit);
    read(&mut file, limit, usize::try_from(size).unwrap_or_default())
}

/// Adds a text; `searched`: a search found it.
pub(super) fn add(name: String, bytes: Vec<u8>, searched: bool, sources: &mut Sources) -> Input {
    add_source(
        bytes,
        |text| Source::new(name, text).found(searched),
        sources,
    )
}

/// Adds bytes, decoded as text.
pub(super) fn add_source(
    bytes: Vec<u8>,
    source: impl FnOnce(String) -> Source,
    sources: &mut Sources,
) -> Input {
    match yaml::decode_text(bytes) {
        Ok(text) => Input {
            file: sources.add(source(text)),
            fault: None,
        },
        Err((fault, text)) => Input {
            file: sources.add(source(text)),
            fault: Some(fault),
        },
    }
}

/// The files that a path names: itself, those below a directory, or those that match a glob.
fn find(
    path: &Path,
    search: Search<'_>,
    cwd: &Path,
    files: &mut Files,
    failures: &mut Vec<Failure>,
) {
    let full = cwd.join(path);
    let shown = path.display().to_string();
    if full.is_dir() {
        let failed = failures.len();
        if !walk(&full, path, search, files, failures) && failures.len() == failed {
            failures.push(Failure {
                path: shown,
                reason: why_empty(&full, search).to_owned(),
            });
        }
        return;
    }
    if full.symlink_metadata().is_ok() {
        files.insert(
            (name(path), full.clone()),
            Found {
                path: full,
                is_escaped: is_escaped(path),
                root: None,
            },
        );
        return;
    }
    if !is_glob(&shown) {
        failures.push(Failure {
            reason: missing(&shown),
            path: shown,
        });
        return;
    }
    let matches = match matches(&full) {
        Ok(matches) => matches,
        Err(reason) => {
            failures.push(Failure {
                path: shown,
                reason,
            });
            return;
        }
    };
    let any = !matches.is_empty();
    let fixed = path
        .components()
        .take_while(|part| !is_glob(&part.as_os_str().to_string_lossy()))
        .collect::<PathBuf>();
    let fixed = full_name(&cwd.join(fixed));
    for found in matches {
        match found {
            Ok(found) => {
                let relative = if path.is_absolute() {
                    found.as_path()
                } else {
                    found.strip_prefix(cwd).unwrap_or(&found)
                };
                // A directory that a glob names is searched, as if the shell had expanded the glob.
                if found.is_dir() {
                    walk(&found, relative, search, files, failures);
                } else if holds_text(&found) {
                    let key = (name(relative), found.clone());
                    let is_escaped = is_escaped(relative);
                    files.entry(key).or_insert_with(|| Found {
                        path: found,
                        is_escaped,
                        root: Some(fixed.clone()),
                    });
                }
            }
            Err(failure) => failures.push(failure),
        }
    }
    if !any {
        failures.push(Failure {
            path: shown,
            reason: "no file matches this glob".to_owned(),
        });
    }
}

/// Why a search of a directory finds nothing.
fn why_empty(full: &Path, search: Search<'_>) -> &'static str {
    let nothing = Gitignore::empty();
    let holds = |exclude, hidden| {
        let (mut files, mut failures) = (Files::new(), Vec::new());
        let search = Search { hidden, exclude };
        walk(full, full, search, &mut files, &mut failures)
    };
    if !holds(&nothing, true) {
        "this directory has no *.yaml, *.yml or *.json file"
    } else if !holds(search.exclude, true) {
        "`exclude` of the configuration file leaves out all *.yaml, *.yml and *.json files of this \
         directory"
    } else if !holds(&nothing, search.hidden) {
        "all *.yaml, *.yml and *.json files of this directory are hidden, or git ignores them; \
         --no-ignore reads them"
    } else {
        "of the *.yaml, *.yml and *.json files of this directory, `exclude` of the configuration \
         file leaves out some, and the others are hidden, or git ignores them"
    }
}

/// What to say of a file that is not there. git's name of a file in a revision is none.
fn missing(shown: &str) -> String {
    let reason = "no such file or directory";
    match shown.split_once(':') {
        // One letter is a drive of Windows.
        Some((revision, path)) if revision.len() > 1 && has_wanted_ending(Path::new(path)) => {
            format!(
                "{reason}; to compare a revision, write it to a file first: `git show {shown} > old.yaml`"
            )
        }
        _ => reason.to_owned(),
    }
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// The files that match a glob, or why it is not one.
fn matches(glob: &Path) -> Result<Vec<Result<PathBuf, Failure>>, String> {
    let pattern = glob.display().to_string();
    let reason_of = |error: &glob::PatternError| format!("not a glob: {}", error.msg);
    if !glob.components().any(|part| part.as_os_str() == "**") {
        let found = glob::glob(&pattern).map_err(|error| reason_of(&error))?;
        let failure = |error: &glob::GlobError| Failure {
            path: error.path().display().to_string(),
            reason: reason(error.error()),
        };
        return Ok(found
            .map(|found| found.map_err(|error| failure(&error)))
            .collect());
    }
    // Through links to directories there may be no end of paths, so `**` leaves them out, as a
    // search does.
    let pattern = glob::Pattern::new(&pattern).map_err(|error| reason_of(&error))?;
    let fixed: PathBuf = glob
        .components()
        .take_while(|part| !is_glob(&part.as_os_str().to_string_lossy()))
        .collect();
    let options = glob::MatchOptions {
        require_literal_separator: true,
        ..glob::MatchOptions::new()
    };
    // `**` at the end means directories, which are searched.
    let only_directories = glob.ends_with("**");
    let mut found = Vec::new();
    for entry in WalkBuilder::new(&fixed)
        .standard_filters(false)
        .follow_links(false)
        .build()
    {
        match entry {
            Ok(entry) if entry.depth() > 0 && pattern.matches_path_with(entry.path(), options) => {
                let directory = entry.file_type().is_some_and(|kind| kind.is_dir());
                let linked = !directory && entry.path().is_dir();
                found.extend(
                    (directory || !(only_directories || linked)).then(|| Ok(entry.into_path())),
                );
            }
            Ok(_) => {}
            Err(error) => found.push(Err(walk_failure(&error, &fixed, &fixed))),
        }
    }
    Ok(found)
}

/// Adds the files below a directory, and says whether there are any.
fn walk(
    full: &Path,
    shown: &Path,
    search: Search<'_>,
    files: &mut Files,
    failures: &mut Vec<Failure>,
) -> bool {
    let mut any = false;
    let exclude = search.exclude.clone();
    let root = full_name(full);
    let mut walker = WalkBuilder::new(full);
    walker.standard_filters(!search.hidden).follow_links(false);
    let walker = walker
        .filter_entry(move |entry| !is_matched(&exclude, entry.path()))
        .build();
    for entry in walker {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                if has_wanted_ending(path) && holds_text(path) {
                    let below = path.strip_prefix(full).unwrap_or(path);
                    let below = shown.join(below);
                    let found = || Found {
                        path: path.to_path_buf(),
                        is_escaped: is_escaped(&below),
                        root: Some(root.clone()),
                    };
                    let key = (name(&below), path.to_path_buf());
                    files.entry(key).or_insert_with(found);
                    any = true;
                }
            }
            Err(error) => failures.push(walk_failure(&error, full, shown)),
        }
    }
    any
}

/// Whether a search takes files of such names.
fn has_wanted_ending(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["yaml", "yml", "json"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// Whether a search takes the path: a file, or a link to nothing, which it reports. A pipe may
/// never end, and a device never begin.
fn holds_text(path: &Path) -> bool {
    path.metadata()
        .map_or_else(|_| path.is_symlink(), |about| about.is_file())
}

fn walk_failure(error: &ignore::Error, full: &Path, shown: &Path) -> Failure {
    match error {
        ignore::Error::WithPath { path, err } => {
            let path = path
                .strip_prefix(full)
                .map_or_else(|_| path.clone(), |below| shown.join(below));
            Failure {
                path: name(&path),
                reason: err.io_error().map_or_else(|| err.to_string(), walk_reason),
            }
        }
        ignore::Error::WithDepth { err, .. } => walk_failure(err, full, shown),
        other => Failure {
            path: name(shown),
            reason: other.to_string(),
        },
    }
}

/// The reason of a walk, which wraps the operating system's in one that names the path once more.
fn walk_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => DENIED.to_owned(),
        _ => reason(error),
    }
}

/// The name under which a file is shown: as written, without a leading `./`, with forward slashes.
/// Bytes that are not text are shown by their numbers.
pub(super) fn name(path: &Path) -> String {
    let mut text = String::new();
    for part in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += part.valid();
        for byte in part.invalid() {
            text += &format!("\\x{byte:02X}");
        }
    }
    let text = if std::path::MAIN_SEPARATOR == '/' {
        text
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    };
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}

/// Whether its name shows some bytes by their numbers.
fn is_escaped(path: &Path) -> bool {
    path.to_str().is_none()
}

/// The whole path of a file, by which it is known however it was named.
pub(super) fn full_name(path: &Path) -> String {
    name(&normal(path))
}

/// `size`: how many bytes there most likely are.
fn read(from: &mut dyn Read, limit: u64, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(size)
        .map_err(|_| format!("there is no memory for its {size} bytes"))?;
    from.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!(
            "larger than {}; raise the limit with --max-file-size",
            values::sized(limit)
        ));
    }
    Ok(bytes)
}
