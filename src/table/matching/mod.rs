//! The answers of `cpcap match`: for people, for scripts (`quiet`) and as JSON. Everything shown
//! here is worked out in `matching`; nothing is decided again.

mod artifacts;
mod bastion;
mod comparison;
mod flavors;
mod json;
mod listing;
mod pairs;
mod pen;
pub(crate) mod reasons;
mod regions;
mod rows;
mod versions;
mod view;
mod words;

use std::collections::BTreeSet;

use crate::matching::{Answers, Asked, Bastion, MachineGroup, Matcher, Origins};
use crate::model::path::FieldPath;
use crate::output::Document;
use crate::output::clean::line as clean;
use crate::resolution::usable::ProfileName;

pub use artifacts::Lookup;
pub(crate) use artifacts::by_machine_type as artifacts;
pub(crate) use flavors::flavor;
pub use json::{MatchReport, SCHEMA_VERSION, json};

pub(crate) use pen::Mark;
use pen::Pen;
pub(crate) use versions::life;
pub use view::Asking;

/// More pairs than these are listed, not shown in full.
const MOST_PAIRS: usize = 20;

/// A profile and the answer to what was asked of it.
#[derive(Debug)]
pub struct ProfileView<'m, 'a, 't> {
    /// The kind and the names of the profile.
    pub name: ProfileName<'m>,
    /// The path of the spec that is shown.
    pub root: &'m str,
    /// The file that it stands in.
    pub file: &'m str,
    /// Position of its document in the file, from 0.
    pub document: usize,
    /// The path to it when it is an item of a list (`items[2]`), else empty.
    pub prefix: &'m FieldPath,
    pub matcher: &'m Matcher<'a, 't>,
    /// The sources of its values.
    pub origins: Origins<'a, 't>,
    /// The version that was asked for as a Shoot would write it, where one was.
    pub version: Option<&'m str>,
    /// The look-up of artifacts; none where cpcap does not know the provider.
    pub artifacts: Option<Lookup<'m, 'a, 't>>,
    /// The regions that were asked for, or all of the profile.
    pub regions: &'m [&'m str],
    /// Whether a region was asked for: then only what can be started there fits.
    pub in_regions: bool,
    /// The answer; empty where the bastion was asked for.
    pub answers: Answers<'m, 'a, 't>,
    /// The bastion, where that was asked for.
    pub bastion: Option<Bastion<'t>>,
}

impl ProfileView<'_, '_, '_> {
    /// Whether a new worker pool can use anything of what was asked for; of a bastion, whether one
    /// can be started in any of the regions.
    #[must_use]
    pub fn any_fits(&self) -> bool {
        if let Some(bastion) = &self.bastion {
            return bastion::works(self, bastion);
        }
        self.answers
            .machines
            .iter()
            .any(|group| self.fitting(group).next().is_some())
    }

    /// The versions that fit the machine types of a group, in the order of the images.
    fn fitting<'g>(
        &'g self,
        group: &'g MachineGroup<'_, '_, '_>,
    ) -> impl Iterator<Item = usize> + 'g {
        let fitting = group
            .images
            .iter()
            .flat_map(|image| image.fitting.iter().copied());
        fitting.filter(|version| self.serves(group.machines[0], *version))
    }

    /// Whether a version that fits a machine type can be started where that was asked for.
    fn serves(&self, machine: usize, version: usize) -> bool {
        !self.in_regions || regions::start(self, machine, &artifacts::of(self, machine, version))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub color: bool,
    /// Width to wrap at, in columns.
    pub width: usize,
    /// Name every version and machine type.
    pub expand: bool,
    /// Show every pair in full, and the rows of bits.
    pub explain: bool,
}

/// The columns of the lines for scripts.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The name of the profile comes first.
    pub profile: bool,
    /// The name of the machine type comes before image and version.
    pub machine_type: bool,
}

