//! JSON Schemas of the three kinds and the `providerConfig`s, for editors. The tables of strict
//! decoding yield them. They refuse nothing that decoding accepts, and leave further checks (a 31st
//! of June) to `cpcap lint`.

mod words;

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::model::schema::{ROOTS, Shape, Type, root};
use crate::provider::checks::Decoding;
use crate::provider::part::{CONFIG_KIND, OTHER_KIND};
use crate::provider::{self, Provider};
use crate::yaml::{NodeId, Tree, Value};

const API_VERSION: &str = "core.gardener.cloud/v1beta1";
/// The schema of files with anything in them.
const MANIFEST: &str = "manifest";

/// The names of the schemas, each with a line about it.
#[must_use]
pub fn names() -> Vec<(String, String)> {
    let kinds = kinds().map(|kind| (kind.to_lowercase(), format!("A {kind}, for editors")));
    let manifest = (
        MANIFEST.to_owned(),
        "Files with any of these and other objects, each judged by its kind, for editors"
            .to_owned(),
    );
    let parts = parts().map(|(provider, kind, _)| {
        (
            part_name(provider, kind),
            format!("The {kind} of {}, for editors", provider.title),
        )
    });
    kinds.chain([manifest]).chain(parts).collect()
}

/// The schema of that name (draft 2020-12).
#[must_use]
pub fn find(name: &str) -> Option<Json> {
    let mut schema = Schema::default();
    let (title, about, body) = if name == MANIFEST {
        let about = "CloudProfiles, NamespacedCloudProfiles and Shoots, and lists of them; other \
            objects may be anything.";
        (
            "Gardener manifest".to_owned(),
            about.to_owned(),
            schema.manifest(),
        )
    } else if let Some(kind) = kinds().find(|kind| kind.to_lowercase() == name) {
        (
            kind.to_owned(),
            words::kind(kind).to_owned(),
            schema.kind(kind),
        )
    } else {
        let (provider, kind, of) =
            parts().find(|(provider, kind, _)| part_name(provider, kind) == name)?;
        let about = match kind {
            CONFIG_KIND => "The content of `spec.providerConfig` of a profile.",
            _ => "What `providerConfig` of a worker pool holds.",
        };
        let header = header(provider.api_version, kind);
        (
            format!("{kind} of {}", provider.title),
            about.to_owned(),
            json!([schema.object(Owner::Provider(provider), of), header]),
        )
    };
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": about,
        "allOf": body,
        "$defs": schema.definitions,
    }))
}

/// The kinds that people write; lists of them are printed by the server.
fn kinds() -> impl Iterator<Item = &'static str> {
    ROOTS
        .iter()
        .map(|(kind, _)| *kind)
        .filter(|kind| !kind.ends_with("List"))
}

/// The kinds of the providers with strict decoding and known fields.
fn parts() -> impl Iterator<Item = (&'static Provider, &'static str, &'static Type)> {
    let known = provider::ALL
        .iter()
        .filter(|provider| provider.checks.decoding != Decoding::Nobody);
    known.flat_map(|provider| {
        // An extension writes these kinds itself.
        let written = |(kind, of): &&(&str, &'static Type)| {
            !std::ptr::eq(*of, &raw const OTHER_KIND) && !kind.ends_with("Status")
        };
        let others = provider.others.iter().filter(written).copied();
        let all = provider
            .config
            .map(|of| (CONFIG_KIND, of))
            .into_iter()
            .chain(others);
        all.map(|(kind, of)| (*provider, kind, of))
    })
}

/// The type of a `providerConfig`, or of what else a provider has in a Shoot, by its header.
#[must_use]
pub fn part(tree: &Tree<'_>, node: NodeId) -> Option<&'static Type> {
    let text = |name: &str| match tree.value(tree.get(node, name)?.value) {
        Value::String(text) => Some(text),
        _ => None,
    };
    let (api_version, kind) = (text("apiVersion")?, text("kind")?);
    parts()
        .find(|(provider, known, _)| provider.api_version == api_version && *known == kind)
        .map(|(.., of)| of)
}

/// The description of a field of a type.
#[must_use]
pub fn description(of: &Type, field: &str) -> Option<&'static str> {
    words::field(of.name, field)
}

/// The values that the server knows for a field; empty where any text can stand there.
#[must_use]
pub fn values(of: &Type, field: &str) -> &'static [&'static str] {
    words::values(of.name, field).unwrap_or_default()
}

fn part_name(provider: &Provider, kind: &str) -> String {
    format!("{}-{}", provider.name, kind.to_lowercase())
}

