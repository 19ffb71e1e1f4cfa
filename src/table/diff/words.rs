//! The words that the forms for people share.

mod pen;
mod summary;

use crate::diff::{ChangedObject, Lost, Open, State, Why};
use crate::finding::Finding;
use crate::impact::{Cause, Impact, List, PoolUse};
use crate::landscape::Item;
use crate::model::object::{ObjectKind, qualified};
use crate::source::{Place, Sources};
use crate::table::diff::View;
use crate::words::{self, count};

pub(super) use pen::{Pen, from_to, of_pair};
pub(super) use summary::{kinds, summary};

/// Maximum number of names shown before the rest is counted.
const NAMED: usize = 4;

/// The heading of what cannot be read.
pub(super) const UNREADABLE: &str = "Cannot be read, so nothing of it is compared";
/// The heading of what could not be checked.
pub(super) const UNCHECKED: &str = "Not checked: the server may refuse this";

/// The heading of what else is not known.
pub(super) const OPEN: &str = "Not known";

/// Something that decides and is not known.
pub(super) fn open(open: &Open, sources: &Sources) -> String {
    let subject = format!("{} {}", open.subject.kind(), open.subject.qualified());
    let places = |all: &[Place]| {
        let rest = all.len().saturating_sub(NAMED);
        let shown = all.iter().take(NAMED).map(|at| sources.place_of(*at));
        let shown: Vec<String> = shown.collect();
        if rest > 0 {
            format!("{} and {rest} more", shown.join(", "))
        } else {
            words::and(&shown)
        }
    };
    let (at, users) = (places(&open.places), places(&open.users));
    let several = open.users.len() != 1;
    let number = |what| count(open.users.len(), what);
    match &open.why {
        Why::Pairing(rivals) => words::rivals(rivals, sources),
        Why::NoShoots { removed, elsewhere } => format!(
            "{subject} ({at}): something goes that a Shoot may use, and {}",
            if *removed {
                "the change removes all Shoots of its landscape: the server accepts it only once \
                 they are deleted"
            } else if *elsewhere {
                "no Shoot of its landscape is among the files: those that refer to this name are \
                 nearer to another profile of it; --with names its own, or compare the files where \
                 they stand in their landscape"
            } else {
                "no Shoot of its landscape is among the files; --with names them"
            }
        ),
        Why::RemovedUsers => format!(
            "{subject} ({at}): something goes, and the change removes {} that {} it ({users}): the \
             server accepts it only once {} deleted",
            number("object"),
            if several { "use" } else { "uses" },
            if several { "these are" } else { "that is" },
        ),
        Why::MissingProfiles(profiles) => {
            let several = profiles.len() != 1;
            let profiles = profiles
                .iter()
                .map(|name| format!("NamespacedCloudProfile {name}"));
            let profiles: Vec<String> = profiles.collect();
            format!(
                "{subject} ({at}): something goes that {} may use ({users}): {} {} not among the \
                 files, and this may be the parent; --with names {}",
                number("Shoot"),
                names(&profiles, "NamespacedCloudProfile", false),
                if several { "are" } else { "is" },
                if several { "them" } else { "it" },
            )
        }
        Why::UnnamedVersions { versions, by_pools } => format!(
            "{subject}: {} {} ({at}), and {} that {} no version, or only its beginning, may have {} \
             stored ({users}): no file tells what the server made of it",
            words::and(versions),
            if versions.len() == 1 { "goes" } else { "go" },
            number(if *by_pools { "worker pool" } else { "Shoot" }),
            if several { "name" } else { "names" },
            if versions.len() == 1 { "it" } else { "one" },
        ),
        Why::Unreadable(values) => format!(
            "{subject} ({at}): no file tells {} ({users}), and the answer depends on {}; mend it, or \
             leave the file out",
            names(values, "value", false),
            if several { "them" } else { "it" },
        ),
        Why::Reference => format!(
            "{subject}: {at} have this name and are equally near to {} that {} to it ({users}); keep \
             {}",
            number("object"),
            if several { "refer" } else { "refers" },
            if open.is_in_one_file() {
                "one of them"
            } else {
                "each landscape in its own directory"
            },
        ),
    }
}

