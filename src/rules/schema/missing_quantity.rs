//! See the page.

use crate::finding::{Edit, Origin, Severity};
use crate::model::path::Path;
use crate::rules::rewrite::{column, is_flow, newline};
use crate::rules::schema::{machine_type_nodes, machine_types};
use crate::rules::words;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};
use crate::source::Span;
use crate::yaml::Value;

/// `schema/missing-quantity`
pub static RULE: Rule = Rule {
    name: "schema/missing-quantity",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "A machine type without `cpu`, `gpu` or `memory`, which then counts as 0.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/schema/missing-quantity.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let (spec, machine_types) = (Path::new("spec"), machine_types(view.item));
    let list = spec.field("machineTypes");
    for (index, (node, machine_type)) in machine_type_nodes(view.item).zip(&machine_types).enumerate() {
        let missing: Vec<&str> = ["cpu", "gpu", "memory"]
            .into_iter()
            .filter(|field| tree.get(node, field).is_none_or(|entry| tree.value(entry.value) == Value::Null))
            .collect();
        if missing.is_empty() || tree.value(node) != Value::Mapping {
            continue;
        }
        let message = format!("the machine type does not say its {}: the server takes 0", words::all(missing.iter().copied()));
        let report = Report::new(machine_type.at, list.index(index), message);
        if missing != ["gpu"] {
            reporter.report(
                report.help(
                    "write how much the machine has, such as `cpu: \"4\"` and `memory: 16Gi`; users and the dashboard see these values",
                ),
            );
            continue;
        }
        // Most machines have no GPU, and 0 is what is meant.
        let report = report.severity(Severity::Note).help("write `gpu: \"0\"` if the machine has none");
        let cpu = tree
            .get(node, "cpu")
            .filter(|cpu| tree.get(node, "gpu").is_none() && !is_flow(tree, text, node) && !tree.raw(cpu.value, text).contains('\n'));
        let line_end = |at: usize| text.get(at..).and_then(|rest| rest.find(['\n', '\r'])).map(|length| at + length);
        reporter.report(match cpu.and_then(|cpu| Some((cpu.key, line_end(tree.span(cpu.value).end as usize)?))) {
            Some((key, end)) => {
                let indent = " ".repeat(column(text, tree.span(key).start as usize));
                let edit = Edit { span: Span::at(end), text: format!("{}{indent}gpu: \"0\"", newline(text)) };
                report.safe_fix("write `gpu: \"0\"`", vec![edit])
            }
            None => report,
        });
    }
}
