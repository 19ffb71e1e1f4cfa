//! Values as the server prints them: along the field tables, with quantities, times and durations
//! in their canonical text and without what is unset. What strict decoding would refuse is left
//! out. And the same values as the server compares them.

use serde_json::{Map, Value as Json};

use crate::model::cloudprofile::{Capabilities, Capability};
use crate::model::duration::Duration;
use crate::model::quantity::Quantity;
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::model::time::Time;
use crate::yaml::{NodeId, Tree, Value};

/// The use that the values have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// They are as the server prints them.
    Print,
    /// They are as the server encodes what it has at hand: an empty list differs from none where
    /// one is always printed.
    Encode,
    /// They differ where the server's values in memory differ. Until an object is stored, these are
    /// lists and maps that are absent or empty, quantities that are absent or written in another
    /// way, and times within one second.
    Compare,
}

/// The JSON of an object of this type. Unset fields that are always printed get their zero value.
#[must_use]
pub fn object(tree: &Tree<'_>, node: NodeId, of: &Type, purpose: Purpose) -> Map<String, Json> {
    let mut map = Map::new();
    for field in of.fields {
        let written = tree.get(node, field.name).map(|entry| entry.value);
        if let Some(json) = written.map_or_else(
            || unset(field, purpose),
            |node| self::field(tree, node, field, purpose),
        ) {
            map.insert(field.name.to_owned(), json);
        }
    }
    map
}

/// The JSON of an object of this type that nobody wrote, where its type has no null.
#[must_use]
pub fn left_out(of: &Type, purpose: Purpose) -> Map<String, Json> {
    let unset = |field: &Field| Some((field.name.to_owned(), unset(field, purpose)?));
    of.fields.iter().filter_map(unset).collect()
}

/// The fields of an object of this type that are set to something else than what they are when left
/// out.
pub fn set_fields<'a>(
    tree: &'a Tree<'_>,
    node: NodeId,
    of: &'static Type,
) -> impl Iterator<Item = &'static str> + use<'a> {
    let set = move |of: &&Field| {
        let written = tree.get(node, of.name);
        written.is_some_and(|entry| {
            field(tree, entry.value, of, Purpose::Print) != unset(of, Purpose::Print)
        })
    };
    of.fields.iter().filter(set).map(|field| field.name)
}

/// The JSON of the value of a field; none where it is not printed.
fn field(tree: &Tree<'_>, node: NodeId, field: &Field, purpose: Purpose) -> Option<Json> {
    let json = value(tree, node, &field.shape, purpose);
    let Some(json) = json else {
        return unset(field, purpose);
    };
    match &json {
        Json::Array(items) if items.is_empty() && purpose == Purpose::Print => {
            unset(field, purpose)
        }
        Json::Array(items)
            if items.is_empty() && purpose == Purpose::Encode && field.omit == Omit::Empty =>
        {
            None
        }
        Json::Object(map)
            if map.is_empty() && purpose != Purpose::Compare && field.omit == Omit::Empty =>
        {
            None
        }
        Json::Array(_) | Json::Object(_) => Some(json),
        zero if field.omit == Omit::Empty && *zero == zero_value(&field.shape, purpose) => None,
        _ => Some(json),
    }
}

fn unset(field: &Field, purpose: Purpose) -> Option<Json> {
    (field.omit == Omit::Never).then(|| zero_value(&field.shape, purpose))
}

fn zero_value(shape: &Shape, purpose: Purpose) -> Json {
    match shape {
        Shape::String => Json::from(""),
        Shape::Bool => Json::from(false),
        Shape::Int32 | Shape::Int64 | Shape::Float64 | Shape::IntOrString => Json::from(0),
        Shape::Quantity if purpose != Purpose::Compare => Json::from("0"),
        Shape::Duration => Json::from("0s"),
        Shape::Quantity | Shape::Time | Shape::Raw | Shape::List(_) | Shape::Map(_) => Json::Null,
        Shape::Object(of) => Json::Object(left_out(of, purpose)),
    }
}

/// The JSON of a value of this shape; none where it is null or has another shape.
#[must_use]
pub fn value(tree: &Tree<'_>, node: NodeId, shape: &Shape, purpose: Purpose) -> Option<Json> {
    let found = tree.value(node);
    let inner = |node: NodeId, inner: &Shape| {
        value(tree, node, inner, purpose).unwrap_or_else(|| zero_value(inner, purpose))
    };
    Some(match (shape, found) {
        (_, Value::Null | Value::Invalid) => return None,
        (Shape::String, Value::String(text)) => Json::from(text),
        (Shape::Bool, Value::Bool(value)) => Json::from(value),
        (Shape::Int32 | Shape::Int64, Value::Int(value)) => Json::from(i64::try_from(value).ok()?),
        (Shape::Int32 | Shape::Int64, Value::Float(value)) if value.fract() == 0.0 => {
            Json::from(i64::try_from(value as i128).ok()?)
        }
        (Shape::Quantity, Value::String(text)) => quantity(text, purpose)?,
        (Shape::Quantity, Value::Int(_) | Value::Float(_)) => {
            quantity(&tree.to_json(node).to_string(), purpose)?
        }
        (Shape::Time, Value::String(text)) => time(Time::parse(text).ok()?, purpose),
        (Shape::Duration, Value::String(text)) => {
            Json::from(Duration::parse(text).ok()?.to_string())
        }
        (Shape::Float64 | Shape::IntOrString | Shape::Raw, _) => tree.to_json(node),
        (Shape::List(of), Value::Sequence) => Json::Array(
            tree.items(node)
                .iter()
                .map(|item| inner(*item, of))
                .collect(),
        ),
        (Shape::Map(of), Value::Mapping) => Json::Object(
            tree.entries(node)
                .map(|entry| (tree.key(entry.key).to_owned(), inner(entry.value, of)))
                .collect(),
        ),
        (Shape::Object(of), Value::Mapping) => Json::Object(object(tree, node, of, purpose)),
        _ => return None,
    })
}

fn quantity(text: &str, purpose: Purpose) -> Option<Json> {
    let quantity = Quantity::decode(text).ok()?;
    Some(match purpose {
        Purpose::Print | Purpose::Encode => Json::from(quantity.to_string()),
        Purpose::Compare => Json::from(quantity.in_memory()),
    })
}

fn time(time: Time, purpose: Purpose) -> Json {
    match purpose {
        Purpose::Print | Purpose::Encode => Json::from(time.to_string()),
        Purpose::Compare => Json::from(format!("{time} {}", time.nanoseconds())),
    }
}

/// The JSON of a capability map.
#[must_use]
pub fn capabilities(of: &Capabilities<'_>) -> Json {
    let entry = |capability: &Capability<'_>| {
        let values = capability
            .values
            .iter()
            .map(|value| Json::from(value.value))
            .collect();
        ((*capability.name).to_owned(), Json::Array(values))
    };
    Json::Object(of.iter().map(entry).collect())
}
