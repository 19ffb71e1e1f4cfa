//! The moves of maintenance and their reasons as words: once for rules, tables and plans.

use crate::maintenance::{
    Absence, Aside, Cause, Fault, Filter, InPlaceFault, Pool, Reach, Removed, Strategy,
};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::words::{Names, day};

/// The last date before a time at which a version changed.
pub(crate) fn since(version: &ExpirableVersion<'_>, now: Time) -> Option<Time> {
    version
        .transitions()
        .into_iter()
        .map(|(date, _)| date)
        .rfind(|date| *date < now)
}

/// The first date from a time on at which a version expires.
pub(crate) fn end(version: &ExpirableVersion<'_>, now: Time) -> Option<Time> {
    let expires = |(date, to): &(Time, Current<'_>)| *date >= now && *to == Classification::Expired;
    version
        .transitions()
        .into_iter()
        .find(expires)
        .map(|(date, _)| date)
}

/// Why a version is to move: in a sentence a clause about `it`, in a table without that word.
/// `since`: when it expired, where that is known; `profile`: what the profile is called.
pub(crate) fn because(
    cause: &Cause<'_>,
    since: Option<Time>,
    profile: &str,
    of: &InPool<'_, '_>,
) -> String {
    let (it, is) = if of.names == Names::Quoted {
        ("it ", "it is ")
    } else {
        ("", "")
    };
    match cause {
        Cause::Automatic => "automatic updates are on".to_owned(),
        Cause::Expired => since.map_or_else(
            || format!("{is}expired"),
            |since| match is {
                "" => format!("expired since {}", day(since)),
                _ => format!("it has been expired since {}", day(since)),
            },
        ),
        Cause::Missing(Absence::Unlisted) => format!("{is}not listed by {profile}"),
        Cause::Missing(Absence::OtherCase(name)) => {
            format!(
                "the profile writes the image {}, so that none of its versions exists for the pool",
                of.names.one(name)
            )
        }
        Cause::Missing(Absence::Filtered(filter)) => {
            format!("{it}counts as missing, because it {}", of.filtered(filter))
        }
    }
}

/// Why a version that must move cannot: a clause.
pub(crate) fn no_way(fault: Fault, names: Names) -> String {
    match fault {
        Fault::NoHigherMinor => {
            "there is no patch version, nor a higher minor of its major to force it to".to_owned()
        }
        Fault::NoHigherMajor => {
            "there is no higher version of its major, nor a higher major to force it to".to_owned()
        }
        Fault::CannotForce => format!(
            "no higher version fits, while the update strategy {} forces nothing",
            names.one("major")
        ),
        Fault::NoNextMinor => {
            "there is no patch version, nor one of the next minor to force it to".to_owned()
        }
        Fault::NotAVersion => "it is not a comparable version".to_owned(),
    }
}

/// Why the images of all pools stay as they are: the profile lacks something that one of them has.
pub(crate) fn blocked(profile: &str, thing: &str, name: &str, pool: &str, names: Names) -> String {
    let (name, pool) = (names.one(name), names.one(pool));
    format!(
        "{profile} has no {thing} {name}, which pool {pool} uses, so maintenance moves the image \
         of no pool of the Shoot"
    )
}

/// A version of the image of a pool, seen from that pool.
#[derive(Clone, Copy)]
pub(crate) struct InPool<'p, 't> {
    /// The pool; none for the control plane, which filters nothing.
    pub pool: Option<&'p Pool<'t>>,
    /// The Kubernetes version of the control plane.
    pub kubernetes: &'p str,
    pub names: Names,
}

impl InPool<'_, '_> {
    /// The effect of a filter on a version: the rest of a sentence that begins with the version.
    pub fn filtered(&self, filter: &Filter<'_>) -> String {
        let (Some(pool), names) = (self.pool, self.names) else {
            return String::new();
        };
        match filter {
            Filter::Architecture(has) if has.is_empty() => format!(
                "does not support {}, nor anything else",
                names.one(pool.architecture)
            ),
            Filter::Architecture(has) => format!(
                "does not support {}, only {}",
                names.one(pool.architecture),
                names.all(has)
            ),
            Filter::Capabilities => format!(
                "has no flavor that fits machine type {}",
                names.one(pool.machine_type)
            ),
            Filter::Cri => format!("does not list {}", names.one(pool.cri)),
            Filter::ContainerRuntimes(lacking) => format!(
                "lists {} without {}",
                names.one(pool.cri),
                names.all(lacking)
            ),
            Filter::Kubelet(constraint) => {
                let kubelet = pool.kubernetes.unwrap_or(self.kubernetes);
                format!(
                    "admits only kubelets {}, not {}",
                    names.one(constraint),
                    names.one(kubelet)
                )
            }
            Filter::InPlace(InPlaceFault::Unsupported) => {
                "does not support in-place updates".to_owned()
            }
            Filter::InPlace(InPlaceFault::NoMinimum) => {
                format!(
                    "has no {}, and so nobody can be updated to it in place",
                    names.one("minVersionForUpdate")
                )
            }
            Filter::InPlace(InPlaceFault::BelowMinimum(minimum)) => format!(
                "can be reached in place only from {} on",
                names.one(minimum)
            ),
        }
    }

    /// The reason why maintenance does not choose a version: the rest of a sentence that begins
    /// with the version. `own`: whether it is the entry in use.
    pub fn kept_back(&self, removed: &Removed<'_>, own: bool, strategy: Strategy) -> String {
        match removed {
            Removed::By(filter) => self.filtered(filter),
            Removed::Aside(Aside::Current) if own => "is in use".to_owned(),
            Removed::Aside(Aside::Current) => "is equal to the one in use".to_owned(),
            Removed::Aside(Aside::Lower) => "is lower".to_owned(),
            Removed::Aside(Aside::Preview) => "is in preview".to_owned(),
            Removed::Aside(Aside::Expired) => "is expired".to_owned(),
            Removed::Aside(Aside::Beyond(reach)) => {
                let part = if *reach == Reach::Minor {
                    "minor"
                } else {
                    "major"
                };
                format!(
                    "has another {part}, which the strategy {} does not go to",
                    self.names.one(strategy.as_str())
                )
            }
        }
    }
}
