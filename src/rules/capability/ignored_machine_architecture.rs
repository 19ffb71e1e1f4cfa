//! See the page.

use crate::capability::ARCHITECTURE;
use crate::finding::{Origin, Severity};
use crate::model::cloudprofile::MachineType;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};

use super::architecture;

/// `capability/ignored-machine-architecture`
pub static RULE: Rule = Rule {
    name: "capability/ignored-machine-architecture",
    origin: Origin::Selection,
    severity: Severity::Warning,
    summary: "A machine type whose legacy architecture is not the only one of the vocabulary, which counts instead.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/capability/ignored-machine-architecture.md"),
    check: Check::CloudProfile(check),
};

/// How many machine types the message names.
const NAMED: usize = 3;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let [single] = view.vocabulary.architectures() else { return };
    let mut found: Vec<(&MachineType<'_>, &str, String)> = Vec::new();
    walk::machine_types(view.profile, |path, machine_type| {
        let named = machine_type.capabilities.iter().any(|capability| *capability.name == ARCHITECTURE);
        let legacy = machine_type.architecture.value.filter(|legacy| *legacy != single.value && architecture::is_known(legacy));
        if let Some(legacy) = legacy.filter(|_| !named) {
            found.push((machine_type, legacy, path.field("architecture").to_string()));
        }
    });
    let Some((first, legacy, path)) = found.first() else { return };
    let names = words::some(found.iter().map(|(machine_type, ..)| *machine_type.name), NAMED);
    let (only, legacy) = (words::quoted(single.value), words::quoted(legacy));
    let message = if found.len() == 1 {
        format!(
            "machine type {names} says {legacy} but counts as {only}, the only architecture of the vocabulary: worker pools get {only} \
             images, and validation lets it pass"
        )
    } else {
        format!(
            "machine types {names} say {legacy} but count as {only}, the only architecture of the vocabulary: worker pools get {only} \
             images, and validation lets it pass"
        )
    };
    let mut report = Report::new(first.architecture.span, path, message)
        .value(first.architecture.value.unwrap_or_default())
        .also(single.span, "the only architecture")
        .help(format!(
            "add {legacy} to the values of `architecture`, then give every flavor its architecture and every machine type \
             `architecture` in its `capabilities`; or correct the legacy field"
        ));
    for (other, ..) in found.iter().skip(1).take(NAMED - 1) {
        report = report.also(other.architecture.span, "and here");
    }
    reporter.report(report);
}
