//! Rules of the group `schema`: a module and a line in the list for each.

mod empty_quantity;
mod kustomize_patch;
mod lookup;
mod malformed_duration;
mod malformed_list;
mod malformed_quantity;
mod malformed_time;
mod memory_without_unit;
mod misplaced_field;
mod missing_kind;
mod missing_quantity;
mod null_entry;
mod number_out_of_range;
pub(super) mod place;
mod renamed_field;
mod renames;
mod retired_group;

mod types;
mod unknown_field;
mod unknown_group;
mod unknown_kind;
mod unknown_version;
mod walk;
mod wrapped_flavor;
mod wrong_type;

use crate::landscape::Item;
use crate::model::cloudprofile::MachineType;
use crate::model::path::FieldPath;
use crate::model::shape::{Expected, Found, ShapeKind, ShapeProblem};
use crate::rules::{ObjectView, Role, Rule};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &unknown_version::RULE,
    &unknown_kind::RULE,
    &missing_kind::RULE,
    &malformed_list::RULE,
    &retired_group::RULE,
    &unknown_group::RULE,
    &unknown_field::RULE,
    &renamed_field::RULE,
    &misplaced_field::RULE,
    &wrong_type::RULE,
    &wrapped_flavor::RULE,
    &malformed_time::RULE,
    &malformed_duration::RULE,
    &malformed_quantity::RULE,
    &number_out_of_range::RULE,
    &empty_quantity::RULE,
    &missing_quantity::RULE,
    &memory_without_unit::RULE,
    &null_entry::RULE,
    &kustomize_patch::RULE,
];

/// Those that have a role.
pub(super) static ROLES: &[(Role, &[&Rule])] = &[(Role::Outdated, &[&retired_group::RULE])];

/// The one rule of the group that words a shape problem; none for a capability beside an artifact,
/// which the group `provider` has.
fn rule_of(view: &ObjectView<'_>, problem: &ShapeProblem) -> Option<&'static Rule> {
    Some(match &problem.kind {
        ShapeKind::UnknownField { name, owner, .. } if renames::find(owner, name).is_some() => {
            &renamed_field::RULE
        }
        ShapeKind::UnknownField { .. } if place::is_unwrapped(view, problem) => return None,
        ShapeKind::UnknownField { crowd: true, .. } => &unknown_field::RULE,
        ShapeKind::UnknownField { .. } if lookup::home(view, problem).is_some() => {
            &misplaced_field::RULE
        }
        ShapeKind::UnknownField { .. } => &unknown_field::RULE,
        ShapeKind::WrongType {
            expected: Expected::List,
            found: Found::Map,
        } if is_wrapped(&problem.field) => &wrapped_flavor::RULE,
        ShapeKind::WrongType { .. } => &wrong_type::RULE,
        ShapeKind::OutOfRange { .. } => &number_out_of_range::RULE,
        ShapeKind::Time(_) => &malformed_time::RULE,
        ShapeKind::Duration(_) => &malformed_duration::RULE,
        ShapeKind::Quantity(_) => &malformed_quantity::RULE,
    })
}

/// The shape problems of an object that a rule words.
fn problems<'a>(
    view: &'a ObjectView<'_>,
    rule: &'static Rule,
) -> impl Iterator<Item = &'a ShapeProblem> {
    of(view, rule.name.ends_with("-field"), move |found| {
        found.is_some_and(|found| found.name == rule.name)
    })
}

/// The capabilities of flavors that stand beside the artifact.
pub(super) fn unwrapped<'a>(view: &'a ObjectView<'_>) -> impl Iterator<Item = &'a ShapeProblem> {
    of(view, true, |found| found.is_none())
}

/// The choice between the rules about fields takes a search; the other rules need not know its
/// result.
fn of<'a>(
    view: &'a ObjectView<'_>,
    fields: bool,
    wanted: impl Fn(Option<&'static Rule>) -> bool,
) -> impl Iterator<Item = &'a ShapeProblem> {
    let unknown = |problem: &ShapeProblem| matches!(problem.kind, ShapeKind::UnknownField { .. });
    // A `providerConfig` of another kind has only this finding.
    let of_part = view
        .part
        .filter(|part| !part.is_foreign())
        .map_or(&[][..], |part| &part.problems);
    view.item
        .shape
        .iter()
        .chain(of_part)
        .filter(move |problem| unknown(problem) == fields && wanted(rule_of(view, problem)))
}

/// The verb phrase for the server's answer to unknown fields.
const REFUSES: &str = "refuses the whole object";

/// The consequence of a problem: the server cannot decode the object, or the extension cannot
/// decode its `providerConfig`.
fn consequence(view: &ObjectView<'_>, problem: &ShapeProblem, of_server: &str) -> String {
    match view
        .part
        .filter(|_| problem.field.after(["spec", "providerConfig"]).is_some())
    {
        Some(part) => format!("the {} extension cannot decode it", part.provider.title),
        None => format!("the server {of_server}"),
    }
}

/// Whether a path is that of `capabilities` in a flavor.
fn is_wrapped(path: &FieldPath) -> bool {
    place::flavor_step(path).is_some_and(|(version, _)| version.len() + 3 == path.steps().len())
        && path.last_name() == "capabilities"
}

/// `spec.machineTypes`; none of a Shoot.
fn machine_types<'i, 't>(item: &'i Item<'t>) -> &'i [MachineType<'t>] {
    item.body
        .profile()
        .map_or(&[], |profile| &profile.machine_types)
}
