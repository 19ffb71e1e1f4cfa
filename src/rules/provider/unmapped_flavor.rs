use std::collections::BTreeSet;

use crate::model::cloudprofile::Capabilities;
use crate::provider::config::{ArchitectureAt, RegionMapping};
use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/unmapped-flavor",
    Provider,
    Error,
    ProviderFault,
    "A flavor or architecture of an image version without an equal one in `providerConfig`."
);

/// Nothing where cpcap could not read all that may be equal.
pub(super) fn flavor<'a>(
    view: &ProvidedView<'a>,
    compared: &Compared<'a>,
    fault: &Fault<'a>,
    of: Of<'a>,
    flavor: &Capabilities<'a>,
) -> Option<Report> {
    if !compared.knows_flavors(of) {
        return None;
    }
    let listed = compared
        .core(of)
        .is_some_and(|version| !version.capability_flavors.is_empty());
    let without = if listed {
        ""
    } else {
        " (the version lists no flavors, which counts as this one)"
    };
    let message = format!(
        "{} of {} has no equal in `providerConfig`{without}: flavors that only cover it are not \
         enough{}",
        names::flavor(flavor),
        names::version(of),
        names::core_position(&fault.field)
    );
    let report = names::report(view, fault, message);
    let entries = compared.entries(of);
    let add = "every flavor here needs one in `providerConfig` with the same values of each \
        capability, which names the artifact";
    if !compared.explains_one_more() {
        return Some(report.help(add));
    }
    Some(match compared.nearest(of, flavor) {
        Some((nearest, difference)) if difference.is_empty() => report
            .also(
                nearest.at,
                "this flavor is equal, but its entry does not count",
            )
            .help(format!(
                "{} compares with only one of several entries of a version: put all flavors into \
                 it",
                names::extension(view)
            )),
        Some((nearest, difference)) => report
            .also(nearest.at, format!("the nearest: {difference}"))
            .help(format!(
                "{add}; \
                add it, or make the two equal"
            )),
        None => match entries.last() {
            Some(entry) => report
                .also(entry.version.span, "this entry has no flavors")
                .help(format!("{add}; add it here")),
            None => report.help(format!("{add}; add it")),
        },
    })
}

pub(super) fn architecture<'a>(
    view: &ProvidedView<'a>,
    compared: &Compared<'a>,
    fault: &Fault<'a>,
    of: Of<'a>,
    architecture: &str,
) -> Option<Report> {
    if !compared.knows_flavors(of) {
        return None;
    }
    let message = format!(
        "`providerConfig` has no artifact of {} for architecture {}: worker pools with it find \
         none{}",
        names::version(of),
        words::quoted(architecture),
        names::so(view)
    );
    let report = names::report(view, fault, message).value(architecture);
    let entries = compared.entries(of);
    let fields = &view.provided.provider.fields;
    let has: BTreeSet<&str> = match fields.architecture {
        ArchitectureAt::Nowhere => BTreeSet::new(),
        ArchitectureAt::Version => entries
            .iter()
            .filter(|entry| entry.flavors.is_empty())
            .map(|entry| entry.architecture())
            .collect(),
        ArchitectureAt::Region => entries
            .iter()
            .flat_map(|entry| entry.regions.iter())
            .map(RegionMapping::architecture)
            .collect(),
    };
    let known = if has.is_empty() {
        String::new()
    } else {
        format!("; it has one for {}", words::all(has))
    };
    let add = match fields.architecture {
        ArchitectureAt::Nowhere => {
            "add a flavor for it: artifacts outside flavors are for `amd64`".to_owned()
        }
        _ => format!(
            "add the artifact with `architecture: {architecture}` (without it an artifact is for \
             `amd64`)"
        ),
    };
    let report = report.help(format!(
        "{add}, or do not list the architecture in `spec.machineImages`{known}"
    ));
    Some(match entries.last() {
        Some(entry) => report.also(entry.version.span, "the version is mapped here"),
        None => report,
    })
}
