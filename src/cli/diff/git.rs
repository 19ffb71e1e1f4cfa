//! Both sides of a change from a git repository, read by the `git` program: two revisions, or a
//! revision and the work tree.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use ignore::gitignore::Gitignore;

use crate::cli::paths::{is_matched, normal};
use crate::cli::settings::relative;
use crate::cli::values;
use crate::cli::{disk, inputs};
use crate::landscape::Input;
use crate::source::{FileId, Source, Sources};

/// The texts of both sides.
pub(super) struct Sides {
    pub old: Vec<Input>,
    pub new: Vec<Input>,
    /// The files that are the same on both sides, as far as the repository has them.
    pub context: Vec<Input>,
    /// The files of both sides that the user asks about, where that is not all of them.
    pub asked: Option<BTreeSet<FileId>>,
}

/// The part of the repository to read.
pub(super) struct Wanted<'w> {
    /// The paths to compare; all, if the user names none. The rest is context.
    pub paths: &'w [PathBuf],
    /// The paths that a search leaves out.
    pub exclude: &'w Gitignore,
    /// The paths of context; the caller reads those that the newer side lacks.
    pub with: &'w mut Vec<PathBuf>,
    pub limit: u64,
}

/// A revision: as it is shown, and as git knows it.
type Revision = (String, String);
/// The files of one side: by its path the name of the contents of each.
type Files = BTreeMap<String, Blob>;

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Blob {
    /// Those that git knows by this name.
    Id(String),
    /// Those of the work tree.
    Disk,
}

/// The newer side.
enum Head {
    Revision(Revision),
    WorkTree,
}

impl Head {
    /// How it is shown.
    fn name(&self) -> &str {
        match self {
            Self::Revision((name, _)) => name,
            Self::WorkTree => "the work tree",
        }
    }
}

/// Reads the files of both sides that hold YAML or JSON. What is the same on both sides is read
/// once.
///
/// # Errors
/// What git has to say, or that there is none.
pub(super) fn read(
    range: &str,
    wanted: &mut Wanted<'_>,
    cwd: &Path,
    sources: &mut Sources,
) -> Result<Sides, String> {
    let (base, head) = revisions(range, cwd)?;
    let prefix = text(&git(cwd, &["rev-parse", "--show-prefix"], "")?);
    let root = normal(&cwd.join(text(&git(cwd, &["rev-parse", "--show-cdup"], "")?)));
    let limit = wanted.limit;
    let named = wanted
        .paths
        .iter()
        .map(|path| in_repository(path, &prefix))
        .collect::<Result<Vec<_>, _>>()?;
    let all_before = all_files(&base.1, cwd)?;
    let all_after = match &head {
        Head::Revision((_, id)) => all_files(id, cwd)?,
        Head::WorkTree => work_tree(&root)?,
    };
    let search = Search {
        exclude: wanted.exclude,
        root: &root,
    };
    let [mut before, mut after] = [&all_before, &all_after].map(|all| search.files(all, &named));
    for (path, name) in wanted.paths.iter().zip(&named) {
        let is_there = |all: &Files| all.keys().any(|file| file == name || is_below(file, name));
        if !is_there(&all_before) && !is_there(&all_after) {
            let path = path.display().to_string();
            let meant = if matches!(head, Head::WorkTree) && commit(&path, cwd).is_ok() {
                format!("; did you mean `{range}..{path}`?")
            } else {
                String::new()
            };
            return Err(format!(
                "--git: there is no {path} in {} and {}{meant}",
                base.0,
                head.name()
            ));
        }
    }
    if before.is_empty() && after.is_empty() {
        let at: Vec<String> = wanted
            .paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let at = if at.is_empty() {
            String::new()
        } else {
            format!("{} of ", at.join(", "))
        };
        return Err(format!(
            "there is no *.yaml, *.yml or *.json file in {at}{} and {}",
            base.0,
            head.name()
        ));
    }
    let chosen: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    before.extend(search.files(&all_before, &[]));
    after.extend(search.files(&all_after, &[]));
    let mut around = Files::new();
    wanted.with.retain(|path| {
        let Ok(name) = in_repository(&relative(cwd, &cwd.join(path)), &prefix) else {
            return true;
        };
        let found = Search {
            exclude: &Gitignore::empty(),
            ..search
        }
        .files(&all_after, &[name]);
        let there = !found.is_empty();
        around.extend(found);
        !there
    });
    around.retain(|path, _| !before.contains_key(path) && !after.contains_key(path));
    let ids: Vec<&str> = [&before, &after, &around]
        .into_iter()
        .flat_map(BTreeMap::values)
        .filter_map(|blob| match blob {
            Blob::Id(id) => Some(id.as_str()),
            Blob::Disk => None,
        })
        .collect();
    let contents = contents(&ids, limit, cwd)?;
    let mut sides = Sides {
        old: Vec::new(),
        new: Vec::new(),
        context: Vec::new(),
        asked: None,
    };
    let mut asked = BTreeSet::new();
    let bytes = |path: &str, blob: &Blob| match blob {
        Blob::Id(id) => contents.get(id).cloned().ok_or_else(|| {
            format!(
                "{path} is larger than {}; raise the limit with --max-file-size",
                values::sized(limit)
            )
        }),
        Blob::Disk => inputs::read_path(&root.join(path), limit)
            .map_err(|reason| format!("cannot read {path}: {reason}")),
    };
    let source = |name: String, path: &String, text: String| {
        Source::new(name, text)
            .at(inputs::full_name(&root.join(path)))
            .below(Some(inputs::full_name(&root)))
            .found(!named.contains(path))
    };
    let mut same: BTreeSet<&str> = BTreeSet::new();
    for (path, blob) in &after {
        let text = bytes(path, blob)?;
        let is_same = match (before.get(path), blob) {
            (Some(Blob::Id(id)), Blob::Disk) => contents.get(id) == Some(&text),
            (known, blob) => known == Some(blob),
        };
        let input = inputs::add_source(text, |text| source(path.clone(), path, text), sources);
        sides.new.push(input);
        asked.extend(chosen.contains(path).then_some(input.file));
        if is_same {
            sides.old.push(input);
            same.insert(path);
        }
    }
    for (path, blob) in before
        .iter()
        .filter(|(path, _)| !same.contains(path.as_str()))
    {
        let name = format!("{}:{path}", base.0);
        let input =
            inputs::add_source(bytes(path, blob)?, |text| source(name, path, text), sources);
        sides.old.push(input);
        asked.extend(chosen.contains(path).then_some(input.file));
    }
    for (path, blob) in &around {
        sides.context.push(inputs::add_source(
            bytes(path, blob)?,
            |text| source(path.clone(), path, text),
            sources,
        ));
    }
    sides.asked = (!named.is_empty()).then_some(asked);
    Ok(sides)
}

