use crate::capability::{Layout, Row};
use crate::model::cloudprofile::{Flavor, MachineImageVersion};
use crate::model::path::Path;
use crate::rules::provider::names;
use crate::rules::{ProvidedView, Report, Reporter, words};
use crate::source::Span;

rule!(
    "provider/overwritten-flavors",
    Design,
    Warning,
    Provided(check),
    "Flavors of an image version that the provider's webhook replaces."
);

/// Maximum number of flavors spelled out.
const SHOWN: usize = 4;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(mutated) = view.mutated else { return };
    let layout = Layout::new(view.vocabulary);
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for (index, (written, effective)) in view
        .written
        .machine_images
        .iter()
        .zip(mutated.machine_images.iter())
        .enumerate()
    {
        let image = images.index(index);
        let versions = image.field("versions");
        for (index, (before, after)) in written
            .versions
            .iter()
            .zip(effective.versions.iter())
            .enumerate()
        {
            let (Some(first), true) = (
                before.capability_flavors.first(),
                is_replaced(before, after),
            ) else {
                continue;
            };
            if rows(&layout, before) == rows(&layout, after) {
                continue;
            }
            let path = versions.index(index);
            let shown: Vec<String> = after
                .capability_flavors
                .iter()
                .take(SHOWN)
                .map(|flavor| names::capabilities(&flavor.capabilities))
                .collect();
            let more = after.capability_flavors.len().saturating_sub(SHOWN);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let (does, effective) = if shown.is_empty() {
                (
                    "removes",
                    ", since its entry in `providerConfig` has none".to_owned(),
                )
            } else {
                (
                    "replaces",
                    format!(" by those of `providerConfig`: {}{more}", shown.join(", ")),
                )
            };
            let message = format!(
                "the {} webhook {does} the flavors of version {} of image {}{effective}; the \
                 flavors in the file have no effect. Tools that compare the file with the cluster \
                 always show a difference",
                view.title(),
                words::quoted(*before.version()),
                words::quoted(*written.name),
            );
            let mut report = Report::new(
                before.capability_flavors.span,
                path.field("capabilityFlavors"),
                message,
            )
            .help("write the same flavors here and in `providerConfig`, or leave them out here");
            if after.capability_flavors.is_empty() {
                report = report.also(first.at, "never used");
            } else {
                report = differences(&layout, before, after)
                    .into_iter()
                    .fold(report, |report, (span, text)| report.also(span, text));
            }
            reporter.report(report);
        }
    }
}

/// The difference between the flavors of both sides: equal ones are left out, and each other one is
/// compared with the nearest.
fn differences(
    layout: &Layout<'_>,
    before: &MachineImageVersion<'_>,
    after: &MachineImageVersion<'_>,
) -> Vec<(Span, String)> {
    let mut left: Vec<&Flavor<'_>> = after.capability_flavors.iter().collect();
    let mut unmatched = Vec::new();
    for (index, flavor) in before.capability_flavors.iter().enumerate() {
        let row = layout.row(&flavor.capabilities);
        match left
            .iter()
            .position(|other| layout.row(&other.capabilities) == row)
        {
            Some(at) => drop(left.remove(at)),
            None => unmatched.push((index, flavor)),
        }
    }
    let mut told = Vec::new();
    for (index, flavor) in unmatched {
        let nearest = (0..left.len()).min_by_key(|at| compare(index, flavor, left[*at]).len());
        match nearest.map(|at| left.remove(at)) {
            Some(other) => told.append(&mut compare(index, flavor, other)),
            None => told.push((
                flavor.at,
                format!("`providerConfig` has no flavor for `capabilityFlavors[{index}]`"),
            )),
        }
    }
    told.extend(left.into_iter().map(|other| {
        (
            other.at,
            "the profile has no flavor for this one".to_owned(),
        )
    }));
    told.truncate(2 * SHOWN);
    told
}

/// The capabilities and values that one flavor has and the other lacks, with the likely intention.
fn compare(index: usize, flavor: &Flavor<'_>, other: &Flavor<'_>) -> Vec<(Span, String)> {
    let mut told = Vec::new();
    for capability in &flavor.capabilities {
        let Some(same) = other
            .capabilities
            .iter()
            .find(|other| *other.name == *capability.name)
        else {
            let near = words::near(
                *capability.name,
                other.capabilities.iter().map(|other| *other.name),
            );
            let text = format!(
                "`providerConfig` does not name {} here{}",
                words::quoted(*capability.name),
                meant(near)
            );
            told.push((capability.name.span, text));
            continue;
        };
        let has = |value: &str| same.values.iter().any(|other| other.value == value);
        for value in capability.values.iter().filter(|value| !has(value.value)) {
            let near = words::near(value.value, same.values.iter().map(|value| value.value));
            told.push((
                value.span,
                format!(
                    "`providerConfig` does not have {} here{}",
                    words::quoted(value.value),
                    meant(near)
                ),
            ));
        }
        let lacks = |value: &str| !capability.values.iter().any(|own| own.value == value);
        for value in same.values.iter().filter(|value| lacks(value.value)) {
            told.push((
                value.span,
                format!(
                    "`capabilityFlavors[{index}]` of the profile does not have {}",
                    words::quoted(value.value)
                ),
            ));
        }
    }
    for capability in other.capabilities.iter().filter(|other| {
        !flavor
            .capabilities
            .iter()
            .any(|own| *own.name == *other.name)
    }) {
        let name = words::quoted(*capability.name);
        told.push((
            capability.name.span,
            format!("`capabilityFlavors[{index}]` of the profile does not name {name}"),
        ));
    }
    told
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(", but {}", words::quoted(near)))
}

/// Whether the flavors stand somewhere else than those that were written.
fn is_replaced(before: &MachineImageVersion<'_>, after: &MachineImageVersion<'_>) -> bool {
    let places = |version: &MachineImageVersion<'_>| {
        version
            .capability_flavors
            .iter()
            .map(|flavor| flavor.at)
            .collect::<Vec<_>>()
    };
    places(before) != places(after)
}

fn rows<'t>(layout: &Layout<'t>, version: &MachineImageVersion<'t>) -> Vec<Row<'t>> {
    let mut rows: Vec<Row<'t>> = version
        .capability_flavors
        .iter()
        .map(|flavor| layout.row(&flavor.capabilities))
        .collect();
    rows.sort_unstable();
    rows
}
