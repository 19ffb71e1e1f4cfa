//! `cpcap report`: from profiles to pages in a directory.

pub(super) mod args;
mod site;
mod unknown;

use std::io;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, baseline, complain, settings};
use crate::config::Settings;
use crate::config::baseline::is_baseline;
use crate::landscape::{Input, Landscape, read};
use crate::lint::lint_read;
use crate::maintain::calendar;
use crate::model::time::Time;
use crate::page::{self, Entry, Options, ProfilePage, Told};
use crate::report::summary;
use crate::resolution::parents::Parents;
use crate::resolution::usable::{ProfileName, Usable};
use crate::source::Sources;
use crate::table::matrix::{self, Filters, Kind, Subject};
use crate::uses::collect_in_full;
use crate::words::count;

use args::ReportArgs;
use unknown::unknown;

pub(super) fn run(args: &ReportArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    if args.output.as_os_str() == "-" {
        io.complain("a report is several files; name a directory for -o, such as `site/`");
        return Ok(Exit::Failure);
    }
    let chosen = &args.settings;
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let now = When::or_now(args.now, io.now);
    let server = match reader.server(&chosen.gates, &chosen.provider, now, io) {
        Ok(server) => server,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (mut judged, context, failures) =
        reader.read_with(&args.paths, &chosen.with, &mut sources, io);
    judged.retain(|input| !is_baseline(sources.get(input.file).text()));
    let all: Vec<Input> = judged.iter().chain(&context).copied().collect();
    let found = reader.found();
    let accepted = match baseline::path(chosen, found, &io.cwd) {
        Some(path) => {
            match baseline::load(&path, &all, args.input.max_file_size, &mut sources, io) {
                Ok(accepted) => Some(accepted),
                Err(()) => return Ok(Exit::Failure),
            }
        }
        None => None,
    };
    let settings = Settings {
        operation: args.operation.into(),
        choice: settings::choice(chosen, found, &all, &sources, &io.cwd),
        level: settings::level(chosen, found),
        silences: true,
        baseline: accepted,
        answers: true,
        ..server
    };
    let [files, context_files] = [&judged, &context].map(|inputs| read(&sources, inputs));
    let [texts, around] = [&files, &context_files].map(|files| files.iter().collect::<Vec<_>>());
    let outcome = lint_read(&sources, [&texts, &around, &[]], &settings, &mut |_, _| {});
    let (landscape, around) = (Landscape::new(&files), Landscape::new(&context_files));
    let parents = Parents::new(&landscape, &around, &settings.provider_rules);
    let filters = Filters::default();
    let options = Options {
        kind: Kind::Versions,
        filters: &filters,
        now,
        quiet: args.quiet,
    };
    let first = matrix::Options {
        kind: options.kind,
        expand: false,
        now,
    };
    // Pages borrow the profiles that they are built from.
    let profiles: Vec<_> = landscape
        .items
        .iter()
        .filter_map(|item| Some((item, Usable::new(item, &parents, &sources)?)))
        .collect();
    let uses = collect_in_full(&landscape, &around, &sources, now);
    let mut entries = Vec::new();
    for (item, profile) in &profiles {
        let unknown = unknown(item, profile.as_ref(), &parents, &sources);
        let subject = |name| Subject {
            file: sources.get(item.file).name(),
            document: item.document.index,
            name,
        };
        let (page, calendar) = match (unknown.untold(), profile) {
            (None, Ok(profile)) => {
                let subject = subject(profile.name());
                let written = profile.written(&parents, &sources);
                let first = matrix::of_profile(profile, subject, &filters, first);
                let page = ProfilePage::new(profile, &written, subject, first, options);
                let calendar = calendar(profile, now, (Time::MIN, Time::MAX), &sources);
                (page, Some(calendar))
            }
            (why, _) => {
                let alone = ProfileName {
                    kind: item.object.kind,
                    namespace: item.object.namespace(),
                    name: *item.object.meta.name,
                    parent: None,
                };
                let why = why.unwrap_or_default().to_owned();
                (ProfilePage::untold(subject(alone), why), None)
            }
        };
        entries.push(Entry {
            item,
            page,
            calendar,
            unknown: unknown.all(),
        });
    }
    let pages = entries.len();
    complain::of_failures(&failures, io);
    let mut unread = complain::unreadable(&files, &landscape, &sources);
    unread.extend(complain::unreadable(&context_files, &around, &sources));
    if pages == 0 {
        if unread.is_empty() && failures.is_empty() {
            io.complain(
                "the inputs have no CloudProfile; `cpcap lint --verbose` names skipped documents",
            );
        }
        unread.iter().for_each(|why| io.complain(why));
        return Ok(Exit::Failure);
    }
    unread.splice(0..0, failures.iter().map(complain::of_failure));
    let told = Told {
        entries,
        outcome: &outcome,
        uses: &uses,
        unread: &unread,
    };
    let files = page::report(told, &sources, options);
    let name = args.output.display().to_string();
    let name = name.trim_end_matches('/');
    if let Err(reason) = site::write(&io.cwd.join(&args.output), name, &files) {
        io.complain(&reason);
        return Ok(Exit::Failure);
    }
    if !args.quiet {
        let pages = count(pages, "profile");
        drop(writeln!(io.stderr, "{}", summary(&outcome.summary)));
        drop(writeln!(
            io.stderr,
            "wrote the pages of {pages}: {name}/index.html"
        ));
    }
    let deny = settings::deny(chosen, found);
    Ok(if !failures.is_empty() {
        Exit::Failure
    } else if outcome.findings.iter().any(|of| of.severity >= deny) {
        Exit::Findings
    } else {
        Exit::Success
    })
}
