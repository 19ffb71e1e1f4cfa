//! The provider part of one object, decoded as the extension's webhooks decode it (`spec/providers.md`, 1.3). Problems are
//! collected and the rest is read all the same; which webhook refuses what is answered here.

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::model::shape::{self, ShapeKind, ShapeProblem};
use crate::provider::Provider;
use crate::provider::checks::Decoding;
use crate::provider::config::Config;
use crate::source::Span;
use crate::yaml::{NodeId, Tree};

/// The name of the kind that every provider part has.
pub const CONFIG_KIND: &str = "CloudProfileConfig";

/// A kind whose fields are not known here, beyond that it has none of a provider part's.
pub static OTHER_KIND: Type = Type {
    name: "another kind",
    fields: &[
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
    ],
};

/// A `providerConfig`.
#[derive(Debug)]
pub struct Part<'t> {
    /// Whose it is.
    pub provider: &'static Provider,
    /// Where it stands.
    pub cursor: Cursor<'t>,
    /// What `apiVersion` and `kind` say.
    pub header: Header<'t>,
    /// What decoding refuses, along the type that the header names; paths begin at the object.
    pub problems: Vec<ShapeProblem>,
    /// The images.
    pub config: Config<'t>,
}

/// What a provider part calls itself.
#[derive(Clone, Copy, Debug)]
pub struct Header<'t> {
    /// `apiVersion`
    pub api_version: Spanned<Option<&'t str>>,
    /// `kind`
    pub kind: Spanned<Option<&'t str>>,
}

/// Which webhook decodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Webhook {
    /// The one that changes objects: tolerates a missing header.
    Mutator,
    /// The one that refuses them.
    Validator,
}

/// Why decoding fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// `apiVersion` or `kind` is missing or names nothing that the provider knows here.
    Kind,
    /// A value of a wrong type or syntax.
    Value,
    /// Fields that the type does not have, by path within the part.
    UnknownFields(Vec<String>),
}

/// What the header names.
#[derive(Clone, Copy, Debug)]
enum Named {
    /// The kind that belongs here; maybe because the header is silent.
    Config,
    /// Another kind of the provider.
    Other(&'static Type),
    /// Nothing known.
    Unknown,
}

impl<'t> Part<'t> {
    /// Reads the `providerConfig` of an object; none where it is absent or null.
    #[must_use]
    pub fn read(tree: &'t Tree<'t>, text: &'t str, object: NodeId, provider: &'static Provider) -> Option<Self> {
        Self::at(Cursor::new(tree, text, object), provider)
    }

    /// Reads the `providerConfig` of an object; none where it is absent or null.
    #[must_use]
    pub fn at(object: Cursor<'t>, provider: &'static Provider) -> Option<Self> {
        let cursor = object.field("spec").field("providerConfig");
        let node = cursor.node().filter(|_| cursor.is_set())?;
        let header = Header { api_version: text(cursor.field("apiVersion")), kind: text(cursor.field("kind")) };
        let of = header.named_type(provider);
        let at = Path::new("spec");
        let mut problems = of.map_or_else(Vec::new, |of| shape::check_at(cursor.tree(), node, of, &at.field("providerConfig")));
        if provider.checks.decoding == Decoding::Lenient {
            problems.retain(|problem| !matches!(problem.kind, ShapeKind::UnknownField { .. }));
        }
        let mut config = Config::read(cursor, &provider.fields);
        if let Some(adjust) = provider.adjust {
            adjust(&mut config, cursor);
        }
        Some(Self { provider, cursor, header, problems, config })
    }

    /// Why a webhook cannot decode it; none where it can.
    #[must_use]
    pub fn undecodable(&self, webhook: Webhook) -> Option<Undecodable> {
        if self.provider.checks.decoding == Decoding::Nobody {
            return None;
        }
        let named = self.header.names(self.provider);
        let kind_first = match (named, webhook) {
            (Named::Unknown, _) => true,
            (Named::Other(_), Webhook::Mutator) => true,
            // Decoded as the mutator does.
            (Named::Other(_), Webhook::Validator) if self.provider.tolerates_missing_header => true,
            (_, Webhook::Validator) if !self.provider.tolerates_missing_header => {
                self.header.api_version.is_none_or(str::is_empty) || self.header.kind.is_none_or(str::is_empty)
            }
            _ => false,
        };
        if kind_first {
            return Some(Undecodable::Kind);
        }
        if self.problems.iter().any(|problem| !matches!(problem.kind, ShapeKind::UnknownField { .. })) {
            return Some(Undecodable::Value);
        }
        if !self.problems.is_empty() {
            let own = |problem: &ShapeProblem| problem.field.trim_start_matches("spec.providerConfig.").to_owned();
            return Some(Undecodable::UnknownFields(self.problems.iter().map(own).collect()));
        }
        matches!(named, Named::Other(_)).then_some(Undecodable::Kind)
    }

    /// Whether its header names something else than a provider part of this provider.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.provider.checks.decoding != Decoding::Nobody && !matches!(self.header.names(self.provider), Named::Config)
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

impl Header<'_> {
    fn named_type(&self, provider: &Provider) -> Option<&'static Type> {
        match self.names(provider) {
            Named::Other(of) => Some(of),
            Named::Config => provider.config,
            Named::Unknown => None,
        }
    }

    fn names(&self, provider: &Provider) -> Named {
        let silent = |text: Option<&str>| text.is_none_or(str::is_empty);
        if !silent(self.api_version.value) && self.api_version.value != Some(provider.api_version) {
            return Named::Unknown;
        }
        match self.kind.value {
            kind if silent(kind) => Named::Config,
            Some(CONFIG_KIND) => Named::Config,
            kind => provider.others.iter().find(|(name, _)| kind == Some(name)).map_or(Named::Unknown, |(_, of)| Named::Other(of)),
        }
    }
}

fn text(cursor: Cursor<'_>) -> Spanned<Option<&str>> {
    cursor.optional_string()
}
