use crate::model::cloudprofile::Capabilities;
use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/excess-flavor",
    Provider,
    Error,
    ProviderFault,
    "A flavor or architecture in `providerConfig` that the version itself does not list."
);

pub(super) fn flavor<'a>(
    view: &ProvidedView<'a>,
    compared: &Compared<'a>,
    fault: &Fault<'a>,
    of: Of<'a>,
    flavor: &Capabilities<'a>,
) -> Report {
    let message = format!(
        "`providerConfig` has {} for {}, which `spec.machineImages` does not list: {} refuses \
         the {}",
        names::flavor(flavor),
        names::version(of),
        names::extension(view),
        names::kind(view)
    );
    let report = names::report(view, fault, message).help(
        "list a flavor with the same values of each capability in `spec.machineImages`, or \
            remove it here",
    );
    match compared.nearest_core(of, flavor) {
        Some((nearest, difference)) => {
            report.also(nearest.at, format!("the nearest: {difference}"))
        }
        None => report,
    }
}

pub(super) fn architecture<'a>(
    view: &ProvidedView<'a>,
    compared: &Compared<'a>,
    fault: &Fault<'a>,
    of: Of<'a>,
    architecture: &str,
    region: Option<&str>,
) -> Report {
    let name = words::quoted(architecture);
    let place = region.map_or_else(String::new, |region| {
        format!(" in region {}", words::quoted(region))
    });
    let message = format!(
        "`providerConfig` has an artifact of {}{place} for architecture {name}",
        names::version(of)
    );
    let core = compared.core(of);
    let report = |message: String| names::report(view, fault, message).value(architecture);
    let Some(version) = core else {
        return report(format!(
            "{message}, a version that `spec.machineImages` does not list"
        ))
        .help("add the version to `spec.machineImages`, or remove the entry");
    };
    // The API server fills in `amd64` for versions of CloudProfiles, but not here.
    if view.vocabulary.is_empty() && version.architectures.is_empty() {
        return report(format!(
            "{message}, but the version lists no architectures: a NamespacedCloudProfile has no \
             default for them"
        ))
        .also(version.version().span, "without `architectures`")
        .help(format!(
            "set `architectures: [{architecture}]` at the version in \
                `spec.machineImages`"
        ));
    }
    let (span, list) = if view.vocabulary.is_empty() {
        (version.architectures.span, "its `architectures`")
    } else {
        (
            version.capability_flavors.span,
            "the flavors of the version",
        )
    };
    report(format!(
        "{message}, which {list} do not name: {} refuses the {}",
        names::extension(view),
        names::kind(view)
    ))
    .also(span, "listed here")
    .help(format!(
        "name {name} in `spec.machineImages` too, or remove the artifact (one \
            without `architecture` is for `amd64`)"
    ))
}
