//! `cpcap diff`: what a change does, and whether the server would refuse it.

pub(super) mod args;
mod families;
pub(super) mod git;
mod objects;
mod shadows;
mod shoots;
mod unreadable;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use ignore::gitignore::Gitignore;

use crate::cli::inputs::Failure;
use crate::cli::settings::Found;
use crate::cli::settings::args::SettingsArgs;
use crate::cli::{Exit, Io, complain, inputs, settings, shoots as of_shoots};
use crate::config::{Operation, Settings};
use crate::finding::{Finding, Origin, Severity};
use crate::impact::Kind;
use crate::landscape::parents::Parents;
use crate::landscape::{Input, Item, Landscape, ReadFile, read};
use crate::lint::lint_read;
use crate::report::{escaped, escaped_around_colors};
use crate::rules::{self, Role};
use crate::source::{FileId, Sources};
use crate::table::diff::{self as table, End, Look, State, View};

use args::{DiffArgs, DiffFormat};
use objects::{Pair, pairs};
use shadows::Revision;
use shoots::OneSide;

pub(super) fn run(args: &DiffArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let chosen = args.settings();
    let Ok(found) = settings::find(&chosen, io) else { return Ok(Exit::Failure) };
    let found = found.as_ref();
    let gates = match settings::gates(&chosen, found) {
        Ok(gates) => gates,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    settings::beyond(&chosen, found, io);
    let mut sources = Sources::default();
    let Inputs { old, new, context, failures } = match inputs_of(args, &chosen, found, &mut sources, io) {
        Ok(inputs) => inputs,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    complain::of_failures(&failures, io);
    let now = args.against_now.unwrap_or(io.now);
    let settings = Settings { gates, provider_rules: settings::provider_rules(&chosen, found), ..Settings::at(now) };

    let [mut old_files, mut new_files, mut context_files] = [&old, &new, &context].map(|inputs| read(&sources, inputs));
    let mut known = BTreeSet::new();
    let once = old_files.iter().chain(&new_files).chain(&context_files).filter(|file| known.insert(file.file)).collect::<Vec<_>>();
    of_shoots::complain_of_broken(&once, &sources, io);
    let unreadable = unreadable::reasons(&sources, &once);
    let hidden = [&mut old_files, &mut new_files, &mut context_files].map(|files| unreadable::set_aside(files));
    let broken = hidden.iter().any(|hidden| !hidden.is_empty());
    let [hidden_before, hidden_after, _] = &hidden;
    let [old_side, new_side] = [&old_files, &new_files].map(|files| Landscape::new(files));
    let mut around = Landscape::new(&context_files);
    // What is compared is not also context, whatever directory it was found in.
    around.forget(&old_side);
    around.forget(&new_side);
    let whole = hidden_before.is_empty() && hidden_after.is_empty();
    let mut all = pairs(&old_side, &new_side, whole && args.of_files(&io.cwd));
    // What cannot be read on the other side did not come or go.
    all.retain(|pair| !pair.may_be_hidden(hidden_before, hidden_after));
    if all.is_empty() && !broken {
        io.complain("there is no CloudProfile, NamespacedCloudProfile or Shoot on either side");
        return Ok(Exit::Failure);
    }
    let mut findings = findings(&sources, [&old_files, &new_files, &context_files], &all, &settings);
    let revision = |files, landscape| Revision { files: [files, &context_files], landscapes: [landscape, &around] };
    findings.extend(shadows::new_ones(&sources, revision(&old_files, &old_side), revision(&new_files, &new_side), &all, &settings));
    let (unchecked, told): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(|finding| is_unchecked(finding));
    let (mut refused, notes): (Vec<&Finding>, Vec<&Finding>) = told.into_iter().partition(|finding| finding.severity == Severity::Error);
    // Who must move first stands first.
    refused.sort_by_key(|finding| !(finding.origin == Origin::Admission && rules::role(finding.rule) == Some(Role::Change)));
    let nothing = Landscape::default();
    let landscapes = objects::Landscapes {
        old: &old_side,
        new: &new_side,
        context: &around,
        parents: [&old_side, &new_side].map(|side| Parents::new(side, &around, &settings.provider_rules)),
        nothing: &nothing,
        sources: &sources,
        settings: &settings,
    };
    let jobs = landscapes.jobs(&all);
    let matchers = objects::matchers(&jobs);
    let referred = landscapes.of_shoots(&all);
    let of_shoots = referred.as_ref().map(|sides| sides.each_ref().map(shoots::matchers));
    let sides = referred.as_ref().zip(of_shoots.as_ref());
    let sides = sides.map(|([a, b], [old, new])| [OneSide::new(a, old, now), OneSide::new(b, new, now)]);
    let objects = landscapes.compare(&jobs, &matchers, sides.as_ref());
    let kinds = objects.iter().flat_map(|object| &object.impacts).map(|impact| impact.kind);
    let denied: BTreeSet<Kind> = kinds.filter(|kind| args.deny_impact.iter().any(|denied| denied.covers(*kind))).collect();
    let in_use = objects.iter().any(table::ObjectView::is_removed_in_use);
    let end = if !failures.is_empty() || broken {
        End::Failed
    } else if !refused.is_empty() || in_use || !denied.is_empty() {
        End::Denied
    } else {
        End::Fine
    };
    let findings =
        table::Findings { unreadable: &unreadable.iter().collect::<Vec<_>>(), refused: &refused, unchecked: &unchecked, notes: &notes };
    print(args, View { objects: &objects, findings, denied: &denied, end, sources: &sources }, io)?;
    Ok(match end {
        End::Failed => Exit::Failure,
        End::Denied => Exit::Findings,
        End::Fine => Exit::Success,
    })
}

/// The texts of a run.
struct Inputs {
    old: Vec<Input>,
    new: Vec<Input>,
    context: Vec<Input>,
    /// What of the context could not be read.
    failures: Vec<Failure>,
}

fn inputs_of(
    args: &DiffArgs,
    chosen: &SettingsArgs,
    found: Option<&Found>,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> Result<Inputs, String> {
    let exclude = settings::exclude(found);
    let (old, new, with, mut context) = match &args.git {
        Some(range) => {
            // Flags name files as they are; what the settings name belongs to the repository.
            let mut with = settings::context(&SettingsArgs { with: Vec::new(), ..args.settings() }, found, &io.cwd);
            let mut wanted = git::Wanted { paths: &args.paths, exclude: &exclude, with: &mut with, limit: args.input.max_file_size };
            let sides = git::read(range, &mut wanted, &io.cwd, sources)?;
            with.extend(args.with.iter().cloned());
            (sides.old, sides.new, with, sides.context)
        }
        None => {
            let (old, new) = sides(args, &exclude, sources, io)?;
            (old, new, settings::context(chosen, found, &io.cwd), Vec::new())
        }
    };
    let (around, failures) = inputs::collect(&with, &args.input, sources, io);
    context.extend(around);
    Ok(Inputs { old, new, context, failures })
}

/// Whether a finding says that the server may refuse what could not be checked.
fn is_unchecked(finding: &Finding) -> bool {
    rules::role(finding.rule) == Some(Role::Unchecked)
}

/// The texts of both sides.
fn sides(args: &DiffArgs, exclude: &Gitignore, sources: &mut Sources, io: &mut Io<'_>) -> Result<(Vec<Input>, Vec<Input>), String> {
    let [old, new] = &args.paths[..] else {
        return Err("name two files or directories, OLD and NEW; or read both from git: cpcap diff --git BASE...HEAD".to_owned());
    };
    let mut side = |path: &PathBuf| {
        let (inputs, failures) = inputs::collect_without(std::slice::from_ref(path), &args.input, exclude, sources, io);
        match failures.first() {
            Some(failure) => Err(format!("cannot read {}: {}", failure.path, failure.reason)),
            None => Ok(inputs),
        }
    };
    Ok((side(old)?, side(new)?))
}

/// What the server would refuse of what is new or changed, and what the rules say of the change itself.
fn findings(sources: &Sources, [old, new, context]: [&[ReadFile<'_>]; 3], all: &[Pair<'_>], settings: &Settings) -> Vec<Finding> {
    // What has another name than what it is compared with is a new object.
    let is = |pair: &Pair<'_>, state: State| pair.state == state || (state == State::Added && pair.state == State::Renamed);
    let of_state = |state: State| -> Vec<&Item<'_>> { all.iter().filter(|pair| is(pair, state)).filter_map(|pair| pair.new).collect() };
    let mut found = Vec::new();
    for (state, operation) in [(State::Changed, Operation::Update), (State::Added, Operation::Create)] {
        let items = of_state(state);
        let files: BTreeSet<FileId> = items.iter().map(|item| item.file).collect();
        let (judged, rest): (Vec<&ReadFile<'_>>, Vec<&ReadFile<'_>>) = new.iter().partition(|read| files.contains(&read.file));
        if judged.is_empty() {
            continue;
        }
        let around: Vec<&ReadFile<'_>> = rest.into_iter().chain(context).collect();
        // What is created has no stored object, also where its file takes the place of another's.
        let stored: Vec<&ReadFile<'_>> = if state == State::Changed { old.iter().collect() } else { Vec::new() };
        let settings = Settings { operation, ..settings.clone() };
        let outcome = lint_read(sources, [&judged, &around, &stored], &settings, &mut |_, _| {});
        let meant: BTreeSet<_> = items.iter().map(|item| (item.file, item.subject.as_ref())).collect();
        let of_server = |finding: &Finding| {
            let refuses = matches!(finding.origin, Origin::Decode | Origin::Static | Origin::Admission | Origin::Provider);
            // What maintenance would do with a withdrawn version is told where the withdrawal is reviewed.
            let tells = match rules::role(finding.rule) {
                Some(Role::Dropped) => operation == Operation::Create,
                Some(Role::Change | Role::Withdrawal | Role::Unchecked) => true,
                Some(Role::Update | Role::Shadow) | None => false,
            };
            refuses && finding.severity == Severity::Error || tells
        };
        let about = |finding: &Finding| meant.contains(&(finding.place.file, finding.subject.as_ref()));
        found.extend(outcome.findings.into_iter().filter(|finding| of_server(finding) && about(finding)));
    }
    found
}

fn print(args: &DiffArgs, view: View<'_>, io: &mut Io<'_>) -> io::Result<()> {
    let color = args.format == DiffFormat::Human && io.color(io.stdout_terminal, args.color);
    let look = Look { width: io.width.unwrap_or(100).max(40), color, expand: args.expand };
    match args.format {
        DiffFormat::Human if color => io.stdout.write_all(escaped_around_colors(&table::text(view, look)).as_bytes()),
        DiffFormat::Human => io.stdout.write_all(escaped(&table::text(view, look)).as_bytes()),
        DiffFormat::Markdown => io.stdout.write_all(escaped(&table::markdown(view)).as_bytes()),
        DiffFormat::Json => table::write_json(view, io.stdout),
    }
}
