//! Which of the server's refusals most likely follow from which others of the same object, or
//! repeat one of its parent. The server says all of them, so they stay findings. A cause is a guess:
//! mostly it stands in the same entry of a list, by the paths of both or by the bytes that they show.

mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::finding::{ErrorType, Finding, Follows, Severity, Subject};
use crate::landscape::{Item, ReadFile};
use crate::model::near::near;
use crate::model::path::{FieldPath, PathStep};
use crate::source::{FileId, Place};
use table::{FOLLOWS, Where};

/// Maximum number of pairs of values of an object that are compared letter by letter.
const COMPARISONS: usize = 100_000;

/// The files of a run.
type Files<'f, 's> = BTreeMap<FileId, &'f ReadFile<'s>>;

/// Sets the most likely cause of each finding, if it is among them: the nearest of the most certain
/// ones. `files`: those that findings point into; `items`: the objects of the run.
pub fn trace<'f, 's: 'f>(
    findings: &mut [Finding],
    files: impl Iterator<Item = &'f ReadFile<'s>>,
    items: impl Iterator<Item = &'f Item<'s>>,
) {
    let homes: BTreeMap<*const Subject, FileId> = items
        .filter_map(|item| Some((Arc::as_ptr(item.known_subject()?), item.file)))
        .collect();
    let files: Files<'_, '_> = files.map(|file| (file.file, file)).collect();
    let mut objects: BTreeMap<*const Subject, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        if finding.severity == Severity::Error {
            let object = Arc::as_ptr(&finding.subject);
            objects.entry(object).or_default().push(at);
        }
    }
    for (object, positions) in objects.iter().filter(|(_, of)| of.len() > 1) {
        let home = homes.get(object).copied();
        let errors = positions.iter().filter_map(|at| findings.get(*at));
        let mut among = Among::new(errors.map(|error| Seen::new(error, home, &files)).collect());
        let causes: Vec<Option<Follows>> = (0..positions.len())
            .map(|at| {
                let cause = among.cause_of(at)?;
                Some(Follows {
                    subject: None,
                    rule: cause.rule,
                    field: cause.field.clone(),
                    place: cause.place,
                })
            })
            .collect();
        for (at, cause) in positions.iter().zip(causes) {
            if let Some(finding) = findings.get_mut(*at) {
                finding.cause = cause;
            }
        }
    }
    inherit(findings);
}

/// What a merged result only inherits follows from the same mistake of its parent, where that was
/// judged too.
fn inherit(findings: &mut [Finding]) {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    if !findings.iter().any(|finding| finding.inherited) {
        return;
    }
    let mut of_parents: BTreeMap<(&str, Place), Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        if is_error(&finding) && !finding.inherited {
            let key = (finding.rule, finding.place);
            of_parents.entry(key).or_default().push(at);
        }
    }
    let follows = |finding: &Finding| {
        let same = of_parents.get(&(finding.rule, finding.place))?;
        let all = || same.iter().filter_map(|at| findings.get(*at));
        let mut alike = all().filter(|other| own(&other.field) == own(&finding.field));
        let cause = alike.next().or_else(|| all().next())?;
        Some(Follows {
            subject: Some(Arc::clone(&cause.subject)),
            rule: cause.rule,
            field: cause.field.clone(),
            place: cause.place,
        })
    };
    let found: Vec<(usize, Follows)> = findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| finding.inherited && is_error(finding))
        .filter_map(|(at, finding)| Some((at, follows(finding)?)))
        .collect();
    for (at, cause) in found {
        if let Some(finding) = findings.get_mut(at) {
            finding.cause = Some(cause);
        }
    }
}

/// An error, with the paths of the bytes that it shows.
struct Seen<'f> {
    finding: &'f Finding,
    /// The path of its own bytes first, each with the text that it is in.
    shown: Vec<(Text, FieldPath)>,
}

/// A document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Text {
    /// That of the object.
    Own,
    Other(FileId, usize),
}

