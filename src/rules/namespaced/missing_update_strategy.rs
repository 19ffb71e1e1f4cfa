use crate::finding::ErrorType;
use crate::rules::{Part, ProfileView, Report, Reporter, walk, words};

rule!(
    "namespaced/missing-update-strategy",
    Admission,
    Error,
    Spec(check),
    "An added image without an update strategy."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    // In a CloudProfile the server fills it in, and a NamespacedCloudProfile may inherit the
    // parent's.
    if !matches!(view.part, Part::Merged) {
        return;
    }
    walk::images(view, |path, image| {
        if image.update_strategy.is_none() {
            reporter.report(
                Report::new(
                    image.name.span,
                    path.field("updateStrategy"),
                    format!(
                        "image {} has no `updateStrategy`, which the server fills in for a \
                         CloudProfile, but not here",
                        words::quoted(*image.name)
                    ),
                )
                .error(ErrorType::Required)
                .help(
                    "set `updateStrategy` to `patch`, `minor` or `major`; in a CloudProfile the \
                     default is `major`",
                ),
            );
        }
    });
}
