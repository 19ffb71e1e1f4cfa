use crate::finding::Severity;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::Engine;

rule!(
    "yaml/unrendered-template",
    Input,
    Error,
    Document(check),
    "A template that was not rendered: Helm, Go, Jinja, shell, Mako or ERB markers in \
        the text.",
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
        Engine::Go => "lint what the template renders to, such as `helm template … | cpcap lint -`",
        Engine::Shell => {
            "lint what the substitution gives, such as `envsubst < FILE | cpcap lint -`"
        }
        Engine::Jinja | Engine::Erb => {
            "lint what the template renders to; cpcap reads standard input: `… | cpcap lint -`"
        }
    };
    let report = if template.broken {
        Report::new(
            template.marker.span,
            "",
            format!(
                "this is {engine} and no YAML before it is rendered: nothing of this document was \
                 checked"
            ),
        )
    } else {
        Report::new(
            template.marker.span,
            "",
            format!(
                "this is {engine} that was not rendered: the marker itself would be sent, and \
                what it stands for was not checked"
            ),
        )
        .severity(Severity::Warning)
    };
    reporter.report(
        report
            .value(marker.lines().next().unwrap_or_default())
            .help(format!(
                "{render}; a file that is always a template is left out by `exclude:` in .cpcap.yaml"
            )),
    );
}