impl<'f> Seen<'f> {
    fn new(finding: &'f Finding, home: Option<FileId>, files: &Files<'_, '_>) -> Self {
        let related = finding.related.iter().map(|label| label.place);
        let path = |place: Place| {
            let file = files.get(&place.file)?;
            let start = place.span.start;
            let document = file.document_at(start)?;
            let own = Some(place.file) == home && document.index == finding.subject.document;
            let text = match own {
                true => Text::Own,
                false => Text::Other(place.file, document.index),
            };
            Some((text, file.path_at(start)))
        };
        Self {
            finding,
            shown: [finding.place]
                .into_iter()
                .chain(related)
                .filter_map(path)
                .collect(),
        }
    }

    fn field(&self) -> &'f [PathStep] {
        own(&self.finding.field)
    }

    fn value(&self) -> Option<&'f str> {
        self.finding
            .value
            .as_deref()
            .filter(|value| !value.is_empty())
    }

    /// The elements of a list that it speaks of. `related`: also those that it only shows.
    fn elements(&self, list: &str, related: bool) -> Vec<Spot> {
        let by_bytes = self.shown.iter().take(if related { usize::MAX } else { 1 });
        let by_bytes = by_bytes.filter_map(|(text, path)| {
            let path = match text {
                Text::Own => own(path),
                Text::Other(..) => path.steps(),
            };
            Some(Spot::Bytes(*text, element(path, list)?))
        });
        // The lists of a merged result are others than those of the object.
        let is_status = |step: &PathStep| step.name() == Some("status");
        let is_merged = self.finding.field.steps().iter().any(is_status);
        let by_field = element(self.field(), list).filter(|_| !is_merged);
        by_field
            .map(|path| Spot::Bytes(Text::Own, path))
            .into_iter()
            .chain(by_bytes)
            .collect()
    }
}

/// What a cause and its consequence have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Any,
    /// Named alike.
    Name(String),
    At(FieldPath),
    /// Something below a path.
    Below(FieldPath),
    /// A path in a document.
    Bytes(Text, FieldPath),
}

type Key<'f> = (Spot, Option<&'f str>);

/// Errors of one rule, in the order of their places.
type Errors = Vec<(Place, usize)>;

