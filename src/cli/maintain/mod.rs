//! `cpcap maintain`: what maintenance does to the Shoots among the inputs, or what profiles alone
//! say about it.

pub(super) mod args;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, shoots};
use crate::config::{Preview, ProviderRules};
use crate::landscape::{Item, Landscape, ReadFile, read};
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::output::json;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::Prepared;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::table::maintain::{self as table, Asked, MaintainReport, ShootAnswer};

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
    let (landscape, context) = (Landscape::new(&files), Landscape::new(&context_files));
    let run = Run {
        args,
        provider_rules: reader.provider_rules(&args.provider),
        sources: &sources,
        landscape: &landscape,
        context: &context,
    };
    let read: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    let lost = complain::of_lost(&read, &sources, io);
    let exit = if args.of_profiles() {
        run.profiles(io)?
    } else {
        run.shoots(&read, io)?
    };
    Ok(if failures.is_empty() && !lost {
        exit
    } else {
        Exit::Failure
    })
}

struct Run<'r> {
    args: &'r MaintainArgs,
    provider_rules: ProviderRules,
    sources: &'r Sources,
    landscape: &'r Landscape<'r>,
    context: &'r Landscape<'r>,
}

impl<'r> Run<'r> {
    fn shoots(&self, read: &[&ReadFile<'_>], io: &mut Io<'_>) -> io::Result<Exit> {
        let of_shoots: Vec<(&Item<'_>, &Shoot<'_>)> = self
            .landscape
            .items
            .iter()
            .filter_map(|item| Some((item, shoots::shoot_of(item)?)))
            .collect();
        complain::of_broken(read, complain::UNREADABLE, self.sources, io);
        if of_shoots.is_empty() {
            io.complain(
                "the inputs have no Shoot; name one, or pass only a profile with --profile FILE",
            );
            return Ok(Exit::Failure);
        }
        // Each profile is prepared once, however many Shoots it has.
        let (parents, stored) = (
            Parents::new(self.landscape, self.context, &self.provider_rules),
            Landscape::default(),
        );
        let referred = Referred::new(
            self.landscape,
            self.context,
            &stored,
            &parents,
            self.sources,
        );
        shoots::complain_of_shapes(
            referred.profiles().map(|(_, usable)| usable),
            self.sources,
            io,
        );
        let matchers = referred.matchers(Preview::default());
        let start = When::or_now(self.args.from.or(self.args.at), io.now);
        let prepared = Prepared::all(&matchers, start);
        let asked = Asked {
            start,
            until: self.until(io.now),
            settle: self.args.settle,
            explain: self.args.explain || self.args.format == MaintainFormat::Json,
        };
        let (mut report, mut unknown) = (MaintainReport::default(), BTreeSet::new());
        for (item, shoot) in &of_shoots {
            let profile = match shoots::whole_profile_of(item, shoot, &referred, &prepared) {
                Ok(profile) => profile,
                Err(why) => {
                    unknown.insert(why);
                    continue;
                }
            };
            complain::of_shape(item, self.sources, io);
            let judged = profile.stored(shoot);
            for fault in &judged.mutation {
                shoots::complain_of_fault(item, fault, self.sources, io);
            }
            report.shoots.push(table::shoot(
                item,
                &judged.shoot,
                profile,
                asked,
                self.sources,
            ));
        }
        unknown.iter().for_each(|why| io.complain(why));
        if report.shoots.is_empty() {
            return Ok(Exit::Failure);
        }
        let fails = report.shoots.iter().any(ShootAnswer::fails);
        self.print(&report, io)?;
        Ok(shoots::exit(unknown.is_empty(), fails))
    }

    fn profiles(&self, io: &mut Io<'_>) -> io::Result<Exit> {
        let of_profiles: Vec<&Item<'_>> = self
            .landscape
            .items
            .iter()
            .filter(|item| shoots::shoot_of(item).is_none())
            .collect();
        if of_profiles.is_empty() {
            io.complain(
                "there is no CloudProfile and no NamespacedCloudProfile in the files of --profile",
            );
            return Ok(Exit::Failure);
        }
        let parents = Parents::new(self.landscape, self.context, &self.provider_rules);
        let mut usable = Vec::new();
        for found in of_profiles
            .iter()
            .filter_map(|item| Usable::new(item, &parents, self.sources))
        {
            match found {
                Ok(profile) => usable.push(profile),
                Err(orphan) => io.complain(&orphan.to_string()),
            }
        }
        shoots::complain_of_shapes(usable.iter(), self.sources, io);
        let matchers: Vec<Matcher<'_, '_>> = usable
            .iter()
            .map(|usable| Matcher::new(&usable.profile))
            .collect();
        let now = When::or_now(self.args.from.or(self.args.at), io.now);
        let range = (
            if self.args.is_timeline() {
                now
            } else {
                Time::MIN
            },
            self.until(io.now).unwrap_or(Time::MAX),
        );
        let answer = |(usable, matcher): (&Usable<'r>, _)| {
            table::profile(usable, &Maintenance::new(matcher), now, range, self.sources)
        };
        let profiles = usable.iter().zip(&matchers).map(answer).collect();
        let report = MaintainReport {
            profiles,
            ..MaintainReport::default()
        };
        if report.profiles.is_empty() {
            return Ok(Exit::Failure);
        }
        self.print(&report, io)?;
        let stuck = report
            .profiles
            .iter()
            .any(|profile| !profile.stuck.is_empty());
        Ok(shoots::exit(
            report.profiles.len() == of_profiles.len(),
            stuck,
        ))
    }

    fn until(&self, now: Time) -> Option<Time> {
        self.args
            .until
            .map(|until| until.from(now))
            .or(self.args.is_timeline().then_some(Time::MAX))
    }

    fn print(&self, report: &MaintainReport<'_>, io: &mut Io<'_>) -> io::Result<()> {
        let format = self.args.format;
        let color =
            format == MaintainFormat::Table && io.color(io.stdout_terminal, self.args.color);
        let text = match format {
            MaintainFormat::Table => report
                .text(self.args.explain)
                .quiet(self.args.quiet)
                .text(io.look(color)),
            MaintainFormat::Markdown => report.markdown().markdown(),
            MaintainFormat::Csv if self.args.of_profiles() => table::profiles_csv(&report.profiles),
            MaintainFormat::Csv => table::shoots_csv(&report.shoots),
            MaintainFormat::Json => json::text(report)?,
        };
        io.stdout.write_all(text.as_bytes())
    }
}
