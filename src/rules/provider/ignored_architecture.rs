//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::config::ArchitectureAt;
use crate::rules::provider::entry_path;
use crate::rules::{Check, ProvidedView, Report, Reporter, Rule, Scope};

/// `provider/ignored-architecture`
pub static RULE: Rule = Rule {
    name: "provider/ignored-architecture",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "The text `ignore` as an architecture, which counts as none.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/ignored-architecture.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let provider = view.provided.provider;
    let Some(part) = view.provided.part.as_ref().filter(|_| provider.adjust.is_some()) else { return };
    if provider.fields.architecture != ArchitectureAt::Region {
        return;
    }
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            let own = version.regions.iter().enumerate().map(|(index, region)| (format!("regions[{index}]"), region));
            let in_flavors = version.flavors.iter().enumerate().flat_map(|(flavor, listed)| {
                let path = move |(index, region)| (format!("capabilityFlavors[{flavor}].regions[{index}]"), region);
                listed.regions.iter().enumerate().map(path)
            });
            for (place, region) in own.chain(in_flavors) {
                // Decoding has dropped the text; its bytes are still there.
                let text = view.item.text.get(region.architecture.span.range()).unwrap_or_default();
                if region.architecture.is_some() || text.trim_matches(['"', '\'']) != "ignore" {
                    continue;
                }
                let (message, help) = if place.starts_with("capabilityFlavors") {
                    (
                        "the text `ignore` counts as no architecture at all; that of a flavor is among its capabilities",
                        "leave the field out",
                    )
                } else {
                    (
                        "the text `ignore` counts as no architecture at all, so this is an artifact for amd64, and nothing says so",
                        "name the architecture, or leave the field out",
                    )
                };
                let report = Report::new(region.architecture.span, format!("{}.{place}.architecture", entry_path(at, index)), message);
                reporter.report(report.value("ignore").help(help));
            }
        }
    }
}