/// The errors of one object.
struct Among<'f> {
    all: Vec<Seen<'f>>,
    by_rule: BTreeMap<&'static str, Errors>,
    /// Of each field and place the first error that says that the value is missing.
    missing: BTreeMap<(&'f [PathStep], Place), usize>,
    /// The errors that call a value unreadable, by the path of the value, its place and their rule.
    unreadable: BTreeMap<(&'f [PathStep], Place, &'static str), usize>,
    /// The errors of a rule by what they may have in common with a consequence.
    indexes: BTreeMap<(&'static str, Where), BTreeMap<Key<'f>, Errors>>,
    /// How many values may still be compared.
    left: usize,
}

impl<'f> Among<'f> {
    fn new(all: Vec<Seen<'f>>) -> Self {
        let mut among = Self {
            all: Vec::new(),
            by_rule: BTreeMap::new(),
            missing: BTreeMap::new(),
            unreadable: BTreeMap::new(),
            indexes: BTreeMap::new(),
            left: COMPARISONS,
        };
        for (at, seen) in all.iter().enumerate() {
            let (finding, field) = (seen.finding, seen.field());
            let place = finding.place;
            let of_rule = among.by_rule.entry(finding.rule).or_default();
            of_rule.push((place, at));
            match finding.error_type {
                Some(ErrorType::Required) => {
                    among.missing.entry((field, place)).or_insert(at);
                }
                Some(ErrorType::Invalid) => {
                    let key = (field, place, finding.rule);
                    among.unreadable.entry(key).or_insert(at);
                }
                _ => {}
            }
        }
        among.by_rule.values_mut().for_each(|errors| errors.sort());
        among.all = all;
        among
    }

    fn cause_of(&mut self, at: usize) -> Option<&'f Finding> {
        let finding = self.all.get(at)?.finding;
        if let Some(cause) = self.said_of_nothing(at) {
            return Some(cause);
        }
        let (_, rows) = FOLLOWS.iter().find(|(rule, _)| *rule == finding.rule)?;
        rows.iter()
            .find_map(|(rule, place)| self.nearest(at, rule, *place))
    }

    /// The finding that counts of two for one field: where a value is missing, others are about an
    /// empty one; and an unreadable value is none of those that fit.
    fn said_of_nothing(&self, at: usize) -> Option<&'f Finding> {
        let seen = self.all.get(at)?;
        let (finding, field) = (seen.finding, seen.field());
        let missing = self.missing.get(&(field, finding.place));
        let missing = missing.filter(|_| finding.error_type != Some(ErrorType::Required));
        let unreadable = self.unreadable.get(&(field, finding.place, finding.rule));
        let unreadable = unreadable.filter(|_| finding.error_type == Some(ErrorType::NotSupported));
        Some(self.all.get(*missing.or(unreadable)?)?.finding)
    }

    /// The nearest error of a rule that stands so.
    fn nearest(&mut self, at: usize, rule: &'static str, place: Where) -> Option<&'f Finding> {
        let of_rule = self.by_rule.get(rule)?;
        let all = &self.all;
        let seen = all.get(at)?;
        let index = self.indexes.entry((rule, place)).or_insert_with(|| {
            let mut index: BTreeMap<Key<'f>, Errors> = BTreeMap::new();
            for error in of_rule {
                let keys = all.get(error.1).map(|cause| place.of_cause(cause));
                for key in keys.into_iter().flatten() {
                    index.entry(key).or_default().push(*error);
                }
            }
            index
        });
        let here = seen.finding.place;
        let mut found: Option<(Place, usize)> = None;
        for key in place.of_consequence(seen) {
            let Some(errors) = index.get(&key) else {
                continue;
            };
            let one = if place.is_alike() {
                let like = |(_, cause): &&(Place, usize)| {
                    let values = all.get(*cause).and_then(Seen::value).zip(seen.value());
                    self.left = self.left.saturating_sub(1);
                    self.left > 0 && values.is_some_and(|(a, b)| near(a, [b]).is_some())
                };
                errors
                    .iter()
                    .filter(like)
                    .min_by_key(|error| distance(error.0, here))
            } else {
                let behind = errors.partition_point(|error| error.0 < here);
                let around = errors.iter().skip(behind.saturating_sub(1)).take(2);
                around.min_by_key(|error| distance(error.0, here))
            };
            found = found
                .into_iter()
                .chain(one.copied())
                .min_by_key(|error| distance(error.0, here));
        }
        Some(all.get(found?.1)?.finding)
    }
}

fn distance(a: Place, b: Place) -> (bool, u32) {
    (a.file != b.file, a.span.start.abs_diff(b.span.start))
}

/// The steps within the spec: those of the merged result are the object's own.
fn own(field: &FieldPath) -> &[PathStep] {
    let is = |step: &PathStep, name: &str| step.name() == Some(name);
    let mut steps = field.steps();
    while let [list, PathStep::Index(_), rest @ ..] = steps
        && is(list, "items")
    {
        steps = rest;
    }
    match steps {
        [status, spec, rest @ ..] if is(status, "status") && is(spec, "cloudProfileSpec") => rest,
        [spec, rest @ ..] if is(spec, "spec") => rest,
        _ => steps,
    }
}

/// The path up to the element of a list.
fn element(steps: &[PathStep], list: &str) -> Option<FieldPath> {
    let at = steps
        .windows(2)
        .position(|two| two[0].name() == Some(list) && matches!(two[1], PathStep::Index(_)))?;
    Some(FieldPath::of(&steps[..at + 2]))
}

fn prefixes(steps: &[PathStep]) -> impl Iterator<Item = FieldPath> {
    (0..=steps.len()).map(|end| FieldPath::of(&steps[..end]))
}

impl Where {
    fn is_alike(self) -> bool {
        matches!(self, Self::Like(_) | Self::Alike)
    }

