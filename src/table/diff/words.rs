//! The words that the forms for people share.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::{ChangedObject, Lost, Open, State};
use crate::finding::{Finding, Subject};
use crate::impact::{Cause, Impact, Kind, List, PoolUse, Refusal};
use crate::landscape::Item;
use crate::model::object::ObjectKind;
use crate::rules::{self, Role};
use crate::source::{Place, Sources};
use crate::table::diff::{Concerned, End, View};
use crate::words::artifacts::{means, reason};
use crate::words::maintenance::no_way;
use crate::words::{self, Names, count};

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
    let subject_name = |of: &Subject| {
        let namespace = of
            .namespace
            .as_ref()
            .map_or_else(String::new, |namespace| format!("{namespace}/"));
        format!(
            "{} {namespace}{}",
            of.kind.as_deref().unwrap_or_default(),
            of.name.as_deref().unwrap_or_default()
        )
    };
    let places = |all: &[Place]| {
        let rest = all.len().saturating_sub(NAMED);
        let shown: Vec<String> = all
            .iter()
            .take(NAMED)
            .map(|at| place(*at, sources))
            .collect();
        if rest > 0 {
            format!("{} and {rest} more", shown.join(", "))
        } else {
            words::and(&shown)
        }
    };
    match open {
        Open::Pairing(rivals) => words::rivals(rivals, sources),
        Open::NoShoots {
            subject,
            place: at,
            removed,
        } => format!(
            "{} ({}): something goes that a Shoot may use, and {}",
            subject_name(subject),
            place(*at, sources),
            if *removed {
                "the change removes all Shoots of its landscape: the server accepts it only once \
                 they are deleted"
            } else {
                "no Shoot of its landscape is among the files; --with names them"
            }
        ),
        Open::UnnamedVersions {
            subject,
            versions,
            places: at,
            users,
        } => format!(
            "{}: {} {} ({}), and {} that {} no version may have it stored ({}): {} got a default when \
             {} created, which no file tells",
            subject_name(subject),
            words::and(
                &versions
                    .iter()
                    .map(|of| format!("version {of}"))
                    .collect::<Vec<_>>()
            ),
            if versions.len() == 1 { "goes" } else { "go" },
            places(at),
            count(users.len(), "worker pool"),
            if users.len() == 1 { "names" } else { "name" },
            places(users),
            if users.len() == 1 { "it" } else { "they" },
            if users.len() == 1 {
                "it was"
            } else {
                "they were"
            },
        ),
        Open::Reference {
            subject,
            profiles,
            users,
        } => format!(
            "{}: {} have this name and are equally near to {} that {} to it ({}); keep each \
             landscape in its own directory",
            subject_name(subject),
            places(profiles),
            count(users.len(), "object"),
            if users.len() == 1 { "refers" } else { "refer" },
            places(users)
        ),
    }
}

