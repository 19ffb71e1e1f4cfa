//! `cpcap resolve`: what the server makes of the Shoots among the inputs.

pub(super) mod args;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::reader::Reader;
use crate::cli::shoots;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain};
use crate::config::{Operation, Settings};
use crate::finding::{Finding, Origin, Severity};
use crate::landscape::{Item, Landscape, ReadFile, read};
use crate::lint::lint_read;
use crate::model::object::listed;
use crate::model::path::FieldPath;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::Prepared;
use crate::resolution::referred::Referred;
use crate::resolution::usable::{DECISIVE, NAMING};
use crate::shoot::{Filled, FilledValue, Judged, OF_IMAGES, filled, take_back};
use crate::source::Sources;
use crate::table::maintain::{Place, artifact};
use crate::table::resolve::{
    self as table, Admitted, Index, PoolView, Refusal, ShootView, Unknown,
};
use crate::yaml::{self, Step};

use args::{ResolveArgs, ResolveFormat};

pub(super) fn run(args: &ResolveArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let now = When::or_now(args.now, io.now);
    let server = match reader.server(&args.provider, now, io) {
        Ok(server) => server,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let around: Vec<PathBuf> = args.profiles.iter().chain(&args.with).cloned().collect();
    let (asked, context, failures) = reader.read_with(&args.paths, &around, &mut sources, io);
    complain::of_failures(&failures, io);
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let read: Vec<&ReadFile<'_>> = files.iter().chain(&context_files).collect();
    complain::of_broken(&read, complain::UNREADABLE, &sources, io);
    let lost = complain::of_lost(&read, &sources, io);
    let preview = args.preview.chosen();
    let [landscape, around] =
        [&files, &context_files].map(|files| Landscape::with_preview(files, preview));
    let (parents, stored) = (
        Parents::new(&landscape, &around, &server.provider_rules),
        Landscape::default(),
    );
    let referred = Referred::new(&landscape, &around, &stored, &parents, &sources).with(preview);
    let of_shoots: Vec<(&Item<'_>, &Shoot<'_>)> = landscape
        .items
        .iter()
        .filter_map(|item| Some((item, shoots::shoot_of(item)?)))
        .collect();
    if of_shoots.is_empty() {
        io.complain("the inputs have no Shoot");
        return Ok(Exit::Failure);
    }
    shoots::complain_of_shapes(referred.profiles().map(|(_, usable)| usable), &sources, io);
    // Each profile is prepared once, however many Shoots it has.
    let matchers = referred.matchers(preview);
    let prepared = Prepared::all(&matchers, now);
    let refusals = refusals(&sources, [&files, &context_files], args, server);
    let (mut views, mut texts, mut whole, mut unknown) = (
        Vec::new(),
        Vec::new(),
        failures.is_empty() && !lost,
        BTreeSet::new(),
    );
    for (item, shoot) in &of_shoots {
        let profile = match shoots::profile_of(item, shoot, &referred, &prepared) {
            Ok(profile) => profile,
            Err(why) => {
                unknown.insert(why);
                continue;
            }
        };
        if let Some(why) = complain::of_unread(profile.usable) {
            unknown.insert(why);
            // A Shoot that is written out has everything filled in.
            if args.write || profile.usable.unread(NAMING).is_some() {
                continue;
            }
        }
        let refused = refusals.get(&place_of(item)).cloned().unwrap_or_default();
        let judged = profile.judged(
            shoot,
            Operation::from(args.operation) == Operation::Create,
            item.object.meta.is_deleted(),
        );
        let view = view(item, shoot, profile, (&judged, refused), &sources, now);
        if args.write {
            match written(item, &view.filled) {
                Ok(text) => texts.push(text),
                Err(why) => {
                    io.complain(&format!("{}: Shoot `{}` {why}", view.place.file, view.name));
                    whole = false;
                }
            }
        }
        views.push(view);
    }
    whole &= unknown.is_empty();
    unknown.iter().for_each(|why| io.complain(why));
    if views.is_empty() {
        return Ok(Exit::Failure);
    }
    if args.write {
        io.stdout.write_all(texts.join("---\n").as_bytes())?;
        for refusal in views.iter().flat_map(|view| &view.refusals) {
            io.complain(&format!(
                "the server refuses {}: {}",
                refusal.field, refusal.message
            ));
        }
    } else {
        print(args, &views, now, io)?;
    }
    whole &= !views
        .iter()
        .any(|view| matches!(view.admitted, Admitted::Unknown(_)));
    Ok(shoots::exit(
        whole,
        views.iter().any(|view| !view.refusals.is_empty()),
    ))
}

fn print(
    args: &ResolveArgs,
    views: &[ShootView<'_>],
    now: Time,
    io: &mut Io<'_>,
) -> io::Result<()> {
    let color = args.format == ResolveFormat::Table && io.color(io.stdout_terminal, args.color);
    let text = match args.format {
        ResolveFormat::Table => table::text(views).quiet(args.quiet).text(io.look(color)),
        ResolveFormat::Markdown => table::markdown(views).quiet(args.quiet).markdown(),
        ResolveFormat::Csv => table::csv(views),
        ResolveFormat::Json => table::json(views, now)?,
    };
    io.stdout.write_all(text.as_bytes())
}

fn view<'v>(
    item: &'v Item<'v>,
    shoot: &Shoot<'v>,
    profile: &'v Prepared<'v>,
    (judged, refusals): (&Judged<'_>, Vec<Refusal>),
    sources: &'v Sources,
    now: Time,
) -> ShootView<'v> {
    let is_read = |parts: &[&'static str]| profile.usable.unread(parts).is_none();
    let mut stored = profile.stored(shoot).shoot;
    take_back(&mut stored, shoot, is_read);
    let place = |item: &Item<'_>| Place::of(item, sources);
    let meta = &item.object.meta;
    let filled = filled(shoot, &stored, &profile.offer);
    let mut pools = PoolView::all(
        &stored,
        &profile.offer,
        artifact(profile, &stored)
            .filter(|_| judged.knows_region())
            .as_ref(),
        (judged, &refusals),
    );
    let mut admitted = Admitted::of_shoot(&pools, judged, &refusals);
    if !is_read(DECISIVE) {
        let unread = Admitted::Unknown(Unknown::Unread);
        for pool in &mut pools {
            if pool.admitted != Admitted::No {
                pool.admitted = unread;
            }
            if !is_read(OF_IMAGES) {
                (pool.classification, pool.flavor, pool.artifact) = (None, None, None);
            }
        }
        if refusals.is_empty() {
            admitted = unread;
        }
    }
    ShootView {
        namespace: *meta.namespace,
        name: *meta.name,
        place: place(item),
        profile: profile.usable.name(),
        profile_place: place(profile.usable.item),
        now,
        kubernetes: *stored.kubernetes_version,
        admitted,
        pools,
        index: Index::new(&filled, &refusals),
        filled,
        refusals,
    }
}

/// The place of an object: its file, its document, and its path in a list.
type Whereabouts<'v> = (crate::source::FileId, usize, FieldPath);

fn place_of<'v>(item: &Item<'_>) -> Whereabouts<'v> {
    (item.file, item.document.index, item.object.prefix.clone())
}

