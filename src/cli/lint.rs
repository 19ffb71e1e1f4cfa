//! `cpcap lint`: from arguments to findings on a stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cli::args::LintArgs;
use crate::cli::inputs;
use crate::cli::{Exit, Io, values};
use crate::config::{Choice, Settings};
use crate::finding::Severity;
use crate::lint::{Outcome, lint_among};
use crate::report::{self, Format, Look};
use crate::source::Sources;

pub(super) fn run(args: &LintArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let gates = match values::gates(args.gardener_version, &args.feature_gates) {
        Ok(gates) => gates,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    if let Some(path) =
        args.output.as_deref().filter(|output| args.paths.iter().chain(&args.old).any(|input| is_same(&io.cwd, input, output)))
    {
        io.complain(&format!("--output would overwrite {}, which is to be read", path.display()));
        return Ok(Exit::Failure);
    }
    let choice = Choice { select: args.select.clone(), ignore: args.ignore.clone(), severities: args.severity.iter().cloned().collect() };
    let settings = Settings {
        now: args.now.unwrap_or(io.now),
        gates,
        operation: args.operation.into(),
        provider_rules: args.provider.rules(),
        choice,
    };
    let options = &args.input;
    let mut sources = Sources::default();
    let (judged, mut failures) = inputs::collect(&args.paths, options, &mut sources, io);
    let (context, context_failures) = inputs::collect(&args.with, options, &mut sources, io);
    failures.extend(context_failures);
    let (old, old_failures) = inputs::collect(&args.old, options, &mut sources, io);
    failures.extend(old_failures);
    let outcome = lint_among(&sources, &judged, &context, &old, &settings);
    print(args, &outcome, &sources, io)?;
    for failure in &failures {
        io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
    }
    Ok(if !failures.is_empty() {
        Exit::Failure
    } else if outcome.findings.iter().any(|finding| finding.severity >= Severity::from(args.deny)) {
        Exit::Findings
    } else {
        Exit::Success
    })
}

/// Whether two paths name the same file that exists.
fn is_same(cwd: &Path, a: &Path, b: &Path) -> bool {
    let real = |path: &Path| cwd.join(path).canonicalize().ok();
    real(a).is_some_and(|a| Some(a) == real(b))
}

fn print(args: &LintArgs, outcome: &Outcome, sources: &Sources, io: &mut Io<'_>) -> io::Result<()> {
    let to_terminal = io.stdout_terminal && args.output.is_none();
    let look = Look {
        color: io.color(to_terminal, args.color),
        width: io.width.unwrap_or(100).max(40),
        max_findings: if args.max_findings == 0 { usize::MAX } else { args.max_findings },
        links: to_terminal,
        verbose: args.verbose,
    };
    match &args.output {
        None => report::write(args.format, outcome, sources, look, io.stdout)?,
        Some(path) => write_file(args.format, outcome, sources, look, &io.cwd.join(path))
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?,
    }
    // Machine formats keep standard output to themselves.
    if args.format != Format::Human || args.output.is_some() {
        drop(writeln!(io.stderr, "{}", report::summary(&outcome.summary)));
    }
    Ok(())
}

fn write_file(format: Format, outcome: &Outcome, sources: &Sources, look: Look, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    report::write(format, outcome, sources, look, &mut file)?;
    file.flush()
}
