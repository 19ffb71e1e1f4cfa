use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};

rule!(
    "yaml/bad-merge",
    Input,
    Error,
    Document(check),
    "A merge key `<<` whose value is not a map.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    // A spiff template is full of them; once is enough.
    let mut spiff = false;
    for problem in problems(view, &RULE) {
        if view
            .text
            .get(problem.span.range())
            .is_some_and(|raw| raw.starts_with("(("))
        {
            if !std::mem::replace(&mut spiff, true) {
                let message = "`(( … ))` is spiff's syntax, so this is an unrendered template: \
                    `<<` has no map to merge in YAML";
                reporter.report(
                    Report::new(problem.span, "", message).help(
                        "lint the rendered template, such as `spiff merge FILE | cpcap lint -`",
                    ),
                );
            }
            continue;
        }
        let mut report = Report::new(
            problem.span,
            "",
            "`<<` can only merge a map, an alias of one or a list \
                of these: kubectl refuses the document",
        )
        .help(
            "point the alias at a map; YAML cannot merge a single value or a list, so repeat it \
             instead",
        );
        if let Some(key) = problem.related.filter(|key| *key != problem.span) {
            report = report.also(key, "merged here");
        }
        reporter.report(report);
    }
}
