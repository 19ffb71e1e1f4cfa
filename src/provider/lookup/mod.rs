//! The artifact that a worker gets: which provider flavor is chosen for a machine type in a region
//! (`docs/gardener/providers/README.md#what-workers-get`). Selection itself is that of the core
//! part.

mod artifact;
mod offers;
mod way;

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::{ARCHITECTURE, Demand, Layout, Row, Rows, Selected, Vocabulary, choose};
use crate::model::cloudprofile::{CloudProfile, MachineType};
use crate::model::cursor::Spanned;
use crate::provider::Provider;
pub use crate::provider::candidate::{Candidate, by_architecture, flavors, legacy_format};
use crate::provider::config::{Config, Version};

pub use artifact::{Absent, Artifact, Missing, NoArtifact};
pub use offers::{Alike, Offers};
pub use way::{ARCHITECTURE_ONLY, Choose, Direct, Entries, Lookup, Way};

/// `providerConfig` of a profile, prepared for look-ups.
#[derive(Debug)]
pub struct Catalog<'a, 't> {
    provider: &'static Provider,
    core: &'a CloudProfile<'t>,
    vocabulary: Vocabulary<'t>,
    /// Whether the profile has no vocabulary of its own.
    legacy: bool,
    layout: Layout<'t>,
    /// By image name, for each image of that name, in the order of the text: the entries of each
    /// version.
    images: BTreeMap<&'t str, Vec<BTreeMap<&'t str, Vec<&'a Version<'t>>>>>,
    machine_types: BTreeMap<&'t str, &'a MachineType<'t>>,
    /// The demand of the worker pool, where it is known.
    demand: Option<Demand>,
    /// Whether a bastion asks, and not a worker pool.
    is_for_bastion: bool,
}

impl<'a, 't> Catalog<'a, 't> {
    /// Prepares a profile, in the form that the server stores, and its `providerConfig`.
    #[must_use]
    pub fn new(
        provider: &'static Provider,
        core: &'a CloudProfile<'t>,
        config: &'a Config<'t>,
    ) -> Self {
        let own = Vocabulary::new(&core.machine_capabilities);
        let legacy = own.is_empty();
        let vocabulary = if legacy {
            way::fixed(provider.lookup.vocabulary)
        } else {
            own
        };
        let mut images: BTreeMap<&str, Vec<BTreeMap<&str, Vec<&Version<'t>>>>> = BTreeMap::new();
        // The entries of a region's own list come first.
        for image in config.of_regions.iter().chain(config.images.iter()) {
            let mut versions: BTreeMap<&str, Vec<&Version<'t>>> = BTreeMap::new();
            for version in image.versions.iter() {
                versions.entry(*version.version).or_default().push(version);
            }
            images.entry(*image.name).or_default().push(versions);
        }
        let mut machine_types = BTreeMap::new();
        for machine_type in core.machine_types.iter() {
            machine_types
                .entry(*machine_type.name)
                .or_insert(machine_type);
        }
        let layout = Layout::new(&vocabulary);
        Self {
            provider,
            core,
            vocabulary,
            legacy,
            layout,
            images,
            machine_types,
            demand: None,
            is_for_bastion: false,
        }
    }

    #[must_use]
    pub fn core(&self) -> &'a CloudProfile<'t> {
        self.core
    }

