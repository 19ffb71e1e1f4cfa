//! `cpcap verbs`: which custom verbs objects need, and who gets them.

pub(super) mod args;

use std::io;

use crate::cli::reader::Reader;
use crate::cli::{Exit, Io, complain};
use crate::config::{ProviderRules, Settings};
use crate::landscape::pairing::{Rivals, Stored};
use crate::landscape::{Landscape, ReadFile, read};
use crate::lint::Reading;
use crate::merge;
use crate::output::json;
use crate::resolution::parents::{Parents, namespaced};
use crate::source::Sources;
use crate::table::verbs::{self as table, Needs, Subject};

use args::{VerbsArgs, VerbsFormat};

pub(super) fn run(args: &VerbsArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (inputs, mut failures) = reader.read(&args.paths, &mut sources, io);
    let (old_inputs, old_failures) = reader.read(&args.old, &mut sources, io);
    failures.extend(old_failures);
    complain::of_failures(&failures, io);
    let [files, old_files] = [&inputs, &old_inputs].map(|inputs| read(&sources, inputs));
    let [landscape, stored] = [&files, &old_files].map(|files| Landscape::new(files));
    let pairs = Stored::new(&landscape, &stored);
    let broken = complain::broken(&files)
        .chain(complain::broken(&old_files))
        .collect::<Vec<_>>();
    let objects = landscape
        .items
        .iter()
        .filter(|item| namespaced(item).is_some() && item.document.readable());
    let needs: Vec<Needs<'_>> = objects
        .map(|item| {
            let old = pairs.of(item);
            let verbs = merge::verbs(item.raw(), old.map(|old| old.raw()));
            Needs {
                item,
                file: sources.get(item.file).name(),
                update: old.is_some(),
                verbs,
            }
        })
        .collect();
    let text = if args.rbac {
        let subjects: Vec<&Subject> = args
            .users
            .iter()
            .chain(&args.groups)
            .chain(&args.service_accounts)
            .collect();
        table::rbac(&needs, &args.role_name, &subjects)?
    } else {
        match args.format {
            VerbsFormat::Table => io.page(table::document(&needs), args.quiet, args.color),
            VerbsFormat::Json => json::text(&table::json(&needs))?,
        }
    };
    io.stdout.write_all(text.as_bytes())?;
    io.stdout.flush()?;
    let texts: Vec<&ReadFile<'_>> = files.iter().chain(&old_files).collect();
    let (parents, settings) = (
        Parents::new(&landscape, &stored, &ProviderRules::default()),
        Settings::at(io.now),
    );
    let reading = Reading {
        files: &texts,
        landscapes: &[&landscape, &stored],
        parents: &parents,
        settings: &settings,
    };
    complain::of_files(reading, &sources, Some(&broken), false, io);
    let rivals: Vec<Rivals> = pairs.ambiguous.iter().map(Rivals::new).collect();
    let ambiguous = complain::of_rivals(&rivals, &sources, io);
    if needs.is_empty() && failures.is_empty() && broken.is_empty() {
        complain::of_nothing(&landscape, io);
    } else if args.rbac && !needs.is_empty() && text.is_empty() {
        io.complain("the objects need no custom verb: there is nothing to grant");
    }
    Ok(
        if ambiguous || !failures.is_empty() || !broken.is_empty() || needs.is_empty() {
            Exit::Failure
        } else {
            Exit::Success
        },
    )
}
