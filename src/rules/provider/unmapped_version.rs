use crate::provider::config::{self, Image};
use crate::provider::fault::{Fault, Names, Of};
use crate::rules::{ProvidedView, Report, literal, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/unmapped-version",
    Provider,
    Error,
    ProviderFault,
    "A version of an image that `providerConfig` does not map."
);

/// Nothing where cpcap could not read all versions.
pub(super) fn several(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    image: &str,
    versions: &Names<'_>,
) -> Option<Report> {
    if !compared.knows(Of { image, version: "" }) {
        return None;
    }
    let message = format!(
        "image {} of `providerConfig` lacks versions that the profile has: {}",
        words::quoted(image),
        words::counted(&versions.first, versions.more)
    );
    Some(
        names::report(view, fault, message)
            .value(versions.first.join(", "))
            .help("add them, each with its artifact"),
    )
}

/// Nothing where cpcap could not read all versions.
pub(super) fn one(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    of: Of<'_>,
) -> Option<Report> {
    compared
        .knows(of)
        .then(|| report(view, compared, fault, of))
}

fn report(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    of: Of<'_>,
) -> Report {
    let neither = match view.parent {
        Some(_) => format!(
            "neither `providerConfig` nor the parent {} has {}",
            names::parent(view),
            names::version(of)
        ),
        None => format!("`providerConfig` does not map {}", names::version(of)),
    };
    let message = format!(
        "{neither}: worker pools with it find no artifact{}{}",
        names::so(view),
        names::core_position(&fault.field)
    );
    let report = names::report(view, fault, message).value(of.version);
    let Some(image) = compared.image(of) else {
        return report.help(format!(
            "add the image {} with this version to `spec.providerConfig.machineImages`",
            words::quoted(of.image)
        ));
    };
    let lost = compared
        .images(of)
        .filter(|other| other.at != image.at)
        .find_map(|other| entry(other, |version| version == of.version));
    if let Some(lost) = lost {
        let also = report.also(
            lost.version.span,
            "mapped here, but not in the entry that counts",
        );
        return also.also(image.name.span, "the entry that counts").help(
            "only the last of several entries of an image counts: put all versions into one",
        );
    }
    if let Some(respelt) = compared.respelt(image, of.version) {
        let written = words::quoted(*respelt.version);
        let report = report
            .also(respelt.version.span, "mapped under this spelling")
            .help(format!(
                "spell it the same way in both places: {written} has a mapping, and look-ups \
                 compare versions byte by byte"
            ));
        // One that the profile has in this spelling is not meant.
        if compared
            .core(Of {
                version: *respelt.version,
                ..of
            })
            .is_some()
        {
            return report;
        }
        return match literal::replace(view.item.text, respelt.version, of.version) {
            Some(edit) => report.unsafe_fix(
                format!("write `{}` in `providerConfig`", of.version),
                vec![edit],
            ),
            None => report,
        };
    }
    let versions = words::some(
        image
            .versions
            .iter()
            .map(|entry| *entry.version)
            .filter(|version| !version.is_empty()),
        5,
    );
    let known = if versions.is_empty() {
        String::new()
    } else {
        format!("; it has {versions}")
    };
    report
        .also(image.name.span, "the image is mapped here")
        .help(format!(
            "add the version to the image {} of `providerConfig`{known}",
            words::quoted(of.image)
        ))
}

fn entry<'i, 'a>(
    image: &'i Image<'a>,
    is: impl Fn(&str) -> bool,
) -> Option<&'i config::Version<'a>> {
    image.versions.iter().find(|version| is(*version.version))
}
