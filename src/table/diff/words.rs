//! The words that the forms for people share.

use crate::finding::Finding;
use crate::impact::{Cause, Impact, Kind, List, PoolUse};
use crate::source::{Place, Sources};
use crate::table::diff::{ObjectView, State, View};

/// So many names are shown before the rest is counted.
const NAMED: usize = 4;

/// `CloudProfile aws (changed)`
pub(super) fn title(object: &ObjectView<'_>) -> String {
    let meta = &object.item.object.meta;
    let kind = object.item.object.kind;
    let name = if kind.namespaced() { format!("{}/{}", *meta.namespace, *meta.name) } else { (*meta.name).to_owned() };
    format!("{} {name} ({})", kind.as_str(), state(object.state))
}

pub(super) fn state(state: State) -> &'static str {
    match state {
        State::Added => "added",
        State::Removed => "removed",
        State::Changed => "changed",
        State::Same => "unchanged, but its parent changes",
    }
}

/// The heading of what has this cause.
pub(super) fn cause(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::FirstMigration) => {
            "The profile gets its first vocabulary: the server converts the stored profile; the same file created fresh is refused where it \
             lacks flavors"
        }
        Some(Cause::BackToLegacy) => "The profile loses its vocabulary: the server removes all flavors and capabilities, without a word",
        Some(Cause::ReorderedVocabulary) => "The vocabulary has another order, and with it another preference: a behavioural change",
        Some(Cause::RemovedValue) => "The vocabulary loses values",
        Some(Cause::AddedValue) => "The vocabulary gains values: everything that leaves the capability out now claims them, too",
        Some(Cause::ChangedFlavors) => "Image versions have other flavors or architectures",
        Some(Cause::ChangedMachineType) => "Machine types have other capabilities or another architecture",
        Some(Cause::ChangedProviderPart) => "The provider part maps to something else",
        Some(Cause::ChangedLists) => "The lists of the profile gain and lose entries",
        Some(Cause::ChangedDates) => "Versions are classified otherwise",
        None => "Other",
    }
}

/// One impact as a sentence without its places.
pub(super) fn line(impact: &Impact<'_>, expand: bool) -> String {
    let machines = names(&impact.machine_types, "machine type", expand);
    let images: Vec<String> = impact.images.iter().map(|(image, version)| format!("{image} {version}").trim_end().to_owned()).collect();
    let images = names(&images, "image version", expand);
    let (before, after) = (impact.before.as_deref(), impact.after.as_deref());
    let from_to = || format!("{} → {}", before.unwrap_or("none"), after.unwrap_or("none"));
    let entry = impact.entry.as_ref().map_or_else(|| "the object itself".to_owned(), |(list, name)| format!("{} {name}", list_name(*list)));
    let mut text = match impact.kind {
        Kind::Impossible => format!("no longer possible: {machines} with {images}"),
        Kind::Incompatible => format!("no longer fits: {machines} with {images}"),
        Kind::Compatible => format!("fits now: {machines} with {images}"),
        Kind::Flavor => format!("another flavor: {machines} with {images}: {}", from_to()),
        Kind::Artifact => {
            let regions =
                if impact.regions.is_empty() { String::new() } else { format!(" in {}", names(&impact.regions, "region", expand)) };
            format!("another artifact: {machines} with {images}{regions}: {}", from_to())
        }
        Kind::Default => {
            let of = impact.images.first().map_or_else(|| "image".to_owned(), |(image, _)| format!("version of {image}"));
            format!("another default {of}: {machines}: {}", from_to())
        }
        Kind::Maintenance => format!("the next maintenance window: {entry}: {} → {}", window(before), window(after)),
        Kind::Classification => format!("{entry}: {}", from_to()),
        Kind::Format => format!("vocabulary: {}", from_to()),
        Kind::Vocabulary => {
            let claims = [(&impact.machine_types.is_empty(), machines), (&impact.images.is_empty(), images)];
            let claims: Vec<String> = claims.into_iter().filter(|(none, _)| !**none).map(|(_, names)| names).collect();
            let claims = if claims.is_empty() { String::new() } else { format!("; now also claimed by {}", claims.join(" and ")) };
            format!("{}{claims}", from_to())
        }
        Kind::Removed => format!("removed: {entry}"),
        Kind::Added => format!("added: {entry}"),
    };
    if !impact.pools.is_empty() {
        let what = if impact.pools.iter().all(|pool| pool.pool.is_empty()) { "object" } else { "worker pool" };
        text += &format!("; used by {}", names(&impact.pools.iter().map(pool).collect::<Vec<_>>(), what, expand));
    }
    text
}

