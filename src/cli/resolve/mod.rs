//! `cpcap resolve`: what the server makes of the Shoots among the inputs.

pub(super) mod args;

use std::io;
use std::path::PathBuf;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, shoots};
use crate::config::Settings;
use crate::landscape::{ReadFile, read};
use crate::model::time::Time;
use crate::resolve::{Admitted, Resolved, ShootView, resolve};
use crate::source::Sources;
use crate::table::resolve as table;

use args::{ResolveArgs, ResolveFormat};

pub(super) fn run(args: &ResolveArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let now = When::or_now(args.now, io.now);
    let settings = match reader.server(&args.gates, &args.provider, now, io) {
        Ok(server) => Settings {
            operation: args.operation.into(),
            preview: args.preview.chosen(),
            ..server
        },
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let around: Vec<PathBuf> = args.profiles.iter().chain(&args.with).cloned().collect();
    let (asked, context, failures) = reader.read_with(&args.paths, &around, &mut sources, io);
    complain::of_failures(&failures, io);
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let read: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    complain::of_broken(&read, complain::UNREADABLE, &sources, io);
    let lost = complain::of_lost(&read, &sources, io);
    let unclear = complain::of_unclear(&read, &sources, io);
    let whole = failures.is_empty() && !lost && !unclear;
    resolve(&sources, [&files, &context_files], &settings, |resolved| {
        tell(resolved, args, (&sources, now), whole, io)
    })
}

/// `whole`: all files could be read.
fn tell(
    resolved: &Resolved<'_>,
    args: &ResolveArgs,
    (sources, now): (&Sources, Time),
    mut whole: bool,
    io: &mut Io<'_>,
) -> io::Result<Exit> {
    if resolved.shoots.is_empty() && resolved.unanswered.is_empty() {
        io.complain("the inputs have no Shoot");
        return Ok(Exit::Failure);
    }
    shoots::complain_of_shapes(&resolved.profiles, sources, io);
    // A Shoot that is written out has everything filled in.
    let views: Vec<&ShootView<'_>> = resolved
        .shoots
        .iter()
        .filter(|view| !args.write || view.unread.is_none())
        .collect();
    let mut texts = Vec::new();
    for view in views.iter().filter(|_| args.write) {
        match view.written() {
            Ok(text) => texts.push(text),
            Err(why) => {
                io.complain(&format!("{}: Shoot `{}` {why}", view.place.file, view.name));
                whole = false;
            }
        }
    }
    let unread = resolved.shoots.iter().filter_map(|of| of.unread.as_ref());
    whole &= resolved.unanswered.is_empty() && unread.clone().next().is_none();
    let unanswered = resolved.unanswered.iter().chain(unread);
    shoots::complain_of_unanswered(unanswered, sources, io);
    if views.is_empty() {
        return Ok(Exit::Failure);
    }
    if args.write {
        io.stdout.write_all(texts.join("---\n").as_bytes())?;
        for refusal in views.iter().flat_map(|view| &view.refusals) {
            io.complain(&format!(
                "the server refuses {}: {}",
                refusal.field, refusal.message
            ));
        }
    } else {
        print(args, &resolved.shoots, now, io)?;
    }
    whole &= !views
        .iter()
        .any(|view| matches!(view.admitted, Admitted::Unknown(_)));
    Ok(shoots::exit(
        whole,
        views.iter().any(|view| !view.refusals.is_empty()),
    ))
}

fn print(
    args: &ResolveArgs,
    views: &[ShootView<'_>],
    now: Time,
    io: &mut Io<'_>,
) -> io::Result<()> {
    let text = match args.format {
        ResolveFormat::Table => io.page(table::text(views), args.quiet, args.color),
        ResolveFormat::Markdown => table::markdown(views).quiet(args.quiet).markdown(),
        ResolveFormat::Csv => table::csv(views),
        ResolveFormat::Json => return io.json(&table::json(views, now)),
    };
    io.stdout.write_all(text.as_bytes())
}
