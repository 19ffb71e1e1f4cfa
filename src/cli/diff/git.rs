//! Both sides of a change from a git repository, by asking the `git` program. The work tree is not looked at.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::inputs;
use crate::landscape::Input;
use crate::source::Sources;

/// The texts of both sides.
pub(super) struct Sides {
    pub old: Vec<Input>,
    pub new: Vec<Input>,
}

/// A revision: as it is shown, and as git knows it.
type Revision = (String, String);
/// A file of a revision: the name of its contents by its path.
type Files = BTreeMap<String, String>;

/// Reads the files of both revisions that hold YAML or JSON. What is the same on both sides is read once.
///
/// # Errors
/// What git has to say, or that there is none.
pub(super) fn read(range: &str, paths: &[PathBuf], limit: u64, cwd: &Path, sources: &mut Sources) -> Result<Sides, String> {
    let (base, head) = revisions(range, cwd)?;
    let prefix = text(&git(cwd, &["rev-parse", "--show-prefix"], "")?);
    let paths = paths.iter().map(|path| in_repository(path, &prefix)).collect::<Result<Vec<_>, _>>()?;
    let [before, after] = [files(&base.1, &paths, cwd)?, files(&head.1, &paths, cwd)?];
    if before.is_empty() && after.is_empty() {
        return Err(format!("there is no *.yaml, *.yml or *.json file in {} and {}", base.0, head.0));
    }
    let ids: Vec<&str> = before.values().chain(after.values()).map(String::as_str).collect();
    let contents = contents(&ids, limit, cwd)?;
    let mut sides = Sides { old: Vec::new(), new: Vec::new() };
    let bytes = |path: &str, id: &str| {
        contents.get(id).cloned().ok_or_else(|| format!("{path} is larger than {limit} bytes; raise the limit with --max-file-size"))
    };
    for (path, id) in &after {
        let input = inputs::add(path.clone(), bytes(path, id)?, sources);
        sides.new.push(input);
        if before.get(path) == Some(id) {
            sides.old.push(input);
        }
    }
    for (path, id) in before.iter().filter(|(path, id)| after.get(*path) != Some(*id)) {
        sides.old.push(inputs::add(format!("{}:{path}", base.0), bytes(path, id)?, sources));
    }
    Ok(sides)
}

/// The names of both revisions, as they are shown and as git knows them.
fn revisions(range: &str, cwd: &Path) -> Result<(Revision, Revision), String> {
    let (base, head, fork) = match (range.split_once("..."), range.split_once("..")) {
        (Some((base, head)), _) => (base, head, true),
        (None, Some((base, head))) => (base, head, false),
        (None, None) => (range, "HEAD", false),
    };
    let named = |name: &str| if name.is_empty() { "HEAD".to_owned() } else { name.to_owned() };
    let (base, head) = (named(base), named(head));
    let commit = |name: &str| {
        let found = git(cwd, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")], "");
        found.map(|id| text(&id)).map_err(|why| match why.as_str() {
            "" => format!("--git: there is no revision `{name}` in this repository; in CI it may have to be fetched first"),
            why => why.to_owned(),
        })
    };
    // Whether there is a repository at all is said before anything about revisions.
    git(cwd, &["rev-parse", "--git-dir"], "")?;
    let (base_id, head_id) = (commit(&base)?, commit(&head)?);
    if !fork {
        return Ok(((base, base_id), (head, head_id)));
    }
    let found = git(cwd, &["merge-base", &base_id, &head_id], "").map(|id| text(&id));
    let id = found.map_err(|why| {
        if why.is_empty() {
            format!("--git: `{base}` and `{head}` have no commit in common; a shallow clone may lack it (fetch more, or use `..`)")
        } else {
            why
        }
    })?;
    let short: String = id.chars().take(12).collect();
    Ok(((short, id), (head, head_id)))
}

/// A path from the root of the repository, without `.` and `..`; empty for all of it.
fn in_repository(path: &Path, prefix: &str) -> Result<String, String> {
    if path.is_absolute() {
        return Err(format!("--git: {} must be relative to the working directory", path.display()));
    }
    let mut parts: Vec<String> = prefix.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    for component in path.components() {
        match component {
            Component::ParentDir if parts.pop().is_none() => return Err(format!("--git: {} is outside of the repository", path.display())),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    Ok(parts.join("/"))
}

fn files(revision: &str, paths: &[String], cwd: &Path) -> Result<Files, String> {
    let listed = git(cwd, &["ls-tree", "-r", "-z", "--full-tree", revision], "")?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let mut files = Files::new();
    // `100644 blob ID<TAB>PATH`; links and submodules hold no text of their own.
    for entry in listed.split('\0').filter(|entry| entry.starts_with("100")) {
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let Some(id) = about.split(' ').nth(2) else { continue };
        let below = |of: &String| of.is_empty() || path.strip_prefix(of.as_str()).is_some_and(|rest| rest.starts_with('/'));
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        let wanted = ["yaml", "yml", "json"].contains(&ending.as_str()) && !hidden && (paths.is_empty() || paths.iter().any(below));
        if wanted || paths.iter().any(|of| of == path) {
            files.insert(path.to_owned(), id.to_owned());
        }
    }
    Ok(files)
}

/// The contents of objects by their names; those that are too large are missing.
fn contents(ids: &[&str], limit: u64, cwd: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let asked: String = ids.iter().flat_map(|id| [*id, "\n"]).collect();
    let answer = git(cwd, &["cat-file", "--batch"], &asked)?;
    let mut found = BTreeMap::new();
    let mut rest = &answer[..];
    // `ID blob SIZE<LF>CONTENTS<LF>`
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        let mut words = head.split(' ');
        let (Some(id), Some("blob"), Some(size)) = (words.next(), words.next(), words.next().and_then(|size| size.parse::<usize>().ok()))
        else {
            return Err(format!("git cat-file: {head}"));
        };
        let contents = rest.get(end + 1..end + 1 + size).ok_or("git cat-file broke off")?;
        if size as u64 <= limit {
            found.insert(id.to_owned(), contents.to_vec());
        }
        rest = rest.get(end + size + 2..).unwrap_or_default();
    }
    Ok(found)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// Runs git with something on standard input.
fn git(cwd: &Path, args: &[&str], input: &str) -> Result<Vec<u8>, String> {
    let spawned = Command::new("git")
        .args(args)
        .current_dir(cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "--git needs the program `git`, which is not in the PATH".to_owned(),
            _ => format!("cannot run git: {error}"),
        })?;
    let mut child = spawned;
    let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let mut bytes = Vec::new();
    // It may answer before all is asked: both at once, so that neither waits for the other.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            if let Some(stdin) = stdin.as_mut() {
                // Git that does not want to know says why itself.
                drop(stdin.write_all(input.as_bytes()));
            }
            stdin = None;
        });
        if let Some(mut stdout) = stdout {
            drop(stdout.read_to_end(&mut bytes));
        }
    });
    let output = child.wait_with_output().map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(bytes);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().next().unwrap_or_default().trim_start_matches("fatal: ");
    if line.contains("not a git repository") {
        return Err("--git: the working directory is not in a git repository".to_owned());
    }
    Err(if line.is_empty() { String::new() } else { format!("git {}: {line}", args.first().unwrap_or(&"")) })
}
