//! One impact as a line.

use std::collections::{BTreeMap, BTreeSet};

use super::{NAMED, counted, kept, list_name, named, names, pool};
use crate::diff::{ChangedObject, Lost};
use crate::impact::{Cause, Entry, Impact, Kind, List, Moved, PoolUse, Refusal, Stuck, What};
use crate::provider::lookup::Missing;
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
    impossible: BTreeMap<&'v Entry<'v>, &'v [PoolUse<'v>]>,
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
            .filter(|impact| impact.kind() == Kind::Impossible);
        let by_entry = impossible.filter_map(|impact| {
            let entry = impact.entry.as_ref()?;
            Some((entry, impact.pools.as_slice()))
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
        let from_to = from_to(before, after);
        let entry = impact
            .entry
            .as_ref()
            .map_or_else(|| "the object itself".to_owned(), entry);
        let mut text = match &impact.what {
            // The object's title says which Shoot it is.
            What::Changed | What::Added | What::Removed if is_of_shoot(impact) => {
                return of_shoot(impact, &from_to);
            }
            What::Removed if impact.entry.is_none() => {
                return format!("removed: {entry}, but {}", kept(self.lost, expand));
            }
            What::Removed | What::Impossible { gone: true, .. } => format!("removed: {entry}"),
            What::Impossible {
                refusal: Some(Refusal::Change),
                ..
            } => format!("refused by the server: {machines} with {images}"),
            What::Impossible { .. } => {
                let is_refusal = impact.causes.first().is_some_and(|of| is_refusal(*of));
                let of_version = impact.list() == Some(List::ImageVersion);
                match (impact.causes.first(), before, after) {
                    (Some(Cause::UnavailableInZone), ..) => {
                        format!("no longer available in {entry}: {}", types(impact, expand))
                    }
                    (_, Some(before), None) if is_refusal => format!("{entry} no longer {before}"),
                    _ if is_refusal || of_setting(impact) => format!("{entry}: {from_to}"),
                    (_, Some(before), _) if of_version => format!("{entry} no longer {before}"),
                    _ => of_pairs(&impact.what, &machines, &images),
                }
            }
            What::Incompatible | What::Compatible => of_pairs(&impact.what, &machines, &images),
            What::Flavor => {
                let pairs = of_pairs(&impact.what, &machines, &images);
                format!("{pairs}: {from_to}")
            }
            What::Artifact(moves) => {
                let what = if moves.len() == 1 {
                    of_pair(&impact.what).unwrap_or_default()
                } else {
                    "other artifacts"
                };
                artifacts(impact, (what, moves), &machines, &images, expand)
            }
            What::NoArtifact(missing, moves) => {
                let what = (of_pair(&impact.what).unwrap_or_default(), &moves[..]);
                let text = artifacts(impact, what, &machines, &images, expand);
                format!("{text}; {}", no_nodes(missing))
            }
            What::Default => {
                let of = impact.images.first().map_or_else(
                    || "image".to_owned(),
                    |(image, _)| format!("version of {image}"),
                );
                format!("another default {of}: {machines}: {from_to}")
            }
            What::Stuck(of) => {
                let on = if impact.machine_types.is_empty() {
                    String::new()
                } else {
                    format!(" with {machines}")
                };
                stuck(of, &format!("{entry}{on}"), (before, after), expand)
            }
            What::Maintenance(missing) => {
                let with = if impact.images.is_empty() {
                    String::new()
                } else {
                    format!(" with {images}")
                };
                let without = missing.as_ref().map_or_else(String::new, |missing| {
                    without_artifact(missing, &impact.regions, expand)
                });
                let (was, is) = (window(before), window(after));
                format!("the next maintenance window: {entry}{with}: {was} → {is}{without}")
            }
            What::Format if self.same_otherwise => format!(
                "vocabulary: {from_to}; nothing else changes: the same versions fit, and no known \
                 artifact changes"
            ),
            What::Format => format!("vocabulary: {from_to}"),
            What::Vocabulary if impact.causes == [Cause::ReorderedVocabulary] => {
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
                format!("{from_to}; {concerned}")
            }
            What::Vocabulary => {
                let claims: Vec<String> = [machines, images]
                    .into_iter()
                    .filter(|names| !names.is_empty())
                    .collect();
                let claims = if claims.is_empty() {
                    String::new()
                } else {
                    format!("; now also claimed by {}", claims.join(" and "))
                };
                format!("{from_to}{claims}")
            }
            What::Added => format!("added: {entry}"),
            What::Changed if impact.list() == Some(List::Zone) => {
                format!("{entry}: {}: {from_to}", types(impact, expand))
            }
            What::Changed | What::Classification => format!("{entry}: {from_to}"),
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
        if several && impact.kind() == Kind::Maintenance && self.told_as_impossible(impact) {
            return format!("; used by the same {}", counted(pools));
        }
        let gone = matches!(impact.kind(), Kind::Impossible | Kind::Removed);
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
        let entry = impact.entry.as_ref();
        entry.and_then(|entry| self.impossible.get(entry)) == Some(&impact.pools.as_slice())
    }
}

/// `machine type m5.large`, `zone eu-a of region eu`, `image version of gl without a readable name`
fn entry(of: &Entry<'_>) -> String {
    if of.name.is_empty() {
        let (list, of) = match of.list {
            List::Zone => ("zone", format!(" of region {}", of.of)),
            list if of.of.is_empty() => (list_name(list), String::new()),
            list => (list_name(list), format!(" of {}", of.of)),
        };
        return format!("{list}{of} without a readable name");
    }
    match of.list {
        List::Zone => format!("zone {} of region {}", of.name, of.of),
        list => format!("{} {of}", list_name(list)),
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

/// What becomes different for machine types and image versions, where that is a matter of both.
pub(in crate::table::diff) fn of_pair(what: &What<'_>) -> Option<&'static str> {
    match what {
        What::Impossible { .. } => Some("no longer possible"),
        What::NoArtifact(..) => Some("no artifact any more"),
        What::Incompatible => Some("no longer fits"),
        What::Compatible => Some("fits now"),
        What::Flavor => Some("another flavor"),
        What::Artifact(_) => Some("another artifact"),
        _ => None,
    }
}

fn of_pairs(what: &What<'_>, machines: &str, images: &str) -> String {
    let what = of_pair(what).unwrap_or_default();
    format!("{what}: {machines} with {images}")
}

/// The consequence for worker pools.
fn refused(impact: &Impact<'_>) -> &'static str {
    match impact.refusal() {
        Some(Refusal::NewPools) => {
            "; pools stay as they are, but new ones, and those that change in this, are refused"
        }
        _ if impact.fails_updates() => {
            "; the server fails with an internal error on every update of such a Shoot until the \
             pool changes"
        }
        Some(Refusal::Change) => "; see the refusals",
        Some(Refusal::EveryUpdate) if of_setting(impact) => {
            "; every update of such a Shoot is refused"
        }
        Some(Refusal::EveryUpdate) => {
            "; every update of such a Shoot is refused until the pool changes"
        }
        _ => "",
    }
}

/// The consequence of a missing artifact.
fn no_nodes(missing: &Missing) -> String {
    format!("{}; {}", reason(&missing.why), means(missing.webhook))
}

/// A remark on a version that maintenance moves pools to.
fn without_artifact(missing: &Missing, regions: &[&str], expand: bool) -> String {
    let place = if regions.is_empty() {
        String::new()
    } else {
        format!(" in {}", names(regions, "region", expand))
    };
    let means = no_nodes(missing);
    format!(", for which there is no artifact{place} ({means})")
}

pub(in crate::table::diff) fn from_to(before: Option<&str>, after: Option<&str>) -> String {
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
fn artifacts(
    impact: &Impact<'_>,
    (what, moves): (&str, &[Moved<'_>]),
    machines: &str,
    images: &str,
    expand: bool,
) -> String {
    let follows = !of_changed_shoot(impact) && impact.causes != [Cause::ChangedProviderPart];
    let with = if follows {
        "with the other flavor, "
    } else {
        ""
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
    let alike = words::alike(moves.iter().map(|of| {
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
            .map(|(image, version)| words::image_version(image, version));
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
    format!("{head}: {}{more}", told.join(", "))
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
    impact.list() == Some(List::Setting)
}

/// Whether it is something that a Shoot itself says.
fn is_of_shoot(impact: &Impact<'_>) -> bool {
    impact.causes == [Cause::ChangedShoot]
}

/// `worker pool blue: machine type: m5.large → m5.xlarge`
fn of_shoot(impact: &Impact<'_>, from_to: &str) -> String {
    let list = impact.list().map_or("", list_name);
    let pool = impact.pools.first().map(|of| of.pool).unwrap_or_default();
    match impact.kind() {
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

/// `what`: the version, and its machine types.
fn stuck(of: &Stuck<'_>, what: &str, dates: (Option<&str>, Option<&str>), expand: bool) -> String {
    let mut only = String::new();
    if !of.kubernetes.is_empty() {
        only += &format!(
            ", on Kubernetes {}",
            names(&of.kubernetes, "version", expand)
        );
    }
    if of.in_place {
        only += ", if it is updated in place";
    }
    let date = |of: &str| {
        if of == "now" {
            "is expired".to_owned()
        } else {
            format!("expires after {of}")
        }
    };
    let why = no_way(of.fault, Names::Plain);
    match dates {
        (_, None) => format!("no longer stuck once it expires: {what}{only}"),
        (Some(before), Some(after)) if before != after => {
            format!(
                "gets stuck at another date: {what}{only}: it {}, and then {why}; before: \
                 {before}",
                date(after)
            )
        }
        (_, Some(after)) => format!(
            "gets stuck: {what}{only}: it {}, and then {why}",
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
