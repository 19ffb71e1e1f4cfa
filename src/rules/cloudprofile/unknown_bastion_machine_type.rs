use crate::finding::ErrorType;
use crate::model::near::near;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, words};

rule!(
    "cloudprofile/unknown-bastion-machine-type",
    Static,
    Error,
    CloudProfile(check),
    "A bastion with a machine type that the CloudProfile does not list."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(name) = view
        .profile
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_type)
    else {
        return;
    };
    let machine_types = &view.profile.machine_types;
    if machine_types
        .iter()
        .any(|machine_type| *machine_type.name == *name)
    {
        return;
    }
    let spec = Path::new("spec");
    let bastion = spec.field("bastion");
    let path = bastion.field("machineType");
    let message = if name.is_empty() {
        "the bastion's machine type has no name, so no bastion can start".to_owned()
    } else {
        format!(
            "machine type `{}` of the bastion is not in `spec.machineTypes`, so no bastion can \
             start",
            *name
        )
    };
    let help = match near(
        *name,
        machine_types.iter().map(|machine_type| *machine_type.name),
    ) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "name one of the machine types of this CloudProfile, or add it there".to_owned(),
    };
    let report = Report::new(name.span, path.field("name"), message)
        .error(ErrorType::Invalid)
        .value(*name)
        .also(machine_types.span, "the machine types")
        .help(help)
        .needs(spec.field("machineTypes"));
    let names = machine_types.iter().map(|machine_type| *machine_type.name);
    let meant = words::only_near(*name, names);
    reporter.report(edit::write_instead(report, view.item.text, name, meant));
}
