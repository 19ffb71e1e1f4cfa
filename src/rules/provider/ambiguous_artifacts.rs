use std::collections::{BTreeMap, BTreeSet};

use crate::capability::{Layout, Rows, Vocabulary};
use crate::provider::fault::What;
use crate::provider::lookup::Candidate;
use crate::rules::provider::{COMPARISONS, entry_path};
use crate::rules::{ProvidedView, Report, Reporter, words};
use crate::source::Span;

rule!(
    "provider/ambiguous-artifacts",
    Selection,
    Error,
    Provided(check),
    "Artifacts of an image version that match equally well."
);

/// Maximum number of further pairs shown.
const MORE: usize = 3;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    let catalog = view.artifacts.catalog(view.whole);
    if catalog.is_direct() || !catalog.is_by_flavor() {
        return;
    }
    // The core part reports what both parts show, at the same bytes.
    let core: BTreeSet<Span> = view
        .core
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter())
        .flat_map(|version| version.capability_flavors.iter().map(|flavor| flavor.at))
        .collect();
    // The server refuses entries that the parent already has, and never chooses from them.
    let in_parent: BTreeSet<(&str, &str)> = view
        .faults
        .iter()
        .filter_map(|fault| match fault.what {
            What::InParent(of) => Some((of.image, of.version)),
            _ => None,
        })
        .collect();
    let layout = Layout::new(catalog.vocabulary());
    let mut left = COMPARISONS;
    let mut done: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            let of = (*image.name, *version.version);
            if in_parent.contains(&of) || !done.insert(of) {
                continue;
            }
            let mut rows = Rows::new(&layout);
            if catalog.all_differ(of.0, of.1, &mut rows) {
                continue;
            }
            let mut found: BTreeMap<(Span, Span), Vec<&str>> = BTreeMap::new();
            for region in regions(view, catalog.is_regional()) {
                left = left.saturating_sub(
                    version.regions.len()
                        + version
                            .flavors
                            .iter()
                            .map(|f| f.regions.len() + 1)
                            .sum::<usize>(),
                );
                if left == 0 {
                    return;
                }
                let Ok(candidates) = catalog.candidates(*image.name, *version.version, region)
                else {
                    continue;
                };
                for pair in equal(&candidates, &mut rows)
                    .into_iter()
                    .filter(|(a, b)| !(core.contains(a) && core.contains(b)))
                {
                    found.entry(pair).or_default().push(region);
                }
            }
            let Some((&(first, second), _)) = found.first_key_value() else {
                continue;
            };
            let several = found.len() > 1;
            let regions: BTreeSet<&str> = found.values().flatten().copied().collect();
            let place = if catalog.is_regional() {
                format!(
                    " in region{} {}",
                    if regions.len() == 1 { "" } else { "s" },
                    words::some(regions, 3)
                )
            } else {
                String::new()
            };
            let effect = match view.provided.provider.lookup.judges_shoots {
                true => "its webhook refuses every Shoot that gets it, but not the profile",
                false => "no worker can be created; no webhook objects",
            };
            let message = format!(
                "version {} of image {} has {} artifacts for the same machine types{place}: the \
                 {} extension cannot choose, and {effect}",
                words::quoted(*version.version),
                words::quoted(*image.name),
                if several { "several" } else { "two" },
                view.title()
            );
            let mut report = Report::new(second, entry_path(at, index), message)
                .also(first, "says the same after defaulting");
            for (_, other) in found.keys().skip(1).take(MORE) {
                report = report.also(*other, "matches equally well, too");
            }
            reporter.report(report.help(unregistered(catalog.vocabulary(), view)));
        }
    }
}

fn unregistered(vocabulary: &Vocabulary<'_>, view: &ProvidedView<'_>) -> String {
    let general = "name the capability in which they differ, or keep one";
    let provider = view.provided.provider;
    match provider
        .lookup
        .vocabulary
        .iter()
        .find(|(name, _)| vocabulary.get(name).is_none())
    {
        Some((name, values)) if !view.vocabulary.is_empty() => {
            format!(
                "{general}; if they differ in `{name}`, define it in `spec.machineCapabilities` \
                 with {}",
                words::all(values.iter().copied())
            )
        }
        _ => general.to_owned(),
    }
}

fn regions<'a>(view: &ProvidedView<'a>, regional: bool) -> Vec<&'a str> {
    if regional {
        view.whole
            .regions
            .iter()
            .map(|region| *region.name)
            .collect()
    } else {
        vec![""]
    }
}

/// Pairs with equal rows: the first of each and every later one.
fn equal<'a, 't>(
    candidates: &[Candidate<'a, 't>],
    rows: &mut Rows<'_, 'a, 't>,
) -> Vec<(Span, Span)> {
    let mut first: Vec<(usize, Span)> = Vec::new();
    let mut pairs = Vec::new();
    for candidate in candidates {
        let row = candidate.number(rows);
        match first.iter().find(|(known, _)| *known == row) {
            None => first.push((row, candidate.at)),
            Some((_, at)) => pairs.push((*at, candidate.at)),
        }
    }
    pairs
}
