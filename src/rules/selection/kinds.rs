//! Machine types and image versions by kind, as far as they count for a proof: one of each kind
//! decides for all of them.

use crate::capability::{ARCHITECTURE, ARCHITECTURES, Row, Selected};
use crate::matching::{Machine, Matcher, Version};
use crate::model::cloudprofile::Capability;
use crate::model::lifecycle::Classification;
use crate::model::path::PathStep;
use crate::rules::ProfileView;

/// How many comparisons of a capability a proof may take. No profile that fits into etcd comes near
/// with lists that people write; beyond it, the remaining kinds of versions are left out.
const MOST_COMPARISONS: usize = 50_000_000;

/// The kinds of machine types and versions.
pub(super) struct Kinds<'a> {
    pub(super) matcher: &'a Matcher<'a, 'a>,
    machines: Vec<Kind<&'a Machine<'a, 'a>>>,
    versions: Vec<Kind<&'a Version<'a, 'a>>>,
    unusable: Vec<&'a Machine<'a, 'a>>,
    complete: bool,
}

pub(super) struct Kind<T> {
    /// The class, as the matcher numbers it.
    pub(super) class: usize,
    pub(super) first: T,
    /// All of them, in the order of the profile.
    pub(super) all: Vec<T>,
}

impl<'a> Kinds<'a> {
    /// The kinds of a profile with a vocabulary. None where an architecture is missing or unknown,
    /// or where strict decoding refuses part of the comparison: then a proof would be about a
    /// profile that does not exist.
    pub(super) fn with_vocabulary(view: &ProfileView<'a>) -> Option<Self> {
        if !view.vocabulary.is_empty() && has_known_architectures(view) && is_readable(view) {
            Self::new(view)
        } else {
            None
        }
    }

    /// The kinds of a profile.
    pub(super) fn new(view: &ProfileView<'a>) -> Option<Self> {
        let matcher = view.matcher?;
        let usable = |machine: &&Machine<'_, '_>| machine.machine_type.usable.value != Some(false);
        let (usable, unusable): (Vec<_>, Vec<_>) = matcher.machines().iter().partition(usable);
        let machines = by_class(
            matcher.machine_classes(),
            usable.into_iter().map(|machine| (machine.class, machine)),
        );
        let unusable = by_class(
            matcher.machine_classes(),
            unusable.into_iter().map(|machine| (machine.class, machine)),
        );
        let current = |version: &&Version<'_, '_>| {
            version
                .version
                .expirable
                .classification_at(view.settings.now)
                != Classification::Expired
        };
        let versions = matcher
            .versions()
            .iter()
            .filter(current)
            .map(|version| (version.class, version));
        let mut versions = by_class(matcher.version_classes(), versions);
        let (mut comparisons, all) = (0usize, versions.len());
        let kinds = matcher
            .machine_classes()
            .saturating_mul(matcher.layout().capabilities().max(1));
        versions.retain(|kind: &Kind<&Version<'_, '_>>| {
            comparisons =
                comparisons.saturating_add(kinds.saturating_mul(kind.first.flavors.len() + 1));
            comparisons <= MOST_COMPARISONS
        });
        let complete = versions.len() == all;
        Some(Self {
            matcher,
            machines,
            versions,
            unusable: unusable.into_iter().map(|kind| kind.first).collect(),
            complete,
        })
    }

