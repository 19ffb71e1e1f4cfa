//! `cpcap add`: a new version like another one, and the text with it.

pub(super) mod args;

use std::io;

use crate::add::{Request, Texts, add};
use crate::cli::fixes::Change;
use crate::cli::reader::Reader;
use crate::cli::values::{self, When};
use crate::cli::{Exit, Io, complain, fixes};
use crate::diff::Verdict;
use crate::landscape::{Input, read};
use crate::model::lifecycle::Classification;
use crate::output::json;
use crate::source::Sources;
use crate::table::add::AddReport;
use crate::table::diff::Changes;
use crate::uses::{Key, What};

use args::{AddArgs, AddFormat, AddWhat, NewClassification};

/// The new text, and what is printed.
struct Answer {
    /// What becomes of the profile's file.
    edit: Change,
    text: String,
    /// The artifacts to fill in, each with its place.
    to_fill: Vec<String>,
    /// Whether the version brings errors.
    brings_errors: bool,
    is_refused: bool,
    /// Whether no more than cpcap's own judgement speaks against it.
    is_accepted: bool,
}

pub(super) fn run(args: &AddArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let entry = match entry(args) {
        Ok(entry) => entry,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let now = When::or_now(args.now, io.now);
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
    let texts = Texts {
        sources: &sources,
        inputs: &inputs,
        asked: asked.len(),
    };
    let request = Request {
        entry,
        like: &args.like,
        classification: args.classification.map(|word| match word {
            NewClassification::Preview => Classification::Preview,
            NewClassification::Supported => Classification::Supported,
        }),
        profile: args.profile_name.as_deref(),
    };
    let stdin = fixes::standard_input(&args.profiles, &asked, &failures);
    let told = add(texts, request, &settings, |of| {
        let changes = Changes::new(of.diff, of.sources);
        let report = AddReport::new(of, &changes);
        let document = || report.document(of, &changes);
        let text = match args.format {
            AddFormat::Table => io.page(document(), args.quiet, args.color),
            AddFormat::Markdown => document().quiet(args.quiet).markdown(),
            AddFormat::Json => json::text(&report)?,
        };
        let source = of.sources.get(of.profile.file);
        io::Result::Ok(Answer {
            edit: Change::new(source, of.text, Some(of.profile.file) == stdin),
            text,
            to_fill: report.to_fill(),
            brings_errors: !of.errors.is_empty(),
            is_refused: report.refused,
            is_accepted: of.diff.verdict() != Verdict::Refused,
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
    let is_whole = failures.is_empty() && !broken;
    Ok(match (is_whole, answer.is_refused) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    })
}

/// The version that is meant.
fn entry(args: &AddArgs) -> Result<Key<'_>, String> {
    let what = match args.what {
        AddWhat::Kubernetes => What::KubernetesVersion,
        AddWhat::Image => What::ImageVersion,
    };
    values::entry(
        what,
        &args.names,
        "cpcap add image NAME VERSION --like VERSION",
    )
}

/// Prints or makes the change.
fn hand_out(args: &AddArgs, answer: &Answer, io: &mut Io<'_>) -> io::Result<Result<(), String>> {
    if answer.brings_errors {
        io.complain(if answer.is_accepted {
            "the version brings errors to the profile; run the command without --write and \
                 --diff to see them"
        } else {
            "the server refuses the profile with this version; run the command without \
                 --write and --diff to see why"
        });
    }
    if answer.brings_errors && !args.diff {
        return Ok(Ok(()));
    }
    let show = args.diff.then(|| io.color(io.stdout_terminal, args.color));
    if let Err(reason) = fixes::hand_out(&answer.edit, show, args.quiet, io)? {
        return Ok(Err(reason));
    }
    // What the profile lacks is no remark, so it is said with --quiet, too.
    for line in &answer.to_fill {
        io.complain(line);
    }
    Ok(Ok(()))
}
