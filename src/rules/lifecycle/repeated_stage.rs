use std::collections::BTreeMap;

use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::stages::judged;

rule!(
    "lifecycle/repeated-stage",
    Static,
    Error,
    Spec(check),
    "A lifecycle with two stages of one classification.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        let lifecycle = path.field("lifecycle");
        let mut first = BTreeMap::new();
        for (k, stage) in version.stages().iter().enumerate() {
            let word = stage.classification;
            let (earlier, at) = *first.entry(*word).or_insert((k, word.span));
            if earlier == k {
                continue;
            }
            reporter.report(
                Report::new(
                    word.span,
                    lifecycle.index(k).field("classification"),
                    format!(
                        "the lifecycle of {} has two stages {}, but a version goes through each \
                         classification once",
                        owner.version(*version.version),
                        words::quoted(*word)
                    ),
                )
                .error(ErrorType::Duplicate)
                .value(*word)
                .also(at, "first here")
                .help("keep one of them"),
            );
        }
    });
}
