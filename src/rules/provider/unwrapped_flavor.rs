use crate::finding::Edit;
use crate::model::shape::ShapeProblem;
use crate::rules::rewrite::{column, is_flow, newline};
use crate::rules::schema::place::{flavor_of, flavor_path};
use crate::rules::schema::unwrapped;
use crate::rules::{ObjectView, Report, Reporter, words};
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree};

rule!(
    "provider/unwrapped-flavor",
    Decode,
    Error,
    Object(check),
    "A flavor of `providerConfig` with capabilities next to its artifact instead of in \
     `capabilities`.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let mut problems = unwrapped(view).peekable();
    while let Some(first) = problems.next() {
        let owner = flavor_path(&first.field);
        let mut all = vec![first];
        while let Some(next) = problems.next_if(|next| flavor_path(&next.field) == owner) {
            all.push(next);
        }
        reporter.report(report(view, &all, first));
    }
}

fn report(view: &ObjectView<'_>, problems: &[&ShapeProblem], first: &ShapeProblem) -> Report {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let names = || {
        problems
            .iter()
            .filter_map(|problem| problem.key)
            .map(|key| tree.key(key))
    };
    let shown = names().next().unwrap_or("architecture");
    let message = format!(
        "a flavor of `providerConfig` has {} next to its artifact: put its capabilities into \
         `capabilities`; only flavors of the core part are the bare map",
        words::some(names(), 3)
    );
    let report = Report::new(first.span, &first.field, message)
        .value(shown)
        .meant(
            flavor_path(&first.field)
                .unwrap_or_default()
                .field("capabilities"),
        )
        .help(format!(
            "write `- capabilities: {{{shown}: […]}}` with the artifact here, and `- {shown}: […]` in \
             the core part"
        ));
    match flavor_of(view, &first.field).and_then(|flavor| wrap(tree, text, flavor, problems)) {
        Some(edits) => report.safe_fix("wrap them in `capabilities`", edits),
        None => report,
    }
}

/// Puts the capabilities, if they stand together, one level deeper.
fn wrap(
    tree: &Tree<'_>,
    text: &str,
    flavor: NodeId,
    problems: &[&ShapeProblem],
) -> Option<Vec<Edit>> {
    let Kind::Mapping(pairs) = tree.node(flavor).kind else {
        return None;
    };
    let is_bare = |key: NodeId| problems.iter().any(|problem| problem.key == Some(key));
    let from = pairs.iter().position(|(key, _)| is_bare(*key))?;
    let bare = pairs.get(from..from + problems.len())?;
    let plain = |(key, value): &(NodeId, NodeId)| {
        is_bare(*key)
            && matches!(tree.node(*value).kind, Kind::Sequence(_))
            && tree.anchor(*key).is_none()
    };
    if !bare.iter().all(plain) || tree.get(flavor, "capabilities").is_some() {
        return None;
    }
    let start = tree.span(bare.first()?.0).start as usize;
    let end = tree.span(bare.last()?.1).end as usize;
    let quote = if tree.raw(bare.first()?.0, text).starts_with('"') {
        "\""
    } else {
        ""
    };
    if is_flow(tree, text, flavor) {
        let open = Edit {
            span: Span::at(start),
            text: format!("{quote}capabilities{quote}: {{"),
        };
        return Some(vec![
            open,
            Edit {
                span: Span::at(end),
                text: "}".to_owned(),
            },
        ]);
    }
    let deeper = column(text, start) + 2;
    let mut edits = vec![Edit {
        span: Span::at(start),
        text: format!("capabilities:{}{}", newline(text), " ".repeat(deeper)),
    }];
    for (at, _) in text.get(start..end)?.match_indices('\n') {
        let line = start + at + 1;
        if !text.get(line..)?.starts_with(['\n', '\r']) {
            edits.push(Edit {
                span: Span::at(line),
                text: "  ".to_owned(),
            });
        }
    }
    Some(edits)
}
