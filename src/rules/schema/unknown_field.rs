use std::collections::{BTreeMap, BTreeSet};

use crate::model::near::near;
use crate::model::path::FieldPath;
use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::rules::lookalike;
use crate::rules::rewrite::rename;
use crate::rules::schema::lookup::{self, elsewhere};
use crate::rules::schema::place::{Owner, along};
use crate::rules::schema::{REFUSES, consequence, problems};
use crate::rules::words;
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::NodeId;

rule!(
    "schema/unknown-field",
    Decode,
    Error,
    Object(check),
    "A field that its object does not have.",
    Part
);

/// Shorter lists of fields are shown whole.
const FEW: usize = 14;
/// Maximum number of named places of a field with the same name.
const PLACES: usize = 2;

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let tree = &view.item.document.tree;
    // The known fields that each owner has already: none of them can be meant.
    let mut present: BTreeMap<NodeId, BTreeSet<&str>> = BTreeMap::new();
    for problem in problems(view, &RULE) {
        let ShapeKind::UnknownField { name, crowd, .. } = &problem.kind else {
            continue;
        };
        if *crowd {
            let message = format!(
                "`{name}` and many other fields do not exist here: {}",
                consequence(view, problem, REFUSES)
            );
            reporter.report(
                Report::new(problem.span, &problem.field, message)
                    .value(name)
                    .help("look at the first ones"),
            );
            continue;
        }
        let steps = along(view, &problem.field).0;
        if let Some(step) = steps.last() {
            let known = || {
                tree.entries(step.node)
                    .filter_map(|entry| step.of.field(tree.key(entry.key)))
                    .map(|field| field.name)
                    .collect()
            };
            let present = present.entry(step.node).or_insert_with(known);
            reporter.report(report(view, problem, name, step, present));
        }
    }
}

fn report(
    view: &ObjectView<'_>,
    problem: &ShapeProblem,
    name: &str,
    step: &Owner,
    present: &BTreeSet<&str>,
) -> Report {
    let kind = view.item.object.kind.as_str();
    let owner = if step.path.is_root() {
        format!("a {kind}")
    } else {
        format!("`{}`", step.path.pattern())
    };
    let message = format!(
        "{owner} has no field `{name}`: {}",
        consequence(view, problem, REFUSES)
    );
    let report = Report::new(problem.span, &problem.field, message).value(name);
    let tree = &view.item.document.tree;
    if let Some(help) = lookalike::help(name) {
        return report.help(help);
    }
    if let Some(entry) = name.strip_prefix('-').filter(|entry| !entry.is_empty()) {
        return report.help(format!(
            "a blank is missing after `-`: an entry of a list begins with `- {entry}:`"
        ));
    }
    let fields = || step.of.fields.iter().map(|field| field.name);
    if let Some(meant) = near(name, fields().filter(|field| !present.contains(field))) {
        let report = report
            .help(format!("did you mean `{meant}`?"))
            .meant(sibling(&problem.field, meant));
        let edit = problem
            .key
            .and_then(|key| rename(tree, view.item.text, key, meant));
        return match edit {
            Some(edit) if name.eq_ignore_ascii_case(meant) => {
                report.safe_fix(format!("write `{meant}`"), vec![edit])
            }
            Some(edit) => report.unsafe_fix(format!("rename to `{meant}`"), vec![edit]),
            None => report,
        };
    }
    let places = elsewhere(kind, name);
    // A writer of a preview's field knows its meaning.
    if let Some(preview) = step.of.preview_field(name) {
        let help = format!(
            "`{}` belongs to the preview of worker capabilities; --preview worker-capabilities \
             judges it",
            preview.name
        );
        return report.help(help);
    }
    let mut help = match places.as_slice() {
        [] => String::new(),
        places if places.len() <= PLACES => {
            format!(
                "the field with this name is {}; ",
                words::all(places.iter().map(String::as_str))
            )
        }
        _ => String::new(),
    };
    if help.is_empty() && lookup::is_setting(view, step, name) {
        help.push_str(&format!(
            "put a setting of the provider into `{}.providerConfig`",
            step.path
        ));
    } else if step.of.fields.len() <= FEW {
        help.push_str(&format!("the fields here are {}", words::all(fields())));
    } else {
        help.push_str("remove it here");
    }
    report.help(help)
}

/// The path of the field beside another.
fn sibling(path: &FieldPath, other: &str) -> FieldPath {
    path.parent().unwrap_or_default().field(other)
}
