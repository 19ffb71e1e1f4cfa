use crate::model::path::FieldPath;
use crate::provider::pattern;
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/malformed-pattern",
    Design,
    Warning,
    Provided(check),
    "The name of a floating pool that begins with `~` but is not a regular expression."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = view
        .provided
        .part
        .as_ref()
        .filter(|_| matches!(view.provided.provider.name, "openstack" | "stackit"))
    else {
        return;
    };
    let names = part
        .cursor
        .field("constraints")
        .field("floatingPools")
        .list(|pool| pool.field("name").string());
    for (index, name) in names.iter().enumerate() {
        let Some(fault) = name.strip_prefix('~').and_then(pattern::fault) else {
            continue;
        };
        let message = format!(
            "the pattern {} is not a regular expression: {fault}, so no floating pool matches it",
            words::quoted(name.value)
        );
        let path = FieldPath::from("spec.providerConfig.constraints.floatingPools")
            .index(index)
            .field("name");
        reporter.report(
            Report::new(name.span, path, message)
                .value(name.value)
                .help("write a regular expression in the syntax of Go's RE2"),
        );
    }
}
