//! `cpcap lint`: from arguments to findings on a stream.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::args::LintArgs;
use crate::cli::destination::{Destination, destinations};
use crate::cli::inputs::{self, Failure};
use crate::cli::progress::Progress;
use crate::cli::reader::Reader;
use crate::cli::settings::Found;
use crate::cli::values::When;
use crate::cli::{Exit, Io, baseline, complain, disk, fixes, settings};
use crate::config::Settings;
use crate::config::baseline::is_baseline;
use crate::finding::Severity;
use crate::fix::Job;
use crate::landscape::Input;
use crate::lint::{Outcome, lint_watched};
use crate::report::{self, Checkout, Format, Look};
use crate::source::Sources;
use crate::words;

pub(super) fn run(args: &LintArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let chosen = &args.settings;
    let mut progress = Progress::new(io, args.quiet);
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let found = reader.found();
    let prepared = settings::gates(&chosen.gates, found)
        .and_then(|gates| {
            Ok((
                gates,
                destinations(&args.format, args.output.clone(), &io.cwd)?,
            ))
        })
        .and_then(|(gates, destinations)| {
            counts_somewhere(args, &destinations).map(|()| (gates, destinations))
        })
        .and_then(|(gates, destinations)| {
            overwrites_nothing(args, found, &destinations, &io.cwd).map(|()| (gates, destinations))
        });
    let (gates, destinations) = match prepared {
        Ok(prepared) => prepared,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    settings::beyond(&chosen.gates, found, io);
    let mut sources = Sources::default();
    let (mut judged, context, mut failures) =
        reader.read_with(&args.paths, &chosen.with, &mut sources, io);
    let stdin = fixes::standard_input(&args.paths, &judged, &failures);
    // Baselines may lie among the files that they are for.
    judged
        .retain(|input| Some(input.file) == stdin || !is_baseline(sources.get(input.file).text()));
    let (old, old_failures) = reader.read(&args.old, &mut sources, io);
    failures.extend(old_failures);
    let all: Vec<Input> = judged.iter().chain(&context).chain(&old).copied().collect();
    let baseline = baseline::path(chosen, found, &io.cwd);
    let accepted = match &baseline {
        Some(path) if !args.write_baseline => {
            match baseline::load(path, &all, args.input.max_file_size, &mut sources, io) {
                Ok(accepted) => Some(accepted),
                Err(()) => return Ok(Exit::Failure),
            }
        }
        _ => None,
    };
    let now = When::or_now(args.now, io.now);
    let settings = Settings {
        operation: args.operation.into(),
        preview: args.preview.chosen(),
        baseline: accepted,
        ..settings::settings(chosen, found, gates, (&all, &sources), (&io.cwd, now))
    };
    let deny = settings::deny(chosen, found);
    let stderr = &mut *io.stderr;
    let outcome = lint_watched(
        &sources,
        &judged,
        &context,
        &old,
        &settings,
        &mut |done, all| progress.tick(done, all, stderr),
    );
    progress.end(io.stderr);
    if args.write_baseline {
        return write_baseline(
            baseline.as_deref(),
            &outcome,
            (&all, &sources),
            &failures,
            args.quiet,
            io,
        );
    }
    let fails = |outcome: &Outcome| {
        outcome
            .findings
            .iter()
            .any(|finding| finding.severity >= deny)
    };
    complain::of_unread_users(&outcome.unread_users, &sources, io);
    let ambiguous = complain::of_rivals(&outcome.ambiguous, &sources, io);
    let mut end = End {
        failed: ambiguous || !failures.is_empty(),
        found: fails(&outcome),
    };
    if args.fix || args.diff {
        let files = fixes::changeable(&judged, &old, &sources);
        let job = Job {
            judged: &judged,
            context: &context,
            old: &old,
            files: &files,
            settings: &settings,
            with_unsafe: args.unsafe_fixes,
        };
        let mut done = fixes::run(&sources, outcome, job);
        if args.diff {
            end.found |= fixes::diff(
                &sources,
                &done,
                io.color(io.stdout_terminal, args.color),
                io,
            )?;
            if !args.quiet {
                drop(writeln!(
                    io.stderr,
                    "{}",
                    report::would_fix(&done.outcome.summary)
                ));
            }
            complain::of_failures(&failures, io);
            return Ok(end.exit());
        }
        end.failed |= !fixes::write(&sources, &mut done, stdin, job, io)?;
        end.found = fails(&done.outcome);
        let stream = if stdin.is_some() {
            Stream::Error
        } else {
            Stream::Output
        };
        end.failed |= !print(
            args,
            deny,
            &destinations,
            (&done.outcome, &done.sources),
            stream,
            io,
        )?;
        complain::of_failures(&failures, io);
        return Ok(end.exit());
    }
    match print(
        args,
        deny,
        &destinations,
        (&outcome, &sources),
        Stream::Output,
        io,
    ) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        printed => end.failed |= !printed?,
    }
    complain::of_failures(&failures, io);
    Ok(end.exit())
}

struct End {
    /// Something could not be read or written.
    failed: bool,
    /// Something is left that fails a run.
    found: bool,
}

impl End {
    fn exit(&self) -> Exit {
        match (self.failed, self.found) {
            (true, _) => Exit::Failure,
            (_, true) => Exit::Findings,
            _ => Exit::Success,
        }
    }
}

/// The destination of findings without a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Output,
    Error,
}

