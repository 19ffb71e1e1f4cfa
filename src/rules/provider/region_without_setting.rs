use std::collections::BTreeSet;

use crate::model::path::FieldPath;
use crate::rules::provider::{region_setting, unknown_region};
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/region-without-setting",
    Design,
    Warning,
    Provided(check),
    "A region of the profile that a list of settings for each region lacks."
);

/// Maximum number of regions named.
const NAMED: usize = 5;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = view
        .provided
        .part
        .as_ref()
        .filter(|part| view.parent.is_none() && !part.is_foreign())
    else {
        return;
    };
    for list in view.provided.provider.settings.of_regions {
        let holds = list
            .otherwise
            .is_some_and(|field| !part.cursor.field(field).string().is_empty());
        let entries = part
            .cursor
            .field(list.name)
            .list(|entry| entry.field("region").string());
        // An empty list is refused, and an entry without a region may be for any.
        if holds || entries.is_empty() || entries.iter().any(|region| region.is_empty()) {
            continue;
        }
        let mut listed: BTreeSet<&str> = entries.iter().map(|region| region.value).collect();
        // Another rule reports a region whose name is misspelt.
        for of in region_setting::lists(view)
            .iter()
            .filter(|of| of.name == list.name)
        {
            listed.extend(unknown_region::misspelt(view, of).into_values());
        }
        let lacking: Vec<_> = view
            .whole
            .regions
            .iter()
            .filter(|region| !region.name.is_empty() && !listed.contains(*region.name))
            .collect();
        let Some(first) = lacking.first() else {
            continue;
        };
        let (plural, verb) = if lacking.len() == 1 {
            ("", "is")
        } else {
            ("s", "are")
        };
        let message = format!(
            "region{plural} {} {verb} not in `{}`: {}",
            words::some(lacking.iter().map(|region| *region.name), NAMED),
            list.name,
            list.lack
        );
        let help = match list.otherwise {
            Some(field) => format!("add an entry for each region, or set `{field}` for all others"),
            None => "add an entry for each region".to_owned(),
        };
        let report = Report::new(
            part.cursor.field(list.name).at(),
            FieldPath::from("spec.providerConfig").field(list.name),
            message,
        );
        reporter.report(
            report
                .value(*first.name)
                .severity(list.severity)
                .help(help)
                .also(first.name.span, "a region of the profile"),
        );
    }
}
