//! The lives of all versions of a profile, with what a profile alone says about maintenance.

use crate::maintain::{ProfileAnswer, profile::profile};
use crate::maintenance::{Maintenance, Way};
use crate::matching::Matcher;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Current;
use crate::model::time::Time;
use crate::resolution::usable::Usable;
use crate::source::Sources;

/// A profile through time.
#[derive(Debug)]
pub(crate) struct Calendar<'v> {
    pub profile: ProfileAnswer<'v>,
    /// Its versions: Kubernetes first, then image by image, in the order of the profile.
    pub lives: Vec<Life<'v>>,
}

/// A version through time.
#[derive(Debug)]
pub(crate) struct Life<'v> {
    /// The image; none for Kubernetes.
    pub image: Option<&'v str>,
    pub version: &'v str,
    /// Its classification before all dates.
    pub first: Current<'v>,
    /// When it changes, and to what.
    pub changes: Vec<(Time, Current<'v>)>,
    /// When it expires, where that is to come and moves somebody.
    pub ends: Option<Time>,
    /// Where maintenance moves who runs it once it is expired.
    pub targets: Vec<Target<'v>>,
}

/// A version that maintenance moves to.
#[derive(Debug)]
pub(crate) struct Target<'v> {
    pub version: &'v str,
    /// The machine types of the pools that move there; none where these are all, and for Kubernetes.
    pub machine_types: Vec<&'v str>,
    /// The Kubernetes versions of these pools; empty: it does not matter.
    pub kubernetes: Vec<&'v str>,
}

/// The calendar of a profile. `range`: the time in which versions change, both ends included.
pub(crate) fn calendar<'v>(
    usable: &Usable<'v>,
    now: Time,
    range: (Time, Time),
    sources: &'v Sources,
) -> Calendar<'v> {
    let matcher = Matcher::new(&usable.profile);
    let maintenance = Maintenance::new(&matcher);
    let life = |image: Option<&'v str>, version: &ExpirableVersion<'v>, ways: Vec<Way<'v>>| Life {
        image,
        version: *version.version,
        first: version.classification_at(Time::MIN),
        changes: version.transitions(),
        ends: ways.first().and_then(|way| way.date),
        targets: ways.into_iter().map(|way| target(&matcher, &way)).collect(),
    };
    let mut lives = Vec::new();
    for version in usable.profile.kubernetes_versions.iter() {
        let way = maintenance.way_of_kubernetes(version, now, range.1);
        lives.push(life(None, version, way.into_iter().collect()));
    }
    for (at, image) in usable.profile.machine_images.iter().enumerate() {
        for position in matcher.range_of(at) {
            let version = &matcher.versions()[position].version.expirable;
            let ways = maintenance.ways_of_image(at, position, now, range.1);
            lives.push(life(Some(*image.name), version, ways));
        }
    }
    Calendar {
        profile: profile(usable, &maintenance, now, range, sources),
        lives,
    }
}

fn target<'v>(matcher: &Matcher<'_, 'v>, way: &Way<'v>) -> Target<'v> {
    let usable = matcher
        .machines()
        .iter()
        .filter(|machine| machine.machine_type.usable.value != Some(false))
        .count();
    let all = way.machines.len() == usable;
    let named = way.machines.iter().filter(|_| !all);
    Target {
        version: way.to,
        machine_types: named
            .filter_map(|at| matcher.machines().get(*at))
            .map(|machine| *machine.machine_type.name)
            .collect(),
        kubernetes: way.kubernetes.clone(),
    }
}
