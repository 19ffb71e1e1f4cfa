use crate::finding::Severity;
use crate::rules::{DocumentView, Report, Reporter};
use crate::words::count;
use crate::yaml::Engine;

rule!(
    "yaml/unrendered-template",
    Input,
    Error,
    Document(check),
    "An unrendered template: Helm, Go, Jinja, shell, Mako or ERB markers in the text.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    let Some(template) = view.template else {
        return;
    };
    let engine = template.marker.engine;
    let marker = view
        .text
        .get(template.marker.span.range())
        .unwrap_or_default();
    let render = match engine {
        Engine::Go => "lint the rendered template, such as `helm template … | cpcap lint -`",
        Engine::Shell => {
            "lint the result of the substitution, such as `envsubst < FILE | cpcap lint -`"
        }
        Engine::Jinja | Engine::Erb => {
            "lint the rendered template; cpcap reads standard input: `… | cpcap lint -`"
        }
    };
    let report = if template.broken {
        Report::new(
            template.marker.span,
            "",
            format!(
                "this is {engine}, which is not YAML until you render it: cpcap did not check \
                 this document{}",
                more(template.more, "document")
            ),
        )
    } else {
        Report::new(
            template.marker.span,
            "",
            format!(
                "this is {engine} that was not rendered: kubectl would send the marker itself, and \
                 cpcap did not check its value{}",
                more(template.more, "line")
            ),
        )
        .severity(Severity::Warning)
    };
    reporter.report(
        report
            .value(marker.lines().next().unwrap_or_default())
            .help(format!(
                "{render}; for files that are always templates, .cpcap.yaml has `exclude:`, and \
                 `overrides:` for those that a hook names"
            )),
    );
}

/// Names the others, since one finding stands for all of a file.
fn more(number: usize, what: &str) -> String {
    match number {
        0 => String::new(),
        number => format!(
            ", nor {} with markers",
            count(number, format!("more {what}"))
        ),
    }
}
