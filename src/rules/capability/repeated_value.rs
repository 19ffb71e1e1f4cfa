use std::collections::BTreeMap;

use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, removal, words};

rule!(
    "capability/repeated-value",
    Documented,
    Warning,
    CloudProfile(check),
    "A value that the definition of a capability lists twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    for definition in view.vocabulary.definitions() {
        let path = list.field(*definition.name);
        let mut first = BTreeMap::new();
        let spans: Vec<_> = definition.values.iter().map(|value| value.span).collect();
        for (k, value) in definition.values.iter().enumerate() {
            let earlier = *first.entry(value.value).or_insert(value.span);
            if earlier == value.span {
                continue;
            }
            let mut report = Report::new(
                value.span,
                path.index(k),
                format!(
                    "the definition of {} lists value {} twice: values must be unique, and only \
                     the first position counts for preference",
                    words::quoted(*definition.name),
                    words::quoted(value.value)
                ),
            )
            .value(value.value)
            .also(earlier, "first listed here")
            .help("remove this one");
            if let Some(edit) = removal::element(view.item.text, &spans, k) {
                report = report.safe_fix("remove the repeated value", vec![edit]);
            }
            reporter.report(report);
        }
    }
}