/// Whose type it is: names of types are unique only there.
#[derive(Clone, Copy)]
enum Owner {
    Core,
    Provider(&'static Provider),
}

impl Owner {
    fn name(self, of: &Type) -> String {
        match self {
            Self::Core => of.name.to_owned(),
            Self::Provider(provider) => format!(
                "{}.{}",
                provider.name,
                of.name.rsplit('.').next().unwrap_or(of.name)
            ),
        }
    }
}

#[derive(Default)]
struct Schema {
    definitions: BTreeMap<String, Json>,
}

impl Schema {
    /// The requirements of a schema for an object of a kind.
    fn kind(&mut self, kind: &str) -> Json {
        let Some(of) = root(kind) else {
            return json!([]);
        };
        let mut all = vec![self.object(Owner::Core, of), header(API_VERSION, kind)];
        // No schema decodes a Shoot's own configurations, and the parent of a
        // NamespacedCloudProfile is in another file.
        if of
            .at(&["spec"])
            .is_some_and(|spec| spec.field("machineImages").is_some())
        {
            all.extend(self.provider_parts(kind == "CloudProfile"));
        }
        Json::Array(all)
    }

    /// the `providerConfig`s, each where its header names it. They are not part of the type of
    /// `spec`, which also stands in a status, where nothing decodes them.
    fn provider_parts(&mut self, typed: bool) -> Vec<Json> {
        let parts = parts().filter(|(_, kind, _)| *kind == CONFIG_KIND);
        let one = |(provider, kind, of): (&'static Provider, &str, &'static Type)| {
            let mut spec = json!({"properties": {"providerConfig": header(provider.api_version, kind)}, "required": ["providerConfig"]});
            if typed {
                spec = json!({"properties": {"type": {"const": provider.name}, "providerConfig": header(provider.api_version, kind)},
                    "required": ["type", "providerConfig"]});
            }
            let then = self.object(Owner::Provider(provider), of);
            json!({
                "if": {"properties": {"spec": spec}, "required": ["spec"]},
                "then": {"properties": {"spec": {"properties": {"providerConfig": then}}}},
            })
        };
        parts.map(one).collect()
    }

    fn manifest(&mut self) -> Json {
        let mut all = Vec::new();
        for (kind, of) in ROOTS {
            let then = if kind.ends_with("List") {
                self.object(Owner::Core, of)
            } else {
                let body = self.kind(kind);
                self.definitions.insert(
                    (*kind).to_owned(),
                    json!({"description": words::kind(kind), "allOf": body}),
                );
                reference(kind)
            };
            all.push(json!({"if": header(API_VERSION, kind), "then": then}));
        }
        let items = json!({"properties": {"items": {"items": {"$ref": "#"}}}});
        all.push(json!({"if": header("v1", "List"), "then": items}));
        Json::Array(all)
    }

    /// A reference to the definition of a type, which this function adds if it is missing.
    fn object(&mut self, owner: Owner, of: &'static Type) -> Json {
        let name = owner.name(of);
        if !self.definitions.contains_key(&name) {
            // A type may contain itself.
            self.definitions.insert(name.clone(), Json::Null);
            let fields = of.fields.iter().map(|field| {
                let mut schema = self.shape(owner, &field.shape);
                if let Some(values) = words::values(of.name, field.name) {
                    // Decoding accepts other words: the list is for completion, and `cpcap lint`
                    // refuses the rest.
                    schema = json!({"anyOf": [{"enum": values}, schema]});
                    if let Json::Object(list) = self.shape(owner, &Shape::List(&Shape::String))
                        && matches!(field.shape, Shape::List(_))
                    {
                        let items = json!({"anyOf": [{"enum": values}, list["items"]]});
                        schema = json!({"type": list["type"], "items": items});
                    }
                }
                if let Some(text) = words::field(of.name, field.name) {
                    schema["description"] = json!(text);
                }
                (field.name.to_owned(), schema)
            });
            let properties: Map<String, Json> = fields.collect();
            let mut object = json!({"type": ["object", "null"], "properties": properties});
            if !matches!(owner, Owner::Provider(provider) if provider.checks.decoding == Decoding::Lenient)
            {
                object["additionalProperties"] = json!(false);
            }
            self.definitions.insert(name.clone(), object);
        }
        reference(&name)
    }

