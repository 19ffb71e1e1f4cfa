//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::pem::CertificateFault;
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;

/// `shoot/malformed-ca-bundle`
pub static RULE: Rule = Rule {
    name: "shoot/malformed-ca-bundle",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CA bundle of a pool that does not begin with a certificate.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/malformed-ca-bundle.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    why: &CertificateFault,
) -> Report {
    let message = format!(
        "`caBundle` of {} does not begin with a certificate, so its nodes could trust nothing by \
         it: {why}",
        view.pool(fault)
    );
    let help = "paste the whole PEM text behind `caBundle: |`, every line indented alike, from \
        the line with BEGIN to the line with END";
    ShootView::report(fault, message).help(help)
}
