use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::rules::literal;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-architecture",
    Static,
    Error,
    Spec(check),
    "A machine type whose architecture is an empty text.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() || !view.part.is_whole() {
        return;
    }
    let spec = view.spec();
    let list = spec.field("machineTypes");
    for (index, machine_type) in view.profile.machine_types.iter().enumerate() {
        let architecture = machine_type.architecture;
        if architecture
            .value
            .is_some_and(|architecture| !architecture.is_empty())
        {
            continue;
        }
        let message = format!(
            "the architecture of machine type `{}` is an empty text, so no machine image would fit",
            *machine_type.name
        );
        let report = Report::new(
            architecture.span,
            list.index(index).field("architecture"),
            message,
        )
        .error(ErrorType::Required)
        .help("write `amd64` or `arm64`; the default is `amd64`");
        let edit = literal::replace(view.item.text, Spanned::new("", architecture.span), "amd64");
        reporter.report(match edit {
            Some(edit) => report.unsafe_fix("Write `amd64`", vec![edit]),
            None => report,
        });
    }
}
