use crate::finding::ErrorType;
use crate::landscape::Item;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::object::ObjectMeta;
use crate::model::path::Path;
use crate::rules::{ObjectView, Report, Reporter, words};
use crate::source::{Place, Span};

rule!(
    "change/immutable-metadata",
    Admission,
    Error,
    Object(check),
    "An update that changes the name, namespace or uid of an object, or marks it as being deleted.",
    Part
);

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
    let mut changed = vec![
        text("name", new.name, old.name),
        text("namespace", new.namespace, old.namespace),
    ];
    // The server fills it in where a file leaves it out.
    let uid = |of: &ObjectMeta<'_>| of.uid().value.unwrap_or_default().to_owned();
    if !uid(new).is_empty() {
        changed.push(Field {
            name: "uid",
            new: uid(new),
            old: uid(old),
            at: new.uid().span,
            old_at: old.uid().span,
        });
    }
    let metadata = Path::new("metadata");
    let same = *new.name == *old.name && *new.namespace == *old.namespace;
    let kind = view.item.object.kind.as_str();
    let compared = if same {
        "the stored object".to_owned()
    } else {
        format!("compared with this, the only {kind} that is given as stored")
    };
    for field in changed.into_iter().filter(|field| field.new != field.old) {
        let name = field.name;
        let (from, to) = (words::quoted(&field.old), words::quoted(&field.new));
        let help = match name {
            "name" | "namespace" => format!(
                "keep `{name}`; with another one, this is a new object next to the stored one"
            ),
            _ => format!("remove `{name}`: the server sets it"),
        };
        reporter.report(
            Report::new(
                field.at,
                metadata.field(name),
                format!("`{name}` changes from {from} to {to}, but an update cannot change it"),
            )
            .error(ErrorType::Invalid)
            .value(field.new)
            .also_in(
                Place {
                    file: stored.file,
                    span: field.old_at,
                },
                compared.as_str(),
            )
            .help(help),
        );
    }
    // The server keeps the values of the stored object.
    let time = new
        .more()
        .deletion_timestamp
        .time()
        .filter(|_| !old.is_deleted())
        .map(|time| time.to_string());
    let [new_period, old_period] = [view.item, stored].map(grace_period);
    let period = new_period
        .filter(|_| old_period.is_none())
        .map(|seconds| seconds.to_string());
    let of_deletion = [
        (
            "deletionTimestamp",
            time,
            new.more().deletion_timestamp.span,
        ),
        ("deletionGracePeriodSeconds", period, new_period.span),
    ];
    for (name, value, at) in of_deletion {
        let Some(value) = value else { continue };
        let message = format!(
            "`{name}` is {}, but the stored object has none, and an update cannot set it",
            words::quoted(&value)
        );
        reporter.report(
            Report::new(at, metadata.field(name), message)
                .error(ErrorType::Invalid)
                .value(value)
                .also_in(
                    Place {
                        file: stored.file,
                        span: old.name.span,
                    },
                    compared.as_str(),
                )
                .help(format!(
                    "remove `{name}`: the server sets it when the object is deleted"
                )),
        );
    }
}

/// `deletionGracePeriodSeconds`, which nothing else looks at.
fn grace_period(item: &Item<'_>) -> Spanned<Option<i64>> {
    let object = Cursor::new(&item.document.tree, item.text, item.object.node);
    object
        .field("metadata")
        .field("deletionGracePeriodSeconds")
        .integer()
}
