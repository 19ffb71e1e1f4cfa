//! See the page.

use crate::capability::{Layout, Row};
use crate::finding::{Origin, Severity};
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::Path;
use crate::rules::provider::names;
use crate::rules::{Check, ProvidedView, Report, Reporter, Rule, Scope, words};

/// `provider/overwritten-flavors`
pub static RULE: Rule = Rule {
    name: "provider/overwritten-flavors",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "Flavors of an image version that the provider's webhook replaces by others.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/provider/overwritten-flavors.md"),
    check: Check::Provided(check),
};

/// So many flavors are spelled out.
const SHOWN: usize = 4;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(mutated) = view.mutated else { return };
    let layout = Layout::new(view.vocabulary);
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for (index, (written, effective)) in view.written.machine_images.iter().zip(mutated.machine_images.iter()).enumerate() {
        let image = images.index(index);
        let versions = image.field("versions");
        for (index, (before, after)) in written.versions.iter().zip(effective.versions.iter()).enumerate() {
            let (Some(first), true) = (before.capability_flavors.first(), is_replaced(before, after)) else { continue };
            if rows(&layout, before) == rows(&layout, after) {
                continue;
            }
            let path = versions.index(index);
            let shown: Vec<String> =
                after.capability_flavors.iter().take(SHOWN).map(|flavor| names::capabilities(&flavor.capabilities)).collect();
            let more = after.capability_flavors.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let (does, effective) = if shown.is_empty() {
                ("removes", ", since its entry in the provider part has none".to_owned())
            } else {
                ("replaces", format!(" by those of the provider part: {}{more}", shown.join(", ")))
            };
            let message = format!(
                "the {} webhook {does} the flavors of version {} of image {}{effective}; what stands here has no effect, and tools that \
                 compare the file with the cluster see a difference for ever",
                view.title(),
                words::quoted(*before.version()),
                words::quoted(*written.name),
            );
            let mut report = Report::new(before.capability_flavors.span, path.field("capabilityFlavors"), message)
                .help("write the same flavors here and in the provider part, or leave them out here")
                .also(first.at, "never seen by anybody");
            if let Some(taken) = after.capability_flavors.first() {
                report = report.also(taken.at, "taken from here");
            }
            reporter.report(report);
        }
    }
}

/// Whether the flavors stand somewhere else than those that were written.
fn is_replaced(before: &MachineImageVersion<'_>, after: &MachineImageVersion<'_>) -> bool {
    let places = |version: &MachineImageVersion<'_>| version.capability_flavors.iter().map(|flavor| flavor.at).collect::<Vec<_>>();
    places(before) != places(after)
}

fn rows<'t>(layout: &Layout<'t>, version: &MachineImageVersion<'t>) -> Vec<Row<'t>> {
    let mut rows: Vec<Row<'t>> = version.capability_flavors.iter().map(|flavor| layout.row(&flavor.capabilities)).collect();
    rows.sort_unstable();
    rows
}
