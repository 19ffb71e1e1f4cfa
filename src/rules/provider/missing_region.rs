use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::compared::Compared;
use super::{faults, names};

rule!(
    "provider/missing-region",
    Provider,
    Error,
    Provided(check),
    "A flavor or architecture of a new version that lacks an artifact in some regions of the \
     version."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let mut compared = None;
    for fault in faults(view, &RULE) {
        let What::UnmappedRegion {
            of,
            regions,
            flavor,
        } = &fault.what
        else {
            continue;
        };
        let compared = compared.get_or_insert_with(|| Compared::new(view));
        if !compared.knows(*of) {
            continue;
        }
        let subject = if view.vocabulary.is_empty() {
            let architecture = flavor
                .first()
                .and_then(|capability| capability.values.first())
                .map_or("", |value| value.value);
            format!("architecture {}", words::quoted(architecture))
        } else {
            names::flavor(flavor)
        };
        let Some(region) = regions.first.first() else {
            continue;
        };
        let several = regions.count() > 1;
        let names = words::counted(&regions.first, regions.more);
        let message = format!(
            "{subject} of {} has no artifact in region{} {names}, but others of the version have \
             one there: {} wants all of them in the same regions",
            names::version(*of),
            if several { "s" } else { "" },
            names::extension(view)
        );
        let help = if several {
            "add its artifacts for these regions to `providerConfig`, or remove the regions from \
             the others"
                .to_owned()
        } else {
            format!(
                "add its artifact for {} to `providerConfig`, or remove the region from the \
                 others",
                words::quoted(region)
            )
        };
        let report = names::report(view, fault, message).help(help);
        // The server says it of each region by itself.
        let report = if several {
            report
        } else {
            report.value(region)
        };
        let entries = compared.entries(*of);
        let in_flavors = entries.iter().flat_map(|entry| {
            entry
                .flavors
                .iter()
                .flat_map(|flavor| flavor.regions.iter())
        });
        let mut regions = entries
            .iter()
            .flat_map(|entry| entry.regions.iter())
            .chain(in_flavors);
        let other = regions.find(|mapping| *mapping.name == *region);
        reporter.report(match other {
            Some(mapping) => report.also(
                mapping.name.span,
                "the region has an artifact for another one",
            ),
            None => report,
        });
    }
}
