//! The sentences of the answer.

use crate::capability::{Selected, Selection, Step};
use crate::matching::{Comparison, Default, DefaultFault, MachineGroup, TieBreak, ValuesOrigin};
use crate::model::lifecycle::{Classification, Current};
use crate::output::{Document, Span, Style};
use crate::table::matching::pen::{Mark, item, machine_name};
use crate::table::matching::versions::chosen;
use crate::table::matching::{ProfileView, artifacts, regions};
use crate::words::and;
use crate::words::artifacts::{flavors, tie};

/// The heading of a profile.
pub(super) fn profile(profile: &ProfileView<'_, '_, '_>, out: &mut Document) {
    let place = crate::words::place(profile.file, profile.document);
    let place = if profile.prefix.is_root() {
        place
    } else {
        format!("{place}, {}", profile.prefix)
    };
    out.paragraph(
        0,
        Span::new(
            format!("{} ({place}) at {}", profile.name, profile.answers.now),
            Style::BOLD,
        ),
    );
    if let Some(demand) = profile.matcher.demand() {
        let asked: Vec<String> = demand
            .values()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        out.paragraph(
            0,
            format!(
                "For a worker pool that asks for {} (a preview).",
                and(&asked)
            ),
        );
    }
    if profile.matcher.vocabulary().is_empty() {
        out.paragraph(
            0,
            "Legacy format, without machineCapabilities: only the architecture decides.",
        );
    }
}

/// The machine types of a group.
pub(super) fn machines<'t>(
    profile: &ProfileView<'_, '_, 't>,
    group: &MachineGroup<'_, '_, '_>,
) -> Vec<&'t str> {
    group
        .machines
        .iter()
        .map(|index| *profile.matcher.machines()[*index].machine_type.name)
        .collect()
}

/// The machine types of a group for people.
pub(super) fn machine_names(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
) -> Vec<String> {
    let machines = group.machines.iter();
    machines
        .map(|index| machine_name(profile.matcher, *index))
        .collect()
}

