//! See the page.

use crate::finding::{Origin, Severity};
use crate::landscape::effective::{Dropped, dropped_on_create};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `lifecycle/dropped-on-create`
pub static RULE: Rule = Rule {
    name: "lifecycle/dropped-on-create",
    origin: Origin::Time,
    severity: Severity::Note,
    summary: "An inactive version that the server drops without a word when the CloudProfile is created.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/lifecycle/dropped-on-create.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let dropped = dropped_on_create(view.written, view.settings.now);
    for version in &dropped {
        reporter.report(report(view, version));
    }
}

fn report(view: &ProfileView<'_>, dropped: &Dropped<'_>) -> Report {
    let spec = Path::new("spec");
    let (what, list) = match dropped.image {
        Some(image) => (format!("version {} of image {image}", *dropped.version), "machineImages"),
        None => (format!("Kubernetes version {}", *dropped.version), "kubernetes"),
    };
    let state = dropped.classification.as_str();
    Report::new(
        dropped.version.span,
        spec.field(list),
        format!("{what} is {state} on {}: a create drops it silently, an update keeps it", view.settings.now),
    )
    .value(*dropped.version)
    .also(dropped.because, format!("makes it {state}"))
    .help("nothing to do where the CloudProfile exists already; before setting up a new landscape from this file, remove the version or extend its life")
}
