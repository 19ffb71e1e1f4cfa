//! The answer to a whole question: machine types and image versions of a profile, folded into
//! groups of equal ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Demand;
use crate::matching::{
    Answer, Default, DefaultFault, Machine, Matcher, Origins, ValuesOrigin, Version, Wanted,
    default_image, without,
};
use crate::model::lifecycle::Current;
use crate::model::time::Time;
use crate::model::version;

/// The architecture of a worker whose machine type has none that can be determined.
const DEFAULT_ARCHITECTURE: &str = "amd64";

/// A question about a profile.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// Which side the question names.
    pub asked: Asked,
    /// The machine types, by position.
    pub machines: Vec<usize>,
    /// The images, by their position in the profile.
    pub images: Vec<usize>,
    /// The versions of these images, by position.
    pub versions: Vec<usize>,
    /// The version, or the beginning of one, that a Shoot would have; none or empty: any.
    pub version: Option<&'q str>,
    /// The regions of the question: machine types that are available in other ones form groups of
    /// their own. None: nothing depends on regions.
    pub regions: &'q [&'q str],
    /// The time that decides which versions are active.
    pub now: Time,
}

/// Which side a question names, so that the answer lists the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Both: the pairs matter, whether they fit or not.
    Pairs,
    /// Machine types: the images that fit them matter.
    MachineType,
    /// Images: the machine types that they fit matter.
    Image,
}

/// The answer to a question.
#[derive(Debug)]
pub struct Answers<'m, 'a, 't> {
    /// Which side the question names.
    pub asked: Asked,
    /// The time that decides which versions are active.
    pub now: Time,
    /// The machine types, in groups of equal ones.
    pub machines: Vec<MachineGroup<'m, 'a, 't>>,
}

/// Machine types with the same capabilities, written or left out alike.
#[derive(Debug)]
pub struct MachineGroup<'m, 'a, 't> {
    /// The machine types, by position, in the order of the profile.
    pub machines: Vec<usize>,
    /// Whether they are usable; a Shoot with another is refused.
    pub usable: bool,
    /// The images, in the order of the profile.
    pub images: Vec<ImageAnswer<'m, 'a, 't>>,
    /// The image and version of a Shoot that names no image.
    pub default: Result<Default<'m, 'a, 't>, DefaultFault>,
}

/// Machine types and an image.
#[derive(Debug)]
pub struct ImageAnswer<'m, 'a, 't> {
    /// The position of the image in the profile.
    pub image: usize,
    /// Its versions, in groups of equal ones; the group with the newest one first.
    pub groups: Vec<VersionGroup>,
    /// The versions that a new worker pool can use now, the newest first.
    pub fitting: Vec<usize>,
    /// The version of a Shoot that names the image without one.
    pub default: Result<Default<'m, 'a, 't>, DefaultFault>,
}

/// Versions of an image with the same flavors, written or left out alike.
#[derive(Clone, Debug)]
pub struct VersionGroup {
    /// The versions, by position; the newest first.
    pub versions: Vec<usize>,
    /// Whether admission would let the machine types use them, were they active.
    pub verdict: Verdict,
}

/// The answer of admission for a machine type and an image version, whatever the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The capabilities and the architecture fit.
    Fits,
    /// The capabilities (in the legacy format: the architectures) do not fit.
    Incompatible,
    /// The machine type has no single architecture: every worker pool of it is refused.
    UnknownArchitecture,
    /// The capabilities fit, but the version does not support the machine type's architecture.
    OtherArchitecture,
}

