use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;

rule!(
    "yaml/ignored-content",
    Input,
    Warning,
    Document(check),
    "Text after the end of a document, which kubectl silently drops.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let before = view
            .text
            .get(..problem.span.start as usize)
            .unwrap_or_default();
        let dots = before.rfind("...").filter(|at| {
            before[at + 3..]
                .lines()
                .all(|line| line.trim().is_empty() || line.trim().starts_with('#'))
        });
        let mut report = Report::new(
            problem.span,
            "",
            "the document ends before this text, so kubectl silently drops it: the server gets \
             nothing from here on",
        );
        report = match dots {
            Some(at) => report
                .also(Span::new(at, at + 3), "ends the document")
                .help(
                    "a line `...` ends a document in YAML; if it marks omitted text, write a \
                     comment (`# …`). If another document follows, separate it with `---`",
                ),
            None => report.help(
                "indent the text if it belongs to the document, or begin another \
                one with `---`",
            ),
        };
        reporter.report(report);
    }
}
