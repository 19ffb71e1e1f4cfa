use crate::model::object::ObjectKind;
use crate::model::path::{FieldPath, Path};
use crate::resolution::usable::Usable;
use crate::rules::shoot::view::Profile;
use crate::rules::{Report, Reporter, ShootView, edit, words};
use crate::source::Place;

rule!(
    "shoot/unknown-profile",
    Input,
    Warning,
    Shoot(check),
    "A Shoot whose profile is not among the files, or could not be read in full."
);

/// The parts of a profile that Shoots are checked against, each with its name in sentences.
const PARTS: &[(&str, &str)] = &[
    ("spec.kubernetes", "Kubernetes versions"),
    ("spec.machineTypes", "machine types"),
    ("spec.machineImages", "machine images"),
    ("spec.machineCapabilities", "capabilities"),
    ("spec.volumeTypes", "volume types"),
    ("spec.regions", "regions"),
    ("spec.limits", "limits"),
    ("spec.controlPlane", "settings of the control plane"),
    ("spec.type", "provider type"),
];

/// Says what of a Shoot is not checked because values of its profile could not be read.
fn in_part<'a>(view: &ShootView<'a>, usable: &Usable<'a>, reporter: &mut Reporter<'_>) {
    let unread = |part: &&(&'static str, &'static str)| usable.unread(&[part.0]).is_some();
    let parts: Vec<&str> = PARTS.iter().filter(unread).map(|(_, name)| *name).collect();
    let (Some(reference), false) = (view.written.profile(), parts.is_empty()) else {
        return;
    };
    let name = usable.name();
    let message = format!(
        "cpcap could not read everything of the {} {}, so it did not check the Shoot against its \
         {}, and what depends on them",
        name.kind.as_str(),
        words::quoted(name.name),
        crate::words::and(&parts)
    );
    let report = Report::new(reference.name.span, path(view), message).value(*reference.name);
    reporter.report(report.help("mend what cpcap reports about the profile"));
}

/// The path of the name of the profile.
fn path(view: &ShootView<'_>) -> FieldPath {
    let spec = Path::new("spec");
    if view.written.cloud_profile.is_none() {
        FieldPath::from(spec.field("cloudProfileName"))
    } else {
        spec.field("cloudProfile").field("name").into()
    }
}

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let (reference, why) = match view.profile {
        Profile::Unread {
            rest: Some((usable, _)),
            ..
        } => return in_part(view, usable, reporter),
        Profile::Nothing | Profile::Unread { .. } | Profile::Known(..) => return,
        Profile::Absent(reference) => (reference, "is not among the files".to_owned()),
        Profile::NoParent(reference, no_parent) => (
            reference,
            format!(
                "is among the files, but its parent CloudProfile {} is not",
                words::quoted(no_parent.parent)
            ),
        ),
    };
    let of_kind = reference.object_kind().unwrap_or(ObjectKind::CloudProfile);
    let kind = of_kind.as_str();
    let message = format!(
        "the {kind} {} {why}, so cpcap did not check the Shoot against its versions, machine \
         types, images, zones and limits",
        words::quoted(*reference.name)
    );
    let report = Report::new(reference.name.span, path(view), message).value(*reference.name);
    let pass = format!("pass the file of the {kind} too, or as context: `--with FILE`");
    if matches!(view.profile, Profile::NoParent(..)) {
        return reporter.report(report.help(pass));
    }
    // A NamespacedCloudProfile serves the Shoots of its namespace alone.
    let namespace = *view.item.object.meta.namespace;
    if let Some(other) = view
        .referred
        .anywhere(of_kind, *reference.name)
        .filter(|_| of_kind.namespaced())
    {
        let place = Place {
            file: other.file,
            span: other.object.meta.name.span,
        };
        let elsewhere = words::quoted(*other.object.meta.namespace);
        return reporter.report(report.also_in(place, format!("the {kind} with this name in \
            namespace {elsewhere}")).help(format!(
            "the one in namespace {elsewhere} serves only Shoots there, and this Shoot is in {}: \
             put both into one namespace; if there is one here too, {pass}",
            words::quoted(namespace)
        )));
    }
    let names = || view.referred.names(of_kind, namespace);
    let near = words::near(*reference.name, names());
    let report = edit::write_instead(
        report.help(format!("{}{pass}", words::did_you_mean(near))),
        view.item.text,
        reference.name,
        words::only_near(*reference.name, names()),
    );
    reporter.report(
        match near.and_then(|near| view.referred.named(of_kind, near, namespace)) {
            Some(near) => report.also_in(
                Place {
                    file: near.file,
                    span: near.object.meta.name.span,
                },
                format!("the {kind} with that name"),
            ),
            None => report,
        },
    );
}
