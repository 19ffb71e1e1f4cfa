//! Checked-in files that are derived from others are fresh.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write as _;

use common::golden;
use serde_json::Value;

/// The schema tables, from the machine-readable field list.
#[test]
fn schema_tables() {
    let text = std::fs::read_to_string(common::root().join("testdata/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut out = String::from(
        "//! Field tables, generated from `testdata/schema.json` by `tests/generated.rs`: do not edit.\n#![allow(missing_docs)]\n\nuse super::{Field, Shape, Type};\n\n",
    );
    out.push_str("/// The kinds of `core.gardener.cloud/v1beta1` and their types.\npub static ROOTS: &[(&str, &Type)] = &[\n");
    for (kind, name) in schema["roots"]["core.gardener.cloud/v1beta1"].as_object().unwrap() {
        writeln!(out, "    ({kind:?}, &{}),", ident(name.as_str().unwrap())).unwrap();
    }
    out.push_str("];\n");
    for (name, fields) in schema["types"].as_object().unwrap() {
        write!(out, "\nstatic {}: Type = Type {{\n    name: {name:?},\n    fields: &[\n", ident(name)).unwrap();
        for field in fields.as_array().unwrap() {
            writeln!(out, "        Field {{ name: {}, shape: {} }},", field[0], shape(&field[1])).unwrap();
        }
        out.push_str("    ],\n};\n");
    }
    golden("src/model/schema/table.rs", &out);
}

fn ident(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}

fn shape(value: &Value) -> String {
    match value {
        Value::String(name) => match name.trim_start_matches('?') {
            "string" => "Shape::String",
            "bool" => "Shape::Bool",
            "int32" => "Shape::Int32",
            "int64" => "Shape::Int64",
            "float64" => "Shape::Float64",
            "Quantity" => "Shape::Quantity",
            "Time" => "Shape::Time",
            "Duration" => "Shape::Duration",
            "IntOrString" => "Shape::IntOrString",
            "RawExtension" | "FieldsV1" => "Shape::Raw",
            other => panic!("a type that the reader does not know: {other}"),
        }
        .to_owned(),
        Value::Object(map) => {
            if let Some(inner) = map.get("list") {
                format!("Shape::List(&{})", shape(inner))
            } else if let Some(inner) = map.get("map") {
                assert_eq!(map["key"], "string");
                format!("Shape::Map(&{})", shape(inner))
            } else if let Some(inner) = map.get("optional") {
                shape(inner)
            } else {
                format!("Shape::Object(&{})", ident(map["ref"].as_str().unwrap()))
            }
        }
        other => panic!("not a type: {other}"),
    }
}
