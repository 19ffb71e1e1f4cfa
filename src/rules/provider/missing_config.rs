use crate::model::cursor::Cursor;
use crate::provider::fault::Fault;
use crate::provider::part::CONFIG_KIND;
use crate::rules::{ProvidedView, Report};

use super::names;

rule!(
    "provider/missing-config",
    Provider,
    Error,
    ProviderFault,
    "A profile without the `spec.providerConfig` that its extension requires."
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>) -> Report {
    let provider = view.provided.provider;
    let (extension, kind) = (names::extension(view), names::kind(view));
    let header = format!("`apiVersion: {}`", provider.api_version);
    // A key without a value says nothing, but there it is.
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let spec = Cursor::new(tree, text, view.item.object.node).field("spec");
    let key = spec
        .node()
        .and_then(|spec| tree.get(spec, "providerConfig"))
        .map(|entry| tree.span(entry.key));
    if let Some(span) = key {
        let message = format!(
            "`providerConfig` is empty, but {extension} requires it because it maps image \
             versions to artifacts: the server refuses the {kind}"
        );
        let fault = Fault {
            span,
            ..fault.clone()
        };
        return names::report(view, &fault, message).help(format!(
            "fill it: {header}, `kind: {CONFIG_KIND}` and `machineImages`"
        ));
    }
    // Not all say anything of images in it.
    let images = provider
        .config
        .is_some_and(|of| of.field("machineImages").is_some());
    let (maps, fields) = if images {
        (
            ", which maps image versions to artifacts",
            format!("{header}, `kind: {CONFIG_KIND}` and `machineImages`"),
        )
    } else {
        ("", format!("{header} and `kind: {CONFIG_KIND}`"))
    };
    let message = format!(
        "{extension} requires `spec.providerConfig`{maps}: without it the server refuses the {kind}"
    );
    names::report(view, fault, message).help(format!("add `spec.providerConfig` with {fields}"))
}
