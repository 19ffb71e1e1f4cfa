use crate::finding::Edit;
use crate::model::cursor::Spanned;
use crate::provider::checks::Judge;
use crate::provider::part::{CONFIG_KIND, Part, Undecodable};
use crate::provider::{self, Provider};
use crate::rules::rewrite::insert;
use crate::rules::{ProvidedView, Report, Reporter, edit, words};
use crate::source::Span;

use super::names;

rule!(
    "provider/wrong-kind",
    Provider,
    Error,
    Provided(check),
    "A `providerConfig` whose `apiVersion` or `kind` is missing, or that its extension does not \
     read."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    if view.undecodable != Some(Undecodable::Kind) && !part.is_foreign() {
        return;
    }
    let provider = view.provided.provider;
    let header = part.header;
    let report = match (said(header.api_version), said(header.kind)) {
        (Some(version), _) if version != provider.api_version => {
            other_version(view, provider, version, header.api_version.span)
        }
        (_, Some(kind)) if kind != CONFIG_KIND => {
            other_kind(view, provider, kind, header.kind.span)
        }
        (version, kind) => missing(view, part, version.is_none(), kind.is_none()),
    };
    reporter.report(report.help(format!(
        "`providerConfig` begins with `apiVersion: {}` and `kind: {CONFIG_KIND}`",
        provider.api_version
    )));
}

fn said(text: Spanned<Option<&str>>) -> Option<&str> {
    text.value.filter(|text| !text.is_empty())
}

/// An `apiVersion` that the extension does not know.
fn other_version(
    view: &ProvidedView<'_>,
    provider: &Provider,
    version: &str,
    span: Span,
) -> Report {
    let owner = provider::ALL
        .iter()
        .find(|other| other.api_version == version);
    let says = match owner {
        Some(owner) => format!("this `providerConfig` is one for {}", owner.title),
        None if version.ends_with("/__internal") => format!(
            "apiVersion {} is internal to the server",
            words::quoted(version)
        ),
        None => format!("apiVersion {} is unknown", words::quoted(version)),
    };
    let message = format!(
        "{says}, but {} handles this profile: it cannot read `providerConfig`, so cpcap compared \
         nothing in it",
        names::extension(view)
    );
    let of_type = view.parent.map_or(view.core.provider_type.span, |parent| {
        parent.profile.provider_type.span
    });
    let report = Report::new(span, "spec.providerConfig.apiVersion", message).value(version);
    let report = if of_type.is_empty() {
        report
    } else {
        report.also(of_type, "the type selects the extension")
    };
    replaced(report, view, span, version, provider.api_version)
}

/// A `kind` that is none of a `providerConfig`.
fn other_kind(view: &ProvidedView<'_>, provider: &Provider, kind: &str, span: Span) -> Report {
    let known = provider.others.iter().any(|(other, _)| *other == kind);
    let says = match known {
        true if kind.ends_with("Status") => {
            "is state that the extension keeps for Shoots, and does not belong in a profile"
        }
        true => "belongs in Shoots, not in profiles",
        false => "is unknown",
    };
    let message = format!(
        "kind {} {says}: {} cannot read `providerConfig`, so cpcap compared nothing in it",
        words::quoted(kind),
        names::extension(view)
    );
    replaced(
        Report::new(span, "spec.providerConfig.kind", message).value(kind),
        view,
        span,
        kind,
        CONFIG_KIND,
    )
}

/// Text that names may consist of, slashes included.
fn replaced(report: Report, view: &ProvidedView<'_>, span: Span, old: &str, new: &str) -> Report {
    match edit::replace_path(view.item.text, span, old, new) {
        Some(edit) => report.unsafe_fix(format!("write `{new}`"), vec![edit]),
        None => report,
    }
}

fn missing(view: &ProvidedView<'_>, part: &Part<'_>, version: bool, kind: bool) -> Report {
    let what = match (version, kind) {
        (true, true) => "`apiVersion` and `kind`",
        (true, false) => "`apiVersion`",
        (false, _) => "`kind`",
    };
    let message = format!(
        "`providerConfig` has no {what}: {} cannot read it{}",
        names::extension(view),
        match view.provided.provider.checks.judge {
            Judge::Webhook | Judge::WebhookInWords =>
                format!(", and refuses the {}", names::kind(view)),
            Judge::Controller | Judge::Nobody =>
                format!("; the server still admits the {}", names::kind(view)),
        }
    );
    let report = Report::new(part.span(), "spec.providerConfig", message);
    let lines = [
        (version, "apiVersion", view.provided.provider.api_version),
        (kind, "kind", CONFIG_KIND),
    ];
    let lines: Vec<(&str, &str)> = lines
        .into_iter()
        .filter(|line| line.0)
        .map(|(_, name, value)| (name, value))
        .collect();
    match edits(view, part, &lines) {
        Some(edit) => report.safe_fix(format!("add {what}"), vec![edit]),
        None => report,
    }
}

/// Adds fields that are not there yet; one that is empty is left to people.
fn edits(view: &ProvidedView<'_>, part: &Part<'_>, lines: &[(&str, &str)]) -> Option<Edit> {
    let tree = &view.item.document.tree;
    let node = part.cursor.node()?;
    let absent = lines.iter().all(|(name, _)| tree.get(node, name).is_none());
    absent
        .then(|| insert(tree, view.item.text, node, lines))
        .flatten()
}
