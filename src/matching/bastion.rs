//! The bastion that a provider's extension works out from a profile: which machine type, image and
//! version, how each was chosen, and where that ends. Which artifact it gets in a region, the
//! provider's look-up says.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::matching::{Machine, Matcher, Verdict, Version};
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::quantity::Quantity;
use crate::model::time::Time;
use crate::model::version;

/// The bastion of a profile, as far as cpcap knows it. A position in the profile stands for each
/// thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bastion<'t> {
    /// The architectures that make a smaller machine type preferable; none: any does.
    pub wanted: BTreeSet<&'t str>,
    /// The machine type, by its position in the profile.
    pub machine: Option<Chosen>,
    /// The image, by its position in the profile.
    pub image: Option<Chosen>,
    /// The version, by its position among all versions.
    pub version: Option<Chosen>,
    /// The fault that ends the choice; none: the choice ends at a bastion.
    pub fault: Option<NoBastion<'t>>,
}

/// The choice for a part of the bastion, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The position in the profile of what Gardener chooses.
    pub index: usize,
    /// The reason for the choice.
    pub by: By,
}

/// The reason for the choice of a bastion's machine type or image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// `spec.bastion` names it.
    Name,
    /// It is the first machine type that may be taken.
    FirstUsable,
    /// It has fewer CPUs than those before it.
    FewestCpus,
    /// It is the first image with a version that may be taken.
    FirstFitting,
    /// It is the highest version that may be taken.
    Highest,
}

/// Why there is no bastion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBastion<'t> {
    /// `spec.bastion` names a machine type that the profile lacks.
    UnknownMachineType(&'t str),
    /// The machine type that `spec.bastion` names has no architecture that can be determined.
    NoArchitecture,
    /// No machine type is usable and has an architecture that can be determined.
    NoMachineType,
    /// `spec.bastion` names an image that the profile lacks.
    UnknownImage(&'t str),
    /// No image has a version that is supported and fits the machine type.
    NoImage,
    /// `spec.bastion` names a version that the image lacks.
    UnknownVersion(&'t str),
    /// The version that `spec.bastion` names is something else than supported now; its position
    /// among all versions.
    UnsupportedVersion(usize),
    /// No version of the image that `spec.bastion` names is supported and fits the machine type.
    NoVersion,
}

/// The reason why Gardener does not choose a version for a machine type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit<'t> {
    /// It is something else than supported now.
    Classified(Current<'t>),
    /// The machine type and the version do not fit.
    Verdict(Verdict),
    /// Its text is not a version number, so it has no order.
    NotAVersion,
}

/// The reason why Gardener does not choose a machine type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The profile says that it is not usable.
    Unusable,
    /// Its architecture cannot be determined.
    NoArchitecture,
    /// One that was chosen before does not have more CPUs.
    NotSmaller,
    /// Its architecture is not among the wanted ones.
    NotWanted,
    /// It was chosen, and a smaller one after it.
    Replaced,
}

impl Bastion<'_> {
    /// The version as the extension passes it on: three numbers, whatever the profile has.
    #[must_use]
    pub fn version_text(&self, matcher: &Matcher<'_, '_>) -> Option<String> {
        let text = *matcher.versions()[self.version?.index].version.version();
        Some(
            version::Version::parse(text)
                .map_or_else(|| text.to_owned(), |number| number.to_string()),
        )
    }
}

/// Works out the bastion of a profile.
#[must_use]
pub fn bastion<'t>(matcher: &Matcher<'_, 't>, now: Time) -> Bastion<'t> {
    let mut bastion = Bastion::default();
    bastion.fault = fill(&mut bastion, matcher, now).err();
    bastion
}

fn fill<'t>(
    bastion: &mut Bastion<'t>,
    matcher: &Matcher<'_, 't>,
    now: Time,
) -> Result<(), NoBastion<'t>> {
    let profile = matcher.profile();
    let written = profile.bastion.as_ref();
    let named_image = written.and_then(|bastion| bastion.machine_image);
    bastion.wanted = wanted(matcher, now);

    let machines = matcher.machines();
    let machine = match written.and_then(|bastion| bastion.machine_type) {
        Some(name) => {
            let index = machines
                .iter()
                .position(|machine| *machine.machine_type.name == *name);
            Chosen {
                index: index.ok_or(NoBastion::UnknownMachineType(*name))?,
                by: By::Name,
            }
        }
        None => smallest(machines, &bastion.wanted).ok_or(NoBastion::NoMachineType)?,
    };
    bastion.machine = Some(machine);
    let machine = &machines[machine.index];
    if machine.architecture.is_none() {
        return Err(NoBastion::NoArchitecture);
    }

    let fits = |index: usize| unfit(matcher, machine, index, now).is_none();
    let image = match named_image {
        Some((name, _)) => {
            let index = profile
                .machine_images
                .iter()
                .position(|image| *image.name == *name);
            Chosen {
                index: index.ok_or(NoBastion::UnknownImage(*name))?,
                by: By::Name,
            }
        }
        None => {
            let index =
                (0..profile.machine_images.len()).find(|image| matcher.range_of(*image).any(fits));
            Chosen {
                index: index.ok_or(NoBastion::NoImage)?,
                by: By::FirstFitting,
            }
        }
    };
    bastion.image = Some(image);

    let versions = matcher.range_of(image.index);
    let version = match named_image.and_then(|(_, version)| version.value) {
        Some(text) => {
            let index = versions
                .into_iter()
                .find(|index| *matcher.versions()[*index].version.version() == text);
            let index = index.ok_or(NoBastion::UnknownVersion(text))?;
            let named = &matcher.versions()[index].version.expirable;
            if named.classification.is_some()
                && named.classification_at(now) != Classification::Supported
            {
                return Err(NoBastion::UnsupportedVersion(index));
            }
            Chosen {
                index,
                by: By::Name,
            }
        }
        None => Chosen {
            index: highest(matcher, versions, fits).ok_or(NoBastion::NoVersion)?,
            by: By::Highest,
        },
    };
    bastion.version = Some(version);
    Ok(())
}

