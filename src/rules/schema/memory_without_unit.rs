use crate::finding::Edit;
use crate::model::path::Path;
use crate::model::quantity::Quantity;
use crate::rules::schema::machine_types;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "schema/memory-without-unit",
    Design,
    Warning,
    Object(check),
    "Memory of a machine type as a plain number, which means bytes.",
    Part
);

/// No machine on offer has less memory, in bytes.
const LEAST: i128 = 512 << 20;

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (spec, machine_types) = (Path::new("spec"), machine_types(view.item));
    let list = spec.field("machineTypes");
    for (index, machine_type) in machine_types.iter().enumerate() {
        let Some(bytes) = machine_type.memory.as_ref().and_then(Quantity::whole_units) else {
            continue;
        };
        let raw = view
            .item
            .text
            .get(machine_type.memory.span.range())
            .unwrap_or_default();
        let number = raw.trim_matches(['"', '\'']);
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || !(1..LEAST).contains(&bytes) {
            continue;
        }
        let unit = likely_unit(bytes);
        let quote = if view.item.document.json && raw == number {
            "\""
        } else {
            ""
        };
        let edit = Edit {
            span: machine_type.memory.span,
            text: raw.replacen(number, &format!("{quote}{number}{unit}{quote}"), 1),
        };
        reporter.report(
            Report::new(
                machine_type.memory.span,
                list.index(index).field("memory"),
                format!(
                    "memory without a unit means bytes, and no machine has only {number} bytes"
                ),
            )
            .value(number)
            .help(format!("write the unit, such as `{number}{unit}`"))
            .unsafe_fix(format!("write `{number}{unit}`"), vec![edit]),
        );
    }
}

/// The unit with which the number is the memory of a machine.
fn likely_unit(number: i128) -> &'static str {
    match number {
        ..1024 => "Gi",
        1024..=1_000_000 => "Mi",
        _ if number % 1000 == 0 => "k",
        _ => "Ki",
    }
}
