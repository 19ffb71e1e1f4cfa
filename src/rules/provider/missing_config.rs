use crate::model::cursor::Cursor;
use crate::provider::fault::Fault;
use crate::provider::part::CONFIG_KIND;
use crate::rules::{ProvidedView, Reporter};

use super::{faults, names};

rule!(
    "provider/missing-config",
    Provider,
    Error,
    Provided(check),
    "A profile without the `spec.providerConfig` that its extension requires."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let provider = view.provided.provider;
    for fault in faults(view, &RULE) {
        // Not all say anything of images in it.
        let images = provider
            .config
            .is_some_and(|of| of.field("machineImages").is_some());
        // A key without a value says nothing, but there it is.
        let spec = Cursor::new(
            &view.item.document.tree,
            view.item.text,
            view.item.object.node,
        )
        .field("spec")
        .node();
        let key = spec
            .and_then(|spec| view.item.document.tree.get(spec, "providerConfig"))
            .map(|entry| view.item.document.tree.span(entry.key));
        if let Some(span) = key {
            let message = format!(
                "`providerConfig` is empty, but {} requires it because it maps image versions to \
                 artifacts: the server refuses the {}",
                names::extension(view),
                names::kind(view)
            );
            let fault = Fault {
                span,
                ..fault.clone()
            };
            reporter.report(names::report(view, &fault, message).help(format!(
                "fill it: `apiVersion: {}`, `kind: {CONFIG_KIND}` and `machineImages`",
                provider.api_version
            )));
            continue;
        }
        let message = format!(
            "{} requires `spec.providerConfig`{}: without it the server refuses the {}",
            names::extension(view),
            if images {
                ", which maps image versions to artifacts"
            } else {
                ""
            },
            names::kind(view)
        );
        let header = format!("`apiVersion: {}`", provider.api_version);
        let kind = format!("`kind: {CONFIG_KIND}`");
        let fields = if images {
            format!("{header}, {kind} and `machineImages`")
        } else {
            format!("{header} and {kind}")
        };
        reporter.report(
            names::report(view, fault, message)
                .help(format!("add `spec.providerConfig` with {fields}")),
        );
    }
}
