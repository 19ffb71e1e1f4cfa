use std::collections::BTreeMap;

use crate::provider::config::Image;
use crate::provider::fault::What;
use crate::rules::provider::{entry_path, image_path, names as of_part};
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/unused-entry",
    Design,
    Note,
    Provided(check),
    "An image or version of `providerConfig` that the profile does not have."
);

const NAMED: usize = 5;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    // The webhook itself refuses such entries of a NamespacedCloudProfile, and a few do so of a
    // CloudProfile.
    let refused = |what: &What<'_>| {
        matches!(
            what,
            What::ImageNotInProfile(_) | What::VersionNotInProfile(_)
        )
    };
    if view.parent.is_some()
        || view
            .faults_of(|fault| refused(&fault.what))
            .next()
            .is_some()
    {
        return;
    }
    let mut known: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for image in view.written.machine_images.iter() {
        known
            .entry(*image.name)
            .or_default()
            .extend(image.versions.iter().map(|version| *version.version()));
    }
    let mut known: BTreeMap<&str, std::collections::BTreeSet<&str>> = known
        .into_iter()
        .map(|(name, versions)| (name, versions.into_iter().collect()))
        .collect();
    known.remove("");
    for (index, image) in view
        .artifacts
        .config
        .images
        .iter()
        .enumerate()
        .filter(|(_, image)| !image.name.is_empty())
    {
        let Some(versions) = known.get(*image.name) else {
            reporter.report(unknown_image(view, index, image, known.keys().copied()));
            continue;
        };
        let unused: Vec<usize> = (0..image.versions.len())
            .filter(|at| {
                !image.versions[*at].version.is_empty()
                    && !versions.contains(*image.versions[*at].version)
            })
            .collect();
        let Some(first) = unused.first() else {
            continue;
        };
        let mut names: Vec<&str> = unused
            .iter()
            .map(|at| *image.versions[*at].version)
            .collect();
        names.dedup();
        let (plural, verb) = if names.len() == 1 {
            ("", "is")
        } else {
            ("s", "are")
        };
        let message = format!(
            "version{plural} {} of image {} {verb} in `providerConfig`, but not in \
             `spec.machineImages`: no worker can get {}",
            words::some(names.iter().copied(), NAMED),
            words::quoted(*image.name),
            if names.len() == 1 { "it" } else { "them" },
        );
        let has = |near: &str| {
            image
                .versions
                .iter()
                .any(|version| *version.version == near)
        };
        let near = words::near_beside(names[0], versions.iter().copied(), has);
        let report = Report::new(
            image.versions[*first].version.span,
            entry_path(index, *first),
            message,
        )
        .value(names[0])
        .help(format!(
            "{}remove unneeded entries, or list them in `spec.machineImages`",
            words::did_you_mean(near)
        ));
        reporter.report(report);
    }
}

fn unknown_image<'a>(
    view: &ProvidedView<'_>,
    index: usize,
    image: &Image<'_>,
    known: impl Iterator<Item = &'a str>,
) -> Report {
    let message = format!(
        "image {} is in `providerConfig`, but not in `spec.machineImages`: no worker can get it",
        words::quoted(*image.name)
    );
    let near = words::near_beside(*image.name, known, |near| {
        of_part::part_has_image(view, near)
    });
    Report::new(image.name.span, image_path(index), message)
        .value(*image.name)
        .help(format!(
            "{}remove it if nobody needs it, or list it in `spec.machineImages`",
            words::did_you_mean(near)
        ))
        .also(view.written.machine_images.span, "not among these")
}
