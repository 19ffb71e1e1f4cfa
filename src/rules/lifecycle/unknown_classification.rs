use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, words};

use super::stages::{WRITABLE, judged, writable};

rule!(
    "lifecycle/unknown-classification",
    Static,
    Error,
    Spec(check),
    "A classification that is not one of the allowed values.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    judged(view, |path, owner, version| {
        if let Some(word) = version.classification.value {
            judge(
                view,
                &owner.version(*version.version),
                &path.field("classification"),
                Spanned::new(word, version.classification.span),
                reporter,
            );
        }
        let lifecycle = path.field("lifecycle");
        for (k, stage) in version.stages().iter().enumerate() {
            let what = format!("a stage of {}", owner.version(*version.version));
            judge(
                view,
                &what,
                &lifecycle.index(k).field("classification"),
                stage.classification,
                reporter,
            );
        }
    });
}

fn judge(
    view: &ProfileView<'_>,
    what: &str,
    path: &Path<'_>,
    word: Spanned<&str>,
    reporter: &mut Reporter<'_>,
) {
    if writable(*word) {
        return;
    }
    let unavailable = Classification::Unavailable.as_str();
    let message = if *word == unavailable {
        format!(
            "{what} has the classification `{unavailable}`, which nobody can set: a version is \
             unavailable before its first stage begins"
        )
    } else if word.is_empty() {
        format!("{what} has no classification, so nobody knows whether to use it")
    } else {
        format!(
            "{what} has the classification `{}`, which does not exist",
            *word
        )
    };
    let near = words::near(*word, WRITABLE).filter(|_| *word != unavailable);
    let report = Report::new(word.span, path, message)
        .error(ErrorType::NotSupported)
        .value(*word)
        .help(format!(
            "{}the classifications are {}",
            words::did_you_mean(near),
            words::all(WRITABLE)
        ));
    reporter.report(edit::replace_by(report, view.item.text, word, near));
}
