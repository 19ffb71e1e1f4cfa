//! The place of a field that its object does not have.

use std::collections::BTreeSet;

use crate::model::cursor::Cursor;
use crate::model::near::{near, slip};
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::model::schema::{self, Field, Shape, Type};
use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::provider;
use crate::rules::ObjectView;
use crate::rules::schema::place::{Owner, along, object_of};

/// The place where a misplaced field belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// Another path of the same object.
    Path(FieldPath),
    /// The parent CloudProfile of a NamespacedCloudProfile.
    Parent,
    /// Not a CloudProfile but a NamespacedCloudProfile.
    Child,
}

/// The place of a field that stands one level off, or in the wrong kind of profile. None when a
/// typing mistake explains it better.
pub fn home(view: &ObjectView<'_>, problem: &ShapeProblem) -> Option<Home> {
    let ShapeKind::UnknownField { name, .. } = &problem.kind else {
        return None;
    };
    let steps = along(view, &problem.field).0;
    let (owner, outer) = steps.split_last()?;
    if near(name, owner.of.fields.iter().map(|field| field.name))
        .is_some_and(|meant| slip(name, meant))
    {
        return None;
    }
    if let Some(home) = other_kind(view.item.object.kind, owner, name) {
        return Some(home);
    }
    // Below a sibling: the line is not indented deep enough.
    let below: Vec<FieldPath> = owner
        .of
        .fields
        .iter()
        .filter(|field| {
            field.name != "status"
                && object_of(&field.shape).is_some_and(|of| of.field(name).is_some())
        })
        .map(|field| {
            let sibling = owner.path.clone().field(field.name);
            let object = if is_list(&field.shape) {
                sibling.any()
            } else {
                sibling
            };
            object.field(name)
        })
        .collect();
    if let [only] = below.as_slice() {
        return Some(Home::Path(only.clone()));
    }
    let parent = outer.last()?;
    if parent.of.field(name).is_some() {
        return Some(Home::Path(parent.path.clone().field(name)));
    }
    let beside: Vec<FieldPath> = parent
        .of
        .fields
        .iter()
        .filter(|field| {
            matches!(field.shape, Shape::Object(of) if of.field(name).is_some())
                && field.name != "status"
        })
        .map(|field| parent.path.clone().field(field.name).field(name))
        .collect();
    if let [only] = beside.as_slice() {
        Some(Home::Path(only.clone()))
    } else {
        None
    }
}

/// Fields of the spec that only the other kind of profile has.
fn other_kind(kind: ObjectKind, owner: &Owner, name: &str) -> Option<Home> {
    if owner.path != "spec" {
        return None;
    }
    match kind {
        ObjectKind::NamespacedCloudProfile
            if name == "capabilities" || spec_has("CloudProfile", name) =>
        {
            Some(Home::Parent)
        }
        ObjectKind::CloudProfile if spec_has("NamespacedCloudProfile", name) => Some(Home::Child),
        _ => None,
    }
}

fn spec_has(kind: &str, name: &str) -> bool {
    let spec = schema::root(kind)
        .and_then(|root| root.field("spec"))
        .and_then(|spec| object_of(&spec.shape));
    spec.is_some_and(|spec| spec.field(name).is_some())
}

/// The paths of all fields of that name in the spec of a kind, without positions.
pub fn elsewhere(kind: &str, name: &str) -> Vec<String> {
    let mut search = Search {
        name,
        seen: BTreeSet::new(),
        path: Vec::new(),
        found: Vec::new(),
    };
    let spec = schema::root(kind).and_then(|root| root.field("spec"));
    if let Some(spec) = spec.and_then(|spec| object_of(&spec.shape)) {
        search.object(spec);
    }
    search.found
}

struct Search<'a> {
    name: &'a str,
    /// The types that were searched: each is met once.
    seen: BTreeSet<&'static str>,
    /// The fields that lead to the type that is searched.
    path: Vec<&'static Field>,
    found: Vec<String>,
}

impl Search<'_> {
    fn object(&mut self, of: &'static Type) {
        if !self.seen.insert(of.name) {
            return;
        }
        for field in of.fields {
            if field.name == self.name {
                let outer = self.path.iter().map(|field| {
                    format!(
                        ".{}{}",
                        field.name,
                        if is_list(&field.shape) { "[]" } else { "" }
                    )
                });
                self.found
                    .push(format!("spec{}.{}", outer.collect::<String>(), field.name));
            }
            if let Some(inner) = object_of(&field.shape) {
                self.path.push(field);
                self.object(inner);
                self.path.pop();
            }
        }
    }
}

/// Whether the provider of an object knows a field of that name as a setting, and this is where its
/// settings are: not those of other extensions, such as the network's.
pub fn is_setting(view: &ObjectView<'_>, owner: &Owner, name: &str) -> bool {
    let (spec, kind) = (
        Cursor::new(
            &view.item.document.tree,
            view.item.text,
            view.item.object.node,
        )
        .field("spec"),
        view.item.object.kind,
    );
    let (of_type, settings) = match kind {
        ObjectKind::Shoot => (
            spec.field("provider").field("type"),
            owner.path.after(["spec", "provider"]).is_some(),
        ),
        ObjectKind::CloudProfile | ObjectKind::NamespacedCloudProfile => {
            (spec.field("type"), owner.path == "spec")
        }
    };
    let of_part = view.part.map(|part| part.provider);
    let Some(provider) = of_part.or_else(|| provider::find(*of_type.string())) else {
        return false;
    };
    let types = provider
        .config
        .into_iter()
        .chain(provider.others.iter().map(|(_, of)| *of));
    settings
        && owner.of.field("providerConfig").is_some()
        && types
            .into_iter()
            .any(|of| knows(of, name, &mut BTreeSet::new()))
}

fn knows(of: &'static Type, name: &str, seen: &mut BTreeSet<&'static str>) -> bool {
    let inside = |field: &'static Field, seen: &mut BTreeSet<&'static str>| {
        object_of(&field.shape).is_some_and(|of| knows(of, name, seen))
    };
    seen.insert(of.name)
        && of
            .fields
            .iter()
            .any(|field| field.name == name || inside(field, seen))
}

fn is_list(shape: &Shape) -> bool {
    matches!(shape, Shape::List(_))
}
