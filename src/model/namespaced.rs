//! The NamespacedCloudProfile as rules read it: its parent, and what it shares with a CloudProfile.
//! What it becomes together with its parent is the work of `merge`.
//! A field that says nothing else is the field of the API of that name.
#![allow(missing_docs)]

use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::{Cursor, Spanned};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct NamespacedCloudProfile<'t> {
    pub parent: ParentReference<'t>,
    /// The fields that a CloudProfile has too; all others are empty, the vocabulary among them.
    pub spec: CloudProfile<'t>,
    /// The `kubernetes` key, where the field is set, also to `{}`.
    pub kubernetes: Option<Span>,
    /// The `limits` key, where the field is set, also to `{}`.
    pub limits: Option<Span>,
    /// The `providerConfig` key, where the field is set.
    pub provider_config: Option<Span>,
}

/// The profile that a NamespacedCloudProfile adds to.
#[derive(Clone, Debug)]
pub struct ParentReference<'t> {
    /// The key, or the nearest enclosing one.
    pub at: Span,
    pub kind: Spanned<&'t str>,
    pub name: Spanned<&'t str>,
}

impl<'t> NamespacedCloudProfile<'t> {
    /// Reads the `spec` of a NamespacedCloudProfile. Whatever has the wrong shape counts as absent;
    /// `shape` reports it.
    #[must_use]
    pub fn read(object: Cursor<'t>) -> Self {
        let spec = object.field("spec");
        let set = |name: &str| {
            Some(spec.field(name))
                .filter(|field| field.is_set())
                .map(Cursor::at)
        };
        let parent = spec.field("parent");
        Self {
            parent: ParentReference {
                at: parent.at(),
                kind: parent.field("kind").string(),
                name: parent.field("name").string(),
            },
            spec: CloudProfile::read_namespaced(object),
            kubernetes: set("kubernetes"),
            limits: set("limits"),
            provider_config: set("providerConfig"),
        }
    }
}
