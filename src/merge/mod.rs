//! A NamespacedCloudProfile and its parent: what the server makes of each before it looks at both,
//! and what it merges them into (`docs/gardener/namespacedcloudprofile.md`). Pure functions;
//! nothing here judges.
//!
//! A merged profile is a CloudProfile whose values stand in two texts: spans of the parent's text
//! are marked ([`crate::source::Span::elsewhere`]), and [`Sources`] says for every entry whose it
//! is.

mod changes;
mod list;
mod prepare;
mod render;
mod stored;
mod uniform;
mod verbs;

pub use changes::{Bundle, Change, Changes, FieldChange, How, run_together};
pub use list::{Entry, ImageEntry, Source, Sources, says_more_than_a_date};
pub use prepare::{Before, Dropped, DroppedVersion, default, version_list};
pub use render::{Raw, render, render_alone};
pub use stored::stored;
pub(crate) use uniform::architecture_only;
pub use uniform::uniform;
pub use verbs::{Verb, verbs};

use crate::capability::{Vocabulary, architecture};
use crate::model::cloudprofile::{CloudProfile, MachineImageVersion};
use crate::model::cursor::Spanned;

/// The architecture of everything that names none.
pub const DEFAULT_ARCHITECTURE: &str = "amd64";

/// A parent and a NamespacedCloudProfile, merged.
#[derive(Clone, Debug)]
pub struct Merged<'t> {
    /// The profile as the controller writes it to `status.cloudProfileSpec`, as far as cpcap reads
    /// it; the CA bundle is the parent's alone.
    pub profile: CloudProfile<'t>,
    pub sources: Sources,
}

/// Merges a NamespacedCloudProfile, in the format of its parent ([`uniform()`]), into the parent,
/// defaulted and canonicalised.
#[must_use]
pub fn merge<'t>(parent: &CloudProfile<'t>, child: &CloudProfile<'t>) -> Merged<'t> {
    let mut merged = overlay(parent, child);
    fill_architectures(&mut merged.profile, &mut merged.sources);
    merged
}

/// The same without defaults.
#[must_use]
pub fn overlay<'t>(parent: &CloudProfile<'t>, child: &CloudProfile<'t>) -> Merged<'t> {
    let mut profile = parent.clone();
    let mut sources = Sources::default();
    let kubernetes = child
        .has_kubernetes
        .then_some(child.kubernetes_versions.value.as_slice());
    list::kubernetes(
        &mut profile.kubernetes_versions.value,
        kubernetes,
        &mut sources,
    );
    list::machine_images(
        &mut profile.machine_images.value,
        &child.machine_images,
        &mut sources,
    );
    list::machine_types(
        &mut profile.machine_types.value,
        &child.machine_types,
        &mut sources,
    );
    list::volume_types(
        &mut profile.volume_types.value,
        &child.volume_types,
        &mut sources,
    );
    if child.max_nodes_total.is_some_and(|limit| limit > 0) {
        profile.max_nodes_total = child.max_nodes_total;
    }
    Merged { profile, sources }
}

/// The merged result of a parent and an object that adds nothing.
#[must_use]
pub fn alone<'t>(parent: &CloudProfile<'t>) -> Merged<'t> {
    let (mut profile, mut sources) = (parent.clone(), Sources::default());
    list::kubernetes(&mut profile.kubernetes_versions.value, None, &mut sources);
    list::machine_images(&mut profile.machine_images.value, &[], &mut sources);
    list::machine_types(&mut profile.machine_types.value, &[], &mut sources);
    list::volume_types(&mut profile.volume_types.value, &[], &mut sources);
    fill_architectures(&mut profile, &mut sources);
    Merged { profile, sources }
}

/// The last step of merging: legacy architectures are filled in, also those of the parent.
fn fill_architectures(profile: &mut CloudProfile<'_>, sources: &mut Sources) {
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    for (machine_type, entry) in profile
        .machine_types
        .value
        .iter_mut()
        .zip(&mut sources.machine_types)
    {
        // A capability whose only value is an empty text says nothing either.
        let determined = architecture::of_machine_type(machine_type, &vocabulary)
            .filter(|name| !name.is_empty());
        if determined.is_none() || machine_type.architecture.is_none() {
            let span = machine_type.architecture.span;
            machine_type.architecture =
                Spanned::new(Some(determined.unwrap_or(DEFAULT_ARCHITECTURE)), span);
            entry.filled = true;
        }
    }
    for (image, entry) in profile
        .machine_images
        .value
        .iter_mut()
        .zip(&mut sources.machine_images)
    {
        for (version, entry) in image.versions.value.iter_mut().zip(&mut entry.versions) {
            if version.architectures.is_empty() {
                version.architectures.value = filled(version, &vocabulary);
                entry.filled = true;
            }
        }
    }
}

fn filled<'t>(
    version: &MachineImageVersion<'t>,
    vocabulary: &Vocabulary<'t>,
) -> Vec<Spanned<&'t str>> {
    let of_flavors = architecture::of_flavors(version, vocabulary);
    if of_flavors.is_empty() {
        vec![Spanned::new(
            DEFAULT_ARCHITECTURE,
            version.architectures.span,
        )]
    } else {
        of_flavors
    }
}
