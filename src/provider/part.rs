//! `providerConfig` of one object, decoded as the extension's webhooks decode it
//! (`docs/gardener/providers/README.md#decoding`). It collects problems and reads the rest, and
//! knows which webhook refuses what.

use std::sync::Arc;

use crate::model::cursor::Cursor;
use crate::model::path::{FieldPath, Path};
use crate::model::schema::Type;
use crate::model::shape::{self, ShapeKind, ShapeProblem};
use crate::provider::Provider;
use crate::provider::checks::Decoding;
use crate::provider::config::Config;
pub use crate::provider::header::{CONFIG_KIND, OTHER_KIND};
use crate::provider::header::{Header, Named};
use crate::source::Span;
use crate::yaml::{NodeId, Tree};

/// A `providerConfig` with its position in the object.
#[derive(Debug)]
pub struct Part<'t> {
    pub provider: &'static Provider,
    pub cursor: Cursor<'t>,
    /// The `apiVersion` and `kind`.
    pub header: Header<'t>,
    /// The problems of decoding by the type that the header names; paths begin at the object.
    pub problems: Vec<ShapeProblem>,
    pub config: Arc<Config<'t>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Webhook {
    /// The one that changes objects: it knows which type it expects, and needs no header.
    Mutator,
    /// The one that refuses them.
    Validator,
    /// No webhook, but the controllers that look up artifacts. They expect the internal type: where
    /// there is no `apiVersion`, none of the fields in a file is one of that.
    Controller,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// `apiVersion` or `kind` is missing or names nothing that the provider knows here.
    Kind,
    /// A value of a wrong type or syntax.
    Value,
    /// Fields that the type does not have, by path within the part.
    UnknownFields(Vec<String>),
}

impl<'t> Part<'t> {
    /// Reads the `providerConfig` of an object; none where it is absent or null.
    #[must_use]
    pub fn read(
        tree: &'t Tree<'t>,
        text: &'t str,
        object: NodeId,
        provider: &'static Provider,
    ) -> Option<Self> {
        Self::at(Cursor::new(tree, text, object), provider)
    }

    /// Reads the `providerConfig` of an object; none where it is absent or null.
    #[must_use]
    pub fn at(object: Cursor<'t>, provider: &'static Provider) -> Option<Self> {
        let cursor = object.field("spec").field("providerConfig");
        let node = cursor.node().filter(|_| cursor.is_set())?;
        let header = Header::read(cursor);
        let of = header.named_type(provider);
        let at = Path::new("spec");
        let mut problems = of.map_or_else(Vec::new, |of| {
            shape::check_at(cursor.tree(), node, of, &at.field("providerConfig"))
        });
        if provider.checks.decoding == Decoding::Lenient {
            problems.retain(|problem| !matches!(problem.kind, ShapeKind::UnknownField { .. }));
        }
        let mut config = Config::read(cursor, &provider.fields);
        if let Some(adjust) = provider.adjust {
            adjust(&mut config, cursor);
        }
        Some(Self {
            provider,
            cursor,
            header,
            problems,
            config: Arc::new(config),
        })
    }

    /// Why a webhook cannot decode it; none where it can.
    #[must_use]
    pub fn undecodable(&self, webhook: Webhook) -> Option<Undecodable> {
        if self.provider.checks.decoding == Decoding::Nobody {
            return None;
        }
        let by_header = webhook == Webhook::Validator && !self.provider.tolerates_missing_header;
        let named = self.header.names(self.provider);
        if !self.header.is_readable() {
            return Some(Undecodable::Value);
        }
        if matches!(named, Named::Unknown) || by_header && !self.header.is_complete() {
            return Some(Undecodable::Kind);
        }
        if self
            .problems
            .iter()
            .any(|problem| !matches!(problem.kind, ShapeKind::UnknownField { .. }))
        {
            return Some(Undecodable::Value);
        }
        let other = matches!(named, Named::Other(_));
        // The extension converts another kind before it reports unknown fields, unless the header
        // decides.
        if other && (!by_header || self.problems.is_empty()) {
            return Some(Undecodable::Kind);
        }
        if webhook == Webhook::Controller
            && !self.provider.tolerates_missing_header
            && !self.header.has_version()
        {
            let tree = self.cursor.tree();
            let keys = self
                .cursor
                .node()
                .into_iter()
                .flat_map(|node| tree.entries(node))
                .map(|entry| tree.key(entry.key));
            let fields: Vec<String> = keys
                .filter(|key| !["apiVersion", "kind"].contains(key))
                .map(str::to_owned)
                .collect();
            return (!fields.is_empty()).then_some(Undecodable::UnknownFields(fields));
        }
        let own = |problem: &ShapeProblem| {
            let own = problem.field.after(["spec", "providerConfig"]);
            FieldPath::of(own.unwrap_or(problem.field.steps())).to_string()
        };
        (!self.problems.is_empty())
            .then(|| Undecodable::UnknownFields(self.problems.iter().map(own).collect()))
    }

    /// Whether its header names something else than a `providerConfig` of this provider.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.provider.checks.decoding != Decoding::Nobody
            && !matches!(self.header.names(self.provider), Named::Config)
    }

    /// The type that it is decoded as.
    #[must_use]
    pub fn named_type(&self) -> Option<&'static Type> {
        self.header.named_type(self.provider)
    }

    /// The bytes of the key.
    #[must_use]
    pub fn span(&self) -> Span {
        self.cursor.at()
    }
}
