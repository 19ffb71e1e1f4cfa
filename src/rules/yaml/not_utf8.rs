use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::{ProblemKind, TextError};

rule!(
    "yaml/not-utf8",
    Input,
    Error,
    Document(check),
    "A text that is not UTF-8, which kubectl cannot read.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::Encoding(fault) = problem.kind else {
            continue;
        };
        let (message, help) = match fault {
            TextError::Utf8 { .. } if view.text.contains('\0') => (
                "the file is not text: it has zero bytes, as programs and archives have; kubectl \
                 cannot read any object in it"
                    .to_owned(),
                "name the YAML or JSON file that you meant, or leave this one out",
            ),
            TextError::Utf8 { offset } => (
                format!(
                    "the byte at offset {offset} is not UTF-8: kubectl cannot read any object in \
                     this file"
                ),
                "convert the file with `iconv -f ISO-8859-1 -t UTF-8` (or from whatever encoding \
                 it has), or save it as UTF-8 in the editor",
            ),
            TextError::Utf16 { big_endian } => {
                let order = if big_endian { "big" } else { "little" };
                (
                    format!(
                        "the file is UTF-16 ({order} endian), but kubectl reads only UTF-8: it \
                         cannot read any object in this file"
                    ),
                    "convert the file with `iconv -f UTF-16 -t UTF-8`, or save it as UTF-8 in the \
                     editor",
                )
            }
        };
        reporter.report(Report::new(problem.span, "", message).help(help));
    }
}
