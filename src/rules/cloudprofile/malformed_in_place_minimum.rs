use crate::finding::ErrorType;
use crate::model::version::Version;
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/malformed-in-place-minimum",
    Static,
    Error,
    Spec(check),
    "A minimum version for in-place updates that is not a version number.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::image_versions(view, |path, image, version| {
        let Some(minimum) = version
            .in_place_updates
            .as_ref()
            .map(|updates| updates.min_version_for_update)
        else {
            return;
        };
        let Some(text) = minimum.value.filter(|text| Version::parse(text).is_none()) else {
            return;
        };
        let message = format!(
            "`{}` is not a version number, so the server cannot decide which nodes may update in \
             place to version `{}` of `{}`",
            text.escape_debug(),
            *version.version(),
            image
        );
        reporter.report(
            Report::new(
                minimum.span,
                path.field("minVersionForInPlaceUpdate"),
                message,
            )
            .error(ErrorType::Invalid)
            .value(text)
            .help(
                "set `inPlaceUpdates.minVersionForUpdate` to the oldest version to update from, \
                 such as `1.2.3`; only the server's messages call it `minVersionForInPlaceUpdate`",
            ),
        );
    });
}
