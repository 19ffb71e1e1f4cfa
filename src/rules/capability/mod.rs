//! Rules of the group `capability`: a module and a line in the list for each.

pub(super) mod architecture;
mod capabilities_without_vocabulary;
mod conflicting_architectures;
mod conflicting_machine_architecture;
mod disabled_gate;
mod duplicate_definition;
mod empty_value_list;
mod flavors_without_vocabulary;
mod incomplete_architectures;
mod malformed_definition;
mod missing_architecture;
mod missing_flavor_architecture;
mod missing_flavors;
mod overruled_machine_architecture;
mod repeated_value;
mod reserved_name;
mod several_flavor_architectures;
mod several_machine_architectures;
mod undeclared_machine_architecture;
mod unregistered_name;
mod unregistered_value;
mod unsupported_architecture;
mod unsupported_legacy_architecture;

use crate::capability::worker::{self, WorkerCapability};
use crate::model::path::FieldPath;
use crate::rules::{ProfileView, Report, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &disabled_gate::RULE,
    &duplicate_definition::RULE,
    &reserved_name::RULE,
    &missing_architecture::RULE,
    &unsupported_architecture::RULE,
    &malformed_definition::RULE,
    &unregistered_name::RULE,
    &unregistered_value::RULE,
    &unsupported_legacy_architecture::RULE,
    &missing_flavors::RULE,
    &missing_flavor_architecture::RULE,
    &several_flavor_architectures::RULE,
    &conflicting_architectures::RULE,
    &incomplete_architectures::RULE,
    &several_machine_architectures::RULE,
    &conflicting_machine_architecture::RULE,
    &flavors_without_vocabulary::RULE,
    &capabilities_without_vocabulary::RULE,
    &repeated_value::RULE,
    &undeclared_machine_architecture::RULE,
    &overruled_machine_architecture::RULE,
    &empty_value_list::RULE,
];

/// The worker capability of that name, in the preview: flavors and machine types may use it,
/// although no text defines it.
fn worker_capability(view: &ProfileView<'_>, name: &str) -> Option<&'static WorkerCapability> {
    let of_type = *view.profile.provider_type;
    // A NamespacedCloudProfile has no type of its own.
    let known = worker::WORKER_CAPABILITIES.iter().find(|known| {
        known.name == name
            && (of_type.is_empty() || worker::worker_capability(name, of_type).is_some())
    });
    known.filter(|_| view.settings.preview.worker_capabilities)
}

/// The worker capabilities that flavors and machine types may use; none without the preview.
fn worker_names(view: &ProfileView<'_>) -> impl Iterator<Item = &'static str> {
    worker::WORKER_CAPABILITIES
        .iter()
        .map(|known| known.name)
        .filter(|name| worker_capability(view, name).is_some())
}

/// A finding that misses a definition. The one whose name is only misspelt as a field may be it.
fn missing_definition(report: Report, view: &ProfileView<'_>) -> Report {
    let mut definitions = view.vocabulary.definitions().iter();
    let unnamed = definitions.position(|definition| definition.name.is_empty());
    unnamed.into_iter().fold(report, |report, at| {
        report.needs(
            FieldPath::from("spec.machineCapabilities")
                .index(at)
                .field("name"),
        )
    })
}
