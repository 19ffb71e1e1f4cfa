use crate::finding::ErrorType;
use crate::rules::cloudprofile::repetition;
use crate::rules::{ProfileView, Report, Reporter, removal, walk};

rule!(
    "cloudprofile/duplicate-cri",
    Static,
    Error,
    Spec(check),
    "A container runtime interface that an image version lists twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::additional_image_versions(view, |path, image, version| {
        let cri = path.field("cri");
        for repeated in repetition::find(version.cri.iter().map(|cri| cri.name)) {
            let message = format!(
                "`{}` is listed twice for version `{}` of `{}`, and the server uses only one of \
                 the two lists of container runtimes",
                *repeated.name,
                *version.version(),
                image
            );
            let path = cri.index(repeated.index);
            let report = Report::new(repeated.name.span, path, message)
                .error(ErrorType::Duplicate)
                .value(*repeated.name)
                .also(repeated.first.span, "first listed here")
                .help("merge the `containerRuntimes` of both into one entry");
            reporter.report(removal::without_repetition(
                report,
                view.item,
                path,
                repeated.name.span,
            ));
        }
    });
}
