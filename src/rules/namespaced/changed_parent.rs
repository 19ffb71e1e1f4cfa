use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{NamespacedView, Report, Reporter, words};
use crate::source::Place;

rule!(
    "namespaced/changed-parent",
    Admission,
    Error,
    Namespaced(check),
    "An update that moves a NamespacedCloudProfile to another parent.",
    Part
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(stored) = view.old else { return };
    let (new, old) = (&view.child.parent, &stored.child.parent);
    if (*new.kind, *new.name) == (*old.kind, *old.name) {
        return;
    }
    let (at, old_at) = if *new.name == *old.name {
        (new.kind.span, old.kind.span)
    } else {
        (new.name.span, old.name.span)
    };
    let named = |kind: &str, name: &str| {
        format!("{kind} {}", words::quoted(name))
            .trim_start()
            .to_owned()
    };
    let spec = Path::new("spec");
    reporter.report(
        Report::new(
            at,
            spec.field("parent"),
            format!(
                "the parent changes from {} to {}, but a NamespacedCloudProfile always keeps its \
                 parent",
                named(*old.kind, *old.name),
                named(*new.kind, *new.name)
            ),
        )
        .error(ErrorType::Invalid)
        .value(*new.name)
        .also_in(
            Place {
                file: stored.item.file,
                span: old_at,
            },
            "the stored parent",
        )
        .help(
            "keep the parent, or create a NamespacedCloudProfile under another name and move \
            the Shoots to it",
        ),
    );
}
