use crate::capability::ARCHITECTURE;
use crate::model::cloudprofile::Capabilities;
use crate::model::cursor::Spanned;
use crate::model::path::{FieldPath, Path};
use crate::rules::{AdmissionView, Report, Reporter, walk, words};

rule!(
    "namespaced/lost-capabilities",
    Selection,
    Warning,
    Admission(check),
    "Capabilities under a parent that defines none."
);

/// How many capabilities the message names.
const NAMED: usize = 3;

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = view
        .family
        .as_ref()
        .filter(|family| family.parent.vocabulary.is_empty())
    else {
        return;
    };
    let profile = &view.own.prepared.profile;
    let mut lost: Vec<(Spanned<&str>, FieldPath)> = Vec::new();
    walk::flavors(profile, |path, flavor| {
        lost.extend(without_architecture(&flavor.capabilities, path));
    });
    walk::machine_types(profile, |path, of| {
        lost.extend(without_architecture(
            &of.capabilities,
            &path.field("capabilities"),
        ));
    });
    let Some((first, path)) = lost.first() else {
        return;
    };
    let names: std::collections::BTreeSet<&str> = lost.iter().map(|(name, _)| name.value).collect();
    let parent = words::quoted(*family.parent.item.object.meta.name);
    reporter.report(
        Report::new(
            first.span,
            path,
            format!(
                "{} under the parent {parent}, which defines no capabilities: the server drops \
                 everything but the architecture, and matches images by architecture only",
                if names.len() == 1 {
                    format!("{} means nothing", words::all(names.iter().copied()))
                } else {
                    format!("{} mean nothing", words::some(names.iter().copied(), NAMED))
                }
            ),
        )
        .also(
            family.parent.item.object.meta.name.span.elsewhere(),
            "the parent has no \
            `machineCapabilities`",
        )
        .help(format!(
            "define the capabilities in `spec.machineCapabilities` of {parent} first, or keep to \
             `architectures` and `architecture` here"
        )),
    );
}

fn without_architecture<'a, 't>(
    of: &'a Capabilities<'t>,
    path: &Path<'_>,
) -> impl Iterator<Item = (Spanned<&'t str>, FieldPath)> + use<'a, 't> {
    let path = FieldPath::from(path);
    of.iter()
        .filter(|capability| *capability.name != ARCHITECTURE)
        .map(move |capability| (capability.name, path.clone()))
}
