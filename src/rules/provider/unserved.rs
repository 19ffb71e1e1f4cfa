//! Image versions without an artifact for machine types that the server admits them for: the
//! regions, the classes of machine types, and the reason. The rule words it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Row;
use crate::matching::{Machine, Verdict, Version};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::provider::lookup::{Absent, Catalog, NoArtifact};
use crate::rules::ProvidedView;
use crate::rules::provider::offered::Offered;

/// The reason, as far as it separates findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    Absent,
    Unnamed,
    Region,
    Incompatible,
    Nameless,
    NoArchitecture,
}

/// Machine types that differ in nothing that matters: all versions are asked for the same one.
pub(super) struct Class<'a> {
    machine: &'a Machine<'a, 'a>,
    row: OnceCell<Row<'a>>,
}

/// Regions and causes without an artifact, with classes of machine types.
pub(super) type Failing<'a> = BTreeMap<(Vec<&'a str>, Cause), Vec<usize>>;

/// The regions and causes for which a version has no artifact, with the classes of machine types.
/// `left`: the remaining comparisons; at zero, the answer is not whole.
pub(super) fn find<'a>(
    view: &ProvidedView<'a>,
    catalog: &Catalog<'_, 'a>,
    version: &Version<'_, 'a>,
    offered: &Offered<'_>,
    classes: &[Class<'a>],
    left: &mut usize,
) -> Failing<'a> {
    let find = if catalog.is_by_flavor() {
        by_flavor
    } else {
        by_entry
    };
    find(view, catalog, version, offered, classes, left)
}

/// The regions for which artifacts are looked up.
fn regions<'a>(view: &ProvidedView<'a>, catalog: &Catalog<'_, 'a>) -> Vec<&'a str> {
    if catalog.is_regional() {
        view.whole
            .regions
            .iter()
            .map(|region| *region.name)
            .collect()
    } else {
        vec![""]
    }
}

/// One usable machine type of each class.
pub(super) fn classes<'a>(view: &ProvidedView<'a>) -> Vec<Class<'a>> {
    let mut seen = BTreeSet::new();
    let machines = view.matcher.machines().iter();
    machines
        .filter(|machine| {
            machine.machine_type.usable.value != Some(false) && seen.insert(machine.class)
        })
        .map(|machine| Class {
            machine,
            row: OnceCell::new(),
        })
        .collect()
}

/// The classes for which the server admits a version.
fn admitted<'c, 'a>(
    view: &ProvidedView<'a>,
    classes: &'c [Class<'a>],
    version: &Version<'_, 'a>,
) -> impl Iterator<Item = &'c Class<'a>> {
    let matcher = view.matcher;
    let fits = move |class: &&Class<'_>| matcher.verdict(class.machine, version) == Verdict::Fits;
    classes.iter().filter(fits)
}

/// The case in which flavors do not matter.
fn by_entry<'a>(
    view: &ProvidedView<'a>,
    catalog: &Catalog<'_, 'a>,
    version: &Version<'_, 'a>,
    offered: &Offered<'_>,
    classes: &[Class<'a>],
    left: &mut usize,
) -> Failing<'a> {
    let (image, name) = (*version.image.name, *version.version.version());
    let all = regions(view, catalog);
    let scanned = 1 + catalog.mappings(image, name);
    let mut answers: BTreeMap<&str, Vec<Option<Cause>>> = BTreeMap::new();
    let mut failing = Failing::new();
    for Class { machine, .. } in admitted(view, classes, version) {
        let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
        let causes = answers.entry(architecture).or_insert_with(|| {
            *left = left.saturating_sub(scanned * all.len());
            all.iter()
                .map(|region| {
                    let found = catalog.unchosen(image, name, region, architecture);
                    found.and_then(|found| cause(&found.map(|_| ())))
                })
                .collect()
        });
        *left = left.saturating_sub(all.len());
        let mut by_cause: BTreeMap<Cause, Vec<&str>> = BTreeMap::new();
        for (region, cause) in all.iter().zip(causes) {
            if let Some(cause) = cause.filter(|_| offered.in_region(machine.class, region)) {
                by_cause.entry(cause).or_default().push(region);
            }
        }
        for (cause, regions) in by_cause {
            failing
                .entry((regions, cause))
                .or_default()
                .push(machine.class);
        }
    }
    failing
}

/// Why there is no artifact; none where there is one, or other rules say why not.
fn cause(answer: &Result<(), NoArtifact>) -> Option<Cause> {
    match answer {
        Err(NoArtifact::Absent(Absent::Region { elsewhere: false })) => Some(Cause::Unnamed),
        Err(NoArtifact::Absent(Absent::Region { .. })) => Some(Cause::Region),
        Err(NoArtifact::Absent(_)) => Some(Cause::Absent),
        Err(NoArtifact::Incompatible { .. }) => Some(Cause::Incompatible),
        Err(NoArtifact::Nameless(_)) => Some(Cause::Nameless),
        Err(NoArtifact::NoArchitecture(_)) => Some(Cause::NoArchitecture),
        Ok(()) | Err(NoArtifact::Ambiguous(_) | NoArtifact::UnknownMachineType) => None,
        // It is unknown whether there is one.
        Err(NoArtifact::Elsewhere) => None,
    }
}

fn by_flavor<'a>(
    view: &ProvidedView<'a>,
    catalog: &Catalog<'_, 'a>,
    version: &Version<'_, 'a>,
    offered: &Offered<'_>,
    classes: &[Class<'a>],
    left: &mut usize,
) -> Failing<'a> {
    let (image, name) = (*version.image.name, *version.version.version());
    let all = regions(view, catalog);
    let mut failing = Failing::new();
    *left = left.saturating_sub(all.len() * (1 + catalog.mappings(image, name)));
    if *left == 0 {
        return failing;
    }
    let offers = catalog.offers(image, name, &all);
    for Class { machine, row } in admitted(view, classes, version) {
        let row = row.get_or_init(|| {
            let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
            catalog.machine_row(machine.machine_type, architecture)
        });
        for alike in offers.alike() {
            *left = left.saturating_sub(1 + alike.regions.len());
            let answer = offers.in_alike(alike, row);
            // Another rule reports a flavor that is chosen and does not state its architecture.
            let Some(cause) = cause(&answer).filter(|cause| *cause != Cause::NoArchitecture) else {
                continue;
            };
            let regions: Vec<&str> = alike
                .regions
                .iter()
                .copied()
                .filter(|region| offered.in_region(machine.class, region))
                .collect();
            if regions.is_empty() {
                continue;
            }
            failing
                .entry((regions, cause))
                .or_default()
                .push(machine.class);
        }
    }
    failing
}
