//! The effects of a change of a Shoot itself, worker pool by worker pool, together with those of
//! its profile.

mod gets;
mod known;
mod windows;

use std::collections::{BTreeMap, BTreeSet};

use gets::gets;
use known::KnownParts;

use crate::config::Gates;
use crate::impact::users::PoolUse;
use crate::impact::{Cause, Entry, Impact, List, Moved, Refusal, Side, What};
use crate::landscape::Item;
use crate::maintenance::{Cluster, Pool};
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::shoot::{Known, Request, judge, least_nodes, stored};
use crate::source::{Place, Span};

/// A Shoot on one side: its object, and its profile where that is known.
#[derive(Clone, Copy, Debug)]
pub struct OfShoot<'s, 'a> {
    pub item: &'a Item<'a>,
    /// Its profile on that side.
    pub profile: Option<&'s Side<'a>>,
}

impl<'s, 'a> OfShoot<'s, 'a> {
    fn known(self) -> Known<'s, 'a> {
        self.profile.map_or(Known::Absent { family: None }, |side| {
            Known::Offer(&side.offer)
        })
    }

    fn place(self, span: Span) -> Option<Place> {
        Some(Place {
            file: self.item.file,
            span,
        })
    }
}

/// The effects of a change of a Shoot, pool by pool; both sides are as the server would store them.
/// `compare` for profiles reports the effects of a changed profile on pools that run the same as
/// before, and names these pools.
#[must_use]
pub fn compare<'a>(old: OfShoot<'_, 'a>, new: OfShoot<'_, 'a>, now: Time) -> Vec<Impact<'a>> {
    let (Some(written_before), Some(written)) = (old.item.shoot(), new.item.shoot()) else {
        return Vec::new();
    };
    let (written_before, written) = (&written_before, &written);
    let before = stored(written_before, old.known()).shoot;
    let request = Request {
        profile: new.known(),
        old: Some((written_before, old.known())),
        create: false,
        gates: Gates::default(),
    };
    let judged = judge(written, request);
    let refused: BTreeSet<usize> = judged
        .faults()
        .filter(|fault| fault.error.is_some())
        .filter_map(|fault| fault.worker)
        .collect();
    let after = judged.shoot;
    // Of several pools of one name the first counts.
    let refused: BTreeSet<&str> = after
        .workers
        .iter()
        .enumerate()
        .filter(|(at, _)| refused.contains(at))
        .map(|(_, worker)| *worker.name)
        .collect();
    let moved = profile(&before) != profile(&after);
    let user = PoolUse {
        region: *after.region,
        ..PoolUse::whole(new.item)
    };
    let mut pen = Pen {
        old,
        new,
        user,
        moved,
        now,
        found: Vec::new(),
    };

    let reference = |of: &Shoot<'_>| of.profile().map_or(of.at, |reference| reference.name.span);
    let at = (reference(written_before), reference(written));
    pen.says(List::Profile, (profile(&before), profile(&after)), at);
    let at = (
        written_before.kubernetes_version.span,
        written.kubernetes_version.span,
    );
    pen.says(
        List::KubernetesVersion,
        (
            text(*before.kubernetes_version),
            text(*after.kubernetes_version),
        ),
        at,
    );
    pen.says(
        List::Region,
        (text(*before.region), text(*after.region)),
        (written_before.region.span, written.region.span),
    );

    let known = KnownParts::new([(old, written_before), (new, written)]);
    if known.pools {
        pen.auto_update((&before, &after), (written_before, written));
        pen.nodes(
            (&before, &after),
            (written_before.workers.span, written.workers.span),
        );
    }

    let (pools_before, pools) = (by_name(&before), by_name(&after));
    let (workers_before, workers) = (by_name(written_before), by_name(written));
    let clusters = (Cluster::new(&before), Cluster::new(&after));
    let windows = (pools_of(&clusters.0), pools_of(&clusters.1));
    if known.kubernetes {
        pen.control_plane(&clusters);
    }
    for (name, worker) in &pools_before {
        if known.pools && !pools.contains_key(name) {
            pen.came_or_went(What::Removed, worker, workers_before.get(name).copied());
        }
    }
    for (name, worker) in &pools {
        let Some(worker_before) = pools_before.get(name) else {
            if known.pools {
                pen.came_or_went(What::Added, worker, workers.get(name).copied());
            }
            continue;
        };
        pen.user.pool = name;
        let spans = (
            workers_before.get(name).copied(),
            workers.get(name).copied(),
        );
        pen.fields((&before, worker_before), (&after, worker), spans);
        if !known.pool(name) {
            continue;
        }
        let places = (pen.place(old, spans.0), pen.place(new, spans.1));
        let is_refused = refused.contains(name);
        pen.gets(
            (&before, worker_before),
            (&after, worker),
            places,
            is_refused,
        );
        // What is refused comes to no window.
        if !is_refused {
            pen.window(
                &clusters,
                (windows.0.get(name).copied(), windows.1.get(name).copied()),
                places,
            );
        }
    }
    pen.found
}

