//! `cpcap table`: which machine types and image versions of a profile fit, and what is available
//! where.

use std::io;

use crate::cli::args::{MatrixFormat, TableArgs};
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain};
use crate::landscape::{Landscape, OtherKind, ReadFile, read};
use crate::model::cloudprofile::CloudProfile;
use crate::model::object::ObjectKind;
use crate::page::{self, ProfilePage, Start};
use crate::resolution::parents::Parents;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::table::matrix::{self, Look, Sheet, Subject};

pub(super) fn run(args: &TableArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let filters = args.filters();
    if let Some((flag, why)) = filters.out_of_place(args.kind()) {
        io.complain(&format!("{flag} has no effect here: {why}"));
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
    let lost = complain::of_lost(&texts, &sources, io);
    let mut complaints = unreadable(&files, &landscape, &sources);
    complaints.extend(unreadable(&context_files, &context, &sources));
    let parents = Parents::new(&landscape, &context, &reader.provider_rules(&args.provider));
    let mut profiles = Vec::new();
    for item in landscape
        .items
        .iter()
        .filter(|item| item.document.readable())
    {
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
    let shown = if args.format == MatrixFormat::Html {
        let options = page::Options {
            kind: args.kind(),
            filters: &filters,
            now: When::or_now(args.now, io.now),
            ascii: args.ascii,
            quiet: args.quiet,
        };
        let pages = each(&profiles, &sources, &mut empty, |profile, subject| {
            let written = profile.written(&parents, &sources);
            ProfilePage::new(profile, &written, subject, options)
        });
        let shown = pages.len();
        if shown > 0 {
            let text = page::profiles(pages, Start::default(), options);
            io.stdout.write_all(text.as_bytes())?;
        }
        shown
    } else {
        let options = matrix::Options {
            kind: args.kind(),
            // Spreadsheets group for themselves.
            expand: args.expand || args.format == MatrixFormat::Csv,
            now: When::or_now(args.now, io.now),
        };
        let sheets = each(&profiles, &sources, &mut empty, |profile, subject| {
            matrix::of_profile(profile, subject, &filters, options)
        });
        if !sheets.is_empty() {
            print(args, &sheets, io)?;
        }
        sheets.len()
    };
    if unmatched.is_empty() {
        complaints.extend(empty);
    }
    for complaint in complaints.iter().chain(&unmatched) {
        io.complain(complaint);
    }
    for failure in &failures {
        io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
    }
    Ok(
        if shown == 0 || lost || !unmatched.is_empty() || !failures.is_empty() {
            Exit::Failure
        } else {
            Exit::Success
        },
    )
}

/// What is built of all profiles; of those that have nothing to show, why.
fn each<'p, 't, T>(
    profiles: &'p [Usable<'t>],
    sources: &'t Sources,
    empty: &mut Vec<String>,
    build: impl Fn(&'p Usable<'t>, Subject<'t>) -> Result<T, String>,
) -> Vec<T> {
    let mut built = Vec::new();
    for profile in profiles {
        let (item, name) = (profile.item, profile.name());
        let subject = Subject {
            file: sources.get(item.file).name(),
            document: item.document.index,
            name,
        };
        match build(profile, subject) {
            Ok(one) => built.push(one),
            Err(reason) => empty.push(format!(
                "nothing to show of {} `{}` in {}: {reason}",
                name.kind.as_str(),
                name.qualified(),
                subject.file
            )),
        }
    }
    built
}

fn print(args: &TableArgs, sheets: &[Sheet<'_>], io: &mut Io<'_>) -> io::Result<()> {
    let ascii = args.ascii;
    let text = match args.format {
        MatrixFormat::Table => {
            let width = io.look(false).width;
            let document = matrix::text(sheets, Look { width, ascii });
            io.page(document, args.quiet, args.color)
        }
        MatrixFormat::Markdown => matrix::markdown(sheets, ascii).quiet(args.quiet).markdown(),
        MatrixFormat::Csv => return matrix::write_csv(sheets, io.stdout),
        MatrixFormat::Json => {
            let now = When::or_now(args.now, io.now);
            return io.json(&matrix::json(sheets, now));
        }
        // Pages have more than these tables.
        MatrixFormat::Html => return Ok(()),
    };
    io.stdout.write_all(text.as_bytes())
}

/// The messages about documents that kubectl could not read, and about profiles of another API
/// version.
fn unreadable(files: &[ReadFile<'_>], landscape: &Landscape<'_>, sources: &Sources) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        for document in &file.documents {
            if let Some(problem) = document
                .problems
                .iter()
                .find(|problem| problem.kind.rejects())
            {
                complaints.push(complain::with_place(
                    sources,
                    file.file,
                    problem.span,
                    "cpcap cannot read this document",
                ));
            }
        }
    }
    for other in landscape
        .others
        .iter()
        .filter(|other| other.document.readable())
    {
        if let OtherKind::Unknown(unknown) = &other.what
            && *unknown.kind == ObjectKind::CloudProfile.as_str()
        {
            let what = format!(
                "cpcap cannot show a CloudProfile of {}",
                *unknown.api_version
            );
            complaints.push(complain::with_place(
                sources,
                other.file,
                unknown.api_version.span,
                &what,
            ));
        }
    }
    complaints
}
