//! `cpcap lint --fix` and `--diff`: which files may change, writing them, and showing what would
//! change. What a fix is, and whether it holds, is the work of `fix`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use owo_colors::{OwoColorize, Style};
use similar::{Algorithm, TextDiff};

use crate::cli::Io;
use crate::cli::disk::{reason, replace};
use crate::cli::inputs::Failure;
use crate::fix::{Fixed, Job, fix};
use crate::landscape::Input;
use crate::lint::{FixCounts, Outcome};
use crate::output::clean::{line as on_one_line, text as escaped};
use crate::source::{FileId, Source, Sources};

const CONTEXT_LINES: usize = 3;

/// The text that came in on standard input, if it is judged: it is read first.
pub(super) fn standard_input(
    paths: &[PathBuf],
    judged: &[Input],
    failures: &[Failure],
) -> Option<FileId> {
    let asked = paths.iter().any(|path| path.as_os_str() == "-");
    let failed = failures
        .iter()
        .any(|failure| failure.path == "standard input");
    judged
        .first()
        .filter(|input| asked && !failed && input.fault.is_none())
        .map(|input| input.file)
}

/// The files that may change: those that are judged, but no file that is also the stored state of
/// something.
pub(super) fn changeable(judged: &[Input], old: &[Input], sources: &Sources) -> BTreeSet<FileId> {
    let stored: BTreeSet<&str> = old
        .iter()
        .map(|input| sources.get(input.file).name())
        .collect();
    judged
        .iter()
        .map(|input| input.file)
        .filter(|file| !stored.contains(sources.get(*file).name()))
        .collect()
}

/// Fixes, and counts what more there would be to fix.
pub(super) fn run(sources: &Sources, outcome: Outcome, job: Job<'_>) -> Fixed {
    let mut done = fix(sources, outcome, job);
    let more = if job.with_unsafe {
        0
    } else {
        fix(
            &done.sources,
            done.outcome.clone(),
            Job {
                with_unsafe: true,
                ..job
            },
        )
        .count()
    };
    done.outcome.summary.fixes = Some(FixCounts {
        fixed: done.count(),
        files: done.fixed.len(),
        more,
    });
    done
}

/// The difference between the texts before and after, as a unified diff. Returns whether there is
/// one.
pub(super) fn diff(
    before: &Sources,
    done: &Fixed,
    color: bool,
    io: &mut Io<'_>,
) -> io::Result<bool> {
    let mut any = false;
    for file in done.fixed.keys() {
        let (old, new) = (before.get(*file), done.sources.get(*file));
        any |= show((old.name(), old.text(), new.text()), color, io)?;
    }
    Ok(any)
}

/// The difference between two texts of one name, as a unified diff. Says whether there is one.
pub(super) fn show(
    (name, old, new): (&str, &str, &str),
    color: bool,
    io: &mut Io<'_>,
) -> io::Result<bool> {
    // Programs that apply a diff take a name to end at the first blank, unless a tab ends it.
    let end = if name.contains(' ') { "\t" } else { "" };
    let name = format!("{}{end}", on_one_line(name));
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_lines(old, new);
    let text = diff
        .unified_diff()
        .context_radius(CONTEXT_LINES)
        .header(&name, &name)
        .to_string();
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let style = match line.as_bytes().first() {
            _ if n < 2 => Style::new().bold(),
            Some(b'+') => Style::new().green(),
            Some(b'-') => Style::new().red(),
            Some(b'@') => Style::new().cyan(),
            _ => Style::new(),
        };
        let (bare, end) = line.split_at(line.trim_end_matches(['\r', '\n']).len());
        // A terminal would obey the text; a program that applies the diff needs every byte, and no
        // colours.
        let shown = if io.stdout_terminal || color {
            escaped(bare)
        } else {
            bare.into()
        };
        if color {
            write!(io.stdout, "{}{end}", shown.style(style))?;
        } else {
            write!(io.stdout, "{shown}{end}")?;
        }
    }
    Ok(!text.is_empty())
}

/// A text that changes, and the name and place that it has.
pub(super) struct Change {
    name: String,
    is_escaped: bool,
    old: String,
    new: String,
    is_stdin: bool,
}

impl Change {
    pub(super) fn new(source: &Source, new: &str, is_stdin: bool) -> Self {
        Self {
            name: source.name().to_owned(),
            is_escaped: source.is_escaped(),
            old: source.text().to_owned(),
            new: new.to_owned(),
            is_stdin,
        }
    }

    /// Puts the new text in the place of the old one.
    fn make(&self, cwd: &Path) -> io::Result<()> {
        if self.is_escaped {
            return Err(io::Error::other(
                "its name is not UTF-8, and cpcap changes no such file; rename it first",
            ));
        }
        replace(&cwd.join(&self.name), &self.old, &self.new)
    }
}

/// Writes the files that have changed, and what came in on standard input to standard output. Says
/// whether all could be written; of those that could not, nothing is fixed.
pub(super) fn write(
    before: &Sources,
    done: &mut Fixed,
    stdin: Option<FileId>,
    job: Job<'_>,
    io: &mut Io<'_>,
) -> io::Result<bool> {
    let mut failed = BTreeSet::new();
    for file in done.fixed.keys().filter(|file| Some(**file) != stdin) {
        let change = Change::new(before.get(*file), done.sources.get(*file).text(), false);
        if let Err(error) = change.make(&io.cwd) {
            io.complain(&format!(
                "cannot write {}: {}; nothing in it is fixed",
                change.name,
                reason(&error)
            ));
            failed.insert(*file);
        }
    }
    if !failed.is_empty() {
        let more = done.outcome.summary.fixes.map_or(0, |fixes| fixes.more);
        done.take_back(&failed, before, job);
        done.outcome.summary.fixes = Some(FixCounts {
            fixed: done.count(),
            files: done.fixed.len(),
            more,
        });
    }
    if let Some(file) = stdin {
        io.stdout
            .write_all(done.sources.get(file).text().as_bytes())?;
    }
    Ok(failed.is_empty())
}

/// Shows a change as a diff (`show_in`: whether in colour), or makes it: standard input goes to
/// standard output, a file is replaced, and is named unless `quiet`. Gives back why it cannot.
pub(super) fn hand_out(
    change: &Change,
    show_in: Option<bool>,
    quiet: bool,
    io: &mut Io<'_>,
) -> io::Result<Result<(), String>> {
    let name = &change.name;
    if let Some(color) = show_in {
        show((name, &change.old, &change.new), color, io)?;
    } else if change.is_stdin {
        io.stdout.write_all(change.new.as_bytes())?;
    } else if let Err(error) = change.make(&io.cwd) {
        return Ok(Err(format!("cannot write {name}: {}", reason(&error))));
    } else if !quiet {
        io.complain(&format!("changed {name}"));
    }
    Ok(Ok(()))
}
