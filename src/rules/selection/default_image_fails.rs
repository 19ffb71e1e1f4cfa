use std::collections::BTreeMap;

use crate::capability::ARCHITECTURES;
use crate::matching::{Default, DefaultFault, Machine, Version, Wanted, default_image};
use crate::model::lifecycle::Classification;
use crate::model::path::FieldPath;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::kinds::{Kinds, has_known_architectures, is_readable};
use super::names;

rule!(
    "selection/default-image-fails",
    Selection,
    Warning,
    Effective(check),
    "A machine type whose worker pools need a Shoot that names an image."
);

/// The most pairs of a kind of machine types and a version to compare.
const MOST_PAIRS: usize = 1_000_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// The image is picked by its architecture, but no version fits by all capabilities.
    Capabilities,
    /// The image is picked though no version has the architecture.
    Architecture,
    /// Everything that fits is in preview.
    Preview,
    /// The version that is chosen is no longer active.
    Inactive(usize),
}

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let (Some(kinds), Some(matcher)) = (Kinds::new(view), view.matcher) else {
        return;
    };
    if !kinds.are_complete() || !has_known_architectures(view) || !is_readable(view) {
        return;
    }
    let mut found: BTreeMap<(usize, Why), Vec<usize>> = BTreeMap::new();
    for kind in kinds
        .machines()
        .iter()
        .take(MOST_PAIRS / matcher.versions().len().max(1))
    {
        let fits = |version: &Version<'_, '_>| matcher.answer(kind.first, version).compatible;
        // A flavor that fits nothing has its own finding.
        if !view.vocabulary.is_empty() && !matcher.versions().iter().any(fits) {
            continue;
        }
        if let Some(failure) = failure(view, kind.first) {
            found.entry(failure).or_default().push(kind.class);
        }
    }
    for ((image, why), classes) in found {
        // The server itself refuses the cause, and the finding stands there.
        let known = |version: &Version<'_, '_>| {
            version
                .architectures
                .iter()
                .all(|name| ARCHITECTURES.contains(name))
        };
        let sound = |version: &Version<'_, '_>| {
            (0..version.flavors.len()).all(|flavor| kinds.is_sound_flavor(version, flavor))
        };
        let mut versions = matcher
            .versions()
            .iter()
            .filter(|version| version.image_index == image);
        if !versions.all(|version| known(version) && sound(version)) {
            continue;
        }
        let machines = kinds.machines_of(&classes);
        if let Some(report) = report(view, image, why, &machines) {
            reporter.report(report);
        }
    }
}

/// Why a worker pool that leaves the image out is refused, and which image is to blame.
fn failure<'a>(view: &ProfileView<'a>, machine: &'a Machine<'a, 'a>) -> Option<(usize, Why)> {
    let matcher = view.matcher?;
    let architecture = machine.architecture.unwrap_or("amd64");
    let wanted = Wanted {
        architecture,
        ..Wanted::default()
    };
    match default_image(matcher, Some(machine), wanted, view.settings.now) {
        Ok(Default::Chosen { version, .. }) => {
            let inactive = !version
                .version
                .expirable
                .classification_at(view.settings.now)
                .is_active();
            inactive.then_some((version.image_index, Why::Inactive(version.version_index)))
        }
        Err(DefaultFault::NoCandidate { image, preview }) => {
            let index = matcher
                .profile()
                .machine_images
                .iter()
                .position(|other| *other.name == image)?;
            let mut versions = matcher
                .versions()
                .iter()
                .filter(|version| version.image_index == index);
            let why = if preview > 0 {
                Why::Preview
            } else if versions.any(|version| version.architectures.contains(&architecture)) {
                Why::Capabilities
            } else {
                Why::Architecture
            };
            Some((index, why))
        }
        Ok(Default::Kept) | Err(_) => None,
    }
}

fn report<'a>(
    view: &ProfileView<'a>,
    image: usize,
    why: Why,
    machines: &[&'a Machine<'a, 'a>],
) -> Option<Report> {
    let (matcher, machine) = (view.matcher?, machines.first()?);
    let images = &matcher.profile().machine_images;
    let written = images.get(image)?;
    let name = words::quoted(*written.name);
    let architecture = words::quoted(machine.architecture.unwrap_or("amd64"));
    let of_image = || {
        matcher
            .versions()
            .iter()
            .filter(move |version| version.image_index == image)
    };
    let because = match why {
        Why::Capabilities => format!(
            "Gardener takes image {name} because a version of it supports {architecture}, but no \
             version fits by all capabilities"
        ),
        Why::Architecture if matcher.vocabulary().is_empty() => {
            format!(
                "Gardener takes image {name} because it is the first, but no version of it \
                 supports {architecture}"
            )
        }
        Why::Architecture => {
            format!(
                "Gardener takes image {name} because a version of it fits by its capabilities, \
                 but no version supports {architecture}"
            )
        }
        Why::Preview => format!(
            "Gardener takes image {name}, but all versions of it that fit are in preview, which \
             is never a default"
        ),
        Why::Inactive(version) => {
            let version = of_image().find(|other| other.version_index == version)?;
            let state = version
                .version
                .expirable
                .classification_at(view.settings.now);
            let best = of_image().filter(|other| {
                other.version.expirable.classification_at(view.settings.now)
                    == Classification::Supported
            });
            let other = best
                .rev()
                .find(|version| matcher.answer(machine, version).compatible);
            let other = other.map_or_else(String::new, |other| {
                format!(
                    ", and Gardener skips lower versions such as {}",
                    words::quoted(*other.version.version())
                )
            });
            format!(
                "Gardener takes version {} of image {name}, the highest that is not in preview, \
                 but it is {state} on {}{other}",
                words::quoted(*version.version.version()),
                view.settings.now
            )
        }
    };
    let message = format!(
        "the server refuses a Shoot with {} that names no image: {because}",
        names::machine_types(machines)
    );
    let would_do = images
        .iter()
        .filter(|other| failure_free(view, machine, *other.name))
        .map(|other| *other.name);
    let would_do = words::some(would_do, 2);
    let help = match why {
        Why::Inactive(_) => {
            "remove the version from the profile once nobody uses it, or extend its life; Shoots \
             can name another version"
                .to_owned()
        }
        _ if would_do.is_empty() => "no other image fits either: offer a version that fits and is \
            not in preview"
            .to_owned(),
        _ => format!(
            "move an image that fits, such as {would_do}, to the front of `spec.machineImages`, \
             or add a version that fits to {name}. Gardener takes the first image that may fit"
        ),
    };
    let mut report = Report::new(
        written.name.span,
        FieldPath::from("spec.machineImages").index(image),
        message,
    )
    .help(help)
    .also(machine.machine_type.name.span, "a refused machine type");
    if let Why::Inactive(version) = why
        && let Some(version) = of_image().find(|other| other.version_index == version)
    {
        report = report.also(version.version.expirable.because(), "ends it");
    }
    Some(report)
}

/// Whether a worker pool that names this image, and no version, gets one.
fn failure_free<'a>(view: &ProfileView<'a>, machine: &Machine<'a, 'a>, image: &str) -> bool {
    let architecture = machine.architecture.unwrap_or("amd64");
    let wanted = Wanted {
        image: Some(image),
        architecture,
        ..Wanted::default()
    };
    let Some(matcher) = view.matcher else {
        return false;
    };
    match default_image(matcher, Some(machine), wanted, view.settings.now) {
        Ok(Default::Chosen { version, .. }) => version
            .version
            .expirable
            .classification_at(view.settings.now)
            .is_active(),
        Ok(Default::Kept) | Err(_) => false,
    }
}
