use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "namespaced/missing-architectures",
    Admission,
    Error,
    Spec(check),
    "An added image version without `architectures` under a parent without capabilities."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() {
        return;
    }
    walk::additional_image_versions(view, |path, image, version| {
        // The server fills them in for a CloudProfile, and merging fills them in.
        if version.architectures.is_empty() {
            reporter.report(
                Report::new(
                    version.version().span,
                    path.field("architectures"),
                    format!(
                        "version {} of image {} names no `architectures`, which the server fills \
                         in for a CloudProfile, but not here",
                        words::quoted(*version.version()),
                        words::quoted(image)
                    ),
                )
                .error(ErrorType::Required)
                .help("add `architectures: [amd64]`, or the architectures of the image"),
            );
        }
    });
}