fn window(outcome: Option<&str>) -> String {
    match outcome {
        None => "stays".to_owned(),
        Some("fails") => "must move and cannot".to_owned(),
        Some(to) => format!("moves to {to}"),
    }
}

/// `garden-x/shoot (pool)`
pub(super) fn pool(of: &PoolUse<'_>) -> String {
    if of.pool.is_empty() { format!("{}/{}", of.namespace, of.shoot) } else { format!("{}/{} ({})", of.namespace, of.shoot, of.pool) }
}

/// What an entry of a list is.
pub(super) fn list_name(list: List) -> &'static str {
    match list {
        List::KubernetesVersion => "Kubernetes version",
        List::MachineImage => "machine image",
        List::ImageVersion => "image version",
        List::MachineType => "machine type",
        List::VolumeType => "volume type",
        List::Region => "region",
        List::Capability => "capability",
    }
}

fn names<T: AsRef<str>>(all: &[T], what: &str, expand: bool) -> String {
    let shown = if expand || all.len() <= NAMED { all.len() } else { NAMED - 1 };
    let named: Vec<&str> = all.iter().take(shown).map(AsRef::as_ref).collect();
    if shown < all.len() { format!("{} {what}s ({}, …)", all.len(), named.join(", ")) } else { named.join(", ") }
}

/// `file:line:column`
pub(super) fn place(place: Place, sources: &Sources) -> String {
    let source = sources.get(place.file);
    let at = source.position(place.span.start);
    format!("{}:{}:{}", source.name(), at.line, at.column)
}

/// The places on both sides.
pub(super) fn places(impact: &Impact<'_>, sources: &Sources) -> String {
    let of = |side: Option<Place>| side.map(|at| place(at, sources));
    match (of(impact.old), of(impact.new)) {
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (Some(old), None) => old,
        (None, Some(new)) => new,
        (None, None) => String::new(),
    }
}

/// A finding without its places.
pub(super) fn finding(finding: &Finding) -> String {
    let field = if finding.field.is_empty() { String::new() } else { format!("{}: ", finding.field) };
    format!("{field}{}", finding.message)
}

/// The counts, as one line.
pub(super) fn summary(view: &View<'_>) -> String {
    let of_state = |state| view.objects.iter().filter(|object| object.state == state).count();
    let mut parts = Vec::new();
    for (which, word) in [(State::Added, "added"), (State::Removed, "removed"), (State::Changed, "changed")] {
        let number = of_state(which);
        if number > 0 {
            parts.push(format!("{number} {word}"));
        }
    }
    if parts.is_empty() {
        return "no change".to_owned();
    }
    let refused = match view.refused.len() {
        0 => "the server would accept it".to_owned(),
        1 => "the server would refuse it for 1 reason".to_owned(),
        several => format!("the server would refuse it for {several} reasons"),
    };
    let impacts: Vec<String> = view.counts().into_iter().map(|(kind, number)| format!("{number} {}", kind.as_str())).collect();
    let impacts = if impacts.is_empty() { "no impact".to_owned() } else { format!("impact: {}", impacts.join(", ")) };
    format!("Objects: {}; {refused}; {impacts}", parts.join(", "))
}
