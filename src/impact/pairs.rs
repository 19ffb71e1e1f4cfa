//! Machine types and image versions of both revisions: whether they fit, which flavor wins, which
//! default a Shoot gets. Equal ones are compared once.

use std::collections::BTreeMap;

use crate::impact::causes::{Choice, causes};
use crate::impact::side::{answer, machine_key, version_key};
use crate::impact::{Cause, Entry, Impact, Kind, List, Side, What};
use crate::matching::{self, Wanted, default_image};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::MachineImageVersion;
use crate::source::Place;

/// Machine types that are alike in both revisions.
pub(super) struct Machines<'a> {
    pub names: Vec<&'a str>,
    pub old: usize,
    pub new: usize,
    pub changed: bool,
    /// A NamespacedCloudProfile brings them, not its parent.
    pub own: bool,
}

/// Image versions that are alike in both revisions.
pub(super) struct Versions<'a> {
    pub names: Vec<(&'a str, &'a str)>,
    pub old: usize,
    pub new: usize,
    pub changed: bool,
}

/// Returns the machine types that both have.
pub(super) fn compare<'a>(
    choice: Choice<'_, 'a>,
    found: &mut Vec<Impact<'a>>,
) -> Vec<Machines<'a>> {
    let Choice {
        old,
        new,
        vocabulary,
        ..
    } = choice;
    let (machines, versions) = (machines(old, new), versions(old, new));
    let mut told = Told::default();
    for machine in &machines {
        for (at, version) in versions.iter().enumerate() {
            if let Some(impact) = pair(old, new, machine, version, vocabulary) {
                told.add(machine.own, Some(at), impact);
            }
        }
        for impact in defaults(choice, machine) {
            told.add(machine.own, None, impact);
        }
    }
    found.extend(told.all);
    machines
}

/// A difference that several groups of machine types share, for a group of versions or a default.
#[derive(Default)]
struct Told<'a> {
    all: Vec<Impact<'a>>,
    by_key: BTreeMap<Key<'a>, usize>,
}

/// Whether the machine types are the profile's own, the group of versions, the image of a default,
/// and the impacts so far.
type Key<'a> = (
    bool,
    Option<usize>,
    Option<Entry<'a>>,
    Kind,
    Vec<Cause>,
    [Option<String>; 2],
    [Option<Place>; 2],
);

impl<'a> Told<'a> {
    fn add(&mut self, own: bool, version: Option<usize>, impact: Impact<'a>) {
        let outcome = [impact.before.clone(), impact.after.clone()];
        let key = (
            own,
            version,
            impact.entry.clone(),
            impact.kind(),
            impact.causes.clone(),
            outcome,
            [impact.old, impact.new],
        );
        let at = *self.by_key.entry(key).or_insert(self.all.len());
        match self.all.get_mut(at) {
            Some(known) => known.machine_types.extend(impact.machine_types),
            None => self.all.push(impact),
        }
    }
}

