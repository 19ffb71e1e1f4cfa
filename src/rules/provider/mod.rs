//! Rules of the group `provider`: a module and a line in the list for each.

mod already_in_parent;
mod ambiguous_artifacts;
mod both_formats;
mod changed_setting;
mod compared;
mod conflicting_settings;
pub(super) mod disallowed_in_shoot;
mod excess_flavor;
mod flavor_without_architecture;
mod flavors_without_vocabulary;
mod ignored_architecture;
mod incomplete_entry;
mod lost_in_merge;
mod malformed_pattern;
mod malformed_setting;
mod missing_artifact;
mod missing_config;
mod missing_region;
mod names;
mod networking_never_accelerated;
pub mod no_artifact;
mod no_bastion_artifact;
mod not_in_child;
mod not_in_profile;
mod not_one_architecture;
mod offered;
mod only_in_parent;
mod overwritten_flavors;
mod region_mapping;
mod region_setting;
mod region_without_setting;
mod repeated_entry;
mod repeated_setting;
mod unchecked_in_child;
mod unknown_architecture;
mod unknown_region;
mod unknown_type;
mod unmapped_flavor;
mod unmapped_image;
mod unmapped_version;
mod unregistered_capability;
mod unserved;
pub(super) mod unsupported_pool_setting;
mod unusable_zone;
mod unused_entry;
mod unused_setting;
pub(super) mod unwrapped_flavor;
pub mod view;
mod wrong_kind;

use std::collections::BTreeSet;

use crate::model::path::FieldPath;
use crate::provider::fault::{Fault, Missing, What};
use crate::rules::{ProvidedView, Role, Rule};

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(Role::Update, &[&changed_setting::RULE])];

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unknown_type::RULE,
    &missing_config::RULE,
    &wrong_kind::RULE,
    &incomplete_entry::RULE,
    &missing_artifact::RULE,
    &both_formats::RULE,
    &flavors_without_vocabulary::RULE,
    &unwrapped_flavor::RULE,
    &unknown_architecture::RULE,
    &unregistered_capability::RULE,
    &not_one_architecture::RULE,
    &unmapped_image::RULE,
    &unmapped_version::RULE,
    &unmapped_flavor::RULE,
    &missing_region::RULE,
    &excess_flavor::RULE,
    &already_in_parent::RULE,
    &not_in_child::RULE,
    &only_in_parent::RULE,
    &not_in_profile::RULE,
    &unusable_zone::RULE,
    &malformed_setting::RULE,
    &repeated_setting::RULE,
    &conflicting_settings::RULE,
    &changed_setting::RULE,
    &overwritten_flavors::RULE,
    &no_artifact::RULE,
    &no_bastion_artifact::RULE,
    &ambiguous_artifacts::RULE,
    &flavor_without_architecture::RULE,
    &unknown_region::RULE,
    &region_without_setting::RULE,
    &malformed_pattern::RULE,
    &unused_entry::RULE,
    &unused_setting::RULE,
    &repeated_entry::RULE,
    &lost_in_merge::RULE,
    &unchecked_in_child::RULE,
    &ignored_architecture::RULE,
    &networking_never_accelerated::RULE,
    &disallowed_in_shoot::RULE,
    &unsupported_pool_setting::RULE,
];

/// How many look-ups a rule may take: far more than people write.
const COMPARISONS: usize = 30_000_000;

