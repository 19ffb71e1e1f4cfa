//! `cpcap diff`: what a change does, and whether the server would refuse it.

pub(super) mod args;
pub(super) mod git;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use crate::cli::inputs::Failure;
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, settings};
use crate::config::Settings;
use crate::diff::{Diff, Revisions, State, Verdict, Why, diff};
use crate::impact::{Impact, Kind};
use crate::landscape::{Input, read};
use crate::maintain;
use crate::model::time::Time;
use crate::page;
use crate::source::{FileId, Sources};
use crate::table::diff::{self as table, End, Told, View};

use args::{DiffArgs, DiffFormat};

pub(super) fn run(args: &DiffArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let gates = match settings::gates(&args.gates, reader.found()) {
        Ok(gates) => gates,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    settings::beyond(&args.gates, reader.found(), io);
    let mut sources = Sources::default();
    let Inputs {
        old,
        new,
        context,
        asked,
        failures,
    } = match inputs_of(args, &reader, &mut sources, io) {
        Ok(inputs) => inputs,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    complain::of_failures(&failures, io);
    let now = When::or_now(args.against_now, io.now);
    let settings = Settings {
        gates,
        provider_rules: reader.provider_rules(&args.provider),
        ..Settings::at(now)
    };

    let [old, new, context] = [&old, &new, &context].map(|inputs| read(&sources, inputs));
    let revisions = Revisions {
        sources: &sources,
        old,
        new,
        context,
        are_files: args.of_files(&io.cwd),
        asked,
    };
    complain::of_broken(&revisions.texts(), complain::UNREADABLE, &sources, io);
    let lost = complain::of_lost(&revisions.texts(), &sources, io);
    diff(revisions, &settings, |diff| {
        tell(args, diff, failures.is_empty() && !lost, &sources, now, io)
    })
}

/// Prints the answer. `whole`: everything that was named could be read.
fn tell(
    args: &DiffArgs,
    diff: &Diff<'_>,
    whole: bool,
    sources: &Sources,
    now: Time,
    io: &mut Io<'_>,
) -> io::Result<Exit> {
    if !diff.has_objects && diff.unreadable.is_empty() {
        io.complain("both sides have no CloudProfile, NamespacedCloudProfile or Shoot");
        return Ok(Exit::Failure);
    }
    let impacts = diff.objects.iter().flat_map(|object| &object.impacts);
    let denied: BTreeSet<Kind> = impacts
        .filter(|impact| args.deny_impact.iter().any(|denied| denied.covers(impact)))
        .map(Impact::kind)
        .collect();
    let verdict = diff.verdict();
    let unpaired = diff
        .open
        .iter()
        .any(|open| matches!(open.why, Why::Pairing(_)));
    let end = if !whole || !diff.unreadable.is_empty() {
        End::Failed
    } else if unpaired {
        End::Unpaired
    } else if verdict == Verdict::Refused
        || !denied.is_empty()
        || verdict == Verdict::NotKnown && args.deny_unchecked
    {
        End::Denied
    } else {
        End::Fine
    };
    let [unreadable, refused, unchecked, notes] = [
        &diff.unreadable,
        &diff.refused,
        &diff.unchecked,
        &diff.notes,
    ]
    .map(|findings| findings.iter().collect::<Vec<_>>());
    let findings = table::Findings {
        unreadable: &unreadable,
        refused: &refused,
        unchecked: &unchecked,
        open: &diff.open,
        notes: &notes,
    };
    print(
        args,
        View {
            objects: &diff.objects,
            findings,
            denied: &denied,
            verdict,
            end,
            sources,
        },
        now,
        io,
    )?;
    Ok(match end {
        End::Failed | End::Unpaired => Exit::Failure,
        End::Denied => Exit::Findings,
        End::Fine => Exit::Success,
    })
}

/// The texts of a run.
struct Inputs {
    old: Vec<Input>,
    new: Vec<Input>,
    context: Vec<Input>,
    /// The files of both sides to compare; all, if the user names none.
    asked: Option<BTreeSet<FileId>>,
    /// The context that could not be read.
    failures: Vec<Failure>,
}

fn inputs_of(
    args: &DiffArgs,
    reader: &Reader<'_>,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> Result<Inputs, String> {
    // Flags name files as they are; what the settings name belongs to the repository.
    let mut with = reader.with_of_file(&io.cwd);
    let (old, new, mut context, asked) = match &args.git {
        Some(range) => {
            let mut wanted = git::Wanted {
                paths: &args.paths,
                exclude: reader.exclude(),
                with: &mut with,
                limit: args.input.max_file_size,
            };
            let sides = git::read(range, &mut wanted, &io.cwd, sources)?;
            (sides.old, sides.new, sides.context, sides.asked)
        }
        None => {
            let (old, new) = sides(args, reader, sources, io)?;
            (old, new, Vec::new(), None)
        }
    };
    with.extend(args.with.iter().cloned());
    let (around, failures) = reader.context(&with, sources, io);
    context.extend(around);
    Ok(Inputs {
        old,
        new,
        context,
        asked,
        failures,
    })
}

/// The texts of both sides.
fn sides(
    args: &DiffArgs,
    reader: &Reader<'_>,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> Result<(Vec<Input>, Vec<Input>), String> {
    let [old, new] = &args.paths[..] else {
        return Err(
            "name two files or directories, OLD and NEW; or read both from git: cpcap diff \
            --git BASE...HEAD"
                .to_owned(),
        );
    };
    let mut side = |path: &PathBuf| {
        let (inputs, failures) = reader.read(std::slice::from_ref(path), sources, io);
        match failures.first() {
            Some(failure) => Err(format!("cannot read {}: {}", failure.path, failure.reason)),
            None => Ok(inputs),
        }
    };
    Ok((side(old)?, side(new)?))
}

fn print(args: &DiffArgs, view: View<'_>, now: Time, io: &mut Io<'_>) -> io::Result<()> {
    let text = match args.format {
        DiffFormat::Human => io.page(view.text(args.extent()), args.quiet, args.color),
        DiffFormat::Markdown => table::markdown(view),
        DiffFormat::Html => {
            let told = Told::new(view, args.expand);
            let calendar =
                |usable| maintain::calendar(usable, now, (Time::MIN, Time::MAX), view.sources);
            let calendars = view.objects.iter().filter_map(|object| {
                // What only its parent changes stands in the calendar of the parent.
                let [old, new] = object.profiles.filter(|_| object.state != State::Same)?;
                maintain::compare(calendar(old), calendar(new))
            });
            let compared = args.compared(now);
            let data = table::json(view);
            page::diff(&told, &compared, calendars.collect(), &data, args.quiet)
        }
        DiffFormat::Json => return io.json(&table::json(view)),
    };
    io.stdout.write_all(text.as_bytes())
}
