//! How findings of this group name machine types, versions, flavors and what keeps them apart.

use crate::matching::{Clash, Machine, Values, ValuesOrigin, Version};
use crate::model::path::{FieldPath, Path};
use crate::rules::words;
use crate::source::Span;

/// How many machine types or versions a message names.
const NAMED: usize = 3;

/// `machine type ...` or `machine types ...`.
pub(in crate::rules) fn machine_types(machines: &[&Machine<'_, '_>]) -> String {
    let names = words::some(
        machines.iter().map(|machine| *machine.machine_type.name),
        NAMED,
    );
    format!("machine type{} {names}", plural(machines))
}

/// `version ... of image ...`, or several.
pub(in crate::rules) fn versions(versions: &[&Version<'_, '_>]) -> String {
    let same_image = versions
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if a.image_index == b.image_index));
    match versions {
        [first, ..] if same_image => {
            let names = words::some(
                versions.iter().map(|version| *version.version.version()),
                NAMED,
            );
            format!(
                "version{} {names} of image {}",
                plural(versions),
                words::quoted(*first.image.name)
            )
        }
        _ => {
            let names: Vec<String> = versions
                .iter()
                .map(|version| format!("{} {}", *version.image.name, *version.version.version()))
                .collect();
            format!(
                "versions {}",
                words::some(names.iter().map(String::as_str), NAMED)
            )
        }
    }
}

/// An `s` where there are several.
pub(in crate::rules) fn plural<T>(things: &[T]) -> &'static str {
    if things.len() == 1 { "" } else { "s" }
}

/// The end of a verb in the third person.
pub(in crate::rules) fn verb<T>(things: &[T]) -> &'static str {
    if things.len() == 1 { "s" } else { "" }
}

/// Runs with the path of a version.
fn at_version<R>(version: &Version<'_, '_>, with: impl FnOnce(&Path<'_>) -> R) -> R {
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    let image = images.index(version.image_index);
    let versions = image.field("versions");
    with(&versions.index(version.version_index))
}

/// The path of a version.
pub(in crate::rules) fn version_path(version: &Version<'_, '_>) -> FieldPath {
    at_version(version, |path| path.into())
}

/// The path of a flavor.
pub(in crate::rules) fn flavor_path(version: &Version<'_, '_>, flavor: usize) -> FieldPath {
    at_version(version, |path| {
        path.field("capabilityFlavors").index(flavor).into()
    })
}

/// The path of a machine type.
pub(in crate::rules) fn machine_path(
    machine: &Machine<'_, '_>,
    all: &[Machine<'_, '_>],
) -> FieldPath {
    let index = all
        .iter()
        .position(|other| std::ptr::eq(other.machine_type, machine.machine_type))
        .unwrap_or_default();
    let spec = Path::new("spec");
    spec.field("machineTypes").index(index).into()
}

/// A flavor of a version, as messages call it.
pub(in crate::rules) fn flavor(index: usize) -> String {
    format!("`capabilityFlavors[{index}]`")
}

pub(in crate::rules) fn flavors(indexes: &[usize]) -> String {
    let names: Vec<String> = indexes
        .iter()
        .map(|index| format!("capabilityFlavors[{index}]"))
        .collect();
    words::all(names.iter().map(String::as_str))
}

/// The bytes of a flavor.
pub(in crate::rules) fn flavor_span(version: &Version<'_, '_>, flavor: usize) -> Span {
    let at = version.version.capability_flavors.span;
    version
        .version
        .capability_flavors
        .get(flavor)
        .map_or(at, |flavor| {
            if flavor.span.is_empty() {
                flavor.at
            } else {
                flavor.span
            }
        })
}

/// The difference between a machine type and a flavor, as the end of a sentence.
pub(in crate::rules) fn clashes(clashes: &[Clash<'_>]) -> String {
    let one = |clash: &Clash<'_>| {
        let (capability, machine, flavor) = (
            words::quoted(clash.capability),
            list(&clash.machine),
            list(&clash.flavor),
        );
        match clash.worker {
            Some(worker) => {
                format!(
                    "for {capability} the worker pool asks for {worker}, the machine type has \
                     {machine} and the flavor {flavor}"
                )
            }
            None => {
                format!("for {capability} the machine type has {machine} and the flavor {flavor}")
            }
        }
    };
    clashes.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The values of one side.
pub(in crate::rules) fn list(values: &Values<'_>) -> String {
    match values.origin {
        ValuesOrigin::Written | ValuesOrigin::Converted if values.values.is_empty() => {
            "none".to_owned()
        }
        ValuesOrigin::Written | ValuesOrigin::Converted => {
            words::some(values.values.iter().copied(), NAMED)
        }
        ValuesOrigin::Defaulted => format!(
            "all ({})",
            words::some(values.values.iter().copied(), NAMED)
        ),
    }
}
