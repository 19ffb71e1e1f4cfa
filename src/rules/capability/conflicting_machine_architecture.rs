use crate::capability::{ARCHITECTURE, written};
use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, edit, walk, words};

rule!(
    "capability/conflicting-machine-architecture",
    Static,
    Error,
    Spec(check),
    "A machine type whose legacy `architecture` differs from that of its capabilities.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::first_machine_types(view, |path, machine_type| {
        let field = machine_type.architecture;
        let ([single], Some(legacy)) = (
            written(&machine_type.capabilities, ARCHITECTURE),
            field.value,
        ) else {
            return;
        };
        if legacy.is_empty() || legacy == single.value {
            return;
        }
        let mut report = Report::new(
            field.span,
            path.field("architecture"),
            format!(
                "machine type architecture ({legacy}) conflicts with the capability architecture \
                 ({}): machine type {} can only have one of them",
                single.value,
                words::quoted(*machine_type.name)
            ),
        )
        .error(ErrorType::Invalid)
        .value(legacy)
        .also(single.span, "the capability says otherwise")
        .help(
            "remove the legacy field `architecture`, which the server fills in itself, or correct \
             the one that is wrong",
        );
        if let Some(edit) = edit::replace_name(view.item.text, field.span, legacy, single.value) {
            report = report.unsafe_fix(
                format!(
                    "set `architecture` to `{}` as in the capabilities",
                    single.value
                ),
                vec![edit],
            );
        }
        reporter.report(report);
    });
}
