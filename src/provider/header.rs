//! The header of a `providerConfig`, read as Kubernetes' decoder reads it before everything else
//! (`docs/gardener/providers/README.md#decoding`): keys in whatever case, and nothing but text.

use crate::model::cursor::{Cursor, Spanned};
use crate::model::schema::{self, Field, Omit, Shape, Type};
use crate::provider::{Provider, form};
use crate::source::Span;
use crate::yaml::Value;

/// The name of the kind that every `providerConfig` has.
pub const CONFIG_KIND: &str = "CloudProfileConfig";

const VERSION: &str = "v1alpha1";
/// The name that types in an extension's memory have instead of a version.
const INTERNAL: &str = "__internal";
/// The API group and version of Gardener itself, which all extensions know.
const CORE: (&str, &str) = ("core.gardener.cloud", "v1beta1");

/// A kind whose fields are not known here, beyond that it has none of a `providerConfig`'s. So are
/// internal types: the fields that they have are written in another case.
pub static OTHER_KIND: Type = Type {
    name: "another kind",
    fields: &[
        Field {
            name: "apiVersion",
            shape: Shape::String,
            omit: Omit::Empty,
        },
        Field {
            name: "kind",
            shape: Shape::String,
            omit: Omit::Empty,
        },
    ],
};

/// The `apiVersion` and `kind` of a `providerConfig`.
#[derive(Clone, Copy, Debug)]
pub struct Header<'t> {
    pub api_version: Spanned<Option<&'t str>>,
    pub kind: Spanned<Option<&'t str>>,
    /// Whether the part is an object, and what stands there is text.
    readable: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// The kind that belongs here; maybe because the header is silent.
    Config,
    /// Another kind that the extension knows.
    Other(&'static Type),
    /// The internal form of the kind.
    Internal,
    Unknown,
    /// An `apiVersion` that is none.
    Malformed,
}

impl<'t> Header<'t> {
    #[must_use]
    pub fn read(part: Cursor<'t>) -> Self {
        let (api_version, kind) = (text(part, "apiVersion"), text(part, "kind"));
        let readable = part.value() == Value::Mapping && api_version.is_ok() && kind.is_ok();
        let silent = |span: Span| Spanned::new(None, span);
        Self {
            api_version: api_version.unwrap_or_else(silent),
            kind: kind.unwrap_or_else(silent),
            readable,
        }
    }

    /// Whether it is an object with text in its header, if anything, and an `apiVersion` that is
    /// one.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.readable && self.group_version().is_some()
    }

    /// Whether it says both a version and a kind.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.has_version() && !self.kind.unwrap_or_default().is_empty()
    }

    /// Whether its `apiVersion` has a version.
    #[must_use]
    pub fn has_version(&self) -> bool {
        self.group_version()
            .is_some_and(|(_, version)| !version.is_empty())
    }

    /// The type that it names, after the extension fills in what is left out.
    #[must_use]
    pub fn names(&self, provider: &Provider) -> Named {
        if !self.readable {
            return Named::Config;
        }
        let own = provider.api_version.split('/').next().unwrap_or_default();
        let kind = self
            .kind
            .filter(|kind| !kind.is_empty())
            .unwrap_or(CONFIG_KIND);
        let (group, version) = match self.group_version() {
            None => return Named::Malformed,
            Some(("", "")) => (own, VERSION),
            Some((group, "")) if group == own => (own, VERSION),
            Some(known) => known,
        };
        if (group, version) == CORE {
            return schema::root(kind).map_or(Named::Unknown, Named::Other);
        }
        let other = provider
            .others
            .iter()
            .find(|(name, _)| kind == *name)
            .map(|(_, of)| *of);
        match (group == own, version, kind, other) {
            (true, VERSION, CONFIG_KIND, _) => Named::Config,
            (true, INTERNAL, CONFIG_KIND, _) => Named::Internal,
            (true, VERSION, _, Some(of)) => Named::Other(of),
            (true, INTERNAL, _, Some(_)) => Named::Other(&OTHER_KIND),
            _ => Named::Unknown,
        }
    }

    /// The type of what it names.
    #[must_use]
    pub fn named_type(&self, provider: &Provider) -> Option<&'static Type> {
        match self.names(provider) {
            Named::Config => provider.config,
            Named::Other(of) => Some(of),
            Named::Internal => Some(&OTHER_KIND),
            Named::Unknown | Named::Malformed => None,
        }
    }

    /// The two parts of the `apiVersion`; none where it has more.
    fn group_version(&self) -> Option<(&'t str, &'t str)> {
        let text = self.api_version.unwrap_or_default();
        let (group, version) = text.split_once('/').unwrap_or(("", text));
        (!version.contains('/')).then_some((group, version))
    }
}

/// The text of a key in whatever case; of several the last in order of the bytes, for kubectl sends
/// them so. Null says nothing.
///
/// # Errors
/// Where something else than text stands.
fn text<'t>(part: Cursor<'t>, name: &str) -> Result<Spanned<Option<&'t str>>, Span> {
    let tree = part.tree();
    let entries = part
        .node()
        .filter(|_| part.value() == Value::Mapping)
        .into_iter()
        .flat_map(|node| tree.entries(node));
    let mut keys: Vec<&str> = entries
        .map(|entry| tree.key(entry.key))
        .filter(|key| form::same_in_any_case(key, name))
        .collect();
    keys.sort_unstable();
    let mut said = Spanned::new(None, part.field(name).span());
    for value in keys
        .into_iter()
        .map(|key| part.field(key))
        .filter(|value| value.is_set())
    {
        match value.value() {
            Value::String(text) => said = Spanned::new(Some(text), value.span()),
            _ => return Err(value.span()),
        }
    }
    Ok(said)
}
