use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/capabilities-without-vocabulary",
    Static,
    Error,
    Spec(check),
    "A machine type with capabilities in a CloudProfile that defines none."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() || !view.part.is_whole() {
        return;
    }
    walk::machine_types(view, |path, machine_type| {
        let capabilities = &machine_type.capabilities;
        if capabilities.is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                capabilities.span,
                path.field("capabilities"),
                format!(
                    "must not provide capabilities without global definition: machine type {} \
                     names {}, but there is no `spec.machineCapabilities` that defines what they \
                     mean",
                    words::quoted(*machine_type.name),
                    words::all(capabilities.iter().map(|capability| *capability.name))
                ),
            )
            .error(ErrorType::Forbidden)
            .needs("spec.machineCapabilities")
            .help(
                "define every capability in `spec.machineCapabilities`, or keep to the legacy \
                format with `architecture`",
            ),
        );
    });
}
