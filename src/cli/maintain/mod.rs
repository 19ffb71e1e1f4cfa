//! `cpcap maintain`: what maintenance does to the Shoots among the inputs, or what profiles alone say about it.

pub(super) mod args;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use crate::cli::{Exit, Io, complain, inputs, shoots};
use crate::config::Preview;
use crate::landscape::{Item, Landscape, ReadFile, read};
use crate::maintenance::{Cluster, Maintenance};
use crate::matching::Matcher;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::output::Look;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::Prepared;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::table::maintain::{self as table, Kind, Place, ProfileView, ShootView};

use args::{MaintainArgs, MaintainFormat};

pub(super) fn run(args: &MaintainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let start = args.from.or(args.at).unwrap_or(io.now);
    if let Some(until) = args.until.filter(|until| *until < start) {
        let start = match (args.from, args.at) {
            (Some(from), _) => format!("--from {from}"),
            (None, Some(at)) => format!("--at {at}"),
            (None, None) => format!("now, {start}; a timeline of the past needs --from"),
        };
        io.complain(&format!("--until {until} is before {start}"));
        return Ok(Exit::Failure);
    }
    let mut sources = Sources::default();
    let paths = if args.paths.is_empty() { vec![PathBuf::from(".")] } else { args.paths.clone() };
    let (asked, around) = if args.of_profiles() {
        (args.profiles.clone(), args.with.clone())
    } else {
        (paths, args.profiles.iter().chain(&args.with).cloned().collect())
    };
    let (asked, context, failures) = inputs::collect_with(&asked, &around, &args.input, &mut sources, io);
    complain::of_failures(&failures, io);
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let (landscape, context) = (Landscape::new(&files), Landscape::new(&context_files));
    let run = Run { args, sources: &sources, landscape: &landscape, context: &context };
    let read: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    let exit = if args.of_profiles() { run.profiles(io)? } else { run.shoots(&read, io)? };
    Ok(if failures.is_empty() { exit } else { Exit::Failure })
}

/// Everything that was read.
struct Run<'r> {
    args: &'r MaintainArgs,
    sources: &'r Sources,
    landscape: &'r Landscape<'r>,
    context: &'r Landscape<'r>,
}

