//! The effects of a change of profiles and Shoots, and the server's refusals: the objects of two
//! revisions in pairs, the impact of each, and the new findings. Reads no files and prints nothing.

mod changed;
mod families;
mod findings;
mod objects;
mod removed;
mod shadows;
mod shoots;
mod unknown;
mod unreadable;
mod verdict;

use std::collections::BTreeSet;

use crate::config::Settings;
use crate::finding::Finding;
use crate::landscape::pairing::Ambiguous;
use crate::landscape::{Landscape, ReadFile};
use crate::resolution::parents::Parents;
use crate::source::{FileId, Sources};

pub use changed::{ChangedObject, Lost, State};
pub use verdict::{Open, Verdict, Why};

use objects::pairs;
use shadows::Revision;
use shoots::OneSide;

/// Two revisions, as texts that were read.
#[derive(Debug)]
pub struct Revisions<'s> {
    /// The texts of all files.
    pub sources: &'s Sources,
    /// The files before the change.
    pub old: Vec<ReadFile<'s>>,
    /// The files after the change.
    pub new: Vec<ReadFile<'s>>,
    /// The objects that both sides refer to, and that are the same on both.
    pub context: Vec<ReadFile<'s>>,
    /// Whether each side is one file. Then the only objects of a kind on both sides are a pair,
    /// whatever their names.
    pub are_files: bool,
    /// The files of both sides that the user asks about; none: all. The rest is context that may
    /// differ.
    pub asked: Option<BTreeSet<FileId>>,
}

/// The answer of `diff`: what a change does, and what the server refuses of it.
#[derive(Debug)]
pub struct Diff<'a> {
    /// The objects that change, those that come and go, and those whose parent changes something
    /// for them.
    pub objects: Vec<ChangedObject<'a>>,
    /// Whether there is any object on either side, changed or not.
    pub has_objects: bool,
    /// Documents that cannot be read, so that nothing of them is compared: why.
    pub unreadable: Vec<Finding>,
    /// The refusals of the server; first those that others must act on first.
    pub refused: Vec<Finding>,
    /// The refusals that cpcap could not check.
    pub unchecked: Vec<Finding>,
    /// Further reasons why the verdict is open.
    pub open: Vec<Open>,
    /// Further findings about the change.
    pub notes: Vec<Finding>,
}

