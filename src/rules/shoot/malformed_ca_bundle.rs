use crate::model::pem::CertificateFault;
use crate::rules::{Report, ShootView};
use crate::shoot::Fault;

rule!(
    "shoot/malformed-ca-bundle",
    Static,
    Error,
    Fault,
    "A CA bundle of a pool that does not begin with a certificate."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    why: &CertificateFault,
) -> Report {
    let message = format!(
        "`caBundle` of {} does not begin with a certificate, so its nodes could not trust any \
         certificate: {why}",
        view.pool(fault)
    );
    let help = "paste the whole PEM text behind `caBundle: |`, every line indented alike, from \
        the line with BEGIN to the line with END";
    ShootView::report(fault, message).help(help)
}
