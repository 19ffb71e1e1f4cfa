//! The images that fit the machine types of a profile, the flavor that wins, and why: the one
//! answer that `lint`, `match` and `table` share. Legacy profiles get the answers of the legacy
//! rules through the same types.

mod answers;
mod bastion;
mod comparison;
mod default_image;
mod flavors;
mod names;
mod query;
mod regions;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use crate::capability::{
    ARCHITECTURE, Demand, Layout, Row, Selected, Selection, Vocabulary, architecture, choose,
    documented, select,
};
use crate::model::cloudprofile::{
    Capabilities, CloudProfile, MachineImage, MachineImageVersion, MachineType,
};
use crate::model::cursor::Spanned;
use crate::source::Span;

pub use answers::{
    Answers, Asked, ImageAnswer, MachineGroup, Question, Verdict, VersionGroup, ask,
};
pub use bastion::{Bastion, By, Chosen, NoBastion, Passed, Unfit, bastion, passed, unfit};
pub use comparison::{Comparison, FlavorSide, Origins, Side, TieBreak};
pub use default_image::{Default, DefaultFault, Prefix, Wanted, default_image};
pub use flavors::{FlavorUse, Lost};
pub use names::{NamePattern, VersionPattern};
pub use query::{Missing, Named, Query, Thing};
pub use regions::without;

/// A profile prepared for matching. Everything that does not depend on a pair is worked out once.
#[derive(Debug)]
pub struct Matcher<'a, 't> {
    profile: &'a CloudProfile<'t>,
    vocabulary: Vocabulary<'t>,
    layout: Layout<'t>,
    machines: Vec<Machine<'a, 't>>,
    versions: Vec<Version<'a, 't>>,
    /// One of each kind of machine type, by position in `machines`.
    machine_classes: Vec<usize>,
    /// One of each kind of version, by position in `versions`.
    version_classes: Vec<usize>,
    /// Whether a kind of machine type and a kind of version fit, and which flavor wins: by version
    /// class, then machine class. Worked out when a version is first asked about: a run may look at
    /// few of many.
    answers: Vec<OnceLock<Vec<Answer>>>,
    /// The same for what worker pools may ask for, by its number and version class; empty outside
    /// the preview.
    for_workers: Vec<Vec<OnceLock<Vec<Answer>>>>,
    /// The worker pool that all answers are about, if there is one.
    demand: Option<Demand>,
}

/// A machine type of a profile, prepared for comparison.
#[derive(Debug)]
pub struct Machine<'a, 't> {
    /// The machine type as the profile has it.
    pub machine_type: &'a MachineType<'t>,
    /// The number among the machine types with its name, from 1.
    pub nth: usize,
    /// Its capabilities after defaulting.
    pub row: Row<'t>,
    /// Its architecture, where it can be determined.
    pub architecture: Option<&'t str>,
    /// Machine types of one class differ in nothing that matters here.
    pub class: usize,
}

/// A version of an image.
#[derive(Debug)]
pub struct Version<'a, 't> {
    /// The image that has the version.
    pub image: &'a MachineImage<'t>,
    /// Position of the image in the profile.
    pub image_index: usize,
    /// The version as the profile has it.
    pub version: &'a MachineImageVersion<'t>,
    /// Position of the version in the image.
    pub version_index: usize,
    /// The number among the versions with its name in images with its image's name, from 1.
    pub nth: usize,
    /// Its flavors after defaulting.
    pub flavors: Vec<Row<'t>>,
    /// The architectures that the version supports.
    pub architectures: Vec<&'t str>,
    /// Versions of one class have the same flavors in the same order (in the legacy format: the
    /// same architectures).
    pub class: usize,
}

/// The short answer for a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the version fits the machine type: some flavor does, or there are none.
    pub compatible: bool,
    /// The flavor that wins, by position; `Nothing` where none fits or there are none.
    pub selected: Selected,
    /// The flavor that would win by the rule of the operator guide.
    pub documented: Selected,
}

/// The long answer for a pair.
#[derive(Clone, Debug)]
pub struct Reasons<'t> {
    /// The clashes of each flavor; none where it fits. In the legacy format, and for a version
    /// without flavors, one entry for the version.
    pub flavors: Vec<Vec<Clash<'t>>>,
    /// The selection among the flavors, step by step.
    pub selection: Selection<'t>,
}

