use crate::rules::words;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/late-merge-key",
    Input,
    Error,
    Document(check),
    "A merge key `<<` after a key that it overrides in kubectl, against the rules of YAML.",
    Part
);

/// More keys are counted, not named.
const NAMED: usize = 3;

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::LateMerge { keys } = &problem.kind else {
            continue;
        };
        let named = words::some(keys.iter().map(String::as_str), NAMED);
        let mut report = Report::new(
            problem.span,
            "",
            format!(
                "`<<` follows {named}: kubectl lets it override the explicit values, other YAML \
                 readers do the opposite"
            ),
        )
        .help("move `<<` to the top of the map, so that the explicit keys win everywhere");
        if let Some(first) = problem.related {
            report = report.also(first, "overridden");
        }
        reporter.report(report);
    }
}
