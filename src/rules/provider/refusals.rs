//! The refusals of an extension, and the rule of each: there is no refusal without a rule.

use std::cell::OnceCell;

use crate::provider::fault::{Fault, Missing, What};
use crate::rules::{ProvidedView, Report, Rule};

use super::compared::Compared;
use super::unlisted::Entry;
use super::{
    already_in_parent, both_formats, changed_setting, conflicting_settings, excess_flavor,
    flavors_without_vocabulary, incomplete_entry, malformed_setting, missing_artifact,
    missing_config, missing_region, not_in_child, not_in_profile, not_one_architecture,
    only_in_parent, repeated_setting, unknown_architecture, unmapped_flavor, unmapped_image,
    unmapped_version, unregistered_capability, unusable_zone,
};

/// The refusals of a profile in the words of their rules.
#[must_use]
pub fn all(view: &ProvidedView<'_>) -> Vec<(&'static Rule, Report)> {
    let compared = OnceCell::new();
    let compared = || compared.get_or_init(|| Compared::new(view));
    view.faults
        .iter()
        .filter_map(|fault| say(view, &compared, fault))
        .collect()
}

/// The rule that words a fault, and its message; nothing where the rest of the object makes it
/// uncertain, or another finding says it. `compared`: both sides by name, which few faults need.
fn say<'a, 'c>(
    view: &ProvidedView<'a>,
    compared: &dyn Fn() -> &'c Compared<'a>,
    fault: &Fault<'a>,
) -> Option<(&'static Rule, Report)>
where
    'a: 'c,
{
    Some(match &fault.what {
        What::Missing(Missing::Config) => {
            (&missing_config::RULE, missing_config::report(view, fault))
        }
        What::Missing(Missing::Images) => (
            &incomplete_entry::RULE,
            incomplete_entry::images(view, fault),
        ),
        What::Missing(Missing::Name(what)) => (
            &incomplete_entry::RULE,
            incomplete_entry::name(view, fault, what),
        ),
        What::Missing(Missing::Versions(image)) => (
            &incomplete_entry::RULE,
            incomplete_entry::versions(view, fault, image),
        ),
        What::Missing(Missing::Version) => (
            &incomplete_entry::RULE,
            incomplete_entry::version(view, fault),
        ),
        What::Missing(Missing::Regions(of)) => (
            &incomplete_entry::RULE,
            incomplete_entry::regions(view, fault, *of),
        ),
        What::Missing(Missing::Value(name)) => (
            &incomplete_entry::RULE,
            incomplete_entry::value(view, fault, name),
        ),
        What::Missing(Missing::Filled(name)) => (
            &incomplete_entry::RULE,
            incomplete_entry::filled(view, fault, name),
        ),
        What::Missing(Missing::OneOf(fields)) => (
            &incomplete_entry::RULE,
            incomplete_entry::one_of(view, fault, fields),
        ),
        What::Empty(name) => (
            &incomplete_entry::RULE,
            incomplete_entry::empty(view, fault, name),
        ),
        What::Missing(Missing::Reference(field)) => (
            &missing_artifact::RULE,
            missing_artifact::reference(view, fault, field),
        ),
        What::NoFormat(of) => (
            &missing_artifact::RULE,
            missing_artifact::no_format(view, fault, *of),
        ),
        What::NotOneReference { fields, count } => (
            &missing_artifact::RULE,
            missing_artifact::not_one(view, fault, fields, *count),
        ),
        What::BothFormats(of) => (&both_formats::RULE, both_formats::both(view, fault, *of)),
        What::ArtifactOutsideFlavors(of) => (
            &both_formats::RULE,
            both_formats::artifact(view, fault, *of),
        ),
        What::ArchitectureOutsideCapabilities(of) => (
            &both_formats::RULE,
            both_formats::architecture(view, fault, *of),
        ),
        What::FlavorsWithoutVocabulary(of) => (
            &flavors_without_vocabulary::RULE,
            flavors_without_vocabulary::report(view, fault, *of),
        ),
        What::UnknownArchitecture(name) => (
            &unknown_architecture::RULE,
            unknown_architecture::report(view, fault, name)?,
        ),
        What::UnregisteredCapability(name) => (
            &unregistered_capability::RULE,
            unregistered_capability::capability(view, compared(), fault, name)?,
        ),
        What::UnregisteredValue { capability, value } => (
            &unregistered_capability::RULE,
            unregistered_capability::value(view, compared(), fault, capability, value)?,
        ),
        What::NotOneArchitecture { count } => (
            &not_one_architecture::RULE,
            not_one_architecture::report(view, compared(), fault, *count)?,
        ),
        What::UnmappedImage(of) => (
            &unmapped_image::RULE,
            unmapped_image::report(view, compared(), fault, *of)?,
        ),
        What::UnmappedVersion(of) => (
            &unmapped_version::RULE,
            unmapped_version::one(view, compared(), fault, *of)?,
        ),
        What::VersionsNotMapped { image, versions } => (
            &unmapped_version::RULE,
            unmapped_version::several(view, compared(), fault, image, versions)?,
        ),
        What::UnmappedFlavor { of, flavor } => (
            &unmapped_flavor::RULE,
            unmapped_flavor::flavor(view, compared(), fault, *of, flavor)?,
        ),
        What::UnmappedArchitecture { of, architecture } => (
            &unmapped_flavor::RULE,
            unmapped_flavor::architecture(view, compared(), fault, *of, architecture)?,
        ),
        What::UnmappedRegion {
            of,
            regions,
            flavor,
        } => (
            &missing_region::RULE,
            missing_region::report(view, compared(), fault, *of, regions, flavor)?,
        ),
        What::ExcessFlavor { of, flavor } => (
            &excess_flavor::RULE,
            excess_flavor::flavor(view, compared(), fault, *of, flavor),
        ),
        What::ExcessArchitecture {
            of,
            architecture,
            region,
        } => (
            &excess_flavor::RULE,
            excess_flavor::architecture(view, compared(), fault, *of, architecture, *region),
        ),
        What::InParent(of) => (
            &already_in_parent::RULE,
            already_in_parent::version(view, compared(), fault, *of),
        ),
        What::MachineTypeInParent(name) => (
            &already_in_parent::RULE,
            already_in_parent::machine_type(view, fault, name),
        ),
        What::ImageNotInChild(of) => (
            &not_in_child::RULE,
            not_in_child::report(view, fault, Entry::Image(*of)),
        ),
        What::VersionNotInChild(of) => (
            &not_in_child::RULE,
            not_in_child::report(view, fault, Entry::Version(*of)),
        ),
        What::MachineTypeNotInChild(name) => (
            &not_in_child::RULE,
            not_in_child::report(view, fault, Entry::MachineType(name)),
        ),
        What::ImageNotInProfile(of) => (
            &not_in_profile::RULE,
            not_in_profile::report(view, fault, Entry::Image(*of)),
        ),
        What::VersionNotInProfile(of) => (
            &not_in_profile::RULE,
            not_in_profile::report(view, fault, Entry::Version(*of)),
        ),
        What::MachineTypeNotInProfile(name) => (
            &not_in_profile::RULE,
            not_in_profile::report(view, fault, Entry::MachineType(name)),
        ),
        What::OnlyInParent { field } => (
            &only_in_parent::RULE,
            only_in_parent::field(view, fault, field),
        ),
        What::OnlyImages { fields, allowed } => (
            &only_in_parent::RULE,
            only_in_parent::fields(view, fault, fields, allowed),
        ),
        What::Malformed { what, value } => (
            &malformed_setting::RULE,
            malformed_setting::form(view, fault, *what, value),
        ),
        What::Negative(value) => (
            &malformed_setting::RULE,
            malformed_setting::negative(view, fault, *value),
        ),
        What::NotPositive(value) => (
            &malformed_setting::RULE,
            malformed_setting::not_positive(view, fault, *value),
        ),
        What::TooMany { list, limit, count } => (
            &malformed_setting::RULE,
            malformed_setting::too_many(view, fault, list, *limit, *count),
        ),
        What::TooLong { limit } => (
            &malformed_setting::RULE,
            malformed_setting::too_long(view, fault, *limit),
        ),
        What::NotAllowed {
            what,
            value,
            allowed: known,
        }
        | What::NotKnown { what, value, known } => (
            &malformed_setting::RULE,
            malformed_setting::not_known(view, fault, what, value, known),
        ),
        What::Repeated { value, first } => (
            &repeated_setting::RULE,
            repeated_setting::repeated(view, fault, value, Some(*first)),
        ),
        What::RepeatedVersion(value) => (
            &repeated_setting::RULE,
            repeated_setting::repeated(view, fault, value, None),
        ),
        What::SeveralDefaults { of, first } => (
            &repeated_setting::RULE,
            repeated_setting::several_defaults(view, fault, of, *first),
        ),
        What::Exclusive { fields } => (
            &conflicting_settings::RULE,
            conflicting_settings::report(view, fault, fields),
        ),
        What::NotAZone { partition, zones } => (
            &unusable_zone::RULE,
            unusable_zone::unknown(view, fault, partition, zones),
        ),
        What::SeveralZones { region, count } => (
            &unusable_zone::RULE,
            unusable_zone::several(view, fault, region, *count),
        ),
        What::IsolationRemoved { partition } => (
            &changed_setting::RULE,
            changed_setting::isolation(view, fault, partition),
        ),
        What::CountChanged { list, old, new } => (
            &changed_setting::RULE,
            changed_setting::count(view, fault, list, *old, *new),
        ),
        What::Changed { old, new } => (
            &changed_setting::RULE,
            changed_setting::value(view, fault, old, new),
        ),
    })
}
