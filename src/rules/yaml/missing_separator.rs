use crate::finding::Edit;
use crate::landscape::manifests;
use crate::rules::rewrite::newline;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;

rule!(
    "yaml/missing-separator",
    Input,
    Error,
    Document(check),
    "Two manifests in one document, without a line `---` between them.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    if view.templated {
        return;
    }
    let starts = manifests::starts(view.document, view.text);
    let Some((first, rest)) = starts.split_first() else {
        return;
    };
    let separator = format!("---{}", newline(view.text));
    let edits = starts
        .iter()
        .map(|manifest| Edit {
            span: Span::at(manifest.start),
            text: separator.clone(),
        })
        .collect();
    let mut report = Report::new(
        first.key,
        "",
        "a second manifest begins here without a separator: kubectl reads both as one object, \
         whose later keys replace the earlier ones",
    )
    .help("put a line `---` between the two manifests")
    .also(first.earlier, "the first one begins here")
    .safe_fix("insert the separator", edits);
    for manifest in rest {
        report = report.also(manifest.key, "another one begins here");
    }
    reporter.report(report);
}
