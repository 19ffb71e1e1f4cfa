use crate::model::version::Version;
use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report};

use super::names;
use super::unlisted::{self, Entry};

rule!(
    "provider/not-in-child",
    Provider,
    Error,
    ProviderFault,
    "An entry in `providerConfig` of a NamespacedCloudProfile that it does not need."
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, entry: Entry<'_>) -> Report {
    let near = match entry {
        Entry::Version(of) => respelt(view, of),
        Entry::Image(_) | Entry::MachineType(_) => entry.near(view),
    };
    let message = format!(
        "`providerConfig` has {}, which `{}` of this NamespacedCloudProfile does not have: {} \
         refuses unused entries",
        entry.what(),
        entry.list(),
        names::extension(view)
    );
    unlisted::report(view, fault, entry, near, message)
}

/// The same version of the image in other letters.
fn respelt<'a>(view: &ProvidedView<'a>, of: Of<'_>) -> Option<&'a str> {
    let parsed = Version::parse(of.version.strip_prefix('v').unwrap_or(of.version))?;
    let mut images = view.core.machine_images.iter();
    let versions = &images.find(|image| *image.name == of.image)?.versions;
    let mut versions = versions.iter().map(|version| *version.version());
    versions.find(|other| Version::parse(other).is_some_and(|other| other == parsed))
}