/// The refusals of the server, object by object, in the words of `lint`.
fn refusals(
    sources: &Sources,
    files: [&[ReadFile<'_>]; 2],
    args: &ResolveArgs,
    server: Settings,
) -> BTreeMap<Whereabouts<'static>, Vec<Refusal>> {
    let settings = Settings {
        operation: args.operation.into(),
        preview: args.preview.chosen(),
        ..server
    };
    let refuses = |finding: &&Finding| {
        finding.severity == Severity::Error
            && matches!(
                finding.origin,
                Origin::Decode | Origin::Static | Origin::Admission | Origin::Provider
            )
    };
    let mut all: BTreeMap<_, Vec<Refusal>> = BTreeMap::new();
    let [asked, context] = files.map(|files| files.iter().collect::<Vec<_>>());
    for finding in lint_read(sources, [&asked, &context, &[]], &settings, &mut |_, _| {})
        .findings
        .iter()
        .filter(refuses)
    {
        let prefix = listed(&finding.field);
        let refusal = Refusal::new(finding, &prefix);
        all.entry((finding.place.file, finding.subject.document, prefix))
            .or_default()
            .push(refusal);
    }
    all
}

/// The text of a Shoot with everything filled in.
fn written(item: &Item<'_>, filled: &[Filled<'_>]) -> Result<String, &'static str> {
    if !item.object.prefix.is_root() {
        return Err("is an item of a list: put it into its own document to have it filled in");
    }
    let text = item
        .text
        .get(item.document.span.range())
        .unwrap_or_default();
    let value = |filled: &Filled<'_>| -> (Vec<Step>, Value) {
        let value = match filled.value {
            FilledValue::Text(text) => json!(text),
            FilledValue::Bool(value) => json!(value),
            FilledValue::Int(value) => json!(value),
        };
        (filled.path.clone(), value)
    };
    let values: Vec<_> = filled.iter().map(value).collect();
    let mut text = yaml::fill(text, &values).ok_or(
        "cannot be filled in because other text would change too, such as an aliased value",
    )?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}