/// A list of values as it is written in YAML.
pub(super) fn values(values: &[&str]) -> String {
    format!("[{}]", values.join(", "))
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// Why no flavor fits, in one clause.
pub(super) fn why_not(comparison: &Comparison<'_>, legacy: bool) -> String {
    let everywhere = |index: &usize| {
        comparison
            .flavors
            .iter()
            .all(|flavor| flavor.clashes[*index])
    };
    let common: Vec<String> = (0..comparison.capabilities.len())
        .filter(everywhere)
        .map(|index| {
            let (name, machine) = (
                comparison.capabilities[index],
                &comparison.machine[index].values,
            );
            let asked = comparison.worker.as_ref().and_then(|asked| asked[index]);
            if let Some(asked) = asked {
                if machine.contains(&asked) {
                    format!("no flavor has {name} {asked}, which the worker pool asks for")
                } else {
                    format!(
                        "the machine type has no {name} {asked}, which the worker pool asks for"
                    )
                }
            } else if machine.is_empty() && legacy {
                "the machine type has no architecture".to_owned()
            } else if machine.is_empty() {
                format!("the machine type's {name} is an empty list, which fits nothing")
            } else if legacy {
                let version = comparison
                    .flavors
                    .first()
                    .map_or(&[][..], |flavor| &flavor.values[index].values);
                format!(
                    "{name} {} is not among {}",
                    machine.join(", "),
                    values(version)
                )
            } else {
                format!("no flavor has {name} {}", values(machine))
            }
        })
        .collect();
    if !common.is_empty() {
        return and(&common);
    }
    let each = comparison
        .flavors
        .iter()
        .enumerate()
        .map(|(index, flavor)| {
            let clashing = flavor
                .clashes
                .iter()
                .zip(&comparison.capabilities)
                .filter(|(clash, _)| **clash);
            format!(
                "flavor {index} by {}",
                and(&clashing
                    .map(|(_, name)| (*name).to_owned())
                    .collect::<Vec<_>>())
            )
        });
    format!("each flavor fails: {}", and(&each.collect::<Vec<_>>()))
}

/// The flavor that Gardener takes, step by step, and the different choice of the operator guide.
pub(super) fn selection(
    profile: &ProfileView<'_, '_, '_>,
    machine: usize,
    version: usize,
    comparison: &Comparison<'_>,
    out: &mut Document,
) {
    let selection = &comparison.selection;
    match &selection.compatible[..] {
        [] => {}
        [one] => out.paragraph(2, format!("Gardener takes flavor {one}: no other fits.")),
        _ if selection.steps.is_empty() => outcome(&selection.selected, out),
        several => {
            let text = format!(
                "{} fit; their values are compared in the order of machineCapabilities:",
                capitalised(&flavors(several))
            );
            out.paragraph(2, text);
            for (number, step) in selection.steps.iter().enumerate() {
                let text = format!(
                    "{}. {}",
                    number + 1,
                    self::step(profile, machine, version, step)
                );
                out.paragraph(4, text);
            }
            outcome(&selection.selected, out);
        }
    }
    if let Some(documented) = &comparison.documented {
        differs(selection, documented, out);
    }
}

fn outcome(selected: &Selected, out: &mut Document) {
    match selected {
        Selected::Nothing => {}
        Selected::One(one) => out.paragraph(2, format!("Gardener takes flavor {one}.")),
        Selected::Ambiguous(ties) => {
            item(
                out,
                2,
                Mark::Beware,
                &format!("{}.", capitalised(&tie(ties))),
            );
        }
    }
}

fn step(
    profile: &ProfileView<'_, '_, '_>,
    machine: usize,
    version: usize,
    step: &Step<'_>,
) -> String {
    let matcher = profile.matcher;
    let (capability, value) = (step.bit.capability, step.bit.value);
    let (one, other) = (step.kept.len() == 1, step.dropped.len() == 1);
    let lists = if one { "lists" } else { "list" };
    let not = if other {
        "does not and drops out"
    } else {
        "do not and drop out"
    };
    let also = match matcher.tie_break(version, step) {
        TieBreak::Preferred => String::new(),
        TieBreak::Breadth => "also ".to_owned(),
    };
    let mut text = format!(
        "{capability}: {} {also}{lists} {value}, {} {not}",
        flavors(&step.kept),
        flavors(&step.dropped)
    );
    let at = matcher
        .layout()
        .bits()
        .find(|(_, bit)| *bit == step.bit)
        .map(|(at, _)| at);
    if at.is_some_and(|at| !matcher.machines()[machine].row.has(at)) {
        text +=
            &format!(" (only flavors are compared here: the machine type itself has no {value})");
    }
    text
}

fn differs(taken: &Selection<'_>, documented: &Selection<'_>, out: &mut Document) {
    let name = |selected: &Selected| match selected {
        Selected::Nothing => "nothing".to_owned(),
        Selected::One(one) => format!("flavor {one}"),
        Selected::Ambiguous(ties) => format!("none of {}", flavors(ties)),
    };
    let by = documented.steps.last().map_or_else(String::new, |step| {
        let lists = if step.kept.len() == 1 {
            "lists"
        } else {
            "list"
        };
        format!(
            " ({}: {} {lists} {})",
            step.bit.capability,
            flavors(&step.kept),
            step.bit.value
        )
    });
    let text = format!(
        "The operator guide documents another rule, by which {} would win{by}: it compares only \
         the most preferred value that each flavor has for a capability. Gardener compares all \
         values and takes {}.",
        name(&documented.selected),
        name(&taken.selected)
    );
    item(out, 2, Mark::Beware, &text);
}

/// The version of a Shoot that leaves the image or the version open; nothing where it keeps its
/// own. `image`: the one it names.
pub(super) fn default(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: Option<&str>,
    default: &Result<Default<'_, '_, '_>, DefaultFault>,
) -> Option<(Mark, String)> {
    let shoot = match (image, profile.version.filter(|version| !version.is_empty())) {
        (Some(image), None) => format!("A pool with image {image} and no version"),
        (Some(image), Some(version)) => format!("A pool with image {image} and version {version}"),
        (None, None) => "A pool without image".to_owned(),
        (None, Some(version)) => format!("A pool with version {version} and no image"),
    };
    match default {
        Ok(Default::Kept) => None,
        Ok(Default::Chosen {
            version,
            only_deprecated,
            ..
        }) => {
            let named = format!("{} {}", *version.image.name, *version.version.version());
            let state = version
                .version
                .expirable
                .classification_at(profile.answers.now);
            let text = format!("{shoot} gets {named}");
            Some(match state {
                Current::Known(Classification::Expired | Classification::Unavailable) => (
                    Mark::No,
                    format!("{text}, which is {state}: admission then refuses it."),
                ),
                _ if matches!(
                    profile
                        .matcher
                        .answer(&profile.matcher.machines()[group.machines[0]], version)
                        .selected,
                    Selected::Ambiguous(_)
                ) =>
                {
                    (
                        Mark::Beware,
                        format!("{text}, whose flavors tie: creating machines fails."),
                    )
                }
                _ if !serves(profile, group, default) && profile.regions.is_empty() => (
                    Mark::No,
                    format!("{text}, but the profile has no region that was asked for."),
                ),
                _ if !serves(profile, group, default)
                    && regions::lacking(profile, group.machines[0]).len()
                        == profile.regions.len() =>
                {
                    let regions = profile.regions.join(", ");
                    let effect = "the server refuses the Shoot with any zone there";
                    (
                        Mark::No,
                        format!(
                            "{text}, but the machine type is not available in {regions}: {effect}."
                        ),
                    )
                }
                _ if !serves(profile, group, default) => {
                    let regions = profile.regions.join(", ");
                    let refused = chosen(profile.matcher, default).is_some_and(|version| {
                        artifacts::refused(profile, group.machines[0], version)
                    });
                    if refused {
                        let effect = "the webhook of the extension refuses the Shoot";
                        (
                            Mark::No,
                            format!("{text}, which has no artifact in {regions}: {effect}."),
                        )
                    } else {
                        (
                            Mark::Beware,
                            format!(
                                "{text}, which has no artifact in {regions}: creating machines \
                                 fails there."
                            ),
                        )
                    }
                }
                _ if *only_deprecated => (
                    Mark::Beware,
                    format!("{text}, which is {state}: nothing better fits."),
                ),
                _ => (Mark::Yes, format!("{text}.")),
            })
        }
        Err(fault) => Some((
            Mark::No,
            format!("{shoot} is refused: {}.", refusal(fault, image.is_some())),
        )),
    }
}

/// Whether what a pool gets can be started in a region that was asked for.
fn serves(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    default: &Result<Default<'_, '_, '_>, DefaultFault>,
) -> bool {
    chosen(profile.matcher, default)
        .is_none_or(|version| profile.serves(group.machines[0], version))
}

fn refusal(fault: &DefaultFault, named: bool) -> String {
    match fault {
        DefaultFault::NoImages => "the profile has no images".to_owned(),
        DefaultFault::NoSuchImage => "there is no such image".to_owned(),
        DefaultFault::NoImageFits => "no image has a version that fits".to_owned(),
        DefaultFault::NotAVersion => {
            "this is neither a version nor the beginning of one".to_owned()
        }
        DefaultFault::NoCandidate { preview: 0, .. } if named => {
            "none of its versions fits".to_owned()
        }
        DefaultFault::NoCandidate { preview: 1.., .. } if named => {
            "only versions in preview fit, which Shoots must name".to_owned()
        }
        DefaultFault::NoCandidate { image, preview: 0 } => {
            format!("no version of {image} fits, and the server tries no other image")
        }
        DefaultFault::NoCandidate { image, .. } => {
            format!("of {image} only versions in preview fit, which Shoots must name")
        }
    }
}

/// The sign after a list that says where its values come from.
pub(super) fn origin_sign(origin: ValuesOrigin) -> &'static str {
    match origin {
        ValuesOrigin::Written => "",
        ValuesOrigin::Defaulted => "*",
        ValuesOrigin::Converted => "†",
    }
}
