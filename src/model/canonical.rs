//! Values as the server prints them: along the field tables, with quantities, times and durations in their canonical text and
//! without what is unset. What strict decoding would refuse is left out.

use serde_json::{Map, Value as Json};

use crate::model::cloudprofile::{Capabilities, Capability};
use crate::model::duration::Duration;
use crate::model::quantity::Quantity;
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::model::time::Time;
use crate::yaml::{NodeId, Tree, Value};

/// What becomes of lists and maps without elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empties {
    /// They are printed as the server prints them: left out where that may be.
    Omitted,
    /// They are kept, since for the server they differ from absent ones until they are stored.
    Kept,
}

/// The JSON of an object of this type. Unset fields that are always printed get their zero value.
#[must_use]
pub fn object(tree: &Tree<'_>, node: NodeId, of: &Type, empties: Empties) -> Map<String, Json> {
    let mut map = Map::new();
    for field in of.fields {
        let written = tree.get(node, field.name).map(|entry| entry.value);
        if let Some(json) = written.map_or_else(|| unset(field), |node| self::field(tree, node, field, empties)) {
            map.insert(field.name.to_owned(), json);
        }
    }
    map
}

/// The fields of an object of this type that are set to something else than what they are when left out.
pub fn set_fields<'a>(tree: &'a Tree<'_>, node: NodeId, of: &'static Type) -> impl Iterator<Item = &'static str> + use<'a> {
    let set = move |of: &&Field| {
        let written = tree.get(node, of.name);
        written.is_some_and(|entry| field(tree, entry.value, of, Empties::Omitted) != unset(of))
    };
    of.fields.iter().filter(set).map(|field| field.name)
}

/// The JSON of the value of a field; none where it is not printed.
fn field(tree: &Tree<'_>, node: NodeId, field: &Field, empties: Empties) -> Option<Json> {
    let json = value(tree, node, &field.shape, empties);
    let Some(json) = json else { return unset(field) };
    match &json {
        Json::Array(items) if items.is_empty() && empties == Empties::Omitted => unset(field),
        Json::Object(map) if map.is_empty() && empties == Empties::Omitted && field.omit == Omit::Empty => None,
        Json::Array(_) | Json::Object(_) => Some(json),
        zero if field.omit == Omit::Empty && *zero == zero_value(&field.shape) => None,
        _ => Some(json),
    }
}

fn unset(field: &Field) -> Option<Json> {
    (field.omit == Omit::Never).then(|| zero_value(&field.shape))
}

fn zero_value(shape: &Shape) -> Json {
    match shape {
        Shape::String => Json::from(""),
        Shape::Bool => Json::from(false),
        Shape::Int32 | Shape::Int64 | Shape::Float64 | Shape::IntOrString => Json::from(0),
        Shape::Quantity => Json::from("0"),
        Shape::Duration => Json::from("0s"),
        Shape::Time | Shape::Raw | Shape::List(_) | Shape::Map(_) => Json::Null,
        Shape::Object(of) => Json::Object(of.fields.iter().filter_map(|field| Some((field.name.to_owned(), unset(field)?))).collect()),
    }
}

/// The JSON of a value of this shape; none where it is null or has another shape.
#[must_use]
pub fn value(tree: &Tree<'_>, node: NodeId, shape: &Shape, empties: Empties) -> Option<Json> {
    let found = tree.value(node);
    let inner = |node: NodeId, inner: &Shape| value(tree, node, inner, empties).unwrap_or_else(|| zero_value(inner));
    Some(match (shape, found) {
        (_, Value::Null | Value::Invalid) => return None,
        (Shape::String, Value::String(text)) => Json::from(text),
        (Shape::Bool, Value::Bool(value)) => Json::from(value),
        (Shape::Int32 | Shape::Int64, Value::Int(value)) => Json::from(i64::try_from(value).ok()?),
        (Shape::Int32 | Shape::Int64, Value::Float(value)) if value.fract() == 0.0 => Json::from(i64::try_from(value as i128).ok()?),
        (Shape::Quantity, Value::String(text)) => Json::from(Quantity::parse(text).ok()?.to_string()),
        (Shape::Quantity, Value::Int(_) | Value::Float(_)) => {
            Json::from(Quantity::parse(&tree.to_json(node).to_string()).ok()?.to_string())
        }
        (Shape::Time, Value::String(text)) => Json::from(Time::parse(text).ok()?.to_string()),
        (Shape::Duration, Value::String(text)) => Json::from(Duration::parse(text).ok()?.to_string()),
        (Shape::Float64 | Shape::IntOrString | Shape::Raw, _) => tree.to_json(node),
        (Shape::List(of), Value::Sequence) => Json::Array(tree.items(node).iter().map(|item| inner(*item, of)).collect()),
        (Shape::Map(of), Value::Mapping) => {
            Json::Object(tree.entries(node).map(|entry| (tree.key(entry.key).to_owned(), inner(entry.value, of))).collect())
        }
        (Shape::Object(of), Value::Mapping) => Json::Object(object(tree, node, of, empties)),
        _ => return None,
    })
}

/// The JSON of a capability map.
#[must_use]
pub fn capabilities(of: &Capabilities<'_>) -> Json {
    let entry = |capability: &Capability<'_>| {
        let values = capability.values.iter().map(|value| Json::from(value.value)).collect();
        ((*capability.name).to_owned(), Json::Array(values))
    };
    Json::Object(of.iter().map(entry).collect())
}
