use crate::model::cloudprofile::Capabilities;
use crate::provider::fault::{Fault, Names, Of};
use crate::rules::{ProvidedView, Report, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/missing-region",
    Provider,
    Error,
    ProviderFault,
    "A flavor or architecture of a new version that lacks an artifact in some regions of the \
     version."
);

/// Nothing where cpcap could not read all artifacts.
pub(super) fn report(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    of: Of<'_>,
    regions: &Names<'_>,
    flavor: &Capabilities<'_>,
) -> Option<Report> {
    if !compared.knows(of) {
        return None;
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
    let region = regions.first.first()?;
    let several = regions.count() > 1;
    let names = words::counted(&regions.first, regions.more);
    let message = format!(
        "{subject} of {} has no artifact in region{} {names}, but others of the version have \
         one there: {} wants all of them in the same regions",
        names::version(of),
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
    let entries = compared.entries(of);
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
    Some(match other {
        Some(mapping) => report.also(
            mapping.name.span,
            "the region has an artifact for another one",
        ),
        None => report,
    })
}
