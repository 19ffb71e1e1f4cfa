//! The changes of a NamespacedCloudProfile to its parent, for people.

use serde_json::Value as Json;

use crate::merge::{Change, Changes, FieldChange, How};
use crate::output::{Color, Document, Span, Style};
use crate::report::rendered::name;
use crate::resolution::rendered::{ProviderPart, Rendered};
use crate::source::Sources;
use crate::words::{self, count};

/// The changes of an object.
pub(crate) fn document(rendered: &Rendered<'_, '_>, sources: &Sources) -> Document {
    let mut pen = Pen::default();
    let changes = rendered.changes();
    pen.out.line([name(rendered.item, sources)]);
    pen.out
        .line([format!("against {}", name(rendered.parent.item, sources))]);
    pen.changes(&changes);
    match &rendered.provider_part {
        ProviderPart::Unknown => pen.line(
            1,
            Mark::Same,
            "providerConfig: not compared; the provider extension merges it",
        ),
        ProviderPart::Merged { versions } if !versions.is_empty() => {
            pen.out.line(["  providerConfig.machineImages"]);
            for (image, version, replaces) in versions {
                let (mark, text) = if *replaces {
                    (Mark::Replaced, ", instead of the parent's")
                } else {
                    (Mark::Added, "")
                };
                pen.line(
                    2,
                    mark,
                    &format!("{}{text}", words::image_version(image, version)),
                );
            }
        }
        ProviderPart::Absent | ProviderPart::Parents | ProviderPart::Merged { .. } => {}
    }
    pen.out
}

#[derive(Clone, Copy)]
enum Mark {
    Added,
    Changed,
    Replaced,
    Lost,
    Same,
}

#[derive(Default)]
struct Pen {
    out: Document,
}

impl Pen {
    fn line(&mut self, depth: usize, mark: Mark, text: &str) {
        let (symbol, style) = match mark {
            Mark::Added => ("+", Style::new(Color::Green)),
            Mark::Changed => ("~", Style::new(Color::Yellow)),
            Mark::Replaced => ("!", Style::new(Color::Yellow).bold()),
            Mark::Lost => ("-", Style::new(Color::Red)),
            Mark::Same => ("=", Style::DIMMED),
        };
        self.out.line([
            Span::from("  ".repeat(depth)),
            Span::new(format!("{symbol} {text}"), style),
        ]);
    }

    fn changes(&mut self, changes: &Changes) {
        if changes.is_empty() {
            self.line(1, Mark::Same, "nothing changes");
        }
        for (list, entries) in &changes.lists {
            self.out.line([format!("  {list}")]);
            entries.iter().for_each(|entry| self.entry(2, entry));
        }
        for version in &changes.ignored {
            self.line(
                1,
                Mark::Lost,
                &format!("kubernetes.versions {version}: ignored, the parent has no such version"),
            );
        }
        for change in &changes.limits {
            self.field(1, change, "limits.");
        }
        if let Some(bundle) = changes.bundle {
            let behind = if bundle.parent > 0 {
                format!(" behind the parent's {}", bundle.parent)
            } else {
                String::new()
            };
            self.line(
                1,
                Mark::Added,
                &format!("caBundle: {}{behind}", count(bundle.added, "certificate")),
            );
            if bundle.torn {
                let torn = "caBundle: the parent's text has no final newline, so the two run \
                    together and lose certificates";
                self.line(1, Mark::Lost, torn);
            }
        }
    }

    fn entry(&mut self, depth: usize, change: &Change) {
        let name = if change.name.is_empty() {
            "\"\""
        } else {
            &change.name
        };
        match change.how {
            How::Added => self.line(depth, Mark::Added, &format!("{name}: added")),
            How::Replaced if change.fields.is_empty() => {
                self.line(
                    depth,
                    Mark::Replaced,
                    &format!("{name}: replaced by one that says the same"),
                );
            }
            How::Replaced => self.line(depth, Mark::Replaced, &format!("{name}: replaced")),
            How::Adjusted if change.fields.is_empty() && change.versions.is_empty() => {
                self.line(depth, Mark::Same, &format!("{name}: says the same"));
            }
            How::Adjusted => self.line(depth, Mark::Changed, &format!("{name}:")),
        }
        change
            .fields
            .iter()
            .for_each(|field| self.field(depth + 1, field, ""));
        change
            .versions
            .iter()
            .for_each(|version| self.entry(depth + 1, version));
    }

    fn field(&mut self, depth: usize, change: &FieldChange, prefix: &str) {
        let field = format!("{prefix}{}", change.field);
        match (&change.from, &change.to) {
            (Some(from), Some(to)) => self.line(
                depth,
                Mark::Changed,
                &format!("{field}: {} -> {}", value(from), value(to)),
            ),
            (None, Some(to)) => self.line(depth, Mark::Added, &format!("{field}: {}", value(to))),
            (Some(from), None) => self.line(
                depth,
                Mark::Lost,
                &format!("{field}: {} is lost", value(from)),
            ),
            (None, None) => {}
        }
    }
}

/// A value on one line.
fn value(json: &Json) -> String {
    match json {
        Json::String(text) if text.is_empty() => "\"\"".to_owned(),
        Json::String(text) => text.clone(),
        Json::Array(items) => format!(
            "[{}]",
            items.iter().map(value).collect::<Vec<_>>().join(", ")
        ),
        Json::Object(map) => {
            let entries: Vec<String> = map
                .iter()
                .map(|(key, inner)| format!("{key}: {}", value(inner)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}
