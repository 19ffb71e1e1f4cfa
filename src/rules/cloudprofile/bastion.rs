//! The requirements on the bastion's machine image. The rules about the bastion share it, so that
//! they cannot disagree.

use crate::capability::ARCHITECTURE;
use crate::model::cloudprofile::{CloudProfile, MachineImage, MachineImageVersion, MachineType};
use crate::model::lifecycle::{Classification, Current};
use crate::rules::ProfileView;

/// The machine image of that name.
pub(in crate::rules) fn image<'a, 't>(
    profile: &'a CloudProfile<'t>,
    name: &str,
) -> Option<&'a MachineImage<'t>> {
    profile
        .machine_images
        .iter()
        .find(|image| *image.name == name)
}

/// The version of the image that is written exactly like this.
pub(in crate::rules) fn version<'a, 't>(
    image: &'a MachineImage<'t>,
    text: &str,
) -> Option<&'a MachineImageVersion<'t>> {
    image
        .versions
        .iter()
        .find(|version| *version.version() == text)
}

/// The requirements of a profile's bastion on an image version.
pub(in crate::rules) struct Need<'a, 't> {
    view: &'a ProfileView<'t>,
    machine_type: Option<&'a MachineType<'t>>,
    architecture: Option<&'t str>,
}

/// Why an image version cannot serve the bastion.
pub(in crate::rules) enum Fault<'t> {
    /// The version does not support the architecture; empty where that of the machine type is
    /// unknown.
    Architecture(&'t str),
    /// It has no classification. Elsewhere that counts as supported; here it does not.
    Unclassified,
    /// It is something else than supported now.
    Classified(Current<'t>),
}

impl<'a, 't> Need<'a, 't> {
    /// The need of this profile. A machine type that does not exist restricts nothing.
    pub(in crate::rules) fn new(view: &'a ProfileView<'t>) -> Self {
        let name = view
            .profile
            .bastion
            .as_ref()
            .and_then(|bastion| bastion.machine_type);
        let machine_type = name.and_then(|name| {
            view.profile
                .machine_types
                .iter()
                .find(|machine_type| *machine_type.name == *name)
        });
        let architecture = machine_type.map(|machine_type| {
            match view
                .vocabulary
                .defaulted(&machine_type.capabilities, ARCHITECTURE)
            {
                Some([single]) => single.value,
                _ => machine_type.architecture.value.unwrap_or_default(),
            }
        });
        Self {
            view,
            machine_type,
            architecture,
        }
    }

    /// The machine type that decides on the architecture, where there is one.
    pub(in crate::rules) fn machine_type(&self) -> Option<&'a MachineType<'t>> {
        self.machine_type
    }

    /// Why a version cannot serve the bastion.
    pub(in crate::rules) fn fault(&self, version: &MachineImageVersion<'t>) -> Option<Fault<'t>> {
        if let Some(architecture) = self
            .architecture
            .filter(|architecture| !self.is_built_for(version, architecture))
        {
            return Some(Fault::Architecture(architecture));
        }
        if version.expirable.classification.is_none() {
            return Some(Fault::Unclassified);
        }
        let current = version.expirable.classification_at(self.view.settings.now);
        (current != Classification::Supported).then_some(Fault::Classified(current))
    }

    fn is_built_for(&self, version: &MachineImageVersion<'t>, architecture: &str) -> bool {
        if self.view.vocabulary.is_empty() {
            return version
                .architectures
                .iter()
                .any(|value| value.value == architecture);
        }
        let flavors = version
            .capability_flavors
            .iter()
            .flat_map(|flavor| &flavor.capabilities);
        let mut of_flavors = flavors
            .filter(|capability| *capability.name == ARCHITECTURE)
            .flat_map(|capability| capability.values.iter());
        of_flavors.any(|value| value.value == architecture)
            || self
                .view
                .vocabulary
                .architectures()
                .iter()
                .any(|value| value.value == architecture)
    }
}
