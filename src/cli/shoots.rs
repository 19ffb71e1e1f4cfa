//! What the commands about Shoots share: their profiles, prepared once for all, and complaints about what was read.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Demand;
use crate::cli::{Exit, Io, complain};
use crate::config::Gates;
use crate::landscape::{Body, Item, ReadFile};
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::provider::lookup::Catalog;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::shoot::{Fault, Identity, Judged, Known, Offer, Request, judge};
use crate::source::Sources;
use crate::table::maintain::Artifact;
use crate::words::artifacts::{self, Missing};

/// A profile, with everything that does not depend on a Shoot.
pub(super) struct Prepared<'v> {
    /// The profile.
    pub usable: &'v Usable<'v>,
    /// The same, prepared for questions about maintenance.
    pub maintenance: Maintenance<'v, 'v, 'v>,
    /// The same, prepared for judging Shoots.
    pub offer: Offer<'v>,
    /// Its artifacts, where cpcap knows the provider and can read its part.
    catalog: Option<Catalog<'v, 'v>>,
}

impl<'v> Prepared<'v> {
    pub fn new(usable: &'v Usable<'v>, matcher: &'v Matcher<'v, 'v>, now: Time) -> Self {
        let name = usable.name();
        let identity = Identity { kind: name.kind, name: name.name, family: name.parent.unwrap_or(name.name) };
        let artifacts = usable.artifacts.as_ref().filter(|artifacts| artifacts.undecodable.is_none());
        let catalog = artifacts.map(|artifacts| artifacts.catalog(&usable.profile));
        Self { usable, maintenance: Maintenance::new(matcher), offer: Offer::new(matcher, identity, now), catalog }
    }

    /// Names the artifacts that the pools of a Shoot get, as the server stores it.
    pub fn artifact<'s: 'v>(&'s self, stored: &Shoot<'v>) -> Option<Artifact<'v>> {
        let catalog = self.catalog.as_ref()?;
        let region = *stored.region;
        let provider_type = *stored.provider.provider_type;
        let pool = |worker: &Worker<'v>| (*worker.machine_type, worker.architecture.unwrap_or_default(), Demand::of(worker, provider_type));
        let pools: Vec<(&str, &str, Demand)> = stored.workers.iter().map(pool).collect();
        Some(Box::new(move |pool, version| {
            let (machine_type, architecture, demand) = pools.get(pool).copied().unwrap_or_default();
            let version = self.offer.version_at(version);
            let version = (*version.image.name, *version.version.version());
            let found = catalog.find_for(version, region, machine_type, architecture, demand);
            found.map(|artifact| artifacts::name(&artifact)).map_err(|why| Missing::new(why, catalog.provider()))
        }))
    }

    /// What the server makes of a Shoot.
    pub fn stored(&self, shoot: &Shoot<'v>) -> Judged<'v> {
        judge(shoot, Request { profile: Known::Offer(&self.offer), old: None, create: false, gates: Gates::default() })
    }
}

/// The Shoot that an object is.
pub(super) fn shoot_of<'i, 't>(item: &'i Item<'t>) -> Option<&'i Shoot<'t>> {
    match &item.body {
        Body::Shoot(shoot) => Some(shoot),
        Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
    }
}

/// Says which documents cannot be read: they may have held Shoots or profiles.
pub(super) fn complain_of_broken(files: &[&ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) {
    for file in files {
        for document in &file.documents {
            if let Some(problem) = document.problems.iter().find(|problem| problem.kind.rejects()) {
                let source = sources.get(file.file);
                let (name, at) = (source.name(), source.position(problem.span.start));
                io.complain(&format!("{name}:{}:{}: this document cannot be read; `cpcap lint {name}` says why", at.line, at.column));
            }
        }
    }
}

/// Says of profiles and their parents what strict decoding refuses; of each once.
pub(super) fn complain_of_shapes<'u, 'r: 'u>(profiles: impl Iterator<Item = &'u Usable<'r>>, sources: &Sources, io: &mut Io<'_>) {
    let mut said = BTreeSet::new();
    for item in profiles.flat_map(|usable| std::iter::once(usable.item).chain(usable.parent)) {
        if said.insert((item.file, item.document.index, item.object.prefix.clone())) {
            complain::of_shape(item, sources, io);
        }
    }
}

/// Says what the server cannot fill in.
pub(super) fn complain_of_fault(item: &Item<'_>, fault: &Fault<'_>, sources: &Sources, io: &mut Io<'_>) {
    let source = sources.get(item.file);
    let (name, at) = (source.name(), source.position(fault.span.start));
    let what = "the server cannot fill this in, and the answer goes by what stands there";
    io.complain(&format!("{name}:{}:{}: {}: {what}; `cpcap lint` says why", at.line, at.column, fault.path));
}

/// The profile of a Shoot.
///
/// # Errors
/// What to say where it is not known.
pub(super) fn profile_of<'p, 'v>(
    item: &Item<'v>,
    shoot: &Shoot<'_>,
    referred: &Referred<'v>,
    prepared: &'p BTreeMap<usize, Prepared<'v>>,
) -> Result<&'p Prepared<'v>, String> {
    let found = referred.of(item).map(|(at, usable)| usable.as_ref().map(|_| at)).transpose().map_err(ToString::to_string)?;
    found.and_then(|at| prepared.get(&at)).ok_or_else(|| no_profile(item, shoot))
}

/// What to say of a Shoot whose profile is not among the files.
fn no_profile(item: &Item<'_>, shoot: &Shoot<'_>) -> String {
    let meta = &item.object.meta;
    let name = format!("Shoot `{}/{}`", *meta.namespace, *meta.name);
    match shoot.profile() {
        None => format!("{name} names no profile, so nothing is known of its versions"),
        Some(reference) => {
            let kind = if reference.kind.is_empty() { "CloudProfile" } else { *reference.kind };
            format!("{name}: its {kind} `{}` is not among the files; give its file with --profile or --with", *reference.name)
        }
    }
}

/// `whole`: everything that was asked about was answered.
pub(super) fn exit(whole: bool, fails: bool) -> Exit {
    match (whole, fails) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    }
}
