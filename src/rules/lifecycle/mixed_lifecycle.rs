use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::stages::judged;

rule!(
    "lifecycle/mixed-lifecycle",
    Static,
    Error,
    Spec(check),
    "A version with both a `lifecycle` and `classification` or `expirationDate`.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        if version.stages().is_empty() {
            return;
        }
        let older = [
            version
                .classification
                .is_some()
                .then_some(("classification", version.classification.span)),
            version
                .expiration_date
                .is_set()
                .then_some(("expirationDate", version.expiration_date.span)),
        ];
        let older: Vec<_> = older.into_iter().flatten().collect();
        let Some((_, span)) = older.first() else {
            return;
        };
        reporter.report(
            Report::new(
                *span,
                path,
                format!(
                    "{} has a `lifecycle` and also {}, which could contradict it",
                    owner.version(*version.version),
                    words::all(older.iter().map(|(name, _)| *name))
                ),
            )
            .error(ErrorType::Forbidden)
            .also(version.lifecycle.span, "only this counts")
            .help(
                if version.lifecycle.span.is_elsewhere() && !span.is_elsewhere() {
                    "remove the version here: its `lifecycle` decides when it ends, and only the \
                 parent can change that"
                } else {
                    "keep one of the two: the stages of `lifecycle`, or `classification` and \
                 `expirationDate`"
                },
            ),
        );
    });
}