/// `CloudProfile aws (changed)`, with the file where another object has the same name.
pub(super) fn title(object: &ChangedObject<'_>, view: View<'_>) -> String {
    let state = match object.other {
        Some(other) => {
            let other = other.object.qualified();
            let lost = if object.lost.is_empty() {
                String::new()
            } else {
                format!("; where that is removed, {}", kept(&object.lost, false))
            };
            format!(
                "compared with {other}, which has another name: applying it creates a second \
                 object and does not change {other}{lost}"
            )
        }
        None => state(object.state).to_owned(),
    };
    let item = object.item;
    let place = if object.has_namesake {
        let file = view.sources.get(item.file).name();
        format!("{}; ", crate::words::place(file, item.document.index))
    } else {
        String::new()
    };
    format!(
        "{} {} ({place}{state})",
        item.object.kind.as_str(),
        item.object.qualified()
    )
}

/// The fate of a profile that is removed although it is in use.
fn kept(lost: &Lost<'_>, expand: bool) -> String {
    let named = |items: &[&Item<'_>], what: &str| {
        let several = words::of_several_texts(
            items
                .iter()
                .map(|item| (item.object.qualified(), item.file)),
        );
        let one = |item: &&Item<'_>| {
            let name = item.object.qualified();
            if several.contains(&name) {
                format!("{name} ({})", item.source.name())
            } else {
                name
            }
        };
        names(&items.iter().map(one).collect::<Vec<_>>(), what, expand)
    };
    let mut parts = Vec::new();
    if !lost.shoots.is_empty() {
        let shoots = named(&lost.shoots, "Shoot");
        parts.push(format!(
            "its finalizer keeps it, marked as deleted, until no Shoot refers to it; first move \
             to another profile: {shoots}"
        ));
    }
    if !lost.children.is_empty() {
        parts.push(format!(
            "it is still the parent of {}",
            named(&lost.children, "NamespacedCloudProfile")
        ));
    }
    parts.join("; ")
}

pub(super) fn state(state: State) -> &'static str {
    match state {
        State::Added => "added",
        State::Removed => "removed",
        State::Changed => "changed",
        State::Renamed => "renamed",
        State::Same => "unchanged, but its parent changes",
    }
}