fn text(of: &str) -> Option<String> {
    (!of.is_empty()).then(|| of.to_owned())
}

/// `CloudProfile aws`
fn profile(shoot: &Shoot<'_>) -> Option<String> {
    let reference = shoot.profile()?;
    let kind = if reference.kind.is_empty() {
        "CloudProfile"
    } else {
        *reference.kind
    };
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

/// The same of what maintenance looks at.
fn pools_of<'s, 'a>(cluster: &'s Cluster<'a>) -> BTreeMap<&'a str, &'s Pool<'a>> {
    let mut pools = BTreeMap::new();
    for pool in &cluster.pools {
        pools.entry(pool.name).or_insert(pool);
    }
    pools
}

/// The place of a pool's value; without one, the place of its name.
fn span_of(worker: Option<&Worker<'_>>, list: List) -> Span {
    let Some(worker) = worker else {
        return Span::default();
    };
    let image = worker.image.as_ref().map(|image| {
        if image.version.is_some() {
            image.version.span
        } else {
            image.name.span
        }
    });
    match list {
        List::MachineType => worker.machine_type.span,
        List::ImageVersion => image.unwrap_or(worker.name.span),
        List::Architecture if worker.architecture.is_some() => worker.architecture.span,
        List::KubernetesVersion => worker
            .kubernetes_version()
            .map_or(worker.name.span, |version| version.span),
        List::Zone if !worker.zones.is_empty() => worker.zones.span,
        List::VolumeType | List::Volume => worker
            .volume
            .as_ref()
            .map_or(worker.name.span, |volume| volume.at),
        _ => worker.name.span,
    }
}