/// The reason why Gardener does not choose a version, by its position among all, for a machine
/// type.
#[must_use]
pub fn unfit<'t>(
    matcher: &Matcher<'_, 't>,
    machine: &Machine<'_, '_>,
    version: usize,
    now: Time,
) -> Option<Unfit<'t>> {
    let of = &matcher.versions()[version];
    let current = matcher.current(version, now);
    if current != Classification::Supported {
        return Some(Unfit::Classified(current));
    }
    match matcher.verdict(machine, of) {
        Verdict::Fits if version::Version::parse(*of.version.version()).is_none() => {
            Some(Unfit::NotAVersion)
        }
        Verdict::Fits => None,
        verdict => Some(Unfit::Verdict(verdict)),
    }
}

/// The reason why Gardener passes each machine type where the profile names none; nothing for the
/// chosen one.
#[must_use]
pub fn passed(machines: &[Machine<'_, '_>], wanted: &BTreeSet<&str>) -> Vec<Option<Passed>> {
    let mut best: Option<(usize, i128)> = None;
    let mut passed: Vec<Option<Passed>> = Vec::with_capacity(machines.len());
    for (index, machine) in machines.iter().enumerate() {
        let cpus = machine
            .machine_type
            .cpu
            .as_ref()
            .and_then(Quantity::whole_units)
            .unwrap_or_default();
        let why = match (machine.architecture, best) {
            _ if machine.machine_type.usable.value == Some(false) => Some(Passed::Unusable),
            (None, _) => Some(Passed::NoArchitecture),
            (Some(_), Some((_, fewest))) if cpus >= fewest => Some(Passed::NotSmaller),
            (Some(architecture), Some(_))
                if !wanted.is_empty() && !wanted.contains(architecture) =>
            {
                Some(Passed::NotWanted)
            }
            _ => None,
        };
        if why.is_none()
            && let Some((before, _)) = best.replace((index, cpus))
        {
            passed[before] = Some(Passed::Replaced);
        }
        passed.push(why);
    }
    passed
}

fn smallest(machines: &[Machine<'_, '_>], wanted: &BTreeSet<&str>) -> Option<Chosen> {
    let passed = passed(machines, wanted);
    let index = passed.iter().position(Option::is_none)?;
    let by = if passed.contains(&Some(Passed::Replaced)) {
        By::FewestCpus
    } else {
        By::FirstUsable
    };
    Some(Chosen { index, by })
}

/// The architectures of the versions that may serve: classified and supported; of the image and
/// version that are named, or of all.
fn wanted<'t>(matcher: &Matcher<'_, 't>, now: Time) -> BTreeSet<&'t str> {
    let named = matcher
        .profile()
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_image);
    let is_named = |version: &&Version<'_, 't>| {
        named.is_none_or(|(image, wanted)| {
            *version.image.name == *image
                && wanted
                    .value
                    .is_none_or(|wanted| *version.version.version() == wanted)
        })
    };
    let versions = matcher
        .versions()
        .iter()
        .filter(is_named)
        .filter(|version| is_classified(version.version, now));
    versions
        .flat_map(|version| version.architectures.iter().copied())
        .collect()
}

fn is_classified(version: &MachineImageVersion<'_>, now: Time) -> bool {
    version.expirable.classification.is_some()
        && version.expirable.classification_at(now) == Classification::Supported
}

/// The highest of the versions that fit; of equal ones the first.
fn highest(
    matcher: &Matcher<'_, '_>,
    versions: Range<usize>,
    fits: impl Fn(usize) -> bool,
) -> Option<usize> {
    let number =
        |index: usize| version::Version::parse(*matcher.versions()[index].version.version());
    versions.filter(|index| fits(*index)).reduce(|best, next| {
        match number(next).cmp(&number(best)) {
            Ordering::Greater => next,
            Ordering::Less | Ordering::Equal => best,
        }
    })
}