/// The one rule that words a fault of a webhook.
fn rule_of(what: &What<'_>) -> &'static Rule {
    match what {
        What::Missing(missing) => match missing {
            Missing::Config => &missing_config::RULE,
            Missing::Images
            | Missing::Name(_)
            | Missing::Versions(_)
            | Missing::Version
            | Missing::Regions(_)
            | Missing::Value(_)
            | Missing::Filled(_)
            | Missing::OneOf(_) => &incomplete_entry::RULE,
            Missing::Reference(_) => &missing_artifact::RULE,
        },
        What::Empty(_) => &incomplete_entry::RULE,
        What::NoFormat(_) | What::NotOneReference { .. } => &missing_artifact::RULE,
        What::BothFormats(_)
        | What::ArtifactOutsideFlavors(_)
        | What::ArchitectureOutsideCapabilities(_) => &both_formats::RULE,
        What::FlavorsWithoutVocabulary(_) => &flavors_without_vocabulary::RULE,
        What::UnknownArchitecture(_) => &unknown_architecture::RULE,
        What::UnregisteredCapability(_) | What::UnregisteredValue { .. } => {
            &unregistered_capability::RULE
        }
        What::NotOneArchitecture { .. } => &not_one_architecture::RULE,
        What::UnmappedImage(_) => &unmapped_image::RULE,
        What::UnmappedVersion(_) | What::VersionsNotMapped { .. } => &unmapped_version::RULE,
        What::UnmappedFlavor { .. } | What::UnmappedArchitecture { .. } => &unmapped_flavor::RULE,
        What::UnmappedRegion { .. } => &missing_region::RULE,
        What::ExcessFlavor { .. } | What::ExcessArchitecture { .. } => &excess_flavor::RULE,
        What::InParent(_) | What::MachineTypeInParent(_) => &already_in_parent::RULE,
        What::ImageNotInChild(_) | What::VersionNotInChild(_) | What::MachineTypeNotInChild(_) => {
            &not_in_child::RULE
        }
        What::OnlyInParent { .. } | What::OnlyImages { .. } => &only_in_parent::RULE,
        What::Malformed { .. }
        | What::Negative(_)
        | What::NotPositive(_)
        | What::NotAllowed { .. }
        | What::NotKnown { .. }
        | What::TooLong { .. }
        | What::TooMany { .. } => &malformed_setting::RULE,
        What::Repeated { .. } | What::RepeatedVersion(_) | What::SeveralDefaults { .. } => {
            &repeated_setting::RULE
        }
        What::ImageNotInProfile(_)
        | What::VersionNotInProfile(_)
        | What::MachineTypeNotInProfile(_) => &not_in_profile::RULE,
        What::NotAZone { .. } | What::SeveralZones { .. } => &unusable_zone::RULE,
        What::IsolationRemoved { .. } | What::CountChanged { .. } | What::Changed { .. } => {
            &changed_setting::RULE
        }
        What::Exclusive { .. } => &conflicting_settings::RULE,
    }
}

/// The faults of a webhook that one rule words.
fn faults<'a>(view: &ProvidedView<'a>, rule: &'static Rule) -> impl Iterator<Item = &'a Fault<'a>> {
    view.faults_of(move |fault| rule_of(&fault.what).name == rule.name)
}

/// The same without the flavors that the mutating webhook writes into the core part: their findings
/// stand at the same bytes.
fn faults_of_flavors<'a>(
    view: &ProvidedView<'a>,
    rule: &'static Rule,
) -> impl Iterator<Item = &'a Fault<'a>> {
    let derives = view.provided.provider.derive.is_some() && !view.vocabulary.is_empty();
    let mut copied = None;
    faults(view, rule).filter(move |fault| {
        if !derives {
            return true;
        }
        // Most parts have no such faults.
        let copied = copied.get_or_insert_with(|| {
            let versions = view
                .core
                .machine_images
                .iter()
                .flat_map(|image| image.versions.iter());
            versions
                .flat_map(|version| version.capability_flavors.iter())
                .map(|flavor| flavor.at)
                .collect::<BTreeSet<_>>()
        });
        names::at(view, &fault.field)
            .flavor
            .is_none_or(|flavor| !copied.contains(&flavor.at))
    })
}

/// The path of an image of `providerConfig`.
fn image_path(image: usize) -> FieldPath {
    FieldPath::from("spec.providerConfig.machineImages").index(image)
}

/// The path of a version of `providerConfig`.
fn entry_path(image: usize, version: usize) -> FieldPath {
    image_path(image).field("versions").index(version)
}
