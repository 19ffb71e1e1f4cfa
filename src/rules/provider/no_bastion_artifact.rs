use std::collections::BTreeSet;

use crate::matching::{bastion, without};
use crate::provider::lookup::NoArtifact;
use crate::rules::selection::names;
use crate::rules::{ProvidedView, Report, Reporter};
use crate::words::bastion as say;
use crate::words::{self, artifacts};

rule!(
    "provider/no-bastion-artifact",
    Selection,
    Warning,
    Provided(check),
    "A region in which `providerConfig` has no artifact for the machine type and image \
        version of a bastion."
);

/// How many regions are named.
const NAMED: usize = 3;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    // Nothing is proved from what the extension refuses.
    let readable = view.undecodable.is_none()
        && !view.item.unread.hides(&"spec.bastion".into())
        && view.faults.is_empty();
    if !readable || !view.artifacts.is_there || !view.provided.provider.lookup.is_known() {
        return;
    }
    let matcher = view.matcher;
    let bastion = bastion(matcher, view.settings.now);
    let (Some(machine), Some(chosen), Some(text)) = (
        bastion.machine,
        bastion.version,
        bastion.version_text(matcher),
    ) else {
        return;
    };
    let (machine, version) = (
        &matcher.machines()[machine.index],
        &matcher.versions()[chosen.index],
    );
    let (image, written) = (*version.image.name, *version.version.version());
    let Some(architecture) = machine.architecture else {
        return;
    };
    let (name, at) = (machine.machine_type.name, version.version.version());
    // The parent reports what it causes alone.
    if name.span.is_elsewhere() && at.span.is_elsewhere() {
        return;
    }
    let unavailable: BTreeSet<&str> = without(view.whole, *name)
        .map(|region| *region.name)
        .collect();
    let regions = view
        .whole
        .regions
        .iter()
        .filter(|region| !unavailable.contains(*region.name));
    let spans: Vec<_> = regions.map(|region| region.name).collect();
    let regions: Vec<&str> = spans.iter().map(|region| region.value).collect();
    let catalog = view.artifacts.catalog(view.whole).for_bastion();
    for answer in catalog.by_region(image, &text, machine.machine_type, architecture, &regions) {
        let Err(why) = answer.found else { continue };
        // The first one has no finding; `provider/ambiguous-artifacts` and `provider/no-artifact`
        // report the others.
        if matches!(
            why,
            NoArtifact::Elsewhere | NoArtifact::Ambiguous(_) | NoArtifact::NoArchitecture(_)
        ) {
            continue;
        }
        let place = if catalog.is_regional() {
            format!(
                "in region{} {}",
                names::plural(&answer.regions),
                words::some(answer.regions.iter().copied(), NAMED)
            )
        } else {
            "anywhere".to_owned()
        };
        let message = format!(
            "no bastion can start {place}: it gets {}, {}, for {}, and {}",
            names::versions(&[version]),
            say::by(chosen.by),
            say::machine_type(machine),
            artifacts::reason(&why)
        );
        let help = if text == written {
            "add the artifact, or choose a machine type and an image version in `spec.bastion` \
             that have one in every region"
                .to_owned()
        } else {
            format!(
                "the extension looks for {} instead of {}: write all three numbers, here and in \
                 `providerConfig`",
                words::quoted(&text),
                words::quoted(written)
            )
        };
        let mut report = Report::new(at.span, names::version_path(version), message).help(help);
        if let Some(region) = spans
            .iter()
            .find(|region| catalog.is_regional() && answer.regions.first() == Some(&region.value))
        {
            report = report.also(region.span, "the region");
        }
        if let Some(place) = why.place() {
            report = report.also(
                place,
                match why {
                    NoArtifact::Nameless(_) => "has no name",
                    _ => "does not fit the machine type",
                },
            );
        }
        reporter.report(report.also(name.span, "the machine type"));
    }
}
