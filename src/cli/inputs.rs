//! Which files a run reads, and reading them: files, directories, globs and standard input. What cannot be read is a
//! failure with its path and reason, and never keeps the others from being read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::gitignore::Gitignore;

use crate::cli::Io;
use crate::cli::flags::InputArgs;
use crate::cli::paths::is_matched;
use crate::landscape::Input;
use crate::source::{Source, Sources};
use crate::yaml;

/// Why something could not be read.
#[derive(Debug)]
pub(super) struct Failure {
    /// What.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// Reads all files that the paths name, each once, sorted by name.
pub(super) fn collect(paths: &[PathBuf], options: &InputArgs, sources: &mut Sources, io: &mut Io<'_>) -> (Vec<Input>, Vec<Failure>) {
    collect_without(paths, options, &Gitignore::empty(), sources, io)
}

/// The same; a search of directories leaves out what patterns match.
pub(super) fn collect_without(
    paths: &[PathBuf],
    options: &InputArgs,
    exclude: &Gitignore,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> (Vec<Input>, Vec<Failure>) {
    let mut failures = Vec::new();
    let mut files = BTreeMap::new();
    let mut stdin = false;
    for path in paths {
        if path.as_os_str() == "-" {
            stdin = true;
        } else {
            find(path, Search { options, exclude }, &io.cwd, &mut files, &mut failures);
        }
    }
    let mut inputs = Vec::new();
    if stdin {
        match read(&mut *io.stdin, options.max_file_size) {
            // Most likely what should have written it failed, and a pipe does not say so.
            Ok(bytes) if bytes.trim_ascii().is_empty() => {
                failures.push(Failure { path: "standard input".to_owned(), reason: "nothing came in".to_owned() });
            }
            Ok(bytes) => inputs.push(add(options.stdin_filename.clone(), bytes, sources)),
            Err(reason) => failures.push(Failure { path: "standard input".to_owned(), reason }),
        }
    }
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let no_links: BTreeSet<PathBuf> = files.values().filter(|path| !path.is_symlink()).map(real).collect();
    for (name, path) in files {
        let real = real(&path);
        // One file that has two names is judged once: by its own, rather than by that of a link.
        if (path.is_symlink() && no_links.contains(&real)) || !seen.insert(real) {
            continue;
        }
        match read_file(&path, Path::new(&name), options.max_file_size, sources) {
            Ok(input) => inputs.push(input),
            Err(_) if path.is_symlink() && !path.exists() => {
                failures.push(Failure { path: name, reason: "a link to nothing".to_owned() });
            }
            Err(reason) => failures.push(Failure { path: name, reason }),
        }
    }
    (inputs, failures)
}

/// Reads what is asked about, and what only gives context: what was asked for is not also that.
pub(super) fn collect_with(
    asked: &[PathBuf],
    context: &[PathBuf],
    options: &InputArgs,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> (Vec<Input>, Vec<Input>, Vec<Failure>) {
    let (asked, mut failures) = collect(asked, options, sources, io);
    let (mut context, of_context) = collect(context, options, sources, io);
    failures.extend(of_context);
    let names: BTreeSet<&str> = asked.iter().map(|input| sources.get(input.file).name()).collect();
    context.retain(|input| !names.contains(sources.get(input.file).name()));
    (asked, context, failures)
}

/// How directories are searched.
#[derive(Clone, Copy)]
struct Search<'a> {
    options: &'a InputArgs,
    /// What is left out.
    exclude: &'a Gitignore,
}

/// Reads one file.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read_file(path: &Path, shown: &Path, limit: u64, sources: &mut Sources) -> Result<Input, String> {
    let mut file = File::open(path).map_err(|error| reason(&error))?;
    Ok(add(name(shown), read(&mut file, limit)?, sources))
}

/// Adds a text.
pub(super) fn add(name: String, bytes: Vec<u8>, sources: &mut Sources) -> Input {
    match yaml::decode_text(bytes) {
        Ok(text) => Input { file: sources.add(Source::new(name, text)), fault: None },
        Err((fault, text)) => Input { file: sources.add(Source::new(name, text)), fault: Some(fault) },
    }
}

/// The files that a path names: itself, those below a directory, or those that match a glob.
fn find(path: &Path, options: Search<'_>, cwd: &Path, files: &mut BTreeMap<String, PathBuf>, failures: &mut Vec<Failure>) {
    let full = cwd.join(path);
    let shown = path.display().to_string();
    if full.is_dir() {
        let before = files.len();
        let failed = failures.len();
        walk(&full, path, options, files, failures);
        if files.len() == before && failures.len() == failed {
            failures.push(Failure {
                path: shown,
                reason: "no *.yaml, *.yml or *.json file in this directory that git does not ignore".to_owned(),
            });
        }
        return;
    }
    if full.symlink_metadata().is_ok() {
        files.insert(name(path), full);
        return;
    }
    if !shown.contains(['*', '?', '[']) {
        failures.push(Failure { path: shown, reason: "no such file or directory".to_owned() });
        return;
    }
    let pattern = full.display().to_string();
    let matches = match glob::glob(&pattern) {
        Ok(matches) => matches,
        Err(error) => {
            failures.push(Failure { path: shown, reason: format!("not a glob: {}", error.msg) });
            return;
        }
    };
    let mut any = false;
    for found in matches {
        match found {
            Ok(found) => {
                any = true;
                let relative = if path.is_absolute() { found.as_path() } else { found.strip_prefix(cwd).unwrap_or(&found) };
                // A directory that a glob names is searched, as if the shell had expanded the glob.
                if found.is_dir() {
                    walk(&found, relative, options, files, failures);
                } else {
                    files.insert(name(relative), found.clone());
                }
            }
            Err(error) => failures.push(Failure { path: error.path().display().to_string(), reason: reason(error.error()) }),
        }
    }
    if !any {
        failures.push(Failure { path: shown, reason: "no file matches this glob".to_owned() });
    }
}

fn walk(full: &Path, shown: &Path, options: Search<'_>, files: &mut BTreeMap<String, PathBuf>, failures: &mut Vec<Failure>) {
    let exclude = options.exclude.clone();
    let mut walker = WalkBuilder::new(full);
    walker.standard_filters(!options.options.no_ignore).follow_links(false);
    let walker = walker.filter_entry(move |entry| !is_matched(&exclude, entry.path())).build();
    for entry in walker {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                let wanted = path
                    .extension()
                    .and_then(|extension| extension.to_str())
                    .is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known)));
                if wanted && !path.is_dir() {
                    let below = path.strip_prefix(full).unwrap_or(path);
                    files.insert(name(&shown.join(below)), path.to_path_buf());
                }
            }
            Err(error) => failures.push(walk_failure(&error, full, shown)),
        }
    }
}

fn walk_failure(error: &ignore::Error, full: &Path, shown: &Path) -> Failure {
    match error {
        ignore::Error::WithPath { path, err } => {
            let path = path.strip_prefix(full).map_or_else(|_| path.clone(), |below| shown.join(below));
            Failure { path: name(&path), reason: err.io_error().map_or_else(|| err.to_string(), walk_reason) }
        }
        ignore::Error::WithDepth { err, .. } => walk_failure(err, full, shown),
        other => Failure { path: name(shown), reason: other.to_string() },
    }
}

/// The reason of a walk, which wraps the operating system's in one that names the path once more.
fn walk_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => reason(error),
    }
}

/// The name under which a file is shown: as written, without a leading `./`, with forward slashes.
pub(super) fn name(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if std::path::MAIN_SEPARATOR == '/' { text } else { text.replace(std::path::MAIN_SEPARATOR, "/") };
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}

fn read(from: &mut dyn Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!("larger than {limit} bytes; raise the limit with --max-file-size"));
    }
    Ok(bytes)
}

/// The operating system's reason without its number.
pub(super) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
