//! Findings: what cpcap has to say about an object, as plain values. Printing them is the work of
//! `report`, deciding on them that of `rules`. The parts are those of `docs/output.md`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::model::object::qualified;
use crate::model::path::FieldPath;
use crate::source::{Place, Span};

/// How bad a finding is. The exit code follows from the worst one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing, and often on purpose: shown only on demand.
    Note,
    /// Works today, and will hurt.
    Warning,
    /// The server refuses it, or it breaks what depends on it.
    Error,
}

/// Who reports a finding, or whose judgement it is (`docs/output.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The API server's strict decoding.
    Decode,
    /// The API server's validation of the object alone.
    Static,
    /// The API server's validation against other objects, the old object among them.
    Admission,
    /// The webhook of the provider extension.
    Provider,
    /// Nobody: the documentation forbids it, the server accepts it.
    Documented,
    /// cpcap, about which flavor is selected.
    Selection,
    /// cpcap, about how the profile is designed.
    Design,
    /// cpcap, about what time will do.
    Time,
    /// cpcap, about limits of size.
    Size,
    /// cpcap, about what a change does.
    Change,
    /// cpcap or kubectl, about the text before any server sees it.
    Input,
}

/// Where a request ends that is refused, in the order of the server
/// (`docs/gardener/README.md#stages-of-admission`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The API server's strict decoding.
    Decoding,
    /// Webhooks of extensions and Gardener's own mutators that change the object.
    Mutation,
    /// The API server's validation of the object alone, or of an update against the stored one.
    Validation,
    /// The API server's validation against other objects.
    Admission,
    /// The provider extension's validating webhook.
    Extension,
}

/// The type of a field error of the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorType {
    /// Something that must be there is not.
    Required,
    /// A value that is malformed or contradicts another.
    Invalid,
    /// A value outside a closed list.
    NotSupported,
    /// A value that stands twice where each must be unique.
    Duplicate,
    /// Something that must not be there.
    Forbidden,
    /// A text, list or file with more bytes than the server allows.
    TooLong,
    /// A reference to an object or entry that does not exist.
    NotFound,
    /// A value of the wrong type.
    TypeInvalid,
}

/// A labelled place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes that the label points at.
    pub place: Place,
    /// A text about the place, such as "first defined here".
    pub text: String,
}

/// One replacement of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; an empty span inserts.
    pub span: Span,
    /// The text that stands there afterwards; empty to delete.
    pub text: String,
}

/// A mechanical way out of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The effect of the fix, as an imperative.
    pub title: String,
    /// Whether it certainly means what the author meant.
    pub safe: bool,
    /// The edits, in the finding's own file.
    pub edits: Vec<Edit>,
}

/// Which object a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Subject {
    /// Position of the document in the file, from 0.
    pub document: usize,
    /// The object's kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The object's namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// The object's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Subject {
    /// Its kind; empty where none is known.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.kind.as_deref().unwrap_or_default()
    }

    /// `garden-x/name`, or `name` without a namespace.
    #[must_use]
    pub fn qualified(&self) -> String {
        qualified(
            self.namespace.as_deref().unwrap_or_default(),
            self.name.as_deref().unwrap_or_default(),
        )
    }
}

/// The finding that another one most likely follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follows {
    /// The object of the other finding, where that is another one.
    pub subject: Option<Arc<Subject>>,
    /// The rule of the other finding.
    pub rule: &'static str,
    /// The path of the other finding.
    pub field: FieldPath,
    /// The bytes of the other finding.
    pub place: Place,
}

/// The end of a message about something that the server reports only afterwards.
const AFTERWARDS: &str = " (afterwards)";

/// One thing that cpcap has to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name of the rule, as `group/name`.
    pub rule: &'static str,
    /// The severity that counts, after settings have changed that of the rule.
    pub severity: Severity,
    /// Who reports it: only what the server reports has an `error_type`.
    pub origin: Origin,
    /// The stage at which the server would refuse it; none where it would not.
    pub stage: Option<Stage>,
    /// The object that the finding is about.
    pub subject: Arc<Subject>,
    /// The bytes; for something missing, the nearest enclosing key.
    pub place: Place,
    /// The path as the API server prints it; empty for findings about the text itself.
    pub field: FieldPath,
    /// The type of the field error, if the server would report one.
    pub error_type: Option<ErrorType>,
    /// The value that is wrong, as the server prints it.
    pub value: Option<String>,
    /// The fault, and why it matters: [`Finding::says`] adds whether the server says so now.
    pub message: String,
    /// Advice for the author, as an imperative.
    pub help: Option<String>,
    /// Other places that explain the finding.
    pub related: Vec<Label>,
    /// The edit that resolves the finding, where a rule knows one.
    pub fix: Option<Fix>,
    /// The path that the author most likely meant: the value is only misnamed, so no rule reports
    /// it as missing.
    pub meant: Option<FieldPath>,
    /// The place in words that stay when lines and list entries move: keys, names of list entries,
    /// and the text there. `suppress` sets it when all findings are known.
    pub anchor: String,
    /// Paths that the finding depends on: it is dropped where cpcap could not read one of them, or
    /// a wrong name stands for it.
    pub needs: Vec<FieldPath>,
    /// It follows from another finding at the same bytes, and stands after that.
    pub follows: bool,
    /// It is about a merged result, and what causes it stands only in the parent's text.
    pub inherited: bool,
    /// The finding of the same object, or of its parent, that it most likely follows from. Set when
    /// all findings are known.
    pub cause: Option<Follows>,
    /// The server would say it only once something is mended that it refuses before.
    pub afterwards: bool,
}

impl Finding {
    /// The same as something that the server reports only afterwards.
    #[must_use]
    pub fn put_off(mut self) -> Self {
        self.afterwards = true;
        self
    }

    /// Puts it at another stage than that of its rule.
    #[must_use]
    pub fn at_stage(mut self, stage: Stage) -> Self {
        self.stage = Some(stage);
        self
    }

    /// The text before the message where both are one text: `spec.type: `, or nothing for a finding
    /// about the text itself.
    #[must_use]
    pub fn lead(&self) -> String {
        if self.field.is_root() {
            String::new()
        } else {
            format!("{}: ", self.field)
        }
    }

    /// The message, with a mark where the server says so only afterwards.
    #[must_use]
    pub fn says(&self) -> Cow<'_, str> {
        self.marked(Cow::Borrowed(&self.message))
    }

    /// The field and the message.
    pub(crate) fn told(&self) -> String {
        format!("{}: {}", self.field, self.says())
    }

    /// A text that stands for the message, with the same mark.
    #[must_use]
    pub fn marked<'m>(&self, message: Cow<'m, str>) -> Cow<'m, str> {
        if self.afterwards {
            message + AFTERWARDS
        } else {
            message
        }
    }
}

impl Severity {
    /// All of them, from bad to harmless.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word used in every output and flag.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Origin {
    /// The word used in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Static => "static",
            Self::Admission => "admission",
            Self::Provider => "provider",
            Self::Documented => "documented",
            Self::Selection => "selection",
            Self::Design => "design",
            Self::Time => "time",
            Self::Size => "size",
            Self::Change => "change",
            Self::Input => "input",
        }
    }
}

impl ErrorType {
    /// The API server's name for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "FieldValueRequired",
            Self::Invalid => "FieldValueInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::Duplicate => "FieldValueDuplicate",
            Self::Forbidden => "FieldValueForbidden",
            Self::TooLong => "FieldValueTooLong",
            Self::NotFound => "FieldValueNotFound",
            Self::TypeInvalid => "FieldValueTypeInvalid",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for ErrorType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
