//! `cpcap table`: which machine types and image versions of a profile fit, and what is available
//! where.

use std::io;

use crate::cli::args::{MatrixFormat, TableArgs};
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain};
use crate::landscape::{Landscape, read};
use crate::model::cloudprofile::CloudProfile;
use crate::page::{self, ProfilePage, Start};
use crate::resolution::parents::Parents;
use crate::resolution::tied::Ties;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::table::matrix::{self, Filters, Look, Sheet, Subject};

pub(super) fn run(args: &TableArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let filters = args.filters();
    if let Some((flag, why)) = filters.out_of_place(args.kind()) {
        io.complain(&format!("{flag} has no effect here: {why}"));
        return Ok(Exit::Failure);
    }
    if args.ascii && args.format == MatrixFormat::Html {
        io.complain("--ascii has no effect here: browsers show all signs of a page");
        return Ok(Exit::Failure);
    }
    if args.expand && args.format == MatrixFormat::Html {
        io.complain("--expand has no effect here: `Each name` on the page gives each its own row");
        return Ok(Exit::Failure);
    }
    // Without `=` the word reads as a path.
    if args.availability.is_some()
        && let Some(word) = args
            .paths
            .first()
            .and_then(|path| path.to_str())
            .filter(|word| matches!(*word, "machines" | "volumes"))
        && !io.cwd.join(word).exists()
    {
        io.complain(&format!(
            "there is no file `{word}`; did you mean `--availability={word}`?"
        ));
        return Ok(Exit::Failure);
    }
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (inputs, context, failures) = reader.read_with(&args.paths, &args.with, &mut sources, io);
    let [files, context_files] = [&inputs, &context].map(|inputs| read(&sources, inputs));
    let (landscape, context) = (Landscape::new(&files), Landscape::new(&context_files));
    let texts: Vec<_> = files.iter().chain(&context_files).collect();
    let lost = complain::of_lost(&texts, &sources, io) | complain::of_unclear(&texts, &sources, io);
    let mut complaints = complain::unreadable(&files, &landscape, &sources);
    complaints.extend(complain::unreadable(&context_files, &context, &sources));
    let parents = Parents::new(&landscape, &context, &reader.provider_rules(&args.provider));
    let ties = Ties::new(&landscape, &context, &sources);
    let (mut profiles, mut is_clear) = (Vec::new(), true);
    for item in landscape
        .items
        .iter()
        .filter(|item| item.document.readable())
    {
        if let Some(tie) = ties.of_user(item).filter(|_| item.body.profile().is_some()) {
            complain::add_tie(&mut complaints, tie, &sources);
            is_clear = false;
            continue;
        }
        match Usable::new(item, &parents, &sources) {
            Some(Ok(profile)) => match complain::of_undecodable(&profile, &sources)
                .or_else(|| complain::of_unread(&profile))
            {
                Some(why) => complaints.push(why),
                None => profiles.push(profile),
            },
            Some(Err(orphan)) => complaints.push(orphan.to_string()),
            None => {}
        }
    }
    let none = profiles.is_empty() && complaints.is_empty() && failures.is_empty();
    if none {
        complaints.push(
            "the inputs have no CloudProfile; `cpcap lint --verbose` names skipped documents"
                .to_owned(),
        );
    }
    let written: Vec<CloudProfile<'_>> = profiles
        .iter()
        .map(|profile| profile.written(&parents, &sources))
        .collect();
    let written: Vec<&CloudProfile<'_>> = written.iter().collect();
    let unmatched = matrix::unmatched(&filters, &written);
    let mut empty = Vec::new();
    let options = matrix::Options {
        kind: args.kind(),
        // Spreadsheets group for themselves, and pages unfold what is together.
        expand: match args.format {
            MatrixFormat::Csv => true,
            MatrixFormat::Html => false,
            _ => args.expand,
        },
        now: When::or_now(args.now, io.now),
    };
    let mut sheets = Vec::new();
    for (profile, written) in profiles.iter().zip(&written) {
        let (item, name) = (profile.item, profile.name());
        let subject = Subject {
            file: sources.get(item.file).name(),
            document: item.document.index,
            name,
        };
        match matrix::of_profile(profile, subject, &filters, options) {
            Ok(sheet) => sheets.push((profile, *written, sheet)),
            Err(reason) => empty.push(format!(
                "nothing to show of {} `{}` in {}: {reason}",
                name.kind.as_str(),
                name.qualified(),
                subject.file
            )),
        }
    }
    let shown = sheets.len();
    if shown > 0 {
        print(args, sheets, &filters, options, io)?;
    }
    if unmatched.is_empty() {
        complaints.extend(empty);
    }
    for complaint in complaints.iter().chain(&unmatched) {
        io.complain(complaint);
    }
    complain::of_failures(&failures, io);
    Ok(
        if shown == 0 || lost || !is_clear || !unmatched.is_empty() || !failures.is_empty() {
            Exit::Failure
        } else {
            Exit::Success
        },
    )
}

/// The first tables of profiles, and the profiles before the server filled anything in.
type Sheets<'p, 't> = Vec<(&'p Usable<'t>, &'p CloudProfile<'t>, Sheet<'t>)>;

fn print<'t>(
    args: &TableArgs,
    all: Sheets<'_, 't>,
    filters: &Filters,
    options: matrix::Options,
    io: &mut Io<'_>,
) -> io::Result<()> {
    let ascii = args.ascii;
    let sheets = |all: Sheets<'_, 't>| -> Vec<Sheet<'t>> {
        all.into_iter().map(|(_, _, sheet)| sheet).collect()
    };
    let text = match args.format {
        MatrixFormat::Table => {
            let width = io.look(false).width;
            let document = matrix::text(&sheets(all), Look { width, ascii });
            io.page(document, args.quiet, args.color)
        }
        MatrixFormat::Markdown => {
            let document = matrix::markdown(&sheets(all), ascii);
            document.quiet(args.quiet).markdown()
        }
        MatrixFormat::Csv => return matrix::write_csv(&sheets(all), io.stdout),
        MatrixFormat::Json => return io.json(&matrix::json(&sheets(all), options.now)),
        MatrixFormat::Html => {
            let options = page::Options {
                kind: options.kind,
                filters,
                now: options.now,
                quiet: args.quiet,
            };
            let page = |(profile, written, first): (&Usable<'t>, &CloudProfile<'t>, Sheet<'t>)| {
                let subject = first.subject;
                ProfilePage::new(profile, written, subject, Ok(first), options)
            };
            let pages = all.into_iter().map(page).collect();
            page::profiles(pages, Start::default(), options)
        }
    };
    io.stdout.write_all(text.as_bytes())
}