    /// What a cause has that stands so; nothing where it is none.
    fn of_cause<'f>(self, cause: &Seen<'f>) -> Vec<Key<'f>> {
        let at = cause.field();
        let last = || at.last().and_then(PathStep::name);
        let is_missing = cause.finding.error_type == Some(ErrorType::Required);
        let any = |is: bool| is.then_some(Spot::Any).into_iter().collect();
        let spots: Vec<Spot> = match self {
            Self::Near => prefixes(at)
                .map(Spot::Below)
                .chain([Spot::At(FieldPath::of(at))])
                .collect(),
            Self::Beside => at
                .split_last()
                .map(|(_, entry)| Spot::At(FieldPath::of(entry)))
                .into_iter()
                .collect(),
            Self::At(path) => {
                let steps = cause.finding.field.steps();
                any(steps.ends_with(FieldPath::from(path).steps()))
            }
            Self::Definition => {
                let name = last().map(|name| Spot::Name(name.to_owned()));
                name.into_iter().collect()
            }
            Self::Shown => {
                let bytes = cause.shown.first().cloned();
                let spot = bytes.map(|(text, path)| Spot::Bytes(text, path));
                spot.into_iter().collect()
            }
            Self::Place(list) => element(at, list).map(Spot::At).into_iter().collect(),
            Self::Entry(list) | Self::Same(list) | Self::Like(list) => cause.elements(list, false),
            Self::Nameless(list) => {
                let names = ["name", "version", "versions"];
                let is_name = last().is_some_and(|last| names.contains(&last));
                if is_name && is_missing {
                    cause.elements(list, false)
                } else {
                    Vec::new()
                }
            }
            Self::Value | Self::Alike | Self::Unnamed | Self::Ending(_) => any(true),
            Self::Needs => cause.finding.needs.iter().cloned().map(Spot::At).collect(),
            Self::In(list) => any(at.first().and_then(PathStep::name) == Some(list)),
            Self::Lacks(name) => any(is_missing && last() == Some(name)),
        };
        self.with_value(spots, cause)
    }

    /// What a consequence has of a cause that stands so.
    fn of_consequence<'f>(self, seen: &Seen<'f>) -> Vec<Key<'f>> {
        let field = seen.field();
        let any = |is: bool| is.then_some(Spot::Any).into_iter().collect();
        let spots: Vec<Spot> = match self {
            Self::Near => prefixes(field)
                .map(Spot::At)
                .chain([Spot::Below(FieldPath::of(field))])
                .collect(),
            Self::Beside => prefixes(field).map(Spot::At).collect(),
            Self::Definition => {
                let names = field.iter().filter_map(PathStep::name).chain(seen.value());
                names.map(|name| Spot::Name(name.to_owned())).collect()
            }
            Self::Shown => seen
                .shown
                .iter()
                .cloned()
                .map(|(text, path)| Spot::Bytes(text, path))
                .collect(),
            Self::Place(list) => seen
                .shown
                .iter()
                .filter_map(|(_, path)| element(own(path), list).map(Spot::At))
                .collect(),
            Self::Entry(list) | Self::Same(list) | Self::Like(list) | Self::Nameless(list) => {
                seen.elements(list, true)
            }
            Self::Needs => seen.finding.needs.iter().cloned().map(Spot::At).collect(),
            Self::Unnamed => any(seen.finding.value.as_deref() == Some("")),
            Self::Ending(end) => any(field.ends_with(FieldPath::from(end).steps())),
            Self::At(_) | Self::Value | Self::Alike | Self::In(_) | Self::Lacks(_) => any(true),
        };
        self.with_value(spots, seen)
    }

    /// The value counts where both must have the same.
    fn with_value<'f>(self, spots: Vec<Spot>, seen: &Seen<'f>) -> Vec<Key<'f>> {
        let value = match self {
            Self::Same(_) | Self::Value => {
                let Some(value) = seen.value() else {
                    return Vec::new();
                };
                Some(value)
            }
            _ => None,
        };
        spots.into_iter().map(|spot| (spot, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::table::FOLLOWS;
    use crate::rules::find;

    #[test]
    fn all_are_rules_and_none_follows_from_itself() {
        for (rule, causes) in FOLLOWS {
            assert!(find(rule).is_some(), "{rule}");
            for (cause, _) in *causes {
                assert!(find(cause).is_some() && cause != rule, "{cause}");
                let back = FOLLOWS.iter().find(|(rule, _)| rule == cause);
                assert!(
                    back.is_none_or(|(_, causes)| causes.iter().all(|(of, _)| of != rule)),
                    "{rule} and {cause} follow from each other"
                );
            }
        }
    }
}