/// The heading of what has this cause.
pub(super) fn cause(cause: Option<Cause>, object: &ChangedObject<'_>) -> &'static str {
    match cause {
        _ if object.is_removed_in_use() => "The object is removed while others refer to it",
        Some(Cause::FirstMigration) if object.state == State::Same => {
            "The parent gets its first vocabulary"
        }
        Some(Cause::FirstMigration) if object.lacks_flavors => {
            "The profile gets its first vocabulary: the server converts the stored profile; a \
             create of the same file fails because it lacks flavors"
        }
        Some(Cause::FirstMigration) => {
            "The profile gets its first vocabulary: the server converts the stored profile; a \
             create of the same file works too, because it has all flavors"
        }
        Some(Cause::BackToLegacy) => {
            "The profile loses its vocabulary: the server silently removes all flavors and \
             capabilities"
        }
        Some(Cause::ReorderedVocabulary) => {
            "The vocabulary has another order, and so another preference: a behavioural change"
        }
        Some(Cause::RemovedValue) => "The vocabulary loses values",
        Some(Cause::AddedValue) => {
            "The vocabulary gains values: everything that leaves out the capability now claims \
             them, too"
        }
        Some(Cause::ChangedFlavors) => "Image versions have other flavors or architectures",
        Some(Cause::ChangedMachineType) => {
            "Machine types have other capabilities or another architecture"
        }
        Some(Cause::ChangedProviderPart) => "`providerConfig` maps to other artifacts",
        Some(Cause::ChangedParent) if object.item.object.kind == ObjectKind::CloudProfile => {
            "The lists of the profile gain and lose entries that its NamespacedCloudProfiles take over"
        }
        Some(Cause::ChangedParent) => "The lists of the parent gain and lose entries",
        Some(Cause::NotUsable) => "Machine types and volume types are no longer usable",
        Some(Cause::RemovedZone) => "Regions lose zones",
        Some(Cause::UnavailableInZone) => "Zones no longer offer machine types and volume types",
        Some(Cause::MinimumVolumeSize) => "Volumes have another minimum size",
        Some(Cause::KubeletConstraint) => "Image versions ask for other kubelet versions",
        Some(Cause::ReservedResources) => "Machine types have no more than the kubelet reserves",
        Some(Cause::ChangedEntry) => "Entries have other properties",
        Some(Cause::ChangedLists) => "The lists of the profile gain and lose entries",
        Some(Cause::ChangedDates) => "Versions get another classification, now or later",
        Some(Cause::ChangedStrategy) => "Images have another updateStrategy",
        Some(Cause::ChangedConditions) => {
            "Image versions change their CRI, kubelet versions or in-place updates"
        }
        Some(Cause::ChangedShoot) => "The Shoot itself changes",
        Some(Cause::ChangedProfile) => "The profile of the Shoot changes; see there",
        None => "Other",
    }
}

/// `garden-x/shoot (pool)`, `garden-x/shoot (dev/shoot.yaml; pool)`
fn pool(of: &PoolUse<'_>, file: Option<&str>) -> String {
    let pool = Some(of.pool).filter(|pool| !pool.is_empty());
    let inside: Vec<&str> = file.into_iter().chain(pool).collect();
    let name = qualified(of.namespace, of.shoot);
    if inside.is_empty() {
        name
    } else {
        format!("{name} ({})", inside.join("; "))
    }
}

/// The noun for an entry of a list.
pub(super) fn list_name(list: List) -> &'static str {
    match list {
        List::KubernetesVersion => "Kubernetes version",
        List::MachineImage => "machine image",
        List::ImageVersion => "image version",
        List::MachineType => "machine type",
        List::VolumeType => "volume type",
        List::Region => "region",
        List::Zone => "zones",
        List::Limit => "limit",
        List::Capability => "capability",
        List::WorkerPool => "worker pool",
        List::Profile => "profile",
        List::Architecture => "architecture",
        List::AutoUpdate => "moved automatically by maintenance",
        List::Volume => "volume size",
        List::AccessRestriction => "access restriction",
        List::Setting => "setting",
    }
}

fn names<T: AsRef<str>>(all: &[T], what: &str, expand: bool) -> String {
    named(all, || count(all.len(), what), expand)
}

/// Names, or some of them after how many there are.
fn named<T: AsRef<str>>(all: &[T], total: impl Fn() -> String, expand: bool) -> String {
    let shown = if expand || all.len() <= NAMED {
        all.len()
    } else {
        NAMED - 1
    };
    let named: Vec<&str> = all.iter().take(shown).map(AsRef::as_ref).collect();
    if shown < all.len() {
        format!("{} ({}, …)", total(), named.join(", "))
    } else {
        named.join(", ")
    }
}

/// The places on both sides.
pub(super) fn places(impact: &Impact<'_>, sources: &Sources) -> String {
    let of = |side: Option<Place>| side.map(|at| sources.place_of(at));
    match (of(impact.old), of(impact.new)) {
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (Some(old), None) => old,
        (None, Some(new)) => new,
        (None, None) => String::new(),
    }
}

/// A finding without its places.
pub(super) fn finding(finding: &Finding) -> String {
    let field = finding.lead();
    format!("{field}{}", finding.says())
}

/// What changes of a Shoot and is not looked at.
pub(super) fn not_judged(object: &ChangedObject<'_>, expand: bool) -> Option<String> {
    (!object.not_judged.is_empty()).then(|| {
        format!(
            "{}; cpcap judges the profile, versions and worker pools of a Shoot",
            names(&object.not_judged, "field", expand)
        )
    })
}

/// `3 worker pools and 2 Shoots`: some things concern a pool, and of other Shoots the whole.
fn counted(pools: &[PoolUse<'_>]) -> String {
    let whole = pools.iter().filter(|of| of.pool.is_empty()).count();
    let parts = [(pools.len() - whole, "worker pool"), (whole, "Shoot")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| count(number, what))
        .collect();
    words::and(&parts)
}
