use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::rules::rewrite::{definitions, named, remove, rename, under};
use crate::rules::schema::place::along;
use crate::rules::schema::problems;
use crate::rules::schema::renames::{self, Change};
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::{NodeId, Value};

rule!(
    "schema/renamed-field",
    Decode,
    Error,
    Object(check),
    "A field with a name from a draft or an earlier version of the API.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ShapeKind::UnknownField { name, owner, .. } = &problem.kind else {
            continue;
        };
        let Some(rename) = renames::find(owner, name) else {
            continue;
        };
        let message = format!("the field `{name}` {}", rename.now);
        let mut help = rename.help.to_owned();
        if let Change::Stage(classification) = rename.change {
            let date = view.item.document.tree.raw(problem.node, view.item.text);
            help = format!(
                "the stage is `{{classification: {classification}, startTime: {date}}}`: {help}"
            );
        }
        let report = Report::new(problem.span, &problem.field, message)
            .value(name)
            .help(help);
        let steps = along(view, &problem.field).0;
        reporter.report(match (problem.key, steps.last()) {
            (Some(key), Some(step)) => fix(report, view, problem, rename.change, key, step.node),
            _ => report,
        });
    }
}

fn fix(
    report: Report,
    view: &ObjectView<'_>,
    problem: &ShapeProblem,
    change: Change,
    key: NodeId,
    map: NodeId,
) -> Report {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let free = |name: &str| tree.get(map, name).is_none();
    match change {
        Change::Key(name) if free(name) => match rename(tree, text, key, name) {
            Some(edit) => report.safe_fix(format!("rename to `{name}`"), vec![edit]),
            None => report,
        },
        Change::Definitions if free("machineCapabilities") => {
            let list = tree.value(problem.node) == Value::Sequence;
            let values = if list {
                Some(Vec::new())
            } else {
                definitions(tree, text, problem.node)
            };
            match values.zip(rename(tree, text, key, "machineCapabilities")) {
                Some((values, edit)) => report.safe_fix(
                    "write it as `machineCapabilities`",
                    [vec![edit], values].concat(),
                ),
                None => report,
            }
        }
        Change::Zones if free("zones") => {
            match named(tree, text, problem.node, "name").zip(rename(tree, text, key, "zones")) {
                Some((zones, edit)) => {
                    report.safe_fix("write it as `zones`", [vec![edit], zones].concat())
                }
                None => report,
            }
        }
        Change::Under(parent, name) if free(parent) && alone(view, map, parent) => {
            match under(tree, text, map, (key, problem.node), parent, name) {
                Some(edit) => {
                    report.unsafe_fix(format!("move it to `{parent}.{name}`"), vec![edit])
                }
                None => report,
            }
        }
        // The field means nothing when it is switched off.
        Change::Gone if tree.value(problem.node) == Value::Bool(false) => {
            match remove(tree, text, map, key, problem.node) {
                Some(edit) => report.safe_fix("remove the field", vec![edit]),
                None => report,
            }
        }
        _ => report,
    }
}

/// Whether only one field of a map moves below that parent: two such fixes would write the parent
/// twice.
fn alone(view: &ObjectView<'_>, map: NodeId, parent: &str) -> bool {
    let tree = &view.item.document.tree;
    let moves = |name: &str| {
        ["v1beta1.Worker", "v1beta1.MachineImageVersion"]
            .iter()
            .any(|owner| {
                renames::find(owner, name).is_some_and(
                    |rename| matches!(rename.change, Change::Under(to, _) if to == parent),
                )
            })
    };
    tree.entries(map)
        .filter(|entry| moves(tree.key(entry.key)))
        .count()
        == 1
}
