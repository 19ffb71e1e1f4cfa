use std::collections::BTreeSet;

use crate::landscape::manifests;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;
use crate::yaml::ProblemKind;

rule!(
    "yaml/duplicate-key",
    Input,
    Error,
    Document(check),
    "A key that one map has twice.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    let manifests = manifests::starts(view.document, view.text);
    let merged: BTreeSet<Span> = manifests
        .iter()
        .flat_map(|manifest| &manifest.repeats)
        .copied()
        .collect();
    for problem in problems(view, &RULE) {
        let ProblemKind::DuplicateKey { key, random } = &problem.kind else {
            continue;
        };
        // Repetitions between two manifests in one document are reported once.
        if merged.contains(&problem.span) {
            continue;
        }
        let shown = view.text.get(problem.span.range()).unwrap_or(key);
        let message = if *random {
            format!(
                "`{shown}` and the first key both mean `{key}`: the server gets one of the two \
                 values at random"
            )
        } else if view.document.json {
            format!("this object has `{key}` twice: the server refuses JSON with duplicate fields")
        } else {
            format!(
                "this map has `{key}` twice: kubectl sends the last one and silently drops the \
                 first"
            )
        };
        let mut report = Report::new(problem.span, "", message);
        report = match problem
            .related
            .filter(|first| !view.document.json && begins_entry(view.text, *first))
        {
            Some(_) if !*random => report.help(format!(
                "if a new entry of the list begins here, write `- {shown}`; otherwise keep one of \
                 the two"
            )),
            _ => report.help("keep one of the two, or merge their values by hand"),
        };
        if let Some(first) = problem.related {
            report = report.also(first, "first here");
        }
        reporter.report(report);
    }
}

/// Whether a key is the first one of a list's entry: after a dash on its line.
fn begins_entry(text: &str, key: Span) -> bool {
    let before = text.get(..key.start as usize).unwrap_or_default();
    before
        .rsplit(['\n', '\r'])
        .next()
        .is_some_and(|line| line.trim_end().ends_with('-') && line.ends_with(' '))
}
