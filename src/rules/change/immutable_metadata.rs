//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::cursor::{Moment, Spanned};
use crate::model::path::Path;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope, words};
use crate::source::{Place, Span};

/// `change/immutable-metadata`
pub static RULE: Rule = Rule {
    name: "change/immutable-metadata",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "An update that changes the name, namespace, uid or creation time of an object.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/change/immutable-metadata.md"),
    check: Check::Object(check),
};

/// A field of the metadata in the new and in the stored object.
struct Field {
    name: &'static str,
    new: String,
    old: String,
    at: Span,
    old_at: Span,
}

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let Some(stored) = view.old else { return };
    let (new, old) = (&view.item.object.meta, &stored.object.meta);
    let text = |name, new: Spanned<&str>, old: Spanned<&str>| Field {
        name,
        new: (*new).to_owned(),
        old: (*old).to_owned(),
        at: new.span,
        old_at: old.span,
    };
    let time = |moment: Spanned<Moment>| moment.time().map_or_else(String::new, |time| time.to_string());
    let mut changed = vec![text("name", new.name, old.name), text("namespace", new.namespace, old.namespace)];
    // The server fills these two in where a file leaves them out.
    let filled = [
        text(
            "uid",
            Spanned::new(new.uid.value.unwrap_or_default(), new.uid.span),
            Spanned::new(old.uid.value.unwrap_or_default(), old.uid.span),
        ),
        Field {
            name: "creationTimestamp",
            new: time(new.creation_timestamp),
            old: time(old.creation_timestamp),
            at: new.creation_timestamp.span,
            old_at: old.creation_timestamp.span,
        },
    ];
    changed.extend(filled.into_iter().filter(|field| !field.new.is_empty()));
    let metadata = Path::new("metadata");
    let same = *new.name == *old.name && *new.namespace == *old.namespace;
    let kind = view.item.object.kind.as_str();
    let compared =
        if same { "the stored object".to_owned() } else { format!("compared with this, the only {kind} that is given as stored") };
    for field in changed.into_iter().filter(|field| field.new != field.old) {
        let name = field.name;
        let (from, to) = (words::quoted(&field.old), words::quoted(&field.new));
        let help = match name {
            "name" | "namespace" => format!("keep `{name}`; under another one this is a new object, to be created beside the stored one"),
            _ => format!("remove `{name}`: the server sets it"),
        };
        reporter.report(
            Report::new(field.at, metadata.field(name), format!("`{name}` changes from {from} to {to}, but an update can never change it"))
                .error(ErrorType::Invalid)
                .value(field.new)
                .also_in(Place { file: stored.file, span: field.old_at }, compared.as_str())
                .help(help),
        );
    }
}
