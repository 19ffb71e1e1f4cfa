//! What a change of a Shoot itself does, worker pool by worker pool, together with what its profile does to it.

use std::collections::BTreeMap;

use crate::capability::Demand;
use crate::config::Gates;
use crate::impact::artifacts;
use crate::impact::pairs::answer;
use crate::impact::pools::{PoolUse, image_window, kubernetes_window};
use crate::impact::{Cause, Impact, Kind, List, Moved, Side};
use crate::landscape::{Body, Item};
use crate::maintenance::{Cluster, Plan, Pool};
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::shoot::{Known, Request, judge, stored};
use crate::source::{Place, Span};

/// A Shoot on one side: its object, and its profile where that is known.
#[derive(Clone, Copy, Debug)]
pub struct OfShoot<'s, 'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// Its profile on that side.
    pub profile: Option<&'s Side<'a>>,
}

impl<'s, 'a> OfShoot<'s, 'a> {
    fn known(self) -> Known<'s, 'a> {
        self.profile.map_or(Known::Absent, |side| Known::Offer(&side.offer))
    }

    fn written(self) -> Option<&'a Shoot<'a>> {
        match &self.item.body {
            Body::Shoot(shoot) => Some(shoot),
            Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
        }
    }

    fn place(self, span: Span) -> Option<Place> {
        Some(Place { file: self.item.file, span })
    }
}

/// What a change of a Shoot does, pool by pool; both sides are taken as the server would store them. What only the profile does to pools that
/// run the same as before is left to `compare` for profiles, which names these pools.
#[must_use]
pub fn compare<'a>(old: OfShoot<'_, 'a>, new: OfShoot<'_, 'a>, now: Time) -> Vec<Impact<'a>> {
    let (Some(written_before), Some(written)) = (old.written(), new.written()) else { return Vec::new() };
    let before = stored(written_before, old.known()).shoot;
    let request = Request { profile: new.known(), old: Some((written_before, old.known())), create: false, gates: Gates::default() };
    let after = judge(written, request).shoot;
    let meta = &new.item.object.meta;
    let moved = profile(&before) != profile(&after);
    let user = PoolUse { namespace: *meta.namespace, shoot: *meta.name, pool: "" };
    let mut pen = Pen { old, new, user, moved, now, found: Vec::new() };

    let reference = |of: &Shoot<'_>| of.profile().map_or(of.at, |reference| reference.name.span);
    let at = (reference(written_before), reference(written));
    pen.says(List::Profile, (profile(&before), profile(&after)), at);
    let at = (written_before.kubernetes_version.span, written.kubernetes_version.span);
    pen.says(List::KubernetesVersion, (text(*before.kubernetes_version), text(*after.kubernetes_version)), at);
    pen.says(List::Region, (text(*before.region), text(*after.region)), (written_before.region.span, written.region.span));

    let (pools_before, pools) = (by_name(&before), by_name(&after));
    let (workers_before, workers) = (by_name(written_before), by_name(written));
    let clusters = (Cluster::new(&before), Cluster::new(&after));
    pen.control_plane(&clusters);
    for (name, worker) in &pools_before {
        if !pools.contains_key(name) {
            pen.came_or_went(Kind::Removed, worker, workers_before.get(name).copied());
        }
    }
    for (name, worker) in &pools {
        let Some(worker_before) = pools_before.get(name) else {
            pen.came_or_went(Kind::Added, worker, workers.get(name).copied());
            continue;
        };
        pen.user.pool = name;
        let spans = (workers_before.get(name).copied(), workers.get(name).copied());
        pen.fields(worker_before, worker, spans);
        let places = (old.place(span_of(spans.0, List::WorkerPool)), new.place(span_of(spans.1, List::WorkerPool)));
        pen.gets((&before, worker_before), (&after, worker), places);
        pen.window(&clusters, name, places);
    }
    pen.found
}

fn text(of: &str) -> Option<String> {
    (!of.is_empty()).then(|| of.to_owned())
}

/// `CloudProfile aws`
fn profile(shoot: &Shoot<'_>) -> Option<String> {
    let reference = shoot.profile()?;
    let kind = if reference.kind.is_empty() { "CloudProfile" } else { *reference.kind };
    Some(format!("{kind} {}", *reference.name))
}

/// The pools by name; of several the first counts, as on the server.
fn by_name<'s, 'a>(shoot: &'s Shoot<'a>) -> BTreeMap<&'a str, &'s Worker<'a>> {
    let mut pools = BTreeMap::new();
    for worker in shoot.workers.iter() {
        pools.entry(*worker.name).or_insert(worker);
    }
    pools
}

