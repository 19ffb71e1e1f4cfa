//! What can stand at a position: fields that are not there yet, and values that the server knows.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    InsertTextMode, MarkupContent, MarkupKind, TextEdit,
};

use super::View;
use super::hover::{described, shape_of};
use super::line::{in_brackets, line, place};
use super::snippets::{Snippet, snippet};
use super::values::{keys, values};
use crate::draft::in_quotes_of;
use crate::editor;
use crate::model::schema::{Field, Shape};
use crate::output::clean::line as clean;
use crate::source::Span;

/// The completions at a byte. `with_holes`: the client knows snippets.
#[must_use]
pub fn completions(view: &View<'_>, byte: u32, with_holes: bool) -> Vec<CompletionItem> {
    let (file, positions) = (view.file, view.positions);
    let Some(line) = line(file, byte) else {
        return Vec::new();
    };
    let of_item = |item| {
        let block = || Some((line, place(item, file, &line)?));
        let (line, place) = in_brackets(item, file, byte).or_else(block)?;
        Some((item, line, place))
    };
    let Some((item, line, place)) = view.items.iter().copied().find_map(of_item) else {
        return Vec::new();
    };
    // A word in the middle of which somebody completes goes as a whole.
    let [before, behind] = line.word.map(|part| Span::at(part.len()).start);
    let replaced = Span {
        start: byte - before,
        end: byte + behind,
    };
    let complete = |label: &str, text: String| CompletionItem {
        label: label.to_owned(),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            positions.range(replaced),
            text,
        ))),
        ..CompletionItem::default()
    };
    let quote = file
        .text
        .get(..replaced.start as usize)
        .and_then(|before| before.chars().next_back())
        .filter(|last| matches!(last, '"' | '\''));
    // What stands in quotes already needs none.
    let written = |value: &str| match quote {
        Some(_) => value.to_owned(),
        None => in_quotes_of("", item.document.json, value),
    };
    let behind_colon = |key: String| if line.is_key { key } else { key + ": " };
    let opening = |field: &Field| match line.is_key || line.in_brackets {
        true => behind_colon(written(field.name)),
        false => opening(field, line.column),
    };
    match line.key.or(place.list) {
        Some(key) => {
            let known = place
                .owner
                .and_then(|owner| Some((owner, owner.field(key)?)));
            let mut found = Vec::new();
            let mut add = |value: &str, detail: Option<String>| {
                if place.others.contains(&value) {
                    return;
                }
                found.push(CompletionItem {
                    kind: Some(CompletionItemKind::VALUE),
                    detail: detail.map(|text| clean(&text).into_owned()),
                    sort_text: Some(format!("{:05}", found.len())),
                    ..complete(&clean(value), written(value))
                });
            };
            if let Some((owner, field)) = known {
                let listed = editor::values(owner, field.name);
                listed.iter().for_each(|value| add(value, None));
                if matches!(field.shape, Shape::Bool) {
                    ["true", "false"].iter().for_each(|value| add(value, None));
                }
            }
            for (value, detail) in values(view, item, &place, key) {
                add(&value, detail);
            }
            found
        }
        None => {
            let mut found = Vec::new();
            let new = snippet(view, item, &line, &place).filter(|_| !line.is_key);
            if let Some(Snippet { label, text, plain }) = new {
                let format = if with_holes {
                    (
                        InsertTextFormat::SNIPPET,
                        InsertTextMode::ADJUST_INDENTATION,
                    )
                } else {
                    (InsertTextFormat::PLAIN_TEXT, InsertTextMode::AS_IS)
                };
                found.push(CompletionItem {
                    kind: Some(CompletionItemKind::SNIPPET),
                    sort_text: Some("0".to_owned()),
                    insert_text_format: Some(format.0),
                    insert_text_mode: Some(format.1),
                    ..complete(label, if with_holes { text } else { plain })
                });
            }
            let fields = place
                .owner
                .into_iter()
                .flat_map(|owner| owner.fields.iter().map(move |field| (owner, field)));
            for (owner, field) in fields {
                if place.keys.contains(field.name) {
                    continue;
                }
                found.push(CompletionItem {
                    kind: Some(CompletionItemKind::FIELD),
                    detail: Some(shape_of(field)),
                    documentation: Some(Documentation::MarkupContent(MarkupContent {
                        kind: MarkupKind::Markdown,
                        value: described(owner, field),
                    })),
                    // Its lines have their columns already.
                    insert_text_mode: Some(InsertTextMode::AS_IS),
                    ..complete(field.name, opening(field))
                });
            }
            for (name, detail) in keys(view, item, &place) {
                if !place.keys.contains(&*name) {
                    found.push(CompletionItem {
                        kind: Some(CompletionItemKind::FIELD),
                        detail: detail.map(|text| clean(&text).into_owned()),
                        ..complete(&clean(&name), behind_colon(written(&name)))
                    });
                }
            }
            found
        }
    }
}

/// A field with what comes behind its colon.
fn opening(field: &Field, column: usize) -> String {
    let name = field.name;
    match field.shape {
        Shape::List(_) => format!("{name}:\n{:column$}- ", ""),
        Shape::Map(_) | Shape::Object(_) | Shape::Raw => {
            format!("{name}:\n{:1$}", "", column + 2)
        }
        _ => format!("{name}: "),
    }
}
