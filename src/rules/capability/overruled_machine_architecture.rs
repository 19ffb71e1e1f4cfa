use crate::capability::{ARCHITECTURE, written};
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/overruled-machine-architecture",
    Selection,
    Warning,
    Effective(check),
    "A machine type whose legacy architecture differs from the only one in the vocabulary."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(definition) = view.vocabulary.get(ARCHITECTURE) else {
        return;
    };
    let [only] = definition.values.as_slice() else {
        return;
    };
    walk::machine_types(view.profile, |path, machine_type| {
        let field = machine_type.architecture;
        let Some(legacy) = field
            .value
            .filter(|legacy| !legacy.is_empty() && *legacy != only.value)
        else {
            return;
        };
        // Where the capabilities name an architecture, the server compares the two.
        if !written(&machine_type.capabilities, ARCHITECTURE).is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                field.span,
                path.field("architecture"),
                format!(
                    "machine type {} says `{legacy}`, but its capabilities default to the only \
                     defined architecture, `{}`: it would get images that do not boot on it",
                    words::quoted(*machine_type.name),
                    only.value
                ),
            )
            .value(legacy)
            .also(only.span, "the only architecture")
            .help(format!(
                "add `{legacy}` to the definition and declare `architecture` \
                everywhere, or set the field to `{}`",
                only.value
            )),
        );
    });
}
