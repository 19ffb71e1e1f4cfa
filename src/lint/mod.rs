//! The main job: texts in, findings out. Wires the rooms together and decides nothing itself.

mod answer;
mod beside;
pub mod namespaced;
mod outcome;
mod provider;
mod reading;
mod references;
mod shoot;
mod sink;
mod stages;
mod unread;
mod update;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::capability::{Vocabulary, worker};
use crate::config::{Operation, Settings};
use crate::effective;
use crate::finding::{Finding, Origin};
use crate::landscape::pairing::{Known, Rivals, Stored};
use crate::landscape::refused::Refused;
use crate::landscape::repeated;
use crate::landscape::unread as hidden;
use crate::landscape::{Body, Input, Item, Landscape, ReadFile, read};
use crate::lint::reading::{broken_templates, documents, others};
use crate::lint::references::References;
use crate::lint::unread::Sight;
use crate::matching::Matcher;
use crate::merge::Dropped;
use crate::model::cloudprofile::CloudProfile;
use crate::model::path::FieldPath;
use crate::model::shape::{Found, ShapeKind, ShapeProblem};
use crate::resolution::parents::Parents;
use crate::resolution::provided::{self, Provided};
use crate::resolution::referred::Referred;
use crate::resolution::tied::Ties;
use crate::rules::{self, Check, ObjectView, Part, ProfileView, Rule, StoredProfile, UsedView};
use crate::source::{FileId, Sources, Span};
use crate::threads;
use crate::uses::dependents::Dependents;
use crate::yaml::Document;

pub use answer::{Answer, Answers, Hidden};
pub use outcome::{FixCounts, Fixable, NotShown, Outcome, Readers, Skipped, Summary, UnreadUser};
pub use reading::{Reading, texts, unknown};
pub(crate) use update::{brought, errors_as_update, judged_as_update};

/// The rules about any object: few of all, and a landscape has tens of thousands of objects.
static OF_OBJECTS: LazyLock<Vec<&'static Rule>> =
    LazyLock::new(|| rules::by_check(|check| matches!(check, Check::Object(_) | Check::Used(_))));

/// Number of objects that a thread judges at a time.
const BATCH: usize = 64;

/// Judges all texts. `old`: the stored objects that some of them replace.
///
/// ```
/// use cpcap::config::Settings;
/// use cpcap::landscape::Input;
/// use cpcap::lint::lint;
/// use cpcap::model::time::Time;
/// use cpcap::source::{Source, Sources};
///
/// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: gcp}\nspec: {typ: gcp}\n";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("gcp.yaml", text));
/// let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
/// let outcome = lint(&sources, &[Input { file, fault: None }], &[], &settings);
/// let unknown = outcome.findings.iter().find(|finding| finding.field == "spec.typ").unwrap();
/// assert_eq!(sources.get(file).position(unknown.place.span.start).line, 4);
/// ```
#[must_use]
pub fn lint(sources: &Sources, judged: &[Input], old: &[Input], settings: &Settings) -> Outcome {
    lint_among(sources, judged, &[], old, settings)
}

/// Judges all texts. `context`: texts that are not judged, but hold what the others refer to.
#[must_use]
pub fn lint_among(
    sources: &Sources,
    judged: &[Input],
    context: &[Input],
    old: &[Input],
    settings: &Settings,
) -> Outcome {
    lint_watched(sources, judged, context, old, settings, &mut |_, _| {})
}

/// The same with progress: `watch` hears from time to time how many of all objects are judged.
#[must_use]
pub fn lint_watched(
    sources: &Sources,
    judged: &[Input],
    context: &[Input],
    old: &[Input],
    settings: &Settings,
    watch: &mut dyn FnMut(usize, usize),
) -> Outcome {
    let texts = [judged, context, old].map(|inputs| read(sources, inputs));
    let [judged, context, old] = texts
        .each_ref()
        .map(|files| files.iter().collect::<Vec<_>>());
    lint_read(sources, [&judged, &context, &old], settings, watch)
}

/// The same for texts that are already read: those to judge, those that give context, and the
/// stored objects.
#[must_use]
pub fn lint_read<'a>(
    sources: &'a Sources,
    files: [&'a [&'a ReadFile<'a>]; 3],
    settings: &'a Settings,
    watch: &mut dyn FnMut(usize, usize),
) -> Outcome {
    lint_known(sources, files, None, settings, watch)
}

