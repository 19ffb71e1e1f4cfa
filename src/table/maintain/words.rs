//! The words of all forms: how a version moves, why, and what keeps others from being chosen.

use crate::maintenance::{Cause, How, ImagesFault, Move, Next, Outcome, Reach, Removed, Stay, Strategy, Stuck, StuckOn, Transition};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::output::clean::named as clean;
use crate::table::maintain::{Kind, ProfileView, Row, ShootView, What};
use crate::words::maintenance::{self, InPool, end, no_way, since};
use crate::words::{self, Names, artifacts};

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

/// What stands in the way, in one word.
pub(super) fn removed(removed: Option<&Removed<'_>>) -> &'static str {
    match removed {
        None => "candidate",
        Some(Removed::By(filter)) => filter.code(),
        Some(Removed::Aside(aside)) => aside.code(),
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
        Err(fault) => return blocked(view, fault),
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
        Outcome::Fails { cause, fault } => format!("{}, and {}", because(view, row, cause), no_way(*fault, Names::Plain)),
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
    let since = row.index.and_then(|index| since(view.listed(row.what, index)?, row.window.at));
    maintenance::because(cause, since, "the profile", &in_pool(row))
}

fn in_pool<'w, 't>(row: &Row<'w, 't>) -> InPool<'w, 't> {
    InPool { pool: row.pool, kubernetes: row.window.cluster.kubernetes, names: Names::Plain }
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

fn blocked(view: &ShootView<'_, '_, '_, '_>, fault: ImagesFault) -> String {
    let (ImagesFault::UnknownMachineType(at) | ImagesFault::UnknownImage(at)) = fault;
    let Some(pool) = view.cluster.pools.get(at) else { return String::new() };
    let (thing, name) = match fault {
        ImagesFault::UnknownMachineType(_) => ("machine type", pool.machine_type),
        ImagesFault::UnknownImage(_) => ("image", pool.image.map_or("", |image| image.name)),
    };
    maintenance::blocked("the profile", thing, name, pool.name, Names::Plain)
}

/// The versions of the image of a row, those together that the same keeps from being chosen: reason and versions.
pub(super) fn candidates<'v>(view: &'v ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> Vec<(String, Vec<&'v str>)> {
    let What::Image(_, Some(strategy)) = row.what else { return Vec::new() };
    words::alike(view.candidates(row).into_iter().map(|(index, removed)| {
        let reason = match removed {
            None if row.moves() => "may be chosen".to_owned(),
            None => "passes every filter".to_owned(),
            Some(removed) => in_pool(row).kept_back(&removed, row.index == Some(index), strategy),
        };
        (reason, view.maintenance.matcher().versions()[index].version.version().value)
    }))
}

/// When a window is.
pub(super) fn when(row: &Row<'_, '_>) -> String {
    row.window.date.map_or_else(|| row.window.at.to_string(), |date| format!("after {date}"))
}

/// `Shoot garden-x/a (shoot.yaml)`
pub(super) fn title(view: &ShootView<'_, '_, '_, '_>) -> String {
    words::shoot(view.namespace, view.name, view.place.file, view.place.document)
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
    let profile = format!("{} ({})", view.profile, words::place(view.profile_place.file, view.profile_place.document));
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
    clean(&format!("{} ({})", view.name, words::place(view.place.file, view.place.document))).into_owned()
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

/// The heading of [`transition`].
pub(super) const TRANSITIONS: [&str; 5] = ["After", "Of", "Version", "From", "To"];

/// The cells of a change of a version.
pub(super) fn transition(of: &Transition<'_>) -> [String; 5] {
    let [what, version, from, to] = [of.image.unwrap_or("Kubernetes"), of.version, of.from.as_str(), of.to.as_str()];
    [of.date.to_string(), clean(what).into_owned(), clean(version).into_owned(), from.to_owned(), to.to_owned()]
}

/// The heading of [`stuck`].
pub(super) const STUCK: [&str; 5] = ["After", "Of", "Version", "For", "Why"];

/// The cells of a version without a way on.
pub(super) fn stuck(view: &ProfileView<'_, '_, '_, '_>, of: &Stuck<'_>, expand: bool) -> [String; 5] {
    let (image, version) = stuck_on(view, &of.on);
    let date = of.date.map_or_else(|| "now".to_owned(), |date| date.to_string());
    let [what, version] = [image.unwrap_or("Kubernetes"), version].map(|name| clean(name).into_owned());
    [date, what, version, stuck_who(view, &of.on, expand), no_way(of.fault, Names::Plain)]
}

/// Who is stuck.
fn stuck_who(view: &ProfileView<'_, '_, '_, '_>, on: &StuckOn<'_>, expand: bool) -> String {
    let StuckOn::Image { machines, kubernetes, in_place, .. } = on else { return "every cluster".to_owned() };
    let usable = |machine: &&crate::matching::Machine<'_, '_>| machine.machine_type.usable.value != Some(false);
    let total = view.maintenance.matcher().machines().iter().filter(usable).count();
    let names = machine_types(view, machines);
    let mut text = if names.len() == total {
        "every machine type".to_owned()
    } else if names.len() <= 4 || expand {
        Names::Plain.all(&names)
    } else {
        words::first(&names, 3, 4)
    };
    if *in_place {
        text.push_str(", updated in place");
    }
    if !kubernetes.is_empty() {
        text.push_str(&format!(", with Kubernetes {}", Names::Plain.all(kubernetes)));
    }
    text
}

/// The names of machine types, by position.
pub(super) fn machine_types<'t>(view: &ProfileView<'_, '_, '_, 't>, machines: &[usize]) -> Vec<&'t str> {
    let all = view.maintenance.matcher().machines();
    machines.iter().filter_map(|machine| all.get(*machine)).map(|machine| *machine.machine_type.name).collect()
}
