//! A machine type beside the flavors of an image version, capability by capability, with where each
//! value comes from.

use crate::capability::{ARCHITECTURE, Demand, Selection, documented_steps};
use crate::matching::{Machine, Matcher, Values, ValuesOrigin, Version};
use crate::model::cloudprofile::CloudProfile;

/// A pair side by side.
#[derive(Clone, Debug)]
pub struct Comparison<'t> {
    /// The capabilities in the order of the vocabulary; in the legacy format the architecture
    /// alone.
    pub capabilities: Vec<&'t str>,
    /// The values of the machine type for each capability.
    pub machine: Vec<Side<'t>>,
    /// The demand of the worker pool for each capability, where there is a pool (a preview).
    pub worker: Option<Vec<Option<&'static str>>>,
    /// The flavors. In the legacy format one, which stands for the version; none where the version
    /// lists none.
    pub flavors: Vec<FlavorSide<'t>>,
    /// The selection among the flavors.
    pub selection: Selection<'t>,
    /// The selection that the operator guide describes, where it ends differently.
    pub documented: Option<Selection<'t>>,
}

/// The values of one side for one capability.
pub type Side<'t> = Values<'t>;

/// A flavor beside the machine type.
#[derive(Clone, Debug)]
pub struct FlavorSide<'t> {
    /// The values for each capability.
    pub values: Vec<Side<'t>>,
    /// Whether the two have no value in common, for each capability.
    pub clashes: Vec<bool>,
}

impl FlavorSide<'_> {
    /// Whether the flavor fits the machine type.
    #[must_use]
    pub fn fits(&self) -> bool {
        !self.clashes.contains(&true)
    }
}

/// The criterion of an elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The best value that a flavor still in the running has for the capability.
    Preferred,
    /// A further value: those that stay list a better one, too. The operator guide does not count
    /// these.
    Breadth,
}

/// The sources of the values on both sides: written values, beside those that the server fills in.
#[derive(Clone, Copy, Debug)]
pub struct Origins<'a, 't> {
    written: &'a CloudProfile<'t>,
}

impl<'a, 't> Origins<'a, 't> {
    /// `written`: the profile of the matcher before the server changed it.
    #[must_use]
    pub fn new(written: &'a CloudProfile<'t>) -> Self {
        Self { written }
    }

    /// The values of the machine type at a position, for each capability.
    #[must_use]
    pub fn machine(self, matcher: &Matcher<'a, 't>, index: usize) -> Vec<Side<'t>> {
        let machine = &matcher.machines()[index];
        let written = self.written.machine_types.get(index);
        if matcher.vocabulary().is_empty() {
            let span = machine.machine_type.architecture.span;
            let origin =
                written_or_default(written.is_some_and(|written| written.architecture.is_some()));
            return vec![Values {
                values: machine.architecture.into_iter().collect(),
                origin,
                span,
            }];
        }
        let converted = written.is_some_and(|written| written.capabilities.is_empty());
        sides(matcher, converted, |name| {
            matcher.values(&machine.machine_type.capabilities, name)
        })
    }

    /// The values of each flavor of the version at a position, for each capability.
    #[must_use]
    pub fn flavors(self, matcher: &Matcher<'a, 't>, index: usize) -> Vec<Vec<Side<'t>>> {
        let version = &matcher.versions()[index];
        let image = self.written.machine_images.get(version.image_index);
        let written = image.and_then(|image| image.versions.get(version.version_index));
        if matcher.vocabulary().is_empty() {
            let span = version.version.architectures.span;
            let origin = written_or_default(
                written.is_some_and(|written| !written.architectures.is_empty()),
            );
            return vec![vec![Values {
                values: version.architectures.clone(),
                origin,
                span,
            }]];
        }
        let converted = written.is_some_and(|written| written.capability_flavors.is_empty());
        version
            .version
            .capability_flavors
            .iter()
            .map(|flavor| {
                sides(matcher, converted, |name| {
                    matcher.flavor_values(&flavor.capabilities, name)
                })
            })
            .collect()
    }
}

fn written_or_default(written: bool) -> ValuesOrigin {
    if written {
        ValuesOrigin::Written
    } else {
        ValuesOrigin::Defaulted
    }
}

fn sides<'t>(
    matcher: &Matcher<'_, 't>,
    converted: bool,
    values: impl Fn(&str) -> Values<'t>,
) -> Vec<Side<'t>> {
    let side = |name: &str| {
        let values = values(name);
        let origin = if converted && values.origin == ValuesOrigin::Written {
            ValuesOrigin::Converted
        } else {
            values.origin
        };
        Values { origin, ..values }
    };
    matcher.vocabulary().names().map(side).collect()
}

impl<'a, 't> Matcher<'a, 't> {
    /// A machine type beside a version; both by position.
    #[must_use]
    pub fn compare(
        &self,
        origins: Origins<'a, 't>,
        machine: usize,
        version: usize,
    ) -> Comparison<'t> {
        let legacy = self.vocabulary().is_empty();
        let capabilities = if legacy {
            vec![ARCHITECTURE]
        } else {
            self.vocabulary().names().collect()
        };
        let (machine_type, of_version): (&Machine<'a, 't>, &Version<'a, 't>) =
            (&self.machines()[machine], &self.versions()[version]);
        let reasons = self.reasons(machine_type, of_version);
        let flavor = |(values, clashes): (Vec<Side<'t>>, &Vec<super::Clash<'t>>)| {
            let clashes = capabilities
                .iter()
                .map(|name| clashes.iter().any(|clash| clash.capability == *name))
                .collect();
            FlavorSide { values, clashes }
        };
        let flavors = origins
            .flavors(self, version)
            .into_iter()
            .zip(&reasons.flavors)
            .map(flavor)
            .collect();
        let answer = self.answer(machine_type, of_version);
        let documented = (answer.documented != answer.selected)
            .then(|| documented_steps(self.layout(), &machine_type.row, &of_version.flavors));
        let asked = |demand: Demand| capabilities.iter().map(|name| demand.value(name)).collect();
        Comparison {
            machine: origins.machine(self, machine),
            worker: self.demand().filter(|_| !legacy).map(asked),
            flavors,
            selection: reasons.selection,
            documented,
            capabilities,
        }
    }

    /// The criterion of an elimination among the flavors of a version.
    #[must_use]
    pub fn tie_break(&self, version: usize, step: &crate::capability::Step<'t>) -> TieBreak {
        let Some(kept) = step
            .kept
            .first()
            .and_then(|kept| self.versions()[version].flavors.get(*kept))
        else {
            return TieBreak::Preferred;
        };
        // The remaining ones agree on every better value.
        let better = self
            .layout()
            .bits()
            .take_while(|(_, bit)| *bit != step.bit)
            .filter(|(_, bit)| bit.capability == step.bit.capability);
        let has_better = better.into_iter().any(|(at, _)| kept.has(at));
        if has_better {
            TieBreak::Breadth
        } else {
            TieBreak::Preferred
        }
    }
}