fn machines<'a>(old: &Side<'a>, new: &Side<'a>) -> Vec<Machines<'a>> {
    let mut groups: Vec<Machines<'a>> = Vec::new();
    let mut by_key = BTreeMap::new();
    for (name, at) in &new.machines {
        let Some(before) = old.machines.get(name) else {
            continue;
        };
        let [(a, row_a), (b, row_b)] = [(old, *before), (new, *at)].map(|(side, at)| {
            let machine = &side.matcher.machines()[at];
            let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
            (
                machine,
                side.catalog
                    .as_ref()
                    .map(|catalog| catalog.machine_row(machine.machine_type, architecture)),
            )
        });
        let texts = [a, b].map(|machine| machine_key(machine.machine_type));
        let changed = texts[0] != texts[1];
        let own = !b.machine_type.name.span.is_elsewhere();
        let key = (
            a.class,
            b.class,
            a.architecture,
            b.architecture,
            texts,
            row_a,
            row_b,
            own,
        );
        let group = *by_key.entry(key).or_insert_with(|| {
            groups.push(Machines {
                names: Vec::new(),
                old: *before,
                new: *at,
                changed,
                own,
            });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(group) {
            group.names.push(name);
        }
    }
    groups
}

fn versions<'a>(old: &Side<'a>, new: &Side<'a>) -> Vec<Versions<'a>> {
    let mut groups: Vec<Versions<'a>> = Vec::new();
    let mut by_key = BTreeMap::new();
    for (name, at) in &new.versions {
        let Some(before) = old.versions.get(name) else {
            continue;
        };
        let (a, b) = (
            &old.matcher.versions()[*before],
            &new.matcher.versions()[*at],
        );
        let texts = [a, b].map(|version| version_key(version.version));
        let changed = texts[0] != texts[1];
        let group = *by_key
            .entry((a.class, b.class, texts, is_own(b.version)))
            .or_insert_with(|| {
                groups.push(Versions {
                    names: Vec::new(),
                    old: *before,
                    new: *at,
                    changed,
                });
                groups.len() - 1
            });
        if let Some(group) = groups.get_mut(group) {
            group.names.push(*name);
        }
    }
    groups
}

/// Whether the profile itself brings a version, not its parent.
pub(super) fn is_own(version: &MachineImageVersion<'_>) -> bool {
    !version.version().span.is_elsewhere()
}

fn pair<'a>(
    old: &Side<'a>,
    new: &Side<'a>,
    machine: &Machines<'a>,
    version: &Versions<'a>,
    vocabulary: &[Cause],
) -> Option<Impact<'a>> {
    let ((fitted, before), (fits, after)) = (
        answer(old, machine.old, version.old),
        answer(new, machine.new, version.new),
    );
    let what = match (fitted, fits) {
        (true, false) => What::Incompatible,
        (false, true) => What::Compatible,
        // A profile that is converted gets its first flavors: where the same artifact is found by
        // them, that is no difference.
        (true, true) if before.is_none() && *vocabulary == [Cause::FirstMigration] => return None,
        (true, true) if before != after => What::Flavor,
        _ => return None,
    };
    let of = |side: &Side<'a>, at: usize| side.matcher.versions()[at].version;
    let (was, is) = (of(old, version.old), of(new, version.new));
    let causes = causes(machine.changed, version.changed, vocabulary)
        .into_iter()
        .map(|cause| new.driven(is, cause));
    let mut impact = Impact::new(what, causes.collect());
    impact.machine_types.clone_from(&machine.names);
    impact.images.clone_from(&version.names);
    (impact.before, impact.after) = (before, after);
    let span = |side: &Side<'a>,
                machine_at: usize,
                (version_at, other): (usize, &MachineImageVersion<'_>)| {
        let definition = side
            .usable
            .profile
            .machine_capabilities
            .first()
            .map(|definition| definition.name.span);
        let version_of = side.matcher.versions()[version_at].version;
        let span = if version.changed {
            side.provided_at(version_of, other)
                .unwrap_or(version_of.version().span)
        } else if machine.changed {
            side.matcher.machines()[machine_at].machine_type.name.span
        } else {
            definition.unwrap_or(version_of.version().span)
        };
        side.place(span)
    };
    impact.old = span(old, machine.old, (version.old, is));
    impact.new = span(new, machine.new, (version.new, was));
    Some(impact)
}

/// The image and version that a Shoot gets which names no version: of each image, and where it
/// names no image either.
fn defaults<'a>(choice: Choice<'_, 'a>, machine: &Machines<'a>) -> Vec<Impact<'a>> {
    let Choice { old, new, now, .. } = choice;
    let chosen = |side: &Side<'a>, at: usize, image: Option<&str>| {
        let machine = &side.matcher.machines()[at];
        let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
        let wanted = Wanted {
            image,
            version: None,
            architecture,
            in_place: false,
            demand: None,
        };
        match default_image(side.matcher, Some(machine), wanted, now) {
            Ok(matching::Default::Chosen { version, .. }) => {
                Some((*version.image.name, version.version.version()))
            }
            Ok(matching::Default::Kept) | Err(_) => None,
        }
    };
    let mut found = Vec::new();
    let names = new
        .usable
        .profile
        .machine_images
        .iter()
        .map(|image| *image.name);
    let both = names.filter(|name| {
        old.usable
            .profile
            .machine_images
            .iter()
            .any(|image| image.name.value == *name)
    });
    for image in std::iter::once(None).chain(both.map(Some)) {
        let (before, after) = (
            chosen(old, machine.old, image),
            chosen(new, machine.new, image),
        );
        let key = |of: &Option<(&'a str, crate::model::cursor::Spanned<&'a str>)>| {
            of.map(|(image, version)| (image, version.value))
        };
        if key(&before) == key(&after) {
            continue;
        }
        let concerned: Vec<(&str, &str)> = key(&before).into_iter().chain(key(&after)).collect();
        let of = image
            .or_else(|| concerned.first().map(|(image, _)| *image))
            .unwrap_or_default();
        let causes = choice.of_default(of, machine.names.first().copied(), &concerned);
        let mut impact = Impact::new(What::Default, causes);
        impact.machine_types.clone_from(&machine.names);
        impact.images = image.map(|name| (name, "")).into_iter().collect();
        impact.entry = image.map(|name| Entry::new(List::MachineImage, name));
        let text = |of: &Option<(&str, crate::model::cursor::Spanned<&str>)>| {
            of.map(|(image, version)| format!("{image} {}", *version))
        };
        (impact.before, impact.after) = (text(&before), text(&after));
        impact.old = before.and_then(|(_, version)| old.place(version.span));
        impact.new = after.and_then(|(_, version)| new.place(version.span));
        found.push(impact);
    }
    found
}
