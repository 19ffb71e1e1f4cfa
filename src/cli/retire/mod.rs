//! `cpcap retire`: the way out of a profile's entry, and the edit that is due.

pub(super) mod args;

use std::io;

use crate::cli::fixes::Change;
use crate::cli::reader::Reader;
use crate::cli::values::{self, When};
use crate::cli::{Exit, Io, complain, fixes};
use crate::landscape::{Input, Landscape, read};
use crate::model::time::Time;
use crate::output::json;
use crate::retire::{NOTICE, Request, Retirement, Texts, next_midnight, retire};
use crate::source::{FileId, Sources};
use crate::table::diff::Changes;
use crate::table::retire::{ADD_VERSION, RetireReport, refused_already};
use crate::uses::{Key, What};

use args::{RetireArgs, RetireFormat, WhatArg};

/// The last midnight that RFC 3339 can say: 9999-12-31.
const LATEST: i64 = 253_402_214_400;

/// The edit that is due, and what is printed.
struct Answer {
    /// The texts that the edit changes that is due.
    edits: Vec<Change>,
    text: String,
    is_editable: bool,
    is_refused: bool,
    /// Why the server refuses an edit that brings no error itself.
    refused_already: Option<String>,
    /// Why no edit is due.
    why_nothing: String,
    /// Why an edit that the server accepts is not made yet.
    held: Option<String>,
    /// The comments that the edit loses.
    lost: Vec<String>,
    /// Maintenance cannot move some Shoot.
    is_stuck: bool,
    is_whole: bool,
}

pub(super) fn run(args: &RetireArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let entry = match entry(args) {
        Ok(entry) => entry,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    let now = When::or_now(args.now, io.now);
    let notice = args.notice.unwrap_or(When::In(NOTICE)).from(now);
    if notice < now {
        io.complain(&format!("--notice {} is in the past", notice.date()));
        return Ok(Exit::Failure);
    }
    if notice > Time::from_unix(LATEST) {
        io.complain(&format!(
            "--notice {} is too late: times end with the year 9999",
            notice.date()
        ));
        return Ok(Exit::Failure);
    }
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let settings = match reader.server(&args.gates, &args.provider, now, io) {
        Ok(settings) => settings,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (asked, context, failures) = reader.read_with(&args.profiles, &args.with, &mut sources, io);
    complain::of_failures(&failures, io);
    let inputs: Vec<Input> = asked.iter().chain(&context).copied().collect();
    let files = read(&sources, &inputs);
    let broken = complain::of_texts(&files, &sources, io);
    complain::of_unknown(&files.iter().collect::<Vec<_>>(), &sources, io);
    complain::of_references(&Landscape::new(&files).items, io);
    let texts = Texts {
        sources: &sources,
        inputs: &inputs,
        asked: asked.len(),
    };
    let request = Request {
        entry,
        profile: args.profile_name.as_deref(),
        notice: next_midnight(notice),
        replaces: args.notice.is_some(),
    };
    let stdin = fixes::standard_input(&args.profiles, &asked, &failures);
    let told = retire(texts, request, &settings, |of| {
        let changes = of.diff.map(|diff| Changes::new(diff, of.sources));
        let report = RetireReport::new(of, changes.as_ref(), now);
        let document = || report.document(of, changes.as_ref());
        let text = match args.format {
            RetireFormat::Table => io.page(document(), args.quiet, args.color),
            RetireFormat::Markdown => document().quiet(args.quiet).markdown(),
            RetireFormat::Json => json::text(&report)?,
        };
        io::Result::Ok(Answer {
            edits: edits(of, stdin),
            text,
            is_editable: of.is_editable,
            is_refused: !of.refused.is_empty()
                || of.removal.as_ref().is_some_and(|of| !of.refused.is_empty()),
            refused_already: refused_already(of.remaining, report.children_removal.is_some()),
            why_nothing: report.why_nothing(),
            held: report.held(),
            lost: of.lost.clone(),
            is_stuck: report.fails,
            // A plan whose edit cpcap cannot make says the same as an attempt to make it.
            is_whole: of.unjudged.is_empty() && of.is_editable,
        })
    });
    let answer = match told {
        Ok(answer) => answer?,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    if !(args.write || args.diff) {
        io.stdout.write_all(answer.text.as_bytes())?;
    } else if let Err(reason) = hand_out(args, &answer, io)? {
        io.complain(&reason);
        return Ok(Exit::Failure);
    }
    let is_whole = answer.is_whole && failures.is_empty() && !broken;
    let is_refused = answer.is_refused || answer.refused_already.is_some();
    Ok(match (is_whole, is_refused || answer.is_stuck) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    })
}

/// The entry that is meant.
fn entry(args: &RetireArgs) -> Result<Key<'_>, String> {
    let what = match args.what {
        WhatArg::Kubernetes => What::KubernetesVersion,
        WhatArg::Image => What::ImageVersion,
        WhatArg::MachineType => What::MachineType,
    };
    values::entry(what, &args.names, "cpcap retire image NAME VERSION")
}

/// The texts that the edit changes that is due.
fn edits(of: &Retirement<'_>, stdin: Option<FileId>) -> Vec<Change> {
    let first = of.text.iter().map(|text| (of.profile.file, text));
    let removed = of.removal.iter().flat_map(|of| of.texts.iter().flatten());
    first
        .chain(removed.map(|(file, text)| (*file, text)))
        .map(|(file, new)| Change::new(of.sources.get(file), new, Some(file) == stdin))
        .collect()
}

/// Prints or makes the edit that is due.
fn hand_out(args: &RetireArgs, answer: &Answer, io: &mut Io<'_>) -> io::Result<Result<(), String>> {
    if !answer.is_editable {
        return Ok(Err(
            "the text of the profile cannot be edited without changing something else, most \
             likely through an anchor; edit it by hand"
                .to_owned(),
        ));
    }
    if answer.edits.is_empty() {
        io.complain(&format!("nothing changes: {}", answer.why_nothing));
        return Ok(Ok(()));
    }
    if answer.is_refused {
        io.complain(
            "the server refuses the edit; run the command without --write and --diff to see why",
        );
    }
    if let Some(reason) = &answer.refused_already {
        io.complain(reason);
    }
    for comment in &answer.lost {
        io.complain(&format!("not kept: the comment `{comment}`"));
    }
    if !args.diff && answer.is_refused {
        return Ok(Ok(()));
    }
    if let (false, Some(reason)) = (args.diff, &answer.held) {
        io.complain(&format!(
            "nothing changes: {reason}; first {ADD_VERSION}, or make the edit that --diff prints"
        ));
        return Ok(Ok(()));
    }
    if !args.diff && answer.is_stuck {
        io.complain(
            "maintenance then fails for some users; run the command without --write to see for whom",
        );
    }
    let show = args.diff.then(|| io.color(io.stdout_terminal, args.color));
    for change in &answer.edits {
        if let Err(reason) = fixes::hand_out(change, show, args.quiet, io)? {
            return Ok(Err(reason));
        }
    }
    Ok(Ok(()))
}