/// A capability in which a machine type and a flavor have no value in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash<'t> {
    /// The name of the capability.
    pub capability: &'t str,
    /// The values of the machine type.
    pub machine: Values<'t>,
    /// The values of the flavor.
    pub flavor: Values<'t>,
    /// The demand of the worker pool, where it has one.
    pub worker: Option<&'static str>,
}

/// The values that one side has for a capability.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<'t> {
    /// The values, in the order of their origin.
    pub values: Vec<&'t str>,
    /// Whether the profile writes the values down.
    pub origin: ValuesOrigin,
    /// The bytes of the list, or of the definition that gave the default.
    pub span: Span,
}

/// Where the values of a capability come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValuesOrigin {
    /// The profile writes the values down.
    Written,
    /// Left out: all values of the definition count; in the legacy format, the default
    /// architecture.
    Defaulted,
    /// Taken from the legacy architectures when the profile got its vocabulary.
    Converted,
}

/// The number of entries with a name so far, with this one.
pub(crate) fn nth<K: Ord>(known: &mut BTreeMap<K, usize>, name: K) -> usize {
    let number = known.entry(name).or_default();
    *number += 1;
    *number
}

impl<'a, 't> Matcher<'a, 't> {
    /// Prepares a profile. It must be in the form that the server stores: defaulted and
    /// canonicalised.
    #[must_use]
    pub fn new(profile: &'a CloudProfile<'t>) -> Self {
        let vocabulary = Vocabulary::new(&profile.machine_capabilities);
        let layout = Layout::new(&vocabulary);
        let (mut machine_names, mut version_names) = (BTreeMap::new(), BTreeMap::new());
        let mut machine_keys = BTreeMap::new();
        let mut machine_classes = Vec::new();
        let mut machines = Vec::with_capacity(profile.machine_types.len());
        for (index, machine_type) in profile.machine_types.iter().enumerate() {
            let row = layout.machine_row(&machine_type.capabilities);
            let architecture = architecture::of_machine_type(machine_type, &vocabulary);
            let class = *machine_keys
                .entry((row.clone(), architecture))
                .or_insert_with(|| {
                    machine_classes.push(index);
                    machine_classes.len() - 1
                });
            machines.push(Machine {
                machine_type,
                nth: nth(&mut machine_names, *machine_type.name),
                row,
                architecture,
                class,
            });
        }
        let mut version_keys = BTreeMap::new();
        let mut version_classes = Vec::new();
        let mut versions = Vec::new();
        for (image_index, image) in profile.machine_images.iter().enumerate() {
            for (version_index, version) in image.versions.iter().enumerate() {
                let flavors: Vec<Row<'t>> = version
                    .capability_flavors
                    .iter()
                    .map(|flavor| layout.row(&flavor.capabilities))
                    .collect();
                let architectures = architecture::of_version(version, &vocabulary);
                let class = *version_keys
                    .entry((flavors.clone(), architectures.clone()))
                    .or_insert_with(|| {
                        version_classes.push(versions.len());
                        version_classes.len() - 1
                    });
                versions.push(Version {
                    image,
                    image_index,
                    version,
                    version_index,
                    nth: nth(&mut version_names, (*image.name, *version.version())),
                    flavors,
                    architectures,
                    class,
                });
            }
        }
        let answers = unanswered(version_classes.len());
        Self {
            profile,
            vocabulary,
            layout,
            machines,
            versions,
            machine_classes,
            version_classes,
            answers,
            for_workers: Vec::new(),
            demand: None,
        }
    }

    /// Prepares a profile that has the worker capabilities in its vocabulary, to be asked what fits
    /// which worker pool.
    #[must_use]
    pub fn with_workers(profile: &'a CloudProfile<'t>) -> Self {
        let mut matcher = Self::new(profile);
        matcher.for_workers = (0..Demand::COUNT)
            .map(|_| unanswered(matcher.version_classes.len()))
            .collect();
        matcher
    }

    /// Makes every further answer about a worker pool, if there is one.
    #[must_use]
    pub fn asked_by(mut self, demand: Option<Demand>) -> Self {
        if let Some(demand) = demand {
            let wanted = self.layout.machine_row(&demand.capabilities());
            for machine in &mut self.machines {
                machine.row = machine.row.common(&wanted);
            }
            self.demand = Some(demand);
        }
        self
    }

    /// The profile that the answers are about.
    #[must_use]
    pub fn profile(&self) -> &'a CloudProfile<'t> {
        self.profile
    }