    /// Null leaves every field unset.
    fn shape(&mut self, owner: Owner, shape: &Shape) -> Json {
        match shape {
            Shape::String => json!({"type": ["string", "null"]}),
            Shape::Bool => json!({"type": ["boolean", "null"]}),
            Shape::Int32 => {
                json!({"type": ["integer", "null"], "minimum": i32::MIN, "maximum": i32::MAX})
            }
            Shape::Int64 => json!({"type": ["integer", "null"]}),
            Shape::Float64 => json!({"type": ["number", "null"]}),
            Shape::IntOrString => json!({"type": ["integer", "string", "null"]}),
            Shape::Quantity => json!({"type": ["string", "number", "null"], "pattern": QUANTITY}),
            Shape::Time => json!({"type": ["string", "null"], "pattern": TIME}),
            Shape::Duration => json!({"type": ["string", "null"], "pattern": DURATION}),
            Shape::Raw => json!({}),
            Shape::List(inner) => {
                json!({"type": ["array", "null"], "items": self.shape(owner, inner)})
            }
            Shape::Map(inner) => {
                json!({"type": ["object", "null"], "additionalProperties": self.shape(owner, inner)})
            }
            Shape::Object(of) => self.object(owner, of),
        }
    }
}

/// The blanks that the decoder drops around a quantity.
macro_rules! blanks {
    () => {
        "[ \\x85\\xA0\u{1680}\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}]*"
    };
}

/// The pattern takes all that the reader of quantities does, but for exponents that do not fit.
/// Patterns use only what ECMAScript, RE2 (kubeconform) and Rust share: no look-around, no classes
/// by name.
const QUANTITY: &str = concat!(
    "^",
    blanks!(),
    "(",
    r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?",
    // The server reads a quantity without a number as 0.
    r"|[+-]?\.?([KMGT]i|[numkMGTPE]|[eE](\+?[0-9]+|-0*[0-9]))",
    r"|[+-]\.?|\.",
    ")",
    blanks!(),
    "$",
);
/// The pattern takes all that Go does, whatever the calendar says.
const TIME: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{1,2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$";
const DURATION: &str = r"^[+-]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// An object that calls itself so.
fn header(api_version: &str, kind: &str) -> Json {
    json!({
        "type": "object",
        "properties": {"apiVersion": {"const": api_version}, "kind": {"const": kind}},
        "required": ["apiVersion", "kind"],
    })
}

#[cfg(test)]
mod tests {
    use super::{Owner, Schema, find, kinds, names, parts, words};
    use crate::model::schema::{Shape, Type, root};

    /// All types below one, without what the server writes.
    fn below(of: &'static Type, found: &mut Vec<&'static Type>) {
        if found.iter().any(|other| std::ptr::eq(*other, of)) {
            return;
        }
        found.push(of);
        for field in of
            .fields
            .iter()
            .filter(|field| !matches!(field.name, "status" | "metadata"))
        {
            let mut shape = &field.shape;
            while let Shape::List(inner) | Shape::Map(inner) = shape {
                shape = inner;
            }
            if let Shape::Object(inner) = shape {
                below(inner, found);
            }
        }
    }

    #[test]
    fn every_field_of_profiles_is_described() {
        let mut types = Vec::new();
        for kind in ["CloudProfile", "NamespacedCloudProfile"] {
            below(root(kind).expect("a kind"), &mut types);
        }
        for (provider, ..) in parts().filter(|(provider, ..)| {
            matches!(
                provider.name,
                "aws" | "azure" | "gcp" | "openstack" | "alicloud"
            )
        }) {
            below(provider.config.expect("a type"), &mut types);
        }
        let fields = types
            .iter()
            .flat_map(|of| of.fields.iter().map(|field| (of.name, field.name)));
        let silent: Vec<_> = fields
            .filter(|(of, field)| words::field(of, field).is_none())
            .collect();
        assert!(silent.is_empty(), "{silent:?}");
    }

    #[test]
    fn every_description_has_its_field() {
        let mut types = Vec::new();
        kinds().for_each(|kind| below(root(kind).expect("a kind"), &mut types));
        types.extend(
            ["metadata", "status"]
                .iter()
                .filter_map(|name| root("CloudProfile").and_then(|of| of.at(&[name]))),
        );
        parts().for_each(|(_, _, of)| below(of, &mut types));
        for (of, field) in words::all() {
            let found = types
                .iter()
                .any(|known| (known.name == of || of == "*") && known.field(field).is_some());
            assert!(found, "no type {of} has a field {field}");
        }
    }

    /// Two types of one name would be one definition.
    #[test]
    fn names_of_types_are_unique() {
        for (provider, _, of) in parts() {
            let mut types = Vec::new();
            parts()
                .filter(|(other, ..)| std::ptr::eq(*other, provider))
                .for_each(|(_, _, of)| below(of, &mut types));
            let mut names: Vec<String> = types
                .iter()
                .map(|of| Owner::Provider(provider).name(of))
                .collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), types.len(), "{} {}", provider.name, of.name);
        }
    }

    #[test]
    fn every_name_has_a_schema() {
        assert!(names().len() > 15);
        assert!(names().iter().all(|(name, _)| find(name).is_some()));
        assert!(find("pod").is_none());
        assert!(Schema::default().definitions.is_empty());
    }
}