/// The same for a caller that knows which object replaces which.
#[must_use]
pub fn lint_known<'a>(
    sources: &'a Sources,
    [files, context_files, old_files]: [&'a [&'a ReadFile<'a>]; 3],
    known: Option<&Known<'_>>,
    settings: &'a Settings,
    watch: &mut dyn FnMut(usize, usize),
) -> Outcome {
    // A judged file is not also context.
    let paths: BTreeSet<&str> = files.iter().map(|file| file.source.path()).collect();
    let context_files: Vec<_> = context_files
        .iter()
        .filter(|file| !paths.contains(file.source.path()))
        .copied()
        .collect();
    let preview = settings.preview;
    let mut landscape = Landscape::with_preview(files.iter().copied(), preview);
    let mut context = Landscape::with_preview(context_files.iter().copied(), preview);
    let mut stored = Landscape::with_preview(old_files.iter().copied(), preview);
    match known {
        Some(known) => context.keep_only(&known.context),
        // An update replaces what context may hold of the same object.
        None if !old_files.is_empty() => {
            let homes = context.give_way(&stored, &landscape);
            landscape.settle(&homes);
            stored.settle(&homes);
        }
        None => {}
    }
    let (landscape, context, stored) = (landscape, context, stored);
    let pairs = match known {
        Some(known) => Stored::known(&landscape, &stored, known),
        None => Stored::new(&landscape, &stored),
    };
    let parents = Parents::new(&landscape, &context, &settings.provider_rules);
    let dependents = Dependents::new(&landscape, &context, sources);
    let mut findings = Vec::new();
    for file in files {
        documents(file, &mut findings);
    }
    let templates: BTreeSet<(FileId, usize)> =
        files.iter().copied().flat_map(broken_templates).collect();
    let judged =
        |file: FileId, document: &Document<'_>| !templates.contains(&(file, document.index));
    for other in landscape
        .others
        .iter()
        .chain(&landscape.lists)
        .filter(|other| judged(other.file, other.document))
    {
        others(other, &mut findings);
    }
    for patch in landscape
        .patches
        .iter()
        .filter(|patch| judged(patch.file, patch.document))
    {
        self::patch(patch, settings, &mut findings);
    }
    let referred = Referred::new(&landscape, &context, &stored, &parents, sources).with(preview);
    let matchers = referred.matchers(preview);
    let offers = shoot::offers(&matchers, settings.now);
    let maintenance = shoot::maintenance(&matchers, settings.now);
    let artifacts = shoot::artifacts(&referred);
    let hides = Hides {
        others: landscape.hides_objects || context.hides_objects,
        stored: stored.hides_objects,
    };
    let hidden = hides.others;
    let ties = Ties::new(&landscape, &context, sources);
    let shoots = shoot::Profiles {
        ties: &ties,
        referred: &referred,
        offers: &offers,
        maintenance: &maintenance,
        artifacts: &artifacts,
        hidden,
    };
    let references = References::new(
        [&landscape, &context, &stored],
        &pairs,
        &parents,
        &ties,
        sources,
        settings.now,
    );
    let run = Run {
        sources,
        parents: &parents,
        dependents: &dependents,
        references: &references,
        shoots,
        hides,
        settings,
    };
    let items: Vec<&Item<'_>> = landscape
        .all()
        .into_iter()
        .filter(|item| judged(item.file, item.document))
        .collect();
    let mut partial: BTreeSet<(FileId, usize)> = files
        .iter()
        .copied()
        .flat_map(incomplete)
        .chain(templates.iter().copied())
        .collect();
    partial.extend(
        landscape
            .patches
            .iter()
            .map(|patch| (patch.file, patch.document.index)),
    );
    partial.extend(
        landscape
            .others
            .iter()
            .filter(|other| other.what.may_be_ours())
            .map(|other| (other.file, other.document.index)),
    );
    beside::ambiguous([&landscape, &stored], &pairs, &mut findings);
    beside::repeated(&landscape, judged, &mut findings);
    let judged = threads::each(
        &items,
        threads::MOST,
        BATCH,
        |items| {
            let mut out = Judged::default();
            for item in items {
                if !object(item, pairs.of(item), run, &mut out.findings) {
                    out.partial.push((item.file, item.document.index));
                }
            }
            out
        },
        watch,
    );
    for mut judged in judged {
        findings.append(&mut judged.findings);
        partial.extend(judged.partial);
    }
    let read = sink::Read {
        sources,
        landscape: &landscape,
        files,
        context: &context,
        context_files: &context_files,
        old_files,
        provider_rules: &settings.provider_rules,
        partial: &partial,
    };
    let mut outcome = sink::finish(read, findings, settings);
    outcome.unread_users =
        beside::unread_users([&landscape, &context], &context_files, &pairs, sources);
    outcome.ambiguous = pairs.ambiguous.iter().map(Rivals::new).collect();
    outcome
}

fn incomplete<'f>(file: &'f ReadFile<'_>) -> impl Iterator<Item = (FileId, usize)> + 'f {
    file.documents
        .iter()
        .filter(|document| document.incomplete || !document.readable())
        .map(|document| (file.file, document.index))
}

/// The findings about some objects.
#[derive(Default)]
struct Judged {
    findings: Vec<Finding>,
    /// Documents that were not judged to the end.
    partial: Vec<(FileId, usize)>,
}

