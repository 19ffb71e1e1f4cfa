//! Which objects a value holds: itself, or those of a list.

use crate::model::cursor::{Cursor, Spanned};
use crate::model::near;
use crate::model::object::{
    API_VERSION, Foreign, ListFault, OTHER_KINDS, Object, ObjectKind, ObjectMeta, Unit, Unknown,
    is_map, is_of_group,
};
use crate::model::path::FieldPath;
use crate::yaml::{self, Entry, NodeId, Tree, Value};

/// What a value is a part of.
#[derive(Clone, Copy)]
pub(super) enum Within {
    /// It is a document.
    Document,
    /// A list without a kind around it.
    Sequence,
    /// A list object, and the kind of its items where that is its kind.
    List(Option<ObjectKind>),
    /// The same without an object of the group, and with others.
    OtherList,
}

impl Within {
    fn is_ours(self) -> bool {
        matches!(self, Self::List(_))
    }
}

pub(super) fn dispatch<'t>(
    tree: &'t Tree<'t>,
    text: &'t str,
    node: NodeId,
    prefix: FieldPath,
    within: Within,
    units: &mut Vec<Unit<'t>>,
) {
    let cursor = Cursor::new(tree, text, node);
    let api_version = cursor.field("apiVersion").optional_string();
    let kind = cursor.field("kind").optional_string();
    // The kinds' own lists are printed with and without the type in each item.
    if let (Within::List(Some(listed)), None, None) = (within, *api_version, *kind) {
        units.push(Unit::Object(object(cursor, node, listed, prefix)));
        return;
    }
    if within.is_ours() && !is_map(tree, node) && tree.value(node) != Value::Null {
        units.push(Unit::Foreign(Foreign {
            list: Some((ListFault::NoObject, tree.span(node))),
            ..foreign(cursor, api_version, *kind, prefix)
        }));
        return;
    }
    let list_of = match (*api_version, *kind) {
        (Some("v1"), Some("List")) => Some(None),
        (Some(API_VERSION), Some(name)) => name
            .strip_suffix("List")
            .and_then(ObjectKind::from_name)
            .map(Some),
        _ => None,
    };
    if let Some(listed) = list_of {
        let entry = tree.get(node, "items");
        let other = other_items(tree, node);
        // A list in a list is not unpacked, so that the depth stays bounded.
        let fault = match entry.map(|entry| tree.value(entry.value)) {
            _ if !prefix.is_root() => {
                let mut items = entry
                    .map_or(&[][..], |entry| tree.items(entry.value))
                    .iter();
                let may_be_ours =
                    |item: &NodeId| is_ours(tree, text, *item) || !is_map(tree, *item);
                items.any(may_be_ours).then_some(ListFault::Nested)
            }
            None | Some(Value::Null) => other.map(|_| ListFault::OtherItems),
            Some(Value::Sequence | Value::Invalid) => None,
            Some(_) => Some(ListFault::NoItems),
        };
        if let Some(fault) = fault {
            let span = other
                .or(entry)
                .map_or(cursor.at(), |entry| tree.span(entry.key));
            units.push(Unit::Foreign(Foreign {
                list: Some((fault, span)),
                looks_like_ours: true,
                ..foreign(cursor, api_version, *kind, prefix)
            }));
            return;
        }
        if !prefix.is_root() {
            let other = foreign(cursor, api_version, *kind, prefix);
            units.push(Unit::Foreign(other));
            return;
        }
        let items = entry.map_or(&[][..], |entry| tree.items(entry.value));
        let has_ours = listed.is_some() || items.iter().any(|item| is_ours(tree, text, *item));
        let within = if has_ours || !items.iter().any(|item| is_map(tree, *item)) {
            Within::List(listed)
        } else {
            Within::OtherList
        };
        for (index, item) in items.iter().enumerate() {
            let path = FieldPath::ROOT.field("items").index(index);
            dispatch(tree, text, *item, path, within, units);
        }
        return;
    }
    let is_listed = |entry: Entry| {
        let key = tree.key(entry.key);
        ["apiVersion", "kind", "metadata", "items"]
            .iter()
            .any(|known| near::slip(key, known))
    };
    // A landscape has tens of thousands of Shoots: known kinds are not compared.
    let may_be_list = |kind: &str| {
        let is_one = ObjectKind::from_name(kind).is_some();
        !is_one && (near::slip(kind, "List") || yaml::template(kind).is_some())
    };
    // What is no text has a fault of its own.
    let is_text = |name| {
        let field = cursor.field(name);
        !field.is_set() || field.optional_string().is_some()
    };
    if kind.is_none_or(may_be_list)
        && is_text("apiVersion")
        && is_text("kind")
        && tree.entries(node).all(is_listed)
        && let Some(entry) = tree.get(node, "items").or_else(|| other_items(tree, node))
        && tree
            .items(entry.value)
            .iter()
            .any(|item| is_ours(tree, text, *item))
    {
        units.push(Unit::Foreign(Foreign {
            list: Some((ListFault::NoList, cursor.at())),
            looks_like_ours: true,
            ..foreign(cursor, api_version, *kind, prefix)
        }));
        return;
    }
    units.push(match (*api_version, *kind) {
        (Some(API_VERSION), Some(name)) => match ObjectKind::from_name(name) {
            Some(kind) => Unit::Object(object(cursor, node, kind, prefix)),
            None if OTHER_KINDS
                .iter()
                .any(|other| name.strip_suffix("List").unwrap_or(name) == *other) =>
            {
                Unit::Foreign(foreign(cursor, api_version, Some(name), prefix))
            }
            None => Unit::Unknown(unknown(cursor, true, prefix)),
        },
        // The one kind that the group serves in another version.
        (
            Some("core.gardener.cloud/v1"),
            Some(name @ ("ControllerDeployment" | "ControllerDeploymentList")),
        ) => Unit::Foreign(foreign(cursor, api_version, Some(name), prefix)),
        (Some(version), _) if is_of_group(version) => {
            Unit::Unknown(unknown(cursor, version == API_VERSION, prefix))
        }
        (_, kind) => Unit::Foreign(foreign(cursor, api_version, kind, prefix)),
    });
}

