//! `cpcap match`: from names and profiles to an answer on a stream.

pub(super) mod args;
mod profiles;

use std::collections::BTreeSet;
use std::io;

use crate::capability::Demand;
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, values};
use crate::config::Settings;
use crate::landscape::{Body, Item, Landscape, ReadFile, read};
use crate::lint::Reading;
use crate::matching::{Matcher, Missing, Named, Query, Thing};
use crate::model::cloudprofile::CloudProfile;
use crate::model::path::FieldPath;
use crate::provider::lookup::Catalog;
use crate::resolution::parents::Parents;
use crate::resolution::provided;
use crate::resolution::tied::Ties;
use crate::resolution::usable::{ARTIFACTS, Usable, unsettled};
use crate::source::{FileId, Sources};
use crate::table::matching::{self as table, Asking, Columns, Look, ProfileView};
use crate::words::artifacts;

use args::{MatchArgs, MatchFormat};

/// The parts of a profile that decide what fits what.
const MATCHED: &[&str] = &[
    "spec.machineCapabilities",
    "spec.machineImages",
    "spec.machineTypes",
];

/// Maximum number of names listed where none is near.
const LISTED_NAMES: usize = 6;

pub(super) fn run(args: &MatchArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let (chosen, preview) = (profiles::chosen(args, io), args.preview.chosen());
    let demand = match demand(args) {
        Ok(demand) => demand.filter(|_| !args.bastion),
        Err(flag) => {
            io.complain(&format!(
                "{flag} asks for a worker capability, which Gardener does not have yet; add \
                 --preview worker-capabilities"
            ));
            return Ok(Exit::Failure);
        }
    };
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (inputs, context, failures) =
        reader.read_with(chosen.paths(), &args.with, &mut sources, io);
    for failure in &failures {
        io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
    }
    let [files, context_files] = [&inputs, &context].map(|inputs| read(&sources, inputs));
    let [landscape, around] =
        [&files, &context_files].map(|files| Landscape::with_preview(files, preview));
    let parents = Parents::new(&landscape, &around, &reader.provider_rules(&args.provider));
    let texts: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    let settings = Settings {
        preview,
        ..Settings::at(io.now)
    };
    let reading = Reading {
        files: &texts,
        landscapes: &[&landscape, &around],
        parents: &parents,
        settings: &settings,
    };
    let (found, orphans) = match chosen.pick(&landscape, &parents, &sources) {
        Ok(found) => found,
        Err(reason) => {
            // With too many profiles, what is wrong with one of them can wait.
            if !landscape
                .items
                .iter()
                .any(|item| matches!(item.body, Body::CloudProfile(_)))
            {
                complain::of_files(
                    Reading {
                        files: &texts,
                        ..reading
                    },
                    &sources,
                    None,
                    false,
                    io,
                );
            }
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    for orphan in &orphans {
        io.complain(&orphan.to_string());
    }
    if found.is_empty() {
        return Ok(Exit::Failure);
    }
    let asked: Vec<&Item<'_>> = found
        .iter()
        .flat_map(|profile| std::iter::once(profile.item).chain(profile.parent))
        .collect();
    let files: Vec<FileId> = asked.iter().map(|item| item.file).collect();
    // The part before a text breaks off is an answer; a list with an unreadable entry is none.
    let (mut unread, mut known) = (Vec::new(), Vec::new());
    let ties = Ties::new(&landscape, &around, &sources);
    for profile in found {
        if let Some((item, path)) = undecided(&profile, args, &parents, &sources) {
            unread.push(complain::unread(item, &path));
        } else if let Some(tie) = ties.of_user(profile.item) {
            complain::add_tie(&mut unread, tie, &sources);
        } else {
            known.push(profile);
        }
    }
    let said = complain::of_files(reading, &sources, Some(&files), !known.is_empty(), io);
    // Of files that a search finds, those matter that it takes.
    let others = texts
        .iter()
        .copied()
        .filter(|text| !chosen.searched() && !files.contains(&text.file));
    let others: Vec<&ReadFile<'_>> = others.collect();
    complain::of_broken(&others, complain::UNREADABLE, &sources, io);
    let lost = texts
        .iter()
        .any(|text| files.contains(&text.file) && complain::loses(text));
    let taken: Vec<&ReadFile<'_>> = texts
        .iter()
        .copied()
        .filter(|text| files.contains(&text.file))
        .collect();
    let lost = lost | complain::of_unclear(&taken, &sources, io);
    for item in asked.iter().filter(|item| !said.contains(&item.file)) {
        complain::of_shape(item, &sources, io);
    }

    unread.iter().for_each(|why| io.complain(why));
    let mut found = known;
    if found.is_empty() {
        return Ok(Exit::Failure);
    }
    for profile in &found {
        if let Some(path) = artifacts::unread(profile) {
            io.complain(&format!(
                "{}: cpcap could not read {path}, so the answer leaves out artifacts",
                profile.name()
            ));
        }
    }
    found.iter_mut().for_each(|profile| profile.add(preview));
    let matchers: Vec<Matcher<'_, '_>> = found
        .iter()
        .map(|profile| Matcher::new(&profile.profile).asked_by(demand))
        .collect();
    let query = Query {
        machine_types: args.machine_types.clone(),
        images: args.images.clone(),
        versions: args.versions.clone(),
    };
    let look_up = |matcher| {
        if args.bastion {
            Named::default()
        } else {
            query.look_up(matcher)
        }
    };
    let named: Vec<Named> = matchers.iter().map(look_up).collect();
    let missing = missing(&named);
    if !missing.is_empty() {
        for missing in &missing {
            io.complain(&unknown(missing, &query, &matchers));
        }
        return Ok(Exit::Failure);
    }
    let now = When::or_now(args.now, io.now);
    let catalogs: Vec<Option<Catalog<'_, '_>>> = found
        .iter()
        .map(|profile| {
            let catalog = profile.catalog()?;
            Some(match demand {
                _ if args.bastion => catalog.for_bastion(),
                Some(demand) => catalog.for_worker(demand),
                None => catalog,
            })
        })
        .collect();
    let regions: Vec<Vec<&str>> = found
        .iter()
        .map(|profile| asked_regions(&args.regions, profile))
        .collect();
    if let Some(unknown) = args
        .regions
        .iter()
        .find(|region| !regions.iter().flatten().any(|known| known == region))
    {
        io.complain(&unknown_region(unknown, &found));
        return Ok(Exit::Failure);
    }
    let written: Vec<CloudProfile<'_>> = found
        .iter()
        .map(|profile| profile.written(&parents, &sources))
        .collect();
    let mut views = Vec::new();
    for (((named, matcher), (profile, written)), (catalog, regions)) in named
        .into_iter()
        .zip(&matchers)
        .zip(found.iter().zip(&written))
        .zip(catalogs.iter().zip(&regions))
    {
        // Profiles that have nothing of the question are left out.
        if !named.missing.is_empty() {
            continue;
        }
        let asking = Asking {
            asked: query.asked(),
            version: query.version(),
            regions,
            in_regions: !args.regions.is_empty(),
            bastion: args.bastion,
            now,
        };
        let about = (matcher, catalog.as_ref());
        let file = sources.get(profile.item.file).name();
        let profile = (profile, written);
        views.push(ProfileView::new(profile, about, named, asking, file));
    }
    print(args, &query, &views, found.len() > 1, io)?;
    Ok(
        if lost || !failures.is_empty() || !orphans.is_empty() || !unread.is_empty() {
            Exit::Failure
        } else if views.iter().any(ProfileView::any_fits) {
            Exit::Success
        } else {
            Exit::Findings
        },
    )
}

/// The first part of a profile that decides the question, and that cpcap could not read.
fn undecided<'a>(
    profile: &Usable<'a>,
    args: &MatchArgs,
    parents: &Parents<'a>,
    sources: &Sources,
) -> Option<(&'a Item<'a>, FieldPath)> {
    let of = |item: &'a Item<'a>| {
        let provided = parents.provided(item, sources);
        let unread = provided::unread(item, provided.as_ref());
        Some((item, unsettled(item, &unread, MATCHED)?))
    };
    // Where nothing is told of artifacts, the regions still say where machine types are.
    let in_regions = || {
        let by_artifact = artifacts::unread(profile).is_some();
        profile.unsettled(if by_artifact {
            ARTIFACTS
        } else {
            &["spec.regions"]
        })
    };
    std::iter::once(profile.item)
        .chain(profile.parent)
        .find_map(of)
        .or_else(|| {
            (args.bastion || !args.regions.is_empty())
                .then(in_regions)
                .flatten()
        })
        .or_else(|| {
            args.bastion
                .then(|| profile.unsettled(&["spec.bastion"]))
                .flatten()
        })
}

/// The demand of the worker pool; none without the preview.
///
/// # Errors
/// The flag that needs the preview.
fn demand(args: &MatchArgs) -> Result<Option<Demand>, &'static str> {
    let asked = [
        (args.secure_boot, "--secure-boot"),
        (args.in_place, "--in-place"),
        (args.gpu.is_some(), "--gpu"),
    ];
    if args.preview.chosen().worker_capabilities {
        let gpu = args.gpu.as_deref().map(Demand::gpu);
        return Ok(Some(Demand {
            secure_boot: args.secure_boot,
            in_place: args.in_place,
            gpu,
            trusted_launch: false,
        }));
    }
    asked
        .into_iter()
        .find(|(given, _)| *given)
        .map_or(Ok(None), |(_, flag)| Err(flag))
}