/// Where a pool says something; where it does not, its name.
fn span_of(worker: Option<&Worker<'_>>, list: List) -> Span {
    let Some(worker) = worker else { return Span::default() };
    let image = worker.image.as_ref().map(|image| if image.version.is_some() { image.version.span } else { image.name.span });
    match list {
        List::MachineType => worker.machine_type.span,
        List::ImageVersion => image.unwrap_or(worker.name.span),
        List::Architecture if worker.architecture.is_some() => worker.architecture.span,
        _ => worker.name.span,
    }
}

/// `gardenlinux 1877.2.0`
fn image(worker: &Worker<'_>) -> Option<String> {
    let image = worker.image.as_ref()?;
    Some(format!("{} {}", *image.name, image.version.unwrap_or_default()).trim_end().to_owned())
}

/// What a pool gets from a profile.
#[derive(Default, PartialEq, Eq)]
struct Gets {
    fits: bool,
    flavor: Option<String>,
    artifact: Option<String>,
}

fn gets<'a>(side: Option<&Side<'a>>, shoot: &Shoot<'a>, worker: &Worker<'a>) -> Gets {
    let Some((side, image)) = side.zip(worker.image.as_ref()) else { return Gets::default() };
    let (name, version) = (*image.name, image.version.unwrap_or_default());
    let machine = side.machines.get(*worker.machine_type);
    let Some((machine, at)) = machine.zip(side.versions.get(&(name, version))) else { return Gets::default() };
    let architecture = worker.architecture.unwrap_or_default();
    let (compatible, flavor) = answer(side, *machine, *at);
    if !compatible || !side.matcher.versions()[*at].architectures.contains(&architecture) {
        return Gets::default();
    }
    let demand = Demand::of(worker, *shoot.provider.provider_type);
    let artifact = side.catalog.as_ref().and_then(|catalog| {
        let found = catalog.find_for((name, version), *shoot.region, *worker.machine_type, architecture, demand);
        found.ok().map(|artifact| artifacts::name(&artifact.fields))
    });
    Gets { fits: true, flavor, artifact }
}

struct Pen<'s, 'a> {
    old: OfShoot<'s, 'a>,
    new: OfShoot<'s, 'a>,
    user: PoolUse<'a>,
    moved: bool,
    now: Time,
    found: Vec<Impact<'a>>,
}

