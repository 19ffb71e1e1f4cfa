//! One impact as a line.

use std::collections::{BTreeMap, BTreeSet};

use super::{NAMED, counted, kept, list_name, named, names, pool};
use crate::diff::{ChangedObject, Lost};
use crate::impact::{Cause, Impact, Kind, List, PoolUse, Refusal};
use crate::source::{Place, Sources};
use crate::words::artifacts::{means, reason};
use crate::words::maintenance::no_way;
use crate::words::{self, Names};

/// The context in which a form writes the impacts of an object.
pub(in crate::table::diff) struct Pen<'v> {
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
                let types = types(impact, expand);
                match (impact.causes.first(), before, after) {
                    (Some(Cause::UnavailableInZone), ..) => {
                        format!("no longer available in {entry}: {types}")
                    }
                    (_, Some(before), None) => format!("{entry} no longer {before}"),
                    _ => format!("{entry}: {}", from_to()),
                }
            }
            Kind::Impossible if of_setting(impact) => format!("{entry}: {}", from_to()),
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
                    format!("{entry}: {}: {}", types(impact, expand), from_to())
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
        _ if impact.fails_updates() => {
            "; the server fails with an internal error on every update of such a Shoot until the \
             pool changes"
        }
        (Kind::Impossible, Some(Refusal::Change)) => "; see the refusals",
        (Kind::Impossible, Some(Refusal::EveryUpdate)) if of_setting(impact) => {
            "; every update of such a Shoot is refused"
        }
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

/// Whether it is a setting of the profile as a whole.
fn of_setting(impact: &Impact<'_>) -> bool {
    matches!(impact.entry, Some((List::Setting, _)))
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

/// The machine types and volume types that an impact concerns.
fn types(impact: &Impact<'_>, expand: bool) -> String {
    let all = impact.machine_types.iter().chain(&impact.volume_types);
    names(&all.copied().collect::<Vec<_>>(), "type", expand)
}
