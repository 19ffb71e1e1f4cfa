//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Reporter, Rule, Scope, SilenceView};
use crate::suppress::Reach;

/// `suppression/missing-reason`
pub static RULE: Rule = Rule {
    name: "suppression/missing-reason",
    origin: Origin::Input,
    severity: Severity::Note,
    summary: "A comment that silences rules without saying why.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/suppression/missing-reason.md"),
    check: Check::Silence(check),
};

fn check(view: &SilenceView<'_>, reporter: &mut Reporter<'_>) {
    let silence = view.silence;
    if silence.fault.is_some()
        || !silence.reason.is_empty()
        || matches!(silence.reach, Reach::Object { .. })
    {
        return;
    }
    let message = "the comment does not say why, so nobody will know when it may go";
    reporter.report(
        Report::new(silence.place.span, "", message).help("write the reason behind the bracket"),
    );
}
