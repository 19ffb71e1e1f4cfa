use crate::model::shape::ShapeKind;
use crate::rules::schema::lookup::{self, Home};
use crate::rules::schema::place::along;
use crate::rules::schema::{REFUSES, consequence, problems};
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "schema/misplaced-field",
    Decode,
    Error,
    Object(check),
    "A field that exists, but at another level or in another kind.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let mut meant = None;
        let ShapeKind::UnknownField { name, .. } = &problem.kind else {
            continue;
        };
        let Some(home) = lookup::home(view, problem) else {
            continue;
        };
        let (message, help) = match home {
            Home::Parent if matches!(name.as_str(), "machineCapabilities" | "capabilities") => (
                format!(
                    "a NamespacedCloudProfile has no field `{name}`: it inherits the \
                    vocabulary of its parent"
                ),
                "define capabilities in `spec.machineCapabilities` of the parent CloudProfile, \
                 and only use them here"
                    .to_owned(),
            ),
            Home::Parent => (
                format!(
                    "a NamespacedCloudProfile has no field `{name}`: only its parent \
                    CloudProfile sets it"
                ),
                format!("set `spec.{name}` in the parent CloudProfile, and remove it here"),
            ),
            Home::Child => (
                format!(
                    "a CloudProfile has no field `{name}`: only a NamespacedCloudProfile has \
                    a parent"
                ),
                "write `kind: NamespacedCloudProfile`, or remove the field".to_owned(),
            ),
            Home::Path(path) => (
                format!(
                    "the field `{name}` does not belong here, but in `{}`: {}",
                    path.pattern(),
                    consequence(view, problem, REFUSES)
                ),
                if along(view, &path).1.is_some() {
                    format!("remove it here: `{path}` already has a value")
                } else {
                    meant = Some(path.clone());
                    format!("move it to `{path}`")
                },
            ),
        };
        let report = Report::new(problem.span, &problem.field, message)
            .value(name)
            .help(help);
        reporter.report(match meant {
            Some(path) => report.meant(path),
            None => report,
        });
    }
}
