//! The verbs as a table.

use comfy_table::presets::NOTHING;
use comfy_table::{Cell, Color, Table};

use super::{Needs, spelling};
use crate::report::rendered::one_line;

/// The verbs as a table for people.
#[must_use]
pub fn text(needs: &[Needs<'_>], color: bool) -> String {
    if needs.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(NOTHING);
    if color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table.set_header(["Object", "To", "Field", "Verb"]);
    for needs in needs {
        let meta = &needs.item.object.meta;
        let name = if meta.name.is_empty() { format!("{}*", *meta.generate_name) } else { (*meta.name).to_owned() };
        let object = if meta.namespace.is_empty() { name } else { format!("{}/{name}", *meta.namespace) };
        let object = one_line(&object);
        let to = if needs.update { "update" } else { "create" };
        if needs.verbs.is_empty() {
            table.add_row([object.as_str(), to, "", "none of its own"]);
        }
        for verb in &needs.verbs {
            let cell = Cell::new(verb.name);
            let cell = if color { cell.fg(Color::Cyan) } else { cell };
            table.add_row([Cell::new(&object), Cell::new(to), Cell::new(format!("spec.{}", verb.field)), cell]);
        }
    }
    let note = spelling(needs).map_or_else(String::new, |note| format!("\n{note}\n"));
    table.trim_fmt() + "\n" + &note
}
