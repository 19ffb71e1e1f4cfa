use crate::finding::ErrorType;
use crate::model::pem::{CertificateFault, first_certificate};
use crate::rules::{Part, ProfileView, Report, Reporter};

rule!(
    "cloudprofile/malformed-ca-bundle",
    Static,
    Error,
    Spec(check),
    "A CA bundle that does not begin with a certificate.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if matches!(view.part, Part::Additions(_) | Part::Merged) {
        return;
    }
    let Some(bundle) = view.profile.ca_bundle.value else {
        return;
    };
    let Err(fault) = first_certificate(bundle) else {
        return;
    };
    let spec = view.spec();
    let message = format!(
        "`caBundle` does not begin with a certificate, so machines could not trust any \
         certificate: {fault}"
    );
    let report = Report::new(view.profile.ca_bundle.span, spec.field("caBundle"), message)
        .error(ErrorType::Invalid);
    reporter.report(report.help(match fault {
        CertificateFault::NoPemBlock if bundle.is_empty() => {
            "paste the PEM text of the certificate authority behind `caBundle: |`, or remove the \
             field if you need no bundle"
        }
        CertificateFault::NoPemBlock => {
            "paste the whole PEM text behind `caBundle: |`, every line indented alike, from the \
             line with BEGIN to the line with END"
        }
        CertificateFault::NotCertificate(_) => {
            "put a block of type `CERTIFICATE` first; keys and \
            requests do not belong here"
        }
        CertificateFault::NotX509(_) => {
            "export the certificate again; `openssl x509 -in FILE -noout -text` shows whether it \
             is readable"
        }
    }));
}
