use std::collections::BTreeMap;

use crate::finding::Edit;
use crate::model::near::{near, only};
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;
use crate::yaml::ProblemKind;

rule!(
    "yaml/unknown-anchor",
    Input,
    Error,
    Document(check),
    "An alias to an anchor that does not exist before it in the same document.",
    Part
);

/// Maximum number of anchors searched for a near name: generated text may have thousands.
const CANDIDATES: usize = 100;

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    let anchors: BTreeMap<&str, Span> = view
        .document
        .tree
        .ids()
        .filter_map(|id| view.document.tree.anchor(id))
        .map(|anchor| (anchor.name.as_str(), anchor.span))
        .collect();
    for problem in problems(view, &RULE) {
        let ProblemKind::UnknownAnchor(name) = &problem.kind else {
            continue;
        };
        let mut report = Report::new(
            problem.span,
            "",
            format!(
                "the alias `*{name}` has no anchor `&{name}` before it in this document: kubectl \
                 refuses the document"
            ),
        );
        report = match (
            anchors.get(name.as_str()),
            near(name, anchors.keys().copied().take(CANDIDATES)),
        ) {
            (Some(later), _) => report.also(*later, "defined only here").help(
                "move the anchor \
                before its first alias",
            ),
            (None, Some(meant)) => {
                let place = anchors.get(meant).copied().unwrap_or_default();
                let report = report
                    .also(place, "defined here")
                    .help(format!("did you mean `*{meant}`?"));
                let stands = view.text.get(problem.span.range()) == Some(&*format!("*{name}"));
                let others = anchors.keys().copied().take(CANDIDATES);
                match only(name, others).filter(|_| stands) {
                    Some(meant) => report.unsafe_fix(
                        format!("write `*{meant}`"),
                        vec![Edit {
                            span: problem.span,
                            text: format!("*{meant}"),
                        }],
                    ),
                    None => report,
                }
            }
            (None, None) => report.help(
                "define the anchor in the same document, or put the text in quotes if \
                    the `*` is part of it; anchors of other documents do not count",
            ),
        };
        reporter.report(report);
    }
}
