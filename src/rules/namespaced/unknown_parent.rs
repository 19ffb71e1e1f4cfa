use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, edit, words};
use crate::source::Place;

// Not the server's word: the landscape may well have the parent.
rule!(
    "namespaced/unknown-parent",
    Input,
    Warning,
    Admission(check),
    "A NamespacedCloudProfile whose parent is not among the files."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let name = view.own.child.parent.name;
    // Without a name there is nothing to look for.
    if view.parent.is_some() || name.is_empty() {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    let kind = ObjectKind::CloudProfile.as_str();
    let near = view
        .known
        .and_then(|known| known.get(words::near(*name, known.keys().copied())?));
    let did_you_mean = words::did_you_mean(near.map(|near| *near.object.meta.name));
    let report = Report::new(
        name.span,
        parent.field("name"),
        format!(
            "the parent {kind} {} is not among the files, so cpcap did not check overrides, \
             capabilities and the merged result against it",
            words::quoted(*name)
        ),
    )
    .value(*name)
    .help(format!(
        "{did_you_mean}pass the file of the {kind} too, or as context: `--with FILE`"
    ));
    let only = view
        .known
        .and_then(|known| words::only_near(*name, known.keys().copied()));
    let report = edit::write_instead(report, view.own.item.text, name, only);
    reporter.report(match near {
        Some(near) => report.also_in(
            Place {
                file: near.file,
                span: near.object.meta.name.span,
            },
            format!("the {kind} with that name"),
        ),
        None => report,
    });
}
