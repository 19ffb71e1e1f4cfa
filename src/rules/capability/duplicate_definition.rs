use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition::{self, Repeated};
use crate::rules::words;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "capability/duplicate-definition",
    Static,
    Error,
    CloudProfile(check),
    "A capability with two definitions.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    for Repeated { index, name, first } in repetition::find(
        view.profile
            .machine_capabilities
            .iter()
            .map(|definition| definition.name),
    ) {
        reporter.report(
            Report::new(
                name.span,
                list.index(index).field("name"),
                format!(
                    "capability {} is defined twice: this list of values would replace the \
                     earlier one for every flavor and machine type",
                    words::quoted(*name)
                ),
            )
            .error(ErrorType::Duplicate)
            .value(*name)
            .also(first.span, "first defined here")
            .help("keep one definition that lists all values, most preferred first"),
        );
    }
}
