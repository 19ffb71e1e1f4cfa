use crate::finding::ErrorType;
use crate::rules::cloudprofile::names;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-name",
    Static,
    Error,
    Spec(check),
    "An element of a list that has no name."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    names::visit(view, |of, name, path| {
        if name.is_empty() {
            let message = format!("the {} is missing, so {}", of.what(), of.purpose());
            let report = Report::new(name.span, path, message).error(ErrorType::Required);
            reporter.report(report.help(format!("set `{}`, or remove the entry", of.field())));
        }
    });
}