impl<'a, 't> Matcher<'a, 't> {
    /// The classification of a version at a time.
    #[must_use]
    pub fn current(&self, version: usize, now: Time) -> Current<'t> {
        self.versions()[version]
            .version
            .expirable
            .classification_at(now)
    }

    /// The answer of admission for a pair, whatever the time.
    #[must_use]
    pub fn verdict(&self, machine: &Machine<'_, '_>, version: &Version<'_, '_>) -> Verdict {
        Self::verdict_of(self.answer(machine, version), machine, version)
    }

    /// The same for a worker pool; outside the preview a pool asks for nothing.
    #[must_use]
    pub fn verdict_for(
        &self,
        machine: &Machine<'_, '_>,
        version: &Version<'_, '_>,
        demand: Demand,
    ) -> Verdict {
        Self::verdict_of(self.answer_for(machine, version, demand), machine, version)
    }

    fn verdict_of(
        answer: &Answer,
        machine: &Machine<'_, '_>,
        version: &Version<'_, '_>,
    ) -> Verdict {
        let supported = |name: &str| version.architectures.contains(&name);
        if !answer.compatible {
            Verdict::Incompatible
        } else if let Some(architecture) = machine.architecture {
            if supported(architecture) {
                Verdict::Fits
            } else {
                Verdict::OtherArchitecture
            }
        } else {
            Verdict::UnknownArchitecture
        }
    }
}

/// Answers a question.
///
/// ```
/// use cpcap::effective;
/// use cpcap::landscape::{Body, Input, Landscape, read};
/// use cpcap::matching::{Matcher, NamePattern, Origins, Query, Question, ask};
/// use cpcap::model::time::Time;
/// use cpcap::source::{Source, Sources};
///
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: gcp}
/// spec:
///   machineTypes: [{name: n1, architecture: arm64, usable: true}]
///   machineImages: [{name: linux, versions: [{version: 1.0.0, architectures: [amd64]}]}]
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("gcp.yaml", text));
/// let files = read(&sources, &[Input { file, fault: None }]);
/// let landscape = Landscape::new(&files);
/// let Body::CloudProfile(written) = &landscape.items[0].body else { panic!() };
/// let profile = effective::stored(written);
/// let matcher = Matcher::new(&profile);
///
/// let query = Query { machine_types: vec![NamePattern::parse("n1").unwrap()], images: Vec::new(), versions: Vec::new() };
/// let named = query.look_up(&matcher);
/// let now = Time::parse("2027-01-31T00:00:00Z").unwrap();
/// let question =
///     Question { asked: query.asked(), machines: named.machines, images: named.images, versions: named.versions, version: None, regions: &[], now };
/// let answers = ask(&matcher, Origins::new(written), &question);
/// assert!(answers.machines[0].images[0].fitting.is_empty(), "the machine type is arm64, the image amd64");
/// ```
#[must_use]
pub fn ask<'m, 'a, 't>(
    matcher: &'m Matcher<'a, 't>,
    origins: Origins<'a, 't>,
    question: &Question<'_>,
) -> Answers<'m, 'a, 't> {
    let versions = version_groups(matcher, origins, &question.images, &question.versions);
    let active = |version: &usize| matcher.current(*version, question.now).is_active();
    let active: BTreeSet<usize> = question.versions.iter().copied().filter(active).collect();
    let machines = machine_groups(matcher, origins, question);
    let machines = machines
        .into_iter()
        .map(|machines| machine_group(matcher, machines, (&versions, &active), question))
        .collect();
    Answers {
        asked: question.asked,
        now: question.now,
        machines,
    }
}

fn machine_group<'m, 'a, 't>(
    matcher: &'m Matcher<'a, 't>,
    machines: Vec<usize>,
    (versions, active): (&BTreeMap<usize, ImageVersions>, &BTreeSet<usize>),
    question: &Question<'_>,
) -> MachineGroup<'m, 'a, 't> {
    let machine = &matcher.machines()[machines[0]];
    let default = |image: Option<&str>| {
        let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
        let wanted = Wanted {
            image,
            version: question.version,
            architecture,
            in_place: matcher.demand().is_some_and(|demand| demand.in_place),
            demand: None,
        };
        default_image(matcher, Some(machine), wanted, question.now)
    };
    let usable = machine.machine_type.usable.value != Some(false);
    let images = versions.iter().map(|(image, versions)| {
        let group = |versions: &Vec<usize>| {
            let verdict = matcher.verdict(machine, &matcher.versions()[versions[0]]);
            VersionGroup {
                versions: versions.clone(),
                verdict,
            }
        };
        let groups: Vec<VersionGroup> = versions.groups.iter().map(group).collect();
        let fits = |version: &(&usize, usize)| {
            usable && groups[version.1].verdict == Verdict::Fits && active.contains(version.0)
        };
        let fitting = versions
            .all
            .iter()
            .zip(versions.group_of.iter().copied())
            .filter(fits)
            .map(|(version, _)| *version);
        let name = *matcher.profile().machine_images[*image].name;
        ImageAnswer {
            image: *image,
            fitting: fitting.collect(),
            groups,
            default: default(Some(name)),
        }
    });
    MachineGroup {
        usable,
        images: images.collect(),
        default: default(None),
        machines,
    }
}