/// The places where an unreadable part may hold an object.
#[derive(Clone, Copy)]
struct Hides {
    /// Among the judged objects and the context.
    others: bool,
    stored: bool,
}

/// The context in which a run judges every object.
#[derive(Clone, Copy)]
struct Run<'a> {
    sources: &'a Sources,
    parents: &'a Parents<'a>,
    dependents: &'a Dependents<'a>,
    references: &'a References<'a>,
    shoots: shoot::Profiles<'a>,
    hides: Hides,
    settings: &'a Settings,
}

/// Judges the shape of a patch: what it leaves out is not missing.
fn patch(item: &Item<'_>, settings: &Settings, out: &mut Vec<Finding>) {
    let view = ObjectView {
        item,
        old: None,
        part: None,
        settings,
    };
    let mut found = Vec::new();
    for rule in rules::all().filter(|rule| rule.applies(true)) {
        if let Check::Object(check) = rule.check {
            check(&view, &mut rule.reporter_of(item, &mut found));
        }
    }
    drop_repetitions(&mut found, item, &item.refused);
    out.append(&mut found);
}

/// Says whether the object was judged to the end, and not only as far as the server would come or
/// what is at hand reaches.
fn object<'a>(
    item: &'a Item<'a>,
    old: Option<&'a Item<'a>>,
    run: Run<'a>,
    out: &mut Vec<Finding>,
) -> bool {
    let settings = run.settings;
    let mut whole = true;
    let incomplete = item.document.incomplete;
    let mut found = Vec::new();
    let parent = match &item.body {
        Body::NamespacedCloudProfile(child) => run.parents.find(item, child, run.sources),
        Body::CloudProfile(_) | Body::Shoot(_) => None,
    };
    let provided = run.parents.provided(item, run.sources);
    let part = provided
        .as_ref()
        .and_then(|provided| provided.decoded(item));
    let view = ObjectView {
        item,
        old,
        part,
        settings,
    };
    let used = UsedView {
        item,
        shoots: run.dependents.shoots_of(item),
    };
    for rule in OF_OBJECTS.iter().filter(|rule| rule.applies(incomplete)) {
        let mut reporter = rule.reporter_of(item, &mut found);
        match rule.check {
            Check::Object(check) => check(&view, &mut reporter),
            Check::Used(check) => check(&used, &mut reporter),
            _ => {}
        }
    }
    run.references.judge(item, &mut found);
    // A field with a wrong name is not missing.
    let meant = found
        .iter()
        .filter_map(|finding| finding.meant.as_ref())
        .map(|path| own_path(path, item));
    let of_part = part
        .map_or(&[][..], |part| &part.problems)
        .iter()
        .map(|problem| problem.field.clone());
    // Nor is what a key that stands twice has taken away.
    let replaced = repeated::replaced(item.document, item.object.node);
    let refused = item.refused.and(meant.chain(of_part).chain(replaced));
    let unread = provided::unread(item, provided.as_ref());
    let unread_parent = parent.map(|found| found.parent.unread());
    let stored = old.map(|old| &old.unread);
    let mut sight = Sight {
        own: &unread,
        parent: unread_parent.as_ref(),
        stored,
        refused: &refused,
        item,
    };
    if old.is_none() && run.hides.stored {
        sight.stored = Some(&hidden::EVERYTHING);
    }
    // Something hidden may be the parent, or any of several.
    let is_open = parent.is_none() && run.hides.others || run.shoots.ties.of_user(item).is_some();
    if is_open && matches!(item.body, Body::NamespacedCloudProfile(_)) {
        sight.parent = Some(&hidden::EVERYTHING);
    }
    let mut of_profile = Vec::new();
    match &item.body {
        Body::CloudProfile(written) => {
            let old = old.and_then(|item| match &item.body {
                Body::CloudProfile(profile) => Some(StoredProfile { item, profile }),
                Body::NamespacedCloudProfile(_) | Body::Shoot(_) => None,
            });
            of_profile = cloud_profile(item, written, provided.as_ref(), old, sight, settings);
        }
        Body::NamespacedCloudProfile(child) => {
            let judged = namespaced::judge(
                item,
                child,
                provided.as_ref(),
                old,
                (parent, run.parents),
                settings,
            );
            whole = parent.is_some() && judged.stage.is_none();
            let texts = [Some(item), parent.map(|found| found.parent.item)];
            found.append(&mut judged.said_once(texts));
        }
        Body::Shoot(_) => {
            if let Some(written) = item.shoot() {
                whole = run.shoots.knows(item, &written);
                found.append(&mut shoot::judge(item, &written, old, run.shoots, settings));
            }
        }
    }
    drop_repetitions(&mut found, item, &refused);
    sight.keep_known(&mut found);
    for finding in found
        .iter_mut()
        .filter(|finding| reading::is_of_part(finding, item))
    {
        finding.origin = Origin::Provider;
        finding.stage = provided
            .as_ref()
            .and_then(|provided| provided.stage_of_decoding(item, false));
    }
    found.append(&mut of_profile);
    stages::put_off(found, out);
    whole && sight.is_whole()
}

