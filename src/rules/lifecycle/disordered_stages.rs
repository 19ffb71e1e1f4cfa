use crate::finding::ErrorType;
use crate::model::lifecycle::rank;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::stages::{WRITABLE, judged};

rule!(
    "lifecycle/disordered-stages",
    Static,
    Error,
    Spec(check),
    "A lifecycle that goes back to an earlier classification.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        for (k, pair) in version.stages().windows(2).enumerate() {
            let [before, stage] = pair else { continue };
            let word = stage.classification;
            if rank(*word) >= rank(*before.classification) {
                continue;
            }
            reporter.report(
                Report::new(
                    word.span,
                    lifecycle.index(k + 1).field("classification"),
                    format!(
                        "the lifecycle of {} goes back from {} to {}, but a version can only move \
                         forward",
                        owner.version(*version.version),
                        words::quoted(*before.classification),
                        words::quoted(*word)
                    ),
                )
                .error(ErrorType::Invalid)
                .value(*word)
                .also(before.classification.span, "the stage before")
                .help(format!(
                    "list the stages in the order {}; you can leave out any of them",
                    words::all(WRITABLE)
                )),
            );
        }
    });
}
