//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::cloudprofile::repetition;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, removal, walk};

/// `cloudprofile/duplicate-cri`
pub static RULE: Rule = Rule {
    name: "cloudprofile/duplicate-cri",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A container runtime interface that an image version lists twice.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/duplicate-cri.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::additional_image_versions(view, |path, image, version| {
        let cri = path.field("cri");
        for repeated in repetition::find(version.cri.iter().map(|cri| cri.name)) {
            let message = format!(
                "`{}` is listed twice for version `{}` of `{}`, and only one of the two lists of \
                 container runtimes can be meant",
                *repeated.name,
                *version.version(),
                image
            );
            let path = cri.index(repeated.index);
            let report = Report::new(repeated.name.span, path, message)
                .error(ErrorType::Duplicate)
                .value(*repeated.name)
                .also(repeated.first.span, "first listed here")
                .help("bring the `containerRuntimes` of both together in one entry");
            reporter.report(removal::without_repetition(
                report,
                view.item,
                path,
                repeated.name.span,
            ));
        }
    });
}
