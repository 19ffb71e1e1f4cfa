//! A NamespacedCloudProfile in the format of its parent.

use crate::capability::{ARCHITECTURE, Vocabulary, architecture};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::{
    Capability, CloudProfile, Flavor, MachineImageVersion, MachineType,
};
use crate::model::cursor::Spanned;
use crate::source::Span;

/// Brings a NamespacedCloudProfile into the format of its parent: that of capabilities where the
/// parent has a vocabulary, else the legacy one.
pub fn uniform<'t>(profile: &mut CloudProfile<'t>, vocabulary: &Vocabulary<'t>) {
    let versions = profile
        .machine_images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value);
    let machine_types = profile.machine_types.value.iter_mut();
    if vocabulary.is_empty() {
        versions.for_each(legacy_version);
        machine_types.for_each(legacy_machine_type);
    } else {
        versions.for_each(version_with_flavors);
        machine_types
            .for_each(|machine_type| machine_type_with_capabilities(machine_type, vocabulary));
    }
}

fn version_with_flavors(version: &mut MachineImageVersion<'_>) {
    if version.capability_flavors.is_empty() {
        let at = version.at();
        let flavors = version.architectures.iter().map(|architecture| {
            let capabilities = vec![architecture_only(*architecture)];
            Flavor {
                at,
                span: Span::default(),
                capabilities,
            }
        });
        version.capability_flavors.value = flavors.collect();
    }
}

fn machine_type_with_capabilities<'t>(
    machine_type: &mut MachineType<'t>,
    vocabulary: &Vocabulary<'t>,
) {
    if machine_type.capabilities.is_empty() {
        let legacy = machine_type.architecture;
        let value = match vocabulary.architectures() {
            [single] => single.value,
            _ => legacy.value.unwrap_or(DEFAULT_ARCHITECTURE),
        };
        machine_type
            .capabilities
            .value
            .push(architecture_only(Spanned::new(value, legacy.span)));
    }
}

fn legacy_version(version: &mut MachineImageVersion<'_>) {
    if version.architectures.is_empty() {
        version.architectures.value = architecture::named_by_flavors(version);
    }
    version.capability_flavors.value.clear();
}

fn legacy_machine_type(machine_type: &mut MachineType<'_>) {
    if machine_type.architecture.is_none()
        && let Some(first) =
            crate::capability::written(&machine_type.capabilities, ARCHITECTURE).first()
    {
        machine_type.architecture = Spanned::new(Some(first.value), first.span);
    }
    machine_type.capabilities.value.clear();
}

/// The capability map that says no more than an architecture.
pub(crate) fn architecture_only(architecture: Spanned<&str>) -> Capability<'_> {
    let span = architecture.span;
    Capability {
        name: Spanned::new(ARCHITECTURE, span),
        values: Spanned::new(vec![architecture], span),
    }
}
