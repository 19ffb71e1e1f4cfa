//! `cpcap uses`: who uses what of the profiles among the inputs.

use std::collections::BTreeSet;
use std::io;

use crate::cli::args::{UsesArgs, UsesFormat};
use crate::cli::inputs;
use crate::cli::{Exit, Io};
use crate::landscape::{Landscape, ReadFile, read};
use crate::source::Sources;
use crate::table::uses::{self, View};
use crate::uses::collect;

pub(super) fn run(args: &UsesArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let options = &args.input;
    let mut sources = Sources::default();
    let (asked, mut failures) = inputs::collect(&args.paths, options, &mut sources, io);
    let (mut context, context_failures) = inputs::collect(&args.with, options, &mut sources, io);
    failures.extend(context_failures);
    // What was asked for is not also context.
    let names: BTreeSet<&str> = asked.iter().map(|input| sources.get(input.file).name()).collect();
    context.retain(|input| !names.contains(sources.get(input.file).name()));
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let (landscape, context) = (Landscape::new(&files), Landscape::new(&context_files));
    let uses = collect(&landscape, &context, &sources);
    complain(&files, &sources, io);
    complain(&context_files, &sources, io);
    let found = uses.profiles.iter().any(|profile| profile.asked);
    if found {
        print(args, View { uses: &uses, sources: &sources, filter: args.filter(), expand: args.expand }, io)?;
    } else if failures.is_empty() {
        io.complain("there is no CloudProfile and no NamespacedCloudProfile in what was read; name one, or a directory with some");
    }
    for failure in &failures {
        io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
    }
    Ok(if found && failures.is_empty() { Exit::Success } else { Exit::Failure })
}

/// Says which documents cannot be read: whoever uses something in them is not known.
fn complain(files: &[ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) {
    for file in files {
        for document in &file.documents {
            if let Some(problem) = document.problems.iter().find(|problem| problem.kind.rejects()) {
                let source = sources.get(file.file);
                let (name, at) = (source.name(), source.position(problem.span.start));
                let what = "this document cannot be read whole, and what it uses may be missing";
                io.complain(&format!("{name}:{}:{}: {what}; `cpcap lint {name}` says why", at.line, at.column));
            }
        }
    }
}

fn print(args: &UsesArgs, view: View<'_>, io: &mut Io<'_>) -> io::Result<()> {
    let color = args.format == UsesFormat::Table && io.color(io.stdout_terminal, args.color);
    let look = io.look(color);
    match args.format {
        UsesFormat::Table => io.stdout.write_all(view.text().text(look).as_bytes()),
        UsesFormat::Markdown => io.stdout.write_all(view.markdown().markdown().as_bytes()),
        UsesFormat::Csv => uses::write_csv(view, io.stdout),
        UsesFormat::Json => uses::write_json(view, io.stdout),
    }
}