/// Writes what was found into the baseline. What could not be read is not in it, so then there is
/// none.
fn write_baseline(
    path: Option<&Path>,
    outcome: &Outcome,
    (inputs, sources): (&[Input], &Sources),
    failures: &[Failure],
    quiet: bool,
    io: &mut Io<'_>,
) -> io::Result<Exit> {
    complain::of_failures(failures, io);
    let Some(path) = path else {
        io.complain(
            "--write-baseline needs a file: name one with --baseline, or set `baseline` in \
             .cpcap.yaml",
        );
        return Ok(Exit::Failure);
    };
    if !failures.is_empty() {
        return Ok(Exit::Failure);
    }
    if let Err(error) = baseline::save(path, &outcome.findings, inputs, sources, &io.cwd) {
        let name = path.display().to_string();
        io.complain(&disk::unwritable(&name, &io.cwd.join(path), &error));
        return Ok(Exit::Failure);
    }
    if !quiet {
        drop(writeln!(
            io.stderr,
            "wrote {} to {}",
            words::count(outcome.findings.len(), "finding"),
            path.display()
        ));
    }
    Ok(Exit::Success)
}

/// Counts of `--statistics` have no place in the other forms.
fn counts_somewhere(args: &LintArgs, destinations: &[Destination]) -> Result<(), String> {
    let counts = |of: &Destination| matches!(of.format, Format::Human | Format::Json);
    if args.statistics && !destinations.iter().all(counts) {
        return Err("--statistics needs the form human or json".to_owned());
    }
    Ok(())
}

/// Says which file that is read something would be written over.
fn overwrites_nothing(
    args: &LintArgs,
    found: Option<&Found>,
    destinations: &[Destination],
    cwd: &Path,
) -> Result<(), String> {
    let chosen = &args.settings;
    let baseline = baseline::path(chosen, found, cwd);
    let config = found.map(|found| PathBuf::from(found.name()));
    let read: Vec<&PathBuf> = args
        .paths
        .iter()
        .chain(&args.old)
        .chain(&chosen.with)
        .chain(&config)
        .collect();
    let accepted = baseline
        .iter()
        .filter(|_| args.write_baseline)
        .map(|file| (file, "--baseline", None));
    let flag = |file: &PathBuf| {
        if args.output.as_ref() == Some(file) {
            "--output"
        } else {
            "--format"
        }
    };
    let files = destinations
        .iter()
        .filter_map(|destination| destination.file.as_ref());
    for (file, flag, more) in files
        .map(|file| (file, flag(file), baseline.as_ref()))
        .chain(accepted)
    {
        if read
            .iter()
            .copied()
            .chain(more)
            .any(|input| is_same(cwd, input, file))
        {
            return Err(format!(
                "{flag} would overwrite {}, which is an input",
                file.display()
            ));
        }
    }
    Ok(())
}

/// Whether two paths name the same file that exists.
fn is_same(cwd: &Path, a: &Path, b: &Path) -> bool {
    let real = |path: &Path| cwd.join(path).canonicalize().ok();
    real(a).is_some_and(|a| Some(a) == real(b))
}

/// Writes all forms, and says on standard error which file could not be written. Returns whether
/// all could.
fn print(
    args: &LintArgs,
    deny: Severity,
    destinations: &[Destination],
    (outcome, sources): (&Outcome, &Sources),
    stream: Stream,
    io: &mut Io<'_>,
) -> io::Result<bool> {
    let terminal = if stream == Stream::Output {
        io.stdout_terminal
    } else {
        io.stderr_terminal
    };
    let (color, color_elsewhere) = (io.color(terminal, args.color), io.color(false, args.color));
    let width = io.columns();
    let checkout = checkout(&io.cwd);
    let look = |terminal: bool, color: bool| Look {
        color,
        width,
        max_findings: if args.max_findings == 0 {
            usize::MAX
        } else {
            args.max_findings
        },
        links: terminal,
        folded: args.summary,
        statistics: args.statistics,
        quiet: args.quiet,
        failing: deny,
        checkout: checkout.as_ref(),
    };
    // Files come first: they must exist even if the reader of standard output stops.
    let mut written = true;
    for (format, path) in destinations
        .iter()
        .filter_map(|destination| Some((destination.format, destination.file.as_ref()?)))
    {
        if let Err(error) = write_file(
            format,
            outcome,
            sources,
            look(false, color_elsewhere),
            &io.cwd.join(path),
        ) {
            let name = path.display().to_string();
            io.complain(&disk::unwritable(&name, &io.cwd.join(path), &error));
            written = false;
        }
    }
    let out: &mut dyn Write = if stream == Stream::Output {
        &mut *io.stdout
    } else {
        &mut *io.stderr
    };
    for destination in destinations
        .iter()
        .filter(|destination| destination.file.is_none())
    {
        report::write(
            destination.format,
            outcome,
            sources,
            look(terminal, color),
            out,
        )?;
    }
    // In a workflow, findings stand beside the changed lines too, unless the user chose a form.
    if args.format.is_empty()
        && (io.env)("GITHUB_ACTIONS").is_some_and(|value| !value.is_empty() && value != "false")
    {
        report::write(
            Format::Github,
            outcome,
            sources,
            look(false, color_elsewhere),
            out,
        )?;
    }
    if args.verbose {
        drop(report::details(outcome, sources, io.stderr));
    }
    // Machine formats keep standard output to themselves.
    if !args.quiet
        && destinations
            .iter()
            .all(|destination| destination.format != Format::Human || destination.file.is_some())
    {
        drop(writeln!(io.stderr, "{}", report::summary(&outcome.summary)));
    }
    Ok(written)
}

/// The checkout of git that a directory lies in.
fn checkout(cwd: &Path) -> Option<Checkout> {
    let root = cwd.ancestors().find(|dir| dir.join(".git").exists())?;
    Some(Checkout::new(
        &inputs::name(root),
        &inputs::name(cwd.strip_prefix(root).ok()?),
    ))
}

fn write_file(
    format: Format,
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    path: &Path,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    report::write(format, outcome, sources, look, &mut bytes)?;
    disk::write(path, &bytes)
}