impl<'r> Run<'r> {
    fn shoots(&self, read: &[&ReadFile<'_>], io: &mut Io<'_>) -> io::Result<Exit> {
        let of_shoots: Vec<(&Item<'_>, &Shoot<'_>)> =
            self.landscape.items.iter().filter_map(|item| Some((item, shoots::shoot_of(item)?))).collect();
        complain::of_broken(read, complain::UNREADABLE, self.sources, io);
        if of_shoots.is_empty() {
            io.complain("there is no Shoot in what was read; name one, or ask about a profile alone with --profile FILE");
            return Ok(Exit::Failure);
        }
        // Each profile is prepared once, however many Shoots it has.
        let (parents, stored) = (Parents::new(self.landscape, self.context, &self.args.provider.rules()), Landscape::default());
        let referred = Referred::new(self.landscape, self.context, &stored, &parents, self.sources);
        shoots::complain_of_shapes(referred.profiles().map(|(_, usable)| usable), self.sources, io);
        let matchers = referred.matchers(Preview::default());
        let start = self.args.from.or(self.args.at).unwrap_or(io.now);
        let prepared = Prepared::all(&matchers, start);
        let (mut views, mut unknown) = (Vec::new(), BTreeSet::new());
        for (item, shoot) in &of_shoots {
            let profile = match shoots::profile_of(item, shoot, &referred, &prepared) {
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
            views.push(self.view(item, &judged.shoot, profile, start));
        }
        unknown.iter().for_each(|why| io.complain(why));
        if views.is_empty() {
            return Ok(Exit::Failure);
        }
        let look = self.look(io);
        let text = match self.args.format {
            MaintainFormat::Table => table::shoots_text(&views, self.args.explain).text(look),
            MaintainFormat::Markdown => table::shoots_markdown(&views).markdown(),
            MaintainFormat::Csv => table::shoots_csv(&views),
            MaintainFormat::Json => table::shoots_json(&views)?,
        };
        io.stdout.write_all(text.as_bytes())?;
        Ok(shoots::exit(unknown.is_empty(), views.iter().any(ShootView::fails)))
    }

    fn view<'v>(&self, item: &'v Item<'v>, stored: &Shoot<'v>, profile: &'v Prepared<'v>, start: Time) -> ShootView<'v, 'v, 'v, 'v>
    where
        'r: 'v,
    {
        let (args, maintenance) = (self.args, &profile.maintenance);
        let until = args.until.unwrap_or(Time::MAX);
        let cluster = Cluster::new(stored);
        let (kind, windows) = match (args.is_timeline(), args.settle) {
            (false, false) => (Kind::Next, maintenance.timeline(&cluster, start, start)),
            (false, true) => (Kind::Settled, maintenance.settle(&cluster, start)),
            (true, false) => (Kind::Timeline, maintenance.timeline(&cluster, start, until)),
            (true, true) => (Kind::Settled, maintenance.settle_over(&cluster, start, until)),
        };
        let meta = &item.object.meta;
        ShootView {
            namespace: *meta.namespace,
            name: *meta.name,
            place: place(item, self.sources),
            profile: profile.usable.name(),
            profile_place: place(profile.usable.item, self.sources),
            maintenance,
            cluster,
            kind,
            windows,
            artifact: shoots::artifact(profile, stored),
        }
    }

    fn profiles(&self, io: &mut Io<'_>) -> io::Result<Exit> {
        let of_profiles: Vec<&Item<'_>> = self.landscape.items.iter().filter(|item| shoots::shoot_of(item).is_none()).collect();
        if of_profiles.is_empty() {
            io.complain("there is no CloudProfile and no NamespacedCloudProfile in the files of --profile");
            return Ok(Exit::Failure);
        }
        let parents = Parents::new(self.landscape, self.context, &self.args.provider.rules());
        let mut usable = Vec::new();
        for found in of_profiles.iter().filter_map(|item| Usable::new(item, &parents, self.sources)) {
            match found {
                Ok(profile) => usable.push(profile),
                Err(orphan) => io.complain(&orphan.to_string()),
            }
        }
        shoots::complain_of_shapes(usable.iter(), self.sources, io);
        let matchers: Vec<Matcher<'_, '_>> = usable.iter().map(|usable| Matcher::new(&usable.profile)).collect();
        let prepared: Vec<Maintenance<'_, '_, '_>> = matchers.iter().map(Maintenance::new).collect();
        let args = self.args;
        let now = args.from.or(args.at).unwrap_or(io.now);
        let until = args.until.unwrap_or(Time::MAX);
        let from = if args.is_timeline() { now } else { Time::MIN };
        let view = |(usable, maintenance): (&Usable<'r>, _)| -> ProfileView<'_, '_, '_, '_> {
            let maintenance: &Maintenance<'_, '_, '_> = maintenance;
            ProfileView {
                name: usable.name(),
                place: place(usable.item, self.sources),
                maintenance,
                now,
                range: (from, until),
                transitions: maintenance.transitions(from, until),
                stuck: maintenance.stuck(now, until),
            }
        };
        let views: Vec<ProfileView<'_, '_, '_, '_>> = usable.iter().zip(&prepared).map(view).collect();
        if views.is_empty() {
            return Ok(Exit::Failure);
        }
        let look = self.look(io);
        let text = match args.format {
            MaintainFormat::Table => table::profiles_text(&views, args.explain).text(look),
            MaintainFormat::Markdown => table::profiles_markdown(&views).markdown(),
            MaintainFormat::Csv => table::profiles_csv(&views),
            MaintainFormat::Json => table::profiles_json(&views)?,
        };
        io.stdout.write_all(text.as_bytes())?;
        Ok(shoots::exit(views.len() == of_profiles.len(), views.iter().any(|view| !view.stuck.is_empty())))
    }

    fn look(&self, io: &Io<'_>) -> Look {
        io.look(self.args.format == MaintainFormat::Table && io.color(io.stdout_terminal, self.args.color))
    }
}

fn place<'r>(item: &Item<'_>, sources: &'r Sources) -> Place<'r> {
    Place { file: sources.get(item.file).name(), document: item.document.index }
}