/// The answers as a document.
#[must_use]
pub(crate) fn text(profiles: &[ProfileView<'_, '_, '_>], look: Look) -> Document {
    let mut out = Document::default();
    for (at, profile) in profiles.iter().enumerate() {
        let pen = Pen { look };
        if at > 0 {
            out.blank();
        }
        words::profile(profile, &mut out);
        if let Some(bastion) = &profile.bastion {
            bastion::write(profile, bastion, pen, &mut out);
            continue;
        }
        let (machines, images) = (
            profile.answers.machines.len(),
            profile
                .answers
                .machines
                .first()
                .map_or(0, |group| group.images.len()),
        );
        match profile.answers.asked {
            // An explanation covers each pair.
            _ if look.explain => pairs::write(profile, pen, &mut out),
            Asked::Pairs if machines * images <= MOST_PAIRS => pairs::write(profile, pen, &mut out),
            Asked::MachineType => listing::images(profile, pen, &mut out),
            Asked::Pairs if images > machines => listing::images(profile, pen, &mut out),
            Asked::Pairs | Asked::Image => listing::machine_types(profile, pen, &mut out),
        }
    }
    out
}

/// The answers for scripts: one line for each image version (or, where images were asked for, each
/// machine type) that fits.
#[must_use]
pub fn quiet(profiles: &[ProfileView<'_, '_, '_>], columns: Columns) -> String {
    let mut out = String::new();
    for profile in profiles {
        let same =
            |other: &&ProfileView<'_, '_, '_>| other.name.qualified() == profile.name.qualified();
        let lead = if columns.profile && profiles.iter().filter(same).count() > 1 {
            let document = match profile.document {
                0 => String::new(),
                other => format!("#{other}"),
            };
            let name = format!("{}:{}{document}", profile.name.qualified(), profile.file);
            format!("{} ", clean(&name))
        } else if columns.profile {
            format!("{} ", clean(&profile.name.qualified()))
        } else {
            String::new()
        };
        if let Some(bastion) = &profile.bastion {
            bastion::quiet(profile, bastion, &lead, &mut out);
            continue;
        }
        let mut lines = String::new();
        match profile.answers.asked {
            Asked::Image => quiet_machine_types(profile, &lead, &mut lines),
            Asked::Pairs | Asked::MachineType => {
                quiet_versions(profile, columns, &lead, &mut lines);
            }
        }
        // Entries with one name are one name to a script.
        let mut known = BTreeSet::new();
        for line in lines.lines().filter(|line| known.insert(*line)) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

fn quiet_machine_types(profile: &ProfileView<'_, '_, '_>, lead: &str, out: &mut String) {
    let fits = |group: &&MachineGroup<'_, '_, '_>| profile.fitting(group).next().is_some();
    let groups = profile.answers.machines.iter().filter(fits);
    let mut fitting: Vec<usize> = groups
        .flat_map(|group| group.machines.iter().copied())
        .collect();
    fitting.sort_unstable();
    for machine in fitting {
        *out += &format!(
            "{lead}{}\n",
            clean(&profile.matcher.machines()[machine].machine_type.name)
        );
    }
}

fn quiet_versions(
    profile: &ProfileView<'_, '_, '_>,
    columns: Columns,
    lead: &str,
    out: &mut String,
) {
    let matcher = profile.matcher;
    let groups = profile.answers.machines.iter();
    let mut machines: Vec<_> = groups
        .flat_map(|group| group.machines.iter().map(move |machine| (group, machine)))
        .collect();
    machines.sort_by_key(|(_, machine)| **machine);
    for (group, machine) in machines {
        let name = *matcher.machines()[*machine].machine_type.name;
        let name = if columns.machine_type {
            format!("{} ", clean(name))
        } else {
            String::new()
        };
        for version in profile.fitting(group) {
            let version = &matcher.versions()[version];
            *out += &format!(
                "{lead}{name}{}\n",
                clean(&format!(
                    "{} {}",
                    *version.image.name,
                    *version.version.version()
                ))
            );
        }
    }
}