    /// The vocabulary; empty for a legacy profile.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary<'t> {
        &self.vocabulary
    }

    /// The worker pool that all answers are about, if there is one.
    #[must_use]
    pub fn demand(&self) -> Option<Demand> {
        self.demand
    }

    /// The layout of the rows.
    #[must_use]
    pub fn layout(&self) -> &Layout<'t> {
        &self.layout
    }

    /// The machine types, in the order of the profile.
    #[must_use]
    pub fn machines(&self) -> &[Machine<'a, 't>] {
        &self.machines
    }

    /// The image versions, in the order of the profile.
    #[must_use]
    pub fn versions(&self) -> &[Version<'a, 't>] {
        &self.versions
    }

    /// Where the versions of an image stand in `versions`.
    #[must_use]
    pub fn range_of(&self, image: usize) -> Range<usize> {
        let start = self
            .versions
            .partition_point(|version| version.image_index < image);
        let end = self
            .versions
            .partition_point(|version| version.image_index <= image);
        start..end
    }

    /// How many classes of machine types there are.
    #[must_use]
    pub fn machine_classes(&self) -> usize {
        self.machine_classes.len()
    }

    /// How many classes of versions there are.
    #[must_use]
    pub fn version_classes(&self) -> usize {
        self.version_classes.len()
    }

    /// The answer for a pair.
    #[must_use]
    pub fn answer(&self, machine: &Machine<'_, '_>, version: &Version<'_, '_>) -> &Answer {
        self.answer_of_classes(machine.class, version.class)
    }

    /// The answer for a pair of classes.
    #[must_use]
    pub fn answer_of_classes(&self, machine: usize, version: usize) -> &Answer {
        let answers = self.answers[version].get_or_init(|| {
            let version = &self.versions[self.version_classes[version]];
            self.machine_classes
                .iter()
                .map(|machine| self.work_out(&self.machines[*machine], version))
                .collect()
        });
        &answers[machine]
    }

    /// The answer for a pair and a worker pool; outside the preview a pool asks for nothing.
    #[must_use]
    pub fn answer_for(
        &self,
        machine: &Machine<'_, '_>,
        version: &Version<'_, '_>,
        demand: Demand,
    ) -> &Answer {
        let Some(of_demand) = self.for_workers.get(demand.number()) else {
            return self.answer(machine, version);
        };
        let answers = of_demand[version.class].get_or_init(|| {
            let wanted = self.layout.machine_row(&demand.capabilities());
            let version = &self.versions[self.version_classes[version.class]];
            let narrowed = |machine: &usize| {
                let machine = &self.machines[*machine];
                self.work_out_for(&machine.row.common(&wanted), machine, version, Some(demand))
            };
            self.machine_classes.iter().map(narrowed).collect()
        });
        &answers[machine.class]
    }

    /// The reasons for an answer.
    #[must_use]
    pub fn reasons(&self, machine: &Machine<'a, 't>, version: &Version<'a, 't>) -> Reasons<'t> {
        self.reasons_of(&machine.row, machine, version, self.demand)
    }

    /// The reasons for an answer about a worker pool.
    #[must_use]
    pub fn reasons_for(
        &self,
        machine: &Machine<'a, 't>,
        version: &Version<'a, 't>,
        demand: Demand,
    ) -> Reasons<'t> {
        if self.for_workers.is_empty() {
            return self.reasons(machine, version);
        }
        let row = machine
            .row
            .common(&self.layout.machine_row(&demand.capabilities()));
        self.reasons_of(&row, machine, version, Some(demand))
    }

    fn reasons_of(
        &self,
        row: &Row<'t>,
        machine: &Machine<'a, 't>,
        version: &Version<'a, 't>,
        demand: Option<Demand>,
    ) -> Reasons<'t> {
        let selection = select(&self.layout, row, &version.flavors);
        let clash = |index: usize, flavor: &Capabilities<'t>| {
            let capability = self.layout.name(index);
            Clash {
                capability,
                machine: self.values(&machine.machine_type.capabilities, capability),
                flavor: self.flavor_values(flavor, capability),
                worker: demand.and_then(|demand| demand.value(capability)),
            }
        };
        if let (Some(_), true, false) = (
            demand,
            version.flavors.is_empty(),
            self.vocabulary.is_empty(),
        ) {
            let nothing = Capabilities::new();
            let clashes = self.layout.clashes(&[row, &self.layout.row(&nothing)]);
            return Reasons {
                flavors: vec![
                    clashes
                        .into_iter()
                        .map(|index| clash(index, &nothing))
                        .collect(),
                ],
                selection,
            };
        }
        if self.vocabulary.is_empty() || version.flavors.is_empty() {
            let clash = (!self.answer(machine, version).compatible)
                .then(|| self.legacy_clash(machine, version));
            return Reasons {
                flavors: vec![clash.into_iter().collect()],
                selection,
            };
        }
        let flavors = version
            .flavors
            .iter()
            .zip(version.version.capability_flavors.iter())
            .map(|(of_flavor, flavor)| {
                let clashes = self.layout.clashes(&[row, of_flavor]);
                clashes
                    .into_iter()
                    .map(|index| clash(index, &flavor.capabilities))
                    .collect()
            });
        Reasons {
            flavors: flavors.collect(),
            selection,
        }
    }

    /// The values of a capability map after defaulting, with where they come from.
    #[must_use]
    pub fn values(&self, capabilities: &Capabilities<'t>, capability: &str) -> Values<'t> {
        let plain = |values: &[Spanned<&'t str>]| values.iter().map(|value| value.value).collect();
        match capabilities
            .iter()
            .find(|written| *written.name == capability)
        {
            Some(written) => {
                let span = written
                    .values
                    .first()
                    .map_or(written.name.span, |first| first.span);
                let span = written
                    .values
                    .last()
                    .map_or(span, |last| span.to(last.span));
                Values {
                    values: plain(&written.values),
                    origin: ValuesOrigin::Written,
                    span,
                }
            }
            None => {
                let definition = self.vocabulary.get(capability);
                let values =
                    definition.map_or_else(Vec::new, |definition| plain(&definition.values));
                let span = definition.map_or_else(Span::default, |definition| definition.name.span);
                Values {
                    values,
                    origin: ValuesOrigin::Defaulted,
                    span,
                }
            }
        }
    }

    /// The same of a flavor, which may have a default of its own for what it leaves out.
    #[must_use]
    pub fn flavor_values(&self, capabilities: &Capabilities<'t>, capability: &str) -> Values<'t> {
        let mut values = self.values(capabilities, capability);
        if let (ValuesOrigin::Defaulted, Some(default)) =
            (values.origin, self.by_default(capability))
        {
            values.values = vec![default];
            // It is this one value, and not all: as if it were written.
            values.origin = ValuesOrigin::Written;
        }
        values
    }

    /// The value of a flavor that leaves out a capability, where that is not every value.
    #[must_use]
    pub fn by_default(&self, capability: &str) -> Option<&'static str> {
        self.vocabulary.get(capability)?.by_default
    }

    /// In the legacy format the architecture decides alone.
    fn legacy_clash(&self, machine: &Machine<'a, 't>, version: &Version<'a, 't>) -> Clash<'t> {
        let written = machine.machine_type.architecture;
        Clash {
            capability: ARCHITECTURE,
            machine: Values {
                values: machine.architecture.into_iter().collect(),
                origin: ValuesOrigin::Written,
                span: written.span,
            },
            flavor: Values {
                values: version.architectures.clone(),
                origin: ValuesOrigin::Written,
                span: version.version.architectures.span,
            },
            worker: None,
        }
    }

    fn work_out(&self, machine: &Machine<'a, 't>, version: &Version<'a, 't>) -> Answer {
        self.work_out_for(&machine.row, machine, version, self.demand)
    }

    /// `row`: what machine type and worker pool have in common.
    fn work_out_for(
        &self,
        row: &Row<'t>,
        machine: &Machine<'a, 't>,
        version: &Version<'a, 't>,
        demand: Option<Demand>,
    ) -> Answer {
        let flavors = &version.flavors;
        if self.vocabulary.is_empty() {
            let compatible = machine
                .architecture
                .is_some_and(|name| version.architectures.contains(&name));
            return Answer {
                compatible,
                selected: Selected::Nothing,
                documented: Selected::Nothing,
            };
        }
        let selected = choose(&self.layout, row, flavors);
        // A version without flavors fits every machine type, but supports nothing that a pool asks
        // for beyond the defaults.
        let bare = || {
            demand.is_none()
                || self
                    .layout
                    .compatible(row, &self.layout.row(&Capabilities::new()))
        };
        Answer {
            compatible: if flavors.is_empty() {
                bare()
            } else {
                selected != Selected::Nothing
            },
            selected,
            documented: documented(&self.layout, row, flavors),
        }
    }
}

fn unanswered(versions: usize) -> Vec<OnceLock<Vec<Answer>>> {
    (0..versions).map(|_| OnceLock::new()).collect()
}