/// The items of a list, where their key has another case, or a slip of the fingers.
fn other_items(tree: &Tree<'_>, node: NodeId) -> Option<Entry> {
    let is_it = |entry: &Entry| {
        let key = tree.key(entry.key);
        key != "items" && near::slip(key, "items")
    };
    let mut entries = tree.entries(node).filter(is_it);
    entries.find(|entry| tree.value(entry.value) == Value::Sequence)
}

/// Whether an item of what may be a list is an object of the group, or says so.
fn is_ours(tree: &Tree<'_>, text: &str, node: NodeId) -> bool {
    let object = Cursor::new(tree, text, node);
    let version = object.field("apiVersion").optional_string();
    version.is_some_and(is_of_group)
}

fn object<'t>(cursor: Cursor<'t>, node: NodeId, kind: ObjectKind, prefix: FieldPath) -> Object<'t> {
    Object {
        kind,
        node,
        prefix,
        meta: ObjectMeta::read(cursor),
    }
}

fn unknown(cursor: Cursor<'_>, known_version: bool, prefix: FieldPath) -> Unknown<'_> {
    Unknown {
        api_version: cursor.field("apiVersion").string(),
        kind: cursor.field("kind").string(),
        known_version,
        name: *cursor.field("metadata").field("name").optional_string(),
        prefix,
    }
}

fn foreign<'t>(
    cursor: Cursor<'t>,
    api_version: Spanned<Option<&'t str>>,
    kind: Option<&'t str>,
    prefix: FieldPath,
) -> Foreign<'t> {
    let spec = cursor.field("spec");
    let ours = [
        "machineImages",
        "machineTypes",
        "machineCapabilities",
        "cloudProfile",
        "cloudProfileName",
        "parent",
    ];
    let named = kind.is_some_and(ObjectKind::is_meant_by);
    let looks_like_ours = api_version.is_none() && named
        || (api_version.is_none() || kind.is_none())
            && ours.iter().any(|field| spec.field(field).is_set());
    let no_text = ["apiVersion", "kind"].into_iter().find_map(|name| {
        let field = cursor.field(name);
        let node = field
            .node()
            .filter(|_| field.is_set() && field.optional_string().is_none())?;
        let read = cursor.tree().value(node) != Value::Invalid;
        Some((name, read.then(|| field.span())))
    });
    Foreign {
        api_version,
        kind,
        at: cursor.at(),
        no_text,
        looks_like_ours,
        list: None,
        is_fragment: false,
        prefix,
    }
}