/// Groups of equal machine types, in the order of their first ones.
fn machine_groups<'a, 't>(
    matcher: &Matcher<'a, 't>,
    origins: Origins<'a, 't>,
    question: &Question<'_>,
) -> Vec<Vec<usize>> {
    let key = |index: usize| {
        let machine = &matcher.machines()[index];
        let origins: Vec<ValuesOrigin> = origins
            .machine(matcher, index)
            .iter()
            .map(|side| side.origin)
            .collect();
        let lacking: Vec<&str> = without(matcher.profile(), *machine.machine_type.name)
            .map(|region| *region.name)
            .filter(|region| question.regions.contains(region))
            .collect();
        let usable = machine.machine_type.usable.value;
        (machine.class, usable, origins, lacking)
    };
    grouped(&question.machines, key)
}

/// The versions of an image.
struct ImageVersions {
    /// All versions, the newest first.
    all: Vec<usize>,
    /// Groups of equal versions, in the order of their newest ones.
    groups: Vec<Vec<usize>>,
    /// For each of `all` its group.
    group_of: Vec<usize>,
}

fn version_groups<'a, 't>(
    matcher: &Matcher<'a, 't>,
    origins: Origins<'a, 't>,
    images: &[usize],
    versions: &[usize],
) -> BTreeMap<usize, ImageVersions> {
    let mut by_image: BTreeMap<usize, Vec<usize>> =
        images.iter().map(|image| (*image, Vec::new())).collect();
    for index in versions {
        by_image
            .entry(matcher.versions()[*index].image_index)
            .or_default()
            .push(*index);
    }
    let key = |index: usize| {
        let flavors = origins.flavors(matcher, index);
        let origins: Vec<Vec<ValuesOrigin>> = flavors
            .iter()
            .map(|flavor| flavor.iter().map(|side| side.origin).collect())
            .collect();
        (matcher.versions()[index].class, origins)
    };
    let sorted = by_image.into_iter().map(|(image, mut all)| {
        newest_first(matcher, &mut all);
        let groups = grouped(&all, key);
        let group_of: BTreeMap<usize, usize> = groups
            .iter()
            .enumerate()
            .flat_map(|(group, members)| members.iter().map(move |version| (*version, group)))
            .collect();
        let group_of = all
            .iter()
            .filter_map(|version| group_of.get(version).copied())
            .collect();
        (
            image,
            ImageVersions {
                all,
                groups,
                group_of,
            },
        )
    });
    sorted.collect()
}

fn grouped<K: Ord>(indices: &[usize], key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut known: BTreeMap<K, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut seen = BTreeSet::new();
    for index in indices.iter().copied().filter(|index| seen.insert(*index)) {
        let next = groups.len();
        match groups.get_mut(*known.entry(key(index)).or_insert(next)) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// Sorts versions of one image, by position: the newest first, those that are no versions last.
fn newest_first(matcher: &Matcher<'_, '_>, versions: &mut [usize]) {
    let number =
        |index: &usize| version::Version::parse(matcher.versions()[*index].version.version().value);
    versions.sort_by(|a, b| match (number(a), number(b)) {
        (Some(a), Some(b)) => b.cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
}
