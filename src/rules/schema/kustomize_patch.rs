use crate::landscape::kustomize::Patch;
use crate::rules::{ObjectView, Report, Reporter, words};

rule!(
    "schema/kustomize-patch",
    Input,
    Note,
    Object(check),
    "A patch of Kustomize, in which cpcap checks only the shape.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let why = match &view.item.patch {
        Some(Patch::Listed(by)) => format!("{} lists this file as a patch", words::quoted(by)),
        Some(Patch::Directive(key)) => {
            format!("{} makes this a patch of Kustomize", words::quoted(key))
        }
        None => return,
    };
    let tree = &view.item.document.tree;
    let key = tree
        .get(view.item.object.node, "kind")
        .map_or(view.item.object.node, |entry| entry.value);
    let message =
        format!("{why}: cpcap checked only its shape, because it is just a part of an object");
    reporter.report(
        Report::new(tree.span(key), "", message)
            .help("lint the result: `kustomize build DIR | cpcap lint -`"),
    );
}
