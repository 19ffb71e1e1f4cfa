use crate::finding::ErrorType;
use crate::rules::rewrite::{Written, insert_behind};
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "namespaced/missing-cri",
    Admission,
    Error,
    Spec(check),
    "An image version without a container runtime interface."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::additional_image_versions(view, |path, image, version| {
        // In a CloudProfile the server fills it in.
        if version.cri.is_empty() {
            let item = view.item;
            // A version of the parent stands in another text.
            let node = version
                .expirable
                .node
                .filter(|_| !version.version().span.is_elsewhere());
            let written = Written {
                yaml: "[{name: containerd}]",
                json: "[{\"name\": \"containerd\"}]",
            };
            let edit = node.and_then(|node| {
                insert_behind(
                    &item.document.tree,
                    item.text,
                    node,
                    "version",
                    "cri",
                    written,
                )
            });
            let message = format!(
                "version {} of image {} has no `cri`, which the server fills in for a \
                 CloudProfile, but not here",
                words::quoted(*version.version()),
                words::quoted(image)
            );
            let report = Report::new(version.version().span, path.field("cri"), message)
                .error(ErrorType::Required)
                .help("add `cri: [{name: containerd}]`");
            reporter.report(match edit {
                Some(edit) => report.safe_fix("add `cri: [{name: containerd}]`", vec![edit]),
                None => report,
            });
        }
    });
}
