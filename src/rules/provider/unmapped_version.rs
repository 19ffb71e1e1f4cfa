use std::collections::BTreeMap;

use crate::model::version::Version;
use crate::provider::config::{self, Image};
use crate::provider::fault::{Fault, Of, What};
use crate::rules::{ProvidedView, Report, Reporter, literal, words};
use crate::source::Span;

use super::compared::Compared;
use super::{faults, names};

rule!(
    "provider/unmapped-version",
    Provider,
    Error,
    Provided(check),
    "A version of an image that `providerConfig` does not map."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let mut compared = None;
    let mut spellings = Spellings::default();
    for fault in faults(view, &RULE) {
        let compared = compared.get_or_insert_with(|| Compared::new(view));
        match &fault.what {
            What::UnmappedVersion(of) if compared.knows(*of) => {
                reporter.report(report(view, compared, &mut spellings, fault, *of));
            }
            What::VersionsNotMapped { image, versions }
                if compared.knows(Of { image, version: "" }) =>
            {
                let names = words::counted(&versions.first, versions.more);
                let message = format!(
                    "image {} of `providerConfig` lacks versions that the profile has: {names}",
                    words::quoted(image)
                );
                reporter.report(
                    names::report(view, fault, message)
                        .value(versions.first.join(", "))
                        .help("add them, each with its artifact"),
                );
            }
            _ => {}
        }
    }
}

/// The versions of provider images by what they mean, however they are spelt: each image is read
/// once.
#[derive(Default)]
struct Spellings<'a>(BTreeMap<Span, BTreeMap<Version<'a>, usize>>);

impl<'a> Spellings<'a> {
    /// The first version of an image that means the same.
    fn find<'i>(
        &mut self,
        image: &'i Image<'a>,
        version: &'a str,
    ) -> Option<&'i config::Version<'a>> {
        let versions = self.0.entry(image.at).or_insert_with(|| {
            let mut versions = BTreeMap::new();
            for (index, version) in image.versions.iter().enumerate() {
                let written: &'a str = *version.version;
                if let Some(parsed) = Version::parse(written.strip_prefix('v').unwrap_or(written)) {
                    versions.entry(parsed).or_insert(index);
                }
            }
            versions
        });
        let wanted = Version::parse(version)?;
        image.versions.get(*versions.get(&wanted)?)
    }
}

fn report<'a>(
    view: &ProvidedView<'a>,
    compared: &Compared<'a>,
    spellings: &mut Spellings<'a>,
    fault: &Fault<'a>,
    of: Of<'a>,
) -> Report {
    let neither = match view.parent {
        Some(parent) => {
            format!(
                "neither `providerConfig` nor the parent {} has {}",
                words::quoted(*parent.item.object.meta.name),
                names::version(of)
            )
        }
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
    if let Some(respelt) = spellings.find(image, of.version) {
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
