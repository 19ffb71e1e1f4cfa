use crate::finding::ErrorType;
use crate::model::lifecycle::Classification;
use crate::rules::{ProfileView, Report, Reporter};

use super::stages::judged;

rule!(
    "lifecycle/written-expired",
    Static,
    Error,
    Spec(check),
    "A version with the classification `expired`."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let expired = Classification::Expired.as_str();
    judged(view, |path, owner, version| {
        if *version.classification != Some(expired) || version.lifecycle.is_some() {
            return;
        }
        let mut report = Report::new(
            version.classification.span,
            path.field("classification"),
            format!(
                "{} has the classification `{expired}`, but a version expires only by its date",
                owner.version(*version.version)
            ),
        )
        .error(ErrorType::Forbidden)
        .value(expired);
        report = if version.expiration_date.is_set() {
            report
                .also(version.expiration_date.span, "the date that counts")
                .help("classify it as `deprecated`; the date makes it expire")
        } else {
            report.help(
                "classify it as `deprecated` and set `expirationDate` to the time when it expires \
                 or expired",
            )
        };
        reporter.report(report);
    });
}
