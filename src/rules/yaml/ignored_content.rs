use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;

rule!(
    "yaml/ignored-content",
    Input,
    Warning,
    Document(check),
    "Text behind the end of a document, which kubectl drops without a word.",
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
            "the document ends before this text, so kubectl drops it without a word: nothing from \
             here on reaches the server",
        );
        report = match dots {
            Some(at) => report
                .also(Span::new(at, at + 3), "ends the document")
                .help(
                    "`...` on a line of its own is YAML's end of a document; if it stands for \
                 something left out, write a comment (`# …`), if another document follows, \
                 separate it with `---`",
                ),
            None => report.help(
                "indent the text if it belongs to the document, or begin another \
                one with `---`",
            ),
        };
        reporter.report(report);
    }
}
