//! Judging a Shoot against its profile, in the stages of the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::config::{Operation, Settings};
use crate::finding::{Finding, Stage};
use crate::landscape::Item;
use crate::maintenance::{Cluster, Maintenance, Plans};
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::resolution::referred::{Matchers, Referred};
use crate::resolution::tied::Ties;
use crate::resolution::usable::{DECISIVE, NAMING, Usable};
use crate::rules::shoot::view::{Planned, Profile, ShootView};
use crate::rules::{self, Check, Rule, refusals};
use crate::shoot::{self, Artifacts, Fault, Known, Offer, Request};

static OF_SHOOTS: LazyLock<Vec<&'static Rule>> =
    LazyLock::new(|| rules::by_check(|check| matches!(check, Check::Shoot(_))));

/// The profiles of a run, ready for judging Shoots.
#[derive(Clone, Copy)]
pub(super) struct Profiles<'a> {
    pub(super) referred: &'a Referred<'a>,
    pub(super) offers: &'a BTreeMap<usize, Offer<'a>>,
    pub(super) maintenance: &'a BTreeMap<usize, Plans<'a>>,
    pub(super) artifacts: &'a BTreeMap<usize, Artifacts<'a, 'a>>,
    pub(super) ties: &'a Ties<'a>,
    /// A profile may stand in what could not be read.
    pub(super) hidden: bool,
}

/// The offer of each profile that a Shoot refers to.
pub(super) fn offers<'a>(matchers: &'a Matchers<'a, 'a>, now: Time) -> BTreeMap<usize, Offer<'a>> {
    matchers
        .iter()
        .map(|(at, (usable, matcher))| (*at, Offer::new(matcher, usable.identity(), now)))
        .collect()
}

/// The same profiles, prepared for questions about maintenance.
pub(super) fn maintenance<'a>(
    matchers: &'a Matchers<'a, 'a>,
    now: Time,
) -> BTreeMap<usize, Plans<'a>> {
    let of = |matcher| Plans::new(Maintenance::new(matcher), now);
    matchers
        .iter()
        .map(|(at, (_, matcher))| (*at, of(matcher)))
        .collect()
}

/// The artifacts of each of these profiles, where cpcap knows how they are looked up. Other
/// rules report a `providerConfig` that is missing or cannot be decoded.
pub(super) fn artifacts<'a>(referred: &'a Referred<'a>) -> BTreeMap<usize, Artifacts<'a, 'a>> {
    let of = |(at, usable): (usize, &'a Usable<'a>)| {
        let artifacts = usable.artifacts.as_ref()?;
        let told = artifacts.is_there
            && usable.unread(&["spec.providerConfig"]).is_none()
            && artifacts.undecodable.is_none()
            && artifacts.provider.lookup.is_known();
        told.then(|| (at, Artifacts::new(artifacts.catalog(&usable.profile))))
    };
    referred.profiles().filter_map(of).collect()
}

impl<'a> Profiles<'a> {
    /// Whether the profile of a Shoot is at hand.
    pub(super) fn knows(self, item: &'a Item<'a>, shoot: &Shoot<'a>) -> bool {
        matches!(self.of(item, shoot), Profile::Known(..))
    }

    fn of(self, item: &'a Item<'a>, shoot: &Shoot<'a>) -> Profile<'a> {
        let Some(reference) = shoot.profile() else {
            return Profile::Nothing;
        };
        if reference.object_kind().is_none() || reference.name.is_empty() {
            return Profile::Nothing;
        }
        let unknown = Profile::Unread {
            family: None,
            rest: None,
        };
        if self.ties.of_user(item).is_some() {
            return unknown;
        }
        match self.referred.of(item) {
            None | Some((_, Err(_))) if self.hidden => unknown,
            Some((_, Err(no_parent)))
                if no_parent.item.unread.hides_any(["spec.parent".into()]) =>
            {
                unknown
            }
            Some((at, Ok(usable))) if usable.unread(DECISIVE).is_some() => {
                let name = usable.name();
                Profile::Unread {
                    family: Some(name.parent.unwrap_or(name.name)),
                    rest: self
                        .offers
                        .get(&at)
                        .filter(|_| usable.unread(NAMING).is_none())
                        .map(|offer| (usable, offer)),
                }
            }
            None => Profile::Absent(reference),
            Some((_, Err(no_parent))) => Profile::NoParent(reference, *no_parent),
            Some((at, Ok(usable))) => self
                .offers
                .get(&at)
                .map_or(Profile::Absent(reference), |offer| {
                    Profile::Known(usable, offer)
                }),
        }
    }
}

fn known<'a>(profile: Profile<'a>) -> Known<'a, 'a> {
    match profile {
        Profile::Nothing => Known::Nothing,
        Profile::Unread { family, .. } => Known::Absent { family },
        Profile::Absent(_) => Known::Absent { family: None },
        Profile::NoParent(_, child) => Known::Absent {
            family: Some(child.parent).filter(|parent| !parent.is_empty()),
        },
        Profile::Known(_, offer) => Known::Offer(offer),
    }
}

