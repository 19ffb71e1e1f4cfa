use crate::finding::Edit;
use crate::rules::meant::{did_you_mean, selectors};
use crate::rules::{Report, Reporter, SilenceView};
use crate::source::Span;
use crate::suppress::{Reach, Selector, State};

rule!(
    "suppression/unused",
    Input,
    Warning,
    Silence(check),
    "A comment or annotation that silences nothing, or a rule that does not exist.",
    Part
);

fn check(view: &SilenceView<'_>, reporter: &mut Reporter<'_>) {
    let silence = view.silence;
    let idle = |selector: &&Selector| matches!(selector.state, State::Unused | State::Unknown);
    let all = silence.selectors.iter().all(|selector| idle(&selector));
    for selector in silence.selectors.iter().filter(idle) {
        let name = &selector.text;
        let report = if selector.state == State::Unknown {
            let help = did_you_mean(name, selectors())
                .unwrap_or_else(|| "`cpcap rules` lists the rules".to_owned());
            Report::new(
                selector.span,
                "",
                format!("there is no rule or group `{name}`, so it silences nothing"),
            )
            .help(help)
        } else {
            let place = match silence.reach {
                Reach::Line(_) if silence.alone => "on the line below",
                Reach::Line(_) => "on this line",
                Reach::File => "in this file",
                Reach::Object { .. } => "about this object",
            };
            let message = format!(
                "`{name}` finds nothing {place}: the silenced finding is gone, and this would \
                 hide the next one"
            );
            let report = Report::new(selector.span, "", message);
            let comment = !matches!(silence.reach, Reach::Object { .. });
            match comment && all {
                true => report
                    .help("remove the comment")
                    .safe_fix("remove the comment", vec![removal(view)]),
                false => report.help(format!("remove `{name}` from the list")),
            }
        };
        reporter.report(report);
    }
}

/// Takes the comment away: with its line where nothing else stands there, else with the blanks
/// before it.
fn removal(view: &SilenceView<'_>) -> Edit {
    let (source, span) = (view.source, view.silence.place.span);
    let line = source.line_index(span.start);
    let line_start = source.line_span(line).start as usize;
    let before = source
        .text()
        .get(line_start..span.start as usize)
        .unwrap_or_default();
    let next = source
        .line_starts()
        .get(line + 1)
        .copied()
        .unwrap_or(span.end);
    let span = match before.trim_start_matches('\u{feff}').trim().is_empty() {
        true => Span::new(
            line_start + if before.starts_with('\u{feff}') { 3 } else { 0 },
            next as usize,
        ),
        false => Span::new(line_start + before.trim_end().len(), span.end as usize),
    };
    Edit {
        span,
        text: String::new(),
    }
}
