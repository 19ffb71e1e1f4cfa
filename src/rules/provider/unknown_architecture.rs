use crate::capability::ARCHITECTURES;
use crate::provider::fault::What;
use crate::rules::capability::architecture;
use crate::rules::{ProvidedView, Reporter, edit, words};

use super::{faults, names};

rule!(
    "provider/unknown-architecture",
    Provider,
    Error,
    Provided(check),
    "An architecture in `providerConfig` that Gardener does not know.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let What::UnknownArchitecture(value) = fault.what else {
            continue;
        };
        // The API server itself reports the core part.
        if fault.field.after(["spec", "machineImages"]).is_some() {
            continue;
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
        let edit = near.and_then(|near| {
            Some((
                near,
                edit::replace_name(view.item.text, fault.span, value, near)?,
            ))
        });
        reporter.report(match edit {
            Some((near, edit)) => report.unsafe_fix(format!("replace it by `{near}`"), vec![edit]),
            None => report,
        });
    }
}
