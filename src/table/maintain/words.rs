//! The words of all forms: how a version moves, why, and what keeps others from being chosen.

use std::collections::BTreeMap;

use crate::maintenance::{
    Absence, Aside, Cause, Fault, Filter, How, ImagesFault, InPlaceFault, Move, Next, Outcome, Pool, Reach, Removed, Stay, Strategy,
    StuckOn,
};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::table::artifacts;
use crate::table::maintain::{Kind, ProfileView, Row, ShootView, What};
use crate::table::matrix::wrap::clean;

/// What becomes of a version, in one word.
pub(super) fn outcome(row: &Row<'_, '_>) -> &'static str {
    match row.outcome {
        Err(_) => "fails",
        Ok(Outcome::Stays(_)) => "stays",
        Ok(Outcome::Fails { .. }) => "fails",
        Ok(Outcome::Moves(to)) if to.cause.forces() => "forced",
        Ok(Outcome::Moves(_)) => "automatic",
    }
}

/// The same for people: a move to a version that the pool gets no artifact of is no success.
pub(super) fn shown(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> &'static str {
    if view.moves_to_nothing(row).is_some() { "no artifact" } else { outcome(row) }
}

/// Why a version is to move, in one word.
pub(super) fn cause(cause: &Cause<'_>) -> &'static str {
    match cause {
        Cause::Missing(_) => "missing",
        Cause::Expired => "expired",
        Cause::Automatic => "automatic",
    }
}

/// How a version was chosen, in one word.
pub(super) fn how(how: How) -> &'static str {
    match how {
        How::Automatic(Reach::Minor) => "patch",
        How::Automatic(Reach::Major) => "withinMajor",
        How::Automatic(Reach::Everything) => "highest",
        How::Forced(Next::Minor) => "nextMinor",
        How::Forced(Next::Major) => "nextMajor",
        How::Capped => "controlPlane",
    }
}

/// Why a version cannot move, in one word.
pub(in crate::table) fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::NoHigherMinor => "noHigherMinor",
        Fault::NoHigherMajor => "noHigherMajor",
        Fault::CannotForce => "cannotForce",
        Fault::NoNextMinor => "noNextMinor",
        Fault::NotAVersion => "notAVersion",
    }
}

