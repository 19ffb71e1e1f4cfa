//! See the page.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Origin, Severity};
use crate::provider::config::{RegionMapping, Version};
use crate::rules::provider::entry_path;
use crate::rules::{Check, ProvidedView, Report, Reporter, Rule, Scope, words};
use crate::source::Span;

/// `provider/unknown-region`
pub static RULE: Rule = Rule {
    name: "provider/unknown-region",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "An artifact for a region that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/provider/unknown-region.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else { return };
    let known: BTreeSet<&str> = view.whole.regions.iter().map(|region| *region.name).collect();
    if known.is_empty() {
        return;
    }
    // Each unknown name once, with where it stands first and how often.
    let mut unknown: BTreeMap<&str, (Span, String, usize)> = BTreeMap::new();
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            for (place, mapping) in mappings(version) {
                let name = *mapping.name;
                if !name.is_empty() && !known.contains(name) {
                    let first = || (mapping.name.span, format!("{}.{place}.name", entry_path(at, index)), 0);
                    unknown.entry(name).or_insert_with(first).2 += 1;
                }
            }
        }
    }
    for (name, (span, path, count)) in unknown {
        let same = known.iter().find(|region| region.eq_ignore_ascii_case(name)).copied();
        let more = if count > 1 { format!(", {count} times in the provider part,") } else { String::new() };
        let message = match same {
            Some(region) => format!(
                "region {}{more} differs from the profile's {} only in case: nobody finds this artifact, since names are compared exactly",
                words::quoted(name),
                words::quoted(region)
            ),
            None => format!("region {}{more} is not among `spec.regions`: no worker can get this artifact", words::quoted(name)),
        };
        let near = same.or_else(|| words::near(name, known.iter().copied()));
        let mut report = Report::new(span, path, message)
            .value(name)
            .help(format!("{}remove the entry, or add the region to the profile", words::did_you_mean(near)));
        if let Some(region) = near.and_then(|near| view.whole.regions.iter().find(|region| *region.name == near)) {
            report = report.also(region.name.span, "the region of the profile");
        }
        reporter.report(report);
    }
}

/// All region mappings of a version, with their paths below it.
fn mappings<'v, 't>(version: &'v Version<'t>) -> impl Iterator<Item = (String, &'v RegionMapping<'t>)> {
    let own = version.regions.iter().enumerate().map(|(index, mapping)| (format!("regions[{index}]"), mapping));
    let of_flavors = version.flavors.iter().enumerate().flat_map(|(flavor, listed)| {
        let path = move |(index, mapping)| (format!("capabilityFlavors[{flavor}].regions[{index}]"), mapping);
        listed.regions.iter().enumerate().map(path)
    });
    own.chain(of_flavors)
}
