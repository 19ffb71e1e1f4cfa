use crate::capability::Definition;
use crate::finding::ErrorType;
use crate::model::name::unprefixed_fault;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "capability/malformed-definition",
    Static,
    Error,
    CloudProfile(check),
    "A capability definition without a name or values, or with malformed ones."
);

/// The form of a well-formed name or value.
const FORM: &str =
    "use 1 to 63 letters, digits, `-`, `_` and `.`, beginning and ending with a letter or digit";

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    for (at, definition) in view.vocabulary.definitions().iter().enumerate() {
        name(definition, at, &list, reporter);
        values(definition, &list.field(*definition.name), reporter);
    }
}

fn name(definition: &Definition<'_>, at: usize, path: &Path<'_>, reporter: &mut Reporter<'_>) {
    let name = definition.name;
    if name.is_empty() {
        let message = "the capability has no name, so no flavor and no machine type can refer to \
            it";
        reporter.report(
            Report::new(name.span, path, message)
                .error(ErrorType::Required)
                .needs(path.index(at).field("name"))
                .help("set `name`"),
        );
    } else if let Some(fault) = unprefixed_fault(*name) {
        let message = format!("{} cannot name a capability: {fault}", words::quoted(*name));
        reporter.report(
            Report::new(name.span, path, message)
                .error(ErrorType::Invalid)
                .value(*name)
                .help(FORM),
        );
    }
}

fn values(definition: &Definition<'_>, path: &Path<'_>, reporter: &mut Reporter<'_>) {
    let name = words::quoted(*definition.name);
    if definition.values.is_empty() {
        let message =
            format!("capability {name} has no values, so nothing could ever be compatible");
        reporter.report(
            Report::new(definition.values_at, path, message)
                .error(ErrorType::Required)
                .help(
                    "list every value under `values`, most preferred first, or remove the \
                     definition",
                ),
        );
    }
    for (k, value) in definition.values.iter().enumerate() {
        if value.is_empty() {
            let message = format!("a value of capability {name} is empty");
            reporter.report(
                Report::new(value.span, path.index(k), message)
                    .error(ErrorType::Required)
                    .help("give the value a name, or remove the entry"),
            );
        } else if let Some(fault) = unprefixed_fault(value.value) {
            let message = format!(
                "{} cannot be a value of capability {name}: {fault}",
                words::quoted(value.value)
            );
            reporter.report(
                Report::new(value.span, path.index(k), message)
                    .error(ErrorType::Invalid)
                    .value(value.value)
                    .help(FORM),
            );
        }
    }
}