/// Judges a Shoot. `old`: the stored object that it replaces.
pub(super) fn judge<'a>(
    item: &'a Item<'a>,
    written: &Shoot<'a>,
    old: Option<&'a Item<'a>>,
    profiles: Profiles<'a>,
    settings: &'a Settings,
) -> Vec<Finding> {
    // An unfinished object may still have what seems to be missing.
    if item.document.incomplete {
        return Vec::new();
    }
    let before = old.and_then(|item| Some((item, item.shoot()?)));
    let stored = before.as_ref().map(|(item, shoot)| (*item, shoot));
    let create = settings.operation == Operation::Create;
    // An object in deletion is stored, and nothing of it is new.
    let is_going = item.object.meta.is_deleted();
    let stored = stored.or_else(|| (is_going && !create).then_some((item, written)));
    let profile = profiles.of(item, written);
    let request = Request {
        profile: known(profile),
        old: stored.map(|(item, shoot)| (shoot, known(profiles.of(item, shoot)))),
        create,
        gates: settings.gates,
    };
    let mut judged = shoot::judge(written, request);
    let number = profiles
        .referred
        .of(item)
        .map(|(at, _)| at)
        .filter(|_| !matches!(profile, Profile::Unread { .. }));
    let artifacts = number
        .and_then(|at| profiles.artifacts.get(&at))
        .filter(|_| !is_going);
    let mut of_extension =
        artifacts.map_or_else(Vec::new, |artifacts| shoot::artifacts(&judged, artifacts));
    if let (Profile::Known(usable, _), false) = (profile, is_going) {
        of_extension.extend(
            usable
                .terms()
                .map_or_else(Vec::new, |terms| shoot::webhook(&judged, terms)),
        );
    }
    // Admission does not repeat the faults of static validation.
    let said: BTreeSet<_> = judged
        .statics
        .iter()
        .map(|fault| (fault.path.clone(), fault.error))
        .collect();
    judged
        .admission
        .retain(|fault| !said.contains(&(fault.path.clone(), fault.error)));
    let maintained = number.and_then(|at| profiles.maintenance.get(&at));
    let planned = maintained
        .filter(|_| judged.mutation.is_empty())
        .map(|plans| {
            let cluster = Cluster::new(&judged.shoot);
            let plan = plans.of(&cluster);
            Planned { cluster, plan }
        });
    let namesakes: Vec<&Item<'_>> = profiles.referred.namesakes(item).collect();
    let view = ShootView {
        item,
        written,
        judged: &judged,
        of_extension: &of_extension,
        profile,
        referred: profiles.referred,
        namesakes: &namesakes,
        old: stored.map(|(item, _)| item),
        settings,
        maintenance: maintained.map(Plans::maintenance),
        planned,
    };
    let mut found = worded(&view);
    for rule in OF_SHOOTS.iter() {
        if let Check::Shoot(check) = rule.check {
            check(&view, &mut rule.reporter_of(item, &mut found));
        }
    }
    if let Profile::Unread {
        rest: Some((usable, offer)),
        ..
    } = profile
    {
        // The stored object is completed by as much, so that equal pools stay equal.
        let by_rest = |of: Profile<'a>| match of {
            Profile::Unread {
                rest: Some((_, offer)),
                ..
            } => Known::Offer(offer),
            _ => known(of),
        };
        let request = Request {
            profile: Known::Offer(offer),
            old: stored.map(|(item, shoot)| (shoot, by_rest(profiles.of(item, shoot)))),
            ..request
        };
        let mut judged = shoot::judge(written, request);
        judged.keep_parts(|parts| usable.unread(parts).is_none());
        let view = ShootView {
            judged: &judged,
            of_extension: &[],
            profile: Profile::Known(usable, offer),
            maintenance: None,
            planned: None,
            ..view
        };
        let more = worded(&view);
        let said: BTreeSet<_> = found
            .iter()
            .map(|finding| (finding.field.clone(), finding.error_type))
            .collect();
        found.extend(
            more.into_iter()
                .filter(|finding| !said.contains(&(finding.field.clone(), finding.error_type))),
        );
    }
    found
}

/// The faults of a Shoot in the words of their rules, by stages.
fn worded<'a>(view: &ShootView<'a>) -> Vec<Finding> {
    let item = view.item;
    let judged = view.judged;
    let mut found = Vec::new();
    let say = |faults: &mut dyn Iterator<Item = &'a Fault<'a>>| {
        let mut found = Vec::new();
        for (rule, report) in faults.filter_map(|fault| refusals::say(view, fault)) {
            rule.reporter_of(item, &mut found).report(report);
        }
        found
    };
    let mutation = say(&mut judged.mutation.iter());
    found.extend(
        mutation
            .into_iter()
            .map(|finding| finding.at_stage(Stage::Mutation)),
    );
    found.append(&mut say(&mut judged
        .statics
        .iter()
        .chain(&judged.admission)
        .chain(view.of_extension)));
    let late = say(&mut judged.afterwards.iter());
    found.extend(late.into_iter().map(Finding::put_off));
    found
}
