//! Texts as trees, and trees as objects.

use cpcap::landscape::{Input, Landscape, read};
use cpcap::model::canonical::{self, Purpose};
use cpcap::model::schema;
use cpcap::source::Sources;
use cpcap::yaml;
use serde_json::{Map, Value};

use super::{input, landscape, text, trees};

/// A value that is to be sent takes no more than this; aliases can make more of a short text.
const LARGEST: u64 = 100_000;

/// Whether two values are equal; numbers by value, since `1e3` is `1000.0` and `-0` is `0`.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let whole = one.as_i64().zip(other.as_i64());
            one == other
                || whole.map_or(one.as_f64() == other.as_f64(), |(one, other)| one == other)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| one.0 == other.0 && same(one.1, other.1))
        }
        _ => one == other,
    }
}

/// Both readers see the same, spans are parts of the text, JSON is read as any reader of JSON reads
/// it, and what is printed reads as what was read.
pub fn readers(bytes: &[u8]) -> Result<(), String> {
    let text = text(bytes, landscape);
    trees::compare(&text)?;
    let documents = yaml::read(&text);
    for document in &documents {
        for id in document.tree.ids() {
            let span = document.tree.span(id);
            ensure!(
                text.get(span.range()).is_some(),
                "{span:?} is no part of {text:?}"
            );
        }
        for problem in &document.problems {
            let span = problem.span;
            ensure!(
                text.get(span.range()).is_some(),
                "{problem:?} is at no part of {text:?}"
            );
        }
        let root = document.tree.root().filter(|_| document.readable());
        let Some(root) = root.filter(|root| document.tree.json_size(*root) < LARGEST) else {
            continue;
        };
        let sent = document.tree.to_json(root);
        // Documents that say nothing are none.
        if sent.is_null() {
            continue;
        }
        let printed = yaml::write(&sent).map_err(|error| format!("{error}: {text:?}"))?;
        let again = yaml::read(&printed);
        let read = again
            .first()
            .and_then(|document| Some(document.tree.to_json(document.tree.root()?)));
        ensure!(
            read.as_ref().is_some_and(|read| same(read, &sent))
                && again.len() == 1
                && again[0].readable(),
            "{text:?} sends {sent}, which is printed as {printed:?} and read as {read:?}, {again:?}"
        );
    }
    if text.trim_start().starts_with('{')
        && let Ok(expected) = serde_json::from_str::<Value>(&text)
    {
        let [document] = &documents[..] else {
            return Err(format!("{} documents of JSON: {text:?}", documents.len()));
        };
        ensure!(document.json, "not read as JSON: {text:?}");
        let root = document.tree.root();
        if let Some(root) = root.filter(|_| document.readable()) {
            let sent = document.tree.to_json(root);
            ensure!(same(&sent, &expected), "{text:?} sends {sent}");
        }
    }
    Ok(())
}

/// An object in a text.
struct Seen {
    name: String,
    /// What strict decoding refuses, by path.
    refused: Vec<String>,
    /// As the server prints it.
    stored: Map<String, Value>,
}

fn seen(sources: &Sources, input: Input) -> Vec<Seen> {
    let files = read(sources, &[input]);
    let landscape = Landscape::new(&files);
    let of = |item: &cpcap::landscape::Item<'_>| {
        let kind = item.object.kind.as_str();
        let mut refused: Vec<String> = item
            .shape
            .iter()
            .map(|problem| format!("{}: {:?}", problem.field, problem.kind))
            .collect();
        refused.sort();
        let stored = schema::root(kind).map(|root| {
            canonical::object(&item.document.tree, item.object.node, root, Purpose::Print)
        });
        Seen {
            name: format!("{kind} {}", item.object.qualified()),
            refused,
            stored: stored.unwrap_or_default(),
        }
    };
    landscape.items.iter().map(of).collect()
}

/// Whether anything is decoded of an input.
pub fn has_objects(bytes: &[u8]) -> bool {
    let mut sources = Sources::default();
    let one = input(&mut sources, "x.yaml", &text(bytes, landscape));
    !seen(&sources, one).is_empty()
}

/// Strict decoding sees the values and not how they are written: YAML and the JSON that kubectl
/// sends have the same faults and the same stored object, and storing that changes nothing more.
pub fn decoding(bytes: &[u8]) -> Result<(), String> {
    let text = text(bytes, landscape);
    let mut sources = Sources::default();
    let whole = input(&mut sources, "x.yaml", &text);
    let files = read(&sources, &[whole]);
    for document in &files[0].documents {
        for problem in &Landscape::new(&files).items {
            for problem in &problem.shape {
                let span = problem.span;
                ensure!(
                    text.get(span.range()).is_some(),
                    "{problem:?} is at no part of {text:?}"
                );
            }
        }
        let Some(root) = document.tree.root() else {
            continue;
        };
        // Of repeated keys, JSON keeps the last alone.
        if !document.problems.is_empty()
            || files[0].template.is_some()
            || document.tree.json_size(root) > LARGEST
        {
            continue;
        }
        let own = &text[document.span.range()];
        let sent = document.tree.to_json(root).to_string();
        let mut sources = Sources::default();
        let [one, other] = [own, &sent].map(|text| input(&mut sources, "x.yaml", text));
        let (one, other) = (seen(&sources, one), seen(&sources, other));
        ensure!(
            one.len() == other.len(),
            "{} objects, but {} as {sent}: {own:?}",
            one.len(),
            other.len()
        );
        for (one, other) in one.iter().zip(&other) {
            // A name that is no text (`name: n`) is refused, and is named as it is written.
            ensure!(
                one.name == other.name || !one.refused.is_empty(),
                "{}, but {} as {sent}",
                one.name,
                other.name
            );
            ensure!(
                one.refused == other.refused,
                "{:#?} are refused of {own:?}\nbut {:#?} of {sent}",
                one.refused,
                other.refused
            );
            ensure!(
                one.stored == other.stored,
                "{:?} is stored of {own:?}\nbut {:?} of {sent}",
                one.stored,
                other.stored
            );
            let printed = Value::Object(one.stored.clone()).to_string();
            let mut sources = Sources::default();
            let again = input(&mut sources, "x.yaml", &printed);
            let again = seen(&sources, again);
            ensure!(
                again.iter().map(|again| &again.stored).eq([&one.stored]),
                "{printed} is stored as {:?}",
                again.iter().map(|again| &again.stored).collect::<Vec<_>>()
            );
        }
    }
    Ok(())
}
