use crate::finding::Severity;
use crate::matching::{bastion, without};
use crate::model::cloudprofile::Region;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};
use crate::words::bastion as say;

use super::bastion_fails::is_readable;
use super::names::plural;

rule!(
    "selection/unavailable-bastion-machine-type",
    Selection,
    Warning,
    Effective(check),
    "A machine type for bastions that is not usable, or that no zone of some region has."
);

/// How many regions are named.
const NAMED: usize = 3;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(matcher) = view.matcher.filter(|_| is_readable(view)) else {
        return;
    };
    let bastion = bastion(matcher, view.settings.now);
    // A profile that names none may not want bastions at all.
    let named = matcher
        .profile()
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_type);
    let (Some(chosen), Some(name)) = (bastion.machine, named) else {
        return;
    };
    let machine = &matcher.machines()[chosen.index];
    let spec = Path::new("spec");
    let (of_bastion, says) = (
        spec.field("bastion"),
        format!("{}, {}", say::machine_type(machine), say::by(chosen.by)),
    );
    let of_type = of_bastion.field("machineType");
    let path = of_type.field("name");

    let regions: Vec<&Region<'_>> =
        without(matcher.profile(), *machine.machine_type.name).collect();
    if let Some(first) = regions.first() {
        let (what, s) = (
            words::some(regions.iter().map(|region| *region.name), NAMED),
            plural(&regions),
        );
        let message = format!(
            "{says}, is not available in any zone of region{s} {what}: no bastion can start there"
        );
        let report =
            Report::new(name.span, path, message).also(first.name.span, "a region without it");
        reporter.report(report.help("name a machine type that every region has in some zone"));
    }
    if machine.machine_type.usable.value == Some(false) {
        let message = format!(
            "{says}, is not usable: Gardener takes it anyway, and fails if the cloud no longer \
             has it"
        );
        let report = Report::new(name.span, path, message).severity(Severity::Note);
        let help = "name a usable machine type, unless you keep this one only for bastions";
        reporter.report(
            report
                .also(machine.machine_type.usable.span, "here")
                .help(help),
        );
    }
}
