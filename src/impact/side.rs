//! One revision of a profile, prepared for comparison.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Selected;
use crate::impact::Cause;
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::cloudprofile::{
    Capabilities, ExpirableVersion, MachineImageVersion, MachineType,
};
use crate::model::cursor::Spanned;
use crate::model::time::Time;
use crate::provider::lookup::{Artifact, Catalog};
use crate::resolution::usable::Usable;
use crate::shoot::Offer;
use crate::source::{Place, Span};

/// One revision of a profile.
#[derive(Debug)]
pub struct Side<'a> {
    pub usable: &'a Usable<'a>,
    pub matcher: &'a Matcher<'a, 'a>,
    /// Its artifacts, where cpcap knows the provider and can read its part.
    pub catalog: Option<Catalog<'a, 'a>>,
    pub maintenance: Maintenance<'a, 'a, 'a>,
    /// The profile that completes Shoots.
    pub offer: Offer<'a>,
    /// The first Kubernetes version of each name.
    pub(super) kubernetes: BTreeMap<&'a str, &'a ExpirableVersion<'a>>,
    /// The first machine type of each name, by position.
    pub(super) machines: BTreeMap<&'a str, usize>,
    /// The first version of each name of each image, by position.
    pub(super) versions: BTreeMap<(&'a str, &'a str), usize>,
}

impl<'a> Side<'a> {
    /// Prepares a profile for a time.
    #[must_use]
    pub fn new(usable: &'a Usable<'a>, matcher: &'a Matcher<'a, 'a>, now: Time) -> Self {
        let (mut machines, mut versions) = (BTreeMap::new(), BTreeMap::new());
        for (at, machine) in matcher.machines().iter().enumerate() {
            machines.entry(*machine.machine_type.name).or_insert(at);
        }
        for (at, version) in matcher.versions().iter().enumerate() {
            versions
                .entry((*version.image.name, *version.version.version()))
                .or_insert(at);
        }
        let mut kubernetes = BTreeMap::new();
        for version in usable.profile.kubernetes_versions.iter() {
            kubernetes.entry(*version.version).or_insert(version);
        }
        let catalog = usable.decoded_catalog();
        let offer = Offer::new(matcher, usable.identity(), now);
        Self {
            usable,
            matcher,
            catalog,
            maintenance: Maintenance::new(matcher),
            offer,
            kubernetes,
            machines,
            versions,
        }
    }

    /// What machines of a type get of an artifact: the fields that name it, and accelerated
    /// networking where the provider has that.
    pub(super) fn gives(
        &self,
        machine_type: &MachineType<'a>,
        artifact: &Artifact<'a>,
    ) -> Vec<(&'static str, Spanned<&'a str>)> {
        let mut fields = artifact.fields.clone();
        let accelerated = self.usable.artifacts.as_ref().is_some_and(|artifacts| {
            artifacts.accelerates(&self.usable.profile, machine_type, artifact)
        });
        if accelerated {
            fields.push(("accelerated networking", Spanned::new("on", artifact.at)));
        }
        fields
    }

    /// The profile or parent that lists an added or removed image version.
    pub(super) fn listed_by(&self, version: usize) -> Cause {
        listed_by(&self.matcher.versions()[version].version.expirable)
    }

    /// The flavors that the extension's webhook takes from `providerConfig`: the first that `other`
    /// lacks.
    pub(super) fn provided_at(
        &self,
        version: &MachineImageVersion<'_>,
        other: &MachineImageVersion<'_>,
    ) -> Option<Span> {
        self.usable.artifacts.as_ref()?.provider.derive?;
        let (_, others) = version_key(other);
        let mut flavors = version.capability_flavors.iter();
        let differs = flavors.find(|flavor| !others.contains(&flavor_key(&flavor.capabilities)));
        let flavor = differs.or_else(|| version.capability_flavors.first())?;
        Some(flavor.capabilities.first()?.name.span)
    }

    /// Why flavors of a version are others: where an extension writes them, its `providerConfig`
    /// is.
    pub(super) fn driven(&self, version: &MachineImageVersion<'_>, cause: Cause) -> Cause {
        match cause {
            Cause::ChangedFlavors if self.provided_at(version, version).is_some() => {
                Cause::ChangedProviderPart
            }
            other => other,
        }
    }

