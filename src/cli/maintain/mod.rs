//! `cpcap maintain`: what maintenance does to the Shoots among the inputs, or what profiles alone
//! say about it.

pub(super) mod args;

use std::io;
use std::path::PathBuf;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, shoots};
use crate::landscape::{Landscape, ReadFile, read};
use crate::maintain::{self, Asked, Maintained, ShootAnswer, calendar};
use crate::model::time::Time;
use crate::page::{self, Extent};
use crate::resolution::prepared::Unanswered;
use crate::source::Sources;
use crate::table::maintain as table;
use crate::uses::collect_in_full;

use args::{MaintainArgs, MaintainFormat};

pub(super) fn run(args: &MaintainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let start = When::or_now(args.from.or(args.at), io.now);
    let resolved = |when: Option<When>| when.map(|when| when.from(io.now));
    if let Some(until) = resolved(args.until).filter(|until| *until < start) {
        let start = match (resolved(args.from), resolved(args.at)) {
            (Some(from), _) => format!("--from {from}"),
            (None, Some(at)) => format!("--at {at}"),
            (None, None) => format!("now, {start}; a timeline of the past needs --from"),
        };
        io.complain(&format!("--until {until} is before {start}"));
        return Ok(Exit::Failure);
    }
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let paths = if args.paths.is_empty() {
        vec![PathBuf::from(".")]
    } else {
        args.paths.clone()
    };
    let (asked, around) = if args.of_profiles() {
        (args.profiles.clone(), args.with.clone())
    } else {
        (
            paths,
            args.profiles.iter().chain(&args.with).cloned().collect(),
        )
    };
    let (asked, context, failures) = reader.read_with(&asked, &around, &mut sources, io);
    complain::of_failures(&failures, io);
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let [landscape, context] = [&files, &context_files].map(|files| Landscape::new(files));
    let read: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    let lost = complain::of_lost(&read, &sources, io);
    complain::of_broken(&read, complain::UNREADABLE, &sources, io);
    let rules = reader.provider_rules(&args.provider);
    let run = Run {
        args,
        sources: &sources,
        landscapes: [&landscape, &context],
        start,
        now: io.now,
    };
    let exit = if args.of_profiles() {
        let asked = (start, run.range());
        maintain::profiles(&landscape, &context, &sources, &rules, asked, |answer| {
            run.profiles(answer, io)
        })
    } else {
        let asked = Asked {
            start,
            until: run.until(),
            settle: args.settle,
            explain: args.explain || args.format == MaintainFormat::Json,
        };
        maintain::shoots(&landscape, &context, &sources, &rules, asked, |answer| {
            run.shoots(answer, io)
        })
    }?;
    let unclear = complain::of_unclear(&read, &sources, io);
    Ok(if failures.is_empty() && !lost && !unclear {
        exit
    } else {
        Exit::Failure
    })
}

struct Run<'r> {
    args: &'r MaintainArgs,
    sources: &'r Sources,
    landscapes: [&'r Landscape<'r>; 2],
    /// The time that is asked about.
    start: Time,
    now: Time,
}

impl Run<'_> {
    fn shoots(&self, answer: &Maintained<'_>, io: &mut Io<'_>) -> io::Result<Exit> {
        if answer.shoots.is_empty() && answer.unanswered.is_empty() {
            io.complain(
                "the inputs have no Shoot; name one, or pass only a profile with --profile FILE",
            );
            return Ok(Exit::Failure);
        }
        shoots::complain_of_shapes(&answer.profiles, self.sources, io);
        for (item, faults) in &answer.shoots {
            complain::of_shape(item, self.sources, io);
            for fault in faults {
                shoots::complain_of_fault(item, fault, self.sources, io);
            }
        }
        shoots::complain_of_unanswered(&answer.unanswered, self.sources, io);
        if answer.shoots.is_empty() {
            return Ok(Exit::Failure);
        }
        self.print(answer, io)?;
        let fails = answer.report.shoots.iter().any(ShootAnswer::fails);
        Ok(shoots::exit(answer.unanswered.is_empty(), fails))
    }

    fn profiles(&self, answer: &Maintained<'_>, io: &mut Io<'_>) -> io::Result<Exit> {
        if answer.profiles.is_empty() && answer.unanswered.is_empty() {
            io.complain(
                "there is no CloudProfile and no NamespacedCloudProfile in the files of --profile",
            );
            return Ok(Exit::Failure);
        }
        shoots::complain_of_unanswered(&answer.unanswered, self.sources, io);
        shoots::complain_of_shapes(&answer.profiles, self.sources, io);
        if answer.profiles.is_empty() {
            return Ok(Exit::Failure);
        }
        self.print(answer, io)?;
        let mut profiles = answer.report.profiles.iter();
        let stuck = profiles.any(|profile| !profile.stuck.is_empty());
        // What could not be read is said, and keeps nobody from the rest.
        let whole = answer
            .unanswered
            .iter()
            .all(|why| matches!(why, Unanswered::Unread(..)));
        Ok(shoots::exit(whole, stuck))
    }

    fn until(&self) -> Option<Time> {
        self.args
            .until
            .map(|until| until.from(self.now))
            .or(self.args.is_timeline().then_some(Time::MAX))
    }

    /// The time in which versions of profiles change.
    fn range(&self) -> (Time, Time) {
        let from = if self.args.is_timeline() {
            self.start
        } else {
            Time::MIN
        };
        (from, self.until().unwrap_or(Time::MAX))
    }

    /// The page, also with the calendars of the profiles of Shoots.
    fn page(&self, answer: &Maintained<'_>) -> String {
        let [asked, around] = self.landscapes;
        let mut uses = collect_in_full(asked, around, self.sources, self.now);
        let profiles = &answer.profiles;
        for of in &mut uses.profiles {
            of.asked = profiles
                .iter()
                .any(|usable| std::ptr::eq(usable.item, of.item));
        }
        let calendars = profiles
            .iter()
            .map(|usable| calendar(usable, self.start, self.range(), self.sources));
        let calendars: Vec<_> = calendars.collect();
        let extent = Extent {
            explain: self.args.explain,
            quiet: self.args.quiet,
        };
        let report = &answer.report;
        page::maintain(report, &calendars, &uses, self.sources, self.start, extent)
    }

    fn print(&self, answer: &Maintained<'_>, io: &mut Io<'_>) -> io::Result<()> {
        let (args, report) = (self.args, &answer.report);
        let text = match args.format {
            MaintainFormat::Table => io.page(report.text(args.explain), args.quiet, args.color),
            MaintainFormat::Html => self.page(answer),
            MaintainFormat::Markdown => report.markdown().markdown(),
            MaintainFormat::Csv if args.of_profiles() => table::profiles_csv(&report.profiles),
            MaintainFormat::Csv => table::shoots_csv(&report.shoots),
            MaintainFormat::Json => return io.json(report),
        };
        io.stdout.write_all(text.as_bytes())
    }
}
