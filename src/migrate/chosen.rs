//! What is suggested for the CloudProfiles of a run, and what the user takes of it.

use std::collections::{BTreeMap, BTreeSet};

use super::Refused;
use super::answer::Request;
use super::axes::{Axes, Axis, Given};
use super::family::{Needs, accelerates};
use super::suggest::{About, Suggested, Suggestion, United, is_own, suggestions};
use super::units::Units;
use crate::config::Settings;
use crate::landscape::{Body, Landscape};
use crate::model::cloudprofile::CloudProfile;
use crate::provider::azure::NETWORKING;
use crate::resolution::provided::Provided;
use crate::source::Sources;
use crate::uses::{self, How, What};
use crate::words;

/// A CloudProfile of a run: its unit and its name.
pub(super) type Key = (usize, String);

/// The capabilities that a profile gets beside those that it needs.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    axes: Vec<Axis>,
    given: Vec<Given>,
    pub suggestions: Vec<Suggestion>,
}

impl Chosen {
    pub fn axes(&self) -> Axes<'_> {
        Axes {
            axes: &self.axes,
            given: &self.given,
        }
    }

    /// Those of the user alone.
    pub fn of_user(request: Request<'_>) -> Self {
        Self {
            axes: request.axes.to_vec(),
            given: request.given.to_vec(),
            suggestions: Vec::new(),
        }
    }

    /// The suggestions that are taken.
    pub fn taken(&self) -> impl Iterator<Item = &Suggestion> {
        self.suggestions.iter().filter(|of| of.is_taken)
    }

    /// The versions that become one.
    pub fn united(&self) -> Vec<United> {
        self.taken()
            .flat_map(|of| of.united.iter().cloned())
            .collect()
    }

    fn add(&mut self, suggestions: Vec<Suggestion>) {
        for of in suggestions
            .iter()
            .filter(|of| of.is_taken && !is_own(&of.axis.name))
        {
            if !self.given.iter().any(|given| given.axis == of.axis.name) {
                self.given.extend(of.given());
            }
            if !self.axes.iter().any(|axis| axis.name == of.axis.name) {
                self.axes.push(of.axis.clone());
            }
        }
        self.suggestions = suggestions;
    }
}

/// The choice for each CloudProfile. `needs`: what their children need, and what they take.
pub(super) fn choose(
    request: Request<'_>,
    [judged, around]: [&Landscape<'_>; 2],
    units: &Units,
    needs: &mut BTreeMap<Key, Needs>,
    settings: &Settings,
) -> Result<BTreeMap<Key, Chosen>, Refused> {
    let mut all = BTreeMap::new();
    let (mut offered, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for item in judged.all() {
        let Body::CloudProfile(written) = &item.body else {
            continue;
        };
        let Some(unit) = units.find(item.file, item.document.index) else {
            continue;
        };
        let key = (unit, (*item.object.meta.name).to_owned());
        let mut chosen = Chosen::of_user(request);
        let rules = &settings.provider_rules;
        let provided = Provided::new(item, *written.provider_type, rules);
        let by_flavor = provided
            .as_ref()
            .is_some_and(|of| of.provider.lookup.is_by_flavor());
        if by_flavor && item.document.readable() && item.shape.is_empty() {
            let needed = needs.get(&key).is_some_and(|of| of.accelerates);
            let mut found = suggestions(&About {
                item,
                written,
                provided: provided.as_ref(),
                axes: request.axes,
                given: request.given,
                accelerates: accelerates(provided.as_ref()) || needed,
            });
            for of in &mut found {
                of.is_taken = request.suggested.takes(&of.axis.name);
                offered.insert(of.axis.name.clone());
                if of.is_taken && of.axis.name == NETWORKING {
                    needs.entry(key.clone()).or_default().accelerates = true;
                }
            }
            chosen.add(found);
        }
        defined.extend(
            written
                .machine_capabilities
                .iter()
                .map(|of| (*of.name).to_owned()),
        );
        all.insert(key, chosen);
    }
    if let Suggested::Named(names) = request.suggested {
        let unknown = names
            .iter()
            .find(|name| !offered.contains(*name) && !defined.contains(*name));
        if let Some(name) = unknown {
            return Err(match offered.len() {
                0 => format!(
                    "cpcap has no suggestion {}, and no other",
                    words::quoted(name)
                ),
                _ => format!(
                    "cpcap has no suggestion {}; it has {}",
                    words::quoted(name),
                    words::all(offered.iter().map(String::as_str))
                ),
            });
        }
    }
    check(request, &all, [judged, around])?;
    Ok(all)
}

/// Whether what the user says fits the profiles.
fn check(
    request: Request<'_>,
    all: &BTreeMap<Key, Chosen>,
    [judged, around]: [&Landscape<'_>; 2],
) -> Result<(), Refused> {
    let mut axes = request.axes.to_vec();
    for axis in all.values().flat_map(|chosen| &chosen.axes) {
        if !axes.contains(axis) {
            axes.push(axis.clone());
        }
    }
    let vocabulary = |profile: &CloudProfile<'_>| -> Vec<Axis> {
        let of = profile.machine_capabilities.iter();
        of.map(Axis::of).collect()
    };
    for item in judged.items.iter().chain(&around.items) {
        if let Body::CloudProfile(profile) = &item.body {
            axes.extend(vocabulary(profile));
        }
    }
    let mut machine_types = BTreeSet::new();
    for item in judged.all() {
        if let Some(profile) = item.body.profile() {
            machine_types.extend(profile.machine_types.iter().map(|of| *of.name));
        }
    }
    Axes {
        axes: request.axes,
        given: request.given,
    }
    .check(&axes, &machine_types)
}

/// Names who uses the versions that go.
pub(super) fn name_users<'a>(
    all: &mut BTreeMap<Key, Chosen>,
    [judged, around]: [&'a Landscape<'a>; 2],
    units: &Units,
    sources: &'a Sources,
    settings: &Settings,
) {
    let unites = |chosen: &Chosen| chosen.suggestions.iter().any(|of| !of.united.is_empty());
    if !all.values().any(unites) {
        return;
    }
    let uses = uses::collect_in_full(judged, around, sources, settings.now);
    for profile in &uses.profiles {
        let (file, document) = (profile.item.file, profile.item.document.index);
        let Some(unit) = units.find(file, document) else {
            continue;
        };
        let Some(chosen) = all.get_mut(&(unit, (*profile.item.object.meta.name).to_owned())) else {
            continue;
        };
        for united in chosen.suggestions.iter_mut().flat_map(|of| &mut of.united) {
            let goes = |image: &str, name: &str| name != united.version && united.has(image, name);
            let entries = profile.entries.iter().filter(|entry| {
                let key = entry.key;
                key.what == What::ImageVersion && goes(key.image, key.name)
            });
            let mut users: Vec<String> = Vec::new();
            for user in entries.flat_map(|entry| &entry.users) {
                let object = words::object(user.item);
                let name = match user.how {
                    How::Shoot {
                        pool: Some(pool), ..
                    } => format!("worker pool {} of {object}", words::quoted(pool)),
                    How::Shoot { pool: None, .. } | How::Child(_) => object,
                };
                if !users.contains(&name) {
                    users.push(name);
                }
            }
            united.users = users;
        }
    }
}
