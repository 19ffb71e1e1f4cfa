use crate::model::path::Path;
use crate::rules::change::users;
use crate::rules::{ReferencesView, Report, Reporter, words};
use crate::source::Place;
use crate::uses::in_use::What;

rule!(
    "change/machine-type-in-use",
    Change,
    Error,
    References(check),
    "An update that removes a machine type under a worker pool: the server fails on every later \
        update of the Shoot."
);

fn check(view: &ReferencesView<'_>, reporter: &mut Reporter<'_>) {
    for users in users::grouped(view.in_use) {
        let Some(first) = users.first() else { continue };
        let What::MachineType(name) = first.what else {
            continue;
        };
        let several = users
            .iter()
            .any(|user| !std::ptr::eq(user.user, first.user));
        let (verb, whose) = if several {
            ("name", "these Shoots")
        } else {
            ("names", "this Shoot")
        };
        let report = Report::new(
            view.profile.machine_types.span,
            Path::new("spec").field("machineTypes"),
            format!(
                "the machine type {} is removed, but {} still {verb} it: the server takes the \
                 update, and then fails with an internal error on every update of {whose}",
                words::quoted(name),
                users::named(&users)
            ),
        )
        .also_in(
            Place {
                file: view.stored.file,
                span: first.at,
            },
            "stored so far",
        );
        reporter.report(users::shown(report, &users, "still used here").help(
            "first move these worker pools to another machine type; until then keep it with \
             `usable: false`, which admits no new pool",
        ));
    }
}
