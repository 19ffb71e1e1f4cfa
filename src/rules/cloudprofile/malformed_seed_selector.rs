//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::cloudprofile::LabelRequirement;
use crate::model::near::near;
use crate::model::path::Path;
use crate::rules::cloudprofile::labels;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/malformed-seed-selector`
pub static RULE: Rule = Rule {
    name: "cloudprofile/malformed-seed-selector",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A seed selector that is no label selector of Kubernetes.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/malformed-seed-selector.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(selector) = &view.profile.seed_selector else { return };
    let spec = Path::new("spec");
    let path = spec.field("seedSelector");
    let labels_path = path.field("matchLabels");
    for (key, value) in selector.match_labels.iter() {
        labels::judge_key(*key, &labels_path, reporter);
        labels::judge_value(*key, *value, &labels_path, reporter);
    }
    let expressions = path.field("matchExpressions");
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        expression(requirement, &expressions.index(index), view.item.document.incomplete, reporter);
    }
}

fn expression(requirement: &LabelRequirement<'_>, path: &Path<'_>, incomplete: bool, reporter: &mut Reporter<'_>) {
    let LabelRequirement { key, operator, values, .. } = requirement;
    let cut_off = |missing: bool| missing && incomplete;
    match **operator {
        "In" | "NotIn" if values.is_empty() && !incomplete => {
            let message = format!("operator `{}` compares `{}` with a list of values, and there is none", **operator, **key);
            reporter.report(
                Report::new(values.span, path.field("values"), message)
                    .error(ErrorType::Required)
                    .also(operator.span, "needs values")
                    .help("list `values`, or use `Exists` or `DoesNotExist` where only the label's presence matters"),
            );
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            let message = format!("operator `{}` asks only whether label `{}` is there, so values would mean nothing", **operator, **key);
            reporter.report(
                Report::new(values.span, path.field("values"), message)
                    .error(ErrorType::Forbidden)
                    .also(operator.span, "takes no values")
                    .help("remove `values`, or use `In` or `NotIn`"),
            );
        }
        other if !cut_off(other.is_empty()) => {
            let message = if other.is_empty() {
                "an expression without an operator selects nothing".to_owned()
            } else {
                format!("`{}` is no operator of a label selector", other.escape_debug())
            };
            let meant = near(other, OPERATORS).map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
            reporter.report(
                Report::new(operator.span, path.field("operator"), message)
                    .error(ErrorType::Invalid)
                    .value(other)
                    .help(format!("{meant}use `In`, `NotIn`, `Exists` or `DoesNotExist`")),
            );
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