/// Compares two revisions. An answer speaks in the words of both, so it is told while they are
/// there: `tell` makes of it what is to stay.
///
/// ```
/// use cpcap::config::Settings;
/// use cpcap::diff::{Revisions, State, diff};
/// use cpcap::impact::{Impact, Kind};
/// use cpcap::landscape::{Input, read};
/// use cpcap::model::time::Time;
/// use cpcap::source::{Source, Sources};
///
/// let profile = |zones: &str| {
///     format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: gcp}}\nspec: {{regions: [{{name: a, zones: {zones}}}]}}\n")
/// };
/// let mut sources = Sources::default();
/// let mut add = |name: &str, text: String| Input { file: sources.add(Source::new(name, text)), fault: None };
/// let (old, new) = (add("old.yaml", profile("[{name: a1}, {name: a2}]")), add("new.yaml", profile("[{name: a1}]")));
///
/// let revisions = Revisions {
///     sources: &sources,
///     old: read(&sources, &[old]),
///     new: read(&sources, &[new]),
///     context: Vec::new(),
///     are_files: true,
///     asked: None,
/// };
/// let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
/// let told = diff(revisions, &settings, |diff| {
///     let object = &diff.objects[0];
///     (object.state, object.impacts.iter().map(Impact::kind).collect::<Vec<_>>())
/// });
/// assert_eq!(told, (State::Changed, vec![Kind::Removed]));
/// ```
pub fn diff<T>(
    mut revisions: Revisions<'_>,
    settings: &Settings,
    tell: impl FnOnce(&Diff<'_>) -> T,
) -> T {
    let sources = revisions.sources;
    let stays = unreadable::unchanged(&revisions.old, &revisions.new);
    let with_users = unreadable::with_users(&revisions.new, &revisions.context, &stays);
    let mut unreadable = unreadable::reasons(sources, &revisions.texts());
    let Revisions {
        old,
        new,
        context,
        are_files,
        asked,
        ..
    } = &mut revisions;
    let is_asked = |file: FileId| asked.as_ref().is_none_or(|asked| asked.contains(&file));
    let is_context = |file: FileId| asked.as_ref().is_some_and(|asked| !asked.contains(&file));
    let [hidden_before, hidden_after, _] =
        [&mut *old, &mut *new, &mut *context].map(|files| unreadable::set_aside(files, &stays));
    let context = &*context;
    let mut around = Landscape::new(context);
    let mut sides = [&*old, &*new].map(|files| Landscape::new(files));
    // A compared file is not also context, whatever its directory.
    let homes = around.give_way(&sides[0], &sides[1]);
    if !homes.is_empty() {
        drop(sides);
        for read in old.iter_mut().chain(new.iter_mut()) {
            read.home = homes.get(&read.file).copied().unwrap_or(read.home);
        }
        sides = [&*old, &*new].map(|files| Landscape::new(files));
    }
    let (old, new, [old_side, new_side]) = (&*old, &*new, sides);
    let whole = hidden_before.is_empty() && hidden_after.is_empty();
    let (mut all, ambiguous) = pairs(&old_side, &new_side, whole && *are_files, is_asked);
    // An object whose other side is unreadable did not come or go.
    all.retain(|pair| !pair.may_be_hidden(&hidden_before, &hidden_after));
    let mut found = findings::of_objects(
        sources,
        [old, new, context],
        (&all, &ambiguous),
        &around,
        settings,
    );
    let revision = |files, landscape| Revision {
        files: [files, context],
        landscapes: [landscape, &around],
    };
    found.extend(shadows::new_ones(
        sources,
        revision(old, &old_side),
        revision(new, &new_side),
        &all,
        settings,
    ));
    let (refused, mut unchecked, notes) = findings::sorted(found);
    let of_asked =
        |of: &&Ambiguous<'_>| of.old.iter().chain(&of.new).any(|item| is_asked(item.file));
    let mut open: Vec<Open> = ambiguous
        .iter()
        .filter(of_asked)
        .map(Open::pairing)
        .collect();
    let has_objects = all.iter().any(|pair| pair.asked) || !open.is_empty();
    let nothing = Landscape::default();
    let landscapes = objects::Landscapes {
        old: &old_side,
        new: &new_side,
        context: &around,
        parents: [&old_side, &new_side]
            .map(|side| Parents::new(side, &around, &settings.provider_rules)),
        nothing: &nothing,
        sources,
        settings,
    };
    open.extend(verdict::open(&all, &landscapes));
    open.extend(unknown::open(&all, &landscapes));
    let jobs = landscapes.jobs(&all);
    let matchers = objects::matchers(&jobs);
    let referred = landscapes.of_shoots(&all);
    let of_shoots = referred
        .as_ref()
        .map(|sides| sides.each_ref().map(|side| side.matchers(settings.preview)));
    let sides = referred.as_ref().zip(of_shoots.as_ref());
    let sides = sides.map(|([a, b], [old, new])| {
        [
            OneSide::new(a, old, settings.now),
            OneSide::new(b, new, settings.now),
        ]
    });
    let objects = landscapes.compare(&jobs, &matchers, sides.as_ref());
    // What stays unreadable decides where it may use what changes.
    let asks_users =
        verdict::take_away(&all) || objects.iter().any(ChangedObject::may_concern_users);
    unreadable.retain(|finding| {
        let document = (finding.place.file, finding.subject.document);
        let may_use = with_users.get(&document);
        may_use.is_none_or(|may_use| asks_users && *may_use)
    });
    // Unreadable context does not stop the comparison.
    let (of_context, unreadable) = unreadable
        .into_iter()
        .partition(|finding| is_context(finding.place.file));
    unchecked.extend::<Vec<Finding>>(of_context);
    tell(&Diff {
        objects,
        has_objects,
        unreadable,
        refused,
        unchecked,
        open,
        notes,
    })
}

impl<'s> Revisions<'s> {
    /// The texts of both sides and of the context, each once.
    #[must_use]
    pub fn texts(&self) -> Vec<&ReadFile<'s>> {
        let mut known = BTreeSet::new();
        self.old
            .iter()
            .chain(&self.new)
            .chain(&self.context)
            .filter(|file| known.insert(file.file))
            .collect()
    }
}
