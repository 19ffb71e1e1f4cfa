//! The offers of a version in several regions, prepared once for all machine types that ask. The
//! answers are those of single look-ups.

use std::collections::BTreeMap;

use crate::capability::{Row, Rows, Selected, choose};
use crate::model::cloudprofile::MachineType;
use crate::provider::lookup::artifact::same;
use crate::provider::lookup::{Candidate, Catalog, InRegions, NoArtifact};

/// The artifacts that a version offers in several regions.
#[derive(Debug)]
pub struct Offers<'c, 'a, 't, 'r> {
    catalog: &'c Catalog<'a, 't>,
    image: &'c str,
    version: &'c str,
    regions: Vec<&'r str>,
    /// Empty where flavors do not decide.
    alike: Vec<Alike<'a, 't, 'r>>,
}

/// Regions with flavors that say the same: every machine type gets the same one of them.
#[derive(Debug)]
pub struct Alike<'a, 't, 'r> {
    pub regions: Vec<&'r str>,
    /// The positions of these regions among all that were asked about.
    positions: Vec<usize>,
    rows: Vec<Row<'t>>,
    /// The flavors of each region; where the artifact does not depend on the machine type, the one
    /// that is taken.
    flavors: Vec<Result<Vec<Candidate<'a, 't>>, NoArtifact>>,
}

impl<'a, 't> Catalog<'a, 't> {
    /// Prepares what a version offers in some regions.
    #[must_use]
    pub fn offers<'c, 'r>(
        &'c self,
        image: &'c str,
        version: &'c str,
        regions: &[&'r str],
    ) -> Offers<'c, 'a, 't, 'r> {
        let mut alike: Vec<Alike<'a, 't, 'r>> = Vec::new();
        let mut by_rows: BTreeMap<(bool, Vec<usize>), usize> = BTreeMap::new();
        let mut known = Rows::new(&self.layout);
        for (position, region) in if self.is_by_flavor() { regions } else { &[] }
            .iter()
            .enumerate()
        {
            let flavors = match self.unchosen(image, version, region, "") {
                Some(found) => found.map(|flavor| vec![flavor]),
                None => self
                    .candidates(image, version, region)
                    .map_err(NoArtifact::Absent),
            };
            let rows: Vec<usize> = flavors
                .iter()
                .flatten()
                .map(|flavor| flavor.number(&mut known))
                .collect();
            let at = *by_rows
                .entry((flavors.is_ok(), rows))
                .or_insert_with_key(|(_, rows)| {
                    alike.push(Alike {
                        regions: Vec::new(),
                        positions: Vec::new(),
                        rows: known.of(rows),
                        flavors: Vec::new(),
                    });
                    alike.len() - 1
                });
            if let Some(group) = alike.get_mut(at) {
                group.regions.push(region);
                group.positions.push(position);
                group.flavors.push(flavors);
            }
        }
        Offers {
            catalog: self,
            image,
            version,
            regions: regions.to_vec(),
            alike,
        }
    }

    /// The artifacts of several regions; those with the same answer together, in the order of the
    /// first ones.
    #[must_use]
    pub fn by_region<'r>(
        &self,
        image: &str,
        version: &str,
        machine_type: &MachineType<'t>,
        architecture: &'t str,
        regions: &[&'r str],
    ) -> Vec<InRegions<'r, 't>> {
        if !self.is_regional() {
            let found = self.of_machine_type(image, version, "", machine_type, architecture);
            return vec![InRegions {
                regions: regions.to_vec(),
                found,
            }];
        }
        let mut answers: Vec<InRegions<'r, 't>> = Vec::new();
        for region in regions {
            let found = self.of_machine_type(image, version, region, machine_type, architecture);
            match answers
                .iter_mut()
                .find(|answer| same(&answer.found, &found))
            {
                Some(answer) => answer.regions.push(region),
                None => answers.push(InRegions {
                    regions: vec![region],
                    found,
                }),
            }
        }
        answers
    }
}

impl<'a, 't, 'r> Offers<'_, 'a, 't, 'r> {
    /// The artifact that a machine type gets in each region, by the position of the region, in no
    /// particular order.
    pub fn of(
        &self,
        machine_type: &MachineType<'t>,
        architecture: &'t str,
        mut take: impl FnMut(usize, Result<&Candidate<'a, 't>, NoArtifact>),
    ) {
        if !self.catalog.is_by_flavor() {
            for (position, region) in self.regions.iter().enumerate() {
                let found = self
                    .catalog
                    .unchosen(self.image, self.version, region, architecture);
                if let Some(found) = found {
                    take(position, found.as_ref().map_err(Clone::clone));
                }
            }
            return;
        }
        let machine = self.catalog.machine_row(machine_type, architecture);
        for alike in &self.alike {
            let chosen = self.choose(alike, &machine);
            for (position, flavors) in alike.positions.iter().zip(&alike.flavors) {
                take(*position, self.settle(alike, flavors, &machine, &chosen));
            }
        }
    }

    /// The regions in which flavors differ; none where flavors do not decide.
    #[must_use]
    pub fn alike(&self) -> &[Alike<'a, 't, 'r>] {
        &self.alike
    }

    /// The artifact that a machine type gets in the first of several regions that are alike.
    ///
    /// # Errors
    /// Why it gets nothing.
    pub fn in_alike(&self, alike: &Alike<'a, 't, 'r>, machine: &Row<'t>) -> Result<(), NoArtifact> {
        let Some(flavors) = alike.flavors.first() else {
            return Ok(());
        };
        self.settle(alike, flavors, machine, &self.choose(alike, machine))
            .map(|_| ())
    }

    fn choose(&self, alike: &Alike<'a, 't, 'r>, machine: &Row<'t>) -> Selected {
        if self.catalog.is_direct() {
            Selected::One(0)
        } else {
            choose(&self.catalog.layout, machine, &alike.rows)
        }
    }

    fn settle<'o>(
        &self,
        alike: &Alike<'a, 't, 'r>,
        flavors: &'o Result<Vec<Candidate<'a, 't>>, NoArtifact>,
        machine: &Row<'t>,
        chosen: &Selected,
    ) -> Result<&'o Candidate<'a, 't>, NoArtifact> {
        match flavors {
            Ok(flavors) if self.catalog.is_direct() => flavors.first().ok_or(NoArtifact::Elsewhere),
            Ok(flavors) => self.catalog.settle(flavors, &alike.rows, machine, chosen),
            Err(why) => Err(why.clone()),
        }
    }
}