/// `CloudProfile aws (changed)`, with the file where another object has the same name.
pub(super) fn title(object: &ChangedObject<'_>, view: View<'_>) -> String {
    let state = match object.other {
        Some(other) => {
            let other = name(other);
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
        name(item)
    )
}

/// `garden-x/name`, or `name` without a namespace
fn name(item: &Item<'_>) -> String {
    let meta = &item.object.meta;
    if item.object.kind.namespaced() {
        format!("{}/{}", *meta.namespace, *meta.name)
    } else {
        (*meta.name).to_owned()
    }
}

/// The fate of a profile that is removed although it is in use.
fn kept(lost: &Lost<'_>, expand: bool) -> String {
    let named = |items: &[&Item<'_>], what: &str| {
        let several = words::of_several_texts(items.iter().map(|item| (name(item), item.file)));
        let one = |item: &&Item<'_>| {
            let name = name(item);
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

/// The context in which a form writes the impacts of an object.
pub(super) struct Pen<'v> {
    /// Everything that is concerned is named.
    expand: bool,
    /// The places of what the server refuses to remove.
    refused: &'v BTreeSet<Place>,
    /// The users that refer to it although it is gone.
    lost: &'v Lost<'v>,
    /// The texts.
    sources: &'v Sources,
    /// It gets its first vocabulary, and that changes nothing else.
    same_otherwise: bool,
    /// The worker pools that become impossible, by what makes them so.
    impossible: BTreeMap<(List, &'v str), &'v [PoolUse<'v>]>,
}

impl<'v> Pen<'v> {
    pub fn new(
        object: &'v ChangedObject<'v>,
        refused: &'v BTreeSet<Place>,
        sources: &'v Sources,
        expand: bool,
    ) -> Self {
        let impossible = object
            .impacts
            .iter()
            .filter(|impact| impact.kind == Kind::Impossible);
        let by_entry = impossible.filter_map(|impact| {
            impact
                .entry
                .as_ref()
                .map(|(list, name)| ((*list, name.as_str()), impact.pools.as_slice()))
        });
        let migrates = |impact: &&Impact<'_>| impact.causes.contains(&Cause::FirstMigration);
        let same_otherwise = object.impacts.iter().filter(migrates).count() == 1;
        Self {
            expand,
            refused,
            lost: &object.lost,
            sources,
            same_otherwise,
            impossible: by_entry.collect(),
        }
    }

    /// One impact as a sentence without its places.
    pub fn line(&self, impact: &Impact<'_>) -> String {
        let expand = self.expand;
        let machines = names(&impact.machine_types, "machine type", expand);
        let images_named = images_named(impact);
        let images = names(&images_named, "image version", expand);
        let (before, after) = (impact.before.as_deref(), impact.after.as_deref());
        let from_to = || from_to(before, after);
        let entry = impact.entry.as_ref().map_or_else(
            || "the object itself".to_owned(),
            |(list, name)| entry(*list, name),
        );
        let mut text = match impact.kind {
            Kind::Impossible if impact.gone => format!("removed: {entry}"),
            Kind::Impossible if impact.refusal == Some(Refusal::Change) => {
                format!("refused by the server: {machines} with {images}")
            }
            Kind::Impossible
                if impact
                    .causes
                    .first()
                    .is_some_and(|cause| is_refusal(*cause)) =>
            {
                let concerned: Vec<&str> = impact
                    .machine_types
                    .iter()
                    .chain(&impact.volume_types)
                    .copied()
                    .collect();
                let types = names(&concerned, "type", expand);
                match (impact.causes.first(), before, after) {
                    (Some(Cause::UnavailableInZone), ..) => {
                        format!("no longer available in {entry}: {types}")
                    }
                    (_, Some(before), None) => format!("{entry} no longer {before}"),
                    _ => format!("{entry}: {}", from_to()),
                }
            }
            Kind::Impossible => match impact.entry {
                Some((List::ImageVersion, _)) if before.is_some() => {
                    format!("{entry} no longer {}", before.unwrap_or_default())
                }
                _ => format!("no longer possible: {machines} with {images}"),
            },
            Kind::Incompatible => format!("no longer fits: {machines} with {images}"),
            Kind::Compatible => format!("fits now: {machines} with {images}"),
            Kind::Flavor => format!("another flavor: {machines} with {images}: {}", from_to()),
            Kind::Artifact | Kind::NoArtifact => artifacts(impact, &machines, &images, expand),
            Kind::Default => {
                let of = impact.images.first().map_or_else(
                    || "image".to_owned(),
                    |(image, _)| format!("version of {image}"),
                );
                format!("another default {of}: {machines}: {}", from_to())
            }
            // The object's title says which Shoot it is.
            Kind::Changed | Kind::Added | Kind::Removed if is_of_shoot(impact) => {
                return of_shoot(impact);
            }
            Kind::Stuck => stuck(impact, &entry, &machines, expand),
            Kind::Maintenance => {
                let with = if impact.images.is_empty() {
                    String::new()
                } else {
                    format!(" with {images}")
                };
                format!(
                    "the next maintenance window: {entry}{with}: {} → {}{}",
                    window(before),
                    window(after),
                    without_artifact(impact, expand)
                )
            }
            Kind::Classification => format!("{entry}: {}", from_to()),
            Kind::Format if self.same_otherwise => {
                format!(
                    "vocabulary: {}; nothing else changes: the same versions fit, and no known \
                     artifact changes",
                    from_to()
                )
            }
            Kind::Format => format!("vocabulary: {}", from_to()),
            Kind::Vocabulary if impact.causes == [Cause::ReorderedVocabulary] => {
                let concerned = if impact.machine_types.is_empty() {
                    "affects nobody now: every machine type gets the same of every image version"
                        .to_owned()
                } else {
                    let images: Vec<&String> = images_named
                        .iter()
                        .filter(|name| !name.is_empty())
                        .collect();
                    let images = if images.is_empty() {
                        String::new()
                    } else {
                        format!(" with {}", names(&images, "image version", expand))
                    };
                    format!("concerns {machines}{images}")
                };
                format!("{}; {concerned}", from_to())
            }
            Kind::Vocabulary => {
                let claims = [
                    (&impact.machine_types.is_empty(), machines),
                    (&impact.images.is_empty(), images),
                ];
                let claims: Vec<String> = claims
                    .into_iter()
                    .filter(|(none, _)| !**none)
                    .map(|(_, names)| names)
                    .collect();
                let claims = if claims.is_empty() {
                    String::new()
                } else {
                    format!("; now also claimed by {}", claims.join(" and "))
                };
                format!("{}{claims}", from_to())
            }
            Kind::Removed if impact.entry.is_none() => {
                return format!("removed: {entry}, but {}", kept(self.lost, expand));
            }
            Kind::Removed => format!("removed: {entry}"),
            Kind::Added => format!("added: {entry}"),
            Kind::Changed => match impact.entry {
                Some((List::Zone, _)) => {
                    let concerned: Vec<&str> = impact
                        .machine_types
                        .iter()
                        .chain(&impact.volume_types)
                        .copied()
                        .collect();
                    format!(
                        "{entry}: {}: {}",
                        names(&concerned, "type", expand),
                        from_to()
                    )
                }
                _ => format!("{entry}: {}", from_to()),
            },
        };
        if let Some(name) = pool_of_shoot(impact) {
            text = format!("worker pool {name}: {text}");
        } else if !of_changed_shoot(impact) {
            text += &self.users(impact);
        }
        text + refused(impact)
    }

    /// Those whom it concerns, unless another line names them.
    fn users(&self, impact: &Impact<'_>) -> String {
        let pools = &impact.pools;
        if pools.is_empty() {
            return String::new();
        }
        let several = !self.expand && pools.len() > NAMED;
        if several && impact.kind == Kind::Maintenance && self.told_as_impossible(impact) {
            return format!("; used by the same {}", counted(pools));
        }
        let gone = matches!(impact.kind, Kind::Impossible | Kind::Removed);
        if several && gone && impact.old.is_some_and(|at| self.refused.contains(&at)) {
            return format!(
                "; used by {} that must move first: see the refusals",
                counted(pools)
            );
        }
        let several = words::of_several_texts(
            pools
                .iter()
                .map(|of| ((of.namespace, of.shoot), of.at.file)),
        );
        let one = |of: &PoolUse<'_>| {
            let file = several
                .contains(&(of.namespace, of.shoot))
                .then(|| self.sources.get(of.at.file).name());
            pool(of, file)
        };
        let all: Vec<String> = pools.iter().map(one).collect();
        format!("; used by {}", named(&all, || counted(pools), self.expand))
    }

    /// Whether only its worker pools become impossible.
    fn told_as_impossible(&self, impact: &Impact<'_>) -> bool {
        let entry = impact
            .entry
            .as_ref()
            .map(|(list, name)| (*list, name.as_str()));
        entry.and_then(|entry| self.impossible.get(&entry)) == Some(&impact.pools.as_slice())
    }
}

/// `machine type m5.large`, `zone eu-a of region eu`
fn entry(list: List, name: &str) -> String {
    match name.split_once(' ').filter(|_| list == List::Zone) {
        Some((region, zone)) => format!("zone {zone} of region {region}"),
        None => format!("{} {name}", list_name(list)),
    }
}

/// Whether it is something that the server refuses although everything is listed and fits.
fn is_refusal(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::NotUsable
            | Cause::RemovedZone
            | Cause::UnavailableInZone
            | Cause::MinimumVolumeSize
            | Cause::KubeletConstraint
            | Cause::ReservedResources
    )
}

/// The consequence for worker pools.
fn refused(impact: &Impact<'_>) -> &'static str {
    match (impact.kind, impact.refusal) {
        (Kind::Impossible, Some(Refusal::NewPools)) => {
            "; pools stay as they are, but new ones, and those that change in this, are refused"
        }
        (Kind::Impossible, Some(Refusal::EveryUpdate))
            if matches!(impact.entry, Some((List::MachineType, _))) =>
        {
            "; the server fails with an internal error on every update of such a Shoot until the \
             pool changes"
        }
        (Kind::Impossible, Some(Refusal::Change)) => "; see the refusals",
        (Kind::Impossible, Some(Refusal::EveryUpdate)) => {
            "; every update of such a Shoot is refused until the pool changes"
        }
        _ => "",
    }
}

/// The consequence of a missing artifact.
fn no_nodes(impact: &Impact<'_>) -> String {
    let Some(why) = &impact.no_artifact else {
        return String::new();
    };
    let webhook = if let Some(Refusal::Webhook(provider)) = impact.refusal {
        Some(provider)
    } else {
        None
    };
    format!("{}; {}", reason(why), means(webhook))
}

/// A remark on a version that maintenance moves pools to.
fn without_artifact(impact: &Impact<'_>, expand: bool) -> String {
    if impact.no_artifact.is_none() {
        return String::new();
    }
    let place = if impact.regions.is_empty() {
        String::new()
    } else {
        format!(" in {}", names(&impact.regions, "region", expand))
    };
    format!(
        ", for which there is no artifact{place} ({})",
        no_nodes(impact)
    )
}

fn from_to(before: Option<&str>, after: Option<&str>) -> String {
    format!("{} → {}", before.unwrap_or("none"), after.unwrap_or("none"))
}

fn images_named(impact: &Impact<'_>) -> Vec<String> {
    impact
        .images
        .iter()
        .map(|(image, version)| format!("{image} {version}").trim_end().to_owned())
        .collect()
}

/// A replacement that several impacts share: the position of the image, the old value, and the new
/// one.
type Replaced<'i> = (usize, Option<&'i str>, Option<&'i str>);

/// `another artifact: m5.large with gardenlinux 1877.2.0 in 2 regions (eu, us): ami ami-1 → ami
/// ami-2 (eu), ami ami-3 → ami ami-4 (us)`
fn artifacts(impact: &Impact<'_>, machines: &str, images: &str, expand: bool) -> String {
    let follows = !of_changed_shoot(impact) && impact.causes != [Cause::ChangedProviderPart];
    let with = if follows {
        "with the other flavor, "
    } else {
        ""
    };
    let what = match (impact.kind, impact.artifacts.len()) {
        (Kind::NoArtifact, _) => "no artifact any more",
        (_, 1) => "another artifact",
        _ => "other artifacts",
    };
    let place = if impact.regions.is_empty() {
        String::new()
    } else {
        format!(" in {}", names(&impact.regions, "region", true))
    };
    let place = if impact.regions.len() > NAMED && !expand {
        format!(" in {} regions", impact.regions.len())
    } else {
        place
    };
    let head = format!("{with}{what}: {machines} with {images}{place}");
    // One line holds equal replacements.
    let alike = words::alike(impact.artifacts.iter().map(|of| {
        (
            (of.image, of.before.as_deref(), of.after.as_deref()),
            of.region,
        )
    }));
    let shown = if expand || alike.len() <= 2 {
        alike.len()
    } else {
        1
    };
    let one = |((image, before, after), regions): &(Replaced<'_>, Vec<&str>)| {
        let change = from_to(*before, *after);
        let version = impact
            .images
            .get(*image)
            .filter(|_| impact.images.len() > 1)
            .map(|(image, version)| format!("{image} {version}"));
        let region = Some(names(regions, "region", expand))
            .filter(|_| !impact.regions.is_empty() && alike.len() > 1);
        match (version, region) {
            (None, None) => change,
            (None, Some(region)) => format!("{change} ({region})"),
            (Some(version), None) => format!("{change} ({version})"),
            (Some(version), Some(region)) => format!("{change} ({version} in {region})"),
        }
    };
    let told: Vec<String> = alike.iter().take(shown).map(one).collect();
    let more = if shown < alike.len() { ", …" } else { "" };
    let why = if impact.no_artifact.is_some() {
        format!("; {}", no_nodes(impact))
    } else {
        String::new()
    };
    format!("{head}: {}{more}{why}", told.join(", "))
}

/// The worker pool of an impact on a Shoot that changes itself.
fn pool_of_shoot<'i>(impact: &'i Impact<'_>) -> Option<&'i str> {
    impact
        .pools
        .first()
        .map(|of| of.pool)
        .filter(|name| of_changed_shoot(impact) && !name.is_empty())
}

/// Whether the impact belongs to a Shoot that changes itself: its title names it.
fn of_changed_shoot(impact: &Impact<'_>) -> bool {
    matches!(
        impact.causes.first(),
        Some(Cause::ChangedShoot | Cause::ChangedProfile)
    )
}

/// Whether it is something that a Shoot itself says.
fn is_of_shoot(impact: &Impact<'_>) -> bool {
    impact.causes == [Cause::ChangedShoot]
}

/// `worker pool blue: machine type: m5.large → m5.xlarge`
fn of_shoot(impact: &Impact<'_>) -> String {
    let from_to = format!(
        "{} → {}",
        impact.before.as_deref().unwrap_or("none"),
        impact.after.as_deref().unwrap_or("none")
    );
    let list = impact
        .entry
        .as_ref()
        .map_or("", |(list, _)| list_name(*list));
    let pool = impact.pools.first().map(|of| of.pool).unwrap_or_default();
    match impact.kind {
        Kind::Added => format!(
            "added: worker pool {pool}: {}",
            impact.after.as_deref().unwrap_or_default()
        ),
        Kind::Removed => format!(
            "removed: worker pool {pool}: {}",
            impact.before.as_deref().unwrap_or_default()
        ),
        _ if pool.is_empty() => format!("{list}: {from_to}"),
        _ => format!("worker pool {pool}: {list}: {from_to}"),
    }
}

fn stuck(impact: &Impact<'_>, entry: &str, machines: &str, expand: bool) -> String {
    let on = if impact.machine_types.is_empty() {
        String::new()
    } else {
        format!(" with {machines}")
    };
    let mut only = String::new();
    if !impact.kubernetes.is_empty() {
        only += &format!(
            ", on Kubernetes {}",
            names(&impact.kubernetes, "version", expand)
        );
    }
    if impact.in_place {
        only += ", if it is updated in place";
    }
    let date = |of: &str| {
        if of == "now" {
            "is expired".to_owned()
        } else {
            format!("expires after {of}")
        }
    };
    let why = impact
        .fault
        .map_or_else(String::new, |fault| no_way(fault, Names::Plain));
    match (impact.before.as_deref(), impact.after.as_deref()) {
        (_, None) => format!("no longer stuck once it expires: {entry}{on}{only}"),
        (Some(before), Some(after)) if before != after => {
            format!(
                "gets stuck at another date: {entry}{on}{only}: it {}, and then {why}; before: \
                 {before}",
                date(after)
            )
        }
        (_, Some(after)) => format!(
            "gets stuck: {entry}{on}{only}: it {}, and then {why}",
            date(after)
        ),
    }
}

fn window(outcome: Option<&str>) -> String {
    match outcome {
        None => "stays".to_owned(),
        Some("fails") => "must move and cannot".to_owned(),
        Some(to) => format!("moves to {to}"),
    }
}

/// `garden-x/shoot (pool)`, `garden-x/shoot (dev/shoot.yaml; pool)`
fn pool(of: &PoolUse<'_>, file: Option<&str>) -> String {
    let pool = Some(of.pool).filter(|pool| !pool.is_empty());
    let inside: Vec<&str> = file.into_iter().chain(pool).collect();
    let name = format!("{}/{}", of.namespace, of.shoot);
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
    let field = finding.lead();
    format!("{field}{}", finding.message)
}

/// The counts, as one line.
pub(super) fn summary(view: &View<'_>) -> String {
    let of_state = |state| {
        view.objects
            .iter()
            .filter(|object| object.state == state)
            .count()
    };
    let mut parts = Vec::new();
    for (which, word) in [
        (State::Added, "added"),
        (State::Removed, "removed"),
        (State::Changed, "changed"),
        (State::Renamed, "compared with one that has another name"),
    ] {
        let number = of_state(which);
        if number > 0 {
            parts.push(format!("{number} {word}"));
        }
    }
    let unreadable = match view.findings.unreadable.len() {
        0 if view.end == End::Failed => "not everything could be read; ".to_owned(),
        0 if view.end == End::Unpaired => format!(
            "{} may each be one of several, and nothing of that is compared; ",
            count(unpaired(view), "object")
        ),
        0 => String::new(),
        number => format!(
            "{} cannot be read, and nothing of that is compared; ",
            count(number, "document")
        ),
    };
    if parts.is_empty() && !view.findings.open.is_empty() {
        return format!("{unreadable}no other change; {}", verdict(view));
    }
    if parts.is_empty() {
        return format!(
            "{unreadable}{}",
            if unreadable.is_empty() {
                "no change"
            } else {
                "no other change"
            }
        );
    }
    let refused = verdict(view);
    let counts = view.counts();
    let impacts = if counts.is_empty() {
        "no impact".to_owned()
    } else {
        format!("impact: {}", kinds(&counts))
    };
    let concerned = concerned(&view.concerned());
    let denied: BTreeMap<Kind, usize> = counts
        .into_iter()
        .filter(|(kind, _)| view.denied.contains(kind))
        .collect();
    let denied = if denied.is_empty() {
        String::new()
    } else {
        format!("; denied: {}", kinds(&denied))
    };
    format!(
        "{unreadable}Objects: {}; {refused}; {impacts}{concerned}{denied}",
        parts.join(", ")
    )
}

/// How many new objects could replace several.
fn unpaired(view: &View<'_>) -> usize {
    let rivals = view.findings.open.iter().map(|open| match open {
        Open::Pairing(rivals) => rivals.new.len(),
        _ => 0,
    });
    rivals.sum()
}

/// `; concerned: 3 worker pools of 2 Shoots, and 1 more Shoot as a whole`
fn concerned(of: &Concerned) -> String {
    let whole = of.shoots - of.shoots_with_pools;
    if of.shoots == 0 {
        return String::new();
    }
    if of.pools == 0 {
        return format!("; concerned: {}", count(whole, "Shoot"));
    }
    let more = if whole > 0 {
        format!(", and {} as a whole", count(whole, "more Shoot"))
    } else {
        String::new()
    };
    format!(
        "; concerned: {} of {}{more}",
        count(of.pools, "worker pool"),
        count(of.shoots_with_pools, "Shoot")
    )
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

/// Whether the server would accept it.
fn verdict(view: &View<'_>) -> String {
    let in_use = view
        .objects
        .iter()
        .filter(|object| object.is_removed_in_use())
        .count();
    let mut parts = Vec::new();
    match view.findings.refused.len() {
        0 => {}
        1 => parts.push("the server would refuse it for 1 reason".to_owned()),
        several => parts.push(format!("the server would refuse it for {several} reasons")),
    }
    if in_use > 0 {
        let (is, are) = if in_use == 1 {
            ("is", "object")
        } else {
            ("are", "objects")
        };
        parts.push(format!("{in_use} removed {are} {is} still in use"));
    }
    let broken: BTreeSet<Place> = view
        .objects
        .iter()
        .flat_map(ChangedObject::broken_pools)
        .map(|pool| pool.at)
        .collect();
    if !broken.is_empty() {
        let (number, name) = (
            count(broken.len(), "Shoot"),
            if broken.len() == 1 { "names" } else { "name" },
        );
        parts.push(format!(
            "{number} still {name} a machine type that goes: the server would fail \
            on every update of such a Shoot"
        ));
    }
    let unknown = unknown(view);
    if !unknown.is_empty() {
        let what = if parts.is_empty() { "it" } else { "the rest" };
        parts.push(format!(
            "not known whether the server accepts {what}: {}",
            unknown.join(", ")
        ));
    } else if parts.is_empty() {
        let of_shoots = view
            .objects
            .iter()
            .any(|object| object.item.object.kind == ObjectKind::Shoot);
        let limit = if of_shoots {
            format!(
                ", as far as profiles, versions and worker pools of Shoots decide{}",
                not_looked_at(view)
            )
        } else {
            String::new()
        };
        parts.push(format!("the server would accept it{limit}"));
    }
    parts.join("; ")
}

/// ` (not looked at: spec.networking)`
fn not_looked_at(view: &View<'_>) -> String {
    let fields: BTreeSet<&str> = view
        .objects
        .iter()
        .flat_map(|object| &object.not_judged)
        .map(String::as_str)
        .collect();
    if fields.is_empty() {
        return String::new();
    }
    let fields: Vec<&str> = fields.into_iter().collect();
    format!(" (not looked at: {})", names(&fields, "field", false))
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

/// Why the verdict is not known.
fn unknown(view: &View<'_>) -> Vec<String> {
    let all = view.findings;
    let (of_profiles, of_texts): (Vec<&Finding>, Vec<&Finding>) = all
        .unchecked
        .iter()
        .partition(|finding| rules::role(finding.rule) == Some(Role::Unchecked));
    let mut reasons = Vec::new();
    if !all.unreadable.is_empty() {
        reasons.push("what cannot be read may decide".to_owned());
    }
    if !of_texts.is_empty() {
        reasons.push(format!(
            "{} of the context cannot be read",
            count(of_texts.len(), "document")
        ));
    }
    match of_profiles.len() {
        0 => {}
        1 => reasons.push("the profile of 1 object is not among the files".to_owned()),
        several => reasons.push(format!(
            "the profiles of {several} objects are not among the files"
        )),
    }
    let of = |is: fn(&Open) -> bool| all.open.iter().filter(|open| is(open)).count();
    if of(|open| matches!(open, Open::Pairing(_))) > 0 {
        reasons.push("it is unclear which objects with one name belong together".to_owned());
    }
    if of(|open| matches!(open, Open::Reference { .. })) > 0 {
        reasons.push("several profiles with one name are equally near".to_owned());
    }
    if of(|open| matches!(open, Open::UnnamedVersions { .. })) > 0 {
        reasons.push("worker pools that name no version may have one that goes".to_owned());
    }
    if of(|open| matches!(open, Open::NoShoots { removed: false, .. })) > 0 {
        reasons.push("no Shoot of its landscape is among the files".to_owned());
    }
    if of(|open| matches!(open, Open::NoShoots { removed: true, .. })) > 0 {
        reasons.push("all Shoots of its landscape are removed, and may be there still".to_owned());
    }
    reasons
}

/// `2 removed, 1 flavor`
pub(super) fn kinds(counts: &BTreeMap<Kind, usize>) -> String {
    let all: Vec<String> = counts
        .iter()
        .map(|(kind, number)| format!("{number} {}", kind.as_str()))
        .collect();
    all.join(", ")
}
