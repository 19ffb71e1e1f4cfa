use crate::capability::ARCHITECTURE;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "design/single-value-capability",
    Design,
    Note,
    CloudProfile(check),
    "A capability with a single value, which restricts nothing.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let definitions = spec.field("machineCapabilities");
    for (i, written) in view.profile.machine_capabilities.iter().enumerate() {
        let definition = view
            .vocabulary
            .get(*written.name)
            .filter(|definition| definition.name.span == written.name.span);
        let Some(definition) = definition.filter(|definition| *definition.name != ARCHITECTURE)
        else {
            continue;
        };
        let Some((first, rest)) = definition.values.split_first() else {
            continue;
        };
        if rest.iter().any(|value| value.value != first.value) {
            continue;
        }
        let name = words::quoted(*definition.name);
        let message = format!(
            "capability {name} has the single value {}, so it restricts nothing: every machine \
             type and flavor has it",
            words::quoted(first.value)
        );
        reporter.report(
            Report::new(first.span, definitions.index(i).field("values"), message)
                .value(first.value)
                .help(
                    "add values for machine types and flavors that do not have it, or remove the \
                     capability until you need it",
                ),
        );
    }
}
