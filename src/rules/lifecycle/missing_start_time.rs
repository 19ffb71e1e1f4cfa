use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::stages::judged;

rule!(
    "lifecycle/missing-start-time",
    Static,
    Error,
    Spec(check),
    "A later stage of a lifecycle without a start time."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        for (k, stage) in version
            .stages()
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, stage)| !stage.start_time.is_set())
        {
            reporter.report(
                Report::new(
                    stage.at,
                    lifecycle.index(k),
                    format!(
                        "stage {} of {} has no `startTime`: it counts as started and hides every \
                         stage before it",
                        words::quoted(*stage.classification),
                        owner.version(*version.version)
                    ),
                )
                .error(ErrorType::Required)
                .help("set `startTime`; only the first stage may leave it out"),
            );
        }
    });
}
