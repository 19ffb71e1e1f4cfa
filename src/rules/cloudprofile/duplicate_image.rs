use crate::finding::ErrorType;
use crate::rules::cloudprofile::repetition;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/duplicate-image",
    Static,
    Error,
    Spec(check),
    "A machine image that is listed twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.part.has_all_lists() {
        return;
    }
    let spec = view.spec();
    let list = spec.field("machineImages");
    for repeated in repetition::find(view.profile.machine_images.iter().map(|image| image.name)) {
        let message = if repeated.name.is_empty() {
            "two machine images without a name count as the same image".to_owned()
        } else {
            format!(
                "machine image `{}` is listed twice, and look-ups by name find only one of the two",
                *repeated.name
            )
        };
        reporter.report(
            Report::new(repeated.name.span, list.index(repeated.index), message)
                .error(ErrorType::Duplicate)
                .value(*repeated.name)
                .also(repeated.first.span, "first listed here")
                .help(
                    "move all versions into one entry and remove the other, or give one of them \
                    another name",
                ),
        );
    }
}
