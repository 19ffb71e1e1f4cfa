use crate::finding::Severity;
use crate::model::path::Path;
use crate::rules::rewrite::{Written, insert_behind};
use crate::rules::schema::machine_types;
use crate::rules::words;
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::Value;

rule!(
    "schema/missing-quantity",
    Design,
    Warning,
    Object(check),
    "A machine type without `cpu`, `gpu` or `memory`, which then counts as 0."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let (spec, machine_types) = (Path::new("spec"), machine_types(view.item));
    let list = spec.field("machineTypes");
    for (index, machine_type) in machine_types.iter().enumerate() {
        let Some(node) = machine_type.node else {
            continue;
        };
        let missing: Vec<&str> = ["cpu", "gpu", "memory"]
            .into_iter()
            .filter(|field| {
                tree.get(node, field)
                    .is_none_or(|entry| tree.value(entry.value) == Value::Null)
            })
            .collect();
        if missing.is_empty() || tree.value(node) != Value::Mapping {
            continue;
        }
        let message = format!(
            "the machine type has no {}: the server takes 0",
            words::all(missing.iter().copied())
        );
        let report = Report::new(machine_type.at, list.index(index), message);
        if missing != ["gpu"] {
            reporter.report(report.help(
                "write the amount that the machine has, such as `cpu: \"4\"` and `memory: 16Gi`; \
                 users and the dashboard see these values",
            ));
            continue;
        }
        // Most machines have no GPU, and 0 is what is meant.
        let report = report
            .severity(Severity::Note)
            .help("write `gpu: \"0\"` if the machine has none");
        reporter.report(
            match insert_behind(
                tree,
                text,
                node,
                "cpu",
                "gpu",
                Written {
                    yaml: "\"0\"",
                    json: "\"0\"",
                },
            ) {
                Some(edit) => report.safe_fix("write `gpu: \"0\"`", vec![edit]),
                None => report,
            },
        );
    }
}
