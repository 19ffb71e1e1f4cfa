use crate::finding::ErrorType;
use crate::model::cloudprofile::MachineImage;
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::cloudprofile::bastion;
use crate::rules::{ProfileView, Report, Reporter, edit, words};

rule!(
    "cloudprofile/unknown-bastion-image",
    Static,
    Error,
    CloudProfile(check),
    "A bastion with a machine image, or a version of it, that the CloudProfile does not \
        list."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some((name, version)) = view
        .profile
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_image)
    else {
        return;
    };
    let spec = Path::new("spec");
    let bastion = spec.field("bastion");
    let path = bastion.field("machineImage");
    let images = &view.profile.machine_images;
    let Some(image) = bastion::image(view.profile, *name) else {
        let message = if name.is_empty() {
            "the bastion's machine image has no name, so no bastion can start".to_owned()
        } else {
            format!(
                "machine image `{}` of the bastion is not in `spec.machineImages`, so no bastion \
                 can start",
                *name
            )
        };
        let help = match near(*name, images.iter().map(|image| *image.name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                "name one of the machine images of this CloudProfile, or add it there".to_owned()
            }
        };
        let report = Report::new(name.span, path.field("name"), message)
            .error(ErrorType::Invalid)
            .value(*name);
        let report = report
            .also(images.span, "the machine images")
            .help(help)
            .needs(spec.field("machineImages"));
        let meant = words::only_near(*name, images.iter().map(|image| *image.name));
        reporter.report(edit::write_instead(report, view.item.text, name, meant));
        return;
    };
    let Some(wanted) = version
        .value
        .filter(|wanted| bastion::version(image, wanted).is_none())
    else {
        return;
    };
    let message = format!(
        "version `{}` of the bastion's machine image is not a version of `{}`, so no bastion can \
         start",
        wanted, *name
    );
    let report = Report::new(version.span, path.field("version"), message)
        .error(ErrorType::Invalid)
        .value(wanted);
    let report = report
        .also(image.versions.span, "the versions")
        .help(advice(image, wanted))
        .needs(spec.field("machineImages"));
    let versions = image.versions.iter().map(|version| *version.version());
    let meant = equal(image, wanted).or_else(|| words::only_near(wanted, versions));
    let wanted = Spanned::new(wanted, version.span);
    reporter.report(edit::write_instead(report, view.item.text, wanted, meant));
}

/// Another spelling of a version: look-ups compare text, so it is not found.
fn equal<'t>(image: &MachineImage<'t>, wanted: &str) -> Option<&'t str> {
    let wanted = Version::parse(wanted)?;
    let mut versions = image.versions.iter().map(|version| *version.version());
    versions.find(|version| Version::parse(version) == Some(wanted))
}

fn advice(image: &MachineImage<'_>, wanted: &str) -> String {
    let versions = || image.versions.iter().map(|version| *version.version());
    let equal = equal(image, wanted);
    match equal.or_else(|| near(wanted, versions())) {
        Some(meant) if equal.is_some() => format!("write it exactly as it is listed: `{meant}`"),
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "name a version of the image, or leave `version` out: the provider extension then \
            chooses one"
            .to_owned(),
    }
}
