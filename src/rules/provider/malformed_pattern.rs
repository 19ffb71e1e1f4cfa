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
    let (Some(part), Some(list)) = (
        &view.provided.part,
        view.provided.provider.settings.patterns,
    ) else {
        return;
    };
    let below = list.iter().fold(part.cursor, |at, name| at.field(name));
    let names = below.list(|pool| pool.field("name").string());
    let config = FieldPath::from("spec.providerConfig");
    let path = list.iter().fold(config, |path, name| path.field(name));
    for (index, name) in names.iter().enumerate() {
        let Some(fault) = name.strip_prefix('~').and_then(pattern::fault) else {
            continue;
        };
        let message = format!(
            "the pattern {} is not a regular expression: {fault}, so no floating pool matches it",
            words::quoted(name.value)
        );
        let path = path.clone().index(index).field("name");
        reporter.report(
            Report::new(name.span, path, message)
                .value(name.value)
                .help("write a regular expression in the syntax of Go's RE2"),
        );
    }
}
