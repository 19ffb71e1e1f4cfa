//! What stands at a byte, in words.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::Positions;
use super::fields::levels;
use crate::editor;
use crate::landscape::Item;
use crate::model::schema::{Field, Shape, Type};
use crate::words;

/// The description of the field at a byte of an object.
#[must_use]
pub fn hover(item: &Item<'_>, byte: u32, positions: Positions<'_>) -> Option<Hover> {
    let known = levels(item, byte)
        .last()
        .and_then(|level| level.field)
        .filter(|known| known.key.start <= byte && byte <= known.key.end)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: described(known.owner, known.field),
        }),
        range: Some(positions.range(known.key)),
    })
}

/// A field with its type, its description and its values, as Markdown.
pub(super) fn described(owner: &Type, field: &Field) -> String {
    let name = field.name;
    let mut text = format!("`{name}`: {}", shape(&field.shape));
    if let Some(description) = editor::description(owner, name) {
        text += &format!("\n\n{description}");
    }
    let values = editor::values(owner, name);
    if !values.is_empty() {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        text += &format!("\n\nValues: {}", words::and(&values));
    }
    text
}

/// The type of a value, as people name it.
pub(super) fn shape(of: &Shape) -> String {
    match of {
        Shape::String => "text".to_owned(),
        Shape::Bool => "`true` or `false`".to_owned(),
        Shape::Int32 | Shape::Int64 => "integer".to_owned(),
        Shape::Float64 => "number".to_owned(),
        Shape::Quantity => "quantity, such as `16Gi`".to_owned(),
        Shape::Time => "time, such as `2027-01-31T00:00:00Z`".to_owned(),
        Shape::Duration => "duration, such as `1h30m`".to_owned(),
        Shape::IntOrString => "integer or text".to_owned(),
        Shape::Raw => "object of an extension".to_owned(),
        Shape::List(of) => format!("list: {}", shape(of)),
        Shape::Map(of) => format!("map: {}", shape(of)),
        Shape::Object(_) => "object".to_owned(),
    }
}
