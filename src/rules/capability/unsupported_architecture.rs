use crate::capability::ARCHITECTURE;
use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, words};

use super::architecture;

rule!(
    "capability/unsupported-architecture",
    Static,
    Error,
    CloudProfile(check),
    "A vocabulary with an architecture that Gardener does not know.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    for value in view
        .vocabulary
        .architectures()
        .iter()
        .filter(|value| !architecture::is_known(value.value))
    {
        let has = |near: &str| {
            view.vocabulary
                .architectures()
                .iter()
                .any(|value| value.value == near)
        };
        let near = architecture::near(value.value).filter(|near| !has(near));
        reporter.report(edit::write_instead(
            Report::new(
                value.span,
                spec.field("machineCapabilities").field(ARCHITECTURE),
                format!(
                    "Gardener does not know architecture {}, so no worker pool could have it",
                    words::quoted(value.value)
                ),
            )
            .error(ErrorType::Invalid)
            .value(value.value)
            .help(format!(
                "{}the architectures are `amd64` and `arm64`",
                words::did_you_mean(near)
            )),
            view.item.text,
            *value,
            near,
        ));
    }
}
