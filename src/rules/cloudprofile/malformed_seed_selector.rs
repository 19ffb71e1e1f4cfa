use crate::finding::ErrorType;
use crate::model::cloudprofile::LabelRequirement;
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::model::path::Path;
use crate::rules::cloudprofile::labels;
use crate::rules::literal;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/malformed-seed-selector",
    Static,
    Error,
    CloudProfile(check),
    "A seed selector that is not a valid Kubernetes label selector.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(selector) = &view.profile.seed_selector else {
        return;
    };
    let spec = Path::new("spec");
    let path = spec.field("seedSelector");
    let labels_path = path.field("matchLabels");
    for (key, value) in selector.match_labels.iter() {
        labels::judge_key(*key, &labels_path, reporter);
        labels::judge_value(*key, *value, &labels_path, reporter);
    }
    let expressions = path.field("matchExpressions");
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        expression(view, requirement, &expressions.index(index), reporter);
    }
}

fn expression(
    view: &ProfileView<'_>,
    requirement: &LabelRequirement<'_>,
    path: &Path<'_>,
    reporter: &mut Reporter<'_>,
) {
    let LabelRequirement {
        key,
        operator,
        values,
        ..
    } = requirement;
    let cut_off = |missing: bool| missing && view.item.document.incomplete;
    let takes_values = match **operator {
        "In" | "NotIn" => Some(true),
        "Exists" | "DoesNotExist" => Some(false),
        _ => None,
    };
    match takes_values {
        Some(true) if values.is_empty() && !cut_off(true) => {
            let message = format!(
                "operator `{}` compares `{}` with a list of values, but the list is missing",
                **operator, **key
            );
            reporter.report(
                Report::new(values.span, path.field("values"), message)
                    .error(ErrorType::Required)
                    .also(operator.span, "needs values")
                    .help(
                        "list `values`, or use `Exists` or `DoesNotExist` where only the \
                        label's presence matters",
                    ),
            );
        }
        Some(false) if !values.is_empty() => {
            let message = format!(
                "operator `{}` asks only whether label `{}` is there, so values would mean nothing",
                **operator, **key
            );
            reporter.report(
                Report::new(values.span, path.field("values"), message)
                    .error(ErrorType::Forbidden)
                    .also(operator.span, "takes no values")
                    .help("remove `values`, or use `In` or `NotIn`"),
            );
        }
        None if !cut_off(operator.is_empty()) => {
            reporter.report(unknown_operator(view, *operator, path));
        }
        _ => {}
    }
    if !cut_off(key.is_empty()) {
        labels::judge_key(*key, &path.field("key"), reporter);
    }
    let list = path.field("values");
    for (index, value) in values.iter().enumerate() {
        labels::judge_value(*key, *value, &list.index(index), reporter);
    }
}

const OPERATORS: [&str; 4] = ["In", "NotIn", "Exists", "DoesNotExist"];

fn unknown_operator(view: &ProfileView<'_>, operator: Spanned<&str>, path: &Path<'_>) -> Report {
    let choice = "use `In`, `NotIn`, `Exists` or `DoesNotExist`";
    let message = if operator.is_empty() {
        "an expression without an operator selects nothing".to_owned()
    } else {
        format!(
            "`{}` is not an operator of a label selector",
            operator.escape_debug()
        )
    };
    let report = Report::new(operator.span, path.field("operator"), message)
        .error(ErrorType::Invalid)
        .value(*operator);
    let Some(meant) = near(*operator, OPERATORS) else {
        return report.help(choice);
    };
    let report = report.help(format!("did you mean `{meant}`? {choice}"));
    match literal::replace(view.item.text, operator, meant) {
        Some(edit) if operator.eq_ignore_ascii_case(meant) => {
            report.safe_fix(format!("Write `{meant}`"), vec![edit])
        }
        Some(edit) => report.unsafe_fix(format!("Write `{meant}`"), vec![edit]),
        None => report,
    }
}
