use crate::model::path::Path;
use crate::rules::change::users;
use crate::rules::{ReferencesView, Report, Reporter, words};
use crate::uses::in_use::What;

rule!(
    "change/claimed-image",
    Admission,
    Error,
    References(check),
    "An update that adds an image which a NamespacedCloudProfile already defines."
);

fn check(view: &ReferencesView<'_>, reporter: &mut Reporter<'_>) {
    for users in users::grouped(view.in_use) {
        let Some(What::ImageAdded(image)) = users.first().map(|user| &user.what) else {
            continue;
        };
        let Some(index) = view
            .profile
            .machine_images
            .iter()
            .position(|of| *of.name == *image)
        else {
            continue;
        };
        let at = view.profile.machine_images[index].name.span;
        let field = Path::new("spec");
        let field = field.field("machineImages");
        let field = field.index(index);
        let verb = if users.len() == 1 {
            "defines"
        } else {
            "define"
        };
        let report = Report::new(
            at,
            field.field("name"),
            format!(
                "the update adds image {}, but {} already {verb} an image with this name: the \
                 server refuses the update",
                words::quoted(image),
                users::named(&users)
            ),
        )
        .value(image);
        reporter.report(users::shown(report, &users, "already defined here").help(
            "first remove the image there, or give it another name here; you can add a version to \
             an image that both define at any time",
        ));
    }
}
