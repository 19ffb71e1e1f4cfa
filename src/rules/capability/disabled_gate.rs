use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "capability/disabled-gate",
    Static,
    Error,
    CloudProfile(check),
    "A vocabulary on a server whose feature gate for capabilities is off.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let definitions = &view.profile.machine_capabilities;
    if definitions.is_empty() || view.settings.gates.capabilities {
        return;
    }
    let spec = Path::new("spec");
    reporter.report(
        Report::new(
            definitions.span,
            spec.field("machineCapabilities"),
            "machineCapabilities are not allowed with disabled CloudProfileCapabilities feature \
             gate: this server knows only the legacy format",
        )
        .error(ErrorType::Forbidden)
        .help(
            "enable the gate on gardener-apiserver (it is on by default from Gardener 1.146) and \
             pass `--feature-gate CloudProfileCapabilities=true` or `--gardener-version`. Without \
             the gate, remove the field, and use `architectures` on image versions and \
             `architecture` on machine types",
        ),
    );
}