/// What stands in the way, in one word.
pub(super) fn removed(removed: Option<&Removed<'_>>) -> &'static str {
    match removed {
        None => "candidate",
        Some(Removed::By(filter)) => self::filter(filter),
        Some(Removed::Aside(aside)) => match aside {
            Aside::Current => "current",
            Aside::Lower => "lower",
            Aside::Preview => "preview",
            Aside::Expired => "expired",
            Aside::Beyond(_) => "beyondStrategy",
        },
    }
}

/// A filter, in one word.
pub(super) fn filter(filter: &Filter<'_>) -> &'static str {
    match filter {
        Filter::Architecture(_) => "architecture",
        Filter::Capabilities => "capabilities",
        Filter::Cri => "cri",
        Filter::ContainerRuntimes(_) => "containerRuntimes",
        Filter::Kubelet(_) => "kubelet",
        Filter::InPlace(_) => "inPlace",
    }
}

/// Whose version it is.
pub(super) fn what(what: What<'_>) -> String {
    match what {
        What::Kubernetes => "Kubernetes".to_owned(),
        What::Image(name, None) => clean(name).into_owned(),
        What::Image(name, Some(strategy)) => format!("{} ({})", clean(name), strategy.as_str()),
    }
}

/// `1.30.5`, `1.30.5 (deprecated)`: a version, and how it is classified at a time, unless it is supported.
pub(super) fn version(text: &str, listed: Option<&ExpirableVersion<'_>>, now: Time) -> String {
    match listed.map(|listed| listed.classification_at(now)) {
        None | Some(Current::Known(Classification::Supported)) => clean(text).into_owned(),
        Some(state) => format!("{} ({})", clean(text), clean(state.as_str())),
    }
}

/// Why what becomes of a version does: one sentence without an end.
pub(super) fn why(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> String {
    let outcome = match row.outcome {
        Err(fault) => return blocked(view, row, fault),
        Ok(outcome) => outcome,
    };
    let missing = view.moves_to_nothing(row).map(|missing| format!("; without an artifact: {}", artifacts::means(missing.webhook)));
    let why = of_outcome(view, row, outcome);
    why + &missing.unwrap_or_default()
}

fn of_outcome(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, outcome: &Outcome<'_>) -> String {
    match outcome {
        Outcome::Stays(Stay::Nothing) => String::new(),
        Outcome::Stays(Stay::NotAsked) => "automatic updates are off".to_owned(),
        Outcome::Stays(Stay::UpToDate) => format!("no better version {}", within(row)),
        Outcome::Moves(to) if to.cause.forces() => format!("{}; {}", because(view, row, &to.cause), chosen(view, row, to)),
        Outcome::Moves(to) => chosen(view, row, to),
        Outcome::Fails { cause, fault } => format!("{}, and {}", because(view, row, cause), no_way(*fault)),
    }
}

/// How far automatic updates of a row look.
fn within(row: &Row<'_, '_>) -> &'static str {
    match row.what {
        What::Kubernetes | What::Image(_, Some(Strategy::Patch)) => "in its minor",
        What::Image(_, Some(Strategy::Minor)) => "in its major",
        What::Image(_, _) => "above it",
    }
}

/// What forces a version to move.
fn because(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, cause: &Cause<'_>) -> String {
    match cause {
        Cause::Automatic => "automatic updates are on".to_owned(),
        Cause::Expired => {
            let since = row.index.and_then(|index| since(view.listed(row.what, index)?, row.window.at));
            since.map_or_else(|| "expired".to_owned(), |since| format!("expired since {}", since.date()))
        }
        Cause::Missing(Absence::Unlisted) => "not listed by the profile".to_owned(),
        Cause::Missing(Absence::OtherCase(name)) => {
            format!("the profile writes {}, and so no version of the pool's image exists to the server", clean(name))
        }
        Cause::Missing(Absence::Filtered(filter)) => {
            let reason = row.pool.map_or_else(String::new, |pool| filtered(filter, pool, row.window.cluster.kubernetes));
            format!("counts as missing, because it {reason}")
        }
    }
}

/// Why this version was chosen.
fn chosen(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, to: &Move<'_>) -> String {
    let mut text = match to.how {
        How::Automatic(Reach::Minor) => "the highest patch version".to_owned(),
        How::Automatic(Reach::Major) => "the highest version of its major, as no patch version is higher".to_owned(),
        How::Automatic(Reach::Everything) => "the highest version, as no patch version is higher".to_owned(),
        How::Forced(Next::Minor) => "the highest of the next minor that has any".to_owned(),
        How::Forced(Next::Major) => "the highest of the next major that has any".to_owned(),
        How::Capped => "the control plane's, which no worker pool exceeds".to_owned(),
    };
    match to.state {
        Some(Current::Known(Classification::Deprecated)) => {
            text.push_str(match to.how {
                How::Automatic(_) => "; deprecated, for want of a better one",
                How::Forced(_) | How::Capped => "; deprecated",
            });
            let end = to.index.and_then(|index| end(view.listed(row.what, index)?, row.window.at));
            if let Some(end) = end {
                text.push_str(&format!(", and expired after {}", end.date()));
            }
        }
        Some(Current::Known(Classification::Expired)) => text.push_str("; expired itself, as there is no other way on"),
        Some(Current::Known(Classification::Unavailable)) => text.push_str("; not available yet, which maintenance does not mind"),
        _ => {}
    }
    text
}

/// Why a version that must move cannot.
pub(in crate::table) fn no_way(fault: Fault) -> &'static str {
    match fault {
        Fault::NoHigherMinor => "there is no patch version, nor a higher minor of its major to force it to",
        Fault::NoHigherMajor => "there is no higher version of its major, nor a higher major to force it to",
        Fault::CannotForce => "no higher version passes the filters; strategy major forces nothing",
        Fault::NoNextMinor => "there is no patch version, nor one of the next minor to force it to",
        Fault::NotAVersion => "it is no version that could be compared",
    }
}

fn blocked(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, fault: ImagesFault) -> String {
    let (at, thing) = match fault {
        ImagesFault::UnknownMachineType(at) => (at, "machine type"),
        ImagesFault::UnknownImage(at) => (at, "image"),
    };
    let Some(pool) = view.cluster.pools.get(at) else { return String::new() };
    let name = match fault {
        ImagesFault::UnknownMachineType(_) => pool.machine_type,
        ImagesFault::UnknownImage(_) => pool.image.map_or("", |image| image.name),
    };
    let (pool_name, name) = (clean(pool.name), clean(name));
    if row.pool.is_some_and(|own| own == pool) {
        format!("the profile has no {thing} {name}, and this keeps the images of all pools from moving")
    } else {
        format!("the profile has no {thing} {name} of pool {pool_name}, and this keeps the images of all pools from moving")
    }
}

/// What a filter says of a version: the rest of a sentence that begins with the version.
pub(super) fn filtered(filter: &Filter<'_>, pool: &Pool<'_>, kubernetes: &str) -> String {
    match filter {
        Filter::Architecture(has) => format!("does not support {}, only {}", clean(pool.architecture), list(has)),
        Filter::Capabilities => format!("has no flavor that fits machine type {}", clean(pool.machine_type)),
        Filter::Cri => format!("does not list {}", clean(pool.cri)),
        Filter::ContainerRuntimes(lacking) => format!("lists {} without {}", clean(pool.cri), list(lacking)),
        Filter::Kubelet(constraint) => {
            format!("admits only kubelets {}, not {}", clean(constraint), clean(pool.kubernetes.unwrap_or(kubernetes)))
        }
        Filter::InPlace(InPlaceFault::Unsupported) => "does not support in-place updates".to_owned(),
        Filter::InPlace(InPlaceFault::NoMinimum) => "has no minVersionForUpdate, and so nobody can be updated to it in place".to_owned(),
        Filter::InPlace(InPlaceFault::BelowMinimum(minimum)) => format!("can be reached in place only from {} on", clean(minimum)),
    }
}

/// What keeps a version from being chosen: the rest of a sentence that begins with the version.
fn kept_back(removed: Option<&Removed<'_>>, row: &Row<'_, '_>, pool: &Pool<'_>) -> String {
    match removed {
        None if row.moves() => "may be chosen".to_owned(),
        None => "passes every filter".to_owned(),
        Some(Removed::By(filter)) => filtered(filter, pool, row.window.cluster.kubernetes),
        Some(Removed::Aside(Aside::Current)) => "is in use".to_owned(),
        Some(Removed::Aside(Aside::Lower)) => "is lower".to_owned(),
        Some(Removed::Aside(Aside::Preview)) => "is in preview".to_owned(),
        Some(Removed::Aside(Aside::Expired)) => "is expired".to_owned(),
        Some(Removed::Aside(Aside::Beyond(Reach::Minor))) => "has another minor, which automatic updates do not go to".to_owned(),
        Some(Removed::Aside(Aside::Beyond(_))) => "has another major, which automatic updates do not go to".to_owned(),
    }
}

/// The versions of the image of a row, those together that the same keeps from being chosen: reason and versions.
pub(super) fn candidates(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> Vec<(String, Vec<String>)> {
    let Some(pool) = row.pool else { return Vec::new() };
    let mut order: Vec<(String, Vec<String>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (index, removed) in view.candidates(row) {
        let reason = kept_back(removed.as_ref(), row, pool);
        let at = *known.entry(reason.clone()).or_insert_with(|| {
            order.push((reason, Vec::new()));
            order.len() - 1
        });
        let text = view.maintenance.matcher().versions()[index].version.version().value;
        order[at].1.push(clean(text).into_owned());
    }
    order
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| clean(name)).collect();
    match &names[..] {
        [] => "nothing".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The last date before a time at which a version changed.
fn since(listed: &ExpirableVersion<'_>, now: Time) -> Option<Time> {
    listed.transitions().into_iter().map(|(date, _)| date).rfind(|date| *date < now)
}

/// The first date from a time on at which a version expires.
fn end(listed: &ExpirableVersion<'_>, now: Time) -> Option<Time> {
    let expires = |(date, to): &(Time, Current<'_>)| *date >= now && *to == Classification::Expired;
    listed.transitions().into_iter().find(expires).map(|(date, _)| date)
}

/// When a window is.
pub(super) fn when(row: &Row<'_, '_>) -> String {
    row.window.date.map_or_else(|| row.window.at.to_string(), |date| format!("after {date}"))
}

/// `Shoot garden-x/a (shoot.yaml)`
pub(super) fn title(view: &ShootView<'_, '_, '_, '_>) -> String {
    let namespace = if view.namespace.is_empty() { String::new() } else { format!("{}/", clean(view.namespace)) };
    format!("Shoot {namespace}{} ({})", clean(view.name), place(view.place.file, view.place.document))
}

fn place(file: &str, document: usize) -> String {
    if document == 0 { clean(file).into_owned() } else { format!("{}, document {document}", clean(file)) }
}

/// The profile, and what is automatic.
pub(super) fn subtitle(view: &ShootView<'_, '_, '_, '_>) -> String {
    let auto = view.cluster.auto_update;
    let on = |on: bool| if on { "on" } else { "off" };
    let updates = if view.cluster.pools.is_empty() {
        format!("automatic updates of Kubernetes {}", on(auto.kubernetes))
    } else if auto.kubernetes == auto.images {
        format!("automatic updates of Kubernetes and images {}", on(auto.kubernetes))
    } else {
        format!("automatic updates of Kubernetes {}, of images {}", on(auto.kubernetes), on(auto.images))
    };
    let profile = format!("{} ({})", view.profile, place(view.profile_place.file, view.profile_place.document));
    format!("{}; {updates}", clean(&profile))
}

/// What the windows of a view are.
pub(super) fn windows(view: &ShootView<'_, '_, '_, '_>) -> String {
    let first = view.windows.first().map(|window| window.at.to_string()).unwrap_or_default();
    match view.kind {
        Kind::Next => format!("a maintenance window at {first}:"),
        Kind::Timeline => format!("a maintenance window at {first}, and how the answer changes later if the Shoot stays as it is:"),
        Kind::Settled => format!("maintenance windows from {first} on, until nothing moves:"),
    }
}

/// `CloudProfile name (file)`
pub(super) fn profile_title(view: &ProfileView<'_, '_, '_, '_>) -> String {
    clean(&format!("{} ({})", view.name, place(view.place.file, view.place.document))).into_owned()
}

/// The time range of a profile's changes.
pub(super) fn range(view: &ProfileView<'_, '_, '_, '_>) -> String {
    match view.range {
        (Time::MIN, Time::MAX) => format!("Changes of its versions at any time, seen from {}", view.now),
        (Time::MIN, until) => format!("Changes of its versions until {until}, seen from {}", view.now),
        (from, Time::MAX) => format!("Changes of its versions from {from} on"),
        (from, until) => format!("Changes of its versions from {from} until {until}"),
    }
}

/// What is stuck: `Kubernetes`, `image gardenlinux`, and the version.
pub(super) fn stuck_on<'t>(view: &ProfileView<'_, '_, '_, 't>, on: &StuckOn<'t>) -> (Option<&'t str>, &'t str) {
    let matcher = view.maintenance.matcher();
    match on {
        StuckOn::Kubernetes(index) => (None, matcher.profile().kubernetes_versions.get(*index).map_or("", |version| *version.version)),
        StuckOn::Image { version, .. } => {
            matcher.versions().get(*version).map_or((None, ""), |version| (Some(*version.image.name), *version.version.version()))
        }
    }
}

/// Who is stuck.
pub(super) fn stuck_who(view: &ProfileView<'_, '_, '_, '_>, on: &StuckOn<'_>, expand: bool) -> String {
    let StuckOn::Image { machines, kubernetes, in_place, .. } = on else { return "every cluster".to_owned() };
    let usable = |machine: &&crate::matching::Machine<'_, '_>| machine.machine_type.usable.value != Some(false);
    let total = view.maintenance.matcher().machines().iter().filter(usable).count();
    let names = machine_types(view, machines);
    let mut text = if names.len() == total {
        "every machine type".to_owned()
    } else if names.len() <= 4 || expand {
        list(&names)
    } else {
        format!("{} and {} more", names[..3].iter().map(|name| clean(name)).collect::<Vec<_>>().join(", "), names.len() - 3)
    };
    if *in_place {
        text.push_str(", updated in place");
    }
    if !kubernetes.is_empty() {
        text.push_str(&format!(", with Kubernetes {}", list(kubernetes)));
    }
    text
}

/// The names of machine types, by position.
pub(super) fn machine_types<'t>(view: &ProfileView<'_, '_, '_, 't>, machines: &[usize]) -> Vec<&'t str> {
    let all = view.maintenance.matcher().machines();
    machines.iter().filter_map(|machine| all.get(*machine)).map(|machine| *machine.machine_type.name).collect()
}