/// The branches and tags of the repository; none where there is none.
pub(in crate::cli) fn names(cwd: &Path) -> Vec<String> {
    let listed = git(
        cwd,
        &[
            "for-each-ref",
            "--format=%(refname:short)",
            "refs/heads",
            "refs/remotes",
            "refs/tags",
        ],
        "",
    );
    listed
        .map(|listed| text(&listed).lines().map(str::to_owned).collect())
        .unwrap_or_default()
}

/// The commit that a revision names.
fn commit(name: &str, cwd: &Path) -> Result<String, String> {
    let wanted = format!("{name}^{{commit}}");
    let args = [
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &wanted,
    ];
    match git(cwd, &args, "") {
        Ok(id) => Ok(text(&id)),
        Err(why) if why.is_empty() => Err(format!(
            "--git: there is no revision `{name}` in this repository; in CI, fetch it first"
        )),
        Err(why) => Err(why),
    }
}

/// Both sides, which are named as for `git diff`: `A..B` are two revisions, `A...B` is what B does
/// since it left A, and `A` alone is compared with the work tree.
fn revisions(range: &str, cwd: &Path) -> Result<(Revision, Head), String> {
    let (base, head, fork) = match (range.split_once("..."), range.split_once("..")) {
        (Some((base, head)), _) => (base, Some(head), true),
        (None, Some((base, head))) => (base, Some(head), false),
        (None, None) => (range, None, false),
    };
    // A variable that is not set must not compare a revision with itself.
    if base.is_empty() {
        return Err(
            "--git: the base is empty; name a revision, such as `origin/main...HEAD`".to_owned(),
        );
    }
    // Reports a missing repository before anything about revisions.
    git(cwd, &["rev-parse", "--git-dir"], "")?;
    let base_id = commit(base, cwd)?;
    let Some(head) = head else {
        if text(&git(cwd, &["rev-parse", "--is-inside-work-tree"], "")?) != "true" {
            return Err(format!(
                "--git: there is no work tree here to compare `{base}` with; name two revisions: \
                 `{base}..HEAD`"
            ));
        }
        return Ok(((base.to_owned(), base_id), Head::WorkTree));
    };
    let head = if head.is_empty() { "HEAD" } else { head };
    let head_id = commit(head, cwd)?;
    let of_head = Head::Revision((head.to_owned(), head_id.clone()));
    if !fork {
        return Ok(((base.to_owned(), base_id), of_head));
    }
    let found = git(cwd, &["merge-base", &base_id, &head_id], "").map(|id| text(&id));
    let id = found.map_err(|why| {
        if why.is_empty() {
            format!(
                "--git: `{base}` and `{head}` have no common commit; a shallow clone may lack it \
                 (fetch more, or use `..`)"
            )
        } else {
            why
        }
    })?;
    let short: String = id.chars().take(12).collect();
    Ok(((short, id), of_head))
}

