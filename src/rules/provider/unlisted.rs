//! Entries of `providerConfig` for something that the core part does not have.

use crate::model::cursor::Spanned;
use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, edit, words};

use super::names;

/// An entry of `providerConfig`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry<'a> {
    Image(Of<'a>),
    Version(Of<'a>),
    MachineType(&'a str),
}

impl<'a> Entry<'a> {
    /// The subject of the entry, as a sentence names it.
    pub(super) fn what(self) -> String {
        match self {
            Self::Image(of) | Self::Version(of) => names::version(of),
            Self::MachineType(name) => format!("machine type {}", words::quoted(name)),
        }
    }

    /// The list of the core part that lacks it.
    pub(super) fn list(self) -> &'static str {
        match self {
            Self::Image(_) | Self::Version(_) => "spec.machineImages",
            Self::MachineType(_) => "spec.machineTypes",
        }
    }

    fn value(self) -> &'a str {
        match self {
            Self::Image(of) => of.image,
            Self::Version(of) => of.version,
            Self::MachineType(name) => name,
        }
    }

    /// The name in that list that was most likely meant. Versions that are near are often all
    /// there.
    pub(super) fn near(self, view: &ProvidedView<'a>) -> Option<&'a str> {
        let core = view.core;
        match self {
            Self::Image(of) => {
                let known = core.machine_images.iter().map(|image| *image.name);
                words::near_beside(of.image, known, |near| names::part_has_image(view, near))
            }
            Self::Version(_) => None,
            Self::MachineType(name) => {
                let known = core.machine_types.iter().map(|of| *of.name);
                words::near_beside(name, known, |near| names::part_has_machine_type(view, near))
            }
        }
    }
}

/// A finding about such an entry. `near`: the name that was most likely meant.
pub(super) fn report(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    entry: Entry<'_>,
    near: Option<&str>,
    message: String,
) -> Report {
    let value = entry.value();
    let report = names::report(view, fault, message)
        .value(value)
        .help(format!(
            "{}add it to `{}`, or remove the entry",
            words::did_you_mean(near),
            entry.list()
        ));
    let mut images = view.core.machine_images.iter();
    let mut image = |name: &str| images.find(|image| *image.name == name);
    let also = match entry {
        Entry::Image(_) => near
            .and_then(image)
            .map(|image| (image, "the nearest image")),
        Entry::Version(of) => {
            image(of.image).map(|image| (image, "the image in `spec.machineImages`"))
        }
        Entry::MachineType(_) => None,
    };
    let report = match also {
        Some((image, text)) => report.also(image.name.span, text),
        None => report,
    };
    let old = Spanned::new(value, fault.span);
    edit::write_instead(report, view.item.text, old, near)
}
