use crate::model::path::{FieldPath, Path};
use crate::rules::change::users;
use crate::rules::{ReferencesView, Report, Reporter, words};
use crate::source::{Place, Span};
use crate::uses::in_use::{InUse, What};

rule!(
    "change/removed-in-use",
    Admission,
    Error,
    References(check),
    "An update that removes a version, an image or a capability value that a \
        NamespacedCloudProfile or a Shoot uses."
);

fn check(view: &ReferencesView<'_>, reporter: &mut Reporter<'_>) {
    for users in users::grouped(view.in_use) {
        let Some(first) = users.first() else { continue };
        let Some((what, field, at)) = removed(view, &users) else {
            continue;
        };
        let refuse = if matches!(first.what, What::Capability { .. }) {
            "names"
        } else {
            "uses"
        };
        let all = users::named(&users);
        let several = users
            .iter()
            .any(|user| !std::ptr::eq(user.user, first.user));
        let verb = if several {
            &refuse[..refuse.len() - 1]
        } else {
            refuse
        };
        let report = Report::new(
            at,
            field,
            format!(
                "the update removes {what}, but {all} still {verb} it: the server refuses the \
                update"
            ),
        )
        .also_in(
            Place {
                file: view.stored.file,
                span: first.at,
            },
            "stored so far",
        );
        reporter.report(users::shown(report, &users, "still used here").help(help(&first.what)));
    }
}

/// The removed entries, and the places that no longer have them.
fn removed(view: &ReferencesView<'_>, users: &[&InUse<'_>]) -> Option<(String, FieldPath, Span)> {
    let (profile, spec) = (view.profile, Path::new("spec"));
    let of_images = || {
        (
            spec.field("machineImages").into(),
            profile.machine_images.span,
        )
    };
    let (what, (field, at)) = match &users.first()?.what {
        What::KubernetesVersion(version) => {
            let field = spec.field("kubernetes").field("versions").into();
            (
                format!("Kubernetes version {}", words::quoted(version)),
                (field, profile.kubernetes_versions.span),
            )
        }
        What::Image(image) => (format!("the image {}", words::quoted(image)), of_images()),
        What::ImageVersion { image, version } => {
            let place = profile
                .machine_images
                .iter()
                .position(|of| *of.name == *image)
                .map(|index| {
                    let field = spec
                        .field("machineImages")
                        .index(index)
                        .field("versions")
                        .into();
                    (field, profile.machine_images[index].versions.span)
                });
            (
                format!(
                    "version {} of the image {}",
                    words::quoted(version),
                    words::quoted(image)
                ),
                place.unwrap_or_else(of_images),
            )
        }
        What::Capability { name, .. } => {
            let values: std::collections::BTreeSet<&str> = users
                .iter()
                .filter_map(|user| {
                    if let What::Capability { values, .. } = &user.what {
                        Some(values)
                    } else {
                        None
                    }
                })
                .flatten()
                .copied()
                .collect();
            let value = if values.len() == 1 {
                "the value"
            } else {
                "the set of values"
            };
            let field = spec.field("machineCapabilities").into();
            let at = profile
                .machine_capabilities
                .iter()
                .find(|of| *of.name == *name)
                .map_or(profile.machine_capabilities.span, |of| of.name.span);
            (
                format!(
                    "{value} {} of the capability {}",
                    words::all(values),
                    words::quoted(name)
                ),
                (field, at),
            )
        }
        What::ImageAdded(_) | What::MachineType(_) | What::Limit { .. } => return None,
    };
    Some((what, field, at))
}

fn help(what: &What<'_>) -> &'static str {
    match what {
        What::Capability { .. } => {
            "first remove the values from the flavors and machine types there, then here"
        }
        What::Image(_) => "first remove the image there, then here",
        What::ImageAdded(_)
        | What::MachineType(_)
        | What::Limit { .. }
        | What::KubernetesVersion(_)
        | What::ImageVersion { .. } => {
            "first move its users to another version; meanwhile, set an `expirationDate` to \
             withdraw it. `cpcap uses` lists the users"
        }
    }
}
