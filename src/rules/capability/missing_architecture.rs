use crate::capability::ARCHITECTURE;
use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::capability::missing_definition;
use crate::rules::words;
use crate::rules::{ProfileView, Report, Reporter, edit};

rule!(
    "capability/missing-architecture",
    Static,
    Error,
    CloudProfile(check),
    "A vocabulary that does not define the capability `architecture`."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let vocabulary = view.vocabulary;
    if vocabulary.is_empty() || vocabulary.get(ARCHITECTURE).is_some() {
        return;
    }
    let spec = Path::new("spec");
    let near = words::near(ARCHITECTURE, vocabulary.names())
        .or_else(|| vocabulary.names().find(|name| *name == "arch"));
    let mut report = Report::new(
        view.profile.machine_capabilities.span,
        spec.field("machineCapabilities").field(ARCHITECTURE),
        "architecture capability is required: every image artifact has exactly one architecture, \
         and without the capability each one would fit every machine",
    )
    .error(ErrorType::Required);
    report = match near.and_then(|near| vocabulary.get(near)) {
        Some(definition) => edit::write_instead(
            report
                .also(definition.name.span, "a similar name")
                .help(format!("rename `{}` to `architecture`", *definition.name)),
            view.item.text,
            definition.name,
            Some(ARCHITECTURE),
        ),
        None => report.help(
            "add a definition `name: architecture` with the architectures in use as values, \
             `[amd64]`, `[arm64]` or `[amd64, arm64]`",
        ),
    };
    reporter.report(missing_definition(report, view));
}