/// `gardenlinux 1877.2.0`
fn image(worker: &Worker<'_>) -> Option<String> {
    let image = worker.image.as_ref()?;
    Some(
        format!("{} {}", *image.name, image.version.unwrap_or_default())
            .trim_end()
            .to_owned(),
    )
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
    fn add(
        &mut self,
        what: What<'a>,
        causes: Vec<Cause>,
        (was, is): (Option<String>, Option<String>),
    ) -> &mut Impact<'a> {
        let mut impact = Impact::new(what, causes);
        (impact.before, impact.after) = (was, is);
        impact.pools.push(self.user);
        self.found.push(impact);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Something that the Shoot itself says.
    fn says(&mut self, list: List, (was, is): (Option<String>, Option<String>), at: (Span, Span)) {
        let name = is.clone().or_else(|| was.clone()).unwrap_or_default();
        self.says_of(Entry::new(list, name), (was, is), at);
    }

    fn says_of(
        &mut self,
        entry: Entry<'a>,
        (was, is): (Option<String>, Option<String>),
        at: (Span, Span),
    ) {
        if was == is {
            return;
        }
        let places = (self.old.place(at.0), self.new.place(at.1));
        let impact = self.add(What::Changed, vec![Cause::ChangedShoot], (was, is));
        impact.entry = Some(entry);
        (impact.old, impact.new) = places;
    }

    fn place(&self, side: OfShoot<'_, 'a>, worker: Option<&Worker<'a>>) -> Option<Place> {
        side.place(worker?.name.span)
    }

    /// Compares the automatic updates of both sides.
    fn auto_update(
        &mut self,
        (before, after): (&Shoot<'a>, &Shoot<'a>),
        written: (&Shoot<'a>, &Shoot<'a>),
    ) {
        let of = |shoot: &Shoot<'a>| {
            let auto = Cluster::new(shoot).auto_update;
            let images = auto.images && !shoot.workers.is_empty();
            let moves = [
                (auto.kubernetes, "Kubernetes version"),
                (images, "machine images"),
            ];
            let moves: Vec<&str> = moves
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, what)| what)
                .collect();
            text(&moves.join(" and "))
        };
        let at = |shoot: &Shoot<'a>| shoot.auto_update.map_or(shoot.at, |auto| auto.at);
        self.says_of(
            Entry::new(List::AutoUpdate, "autoUpdate"),
            (of(before), of(after)),
            (at(written.0), at(written.1)),
        );
    }

    /// How many nodes there are at least, where the profile limits that.
    fn nodes(&mut self, (before, after): (&Shoot<'a>, &Shoot<'a>), at: (Span, Span)) {
        let limit = |side: OfShoot<'_, 'a>| {
            side.profile
                .and_then(|side| *side.usable.profile.max_nodes_total)
        };
        let (limits, sums) = (
            (limit(self.old), limit(self.new)),
            (least_nodes(before), least_nodes(after)),
        );
        if sums.0 == sums.1 || limits.0.is_none() && limits.1.is_none() {
            return;
        }
        let told = |sum: i64, limit: Option<i64>| {
            Some(limit.map_or_else(
                || format!("at least {sum} nodes"),
                |most| format!("at least {sum} nodes of {most}"),
            ))
        };
        self.says_of(
            Entry::new(List::Limit, "maxNodesTotal"),
            (told(sums.0, limits.0), told(sums.1, limits.1)),
            at,
        );
    }

    fn fields(
        &mut self,
        (shoot_before, before): (&Shoot<'a>, &Worker<'a>),
        (shoot, after): (&Shoot<'a>, &Worker<'a>),
        at: (Option<&Worker<'a>>, Option<&Worker<'a>>),
    ) {
        let own = |of: &Worker<'a>| of.kubernetes_version().map(|version| *version);
        // A pool without a version of its own has the control plane's; where both have none, the
        // control plane reports it.
        let kubernetes = |shoot: &Shoot<'a>, of: &Worker<'a>| match (own(before), own(after)) {
            (None, None) => None,
            _ => text(own(of).unwrap_or(*shoot.kubernetes_version)),
        };
        let volume = |of: &Worker<'a>| of.volume_type().and_then(|of| text(*of));
        // The size matters where the profile has a least one.
        let sized = [self.old, self.new].iter().any(|side| {
            let offer = side.profile.map(|side| &side.offer);
            let storage = |of: &Worker<'a>| {
                let machine = offer.and_then(|offer| {
                    Some(
                        offer
                            .machine_at(offer.machine(*of.machine_type)?)
                            .machine_type,
                    )
                });
                machine
                    .and_then(|machine| machine.storage.as_ref())
                    .is_some_and(|storage| storage.min_size.is_some())
            };
            let by_type = |of: &Worker<'a>| {
                let volume_type = of.volume_type().and_then(|name| offer?.volume_type(*name));
                volume_type.is_some_and(|of| of.min_size.is_some())
            };
            [before, after].iter().any(|of| storage(of) || by_type(of))
        });
        let size = |of: &Worker<'a>| {
            of.volume
                .as_ref()
                .filter(|_| sized)
                .and_then(|volume| text(*volume.size))
        };
        let zones = |of: &Worker<'a>| {
            text(
                &of.zones
                    .iter()
                    .map(|zone| zone.value)
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        };
        let fields = [
            (List::Zone, zones(before), zones(after)),
            (List::Volume, size(before), size(after)),
            (
                List::MachineType,
                text(*before.machine_type),
                text(*after.machine_type),
            ),
            (List::ImageVersion, image(before), image(after)),
            (
                List::Architecture,
                before.architecture.and_then(text),
                after.architecture.and_then(text),
            ),
            (
                List::KubernetesVersion,
                kubernetes(shoot_before, before),
                kubernetes(shoot, after),
            ),
            (List::VolumeType, volume(before), volume(after)),
        ];
        for (list, was, is) in fields {
            self.says(list, (was, is), (span_of(at.0, list), span_of(at.1, list)));
        }
    }

    fn came_or_went(&mut self, what: What<'a>, worker: &Worker<'a>, written: Option<&Worker<'a>>) {
        let gets = image(worker).map_or_else(
            || (*worker.machine_type).to_owned(),
            |image| format!("{} with {image}", *worker.machine_type),
        );
        let span = span_of(written, List::WorkerPool);
        let went = matches!(what, What::Removed);
        let (old, new) = if went {
            (self.old.place(span), None)
        } else {
            (None, self.new.place(span))
        };
        self.user.pool = *worker.name;
        let impact = self.add(
            what,
            vec![Cause::ChangedShoot],
            if went {
                (Some(gets), None)
            } else {
                (None, Some(gets))
            },
        );
        impact.entry = Some(Entry::new(List::WorkerPool, *worker.name));
        (impact.old, impact.new) = (old, new);
        self.user.pool = "";
    }

    /// Whose doing it is: the Shoot's where it alone would have done it, the profile's where that
    /// would, or both.
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

    /// Whether the pool is possible, and which flavor and artifact it gets. `refused`: the server
    /// does not admit it as it is now, whatever fits.
    fn gets(
        &mut self,
        (shoot_before, before): (&Shoot<'a>, &Worker<'a>),
        (shoot, after): (&Shoot<'a>, &Worker<'a>),
        (old, new): (Option<Place>, Option<Place>),
        refused: bool,
    ) {
        if self.old.profile.is_none() || self.new.profile.is_none() {
            return;
        }
        let (was, is) = (
            gets(self.old.profile, shoot_before, before),
            gets(self.new.profile, shoot, after),
        );
        let (own, others) = (
            gets(self.old.profile, shoot, after),
            gets(self.new.profile, shoot_before, before),
        );
        let mut told = Vec::new();
        let impossible = What::Impossible {
            refusal: refused.then_some(Refusal::Change),
            gone: false,
        };
        match (was.fits, is.fits) {
            (false, false) => {}
            (false, true) if refused => {}
            (true, true) if refused => {
                told.push((impossible, vec![Cause::ChangedShoot], (None, None)));
            }
            (true, false) => {
                told.push((
                    impossible,
                    self.whose(!own.fits, !others.fits),
                    (None, None),
                ));
            }
            (false, true) => told.push((
                What::Compatible,
                self.whose(own.fits, others.fits),
                (None, None),
            )),
            (true, true) => {
                if was.flavor != is.flavor {
                    let whose = self.whose(own.flavor != was.flavor, others.flavor != was.flavor);
                    told.push((What::Flavor, whose, (was.flavor, is.flavor)));
                }
                if was.artifact != is.artifact {
                    let whose = self.whose(
                        own.artifact != was.artifact,
                        others.artifact != was.artifact,
                    );
                    let moves = vec![Moved {
                        image: 0,
                        region: *shoot.region,
                        before: was.artifact,
                        after: is.artifact,
                    }];
                    let what = match is.missing {
                        Some(missing) => What::NoArtifact(missing, moves),
                        None => What::Artifact(moves),
                    };
                    told.push((what, whose, (None, None)));
                }
            }
        }
        let runs = |of: &Worker<'a>| (*of.machine_type, image(of));
        let alike = runs(before) == runs(after);
        for (what, whose, texts) in told {
            let is_impossible = matches!(what, What::Impossible { .. });
            // The profile reports its effects on pools that run the same as before, such as this
            // one.
            if alike && !is_impossible && whose == [Cause::ChangedProfile] {
                continue;
            }
            let impact = self.add(what, whose, texts);
            impact.machine_types.push(*after.machine_type);
            impact.images.extend(
                after
                    .image
                    .as_ref()
                    .map(|image| (*image.name, image.version.unwrap_or_default())),
            );
            if !impact.moves().is_empty() {
                impact.regions.push(*shoot.region);
            }
            (impact.old, impact.new) = (old, new);
        }
    }
}
