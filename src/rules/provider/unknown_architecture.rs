use crate::capability::ARCHITECTURES;
use crate::model::cursor::Spanned;
use crate::provider::fault::Fault;
use crate::rules::capability::architecture;
use crate::rules::{ProvidedView, Report, edit, words};

use super::names;

rule!(
    "provider/unknown-architecture",
    Provider,
    Error,
    ProviderFault,
    "An architecture in `providerConfig` that Gardener does not know.",
    Part
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, value: &str) -> Option<Report> {
    // The API server itself reports the core part.
    if fault.field.after(["spec", "machineImages"]).is_some() {
        return None;
    }
    let near = architecture::near(value);
    let of = names::at(view, &fault.field).of();
    let message = format!(
        "Gardener does not know architecture {}{of}, so no worker pool would get this artifact",
        words::quoted(value)
    );
    let help = format!(
        "{}the architectures are {}",
        words::did_you_mean(near),
        words::all(ARCHITECTURES)
    );
    let report = names::report(view, fault, message).value(value).help(help);
    let old = Spanned::new(value, fault.span);
    Some(edit::replace_by(report, view.item.text, old, near))
}
