//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::rules::shoot::view::Profile;
use crate::rules::{Check, Report, Reporter, Rule, Scope, ShootView, words};

/// `shoot/unknown-profile`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-profile",
    origin: Origin::Input,
    severity: Severity::Warning,
    summary: "A Shoot whose profile is not among the files.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-profile.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let (reference, why) = match view.profile {
        Profile::Nothing | Profile::Known(..) => return,
        Profile::Absent(reference) => (reference, "could not be found among the files".to_owned()),
        Profile::NoParent(reference, no_parent) => {
            (reference, format!("is there, but its parent CloudProfile {} is not among the files", words::quoted(no_parent.parent)))
        }
    };
    let kind = reference.object_kind().map_or("CloudProfile", ObjectKind::as_str);
    let spec = Path::new("spec");
    let by_name = view.written.cloud_profile.is_none();
    let path = if by_name { spec.field("cloudProfileName").to_string() } else { spec.field("cloudProfile").field("name").to_string() };
    let message = format!(
        "the {kind} {} {why}, so it was not checked whether its versions, machine types, images, zones and limits allow this Shoot",
        words::quoted(*reference.name)
    );
    let report = Report::new(reference.name.span, path, message).value(*reference.name);
    reporter.report(report.help(format!("pass the file that holds the {kind} too, or give it as context: `--with FILE`")));
}