fn print(
    args: &MatchArgs,
    query: &Query,
    views: &[ProfileView<'_, '_, '_>],
    several: bool,
    io: &mut Io<'_>,
) -> io::Result<()> {
    let look = Look {
        color: io.color(io.stdout_terminal, args.color),
        width: io.columns(),
        expand: args.expand,
        explain: args.explain,
    };
    let text = match args.format {
        MatchFormat::Human if args.quiet => table::quiet(
            views,
            Columns {
                profile: several,
                machine_type: !query.names_one_machine_type(),
            },
        ),
        MatchFormat::Human => io.page(table::text(views, look), false, args.color),
        MatchFormat::Json => {
            let now = When::or_now(args.now, io.now);
            return io.json(&table::json(views, now, look));
        }
    };
    io.stdout.write_all(text.as_bytes())
}

/// The regions of a profile that were asked for, each once.
fn asked_regions<'p>(asked: &[String], profile: &'p Usable<'_>) -> Vec<&'p str> {
    let mut regions = profile.regions();
    regions.retain(|region| asked.is_empty() || asked.iter().any(|name| name == region));
    regions
}

fn unknown_region(region: &str, profiles: &[Usable<'_>]) -> String {
    let mut names: Vec<&str> = profiles
        .iter()
        .flat_map(|profile| profile.profile.regions.iter().map(|region| *region.name))
        .collect();
    names.sort_unstable();
    names.dedup();
    match values::near(region, names.iter().copied()) {
        Some(near) => format!("there is no region `{region}`; did you mean `{near}`?"),
        None if names.is_empty() => format!("there is no region `{region}`; the profile has none"),
        None if names.len() <= LISTED_NAMES => format!(
            "there is no region `{region}`; there is {}",
            names.join(", ")
        ),
        None => {
            let shown = LISTED_NAMES / 2;
            format!(
                "there is no region `{region}`; there is {} … and {} more",
                names[..shown].join(", "),
                names.len() - shown
            )
        }
    }
}

fn missing(named: &[Named]) -> BTreeSet<Missing> {
    let mut sets = named.iter().map(|named| named.missing.clone());
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |all, next| {
        all.intersection(&next).cloned().collect()
    })
}

fn unknown(missing: &Missing, query: &Query, matchers: &[Matcher<'_, '_>]) -> String {
    let Missing { what, text } = missing;
    let thing = match what {
        Thing::MachineType => "machine type",
        Thing::Image => "image",
        Thing::Version => "version",
    };
    let mut names: Vec<&str> = Vec::new();
    for matcher in matchers {
        let of_image = |version: &&crate::matching::Version<'_, '_>| {
            query.images.is_empty()
                || query
                    .images
                    .iter()
                    .any(|image| image.matches(&version.image.name))
        };
        let all = match what {
            Thing::MachineType | Thing::Image => matcher.names(*what),
            Thing::Version => matcher
                .versions()
                .iter()
                .filter(of_image)
                .map(|version| *version.version.version())
                .collect(),
        };
        names.extend(all);
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    let lead = if text.contains(['*', '?', '[']) {
        format!("no {thing} matches `{text}`")
    } else {
        format!("there is no {thing} `{text}`")
    };
    match values::near(text, names.iter().copied()) {
        Some(near) => format!("{lead}; did you mean `{near}`?"),
        None if names.is_empty() => format!("{lead}; there are none"),
        None if names.len() <= LISTED_NAMES => format!("{lead}; there is {}", names.join(", ")),
        None => format!(
            "{lead}; there is {} … and {} more",
            names[..LISTED_NAMES / 2].join(", "),
            names.len() - LISTED_NAMES / 2
        ),
    }
}
