use crate::finding::Edit;
use crate::rules::rewrite::{column, is_flow};
use crate::rules::schema::place::flavor_of;
use crate::rules::schema::problems;
use crate::rules::{ObjectView, Report, Reporter};
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree};

rule!(
    "schema/wrapped-flavor",
    Decode,
    Error,
    Object(check),
    "A flavor of the core part with a level `capabilities`, which only `providerConfig` has.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    for problem in problems(view, &RULE) {
        let flavor = flavor_of(view, &problem.field);
        let shown = tree
            .entries(problem.node)
            .next()
            .map_or("architecture", |entry| tree.key(entry.key));
        let report = Report::new(
            problem.key.map_or(problem.span, |key| tree.span(key)),
            &problem.field,
            "a flavor of the core part is the bare map of capabilities; only flavors of \
             `providerConfig` wrap it in `capabilities`, next to their image",
        )
        .help(format!(
            "remove this level: write `- {shown}: […]` here, and `- capabilities: {{{shown}: […]}}` \
             with the image's id in `providerConfig`"
        ));
        let edits = flavor
            .zip(problem.key)
            .and_then(|(flavor, key)| unwrap(tree, text, flavor, key, problem.node));
        reporter.report(match edits {
            Some(edits) => report.safe_fix("unwrap the flavor", edits),
            None => report,
        });
    }
}

/// Whether there is nothing but comments in some lines.
fn are_comments(lines: &str) -> bool {
    lines
        .lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line.starts_with('#'))
}

/// Takes the level out, if the flavor says nothing else.
fn unwrap(
    tree: &Tree<'_>,
    text: &str,
    flavor: NodeId,
    key: NodeId,
    inner: NodeId,
) -> Option<Vec<Edit>> {
    let (Kind::Mapping(outer), Kind::Mapping(pairs)) =
        (tree.node(flavor).kind, tree.node(inner).kind)
    else {
        return None;
    };
    let (flavor_at, key_at, inner_at) = (tree.span(flavor), tree.span(key), tree.span(inner));
    let between = text
        .get(key_at.end as usize..inner_at.start as usize)?
        .strip_prefix(':')?;
    let (flow, flow_inside) = (is_flow(tree, text, flavor), is_flow(tree, text, inner));
    let commented = !between.trim().is_empty();
    if outer.len() != 1
        || pairs.is_empty()
        || (commented && (flow || flow_inside || !are_comments(between)))
    {
        return None;
    }
    let start = if flow { flavor_at.start } else { key_at.start } as usize;
    // Comments stay where they are.
    let (end, blanks) = (
        key_at.end as usize + 1,
        between.len() - between.trim_start_matches(' ').len(),
    );
    let from = if commented {
        end + blanks
    } else {
        inner_at.start as usize
    };
    let mut edits = vec![Edit {
        span: Span::new(start, from),
        text: String::new(),
    }];
    if !flow_inside {
        let deeper = column(text, inner_at.start as usize)
            .checked_sub(column(text, key_at.start as usize))?;
        for (at, _) in text.get(from..inner_at.end as usize)?.match_indices('\n') {
            let line = from + at + 1;
            let blanks = text
                .get(line..)?
                .bytes()
                .take_while(|byte| *byte == b' ')
                .count();
            let gone = blanks.min(deeper);
            if gone > 0 {
                edits.push(Edit {
                    span: Span::new(line, line + gone),
                    text: String::new(),
                });
            }
        }
    }
    if flow {
        edits.push(Edit {
            span: Span::new(inner_at.end as usize, flavor_at.end as usize),
            text: String::new(),
        });
    }
    Some(edits)
}