    /// The place of bytes of the profile: in its own text, or in that of its parent.
    pub(super) fn place(&self, span: Span) -> Option<Place> {
        let file = if span.is_elsewhere() {
            self.usable.parent?.file
        } else {
            self.usable.item.file
        };
        Some(Place {
            file,
            span: span.unmarked(),
        })
    }
}

/// The profile, or its parent, that lists an added or removed version.
pub(super) fn listed_by(version: &ExpirableVersion<'_>) -> Cause {
    if version.version.span.is_elsewhere() {
        Cause::ChangedParent
    } else {
        Cause::ChangedLists
    }
}

/// Capabilities and their values, as written, with nothing that depends on order.
pub(super) type FlavorKey<'a> = Vec<(&'a str, Vec<&'a str>)>;

pub(super) fn flavor_key<'a>(capabilities: &Capabilities<'a>) -> FlavorKey<'a> {
    let mut entries: FlavorKey<'a> = capabilities
        .iter()
        .map(|entry| {
            let mut values: Vec<&str> = entry.values.iter().map(|value| value.value).collect();
            values.sort_unstable();
            (*entry.name, values)
        })
        .collect();
    entries.sort_unstable();
    entries
}

/// The same for people.
pub(super) fn flavor_text(capabilities: &Capabilities<'_>) -> String {
    let entries: Vec<String> = flavor_key(capabilities)
        .into_iter()
        .map(|(name, values)| format!("{name}={}", values.join("|")))
        .collect();
    if entries.is_empty() {
        "any".to_owned()
    } else {
        entries.join(" ")
    }
}

/// The properties of a machine type that decide what fits it.
pub(super) fn machine_key<'a>(machine_type: &MachineType<'a>) -> (Option<&'a str>, FlavorKey<'a>) {
    (
        *machine_type.architecture,
        flavor_key(&machine_type.capabilities),
    )
}

/// The properties of a version that decide what it fits: its architectures and flavors.
pub(super) fn version_key<'a>(
    version: &MachineImageVersion<'a>,
) -> (BTreeSet<&'a str>, Vec<FlavorKey<'a>>) {
    let flavors = version.capability_flavors.iter();
    (
        version.architectures.iter().map(|of| of.value).collect(),
        flavors.map(|of| flavor_key(&of.capabilities)).collect(),
    )
}

/// The changes of the vocabulary, as causes.
pub(super) fn vocabulary_causes(old: &Side<'_>, new: &Side<'_>) -> Vec<Cause> {
    let [before, after] = [old, new].map(|side| &side.usable.profile.machine_capabilities);
    match (before.is_empty(), after.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => return vec![Cause::FirstMigration],
        (false, true) => return vec![Cause::BackToLegacy],
        (false, false) => {}
    }
    let [before, after] = [before, after].map(|definitions| -> Vec<(&str, &str)> {
        let pairs = definitions.iter().flat_map(|definition| {
            let values = definition.values.iter();
            values.map(|value| (*definition.name, value.value))
        });
        pairs.collect()
    });
    let [in_before, in_after] = [&before, &after].map(|list| list.iter().collect::<BTreeSet<_>>());
    let mut causes = Vec::new();
    if !before
        .iter()
        .filter(|pair| in_after.contains(pair))
        .eq(after.iter().filter(|pair| in_before.contains(pair)))
    {
        causes.push(Cause::ReorderedVocabulary);
    }
    if !in_before.is_subset(&in_after) {
        causes.push(Cause::RemovedValue);
    }
    if !in_after.is_subset(&in_before) {
        causes.push(Cause::AddedValue);
    }
    causes
}

/// The answer for a worker of a pair: whether the version fits, and the flavor that it gets.
pub(super) fn answer(side: &Side<'_>, machine: usize, version: usize) -> (bool, Option<String>) {
    let (machine, version) = (
        &side.matcher.machines()[machine],
        &side.matcher.versions()[version],
    );
    let answer = side.matcher.answer(machine, version);
    let text = |at: &usize| {
        version
            .version
            .capability_flavors
            .get(*at)
            .map(|flavor| flavor_text(&flavor.capabilities))
    };
    let flavor = match &answer.selected {
        Selected::Nothing => None,
        Selected::One(at) => text(at),
        Selected::Ambiguous(several) => Some(
            several
                .iter()
                .filter_map(text)
                .collect::<Vec<_>>()
                .join(" or "),
        ),
    };
    (answer.compatible, flavor)
}
