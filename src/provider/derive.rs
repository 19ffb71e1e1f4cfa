//! The changes of the mutating webhooks: they overwrite the flavors of the core part with those of
//! `providerConfig` (`docs/gardener/providers/README.md#flavors-that-webhooks-write`).

use std::collections::BTreeMap;

use crate::merge::architecture_only;
use crate::model::cloudprofile::{CloudProfile, Flavor as CoreFlavor};
use crate::model::cursor::Spanned;
use crate::provider::config::{Config, Flavor, Version};
use crate::source::Span;

/// The flavors of a version from all its entries, in the order of the text; none where the core
/// part is left as it is.
pub type Derive = for<'t> fn(&[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>>;

/// Overwrites the flavors of every version that `providerConfig` names. Of several core images or
/// versions of one name only the first is meant. The profile must have a vocabulary.
pub fn overwrite<'t>(core: &mut CloudProfile<'t>, config: &Config<'t>, derive: Derive) {
    let mut images: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, image) in core.machine_images.iter().enumerate() {
        images.entry(*image.name).or_insert(index);
    }
    let mut positions: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for (at, image) in core.machine_images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            positions.entry((at, *version.version())).or_insert(index);
        }
    }
    for image in config.images.iter() {
        let Some(at) = images.get(*image.name) else {
            continue;
        };
        let mut entries: BTreeMap<&str, Vec<&Version<'t>>> = BTreeMap::new();
        for version in image.versions.iter() {
            entries.entry(*version.version).or_default().push(version);
        }
        for (name, entries) in entries {
            if let Some(index) = positions.get(&(*at, name))
                && let Some(flavors) = derive(&entries)
            {
                core.machine_images.value[*at].versions.value[*index]
                    .capability_flavors
                    .value = flavors;
            }
        }
    }
}

/// The flavors of the new format, as they stand.
#[must_use]
pub fn verbatim<'t>(flavors: &[Flavor<'t>]) -> Vec<CoreFlavor<'t>> {
    let core = |flavor: &Flavor<'t>| CoreFlavor {
        at: flavor.at,
        span: Span::default(),
        capabilities: flavor.capabilities.value.clone(),
    };
    flavors.iter().map(core).collect()
}

/// One flavor for each architecture, sorted, each where it is first named.
#[must_use]
pub fn one_an_architecture<'t>(
    architectures: impl Iterator<Item = Spanned<&'t str>>,
) -> Vec<CoreFlavor<'t>> {
    let mut first: BTreeMap<&'t str, Span> = BTreeMap::new();
    for architecture in architectures {
        first.entry(architecture.value).or_insert(architecture.span);
    }
    let flavor = |(value, span)| CoreFlavor {
        at: span,
        span: Span::default(),
        capabilities: vec![architecture_only(Spanned::new(value, span))],
    };
    first.into_iter().map(flavor).collect()
}