fn cloud_profile<'a>(
    item: &'a Item<'a>,
    written: &CloudProfile<'a>,
    provided: Option<&Provided<'a>>,
    old: Option<StoredProfile<'_>>,
    sight: Sight<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    let mut profile = written.clone();
    if let Some(provided) = provided {
        provided.mutate(&mut profile);
    }
    let overwrites = provided
        .is_some_and(|provided| provided.provider.derive.is_some() && !provided.in_deletion)
        && !profile.machine_capabilities.is_empty();
    let mutated = overwrites.then(|| profile.clone());
    let lacking_flavors =
        Vocabulary::new(&profile.machine_capabilities).lacking(&profile.machine_images);
    let (mut refused, mut unread) = (Cow::Borrowed(sight.refused), Cow::Borrowed(sight.own));
    effective::default(&mut profile);
    if settings.operation == Operation::Create {
        let dropped = Dropped::on_create(&profile, settings.now);
        dropped.take_from(&mut profile);
        refused = Cow::Owned(refused.without(&dropped));
        unread = Cow::Owned(unread.without(&dropped));
    } else if let Some(old) = old {
        effective::canonicalise(&mut profile, !old.profile.machine_capabilities.is_empty());
    }
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    let mut stored = profile.clone();
    effective::canonicalise(&mut stored, false);
    if settings.preview.worker_capabilities {
        worker::add_to(&mut stored);
    }
    let matcher = Matcher::new(&stored);
    let (part, matcher) = (Part::CloudProfile, Some(&matcher));
    let (vocabulary, refused) = (&vocabulary, &*refused);
    let view = ProfileView {
        item,
        profile: &profile,
        written,
        lacking_flavors,
        refused,
        vocabulary,
        matcher,
        old,
        part,
        settings,
    };
    let rewriting = provided.map(|provided| {
        let changed = mutated.as_ref().map(|mutated| (written, mutated));
        provider::rewriting(provided, item, changed)
    });
    let mut found = Vec::new();
    for rule in rules::all().filter(|rule| rule.applies(item.document.incomplete)) {
        let mut reporter = rule
            .reporter_of(item, &mut found)
            .rewritten(rewriting.as_ref());
        match (&rule.check, old) {
            (Check::CloudProfile(check) | Check::Effective(check) | Check::Spec(check), _) => {
                check(&view, &mut reporter);
            }
            (Check::ProfileUpdate(check), Some(old)) => check(&view, &old, &mut reporter),
            _ => {}
        }
    }
    if let Some(provided) = provided {
        if settings.preview.worker_capabilities {
            // The vocabulary that extensions get has the worker capabilities.
            let mut core = profile.clone();
            worker::add_to(&mut core);
            let vocabulary = Vocabulary::new(&core.machine_capabilities);
            let view = ProfileView {
                profile: &core,
                vocabulary: &vocabulary,
                ..view
            };
            found.append(&mut provider::cloud_profile(
                &view,
                provided,
                mutated.as_ref(),
            ));
        } else {
            found.append(&mut provider::cloud_profile(
                &view,
                provided,
                mutated.as_ref(),
            ));
        }
    }
    drop_repetitions(&mut found, item, refused);
    Sight {
        own: &unread,
        ..sight
    }
    .keep_known(&mut found);
    found
}

/// Drops consequences of a value that strict decoding refuses: that it is missing or malformed, and
/// findings from reading a list or a map as an empty text. A scalar counts as the intended value,
/// so only its own path is silent.
fn drop_repetitions(found: &mut Vec<Finding>, item: &Item<'_>, refused: &Refused) {
    let unreadable = |problem: &&ShapeProblem| {
        matches!(
            problem.kind,
            ShapeKind::WrongType {
                found: Found::List | Found::Map,
                ..
            }
        )
    };
    let spans: BTreeSet<Span> = item
        .shape
        .iter()
        .filter(unreadable)
        .map(|problem| problem.span)
        .collect();
    let covers = |path: &FieldPath| refused.covers(own_path(path, item).steps());
    let follows = |finding: &Finding| {
        spans.contains(&finding.place.span)
            || covers(&finding.field)
            || finding.needs.iter().any(covers)
    };
    found.retain(|finding| finding.origin == Origin::Decode || !follows(finding));
}

/// A path without the one to its object.
fn own_path(path: &FieldPath, item: &Item<'_>) -> FieldPath {
    FieldPath::of(path.below(&item.object.prefix).unwrap_or(path.steps()))
}
