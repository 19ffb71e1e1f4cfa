use crate::capability::ARCHITECTURES;
use crate::finding::ErrorType;
use crate::model::cloudprofile::{MachineImageVersion, MachineType};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, walk, words};

use super::architecture;

rule!(
    "capability/unsupported-legacy-architecture",
    Static,
    Error,
    Spec(check),
    "An architecture in a legacy field that Gardener, or the vocabulary, does not know."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::image_versions(view, |path, _, version| {
        image_version(view, path, version, reporter);
    });
    walk::first_machine_types(view, |path, machine_type| {
        machine(view, path, machine_type, reporter);
    });
}

fn image_version(
    view: &ProfileView<'_>,
    path: &Path<'_>,
    version: &MachineImageVersion<'_>,
    reporter: &mut Reporter<'_>,
) {
    if view.vocabulary.lacks_flavors(version) {
        return;
    }
    let legacy = view.vocabulary.is_empty();
    let allowed = || architecture::allowed(view.vocabulary);
    let path = path.field("architectures");
    for (n, value) in version
        .architectures
        .iter()
        .enumerate()
        .filter(|(_, value)| !architecture::is_allowed(view.vocabulary, value.value))
    {
        let name = words::quoted(value.value);
        let (message, help) = if legacy {
            (
                format!("Gardener does not know architecture {name}"),
                "the architectures are `amd64` and `arm64`".to_owned(),
            )
        } else if allowed().next().is_none() {
            let message = format!(
                "architecture {name} cannot be checked: `spec.machineCapabilities` defines no \
                 architectures"
            );
            (
                message,
                "define the capability `architecture` first".to_owned(),
            )
        } else {
            let message = format!(
                "`spec.machineCapabilities` does not define architecture {name}, so no machine \
                 type can have it"
            );
            (
                message,
                format!(
                    "the architectures of this CloudProfile are {}",
                    words::all(allowed())
                ),
            )
        };
        let has = |near: &str| {
            version
                .architectures
                .iter()
                .any(|value| value.value == near)
        };
        let near = architecture::near(value.value)
            .filter(|near| architecture::is_allowed(view.vocabulary, near) && !has(near));
        let mut report = Report::new(value.span, path.index(n), message)
            .error(ErrorType::NotSupported)
            .value(value.value)
            .help(format!("{}{help}", words::did_you_mean(near)));
        if !legacy {
            report = report.also(view.profile.machine_capabilities.span, "the vocabulary");
        }
        reporter.report(edit::replace_by(report, view.item.text, *value, near));
    }
}

fn machine(
    view: &ProfileView<'_>,
    path: &Path<'_>,
    machine_type: &MachineType<'_>,
    reporter: &mut Reporter<'_>,
) {
    let field = machine_type.architecture;
    let Some(value) = field
        .value
        .filter(|value| !value.is_empty() && !ARCHITECTURES.contains(value))
    else {
        return;
    };
    let near = architecture::near(value);
    let message = format!(
        "Gardener does not know architecture {} of machine type {}, so no image would ever fit",
        words::quoted(value),
        words::quoted(*machine_type.name)
    );
    let report = Report::new(field.span, path.field("architecture"), message)
        .error(ErrorType::NotSupported)
        .value(value)
        .help(format!(
            "{}the architectures are `amd64` and `arm64`",
            words::did_you_mean(near)
        ));
    let old = Spanned::new(value, field.span);
    reporter.report(edit::replace_by(report, view.item.text, old, near));
}
