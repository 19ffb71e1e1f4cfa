use crate::model::shape::{Expected, Found, ShapeKind, ShapeProblem};
use crate::rules::schema::problems;
use crate::rules::schema::types::{self, About};
use crate::rules::{ObjectView, Reporter, words};

rule!(
    "schema/wrong-type",
    Decode,
    Error,
    Object(check),
    "A value whose type its field does not accept.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ShapeKind::WrongType { expected, found } = problem.kind else {
            continue;
        };
        let about = About {
            view,
            problem,
            what: what(problem),
        };
        reporter.report(match (expected, found) {
            (Expected::String, Found::Number | Found::Bool(_)) => types::unquoted(&about),
            (Expected::Bool | Expected::Integer | Expected::Number, Found::String) => {
                types::quoted(&about, expected)
            }
            (Expected::List, Found::Map) => types::map_for_list(&about),
            (Expected::List, _) => types::one_for_list(&about),
            (Expected::Object, Found::String | Found::Number | Found::Bool(_)) => {
                types::name_for_object(&about)
            }
            (Expected::Map | Expected::Object, Found::List) => types::list_for_map(&about),
            _ => types::other(&about, expected, found),
        });
    }
}

/// How a message names the value: its field, or an entry of the list that holds it.
fn what(problem: &ShapeProblem) -> String {
    let name = words::quoted(problem.field.last_name());
    if problem.field.is_element() {
        format!("an entry of {name}")
    } else {
        name
    }
}
