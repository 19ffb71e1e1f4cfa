use crate::model::object::ObjectKind;
use crate::model::path::{FieldPath, Path};
use crate::rules::shoot::view::Profile;
use crate::rules::{Report, Reporter, ShootView, edit, words};
use crate::source::Place;

rule!(
    "shoot/unknown-profile",
    Input,
    Warning,
    Shoot(check),
    "A Shoot whose profile is not among the files."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let (reference, why) = match view.profile {
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
    let spec = Path::new("spec");
    let by_name = view.written.cloud_profile.is_none();
    let path = if by_name {
        FieldPath::from(spec.field("cloudProfileName"))
    } else {
        spec.field("cloudProfile").field("name").into()
    };
    let message = format!(
        "the {kind} {} {why}, so cpcap did not check the Shoot against its versions, machine \
         types, images, zones and limits",
        words::quoted(*reference.name)
    );
    let report = Report::new(reference.name.span, path, message).value(*reference.name);
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
