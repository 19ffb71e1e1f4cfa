//! The field tables of the three kinds and of everything that they contain, as data.
//! The tables are generated from `testdata/schema.json`; see `docs/design.md`, "The schema".

mod preview;
#[rustfmt::skip]
mod table;

pub use table::ROOTS;

use crate::yaml::is_same;

/// An object type: its name in the Go API and its fields.
#[derive(Debug)]
pub struct Type {
    /// The name, such as `v1beta1.MachineImage`.
    pub name: &'static str,
    /// The fields, in the order of the Go type.
    pub fields: &'static [Field],
}

/// A field of an object type.
#[derive(Debug)]
pub struct Field {
    /// The JSON name; case matters.
    pub name: &'static str,
    pub shape: Shape,
    /// When the server leaves the field out of what it prints.
    pub omit: Omit,
}

/// When the server leaves a field out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omit {
    /// Never: where it is unset it is printed as the zero value of its type.
    Never,
    Unset,
    /// Where it is unset or the zero value of its type.
    Empty,
}

/// The shape of a field, as strict decoding sees it (`docs/gardener/reading.md#decoding`).
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    String,
    Bool,
    /// A 32-bit integer; an integral float counts.
    Int32,
    /// A 64-bit integer; an integral float counts.
    Int64,
    Float64,
    /// A Kubernetes quantity, as text or number.
    Quantity,
    /// An RFC 3339 time.
    Time,
    Duration,
    IntOrString,
    /// Opaque here: decoded by someone else (`providerConfig`) or by nobody (`managedFields`).
    Raw,
    List(&'static Shape),
    /// A map with free keys.
    Map(&'static Shape),
    Object(&'static Type),
}

impl Type {
    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| is_same(field.name, name))
    }

    /// The field of that name that the type has in a preview only.
    #[must_use]
    pub fn preview_field(&self, name: &str) -> Option<&'static Field> {
        preview::FIELDS
            .iter()
            .find(|(owner, field)| *owner == self.name && field.name == name)
            .map(|(_, field)| field)
    }

    /// The type of the objects at a path of fields, those in lists included.
    #[must_use]
    pub fn at(&'static self, path: &[&str]) -> Option<&'static Type> {
        path.iter().try_fold(self, |of, name| {
            let mut shape = &of.field(name)?.shape;
            while let Shape::List(inner) = shape {
                shape = inner;
            }
            if let Shape::Object(inner) = shape {
                Some(*inner)
            } else {
                None
            }
        })
    }
}

/// The type of a kind of `core.gardener.cloud/v1beta1`.
#[must_use]
pub fn root(kind: &str) -> Option<&'static Type> {
    ROOTS
        .iter()
        .find(|(name, _)| *name == kind)
        .map(|(_, root)| *root)
}