impl<'a> Pen<'_, 'a> {
    fn add(&mut self, kind: Kind, causes: Vec<Cause>, (was, is): (Option<String>, Option<String>)) -> &mut Impact<'a> {
        let mut impact = Impact::new(kind, causes);
        (impact.before, impact.after) = (was, is);
        impact.pools.push(self.user);
        self.found.push(impact);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Something that the Shoot itself says.
    fn says(&mut self, list: List, (was, is): (Option<String>, Option<String>), at: (Span, Span)) {
        if was == is {
            return;
        }
        let name = is.clone().or_else(|| was.clone()).unwrap_or_default();
        let places = (self.old.place(at.0), self.new.place(at.1));
        let impact = self.add(Kind::Changed, vec![Cause::ChangedShoot], (was, is));
        impact.entry = Some((list, name));
        (impact.old, impact.new) = places;
    }

    fn fields(&mut self, before: &Worker<'a>, after: &Worker<'a>, at: (Option<&Worker<'a>>, Option<&Worker<'a>>)) {
        let kubernetes = |of: &Worker<'a>| of.kubernetes.as_ref().and_then(|kubernetes| kubernetes.version.value).and_then(text);
        let volume = |of: &Worker<'a>| of.volume_type().and_then(|of| text(*of));
        let fields = [
            (List::MachineType, text(*before.machine_type), text(*after.machine_type)),
            (List::ImageVersion, image(before), image(after)),
            (List::Architecture, before.architecture.and_then(text), after.architecture.and_then(text)),
            (List::KubernetesVersion, kubernetes(before), kubernetes(after)),
            (List::VolumeType, volume(before), volume(after)),
        ];
        for (list, was, is) in fields {
            self.says(list, (was, is), (span_of(at.0, list), span_of(at.1, list)));
        }
    }

    fn came_or_went(&mut self, kind: Kind, worker: &Worker<'a>, written: Option<&Worker<'a>>) {
        let gets =
            image(worker).map_or_else(|| (*worker.machine_type).to_owned(), |image| format!("{} with {image}", *worker.machine_type));
        let span = span_of(written, List::WorkerPool);
        let went = kind == Kind::Removed;
        let (old, new) = if went { (self.old.place(span), None) } else { (None, self.new.place(span)) };
        self.user.pool = *worker.name;
        let impact = self.add(kind, vec![Cause::ChangedShoot], if went { (Some(gets), None) } else { (None, Some(gets)) });
        impact.entry = Some((List::WorkerPool, (*worker.name).to_owned()));
        (impact.old, impact.new) = (old, new);
        self.user.pool = "";
    }

    /// Whose doing it is: the Shoot's where it alone would have done it, the profile's where that would, or both.
    fn whose(&self, shoot: bool, profile: bool) -> Vec<Cause> {
        let mut causes = Vec::new();
        if shoot || self.moved || !profile {
            causes.push(Cause::ChangedShoot);
        }
        if profile && !self.moved {
            causes.push(Cause::ChangedProfile);
        }
        causes
    }

    /// Whether the pool is possible, and which flavor and artifact it gets.
    fn gets(
        &mut self,
        (shoot_before, before): (&Shoot<'a>, &Worker<'a>),
        (shoot, after): (&Shoot<'a>, &Worker<'a>),
        (old, new): (Option<Place>, Option<Place>),
    ) {
        if self.old.profile.is_none() || self.new.profile.is_none() {
            return;
        }
        let (was, is) = (gets(self.old.profile, shoot_before, before), gets(self.new.profile, shoot, after));
        let (own, others) = (gets(self.old.profile, shoot, after), gets(self.new.profile, shoot_before, before));
        let mut told = Vec::new();
        match (was.fits, is.fits) {
            (false, false) => {}
            (true, false) => told.push((Kind::Impossible, self.whose(!own.fits, !others.fits), (None, None))),
            (false, true) => told.push((Kind::Compatible, self.whose(own.fits, others.fits), (None, None))),
            (true, true) => {
                if was.flavor != is.flavor {
                    let whose = self.whose(own.flavor != was.flavor, others.flavor != was.flavor);
                    told.push((Kind::Flavor, whose, (was.flavor, is.flavor)));
                }
                if was.artifact != is.artifact {
                    let whose = self.whose(own.artifact != was.artifact, others.artifact != was.artifact);
                    told.push((Kind::Artifact, whose, (was.artifact, is.artifact)));
                }
            }
        }
        let runs = |of: &Worker<'a>| (*of.machine_type, image(of));
        let alike = runs(before) == runs(after);
        for (kind, whose, texts) in told {
            // The profile tells what it does to those who run the same as before, this pool among them.
            if alike && kind != Kind::Impossible && whose == [Cause::ChangedProfile] {
                continue;
            }
            let impact = self.add(kind, whose, texts);
            impact.machine_types.push(*after.machine_type);
            impact.images.extend(after.image.as_ref().map(|image| (*image.name, image.version.unwrap_or_default())));
            if kind == Kind::Artifact {
                impact.regions.push(*shoot.region);
                let (before, after) = (impact.before.take(), impact.after.take());
                impact.artifacts.push(Moved { image: 0, region: *shoot.region, before, after });
            }
            (impact.old, impact.new) = (old, new);
        }
    }

    /// What the next window does to the control plane.
    fn control_plane(&mut self, clusters: &(Cluster<'a>, Cluster<'a>)) {
        let alone = |cluster: &Cluster<'a>| Cluster { pools: Vec::new(), ..cluster.clone() };
        let clusters = (alone(&clusters.0), alone(&clusters.1));
        let name = clusters.1.kubernetes.to_owned();
        self.plans(&clusters, |plan| kubernetes_window(plan), (List::KubernetesVersion, name), (None, None));
    }

    /// What it does to the image of a pool.
    fn window(&mut self, clusters: &(Cluster<'a>, Cluster<'a>), pool: &str, places: (Option<Place>, Option<Place>)) {
        let alone = |cluster: &Cluster<'a>| {
            let pools: Vec<Pool<'a>> = cluster.pools.iter().filter(|of| of.name == pool).take(1).cloned().collect();
            Cluster { pools, ..cluster.clone() }
        };
        let clusters = (alone(&clusters.0), alone(&clusters.1));
        let Some(image) = clusters.1.pools.first().and_then(|pool| pool.image) else { return };
        self.plans(&clusters, |plan| image_window(plan), (List::ImageVersion, format!("{} {}", image.name, image.version)), places);
    }

    /// Tells what comes of it where something does; that nothing is left to do is no news.
    fn plans(
        &mut self,
        (before, after): &(Cluster<'a>, Cluster<'a>),
        outcome: impl Fn(&Plan<'a>) -> Option<String>,
        entry: (List, String),
        (old, new): (Option<Place>, Option<Place>),
    ) {
        let (Some(profile_before), Some(profile)) = (self.old.profile, self.new.profile) else { return };
        let now = self.now;
        let of = |side: &Side<'a>, cluster: &Cluster<'a>| outcome(&side.maintenance.plan(cluster, now));
        let (was, is) = (of(profile_before, before), of(profile, after));
        if is.is_none() || was == is {
            return;
        }
        let whose = self.whose(of(profile_before, after) != was, of(profile, before) != was);
        let impact = self.add(Kind::Maintenance, whose, (was, is));
        impact.entry = Some(entry);
        (impact.old, impact.new) = (old, new);
    }
}
