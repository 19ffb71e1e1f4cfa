//! The verbs as a table.

use std::collections::BTreeMap;

use super::{Needs, spelling};
use crate::model::object::qualified;
use crate::output::{Block, Cell, Color, Document, Style, Table, Widths};
use crate::words;

pub(crate) fn document(needs: &[Needs<'_>]) -> Document {
    let mut document = Document::default();
    if needs.is_empty() {
        return document;
    }
    let mut known = BTreeMap::new();
    for of in needs {
        *known.entry(of.item.key()).or_insert(0) += 1;
    }
    let mut table = Table::new(["Object", "To", "Field", "Verb"], Widths::Natural);
    for needs in needs {
        let meta = &needs.item.object.meta;
        let name = if meta.name.is_empty() {
            format!("{}*", *meta.more().generate_name)
        } else {
            (*meta.name).to_owned()
        };
        let object = qualified(*meta.namespace, &name);
        // Two landscapes may have objects of one name.
        let repeated = known
            .get(&needs.item.key())
            .is_some_and(|number| *number > 1);
        let object = if repeated {
            let place = words::place(needs.file, needs.item.document.index);
            format!("{object} ({place})")
        } else {
            object
        };
        let to = if needs.update { "update" } else { "create" };
        if needs.verbs.is_empty() {
            table.row([object.as_str(), to, "", "no custom verb"]);
        }
        for verb in &needs.verbs {
            let verb_cell = Cell::new(verb.name, Style::new(Color::Cyan));
            table.row([
                Cell::from(&object),
                to.into(),
                format!("spec.{}", verb.field).into(),
                verb_cell,
            ]);
        }
    }
    document.push(Block::Table(table));
    if let Some(note) = spelling(needs) {
        document.remark(|document| {
            document.blank();
            document.line([note]);
        });
    }
    document
}