    /// Without versions whose flavors are for different worker pools: their choice does not depend
    /// on the machine type alone.
    pub(super) fn without_workers(mut self, view: &ProfileView<'_>) -> Self {
        if view.settings.preview.worker_capabilities {
            let by_worker = |capability: &Capability<'_>| {
                self.matcher
                    .vocabulary()
                    .get(*capability.name)
                    .is_some_and(|definition| definition.by_default.is_some())
            };
            let all = self.versions.len();
            self.versions.retain(|kind| {
                let mut flavors = kind.first.version.capability_flavors.iter();
                !flavors.any(|flavor| flavor.capabilities.iter().any(by_worker))
            });
            self.complete &= self.versions.len() == all;
        }
        self
    }

    pub(super) fn machines(&self) -> &[Kind<&'a Machine<'a, 'a>>] {
        &self.machines
    }

    /// One of each kind of machine types that are not usable.
    pub(super) fn unusable(&self) -> &[&'a Machine<'a, 'a>] {
        &self.unusable
    }

    /// The versions that are not expired.
    pub(super) fn versions(&self) -> &[Kind<&'a Version<'a, 'a>>] {
        &self.versions
    }

    /// Whether the proof covers all versions. Else it cannot say what no version does.
    pub(super) fn are_complete(&self) -> bool {
        self.complete
    }

    /// The usable machine types of these classes (in ascending order), in the order of the profile.
    pub(super) fn machines_of(&self, classes: &[usize]) -> Vec<&'a Machine<'a, 'a>> {
        let of_class = |kind: &&Kind<_>| classes.binary_search(&kind.class).is_ok();
        let mut machines: Vec<_> = self
            .machines
            .iter()
            .filter(of_class)
            .flat_map(|kind| kind.all.iter().copied())
            .collect();
        machines.sort_by_key(|machine| machine.machine_type.at);
        machines
    }

    /// The flavor that is selected for a kind of machine types in a kind of versions, where there
    /// is exactly one.
    pub(super) fn selected(
        &self,
        machine: &Kind<&Machine<'_, '_>>,
        version: &Kind<&Version<'_, '_>>,
    ) -> &'a Selected {
        &self
            .matcher
            .answer_of_classes(machine.class, version.class)
            .selected
    }

    /// Whether a machine type fits a row.
    pub(super) fn fits(&self, machine: &Machine<'_, 'a>, flavor: &Row<'a>) -> bool {
        self.matcher.layout().compatible(&machine.row, flavor)
    }

    /// Whether a machine type does not fit a flavor of a version only because of lists that are
    /// reported themselves.
    pub(super) fn might_fit(
        &self,
        machine: &Machine<'_, 'a>,
        version: &Version<'_, 'a>,
        flavor: usize,
    ) -> bool {
        let Some((row, written)) = version
            .flavors
            .get(flavor)
            .zip(version.version.capability_flavors.get(flavor))
        else {
            return false;
        };
        let sides = [
            &machine.machine_type.capabilities.value,
            &written.capabilities,
        ];
        let unsound = |name: &str| {
            let mut lists = sides
                .iter()
                .flat_map(|side| side.iter())
                .filter(|capability| *capability.name == name);
            lists.any(|capability| !self.is_sound(std::slice::from_ref(capability)))
        };
        let layout = self.matcher.layout();
        !sides.iter().all(|side| self.is_sound(side))
            && layout
                .clashes(&[&machine.row, row])
                .into_iter()
                .all(|clash| unsound(layout.name(clash)))
    }

    /// Whether every capability and value is defined, and every list has values. What others lead
    /// to is not worth saying: they are reported themselves.
    pub(super) fn is_sound(&self, capabilities: &[Capability<'_>]) -> bool {
        capabilities.iter().all(|capability| {
            self.matcher
                .vocabulary()
                .get(*capability.name)
                .is_some_and(|definition| {
                    !capability.values.is_empty()
                        && capability
                            .values
                            .iter()
                            .all(|value| definition.has(value.value))
                })
        })
    }

    /// The same of a flavor of a version, which also needs an architecture where there are several.
    pub(super) fn is_sound_flavor(&self, version: &Version<'_, '_>, flavor: usize) -> bool {
        version
            .version
            .capability_flavors
            .get(flavor)
            .is_some_and(|flavor| {
                let has_architecture = flavor
                    .capabilities
                    .iter()
                    .any(|capability| *capability.name == ARCHITECTURE);
                self.is_sound(&flavor.capabilities)
                    && (has_architecture || self.matcher.vocabulary().architectures().len() < 2)
            })
    }
}

/// Whether Gardener knows all architectures of a profile, and a vocabulary has some. What follows
/// from others is not worth saying: they are reported themselves.
pub(super) fn has_known_architectures(view: &ProfileView<'_>) -> bool {
    let profile = view.profile;
    let vocabulary = view.vocabulary.architectures();
    let of_machines = profile
        .machine_types
        .iter()
        .filter_map(|machine| *machine.architecture);
    let versions = profile
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter());
    let of_versions = versions
        .flat_map(|version| version.architectures.iter())
        .map(|name| name.value);
    (view.vocabulary.is_empty() || !vocabulary.is_empty())
        && vocabulary
            .iter()
            .map(|name| name.value)
            .chain(of_machines)
            .chain(of_versions)
            .all(|name| ARCHITECTURES.contains(&name))
}

/// Whether vocabulary, flavors and capabilities of machine types could be read.
pub(super) fn is_readable(view: &ProfileView<'_>) -> bool {
    const COMPARED: [&str; 3] = ["machineCapabilities", "capabilityFlavors", "capabilities"];
    !view.item.shape.iter().any(|problem| {
        let names = || problem.field.steps().iter().filter_map(PathStep::name);
        names().any(|name| COMPARED.contains(&name))
            && !names().any(|name| name == "providerConfig")
    })
}

fn by_class<T: Copy>(classes: usize, items: impl Iterator<Item = (usize, T)>) -> Vec<Kind<T>> {
    let mut kinds: Vec<Option<Kind<T>>> = std::iter::repeat_with(|| None).take(classes).collect();
    for (class, item) in items {
        match kinds.get_mut(class) {
            Some(Some(kind)) => kind.all.push(item),
            Some(empty) => {
                *empty = Some(Kind {
                    class,
                    first: item,
                    all: vec![item],
                });
            }
            None => {}
        }
    }
    kinds.into_iter().flatten().collect()
}
