use crate::finding::ErrorType;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/undetermined-latest-version",
    Static,
    Error,
    Spec(check),
    "A version that is not comparable, so that the server cannot determine the latest one."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = view.spec();
    let kubernetes = spec.field("kubernetes");
    let versions = &view.profile.kubernetes_versions;
    if !view.part.is_whole() {
        // Additions to a parent need no latest version.
    } else if versions.is_empty() {
        reporter.report(
            Report::new(
                versions.span,
                kubernetes.field("versions"),
                "the server cannot determine the latest Kubernetes version, because there is none",
            )
            .error(ErrorType::Invalid)
            .help("list a Kubernetes version, and this error goes too"),
        );
    } else if let Some(bad) = first_unreadable(versions.iter().map(|version| version.version)) {
        let message = format!(
            "the server cannot determine the latest Kubernetes version, because {} is not a \
             version number: it does not check the rules for the latest one",
            named(*bad)
        );
        reporter.report(report(bad, &kubernetes.field("versions"), message));
    }
    if !view.part.has_all_lists() {
        return;
    }
    // The server stops at the first image for which it fails.
    let images = view.profile.machine_images.iter();
    let failing = images
        .filter_map(|image| {
            Some((
                image,
                first_unreadable(image.versions.iter().map(MachineImageVersion::version))?,
            ))
        })
        .next();
    if let Some((image, bad)) = failing {
        let message = format!(
            "the server cannot determine the latest version of machine image `{}`, because {} is \
             not a version number",
            *image.name,
            named(*bad)
        );
        reporter.report(report(bad, &spec.field("machineImages"), message));
    }
}

fn first_unreadable<'t>(
    mut versions: impl Iterator<Item = Spanned<&'t str>>,
) -> Option<Spanned<&'t str>> {
    versions.find(|version| Version::parse(**version).is_none())
}

fn named(version: &str) -> String {
    if version.is_empty() {
        "an entry without a version".to_owned()
    } else {
        format!("`{}`", version.escape_debug())
    }
}

fn report(version: Spanned<&str>, path: &Path<'_>, message: String) -> Report {
    Report::new(version.span, path, message)
        .error(ErrorType::Invalid)
        .value(*version)
        .help(
            "correct the version, and this error goes too; the server reports it for the whole \
            list",
        )
}
