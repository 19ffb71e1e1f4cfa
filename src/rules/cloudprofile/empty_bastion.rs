use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/empty-bastion",
    Static,
    Error,
    CloudProfile(check),
    "A bastion that names neither a machine type nor a machine image."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(bastion) = view
        .profile
        .bastion
        .as_ref()
        .filter(|bastion| bastion.machine_image.is_none() && bastion.machine_type.is_none())
    else {
        return;
    };
    let spec = Path::new("spec");
    let path = spec.field("bastion");
    // A value of the wrong type is there, only unreadable.
    if view.refused.has(&path.field("machineImage")) || view.refused.has(&path.field("machineType"))
    {
        return;
    }
    reporter.report(
        Report::new(
            bastion.at,
            path,
            "`bastion` names neither a machine type nor a machine \
            image, so it says nothing",
        )
        .error(ErrorType::Invalid)
        .help(
            "name a `machineType`, a `machineImage` or both, or remove `bastion`: the \
                provider extension then chooses",
        ),
    );
}