    /// The vocabulary that look-ups go by: the provider's own where the profile has none.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary<'t> {
        &self.vocabulary
    }

    #[must_use]
    pub fn row(&self, candidate: &Candidate<'_, 't>) -> Row<'t> {
        self.layout.row(&candidate.capabilities)
    }

    #[must_use]
    pub fn provider(&self) -> &'static Provider {
        self.provider
    }

    /// The artifact of an image version for a machine type, by name, in a region, and the
    /// architecture of the worker pool.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(
        &self,
        image: &str,
        version: &str,
        region: &str,
        machine_type: &str,
        architecture: &'t str,
    ) -> Result<Artifact<'t>, NoArtifact> {
        self.answer(
            (image, version),
            region,
            self.machine_types.get(machine_type).copied(),
            architecture,
            self.demand,
        )
    }

    /// The same for a worker pool; where the vocabulary has no worker capabilities that changes
    /// nothing.
    ///
    /// # Errors
    /// Why there is none, and what that means.
    pub fn find_for(
        &self,
        (image, version): (&str, &str),
        region: &str,
        machine_type: &str,
        architecture: &'t str,
        demand: Demand,
    ) -> Result<Artifact<'t>, Missing> {
        let found = self.answer(
            (image, version),
            region,
            self.machine_types.get(machine_type).copied(),
            architecture,
            Some(demand),
        );
        found.map_err(|why| Missing::new(why, self.provider))
    }

    /// Asks for a worker pool from now on.
    #[must_use]
    pub fn for_worker(mut self, demand: Demand) -> Self {
        self.demand = Some(demand);
        self
    }

    /// Asks for a bastion from now on: the architecture of its artifact does not count.
    #[must_use]
    pub fn for_bastion(mut self) -> Self {
        self.is_for_bastion = true;
        self
    }

    /// The same for a machine type that the profile has.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of_machine_type(
        &self,
        image: &str,
        version: &str,
        region: &str,
        machine_type: &MachineType<'t>,
        architecture: &'t str,
    ) -> Result<Artifact<'t>, NoArtifact> {
        self.answer(
            (image, version),
            region,
            Some(machine_type),
            architecture,
            self.demand,
        )
    }

    /// The one way to an answer; `machine_type`: none where the profile does not have it.
    fn answer(
        &self,
        (image, version): (&str, &str),
        region: &str,
        machine_type: Option<&MachineType<'t>>,
        architecture: &'t str,
        demand: Option<Demand>,
    ) -> Result<Artifact<'t>, NoArtifact> {
        if let Some(found) = self.unchosen(image, version, region, architecture) {
            return found.map(|found| self.unchosen_artifact(&found));
        }
        let machine_type = machine_type.ok_or(NoArtifact::UnknownMachineType)?;
        let candidates = self
            .candidates(image, version, region)
            .map_err(NoArtifact::Absent)?;
        self.select(
            &candidates,
            &self.asked_row(machine_type, architecture, demand),
        )
    }

    /// Whether the provider chooses among flavors at all. Where it does not, ask `unchosen`, and
    /// neither `candidates` nor `select`.
    #[must_use]
    pub fn is_by_flavor(&self) -> bool {
        self.provider.lookup.is_by_flavor()
    }

    /// What there is where the machine type does not matter: of a provider that does not choose
    /// among flavors, or of a profile for which it takes the first. Nothing where it chooses.
    #[must_use]
    pub fn unchosen(
        &self,
        image: &str,
        version: &str,
        region: &str,
        architecture: &str,
    ) -> Option<Result<Candidate<'a, 't>, NoArtifact>> {
        let found = match self.provider.lookup.way {
            Way::Elsewhere => Some(Err(NoArtifact::Elsewhere)),
            Way::Entries(choose) => choose(&self.all_entries(image, version), region, architecture),
            Way::Flavors => {
                let direct = self.direct()?;
                let mut entries = self.entries(image, version).flatten();
                entries.find_map(|entry| direct(entry, region)).map(Ok)
            }
        };
        let absent = || Err(NoArtifact::Absent(self.absent(image, version)));
        Some(found.unwrap_or_else(absent))
    }

    /// The artifact of what `unchosen` finds: its capabilities do not count.
    #[must_use]
    pub fn unchosen_artifact(&self, found: &Candidate<'_, 't>) -> Artifact<'t> {
        Artifact {
            capabilities: Vec::new(),
            ..self.artifact(found)
        }
    }

    /// Whether artifacts differ from region to region.
    #[must_use]
    pub fn is_regional(&self) -> bool {
        self.provider.fields.in_region.is_some()
    }

    /// Whether artifacts do not depend on the machine type.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.direct().is_some()
    }

    fn direct(&self) -> Option<Direct> {
        self.provider.lookup.direct.filter(|_| self.legacy)
    }

    /// The flavors of an image version that a region has.
    ///
    /// # Errors
    /// What `providerConfig` does not have.
    pub fn candidates(
        &self,
        image: &str,
        version: &str,
        region: &str,
    ) -> Result<Vec<Candidate<'a, 't>>, Absent> {
        let lookup = &self.provider.lookup;
        let mut found = Vec::new();
        for entries in self.entries(image, version) {
            let mut entries = entries.iter().copied();
            let decides = match lookup.entries {
                Entries::Merged => {
                    entries.for_each(|entry| (lookup.candidates)(entry, region, &mut found));
                    None
                }
                Entries::First => entries.next(),
                Entries::FirstInAFormat => {
                    entries.find(|entry| !entry.flavors.is_empty() || !entry.regions.is_empty())
                }
            };
            if let Some(entry) = decides {
                // Even if it has nothing here.
                (lookup.candidates)(entry, region, &mut found);
                return Ok(found);
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Err(self.absent(image, version))
    }

    /// Whether no two flavors of an image version say the same, whatever the region. Where the
    /// legacy format has a part in it, that is not known.
    #[must_use]
    pub fn all_differ(&self, image: &str, version: &str, rows: &mut Rows<'_, 'a, 't>) -> bool {
        let mut known: Vec<usize> = Vec::new();
        self.entries(image, version).flatten().all(|entry| {
            !entry.flavors.is_empty()
                && entry.flavors.iter().all(|flavor| {
                    let number = rows.number(&flavor.capabilities.value);
                    let is_new = !known.contains(&number);
                    known.push(number);
                    is_new
                })
        })
    }

    /// The entry that `providerConfig` lacks, after a look-up that finds nothing.
    #[must_use]
    pub fn absent(&self, image: &str, version: &str) -> Absent {
        if !self.images.contains_key(image) {
            return Absent::Image;
        }
        let mut entries = self.entries(image, version).flatten().peekable();
        if entries.peek().is_none() {
            return Absent::Version;
        }
        Absent::Region {
            elsewhere: entries.any(|entry| entry.mappings().next().is_some()),
        }
    }

    /// The entries of a version, for each image of that name.
    fn entries(&self, image: &str, version: &str) -> impl Iterator<Item = &[&'a Version<'t>]> {
        let images = self.images.get(image).map_or(&[][..], Vec::as_slice);
        images
            .iter()
            .filter_map(move |versions| versions.get(version).map(Vec::as_slice))
    }

    /// How many region mappings a version has.
    #[must_use]
    pub fn mappings(&self, image: &str, version: &str) -> usize {
        self.entries(image, version)
            .flatten()
            .map(|entry| entry.mappings().count())
            .sum()
    }

    fn all_entries(&self, image: &str, version: &str) -> Vec<&'a Version<'t>> {
        self.entries(image, version).flatten().copied().collect()
    }

    /// The regions for which `providerConfig` names an artifact of an image version, each once.
    #[must_use]
    pub fn named_regions(&self, image: &str, version: &str) -> Vec<&'t str> {
        let entries = self.all_entries(image, version);
        regions_of(&entries)
    }

    /// The capabilities of a machine type, completed by the architecture of the pool.
    #[must_use]
    pub fn machine_row(&self, machine_type: &MachineType<'t>, architecture: &'t str) -> Row<'t> {
        self.asked_row(machine_type, architecture, self.demand)
    }

    fn asked_row(
        &self,
        machine_type: &MachineType<'t>,
        architecture: &'t str,
        demand: Option<Demand>,
    ) -> Row<'t> {
        let row = self.own_row(machine_type, architecture);
        match demand {
            Some(demand) => row.common(&self.layout.machine_row(&demand.capabilities())),
            None => row,
        }
    }

    fn own_row(&self, machine_type: &MachineType<'t>, architecture: &'t str) -> Row<'t> {
        let written = &machine_type.capabilities;
        if !self.provider.lookup.completes_machine_types
            || written
                .iter()
                .any(|capability| *capability.name == ARCHITECTURE)
        {
            return self.layout.machine_row(written);
        }
        let value = match self.vocabulary.architectures() {
            [single] => *single,
            _ => Spanned::new(architecture, machine_type.at),
        };
        let mut completed = written.value.clone();
        completed.push(crate::merge::architecture_only(value));
        self.layout.machine_row(&completed)
    }

    /// The one of several flavors that a machine type gets.
    ///
    /// # Errors
    /// Why it gets none.
    fn select(
        &self,
        candidates: &[Candidate<'a, 't>],
        machine: &Row<'t>,
    ) -> Result<Artifact<'t>, NoArtifact> {
        let rows: Vec<Row<'t>> = candidates
            .iter()
            .map(|candidate| self.row(candidate))
            .collect();
        self.settle(
            candidates,
            &rows,
            machine,
            &choose(&self.layout, machine, &rows),
        )
        .map(|chosen| self.artifact(chosen))
    }

    /// The candidate that a selection chooses, or why it chooses none.
    fn settle<'c>(
        &self,
        candidates: &'c [Candidate<'a, 't>],
        rows: &[Row<'t>],
        machine: &Row<'t>,
        selected: &Selected,
    ) -> Result<&'c Candidate<'a, 't>, NoArtifact> {
        let chosen = match selected {
            Selected::Nothing => {
                let fails = |(candidate, row): (&Candidate<'_, '_>, &Row<'t>)| {
                    let clashes = self.layout.clashes(&[machine, row]);
                    (
                        candidate.at,
                        clashes
                            .into_iter()
                            .map(|index| self.layout.name(index).to_owned())
                            .collect(),
                    )
                };
                return Err(NoArtifact::Incompatible {
                    flavors: candidates.iter().zip(rows).map(fails).collect(),
                });
            }
            Selected::Ambiguous(indices) => {
                return Err(NoArtifact::Ambiguous(
                    indices.iter().map(|index| candidates[*index].at).collect(),
                ));
            }
            Selected::One(index) => &candidates[*index],
        };
        let says = chosen
            .capabilities
            .iter()
            .any(|capability| *capability.name == ARCHITECTURE && !capability.values.is_empty());
        if self.provider.lookup.needs_architecture && !self.is_for_bastion && !says {
            return Err(NoArtifact::NoArchitecture(chosen.at));
        }
        let nameless = || self.names(chosen).iter().all(|(_, value)| value.is_empty());
        if self.provider.lookup.needs_name && nameless() {
            Err(NoArtifact::Nameless(chosen.at))
        } else {
            Ok(chosen)
        }
    }

    /// The fields that name the artifact of a flavor, with what they say.
    #[must_use]
    pub fn names(&self, chosen: &Candidate<'_, 't>) -> Vec<(&'static str, Spanned<&'t str>)> {
        let fields = &self.provider.fields;
        let named = || {
            chosen
                .references
                .iter()
                .map(|reference| (reference.field, reference.value))
                .collect()
        };
        match (chosen.region, fields.in_region, fields.references) {
            // An empty name does not count where there is another way.
            (Some(region), Some(field), references)
                if references.is_empty() || !region.reference.is_empty() =>
            {
                vec![(field, region.reference)]
            }
            (_, _, [field]) if chosen.references.is_empty() => {
                vec![(*field, Spanned::new("", chosen.at))]
            }
            _ => named(),
        }
    }

    /// The artifact of a flavor.
    #[must_use]
    pub fn artifact(&self, chosen: &Candidate<'_, 't>) -> Artifact<'t> {
        Artifact {
            fields: self.names(chosen),
            skip_marketplace_agreement: chosen.skip_marketplace_agreement,
            capabilities: chosen.capabilities.clone().into_owned(),
            flavor: chosen.flavor,
            at: chosen.at,
        }
    }
}

/// The artifact that workers get in some regions.
#[derive(Clone, Debug)]
pub struct InRegions<'r, 't> {
    pub regions: Vec<&'r str>,
    pub found: Result<Artifact<'t>, NoArtifact>,
}

/// The regions that entries name, each once.
fn regions_of<'t>(entries: &[&Version<'t>]) -> Vec<&'t str> {
    let mut known = BTreeSet::new();
    entries
        .iter()
        .flat_map(|entry| entry.mappings())
        .map(|mapping| *mapping.name)
        .filter(|name| known.insert(*name))
        .collect()
}
