//! `cpcap retire`: the way out of a profile's entry, and the first edit.

pub(super) mod args;

use std::io;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, fixes, inputs};
use crate::landscape::{ReadFile, read};
use crate::model::time::Time;
use crate::output::json;
use crate::retire::{Request, Retirement, State, Texts, retire};
use crate::source::Sources;
use crate::table::retire::RetireReport;
use crate::uses::{Key, What};

use args::{RetireArgs, RetireFormat, WhatArg};

/// The default of --notice, in seconds: 90 days.
const NOTICE: i64 = 90 * 86_400;

/// The first edit, and what is printed.
struct Answer {
    /// The name and the text of the profile's file, before and after the first edit.
    edit: Option<[String; 3]>,
    is_stdin: bool,
    text: String,
    state: State,
    is_editable: bool,
    is_refused: bool,
    /// The comments that the first edit loses.
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
    let files: Vec<ReadFile<'_>> = [&asked, &context]
        .into_iter()
        .flat_map(|inputs| read(&sources, inputs))
        .collect();
    let all: Vec<&ReadFile<'_>> = files.iter().collect();
    complain::of_broken(&all, complain::UNREADABLE, &sources, io);
    let lost = complain::of_lost(&all, &sources, io);
    let broken = complain::broken(&files).next().is_some();
    let texts = Texts {
        sources: &sources,
        files: &files,
        asked: asked.len(),
    };
    let request = Request {
        entry,
        profile: args.profile_name.as_deref(),
        notice: next_midnight(notice),
        replaces: args.notice.is_some(),
    };
    let stdin = fixes::standard_input(&args.profiles, &asked, &failures);
    let color = args.format == RetireFormat::Table && io.color(io.stdout_terminal, args.color);
    let look = io.look(color);
    let told = retire(texts, request, &settings, |of| {
        let report = RetireReport::new(of, now);
        let text = match args.format {
            RetireFormat::Table => report.document(of).quiet(args.quiet).text(look),
            RetireFormat::Markdown => report.document(of).quiet(args.quiet).markdown(),
            RetireFormat::Json => json::text(&report)?,
        };
        io::Result::Ok(Answer {
            edit: edit(of),
            is_stdin: Some(of.profile.file) == stdin,
            text,
            state: of.state,
            is_editable: of.is_editable,
            is_refused: !of.refused.is_empty()
                || of.refused_removal.as_ref().is_some_and(|of| !of.is_empty()),
            lost: of.lost.clone(),
            is_stuck: report.fails(),
            is_whole: of.unjudged.is_empty(),
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
    let is_whole = answer.is_whole && failures.is_empty() && !lost && !broken;
    Ok(match (is_whole, answer.is_refused || answer.is_stuck) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    })
}

/// The entry that is meant.
fn entry(args: &RetireArgs) -> Result<Key<'_>, String> {
    let names: Vec<&str> = args.names.iter().map(String::as_str).collect();
    let (what, image, name) = match (args.what, &names[..]) {
        (WhatArg::Kubernetes, [version]) => (What::KubernetesVersion, "", *version),
        (WhatArg::MachineType, [name]) => (What::MachineType, "", *name),
        (WhatArg::Image, [image, version]) => (What::ImageVersion, *image, *version),
        (WhatArg::Image, _) => {
            return Err(
                "an image version needs two names: `cpcap retire image NAME VERSION`".to_owned(),
            );
        }
        (WhatArg::Kubernetes | WhatArg::MachineType, _) => {
            return Err("only `image` takes two names".to_owned());
        }
    };
    Ok(Key { what, image, name })
}

/// The first midnight that is not before a time: people read days.
fn next_midnight(time: Time) -> Time {
    const DAY: i64 = 86_400;
    let days = time.unix().div_euclid(DAY) + i64::from(time.unix().rem_euclid(DAY) > 0);
    Time::from_unix(days.saturating_mul(DAY))
}

fn edit(of: &Retirement<'_>) -> Option<[String; 3]> {
    let new = of.text.clone()?;
    let source = of.sources.get(of.profile.file);
    Some([source.name().to_owned(), source.text().to_owned(), new])
}

/// Prints or makes the first edit.
fn hand_out(args: &RetireArgs, answer: &Answer, io: &mut Io<'_>) -> io::Result<Result<(), String>> {
    let Some([name, old, new]) = &answer.edit else {
        let why = match answer.state {
            _ if !answer.is_editable => {
                return Ok(Err(
                    "the text of the profile cannot be edited without changing something else, \
                     most likely through an anchor; edit it by hand"
                        .to_owned(),
                ));
            }
            State::Removable => "nobody among the files uses it, so remove it at once",
            _ => "the profile says already that the entry goes",
        };
        io.complain(&format!("{why}; nothing changes"));
        return Ok(Ok(()));
    };
    if answer.is_refused {
        io.complain(
            "the server refuses the edit; run the command without --write and --diff to see why",
        );
    }
    for comment in &answer.lost {
        io.complain(&format!("not kept: the comment `{comment}`"));
    }
    if args.diff {
        let color = io.color(io.stdout_terminal, args.color);
        fixes::show((name, old, new), color, io)?;
        return Ok(Ok(()));
    }
    if answer.is_refused {
        return Ok(Ok(()));
    }
    if answer.is_stuck {
        io.complain(
            "maintenance cannot move some Shoot; run the command without --write to see which",
        );
    }
    if answer.is_stdin {
        io.stdout.write_all(new.as_bytes())?;
    } else if let Err(error) = fixes::replace(&io.cwd.join(name), old, new) {
        return Ok(Err(format!(
            "cannot write {name}: {}",
            inputs::reason(&error)
        )));
    }
    Ok(Ok(()))
}
