use crate::capability::{ARCHITECTURE, written};
use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/several-machine-architectures",
    Static,
    Error,
    Spec(check),
    "A machine type with more than one architecture in its capabilities.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::first_machine_types(view, |path, machine_type| {
        let values = written(&machine_type.capabilities, ARCHITECTURE);
        let ([first, .., last], Some(_)) = (values, values.get(1)) else {
            return;
        };
        let names = || values.iter().map(|value| value.value);
        reporter.report(
            Report::new(
                first.span.to(last.span),
                path.field("capabilities").field(ARCHITECTURE),
                format!(
                    "machine type {} has several architectures, {}, but a machine boots exactly \
                     one",
                    words::quoted(*machine_type.name),
                    words::all(names())
                ),
            )
            .error(ErrorType::Invalid)
            .value(names().collect::<Vec<_>>().join(", "))
            .help(
                "keep the architecture that the hardware has; other hardware needs its own \
                machine type",
            ),
        );
    });
}
