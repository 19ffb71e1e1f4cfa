use crate::provider::fault::{Fault, Missing, What};
use crate::rules::provider::names;
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/unchecked-in-child",
    Design,
    Warning,
    Provided(check),
    "A mistake in `providerConfig` of a NamespacedCloudProfile that the extension \
        refuses only in a CloudProfile."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let (Some(part), Some(_), None) = (&view.provided.part, view.parent, &view.undecodable) else {
        return;
    };
    for fault in view
        .provided
        .provider
        .unchecked_in_child(view.core, view.vocabulary, part)
    {
        let Some((what, help)) = mistake(view, &fault) else {
            continue;
        };
        let message = format!(
            "{what}: {} refuses that in a CloudProfile, but accepts it in a NamespacedCloudProfile",
            names::extension(view)
        );
        reporter.report(Report::new(fault.span, fault.field, message).help(help));
    }
}

/// The message about a fault, with its consequence, and the help.
fn mistake(view: &ProvidedView<'_>, fault: &Fault<'_>) -> Option<(String, &'static str)> {
    Some(match fault.what {
        What::Missing(Missing::Name(_)) => (
            "an image has no name, so no worker gets it".to_owned(),
            "name the image",
        ),
        What::Missing(Missing::Versions(image)) => (
            format!(
                "image {} has no versions here, so the entry gives nothing",
                words::quoted(image)
            ),
            "list its versions, or remove it",
        ),
        What::Missing(Missing::Version) => (
            "an entry names no version, so no worker gets it".to_owned(),
            "name the version",
        ),
        What::Missing(Missing::Reference(field)) => (
            format!(
                "`{field}` is missing or empty, so workers get no container image from this entry"
            ),
            "name the container image",
        ),
        What::ArtifactOutsideFlavors(of)
            if names::at(view, &fault.field)
                .version
                .is_some_and(|version| !version.flavors.is_empty()) =>
        {
            (
                format!(
                    "`image` of {} has no effect because it has flavors",
                    names::version(of)
                ),
                "remove `image`",
            )
        }
        What::ArtifactOutsideFlavors(of) => (
            format!(
                "`image` of {} becomes a flavor that fits everything, so machine types of {} all \
                 get the same container image",
                names::version(of),
                words::all(
                    view.vocabulary
                        .architectures()
                        .iter()
                        .map(|value| value.value)
                )
            ),
            "write `capabilityFlavors` with an image for each architecture",
        ),
        What::FlavorsWithoutVocabulary(of) => (
            format!(
                "the parent has no vocabulary, so only the image of the first flavor of {} stays",
                names::version(of)
            ),
            "write `image` instead of flavors",
        ),
        What::UnregisteredCapability(name) => (
            format!(
                "the parent does not define capability {}",
                words::quoted(name)
            ),
            "remove the capability, or use one that the parent has",
        ),
        What::UnregisteredValue { capability, value } => (
            format!(
                "the parent does not define value {} of capability {}",
                words::quoted(value),
                words::quoted(capability)
            ),
            "use a value that the parent has",
        ),
        What::NotOneArchitecture { count } => (
            format!(
                "a flavor names {count} architectures instead of one, so it also matches machines \
                 that cannot boot its image"
            ),
            "write a flavor for each architecture",
        ),
        // No extension leaves these to the CloudProfile alone.
        What::Missing(
            Missing::Config
            | Missing::Images
            | Missing::Regions(_)
            | Missing::Value(_)
            | Missing::Filled(_)
            | Missing::OneOf(_),
        )
        | What::BothFormats(_)
        | What::NoFormat(_)
        | What::ArchitectureOutsideCapabilities(_)
        | What::UnknownArchitecture(_)
        | What::UnmappedImage(_)
        | What::UnmappedVersion(_)
        | What::UnmappedFlavor { .. }
        | What::UnmappedArchitecture { .. }
        | What::UnmappedRegion { .. }
        | What::ExcessFlavor { .. }
        | What::ExcessArchitecture { .. }
        | What::InParent(_)
        | What::ImageNotInChild(_)
        | What::VersionNotInChild(_)
        | What::OnlyInParent { .. }
        | What::OnlyImages { .. }
        | What::MachineTypeInParent(_)
        | What::MachineTypeNotInChild(_)
        | What::NotOneReference { .. }
        | What::Malformed { .. }
        | What::Negative(_)
        | What::Repeated { .. }
        | What::NotAllowed { .. }
        | What::TooLong { .. }
        | What::Exclusive { .. }
        | What::SeveralDefaults { .. }
        | What::NotKnown { .. }
        | What::Empty(_)
        | What::TooMany { .. }
        | What::NotPositive(_)
        | What::RepeatedVersion(_)
        | What::NotAZone { .. }
        | What::IsolationRemoved { .. }
        | What::CountChanged { .. }
        | What::Changed { .. }
        | What::ImageNotInProfile(_)
        | What::VersionNotInProfile(_)
        | What::VersionsNotMapped { .. }
        | What::MachineTypeNotInProfile(_)
        | What::SeveralZones { .. } => return None,
    })
}
