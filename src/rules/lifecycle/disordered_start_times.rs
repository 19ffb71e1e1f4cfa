use crate::finding::ErrorType;
use crate::model::cursor::{Moment, Spanned};
use crate::model::time::Time;
use crate::rules::{ProfileView, Report, Reporter, words};
use crate::source::Span;

use super::stages::judged;

rule!(
    "lifecycle/disordered-start-times",
    Static,
    Error,
    Spec(check),
    "A stage of a lifecycle that starts before an earlier one.",
    Part
);

/// The time of a first stage without a start time: midnight of 1 January of the year 1.
const ZERO: Time = Time::from_unix(-62_135_596_800);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        let mut last = Spanned::new(ZERO, Span::default());
        for (k, stage) in version.stages().iter().enumerate() {
            let Moment::At(start) = *stage.start_time else {
                continue;
            };
            let before = std::mem::replace(&mut last, Spanned::new(start, stage.start_time.span));
            if k == 0 || start >= *before {
                continue;
            }
            // A text has whole seconds only.
            let by = if start.unix() == before.unix() {
                "a fraction of a second "
            } else {
                ""
            };
            let mut report = Report::new(
                stage.start_time.span,
                lifecycle.index(k),
                format!(
                    "stage {} of {} starts at {start}, {by}before an earlier stage: a later stage \
                     of the list must not start earlier",
                    words::quoted(*stage.classification),
                    owner.version(*version.version)
                ),
            )
            .error(ErrorType::Invalid)
            .value(start)
            .help(if by.is_empty() {
                "order the stages by their start times"
            } else {
                "order the stages by their start times; a fraction of a second counts, although \
                 it is not stored"
            });
            if !before.span.is_empty() {
                report = report.also(before.span, "the earlier stage starts here");
            }
            reporter.report(report);
        }
    });
}
