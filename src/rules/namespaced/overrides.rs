//! The server's checks of the images of a NamespacedCloudProfile that its parent has too, and the
//! images and versions that the parent lacks.

use std::collections::BTreeMap;

use crate::model::cloudprofile::{MachineImage, MachineImageVersion};
use crate::model::cursor::{Moment, Spanned};
use crate::model::lifecycle::Classification;
use crate::rules::Addition;
use crate::source::Span;

use super::same;
use super::view::{Family, NamespacedView};

/// Something that a NamespacedCloudProfile must not do to an image of its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// The position of the image.
    pub image: usize,
    /// The position of the version; of the first for a fault of the image.
    pub version: usize,
    pub kind: FaultKind<'a>,
}

/// A change to an image of the parent that the server refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind<'a> {
    UpdateStrategy {
        old: Spanned<Option<&'a str>>,
    },
    /// Change an override in more than its expiration date.
    Changed {
        fields: Vec<&'static str>,
        old: Span,
    },
    Field {
        name: &'static str,
        span: Span,
        /// Whether it was not written, but follows from `architectures`.
        derived: bool,
    },
    /// Override a version without giving it an expiration date.
    NoExpirationDate,
    /// Override a version that is expired with another date than the one that holds now.
    Expired {
        /// The date of the merged status.
        status: Spanned<Moment>,
    },
}

type Versions<'v, 't> = BTreeMap<&'v str, &'v MachineImageVersion<'t>>;

/// Images by name; of several with one name the last.
fn images<'v, 't>(
    images: &'v [MachineImage<'t>],
) -> BTreeMap<&'v str, (&'v MachineImage<'t>, Versions<'v, 't>)> {
    let versions = |image: &'v MachineImage<'t>| {
        image
            .versions
            .iter()
            .map(|version| (*version.version(), version))
            .collect()
    };
    images
        .iter()
        .map(|image| (*image.name, (image, versions(image))))
        .collect()
}

/// The parts that the parent lacks, by image of the NamespacedCloudProfile.
#[must_use]
pub fn additions(family: &Family<'_>) -> Vec<Addition> {
    let parent = images(&family.parent.profile.machine_images);
    let addition = |image: &MachineImage<'_>| match parent.get(*image.name) {
        None => Addition::Image,
        Some((_, versions)) => {
            let new = image
                .versions
                .iter()
                .enumerate()
                .filter(|(_, version)| !versions.contains_key(*version.version()));
            Addition::Versions(new.map(|(index, _)| index).collect())
        }
    };
    family
        .new
        .uniform
        .machine_images
        .iter()
        .map(addition)
        .collect()
}

/// All faults, in the order of the images.
pub(super) fn faults<'a>(own: &NamespacedView<'a>, family: &Family<'a>) -> Vec<Fault<'a>> {
    let parent = images(&family.parent.profile.machine_images);
    let none = Vec::new();
    let old = family.old.as_ref();
    let stored = images(old.map_or(&none, |old| &old.uniform.machine_images.value));
    let status = images(old.map_or(&none, |old| &old.merged.profile.machine_images.value));
    let mut faults = Vec::new();
    for (index, image) in family.new.uniform.machine_images.iter().enumerate() {
        let Some((_, known)) = parent.get(*image.name) else {
            continue;
        };
        let before = stored.get(*image.name);
        let mut fault = |version, kind| {
            faults.push(Fault {
                image: index,
                version,
                kind,
            });
        };
        if let Some((before, _)) = before
            && before.update_strategy.unwrap_or_default()
                != image.update_strategy.unwrap_or_default()
        {
            // Without a stored strategy, the image is the place.
            let none = Spanned::new(None, before.name.span);
            fault(
                0,
                FaultKind::UpdateStrategy {
                    old: before
                        .update_strategy
                        .value
                        .map_or(none, |_| before.update_strategy),
                },
            );
        }
        for (at, version) in image.versions.iter().enumerate() {
            let name = *version.version();
            if !known.contains_key(name) {
                continue;
            }
            let before = before.and_then(|(_, versions)| versions.get(name));
            match (before, own.old) {
                (Some(before), Some(stored)) => {
                    let fields = same::differences(
                        (stored.item, before),
                        (own.item, version),
                        !family.parent.vocabulary.is_empty(),
                    );
                    if !fields.is_empty() {
                        fault(
                            at,
                            FaultKind::Changed {
                                fields,
                                old: before.version().span,
                            },
                        );
                    }
                }
                _ => new_override(version)
                    .into_iter()
                    .for_each(|kind| fault(at, kind)),
            }
            let status = status
                .get(*image.name)
                .and_then(|(_, versions)| versions.get(name));
            if let Some(status) = status
                && version.expirable.classification_at(own.settings.now) == Classification::Expired
                && *status.expirable.expiration_date != *version.expirable.expiration_date
            {
                fault(
                    at,
                    FaultKind::Expired {
                        status: status.expirable.expiration_date,
                    },
                );
            }
        }
    }
    faults
}

/// A new override says when a version expires, and nothing else.
fn new_override<'a>(version: &MachineImageVersion<'_>) -> Vec<FaultKind<'a>> {
    let text = |text: Spanned<Option<&str>>| {
        text.is_some_and(|text| !text.is_empty())
            .then_some(text.span)
    };
    // Flavors that were not written stand for the architectures.
    let derived = version
        .capability_flavors
        .iter()
        .all(|flavor| flavor.span.is_empty());
    let flavors_at = if derived {
        version.architectures.span
    } else {
        version.capability_flavors.span
    };
    let fields = [
        (
            "classification",
            text(version.expirable.classification),
            false,
        ),
        (
            "cri",
            (!version.cri.is_empty()).then_some(version.cri.span),
            false,
        ),
        (
            "architectures",
            (!version.architectures.is_empty()).then_some(version.architectures.span),
            false,
        ),
        (
            "capabilityFlavors",
            (!version.capability_flavors.is_empty()).then_some(flavors_at),
            derived,
        ),
        (
            "kubeletVersionConstraint",
            text(version.kubelet_version_constraint),
            false,
        ),
        (
            "inPlaceUpdates",
            version.in_place_updates.as_ref().map(|updates| updates.at),
            false,
        ),
    ];
    let fields = fields.into_iter().filter_map(|(name, span, derived)| {
        Some(FaultKind::Field {
            name,
            span: span?,
            derived,
        })
    });
    let date = (!version.expirable.expiration_date.is_set()).then_some(FaultKind::NoExpirationDate);
    fields.chain(date).collect()
}
