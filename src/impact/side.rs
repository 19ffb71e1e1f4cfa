//! One revision of a profile, prepared for comparison.

use std::collections::BTreeMap;

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
        let artifacts = usable
            .artifacts
            .as_ref()
            .filter(|artifacts| artifacts.undecodable.is_none());
        let catalog = artifacts.map(|artifacts| artifacts.catalog(&usable.profile));
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
        let of = |version: &MachineImageVersion<'_>| -> Vec<String> {
            let flavors = version.capability_flavors.iter();
            flavors
                .map(|flavor| flavor_text(&flavor.capabilities))
                .collect()
        };
        let others = of(other);
        let mut flavors = version.capability_flavors.iter();
        let differs = flavors.find(|flavor| !others.contains(&flavor_text(&flavor.capabilities)));
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

/// A capability map as it was written, with nothing that depends on order.
pub(super) fn flavor_text(capabilities: &Capabilities<'_>) -> String {
    let mut entries: Vec<String> = capabilities
        .iter()
        .map(|entry| {
            let mut values: Vec<&str> = entry.values.iter().map(|value| value.value).collect();
            values.sort_unstable();
            format!("{}={}", *entry.name, values.join("|"))
        })
        .collect();
    entries.sort_unstable();
    if entries.is_empty() {
        "any".to_owned()
    } else {
        entries.join(" ")
    }
}

/// The properties of a machine type that decide what fits it.
pub(super) fn machine_text(machine_type: &MachineType<'_>) -> String {
    format!(
        "{}; {}",
        machine_type.architecture.unwrap_or("-"),
        flavor_text(&machine_type.capabilities)
    )
}

/// The properties of a version that decide what it fits.
pub(super) fn version_text(version: &MachineImageVersion<'_>) -> String {
    let architectures: std::collections::BTreeSet<&str> = version
        .architectures
        .iter()
        .map(|value| value.value)
        .collect();
    let flavors: Vec<String> = version
        .capability_flavors
        .iter()
        .map(|flavor| flavor_text(&flavor.capabilities))
        .collect();
    format!("{architectures:?}; {}", flavors.join(", "))
}

/// The changes of the vocabulary, as causes.
pub(super) fn vocabulary_causes(old: &Side<'_>, new: &Side<'_>) -> Vec<Cause> {
    let list = |side: &Side<'_>| -> Vec<(String, Vec<String>)> {
        let definitions = side.usable.profile.machine_capabilities.iter();
        let values = |values: &[crate::model::cursor::Spanned<&str>]| {
            values.iter().map(|value| value.value.to_owned()).collect()
        };
        definitions
            .map(|definition| ((*definition.name).to_owned(), values(&definition.values)))
            .collect()
    };
    let (before, after) = (list(old), list(new));
    if before == after {
        return Vec::new();
    }
    match (before.is_empty(), after.is_empty()) {
        (true, false) => return vec![Cause::FirstMigration],
        (false, true) => return vec![Cause::BackToLegacy],
        _ => {}
    }
    let pairs = |list: &[(String, Vec<String>)]| -> Vec<(String, String)> {
        list.iter()
            .flat_map(|(name, values)| {
                values
                    .iter()
                    .map(move |value| (name.clone(), value.clone()))
            })
            .collect()
    };
    let (before, after) = (pairs(&before), pairs(&after));
    let [in_before, in_after] =
        [&before, &after].map(|list| list.iter().collect::<std::collections::BTreeSet<_>>());
    let mut causes = Vec::new();
    let common = |list: &'_ [(String, String)],
                  other: &std::collections::BTreeSet<&(String, String)>|
     -> Vec<(String, String)> {
        list.iter()
            .filter(|pair| other.contains(pair))
            .cloned()
            .collect()
    };
    if common(&before, &in_after) != common(&after, &in_before) {
        causes.push(Cause::ReorderedVocabulary);
    }
    if in_before.iter().any(|pair| !in_after.contains(pair)) {
        causes.push(Cause::RemovedValue);
    }
    if in_after.iter().any(|pair| !in_before.contains(pair)) {
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