/// A path from the root of the repository, without `.` and `..`; empty for all of it.
fn in_repository(path: &Path, prefix: &str) -> Result<String, String> {
    if path.is_absolute() {
        return Err(format!(
            "--git: {} must be relative to the working directory",
            path.display()
        ));
    }
    let mut parts: Vec<String> = prefix
        .split('/')
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    for component in path.components() {
        match component {
            Component::ParentDir if parts.pop().is_none() => {
                return Err(format!(
                    "--git: {} is outside of the repository",
                    path.display()
                ));
            }
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    Ok(parts.join("/"))
}

/// How a revision is searched.
#[derive(Clone, Copy)]
struct Search<'s> {
    exclude: &'s Gitignore,
    /// The root of the repository.
    root: &'s Path,
}

impl Search<'_> {
    /// The files that paths name, or that are found below them; below the root, where there are
    /// none.
    fn files(self, all: &Files, paths: &[String]) -> Files {
        let wanted = |path: &str| {
            let ending = path
                .rsplit_once('.')
                .map(|(_, ending)| ending.to_ascii_lowercase())
                .unwrap_or_default();
            let hidden = path.split('/').any(|part| part.starts_with('.'));
            let below = paths.is_empty() || paths.iter().any(|of| is_below(path, of));
            ["yaml", "yml", "json"].contains(&ending.as_str())
                && !hidden
                && below
                && !is_matched(self.exclude, &self.root.join(path))
        };
        let found = all
            .iter()
            .filter(|(path, _)| paths.contains(path) || wanted(path));
        found
            .map(|(path, blob)| (path.clone(), blob.clone()))
            .collect()
    }
}

fn is_below(path: &str, directory: &str) -> bool {
    directory.is_empty()
        || path
            .strip_prefix(directory)
            .is_some_and(|rest| rest.starts_with('/'))
}

fn all_files(revision: &str, cwd: &Path) -> Result<Files, String> {
    let listed = git(cwd, &["ls-tree", "-r", "-z", "--full-tree", revision], "")?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let mut files = Files::new();
    // `100644 blob ID<TAB>PATH`; links and submodules hold no text of their own.
    for entry in listed.split('\0').filter(|entry| entry.starts_with("100")) {
        let Some((about, path)) = entry.split_once('\t') else {
            continue;
        };
        let Some(id) = about.split(' ').nth(2) else {
            continue;
        };
        files.insert(path.to_owned(), Blob::Id(id.to_owned()));
    }
    Ok(files)
}

/// The files of the work tree: those that git follows, and those that it does not know yet and does
/// not ignore. What a sparse checkout leaves out is there as the index has it.
fn work_tree(root: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    let mut add = |path: &str, blob: Blob| {
        files.insert(path.to_owned(), blob);
    };
    let is_file = |path: &str| {
        let about = root.join(path).symlink_metadata();
        about.is_ok_and(|about| about.is_file())
    };
    let known = git(root, &["ls-files", "-t", "-s", "-z"], "")?;
    let known = String::from_utf8_lossy(&known).into_owned();
    // `H 100644 ID STAGE<TAB>PATH`; `S` is what a sparse checkout leaves out.
    for entry in known.split('\0') {
        let Some((about, path)) = entry.split_once('\t') else {
            continue;
        };
        let words: Vec<&str> = about.split(' ').collect();
        match (is_file(path), &words[..]) {
            (true, _) => add(path, Blob::Disk),
            (false, ["S", mode, id, ..]) if mode.starts_with("100") => {
                add(path, Blob::Id((*id).to_owned()));
            }
            (false, _) => {}
        }
    }
    let others = git(
        root,
        &["ls-files", "--others", "--exclude-standard", "-z"],
        "",
    )?;
    let others = String::from_utf8_lossy(&others).into_owned();
    for path in others.split('\0').filter(|path| is_file(path)) {
        add(path, Blob::Disk);
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
        let (Some(id), Some("blob"), Some(size)) = (
            words.next(),
            words.next(),
            words.next().and_then(|size| size.parse::<usize>().ok()),
        ) else {
            return Err(format!("git cat-file: {head}"));
        };
        let contents = rest
            .get(end + 1..end + 1 + size)
            .ok_or("git cat-file broke off")?;
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
            std::io::ErrorKind::NotFound => {
                "--git needs the program `git`, which is not in the PATH".to_owned()
            }
            _ => format!("cannot run git: {}", disk::reason(&error)),
        })?;
    let mut child = spawned;
    let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let mut bytes = Vec::new();
    // Git may answer before it has read all questions: both run at once, so that neither waits for
    // the other.
    if input.is_empty() {
        stdin = None;
    }
    std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // Git that does not want to know says why itself.
            let ask = move || drop(stdin.write_all(input.as_bytes()));
            std::thread::Builder::new().spawn_scoped(scope, ask)?;
        }
        if let Some(mut stdout) = stdout {
            drop(stdout.read_to_end(&mut bytes));
        }
        Ok(())
    })
    .map_err(|error: std::io::Error| {
        format!("cannot start a thread to ask git: {}", disk::reason(&error))
    })?;
    let output = child
        .wait_with_output()
        .map_err(|error| format!("cannot run git: {}", disk::reason(&error)))?;
    if output.status.success() {
        return Ok(bytes);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said
        .lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("fatal: ");
    if line.contains("not a git repository") {
        return Err("--git: the working directory is not in a git repository".to_owned());
    }
    Err(if line.is_empty() {
        String::new()
    } else {
        format!("git {}: {line}", args.first().unwrap_or(&""))
    })
}
